"""``taquin judge --teach``: learn from one dialogue how a program takes a board, and keep it beside the program."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from taquin.cli import terminal
from taquin.cli.output import files
from taquin.errors import FormatError, SpecError
from taquin.judging.program import split_command
from taquin.judging.templates import learn
from taquin.puzzle.board import Board
from taquin.puzzle.formats.files import check_table, load_toml
from taquin.puzzle.words import shown

NAME = "judge.toml"
_KINDS = {"input": (str, "text"), "blank": (str, "text")}


def teach(command: str, board: Board) -> tuple[str, str]:
    """Run the program in this terminal, record what is typed, and return the template and the blank."""
    if sys.platform == "win32" or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise SpecError("--teach needs a terminal (not on Windows)", hint="write the template yourself with --input")
    terminal.echo(
        f"The program starts now. Type this board into it, in the form that it wants (0 is the blank):\n\n{board}\n"
    )
    typed = _record(split_command(command))
    learned = learn(typed, board)
    if learned is None:
        raise SpecError(
            f"the board {' '.join(map(str, board))} is not in what was typed: {typed!r}", hint="run --teach again"
        )
    path = program_folder(command) / NAME
    kept = {**read_settings(command), command: {"input": learned[0], "blank": learned[1]}}
    lines = [
        f"[{json.dumps(name)}]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in table.items())
        for name, table in kept.items()
    ]
    terminal.echo(f"\nLearned {learned[0]!r}; kept in {files.write_file(path, ''.join(lines).encode())}.\n")
    return learned


def _record(arguments: list[str]) -> str:
    """Run a program with the terminal of this process, and return what was typed, as the program got it."""
    import pty

    keys = bytearray()

    def read(descriptor: int) -> bytes:
        block = os.read(descriptor, 1024)
        keys.extend(block)
        return block

    pty.spawn(arguments, stdin_read=read)
    typed = ""
    for character in keys.decode("utf-8", "replace").replace("\r", "\n"):
        if character in "\x7f\b":
            typed = typed[:-1]
        elif character >= " " or character in "\n\t":
            typed += character
    return typed


def program_folder(command: str) -> Path:
    """The folder of the first word that is a file, or the current one; an interpreter comes before its program."""
    paths = [Path(word.partition(":")[0] if ".py:" in word else word) for word in split_command(command)]
    return next((path.parent for path in [*paths[1:], paths[0]] if path.is_file()), Path())


def read_settings(command: str) -> dict[str, dict[str, str]]:
    """What was kept for the programs of a folder, by their commands. Raises ``FormatError`` if it cannot be read."""
    path = program_folder(command) / NAME
    kept: dict[str, dict[str, str]] = {}
    for name, table in load_toml(path).items() if path.exists() else ():
        if not isinstance(table, dict):
            raise FormatError(f"{path}: expected a table for each program, found {shown(name)} = {shown(table)}")
        check_table(table, _KINDS, f"{path}: {shown(name)}")
        kept[name] = table
    return kept
