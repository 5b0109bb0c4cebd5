"""Local search: hill climbing and simulated annealing. They keep one state and forget the rest.

Both look for h = 0 one step at a time; the solution is the walk they took. S. Russell, P. Norvig, *Artificial
Intelligence: A Modern Approach*, section "Local search"; S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, *Optimization by
simulated annealing*, 1983.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from math import exp, log
from random import Random
from typing import Generic, TypeVar

from taquin.heuristics.base import Estimate
from taquin.puzzle.problem import StateSpace
from taquin.run.result import Outcome, Status
from taquin.run.run import POLL_EVERY, Run

S = TypeVar("S", bound=Hashable)

_DEAD_END = "dead end: there is no neighbour"


@dataclass(frozen=True, slots=True)
class _Place(Generic[S]):
    """Where a local search stands, or could go."""

    node: int
    move: int
    state: S
    h: float


class _Walk(Generic[S]):
    """The walk so far, and the one place where nodes of a local search are made, counted and told of."""

    def __init__(self, space: StateSpace[S], run: Run, heuristic: Estimate[S]) -> None:
        self.space, self.run, self.heuristic = space, run, heuristic
        self.root = _Place(0, -1, space.start, heuristic(space.start))
        self.here = self.root
        self.moves: list[int] = []
        self._held = 0  # neighbours made and not yet left
        run.best_h = self.root.h
        run.add_root(0, self.root.h)

    def restart(self) -> None:
        """Go back to the start."""
        self.here = self.root
        self.moves = []

    def begin_step(self) -> list[tuple[int, S]]:
        """Expand the current state: the neighbours that could be made."""
        run = self.run
        if run.counters.expanded >= run.due:
            run.poll()
        run.counters.expanded += 1
        if run.observer is not None:
            run.observer.expand(self.here.node)
        return list(self.space.successors(self.here.state))

    def make(self, move: int, state: S) -> _Place[S]:
        """Make and evaluate one neighbour."""
        counters, observer, g = self.run.counters, self.run.observer, len(self.moves) + 1
        counters.generated += 1
        counters.max_depth = max(counters.max_depth, g)
        self._held += 1
        counters.max_frontier = max(counters.max_frontier, self._held)
        counters.max_stored = max(counters.max_stored, self._held + 1)
        h = self.heuristic.update(self.here.h, self.here.state, state)
        if observer is not None:
            observer.generate(counters.generated, self.here.node, move, g, h)
        return _Place(counters.generated, move, state, h)

    def leave(self, places: list[_Place[S]], reason: str) -> None:
        """Tell that these neighbours were not taken."""
        self._held -= len(places)
        self.run.counters.pruned += len(places)
        if self.run.observer is not None:
            for place in places:
                self.run.observer.prune(place.node, reason)

    def take(self, place: _Place[S], made: list[_Place[S]]) -> None:
        """Go to one of the neighbours that were made and leave the others."""
        self.leave([other for other in made if other is not place], "not taken")
        self._held = 0
        self.here = place
        self.moves.append(place.move)
        self.run.best_h = place.h if self.run.best_h is None else min(self.run.best_h, place.h)

    def is_at_goal(self) -> bool:
        return self.space.is_goal(self.here.state)

    def is_too_deep(self) -> bool:
        if len(self.moves) < self.run.depth:
            return False
        self.run.is_depth_cut = True
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
    """Hill climbing: go to a better neighbour until there is none. Constant memory; neither complete nor optimal.

    ``steepest`` takes the best neighbour, the first of equals; ``first-choice`` makes neighbours in random order and
    takes the first that is better; ``stochastic`` takes any of the better ones at random. ``sideways`` steps to equal
    neighbours are allowed in a row. A restart takes ``walk`` random moves from the start before it climbs again.
    ``never_undo`` never takes back the last move and goes on even where no neighbour is better, until a state repeats.
    """
    rng = Random(seed)
    climb = _Walk(space, run, heuristic)
    reason = ""
    for attempt in range(restarts + 1):
        run.begin_iteration(attempt)
        climb.restart()
        if attempt:
            _wander(climb, rng, walk)
        if never_undo:
            reason = _climb_without_return(climb, variant, rng)
        else:
            reason = _climb(climb, variant, sideways, rng)
        if climb.is_at_goal():
            return run.solved(climb.moves, climb.here.node)
    if run.is_depth_cut:
        return run.ran_dry(is_exhaustive=False)
    return run.failed(Status.STUCK, reason)


def _climb(climb: _Walk[S], variant: str, sideways: int, rng: Random) -> str:
    """Climb until the goal or a local optimum; say what stopped it."""
    level_steps = 0
    while not climb.is_at_goal() and not climb.is_too_deep():
        h = climb.here.h
        made = _make_neighbours(climb, climb.begin_step(), variant, rng, stop_below=h)
        chosen = _choose(made, variant, rng, below=h)
        if chosen is None and level_steps < sideways:
            chosen = _choose([place for place in made if place.h == h], variant, rng, below=h + 1)
            level_steps += 1
        elif chosen is not None:
            level_steps = 0
        if chosen is None:
            climb.leave(made, "not better")
            if not made:
                return _DEAD_END
            best = min(place.h for place in made)
            kind = "plateau" if best == h else "local optimum"
            return f"{kind}: h = {h:g} here and {best:g} at the best neighbour"
        climb.take(chosen, made)
    return ""


def _climb_without_return(climb: _Walk[S], variant: str, rng: Random) -> str:
    """Always go on to the best neighbour that does not take back the last move, until a state repeats."""
    seen = {climb.here.state}
    previous: S | None = None
    while not climb.is_at_goal() and not climb.is_too_deep():
        neighbours = [(move, state) for move, state in climb.begin_step() if state != previous]
        made = _make_neighbours(climb, neighbours, variant, rng, stop_below=climb.here.h)
        chosen = _choose(made, variant, rng, below=climb.here.h)
        if chosen is None:
            chosen = min(made, key=lambda place: place.h, default=None)
        if chosen is None:
            return _DEAD_END if previous is None else "dead end: every neighbour takes back the last move"
        previous = climb.here.state
        climb.take(chosen, made)
        if chosen.state in seen:
            return f"a state repeats after {len(climb.moves)} moves, with h = {chosen.h:g}"
        seen.add(chosen.state)
    return ""


def _make_neighbours(
    climb: _Walk[S], neighbours: list[tuple[int, S]], variant: str, rng: Random, *, stop_below: float
) -> list[_Place[S]]:
    """Make the neighbours: all of them in order, or for ``first-choice`` at random until one is better."""
    if variant != "first-choice":
        return [climb.make(move, state) for move, state in neighbours]
    rng.shuffle(neighbours)
    made: list[_Place[S]] = []
    for move, state in neighbours:
        made.append(climb.make(move, state))
        if made[-1].h < stop_below:
            break
    return made


def _choose(made: list[_Place[S]], variant: str, rng: Random, *, below: float) -> _Place[S] | None:
    """The neighbour to take among those with h below this, or None if there is none."""
    better = [place for place in made if place.h < below]
    if not better:
        return None
    return rng.choice(better) if variant == "stochastic" else min(better, key=lambda place: place.h)


def _wander(climb: _Walk[S], rng: Random, steps: int) -> None:
    """Take random steps."""
    for _ in range(steps):
        if climb.is_at_goal() or climb.is_too_deep():
            return
        neighbours = climb.begin_step()
        if not neighbours:
            return
        place = climb.make(*rng.choice(neighbours))
        climb.take(place, [place])


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
    walk = _Walk(space, run, heuristic)
    neighbours: list[tuple[int, S]] = []
    for trial in range(trials):
        if walk.is_at_goal():
            return run.solved(walk.moves, walk.here.node)
        if walk.is_too_deep():
            return run.ran_dry(is_exhaustive=False)
        heat = _temperature(schedule, temperature, cooling, trial, trials)
        if not neighbours:
            neighbours = walk.begin_step()
        elif run.limits.nodes is not None or trial % POLL_EVERY == 0:
            run.poll()  # a state that is hard to leave is expanded once, and many nodes are made from it
            run.due = run.counters.expanded  # this was no expansion: look again before the next one
        if not neighbours:
            return run.failed(Status.STUCK, _DEAD_END)
        place = walk.make(*rng.choice(neighbours))
        rise = place.h - walk.here.h
        if rise <= 0 or (heat > 0 and rng.random() < exp(-rise / heat)):
            walk.take(place, [place])
            neighbours = []
        else:
            walk.leave([place], "rejected")
    if walk.is_at_goal():
        return run.solved(walk.moves, walk.here.node)
    return run.failed(
        Status.STUCK, f"frozen after {trials:,} trials at h = {walk.here.h:g}; the best was {run.best_h:g}"
    )


def _temperature(schedule: str, temperature: float, cooling: float, trial: int, trials: int) -> float:
    if schedule == "linear":
        return temperature * (1 - trial / trials)
    if schedule == "logarithmic":
        return temperature / log(trial + 2)
    return float(temperature * cooling**trial)
