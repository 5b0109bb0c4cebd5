"""Experiments and comparisons on spaces of users: from a file, a module and an entry point."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from taquin.cli import run
from taquin.errors import SpaceError, SpecError
from taquin.experiments import Plan, load, run_experiment
from taquin.experiments.running.files import read_settings
from taquin.run.limits import Limits
from taquin.solving import space_sets
from taquin.solving.space_sets import load_spaces, names_space

PANCAKES = Path(__file__).parents[2] / "examples" / "puzzles" / "pancake.py"
SPACE = """
class Count:
    optimum, label = 3, "count"

    def __init__(self, goal=3, price=1.0):
        self.start, self.last, self.price = 0, goal, price

    def is_goal(self, state): return state == self.last
    def successors(self, state): return [("one more", state + 1), ("one less", state - 1)]
    def cost(self, state, move, child): return self.price
    def left(self, state): return self.price * abs(self.last - state)

def wrong(space): return ["one more", "one less"]
def none(): return []
def fails(): raise KeyError("x")
"""


@pytest.fixture
def own(tmp_path: Path) -> str:
    path = tmp_path / "own_space.py"
    path.write_text(SPACE)
    return str(path)


def test_spaces_run_like_boards(tmp_path: Path) -> None:
    instances = (f"{PANCAKES}:stacks(size=6, count=1, seed=4)", f"{PANCAKES}:heavy_stacks(size=5, count=1)")
    methods = ("ida_star(gap(admissible=true))", f"astar({PANCAKES}:missing)", "ucs", "beam(gap)")
    plan = Plan(instances, methods, limits=Limits(time=60))
    run_experiment(plan, tmp_path / "here.jsonl", jobs=1)
    here = {(row["instances"], row["index"], row["method"]): row for row in load(tmp_path / "here.jsonl")}
    for key, row in here.items():
        assert (row["status"] == "error") == (
            "missing" in row["method"] or ("heavy" in key[0] and key[2] == "beam(gap)")
        )
        assert row["replayed"] is (True if row["status"] == "solved" else None)
    stack = here[instances[0], 1, "ucs"]
    assert here[stack["instances"], 1, methods[0]]["cost"] == stack["cost"] == stack["length"] == stack["lower_bound"]
    heavy = here[instances[1], 1, "ucs"]
    assert heavy["cost"] > heavy["length"]
    assert run(["report", str(tmp_path / "here.jsonl")]) == 0


def test_claims_about_a_space_are_checked(tmp_path: Path, own: str, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "r.jsonl"
    arguments = ["experiment", "-i", f"{own}:Count(price=0.5)", "-o", str(output)]
    arguments += ["-m", "astar(left(admissible=true))", "-m", f"{own}:wrong"]
    assert run(arguments) == 70  # its optimum is false
    rows = {row["algorithm"]: row for row in load(output)}
    found = rows["astar"]
    assert (found["cost"], found["length"], found["label"]) == (1.5, 3, "count")
    assert found["moves"] == "onemore onemore onemore"
    assert (found["agrees"], found["quality"], found["rows"]) == (False, "optimal", None)
    assert rows[f"{own}:wrong"]["status"] == "error"
    Path(own).write_text(SPACE + "# edited\n")
    load_spaces.cache_clear()
    assert run(arguments) == 2
    assert "own_space.py has changed" in capsys.readouterr().err


def test_spaces_of_a_module_and_of_an_entry_point(own: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(own).parent))
    points = {"counting": EntryPoint("counting", "own_space:Count", space_sets.GROUP)}
    monkeypatch.setattr(space_sets, "_entry_points", lambda: points)
    assert not names_space("uncounted")
    for name in ("own_space:Count(goal=2)", "counting(goal=2)"):
        assert names_space(name)
        (instance,) = load_spaces(name)
        assert (instance.set_name, instance.start, instance.goal, instance.file) == (name, "0", None, own)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Count(size=3)", "has no option 'size': it takes goal, price"),
        ("Count(3)", "expected options such as size=10"),
        ("Counts", "did you mean Count?"),
        ("SPACE", "has no 'SPACE'"),
        ("none", "made no space"),
        ("fails", "KeyError"),
    ],
)
def test_errors_name_what_is_wrong(own: str, name: str, message: str) -> None:
    with pytest.raises((SpaceError, SpecError), match=r".") as caught:
        load_spaces(f"{own}:{name}")
    assert message in str(caught.value) + caught.value.hint


def test_the_file_of_a_space_is_beside_the_plan(own: str) -> None:
    plan = Path(own).with_name("plan.toml")
    plan.write_text('instances = "own_space.py:Count(goal=2)"\nmethods = "ucs"\n')
    assert read_settings(plan).plan().spaces[0].set_name == f"{own}:Count(goal=2)"


def test_plans_refuse_what_is_for_boards(own: str) -> None:
    with pytest.raises(SpecError, match="boards and your own spaces cannot be mixed"):
        Plan((f"{own}:Count", "hardest8"), ("ucs",))
    with pytest.raises(SpecError, match="for boards"):
        Plan((f"{own}:Count",), ("ucs",), size="3x3")


def test_compare_takes_spaces(own: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["compare", f"{own}:Count", "-a", "astar,ucs,bidirectional", "-e", "left"]) == 2
    assert "bidirectional searches from both ends" in capsys.readouterr().err
    assert run(["compare", f"{own}:Count", "-a", "astar,ucs", "-e", "left"]) == 0
    table = capsys.readouterr().out.split("\n\n")[1].splitlines()
    assert [line.split()[:2] for line in table[1::2]] == [["astar", "left"], ["ucs", "-"]]
    assert run(["compare", f"{own}:Count", "-a", "ucs", "--size", "3x3"]) == 2
    assert run(["compare", f"{own}:Count", "-a", "astar", "-e", "lef"]) == 2
    assert "did you mean 'left'?" in capsys.readouterr().err


def test_other_commands_say_which_take_spaces(own: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", f"{own}:Count(goal=4, price=2.0)"]) == 2
    assert "a puzzle of your own" in (error := capsys.readouterr().err)
    assert "taquin trace, tree, compare and experiment accept it" in error
