"""The marks of a class of 120: beside those of an independent program, with the CPU time of the judge, graded twice.

    python benchmarks/class_marks.py [--programs 100] [--hostile 20] [--once]

The programs are those of ``judge_programs.py`` in many forms: 23 ways to type a board, 12 kinds of output, five
searches, and two faults. What each does on each board is computed without Taquin, and so are its marks. The hostile
ones are among those of ``tests/attack/hostile_submissions.toml`` that get nothing. The CPU time of the judge is that of
its own process: programs and sandboxes are child processes. The second grading shows whether a busy machine changes a
mark.
"""

from __future__ import annotations

import argparse
import csv
import os
import resource
import sys
import tomllib
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from judge_precision import shortest_lengths
from judge_programs import INPUTS, OUTPUTS, Sample, Search, python_program
from taquin.cli import run

BOARDS = ["123405786", "123046758", "162840537"]
"""Two easy ones, and one on which marking a board when it is generated fails."""
UNSOLVABLE = "213456780"
POINTS = {"right": 4.0, "shortest": 3.0, "unsolvable": 1.0}
SEARCHES = (
    Search(),
    Search(marks="generated"),
    Search(weight_g=0, order="RDLU"),
    Search(counts_blank=True),
    Search(heuristic="misplaced", order="LRUD"),
)
FAULTS = {
    "": "",
    "crash": "if len(letters) > 8: raise ValueError('too deep')\n",
    "short": "if len(letters) > 8: boards, letters = boards[:-1], letters[:-1]\n",
}
"""What is done after the search, so that solutions of more than 8 moves fail."""
SOLVED = "boards, letters, expanded, generated, largest = solve(start)\n"
HOSTILE = Path(__file__).parents[1] / "tests" / "attack" / "hostile_submissions.toml"
ASSIGNMENT = f"""
title = "A class of 120"
isolation = "required"
program = "{sys.executable} solver.py"
time = "10s"
memory = "500MB"
boards = {[" ".join(board) for board in (*BOARDS[:2], UNSOLVABLE)]}
hidden = {[" ".join(board) for board in BOARDS[2:]]}
[points]
right = 4
shortest = 3
unsolvable = 1
"""


@dataclass(frozen=True)
class Submission:
    """A program with one of the faults."""

    sample: Sample
    fault: str

    def expected(self, shortest: dict[tuple[int, ...], int]) -> float:
        """Its points, computed without Taquin."""
        solve = self.sample.search.solver()
        right = best = 0
        for board in BOARDS:
            cells = tuple(map(int, board))
            length = len(solve(cells)[1])
            fails = self.fault != "" and length > 8
            right += not fails
            printed = length - 1 if self.fault == "short" and length > 8 else length
            is_shortest = printed == shortest[cells] if self.fault != "crash" or length <= 8 else False
            best += is_shortest and (not fails or not self.sample.prints_steps)
        total = POINTS["shortest"] * best / len(BOARDS) + POINTS["unsolvable"]
        if self.sample.prints_steps:
            total += POINTS["right"] * right / len(BOARDS)
        return total


def submissions(count: int) -> list[Submission]:
    """Programs in all forms, one after another."""
    ways, outputs, made = list(INPUTS), list(OUTPUTS), []
    for number in range(count):
        search, fault = SEARCHES[number % 5], list(FAULTS)[(number % 9) // 3 if number % 3 == 0 else 0]
        sample = python_program(ways[number % len(ways)], outputs[number % len(outputs)], search)
        made.append(Submission(replace(sample, source=sample.source.replace(SOLVED, SOLVED + FAULTS[fault])), fault))
    return made


def write_class(folder: Path, programs: list[Submission], hostile: int) -> dict[str, str]:
    """The folders of a class; the names of the hostile ones, with what they want."""
    (folder / "homework.toml").write_text(ASSIGNMENT)
    for number, one in enumerate(programs):
        place = folder / f"student{number:03}"
        place.mkdir()
        (place / "solver.py").write_text(one.sample.source)
    table = tomllib.loads(HOSTILE.read_text(encoding="utf-8"))
    alone = (name for name, entry in table.items() if "points" not in entry and "files" not in entry)
    chosen = [name for name in alone if not any(word in table[name].get("code", "for") for word in ("for", "SOLVES"))]
    for name in chosen[:hostile]:
        place = folder / name
        place.mkdir()
        code = table[name]["code"].replace("CLASS", str(folder)).replace("PORT", "1").replace("MARK", "mark")
        bound = "import resource; resource.setrlimit(resource.RLIMIT_CPU, (20, 20))\n"
        (place / "solver.py").write_text(bound + code)
        for file, target in table[name].get("links", {}).items():
            (place / file).symlink_to(target.replace("CLASS", str(folder)))
    return {name: table[name]["wanted"] for name in chosen[:hostile]}


def grade(folder: Path, output: str) -> dict[str, tuple[float, str]]:
    """The points and the remarks of every submission; prints the CPU time."""
    names = sorted(path.name for path in folder.iterdir() if path.is_dir() and not path.name.startswith("marks"))
    before, clock = resource.getrusage(resource.RUSAGE_SELF), monotonic()
    run(["judge", "--assignment", "homework.toml", *names, "-o", output])
    after = resource.getrusage(resource.RUSAGE_SELF)
    own = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"\n{output}: {len(names)} submissions in {monotonic() - clock:.0f} s, load {os.getloadavg()[0]:.1f}")
    print(f"CPU time of the judge {own:.1f} s, {own / len(names):.2f} s a submission\n")
    with (folder / output / "marks.csv").open(newline="") as file:
        return {row["submission"]: (float(row["total"]), row["remarks"]) for row in csv.DictReader(file)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--hostile", type=int, default=20)
    parser.add_argument("--once", action="store_true")
    options = parser.parse_args()
    shortest, programs = shortest_lengths(), submissions(options.programs)
    with TemporaryDirectory() as name:
        folder = Path(name)
        hostile = write_class(folder, programs, options.hostile)
        os.chdir(folder)
        found = grade(folder, "marks")
        again = found if options.once else grade(folder, "marks2")
        os.chdir("/")
    counts: Counter[str] = Counter()
    for number, one in enumerate(programs):
        points, remarks = found[f"student{number:03}"]
        wanted = one.expected(shortest)
        is_equal = abs(points - wanted) < 0.02
        counts["equal"] += is_equal
        if not is_equal:
            form = f"{one.sample.name}, {one.fault or 'no fault'}"
            print(f"student{number:03} ({form}): {points:g}, not {wanted:.2f}: {remarks}")
    got = {name: found[name][0] for name in hostile if found[name][0]}
    print(f"marks equal to the independent ones: {counts['equal']} of {len(programs)}")
    print(f"hostile submissions with points: {len(got)} of {len(hostile)} {got or ''}")
    differ = {one: (found[one], again[one]) for one in found if found[one][0] != again[one][0]}
    print(f"marks equal in both gradings: {len(found) - len(differ)} of {len(found)} {differ or ''}")


if __name__ == "__main__":
    main()
