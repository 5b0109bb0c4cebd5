"""The queues of the variants, compared with heaps of programs; the core with its definition; explanations."""

from __future__ import annotations

import heapq
from array import array
from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from taquin import _native
from taquin.judging.explanation import PATH, Fit, Narrowing, Observation, explain
from taquin.judging.native_variants import VariantRunner
from taquin.judging.variant_search import COUNTS, Entry, Space, append_family, heap_pop, search, undecided
from taquin.judging.variants import Algorithm, Duplicates, Key, Ties, Variant, decode, variant_codes
from taquin.puzzle.board import Board, State, one_line
from taquin.puzzle.moves import Move
from taquin.tables.distances import distance_table

GOAL = Board("1 2 3 / 4 5 6 / 7 8 0")
needs_core = pytest.mark.skipif(not _native.is_available(), reason="the native core is not built")


class Item(tuple[int, float, int]):
    """An entry that compares keys alone, as the nodes of programs do."""

    def __lt__(self, other: tuple[float, ...]) -> bool:
        return self[0] < other[0]


def actions(seed: int) -> list[int]:
    """Keys to add, and -1 where an item is taken."""
    rng, size, found = Random(seed), 0, []
    for _ in range(300):
        is_added = not size or rng.random() < 0.55
        size += 1 if is_added else -1
        found.append(rng.randrange(6) if is_added else -1)
    return found


def taken(
    keys: list[int],
    pop: Callable[[list[Entry]], Entry],
    push: Callable[[list[Entry], Entry], None] = heapq.heappush,
    kind: Callable[[Entry], Entry] = tuple,
) -> list[int]:
    """The numbers of the entries in the order in which they leave."""
    heap: list[Entry] = []
    left = []
    for number, key in enumerate(keys):
        if key < 0:
            left.append(pop(heap)[2])
        else:
            push(heap, kind((key, undecided(), number)))
    return left


