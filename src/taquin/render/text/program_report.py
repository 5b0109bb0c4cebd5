"""The report on a user's program as text."""

from __future__ import annotations

from taquin.analysis.programs.explanation import describe_variants
from taquin.analysis.programs.judge import BoardJudgement, ProgramReport, Verdict
from taquin.puzzle.board import one_line
from taquin.puzzle.words import plural
from taquin.render.text import layout

_NOTES = 5  # boards whose verdict is told in full
_SHOWN_LINES = 6  # of an output from which nothing could be read


def describe_program(report: ProgramReport) -> str:
    """The whole report."""
    parts = (
        describe_summary(report),
        _table(report),
        describe_explanation(report),
        describe_findings(report),
        describe_unread(report),
        report.watched,
    )
    return "\n\n".join(part for part in parts if part)


def describe_summary(report: ProgramReport) -> str:
    """The program, how it takes a board, and on how many boards it is right."""
    judged = report.boards
    solvable = [board for board in judged if board.problem.is_solvable]
    right = sum(board.is_solution for board in solvable)
    shortest = sum(board.is_right for board in solvable)
    lines = [("program", report.program.text), ("way", report.program.way), ("goal", one_line(report.goal))]
    if forms := dict.fromkeys(board.reading.form for board in solvable if board.reading.form not in ("", "no steps")):
        lines.append(("reads", "the solution as " + " or ".join(forms)))
    answers = f"right on {right} of {plural(len(solvable), 'board')}, shortest on {shortest}"
    if report.skipped:
        answers += f"; {len(report.skipped)} harder ones not tried"
    return layout.fields([*lines, ("verdict", answers)])


def _table(report: ProgramReport) -> str:
    names = counter_names(report)
    rows = [
        [
            one_line(board.board),
            "-" if board.shortest is None else str(board.shortest),
            "-" if board.length is None else str(board.length),
            *(_number(board, key) for key in names),
            f"{board.run.seconds:.2f}",
            ("" if board.is_right else "! ") + _short(board),
        ]
        for board in report.boards
    ]
    headers = ["board", "shortest", "length", *names.values(), "s", "verdict"]
    right = [False, True, True, *[True] * len(names), True, False]
    told = [one for one in report.boards if not one.is_right and one.verdict not in (Verdict.LONGER, Verdict.TIME)]
    notes = [f"{one_line(one.board)}: {one.words}" for one in told[:_NOTES]]
    return "\n".join([layout.table(headers, rows, right=right), *notes])


def _short(board: BoardJudgement) -> str:
    is_longer = board.verdict is Verdict.LONGER and board.length is not None and board.shortest is not None
    return f"{(board.length or 0) - (board.shortest or 0)} longer" if is_longer else board.verdict.value


def counter_names(report: ProgramReport) -> dict[str, str]:
    """The counters that the program prints, by the form of their lines, with short names."""
    return {key: " ".join(counter.name.split()[-2:]) or counter.kind for key, counter in report.counters().items()}


def _number(board: BoardJudgement, key: str) -> str:
    counter = board.reading.counters.get(key)
    return "-" if counter is None else layout.number(counter.value)


def describe_explanation(report: ProgramReport) -> str:
    """What the program is; empty if that is not known."""
    explanation = report.explanation
    if explanation is None:
        return ""
    sentences = [f"- {sentence}" for sentence in describe_variants(explanation)]
    if explanation.difference:
        head = f"None of the {explanation.tried:,} variants of the search fits. The nearest one:"
        return "\n".join([head, *sentences, f"It differs: {explanation.difference}."])
    boards = f"all {plural(explanation.boards, 'board')} exactly"
    if explanation.boards < explanation.observed:
        boards = f"{explanation.boards} of {explanation.observed} boards; the time was up before the others"
    head = f"What it is: of {explanation.tried:,} variants of the search this one fits {boards}"
    if len(explanation.variants) > 1:
        count = len(explanation.variants)
        head = f"What it is: {count} of {explanation.tried:,} variants of the search fit {boards}"
        sentences.append("- on no board that was tried does its output tell these apart")
    if explanation.unexplained:
        sentences.append(f"- not explained: {', '.join(explanation.unexplained)}")
    return "\n".join([f"{head}:", *sentences])


def describe_findings(report: ProgramReport) -> str:
    """What should be mended; empty if nothing was found."""
    if not report.findings:
        return ""
    return "\n".join(
        ["What to look at:"]
        + [f"- {finding.observed}" + (f".\n  {finding.cause}" if finding.cause else "") for finding in report.findings]
    )


def describe_unread(report: ProgramReport) -> str:
    """What could not be read, and the line that would help; empty if everything was."""
    solvable = [board for board in report.boards if board.problem.is_solvable and board.shortest]
    missing = []
    if solvable and not any(board.reading.solution for board in solvable):
        missing.append('the steps: print the boards from the start to the goal, or a line such as "moves: U, R, D"')
    if solvable and not counter_names(report):
        missing.append('counters: print a line such as "nodes expanded: 57"')
    if not missing:
        return ""
    lines = solvable[0].run.output.strip().splitlines()
    shown = "\n".join(f"  | {line[:100]}" for line in lines[:_SHOWN_LINES])
    return "Not read: " + "; ".join(missing) + f".\nIts output on {one_line(solvable[0].board)} begins:\n{shown}"
