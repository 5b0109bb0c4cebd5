"""Texts that people type, in every documented form: a random writer and a strict reader for each.

The strict readers are a second definition of the documented forms, without code of Taquin: they accept nothing else,
and raise ``Refused`` for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from random import Random

from damages import Refused, Written


def matched(pattern: str, text: str) -> re.Match[str]:
    """The match of the whole text."""
    found = re.fullmatch(pattern, text)
    if found is None:
        raise Refused(text)
    return found


def require(condition: bool) -> None:
    if not condition:
        raise Refused


def any_case(random: Random, text: str) -> str:
    return random.choice([text, text, text.lower(), text.upper(), text.title()])


# Numbers, sizes, ranges, limits ---------------------------------------------------------------------------------------


def write_whole(random: Random) -> Written:
    number = random.choice([random.randrange(100), random.randrange(10**6), -random.randrange(100)])
    return Written(random.choice(["", "", " "]) + random.choice([f"{number}", f"{number:+}"]))


def read_whole(text: str, about: object = None) -> int:
    found = matched(r"[ \t]*([+-]?[0-9]{1,40})[ \t]*", text)
    require(abs(int(found[1])) <= 10**18)
    return int(found[1])


def write_real(random: Random) -> Written:
    number = random.choice([random.random(), 10 * random.random(), random.randrange(1000)])
    return Written(random.choice([f"{number:.3f}", f"{number:.2e}", f"{number:g}", f"{number:.1f}".lstrip("0")]))


def read_real(text: str, about: object = None) -> float:
    found = matched(
        r"(?i)[ \t]*([+-]?(?:[0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})(?:e[+-]?[0-9]{1,4})?)[ \t]*", text
    )
    number = float(found[1])
    require(abs(number) <= 1e300)
    return number


def write_size(random: Random) -> Written:
    rows, columns = (random.choice([*range(2, 13), 256]) for _ in range(2))
    sign = random.choice(["x", "X", "×", " x ", "*", ",", ", ", " by "])
    side = random.randint(2, 16)
    return Written(random.choice([f"{rows}{sign}{columns}"] * 4 + [f"{side}", f"{side * side - 1}-puzzle"]))


def read_size(text: str, about: object = None) -> tuple[int, int]:
    if found := re.fullmatch(r"(?i)\s*([0-9]{1,4})[ -]?puzzle\s*", text):
        side = round((int(found[1]) + 1) ** 0.5)
        require(side * side == int(found[1]) + 1 and 2 <= side <= 256)
        return side, side
    found = matched(r"(?i)\s*([0-9]{1,4})(?:\s*(?:[x×*,]|by)\s*([0-9]{1,4}))?\s*", text)
    rows, columns = int(found[1]), int(found[2] or found[1])
    require(1 <= rows <= 256 and 1 <= columns <= 256 and rows * columns > 1)
    return rows, columns


def write_steps(random: Random) -> Written:
    first = random.randint(1, 40)
    last = random.randint(first, 60)
    sign = random.choice(["-", "–", "..", " - "])
    return Written(random.choice([f"{first}{sign}{last}", f"{first}{sign}{last}", f"{first}-", f"{first}"]))


def read_steps(text: str, about: object = None) -> tuple[int, int | None]:
    """The first and the last step, None for the end."""
    found = matched(r"\s*([0-9]{1,9})(?:\s*(-|–|\.\.)\s*([0-9]{1,9})?)?\s*", text)
    first = int(found[1])
    last = int(found[3]) if found[3] else None if found[2] else first
    require(first >= 1 and (last is None or first <= last))
    return first, last


def write_shard(random: Random) -> Written:
    count = random.randint(1, 30)
    return Written(f"{random.randint(1, count)}/{count}")


def read_shard(text: str, about: object = None) -> tuple[int, int]:
    found = matched(r"([0-9]{1,9})/([0-9]{1,9})", text)
    number, count = int(found[1]), int(found[2])
    require(1 <= number <= count)
    return number, count


_TIMES = {"": 1, "s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600}
_COUNTS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}
_SIZES = _COUNTS | {"b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "kib": 2**10, "mib": 2**20, "gib": 2**30}


def write_time(random: Random) -> Written:
    one, two = random.randint(1, 99), random.randint(0, 59)
    unit = random.choice([*_TIMES, "ms"])
    texts = [f"{one}{unit}", f"{one} {unit}", f"{one}.{two}{unit}", f"{one}h{two}", f"{one}h{two}m", f"{one}m{two}s"]
    return Written(any_case(random, random.choice([*texts, f"1e{random.randint(1, 6)}"])))


def read_time(text: str, about: object = None) -> float:
    """In seconds."""
    require(text.isascii())
    text = text.strip().lower()
    if found := re.fullmatch(r"([0-9]{1,9})(?:h([0-9]{1,9})(?:m|min)?|m([0-9]{1,9})s?)", text):
        minutes = found[2] is not None
        rest = int(found[2] if minutes else found[3])
        require(rest < 60)
        seconds = Fraction(int(found[1]) * 3600 + rest * 60 if minutes else int(found[1]) * 60 + rest)
    elif found := re.fullmatch(r"([0-9]{1,9})e\+?([0-9]{1,2})", text):
        seconds = Fraction(int(found[1]) * 10 ** int(found[2]))
    else:
        found = matched(r"([0-9]{1,40}(?:\.[0-9]{1,9})?)[ \t]*([a-z]*)", text)
        require(found[2] == "ms" or found[2] in _TIMES)
        seconds = Fraction(found[1]) * (Fraction(1, 1000) if found[2] == "ms" else _TIMES[found[2]])
    require(seconds <= 10**9)
    return round(float(seconds), 9)


def write_count(random: Random) -> Written:
    number, unit = random.randint(1, 9999), random.choice(list(_COUNTS))
    texts = [f"{number}{unit}", f"{number} {unit}", f"{number}.5{unit or 'k'}", f"{number}e{random.randint(0, 9)}"]
    return Written(any_case(random, random.choice(texts)))


def write_memory(random: Random) -> Written:
    number, unit = random.randint(1, 999), random.choice(list(_SIZES))
    return Written(
        any_case(
            random,
            random.choice([f"{number}{unit}", f"{number} {unit}", f"{number}.25{unit.removeprefix('b') or 'kB'}"]),
        )
    )


def _read_count(text: str, units: dict[str, int]) -> int:
    require(text.isascii())
    text = text.strip().lower()
    if found := re.fullmatch(r"([0-9]{1,9})e\+?([0-9]{1,2})", text):
        number = Fraction(int(found[1]) * 10 ** int(found[2]))
    else:
        found = matched(r"([0-9]{1,40}(?:\.[0-9]{1,9})?)[ \t]*([a-z]*)", text)
        require(found[2] in units)
        number = Fraction(found[1]) * units[found[2]]
        require(units[found[2]] > 1 or number.denominator == 1)
    require(number <= 10**18)
    return int(number)


def read_count(text: str, about: object = None) -> int:
    return _read_count(text, _COUNTS)


def read_memory(text: str, about: object = None) -> int:
    return _read_count(text, _SIZES)


def write_depth(random: Random) -> Written:
    return Written(str(random.randint(0, 200)))


def read_depth(text: str, about: object = None) -> int:
    return _read_count(text, {"": 1})


# Names and specs ------------------------------------------------------------------------------------------------------

GOALS = ("standard", "blank-first", "snail", "center")


def write_goal(random: Random) -> Written:
    return Written(any_case(random, random.choice(GOALS).replace("-", random.choice("-_"))))


def read_goal(text: str, about: object = None) -> str:
    name = text.strip().lower().replace("_", "-")
    require(name in GOALS)
    return name


def write_partition(random: Random) -> Written:
    """Of the standard 3×3 board: sizes, or groups of tiles."""
    tiles = random.sample(range(1, 9), 8)
    cuts = [0, *sorted(random.sample(range(1, 8), random.randint(1, 3))), 8]
    groups = [tiles[begin:end] for begin, end in pairwise(cuts)]
    if random.random() < 0.5:
        return Written(random.choice(["-", " - "]).join(str(len(group)) for group in groups))
    comma, bar = random.choice([",", " ", ", "]), random.choice(["|", " | "])
    return Written(bar.join(comma.join(map(str, group)) for group in groups))


def read_partition(text: str, about: object = None) -> tuple[str, Sequence[object]]:
    text = text.strip()
    if re.fullmatch(r"[0-9]{1,2}(\s*-\s*[0-9]{1,2})*", text):
        sizes = [int(size) for size in text.split("-")]
        require(sum(sizes) == 8 and 0 not in sizes)
        return "sizes", sizes
    groups = [re.fullmatch(r"\s*[0-9]+(?:(?:\s*,\s*|\s+)[0-9]+)*\s*", group) for group in text.split("|")]
    require(all(groups))
    tiles = [[int(tile) for tile in re.findall("[0-9]+", group[0])] for group in groups if group]
    require(sorted(tile for group in tiles for tile in group) == list(range(1, 9)))
    return "tiles", [set(group) for group in tiles]


def _whole(text: str) -> int:
    found = matched(r"[ \t]*\+?([0-9]{1,40})[ \t]*", text)
    return int(found[1])


def _weight(text: str) -> float:
    number = read_real(text)
    require(1 <= number <= 1_000_000)
    return number


def _choice(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        word = text.strip().lower().replace("_", "-")
        require(word in words)
        return word

    return read


def _flag(text: str) -> bool:
    words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    require(text.strip().lower() in words)
    return words[text.strip().lower()]


_ALGORITHMS: dict[str, dict[str, Callable[[str], object]]] = {
    "bfs": {},
    "dfs": {"undo": _flag},
    "astar": {"tie_break": _choice("fifo", "lifo", "low-h", "random"), "seed": _whole},
    "wastar": {"weight": _weight, "tie_break": _choice("fifo", "lifo", "low-h", "random"), "seed": _whole},
    "beam": {"width": _whole},
    "rbfs": {},
}
_ALIASES = {"ast": "astar"}
_HEURISTICS = ("blind", "misplaced", "manhattan", "linear_conflict", "gaschnig", "euclidean")
_VALUES = {
    "undo": ("true", "false", "yes"),
    "tie_break": ("fifo", "lifo", "low-h", "random"),
    "seed": ("3", "17", "2026"),
    "weight": ("2", "1.25", "1e2"),
    "width": ("50", "1000"),
}


def write_spec(random: Random) -> Written:
    name = random.choice(list(_ALGORITHMS))
    parts: list[str] = []
    if name not in ("bfs", "dfs"):
        some = random.sample(_HEURISTICS, 2)
        parts += random.choice([[some[0]], [some[0]], [f"max({some[0]}, {some[1]})"], []])
    options = random.sample(list(_ALGORITHMS[name]), random.randint(0, len(_ALGORITHMS[name])))
    parts += [f"{option}{random.choice(['=', '=', ' = '])}{random.choice(_VALUES[option])}" for option in options]
    return Written(f"{name}({random.choice([', ', ',', ' , ']).join(parts)})" if parts else name)


def read_spec(text: str, about: object = None) -> tuple[str, object, frozenset[tuple[str, object]]]:
    """The algorithm, its heuristic (a name, or the names of a maximum), and the options that are given."""
    found = matched(r"\s*([^(),=]*?)\s*(?:\((.*)\))?\s*", text)
    name, inside = _key(_ALIASES.get(found[1], found[1]), _ALGORITHMS), found[2]
    options: dict[str, object] = {}
    heuristic: object = None
    for part in split_arguments(inside) if inside and inside.strip() else []:
        if "=" in part:
            option, _, value = part.partition("=")
            key = option.strip().lower().replace("-", "_")
            require(key in _ALGORITHMS[name] and key not in options)
            options[key] = _ALGORITHMS[name][key](value.strip())
        else:
            require(heuristic is None and name not in ("bfs", "dfs"))
            heuristic = _read_heuristic(part)
    return name, heuristic, frozenset(options.items())


def _read_heuristic(text: str) -> object:
    if found := re.fullmatch(r"\s*max\s*\((.*)\)\s*", text, re.IGNORECASE):
        return tuple(map(_read_heuristic, split_arguments(found[1])))
    return _key(text, _HEURISTICS)


def _key(text: str, known: Iterable[str]) -> str:
    key = text.strip().lower().replace("-", "_").replace(" ", "_")
    require(key in known)
    return key


def split_arguments(text: str) -> list[str]:
    """The arguments between commas that stand in no parentheses."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        require(depth >= 0)
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    require(depth == 0 and all(part.strip() for part in parts))
    return parts


