"""Certificates: evidence that a result is right, for a program that does not trust Taquin.

docs/certificates.md describes the format. ``certifier.py`` is that program; it shares only the seal with this file.
"""

from __future__ import annotations

import platform
from collections.abc import Iterable
from dataclasses import replace
from zlib import crc32

from taquin import __version__, _native
from taquin.analysis import certifier
from taquin.analysis.certifier import CHECKSUM_NEEDED, HEURISTICS, Certificate, Claims, seal
from taquin.errors import InternalError, SpecError
from taquin.puzzle.problem import Problem, TileSpace
from taquin.run.limits import Limits
from taquin.run.result import Iteration, Quality, Result, Status
from taquin.run.run import Run
from taquin.solving.heuristic_choice import make_heuristic
from taquin.solving.method import choose_method, make_method
from taquin.solving.solver import run_method

EVIDENCE = "linear_conflict"
"""The heuristic of the iterations that prove the solution of another method: the best one in the certifier."""

MOST_CELLS = 256
MOST_MOVES = 255
"""Larger boards and longer solutions get no iterations: a cell and a depth must fit in a byte."""

DEFAULT_SECONDS = 60.0
"""The time limit for iterations that the run did not make itself, unless the caller sets one."""

SEARCHED_AGAIN = 1_000_000
"""Iterations get a checksum until they have expanded this many nodes in all: about 5 s in Python."""


def search_evidence(result: Result, run: Run | None = None) -> Result:
    """The run whose iterations of IDA* prove a lower bound for the length of this result; it may have none.

    It is the run itself if that was IDA* with ``lookback=2`` and a heuristic of the certifier. Otherwise, for a
    solution that is proven shortest, IDA* with linear conflict searches up to its length, within the limits of ``run``;
    if a limit or a cancellation stops it, it proves a smaller bound. A solution that is not proven shortest gets none.
    """
    problem = Problem(result.start, result.goal)
    if result.length is None or not _can_have_iterations(result) or _has_own_iterations(result):
        return result
    if result.quality is not Quality.OPTIMAL or _estimate(problem, EVIDENCE) >= result.length:
        return replace(result, iterations=())
    run = Run() if run is None else run
    run.budget.limits = Limits(time=run.limits.time or DEFAULT_SECONDS, nodes=run.limits.nodes, depth=result.length - 1)
    return run_method(problem, make_method("ida_star", EVIDENCE, {"threads": 0}), run)


def make_certificate(result: Result, evidence: Result | None = None) -> Certificate:
    """The certificate of a result. Raises ``SpecError`` for a run without a solution.

    It has the moves, and a lower bound: that of the iterations of ``evidence`` (``search_evidence``), or, if there are
    none, the estimate of the start. The trees of the iterations are searched again for their checksums: up to about
    5 s, or less if the search for evidence was cancelled.
    """
    problem = Problem(result.start, result.goal)
    if not problem.is_solvable:
        nothing: Claims = {"moves": None, "length": None, "lower_bound": None, "heuristic": None}
        return _seal(result, nothing, [], "parity")
    if result.solution is None or result.length is None:
        raise SpecError(f"a run without a solution has no certificate: {result.reason or result.status}")
    evidence = search_evidence(result) if evidence is None else evidence
    heuristic = str(result.heuristic) if _has_own_iterations(result) else EVIDENCE
    iterations = _complete_iterations(evidence, result.length) if _can_have_iterations(result) else []
    entries = _with_checksums(problem, heuristic, iterations, is_brief=evidence.status is Status.CANCELLED)
    claims: Claims = {
        "moves": result.solution.text(),
        "length": result.length,
        "lower_bound": iterations[-1][1] if iterations else _estimate(problem, heuristic),
        "heuristic": heuristic,
    }
    return _seal(result, claims, entries, evidence.spec if iterations else "the estimate of the start")


def _estimate(problem: Problem, heuristic: str) -> int:
    return int(make_heuristic(heuristic).build(problem.goal)(problem.start.state))


def _can_have_iterations(result: Result) -> bool:
    return result.start.shape.cells <= MOST_CELLS and (result.length or 0) <= MOST_MOVES


def _has_own_iterations(result: Result) -> bool:
    """Whether the run made the iterations that a certificate needs."""
    if result.algorithm != "ida_star" or result.heuristic not in HEURISTICS or result.quality is not Quality.OPTIMAL:
        return False
    return dict(choose_method(result.spec).options)["lookback"] == 2


def _complete_iterations(evidence: Result, length: int) -> list[tuple[Iteration, int]]:
    """The iterations that did not find the goal, each with the smallest f above its bound: the next bound."""
    iterations = evidence.iterations
    if evidence.is_solved or evidence.lower_bound < length:  # the last iteration found the goal, or was stopped
        following, iterations = iterations[1:], iterations[:-1]
        return [(this, int(after.bound)) for this, after in zip(iterations, following, strict=True)]
    return list(zip(iterations, [*(int(iteration.bound) for iteration in iterations[1:]), length], strict=True))


def _with_checksums(
    problem: Problem, heuristic: str, iterations: Iterable[tuple[Iteration, int]], *, is_brief: bool
) -> list[certifier.Iteration]:
    """The entries of the iterations. With ``is_brief`` only those get a checksum that need one."""
    entries: list[certifier.Iteration] = []
    left = 0 if is_brief else SEARCHED_AGAIN
    for this, following in iterations:
        left -= this.expanded
        is_left_out = left < 0 and this.expanded > CHECKSUM_NEEDED
        checksum = "" if is_left_out else _tree_checksum(problem, heuristic, this)
        entries.append(
            {
                "bound": int(this.bound),
                "expanded": this.expanded,
                "generated": this.generated,
                "next_bound": following,
                "checksum": checksum,
            }
        )
    return entries


def _tree_checksum(problem: Problem, heuristic: str, expected: Iteration) -> str:
    """Search the tree of an iteration again, and add the CRC-32 of the cells and the depth of every expanded node."""
    estimate = make_heuristic(heuristic).build(problem.goal)
    update, successors = estimate.update, TileSpace(problem.start.state, problem.goal.state, problem.shape).successors
    start = bytes(problem.start)
    open_nodes = [(start, start, 0, estimate(start))]
    expanded = generated = checksum = 0
    for _ in range(expected.expanded):
        state, before, g, h = open_nodes.pop()
        expanded += 1
        checksum += crc32(state + bytes([g]))
        for _, child in successors(state):
            if child == before:
                continue
            generated += 1
            child_h = update(h, state, child)
            if g + 1 + child_h <= expected.bound:
                open_nodes.append((bytes(child), state, g + 1, child_h))
    if open_nodes or generated != expected.generated:
        raise InternalError("the iterations of a run cannot be repeated", hint="please report this")
    return f"{checksum % 2**64:016x}"


def _seal(result: Result, claims: Claims, iterations: list[certifier.Iteration], evidence: str) -> Certificate:
    shape = result.start.shape
    certificate: Certificate = {
        "format": "taquin certificate",
        "version": 1,
        "rows": shape.rows,
        "columns": shape.columns,
        "start": list(result.start),
        "goal": list(result.goal),
        "status": str(result.status),
        **claims,
        "iterations": iterations,
        "made_by": {
            "taquin": __version__,
            "core": _native.describe(),
            "python": platform.python_version(),
            "method": result.spec if result.is_searched else "parity",
            "backend": result.backend,
            "iterations": evidence,
        },
        "checksum": "",
    }
    certificate["checksum"] = seal(certificate)
    return certificate
