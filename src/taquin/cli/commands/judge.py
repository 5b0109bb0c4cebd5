"""``taquin judge``: run a program that a user wrote, judge its solutions and explain its numbers."""

from __future__ import annotations

import json
from pathlib import Path

import click

from taquin.cli import streams, terminal
from taquin.cli.exits import BAD_INPUT, NO_SOLUTION
from taquin.cli.input import boards, completion, effects, teaching
from taquin.cli.input import options as shared
from taquin.cli.output import files
from taquin.cli.output.class_marks import grade_class
from taquin.errors import BoardError, SpecError
from taquin.judging import watching
from taquin.judging.boards import default_boards
from taquin.judging.judge import judge_program, program_limits
from taquin.judging.program import Program
from taquin.judging.report import ProgramReport
from taquin.judging.templates import unescape
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.words import plural, printable, shown
from taquin.render.program_page import program_page
from taquin.render.text.program_report import describe_program
from taquin.trace.formats import write_file

_NOT_KEYS = (
    "--explain",
    "--json",
    "--no-explain",
    "--python",
    "--set",
    "--size",
    "--teach",
    "--terminal",
    "--watch",
)  # of an assignment
RIGHT = 0
WRONG = 1

_TRANSCRIPT = Path("judge-transcript.txt")
_TRACE = Path("judge-trace.jsonl")


@click.command("judge")
@click.argument("program", default="", metavar="PROGRAM", shell_complete=completion.files)
@click.argument("words", nargs=-1, metavar="[BOARD | FILE...]", shell_complete=completion.boards)
@click.option("--input", "template", default="", metavar="TEXT", help=r'What is typed: "2\n{row1}\n{row2}\n{row3}\n".')
@click.option("--call", default="", metavar="CALL", help="How a function is called: \"solve(rows, goal, 'h2')\".")
@click.option("--blank", default="0", metavar="TEXT", help="How the program writes the blank. Default: 0.")
@click.option("--method", default="", metavar="TEXT", help="The method to choose in its menu, and {method}.")
@click.option("--terminal", "needs_terminal", is_flag=True, help="Run the program in a terminal (not on Windows).")
@click.option("--set", "variable", default="", metavar="NAME", help="Run copies in which this variable is the board.")
@click.option("--build", default="", metavar="COMMAND", help="How such a copy is built, if the program is compiled.")
@click.option("--python", "python", default="", metavar="PYTHON", help="The interpreter that calls a function.")
@shared.goal_option
@shared.size_option
@click.option("--time", "time_limit", default="10s", metavar="TIME", help="CPU time of a run. Default: 10s.")
@click.option("--memory", default="2GB", metavar="SIZE", help="Stop a run that uses more memory. Default: 2GB.")
@click.option("--teach", "is_taught", is_flag=True, help="Type one board into the program, and keep how that is done.")
@click.option(
    "--watch", default="", metavar="FILE:FUNCTION", help="Record the calls of the function that makes children."
)
@click.option("--assignment", type=click.Path(path_type=Path), metavar="FILE", help="Grade the folders of a class.")
@click.option("--explain/--no-explain", "explains", default=True, help="Find out which search it is. Default: yes.")
@shared.output_option("Write the report to a file (.html, .json or .txt), or the marks of a class to a folder.")
@shared.json_option
def command(
    program: str,
    words: tuple[str, ...],
    template: str,
    call: str,
    blank: str,
    method: str,
    needs_terminal: bool,
    variable: str,
    build: str,
    python: str,
    goal: str | None,
    size: Shape | None,
    time_limit: str,
    memory: str,
    is_taught: bool,
    watch: str,
    assignment: Path | None,
    explains: bool,
    output: Path | None,
    as_json: bool,
) -> int:
    """Judge a program of your own: is it right, is it shortest, what does it count?

    PROGRAM is a command, such as "python3 solver.py" or ./a.out, or a function, as path/to/file.py:function. It is run
    on a small set of boards, from the solved one to the hardest, and an unsolvable one; or on your own board, files or
    instance sets. Two boards are a start and its goal; several boards go into a file, one per line. The solution is
    read in whatever form the program prints it.

    --input says what is typed for a board. Its fields are {row1}, {row2}, …, {cells}, {cells:,} (with another
    separator), {digits}, {list}, {goal_cells} and so on. The fields may stand in PROGRAM too, where they are arguments;
    {file} is a file with the board, and {goal_file} one with the goal: then --input says what is in them. Without
    fields, its questions are read and answered, or common ways are tried; --teach learns the way from you.

    If the program prints counters, such as "nodes expanded: 57", it is compared with 333,216 variants of the search,
    and the report says which one it is. That takes some seconds, and may run the program on a few more boards.

    --set start is for a program that has a board of its own: copies of its file are run, in which the variable start
    holds the board. Copies of compiled programs are built first; --build says how (--build make). --python says which
    interpreter calls a function, such as one that has NumPy.

    --watch solver.py:expand (Python) names the function that makes children. One more run records the order in which it
    expands boards, as judge-trace.jsonl for `taquin tree --read`, `taquin trace --read` and the page, and the report
    explains the first step that differs from the textbook's.

    With --assignment the arguments are folders of submissions. They are judged in copies, and marks.csv, junit.xml, and
    for each submission a page and results.json of Gradescope are written to the folder of -o (default: marks). Their
    programs run in a sandbox if bubblewrap is installed (Linux).

    Your own PROGRAM runs with your rights: the limits protect against mistakes, not against malice.

    The exit code is 0 if every answer is right and shortest (or all submissions have all points), 1 if one is not, 2 if
    the program could not be run or read, 3 if it gave no answer on some board (limit, crash).

    \b
    Examples:
      taquin judge "python3 solver.py"
      taquin judge ./a.out --input "2\\n{row1}\\n{row2}\\n{row3}\\n3\\n"
      taquin judge "java -cp build Main {cells}" --goal "1 2 3 / 8 0 4 / 7 6 5"
      taquin judge solver.py:solve --call "solve(rows, goal, 'h2')"
      taquin judge "node solver.js {digits}" hardest8 -o report.html
      taquin judge "python3 solver.py" --watch solver.py:expand
      taquin judge --assignment hw1.toml submissions/*/
    """
    if assignment is not None:
        if others := sorted(effects.given_options() - {"--assignment", "--output", "-o"}):
            hint = "" if others[0] in _NOT_KEYS else f"write it into {assignment}"
            raise SpecError(f"{others[0]} cannot be used with --assignment", hint=hint)
        return grade_class(assignment, [Path(word) for word in (program, *words) if word], output or Path("marks"))
    limits = program_limits(time_limit, memory)
    if output is not None:
        ending = files.check_file(output, ("html", "json", "txt"), kind="report")
    target, chosen = _read_boards(words, goal, size)
    template = unescape(template)
    if is_taught:
        template, blank = teaching.teach(program, next(board for board in chosen if board != target))
    elif not template and not call:
        kept = teaching.read_settings(program).get(program, {})
        template, blank = kept.get("input", ""), kept.get("blank", blank)
    judged = Program(
        program,
        template,
        call,
        blank,
        method,
        needs_terminal=needs_terminal,
        limits=limits,
        variable=variable.partition("=")[0].strip(),
        build=build,
        python=python,
    )
    if build and not judged.variable:
        raise SpecError("--build says how the copies of --set are built", hint="add --set NAME")
    if python and not judged.is_function:
        raise SpecError(f"--python is for a function such as solver.py:solve, found {shown(program)}")
    if watch:
        watching.check_watch(watch)
    if streams.shows_progress():
        then = ", then about 10 s for the comparison with all variants of the search" if explains else ""
        terminal.warn(f"up to {plural(len(chosen), 'board')}, each with at most {time_limit} of CPU time{then}")
    with streams.progress_line(is_logged=True) as show:
        report = judge_program(
            judged, chosen, target, explains=explains, listener=show, finds_goal=goal is None and len(words) < 2
        )
        failure: SpecError | None = None
        if watch and not report.failure:
            try:
                report, trace = watching.watch(report, watch, chosen[0] if words else None)
                write_file(trace, _TRACE)
            except SpecError as error:  # the report is printed all the same
                failure = error
    if output is not None and not report.failure:
        files.write_file(output, _text(report, ending).encode())
    code = _print(report, as_json=as_json)
    if failure is not None:
        raise failure
    return code


