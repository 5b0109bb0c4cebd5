"""``taquin solve``: solve one board, or every board of a file."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from taquin.analysis.known_solutions import improve_plan, keep_result
from taquin.cli import streams, terminal
from taquin.cli.exits import INTERRUPTED, exit_code
from taquin.cli.input import boards, effects
from taquin.cli.input import options as shared
from taquin.cli.output import solve_output
from taquin.cli.output.solve_output import Form, Writer
from taquin.errors import SpecError
from taquin.puzzle.documents import Document, Fault
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric
from taquin.puzzle.words import duration_text
from taquin.run.limits import Limits
from taquin.run.result import Result, Status
from taquin.run.run import Run
from taquin.solving.batch import MOST_JOBS, solve_many
from taquin.solving.default_methods import default_limits, default_method, quick_method
from taquin.solving.heuristic_choice import make_heuristic
from taquin.solving.method import Method
from taquin.solving.native_proofs import partition_to_build, seconds_to_build
from taquin.solving.solver import Backend, solve
from taquin.system.cores import core_count
from taquin.tables.plans.plan import has_plans
from taquin.tables.plans.store import stored_plans

if TYPE_CHECKING:
    from taquin.system.executors import Workers

_MOST_KEPT = 16
"""Solutions of a file with more boards are not stored: they would replace those of boards that are being played."""


@click.command("solve", cls=shared.GroupedCommand)
@boards.metric_board_options
@shared.method_options
@shared.backend_option
@shared.limit_options
@click.option(
    "--improve", "is_improved", is_flag=True, help="Large boards: continue from the best stored solution of this board."
)
@click.option("--steps", is_flag=True, help="Print the boards of the solution.")
@solve_output.report_option
@shared.json_option
@shared.output_option("Write everything to a file, uncut: JSON in .json, JSON Lines in .jsonl, otherwise text.")
@click.option("--jobs", "-j", type=shared.whole(1, MOST_JOBS), default=1, help="Solve N boards in parallel.")
@shared.dask_option
def command(
    board: boards.BoardRequest,
    method: shared.MethodRequest,
    backend: Backend,
    limits: Limits,
    is_improved: bool,
    steps: bool,
    report: Form | None,
    as_json: bool,
    output: Path | None,
    jobs: int,
    dask: str | None,
) -> int:
    """Solve a board, or every board of a file.

    Without BOARD, at a terminal, it asks for the start, the goal, the algorithm and the heuristic. Without --algorithm
    it chooses the method. Up to 4x5 (4x4 without the C++ core) that method proves a shortest solution; if time runs out
    first, you get the best solution found. Beyond 4x5 it is anytime, which answers immediately and then improves the
    solution until time runs out (10 seconds, or --time), the length is good enough (such as -O within=1.05), or you
    press Ctrl-C.

    With --dask the machines of a cluster share the search of each board, by ida_star in the C++ core:
    docs/how-to/cluster.md.

    \b
    Examples:
      taquin solve "1 2 3 / 4 0 5 / 6 7 8" --steps
      taquin solve 2 8 1 3 4 6 7 5 0 --goal "3 2 1 8 0 4 7 5 6"
      taquin solve "8 6 7 / 2 5 4 / 3 0 1" -a astar -e misplaced
      taquin solve "5 2 1 / 4 8 3 / 7 6 _" -a hill_climbing -O restarts=200
      taquin solve boards.txt --jobs 2 -o results.jsonl
      taquin solve "korf100(easy)" --jobs 2
      taquin solve large.txt --time 1m -O within=1.05
      taquin solve "8 6 7 / 2 5 4 / 3 0 1" --metric slides
      taquin solve "8 6 7 / 2 5 4 / 3 0 1" --report certificate -o proof.json
      taquin solve "korf100(1)" -a "ida_star(manhattan)" --dask tcp://10.0.0.5:8786

    The exit code is 0 if solved, 1 if proven unsolvable, 2 for bad input, 3 if no solution was found (limit, stuck or
    exhausted), 130 if interrupted without one. See also: taquin shortest (all shortest solutions), taquin draw
    (pictures), taquin compare (several methods).
    """
    if dask is not None:
        effects.check("--dask", conflicts_with=["--improve", "--jobs"])
    form = _choose_form(report, output, board.metric, as_json=as_json, is_improved=is_improved)
    document, faults = _read_boards(board)
    writer = Writer(form=form, path=output, document=document, faults=len(faults), has_steps=steps)
    if board.is_asked and not (method.algorithm or method.heuristic or method.options or is_improved):
        method = _ask_method(board.problem_of(document.entries[0]), backend)
    first = _choose_method(writer, method, board.metric, backend, is_improved=is_improved)
    problems = [board.problem_of(entry) for entry in document.entries]
    _announce_databases(problems, first, limits)
    with (
        writer.open(),
        terminal.cancel_on_interrupt() as cancellation,
        _cluster(dask) as workers,
        terminal.batch_progress_line(len(problems)) as (progress, batch_progress),
    ):
        results: Iterable[Result]
        if is_improved:
            results = [_improve(problems[0], first, Run(limits, None, cancellation, progress), backend)]
        elif workers is not None:
            results = (
                solve(
                    problem,
                    algorithm=method.algorithm,
                    heuristic=method.heuristic,
                    options=method.options,
                    limits=limits,
                    cancellation=cancellation,
                    progress=progress,
                    backend=backend,
                    executor=workers.executor,
                    jobs=workers.width,
                )
                for problem in problems
                if not cancellation.is_cancelled
            )
        else:
            results = solve_many(
                problems,
                algorithm=method.algorithm,
                heuristic=method.heuristic,
                options=method.options,
                limits=limits,
                cancellation=cancellation,
                progress=progress if jobs == 1 else None,
                batch_progress=batch_progress,
                backend=backend,
                jobs=jobs,
            )
        _write_results(writer, results, first)
    return _conclude(writer, faults, limits)


def _cluster(address: str | None) -> AbstractContextManager[Workers | None]:
    if address is None:
        return nullcontext()
    from taquin.system.cluster import dask_cluster  # other searches need no executors

    return dask_cluster(address, core_count())


def _choose_form(report: Form | None, output: Path | None, metric: Metric, *, as_json: bool, is_improved: bool) -> Form:
    """What is written. Raises ``SpecError`` for options that contradict each other."""
    effects.forbid_together("--json", "--report")
    form = solve_output.choose_form(report, as_json, output)
    if metric is Metric.SLIDES and form is Form.CERTIFICATE:
        raise SpecError("a certificate proves a number of single moves", hint="leave out --metric slides")
    if metric is Metric.SLIDES and is_improved:
        raise SpecError("--improve continues from a stored solution, and those are for fewest moves, not slides")
    if not form.is_text:
        effects.refuse(["--steps"], f"it is for text, and {form} is written")
    return form


def _read_boards(board: boards.BoardRequest) -> tuple[Document, list[Fault]]:
    """The boards, and those that cannot be read; a line on standard error names the first of these."""
    faults: list[Fault] = []
    document = board.document(faults=faults)
    messages = [f"{fault.source}: line {fault.line}: {fault.message}" for fault in faults]
    terminal.warn_of_first(messages, "; `taquin check` lists all")
    return document, faults


def _ask_method(problem: Problem, backend: Backend) -> shared.MethodRequest:
    """The method that the user names after the board."""
    from taquin.cli.input.prompts import prompt_method

    default = default_method(problem.shape, metric=problem.metric, backend=backend)

    def pick(algorithm: str | None, heuristic: str | None) -> Method:
        method = shared.MethodRequest(algorithm, heuristic, {}).pick(default, is_python=backend == "python")
        if heuristic is not None and method.heuristic is not None:
            method.heuristic.build(problem.goal)  # raises an error if it is not defined on the shape
        return method

    return shared.MethodRequest(*prompt_method(pick), {})


def _choose_method(
    writer: Writer, method: shared.MethodRequest, metric: Metric, backend: Backend, *, is_improved: bool
) -> Method:
    """The method of the first board. Boards of other sizes may have others: options must suit all of them."""
    count, document = writer.count, writer.document
    if writer.form is Form.CERTIFICATE and count != 1:
        raise SpecError(
            f"expected one board for a certificate, found {count} in {document.source}", hint="solve them one by one"
        )
    unnamed = (
        partial(quick_method, metric=metric) if is_improved else partial(default_method, metric=metric, backend=backend)
    )
    shapes = dict.fromkeys(entry.board.shape for entry in document.entries)
    first, *_ = [method.pick(unnamed(shape), is_python=backend == "python") for shape in shapes]
    if is_improved and not first.algorithm.takes_initial:
        raise SpecError(
            f"--improve has no effect: {first.algorithm.key} does not improve a given solution",
            hint="use --algorithm anytime",
        )
    if is_improved and count > 1:
        raise SpecError(f"expected one board with --improve, found {count} in {document.source}")
    return first


def _announce_databases(problems: list[Problem], method: Method, limits: Limits) -> None:
    """Say on standard error that the run builds databases."""
    if method.algorithm.key == "anytime":
        for problem in problems:
            if problem.is_solvable and (partition := partition_to_build(problem, limits)) is not None:
                seconds = duration_text(seconds_to_build(partition))
                terminal.warn(f"building databases for {problem.shape}, about {seconds}; they are kept for other runs")
                break
    if problems and problems[0].metric is Metric.SLIDES and method.heuristic == make_heuristic("pdb"):
        for goal in {problem.goal for problem in problems if problem.is_solvable}:
            boards.announce_slide_tables(Problem(goal, goal, metric=Metric.SLIDES))


def _improve(problem: Problem, method: Method, run: Run, backend: Backend) -> Result:
    """Run the method once more. A line on standard error names the solution that it starts from."""
    plans = stored_plans()
    known = plans.find(problem) if problem.is_solvable else None
    if known is None:
        terminal.warn("no solution of this board is stored; the search starts without one")
    else:
        terminal.warn(f"continuing from a stored solution with {len(known):,} moves")
    run.budget.limits = default_limits(run.limits, method)
    return improve_plan(problem, plans, run, method, backend)


def _write_results(writer: Writer, results: Iterable[Result], method: Method) -> None:
    """Write every result as soon as it is there."""
    entries = writer.document.entries
    for entry, result in zip(entries, results, strict=False):
        if writer.results and result.status is Status.CANCELLED and streams.current().is_closed:
            break  # the reader has closed the pipe: not an interruption
        writer.add(entry, _keep(result, method, len(entries)))


def _keep(result: Result, method: Method, count: int) -> Result:
    """Store the solution of a large board, for hints and for ``--improve``, unless there are many boards.

    If it is the only board, and the method looks for the best solution in its time, a shorter one that is stored from
    before is returned, and a line on standard error says so.
    """
    if not has_plans(result.start.shape) or count > _MOST_KEPT or result.metric is Metric.SLIDES:
        return result
    best = keep_result(result, stored_plans())
    if count > 1 or not method.algorithm.is_anytime or best.length == result.length:
        return result
    terminal.warn(f"this run found {result.length:,} moves; printing the shorter stored solution")
    return best


def _conclude(writer: Writer, faults: list[Fault], limits: Limits) -> int:
    """Write the certificate, if one was asked for; report boards that cannot be read. Returns the exit code."""
    results = writer.results
    if writer.form is Form.CERTIFICATE and results:
        solve_output.write_certificate(writer.path, results[0], limits)
    if (
        len(results) < len(writer.document.entries) and not streams.current().is_closed
    ):  # interrupted between two boards
        return INTERRUPTED
    if faults:
        return terminal.report_faults(faults, writer.count)
    return exit_code(result.status for result in results)
