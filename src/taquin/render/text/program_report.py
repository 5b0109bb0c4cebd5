"""The report on a user's program as text."""

from __future__ import annotations

from taquin.judging.boards import TABLE_CELLS
from taquin.judging.counts import CountsReport
from taquin.judging.explanation import Explanation, Fit, describe_variants
from taquin.judging.report import ProgramReport, Verdict
from taquin.puzzle.board import one_line
from taquin.puzzle.words import alternatives, plural, printable_line, shown
from taquin.render.text import layout

_CLEAR_FROM_TABLE = (Verdict.LONGER, Verdict.COUNTED, Verdict.TIME)  # they need no sentence below it
_NOTES = 5  # boards whose verdict is told in full
_SHOWN_LINES = 6  # of an output from which nothing could be read


def describe_program(report: ProgramReport) -> str:
    """The whole report."""
    summary, *others = sections(report)
    headers, *rows = board_table(report)
    right = [0 < place < len(headers) - 1 for place in range(len(headers))]
    told = [one for one in report.boards if not one.is_right and one.verdict not in _CLEAR_FROM_TABLE]
    notes = [f"{one_line(one.board)}: {one.words}" for one in told[:_NOTES]]
    if len(told) > _NOTES:
        notes.append(f"and {plural(len(told) - _NOTES, 'board')} more")
    table = "\n".join([layout.table(headers, rows, right=right), *notes])
    return "\n\n".join([summary, table, *others])


def sections(report: ProgramReport) -> list[str]:
    """The parts of the report around its table of boards, the first of them above it."""
    parts = (_explanation(report), _findings(report), _unread(report), report.watched)
    return [_summary(report), *filter(None, parts)]


def _summary(report: ProgramReport) -> str:
    """The program, how it takes a board, and on how many boards it is right."""
    judged = report.boards
    solvable = [board for board in judged if board.problem.is_solvable]
    right = sum(board.is_solution or board.is_right for board in solvable)
    shortest = sum(board.is_right for board in solvable)
    lines = [
        ("program", printable_line(report.program.text)),
        ("way", printable_line(report.program.way)),
        ("goal", one_line(report.goal) + " (its own: its solutions end there)" * report.has_own_goal),
    ]
    if forms := dict.fromkeys(board.reading.form for board in solvable if board.reading.form not in ("", "no steps")):
        lines.append(("reads", "the solution as " + " or ".join(forms)))
    if searches := dict.fromkeys(board.reading.search for board in solvable if board.reading.search):
        lines.append(("judges", f"{' or '.join(searches)}, of the searches in its output (--method names another)"))
        lines += _searches(report)
    answers = f"right on {right} of {plural(len(solvable), 'board')}, shortest on {shortest}"
    if solvable and all(board.verdict is Verdict.COUNTED for board in solvable):
        answers = "no solution was read"  # it may be right
    for verdict in (Verdict.LENGTH, Verdict.COUNTED):
        if count := sum(board.verdict is verdict for board in solvable):
            answers += f", {verdict.value} on {count}"
    if len(solvable) < len(judged):
        known = sum(board.is_right for board in judged if not board.problem.is_solvable)
        answers += f"; {known} of {len(judged) - len(solvable)} unsolvable recognized"
    if report.skipped:
        answers += f"; {len(report.skipped)} harder ones not tried"
    return layout.fields([*lines, ("verdict", answers)])


def _searches(report: ProgramReport) -> list[tuple[str, str]]:
    """On how many boards each of the searches in its output is right and shortest."""
    solvable = [one for one in report.boards if one.problem.is_solvable and one.reading.searches]
    lines = []
    for name in dict.fromkeys(name for one in solvable for name in one.reading.searches):
        solutions = [(one, one.reading.searches[name].solution) for one in solvable if name in one.reading.searches]
        right = [(one, found) for one, found in solutions if found is not None and found.is_correct]
        shortest = sum(found.given == one.shortest for one, found in right)
        if right:
            words = f"right on {len(right)} of {plural(len(solutions), 'board')}, shortest on {shortest}"
            lines.append(("", f"{name}: {words}"))
    return lines


def board_table(report: ProgramReport) -> list[list[str]]:
    """A row of headers, and one for each board, with what the program printed and the verdict."""
    names = _counter_names(report)
    rows = [["board", "shortest", "length", *names.values(), "s", "verdict"]]
    for board in report.boards:
        counters = board.reading.counters
        numbers = [board.shortest, board.length, *(counters[key].value if key in counters else None for key in names)]
        cells = ["-" if number is None else layout.number(number) for number in numbers]
        is_longer = board.verdict is Verdict.LONGER and board.length is not None and board.shortest is not None
        words = f"{(board.length or 0) - (board.shortest or 0)} longer" if is_longer else board.verdict.value
        verdict = words if board.is_right else f"! {words}"
        rows.append([one_line(board.board), *cells, f"{board.run.seconds:.2f}", verdict])
    return rows


