"""Files that Taquin reads, in every documented form: a random writer and a strict reader for each.

As in ``strict_readers``, the strict readers are a second definition of the documented forms, without code of Taquin.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from datetime import date
from random import Random
from typing import Any

from damages import Refused, Written
from strict_readers import (
    GOALS,
    matched,
    read_goal,
    read_memory,
    read_set_name,
    read_spec,
    read_time,
    require,
    write_set_name,
    write_spec,
)

# Boards and JSON ------------------------------------------------------------------------------------------------------


def random_cells(random: Random, count: int) -> list[int]:
    cells = list(range(count))
    random.shuffle(cells)
    return cells


def random_board(random: Random, *sizes: tuple[int, int]) -> str:
    rows, columns = random.choice(sizes or ((2, 2), (2, 3), (3, 3), (3, 3), (4, 4)))
    return board_text(random_cells(random, rows * columns), columns)


def board_text(cells: Sequence[int], columns: int) -> str:
    rows = [cells[place : place + columns] for place in range(0, len(cells), columns)]
    return " / ".join(" ".join(map(str, row)) for row in rows)


def read_board(text: str) -> tuple[int, tuple[int, ...]]:
    """The columns and the cells of a board with slashes between its rows."""
    rows = [[read_cell(cell) for cell in row.split()] for row in text.split("/")]
    cells = [cell for row in rows for cell in row]
    require(len({*map(len, rows)}) == 1 and len(cells) > 1 and sorted(cells) == list(range(len(cells))))
    return len(rows[0]), tuple(cells)


def read_cell(text: str) -> int:
    return 0 if re.fullmatch("[_.xX*Bb□■-]", text) else int(matched(r"[0-9]{1,5}", text)[0])


def read_json(text: str) -> Any:
    """The value of a JSON text. Every key stands once in its object, and numbers are finite."""
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise Refused(text) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    require(len({key for key, _ in pairs}) == len(pairs))
    return dict(pairs)


def _refuse(text: str) -> float:
    raise Refused(text)


def keys_are(value: Any, *names: str) -> bool:
    return isinstance(value, dict) and set(value) == set(names)


def is_whole(value: object, least: int = 0, most: int = 2**63) -> bool:
    return type(value) is int and least <= value < most


def is_number(value: object) -> bool:
    return type(value) in (int, float) and abs(float(str(value))) < 1e300


# Instance sets --------------------------------------------------------------------------------------------------------

_SET_KEYS = ("instances", "about", "source", "goal", "columns", "easy")


def write_set(random: Random) -> Written:
    others = random.choice([[], ["optimum"], ["label"], ["label", "optimum"], ["label", "optimum", "nodes"]])
    columns = [*others[: "label" in others], "board", *others["label" in others :]]
    count, cells = random.randint(1, 4), random.choice([4, 9, 9, 16])
    header = ["# instances: my boards"]
    rest = [
        f"# goal: {random.choice(GOALS)}",
        "# about: boards of mine",
        "# source: me in 2026",
        "# no key here",
        "# so hard: at least",
    ]
    rest += [f"# easy: {' '.join(map(str, random.sample(range(1, count + 1), random.randint(1, count))))}"]
    header += random.sample(rest, random.randint(0, len(rest)))
    header += [f"# columns: {' '.join(columns)}"] if others else []
    lines = []
    for number in range(count):
        values = {
            "label": random.choice(["a", "b", "x1", "first"]) + str(number),
            "optimum": str(random.randint(1, 99)),
        }
        values |= {"nodes": str(random.randrange(10**6)), "board": " ".join(map(str, random_cells(random, cells)))}
        lines.append(" ".join(values[name] for name in columns))
    return Written("\n".join([*header, *lines, ""]))


def read_set(text: str, about: object = None) -> object:
    """The goal, the texts of the header, the easy boards, and the label, the cells and the other columns of each."""
    lines = [line.strip() for line in text.removeprefix("\ufeff").splitlines()]
    if not lines or not re.match(r"#\s*instances:", lines[0]):
        return "boards", _read_plain(text)
    keys: dict[str, str] = {}
    rows: list[list[str]] = []
    for line in lines:
        if not line.startswith("#"):
            rows += [cells] if (cells := line.partition("#")[0].strip("/|,; ").split()) else []
        elif comment := re.fullmatch(r"#\s*([a-z]+):\s*(.*)", line):
            require(comment[1] in _SET_KEYS and comment[1] not in keys and not rows)
            require("#" not in comment[2] or (comment[1] in ("about", "source") and ":" not in comment[2]))
            keys[comment[1]] = comment[2]
        else:
            words = re.match(r"#\s*(\w+)", line)
            require(words is None or words[1].lower() not in _SET_KEYS)
            require(":" not in line or not is_like_a_key(line.partition(":")[0]))
    columns = keys.get("columns", "board").replace(",", " ").split()
    require(columns.count("board") == 1 and len({*columns}) == len(columns) and bool(rows))
    place = columns.index("board")
    require(place < 2)
    boards = []
    for row in rows:
        count = len(row) - len(columns) + 1
        square = _square(row[place : place + max(count, 0)])
        names = [*columns[:place], *columns[place + 1 :]]
        others = dict(zip(names, [*row[:place], *row[place + count :]], strict=True))
        matched(r"[^'\"|,]*", others.get("label", ""))
        if "optimum" in others:
            matched(r"\+?[0-9]{1,40}", others["optimum"])
            others["optimum"] = str(int(others["optimum"]))
        boards.append((square, tuple(sorted(others.items()))))
    easy = tuple(int(matched("[0-9]{1,9}", word)[0]) for word in keys.get("easy", "").split())
    require(all(0 < number <= len(boards) for number in easy))
    return read_goal(keys.get("goal", "standard")), keys.get("about", ""), keys.get("source", ""), easy, tuple(boards)


def is_like_a_key(words: str) -> bool:
    """Whether words before a colon may be a damaged key of a set: a single word, or a key with one more character."""
    letters = "".join(re.findall("[a-z]", words.lower()))
    damaged = {key[:place] + key[place + 1 :] for key in _SET_KEYS for place in range(len(key))}
    return len(words.strip("# ").split()) < 2 or any(key in letters for key in _SET_KEYS) or letters in damaged


def _square(words: Sequence[str]) -> tuple[int, ...]:
    cells = tuple(int(matched("[0-9]{1,5}", word)[0]) for word in words)
    require(len(cells) in (4, 9, 16, 25) and sorted(cells) == list(range(len(cells))))
    return cells


def _read_plain(text: str) -> list[tuple[int, ...]]:
    """The boards of a file that is no set: one on each line, with other columns. Its comments mean nothing."""
    require(not re.search(r"(?m)^\s*#\s*(?:instances|goal|columns|easy):", text))
    lines = [words for line in text.removeprefix("\ufeff").splitlines() if (words := line.partition("#")[0].split())]
    if len(lines) == 2 and re.fullmatch(r"\d+ (?:-1|\d+)", " ".join(lines[0])):  # a size, and the place of the blank
        count = len(lines[1])
        require(int(lines[0][0]) in (count - 1, count**0.5) and -1 <= int(lines[0][1]) < count)
        lines = lines[1:]
    found = [
        [cells for words in lines for size in (16, 9, 4) if (cells := _cells_before(words[place:], size))]
        for place in (0, 1)
    ]
    whole = [boards for boards in found if len(boards) == len(lines) > 0]
    require(len(whole) == 1)
    return whole[0]


def _cells_before(words: Sequence[str], size: int) -> tuple[int, ...]:
    """The cells before some other columns, if there is a board of this size."""
    try:
        return _square(words[:size]) if len(words) - size in range(4) else ()
    except Refused:
        return ()


# TOML: assignments and plans ------------------------------------------------------------------------------------------


def read_toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        raise Refused(text) from None


def nameless_goal(random: Random, size: tuple[int, int]) -> str:
    """A board that is none of the goals with a name: these begin with 0 or 1."""
    while (text := random_board(random, size))[0] in "01":
        pass
    return text


def write_assignment(random: Random) -> Written:
    size = random.choice([(2, 3), (3, 3), (3, 3)])
    boards = [random_board(random, size) for _ in range(random.randint(1, 3))]
    hidden = [random_board(random, size) for _ in range(random.randint(0, 2))]
    lines = [
        f'title = "Homework {random.randint(1, 9)}"',
        'program = "python3 solver.py"',
        random.choice(['input = "{row1}\\n{row2}\\n"', "# input = none", 'blank = "_"']),
        f'goal = "{random.choice([*GOALS, nameless_goal(random, size)])}"',
        f'time = "{random.choice(["20s", "1m", "2m30", "90"])}"',
        f'memory = "{random.choice(["1GB", "500 MB", "1GiB"])}"',
        "boards = [",
        *(f'  "{board}",  # number {number}' for number, board in enumerate(boards, start=1)),
        "]",
        f"hidden = {json.dumps(hidden)}",
        "",
        "[points]",
        *(
            f"{name} = {random.choice([1, 2, 3.5])}"
            for name in random.sample(["right", "shortest", "time", "counters"], 3)
        ),
    ]
    if any(line.startswith("counters") for line in lines):
        lines += ["", "[allowed]", 'heuristic = ["Manhattan distance"]', 'key = ["g+h"]'][: random.choice([0, 3])]
    return Written("\n".join(lines) + "\n")


_ASSIGNMENT = {"title": "", "program": "", "build": "", "input": "", "call": "", "method": "", "heuristic": ""}
_ASSIGNMENT |= {"blank": "0", "goal": "standard", "time": "10s", "memory": "2GB"}


def read_assignment(text: str, about: object = None) -> object:
    table = read_toml(text)
    require(set(table) <= {*_ASSIGNMENT, "boards", "hidden", "points", "allowed"})
    values = {**_ASSIGNMENT, **table}
    require(all(isinstance(values[name], str) for name in _ASSIGNMENT) and values["program"].strip() != "")
    boards, hidden = ([read_board(board) for board in texts_of(values, name)] for name in ("boards", "hidden"))
    shapes = {(width, len(each)) for width, each in (*boards, *hidden)}
    goal: object = values["goal"]
    if any(map(str.isdigit, values["goal"])):
        goal = read_board(values["goal"])
        shapes.add((goal[0], len(goal[1])))
    else:
        goal = read_goal(values["goal"])
    require(len(shapes) < 2)
    points, allowed = values.get("points", {"right": 5, "shortest": 3, "unsolvable": 2}), values.get("allowed", {})
    names = {"right", "shortest", "unsolvable", "time", "counters", "admissible"}
    require(isinstance(points, dict) and {*points} <= names and isinstance(allowed, dict))
    require(all(type(each) in (int, float) and 0 <= each < 1e9 for each in points.values()))
    rest = tuple(
        values[name] for name in ("title", "program", "build", "input", "call", "method", "heuristic", "blank")
    )
    limits = read_time(values["time"]), read_memory(values["memory"])
    return (
        rest,
        goal,
        limits,
        tuple(boards),
        tuple(hidden),
        tuple(sorted(points.items())),
        json.dumps(allowed, sort_keys=True),
    )


def texts_of(values: Mapping[str, Any], name: str) -> list[str]:
    texts = values.get(name, [])
    require(isinstance(texts, list) and all(isinstance(text, str) for text in texts))
    return list(texts)


def write_plan(random: Random) -> Written:
    sets = list(dict.fromkeys(write_set_name(random).text for _ in range(random.randint(1, 2))))
    methods = list(dict.fromkeys(write_spec(random).text for _ in range(random.randint(1, 3))))
    lines = [
        f"instances = {json.dumps(sets)}",
        f"methods = {json.dumps(methods)}",
        f"repeat = {random.randint(1, 5)}",
        f"seed = {random.randrange(100)}",
        f"time = {random.choice(['60', chr(34) + '60s' + chr(34), chr(34) + '1m' + chr(34)])}",
        'nodes = "2M"',
        f'clock = "{random.choice(["cpu", "wall"])}"',
        f'backend = "{random.choice(["auto", "python", "native"])}"',
        'output = "results.jsonl"',
    ]
    return Written("\n".join([*lines[:2], *random.sample(lines[2:], random.randint(0, 7)), ""]))


def read_plan(text: str, about: object = None) -> object:
    table = read_toml(text)
    kinds: dict[str, tuple[type, ...]] = {"repeat": (int,), "seed": (int,), "clock": (str,), "backend": (str,)}
    kinds |= dict.fromkeys(("goal", "size", "output"), (str,)) | dict.fromkeys(("instances", "methods"), (str, list))
    kinds |= dict.fromkeys(("time", "nodes", "memory", "depth"), (int, float, str))
    require(all(name in kinds and type(value) in kinds[name] for name, value in table.items()))
    lists = {
        name: [table[name]] if isinstance(table.get(name), str) else table.get(name)
        for name in ("instances", "methods")
    }
    require(
        all(
            isinstance(texts, list) and texts and all(isinstance(text, str) for text in texts)
            for texts in lists.values()
        )
    )
    sets, methods = map(read_set_name, lists["instances"] or []), map(read_spec, lists["methods"] or [])
    return {**table, "instances": list(sets), "methods": list(methods)}


# Results --------------------------------------------------------------------------------------------------------------


def write_results(random: Random, fields: Mapping[str, str]) -> Written:
    """Some records with all fields: ``fields`` has their types."""
    lines = []
    for index in range(1, random.randint(1, 3) + 1):
        record: dict[str, object] = {name: _random_value(random, kind) for name, kind in fields.items()}
        length = random.randint(1, 60)
        record |= {"version": 1, "experiment": "0123456789ab", "instances": "korf100", "index": index, "method": "bfs"}
        record |= {"repetition": 1, "status": "solved", "replayed": True, "length": length, "moves": "UDLR" * 15}
        record |= {"spec": {"instances": ["korf100"], "methods": ["bfs"], "repeat": 1, "time": None}, "cost": length}
        record["iterations"] = [{"bound": 23, "expanded": 100, "generated": 200}][: random.randint(0, 1)]
        record["improvements"] = [{"seconds": 1.5, "length": 40, "lower_bound": 30}][: random.randint(0, 1)]
        record["moves"] = "".join(random.choice("UDLR") for _ in range(length))
        lines.append(json.dumps(record, ensure_ascii=False))
    return Written("\n".join(lines) + "\n", fields)


def _random_value(random: Random, kind: str) -> object:
    if kind.endswith(" or null") and random.random() < 0.2:
        return None
    match kind.removesuffix(" or null"):
        case "int":
            return random.randrange(10**6)
        case "float":
            return round(1000 * random.random(), 3)
        case "bool":
            return random.random() < 0.5
        case "str":
            return random.choice(["a text", "größer", "x86_64", "2026-11-19T10:00:00+00:00"])
        case "list[str]":
            return ["4x4-15-0.1.4 1a2b3c"][: random.randint(0, 1)]
    return {}


_NEEDED = ("experiment", "instances", "index", "method", "repetition", "status")


def read_results(text: str, fields: Mapping[str, str]) -> object:
    """The records by what identifies their runs; of several of one run the last."""
    require(not text or text.endswith("\n"))
    rows: dict[object, object] = {}
    for line in text.removeprefix("\ufeff").split("\n"):
        if not line.strip(" \t\r"):
            continue
        row = read_json(line)
        require(isinstance(row, dict) and is_whole(row.get("version"), 1, 2))
        require(not ({*row} - {*fields} and {*fields} - {*row}))  # older records have fewer fields, newer ones more
        require(all(row.get(name) is not None for name in _NEEDED))
        require(all(row.get(name) is None or _has_type(name, row[name], kind) for name, kind in fields.items()))
        require(not row.get("replayed") or row.get("length") is not None)
        if isinstance(row.get("moves"), str) and row.get("rows") is not None and row.get("length") is not None:
            require(len(row["moves"]) == row["length"])
        complete = {**dict.fromkeys(fields), **row}
        rows[tuple(row[name] for name in ("experiment", "instances", "index", "method", "repetition"))] = complete
    return list(rows.values())


def _has_type(name: str, value: object, kind: str) -> bool:
    match kind.removesuffix(" or null"):
        case "int":
            return is_whole(value, -(2**63) + 1 if name == "seed" else 0)
        case "float":
            return (
                is_number(value) and abs(float(str(value))) < 2**63 and (float(str(value)) >= 0 or name.endswith("_h"))
            )
        case "bool":
            return type(value) is bool
        case "str":
            return isinstance(value, str)
        case "list[str]":
            return isinstance(value, list) and all(isinstance(each, str) for each in value)
        case "list[object]":
            return isinstance(value, list) and all(
                isinstance(each, dict) and {*_PARTS[name]} <= {*each} and all(map(is_number, each.values()))
                for each in value
            )
    return isinstance(value, dict)


_PARTS = {"iterations": ("bound", "expanded", "generated"), "improvements": ("seconds", "length", "lower_bound")}


# Certificates and traces ----------------------------------------------------------------------------------------------

_CERTIFICATE: tuple[str, ...] = (
    "format",
    "version",
    "rows",
    "columns",
    "start",
    "goal",
    "status",
    "moves",
    "length",
    "lower_bound",
)
_CERTIFICATE += ("heuristic", "iterations", "made_by", "checksum")


def read_certificate(text: str, about: object = None) -> object:
    record = read_json(text)
    require(keys_are(record, *_CERTIFICATE))
    rest = json.dumps({**record, "checksum": ""}, sort_keys=True, separators=(",", ":"))
    require(record["checksum"] == hashlib.sha256(rest.encode()).hexdigest())
    return record


_EVENTS = {
    "iteration": ("bound",),
    "generate": ("node", "parent", "move", "g", "h"),
    "duplicate": ("node", "parent", "move", "g"),
    "expand": ("node",),
    "prune": ("node", "reason"),
    "improve": ("node", "parent", "move", "g"),
    "goal": ("node",),
}
_RULES: tuple[str, ...] = (
    "order",
    "weight_g",
    "weight_h",
    "priority",
    "suboptimality",
    "tie_break",
    "seed",
    "held",
    "bound",
)
_RULES += ("unique_states",)
_COUNTERS = ("expanded", "generated", "duplicates", "reopened", "pruned", "max_frontier", "max_stored", "max_depth")
_FINISH: tuple[str, ...] = (
    "event",
    "status",
    "moves",
    "reason",
    *_COUNTERS,
    "lower_bound",
    "best_h",
    "partial_moves",
    "final_h",
)
_FINISH += ("iterations", "truncated")
_COUNTED = {"expand": "expanded", "generate": "generated", "duplicate": "duplicates", "prune": "pruned"}


def read_trace(text: str, about: object = None) -> object:
    """The header, the events and the finish, as the objects that they are."""
    lines = [read_json(line) for line in text.split("\n") if line.strip()]
    require(len(lines) > 1 and all(isinstance(line, dict) for line in lines))
    header, *events, finish = lines
    require(keys_are(header, "taquin_trace", "spec", "title", "algorithm", "rules", "start", "goal"))
    require(type(header["taquin_trace"]) is int and header["taquin_trace"] == 4 and keys_are(header["rules"], *_RULES))
    for name in ("start", "goal"):
        columns, cells = read_board(str(header[name]))
        header[name] = board_text(cells, columns)
    require(keys_are(finish, *_FINISH) and finish["event"] == "finish" and type(finish["truncated"]) is bool)
    for event in events:
        require(event.get("event") in _EVENTS and keys_are(event, "event", *_EVENTS[event["event"]]))
    for kind, counter in _COUNTED.items():
        found = sum(event["event"] == kind and (kind != "generate" or event["parent"] != -1) for event in events)
        require(finish["truncated"] or found == finish[counter])
    return lines


# Games ----------------------------------------------------------------------------------------------------------------

_KINDS = ("uniform", "daily", "set", "moves", "depth", "own")


def write_games(random: Random) -> Written:
    lines = []
    for _ in range(random.randint(1, 4)):
        rows, columns = random.choice([(3, 3), (2, 3), (4, 4)])
        board = random_board(random, (rows, columns))
        record = {
            "date": f"2026-{random.randint(1, 12):02}-{random.randint(1, 28):02}T17:21:34+01:00",
            "size": f"{rows}x{columns}",
            "goal": board_text([*range(1, rows * columns), 0], columns),
            "start": board,
            "moves": random.randint(1, 200),
            "seconds": random.choice([12, 3.25, 100.5]),
            "hints": random.random() < 0.3,
            "kind": random.choice(_KINDS),
        }
        record |= random.choice([{}, {"rated": True}, {"rated": False}]) | random.choice([{}, {"metric": "slides"}])
        lines.append(json.dumps(record, separators=(",", ":")))
    return Written("\n".join(lines) + "\n")


def read_games(text: str, about: object = None) -> object:
    return [_read_game(line) for line in text.split("\n") if line.strip()]


def _read_game(line: str) -> dict[str, Any]:
    names = ("date", "size", "goal", "start", "moves", "seconds", "hints", "kind")
    try:
        game = read_json(line)
        require(isinstance(game, dict))
        optional = [name for name in ("rated", "metric") if name in game]
        require(keys_are(game, *names, *optional) and type(game.get("rated", False)) is bool)
        require(all(isinstance(game[name], str) for name in ("date", "size", "goal", "start", "kind")))
        day = matched(
            r"([0-9]{4}-[0-9]{2}-[0-9]{2})T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:[+-][0-9]{2}:[0-9]{2}|Z)?", game["date"]
        )
        date.fromisoformat(day[1])
        matched("[0-9]{1,3}x[0-9]{1,3}", game["size"])
        require(is_whole(game["moves"], 1) and is_number(game["seconds"]) and game["seconds"] >= 0)
        require(
            type(game["hints"]) is bool
            and game["kind"] in _KINDS
            and game.get("metric", "moves") in ("moves", "slides")
        )
    except ValueError:
        raise Refused(line) from None
    return {"metric": "moves", **game}
