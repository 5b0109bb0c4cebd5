"""Experiments on this machine: what is recorded, what resumes, what survives crashes and kills, what is refused."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import signal
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from msgspec.structs import replace

import taquin
from command_line import error_line
from processes import TAQUIN, started
from taquin import Limits, _native, solve
from taquin.cli import run
from taquin.errors import FormatError, SpecError
from taquin.experiments import Plan, instance_set, load, run_experiment
from taquin.experiments.record import FIELDS
from taquin.experiments.records import leads_to, read_records
from taquin.experiments.report.measures import MEASURES, compared_values
from taquin.experiments.running import task
from taquin.experiments.running.experiment import ExperimentProgress, default_jobs
from taquin.experiments.running.plan import spec_checksum
from taquin.puzzle.board import one_line
from taquin.run import execution
from taquin.system.files import AppendedFile
from waiting import children, is_alive, wait_until

METHODS = ("astar(manhattan)", "ida_star(linear_conflict)", "hill_climbing(manhattan, variant=stochastic)")

OWN = """
import faulthandler, os, signal, time
from pathlib import Path

def crashes(space):
    faulthandler.disable()  # pytest enables it
    os.kill(os.getpid(), signal.SIGSEGV)

def is_killed(space): os.kill(os.getpid(), signal.SIGKILL)
def leaves(space): os._exit(3)
def fails(space): raise KeyError("x")
def gives_up(space): return None
def waits(space):
    while not Path({go!r}).exists(): time.sleep(0.005)
    return None

def loops(space):
    while True: pass

def catches_everything(space):
    try: loops(space)
    except BaseException: catches_everything(space)

def loops_in_c(space): return str(10 ** 10 ** 9)

kept = []
def allocates(space):
    while True: kept.append(bytearray(10**6))
