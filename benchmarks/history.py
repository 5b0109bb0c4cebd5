"""How fast Taquin was at each commit: measures a fixed set of benchmarks and appends one JSON line to a file.

    .venv/bin/python benchmarks/history.py                      # measure this commit, print the change
    .venv/bin/python benchmarks/history.py --show               # print the entries of this machine, measure nothing
    .venv/bin/python benchmarks/history.py --again              # measure a commit that already has an entry

Every benchmark is measured in CPU time and in turn with a yardstick, a fixed loop in pure Python that uses nothing of
Taquin. What is kept is the ratio of the two, so that a busy or throttled machine changes both alike; the median over
the rounds counts. Ratios are comparable on one kind of machine with one version of Python, so the change is printed
against the last entries with the same processor and Python. Every answer is checked.

An entry belongs to a commit: a tree with changes is refused unless ``--allow-dirty`` marks the entry as such. Finished
rounds are kept in ``build/history.jsonl``, so the same command resumes after an interruption.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from korf import checked, instances, positive
from taquin import Board, random_board, solve
from taquin.experiments.running.task import machine_facts
from taquin.tables.distances import DistanceTable
from taquin.tables.pdb.build import build
from taquin.tables.pdb.pattern import parse_partition

ROOT = Path(__file__).parent.parent
HISTORY = ROOT / "benchmarks" / "history" / "history.jsonl"
PARTS = ROOT / "build" / "history.jsonl"
NOTICEABLE = 0.1
"""A change of a ratio that is marked: 10 %. Repeated runs on one commit differed by less on a busy machine."""
COMPARED = 3
"""The number of earlier entries whose median is the reference."""

Entry = dict[str, Any]


# What is measured


@dataclass(frozen=True)
class Benchmark:
    """Something that takes about half a second of CPU time and returns how much work it did, such as nodes."""

    name: str
    what: str
    run: Callable[[], int]


def nodes(spec: str, *numbers: int) -> Callable[[], int]:
    """Solve some of Korf's instances, natively; exit if a length is not the published one."""
    return lambda: sum(checked(each, spec).stats.generated for each in instances() if each.index in numbers)


def reference_nodes(algorithm: str, boards: int) -> Callable[[], int]:
    """Solve random 8-puzzles in Python."""

    def run() -> int:
        found = [random_board("3x3", seed=seed) for seed in range(boards)]
        return sum(solve(board, algorithm=algorithm, backend="python").stats.generated for board in found)

    return run


def constructed_moves() -> int:
    return solve(random_board("60x60", seed=1), algorithm="constructive").length or 0


def database_entries() -> int:
    pattern = parse_partition("5-5-5", Board("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0")).patterns[0]
    return sum(len(build(pattern, threads=1) or ()) for _ in range(5))


def counted_states() -> int:
    tables = [DistanceTable(Board("1 2 3 4 5 / 6 7 8 9 0")) for _ in range(4)]
    return sum(sum(table.counts) for table in tables)


BENCHMARKS = (
    Benchmark("ida_star", "IDA*, Manhattan, native", nodes("ida_star(manhattan)", 2, 13, 18, 38, 46)),
    Benchmark(
        "linear_conflict", "IDA*, linear conflict, native", nodes("ida_star(linear_conflict)", 2, 28, 38, 57, 81)
    ),
    Benchmark("astar", "A*, Manhattan, native", nodes("astar(manhattan)", 12, 42, 55, 79, 97)),
    Benchmark("database", "five databases of 5 tiles, native", database_entries),
    Benchmark("distances", "all distances of 2×5 four times, native", counted_states),
    Benchmark("constructive", "a constructive solution of 60×60, native", constructed_moves),
    Benchmark("reference_astar", "A*, Manhattan, Python, 40 8-puzzles", reference_nodes("astar(manhattan)", 40)),
    Benchmark(
        "reference_ida_star", "IDA*, Manhattan, Python, 60 8-puzzles", reference_nodes("ida_star(manhattan)", 60)
    ),
)


def yardstick() -> int:
    """A fixed amount of work in pure Python: whole numbers, lists and dictionaries. It never changes."""
    seen: dict[int, int] = {}
    value = 1
    for step in range(300_000):
        value = (value * 1_103_515_245 + 12_345) & 0x7FFFFFFF
        key = value >> 16
        seen[key] = seen.get(key, 0) + step
    return sum(sorted(seen.values())[::7])


# Measuring


def timed(run: Callable[[], int]) -> tuple[float, int]:
    """CPU seconds, and what the function returned."""
    began = process_time()
    work = run()
    return process_time() - began, work


def measure(rounds: int, key: Entry, *, is_resumed: bool) -> list[Entry]:
    """All samples: one for each benchmark and round. Those that are already in the file of parts are not repeated."""
    samples = [part for part in read(PARTS) if {name: part.get(name) for name in key} == key] if is_resumed else []
    if not samples:
        PARTS.unlink(missing_ok=True)
    done = {(part["round"], part["benchmark"]) for part in samples}
    for number in range(rounds):
        for benchmark in BENCHMARKS:
            if (number, benchmark.name) in done:
                continue
            print(f"round {number + 1} of {rounds}: {benchmark.what}", file=sys.stderr)
            unit, _ = timed(yardstick)
            seconds, work = timed(benchmark.run)
            sample = {"round": number, "benchmark": benchmark.name, "seconds": seconds, "unit": unit, "work": work}
            append(PARTS, key | sample)
            samples.append(sample)
    return [sample for sample in samples if sample["round"] < rounds]