def _text(report: ProgramReport, ending: str) -> str:
    if ending == "json":
        return json.dumps(report.to_dict(), indent=2) + "\n"
    return program_page(report) if ending == "html" else printable(describe_program(report)) + "\n"


def _read_boards(words: tuple[str, ...], goal: str | None, size: Shape | None) -> tuple[Board, list[Board]]:
    if not words:
        target = boards.read_goal(goal, size)
        return target, list(default_boards(target))
    request = boards.BoardRequest(words, goal, size)
    problems = [request.problem_of(entry) for entry in request.document().entries]
    if len(words) > 1 and len(problems) == 1 and not problems[0].is_solvable:  # a start and its goal
        rule = f"{problems[0].solvability.rule}; here it is {problems[0].solvability.start.word} and "
        raise BoardError(
            f"no moves lead from the first board to the second, its goal: {rule}{problems[0].solvability.goal.word}",
            hint="several boards to judge go into a file, one per line",
        )
    goals = {problem.goal for problem in problems}
    if len(goals) > 1:
        raise BoardError("expected boards with the same goal, found several goals", hint="name one with --goal")
    return problems[0].goal, [problem.start for problem in problems]


def _print(report: ProgramReport, *, as_json: bool) -> int:
    if as_json:
        terminal.echo_json(report.to_dict())
    elif not report.failure:
        terminal.echo(describe_program(report))
    if report.failure or any(not (board.is_right or board.run.is_complete) for board in report.boards):
        kept = files.write_file(_TRANSCRIPT, report.transcript().encode())
        message = f"error: {report.program.text}: {report.failure}; " if report.failure else ""
        terminal.warn(f"{message}what was typed and printed is in {kept}")
    if report.failure:
        return BAD_INPUT
    is_wrong = any(board.is_wrong for board in report.boards)
    return RIGHT if report.is_right else WRONG if is_wrong else NO_SOLUTION
