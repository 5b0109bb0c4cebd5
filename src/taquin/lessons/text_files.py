"""Reads the texts of lessons and course units: Markdown files beside the code, which teachers can edit without Python.

A file starts with lines of the form ``name: value``. After an empty line comes the text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from taquin.errors import InternalError


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file of this folder: the values of its first lines by name, and the text below them."""

    path: str
    header: Mapping[str, str]
    text: str

    def sections(self, *titles: str) -> list[str]:
        """The text under each of these titles. It must have exactly these sections, in this order."""
        before, *parts = re.split(r"^## (.+)$", self.text, flags=re.MULTILINE)
        if before.strip():
            raise self.error("a line with ## before any text", repr(before.strip()[:40]))
        if parts[::2] != list(titles):
            raise self.error(f"the sections {', '.join(titles)}", ", ".join(parts[::2]))
        return [section.strip("\n") for section in parts[1::2]]

    def number(self, name: str) -> int | float:
        """The number in one of the first lines."""
        value = self.header[name]
        if re.fullmatch(r"\d+(\.\d+)?", value) is None:
            raise self.error(f"a number after '{name}:'", repr(value))
        return float(value) if "." in value else int(value)

    def error(self, expected: str, found: str) -> InternalError:
        """An error that names the file."""
        return InternalError(f"lessons/{self.path}: expected {expected}; found {found}")


def read_text_file(path: str) -> str:
    """The contents of a file of this folder. Works from a zip archive too."""
    return files("taquin.lessons").joinpath(path).read_text(encoding="utf-8")


def parse_text_file(path: str, contents: str, *names: str) -> TextFile:
    """Split the contents of a file. The first lines must have exactly these names, in this order."""
    first_lines, _, text = contents.partition("\n\n")
    parts = [line.partition(": ") for line in first_lines.splitlines()]
    file = TextFile(path, {name: value for name, _, value in parts}, text.strip("\n"))
    if [name for name, _, _ in parts] != list(names) or not all(file.header.values()):
        raise file.error(f"lines 'name: value' with the names {', '.join(names)}", repr(first_lines))
    return file


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, each on one line; an indented paragraph keeps its lines."""
    parts = re.split(r"\n\s*\n", text)
    return [part if part.startswith("    ") else " ".join(part.split()) for part in parts]
