"""Methods as text: reading, writing, and round trips."""

from __future__ import annotations

import pickle
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cases import each_case
from taquin.errors import AlgorithmError, HeuristicError, SpecError, TaquinWarning
from taquin.heuristics.manhattan import Manhattan
from taquin.puzzle.arguments import LARGEST, LARGEST_REAL
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.solving.heuristic_choice import choose_heuristic
from taquin.solving.method import Method, choose_method, make_method
from taquin.solving.registry import ALGORITHMS, HEURISTICS, AlgorithmSpec, Option, OptionValue
from taquin.solving.spec_text import short_spec

GOAL = standard(Shape(3, 3))


# Round trips ---------------------------------------------------------------------------------------------------------


simple_heuristics = st.sampled_from([spec.key for spec in HEURISTICS if not spec.takes_parts])
heuristic_texts = st.recursive(
    simple_heuristics,
    lambda parts: st.lists(parts, min_size=1, max_size=3).map(lambda texts: f"max({', '.join(texts)})"),
    max_leaves=5,
)


def values(option: Option) -> st.SearchStrategy[OptionValue]:
    if option.choices:
        return st.sampled_from(option.choices)
    if isinstance(option.default, bool):
        return st.booleans()
    low, high = option.minimum or 0, option.maximum
    if isinstance(option.default, int):
        return st.integers(int(low), LARGEST if high is None else int(high))
    return st.floats(low, LARGEST_REAL if high is None else high, allow_nan=False, allow_infinity=False)


@st.composite
def methods(draw: st.DrawFn) -> tuple[AlgorithmSpec, str | None, dict[str, OptionValue]]:
    spec = draw(st.sampled_from(ALGORITHMS))
    chosen = draw(st.lists(st.sampled_from(spec.options), unique=True)) if spec.options else []
    heuristic = draw(heuristic_texts) if spec.uses_heuristic else None
    return spec, heuristic, {option.name: draw(values(option)) for option in chosen}


@given(methods())
def test_any_method_reads_back(parts: tuple[AlgorithmSpec, str | None, dict[str, OptionValue]]) -> None:
    spec, heuristic, options = parts
    method = choose_method(spec.key, heuristic, options)
    assert {name: value for name, value in method.options if name in options} == options
    assert choose_method(method.text) == method
    arguments = [heuristic] if heuristic else []
    arguments += [f"{name.replace('_', '-')} = {value}" for name, value in options.items()]
    assert choose_method(f" {spec.key.upper()} ( {' , '.join(arguments)} ) ") == method
    for alias in spec.aliases:
        assert choose_method(alias, heuristic, options) == method


# Reading ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a*", "astar(manhattan)"),
        ("A*( h1 )", "astar(misplaced)"),
        ("wa*(hamming,weight=2)", "wastar(misplaced, weight=2)"),
        ("wastar(weight=2.0, manhattan)", "wastar(manhattan, weight=2)"),
        ("wastar", "wastar(manhattan, weight=1.5)"),
        ("idastar()", "ida_star(manhattan)"),
        ("astar(max(manhattan, gaschnig), tie-break=LOW_H)", "astar(max(manhattan, gaschnig), tie_break=low-h)"),
        ("hill-climbing(never-undo=yes)", "hill_climbing(manhattan, never_undo=true)"),
        ("hill-climbing(never-undo=1)", "hill_climbing(manhattan, never_undo=true)"),
        ("hill-climbing(never-undo=0)", "hill_climbing(manhattan)"),
        ("dfs(frontier=stack)", "dfs(frontier=stack)"),
        ("Hill Climbing", "hill_climbing(manhattan)"),
    ],
)
def test_other_spellings(text: str, written: str) -> None:
    assert choose_method(text).text == written


def test_two_heuristics_are_refused() -> None:
    assert choose_method("bfs", "manhattan").heuristic is None
    assert choose_method("astar(manhattan)", "manhattan").text == "astar(manhattan)"
    assert choose_method("astar(manhattan)", "taxicab").text == "astar(manhattan)"
    with pytest.raises(SpecError, match="two heuristics are named"):
        choose_method("astar(manhattan)", "misplaced")


def test_a_partition_may_be_given_without_its_name() -> None:
    for text in ("pdb(7-8)", "pdb( 7-8 )", "pdb(partition=7-8)"):
        assert choose_method(f"ida_star({text})").text == "ida_star(pdb(7-8))"
    assert choose_heuristic("pdb(1 2 5|3 4, symmetry=no)").text == "pdb(1 2 5|3 4, symmetry=false)"


