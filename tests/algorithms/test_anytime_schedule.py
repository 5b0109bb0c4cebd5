"""The schedule of anytime solving, with steps that only record their settings, on a clock that they advance."""

from __future__ import annotations

from itertools import groupby

import pytest

from taquin.algorithms.anytime_schedule import improve, without_circles
from taquin.algorithms.layered_beam import BeamSettings
from taquin.algorithms.windows import Path, WindowSettings
from taquin.puzzle.board import Board
from taquin.puzzle.slides import Metric
from taquin.run.limits import Limits
from taquin.run.observer import Observer
from taquin.run.result import Outcome
from taquin.run.run import Run

START = Board("1 2 3 / 4 0 5 / 7 8 6")
FIRST = Path(bytes([0, 1]) * 50, range(1, 101))  # 100 moves that lead in a circle


WIDE = 10_000


class RecordedSteps:
    """Steps that take a fixed time for a node, less in wide beams with a ``speed_up``.

    The last of some proofs says that the best solution is optimal.
    """

    metric = Metric.MOVES

    def __init__(
        self,
        *,
        clock: list[float],
        seconds_per_node: float = 0,
        speed_up: float = 1,
        shorter: tuple[int, ...] = (),
        proofs: int = 2,
        has_databases: bool = False,
    ) -> None:
        self.run = Run()
        self.has_databases = has_databases
        self.order: list[str] = []
        self.beams: list[int] = []
        self.windows: list[tuple[int, int, int]] = []
        self.proofs: list[float] = []
        self._last_proof = proofs
        self._length = 100
        self._clock, self._seconds, self._speed_up, self._shorter = clock, seconds_per_node, speed_up, list(shorter)

    def construct(self) -> Path:
        self.run.lower_bound = 50
        return FIRST

    def beam(self, settings: BeamSettings, *, is_backward: bool) -> Path | None:
        assert settings.longest == self._length - 2, "a shorter solution has at least two moves less"
        self.beams.append(-settings.width if is_backward else settings.width)
        is_wide = settings.width > WIDE
        self.order.append("wide" if is_wide else "narrow")
        self._clock[0] += self._seconds * settings.width / (self._speed_up if is_wide else 1)
        return None

    def shorten(self, path: Path, settings: WindowSettings) -> Path:
        self.windows.append((settings.width, settings.length, settings.first))
        assert len(path) == self._length
        if self._shorter:
            self._length = self._shorter.pop(0)
        return path if self._length == len(path) else Path(path.moves[: self._length], path.nodes[: self._length])

    def raise_bound(self, best: Path, share: float) -> Path | None:
        self.proofs.append(share * self.run.seconds_left())
        self.order.append("proof")
        if len(self.proofs) == self._last_proof:
            self.run.raise_lower_bound(len(best))
        return None

    def improve(self, *, width: int = 0, **limits: float) -> Outcome:
        self.run = Run(Limits(**limits))  # type: ignore[arg-type]
        return improve(self, START, self.run, width=width, within=1, seed=0)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [0.0]
    monkeypatch.setattr("taquin.run.budget.perf_counter", lambda: now[0])
    return now


