"""Every algorithm with every option on a space of ten states, where all answers are known by hand."""

from __future__ import annotations

from itertools import product
from math import ceil
from random import Random

import pytest

from cases import each_case
from looping import for_each
from taquin.puzzle.moves import Move
from taquin.run.limits import Limits
from taquin.run.result import Iteration, Outcome, Stats, Status
from taquin.solving.registry import ALGORITHMS, AlgorithmSpec, find_algorithm
from taquin.trace.events import GenerateEvent
from taquin.trace.trace import Trace
from toy import (
    DISTANCES,
    DOORS,
    DOWN,
    HOUSE_CONFIGURATIONS,
    ISLAND_DOORS,
    KNOWLEDGE,
    RIGHT,
    SHORTEST,
    Configuration,
    House,
    Knowledge,
    knowledge,
    search_house,
    trace_house,
)

ENOUGH = Limits(nodes=20_000)
COMPLETE = {"yes", "on finite spaces", "within the limit"}
LOCAL = {spec.key for spec in ALGORITHMS if spec.reading.held == "place" and not spec.needs_board}
PROVES_UNSOLVABLE = {
    spec.key for spec in ALGORITHMS if spec.reading.drops_duplicates and spec.claims.complete in COMPLETE
}

every_configuration = for_each("configuration", HOUSE_CONFIGURATIONS)
every_knowledge = pytest.mark.parametrize("known", KNOWLEDGE, ids=lambda known: known.name)


def check(outcome: Outcome, house: House) -> None:
    """What holds for every outcome of every search."""
    assert (outcome.moves is not None) == (outcome.status is Status.SOLVED)
    assert bool(outcome.reason) == (outcome.status is not Status.SOLVED)
    if outcome.moves is not None:
        assert house.walk(outcome.moves) == house.goal


def promises_shortest(spec: AlgorithmSpec, known: Knowledge) -> bool:
    if spec.claims.suboptimality is not None:
        factor = f"within the factor {spec.claims.suboptimality.name}"
        assert spec.claims.optimal in {f"{factor}, if h is admissible", f"{factor}, if h is consistent"}
        return False
    assert spec.claims.optimal in {"yes", "no", "if h is admissible"}
    return spec.claims.optimal == "yes" or (spec.claims.optimal == "if h is admissible" and known.admissible)


# The toy itself --------------------------------------------------------------------------------------------------


def distances_from(house: House, first: int) -> dict[int, int]:
    distances = {first: 0}
    rooms = [first]
    for room in rooms:
        for _, other in house.successors(room):
            if other not in distances:
                distances[other] = distances[room] + 1
                rooms.append(other)
    return distances


@every_knowledge
def test_the_tables_of_the_toy_are_right(known: Knowledge) -> None:
    house = House()
    for root, estimate in ((9, known.forward), (0, known.backward)):
        distances = distances_from(house, root)
        assert len(distances) == 10
        assert all(estimate[room] <= distances[room] for room in distances) == known.admissible
        steps = [(room, other) for room in distances for _, other in house.successors(room)]
        assert all(estimate[room] <= 1 + estimate[other] for room, other in steps) == known.consistent
    assert [distances_from(house, 9)[room] for room in range(10)] == list(DISTANCES)
    assert house.walk(SHORTEST) == 9


# Claims ----------------------------------------------------------------------------------------------------------


@every_configuration
def test_the_guarantees_of_the_registry(configuration: Configuration) -> None:
    for known in KNOWLEDGE:
        check_guarantees(configuration, known)


def check_guarantees(configuration: Configuration, known: Knowledge) -> None:
    spec, house = configuration.spec, House()
    outcome = search_house(spec, configuration.options, known, house, limits=ENOUGH)
    check(outcome, house)
    if spec.claims.complete in COMPLETE:
        assert outcome.status is Status.SOLVED
    else:
        assert outcome.status in {Status.SOLVED, Status.STUCK, Status.EXHAUSTED}
    if promises_shortest(spec, known):
        assert outcome.moves == SHORTEST
        assert ceil(outcome.lower_bound) == 4
    if known.is_sound_for(spec):
        assert outcome.lower_bound <= 4
        if spec.claims.suboptimality is not None:
            factor = float(configuration.options[spec.claims.suboptimality.name])
            assert len(outcome.moves or ()) <= 4 * factor
            assert len(outcome.moves or ()) <= outcome.lower_bound * factor
    if spec.uses_heuristic and (spec.claims.complete == "no"):
        assert outcome.best_h is not None
        assert outcome.best_h <= known.forward[0]
        assert (outcome.best_h == 0) or outcome.status is not Status.SOLVED


