"""Local search: hill climbing and simulated annealing. They store the current state and no frontier.

Both minimise h one step at a time; the solution is the sequence of their steps. S. Russell, P. Norvig, *Artificial
Intelligence: A Modern Approach*, section "Local search"; S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, *Optimization by
simulated annealing*, 1983.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import exp, log
from random import Random
from typing import Generic

from taquin.heuristics.base import Estimate
from taquin.puzzle.problem import S, StateSpace
from taquin.run.result import Outcome, Status
from taquin.run.run import Run

DEAD_END = "dead end: no neighbour"


@dataclass(frozen=True, slots=True)
class Candidate(Generic[S]):
    """The current node of a local search, or a neighbour that it may move to."""

    node: int
    move: int
    state: S
    h: float


class Walk(Generic[S]):
    """The moves so far, the current node, and the only place where a local search generates nodes."""

    def __init__(self, space: StateSpace[S], run: Run, heuristic: Estimate[S]) -> None:
        self.space, self.run, self.heuristic = space, run, heuristic
        self.root = Candidate(0, -1, space.start, heuristic(space.start))
        self.current = self.root
        self.moves: list[int] = []
        self._candidates = 0  # neighbours generated, and neither pruned nor taken
        run.best_h = self.root.h
        run.partial_path = lambda: (self.moves, self.current.h)
        run.add_root(0, self.root.h)

    def restart(self) -> None:
        self.current = self.root
        self.moves = []

    def expand(self) -> list[tuple[int, S]]:
        """Expand the current node; return the neighbours that can be generated."""
        self.run.expand(self.current.node)
        return list(self.space.successors(self.current.state))

    def generate(self, move: int, state: S) -> Candidate[S]:
        candidate = self._make(self.current, len(self.moves), move, state)
        self._candidates += 1
        self.run.measure(self._candidates, self._candidates + 1)
        return candidate

    def _make(self, parent: Candidate[S], g: int, move: int, state: S) -> Candidate[S]:
        h = self.heuristic.update(parent.h, parent.state, state)
        node = self.run.counters.generated + 1
        self.run.generate(node, parent.node, move, g + 1, h)
        return Candidate(node, move, state, h)

    def look(self, node: Candidate[S], g: int, previous: S) -> Iterator[Candidate[S]]:
        """Expand a node that is ``g`` moves from the start; generate its children, except the state it came from."""
        self.run.expand(node.node)
        for move, state in self.space.successors(node.state):
            if state != previous:
                yield self._make(node, g, move, state)

    def prune(self, candidates: list[Candidate[S]], reason: str) -> None:
        self._candidates -= len(candidates)
        for candidate in candidates:
            self.run.prune(candidate.node, reason)

    def take(self, candidate: Candidate[S], generated: list[Candidate[S]]) -> None:
        """Move to one of the neighbours that were generated, and drop the others."""
        self.prune([other for other in generated if other is not candidate], "not taken")
        self._candidates = 0
        self.current = candidate
        self.moves.append(candidate.move)
        self.run.best_h = candidate.h if self.run.best_h is None else min(self.run.best_h, candidate.h)

    def is_at_goal(self) -> bool:
        return self.space.is_goal(self.current.state)

    def is_at_depth_limit(self) -> bool:
        """Whether the depth limit allows no further move; the run then counts as depth-limited."""
        if len(self.moves) < self.run.depth_limit:
            return False
        self.run.is_depth_limited = True
        return True


def hill_climbing(
    space: StateSpace[S],
    run: Run,
    heuristic: Estimate[S],
    *,
    variant: str = "steepest",
    sideways: int = 0,
    restarts: int = 0,
    walk: int = 20,
    never_undo: bool = False,
    seed: int = 0,
) -> Outcome:
    """Hill climbing: move to a better neighbour until there is none. Constant memory; neither complete nor optimal.

    ``steepest`` takes the best neighbour, the first of equals; ``first-choice`` generates neighbours in random order
    and takes the first that is better; ``stochastic`` takes a random one of those that are better. ``sideways`` is how
    many steps in a row may lead to neighbours with the same h. A restart takes ``walk`` random moves from the start
    before it climbs again. ``never_undo`` never undoes the last move and continues even where no neighbour is better,
    until a state repeats.
    """
    rng = Random(seed)
    climb = Walk(space, run, heuristic)
    reason = ""
    for attempt in range(restarts + 1):
        run.begin_iteration(attempt)
        climb.restart()
        if attempt:
            _walk_randomly(climb, rng, walk)
        if never_undo:
            reason = _climb_without_undoing(climb, variant, rng)
        else:
            reason = _climb(climb, variant, sideways, rng)
        if climb.is_at_goal():
            return run.solved(climb.moves, climb.current.node)
    if run.is_depth_limited:
        return run.exhausted(is_complete=False)
    return run.failed(Status.STUCK, reason)


def _climb(climb: Walk[S], variant: str, sideways: int, rng: Random) -> str:
    """Climb until the goal or a local optimum; return the reason why it is stuck, empty if it is not."""
    level_steps = 0
    while not climb.is_at_goal() and not climb.is_at_depth_limit():
        h = climb.current.h
        generated = _generate_neighbours(climb, climb.expand(), variant, rng, stop_below=h)
        chosen = _choose(generated, variant, rng, below=h)
        if chosen is None and level_steps < sideways:
            chosen = _choose([candidate for candidate in generated if candidate.h == h], variant, rng, below=h + 1)
            level_steps += 1
        elif chosen is not None:
            level_steps = 0
        if chosen is None:
            climb.prune(generated, "not better")
            if not generated:
                return DEAD_END
            best = min(candidate.h for candidate in generated)
            kind = "plateau" if best == h else "local optimum"
            return f"h = {h:g} here, and the best neighbour has h = {best:g} ({kind})"
        climb.take(chosen, generated)
    return ""


def _climb_without_undoing(climb: Walk[S], variant: str, rng: Random) -> str:
    """Always move to the best neighbour that does not undo the last move, until a state repeats."""
    seen = {climb.current.state}
    previous: S | None = None
    while not climb.is_at_goal() and not climb.is_at_depth_limit():
        neighbours = [(move, state) for move, state in climb.expand() if state != previous]
        generated = _generate_neighbours(climb, neighbours, variant, rng, stop_below=climb.current.h)
        chosen = _choose(generated, variant, rng, below=climb.current.h)
        if chosen is None:
            chosen = min(generated, key=lambda candidate: candidate.h, default=None)
        if chosen is None:
            return DEAD_END if previous is None else "dead end: every neighbour undoes the last move"
        previous = climb.current.state
        climb.take(chosen, generated)
        if chosen.state in seen:
            return f"a state repeats after {len(climb.moves)} moves, with h = {chosen.h:g}"
        seen.add(chosen.state)
    return ""


def _generate_neighbours(
    climb: Walk[S], neighbours: list[tuple[int, S]], variant: str, rng: Random, *, stop_below: float
) -> list[Candidate[S]]:
    """Generate the neighbours: all in order, or for ``first-choice`` in random order until one is better."""
    if variant != "first-choice":
        return [climb.generate(move, state) for move, state in neighbours]
    rng.shuffle(neighbours)
    generated: list[Candidate[S]] = []
    for move, state in neighbours:
        generated.append(climb.generate(move, state))
        if generated[-1].h < stop_below:
            break
    return generated


def _choose(generated: list[Candidate[S]], variant: str, rng: Random, *, below: float) -> Candidate[S] | None:
    """The neighbour to move to among those with h below this, or None."""
    better = [candidate for candidate in generated if candidate.h < below]
    if not better:
        return None
    return rng.choice(better) if variant == "stochastic" else min(better, key=lambda candidate: candidate.h)


def _walk_randomly(climb: Walk[S], rng: Random, steps: int) -> None:
    for _ in range(steps):
        if climb.is_at_goal() or climb.is_at_depth_limit():
            return
        neighbours = climb.expand()
        if not neighbours:
            return
        candidate = climb.generate(*rng.choice(neighbours))
        climb.take(candidate, [candidate])


def annealing(
    space: StateSpace[S],
    run: Run,
    heuristic: Estimate[S],
    *,
    schedule: str = "geometric",
    temperature: float = 2.0,
    cooling: float = 0.9999,
    trials: int = 100_000,
    seed: int = 0,
) -> Outcome:
    """Simulated annealing: try a random neighbour; a worse one is taken with probability exp(-Δh / T).

    T falls from ``temperature`` over ``trials`` tries: ``geometric`` multiplies it by ``cooling`` each time, ``linear``
    takes it down to 0, ``logarithmic`` divides it by log(try). Constant memory; neither complete nor optimal.
    """
    rng = Random(seed)
    walk = Walk(space, run, heuristic)
    neighbours: list[tuple[int, S]] = []
    for trial in range(trials):
        if walk.is_at_goal():
            return run.solved(walk.moves, walk.current.node)
        if walk.is_at_depth_limit():
            return run.exhausted(is_complete=False)
        heat = _temperature(schedule, temperature, cooling, trial, trials)
        if not neighbours:
            neighbours = walk.expand()
        else:
            run.poll_between_expansions()  # many neighbours of one state may be generated and rejected
        if not neighbours:
            return run.failed(Status.STUCK, DEAD_END)
        candidate = walk.generate(*rng.choice(neighbours))
        rise = candidate.h - walk.current.h
        if rise <= 0 or (heat > 0 and rng.random() < exp(-rise / heat)):
            walk.take(candidate, [candidate])
            neighbours = []
        else:
            walk.prune([candidate], "rejected")
    if walk.is_at_goal():
        return run.solved(walk.moves, walk.current.node)
    return run.failed(
        Status.STUCK, f"frozen after {trials:,} trials at h = {walk.current.h:g}; the best was {run.best_h:g}"
    )


def _temperature(schedule: str, temperature: float, cooling: float, trial: int, trials: int) -> float:
    if schedule == "linear":
        return temperature * (1 - trial / trials)
    if schedule == "logarithmic":
        return temperature / log(trial + 2)
    return float(temperature * cooling**trial)
