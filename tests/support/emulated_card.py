"""A GPU of ``taquin.gpu`` that runs the kernels on the CPU, one thread after another, compiled by g++."""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from taquin.gpu.card import Card, Kernel, read_sources

COMPILER = "g++"

SHIM = """
#include <algorithm>
#include <cstddef>
#include <cstdint>
#define __device__
#define __global__
#define __forceinline__ inline
#define __launch_bounds__(threads)
#define __shared__
struct Place { unsigned x; };
static Place threadIdx{0}, blockIdx{0}, blockDim{1}, gridDim{1};
extern "C" void set_place(unsigned block, unsigned blocks) { blockIdx.x = block; gridDim.x = blocks; }
static void __syncthreads() {}
static int __ffs(unsigned bits) { return __builtin_ffs(static_cast<int>(bits)); }
static int __ffsll(unsigned long long bits) { return __builtin_ffsll(static_cast<long long>(bits)); }
static int __popc(unsigned bits) { return __builtin_popcount(bits); }
template <typename T> static T __ldg(const T* place) { return *place; }
template <typename T, typename U> static T atomicAdd(T* place, U value) {
    T old = *place; *place += static_cast<T>(value); return old; }
template <typename T, typename U> static T atomicSub(T* place, U value) {
    T old = *place; *place -= static_cast<T>(value); return old; }
template <typename T, typename U> static T atomicMax(T* place, U value) {
    T old = *place; *place = std::max(old, static_cast<T>(value)); return old; }
template <typename T, typename U> static T atomicOr(T* place, U value) { T old = *place; *place |= value; return old; }
template <typename T, typename U> static T atomicExch(T* place, U value) { T old = *place; *place = value; return old; }
template <typename T, typename U> static T atomicCAS(T* place, T expected, U value) {
    T old = *place; if (old == expected) *place = value; return old; }
using std::max;
using std::min;
"""
PER_ITEM = ("expand_level", "measure_changes", "score_children", "choose_children", "make_children")
"""Kernels with a thread for each item; they need as many threads as on a card."""
MEMORY = "alignas(16) unsigned shared_words[1 << 16];\n"


class EmulatedKernel(Kernel):
    """A kernel whose blocks have one thread each."""

    resident_blocks = 3

    def __init__(self, library: ctypes.CDLL, name: str, threads: int) -> None:
        self._library, self._emulated, self._threads = library, library[name], threads
        self.launches = 0

    def __call__(self, blocks: int, *arguments: Any) -> None:
        self.launches += 1
        values = [
            ctypes.c_void_p(each.ctypes.data) if isinstance(each, np.ndarray) else _SCALARS[each.dtype.name](int(each))
            for each in arguments
        ]
        blocks *= self._threads
        for block in range(blocks):
            self._library.set_place(block, blocks)
            self._emulated(*values)


_SCALARS: dict[str, Any] = {"uint32": ctypes.c_uint32, "uint64": ctypes.c_uint64}


class EmulatedCard(Card):
    """Arrays of NumPy in place of arrays on a card."""

    name = "the CPU"
    arrays: Any = np

    def __init__(self, folder: Path) -> None:
        self.must_stop = np.zeros(1, dtype="uint32")
        self._folder = folder

    def compile(
        self, sources: Sequence[str], name: str, defines: Mapping[str, object], *, threads: int, shared: int = 0
    ) -> EmulatedKernel:
        """Compile the files for blocks of one thread."""
        defines = {**defines, "THREADS": 1}
        stem = "-".join([*sources, *(f"{key}{value}" for key, value in defines.items())]).replace(" ", "")
        library = self._folder / f"{stem}.so"
        if not library.exists():
            source = library.with_suffix(".cpp")
            source.write_text(SHIM + read_sources(sources) + "\n" + MEMORY)
            flags = [f"-D{key}={value}" for key, value in defines.items()]
            warnings = ["-Wall", "-Wno-unknown-pragmas", "-Wno-unused-function", "-Wno-unused-variable"]
            command = [COMPILER, "-std=c++17", "-O2", "-shared", "-fPIC", *warnings, *flags]
            subprocess.run([*command, "-o", str(library), str(source)], check=True)
        is_per_item = name in PER_ITEM
        return EmulatedKernel(ctypes.CDLL(str(library)), name, threads if is_per_item else 1)

    def wait(self, check: Callable[[], None]) -> None:
        check()

    def peek(self, array: Any) -> Any:
        return array.copy()

    def free_memory(self) -> int:
        return 1 << 30
