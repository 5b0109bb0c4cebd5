"""IDA* on a GPU: the backend ``cuda``. Needs CuPy, the extra ``gpu``.

``card`` compiles kernels and waits for them, ``lookups`` builds pattern databases on the GPU, ``work_queue``
distributes subtrees among its threads, ``beam`` finds good solutions fast, and ``ida_star`` combines these.
"""
