"""Plans in memory: the best one for each board, a limited number of them."""

from __future__ import annotations

from collections import OrderedDict

from taquin.puzzle.board import Board
from taquin.puzzle.problem import Problem
from taquin.tables.plans.plan import (
    LONGEST,
    KnownSolution,
    Plan,
    board_key,
    has_plans,
    is_kept,
    keys_near,
    leads_to_goal,
)

_MOST_PLANS = 256
_MOST_BOARDS = 4 * LONGEST
_REACH = 4  # a board at most this many moves off a plan is led back to it


class PlanBook:
    """Finds the plan that leads from a board to its goal in the fewest moves.

    Every board on a plan is known. A hint that follows what ``find`` returns leads to a board with a shorter known
    solution, so that following hints ends at the goal, whatever other plans are added meanwhile. When there are too
    many plans, the least recently used ones are dropped.
    """

    def __init__(self, most_plans: int = _MOST_PLANS, most_boards: int = _MOST_BOARDS) -> None:
        self._most_plans, self._most_boards = most_plans, most_boards
        self._plans: OrderedDict[tuple[Board, int], Plan] = OrderedDict()  # by goal and key of the first board
        self._places: dict[Board, dict[int, tuple[Plan, int]]] = {}  # by goal and key: the best plan and the index
        self._boards = 0

    def __len__(self) -> int:
        return len(self._plans)

    def find(self, problem: Problem) -> KnownSolution | None:
        """The shortest known solution; None if the board is not near a plan.

        The solution is replayed: a plan that does not lead from this board to the goal is not returned.
        """
        places = self._places.get(problem.goal)
        if not places or not has_plans(problem.shape):
            return None
        found = []
        for key, moves in keys_near(problem.start, _REACH):
            if (place := places.get(key)) is not None:
                plan, index = place
                found.append((len(moves) + len(plan.moves) - index, len(moves), moves, plan, index))
        for _, off, moves, plan, index in sorted(found, key=lambda each: each[:2]):
            path = moves + plan.moves[index:]
            if leads_to_goal(problem, path):
                self._plans.move_to_end((plan.goal, plan.keys[0]))
                return KnownSolution(path, max(0, plan.lower_bound - index - off), off, plan.runs, plan.keys[0])
        return None

    def keep(self, problem: Problem, moves: bytes, lower_bound: int, runs: int = 1) -> Plan | None:
        """Keep a solution, which must be correct, unless a shorter one is known. Returns the plan that was added.

        A lower bound is kept too: if the solution is not shorter and the bound is higher, the known solution gets it.
        """
        if not is_kept(problem.shape, len(moves)):
            return None
        places = self._places.get(problem.goal, {})
        if (place := places.get(board_key(problem.start))) is not None:
            plan, index = place
            known = plan.moves[index:]
            bound = max(lower_bound, plan.lower_bound - index)
            is_known = len(known) <= len(moves) and leads_to_goal(problem, known)
            if is_known and bound == plan.lower_bound - index and runs <= plan.runs:
                self._plans.move_to_end((plan.goal, plan.keys[0]))
                return None
            moves, lower_bound = (known, bound) if is_known else (moves, bound)
        added = Plan.of_solution(problem, moves, lower_bound, runs)
        self.add(added)
        return added

    def add(self, plan: Plan) -> None:
        """Add a plan. One that begins with the same board is replaced."""
        name = (plan.goal, plan.keys[0])
        if name in self._plans:
            self._remove(name)
        self._plans[name] = plan
        self._boards += len(plan.keys)
        places = self._places.setdefault(plan.goal, {})
        length = len(plan.moves)
        for index, key in enumerate(plan.keys):
            place = places.get(key)
            if place is None or len(place[0].moves) - place[1] >= length - index:
                places[key] = (plan, index)
        while len(self._plans) > self._most_plans or (self._boards > self._most_boards and len(self._plans) > 1):
            self._remove(next(iter(self._plans)))

    def _remove(self, name: tuple[Board, int]) -> None:
        plan = self._plans.pop(name)
        self._boards -= len(plan.keys)
        places = self._places[plan.goal]
        for key in plan.keys:
            if (place := places.get(key)) is not None and place[0] is plan:
                del places[key]
        if not places:
            del self._places[plan.goal]