def sift_up(heap: list[Entry], place: int) -> None:
    """``std::__sift_up``: an item rises while it is less than its parent."""
    while place and heap[place][0] < heap[(place - 1) // 2][0]:
        parent = (place - 1) // 2
        heap[place], heap[parent] = heap[parent], heap[place]
        place = parent


def libcxx_push(heap: list[Entry], item: Entry) -> None:
    heap.append(item)
    sift_up(heap, len(heap) - 1)


def libcxx_pop(heap: list[Entry]) -> Entry:
    """``std::__pop_heap`` of LLVM 15 with ``__floyd_sift_down``, which lets a hole sink to the bottom."""
    if len(heap) == 1:
        return heap.pop()
    top, hole, length = heap[0], 0, len(heap)
    while True:
        child = 2 * hole + 1
        if child + 1 < length and heap[child + 1][0] < heap[child][0]:
            child += 1
        heap[hole] = heap[child]
        hole = child
        if hole > (length - 2) // 2:
            break
    last = heap.pop()
    if hole < len(heap):
        heap[hole] = last
        sift_up(heap, hole)
    return top


def right_pop(heap: list[Entry]) -> Entry:
    """``BinHeap.delMin`` of Miller and Ranum: of two children the right one is swapped unless the left one is less."""
    top, last, place = heap[0], heap.pop(), 0
    if heap:
        heap[0] = last
    while 2 * place + 1 < len(heap):
        children = range(2 * place + 1, min(2 * place + 3, len(heap)))
        child = children[0] if heap[children[0]][0] < heap[children[-1]][0] else children[-1]
        if heap[place][0] > heap[child][0]:
            heap[place], heap[child] = heap[child], heap[place]
        place = child
    return top


def rust_pop(heap: list[Entry]) -> Entry:
    """``BinaryHeap::pop``: the last item goes to the root, sinks to the bottom with swaps, and rises."""
    heap[0], heap[-1] = heap[-1], heap[0]
    top, place = heap.pop(), 0
    while 2 * place + 1 < len(heap):
        child = 2 * place + 1
        if child + 1 < len(heap) and heap[child][0] >= heap[child + 1][0]:
            child += 1
        heap[place], heap[child] = heap[child], heap[place]
        place = child
    if heap:
        sift_up(heap, place)
    return top


def test_equal_keys_leave_as_the_heaps_of_programs_let_them() -> None:
    for seed in range(100):
        keys = actions(seed)
        assert taken(keys, heapq.heappop) == taken(keys, heapq.heappop, kind=Item) == taken(keys, rust_pop)
        assert taken(keys, partial(heap_pop, goes_down=True)) == taken(keys, libcxx_pop, libcxx_push)
        assert taken(keys, partial(heap_pop, prefers_right=True)) == taken(keys, right_pop)


def test_an_appended_family_leaves_a_heap() -> None:
    rng = Random("families")
    for _ in range(200):
        heap: list[Entry] = []
        for number in range(12):
            heap = append_family(heap, [(rng.randrange(5), undecided(), number) for _ in range(rng.randrange(5))])
            assert all(heap[(place - 1) // 2][0] <= heap[place][0] for place in range(1, len(heap)))


def test_a_variant_has_a_number_and_the_number_a_variant() -> None:
    codes = variant_codes()
    assert len(set(codes)) == len(codes)
    assert all(decode(code).code == code for code in codes[:: len(codes) // 997])


def sample(count: int, goal: Board = GOAL) -> list[tuple[Variant, State]]:
    """Variants and boards at random, all algorithms among them."""
    rng, codes, table = Random("variants"), variant_codes(), distance_table(goal)
    rare = [code for code in codes if decode(code).algorithm is not Algorithm.BEST_FIRST]
    chosen = [rng.choice(rare if number % 6 == 0 else codes) for number in range(count)]
    return [(decode(code), rng.choice(table.states_at(rng.choice((2, 4, 7, 10, 13))))) for code in chosen]


@needs_core
@pytest.mark.parametrize("goal", [GOAL, Board("1 2 3 / 8 0 4 / 7 6 5"), Board("0 1 2 / 3 4 5")])
def test_native_variants_are_those_of_the_definition(goal: Board) -> None:
    runner, space = VariantRunner(goal, [(name, 0) for name in COUNTS]), Space(goal.state, goal.shape)
    for variant, state in sample(400, goal):
        found = search(space, state, variant, 300)
        expected = () if found.moves is None else (*[found.counts[name] for name in COUNTS], found.moves)
        assert runner.make(variant, state, 300).values == expected, (variant, state)


@needs_core
def test_native_narrowing_is_that_of_python(monkeypatch: pytest.MonkeyPatch) -> None:
    board, codes = Board("1 2 3 / 0 4 6 / 7 5 8"), variant_codes()[::211]
    definitions = [("expanded", 0), ("expanded", 1), ("added", 0), ("length", 0)]
    found = []
    for load in (_native.load, lambda: None):  # a module has no VariantSearch if there is none
        monkeypatch.setattr(_native, "load", load)
        runner = VariantRunner(GOAL, definitions)
        narrowed, _ = runner.narrow(
            board.state, codes, array("Q", [7]) * len(codes), [4], None, needs_all=True, limit=40, work=10**6
        )
        found.append((list(narrowed.codes), list(narrowed.masks), narrowed.is_complete))
    assert found[0] == found[1]
    assert 0 < len(found[0][0]) < len(codes)


@needs_core
def test_native_variants_refuse_what_does_not_exist() -> None:
    core = _native.core.VariantSearch(
        3, 3, bytes(GOAL.state), [(array("d", [0] * 81), 0)], bytes(4), array("d", [1, 1])
    )
    for code in (7 << 29, 7 << 5, 15 << 8, 15 << 12, 1 << 18, 1, 1 << 22):
        with pytest.raises(ValueError, match="expected the number of a variant"):
            core.run(bytes(GOAL.state), code, 10)
    with pytest.raises(ValueError, match="every tile once"):
        core.run(bytes(9), 0, 10)
    with pytest.raises(ValueError, match="a mask for every variant"):
        core.narrow(bytes(GOAL.state), array("I", [0]), array("Q"), array("q"), array("q", [1]), None, True, 10, 10)


# Explanations


def observe(variant: Variant, state: State, counters: dict[str, str], *, prints_path: bool = True) -> Observation:
    """What a program that is this variant prints."""
    outcome = search(Space(GOAL.state, GOAL.shape), state, variant)
    values: dict[str, object] = {name: outcome.counts[count] for name, count in counters.items()}
    path = {PATH: outcome.moves} if prints_path else {}
    return Observation(Board.from_state(state, GOAL.shape), values | path)


def observed(variant: Variant, depths: tuple[int, ...], counters: dict[str, str], **options: bool) -> list[Observation]:
    table = distance_table(GOAL)
    states = [table.states_at(depth)[len(table.states_at(depth)) // 3] for depth in depths]
    return [observe(variant, state, counters, **options) for state in states]


ONE_ORDER = Narrowing(orders=(tuple(Move),))


def test_nearest_says_where_it_differs_and_describes_nothing() -> None:
    """Thousands fit the easy boards, also of searches that are tried earlier."""
    wanted = Variant(ties=Ties.JAVA, duplicates=Duplicates.BOTH)
    printed = observed(wanted, (2, 3, 4, 13, 15, 16), {"nodes": "expanded"})
    printed[4].values[PATH] = (*tuple(Move), *tuple(Move))  # no variant finds this path
    found = explain(printed, GOAL, lambda board: None, ONE_ORDER)
    assert found is not None
    assert found.fit is Fit.SEVERAL or found.unexplained == (PATH,)
    printed[5].values["nodes"] = 1_000
    found = explain(printed, GOAL, lambda board: None, ONE_ORDER)
    assert found is not None
    assert found.fit is Fit.NEAR
    assert found.difference == f"on {one_line(printed[4].board)} the nearest finds another path"
    assert found.counters == {}


def test_what_fits_is_found_without_a_counter_that_nothing_explains() -> None:
    wanted = Variant(ties=Ties.HEAPQ, duplicates=Duplicates.GENERATED, heuristic="no heuristic")
    printed = observed(wanted, (4, 8, 12, 14), {"queue": "largest_before", "frontier": "left"}, prints_path=False)
    for number, one in enumerate(printed):
        one.values["queue of others"] = (7, 9, 5, 8)[number]
    found = explain(printed, GOAL, lambda board: None, ONE_ORDER)
    assert found is not None
    assert wanted in found.variants
    assert found.unexplained == ("queue of others",)
    assert found.counters["frontier"] == "the nodes left in the queue at the end"


def test_few_small_numbers_are_no_explanation() -> None:
    printed = observed(Variant(ties=Ties.HEAPQ, duplicates=Duplicates.BOTH), (1, 2, 3), {"nodes": "expanded"})
    found = explain(printed, GOAL, lambda board: None)
    assert found is not None
    assert found.fit is Fit.UNKNOWN
    assert len(found.variants) > 1


def test_the_work_ends_a_comparison_wherever_it_runs() -> None:
    printed = observed(Variant(ties=Ties.HEAPQ, duplicates=Duplicates.BOTH), (2, 4, 6, 12, 20), {"nodes": "expanded"})
    few = ONE_ORDER._replace(work=120_000)
    found = [explain(printed, GOAL, lambda board: None, few) for _ in range(2)]
    assert found[0] is not None
    assert found[0] == found[1]
    assert 0 < found[0].boards < found[0].observed
    assert explain(printed, GOAL, lambda board: None, ONE_ORDER._replace(work=100)) is None


def test_a_queue_that_decides_between_all_nodes_leaves_the_order_open() -> None:
    wanted = Variant(key=Key.F_G, ties=Ties.BOARD_LETTERS, duplicates=Duplicates.BOTH)
    counters = {"nodes": "expanded"}
    printed = observed(wanted, (2, 4, 6, 10, 12, 14, 15, 16, 17, 18, 19, 20), counters)
    found = explain(printed, GOAL, lambda board: observe(wanted, board.state, counters))
    assert found is not None
    assert found.fit is Fit.EXACT
    assert len({one.order for one in found.variants}) == 24
