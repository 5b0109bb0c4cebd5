"""``taquin check``: is the board legal, can it be solved, and why?"""

from __future__ import annotations

from operator import itemgetter

import click

from taquin.cli import terminal
from taquin.cli.exits import BAD_INPUT, SOLVED, UNSOLVABLE
from taquin.cli.input import boards
from taquin.cli.input import options as shared
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.documents import Document, Fault
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import printable_line
from taquin.render.records import check_record
from taquin.render.text import layout
from taquin.render.text.solvability import unsolvable_phrase

_INVERSION = (
    "An inversion is a pair of tiles, the larger before the smaller in reading order; the blank does not count."
)


@click.command("check")
@boards.board_options
@shared.json_option
def command(board: boards.BoardRequest, as_json: bool) -> int:
    """Show whether a board is legal and can be solved, and why.

    Half of all boards cannot reach a given goal. The report has the numbers that decide it: the inversions of both
    boards, the row of the blank, and their parity, which no move changes. If a board cannot be solved, the report names
    two tiles to swap that make it solvable. A file with several boards gets one line per board, legal or not.

    The exit code is 0 if every board can be solved, 1 if one cannot, 2 if one is not a legal board.

    \b
    Examples:
      taquin check "0 3 1 / 4 2 5 / 7 8 6"
      taquin check 1 2 3 8 0 4 7 6 5 --goal snail
      taquin check boards.txt
      taquin check korf100
    """
    faults: list[Fault] = []
    documents = board.documents(faults=faults)
    checks = [_Check(document, place, board) for document in documents for place in range(len(document.entries))]
    if as_json:
        records: list[object] = [check_record(check.problem, check.document, check.place) for check in checks]
        records += [{"solvable": None, "line": fault.line, "error": fault.message} for fault in faults]
        terminal.echo_json(records[0] if len(records) == 1 else records)
    elif len(checks) + len(faults) == 1:
        terminal.echo(describe(checks[0].problem, checks[0].document))
    else:
        _print_lines(documents, checks, faults)
    if faults:
        return BAD_INPUT
    return SOLVED if all(check.problem.is_solvable for check in checks) else UNSOLVABLE


class _Check:
    """One of the boards, with its document and its problem."""

    def __init__(self, document: Document, place: int, board: boards.BoardRequest) -> None:
        self.document, self.place = document, place
        self.entry = document.entries[place]
        self.problem = board.problem_of(self.entry)


def _print_lines(documents: tuple[Document, ...], checks: list[_Check], faults: list[Fault]) -> None:
    """One line for every board, in the order of the files, and one line in all."""
    is_one = len(documents) == 1
    for document in documents:
        head = "" if is_one else f"{printable_line(document.source)}:"
        lines = [(check.entry.line, _describe_in_line(check)) for check in checks if check.document is document]
        lines += [(fault.line, f"{fault.line}: {fault.message}") for fault in faults if fault.source == document.source]
        for _, text in sorted(lines, key=itemgetter(0)):
            terminal.echo(f"{head}{text}")
    solvable = sum(check.problem.is_solvable for check in checks)
    where = f", read as {documents[0].format}" if is_one else f" in {len(documents)} files"
    bad = f", {len(faults)} {'is' if len(faults) == 1 else 'are'} not legal" if faults else ""
    terminal.echo(
        f"{len(checks) + len(faults)} boards{where}: {solvable} can be solved, {len(checks) - solvable} cannot{bad}"
    )


def describe(problem: Problem, document: Document) -> str:
    """The report on one board: both boards, the answer, and the reason."""
    form, solvable = document.format, "yes" if problem.is_solvable else "no"
    answer = [
        ("legal", f"yes, a {problem.shape} board; read as {form} ({form.summary})"),
        (
            "solvable",
            "yes: it is the goal" if problem.start == problem.goal else solvable,
        ),
    ]
    if not problem.is_solvable and problem.reachable_goals:
        answer.append(("solvable for", ", ".join(f"--goal {name}" for name in problem.reachable_goals)))
    blocks = [
        layout.side_by_side([("start", str(problem.start)), ("goal", str(problem.goal))]),
        layout.fields(answer),
        _describe_counts(problem),
        _describe_reason(problem),
    ]
    repaired = problem.repaired
    if repaired is not None:
        size = f" (with --size 1x{problem.shape.columns})" if problem.shape.rows == 1 else ""
        blocks += [str(repaired), f"On one line: {one_line(repaired)}{size}"]
    return "\n\n".join(blocks)


def _describe_counts(problem: Problem) -> str:
    """The numbers that decide it, for both boards, as a table."""
    solvability = problem.solvability
    start, goal = solvability.start, solvability.goal
    rows = [["inversions", str(start.inversions), str(goal.inversions)]]
    if problem.shape.is_line:
        rows.insert(0, ["order of the tiles", _order(problem.start), _order(problem.goal)])
    else:
        what = "inversions" if problem.shape.columns % 2 else "inversions + row"
        rows += [
            ["blank's row, from the top", str(start.blank_row), str(goal.blank_row)],
            [f"parity of {what}", start.word, goal.word],
        ]
    return layout.table(["", "start", "goal"], rows, right=[False, True, True])


def _describe_reason(problem: Problem) -> str:
    solvability = problem.solvability
    lines = [_INVERSION, f"The rule: {solvability.rule}."]
    start, goal = solvability.start.word, solvability.goal.word
    if problem.shape.is_line:
        same = "the same" if solvability.is_solvable else "not the same"
        lines.append(f"Here the order is {same}, so the goal can{'' if solvability.is_solvable else 'not'} be reached.")
    elif solvability.is_solvable:
        lines.append(f"Here both are {start}, so the goal can be reached.")
    else:
        lines.append(f"Here the start is {start} and the goal {goal}, so the goal cannot be reached.")
    if not solvability.is_solvable and solvability.repair is None:
        lines.append("No swap of two tiles makes it solvable: more than two tiles are out of order.")
    elif solvability.repair is not None:
        lines.append(f"Swap tiles {solvability.repair[0]} and {solvability.repair[1]} to make it solvable:")
    return "\n".join(lines)


def _describe_in_line(check: _Check) -> str:
    entry, problem = check.entry, check.problem
    head = f"{printable_line(entry.label or str(entry.line))}: {one_line(entry.board)}: "
    return f"{head}solvable" if problem.is_solvable else f"{head}unsolvable ({unsolvable_phrase(problem)})"


def _order(board: Board) -> str:
    tiles = [str(tile) for tile in board if tile]
    return " ".join(tiles if len(tiles) <= 20 else [*tiles[:20], "…"])