def _counter_names(report: ProgramReport) -> dict[str, str]:
    """The counters that the program prints, by the form of their lines, with their names, or their kinds if short."""
    names = {key: counter.name.split() for key, counter in report.counters().items()}
    kinds = {key: counter.kind for key, counter in report.counters().items()}
    return {key: kinds[key] if kinds[key] and len(words) > 3 else " ".join(words[-2:]) for key, words in names.items()}


def _explanation(report: ProgramReport) -> str:
    """What the program is; empty if that is not known."""
    explanation = report.explanation
    if explanation is None:
        is_large = report.goal.shape.cells > TABLE_CELLS and _counter_names(report)
        return f"Its counters can be explained only on boards of up to {TABLE_CELLS} cells." if is_large else ""
    return describe_explanation(explanation)


def describe_explanation(explanation: Explanation, who: str = "it") -> str:
    """What a program is, or whoever counted: exactly, several, near or unknown."""
    tried = f"{explanation.tried:,} variants of the search"
    boards = plural(explanation.boards, "board")
    names = " and ".join(repr(name) for name in explanation.counters)
    part = f" This is about {names} alone." if explanation.unexplained and names else ""
    if explanation.fit is Fit.NEAR:
        where = f"{explanation.difference[:1].upper()}{explanation.difference[1:]}"
        return f"What {who} is is not known: none of {tried} fits. {where}."
    if explanation.fit is Fit.UNKNOWN:
        return (
            f"What {who} is cannot be said: {len(explanation.variants):,} of {tried} fit on {boards}, "
            f"but numbers this few or small fit some by chance. More boards, or harder ones, would tell."
        )
    sentences = [f"- {sentence}" for sentence in describe_variants(explanation)]
    if explanation.fit is Fit.EXACT:
        head = f"What {who} is: of {tried} one search fits {boards} exactly.{part}"
        return "\n".join([head, *sentences])
    if explanation.boards < explanation.observed:
        boards = f"the {explanation.boards} easiest of {explanation.observed} boards (the others need too much work)"
    fitting = f"{explanation.searches} searches fit {boards}, {len(explanation.variants):,} of {tried}"
    head = f"What {who} is: {fitting}.{part}"
    return "\n".join([head, "All of them share:" if sentences else "They share nothing.", *sentences])


def describe_counts(report: CountsReport) -> str:
    """What ``taquin explain`` prints."""
    if not report.is_joint:
        pairs = report.methods.items()
        return "\n\n".join(describe_explanation(one, shown(name) if name else "this") for name, one in pairs)
    first = next(iter(report.methods.values()))
    names = alternatives([shown(name) for name in report.methods]).replace(" or ", " and ")
    text = describe_explanation(first, f"the search of {names}")
    for heuristic in {one.heuristic for one in first.variants}:  # each method has its own, named below
        text = text.replace(f" with {heuristic}", "", 1)
    lines = [text]
    for name, one in report.methods.items():
        if first.fit in (Fit.EXACT, Fit.SEVERAL):
            found = list(dict.fromkeys(variant.heuristic for variant in one.variants))
            lines.append(f"- the heuristic of {shown(name)} is {alternatives(found)}")
    return "\n".join(lines)


def _findings(report: ProgramReport) -> str:
    """What should be mended; empty if nothing was found."""
    lines = [f"- {one.observed}" + f".\n  {one.cause}" * bool(one.cause) for one in report.findings]
    return "\n".join(["What to look at:", *lines]) if lines else ""


def _unread(report: ProgramReport) -> str:
    """What could not be read, and the line that would help; empty if everything was."""
    solvable = [board for board in report.boards if board.problem.is_solvable and board.shortest]
    missing = []
    if solvable and not any(board.reading.solution for board in solvable):
        boards = len(solvable[-1].reading.boards)
        found = f" (the {boards:,} boards in its last output are not a path)" * (boards > 1)
        missing.append(f'the steps{found}: print the boards from start to goal, or a line such as "moves: U, R, D"')
    if solvable and not _counter_names(report):
        missing.append('counters: print a line such as "nodes expanded: 57"')
    if not missing:
        return ""
    lines = solvable[0].run.output.strip().splitlines()
    shown = "\n".join(f"  | {line[:100]}" for line in lines[:_SHOWN_LINES])
    return "Not read: " + "; ".join(missing) + f".\nIts output on {one_line(solvable[0].board)} begins:\n{shown}"