@every_configuration
def test_every_pair_of_rooms(configuration: Configuration) -> None:
    """All 100 starts and goals, without any knowledge."""
    spec = configuration.spec
    nothing = knowledge("nothing")
    for start, goal in product(range(10), repeat=2):
        house = House(start, goal)
        distance = distances_from(house, goal)[start]
        outcome = search_house(spec, configuration.options, nothing, house, limits=Limits(nodes=3_000))
        check(outcome, house)
        assert outcome.lower_bound <= distance
        if promises_shortest(spec, nothing):
            assert len(outcome.moves or ()) == distance
            assert outcome.status is Status.SOLVED


@every_configuration
def test_start_is_goal(configuration: Configuration) -> None:
    for room in range(10):
        trace = trace_house(configuration.spec, configuration.options, knowledge("nothing"), House(room, room))
        assert trace.outcome.status is Status.SOLVED
        assert trace.outcome.moves == ()
        assert trace.outcome.stats.expanded == trace.outcome.stats.generated == 0
        assert set(trace.node_path) <= {0, 1}
        assert trace.outcome.lower_bound == 0


# No solution -----------------------------------------------------------------------------------------------------


@every_configuration
def test_no_solution(configuration: Configuration) -> None:
    """The goal is out of reach, with a neighbour and alone."""
    for known, doors in product(KNOWLEDGE, (ISLAND_DOORS, ISLAND_DOORS[:-1])):
        check_no_solution(configuration, known, House(doors=doors))


def check_no_solution(configuration: Configuration, known: Knowledge, house: House) -> None:
    spec = configuration.spec
    outcome = search_house(spec, configuration.options, known, house, limits=Limits(nodes=400))
    check(outcome, house)
    if spec.key in PROVES_UNSOLVABLE:
        assert outcome.status is Status.UNSOLVABLE
    elif spec.key == "depth_limited":
        assert outcome.status in {Status.EXHAUSTED, Status.LIMIT}
    elif spec.key in LOCAL:
        assert outcome.status in {Status.STUCK, Status.LIMIT}
    elif spec.key == "beam":
        assert outcome.status is (Status.EXHAUSTED if outcome.stats.pruned else Status.UNSOLVABLE)
    else:  # searches of the tree go round in circles
        assert outcome.status is Status.LIMIT


@every_configuration
def test_tree_searches_prove_that_a_tree_has_no_solution(configuration: Configuration) -> None:
    spec = configuration.spec
    for doors in (ISLAND_DOORS[:2], ()):  # rooms 0, 1 and 2 without a cycle, and a start without any door
        house = House(doors=doors)
        outcome = search_house(spec, configuration.options, knowledge("nothing"), house, limits=Limits(nodes=3_000))
        check(outcome, house)
        if doors and configuration.options.get("undo"):  # there and back again is a circle
            assert outcome.status is Status.LIMIT
        elif spec.claims.complete in COMPLETE or (spec.key == "beam" and outcome.stats.pruned == 0):
            assert outcome.status is Status.UNSOLVABLE
        assert doors or (outcome.status in {Status.UNSOLVABLE, Status.STUCK} and outcome.stats.generated == 0)


# Depth -----------------------------------------------------------------------------------------------------------


@every_configuration
def test_depth_limit(configuration: Configuration) -> None:
    """No solution is longer than the limit, a complete search finds one that is not, and no bound is false."""
    for known, depth in product(KNOWLEDGE, range(8)):
        check_depth(configuration, known, depth)


def check_depth(configuration: Configuration, known: Knowledge, depth: int) -> None:
    spec, house = configuration.spec, House()
    trace = trace_house(spec, configuration.options, known, house, limits=Limits(nodes=ENOUGH.nodes, depth=depth))
    outcome = trace.outcome
    check(outcome, house)
    assert len(outcome.moves or ()) <= depth
    if outcome.status is not Status.SOLVED:
        assert outcome.status in {Status.LIMIT, Status.STUCK, Status.EXHAUSTED}
    if known.is_sound_for(spec):
        assert outcome.lower_bound <= 4
        if spec.claims.complete in {"yes", "within the limit"}:
            assert (outcome.status is Status.SOLVED) == (depth >= 4)
            assert outcome.status is Status.SOLVED or outcome.lower_bound >= depth + 1
        if promises_shortest(spec, known) and outcome.status is Status.SOLVED:
            assert outcome.moves == SHORTEST
            assert ceil(outcome.lower_bound) == 4
    if not spec.is_bidirectional:
        deepest = max(node.g for node in trace.tree.nodes.values() if node.expansions) if trace.tree.expansions else -1
        assert deepest < depth