def thirds(width: int, length: int) -> list[tuple[int, int, int]]:
    """Three passes that begin a third of a window apart."""
    return [(width, length, shift * length // 3) for shift in range(3)]


def test_with_a_width_beams_and_windows_grow_up_to_it_and_end(clock: list[float]) -> None:
    steps = RecordedSteps(clock=clock)
    steps.improve(width=200, time=10)
    assert steps.beams == [16, -16, 128, -128, 200, -200]
    assert steps.windows == thirds(64, 60) + thirds(200, 90)
    assert steps.proofs == pytest.approx([0.3])


def test_without_a_width_windows_grow_to_1024_and_a_proof_follows(clock: list[float]) -> None:
    steps = RecordedSteps(clock=clock)
    steps.improve(time=10, memory=75_000)  # a node of a beam takes 686 bytes, and nine tenths of the memory are used
    assert steps.beams == [16, -16, 98, -98]
    assert steps.windows == thirds(24, 60) + thirds(24, 90) + thirds(24, 120)
    assert steps.proofs == pytest.approx([0.3, 5])


def test_the_widest_beams_fill_two_gigabytes_and_are_repeated_after_a_proof(clock: list[float]) -> None:
    steps = RecordedSteps(clock=clock, proofs=3)
    steps.improve(time=10)
    widest = int(0.9 * 2 * 10**9 / 686)
    forward = [16, 128, 1024, 8192, 65_536, 524_288, widest, widest]
    assert steps.beams == [width for each in forward for width in (each, -each)]
    widths = [64, 256, 1024, 4096, 16_384, 65_536, 262_144, widest // 4]
    first_round = [passes for number, width in enumerate(widths) for passes in thirds(width, 60 + 30 * number)]
    assert steps.windows[: len(first_round)] == first_round
    assert steps.windows[len(first_round) :] == thirds(widest // 4, 60 + 30 * 8)


def test_a_shorter_solution_begins_the_three_passes_again(clock: list[float]) -> None:
    steps = RecordedSteps(clock=clock, shorter=(100, 98))
    steps.improve(width=16, time=10)
    first_round = [(16, 60, first) for first in (0, 20, 40, 0, 20)]
    assert steps.windows == first_round + thirds(16, 90), "the second round has longer windows for the same solution"
    assert steps.beams == [16, -16, 16, -16]


@pytest.mark.parametrize(("seconds", "narrow"), [(100, [16, 128, 1024]), (20, [16, 128])])
def test_the_last_beams_fill_the_time(clock: list[float], seconds: float, narrow: list[int]) -> None:
    """From a width of 128 on, the time of a beam is known: a beam of 128 times its width must not fit in the rest."""
    steps = RecordedSteps(clock=clock, seconds_per_node=0.001)
    steps.improve(time=seconds)
    assert steps.beams[:-2] == [width for each in narrow for width in (each, -each)]
    wide, wider = steps.beams[-2:]
    left = seconds - 2 * 0.001 * sum(narrow)
    assert 0.9 * left < 0.001 * wide < left, "each of two beams may take twice the half of the time"
    assert wider == -wide


@pytest.mark.parametrize(("speed_up", "growth"), [(2, 1.05), (4, 2)])
def test_time_that_the_first_of_the_last_beams_saves_makes_the_second_wider(
    clock: list[float], speed_up: float, growth: float
) -> None:
    """The first takes a half or a quarter of the time that it may take; the second has at most twice its width."""
    steps = RecordedSteps(clock=clock, seconds_per_node=0.001, speed_up=speed_up)
    steps.improve(time=100)
    wide, wider = steps.beams[-2:]
    assert wide > WIDE
    assert -wider == pytest.approx(growth * wide, rel=0.001)


@pytest.mark.parametrize(
    ("memory", "beams", "window"),
    [(762, [], 1), (763, [1, -1, 1, -1], 1), (6097, [7, -7, 7, -7], 1), (68_600, [16, -16, 90, -90, 90, -90], 22)],
)
def test_beams_as_wide_as_the_memory_allows_are_repeated(
    clock: list[float], memory: int, beams: list[int], window: int
) -> None:
    """A beam of less than one node is not run. A node takes 686 bytes, and nine tenths of the memory are used.

    A window has a quarter of that, and at least one node in a layer.
    """
    steps = RecordedSteps(clock=clock, proofs=3)
    steps.improve(time=10, memory=memory)
    assert steps.beams == beams
    assert {width for width, *_ in steps.windows} == {window}


@pytest.mark.parametrize(
    ("has_databases", "order", "share"),
    [(False, ["proof", "narrow", "wide"], 0.03), (True, ["narrow", "proof", "wide"], 0.5)],
)
def test_databases_prove_when_narrow_beams_have_a_good_length(
    clock: list[float], has_databases: bool, order: list[str], share: float
) -> None:
    steps = RecordedSteps(clock=clock, seconds_per_node=1e-5, has_databases=has_databases)
    outcome = steps.improve(time=10)
    assert outcome.moves == (), "the constructed path leads in a circle"
    assert [name for name, _ in groupby(steps.order)] == order
    left = 10 - (2 * 1e-5 * (16 + 128 + 1024 + 8192) if has_databases else 0)
    assert steps.proofs[0] == pytest.approx(share * left)


class Improvements(Observer):
    """Records improved nodes."""

    def __init__(self) -> None:
        self.seen: list[tuple[int, int, int, float]] = []

    def improve(self, node: int, parent: int, move: int, g: float) -> None:
        self.seen.append((node, parent, move, g))


def test_the_nodes_after_a_circle_get_the_parents_and_depths_of_the_shorter_path() -> None:
    observer = Improvements()
    run = Run(observer=observer)
    run.add_root(0, 0)
    moves = bytes([3, 0, 1, 2, 3, 1])  # R U D L leads back to the start; R D remains
    for node, move in enumerate(moves, start=1):
        run.generate(node, node - 1, move, node, 0)
    found = without_circles(START, Path(moves, range(1, 7)), run)
    assert (list(found.moves), list(found.nodes)) == ([3, 1], [5, 6])
    assert observer.seen == [(5, 0, 3, 1), (6, 5, 1, 2)]
    assert run.counters.reopened == 0
    straight = Path(bytes([3, 1]), [5, 6])
    assert without_circles(START, straight, run) == straight
