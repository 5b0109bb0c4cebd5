"""Mutation testing: how many small faults in the searches, tables and traces do the tests notice?

Draws the same number of mutants from every folder. The places that an operator of cosmic-ray can change are listed by
file, operator and line, and every k-th is taken, so that files and operators keep their shares. A first run of the
tests records which functions each of them calls. For each mutant, the tests that call its function run until the first
failure, the quickest first, up to ``--budget`` seconds of processor time. A mutant that exceeds its time limit counts
as caught.

Mutants live in a copy of the project under ``build/mutants``, with an environment that imports taquin from there. Each
result is one line of JSON; run the same command again to resume. Only the operators of cosmic-ray are used, because its
runner changes the work tree in place and runs one command for all mutants; mutmut mutates functions only.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

ROOT = Path(__file__).parents[1]
COPY = ROOT / "build" / "mutants" / "copy"
FOLDERS = ("algorithms", "solving", "tables", "trace")
TESTS = (*FOLDERS, "heuristics")
WITHOUT = {"test_adding.py", "test_asking.py", "test_batch.py", "test_file_faults.py"}
"""Files of tests that run most of their code in other processes, or trace it themselves."""
PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider")

_BINARY = "Add_Sub Sub_Add Mul_Add Div_Mul FloorDiv_Mul Mod_FloorDiv Pow_Mul LShift_RShift RShift_LShift BitOr_BitAnd"
_COMPARISONS = "Eq_NotEq NotEq_Eq Lt_LtE LtE_Lt Gt_GtE GtE_Gt Is_IsNot IsNot_Is"
OPERATORS = (
    *(f"ReplaceBinaryOperator_{pair}" for pair in f"{_BINARY} BitAnd_BitOr BitXor_BitAnd".split()),
    *(f"ReplaceComparisonOperator_{pair}" for pair in _COMPARISONS.split()),
    *(f"ReplaceUnaryOperator_Delete_{name}" for name in ("USub", "Invert", "Not")),
    *("AddNot", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceAndWithOr", "ReplaceOrWithAnd"),
    *("ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "ExceptionReplacer", "NumberReplacer"),
    *("RemoveDecorator", "ZeroIterationForLoop"),
)


class Mutant(NamedTuple):
    """One change of one file; ``text`` is a checksum of the file."""

    folder: str
    file: str
    line: int
    operator: str
    occurrence: int
    text: str


def annotated_places(source: str) -> Iterator[tuple[int, int]]:
    """Lines and columns inside annotations, which no program evaluates: a change there is not a fault."""
    for node in ast.walk(ast.parse(source)):
        for part in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            for inner in ast.walk(part) if part is not None else ():
                if isinstance(inner, ast.expr):
                    yield from ((inner.lineno, column) for column in range(inner.col_offset, inner.end_col_offset or 0))


def all_mutants(folder: str, path: Path) -> Iterator[Mutant]:
    """Every mutant of a file, in the order of operators and lines. A number becomes n + 1 or n - 1, in turn."""
    source = path.read_text(encoding="utf-8")
    text, skipped = hashlib.sha256(source.encode()).hexdigest()[:12], set(annotated_places(source))
    nodes = list(ast_nodes(get_ast(source)))
    for name in OPERATORS:
        operator = get_operator(f"core/{name}")()
        positions = [position for node in nodes for position in operator.mutation_positions(node)]
        for occurrence, (start, _) in enumerate(positions):
            is_second = name == "NumberReplacer" and occurrence % 2 != occurrence // 2 % 2
            if start not in skipped and not is_second:
                yield Mutant(folder, path.relative_to(COPY).as_posix(), start[0], name, occurrence, text)


def draw_sample(count: int, seed: int) -> list[Mutant]:
    """Every k-th mutant of each folder, beginning at a random one; shuffled, so that any part is a sample too."""
    random, chosen = Random(seed), []
    for folder in FOLDERS:
        files = sorted((COPY / "src" / "taquin" / folder).rglob("*.py"))
        found = [mutant for path in files for mutant in all_mutants(folder, path)]
        size, start = min(count // len(FOLDERS), len(found)), random.random()
        chosen += [found[int((number + start) * len(found) / size)] for number in range(size)]
    random.shuffle(chosen)
    return chosen


def make_copy() -> None:
    """Copy the project, with the core if there is one, and make an environment that imports taquin from the copy."""
    shutil.rmtree(COPY, ignore_errors=True)
    shutil.copytree(ROOT, COPY, ignore=shutil.ignore_patterns(".*", "build", "dist", "node_modules", "__pycache__"))
    with suppress(ImportError):
        from taquin import _core

        shutil.copy(str(_core.__file__), COPY / "src" / "taquin")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", COPY / "env"], check=True)
    [packages] = (COPY / "env" / "lib").glob("python*/site-packages")
    paths = [str(COPY / "src"), *(path for path in sys.path if path.endswith("-packages"))]
    (packages / "paths.pth").write_text("\n".join(paths), encoding="utf-8")


def run(*words: str, limit: float = 600) -> int | None:
    """Run Python in the copy: its exit status, or None after ``limit`` seconds of processor time, or 5 times as long.

    CI: Hypothesis draws the same examples.
    """
    process = subprocess.Popen(
        ["/bin/sh", "-c", f'ulimit -t {limit:.0f}; exec "$@"', "sh", str(COPY / "env" / "bin" / "python"), *words],
        cwd=COPY,
        env=os.environ | {"CI": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(COPY / "tools")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        status = process.wait(5 * limit)
        return None if status in (-signal.SIGXCPU, -signal.SIGKILL) else status
    except subprocess.TimeoutExpired:
        return None
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


class Selection:
    """The tests that call each function, by file and first line (0: any function of the file or the folder)."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.tests: dict[tuple[str, int], set[str]] = defaultdict(set)
        files = [path for name in TESTS for path in sorted((COPY / "tests" / name).glob("test_*.py"))]
        for path in files:
            if path.name not in WITHOUT:
                run(*PYTEST, "-p", "called_functions", str(path))
        for row in (COPY / "called_functions.jsonl").read_text(encoding="utf-8").splitlines():
            name, has_passed, seconds, called = json.loads(row)
            if has_passed:
                self.seconds[name] = seconds
                for file, line in called:
                    for key in ((file, line), (file, 0), (file.split("/")[2], 0)):
                        self.tests[key].add(name)

    def choose(self, mutant: Mutant, budget: float) -> list[str]:
        """The quickest tests of the innermost function, or of the file if no test calls the function; at least one.

        A place outside functions has the tests of its file, then those of its folder. Without any, the file of tests
        with the same name is run.
        """
        functions = [
            (min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]), node.end_lineno or 0)
            for node in ast.walk(ast.parse((COPY / mutant.file).read_text(encoding="utf-8")))
            if isinstance(node, ast.FunctionDef)
        ]
        first = max((begin for begin, end in functions if begin <= mutant.line <= end), default=0)
        nearest = self.tests[mutant.file, first] or self.tests[mutant.file, 0]
        found = nearest if first else nearest | self.tests[mutant.folder, 0]
        if not found:
            file = f"tests/{mutant.folder}/test_{Path(mutant.file).name}"
            return [file] if (COPY / file).exists() else []
        ordered = sorted(found, key=lambda test: (test not in nearest, self.seconds[test], test))
        totals = accumulate(self.seconds[test] for test in ordered)
        return ordered[: max(1, sum(total <= budget for total in totals))]


