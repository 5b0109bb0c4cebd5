"""Ask at a terminal what a text means, where only its writer knows."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import TypeVar

from taquin.cli import terminal
from taquin.errors import BoardError

T = TypeVar("T")


def read_asking(text: str, read: Callable[[str], T]) -> T:
    """Read a text. Where its highest number may be the blank, ask at a terminal whether it is, and write 0 for it."""
    try:
        return read(text)
    except BoardError as error:
        if not (error.blank and sys.stdin.isatty() and sys.stderr.isatty() and terminal.confirms_blank(error.blank)):
            raise
        number = str(error.blank)
        written = re.sub(rf"(?<!\d){number}(?!\d)", "0", text)
        return read(written if written != text else text.replace(number, "0"))
