"""IDA* on a graphics card: the backend ``cuda``. Needs CuPy, the extra ``gpu``.

``card`` compiles kernels and waits for them, ``lookups`` builds pattern databases on the card, ``work_queue``
distributes subtrees among its threads, ``beam`` finds good solutions fast, and ``ida_star`` combines these.
"""
