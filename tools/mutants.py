"""Mutation testing: how many small faults in the searches, tables and traces do the tests notice?

Draws the same number of mutants from every folder. The places that an operator of cosmic-ray can change are listed by
file, operator and line, and every k-th is taken, so that files and operators keep their shares. Changes that are no
faults are left out: those of annotations, ``if TYPE_CHECKING``, texts of errors, caches and slots.

A first run of the unmutated tests, under coverage, lists the tests that run each line. For each mutant, the tests that
run its line are run until the first failure; if they are few, then the other tests of the same files, since a fixture
or a cache may have run the line for them. A test may take ``FACTOR`` times as much processor time as the slowest test
of its file did. A mutant that exceeds this is run again alone, and counts as caught if it exceeds it again. At the end,
all tests that failed are run without a mutant; if one fails there too, what it caught is tested again without it.

Mutants live in copies of the project under ``build/mutants``, with environments that import taquin from there. Each
result is one line of JSON. Run the same command again to resume: it tests mutants without a result, and survivors again
if the tests have changed. Only the operators of cosmic-ray are used, because its runner changes the work tree in place
and runs one command for all mutants; mutmut mutates functions only.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any, NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from coverage import CoverageData
from coverage.exceptions import CoverageException

from mutant_tests import LONGEST

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "mutants"
FOLDERS = ("algorithms", "solving", "tables", "trace")
TESTS = (*FOLDERS, "contracts", "heuristics", "run", "analysis", "experiments", "gpu", "render")
"""Folders of tests; of those that are not mutated folders, the files that import the mutated folders."""
WITHOUT = (
    "tests/solving/test_adding.py",  # copies the project
    "tests/solving/test_asking.py",  # traces lines itself
    "tests/tables/test_file_faults.py",  # runs everything in other processes
    "tests/run/test_watchdog.py",  # interrupts code that never ends, which coverage delays
    "tests/solving/test_spaces.py::test_successors_of_the_start_that_never_end_are_stopped_by_the_time_limit",
)
"""Tests that are left out. The last one is also one that would never end."""
UNTRACED = ("tests/solving/test_batch.py",)
"""Files that run most of their code in other processes, without coverage: they test the modules that they import."""
FACTOR = 5
"""A test may take this many times the processor time, under coverage, of the slowest unmutated test of its file."""
START = 5.0
"""Seconds that every limit adds, for imports and fixtures."""
QUICK = 0.5
"""Tests up to this many seconds run before all slower ones."""
MANY = 50
"""If this many tests run a line, the other tests of their files are not run."""
CHEAP = 3
"""Files of tests to run first, those of the mutant's folder: most mutants fail there, and the others wait."""
PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "mutant_tests")

_BINARY = "Add_Sub Sub_Add Mul_Add Div_Mul FloorDiv_Mul Mod_FloorDiv Pow_Mul LShift_RShift RShift_LShift BitOr_BitAnd"
_COMPARISONS = "Eq_NotEq NotEq_Eq Lt_LtE LtE_Lt Gt_GtE GtE_Gt Is_IsNot IsNot_Is"
OPERATORS = (
    *(f"ReplaceBinaryOperator_{pair}" for pair in f"{_BINARY} BitAnd_BitOr BitXor_BitAnd".split()),
    *(f"ReplaceComparisonOperator_{pair}" for pair in _COMPARISONS.split()),
    *(f"ReplaceUnaryOperator_Delete_{name}" for name in ("USub", "Invert", "Not")),
    "AddNot",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "ExceptionReplacer",
    "NumberReplacer",
    "RemoveDecorator",
    "ZeroIterationForLoop",
)


class Mutant(NamedTuple):
    """One change of one file; ``text`` is a checksum of the file."""

    folder: str
    file: str
    line: int
    operator: str
    occurrence: int
    text: str


# ------------------------------------------------------------------------------------------------------------- mutants


