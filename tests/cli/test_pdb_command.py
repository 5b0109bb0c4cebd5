"""``taquin pdb`` as users see it."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import Capture, answer, error_line, printed
from processes import TAQUIN
from taquin import _native
from taquin.cli import run
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.puzzle.moves import Move
from taquin.puzzle.problem import Problem
from taquin.solving import heuristic_choice, native_calls
from taquin.tables.pdb import store
from taquin.tables.plans.store import stored_plans
from taquin.tables.ranked_distances import RankedDistances, table_file
from taquin.tables.scores.store import write_user
from taquin.tables.scores.weights import ScoreWeights
from taquin.tables.storage.lock import locked
from taquin.tables.symmetry import standard_form
from terminal import Terminal

needs_core = pytest.mark.skipif(not _native.is_available(), reason=_native.describe())


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    return tmp_path / "pdb"


@pytest.mark.parametrize("arguments", [["list"], ["verify"], ["remove", "--all"]], ids=" ".join)
def test_an_empty_folder_has_no_tables(capsys: Capture, folder: Path, arguments: list[str]) -> None:
    assert printed(capsys, "pdb", *arguments) == f"no tables in {folder.parent}\n"


BUILD = ("pdb", "build", "3x3", "-p", "4-4")


@pytest.fixture
def built(capsys: Capture, folder: Path) -> str:
    """What the build of two databases has printed."""
    return printed(capsys, *BUILD, "--threads", "1")


def test_a_build_tells_sizes_and_times(built: str, folder: Path) -> None:
    assert "partition 4-4 of 3×3: 1,2,4,5|3,6,7,8\n" in built
    assert "3x3-8-0.1.3.4: 3.02 kB, about " in built
    assert "3x3-8-0.1.3.4: done in " in built
    assert built.endswith(f"the files are in {folder}\n")


@pytest.mark.usefixtures("built")
def test_a_table_is_built_again_only_by_force(capsys: Capture) -> None:
    assert "3x3-8-0.1.3.4: already in the cache\n" in printed(capsys, *BUILD)
    assert "3x3-8-0.1.3.4: done in " in printed(capsys, *BUILD, "--force")


@pytest.mark.usefixtures("built")
def test_tables_are_listed(capsys: Capture) -> None:
    listed = answer(capsys, "pdb", "list")
    assert [(item["name"], item["damage"]) for item in listed] == [("3x3-8-0.1.3.4", None), ("3x3-8-2.5.6.7", None)]
    assert printed(capsys, "pdb", "list").count("part of 4-4 for 3×3 goals with the blank") == 2


@pytest.mark.usefixtures("built")
def test_info_describes_the_databases_of_a_size(capsys: Capture) -> None:
    info = answer(capsys, "pdb", "info", "3x3")
    assert info["partition"] == "4-4"
    assert info["databases"][0]["tiles"] == [1, 2, 4, 5]
    assert info["databases"][0]["maximum"] > info["databases"][0]["mean"] > 0
    assert "values up to" in printed(capsys, "pdb", "info", "3x3")


@pytest.mark.usefixtures("built")
def test_a_table_is_verified(capsys: Capture) -> None:
    assert printed(capsys, "pdb", "verify", "3x3-8-0.1.3.4") == "3x3-8-0.1.3.4: valid\n"


@pytest.mark.usefixtures("built")
def test_tables_are_removed_by_name_and_all_at_once(capsys: Capture, folder: Path) -> None:
    assert printed(capsys, "pdb", "remove", "3x3-8-0.1.3.4") == "3x3-8-0.1.3.4: removed\n"
    assert printed(capsys, "pdb", "remove", "--all") == "3x3-8-2.5.6.7: removed\n"
    assert list(folder.iterdir()) == []


def test_damage_is_found_and_mended(capsys: Capture, folder: Path) -> None:
    printed(capsys, "pdb", "build", "2x3")
    path = next(folder.glob("*.pdb"))
    path.write_bytes(path.read_bytes()[:-1])
    assert "bytes, found" in printed(capsys, "pdb", "verify", code=3)
    assert [item["damage"] is None for item in answer(capsys, "pdb", "verify", code=3)].count(False) == 1
    assert run(["pdb", "build", "2x3"]) == 0
    captured = capsys.readouterr()
    assert "is not used: expected " in captured.err
    assert captured.err.count("\n") == 1
    assert printed(capsys, "pdb", "verify").count("valid") == 2


def test_size_and_time_before(capsys: Capture, folder: Path) -> None:
    text = printed(capsys, "pdb", "info", "4x4", "-p", "7-8", "-g", "blank-first")
    assert re.search(r"not in the cache: 519 MB, about \d+ (s|min) and 1.56 GB of memory to build\n", text)
    assert not folder.exists()
    assert answer(capsys, "pdb", "info")["databases"][0]["file"] is None


@needs_core
@pytest.mark.skipif(sys.platform != "linux", reason="how much memory is in use is known only there")
@pytest.mark.usefixtures("folder")
def test_too_little_memory_is_an_error() -> None:
    command = f"ulimit -v 300000; exec {shlex.join(TAQUIN)} pdb build 4x4 -p 8-7"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    needed = r"out of memory while building 4x4-15-[\d.]+, which needs 1\.56 GB"
    assert re.match(f"taquin: error: {needed}", done.stderr)


@needs_core
@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_is_clean(folder: Path) -> None:
    terminal = Terminal("pdb", "build", "4x4", "-p", "7-8")
    terminal.read_until(r"[1-9]\d*%, about [\d.]+ (s|min|h) left")  # a part of the table is built
    terminal.process.send_signal(signal.SIGINT)
    found = re.search(r"\r\x1b\[Ktaquin: interrupted: 4x4-15-[\d.]+ (.+)\n$", terminal.read_rest())
    assert terminal.leave() == 130
    left = [path.suffix for path in folder.iterdir() if path.suffix != ".lock"]
    if left:  # a slow machine has saved the unfinished build
        assert left == [".part"]
    assert found is not None
    assert found[1] == ("is not finished; run the same command again to resume" if left else "was not written")


def test_a_database_of_one_goal_serves_a_symmetric_one(capsys: Capture) -> None:
    built = printed(capsys, "pdb", "build", "2x3", "-p", "3-2")
    again = printed(capsys, "pdb", "build", "2x3", "-p", "3-2", "-g", "blank-first")
    names = re.findall(r"(\S+): done in ", built)
    assert len(names) == 2
    assert re.findall(r"(\S+): already in the cache", again) == names
    assert "to build" not in again
    assert "not in the cache" not in printed(capsys, "pdb", "info", "3x2", "-p", "3-2")
    assert "part of 3-2 for 2×3 and 3×2 goals with the blank in a corner" in printed(capsys, "pdb", "list")
    info = answer(capsys, "pdb", "info", "2x3", "-p", "3-2", "-g", "blank-first")
    assert [facts["name"] for facts in info["databases"]] == names
    assert sorted(tile for facts in info["databases"] for tile in facts["tiles"]) == [1, 2, 3, 4, 5]


def test_distance_tables_are_listed_verified_and_removed(capsys: Capture, folder: Path) -> None:
    """As `taquin random 3x4 --depth` writes it, but of 2×3 instead of 240 MB."""
    file = table_file(standard_form(Shape(3, 2), 5))
    built = RankedDistances(standard(Shape(3, 2)), is_stored=False)
    file.write(built._table, {"counts": list(built.counts)})
    (folder.parent / "notes.table").write_text("another file")
    assert printed(capsys, "pdb", "list") == (
        "distances-2x3-blank-0    4.46 kB  all distances to 2×3 and 3×2 goals with the blank in a corner\n"
    )
    assert answer(capsys, "pdb", "list")[0]["kind"] == "distances"
    assert printed(capsys, "pdb", "verify") == "distances-2x3-blank-0: valid\n"
    file.path.write_bytes(file.path.read_bytes()[:-1] + b"x")
    assert "checksum is wrong" in printed(capsys, "pdb", "verify", "distances-2x3-blank-0", code=3)
    assert printed(capsys, "pdb", "remove", "--all") == "distances-2x3-blank-0: removed\n"
    assert [path.name for path in folder.parent.iterdir()] == ["notes.table"]


@needs_core
def test_solve_uses_what_was_built(capsys: Capture) -> None:
    printed(capsys, "pdb", "build", "2x3", "-p", "3-2")
    result = answer(capsys, "solve", "4 5 3 / 1 0 2", "-a", "astar", "-e", "pdb(partition=3-2)")
    assert (result["heuristic"], result["quality"]) == ("pdb(3-2)", "optimal")


def test_scores_and_plans_are_listed_verified_and_removed(capsys: Capture, folder: Path) -> None:
    write_user(ScoreWeights.convex(Shape(3, 4)), {})
    goal = standard(Shape(5, 5))
    stored_plans().keep(Problem(goal.play("U").play("L"), goal), bytes([Move.RIGHT, Move.DOWN]), 2)
    (folder.parent / "training-3x4.table").write_bytes(b"unfinished")
    listed = printed(capsys, "pdb", "list")
    assert "the score trained for 3×4 boards, for anytime and learned\n" in listed
    assert "solutions of large boards, for hints and `solve --improve`\n" in listed
    assert "unfinished: taquin train 3x4 continues it\n" in listed
    assert "damaged" not in listed
    assert printed(capsys, "pdb", "verify", "plans", "score-3x4") == "plans: valid\nscore-3x4: valid\n"
    assert printed(capsys, "pdb", "remove", "plans") == "plans: removed\n"
    assert printed(capsys, "pdb", "remove", "--all") == "score-3x4: removed\ntraining-3x4: removed\n"
    assert printed(capsys, "pdb", "list") == f"no tables in {folder.parent}\n"


# Bad entries, bad folders, leftovers


def test_bad_entries_do_not_end_the_list(capsys: Capture, folder: Path) -> None:
    printed(capsys, "pdb", "build", "2x3", "-p", "3-2")
    (folder / "link.pdb").symlink_to(folder / "nowhere")
    (folder / "3x3-8-0.pdb").symlink_to(next(folder.glob("2x3*.pdb")))
    (folder / "3x3-8-1.pdb").mkdir()
    os.mkfifo(folder / "3x3-8-2.pdb")
    os.mkfifo(folder / "notes.part")
    (folder / "x.part").mkdir()
    for name in (
        "detours-0x5-10",
        "detours-999x999-99",
        "distances-99x99-blank-99",
        "distances-1x1-blank-0",
        "detours-x",
    ):
        (folder.parent / f"{name}.table").write_bytes(b"taquin table" + bytes(100))
    listed = printed(capsys, "pdb", "list")
    assert listed.count("damaged: ") == 11
    assert listed.count("part of 3-2") == 2
    assert "it is a link, not a regular file" in listed
    assert "it is not a regular file" in listed
    verified = printed(capsys, "pdb", "verify", code=3)
    assert verified.count("\n") == 13
    assert verified.count(": valid") == 2


def test_remove_all_removes_leftovers(capsys: Capture, folder: Path) -> None:
    printed(capsys, "pdb", "build", "2x3", "-p", "3-2")
    leftovers = [
        folder / ".4x4-15-0.1.2.pdb.0123456789abcdef.part",
        folder / ".4x4-15-0.1.2.pdb.lock",
        folder / ".4x4-15-0.1.2.pdb.checked",
        folder / "4x4-15-0.1.2.part",
        folder.parent / ".detours-4x5-10.table.0123456789abcdef.part",
    ]
    for path in leftovers:
        path.write_bytes(b"left")
    (folder / "own notes.txt").write_text("not a table")
    table = next(folder.glob("2x3*.pdb"))
    draft = folder / f".{table.name}.0123456789abcdef.part"
    draft.write_bytes(b"left")
    printed(capsys, "pdb", "remove", table.stem)
    assert not draft.exists()
    assert run(["pdb", "remove", "--all"]) == 0
    assert [path.name for path in folder.iterdir()] == ["own notes.txt"]
    assert [path.name for path in folder.parent.iterdir()] == ["pdb"]


def test_what_is_in_use_is_not_removed(capsys: Capture, folder: Path) -> None:
    folder.mkdir()
    path = folder / "2x3-5-0.1.3.pdb"
    draft = folder / ".2x3-5-0.1.3.pdb.0123456789abcdef.part"
    draft.write_bytes(b"half")
    (folder / "3x3-8-1.pdb").mkdir()
    with locked(path, lambda message: None):
        message = error_line(capsys, "pdb", "remove", "--all")
    assert "not removed: 3x3-8-1.pdb (" in message
    assert f"{draft.name} (in use)" in message
    assert draft.exists()


@pytest.fixture
def unusable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder that cannot be used, not even by root."""
    for cached in (store._obtain, heuristic_choice._build, native_calls.make_detours):
        cached.cache_clear()
    path = tmp_path / "unusable"
    path.write_text("")
    monkeypatch.setenv("TAQUIN_CACHE", str(path))
    return path


