"""What a program in a sandbox sees and may do, and how it is told from one that could not be started."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from taquin.system import sandbox
from taquin.system.led_programs import lead_program
from taquin.system.program_runs import Ending, ProgramLimits, ProgramRun, run_program
from taquin.system.sandbox import Sandbox, isolation_problem

needs_sandbox = pytest.mark.skipif(
    bool(isolation_problem()), reason=f"programs cannot be isolated: {isolation_problem()}"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "copy").mkdir()
    (tmp_path / "secret").write_text("secret")
    return tmp_path / "copy"


def run_shell(folder: Path, script: str, **options: object) -> ProgramRun:
    command = ["/bin/sh", "-c", script]
    return run_program(command, folder=folder, sandbox=Sandbox(folder), **options)  # type: ignore[arg-type]


@needs_sandbox
def test_it_sees_its_folder_and_the_installed_programs(folder: Path) -> None:
    (folder / "file").write_text("own")
    run = run_shell(folder, "cat file; ls ..; python3 --version >/dev/null && echo python; id -u >/dev/null")
    assert (run.output, run.errors, run.is_complete) == ("owncopy\npython\n", "", True)


@needs_sandbox
@pytest.mark.parametrize(
    "script",
    [
        "cat ../secret",
        "cat /etc/shadow /etc/gshadow",
        "echo x > /usr/x",
        "echo x > /x",
        "echo x > /etc/x",
        "echo x > /dev/x",
        "head -c 300000000 /dev/zero > /tmp/x",
        "unshare --user --map-root-user true",
        "mount -t tmpfs tmpfs /usr",
        "kill -9 PARENT",
        "ls /proc/PARENT/root/",
    ],
)
def test_it_gets_nothing_else(folder: Path, script: str) -> None:
    run = run_shell(folder, script.replace("PARENT", str(os.getpid())))
    assert run.exit_code != 0
    assert "secret" not in run.output


@needs_sandbox
def test_it_has_no_network(folder: Path) -> None:
    code = "import socket; print([name for _, name in socket.if_nameindex()])"
    assert run_program([sys.executable, "-c", code], folder=folder, sandbox=Sandbox(folder)).output == "['lo']\n"


@needs_sandbox
def test_it_does_not_get_the_variables_of_its_user(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGISTRY_TOKEN", "secret")
    run = run_shell(folder, "env; cat /proc/*/environ")
    assert "PATH=" in run.output
    assert "secret" not in run.output


@needs_sandbox
def test_what_is_hidden_inside_something_visible(folder: Path) -> None:
    for name in ("class/one", "class/two"):
        (folder.parent / name).mkdir(parents=True)
        (folder.parent / name / "solver.py").write_text("secret")
    visible, hidden = (
        folder.parent / "class",
        (folder.parent / "class" / "one", folder.parent / "class" / "two/solver.py"),
    )
    box = Sandbox(folder, readable=(visible,), hidden=hidden)
    run = run_program(
        ["/bin/sh", "-c", f"ls -A {hidden[0]}; cat {hidden[1]}; ls {visible}"], folder=folder, sandbox=box
    )
    assert run.output == "one\ntwo\n"


@needs_sandbox
def test_processes_end_with_the_program(folder: Path) -> None:
    run = run_shell(folder, "setsid sh -c 'while true; do sleep 0.01; date +%N > alive; done' & sleep 0.3")
    before = (folder / "alive").read_text()
    assert run.is_complete
    assert (folder / "alive").read_text() == before


@needs_sandbox
def test_exit_codes_and_limits(folder: Path) -> None:
    assert run_shell(folder, "exit 7").exit_code == 7
    assert run_shell(folder, "kill -11 $$").exit_code == -11
    assert run_shell(folder, "while true; do :; done", limits=ProgramLimits(time=0.5)).ending is Ending.TIME
    fills = "i=0; while true; do i=$((i+1)); head -c 1000000 /dev/zero > file$i; done"
    assert run_shell(folder, fills, limits=ProgramLimits(disk=10**7)).ending is Ending.DISK
    run_shell(folder, "head -c 10000000 /dev/zero > large", limits=ProgramLimits(output=10**6))
    assert (folder / "large").stat().st_size <= 8 * 10**6


@needs_sandbox
def test_a_program_that_cannot_be_started(folder: Path) -> None:
    for name in ("missing-program", "./missing"):
        run = run_program([name], folder=folder, sandbox=Sandbox(folder))
        assert run.ending is Ending.NOT_STARTED
        assert "not found" in run.errors or "no such file" in run.errors


@needs_sandbox
def test_a_dialogue_is_led_in_a_sandbox(folder: Path) -> None:
    code = "print('Name?'); print('Hello', input())"
    answers = iter(["Ann"])
    command = [sys.executable, "-c", code]
    run = lead_program(command, lambda _: next(answers, None), folder=folder, sandbox=Sandbox(folder))
    assert run.output == "Name?\nHello Ann\n"


def test_a_system_that_forbids_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "_usable", lambda: ("", ()))
    assert isolation_problem()
