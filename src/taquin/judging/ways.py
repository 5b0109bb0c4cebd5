"""Find out how a program takes a board: its dialogue is led, or the common ways are tried."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace

from taquin.errors import SpecError
from taquin.judging.boards import load_tables, shortest_length
from taquin.judging.calls import call_arguments, call_texts
from taquin.judging.dialogue import Style, styles
from taquin.judging.program import Program, split_command
from taquin.judging.usage import usage_arguments, usage_blank
from taquin.puzzle.board import Board
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import shown
from taquin.system.led_programs import CAN_LEAD
from taquin.system.program_runs import Ending, ProgramRun, run_program

_NEEDS_TERMINAL = re.compile(
    r"not a (?:tty|terminal)|inappropriate ioctl|TERM environment|must be (?:run in )?a terminal|setupterm",
    re.IGNORECASE,
)
_PROBE_TIME, _SHORT_PROBE_TIME = 5.0, 2.0
"""Seconds of a run that finds out how a program takes a board, and after two timeouts."""
_MOST_WAYS = 40
_FEW_RUNS = 8
"""After as many equal answers no other arguments are tried."""
_FEW_WAYS = 12
"""The ways to type a board that are tried, and if one gives at least lengths or counters."""


def detect_way(
    program: Program, problem: Problem, control: Problem, *, only_leads: bool = False
) -> tuple[Program, list[ProgramRun]]:
    """Try the common ways to pass a board, with an easy problem, until the program prints its solution.

    A way counts only if the program gives another, fitting answer to the control problem: so it is shown to answer the
    board that it was given. Returns the program with that way, and the runs that were tried. Raises ``SpecError`` if it
    cannot be started, and returns the program as it was if no way works.
    """
    search = _WaySearch(program, problem, control)
    if program.is_known:
        run = search.run(program)
        needs_terminal = program.needs_terminal or _wants_terminal(run)
        known = replace(program, needs_terminal=needs_terminal)
        if known != program:
            search.run(known)
        return known, search.runs
    if CAN_LEAD and not program.is_function and (found := search.lead()) is not None:
        return found, search.runs
    sign = usage_blank(search.printed) if program.blank == "0" else program.blank
    asked = usage_arguments(search.printed, split_command(program.text), problem.shape, program.method)
    for way in () if search.second_best or only_leads else _ways(program, asked, sign):
        if search.is_deaf and way.text != program.text:  # whatever the arguments are
            continue
        if (found := search.judge(way, search.run(way))) is not None:
            return found, search.runs
    return search.second_best or program, search.runs


class _WaySearch:
    """The runs that find out how a program takes a board."""

    def __init__(self, program: Program, problem: Problem, control: Problem) -> None:
        self._program, self._problem, self._control = program, problem, control
        self.runs: list[ProgramRun] = []
        self._plausible: Program | None = None
        self._counted: Program | None = None

    @property
    def second_best(self) -> Program | None:
        """A way in which it prints no steps, but the lengths of both boards, or counters that differ."""
        return self._plausible or self._counted

    @property
    def printed(self) -> str:
        """What the first run printed: it may say how the program is called."""
        return f"{self.runs[0].output}\n{self.runs[0].errors}" if self.runs else ""

    @property
    def is_deaf(self) -> bool:
        """Whether it has answered the same to many arguments."""
        return len(self.runs) > _FEW_RUNS and len({(run.output, run.errors, run.exit_code) for run in self.runs}) == 1

    def run(self, way: Program) -> ProgramRun:
        """One run with the problem, with a short limit. Raises ``SpecError`` if it cannot be started."""
        trial = self._with_short_limit(way)
        run = trial.run(self._problem.start, self._problem.goal)
        self.add(run)
        return run

    def add(self, run: ProgramRun) -> None:
        """Keep a run. Raises ``SpecError`` if it could not be started."""
        self.runs.append(run)
        if run.ending is Ending.NOT_STARTED:
            word = run.arguments[0]
            other = f"python3 {word}" if word.endswith(".py") else f".{os.sep}{word}"
            is_file = os.path.isfile(word)  # noqa: PTH113 - Path.is_file() raises for names that are too long
            hint = f"did you mean {shown(other)}?" if is_file and other != word else ""
            raise SpecError(f"cannot start {shown(word)}: {run.errors}", hint=hint)

    def judge(self, way: Program, run: ProgramRun) -> Program | None:
        """The program with this way if the run shows that it works."""
        if not way.needs_terminal and way.style is None and _wants_terminal(run):
            way = replace(way, needs_terminal=True)
            run = self.run(way)
        reading = way.read(run, self._problem)
        if reading.solution is None and reading.depth is None:
            way = replace(way, has_bare_length=True)
            reading = way.read(run, self._problem)
        is_solved = reading.solution is not None and reading.solution.is_correct
        is_doubtful = way.blank != self._program.blank and any(run.ending is Ending.TIME for run in self.runs)
        has_length = not is_doubtful and reading.depth == shortest_length(self._problem)
        is_counted = reading.has_node_counts and reading.solution is None and not reading.says_unsolvable
        is_counted = is_counted and run.is_complete
        if not (is_solved or (has_length and self._plausible is None) or (is_counted and self._counted is None)):
            return None
        again = self._with_short_limit(way).run(self._control.start, self._control.goal)
        self.runs.append(again)
        other = way.read(again, self._control)
        if is_solved:
            fits = other.solution is not None and other.solution.is_correct
            return way if fits or other.answer != reading.answer else None
        if has_length and other.depth == shortest_length(self._control):
            self._plausible = self._plausible or way
        elif is_counted and other.answer != reading.answer:
            self._counted = self._counted or replace(way, has_bare_length=False)
        return None

    def lead(self) -> Program | None:
        """The program with a style of its dialogue that works, of those that differ in what it asked for."""
        consulted: dict[str, None] = {}
        tried: set[Style] = set()
        typed: set[str] = set()
        while len(tried) < (_MOST_WAYS if self.second_best is None else _FEW_WAYS):
            style = next((one for one in styles(list(consulted), self._program.blank) if one not in tried), None)
            if style is None:
                break
            tried.add(style)
            way = replace(self._program, style=style)
            run, leader = self._with_short_limit(way).lead(self._problem)
            if run.typed in typed:
                continue
            self.add(run)
            if not leader.told:  # it asks nothing
                break
            if len(typed) > _FEW_WAYS and len({one.answer for one in self.runs}) == 1:  # whatever is typed
                break
            typed.add(run.typed)
            consulted |= leader.consulted
            if (found := self.judge(replace(way, told=tuple(leader.told)), run)) is not None:
                return found
        return None

    def _with_short_limit(self, way: Program) -> Program:
        is_slow = sum(run.ending is Ending.TIME for run in self.runs) > 1
        seconds = min(way.limits.time, _SHORT_PROBE_TIME if is_slow else _PROBE_TIME)
        return replace(way, limits=replace(way.limits, time=seconds))


def _wants_terminal(run: ProgramRun) -> bool:
    return not run.is_complete and _NEEDS_TERMINAL.search(run.errors + run.output) is not None


def _ways(program: Program, usage: Sequence[str], sign: str) -> Iterator[Program]:
    """The common ways; first the arguments that its usage message asks for, with its sign for the blank."""
    if program.function is not None:
        yield from (replace(program, call=call) for call in call_texts(program.function))
    elif program.is_function:
        asked = run_program(
            call_arguments(program.text, "", Board([1, 2, 3, 0]), Board([1, 2, 3, 0]), "0", program.python),
            limits=program.limits,
            folder=program.folder,
            sandbox=program.sandbox,
        )
        if not asked.is_complete:
            message = (asked.errors.strip().splitlines() or [f"it was stopped at the {asked.ending}"])[-1]
            reason = message.removeprefix("taquin.errors.SpecError: ")
            if asked.ending is Ending.NOT_STARTED:
                raise SpecError(f"cannot start {shown(asked.arguments[0])}: {asked.errors}")
            if "No module named" in reason:
                whose = program.python or f"the Python of Taquin, {sys.executable}"
                raise SpecError(
                    f"cannot load {program.text} with {whose}: {reason}",
                    hint="--python PYTHON names the interpreter that has the package",
                )
            hint = "if the file runs its search when it is loaded, put that below if __name__ == '__main__':"
            raise SpecError(f"cannot load {program.text}: {reason}", hint=hint if reason == message else "")
        calls = asked.output.strip().splitlines()[:_MOST_WAYS]
        yield from (replace(program, call=call) for call in calls if "(" in call)
        if program.blank == "0":
            texts = [call for call in calls if "(digits" in call][:1]
            yield from (replace(program, call=call, blank=blank) for call in texts for blank in ("_", "x", " "))
    else:
        yield from (replace(program, text=f"{program.text} {template}", blank=sign) for template in usage)
        arguments = [one for one in load_tables()["arguments"] if one not in usage or sign != program.blank]
        yield from (replace(program, text=f"{program.text} {template}") for template in arguments)
        files = load_tables()["files"]
        yield from (replace(program, text=f"{program.text} {{file}}", template=content) for content in files)
        typed = load_tables()["typed"]
        yield from (replace(program, template=template) for template in typed)
        if program.blank == "0":
            yield from (replace(program, template=typed[0], blank=blank) for blank in load_tables()["blanks"])