@pytest.mark.parametrize("arguments", [["list"], ["verify"], ["remove", "--all"], ["build", "2x3"]], ids=str)
def test_an_unusable_folder_is_an_error(capsys: Capture, unusable: Path, arguments: list[str]) -> None:
    assert run(["pdb", *arguments]) == 2
    message = capsys.readouterr().err.splitlines()[-1]
    assert message.startswith(f"taquin: error: the cache folder {unusable}")
    assert message.endswith("(TAQUIN_CACHE names another folder)")


@needs_core
@pytest.mark.parametrize("method", ["ida_star(pdb)", "ida_star(manhattan, lookback=12)"])
def test_a_run_without_a_usable_folder_warns_once(capsys: Capture, unusable: Path, method: str) -> None:
    assert run(["solve", "8 1 3 / 4 0 2 / 7 6 5", "-a", method]) == 0
    captured = capsys.readouterr()
    assert "14" in captured.out
    assert captured.err.count("\n") == 1
    assert captured.err.startswith("taquin: ")
    assert str(unusable) in captured.err


@needs_core
def test_workers_do_not_repeat_the_warning(capfd: Capture, unusable: Path, tmp_path: Path) -> None:
    boards = tmp_path / "boards.txt"
    boards.write_text("8 1 3 4 0 2 7 6 5\n" * 4)
    assert run(["solve", str(boards), "-a", "ida_star(pdb)", "--jobs", "2"]) == 0
    captured = capfd.readouterr()
    assert "4 solved" in captured.out
    assert (
        captured.err
        == f"taquin: the cache folder {unusable} cannot be read: not a directory; tables are in memory only\n"
    )


