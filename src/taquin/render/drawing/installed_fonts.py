"""The font files of this machine, where its system keeps them."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_ENDINGS = (".ttf", ".otf", ".ttc", ".otc")
_LESS_USUAL = re.compile(
    "bold|black|heavy|light|thin|italic|oblique|condensed|narrow|mono|serif|math|emoji", re.IGNORECASE
)


@cache
def installed_fonts() -> tuple[Path, ...]:
    """The files, upright sans-serif fonts of the usual weight first; always in the same order on one machine."""
    found = {path for folder in _folders() for path in folder.rglob("*") if path.suffix.lower() in _ENDINGS}
    return tuple(sorted(found, key=lambda path: (_rank(path.stem), str(path))))


def _rank(name: str) -> int:
    """How many words of a file name say that its font is not the usual one; sans-serif fonts are."""
    return len(_LESS_USUAL.findall(name.replace("Sans", "").replace("sans", "")))


def _folders() -> Iterator[Path]:
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 - it leaves ~ where there is no home, and raises nothing
    if sys.platform == "win32":
        yield Path(os.environ.get("WINDIR", r"C:\Windows")) / "Fonts"
        yield Path(os.environ.get("LOCALAPPDATA", str(home / "AppData/Local"))) / "Microsoft" / "Windows" / "Fonts"
    elif sys.platform == "darwin":
        yield from (home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts"))
    else:
        data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local/share")
        shared = (os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(":")
        yield from (data / "fonts", home / ".fonts", *(Path(folder) / "fonts" for folder in shared if folder))
