"""Instance sets by name: those that are part of Taquin, random ones, and files.

* ``korf100``, ``korf24``, ``hardest8``, ``hardest15``: the sets in ``data``; ``korf100(easy)``, ``korf100(1-10, 42)``:
  some of a set.
* ``random(4x4, count=100, seed=1)``: random boards, the same on every machine; ``depth=20`` for boards at exactly this
  distance, ``moves=50`` for 50 random moves from the goal, ``goal=snail`` for another goal.
* anything else is a file of boards (``taquin.experiments.instance``). A file whose name is that of a set is written
  with its folder: ``./korf100``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random

from taquin.errors import FormatError, SpecError
from taquin.experiments.instance import Instance, InstanceSet, plain_set, read_set_file
from taquin.puzzle.arguments import check_whole
from taquin.puzzle.documents import Document, Fault
from taquin.puzzle.formats import Format
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import make_goal
from taquin.puzzle.words import near_hint, shown
from taquin.render.records import Listing
from taquin.solving.space_sets import names_space
from taquin.solving.spec_text import SpecCall, parse_spec

_FOLDER = Path(__file__).parent / "data"
NAMES = ("korf100", "korf24", "hardest8", "hardest15")
"""The sets that are part of Taquin."""
RANDOM = "random"
RANDOM_EXAMPLE = "random(4x4, count=100, seed=1)"
RANDOM_SUMMARY = (
    "random boards, the same for the same seed; depth=20 for boards at exactly this distance (up to 12 cells), "
    "moves=50 for random moves from the goal, goal=snail for another goal"
)
MOST_BOARDS = 10**6
"""The most boards of a random set."""
_RANDOM_OPTIONS = ("count", "seed", "depth", "moves", "goal")
_HEAD = re.compile(r"\s*([A-Za-z0-9_]+)\s*(\(|$)")
_RANGE = re.compile(r"([0-9]{1,9})(?:\s*-\s*([0-9]{1,9}))?")


def names_set(text: str) -> bool:
    """Whether a text names a set that is part of Taquin, or a random one, rather than a file.

    >>> names_set("korf100"), names_set("random(3x3)"), names_set("boards.txt"), names_set("./korf100")
    (True, True, False, False)
    """
    head = _HEAD.match(text)
    return head is not None and (head[1] in NAMES or (head[1] == RANDOM and head[2] == "("))


def names_own_spaces(text: str) -> bool:
    """Whether a text names spaces of a user, such as ``pancake.py:stacks(size=9)``, rather than boards."""
    return not names_set(text) and not os.path.exists(text) and names_space(text)  # noqa: PTH110 - as Path raises errors


def instance_set(name: str, shape: Shape | None = None) -> InstanceSet:
    """The set of this name, or the boards of a file. Raises ``SpecError`` or ``FormatError`` that says what is wrong.

    ``shape`` is needed for files with one board per line that are not square.

    >>> [instance.optimum for instance in instance_set("random(3x3, count=2, seed=1, depth=20)").instances]
    [20, 20]
    """
    content = read_instances(name, shape)
    return content if isinstance(content, InstanceSet) else plain_set(content)


def read_instances(
    name: str, shape: Shape | None = None, *, faults: list[Fault] | None = None
) -> InstanceSet | Document:
    """``instance_set``, but the boards of a plain file without goals."""
    if not names_set(name):
        try:
            return read_set_file(Path(name), shape, faults=faults)
        except FormatError as error:
            raise _with_near_name(error, name) from None
    call = parse_spec(name)
    chosen = _random_set(call) if call.name == RANDOM else _part(call)
    chosen.check_shape(shape)
    return chosen


def _with_near_name(error: FormatError, name: str) -> FormatError:
    """The error of a file that does not exist, with the name of a set that was perhaps meant."""
    if error.hint or not error.message.startswith("no such file"):
        return error
    return FormatError(error.message, hint=near_set(name))


def near_set(name: str) -> str:
    """A hint with the name of a set that was perhaps meant; empty if none is near.

    >>> near_set("randm(3x3)")
    'did you mean random(4x4, count=100, seed=1)?'
    """
    hint = near_hint(name.partition("(")[0].strip().lower(), (*NAMES, RANDOM))
    return hint.replace(repr(RANDOM), RANDOM_EXAMPLE)


@lru_cache(maxsize=len(NAMES))
def package_set(name: str) -> InstanceSet:
    packaged = read_set_file(_FOLDER / f"{name}.txt")
    assert isinstance(packaged, InstanceSet)
    return replace(packaged, name=name)


def list_instances() -> Listing:
    """The instance sets by the names that ``taquin.experiments.instance_set`` takes, each with its summary.

    >>> list(list_instances())
    ['korf100', 'korf24', 'hardest8', 'hardest15', 'random(4x4, count=100, seed=1)']
    """
    sets = {name: package_set(name) for name in NAMES}
    summaries = {name: f"{found.summary} ({len(found)} boards; {found.source})" for name, found in sets.items()}
    return Listing({**summaries, RANDOM_EXAMPLE: RANDOM_SUMMARY})


def _part(call: SpecCall) -> InstanceSet:
    """A set, or those of its instances that the arguments name, in the order of the set."""
    whole = package_set(call.name)
    if call.options:
        raise SpecError(f"{call.name} takes no options, found {', '.join(call.options)}", hint=_PART_HINT)
    if not call.parts and "(" in call.text:
        raise SpecError(f"expected numbers of instances of {whole.name}, found none", hint=_PART_HINT)
    if not call.parts:
        return whole
    chosen = {index for part in call.parts for index in _indices(whole, part.text)}
    instances = tuple(instance for instance in whole.instances if instance.index in chosen)
    text = f"{whole.name}({', '.join(part.text.strip() for part in call.parts)})"
    return replace(whole, name=text, instances=instances)


_PART_HINT = "such as korf100(1-10, 42) or korf100(easy)"


def _indices(whole: InstanceSet, text: str) -> Iterator[int]:
    if text == "easy" and whole.easy:
        yield from whole.easy
        return
    match = _RANGE.fullmatch(text.strip())
    if match is None:
        raise SpecError(f"expected numbers of instances of {whole.name}, found {shown(text)}", hint=_PART_HINT)
    first, last = int(match[1]), int(match[2] or match[1])
    if not 1 <= first <= last <= len(whole):
        raise SpecError(f"{whole.name} has the instances 1 to {len(whole)}, found {shown(text)}")
    yield from range(first, last + 1)


def _random_set(call: SpecCall) -> InstanceSet:
    """Random boards: those of ``taquin random`` with the same options."""
    from taquin.analysis.random_boards import MOST_MOVES, random_board  # which loads the distance tables

    options = _random_options(call)
    goal = make_goal(options.get("goal"), Shape.parse(call.parts[0].text))
    count = check_whole("count", options.get("count", 10), least=1, most=MOST_BOARDS, takes_text=True)
    seed = check_whole("seed", options.get("seed", 0), takes_text=True)
    depth, moves = (_whole(options, name, MOST_MOVES) for name in ("depth", "moves"))
    rng = Random(seed)
    boards = [random_board(goal.shape, goal, depth=depth, moves=moves, rng=rng) for _ in range(count)]
    instances = [Instance(index, board, goal, str(index), index, depth) for index, board in enumerate(boards, start=1)]
    named = [f"{name}={options[name]}" for name in _RANDOM_OPTIONS if name in options]
    text = f"{RANDOM}({', '.join([goal.shape.text, *named])})"
    summary = f"random {goal.shape} boards, seed {seed}"
    return InstanceSet(text, tuple(instances), summary, goal=options.get("goal", "standard"), format=Format.SLASH)


def _random_options(call: SpecCall) -> dict[str, str]:
    if len(call.parts) != 1:
        raise SpecError(f"expected one size in {shown(call.text)}, found {len(call.parts)}", hint=RANDOM_EXAMPLE)
    for name in call.options:
        if name not in _RANDOM_OPTIONS:
            hint = near_hint(name, _RANDOM_OPTIONS, f"it takes {', '.join(_RANDOM_OPTIONS)}")
            raise SpecError(f"random boards have no option {shown(name)}", hint=hint)
    return dict(call.options)


def _whole(options: dict[str, str], name: str, most: int) -> int | None:
    return check_whole(name, options[name], most=most, takes_text=True) if name in options else None
