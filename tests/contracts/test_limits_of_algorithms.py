"""Every algorithm keeps its limits, can be cancelled, and reports its progress."""

from __future__ import annotations

import threading

import pytest

from looping import for_each
from taquin.puzzle.moves import Move
from taquin.puzzle.words import plural
from taquin.run.budget import POLL_EVERY
from taquin.run.limits import Cancellation, Limits
from taquin.run.progress import Progress, ProgressListener
from taquin.run.result import Result, Status
from taquin.solving.method import choose_method
from taquin.solving.registry import ALGORITHMS, AlgorithmSpec
from taquin.solving.solver import solve
from taquin.trace.events import ExpandEvent, GenerateEvent
from taquin.trace.recorder import Recorder
from toy import ENDLESS, HOUSE_CONFIGURATIONS, Configuration, House, knowledge, search_house
from waiting import PATIENCE

KORF_1 = "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3"  # 57 moves: out of reach for what these tests allow


every_configuration = for_each("configuration", HOUSE_CONFIGURATIONS)


every_algorithm = pytest.mark.parametrize(  # the constructive solver ends at once: its own tests have its limits
    "spec", [spec for spec in ALGORITHMS if not spec.needs_board], ids=lambda spec: spec.key
)


def run_endlessly(
    spec: AlgorithmSpec,
    limits: Limits | None = None,
    cancellation: Cancellation | None = None,
    progress: ProgressListener | None = None,
) -> Result:
    return solve(
        KORF_1,
        "blank-first",
        algorithm=ENDLESS.get(spec.key, spec.key),
        limits=limits,
        cancellation=cancellation,
        progress=progress,
        backend="python",
    )


@every_configuration
def test_node_limit_stops_before_the_next_expansion(configuration: Configuration) -> None:
    """With every limit: no expansion begins once the limit is reached, and none is held back before."""
    spec, options, house = configuration.spec, configuration.options, House()
    unlimited = search_house(spec, options, knowledge("consistent"))
    for nodes in range(20):
        recorder = Recorder()
        outcome = search_house(
            spec, options, knowledge("consistent"), house, limits=Limits(nodes=nodes), observer=recorder
        )
        generated = 0
        for event in recorder.trace().events:
            if isinstance(event, ExpandEvent):
                assert generated < nodes
            if isinstance(event, GenerateEvent) and event.parent >= 0:
                generated += 1
                assert spec.key != "annealing" or generated <= max(nodes, 1)
        if outcome.status is Status.LIMIT:
            assert outcome.stats.generated >= nodes
            assert outcome.reason == f"reached the limit of {plural(nodes, 'node')}"
        else:
            assert outcome == unlimited
        if nodes > unlimited.stats.generated:
            assert outcome == unlimited


@for_each("configuration", [c for c in HOUSE_CONFIGURATIONS if c.spec.key != "bidirectional_astar"])
def test_choosing_the_goal_does_not_count_as_an_expansion(configuration: Configuration) -> None:
    """Two rooms: the limit is reached when the goal is made, and the goal is found all the same.

    (Bidirectional A* knows the solution then, and has to expand the other side to prove it shortest.)
    """
    corridor = House(0, 1, ((0, Move.RIGHT, 1),))
    outcome = search_house(
        configuration.spec, configuration.options, knowledge("perfect"), corridor, limits=Limits(nodes=1)
    )
    assert outcome.moves == (Move.RIGHT,)


@every_algorithm
def test_node_limit_is_kept_on_boards(spec: AlgorithmSpec) -> None:
    result = run_endlessly(spec, Limits(nodes=1_000))
    assert result.status is Status.LIMIT
    assert result.reason == "reached the limit of 1,000 nodes"
    assert 1_000 <= result.stats.generated < 1_004
    assert result.solution is None
    assert result.quality is None
    assert 41 <= result.lower_bound <= 57  # Manhattan, and the length that Korf published


@every_algorithm
@pytest.mark.usefixtures("ticking_clock")
def test_time_limit_stops_at_the_next_look(spec: AlgorithmSpec) -> None:
    result = run_endlessly(spec, Limits(time=0.1))
    assert result.status is Status.LIMIT
    assert result.reason == "reached the time limit of 0.1 s"
    assert 0 < result.stats.expanded <= 10 * POLL_EVERY  # ten looks at a clock that goes 10 ms each time
    assert 41 <= result.lower_bound <= 57


@every_algorithm
def test_cancellation_from_a_thread(spec: AlgorithmSpec) -> None:
    cancellation = Cancellation()
    has_begun = threading.Event()

    def cancel() -> None:
        assert has_begun.wait(PATIENCE), f"{spec.key} ended too early to be cancelled: add it to ENDLESS"
        cancellation.cancel()

    cancelling = threading.Thread(target=cancel)
    cancelling.start()
    result = run_endlessly(spec, cancellation=cancellation, progress=lambda progress: has_begun.set())
    cancelling.join()
    assert result.status is Status.CANCELLED
    assert result.reason == "cancelled"
    assert result.solution is None
    assert result.stats.expanded > 0
    assert 41 <= result.lower_bound <= 57


@every_configuration
def test_cancelled_before_it_begins(configuration: Configuration) -> None:
    cancellation = Cancellation()
    cancellation.cancel()
    outcome = search_house(
        configuration.spec, configuration.options, knowledge("consistent"), cancellation=cancellation
    )
    assert outcome.status is Status.CANCELLED
    assert outcome.stats.expanded == 0


@every_algorithm
@pytest.mark.usefixtures("ticking_clock")
def test_progress_is_reported_during_the_run(spec: AlgorithmSpec) -> None:
    reports: list[Progress] = []
    result = run_endlessly(spec, Limits(time=0.35), progress=reports.append)
    assert len(reports) == 3  # every tenth of a second
    assert [progress.seconds for progress in reports] == sorted(progress.seconds for progress in reports)
    assert 0 < reports[0].expanded <= reports[-1].expanded <= result.stats.expanded
    assert all(0 <= progress.lower_bound <= 57 for progress in reports)
    keeps_states = choose_method(spec.key).algorithm.claims.memory.startswith(("every", "width"))
    assert (reports[-1].memory > 0) == keeps_states
