"""The frontier is shown in the order of expansion: its first node is the next one that the trace expands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from conftest import GOALS
from looping import for_each
from pairwise import all_pairs
from taquin.analysis.random_boards import board_of_depth
from taquin.puzzle.problem import Problem
from taquin.run.limits import Limits
from taquin.run.run import Run
from taquin.solving.method import choose_method
from taquin.solving.registry import ALGORITHMS, OptionValue, find_algorithm
from taquin.solving.solver import run_method
from taquin.trace.events import ExpandEvent, GenerateEvent, GoalEvent
from taquin.trace.formats import read_lines, write_lines
from taquin.trace.frontier import Frontier, make_frontier
from taquin.trace.ordering import SearchRules, StoredNodes
from taquin.trace.recorder import Recorder
from taquin.trace.trace import Trace
from taquin.trace.tree import SearchTree
from toy import CONFIGURATIONS, HOUSE_CONFIGURATIONS, KNOWLEDGE, VALUES, Configuration, Knowledge, trace_house

LIMITS = (None, Limits(depth=3), Limits(depth=5), Limits(nodes=150))
BOARD_LIMITS = (Limits(nodes=400), Limits(nodes=400, depth=7))
HOLDING = (StoredNodes.FRONTIER, StoredNodes.SIBLINGS)


def ties() -> Iterator[Configuration]:
    """Every algorithm that breaks ties, with every rule and every weight, alone and together."""
    for spec in ALGORITHMS:
        names = [option.name for option in spec.options if option.name in ("tie_break", "weight")]
        choices: list[tuple[OptionValue, ...]] = [spec.option(name).choices or VALUES[name] for name in names]
        if names:
            yield from (Configuration(spec, tuple(zip(names, values, strict=True))) for values in product(*choices))


ORDERED = tuple(
    configuration
    for configuration in dict.fromkeys((*HOUSE_CONFIGURATIONS, *ties()))
    if configuration.spec.rules(configuration.options).held in HOLDING
)


def check_order(trace: Trace, configuration: Configuration) -> None:
    """Replay the trace: whenever a node is expanded or found to be the goal, it was the first of the frontier.

    A search that improves its solution also ends at its goal when a limit stops it.
    """
    frontier = make_frontier(configuration.spec.rules(configuration.options))
    chooses_goal = not (configuration.spec.is_bidirectional or trace.outcome.reason)
    for event in trace.events:
        if isinstance(event, ExpandEvent) or (isinstance(event, GoalEvent) and chooses_goal):
            assert frontier.nodes()[0] == event.node, f"{configuration}: {event}: not the Order of trace/ordering.py"
            assert set(frontier.nodes()) == frontier.open
        frontier.add(event)
    check_keys(frontier)


def check_keys(frontier: Frontier) -> None:
    """The keys order the nodes of each side."""
    for side in range(len(frontier.tree.roots)):
        nodes = [node for node in frontier.nodes() if frontier.tree.side(node) == side]
        assert nodes == sorted(nodes, key=frontier.key)


def record(configuration: Configuration, heuristic: str, depth: int, limits: Limits) -> Trace:
    goal = GOALS["centre"]
    recorder = Recorder()
    problem = Problem(board_of_depth(goal, depth, rng=Random(depth)), goal)
    run_method(problem, choose_method(configuration.text(heuristic)), Run(limits, recorder))
    return recorder.trace()


@for_each("configuration", ORDERED)
def test_the_first_of_the_frontier_is_expanded_next_in_the_house(configuration: Configuration) -> None:
    for known, limits in product(KNOWLEDGE, LIMITS):
        trace = trace_house(configuration.spec, configuration.options, known, limits=limits)
        check_order(trace, configuration)


@for_each(
    ("configuration", "heuristic", "depth", "limits"),
    all_pairs(ORDERED, ("manhattan", "euclidean"), (4, 9, 14), BOARD_LIMITS),
)
def test_the_first_of_the_frontier_is_expanded_next_on_boards(
    configuration: Configuration, heuristic: str, depth: int, limits: Limits
) -> None:
    check_order(record(configuration, heuristic, depth, limits), configuration)


@for_each("configuration", [each for each in CONFIGURATIONS if each.spec.rules(each.options).held is StoredNodes.PATH])
def test_the_next_node_of_a_path_search_is_a_child_of_its_path(configuration: Configuration) -> None:
    """Searches that hold a path alone have no frontier: what follows is a child of a node on it, or a new iteration."""
    trace = record(configuration, "manhattan", 9, Limits(nodes=200))
    tree, path = SearchTree(), [-1]
    for event in trace.events:
        tree.add(event)
        if isinstance(event, ExpandEvent):
            assert tree[event.node].parent in path or tree[event.node].is_root
            path = list(tree.path(event.node))


def test_an_unknown_algorithm_has_its_nodes_by_age() -> None:
    frontier = make_frontier(SearchRules())
    for event in (GenerateEvent(0, -1, -1, 0, 3), GenerateEvent(1, 0, 0, 1, 5), GenerateEvent(2, 0, 1, 1, 1)):
        frontier.add(event)
    assert frontier.nodes() == [0, 1, 2]


@for_each("configuration", ORDERED)
def test_changes_are_complete(configuration: Configuration) -> None:
    """A viewer that updates only the nodes that changed has the same order."""
    known: Knowledge = KNOWLEDGE[3]
    frontier = make_frontier(configuration.spec.rules(configuration.options))
    keys: dict[int, object] = {}
    for event in trace_house(configuration.spec, configuration.options, known).events:
        if isinstance(event, ExpandEvent):
            for node in frontier.take_changed():
                if node in frontier.open:
                    keys[node] = frontier.key(node)
                else:
                    keys.pop(node, None)
            assert keys == {node: frontier.key(node) for node in frontier.open}
        frontier.add(event)


def test_random_ties_depend_on_the_seed_alone() -> None:
    events = []
    for seed in (0, 1, 2, 2):
        configuration = Configuration(find_algorithm("astar"), (("tie_break", "random"), ("seed", seed)))
        trace = read_lines(write_lines(record(configuration, "manhattan", 20, Limits())))
        assert trace.rules == configuration.spec.rules(configuration.options)
        check_order(trace, configuration)
        assert len(trace.outcome.moves or ()) == 20
        events.append(trace.events)
    assert events[2] == events[3]
    assert events[0] != events[1] != events[2] != events[0]
