"""``taquin`` in this process: what a command prints, and the one line of a mistake."""

from __future__ import annotations

import json
from typing import Any

import pytest

from taquin.cli import run


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    """What a command prints, with nothing on standard error."""
    assert run(list(arguments)) == code
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def answer(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> Any:
    """The object that a command prints with ``--json``."""
    return json.loads(printed(capsys, *arguments, "--json", code=code))


def error_line(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line on standard error for bad input or usage."""
    assert run(list(arguments)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("taquin: error: ")
    assert captured.err.count("\n") == 1
    return captured.err
