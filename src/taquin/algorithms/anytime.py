"""Anytime solving: a first solution within milliseconds, then shorter ones until time runs out.

1. *Construct*: the constructive method solves a board of any size quickly. A run that continues an earlier one begins
   with its solution instead.
2. *Beams*: layered beams guided by a learned score (``layered_beam``), each several times as wide as the last one, look
   for a shorter solution: one from the start, and one from the goal, which finds other solutions. On boards of more
   than 256 cells there are none.
3. *Windows*: parts of the solution are solved again (``windows``), until no window gets shorter; then with wider beams.
   On boards with a side of more than 14 cells they precede the beams, because the learned scores are for smaller
   boards: there a window is as long as the blank stays in a region of 14×14.
4. *Proof*: iterations of IDA* raise the lower bound, which is that of linear conflict at first: at the beginning, and
   again when nothing got shorter. One that finds a solution has proven that it is a shortest one.

The widest beams take most of the time: their width is chosen to fit into it, and they become narrower if they are
slower than expected (``Pace``). The default time limit ends no run without a solution. Lengths never grow. Not optimal;
complete, because constructing is.

W. Zhang, *Complete anytime beam search*, 1998, introduced beams that become wider.
"""

from __future__ import annotations

from dataclasses import replace

from taquin.algorithms.anytime_schedule import Steps, improve, reversed_moves, window_shape
from taquin.algorithms.constructive import construct
from taquin.algorithms.contour import search_contour
from taquin.algorithms.layered_beam import BeamSettings, LayeredBeam
from taquin.algorithms.windows import Path, WindowSettings, shorten_windows
from taquin.heuristics.base import Heuristic
from taquin.heuristics.linear_conflict import LinearConflict
from taquin.heuristics.slides import InSlides
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Move
from taquin.puzzle.problem import TileSpace
from taquin.puzzle.slides import Metric, SlideSpace, longest_slide, moves_of_slides, slides_of_moves
from taquin.run.result import Outcome
from taquin.run.run import Run
from taquin.tables.scores.score import Labelling
from taquin.tables.scores.store import board_score, score_weights

_MAXIMUM_PROVEN_CELLS = 10  # the largest boards on which the reference proves that a solution is shortest


def anytime(
    space: TileSpace | SlideSpace, run: Run, *, width: int = 0, within: float = 1, seed: int = 0, threads: int = 0
) -> Outcome:
    """Solve a board of any size, and improve the solution while time remains.

    With a ``width`` no beam is wider, and the search ends when neither beams nor windows of that width find anything
    shorter. It also ends when the length is at most ``within`` times the lower bound. ``threads`` changes
    nothing but the time that the native core takes; the reference uses one. On a space of slides, lengths are slides.
    """
    steps: Steps = ReferenceSteps(space, run)
    if isinstance(space, SlideSpace):
        steps = SlideSteps(steps, space.shape)
    start = Board.from_state(space.start, space.shape)
    return improve(steps, start, run, width=width, within=within, seed=seed)


