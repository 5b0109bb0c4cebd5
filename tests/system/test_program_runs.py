"""Programs of users: limits of time, memory and output; none of their processes is left."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from taquin.system import program_runs
from taquin.system.led_programs import lead_program
from taquin.system.program_runs import Ending, ProgramLimits, ProgramRun, run_program

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def run_python(code: str, typed: str = "", **options: object) -> ProgramRun:
    return run_program([sys.executable, "-c", code], typed, **options)  # type: ignore[arg-type]


def processes_with(mark: str) -> list[str]:
    """The processes whose command line has this text."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        if mark in command:
            found.append(command)
    return found


def test_what_is_typed_and_printed() -> None:
    run = run_python("import sys; print(input()[::-1]); sys.stderr.write('note')", "abc\n")
    assert (run.output, run.errors, run.ending, run.exit_code) == ("cba\n", "note", Ending.ENDED, 0)
    assert run.is_complete
    assert "abc" in run.transcript()


def test_a_program_that_reads_nothing_of_a_long_input() -> None:
    assert run_python("print('done')", "x" * 10**6).output == "done\n"


def test_the_time_limit() -> None:
    run = run_python("print('begun', flush=True)\nwhile True: pass", limits=ProgramLimits(time=0.5))
    assert run.ending is Ending.TIME


def test_the_output_limit() -> None:
    run = run_python("while True: print('x' * 1000)", limits=ProgramLimits(output=10**6))
    assert run.ending is Ending.OUTPUT
    assert len(run.output) == 10**6


@LINUX
def test_a_file_cannot_fill_the_disk(tmp_path: Path) -> None:
    code = "import time\nwith open('long', 'wb', 0) as file:\n    while file.write(b'x' * 100): time.sleep(0.001)"
    assert "File too large" in run_python(code, folder=tmp_path, limits=ProgramLimits(output=1000)).errors


@LINUX
def test_the_memory_limit_counts_the_whole_tree() -> None:
    child = "import time; block = b'x' * 150_000_000; time.sleep(60)"
    code = f"import subprocess, sys\nchildren = [subprocess.Popen([sys.executable, '-c', {child!r}]) for _ in range(3)]"
    run = run_python(f"{code}\nfor child in children: child.wait()", limits=ProgramLimits(60, 300_000_000))
    assert run.ending is Ending.MEMORY


@LINUX
def test_no_process_is_left(tmp_path: Path) -> None:
    """Also one that has left the session, and whose parent has ended."""
    mark = tmp_path.name
    code = (
        f"import subprocess, sys\nfor new in (False, True):\n"
        f"    command = [sys.executable, '-c', 'import time; time.sleep(600)', {mark!r}]\n"
        "    subprocess.Popen(command, start_new_session=new)\n"
        "print('started')"
    )
    run = run_program([sys.executable, "-c", code])
    assert run.output == "started\n"
    assert processes_with(f"time.sleep(600) {mark}") == []


@LINUX
@pytest.mark.parametrize("is_led", [False, True])
def test_no_process_is_left_that_has_emptied_its_environment(is_led: bool, tmp_path: Path) -> None:
    """In another session, with a parent that has ended, and while it goes on from fork to fork."""
    mark = tmp_path.name
    (tmp_path / "chain.py").write_text(
        "import os, time\nfor _ in range(2000):\n    if os.fork(): os._exit(0)\n    time.sleep(0.01)\n"
    )
    (tmp_path / "run.sh").write_text(
        f"setsid env -i {sys.executable} -c 'import time; time.sleep(600)' {mark} </dev/null >/dev/null 2>&1 &\n"
        f"setsid env -i {sys.executable} chain.py {mark} </dev/null >/dev/null 2>&1 &\n"
        "sleep 0.5; echo started\n"
    )
    command = ["/bin/sh", "run.sh"]
    run = lead_program(command, lambda _: None, folder=tmp_path) if is_led else run_program(command, folder=tmp_path)
    assert run.output.replace("\r", "") == "started\n"
    assert processes_with(mark) == []


@LINUX
def test_an_empty_environment_evades_no_limit() -> None:
    code = "import time; block = bytes([1]) * 400_000_000; time.sleep(60)"
    run = run_program(
        ["/bin/sh", "-c", f"setsid env -i {sys.executable} -c '{code}'; true"], limits=ProgramLimits(60, 10**8)
    )
    assert run.ending is Ending.MEMORY


@LINUX
def test_too_many_processes_are_stopped() -> None:
    code = "import os, time\nfor _ in range(5): os.fork()\ntime.sleep(20)"
    assert run_python(code, limits=ProgramLimits(processes=20)).ending is Ending.PROCESSES
    led = lead_program([sys.executable, "-c", code], lambda _: None, limits=ProgramLimits(processes=20))
    assert led.ending is Ending.PROCESSES


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_a_terminal_without_echo() -> None:
    code = "import sys; print(sys.stdin.isatty(), input())"
    assert run_python(code, "abc\n", needs_terminal=True).output == "True abc\n"


@LINUX
def test_the_time_limit_is_cpu_time() -> None:
    """A machine that is busy with something else must not end a program early."""
    run = run_python("import time; time.sleep(2.5); print('done')", limits=ProgramLimits(time=2))
    assert (run.output, run.ending) == ("done\n", Ending.ENDED)
    assert run.seconds < 2


@LINUX
def test_the_time_of_a_child_counts() -> None:
    code = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'while True: pass'])"
    assert run_python(code, limits=ProgramLimits(time=0.5)).ending is Ending.TIME


@LINUX
def test_a_program_that_only_waits_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_runs, "_IDLE", 0.5)
    assert run_python("import time; time.sleep(600)", limits=ProgramLimits(time=0.5)).ending is Ending.TIME
