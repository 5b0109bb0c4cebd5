"""What a prompt asks for: its question, the options of a menu, and the words for rows, sizes, methods and blanks."""

from __future__ import annotations

import re
from itertools import count

from taquin.judging.boards import load_tables
from taquin.puzzle.geometry import Shape

_OPTION = re.compile(
    r"(?<![\w.-])['\"“‘(\[]?(?P<key>\d{1,2}(?!-?\s?(?i:puzzle))|[a-hA-H](?=[).\]:]))['\"”’)\]]?\s*"
    r"(?:[).:\]=–—-]+\s*|(?:to|for|if|means|is|para|pour|per|für|→)\s+|\s)(?P<words>[^\W\d_][^\d\n\"“]*)"
)
_OPTION_AFTER = re.compile(
    r"(?P<words>[^\W\d_][^\d\n()\[\]]*?)\s*(?:[(\[]|\bpress\b|\btype\b|\benter\b)\s*['\"]?(?P<key>\d)['\"]?(?:[)\]]|\b)",
    re.IGNORECASE,
)
_LETTER_OPTION = re.compile(
    r"(?<!\w)['\"“]?(?P<key>[a-zA-Z])['\"”]?\s+to\s+(?P<words>[^\W\d_][^,.;\n]*?)(?=,|\.|;|$|\bor\b)", re.MULTILINE
)
_INITIAL_OPTION = re.compile(r"(?<!\w)[\[(](?P<key>[a-zA-Z])[\])](?P<words>[^\W\d_][^\d\n\[(]*)")
"""An option that its first letter chooses, such as [C]ustom."""
EXPLICIT = re.compile(r"\bown\b|custom|manual|\byour\b", re.IGNORECASE)
EXAMPLE = re.compile(r"(?<![\w])((?:[0-8bBxX_*][\s,;|]{0,2}){2,8}[0-8bBxX_*])(?![\w])")
YES_NO = re.compile(
    r"\b(y(?:es)?|s[ií]?|j(?:a)?|o(?:ui)?|e(?:vet)?)\s*(?:/|\||or|ou|o|oder|,)\s*(n(?:o|on|ein)?|h(?:ay[ıi]r)?)\b",
    re.IGNORECASE,
)
PRESS = re.compile(r"\b(?:press|type|enter|input)\s+['\"]?(?P<key>\d|[yY])\b", re.IGNORECASE)


def _words(name: str) -> re.Pattern[str]:
    return re.compile(load_tables()["dialogue"][name], re.IGNORECASE)


AGAIN, GOAL, ENTER, SIZE, LIMIT, METHOD = map(_words, ("again", "goal", "enter", "size", "limit", "method"))
ROW, ROWS, CELL, EACH, BOARD = map(_words, ("row", "rows", "cell", "each", "board"))
COLUMN, START = map(_words, ("column", "start"))
LINE, COMMA, NO_SPACE, SPACE, BLANK = map(_words, ("line", "comma", "no_space", "space", "blank"))
OWN, DEFAULT, EXIT, _CHOOSE, SHOW = map(_words, ("own", "default", "exit", "choose", "show"))


def last_line(text: str) -> str:
    """The last line with something on it."""
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "")


def last_lines(text: str) -> str:
    """The last two lines with something on them: a question, and how it is answered."""
    return "\n".join([line for line in text.splitlines() if line.strip()][-2:])


def unnumbered_methods(text: str) -> dict[str, str]:
    """The methods in the last lines, which are chosen by their places; empty unless there are several."""
    found: list[str] = []
    for line in reversed([line.strip() for line in text.splitlines() if line.strip()]):
        if METHOD.search(line) and not _CHOOSE.search(line):
            found.append(line)
        elif found or not _CHOOSE.search(line):
            break
    return {str(place): line for place, line in enumerate(reversed(found), start=1)} if len(found) > 1 else {}


def menu_options(text: str) -> dict[str, str]:
    """The options of a menu, by what chooses them, with their words."""
    found: dict[str, str] = {}
    for line in text.splitlines()[-20:]:
        if BLANK.search(line) and not EXPLICIT.search(line):  # "Use 0 for the blank" is no menu
            continue
        matches = list(_OPTION.finditer(line)) if not _is_row_prompt(line) else []
        after = list(_OPTION_AFTER.finditer(line)) if len(matches) < 2 else []
        letters = list(_LETTER_OPTION.finditer(line)) if len(matches) < 2 else []
        initials = list(_INITIAL_OPTION.finditer(line)) if len(matches) < 2 else []
        best = max((initials, matches, after, letters), key=len)
        for match in best:
            words = match["key"] * (best is initials) + match["words"]
            found.setdefault(match["key"], words.strip())
    return found if len(found) > 1 else {}


_GAP = r"[^\S\n]|[,;|/\[\](){}'\"-]"


def example_template(text: str, shape: Shape) -> str:
    """The form of the last example of a whole board in one line, with fields for its cells; empty if there is none."""
    one = r"(?:\d|[_*#xXbBeE])" if shape.cells <= 10 else r"(?:\d{1,3}(?!\d)|[_*#xXbBeE])"
    pattern = re.compile(
        rf"(?<![\w.])[\[({{'\"]*{one}(?:(?:{_GAP}){{0,8}}{one}){{{shape.cells - 1}}}(?![\w,;-])[\])}}'\"]*"
    )
    for match in reversed(list(pattern.finditer(text))):
        cells, numbers = re.findall(one, match[0]), count(1)
        tiles = {int(cell) for cell in cells if cell.isdigit()}
        if len(cells) == shape.cells and tiles | {0} == set(range(shape.cells)):
            example = match[0].lstrip("('\"").rstrip(")'\"")  # these are marks of the sentence
            return re.sub(one, lambda _, numbers=numbers: f"{{cell{next(numbers)}}}", example)  # type: ignore[misc]
    return ""


def _is_row_prompt(line: str) -> bool:
    return bool(ROW.search(line) or CELL.search(line)) and not (OWN.search(line) and DEFAULT.search(line))
