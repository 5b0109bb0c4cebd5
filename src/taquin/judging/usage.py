"""The arguments that a usage message asks for, such as ``usage: solve.py <size> <heuristic> <board>``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, product

from taquin.judging.boards import load_tables
from taquin.judging.prompts import BLANK, BOARD, GOAL, LIMIT, METHOD, SIZE, START, example_template
from taquin.puzzle.geometry import Shape

_USAGE = re.compile(r"\busage\b\s*(?:is)?\s*:?[ \t]*\n?[ \t]*(\S.*(?:\n[ \t]{4,}[\[<{(-].*)*)", re.IGNORECASE)
_WORD = re.compile(
    r"(?P<left_out>\[[^\]]*\]|\.\.\.)"
    r"|(?P<option>--?[A-Za-z][\w-]*)(?:[ =](?P<value><[^>]+>|\{[^}]+\}|\"[^\"]*\"|[A-Z][\w-]*))?"
    r"|(?P<parameter><[^>]+>|\{[^}]+\}|\"[^\"]*\"|[^\s\[\]<>{}]+)"
)
_COMMENT = re.compile(r",\s|;|\(|\be\.?g\.|\bfor example\b|\bsuch as\b|\bwhere\b|\s#", re.IGNORECASE)
_INTERPRETER = re.compile(r"(?:python[\d.]*|py|node|java|ruby|perl|lua|php|deno|bun)(?:\.exe)?", re.IGNORECASE)
_METHOD_NAME = re.compile(r"algo|heur|method|search|strateg|\bmode\b|func|\bh\b", re.IGNORECASE)
_SIZE_NAME = re.compile(r"^n$|size|dim|width|height|rows|columns", re.IGNORECASE)
_FILE_NAME = re.compile(r"file|path|\.txt", re.IGNORECASE)
_STATE_NAME = re.compile(r"state|config|input|list|sequence|values|cells|\bboards?\b|puzzle", re.IGNORECASE)
_MOST = 24  # arguments that are tried


def usage_arguments(text: str, command: Sequence[str], shape: Shape, method: str = "") -> list[str]:
    """The templates of arguments that fit the usage message in an output, the likeliest first; empty without one."""
    match = _USAGE.search(text)
    if match is None:
        return []
    names = {re.split(r"[\\/]", word)[-1] for word in command}
    parts = list(_parts(_COMMENT.split(match[1])[0], names))
    values = [_values(name, text, shape, method) for _, name in parts]
    if not any("{" in value for choices in values for value in choices):
        return []
    combined = islice(product(*(enumerate(choices) for choices in values)), 10_000)
    ranked = [one for one in combined if len({value.replace("goal_", "") for _, value in one if "{" in value}) == 1]
    chosen = sorted(ranked, key=lambda one: sum(place for place, _ in one))[:_MOST]
    return [
        " ".join(f"{option} {value}".strip() for (option, _), (_, value) in zip(parts, one, strict=True))
        for one in chosen
    ]


def usage_blank(text: str) -> str:
    """The sign for the blank that a usage message names; 0 without one."""
    match = BLANK.search(text) if _USAGE.search(text) else None
    sign = next(filter(None, match.groups()), "0") if match else "0"
    return sign if len(sign) == 1 else "0"


def _parts(usage: str, names: set[str]) -> Iterator[tuple[str, str]]:
    """The required parameters of a usage, each with its option, or with an empty one."""
    before = ""  # the word of the program's name, if nothing else stood before this one
    for place, match in enumerate(_WORD.finditer(usage)):
        word = match["parameter"]
        if word is not None and (_INTERPRETER.fullmatch(before) or (not place and _is_name(word, names))):
            before = word
            continue
        before = ""
        if match["option"] and match["value"]:
            yield match["option"], f"{match['option'].strip('-')} {match['value']}"
        elif match["option"]:
            yield match["option"], ""
        elif word is not None:
            yield "", word


def _is_name(word: str, names: set[str]) -> bool:
    """Whether the first word of a usage is the program's name, and not a parameter."""
    return word[0] not in "<{[" and (re.split(r"[\\/]", word)[-1] in names or not BOARD.search(word))


def _values(name: str, text: str, shape: Shape, method: str) -> list[str]:
    """The values to try for a parameter, by its name."""
    if not name:
        return [""]
    if choices := _choices(name) or (_choices_in(name, text) if _METHOD_NAME.search(name) else []):
        return [method] if method else choices
    if _FILE_NAME.search(name):
        return ["{file}"]
    if _SIZE_NAME.search(name) or (SIZE.search(name) and not BOARD.search(name)):
        return [str(shape.rows)]
    if _METHOD_NAME.search(name) or METHOD.search(name):
        return [method] if method else load_tables()["method_arguments"]
    if _STATE_NAME.search(name) or BOARD.search(name) or START.search(name) or GOAL.search(name):
        field = "goal_" if GOAL.search(name) and not START.search(name) else ""
        forms = list(load_tables()["board_arguments"])
        if example := example_template(text, shape):
            gaps = set(re.split(r"\{cell\d+\}", example))
            known = {"": "{digits}", ",": "{cells:,}", " ": '"{cells}"'}
            forms.insert(0, next((form for gap, form in known.items() if gaps == {"", gap}), f'"{example}"'))
        return [form.replace("{", f"{{{field}") for form in dict.fromkeys(forms)]
    return ["50" if LIMIT.search(name) else "1"]


def _choices(text: str) -> list[str]:
    """The values in {bfs,dfs} or <bfs|dfs>, the preferred ones first."""
    inner = re.search(r"[{<\"]?([\w*+-]+(?:\s*[|,/]\s*[\w*+-]+)+)[}>\"]?", text)
    if inner is None:
        return []
    found = re.split(r"\s*[|,/]\s*", inner[1])
    ranked = [one for pattern in load_tables()["preferred"] for one in found if re.search(pattern, one, re.IGNORECASE)]
    return list(dict.fromkeys([*ranked, *found]))


def _choices_in(name: str, text: str) -> list[str]:
    """The values that a line below the usage gives for a parameter, such as ``heuristic: manhattan | hamming``."""
    word = re.escape(name.strip("<>{}").split()[0])
    line = re.search(rf"^[ \t]*[<{{-]*{word}[>}}]?[ \t]*[:=-]?[ \t]+(.*)$", text, re.IGNORECASE | re.MULTILINE)
    return _choices(line[1]) if line else []
