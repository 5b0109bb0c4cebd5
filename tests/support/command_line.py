"""``taquin`` in this process: what a command prints, and the one line of a mistake."""

from __future__ import annotations

import json
from contextlib import nullcontext
from typing import Any, TypeAlias

import pytest

from taquin.cli import run, terminal
from taquin.run.limits import Cancellation

Capture: TypeAlias = pytest.CaptureFixture[str]


def printed(capsys: Capture, *arguments: str, code: int = 0) -> str:
    """What a command prints, with nothing on standard error."""
    assert run(list(arguments)) == code
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def answer(capsys: Capture, *arguments: str, code: int = 0) -> Any:
    """The object that a command prints with ``--json``."""
    return json.loads(printed(capsys, *arguments, "--json", code=code))


def error_line(capsys: Capture, *arguments: str) -> str:
    """The one line on standard error for bad input or usage."""
    assert run(list(arguments)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("taquin: error: ")
    assert captured.err.count("\n") == 1
    return captured.err


class _CancelAfter(Cancellation):
    """A cancellation that becomes true after it was polled some times, like Ctrl-C during a search."""

    __slots__ = ("looks",)

    def __init__(self, looks: int) -> None:
        self.looks = looks

    @property
    def is_cancelled(self) -> bool:  # type: ignore[override]
        self.looks -= 1
        return self.looks < 0


def cancel_after(monkeypatch: pytest.MonkeyPatch, looks: int) -> None:
    """Let commands behave as if Ctrl-C was pressed when the search has polled this often."""
    monkeypatch.setattr(terminal, "cancel_on_interrupt", lambda: nullcontext(_CancelAfter(looks)))