def summarise(samples: Sequence[Entry]) -> Entry:
    """For each benchmark the median of the ratios, of the seconds, and its work."""
    found = {}
    for benchmark in BENCHMARKS:
        own = [sample for sample in samples if sample["benchmark"] == benchmark.name]
        found[benchmark.name] = {
            "ratio": round(median(sample["seconds"] / sample["unit"] for sample in own), 4),
            "seconds": round(median(sample["seconds"] for sample in own), 4),
            "work": own[-1]["work"],
        }
    return found


# The file


def read(path: Path) -> list[Entry]:
    """The objects of a file of JSON lines. A last line that was cut off is left out."""
    if not path.exists():
        return []
    entries = []
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, start=1):
        try:
            entries.append(json.loads(line))
        except ValueError:
            if number < len(lines):
                sys.exit(f"{path}:{number} is not JSON")
    return entries


def append(path: Path, entry: Entry) -> None:
    """Append a line. A last line that was cut off is removed first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    if text and not text.endswith("\n"):
        path.write_text(text[: text.rfind("\n") + 1], encoding="utf-8")
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(entry) + "\n")


def machine() -> Entry:
    """What must be equal for two ratios to be comparable."""
    facts = machine_facts()
    return {"cpu": facts["cpu"], "system": platform.system(), "python": facts["python"]}


def git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def commit() -> tuple[str, bool]:
    """The commit of the tree, and whether the tree has other changes than entries of this history."""
    return git("rev-parse", "HEAD"), bool(git("status", "--porcelain", "--", ".", ":!benchmarks/history"))


def earlier_entries(before: Sequence[Entry], own: Entry) -> list[Entry]:
    """The last entries of the same machine and Python."""
    return [entry for entry in before if {name: entry.get(name) for name in own} == own][-COMPARED:]


def show_change(entry: Entry, earlier: Sequence[Entry]) -> None:
    """Each ratio beside the median of the earlier ones."""
    print(f"{'benchmark':<20}{'ratio':>9}{'before':>9}{'change':>9}  what")
    what = {benchmark.name: benchmark.what for benchmark in BENCHMARKS}
    for name, found in entry["benchmarks"].items():
        same = [other["benchmarks"][name] for other in earlier if name in other["benchmarks"]]
        beside = f"{'':>9}{'':>9}"
        note = ""
        if same:
            before = median(other["ratio"] for other in same)
            change = found["ratio"] / before - 1
            beside = f"{before:>9.3f}{change:>+9.1%}"
            if same[-1]["work"] != found["work"]:
                note = f"; work {same[-1]['work']:,} -> {found['work']:,}"
            elif abs(change) >= NOTICEABLE:
                note = "; slower" if change > 0 else "; faster"
        print(f"{name:<20}{found['ratio']:>9.3f}{beside}  {what.get(name, '')}{note}")
    against = ", ".join(other["commit"][:9] for other in earlier)
    print(f"ratio: CPU time divided by that of the yardstick; before: median of {against or 'no earlier entry'}")


# The command


def parse_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=positive, default=5, help="how often each benchmark is measured; default: 5")
    parser.add_argument("--show", action="store_true", help="print the last entries of this machine; measure nothing")
    parser.add_argument("--again", action="store_true", help="measure although this commit has an entry")
    parser.add_argument("--allow-dirty", action="store_true", help="measure a tree with changes, and mark the entry")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse_options(arguments)
    own, before = machine(), read(HISTORY)
    if options.show:
        same = [entry for entry in before if {name: entry.get(name) for name in own} == own]
        for number, entry in enumerate(same):
            print(f"{entry['date'][:10]}  {entry['commit'][:9]}{' with changes' if entry['dirty'] else ''}")
            show_change(entry, same[max(0, number - COMPARED) : number])
        return 0
    name, is_dirty = commit()
    if is_dirty and not options.allow_dirty:
        print("the tree has changes: commit them first, or use --allow-dirty", file=sys.stderr)
        return 2
    earlier = earlier_entries(before, own)
    if not is_dirty and not options.again:
        found = [entry for entry in earlier if entry["commit"] == name and not entry["dirty"]]
        if found:
            print(f"{name[:9]} has an entry of this machine; --again measures it once more")
            return 0
    samples = measure(options.rounds, own | {"commit": name}, is_resumed=not is_dirty and not options.again)
    facts = machine_facts()
    entry = {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": name,
        "dirty": is_dirty,
        **own,
        "cores": facts["cores"],
        "taquin": facts["taquin"],
        "core": facts["core"],
        "rounds": options.rounds,
        "yardstick_seconds": round(median(sample["unit"] for sample in samples), 4),
        "benchmarks": summarise(samples),
    }
    append(HISTORY, entry)
    PARTS.unlink(missing_ok=True)
    show_change(entry, earlier)
    return 0


if __name__ == "__main__":
    sys.exit(main())
