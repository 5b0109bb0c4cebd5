"""Help for a board that cannot reach its goal: the goals that it can reach, and a swap that repairs it."""

from __future__ import annotations

from taquin.puzzle.board import one_line
from taquin.puzzle.goals import GOALS
from taquin.puzzle.problem import Problem


def unsolvable_fields(problem: Problem) -> list[tuple[str, str]]:
    """Names and values: other goals, a repair, and the command that explains why."""
    goals = ", ".join(f"--goal {name}" for name in problem.reachable_goals)
    swap, repaired = problem.solvability.repair, problem.repaired
    repair = "no swap of two tiles helps: more than two are out of order"
    if swap is not None and repaired is not None:
        repair = f"swap tiles {swap[0]} and {swap[1]}: {one_line(repaired)}"
    return [
        ("solvable for", goals or f"none of the named goals ({', '.join(GOALS)})"),
        ("repair", repair),
        ("why", _explain(problem)),
    ]


def unsolvable_phrase(problem: Problem) -> str:
    solvability = problem.solvability
    what = (
        "the tiles are in another order"
        if problem.shape.is_line
        else f"{solvability.start.word}, and the goal {solvability.goal.word}"
    )
    return (
        what
        if solvability.repair is None
        else f"{what}; swap tiles {solvability.repair[0]} and {solvability.repair[1]}"
    )


def _explain(problem: Problem) -> str:
    """The command that shows the numbers. The goal has a name, is a board, or is the standard one."""
    shape = problem.shape
    size = f" --size {shape.text}" if shape.rows == 1 else ""
    name = next((name for name, make in GOALS.items() if make(shape) == problem.goal), f'"{one_line(problem.goal)}"')
    goal = "" if name == "standard" else f" --goal {name}"
    return f'taquin check "{one_line(problem.start)}"{goal}{size}'
