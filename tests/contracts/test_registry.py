"""The registry: names, options, and that every entry agrees with its implementation."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Callable
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taquin.errors import SpecError, TaquinWarning
from taquin.puzzle.arguments import LARGEST_REAL
from taquin.solving.method import choose_method
from taquin.solving.registry import (
    ALGORITHMS,
    HEURISTICS,
    AlgorithmSpec,
    HeuristicSpec,
    Option,
    find_algorithm,
    find_heuristic,
)
from taquin.solving.solver import solve
from taquin.solving.specs import OptionValue
from taquin.trace.events import ExpandEvent, GenerateEvent, ImproveEvent
from taquin.trace.recorder import Recorder
from toy import VALUES

every_algorithm = pytest.mark.parametrize("spec", ALGORITHMS, ids=lambda spec: spec.key)
every_option = pytest.mark.parametrize(
    ("spec", "option"),
    [(spec, option) for spec in ALGORITHMS for option in spec.options],
    ids=lambda value: getattr(value, "key", None) or value.name,
)


def test_reading_the_registry_loads_no_implementation() -> None:
    code = "import sys, taquin.solving.registry; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "taquin.solving.registry" in loaded
    assert [
        name for name in loaded if name.startswith(("taquin.algorithms", "taquin.heuristics", "taquin.lessons"))
    ] == []


@pytest.mark.parametrize("specs", [ALGORITHMS, HEURISTICS], ids=["algorithms", "heuristics"])
def test_names_are_unique_and_found_in_any_spelling(specs: tuple[AlgorithmSpec | HeuristicSpec, ...]) -> None:
    names = [name for spec in specs for name in (spec.key, *spec.aliases)]
    assert len(set(names)) == len(names)
    find = find_algorithm if specs is ALGORITHMS else find_heuristic
    for spec in specs:
        assert spec.key.isidentifier()
        for name in (spec.key, *spec.aliases):
            assert name == name.lower()
            for writing in (name, name.upper(), f" {name} ", name.replace("_", "-"), name.replace("_", " ")):
                assert find(writing) is spec


@every_algorithm
def test_spec_fits_its_implementation(spec: AlgorithmSpec) -> None:
    """Keyword-only options with the same names and defaults, a heuristic where one is used, and a docstring."""
    function = spec.load()
    assert function.__name__ == spec.key
    parameters = inspect.signature(function).parameters
    options = {name: parameter.default for name, parameter in parameters.items() if parameter.kind == 3}
    assert options.pop("backward_heuristic", None) is (inspect.Parameter.empty if needs_two(spec) else None)
    assert options == {option.name: option.default for option in spec.options}
    assert ("heuristic" in parameters) == spec.uses_heuristic
    assert function.__doc__


def needs_two(spec: AlgorithmSpec) -> bool:
    return spec.is_bidirectional and spec.uses_heuristic


@every_algorithm
def test_facts_agree(spec: AlgorithmSpec) -> None:
    """The bound names an option that exists, and ``bound`` has a place for the value."""
    defaults = spec.complete_options({})
    rules = spec.rules(defaults)
    assert (rules.weight_h > 0) == spec.uses_heuristic
    assert rules.weight_g + rules.weight_h > 0
    assert spec.claims.suboptimality in (None, *spec.options)
    assert rules.held is spec.reading.held
    assert spec.reading.bound.count("{}") == 1


@pytest.mark.parametrize(
    ("find", "name", "hint"),
    [
        (find_algorithm, "hill clim", "did you mean 'hill_climbing'?"),
        (find_algorithm, "xyzzy", "`taquin list algorithms` shows all"),
        (
            find_heuristic,
            "mine",
            "`taquin list heuristics` shows all; a function of your own is named file.py:function",
        ),
        (find_algorithm, "astra", "did you mean 'astar'?"),
        (find_heuristic, "linear-conflit", "did you mean 'linear_conflict'?"),
    ],
)
def test_an_unknown_name(find: Callable[[str], object], name: str, hint: str) -> None:
    with pytest.raises(SpecError, match=f"no (algorithm|heuristic) is called '{name}'") as caught:
        find(name)
    assert caught.value.hint == hint


# Options -------------------------------------------------------------------------------------------------------------


@every_option
def test_values_of_the_wrong_type_are_refused(spec: AlgorithmSpec, option: Option) -> None:
    for value in ("", "nonsense", None, "nan", "inf", "-inf", "1e999", "--", [], "1 2", object()):
        with pytest.raises(SpecError, match=f"expected {option.name} to be"):
            option.convert(value)


def test_nearest_choice() -> None:
    with pytest.raises(SpecError, match="fifo, lifo, low-h") as caught:
        find_algorithm("astar").option("tie_break").convert("lo-h")
    assert find_algorithm("astar").option("tie_break").convert("high_g") == "low-h"
    assert caught.value.hint == "did you mean 'low-h'?"


@given(
    st.sampled_from([*chain.from_iterable(spec.options for spec in ALGORITHMS)]),
    st.one_of(st.text(max_size=10), st.floats(), st.integers(-2, 9), st.integers(), st.booleans(), st.none()),
)
@pytest.mark.filterwarnings("ignore:.* is lowered from:taquin.errors.TaquinWarning")
def test_any_value_is_converted_or_refused(option: Option, value: object) -> None:
    try:
        converted = option.convert(value)
    except SpecError:
        return
    assert option.convert(converted) == converted
    assert option.convert(str(converted)) == converted
    if option.choices:
        assert converted in option.choices
    elif not isinstance(option.default, bool):
        assert isinstance(converted, int if isinstance(option.default, int) else int | float)
        assert (option.minimum or 0) <= converted <= (option.maximum or LARGEST_REAL)


_CONDITIONAL = [(spec, option) for spec in ALGORITHMS for option in spec.options if option.used_if]


@pytest.mark.parametrize(
    ("spec", "option"), _CONDITIONAL, ids=[f"{spec.key}-{option.name}" for spec, option in _CONDITIONAL]
)
def test_the_registry_is_right_about_options_without_effect(spec: AlgorithmSpec, option: Option) -> None:
    """Where no condition holds, another value changes nothing."""
    others: dict[str, OptionValue] = {}
    for condition in option.used_if:
        other = spec.option(condition.option)
        values = [other.default, *(other.choices or (True,) if isinstance(other.default, bool) else other.choices)]
        others[other.name] = next(value for value in values if not condition.holds({other.name: value}))

    def counters(value: OptionValue) -> object:
        result = solve("2 7 3 / 8 1 4 / 6 0 5", algorithm=spec.key, options={**others, option.name: value})
        return result.stats, result.solution, result.reason

    assert len({str(counters(value)) for value in (option.default, *VALUES[option.name])}) == 1


@every_option
def test_the_limits_of_an_option_belong_to_it(spec: AlgorithmSpec, option: Option) -> None:
    """The least and the greatest value are taken as they are; the next ones are refused, or lowered with a warning."""
    assert spec.option(option.name) is option
    step = 1 if isinstance(option.default, int) else 1e-6
    if option.minimum is not None:
        assert option.convert(option.minimum) == option.minimum
        with pytest.raises(SpecError, match=option.name):
            option.convert(option.minimum - step)
    if option.maximum is not None:
        assert option.convert(option.maximum) == option.maximum  # without a warning, which would be an error
        if option.is_lowered:
            with pytest.warns(TaquinWarning, match=option.name):
                assert option.convert(option.maximum + step) == option.maximum
        else:
            with pytest.raises(SpecError, match=option.name):
                option.convert(option.maximum + step)


ALGORITHM_KEYS = (
    "bfs bidirectional dfs depth_limited iddfs ucs greedy astar wastar ida_star rbfs bidirectional_astar beam "
    "hill_climbing annealing"
)


HEURISTIC_KEYS = (
    "blind misplaced manhattan euclidean gaschnig linear_conflict walking_distance inversion_distance pdb max"
)


def test_keys_that_users_rely_on_do_not_go() -> None:
    assert {spec.key for spec in ALGORITHMS} >= set(ALGORITHM_KEYS.split())
    assert {spec.key for spec in HEURISTICS} >= set(HEURISTIC_KEYS.split())
    for alias, key in (("a*", "astar"), ("ida*", "ida_star"), ("A*", "astar"), ("IDA*", "ida_star")):
        assert find_algorithm(alias).key == key
    assert find_heuristic("hamming").key == "misplaced"
    assert [find_algorithm(key).title for key in ("bfs", "astar")] == ["Breadth-first search", "A*"]


@pytest.mark.parametrize("text", ["ucs", "greedy", "astar", "wastar", "wastar(weight=1)", "wastar(weight=4)"])
def test_a_best_first_search_compares_nodes_by_the_weights_of_its_spec(text: str) -> None:
    """Every node that is expanded has the least f of all nodes in the frontier."""
    recorder = Recorder()
    solve("1 2 3 / 4 0 5 / 6 7 8", algorithm=text, observer=recorder)
    rules = choose_method(text).rules
    frontier: dict[int, float] = {}
    estimates: dict[int, float] = {}
    expanded = 0
    for event in recorder.trace().events:
        match event:
            case GenerateEvent(node, _, _, g, h):
                estimates[node] = h
                frontier[node] = rules.weight_g * g + rules.weight_h * h
            case ImproveEvent(node, _, _, g):
                frontier[node] = rules.weight_g * g + rules.weight_h * estimates[node]
            case ExpandEvent(node):
                f = frontier.pop(node)
                assert f <= min(frontier.values(), default=f)
                expanded += 1
            case _:
                pass
    assert expanded > 10


@pytest.mark.parametrize("spec", HEURISTICS, ids=lambda spec: spec.key)
def test_heuristics_load(spec: HeuristicSpec) -> None:
    assert spec.load().__doc__
    assert spec.consistent <= spec.admissible  # a consistent heuristic is admissible


@every_option
def test_defaults_convert_to_themselves(spec: AlgorithmSpec, option: Option) -> None:
    assert spec.option(option.name) is option
    assert spec.option(option.name.upper().replace("_", "-")) is option
    for value in (option.default, str(option.default), f" {option.default} ".strip()):
        converted = option.convert(value)
        assert converted == option.default
        assert type(converted) in {type(option.default), int}
    assert option.summary
    if option.choices:
        assert option.default in option.choices


@pytest.mark.parametrize(
    ("text", "value"), [("true", True), ("Yes", True), ("1", True), (True, True), ("no", False), (0, False)]
)
def test_words_for_true_and_false(text: object, value: bool) -> None:
    assert find_algorithm("hill_climbing").option("never-undo").convert(text) is value


def test_a_title_is_the_name_with_a_capital() -> None:
    assert [find_algorithm(key).title for key in ("bfs", "astar", "beam")] == [
        "Breadth-first search",
        "A*",
        "Beam search",
    ]
    assert [find_heuristic(key).title for key in ("pdb", "manhattan")] == ["Pattern databases", "Manhattan"]


@pytest.mark.parametrize(
    ("key", "name", "expected"),
    [("astar", "tie", "tie_break"), ("beam", "widht", "width"), ("bfs", "weight", "it takes none")],
)
def test_an_unknown_option(key: str, name: str, expected: str) -> None:
    with pytest.raises(SpecError, match=f"{key} has no option '{name}'.*{expected}"):
        find_algorithm(key).option(name)


def test_option_of_an_algorithm_that_has_none() -> None:
    with pytest.raises(SpecError, match="bfs has no option 'weight': it takes none"):
        find_algorithm("bfs").option("weight")