def _named(node: ast.expr) -> str:
    """The last name of a decorator or a test: ``lru_cache`` for ``@functools.lru_cache(8)``."""
    node = node.func if isinstance(node, ast.Call) else node
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def without_effect(source: str) -> Iterator[ast.AST]:
    """The parts of a module whose changes are no faults: no answer, bound or counter depends on them."""
    for node in ast.walk(ast.parse(source)):
        for name in ("annotation", "returns"):
            if isinstance(part := getattr(node, name, None), ast.expr):
                yield part
        for decorator in getattr(node, "decorator_list", ()):
            if _named(decorator) in ("cache", "lru_cache", "override", "overload"):
                yield decorator
        if isinstance(node, ast.Raise) or (isinstance(node, ast.If) and _named(node.test) == "TYPE_CHECKING"):
            yield node
        if isinstance(node, ast.keyword) and node.arg in ("slots", "kw_only", "strict"):
            yield node


def all_mutants(folder: str, path: Path, root: Path) -> Iterator[Mutant]:
    """Every mutant of a file, in the order of operators and lines. A number becomes n + 1 or n - 1, in turn."""
    source = path.read_text(encoding="utf-8")
    text = hashlib.sha256(source.encode()).hexdigest()[:12]
    skipped = [_span(node) for node in without_effect(source)]
    nodes = list(ast_nodes(get_ast(source)))
    for name in OPERATORS:
        operator = get_operator(f"core/{name}")()
        positions = [position for node in nodes for position in operator.mutation_positions(node)]
        for occurrence, (start, _) in enumerate(positions):
            is_second = name == "NumberReplacer" and occurrence % 2 != occurrence // 2 % 2
            if not is_second and not any(begin <= start < end for begin, end in skipped):
                yield Mutant(folder, path.relative_to(root).as_posix(), start[0], name, occurrence, text)


def _span(node: Any) -> tuple[tuple[int, int], tuple[int, int]]:
    """The places of a node. A decorator starts at its ``@``."""
    return (node.lineno, max(0, node.col_offset - 1)), (node.end_lineno, node.end_col_offset)


def compiles(mutant: Mutant, root: Path) -> bool:
    """Whether the changed file is a program: ``*`` in a list of parameters is taken for a multiplication."""
    changed = mutate_code((root / mutant.file).read_text(encoding="utf-8"), *_change(mutant))
    try:
        compile(changed, mutant.file, "exec")
    except SyntaxError:
        return False
    return True


def _change(mutant: Mutant) -> tuple[Any, int]:
    return get_operator(f"core/{mutant.operator}")(), mutant.occurrence


def changed_since(revision: str) -> set[str]:
    """The files of the working tree that differ from a revision."""
    command = ["git", "diff", "--name-only", "--end-of-options", revision, "--"]
    return set(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split())