"""


@pytest.fixture
def own(tmp_path: Path) -> str:
    """A file of algorithms that end in every way; one of them waits for a file ``go``."""
    path = tmp_path / "own.py"
    path.write_text(OWN.format(go=str(tmp_path / "go")))
    return str(path)


def test_estimates_and_improvements_are_recorded_and_one_command_makes_the_report(tmp_path: Path) -> None:
    output, report = tmp_path / "r.jsonl", tmp_path / "r.md"
    words = ["experiment", "-i", "korf100(12)", "-m", "anytime", "-m", "greedy(manhattan)", "--time", "2s"]
    assert run([*words, "-o", str(output), "--report", str(report)]) == 0
    by_method = {row["algorithm"]: row for row in load(output)}
    assert (by_method["greedy"]["initial_h"], by_method["greedy"]["improvements"]) == (35.0, [])
    found = by_method["anytime"]["improvements"]
    lengths, seconds = ([each[name] for each in found] for name in ("length", "seconds"))
    assert lengths == sorted(set(lengths), reverse=True)
    assert (lengths[-1], seconds) == (by_method["anytime"]["length"], sorted(seconds))
    firsts = [[row[name] for name in ("first_seconds", "first_length", "last_seconds")] for row in by_method.values()]
    assert [seconds[0], lengths[0], seconds[-1]] in firsts
    assert [(greedy := by_method["greedy"])["cpu_seconds"], greedy["length"], greedy["cpu_seconds"]] in firsts
    assert report.read_text().startswith("# 2 runs of 2 methods on 1 board\n")


Measured: TypeAlias = tuple[Plan, list[Any], list[ExperimentProgress]]


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Measured:
    """An experiment with records of two instance sets, three methods and two repetitions, and its progress."""
    output = tmp_path_factory.mktemp("measured") / "r.jsonl"
    plan = Plan(("hardest8(2)", "random(2x3, count=1, seed=1)"), METHODS, repeat=2, limits=Limits(nodes=10**6))
    seen: list[ExperimentProgress] = []
    summary = run_experiment(plan, output, jobs=2, progress=seen.append)
    rows = load(output)
    assert summary.total == summary.done == summary.new == len(rows) == 2 * 3 * 2
    return plan, list(rows), seen


def test_progress_begins_with_no_run_and_ends_with_all(measured: Measured) -> None:
    _, _, seen = measured
    assert (seen[0].done, seen[-1].done, seen[-1].left) == (0, 12, 0)


def test_records_say_what_solve_says(measured: Measured) -> None:
    for row in measured[1]:
        seed = {"seed": row["repetition"] - 1} if "hill" in row["method"] else None
        assert row["seed"] == (None if seed is None else seed["seed"])
        expected = solve(row["board"], row["goal"], algorithm=row["method"], options=seed, nodes=10**6).to_dict()
        for name in ("status", "quality", "length", "moves", "lower_bound", "expanded", "generated", "max_stored"):
            assert row[name] == expected[name], name


def test_solutions_are_replayed(measured: Measured) -> None:
    for row in measured[1]:
        assert row["replayed"] is (None if row["moves"] is None else True)
        assert row["moves"] is None or leads_to(row["board"], row["goal"], row["moves"])


def test_lengths_are_compared_with_those_that_are_known(measured: Measured) -> None:
    for row in measured[1]:
        assert row["agrees"] is (True if row["instances"] == "hardest8(2)" else None)


def test_times_and_memory_are_measured(measured: Measured) -> None:
    for row in measured[1]:
        assert row["cpu_seconds"] >= 0
        assert row["wall_seconds"] > 0
        assert row["peak_memory"] is None or row["peak_memory"] > 10**6
        assert row["started"] < row["finished"]


def test_records_name_their_limits_and_their_experiment(measured: Measured) -> None:
    plan, rows, _ = measured
    for row in rows:
        assert (row["node_limit"], row["time_limit"], row["spec"]) == (10**6, None, plan.spec)
        assert list(row) == list(FIELDS)


def test_records_name_the_board_of_their_instance(measured: Measured) -> None:
    for row in measured[1]:
        boards = {one.index: one_line(one.board) for one in instance_set(row["instances"]).instances}
        assert row["board"] == boards[row["index"]]


def test_the_order_is_random_and_seeded_and_shards_divide_it() -> None:
    plan = Plan(("korf100",), ("ida_star(manhattan)", "ida_star(linear_conflict)"))
    keys = [task.key for task in plan.tasks()]
    assert keys == [task.key for task in Plan(plan.instances, plan.methods).tasks()]
    other = [task.key for task in Plan(plan.instances, plan.methods, seed=1).tasks()]
    assert [key[1:] for key in keys] != [key[1:] for key in other]
    assert {key[1:] for key in keys} == {key[1:] for key in other}
    methods = [key[3] for key in keys]
    assert 50 < Counter(methods[:150])["ida_star(manhattan)"] < 100  # both methods run all the time
    shards = [[task.key for task in plan.tasks((number, 3))] for number in (1, 2, 3)]
    assert sorted(key for shard in shards for key in shard) == sorted(keys)
    assert {len(shard) for shard in shards} <= {66, 67}


def test_shards_are_joined(tmp_path: Path) -> None:
    plan = Plan(("random(2x3, count=5)",), ("bfs",))
    for number in (1, 2):
        run_experiment(plan, tmp_path / f"{number}.jsonl", jobs=1, shard=(number, 2))
    rows = load(tmp_path / "1.jsonl", tmp_path / "2.jsonl")
    assert sorted(row["index"] for row in rows) == [1, 2, 3, 4, 5]
    assert len({row["experiment"] for row in rows}) == 1


@pytest.mark.skipif(not _native.is_available(), reason="without the core they are built in the runs")
def test_databases_are_announced_only_if_a_run_needs_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["experiment", "-i", "random(2x3, count=2)", "-m", "astar(pdb(3-2))", "-o", str(tmp_path / "r.jsonl")]
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path / "empty"))
    assert run(arguments) == 0
    assert "building the pattern databases 3-2 for 2×3 once, before the runs" in capsys.readouterr().err
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path / "empty too"))
    assert run(arguments) == 0
    assert capsys.readouterr().err == ""


NAMES = ("crashes", "is_killed", "leaves", "fails", "gives_up")


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], Path, str]:
    """An experiment whose runs end in every way: its command, its results, and its warnings."""
    folder = tmp_path_factory.mktemp("ended")
    own, output = folder / "own.py", folder / "r.jsonl"
    own.write_text(OWN.format(go=str(folder / "go")))
    arguments = ["experiment", "-i", "random(2x2, count=1)", "-m", "dfs", "-m", "astar(pdb(9-9))"]
    arguments += [word for name in NAMES for word in ("-m", f"{own}:{name}")]
    arguments += ["-o", str(output), "--limit", "depth=50"]
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()) as errors:
        assert run(arguments) == 0
    return arguments, output, errors.getvalue()


@pytest.mark.parametrize(
    ("name", "status", "error"),
    [
        ("crashes", "crashed", r"its process crashed \(SIGSEGV\)"),
        ("is_killed", "killed", ""),
        ("leaves", "crashed", "its process ended with exit code 3"),
        ("fails", "error", "KeyError"),
        ("gives_up", "exhausted", "None"),
        ("dfs", "solved", "None"),
        ("astar(pdb(9-9))", "error", ""),
    ],
)
def test_the_end_of_a_run_is_recorded(ended: tuple[list[str], Path, str], name: str, status: str, error: str) -> None:
    (row,) = [row for row in load(ended[1]) if row["method"].rpartition(":")[2] == name]
    assert row["status"] == status
    assert re.search(error, str(row["error"]))


def test_runs_that_failed_are_counted(ended: tuple[list[str], Path, str]) -> None:
    assert "5 runs failed" in ended[2]


def test_failed_runs_are_repeated_only_on_request(
    ended: tuple[list[str], Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    arguments, output, _ = ended
    assert run(arguments) == 0
    assert "none of them new" in capsys.readouterr().out
    assert run([*arguments, "--retry"]) == 0
    assert "5 of them new" in capsys.readouterr().out
    assert len(load(output)) == 7  # of the runs that were made twice, the last counts


def test_times_below_the_floor_of_a_measurement_are_no_difference(finished: tuple[Plan, Path]) -> None:
    (row, *_) = read_records(finished[1])
    assert row.floor_seconds is not None
    assert row.floor_seconds > 0
    times = (1e-5, 9e-4, 2e-3)
    rows = [replace(row, cpu_seconds=seconds, floor_seconds=1e-3) for seconds in times]
    values = [compared_values([each], MEASURES["cpu_seconds"]) for each in rows]
    assert values[0] == values[1] != values[2]


def test_limits_hold_for_code_that_checks_none(tmp_path: Path, own: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time is CPU time of the process, so that the outcome does not depend on the load of the machine."""
    monkeypatch.setattr(task, "_CPU_GRACE", 0)  # the system counts whole seconds
    monkeypatch.setattr(execution, "LAST_GRACE", 0.1)
    ends: dict[str, dict[str, Any]] = {}
    for names, limits in (
        (("loops", "catches_everything", "loops_in_c"), Limits(time=0.05)),
        (("allocates",), Limits(memory=50_000_000)),
    ):
        output = tmp_path / f"{names[0]}.jsonl"
        plan = Plan(("random(2x2, count=1)",), tuple(f"{own}:{name}" for name in names), limits=limits)
        summary = run_experiment(plan, output, jobs=1)
        assert summary.statuses == {"limit": len(names)}
        assert run_experiment(plan, output, jobs=1, is_retried=True).new == 0  # they have not failed
        ends |= {row["method"].rpartition(":")[2]: row for row in load(output)}
    assert "CPU time limit of 0.05 s" in ends["loops"]["reason"]
    assert ends["loops"]["cpu_seconds"] >= 0.05
    assert "cannot be interrupted" in ends["catches_everything"]["reason"]
    assert "the process was killed" in ends["loops_in_c"]["reason"]
    assert ends["allocates"]["reason"] == "reached the memory limit of 50 MB"


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT], ids=lambda number: number.name)
def test_finished_runs_survive_and_the_same_command_resumes(tmp_path: Path, own: str, number: signal.Signals) -> None:
    output = tmp_path / "r.jsonl"
    methods = ["-m", "bfs", "-m", f"{own}:waits"]
    arguments = ["experiment", "-i", "random(2x2, count=3)", *methods, "-o", str(output), "-j", "2"]
    with started([*TAQUIN, *arguments]) as process:
        wait_until(lambda: len(children(process.pid)) == 2 or process.poll() is not None)
        wait_until(lambda: output.exists() and output.read_bytes().endswith(b"\n"))
        workers = children(process.pid)
        os.kill(process.pid, number)
        _, errors = process.communicate()
        if number is not signal.SIGKILL:
            assert (process.returncode, errors.count("\n")) == (130, 1)
            assert "missing; run the same command again to resume" in errors
        wait_until(lambda: not any(map(is_alive, workers)))
    before = load(output)
    assert 1 <= len(before) <= 3
    (tmp_path / "go").touch()
    assert run(arguments) == 0
    rows = load(output)
    assert rows[: len(before)] == before
    assert len(output.read_bytes().splitlines()) == len({row.key for row in read_records(output)}) == 6