class ReferenceSteps:
    """The steps in Python. Every node is reported to the run."""

    has_databases = False
    metric = Metric.MOVES

    def __init__(self, space: TileSpace | SlideSpace, run: Run) -> None:
        self._space = space
        self._run = run
        self._goal_node = 0
        estimate: Heuristic = LinearConflict(Board.from_state(space.goal, space.shape))
        self._heuristic = InSlides(estimate) if isinstance(space, SlideSpace) else estimate
        run.add_root(0, self._heuristic(space.start))
        self._window_weights = score_weights(window_shape(space.shape))

    def construct(self) -> Path:
        """The moves of the constructive method, or of the initial solution; each is a node."""
        run, space = self._run, self._space

        def poll(made: int) -> None:
            run.poll()

        if run.anytime.initial is not None:
            return self._follow(run.anytime.initial)
        return self._follow(construct(space.shape, space.start, space.goal, poll))

    def _follow(self, moves: bytes) -> Path:
        """Report the moves of a solution, each as a new node."""
        run, node, nodes = self._run, 0, []
        for g, move in enumerate(moves, start=1):
            number = run.next_node
            run.expand(node)
            run.generate(number, node, move, g, 0)
            node = number
            nodes.append(node)
        run.measure(1, len(moves) + 1)
        return Path(moves, nodes)

    def beam(self, settings: BeamSettings, *, is_backward: bool) -> Path | None:
        """A beam from the start, which is node 0, or from the goal, which becomes a second root."""
        space, run, root = self._space, self._run, 0
        start, goal = (space.goal, space.start) if is_backward else (space.start, space.goal)
        if is_backward:
            if run.anytime.roots == 1:
                self._goal_node = run.next_node
                run.add_root(self._goal_node, 0)
                run.anytime.roots = 2
            root = self._goal_node
        labelling = Labelling(space.shape, goal)
        beam = LayeredBeam(board_score(space.shape, labelling.blank))
        result = beam.search(labelling.labels(start), settings, run, root=root, turns=labelling.turns)
        if result.moves is None:
            return None
        moves = labelling.original(result.moves)
        return self._follow(reversed_moves(moves)) if is_backward else Path(moves, result.nodes)

    def shorten(self, path: Path, settings: WindowSettings) -> Path:
        return shorten_windows(self._space.shape, self._space.start, path, settings, self._window_weights, self._run)

    def raise_bound(self, best: Path, share: float) -> Path | None:
        """The iterations of IDA*, on small boards only: on larger ones they take too long in Python."""
        if self._space.shape.cells > _MAXIMUM_PROVEN_CELLS:
            return None
        bound = self._run.lower_bound
        while bound < len(best):
            # without the depth limit: the bound is that of all solutions
            contour = search_contour(self._space, self._run, self._heuristic, bound=bound, depth=float("inf"))
            if contour.moves is not None:
                return Path(bytes(contour.moves), [contour.goal] * len(contour.moves))
            bound = min(contour.next_bound, len(best))
            self._run.raise_lower_bound(bound)
        return None


_LONGEST_BEAM_SLIDE = 15  # the most tiles of a slide in a beam of the native core
_LONGEST_STORED = 64  # the most tiles of a slide whose number fits into a byte; a longer one is stored as two


class SlideSteps:
    """The steps for slides, made of those for single moves, whose proof is one for slides."""

    has_databases = False
    metric = Metric.SLIDES

    def __init__(self, steps: Steps, shape: Shape) -> None:
        self._steps = steps
        self._has_beams = longest_slide(shape) <= _LONGEST_BEAM_SLIDE
        self._last: Path | None = None
        self._moves: Path | None = None

    def construct(self) -> Path:
        return self._in_slides(self._steps.construct())

    def beam(self, settings: BeamSettings, *, is_backward: bool) -> Path | None:
        if not self._has_beams:
            return None
        return self._steps.beam(replace(settings, metric=Metric.SLIDES), is_backward=is_backward)

    def shorten(self, path: Path, settings: WindowSettings) -> Path:
        """One pass over windows of single moves. What it shortens is kept for the next pass, also if no slide is saved.

        Numbers of nodes are lost in the conversion, which is why such a search cannot be recorded.
        """
        if path is not self._last or self._moves is None:
            moves = moves_of_slides(path.moves)
            self._last, self._moves = path, Path(moves, range(1, len(moves) + 1))
        self._moves = self._steps.shorten(self._moves, settings)
        shorter = self._in_slides(self._moves)
        return shorter if len(shorter) < len(path) else path

    def raise_bound(self, best: Path, share: float) -> Path | None:
        return self._steps.raise_bound(best, share)

    def _in_slides(self, path: Path) -> Path:
        numbers = bytearray()
        for number in slides_of_moves(path.moves):
            move, tiles = number % len(Move), number // len(Move) + 1
            for _ in range((tiles - 1) // _LONGEST_STORED):
                numbers.append(move + len(Move) * (_LONGEST_STORED - 1))
            numbers.append(move + len(Move) * ((tiles - 1) % _LONGEST_STORED))
        return Path(bytes(numbers), range(1, len(numbers) + 1))