def test_depth_limit_of_both_kinds() -> None:
    spec, nothing = find_algorithm("depth_limited"), knowledge("nothing")
    for limit, depth in ((3, None), (3, 2), (2, 3), (2, 2)):
        outcome = search_house(spec, {"limit": limit}, nothing, limits=Limits(depth=depth))
        assert outcome.status is Status.EXHAUSTED
        assert outcome.lower_bound == min(limit, depth or limit) + 1


# Random houses -------------------------------------------------------------------------------------------------------


ROOMS = 30


def random_house(rng: Random) -> House:
    """Rooms in a row, and doors between near ones wherever both have a wall to spare: many ways of many lengths."""
    doors = [(room, RIGHT if room % 2 else DOWN, room + 1) for room in range(ROOMS - 1)]
    walls = {(room, move) for room in range(ROOMS) for move in Move}
    for one, move, other in doors:
        walls -= {(one, move), (other, move.opposite)}
    for _ in range(40):
        one, move = rng.randrange(ROOMS), Move(rng.randrange(4))
        other = one + rng.randint(2, 6)
        if {(one, move), (other, move.opposite)} <= walls:
            walls -= {(one, move), (other, move.opposite)}
            doors.append((one, move, other))
    return House(0, ROOMS - 1, tuple(doors))


def test_random_houses_with_random_estimates_that_never_overestimate() -> None:
    """Very inconsistent estimates: a search that does not reopen nodes fails here."""
    rng = Random(1)
    reopened = {"astar": 0, "wastar": 0, "bidirectional_astar": 0}
    judged = [
        each
        for each in HOUSE_CONFIGURATIONS
        if each.spec.key in {*reopened, "greedy"} or each.spec.claims.suboptimality is not None
    ]
    for _ in range(50):
        house = random_house(rng)
        forward, backward = distances_from(house, house.goal), distances_from(house, house.start)
        known = Knowledge(
            "random",
            True,
            False,
            tuple(rng.choice((0, 0, forward[room])) for room in range(ROOMS)),
            tuple(rng.choice((0, 0, backward[room])) for room in range(ROOMS)),
        )
        distance = forward[house.start]
        for configuration in judged:
            spec, options = configuration.spec, configuration.options
            outcome = search_house(spec, options, known, house, limits=Limits(nodes=20_000))
            check(outcome, house)
            if not known.is_sound_for(spec):
                continue
            assert outcome.lower_bound <= distance
            if promises_shortest(spec, known):
                assert len(outcome.moves or ()) == distance == ceil(outcome.lower_bound)
            if spec.claims.suboptimality is not None:
                factor = float(options[spec.claims.suboptimality.name])
                assert distance <= len(outcome.moves or ()) <= outcome.lower_bound * factor + 1e-9
            if spec.key == "ara_star":
                assert len(outcome.moves or ()) == distance == outcome.lower_bound
            reopened[spec.key] = reopened.get(spec.key, 0) + outcome.stats.reopened
        for configuration in HOUSE_CONFIGURATIONS:
            limits = Limits(depth=distance - 1, nodes=300)
            outcome = search_house(configuration.spec, configuration.options, known, house, limits=limits)
            assert outcome.status is not Status.SOLVED
            assert outcome.lower_bound <= distance or not known.is_sound_for(configuration.spec)
    assert min(reopened[key] for key in ("astar", "wastar", "bidirectional_astar")) > 10
    assert reopened["greedy"] == 0


# Counters, by hand -----------------------------------------------------------------------------------------------

