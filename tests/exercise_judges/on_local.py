"""Judges of the questions on local search."""

from __future__ import annotations

from math import e

from exercise_judges import JUDGES, Record, judges
from exercise_judges.puzzle import Rows, children, manhattan, play_all, rows_of
from exercise_judges.records import listed, numbers, yes_no


def values(rows: Rows) -> dict[str, int]:
    return {letter: manhattan(child) for letter, child in children(rows).items()}


def climb(rows: Rows) -> str:
    path = ""
    while True:
        here, found = manhattan(rows), values(rows)
        best = min(found.values())
        if best >= here:
            return path
        letter = next(letter for letter in "UDLR" if found.get(letter) == best)
        path, rows = path + letter, play_all(rows, letter)


@judges("local.best_neighbour")
def best_neighbour(record: Record) -> list[str]:
    found = values(rows_of(record))
    return [letter for letter, h in found.items() if h == min(found.values())]


@judges("local.better")
def better(record: Record) -> list[str]:
    rows = rows_of(record)
    return [str(sum(h == manhattan(rows) - 1 for h in values(rows).values()))]


@judges("local.climb_end")
def climb_end(record: Record) -> list[str]:
    rows = rows_of(record)
    return [str(manhattan(play_all(rows, climb(rows))))]


@judges("local.first_choice")
def first_choice(record: Record) -> list[str]:
    rows = rows_of(record)
    return [next(letter for letter in "UDLR" if values(rows).get(letter, 99) < manhattan(rows))]


def learn(rows: Rows, count: int) -> tuple[str, dict[Rows, int]]:
    """The first moves of LRTA*, and h of every board that was seen."""
    path, h = "", {rows: manhattan(rows)}
    for _ in range(count):
        found = children(rows)
        for child in found.values():
            h.setdefault(child, manhattan(child))
        best = min(h[child] for child in found.values())
        letter = next(letter for letter in "UDLR" if letter in found and h[found[letter]] == best)
        h[rows] = max(h[rows], best + 1)
        path, rows = path + letter, found[letter]
    return path, h


@judges("local.learned_h")
def learned_h(record: Record) -> list[str]:
    rows = rows_of(record)
    return [str(learn(rows, 1)[1][rows])]


@judges("local.place")
def place(record: Record) -> list[str]:
    best = min(numbers(record)) - record["given"]["h"]
    return ["a slope" if best < 0 else "a local optimum" if best > 0 else "a plateau"]


def chance(rise: float, temperature: float) -> float:
    return min(1, float(e ** (-rise / temperature)))


@judges("local.accept")
def accept(record: Record) -> list[str]:
    given = record["given"]
    amount = 0 if given["words"] == "the same" else int(given["words"].split()[-1])
    rise = -amount if given["words"].startswith("smaller") else amount
    return yes_no(given["drawn"] < chance(rise, given["temperature"]))


@judges("local.cooling")
def cooling(record: Record) -> list[str]:
    value = record["given"]["start"]
    for _ in range(record["given"]["trials"]):
        value *= record["given"]["factor"]
    return [f"{value:.3f}"]


@judges("local.restarts")
def restarts(record: Record) -> list[str]:
    """The first success comes with the first, the second, … climb: added up."""
    p, total = record["given"]["chance"], 0.0
    for place_ in range(record["given"]["tries"]):
        total += p * (1 - p) ** place_
    return [f"{total:.3f}"]


def kept(record: Record) -> list[int]:
    """Delete the worst node until as many are left as the beam is wide."""
    nodes = [(int(h), int(number)) for number, h in record["table"]["rows"]]
    while len(nodes) > record["given"]["width"]:
        nodes.remove(max(nodes))
    return [number for _, number in nodes]


@judges("local.beam_size")
def beam_size(record: Record) -> list[str]:
    given = record["given"]
    return [str(sum(given["width"] * given["children"] for _ in range(given["depth"])))]


JUDGES.update(
    {
        "local.is_stuck": lambda record: ["no" if climb(rows_of(record)) else "yes"],
        "local.climb": lambda record: [climb(rows_of(record))],
        "local.learning_walk": lambda record: [learn(rows_of(record), 3)[0]],
        "local.probability": lambda record: [f"{chance(record['given']['rise'], record['given']['temperature']):.3f}"],
        "local.beam": lambda record: [listed(kept(record))],
        "local.beam_lost": lambda record: yes_no(record["given"]["node"] in kept(record)),
    }
)
