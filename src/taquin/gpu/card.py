"""The GPU: CuPy, compiled kernels, and waiting for a kernel while limits are checked."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from time import perf_counter, sleep
from types import ModuleType
from typing import Any, Protocol, TypeAlias, cast

import numpy as np

from taquin.errors import BackendError, install_command

Array: TypeAlias = np.ndarray[Any, Any]
"""An array on the GPU: CuPy has no types, and its arrays have the methods of NumPy's."""

_SPIN = 0.002  # seconds of waiting without a sleep: many kernels end sooner
_SLEEP = 0.0005
_SHARED_PER_BLOCK = 1024  # bytes that CUDA reserves in addition
_MOST_THREADS = 2048  # of a multiprocessor


def read_sources(names: Sequence[str]) -> str:
    folder = files("taquin.gpu") / "kernels"
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names)


class _Event(Protocol):
    """An event of CUDA, which is done when the kernels before it are."""

    done: bool

    def synchronize(self) -> None: ...


class _Function(Protocol):
    """A compiled function of CuPy."""

    num_regs: int
    preferred_shared_memory_carveout: int
    max_dynamic_shared_size_bytes: int

    def __call__(
        self,
        grid: tuple[int],
        block: tuple[int],
        arguments: tuple[Array | np.generic, ...],
        *,
        shared_mem: int,
    ) -> None: ...


class Kernel:
    """A compiled kernel with the size of its blocks."""

    def __init__(self, function: _Function, threads: int, shared: int, attributes: Mapping[str, int]) -> None:
        self._function, self._threads, self._shared = function, threads, shared
        if shared:
            function.preferred_shared_memory_carveout = 100
            function.max_dynamic_shared_size_bytes = shared
        limits = [
            _MOST_THREADS // threads,
            attributes["MaxRegistersPerMultiprocessor"] // (function.num_regs * threads),
        ]
        if shared:
            limits.append(attributes["MaxSharedMemoryPerMultiprocessor"] // (shared + _SHARED_PER_BLOCK))
        self.resident_blocks = max(1, min(limits)) * attributes["MultiProcessorCount"]
        """The most blocks that run at the same time."""

    def __call__(self, blocks: int, *arguments: Array | np.generic) -> None:
        """Start this many blocks. Arguments are arrays on the GPU and NumPy scalars."""
        self._function((blocks,), (self._threads,), arguments, shared_mem=self._shared)


class Card:
    """The first CUDA device, through CuPy. Tests have one that runs the kernels on the CPU."""

    def __init__(self, cupy: ModuleType) -> None:
        self.arrays = cupy  # the functions of NumPy for arrays on the GPU
        device = cupy.cuda.Device()
        self._attributes: Mapping[str, int] = device.attributes
        self.name = cupy.cuda.runtime.getDeviceProperties(device.id)["name"].decode()
        self.must_stop: Array = cupy.zeros(1, dtype="uint32")  # kernels that see that it is not 0 end soon
        self._side = cupy.cuda.Stream(non_blocking=True)
        self._one = cupy.ones(1, dtype="uint32")
        cupy.cuda.Device().synchronize()

    def compile(
        self, sources: Sequence[str], name: str, defines: Mapping[str, object], *, threads: int, shared: int = 0
    ) -> Kernel:
        """Compile the kernel of this name with NVRTC. CuPy keeps the result in its cache folder.

        ``shared`` is the size of its shared memory for a block in bytes.
        """
        options = ("-std=c++17", *(f"-D{key}={value}" for key, value in defines.items()))
        module = self.arrays.RawModule(code=read_sources(sources), options=options)
        return Kernel(module.get_function(name), threads, shared, self._attributes)

    def wait(self, check: Callable[[], None]) -> None:
        """Wait for the kernels, and call ``check`` often. If it raises an error, stop the kernels first."""
        done = self.arrays.cuda.Event(disable_timing=True)
        done.record()
        began = perf_counter()
        try:
            while not done.done:
                check()
                if perf_counter() - began > _SPIN:
                    sleep(_SLEEP)
        except BaseException:
            self._stop_kernels(done)
            raise

    def _stop_kernels(self, done: _Event) -> None:
        with self._side:
            self.must_stop[...] = self._one
            self._side.synchronize()
        done.synchronize()
        self.must_stop.fill(0)

    def peek(self, array: Array) -> Array:
        """A copy of a small array, even while a kernel runs: on another stream."""
        return cast("Array", cast("Any", array).get(stream=self._side))

    def free_memory(self) -> int:
        """Free memory of the GPU, with what CuPy holds and does not use."""
        free: int = self.arrays.cuda.runtime.memGetInfo()[0]
        return free + int(self.arrays.get_default_memory_pool().free_bytes())


@cache
def open_card() -> Card:
    """The card. Raises ``BackendError`` if there is none, or no CuPy."""
    try:
        cupy = importlib.import_module("cupy")
    except ImportError as error:
        raise BackendError(
            f"the cuda backend needs CuPy: {error}", hint=f"{install_command('gpu')}, on a machine with an NVIDIA GPU"
        ) from error
    try:
        count: int = cupy.cuda.runtime.getDeviceCount()
    except Exception as error:  # CuPy raises errors of its own for a missing driver
        raise BackendError(f"the cuda backend found no usable card: {error}", hint="use the backend native") from error
    if not count:
        raise BackendError("the cuda backend found no GPU", hint="use the backend native")
    return Card(cupy)


def download(array: Array) -> Array:
    """The array in the memory of this process."""
    return cast("Array", array.get()) if hasattr(array, "get") else array
