"""Instance sets: those of the package, random ones, files; every bundled board and the lengths that we can prove."""

from __future__ import annotations

from pathlib import Path

import pytest

from taquin import Board, DistanceTable, PatternDatabases, Problem, _native, random_board, solve
from taquin.cli import run
from taquin.errors import FormatError, TaquinError
from taquin.experiments import InstanceSet, instance_set


def test_the_reflection_of_a_hardest_15_puzzle_is_one() -> None:
    """The reflection at the diagonal keeps the goal, so boards that are equally far come in pairs."""
    boards = {instance.board for instance in instance_set("hardest15").instances}
    assert {_reflected(board) for board in boards} == boards


def _reflected(board: Board) -> Board:
    names = [0, *(4 * ((tile - 1) % 4) + (tile - 1) // 4 + 1 for tile in range(1, 16))]
    return Board([[names[tile] for tile in column] for column in zip(*board.rows(), strict=True)])


def test_the_hardest_8_puzzles_are_all_boards_at_distance_31() -> None:
    table = DistanceTable()
    found = instance_set("hardest8")
    assert table.radius == 31 and table.counts[31] == len(found)  # noqa: PT018
    assert all(table.distance(instance.board) == instance.optimum == 31 for instance in found.instances)


def _check_lengths(found: InstanceSet, method: str | None = None) -> None:
    for instance in found.instances:
        result = solve(instance.board, instance.goal, algorithm=method)
        assert (result.quality, result.length) == ("optimal", instance.optimum), instance.index


@pytest.mark.skipif(not _native.is_available(), reason="Python takes minutes for this")
def test_some_published_lengths_are_those_that_we_prove() -> None:
    _check_lengths(instance_set("korf100(easy)"))


@pytest.mark.slow
def test_all_published_lengths_of_the_15_puzzles_are_those_that_we_prove() -> None:
    _check_lengths(instance_set("korf100"))


@pytest.mark.slow
@pytest.mark.skipif(not _native.is_available(), reason="Python cannot build these databases")
def test_published_lengths_of_24_puzzles_are_those_that_we_prove() -> None:
    """The others take longer than a minute each."""
    found = instance_set("korf24(easy)")
    PatternDatabases.build(found.instances[0].goal, partition="6-6-6-6")
    _check_lengths(found, "ida_star(pdb(6-6-6-6), lookback=12, threads=0)")


def test_the_easy_instances_are_those_with_few_published_nodes() -> None:
    whole = instance_set("korf100")
    easy = [instance.index for instance in whole.instances if int(instance.columns["nodes"]) < 10**7]
    assert [instance.index for instance in instance_set("korf100(easy)").instances] == easy


def test_part_of_a_set_keeps_its_numbers() -> None:
    found = instance_set("korf100(42, 3-4, 3)")
    assert [instance.index for instance in found.instances] == [3, 4, 42]
    assert instance_set(found.name) == found


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("random(4x4, count=3, seed=1)", {}),
        ("random(3x3, count=3, seed=1, depth=20)", {"depth": 20}),
        ("random(3x4, count=3, seed=1, moves=30)", {"moves": 30}),
        ("random(3x3, count=3, seed=1, moves=30, goal=snail)", {"moves": 30, "goal": "snail"}),
    ],
)
def test_random_sets_are_seeded(name: str, options: dict[str, object]) -> None:
    from random import Random

    found = instance_set(name)
    assert found == instance_set(found.name)
    rng = Random(1)
    shape = found.shapes[0]
    boards = [random_board(shape, rng=rng, **options) for _ in range(3)]  # type: ignore[arg-type]
    assert [instance.board for instance in found.instances] == boards
    assert {instance.optimum for instance in found.instances} == {options.get("depth")}
    assert all(Problem(instance.board, instance.goal).is_solvable for instance in found.instances)