def test_a_file_alone_is_answered_with_its_functions(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("import nowhere\n\ndef h(board):\n    def inner(): ...\n\ndef g(board):\n    return 0\n")
    with pytest.raises(SpecError, match=r"mine\.py:h, found .* alone \(it has h, g\)"):
        choose_method(f"astar({file})")


def test_separate_options_override_those_of_the_text() -> None:
    assert choose_method("wastar(weight=2)", options={"weight": 3}).text == "wastar(manhattan, weight=3)"


@each_case(
    ("text", "message"),
    [
        ("", "expected a name"),
        ("(", "expected a name"),
        ("astar(mine.py)", r"expected a function in a file, such as mine\.py:name, found 'mine\.py' alone"),
        ("astar(manhattan, gaschnig)", r"takes one heuristic, found 2.*max\(a, b\)"),
        ("bfs(manhattan)", "bfs uses no heuristic, found 'manhattan'"),
        ("bfs(weight=2)", "bfs has no option 'weight': it takes none"),
        ("astar(weight=2)", "astar has no option 'weight': it takes tie_break, seed"),
        ("astar(tie_break=oldest)", "expected tie_break to be one of fifo, lifo, low-h, random, found 'oldest'"),
        ("bfs(order=UDLU)", "expected an order such as ULRD, every move once, found 'UDLU'"),
        ("anytime(order=ULRD)", "anytime has no option 'order'"),
        ("wastar(weight=0.5)", "expected weight to be a finite number from 1 to 1,000,000, found '0.5'"),
        ("beam(width=2.5)", "expected width to be a whole number, 1 or more, found '2.5'"),
        ("annealing(cooling=2)", "expected cooling to be at most 1, found '2'"),
        ("astar(manhattan", "expected '\\)' at the end of 'astar\\(manhattan'"),
        ("astar(manhattan))", "expected the end of the spec"),
        ("misplaced,manhattan", "taquin compare takes several"),
        ("astar(max(manhattan,))", "expected an argument after the last ','"),
        ("astar(max)", "max takes two or more heuristics, found none"),
        ("astar(manhattan(gaschnig))", "the heuristic manhattan takes no arguments"),
        ("astar(pdb(7-8, 5-5-5))", r"the option partition is given twice in 'pdb\(7-8, 5-5-5\)'"),
        ("astar(pdb(7-8, partition=5-5-5))", "the option partition is given twice"),
        ("astar(manhattan(weight=2))", "the heuristic manhattan takes no options"),
        ("astar(manhattan, tie_break=)", "expected"),
        ("x" * 1001, "at most 1000 characters"),
        ("astr", "no algorithm is called 'astr'.*did you mean 'astar'"),
        ("astar(manhatan)", "no heuristic is called 'manhatan'.*did you mean 'manhattan'"),
        ("wastar(weight=heavy)", "expected weight to be a finite number from 1 to 1,000,000, found 'heavy'"),
        ("astar(manhattan) bfs", "expected the end of the spec"),
    ],
)
def test_error_messages(text: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        choose_method(text)


WORDS = ["astar", "max", "manhattan", *"(),= -", "weight", "2", "wastar", ".py:", "x.py:f", "\0", "\n", "é"]


@example("max(" * 249)
@example("(" * 999)
@given(st.text(max_size=60) | st.lists(st.sampled_from(WORDS)).map("".join))
def test_any_text_gives_a_method_or_a_spec_error(text: str) -> None:
    for read in (choose_method, choose_heuristic):
        try:
            chosen = read(text)
        except (AlgorithmError, SpecError, HeuristicError) as error:
            assert error.message  # noqa: PT017 - either is right
        else:
            assert chosen.text


def test_the_deepest_nesting_can_be_built_and_evaluated() -> None:
    heuristic = choose_heuristic("max(" * 19 + "manhattan" + ")" * 19).build(GOAL)
    assert heuristic(Board("1 2 3 4 0 5 6 7 8").state) == 6
    for depth in (20, 190):
        with pytest.raises(SpecError, match="expected at most 20 heuristics inside each other"):
            choose_heuristic("max(" * depth + "manhattan" + ")" * depth)


# Claims --------------------------------------------------------------------------------------------------------------


def test_a_maximum_is_admissible_and_consistent_if_its_parts_are(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("def zero(board, goal):\n    return 0\n")
    assert choose_heuristic("max(manhattan, gaschnig)").admissible
    assert choose_heuristic("max(manhattan, gaschnig)").consistent
    for text in (f"{mine}:zero", f"max(manhattan, {mine}:zero)"):
        choice = choose_heuristic(text)
        assert (choice.admissible, choice.consistent) == (False, False)
        assert choose_heuristic(choice.text) == choice
        assert choice.build(GOAL)(GOAL.state) == 0
    assert choose_method(f"astar({mine}:zero)").text == f"astar({mine}:zero)"


@pytest.mark.parametrize("folder", ["work (1)", "a (b) (c)", "(draft)", "my (old, bad) work"])
def test_a_path_may_have_parentheses(folder: str, tmp_path: Path) -> None:
    mine = tmp_path / folder / "mine.py"
    mine.parent.mkdir()
    mine.write_text("def h(board, goal):\n    return 0\n\n\ndef search(space, *, limit=1): ...\n")
    heuristic = choose_heuristic(f"{mine}:h")
    assert (heuristic.name, heuristic.text) == (f"{mine}:h", f"{mine}:h")
    method = choose_method(f"wastar(max({mine}:h(admissible=true), manhattan), weight=2)")
    assert method.text == f"wastar(max({mine}:h(admissible=true), manhattan), weight=2)"
    assert short_spec(method.text) == "wastar(max(mine.py:h(admissible=true), manhattan), weight=2)"
    assert choose_method(f"{mine}:search(limit=2)").text == f"{mine}:search(limit=2)"


def test_methods_are_values(tmp_path: Path) -> None:
    """Equal methods have equal hashes, and a pickled method is the same method, also with code in a file."""
    mine = tmp_path / "mine.py"
    mine.write_text("def zero(board, goal):\n    return 0\n\n\ndef walk(space, heuristic): ...\n")
    specs = ["wastar(max(pdb(4-4), manhattan), weight=2)", f"astar({mine}:zero)", f"{mine}:walk({mine}:zero)"]
    for method in map(choose_method, specs):
        assert hash(method) == hash(choose_method(method)) == hash(replace(method))
        packed = pickle.dumps(method)
        sys.modules.pop("taquin_user_mine", None)  # as in another process
        again = pickle.loads(packed)
        assert (again.text, again.heuristic) == (method.text, method.heuristic)
        assert again.heuristic.build(GOAL)(GOAL.state) == 0


def test_the_files_of_own_code_in_a_method_are_known(tmp_path: Path) -> None:
    """An experiment is resumed only if none of them has changed."""
    mine, other = (tmp_path / name for name in ("mine.py", "other.py"))
    for path in (mine, other):
        path.write_text("def zero(board, goal):\n    return 0\n\n\ndef walk(space, heuristic): ...\n")
    files = {f"astar({mine}:zero)": [mine], f"astar(max(manhattan, {mine}:zero))": [mine], "astar(manhattan)": []}
    for spec, expected in {**files, f"{mine}:walk({other}:zero)": [mine, other]}.items():
        assert choose_method(spec).own_files == [str(path) for path in expected]


def test_too_many_threads_are_lowered_on_every_machine() -> None:
    """The method names what runs, so that a plan is the same everywhere."""
    with pytest.warns(TaquinWarning, match="threads is lowered from 1024 to 256, the maximum"):
        method = choose_method("ida_star(manhattan, threads=1024)")
    assert method.text == "ida_star(manhattan, threads=256)"
    with pytest.raises(SpecError, match="threads"):
        choose_method("ida_star(manhattan, threads=-1)")


@pytest.mark.parametrize("heuristic", [lambda board, goal: 1, lambda board: 2, type("Mine", (Manhattan,), {})])
def test_functions_and_classes_are_heuristics(heuristic: type[Manhattan]) -> None:
    method: Method = choose_method("astar", heuristic)
    assert method.heuristic is not None
    assert not method.heuristic.admissible
    assert method.heuristic.build(GOAL)(GOAL.state) in {0, 1, 2}
    assert choose_method("astar", method.heuristic) == method


def test_equal_methods_are_equal() -> None:
    assert choose_method("astar") == choose_method("astar(manhattan)")
    assert choose_method("astar") == make_method("astar", "manhattan")
    assert choose_method("astar") != choose_method("astar(misplaced)")
    assert choose_method("wastar") != choose_method("wastar(weight=2)")