@pytest.fixture
def finished(tmp_path: Path) -> tuple[Plan, Path]:
    """A plan of two runs, and its results file."""
    plan, output = Plan(("hardest8",), ("bfs",)), tmp_path / "r.jsonl"
    run_experiment(plan, output, jobs=1)
    return plan, output


def test_a_line_that_is_cut_off_is_repaired(finished: tuple[Plan, Path]) -> None:
    plan, output = finished
    content = output.read_bytes()
    output.write_bytes(content[:-100])
    warnings: list[str] = []
    summary = run_experiment(plan, output, jobs=1, warn=warnings.append)
    assert (summary.done, summary.new) == (2, 1)
    assert "the last line was cut off after" in warnings[0]
    assert len(load(output)) == 2


@pytest.mark.parametrize("end", [b"", b"\n", b"\n\n"])
def test_a_last_line_that_is_no_part_of_a_record_is_refused(finished: tuple[Plan, Path], end: bytes) -> None:
    """The message says what to do: after that the experiment resumes."""
    plan, output = finished
    lines = output.read_bytes().splitlines(keepends=True)
    output.write_bytes(lines[0] + b'{"half' + end)
    with pytest.raises(
        FormatError, match=r"line 2: expected the JSON object of a run, found .*half.*delete line 2"
    ) as refusal:
        run_experiment(plan, output, jobs=1)
    assert "run the same command again" in refusal.value.hint
    output.write_bytes(lines[0])
    assert run_experiment(plan, output, jobs=1).new == 1


