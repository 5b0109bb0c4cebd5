"""Which exceptions are errors of a user's function: all that it raises, also ``SystemExit`` and ``KeyboardInterrupt``.

A function that calls ``sys.exit()`` must not end the program that calls it. Not its errors are a limit that is reached
while it runs, a lack of memory, which is a limit too, and a Ctrl-C that arrives while it runs.
"""

from __future__ import annotations

import signal
from opcode import opmap

from taquin.run.run import Stop

_RAISE = opmap["RAISE_VARARGS"]


def is_user_error(error: BaseException) -> bool:
    """Whether the user's function that raised this is to blame, so that an error of Taquin names it."""
    if isinstance(error, KeyboardInterrupt):
        return not _is_ctrl_c(error)
    return not isinstance(error, Stop | MemoryError)


def _is_ctrl_c(error: KeyboardInterrupt) -> bool:
    """Whether Ctrl-C was pressed. Otherwise a ``raise`` of the function itself is where the exception began.

    Python's own handler of the signal has no frame: it interrupts any instruction but a ``raise``. A handler in Python
    that raises the exception is a frame of the traceback.
    """
    link = error.__traceback__
    handler = getattr(signal.getsignal(signal.SIGINT), "__code__", None)
    while link is not None and link.tb_frame.f_code is not handler:
        if link.tb_next is None:
            return link.tb_frame.f_code.co_code[link.tb_lasti] != _RAISE
        link = link.tb_next
    return True
