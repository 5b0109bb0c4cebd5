"""``taquin experiment``: many methods on many boards, every run recorded as it ends."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import TypedDict, Unpack

import click

from taquin.cli import streams, terminal
from taquin.cli.commands.report import check_report
from taquin.cli.commands.report import command as report_command
from taquin.cli.exits import INTERNAL_ERROR, INTERRUPTED
from taquin.cli.input import completion, effects
from taquin.cli.input import options as shared
from taquin.errors import SpecError
from taquin.experiments.instances import names_set
from taquin.experiments.record import FAILURES, Record
from taquin.experiments.records import read_records
from taquin.experiments.report.repetition import compare_repetition
from taquin.experiments.running.experiment import (
    ExperimentProgress,
    Summary,
    check_shard,
    default_jobs,
    describe_summary,
    run_experiment,
)
from taquin.experiments.running.files import Settings, check_repeated_settings, read_settings, settings_of_results
from taquin.experiments.running.plan import MOST_REPETITIONS, Plan, describe_differences
from taquin.puzzle.words import duration_text, plural, printable_line
from taquin.run.limits import Limits
from taquin.solving.batch import MOST_JOBS
from taquin.system.cluster import LOCAL, dask_cluster
from taquin.system.cores import core_count

_MOST_SHOWN = 5
_BAR_WIDTH = 20
_SHARD = re.compile(r"([0-9]{1,9})/([0-9]{1,9})")


def _parse_shard(ctx: click.Context, parameter: click.Parameter, value: str | None) -> tuple[int, int]:
    match = _SHARD.fullmatch("1/1" if value is None else value)
    if match is None:
        raise SpecError(f"expected a shard such as 1/2, found {value!r}")
    shard = int(match[1]), int(match[2])
    check_shard(shard)
    return shard


class PlanOptions(TypedDict):
    """The options that are keys of a plan, too."""

    instances: tuple[str, ...]
    methods: tuple[str, ...]
    repeat: int | None
    seed: int | None
    clock: str | None
    backend: str | None
    goal: str | None
    size: str | None


@click.command("experiment", cls=shared.GroupedCommand)
@click.argument("spec", required=False, metavar="[SPEC.toml|RESULTS.jsonl]", type=click.Path(path_type=Path))
@click.option(
    "--instances",
    "-i",
    multiple=True,
    metavar="SET",
    shell_complete=completion.boards,
    help="An instance set (see `taquin list instances`), a file of boards, or spaces of your own such as "
    "pancake.py:stacks(size=20). May be repeated.",
)
@click.option(
    "--methods",
    "-m",
    multiple=True,
    metavar="METHOD",
    shell_complete=completion.names(completion.ALGORITHM_NAMES, or_files=True),
    help='A spec such as "ida_star(manhattan)". May be repeated.',
)
@click.option(
    "--output",
    "-o",
    metavar="FILE",
    help="The results file. Default: the name of SPEC.toml with .jsonl, or of RESULTS.jsonl with .again.jsonl.",
)
@click.option(
    "--code",
    multiple=True,
    metavar="FILE",
    help="A Python file or module that RESULTS.jsonl names, and that may run. May be repeated.",
)
@click.option(
    "--report",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Afterwards, write a report on the results file: .txt, .md, .tex or .html, as `taquin report` does.",
)
@click.option("--repeat", "-r", type=shared.whole(1, MOST_REPETITIONS), help="Make every run N times. Default: 1.")
@click.option(
    "--seed", type=shared.whole(), help="Decides the order of the runs, and the seeds of methods. Default: 0."
)
@click.option("--jobs", "-j", type=shared.whole(1, MOST_JOBS), help="Runs in parallel. Default: one for each core.")
@click.option(
    "--shard", callback=_parse_shard, metavar="I/N", help="Make only every N-th run: 1/2 here, 2/2 elsewhere."
)
@shared.dask_option
@click.option("--retry", is_flag=True, help="Repeat runs that failed, crashed or were killed.")
@click.option(
    "--mix-versions",
    is_flag=True,
    help="Add runs to a file of another version of Taquin; reports keep the versions apart.",
)
@click.option(
    "--clock",
    type=click.Choice(["cpu", "wall"]),
    help="What --time limits: CPU time or wall time. Default: cpu (wall on a GPU).",
)
@click.option(
    "--backend", type=click.Choice(["auto", "python", "native", "cuda"]), help="As in `taquin solve`. Default: auto."
)
@click.option("--goal", "-g", metavar="GOAL", help="The goal of files of boards; instance sets have their own.")
@click.option("--size", "-s", metavar="RxC", help="Rows x columns of boards in files that do not show them.")
@shared.limit_options
def command(
    spec: Path | None,
    output: str | None,
    code: tuple[str, ...],
    report: Path | None,
    jobs: int | None,
    shard: tuple[int, int],
    dask: str | None,
    retry: bool,
    mix_versions: bool,
    limits: Limits,
    **plan_options: Unpack[PlanOptions],
) -> int:
    """Run every method on every board, and record each run.

    Boards and methods are options, or keys of the same names in SPEC.toml; options override keys of the same name.
    Each run has its own process, and each solution is replayed before it counts. --seed decides the random order of the
    runs, so that a machine that slows down affects all methods alike. When a run ends, it adds a line of JSON to the
    results file: status, length, the known optimum and whether it agrees, counters, CPU and wall time, memory, versions
    and machine.

    An experiment may be interrupted or killed at any time: run the same command again to resume. A run that reaches its
    limits, crashes or is killed is recorded as such, and the experiment continues. For several machines use --dask, or
    --shard with one file each: docs/how-to/cluster.md. docs/how-to/experiments.md has more.

    A results file in place of SPEC.toml repeats its experiment into another file and prints what differs: results,
    counters, times, versions and machines. Code that the file names runs only if the command names it too, with --code.

    The exit code is 0 if all runs are recorded, with any status, 130 if interrupted, 70 if a run contradicts a known
    length.

    \b
    Examples:
      taquin experiment --instances "korf100(easy)" --time 60s --repeat 3 -o results.jsonl \\
          --methods "ida_star(manhattan)" --methods "ida_star(linear_conflict)"
      taquin experiment spec.toml
      taquin experiment spec.toml --report report.html
      taquin experiment results.jsonl
      taquin experiment spec.toml --shard 1/2 -o results-1.jsonl
      taquin experiment spec.toml --dask tcp://10.0.0.5:8786
      taquin experiment -i "random(3x3, count=100, seed=1)" -m "astar(manhattan)" -o results.jsonl
    """
    if spec is not None and not spec.exists():
        _refuse_missing(spec, has_methods=bool(plan_options["methods"]))
    earlier = read_records(spec) if spec is not None and spec.suffix == ".jsonl" else []
    given = Settings(**asdict(limits), output=output, **plan_options)
    recorded = _read(spec, earlier)
    settings = recorded.updated(given)
    if earlier:
        check_repeated_settings(recorded, settings, code, given.code)
    elif code:
        raise SpecError("--code is for the code that a results file names, and there is no results file")
    plan, results = settings.plan(), settings.results
    if spec is not None and earlier:
        _check_repeated(earlier[0], plan)
        if results.exists() and results.samefile(spec):
            raise SpecError(
                f"{spec} cannot be compared with itself",
                hint="name another file with --output; to resume an experiment, run its own command again",
            )
    if report is not None:
        check_report(report)
    if dask not in (None, LOCAL):
        effects.check("--jobs", conflicts_with=["--dask"])
    wide = jobs or default_jobs(plan)
    if dask in (None, LOCAL):
        _warn_of_oversubscription(plan, wide)
    with (
        terminal.cancel_on_interrupt() as cancellation,
        nullcontext() if dask is None else dask_cluster(dask, wide) as cluster,
        streams.progress_line() as show,
    ):
        summary = run_experiment(
            plan,
            results,
            jobs=wide if cluster is None else cluster.width,
            executor=None if cluster is None else cluster.executor,
            shard=shard,
            is_retried=retry,
            mixes_versions=mix_versions,
            cancellation=cancellation,
            progress=lambda progress: show(_describe(progress)),
            warn=terminal.warn,
            announce=terminal.warn,
        )
    exit_code = _report(summary, results)
    if earlier:
        terminal.echo("\n" + compare_repetition(earlier, read_records(results)).to_text(terminal.width(sys.maxsize)))
    if report is not None and summary.is_complete:
        click.get_current_context().invoke(report_command, results=(results,), output=report)
    return exit_code


def _refuse_missing(spec: Path, *, has_methods: bool) -> None:
    if names_set(str(spec)):
        raise SpecError(
            f"expected a plan, found the instance set {str(spec)!r}", hint=f"--instances {shlex.quote(str(spec))}"
        )
    if has_methods:
        raise SpecError(f"no such file: {str(spec)!r}", hint="repeat --instances and --methods before every value")


def _read(spec: Path | None, earlier: Sequence[Record]) -> Settings:
    if spec is None:
        return Settings()
    return settings_of_results(spec, earlier) if spec.suffix == ".jsonl" else read_settings(spec)


def _check_repeated(row: Record, plan: Plan) -> None:
    """Raise ``SpecError`` unless the plan is that of the record."""
    if row.experiment != plan.experiment:
        differences = "; ".join(describe_differences(row.spec, plan.spec)) or "its plan is not the same"
        raise SpecError(
            f"the experiment cannot be repeated: {differences}",
            hint="leave out options that change the plan, and restore the files that it names",
        )


def _warn_of_oversubscription(plan: Plan, jobs: int) -> None:
    cores, threads = core_count(), plan.threads(core_count())
    if jobs * threads > cores:
        size = f" of {plural(threads, 'thread')}" if threads > 1 else ""
        terminal.warn(f"{plural(jobs, 'job')}{size} on {plural(cores, 'core')}: timings will be inflated")


def _describe(progress: ExperimentProgress) -> str:
    filled = int(progress.done / max(1, progress.total) * _BAR_WIDTH)
    bar = "█" * filled + "░" * (_BAR_WIDTH - filled)
    failed = f", {progress.failed:,} failed" if progress.failed else ""
    left = f", about {duration_text(progress.left)} left" if progress.left else ""
    return f"{bar} {progress.done:,} of {progress.total:,} runs{failed}, {progress.seconds:.0f} s{left}"


def _report(summary: Summary, output: Path) -> int:
    click.echo(describe_summary(summary, output))
    failed = sum(summary.statuses.get(status, 0) for status in FAILURES)
    if failed:
        terminal.warn(
            f"{plural(failed, 'run')} failed: the field `error` of the records says why; --retry runs them again"
        )
    for row in summary.wrong[:_MOST_SHOWN]:
        actual = f"{row.lower_bound:g} or more" if row.cost is None else f"{row.cost:g}"
        terminal.warn(
            f"error: {row.method} contradicts the known length of {row.instances} {row.index}: "
            f"{row.optimum:g}, found {actual} ({row.quality or row.status})"
        )
    if not summary.is_complete:
        missing = summary.total - summary.done
        terminal.warn(f"interrupted: {plural(missing, 'run')} missing; run the same command again to resume")
        return INTERRUPTED
    if summary.new and sys.stdout.isatty():
        click.echo(f"taquin report {printable_line(str(output))} compares the methods")
    return INTERNAL_ERROR if summary.wrong else 0