def test_another_plan_is_refused(finished: tuple[Plan, Path], capsys: pytest.CaptureFixture[str]) -> None:
    _, output = finished
    before = output.read_bytes()
    assert run(["experiment", "-i", "hardest8", "-m", "bfs", "-r", "2", "--time", "5s", "-o", str(output)]) == 2
    err = capsys.readouterr().err
    assert "has runs of another experiment: repeat: 1 in the file, 2 now; time: not given in the file, 5 now" in err
    assert output.read_bytes() == before


def test_databases_that_were_built_meanwhile_are_not_mixed_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "r.jsonl"
    arguments = ["experiment", "-i", "hardest8", "-m", "astar(pdb)", "-o", str(output)]
    monkeypatch.setattr("taquin.solving.method.preferred_partition", lambda goal: "3-3-2")
    assert run(arguments) == 0
    assert {row["method"] for row in load(output)} == {"astar(pdb(3-3-2))"}
    monkeypatch.setattr("taquin.solving.method.preferred_partition", lambda goal: "4-4")
    capsys.readouterr()
    assert run(arguments) == 2
    assert "methods: astar(pdb(3-3-2)) in the file, astar(pdb(4-4)) now" in capsys.readouterr().err
    arguments[4] = "astar(pdb(3-3-2))"
    assert run(arguments) == 0, "the databases of the file can be named"