def write(path: Path, text: str) -> None:
    """Write a module and remove its bytecode: after a change within one second, Python would use it."""
    path.write_text(text, encoding="utf-8")
    for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
        compiled.unlink()


def judge(mutant: Mutant, selection: Selection, budget: float) -> dict[str, Any]:
    """Run the tests of a mutant: its fate, and the lines that differ."""
    original = (COPY / mutant.file).read_text(encoding="utf-8")
    changed = mutate_code(original, get_operator(f"core/{mutant.operator}")(), mutant.occurrence)
    diff = list(difflib.unified_diff(original.splitlines(), changed.splitlines(), lineterm="", n=0))[3:]
    tests = selection.choose(mutant, budget)
    write(COPY / mutant.file, changed)
    try:
        limit = 30 + 10 * sum(selection.seconds.get(test, 9) for test in tests)
        status = run(*PYTEST, "-x", *tests, limit=limit) if tests else 0
    finally:
        write(COPY / mutant.file, original)
    fate = {0: "survived", 5: "survived", None: "timeout"}.get(status, "caught")
    return mutant._asdict() | {"fate": fate, "tests": len(tests), "diff": diff}


def report(results: list[dict[str, Any]]) -> None:
    """Print the survivors with their changes, then a table."""
    for result in sorted(results, key=lambda result: (result["file"], result["line"])):
        if result["fate"] == "survived":
            print(f"{result['file']}:{result['line']} ({result['operator']}, {result['tests']} tests)")
            print(*(f"    {line}" for line in result["diff"]), sep="\n")
    print(f"\n{'folder':<12} mutants  caught  by time  survived  share caught")
    for folder in (*FOLDERS, "all"):
        fates = Counter(result["fate"] for result in results if folder in ("all", result["folder"]))
        caught = fates["caught"] + fates["timeout"]
        share = caught / max(1, fates.total())
        print(f"{folder:<12} {fates.total():7} {caught:7} {fates['timeout']:8} {fates['survived']:9} {share:13.1%}")


def main() -> None:
    """Draw the sample, run the mutants without a result, and report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=400, help="number of mutants in all (400)")
    parser.add_argument("--seed", type=int, default=28, help="seed of the sample (28)")
    parser.add_argument("--budget", type=float, default=6, help="seconds of tests for each mutant (6)")
    parser.add_argument("--results", type=Path, default=COPY.parent / "results.jsonl")
    options = parser.parse_args()

    make_copy()
    sample, done, selection = draw_sample(options.count, options.seed), {}, None
    for line in options.results.read_text(encoding="utf-8").splitlines() if options.results.exists() else ():
        result = json.loads(line)
        done[Mutant(*(result[name] for name in Mutant._fields))] = result
    print(f"{len(sample)} mutants, {len(done.keys() & set(sample))} with a result", flush=True)
    for mutant in sample:
        if mutant not in done:
            selection = selection or Selection()
            done[mutant] = judge(mutant, selection, options.budget)
            with options.results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(done[mutant]) + "\n")
    report([done[mutant] for mutant in sample])


if __name__ == "__main__":
    main()
