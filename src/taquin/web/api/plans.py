"""Solutions of large boards that the server keeps, so that hints while playing come at once."""

from __future__ import annotations

import json
import pickle
from dataclasses import asdict

from fastapi import Request

from taquin.analysis.known_solutions import keep_result, known_result
from taquin.puzzle.moves import as_moves
from taquin.puzzle.problem import Problem
from taquin.run.limits import Limits
from taquin.run.progress import InitialSolution
from taquin.run.result import Result
from taquin.solving.default_methods import quick_method
from taquin.tables.plans.book import PlanBook
from taquin.web.api.streams import client_of, run_until_disconnect
from taquin.web.pool.tasks import problem_to_job
from taquin.web.server.async_pool import AsyncPool

_MOST_PLANS = 1000
_MOST_BOARDS = 200_000
"""Some 20 megabytes; a 10x10 board has a plan of about 1,000 boards."""


class ServerPlans:
    """The plans of all clients, in the memory of the server: those that were used last, within a fixed size."""

    def __init__(self) -> None:
        self.book = PlanBook(_MOST_PLANS, _MOST_BOARDS)

    async def obtain(
        self, request: Request, pool: AsyncPool, problem: Problem, limits: Limits, *, is_improved: bool = False
    ) -> Result:
        """The known solution of a board; if there is none, or with ``is_improved``, a worker looks for a better one."""
        known = known_result(problem, self.book)
        if known is not None and not is_improved:
            return known
        moves, bound = (
            (None, 0) if known is None or known.solution is None else (str(known.solution), known.lower_bound)
        )
        initial = None if moves is None else {"moves": moves, "lower_bound": bound}
        job = {
            "task": "plan",
            **problem_to_job(problem),
            "method": quick_method(problem.shape),
            "limits": asdict(limits),
            "initial": initial,
            "backend": "auto",
        }
        run = pool.run(client_of(request), job, limits.time or 0)
        content = await run_until_disconnect(request.receive, run)
        result: Result = pickle.loads(content)  # it comes from our own worker process, never from a client
        return keep_result(result, self.book)

    def keep_solved(self, problem: Problem, content: bytes, runs: int = 1) -> bytes:
        """Keep the solution in a response of ``/api/solve``, if it has one. Returns the response."""
        record = json.loads(content)
        if record["moves"]:
            self.book.keep(problem, bytes(as_moves(record["moves"])), record["lower_bound"], runs)
        return content

    def initial_for(self, problem: Problem, initial: InitialSolution) -> tuple[InitialSolution, int]:
        """A client's solution with the bound that the server knows, and the number of runs that have improved it."""
        known = self.book.find(problem)
        if known is None:
            return initial, 1
        return InitialSolution(initial.moves, known.lower_bound), known.runs