def test_a_file_of_boards_is_a_set_without_known_lengths(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("a 1 2 3 4 0 5 6 7 8 99\nb 8 6 7 2 5 4 3 0 1 99\n")
    found = instance_set(str(path))
    assert [(one.index, one.label, one.optimum) for one in found.instances] == [(1, "a", None), (2, "b", None)]
    assert found.goal is None


HEADER = "# instances: mine\n# about: two boards\n# goal: snail\n# columns: label board optimum\n# any other text\n"


def test_a_file_with_a_header_brings_its_goal_and_its_lengths(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(HEADER + "a 1 2 3 8 4 0 7 6 5 1\nb 1 2 3 8 0 4 7 6 5 0\n")
    found = instance_set(str(path))
    assert (found.summary, [one.optimum for one in found.instances]) == ("two boards", [1, 0])
    assert run(["solve", str(path)]) == 0
    assert capsys.readouterr().out.startswith("a: 1 move: L")
    assert run(["solve", str(path), "--goal", "standard"]) == 2
    assert "belongs to the goal snail" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# instances: a\n# gaol: snail\n1 2 3 4 0 5 6 7 8\n", "found 'gaol' (did you mean 'goal'?)"),
        ("# instances: a\n# columns: board optimum\n1 2 3 4 0 5 6 7 8\n", "line 3: expected board optimum, found 0"),
        ("# instances: a\n# easy: 2\n1 2 3 4 0 5 6 7 8\n", "expected numbers from 1 to 1 after easy"),
        ("# instances: a\n# goal: snial\n1 2 3 4 0 5 6 7 8\n", "did you mean 'snail'?"),
        ("# instances: a\n# columns: board optimum\n1 2 3 4 0 5 6 7 8 x\n", "expected a length, found 'x'"),
    ],
)
def test_a_wrong_header_is_named(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "wrong.txt"
    path.write_text(text)
    with pytest.raises(TaquinError) as caught:
        instance_set(str(path))
    assert message in str(caught.value)


def test_sets_stand_wherever_a_file_does(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "korf100").write_text("1 2 3 4 5 6 7 0 8\n")
    assert run(["check", "korf100", "hardest8"]) == 0
    assert "102 boards in 2 files: 102 can be solved" in capsys.readouterr().out
    assert run(["solve", "./korf100"]) == 0  # a file with the name of a set
    assert "1" in capsys.readouterr().out
    assert run(["solve", "korf100(12)", "--goal", "blank-first"]) == 0  # its own goal may be named
    assert "with bounds 37, 39, 41, 43, 45" in capsys.readouterr().out
    assert run(["hint", "hardest8(1)"]) == 0
    assert "31 moves are left" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# instances: x\n# goal snail\n1 2 3 0\n", "expected a key such as '# goal: snail'"),
        ("# instances: x\n# Goal: snail\n1 2 3 0\n", "expected a key such as '# goal: snail'"),
        ("# instances: x\n# go al: snail\n1 2 3 0\n", "expected a key such as '# goal: snail'"),
        ("# instances: x\n# goal: snail\n# goal: standard\n1 2 3 0\n", "each key once"),
        ("# instances: x\n# about: mine # goal: snail\n1 2 3 0\n", "expected one key on each line"),
        ("# instances: x\n# columns: label board #optimum\na 1 2 3 0 4\n", "expected one key on each line"),
        ("# instances: x\n1 2 3 0\n# goal: snail\n", "expected a key before the first board, found '# goal: snail'"),
        ("# instances: x\n,# goal: snail\n1 2 3 0\n", "expected a key on a line of its own, found ',# goal: snail'"),
        ("/# goal: snail\n1 2 3 0\n", "expected a key on a line of its own, found '/# goal: snail'"),
        ("# goal: snail\n1 2 3 0\n", "'# goal: snail' has no meaning here .begin the file with"),
        ("# instances: x\n# columns: board label\na 1 2 3 0\n", "expected board label, found 1 columns"),
    ],
)
def test_a_damaged_header_is_refused(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "set.txt"
    path.write_text(text)
    with pytest.raises(FormatError, match=message):
        instance_set(str(path))


def test_other_comments_may_have_colons(tmp_path: Path) -> None:
    path = tmp_path / "set.txt"
    path.write_text("# instances: x\n# These need at least: 5 moves\n# see https://example.org/a\n1 2 3 0\n")
    assert len(instance_set(str(path)).instances) == 1


def test_empty_lines_do_not_end_a_header(tmp_path: Path) -> None:
    path = tmp_path / "set.txt"
    path.write_text("# instances: x\n\n # goal: snail\n\n1 2 3 0\n")
    assert instance_set(str(path)).goal == "snail"
