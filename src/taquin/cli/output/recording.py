"""Shared by ``trace`` and ``tree``: record a search or read a trace file, and print text in colour."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

import click

from taquin.cli import terminal
from taquin.cli.input import boards, effects
from taquin.cli.input import options as shared
from taquin.errors import SpecError
from taquin.experiments.instances import names_own_spaces
from taquin.puzzle.words import printable, shown
from taquin.run.limits import Limits
from taquin.run.run import Run
from taquin.solving.default_methods import quick_method, recording_limits
from taquin.solving.solver import run_method
from taquin.solving.space_sets import choose_space_method, load_spaces, run_on_space
from taquin.solving.spec_text import parse_spec
from taquin.trace.formats import is_trace_file, read_file, read_stream
from taquin.trace.recorder import DEFAULT_CAP, Recorder
from taquin.trace.trace import Trace

_OPTIONS = (
    boards.board_options,
    shared.method_options,
    shared.limit_options,
    click.option(
        "--cap",
        type=shared.whole(),
        default=DEFAULT_CAP,
        help=f"Record at most N events; the search continues unrecorded. Default: {DEFAULT_CAP:,}.",
    ),
    click.option(
        "--read",
        "source",
        type=click.Path(path_type=Path, allow_dash=True),
        metavar="FILE",
        help="Read a recorded trace instead of searching; - is standard input.",
    ),
)
_OF_A_SEARCH = ("--size", "--cap", "--time", "--limit")


@dataclass(frozen=True)
class Recording:
    """The search to record, or the file with a recorded one."""

    board: boards.BoardRequest
    source: Path | None
    method: shared.MethodRequest
    limits: Limits
    cap: int

    def trace(self) -> Trace:
        """Search and record: a board, or the first space of a file of the user's own."""
        if self.source is not None:
            return self._read(self.source, self.board.words)
        if len(self.board.words) == 1 and is_trace_file(Path(self.board.words[0])):
            return self._read(Path(self.board.words[0]), ())
        if names_own_spaces(" ".join(self.board.words)):
            return self._search_space()
        problem = self.board.problem()
        method = self.method.pick(quick_method(problem.shape), is_python=True)
        recorder = Recorder(self.cap)
        with terminal.cancel_on_interrupt() as cancellation, terminal.progress_line() as progress:
            limits = recording_limits(self.limits, method, problem.shape)
            run_method(problem, method, Run(limits, recorder, cancellation, progress), "python")
        return recorder.trace()

    def _search_space(self) -> Trace:
        effects.refuse(["--goal", "--size"], "this is a space of your own, not a board")
        spaces = load_spaces(" ".join(self.board.words))
        if len(spaces) > 1:
            terminal.warn(f"searching the first of {len(spaces)} spaces")
        heuristic, options = self.method.heuristic, self.method.options
        algorithm = self.method.algorithm or ("astar" if heuristic else "ucs")
        if heuristic and parse_spec(algorithm).parts:
            raise SpecError(f"{shown(algorithm)} names a heuristic, and so does -e", hint="name one of them")
        method = choose_space_method(algorithm, heuristic, options)
        effects.refuse_in_method(method, heuristic, options, is_python=True)
        recorder = Recorder(self.cap)
        with terminal.cancel_on_interrupt() as cancellation, terminal.progress_line() as progress:
            run_on_space(spaces[0], method, Run(self.limits, recorder, cancellation, progress))
        return recorder.trace()

    def _read(self, source: Path, words: tuple[str, ...]) -> Trace:
        given = effects.given_options() & {"--algorithm", "--heuristic", "--option", "--goal"}
        if words or given:
            second = "a board" if words else min(given)
            raise SpecError(f"use a trace file or a search to record, not both: {source} and {second}")
        effects.refuse(_OF_A_SEARCH, f"{source} is a recorded trace, and nothing is searched")
        return read_stream(sys.stdin.buffer) if str(source) == "-" else read_file(source)


recording_options = shared.gathered("recording", Recording, "board source method limits cap", _OPTIONS)


_STYLED = re.compile(
    r"""(?mx)
    ^(?P<bold>(?:step|iteration|restart|end|start|goal)\b[^:\n]*)
    |(?P<green>★.*|\bnew\b.*|(?<=[ ]{2})taken$|\bsolved\b.*)
    |(?P<dim>\bduplicate:[ ].*|=[ ]node[ ]\d+.*|…[ ].*)
    |(?P<red>\bpruned\b.*|×.*|\bnot[ ](?:taken|better)\b|\brejected\b)
    |(?P<yellow>\bimproved\b.*)"""
)


def show(text: str) -> None:
    """Print text, in colour at a terminal."""
    plain = printable(text)
    terminal.echo_styled(_STYLED.sub(lambda match: terminal.styled(match[0], match.lastgroup or ""), plain))
