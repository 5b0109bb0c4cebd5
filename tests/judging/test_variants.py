"""The queues of the variants, compared with heapq and the heaps of libc++ and a textbook."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from functools import partial
from random import Random

from taquin.judging import explanation
from taquin.judging.explanation import Observation
from taquin.judging.variants import Duplicates, Entry, Space, Ties, Variant, heap_pop, undecided
from taquin.judging.variants import search as search_variant
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.moves import Move
from taquin.tables.distances import distance_table


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
            push(heap, kind((key, undecided(number, b""), number)))
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


def test_equal_keys_leave_as_the_heaps_of_programs_let_them() -> None:
    for seed in range(100):
        keys = actions(seed)
        assert taken(keys, heapq.heappop) == taken(keys, heapq.heappop, kind=Item)
        assert taken(keys, partial(heap_pop, goes_down=True)) == taken(keys, libcxx_pop, libcxx_push)
        assert taken(keys, partial(heap_pop, prefers_right=True)) == taken(keys, right_pop)


def test_the_nearest_variant_fits_most_boards_from_the_first_on() -> None:
    """Thousands fit the easy boards, also of searches that are tried earlier."""
    goal, wanted = Board("1 2 3 / 4 5 6 / 7 8 0"), Variant(ties=Ties.JAVA, duplicates=Duplicates.BOTH)
    space, table = Space(goal.state, goal.shape), distance_table(goal)
    states = [table.states_at(depth)[len(table.states_at(depth)) // 3] for depth in (2, 3, 4, 13, 15, 16)]
    outcomes = [search_variant(space, state, wanted) for state in states]
    counts, paths = [one.counts["expanded"] for one in outcomes], [one.moves for one in outcomes]
    paths[4] = (*tuple(Move), *tuple(Move))
    boards = [Board.from_state(state, goal.shape) for state in states]
    printed = zip(boards, [*counts[:-1], counts[-1] + 1000], paths, strict=True)  # no variant does the last two
    few = explanation.Narrowing(lambda variants: (one for one in variants if one.order == wanted.order))
    observations = [Observation(board, {"nodes": count, explanation.PATH: path}) for board, count, path in printed]
    found = explanation.explain(observations, goal, lambda board: None, few)
    assert found is not None
    assert found.difference == f"on {one_line(boards[4])} it finds another path"
    made = [search_variant(space, state, found.variants[0]).counts["expanded"] for state in states]
    assert made[:-1] == counts[:-1]


def test_what_fits_is_found_without_a_counter_that_nothing_explains() -> None:
    board, goal = Board("1 6 2 / 8 4 0 / 5 3 7"), Board("1 2 3 / 4 5 6 / 7 8 0")
    wanted = Variant(ties=Ties.HEAPQ, duplicates=Duplicates.GENERATED, heuristic="no heuristic")
    counts = search_variant(Space(goal.state, goal.shape), board.state, wanted).counts
    assert counts["expanded"] > 2 * counts["largest_before"]  # as where a program counts only the queue
    printed: dict[str, object] = {
        "largest queue": counts["largest_before"],
        "queue": counts["left"] + 1,
        "queue of others": 7,
    }
    only = explanation.Narrowing(lambda variants: (one for one in variants if one == wanted))
    found = explanation.explain([Observation(board, printed)], goal, lambda board: None, only)
    assert found is not None
    assert (found.variants, found.unexplained) == ((wanted,), ("queue of others",))
    assert found.counters["queue"] == "the nodes left in the queue at the end, and the goal"


def test_shared_runs_are_those_of_every_variant() -> None:
    board, goal = Board("1 2 3 / 0 4 6 / 7 5 8"), Board("1 2 3 / 4 5 6 / 7 8 0")
    observed, space = Observation(board, {"nodes": 12}), Space(goal.state, goal.shape)
    shared = explanation.VariantSearch([observed], goal, lambda board: None, explanation.NOTHING_KNOWN)
    for variant in [*explanation.core_variants(), *explanation.rare_variants()][::17]:
        assert shared.make(variant, observed) == explanation.as_values(search_variant(space, board.state, variant, 54))