_COUNTS_OF_SETS = {"korf100": 100, "korf24": 50, "hardest8": 2, "hardest15": 17}


def write_set_name(random: Random) -> Written:
    name = random.choice(list(_COUNTS_OF_SETS))
    parts = []
    for _ in range(random.randint(0, 3)):
        first = random.randint(1, _COUNTS_OF_SETS[name])
        last = random.randint(first, _COUNTS_OF_SETS[name])
        parts.append(random.choice([f"{first}-{last}", f"{first}"]))
    if random.random() < 0.3:
        seed, count = random.randrange(1000), random.randint(1, 5)
        rest = random.choice(["", ", moves=30", ", moves=12, goal=snail"])
        return Written(f"random(3x3, count={count}, seed={seed}{rest})")
    return Written(f"{name}({random.choice([', ', ',']).join(parts)})" if parts else name)


def read_set_name(text: str, about: object = None) -> object:
    """The name and the indices of a set, or the options of random boards."""
    found = matched(r"\s*([a-z0-9_]+)\s*(?:\((.*)\))?\s*", text)
    name, inside = found[1], found[2]
    parts = [] if inside is None else split_arguments(inside)
    if name == "random":
        require(inside is not None and "=" not in parts[0])
        options: dict[str, object] = {"size": read_size(parts[0].strip()), "count": 10, "seed": 0, "goal": "standard"}
        given = [part.partition("=")[::2] for part in parts[1:]]
        names = [option.strip() for option, _ in given]
        require(len({*names}) == len(names))
        for option, value in given:
            key = option.strip()
            require(key in ("count", "seed", "moves", "goal"))
            options[key] = read_goal(value) if key == "goal" else read_whole(value)
            require(key == "goal" or 0 <= int(str(options[key])) <= 10**6)
        require(options["count"] != 0)
        return tuple(sorted((key, str(value)) for key, value in options.items()))
    require(name in _COUNTS_OF_SETS)
    indices: set[int] = set()
    for part in parts:
        numbers = matched(r"\s*([0-9]{1,9})(?:\s*-\s*([0-9]{1,9}))?\s*", part)
        first, last = int(numbers[1]), int(numbers[2] or numbers[1])
        require(1 <= first <= last <= _COUNTS_OF_SETS[name])
        indices.update(range(first, last + 1))
    return name, frozenset(indices or range(1, _COUNTS_OF_SETS[name] + 1))