def test_without_the_core_no_time_is_estimated_for_what_cannot_be_built(
    folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_native, "load", lambda: None)
    assert run(["pdb", "build", "4x4"]) == 2
    captured = capsys.readouterr()
    assert "needs the native core" in captured.err
    assert "memory to build" not in captured.out


def test_an_unknown_home_folder_is_one_line(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", "~nosuchuser/tables")
    for arguments in (["pdb", "list"], ["solve", "8 1 3 / 4 0 2 / 7 6 5", "-a", "astar(pdb)"]):
        assert run(arguments) == 2
        assert capsys.readouterr().err == (
            "taquin: error: the home folder of '~nosuchuser' in '~nosuchuser/tables' is unknown "
            "(write the path in full, without ~)\n"
        )


def test_foreign_files_do_not_end_the_list(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    printed(capsys, "pdb", "build", "2x3", "-p", "3-2")
    for name in ("notes", "9x9-80-0.1", "2x3-9-0"):
        (folder / f"{name}.pdb").write_bytes(b"nonsense")
    (folder.parent / "distances-3x4-blank-99.table").touch()
    listed = printed(capsys, "pdb", "list")
    assert listed.count("damaged: ") == 4
    assert listed.count("part of 3-2") == 2
    assert printed(capsys, "pdb", "verify", code=3).count(": valid") == 2
    again = printed(capsys, "pdb", "build", "2x3", "-p", "3-2", "-g", "blank-first")
    assert again.count("already in the cache") == 2
