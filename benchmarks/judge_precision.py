"""How much of what ``taquin judge`` says is true, and how many faults it finds: on programs whose answers are known.

    python benchmarks/judge_precision.py [--explain] [NAME...]

The programs (``judge_programs.py``) are one search with a few parameters in many forms and six languages; languages
that are not installed are left out. What each does on each board is computed without Taquin. A statement is: the
verdict on a board, the length, a counter, a fault. With ``--explain`` also what the search is said to be (minutes).
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from judge_programs import Sample, other_programs, python_programs
from taquin.judging.judge import judge
from taquin.judging.report import ProgramReport
from taquin.judging.variants import Duplicates

BOARDS = ["123405786", "123046758", "162840537", "523710648", "213456780"]
"""Two easy ones, two on which marking a board when it is generated fails, and an unsolvable one."""
_TOOLS = {"Java": "javac", "C++": "g++", "C": "gcc", "JavaScript": "node", "Rust": "rustc"}
_KINDS = {"expanded": "expanded", "generated": "generated", "largest": "queue"}


def prepare(sample: Sample, folder: Path) -> str:
    """Write and compile a program; the command that runs it."""
    names = {"Python": "solver.py", "Java": "Main.java", "C++": "solver.cpp", "C": "solver.c"}
    path = folder / names.get(
        sample.language, {"JavaScript": "solver.js", "Rust": "solver.rs"}.get(sample.language, "")
    )
    path.write_text(sample.source)
    compiled = folder / "solver"
    compilers = {
        "Java": ["javac", str(path)],
        "C++": ["g++", "-O1", str(path), "-o", str(compiled)],
        "C": ["gcc", "-O1", str(path), "-o", str(compiled)],
        "Rust": ["rustc", "-O", str(path), "-o", str(compiled)],
    }
    if sample.language in compilers:
        subprocess.run(compilers[sample.language], check=True, capture_output=True)
    commands = {"Python": f"python3 {path}", "Java": f"java -cp {folder} Main", "JavaScript": f"node {path}"}
    return commands.get(sample.language, str(compiled))


def shortest_lengths() -> dict[tuple[int, ...], int]:
    """The distances of all boards, by breadth-first search from the goal."""
    goal = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    found: dict[tuple[int, ...], int] = {goal: 0}
    queue: list[tuple[int, ...]] = [goal]
    for board in queue:
        blank = board.index(0)
        for step in (-3, 3, -1, 1):
            cell = blank + step
            if 0 <= cell < 9 and (step in (-3, 3) or cell // 3 == blank // 3):
                cells = list(board)
                cells[blank], cells[cell] = cells[cell], 0
                if (child := tuple(cells)) not in found:
                    found[child] = found[board] + 1
                    queue.append(child)
    return found


def statements(
    sample: Sample, report: ProgramReport, shortest: dict[tuple[int, ...], int]
) -> Iterator[tuple[str, bool]]:
    """Everything that the report says, and whether it is true."""
    solve = sample.search.solver()
    is_longer = False
    for one in report.boards:
        cells, verdict = tuple(one.board), one.verdict.value
        name = "".join(map(str, cells))
        if cells not in shortest:
            yield f"{name}: {verdict}", verdict == "says unsolvable"
            continue
        _, letters, expanded, generated, largest = solve(cells)
        counts = {"expanded": expanded, "generated": generated, "queue": largest}
        is_longer = is_longer or len(letters) > shortest[cells]
        wanted = "longer" if len(letters) > shortest[cells] else "shortest"
        if not sample.prints_steps:
            wanted = "wrong length" if wanted == "longer" else "length only"
        yield f"{name}: {verdict}", verdict == wanted
        yield f"{name}: length {one.length}", one.length == len(letters)
        for key, counter in one.reading.counters.items():
            if key in report.counters() and counter.kind in counts:
                yield f"{name}: {counter.name} {counter.value:g}", counter.value == counts[counter.kind]
    for finding in report.findings:
        is_true = is_longer and "longer" in finding.observed
        yield finding.observed, is_true or any(fault in finding.observed for fault in sample.search.faults)
    explained = report.explanation
    if explained is not None and explained.is_exact:
        for variant in explained.variants[:1]:
            same = all(one.heuristic == variant.heuristic for one in explained.variants)
            names = {"manhattan": "Manhattan distance", "misplaced": "misplaced tiles", "none": "no heuristic"}
            heuristic = names[sample.search.heuristic] + " with the blank" * sample.search.counts_blank
            if same:
                yield f"heuristic: {variant.heuristic}", variant.heuristic == heuristic
            if all(one.duplicates is variant.duplicates for one in explained.variants):
                marks = variant.duplicates is Duplicates.GENERATED
                yield f"boards: {variant.duplicates}", marks == (sample.search.marks == "generated")
            if all(one.order == variant.order for one in explained.variants):
                order = "".join(move.letter for move in variant.order)
                yield f"order: {order}", order == sample.search.order


def main(arguments: list[str]) -> None:
    """Judge every program, and print the false statements and the table."""
    explains = "--explain" in arguments
    names = [word for word in arguments if word != "--explain"]
    shortest = shortest_lengths()
    samples = [one for one in (*python_programs(), *other_programs()) if not names or one.name in names]
    missing = {one.language for one in samples if one.language in _TOOLS and not shutil.which(_TOOLS[one.language])}
    samples = [one for one in samples if one.language not in missing]
    counts: Counter[str] = Counter()
    for sample in samples:
        with TemporaryDirectory() as folder:
            command = prepare(sample, Path(folder))
            began = process_time()
            report = judge(command, BOARDS, explains=explains)
        told = list(statements(sample, report, shortest))
        wrong = [text for text, is_true in told if not is_true]
        has_fault = any("longer" in text or "wrong length" in text for text, is_true in told if is_true)
        solve = sample.search.solver()
        is_faulty = any(
            len(solve(cells)[1]) > shortest[cells]
            for cells in (tuple(map(int, one)) for one in BOARDS)
            if cells in shortest
        )
        counts += Counter(
            programs=1,
            read=not report.failure,
            statements=len(told),
            true=len(told) - len(wrong),
            faulty=is_faulty,
            found=is_faulty and has_fault,
        )
        state = report.failure or f"{len(told)} statements"
        print(f"{sample.language:10} {sample.name:40} {process_time() - began:5.1f} s  {state}", flush=True)
        print("".join(f"    FALSE: {text}\n" for text in wrong), end="", flush=True)
    print(f"\nprograms {counts['programs']}, read {counts['read']}, left out: {', '.join(missing) or 'none'}")
    print(f"statements {counts['statements']}, true {counts['true']}")
    print(f"programs with a fault {counts['faulty']}, found {counts['found']}")


if __name__ == "__main__":
    main(sys.argv[1:])
