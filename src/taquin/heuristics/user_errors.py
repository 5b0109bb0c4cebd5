"""Which exceptions are errors of a user's function: all that it raises, also ``SystemExit`` and ``KeyboardInterrupt``.

A function that calls ``sys.exit()`` must not end the program that calls it. Not its errors are a limit that is reached
while it runs, a lack of memory, which is a limit too, and a Ctrl-C that arrives while it runs.
"""

from __future__ import annotations

import signal
from opcode import opmap

from taquin.run.run import Stop
from taquin.system.interrupts import END_SIGNALS

_RAISE = opmap["RAISE_VARARGS"]


def is_user_error(error: BaseException) -> bool:
    """Whether the user's function that raised this is to blame, so that an error of Taquin names it."""
    if isinstance(error, KeyboardInterrupt):
        return not _is_ctrl_c(error)
    return not isinstance(error, Stop | MemoryError)


def _is_ctrl_c(error: KeyboardInterrupt) -> bool:
    """Whether an end signal has arrived, such as Ctrl-C. Otherwise the exception began at a ``raise`` of the function.

    Python's own handler of the signal has no frame: it interrupts any instruction but a ``raise``. A handler in Python
    that raises the exception is a frame of the traceback.
    """
    link = error.__traceback__
    handlers = [getattr(signal.getsignal(number), "__code__", None) for number in END_SIGNALS]
    while link is not None and link.tb_frame.f_code not in handlers:
        if link.tb_next is None:
            return link.tb_frame.f_code.co_code[link.tb_lasti] != _RAISE
        link = link.tb_next
    return True
