"""Build the tables for slides before a command measures its time."""

from __future__ import annotations

import click

from taquin.heuristics.slides import describe_slide_databases, make_slide_databases
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric


def announce(problem: Problem) -> bool:
    """Say on standard error that the tables for slides are built first; returns whether they are missing."""
    if problem.metric is Metric.MOVES or not problem.is_solvable:
        return False
    words = describe_slide_databases(problem.goal)
    if words:
        click.echo(words, err=True)
    return bool(words)


def prepare(problem: Problem) -> None:
    """Build the missing tables for slides now: it takes seconds, more than the time limits of some commands."""
    if announce(problem):
        make_slide_databases(problem.goal)