COUNTED = [  # expanded, generated, duplicates, pruned; the most in the frontier, the most stored, the deepest
    ("bfs", {}, "nothing", (9, 9, 11, 0), (3, 10, 4), (0, 2, 5, 7, 9)),
    ("ucs", {}, "nothing", (9, 9, 11, 0), (3, 10, 4), (0, 2, 5, 7, 9)),
    ("astar", {}, "nothing", (9, 9, 11, 0), (3, 10, 4), (0, 2, 5, 7, 9)),
    ("bidirectional", {}, "nothing", (5, 8, 3, 0), (5, 10, 2), (0, 3, 8, 4, 1)),
    ("dfs", {}, "nothing", (5, 5, 4, 0), (5, 6, 5), (0, 1, 2, 3, 4, 5)),
    ("dfs", {"frontier": "stack"}, "nothing", (5, 7, 4, 0), (3, 8, 5), (0, 1, 3, 5, 6, 7)),
    ("depth_limited", {"limit": 4}, "nothing", (10, 14, 0, 4), (4, 5, 4), (0, 9, 10, 13, 14)),
    ("astar", {}, "consistent", (7, 8, 8, 0), (3, 9, 4), (0, 2, 3, 6, 8)),
    ("astar", {"tie_break": "lifo"}, "consistent", (4, 6, 3, 0), (3, 7, 4), (0, 2, 3, 5, 6)),
    ("astar", {"tie_break": "low-h"}, "consistent", (4, 6, 3, 0), (3, 7, 4), (0, 2, 3, 5, 6)),
    ("greedy", {}, "consistent", (4, 6, 3, 0), (3, 7, 4), (0, 2, 3, 5, 6)),
    ("wastar", {"weight": 5}, "consistent", (4, 6, 3, 0), (3, 7, 4), (0, 2, 3, 5, 6)),
    ("ida_star", {}, "consistent", (9, 13, 0, 5), (4, 5, 4), (0, 9, 10, 12, 13)),
    ("rbfs", {}, "consistent", (4, 6, 0, 0), (3, 7, 4), (0, 2, 3, 5, 6)),
    ("beam", {"width": 1}, "consistent", (4, 6, 3, 2), (2, 7, 4), (0, 2, 3, 5, 6)),
    ("hill_climbing", {}, "perfect", (4, 9, 0, 5), (3, 4, 4), (0, 2, 3, 7, 8)),
]


@each_case(("key", "options", "name", "counts", "maxima", "node_path"), COUNTED)
def test_counters_counted_by_hand(
    key: str,
    options: dict[str, int | str],
    name: str,
    counts: tuple[int, int, int, int],
    maxima: tuple[int, int, int],
    node_path: tuple[int, ...],
) -> None:
    spec = find_algorithm(key)
    defaults = {option.name: option.default for option in spec.options}
    trace = trace_house(spec, defaults | options, knowledge(name))
    expanded, generated, duplicates, pruned = counts
    assert trace.outcome.stats == Stats(expanded, generated, duplicates, 0, pruned, *maxima)
    assert trace.node_path == node_path


def test_iterations_counted_by_hand() -> None:
    outcome = search_house(find_algorithm("ida_star"), {}, knowledge("consistent"))
    assert outcome.iterations == (Iteration(3, 2, 3), Iteration(4, 7, 10))
    outcome = search_house(find_algorithm("iddfs"), {}, knowledge("nothing"))
    # 0: only looks at the start; 1: two children; 2: 7, 3 and 4 besides; 3: 8, 4, 3 and 5 besides.
    assert outcome.iterations[:4] == (Iteration(0, 0, 0), Iteration(1, 1, 2), Iteration(2, 3, 5), Iteration(3, 6, 9))
    assert outcome.iterations[4] == Iteration(4, 10, 14)  # that of depth_limited(limit=4)


def test_with_undo_every_walk_is_a_node() -> None:
    """Within a depth below the goal's: one node for each walk of 1, 2, … doors, expanded if it is shorter than that."""
    walks, ends = [1], [House().start]
    for _ in range(3):
        ends = [after for room in ends for _, after in House().successors(room)]
        walks.append(len(ends))
    assert walks == [1, 2, 5, 11]  # to 1, 2; to 0, 4, 0, 3, 7; to 1, 2, 1, 3, 5, 1, 2, 2, 4, 2, 8
    outcome = search_house(find_algorithm("iddfs"), {"undo": True}, knowledge("nothing"))
    assert outcome.moves == SHORTEST
    for limit, iteration in enumerate(outcome.iterations[:4]):
        assert iteration == Iteration(limit, sum(walks[:limit]), sum(walks[1 : limit + 1]))
    limited = search_house(find_algorithm("depth_limited"), {"limit": 3, "undo": True}, knowledge("nothing"))
    assert (limited.stats.expanded, limited.stats.generated, limited.stats.pruned) == (8, 18, 11)
    assert limited.lower_bound == 4


# Local search ----------------------------------------------------------------------------------------------------


RING = ((0, 1, 1), (1, 3, 2), (2, 3, 3), (3, 3, 4), (4, 0, 5), (5, 2, 6), (6, 2, 7), (7, 2, 0))
PIT = Knowledge("pit", False, False, (4, 9, 5, 0, 0, 0, 0, 0, 0, 0), (0,) * 10)