def test_a_source_that_was_edited_is_not_mixed_in(tmp_path: Path, own: str, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "r.jsonl"
    arguments = ["experiment", "-i", "hardest8", "-m", f"{own}:gives_up", "-o", str(output)]
    assert run(arguments) == 0
    with Path(own).open("a") as file:
        file.write("# edited\n")
    capsys.readouterr()
    assert run(arguments) == 2
    assert f"has runs of another experiment: {own} has changed" in capsys.readouterr().err
    other = tmp_path / "s.jsonl"
    assert run([*arguments[:-1], str(other)]) == 0
    capsys.readouterr()
    assert run(["report", str(output), str(other)]) == 0
    assert "of 2 methods" in capsys.readouterr().out, "a report keeps the two sources apart"


def test_runs_of_another_version_are_mixed_in_only_on_request(
    finished: tuple[Plan, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    plan, output = finished
    lines = output.read_text().splitlines(keepends=True)
    output.write_text(lines[0].replace(f'"taquin": "{taquin.__version__}"', '"taquin": "0.0.1"'))
    with pytest.raises(SpecError, match=r"has runs of taquin 0\.0\.1"):
        run_experiment(plan, output, jobs=1)
    assert len(load(output)) == 1
    assert run_experiment(plan, output, jobs=1, mixes_versions=True).new == 1
    assert run(["report", str(output)]) == 0
    out = capsys.readouterr().out
    assert "bfs [taquin 0.0.1" in out
    assert f"bfs [taquin {taquin.__version__}" in out


def test_a_plan_makes_its_runs_when_they_are_asked_for() -> None:
    runs = Plan(("random(3x3, count=50, seed=1)",), ("bfs", "astar(manhattan)"), repeat=100).tasks()
    assert len(runs) == 10_000
    assert runs[7].record == list(runs[5:9])[2].record
    assert runs[7] is not runs[7]
    missing, known = runs.without({runs[0].key, runs[9_999].key})
    assert [task.key for task in missing[:2]] == [runs[1].key, runs[2].key]
    assert (len(missing), known) == (9_998, {runs[0].key, runs[9_999].key})


def test_a_second_writer_is_refused(finished: tuple[Plan, Path], capsys: pytest.CaptureFixture[str]) -> None:
    _, output = finished
    file = AppendedFile(output)
    assert run(["experiment", "-i", "hardest8", "-m", "bfs", "-o", str(output)]) == 2
    assert f"another process writes to {output}" in capsys.readouterr().err
    file.close()
    assert run(["experiment", "-i", "hardest8", "-m", "bfs", "-o", str(output)]) == 0


def test_a_file_system_without_locks_is_refused(
    finished: tuple[Plan, Path], without_locks: None, capsys: pytest.CaptureFixture[str]
) -> None:
    _, output = finished
    before = output.read_bytes()
    assert run(["experiment", "-i", "hardest8", "-m", "bfs", "-o", str(output)]) == 2
    message = (
        f"taquin: error: cannot write to {output}: its file system has no locks, so that two experiments could mix"
    )
    assert capsys.readouterr().err.startswith(message)
    assert output.read_bytes() == before


@pytest.mark.parametrize("content", ["my notes", '{"version": 1}\n', "my notes\n"])
def test_other_files_are_left_alone(tmp_path: Path, content: str, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "notes.txt"
    output.write_text(content)
    error_line(capsys, "experiment", "-i", "hardest8", "-m", "bfs", "-o", str(output))
    assert output.read_text() == content


def test_a_contradiction_to_a_known_length_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    boards = tmp_path / "wrong.txt"
    boards.write_text("# instances: wrong\n# columns: board optimum\n1 2 3 4 5 6 7 0 8 3\n")
    assert run(["experiment", "-i", str(boards), "-m", "bfs", "-o", str(tmp_path / "r.jsonl")]) == 70
    assert "bfs contradicts the known length of" in capsys.readouterr().err
    assert load(tmp_path / "r.jsonl")[0]["agrees"] is False


def test_a_seed_that_is_named_is_kept_also_if_it_is_the_default() -> None:
    method = "hill_climbing(manhattan, variant=stochastic, seed=0)"
    assert {task.record["seed"] for task in Plan(("hardest8",), (method,), repeat=3, seed=7).tasks()} == {0}
    for method in ("annealing", "astar(manhattan, tie_break=random)"):
        assert {task.record["seed"] for task in Plan(("hardest8",), (method,), repeat=3, seed=7).tasks()} == {7, 8, 9}


def test_one_file_under_two_names_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("boards.txt").write_text("1 2 3 4 5 6 7 0 8\n")
    with pytest.raises(SpecError, match="is listed twice"):
        Plan(("boards.txt", "./boards.txt"), ("bfs",))


def test_methods_use_one_thread_and_cores_are_not_oversubscribed() -> None:
    plan = Plan(("hardest8",), ("anytime", "ida_star(pdb)"))
    assert plan.methods == ("anytime(threads=1)", "ida_star(pdb(4-4))")
    assert plan.threads(8) == 1
    assert Plan(("hardest8",), ("bfs",), limits=Limits(time=60)).spec["time"] == 60.0
    assert isinstance(Plan(("hardest8",), ("bfs",), limits=Limits(time=60)).spec["time"], float)
    wide = Plan(("hardest8",), ("anytime(threads=0)", "ida_star(pdb(4-4), threads=3)"))
    assert wide.methods == ("anytime(threads=0)", "ida_star(pdb(4-4), threads=3)")
    assert Plan(("hardest8",), wide.methods).methods == wide.methods
    assert wide.threads(8) == 8
    assert default_jobs(wide) == 1


def test_a_spec_file_has_the_same_runs_as_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "boards.txt").write_text("1 2 3 4 5 6 7 0 8\n")
    spec = tmp_path / "spec.toml"
    spec.write_text('instances = ["hardest8(1)", "boards.txt"]\nmethods = "greedy"\nrepeat = 2\ntime = "1m"\n')
    assert run(["experiment", str(spec)]) == 0
    assert run(["experiment", str(spec), "--seed", "1", "-o", str(tmp_path / "other.jsonl")]) == 0
    rows, others = load(tmp_path / "spec.jsonl"), load(tmp_path / "other.jsonl")
    assert len(rows) == len(others) == 4
    assert {row["time_limit"] for row in rows} == {60.0}
    assert {row["spec"]["seed"] for row in others} == {1}
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('instanzes = "korf100"\n', "unknown key 'instanzes' (did you mean 'instances'?)"),
        ('instances = "hardest8"\nmethods = "ida_sta"\n', "no algorithm is called 'ida_sta'"),
        ('instances = "hardest8"\nmethods = ["bfs", "bfs"]\n', "the method 'bfs' is listed twice"),
        ('instances = "hardest8"\nmethods = "bfs"\nrepeat = "3"\n', "expected repeat to be a whole number, found '3'"),
        ('instances = "hardest8"\nmethods = "bfs"\ngoal = "snail"\n', "hardest8 belongs to the goal standard"),
        ('instances = "hardest8"\nmethods = "mine.py:f"\n', "mine.py"),
        ("instances = " + 10_000 * "[", "expected TOML: maximum recursion depth"),
        (2**20 * " " + "#", "expected at most 1 MiB"),
        ('instances = "korf10"\nmethods = "bfs"\n', "no such file: 'korf10' (did you mean 'korf100'?)"),
        ('instances = "hardest8"\nmethods = "astar(manhatan)"\n', "did you mean 'manhattan'?"),
        ('instances = "hardest8"\nmethods = "bfs"\ntime = "soon"\n', "expected a time limit such as 10s"),
        ('instances = 3\nmethods = "bfs"\n', "expected instances to be a list of texts, found 3"),
        ('instances = "hardest8"\n', "expected at least one method, found none"),
        ("instances =\n", "expected TOML: invalid value"),
        ("time = " + 5_000 * "9", "expected TOML: exceeds the limit"),
    ],
)
def test_a_wrong_spec_gets_one_line(
    tmp_path: Path, text: str, message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("spec.toml").write_text(text)
    assert message in error_line(capsys, "experiment", "spec.toml")
    assert not Path("spec.jsonl").exists()


def test_a_results_file_repeats_its_experiment_and_says_what_differs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output, again = tmp_path / "r.jsonl", tmp_path / "r.again.jsonl"
    words = ["experiment", "-i", "hardest8", "-m", METHODS[0], "-m", METHODS[2], "--repeat", "2", "--limit", "nodes=1M"]
    assert run([*words, "-o", str(output)]) == 0
    lines = output.read_text().splitlines()
    changed = next(number for number, line in enumerate(lines) if METHODS[0] in json.loads(line)["method"])
    record = json.loads(lines[changed])
    lines[changed] = json.dumps(record | {"expanded": record["expanded"] + 1})
    output.write_text("\n".join(lines) + "\n")
    capsys.readouterr()
    assert run(["experiment", str(output)]) == 0
    assert load(again)[0]["experiment"] == load(output)[0]["experiment"]
    text = capsys.readouterr().out
    assert "\n7 of 8 repeated runs have the same results and counts\n" in text
    assert re.search(r"^astar\(manhattan\) +4 +4 +3 +× ", text, re.MULTILINE)
    place = rf"{record['instances']} {record['index']} +{re.escape(METHODS[0])} +{record['repetition']}"
    assert re.search(rf"^{place} +expanded +{record['expanded'] + 1} +{record['expanded']}$", text, re.MULTILINE)


def test_an_instance_set_is_no_plan(capsys: pytest.CaptureFixture[str]) -> None:
    found = error_line(capsys, "experiment", "korf100(easy)")
    assert "expected a plan, found the instance set 'korf100(easy)' (--instances 'korf100(easy)')" in found


def test_a_shard_is_repeated_into_another_file_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is compared with itself has the same results, whatever they are."""
    output = tmp_path / "r.jsonl"
    assert run(["experiment", "-i", "hardest8", "-m", METHODS[0], "--shard", "1/2", "-o", str(output)]) == 0
    capsys.readouterr()
    assert "cannot be compared with itself" in error_line(capsys, "experiment", str(output), "-o", str(output))
    assert len(load(output)) == 1
    assert run(["experiment", str(output)]) == 0
    text = capsys.readouterr().out
    assert "1 of 1 repeated run has the same results and counts; 1 run is in one file only" in text
    assert "card" not in text, "neither file has one"


def test_changed_code_of_a_results_file_does_not_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    source, ran = Path("mine.py"), Path("ran")
    source.write_text("def h(board, goal): return 0\n")
    assert run(["experiment", "-i", "hardest8", "-m", "astar(mine.py:h)", "--limit", "nodes=9", "-o", "r.jsonl"]) == 0
    source.write_text(f"open({str(ran)!r}, 'w').close()\ndef h(board, goal): return 1\n")
    capsys.readouterr()
    assert "'mine.py' has changed" in error_line(capsys, "experiment", "r.jsonl")
    assert run(["report", "r.jsonl"]) == 0
    assert not ran.exists()


@pytest.fixture
def results_with_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """The folder of ``r.jsonl``, whose method uses ``mine.py:h``; running that file makes a file ``ran``."""
    monkeypatch.chdir(tmp_path)
    mark = tmp_path / "ran"
    for name in ("mine.py", "other.py"):
        (tmp_path / name).write_text(f"open({str(mark)!r}, 'w').close()\ndef h(board, goal): return 0\n")
    assert run(["experiment", "-i", "hardest8", "-m", "astar(mine.py:h)", "--limit", "nodes=9", "-o", "r.jsonl"]) == 0
    mark.unlink()
    capsys.readouterr()
    return tmp_path


def edit_plans(results: Path, *, is_forged: bool, **changes: Any) -> None:
    """Change the plan in all records of a results file, with ``is_forged`` so that its checksum is right again."""
    records = [json.loads(line) for line in results.read_text().splitlines()]
    for record in records:
        spec = {name: value for name, value in {**record["spec"], **changes}.items() if value != "removed"}
        record.update({"spec": spec, **({"experiment": spec_checksum(spec)} if is_forged else {})})
    results.write_text("".join(json.dumps(record) + "\n" for record in records))


_OTHER = ["astar(max(manhattan, other.py:h))"]


@pytest.mark.parametrize(
    ("is_forged", "changes", "options", "message"),
    [
        (
            False,
            {},
            "",
            "r.jsonl runs code that the command does not name: mine.py (read the code, then add --code mine.py",
        ),
        (False, {}, "--repeat 2 --code mine.py", "repeat: 1 in the file, 2 now"),
        (
            False,
            {},
            "--code mine.py --code other.py",
            "expected --code to name code of r.jsonl (mine.py), found other.py",
        ),
        (False, {}, "--code other.py", "r.jsonl runs code that the command does not name: mine.py"),
        (False, {}, "-m astar(manhattan) --code mine.py", "expected --code to name code of r.jsonl (no code)"),
        (False, {"methods": _OTHER}, "", "r.jsonl was edited"),
        (False, {"sources": "removed"}, "--code mine.py", "r.jsonl was edited"),
        (True, {"sources": "removed"}, "--code mine.py", "r.jsonl has no checksum of 'mine.py'"),
        (True, {"sources": []}, "--code mine.py", "r.jsonl has no checksum of 'mine.py'"),
        (True, {"methods": _OTHER}, "--code mine.py", "r.jsonl has no checksum of 'other.py'"),
        (True, {"sources": ["0 mine.py"]}, "--code mine.py", "'mine.py' has changed"),
        (True, {"methods": ["other.py:f"], "sources": ["0 other.py"]}, "--code mine.py", "'other.py' has changed"),
        (True, {"methods": ["mine:h"]}, "--code mine.py", "does not name: mine (read"),
        (True, {"instances": ["mine.py:h"], "methods": ["bfs"]}, "", "does not name: mine.py (read"),
        (True, {"instances": ["mine:h"], "methods": ["bfs"]}, "", "does not name: mine (read"),
        (True, {"methods": ["mine.py"]}, "", "expected a function in a file"),
        (True, {"methods": ["a\0b:h"]}, "--code mine.py", "expected a name without control or hidden characters"),
    ],
)
def test_code_of_a_results_file_runs_only_if_the_command_names_it(
    is_forged: bool,
    changes: dict[str, Any],
    options: str,
    message: str,
    results_with_code: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    edit_plans(results_with_code / "r.jsonl", is_forged=is_forged, **changes)
    assert message in error_line(capsys, "experiment", "r.jsonl", *shlex.split(options))
    assert not (results_with_code / "ran").exists()


@pytest.mark.parametrize("options", ["--code mine.py", "--code ./folder/../mine.py", "-m astar(mine.py:h)"])
def test_code_of_a_results_file_runs_if_the_command_names_it(options: str, results_with_code: Path) -> None:
    assert run(["experiment", "r.jsonl", *shlex.split(options)]) == 0
    assert (results_with_code / "ran").exists()


def test_code_is_for_a_results_file(capsys: pytest.CaptureFixture[str]) -> None:
    found = error_line(capsys, "experiment", "-i", "hardest8", "-m", "bfs", "-o", "r.jsonl", "--code", "mine.py")
    assert "--code is for the code that a results file names, and there is no results file" in found


def test_only_the_experiment_of_a_results_file_is_repeated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "r.jsonl"
    assert run(["experiment", "-i", "hardest8", "-m", METHODS[0], "-o", str(output)]) == 0
    capsys.readouterr()
    found = error_line(capsys, "experiment", str(output), "--repeat", "3")
    assert "the experiment cannot be repeated: repeat: 1 in the file, 3 now" in found
    output.write_text(output.read_text() + output.read_text().replace('"experiment": "', '"experiment": "x'))
    assert "expected the runs of one experiment" in error_line(capsys, "experiment", str(output))


def test_records_are_plain_json(finished: tuple[Plan, Path]) -> None:
    _, output = finished
    for line in output.read_text().splitlines():
        row = json.loads(line)
        assert line == json.dumps(row, ensure_ascii=False)
        assert list(row) == list(FIELDS)
