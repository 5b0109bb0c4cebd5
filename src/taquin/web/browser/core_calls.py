"""Calls of the core's WebAssembly module: arrays are copied into its memory, and it can ask Python whether to stop."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_FAULTS: tuple[type[Exception], ...] = (ValueError, MemoryError, RuntimeError)
_LONGEST_MESSAGE = 200

_module: Any = None
"""The WebAssembly module: an object of JavaScript, which has no type here."""


def use_module(module: Any) -> None:
    """Let all calls go to this module, which ``taquin_core.mjs`` made."""
    global _module  # noqa: PLW0603 - there is one core
    _module = module
    module.poll, module.pace = _poll, _pace


class Crash(BaseException):
    """An error of JavaScript or WebAssembly left the module in an undefined state: the page replaces the web worker.

    No handler of ``Exception`` catches it.
    """


@dataclass
class _Call:
    """A call that has not returned: the functions that the module may call meanwhile, and the exception of one."""

    should_stop: Callable[..., bool] | None
    pace: Callable[[int, int], int] | None
    error: BaseException | None = None


_calls: list[_Call] = []
"""The last one is the innermost."""


def _poll(first: int, second: int, third: int, fourth: int, has_result: int = 0) -> bool:
    """The module calls this every few milliseconds, with a new solution as its result if ``has_result``.

    An exception must not pass through it: it stops the call.
    """
    running = _calls[-1]
    solution = [result()] if has_result else []
    try:
        if running.error is not None or running.should_stop is None:
            return running.error is not None
        return bool(running.should_stop(first, second, third, fourth, *solution))
    except BaseException as error:  # noqa: BLE001 - also Ctrl-C; raised again when the call has returned
        running.error = error
        return True


def _pace(depth: int, stored: int) -> int:
    running = _calls[-1]
    assert running.pace is not None
    try:
        return running.pace(depth, stored)
    except BaseException as error:  # noqa: BLE001 - as above
        running.error = error
        return 1


class Array:
    """Bytes in the memory of the module, after a header with their number."""

    _HEADER = 16

    def __init__(self, content: object) -> None:
        view = memoryview(cast("ReadableBuffer", content))  # an array of anything else is refused here
        self.size = view.nbytes
        self.address: int = _module._malloc(self._HEADER + self.size)
        if not self.address:
            raise MemoryError(f"the core has no memory for {self.size:,} bytes")
        _memory(self.address, 4).assign(self.size.to_bytes(4, "little"))
        if self.size:
            self.content().assign(view.cast("B"))

    def content(self) -> Any:
        return _memory(self.address + self._HEADER, self.size)

    def free(self) -> None:
        _module._free(self.address)


@contextmanager
def copied_back(target: object) -> Iterator[Array]:
    """A copy of an array in the memory of the module, which is copied back at the end."""
    array = Array(target)
    try:
        yield array
        if array.size:
            array.content().assign_to(memoryview(cast("ReadableBuffer", target)).cast("B"))
    finally:
        array.free()


def _memory(address: int, size: int) -> Any:
    """A view of the memory. It is valid until the next call, which may move the memory."""
    return _module.HEAPU8.subarray(address, address + size)


def call(
    name: str,
    *arguments: object,
    should_stop: Callable[..., bool] | None = None,
    pace: Callable[[int, int], int] | None = None,
) -> int:
    """Call a function of the module. Raises what ``should_stop`` raised, or the error of the module; see ``Crash``."""
    running = _Call(should_stop, pace)
    copied: list[Array] = []
    try:
        numbers = [_to_number(argument, copied) for argument in arguments]
        _calls.append(running)
        try:
            value: int = getattr(_module, f"_taquin_{name}")(*numbers)
        except Exception as error:
            raise Crash(str(error)) from error
        finally:
            _calls.pop()
    finally:
        for array in copied:
            array.free()
    if running.error is not None:
        raise running.error
    if not value and (fault := _module._taquin_fault()):
        message = _memory(_module._taquin_message(), _LONGEST_MESSAGE).to_bytes().partition(b"\0")[0]
        raise _FAULTS[fault - 1](message.decode())
    return value


def _to_number(argument: object, copied: list[Array]) -> float:
    """A number, or the address of an object or of a copy of an array, which is added to ``copied``. None is 0."""
    match argument:
        case None:
            return 0
        case int() | float():
            return argument
        case Object() | Array():
            return argument.address
        case tuple() | list():
            copied.append(Array(struct.pack(f"<{len(argument)}I", *(item.address for item in argument))))
        case _:
            copied.append(Array(argument))
    return copied[-1].address


def result() -> bytes:
    """The bytes that the last call left."""
    content: bytes = _memory(_module._taquin_result_data(), _module._taquin_result_size()).to_bytes()
    return content


def take_first(count: int, should_stop: Callable[..., bool] | None) -> Callable[..., bool] | None:
    """``should_stop`` as a function of four numbers, of which it takes the first ones."""
    return None if should_stop is None else lambda *numbers: should_stop(*numbers[:count])


class Object:
    """An object of the module, which lives as long as this one."""

    address = 0

    def __del__(self) -> None:
        if self.address:
            _module._taquin_release(self.address)