def draw_sample(count: int, seed: int, root: Path, only: set[str] | None = None) -> list[Mutant]:
    """Every k-th mutant of each folder, beginning at a random one; shuffled, so that any part is a sample too.

    If it does not compile, the next one that does. ``only`` names the files to take them from.
    """
    random, chosen = Random(seed), []
    for folder in FOLDERS:
        files = sorted((root / "src" / "taquin" / folder).rglob("*.py"))
        files = [path for path in files if only is None or path.relative_to(root).as_posix() in only]
        every = [mutant for path in files for mutant in all_mutants(folder, path, root)]
        size, start = min(count // len(FOLDERS), len(every)), random.random()
        places = [int((number + start) * len(every) / size) for number in range(size)]
        chosen += [next(mutant for mutant in every[place:] + every if compiles(mutant, root)) for place in places]
    random.shuffle(chosen)
    return chosen


# -------------------------------------------------------------------------------------------------------------- copies


class Copy:
    """A copy of the project, with the core if there is one, and an environment that imports taquin from it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        shutil.rmtree(path, ignore_errors=True)
        shutil.copytree(ROOT, path, ignore=shutil.ignore_patterns(".*", "build", "dist", "node_modules", "__pycache__"))
        with suppress(ImportError):
            from taquin import _core

            shutil.copy(str(_core.__file__), path / "src" / "taquin")
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", path / "env"], check=True)
        [packages] = (path / "env" / "lib").glob("python*/site-packages")
        paths = [str(path / "src"), *(entry for entry in sys.path if entry.endswith("-packages"))]
        (packages / "paths.pth").write_text("\n".join(paths), encoding="utf-8")

    def run(self, *words: str, seconds: float) -> int | None:
        """Run Python in the copy: its exit status, or None if a test or the process exceeded its limit.

        ``seconds`` limit the processor time; a process that waits is ended after 10 times as long. CI: Hypothesis draws
        the same examples.
        """
        (self.path / "rows.jsonl").unlink(missing_ok=True)
        cache = self.path / "cache"
        shutil.rmtree(cache, ignore_errors=True)
        variables = {"CI": "1", "TAQUIN_CACHE": str(cache), "PYTHONPATH": str(self.path / "tools")}
        variables["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        process = subprocess.Popen(
            [
                "/bin/sh",
                "-c",
                f'ulimit -t {seconds:.0f}; exec "$@"',
                "sh",
                self.path / "env" / "bin" / "python",
                *words,
            ],
            cwd=self.path,
            env=os.environ | variables,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            status = process.wait(10 * seconds)
            return None if status in (-signal.SIGPROF, -signal.SIGXCPU, -signal.SIGKILL) else status
        except subprocess.TimeoutExpired:
            return None
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def test(self, plan: dict[str, float], *words: str) -> int | None:
        """Run the tests of a plan: node IDs with limits of processor time."""
        path = self.path / "plan.json"
        path.write_text(json.dumps(plan), encoding="utf-8")
        words = ("--record", str(self.path / "rows.jsonl"), *words)
        files = dict.fromkeys(_file(test) for test in plan)
        return self.run(*PYTEST, "--plan", str(path), *words, *files, seconds=30 + sum(plan.values()))

    def write(self, file: str, text: str) -> None:
        """Write a module and remove its bytecode: after a change within one second, Python would use it."""
        path = self.path / file
        path.write_text(text, encoding="utf-8")
        for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
            compiled.unlink()


def in_copies(
    function: Callable[..., dict[str, Any]], items: Sequence[Any], copies: list[Copy], *arguments: object
) -> Iterator[tuple[Any, dict[str, Any]]]:
    """The results of ``function(copy, item, *arguments)`` as they are ready, with the items, in all copies at once."""
    free: SimpleQueue[Copy] = SimpleQueue()
    for copy in copies:
        free.put(copy)

    def call(item: Any) -> dict[str, Any]:
        copy = free.get()
        try:
            return function(copy, item, *arguments)
        finally:
            free.put(copy)

    with ThreadPoolExecutor(len(copies)) as executor:
        calls = {executor.submit(call, item): item for item in items}
        for done in as_completed(calls):
            yield calls[done], done.result()


def _file(test: str) -> str:
    return test.partition("::")[0]


def checksum(paths: Iterable[Path]) -> str:
    """One checksum of the names and texts of files."""
    value = hashlib.sha256()
    for path in sorted(paths):
        value.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return value.hexdigest()[:12]


# --------------------------------------------------------------------------------------------------------------- tests


class Selection:
    """Which tests run each line, and how long they take; ``build/mutants/tests.json`` keeps the records of units."""

    def __init__(self, units: dict[str, str], copies: list[Copy]) -> None:
        store = BUILD / "tests.json"
        known = json.loads(store.read_text(encoding="utf-8")) if store.exists() else {}
        records = {key: known[key] for key in units.values() if key in known}
        missing = [unit for unit, key in units.items() if key not in records]
        for unit, result in in_copies(record, missing, copies):
            records[units[unit]] = result
            store.write_text(json.dumps(records), encoding="utf-8")
        self.seconds: dict[str, float] = {}
        self.lines: dict[tuple[str, int], set[str]] = defaultdict(set)
        slowest: dict[str, float] = defaultdict(float)
        for key in units.values():
            self.seconds |= records[key]["seconds"]
            for file, line, test in records[key]["lines"]:
                self.lines[file, line].add(test)
        for test, seconds in self.seconds.items():
            slowest[_file(test)] = max(slowest[_file(test)], seconds)
        self.limits = {test: START + FACTOR * slowest[_file(test)] for test in self.seconds}

    def plan(self, tests: Iterable[str]) -> dict[str, float]:
        """Limits of these tests, in the order to run them: file by file, the slow ones of all files last."""
        chosen = set(tests)
        ordered = [test for test in self.seconds if test in chosen]
        return {test: self.limits[test] for test in sorted(ordered, key=lambda test: self.seconds[test] > QUICK)}

    def leave_out(self, tests: set[str]) -> None:
        """Do not run these tests from now on."""
        self.seconds = {test: seconds for test, seconds in self.seconds.items() if test not in tests}

    def choose(self, mutant: Mutant, source: str) -> list[dict[str, float]]:
        """The tests that run the line of a mutant, those of a few files first, then the other tests of their files.

        If no test does, these are the tests of its module, or else those of its folder; both, if the line runs at
        import.
        """
        statement, functions = _lines(source, mutant.line)
        covering = {test for line in statement & functions for test in self.lines[mutant.file, line]}
        covering |= self.lines[mutant.file, 0]
        covering = covering or {test for line in functions for test in self.lines[mutant.file, line]}
        if not covering or mutant.line not in functions:
            covering |= {test for test in self.seconds if f"/{mutant.folder}/" in test}
        covering &= self.seconds.keys()
        files: dict[str, list[str]] = defaultdict(list)
        for test in covering:
            files[_file(test)].append(test)
        own = f"tests/{mutant.folder}/"
        cheap = sorted(files, key=lambda file: (own not in file, sum(self.seconds[test] for test in files[file])))[
            :CHEAP
        ]
        first = {test for file in cheap for test in files[file] if self.seconds[test] <= QUICK}
        others = {test for test in self.seconds if _file(test) in files and len(covering) < MANY} - covering
        return [self.plan(tests) for tests in (first, covering - first, others) if tests]


def _lines(source: str, line: int) -> tuple[set[int], set[int]]:
    """The lines of the innermost statement at a line, without the statements inside it, and the lines in functions."""
    statement, functions = {line}, set[int]()
    for node in ast.walk(ast.parse(source)):  # breadth first: the innermost comes last
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or 0):
            body = getattr(node, "body", None)
            end = body[0].lineno - 1 if body else node.end_lineno or 0
            statement = set(range(node.lineno, max(line, end) + 1)) if line <= end else {line}
        if isinstance(node, ast.FunctionDef):
            functions.update(range(node.body[0].lineno, (node.end_lineno or 0) + 1))
    return statement, functions


def test_units() -> dict[str, str]:
    """What is recorded at once, files of tests and folders of doctests, with a checksum of it and of the sources."""
    sources = [path for folder in FOLDERS for path in (ROOT / "src" / "taquin" / folder).rglob("*.py")]
    shared = checksum(sources)
    names = [f"taquin.{folder}" for folder in FOLDERS]
    units = {f"src/taquin/{folder}": f"{shared} {folder}" for folder in FOLDERS}
    for path in (path for name in TESTS for path in sorted((ROOT / "tests" / name).glob("test_*.py"))):
        text = path.read_text(encoding="utf-8")
        unit = path.relative_to(ROOT).as_posix()
        if unit not in WITHOUT and (path.parent.name in FOLDERS or any(name in text for name in names)):
            units[unit] = shared + checksum([path])
    return units


def record(copy: Copy, unit: str) -> dict[str, Any]:
    """Run a unit under coverage: the seconds of the tests that pass, and the lines that each of them runs."""
    rows, data = copy.path / "rows.jsonl", copy.path / "covered.db"
    data.unlink(missing_ok=True)
    included = ",".join(f"{copy.path}/src/taquin/{folder}/*" for folder in FOLDERS)
    words: tuple[str, ...] = (
        "-m",
        "coverage",
        "run",
        f"--rcfile={os.devnull}",
        f"--data-file={data}",
        f"--include={included}",
    )
    words = () if unit in UNTRACED else words
    deselected = [f"--deselect={test}" for test in WITHOUT]
    if copy.run(*words, *PYTEST, "--record", str(rows), *deselected, unit, seconds=1800) is None:
        print(f"{unit}: a test exceeded {LONGEST} seconds, so the lines of this unit are not known", flush=True)
    seconds = {name: seconds for name, has_passed, seconds in read_rows(rows) if has_passed}
    lines = [(file, 0, test) for file in imported(unit) for test in seconds] if unit in UNTRACED else []
    covered = CoverageData(str(data))
    with suppress(CoverageException):  # there is no file if the run was ended
        covered.read()
    for file in covered.measured_files():
        name = Path(file).relative_to(copy.path).as_posix()
        for line, tests in covered.contexts_by_lineno(file).items():
            lines += [(name, line, test) for test in tests if test in seconds]
    return {"seconds": seconds, "lines": lines}


def imported(unit: str) -> list[str]:
    """The mutated modules that a file of tests imports."""
    names = re.findall(r"^from (taquin\.[\w.]+) import", (ROOT / unit).read_text(encoding="utf-8"), re.MULTILINE)
    files = [f"src/{name.replace('.', '/')}.py" for name in names]
    return [file for file in files if file.split("/")[2] in FOLDERS]


def read_rows(path: Path) -> list[Any]:
    """The lines of JSON of a file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


# ------------------------------------------------------------------------------------------------------------- results


def judge(copy: Copy, mutant: Mutant, selection: Selection) -> dict[str, Any]:
    """Run the tests of a mutant: its fate, the test that failed (empty if an import did), and the changed lines."""
    original = (copy.path / mutant.file).read_text(encoding="utf-8")
    changed = mutate_code(original, *_change(mutant))
    diff = list(difflib.unified_diff(original.splitlines(), changed.splitlines(), lineterm="", n=0))[3:]
    status: int | None = 0
    plans = selection.choose(mutant, original)
    copy.write(mutant.file, changed)
    try:
        for plan in plans:
            status = copy.test(plan, "-x")
            if status != 0:
                break
    finally:
        copy.write(mutant.file, original)
    failed = [name for name, has_passed, _ in read_rows(copy.path / "rows.jsonl") if not has_passed]
    fate = {0: "survived", None: "timeout"}.get(status, "caught")
    by = failed[-1] if failed and fate == "caught" else ""
    return mutant._asdict() | {"fate": fate, "tests": sum(map(len, plans)), "by": by, "diff": diff}


def judge_all(mutants: list[Mutant], selection: Selection, copies: list[Copy]) -> Iterator[dict[str, Any]]:
    """Judge mutants, one in each copy at a time; then those that exceeded a limit again, alone."""
    slow = []
    for mutant, result in in_copies(judge, mutants, copies, selection):
        if result["fate"] == "timeout" and len(copies) > 1:
            slow.append(mutant)
        else:
            yield result
    for mutant in slow:
        yield judge(copies[0], mutant, selection)


def unreliable(tests: set[str], selection: Selection, copy: Copy) -> set[str]:
    """Those of the tests that fail without a mutant if they run in the order of a plan."""
    copy.test(selection.plan(tests))
    return tests - {name for name, has_passed, _ in read_rows(copy.path / "rows.jsonl") if has_passed}


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
    parser.add_argument("--count", type=int, default=300, help="number of mutants in all (300)")
    parser.add_argument("--since", metavar="REVISION", help="only of the files that differ from this revision of Git")
    parser.add_argument("--seed", type=int, default=28, help="seed of the sample (28)")
    parser.add_argument("--jobs", type=int, default=2, help="mutants to test at once (2)")
    parser.add_argument("--results", type=Path, default=BUILD / "results.jsonl")
    options = parser.parse_args()

    copies = [Copy(BUILD / f"copy{number}") for number in range(options.jobs)]
    only = changed_since(options.since) if options.since else None
    sample, units = draw_sample(options.count, options.seed, copies[0].path, only), test_units()
    state = hashlib.sha256(json.dumps(units).encode()).hexdigest()[:12]
    done: dict[Mutant, dict[str, Any]] = {}
    for result in read_rows(options.results):
        if result["fate"] != "survived" or result["state"] == state:
            done[Mutant(*(result[name] for name in Mutant._fields))] = result
    waiting = [mutant for mutant in sample if mutant not in done]
    print(f"{len(sample)} mutants, {len(sample) - len(waiting)} with a result", flush=True)
    selection = Selection(units if waiting else {}, copies)
    while waiting:
        for result in judge_all(waiting, selection, copies):
            done[Mutant(*(result[name] for name in Mutant._fields))] = result | {"state": state}
            with options.results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(result | {"state": state}) + "\n")
        wrong = unreliable({done[mutant]["by"] for mutant in sample} - {""}, selection, copies[0])
        waiting = [mutant for mutant in sample if done[mutant]["by"] in wrong]
        selection.leave_out(wrong)
    report([done[mutant] for mutant in sample])


if __name__ == "__main__":
    main()
