"""Lines that a user types at the terminal."""

from __future__ import annotations

import os
import select
import signal
import sys

import click


def ask(prompt: str, *, err: bool = False) -> str:
    """Show a prompt on standard output or standard error, and return the line that is typed, without its end.

    Raises ``EOFError`` at the end of the input. A signal interrupts it at once. In both cases the cursor is moved to a
    new line.
    """
    try:
        click.echo(prompt, nl=False, err=err)
        if os.name == "posix":
            _wait()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
    except (KeyboardInterrupt, EOFError):
        click.echo(err=err)
        raise
    return line.rstrip("\r\n")


def _wait() -> None:
    """Wait until a line is typed; the handlers of signals are called meanwhile.

    Python calls a handler when a system call returns, and a signal that arrives just before ``read`` does not end it:
    the handler would wait for the line. So every signal also writes into a pipe, which ends ``select``.
    """
    receiver, sender = os.pipe()
    os.set_blocking(receiver, False)
    os.set_blocking(sender, False)
    before = signal.set_wakeup_fd(sender, warn_on_full_buffer=False)
    try:
        while sys.stdin not in select.select([sys.stdin, receiver], [], [])[0]:
            os.read(receiver, 4096)
    finally:
        signal.set_wakeup_fd(before)
        os.close(receiver)
        os.close(sender)