@each_case(
    ("options", "known", "doors", "reason"),
    [
        ({}, knowledge("consistent"), DOORS, "h = 2 here, and the best neighbour has h = 2 (plateau)"),
        ({}, PIT, DOORS, "h = 4 here, and the best neighbour has h = 5 (local optimum)"),
        ({"never_undo": True}, knowledge("nothing"), RING, "a state repeats after 8 moves, with h = 0"),
    ],
)
def test_hill_climbing_gives_the_reason_why_it_is_stuck(
    options: dict[str, bool], known: Knowledge, doors: tuple[tuple[int, int, int], ...], reason: str
) -> None:
    house = House(doors=tuple((one, Move(move), other) for one, move, other in doors))
    outcome = search_house(find_algorithm("hill_climbing"), options, known, house)
    assert (outcome.status, outcome.reason) == (Status.STUCK, reason)


@every_configuration
@for_each("limits", [None, Limits(nodes=5), Limits(depth=1)])
def test_local_searches_without_a_solution_have_the_path_to_where_they_stand(
    configuration: Configuration, limits: Limits | None
) -> None:
    for known in KNOWLEDGE:
        outcome = search_house(configuration.spec, configuration.options, known, limits=limits)
        if configuration.spec.key not in LOCAL or outcome.status is Status.SOLVED:
            assert (outcome.partial_moves, outcome.final_h) == (None, None)
            continue
        assert outcome.partial_moves is not None
        assert outcome.final_h is not None
        estimate = known.forward[House().walk(outcome.partial_moves)]
        assert outcome.final_h == estimate or (configuration.spec.key == "lrta_star" and outcome.final_h > estimate)
        assert outcome.best_h is not None
        assert outcome.best_h <= outcome.final_h


@pytest.mark.parametrize(
    "spec",
    [spec for spec in ALGORITHMS if spec.key in LOCAL and any(option.name == "seed" for option in spec.options)],
    ids=lambda spec: spec.key,
)
def test_the_seed_determines_the_run(spec: AlgorithmSpec) -> None:
    options = {option.name: option.default for option in spec.options} | {"restarts": 50, "variant": "stochastic"}
    options = {name: value for name, value in options.items() if name in {option.name for option in spec.options}}
    known = knowledge("nothing")
    walks = [search_house(spec, options | {"seed": seed}, known).moves for seed in range(10)]
    assert walks == [search_house(spec, options | {"seed": seed}, known).moves for seed in range(10)]
    assert len(set(walks)) > 3


@pytest.mark.parametrize("key", ["wastar", "bidirectional_astar"])
def test_reopening_elsewhere(key: str) -> None:
    spec = find_algorithm(key)
    options = {option.name: option.default for option in spec.options}
    assert search_house(
        spec, options | ({"weight": 1} if key == "wastar" else {}), knowledge("inconsistent")
    ).moves == (SHORTEST)


def test_greedy_search_never_expands_a_node_twice() -> None:
    for known in KNOWLEDGE:
        trace = trace_house(find_algorithm("greedy"), {}, known)
        assert max(len(node.expansions) for node in trace.tree.nodes.values()) == 1
        assert trace.outcome.stats.reopened == 0


def test_cheaper_path_to_an_expanded_node_opens_it_again() -> None:
    """Hart, Nilsson and Raphael's A* needs this where h is inconsistent.

    Room 4 is expanded with g = 3 before room 1 shows the way with g = 2. Without a second expansion the way of 5 steps
    through room 6 wins; and if the cheaper path were dropped, too.
    """
    trace = trace_house(find_algorithm("astar"), {"tie_break": "fifo"}, knowledge("inconsistent"))
    assert trace.outcome.moves == SHORTEST
    assert trace.outcome.stats == Stats(
        expanded=10, generated=9, duplicates=11, reopened=1, max_frontier=3, max_stored=10, max_depth=5
    )
    # Numbers by birth: rooms 2 1 7 3 8 4 6 5 9 are nodes 1 to 9.
    assert trace.node_path == (0, 2, 6, 8, 9)
    assert trace.tree[6].expansions == [6, 8]  # room 4
    assert trace.tree[6].g == 2


def undoing_children(trace: Trace) -> list[GenerateEvent]:
    moves: dict[int, int] = {}
    undoing = []
    for event in trace.events:
        if isinstance(event, GenerateEvent):
            moves[event.node] = event.move
            if event.parent > 0 and Move(event.move) is Move(moves[event.parent]).opposite:
                undoing.append(event)
    return undoing


@pytest.mark.parametrize("key", ["depth_limited", "iddfs", "ida_star", "rbfs"])
@every_knowledge
def test_tree_searches_never_generate_the_child_that_undoes_the_last_move(key: str, known: Knowledge) -> None:
    spec = find_algorithm(key)
    options = {option.name: option.default for option in spec.options}
    assert not undoing_children(trace_house(spec, options, known))
    island = trace_house(spec, options, known, House(doors=ISLAND_DOORS), limits=Limits(nodes=500))
    assert not undoing_children(island)
