"""``taquin trace``: record a search, and step through it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import click

from taquin.cli import terminal
from taquin.cli.exits import exit_code
from taquin.cli.input import effects
from taquin.cli.input import options as shared
from taquin.cli.output import files, pictures
from taquin.cli.output.recording import Recording, recording_options, show
from taquin.puzzle.words import plural
from taquin.render.text import layout
from taquin.render.text import trace as trace_text
from taquin.render.text.trace import describe_legend, describe_lists, lists_to_dict
from taquin.run.result import Status
from taquin.trace.formats import write_file, write_lines
from taquin.trace.lists import ListReader
from taquin.trace.steps import Step, steps
from taquin.trace.trace import Trace

_PROMPT = "Right next, Left back, number + Enter = go to it, e end, q quit: "


@click.command("trace", cls=shared.GroupedCommand)
@recording_options
@click.option("--all", "print_all", is_flag=True, help="Print all steps without waiting for a key.")
@click.option("--max-steps", type=shared.whole(), default=1000, help="Print at most N. Default: 1000.")
@click.option("--lists", is_flag=True, help="Add the open and the closed list (or the path) after every step.")
@shared.json_option
@shared.output_option("Write the trace as JSON Lines; - is standard output.", allow_dash=True)
@pictures.chart_options
def command(
    recording: Recording,
    print_all: bool,
    max_steps: int,
    lists: bool,
    as_json: bool,
    output: Path | None,
    chart: pictures.ChartRequest,
) -> int:
    """Record a search, and step through it.

    Each step is one expansion: the chosen node with its board, number, parent, g, h and f; each child and its fate
    (new, duplicate, improved, pruned and why); and the size of the frontier. For hill climbing and annealing: the value
    of each neighbour, and the one taken. --lists adds the open list, next node first, and the closed list, or the path
    for searches that store a path.

    At a terminal it waits for a key after every step: the arrow keys show the next and the previous step, a number and
    Enter go to that step, e goes to the end, q quits. With --all, or without a terminal, it prints all steps. -o writes
    the trace to a file for --read, `taquin tree --read` and other programs. --plot draws nodes per depth or per bound,
    and the frontier over time. The exit code is that of the search, as for `taquin solve`.

    \b
    Examples:
      taquin trace "1 0 8 2 5 7 4 6 3" --goal "0 8 7 1 2 3 4 5 6" -a astar -e manhattan
      taquin trace "1 2 3 / 4 0 5 / 7 8 6" -a astar -e misplaced --lists --all
      taquin trace "5 2 1 / 4 8 3 / 7 6 0" -a hill_climbing -e misplaced --all
      taquin trace "8 1 3 / 4 0 2 / 7 6 5" -a "ida*" -o search.jsonl
      taquin trace examples/puzzles/romania.py:romania -a astar -e h
      taquin trace --read search.jsonl --plot search.svg
    """
    effects.forbid_together("--output", "--json", "--all")
    effects.check("--max-steps", "--lists", conflicts_with=["--output"])
    if not (print_all or as_json or lists):
        effects.check("--max-steps", conflicts_with=["--plot"])
    if output is not None:
        files.refuse_picture(output, "a trace", f"tree BOARD -o {output}` draws the search")
    trace = recording.trace()
    chart.draw(trace, is_quiet=as_json or str(output) == "-")
    if output is not None:
        _write(trace, output, is_recorded=recording.source is None)
    elif as_json:
        _print_json(trace, max_steps, lists=lists)
    elif chart.path is not None and not (print_all or lists):
        pass  # only the chart was requested
    elif sys.stdin.isatty() and sys.stdout.isatty() and not print_all:
        if (
            trace.outcome.status is Status.CANCELLED and recording.source is None
        ):  # after Ctrl-C, end without the viewer
            show(trace_text.describe_end(trace))
        else:
            _Viewer(trace, lists=lists).run()
    else:
        _print_all(trace, max_steps, lists=lists)
    return exit_code([trace.outcome.status])


def _write(trace: Trace, output: Path, *, is_recorded: bool) -> None:
    if str(output) == "-":
        for line in write_lines(trace):
            click.echo(line)
        return
    if trace.outcome.status is Status.CANCELLED and is_recorded:
        terminal.warn(f"interrupted; writing {plural(len(trace.events), 'event')} (interrupt again to discard them)")
    name = files.written_name(output)
    write_file(trace, output)
    cut = f" (the first {len(trace.events):,} of more: see --cap)" if trace.is_truncated else ""
    click.echo(
        f"wrote {plural(len(trace.events), 'event')}{cut} to {name}; status of the search: {trace.outcome.status}"
    )


def _print_json(trace: Trace, max_steps: int, *, lists: bool) -> None:
    reader = ListReader(trace)
    shown = []
    for step in islice(steps(trace), max_steps):
        added = lists_to_dict(reader.after(step.number)) if lists else {}
        shown.append({**trace_text.step_to_dict(step, trace), **added})
    left_out = trace.tree.expansions - len(shown)
    terminal.echo_json({**trace_text.trace_to_dict(trace), "steps": shown, "steps_left_out": left_out})


def _print_all(trace: Trace, max_steps: int, *, lists: bool) -> None:
    pages = _Pages(trace, lists=lists)
    show(pages.start())
    for step in islice(steps(trace), max_steps):
        show("\n" + pages.step(step))
    left_out = trace.tree.expansions - max_steps
    if left_out > 0:
        click.echo(f"\n… {left_out:,} more step{'' if left_out == 1 else 's'} (--max-steps N prints more)")
    show("\n" + pages.end())


class _Pages:
    """The start, the steps and the end of a trace as text, with the lists if --lists asks for them."""

    def __init__(self, trace: Trace, *, lists: bool, draw: trace_text.Draw = str) -> None:
        self.trace, self.draw = trace, draw
        self.lists = ListReader(trace) if lists else None

    def start(self) -> str:
        shown = trace_text.describe_start(self.trace, draw=self.draw)
        if self.lists is None or not len(self.trace.tree):  # an unsolvable board is not searched
            return shown
        return f"{shown}\n{describe_legend(self.trace.rules)}\n{describe_lists(self.lists.after(0))}"

    def step(self, step: Step) -> str:
        shown = trace_text.describe_step(self.trace, step, draw=self.draw)
        if self.lists is None:
            return shown
        return f"{shown}\n{describe_lists(self.lists.after(step.number))}"

    def end(self) -> str:
        return trace_text.describe_end(self.trace)


class _Viewer:
    """Shows the steps one by one at the terminal. A step is computed when it is first shown."""

    def __init__(self, trace: Trace, *, lists: bool) -> None:
        self.pages = _Pages(trace, lists=lists, draw=layout.grid)
        self.seen: list[Step] = []
        self.remaining: Iterator[Step] = steps(trace)
        self.last = trace.tree.expansions + 1  # page 0 is the start, page n is step n, and the last one is the end

    def run(self) -> None:
        page = 0
        self._show(page)
        while True:
            try:
                answer = terminal.ask_key(self._prompt(page)).strip().lower()
            except EOFError:
                return
            if answer in ("q", "quit", "exit"):
                return
            target = self._target(answer, page)
            if target is None:
                click.echo(f"Expected an arrow key, Enter, b, e, q, or a step from 0 to {self.last - 1:,}.")
            elif target > self.last:
                return
            else:
                page = target
                self._show(page)

    def _prompt(self, page: int) -> str:
        if page == self.last:
            return "[end] q quit, Left back, number + Enter = go to step: "
        return f"[{page:,} of {self.last - 1:,}] {_PROMPT}"

    def _target(self, answer: str, page: int) -> int | None:
        """The page to go to, a page beyond the last to quit, None if the answer is invalid."""
        if answer in ("", "n", "next"):
            return page + 1
        if answer in ("b", "back"):
            return max(0, page - 1)
        if answer in ("e", "end"):
            return self.last
        if answer.isascii() and answer.isdecimal() and len(answer) < 10 and int(answer) < self.last:
            return int(answer)
        return None

    def _show(self, page: int) -> None:
        if page == 0:
            shown = self.pages.start()
        elif page == self.last:
            shown = self.pages.end()
        else:
            shown = self.pages.step(self._step(page))
        click.echo()
        show(shown)

    def _step(self, number: int) -> Step:
        self.seen.extend(islice(self.remaining, max(0, number - len(self.seen))))
        return self.seen[number - 1]
