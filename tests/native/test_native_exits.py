"""The compiled core when Python exits during a search in a daemon thread, and in subinterpreters."""

from __future__ import annotations

import subprocess
import sys
import sysconfig

import pytest

from taquin import _native
from waiting import PATIENCE

if not _native.is_available():
    pytest.skip(_native.describe(), allow_module_level=True)

HARD = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"
REFUSAL = (
    "module taquin._core does not support loading in subinterpreters"
    if sysconfig.get_config_var("Py_GIL_DISABLED")  # there Python itself refuses
    else "the core cannot be used in a subinterpreter"
)
WITHOUT_CORE = f"pure Python (the native core is not usable: {REFUSAL})"
SEARCHES = {
    "threads": f"taquin.solve({HARD!r}, algorithm='ida_star(manhattan, threads=2)', progress=begin, backend='native')",
    "astar": f"taquin.solve({HARD!r}, algorithm='astar(manhattan)', progress=begin, backend='native')",
    "table": "distance_table(taquin.Board('1 2 3 4 / 5 6 7 8 / 9 10 0 11'), listener=begin)",
}


def run(script: str) -> tuple[int, str, str]:
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("name", SEARCHES)
def test_the_exit_code_survives_a_search_in_a_daemon_thread(name: str) -> None:
    assert run(
        "import sys, threading, taquin\n"
        "from taquin.tables.distances import distance_table\n"
        "begun = threading.Event()\n"
        "def begin(*progress):\n"
        "    begun.set()\n"
        f"threading.Thread(target=lambda: {SEARCHES[name]}, daemon=True).start()\n"
        "begun.wait()\n"
        "sys.exit(7)"
    ) == (7, "", "")


def test_a_subinterpreter_gets_an_error_and_works_without_the_core() -> None:
    """A search of the core in a subinterpreter would never end."""
    inside = (
        "from taquin import _native, solve\n"
        "print(_native.describe())\n"
        "print(solve('1 2 3 / 4 0 5 / 7 8 6').backend, flush=True)\n"
    )
    assert run(
        "import taquin\n"
        "try:\n"
        "    import _interpreters as interpreters\n"
        "    subinterpreter = interpreters.create('legacy')\n"
        "except ImportError:\n"
        "    import _xxsubinterpreters as interpreters\n"
        "    subinterpreter = interpreters.create(isolated=False)\n"
        "print(taquin.solve('1 2 3 / 4 0 5 / 7 8 6', backend='native').backend, flush=True)\n"
        f"interpreters.run_string(subinterpreter, {inside!r})\n"
        "interpreters.destroy(subinterpreter)\n"
        "print(taquin.solve('1 2 3 / 4 0 5 / 7 8 6', backend='native').backend)\n"
    ) == (0, f"native\n{WITHOUT_CORE}\npython\nnative\n", "")
