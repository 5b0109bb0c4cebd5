"""The marks of a class: CSV, JUnit XML, the files of Gradescope and PrairieLearn, and a page for a submission."""

from __future__ import annotations

import csv
import io
from base64 import b64encode
from collections.abc import Sequence
from html import escape
from xml.etree import ElementTree

from taquin.judging.assignment import Assignment
from taquin.judging.boards import load_tables
from taquin.judging.marks import Mark, Marks
from taquin.puzzle.board import one_line
from taquin.puzzle.words import printable_line
from taquin.render.draw import draw
from taquin.render.drawing.svg import without_forbidden
from taquin.render.html import page
from taquin.render.program_page import report_parts
from taquin.render.text.layout import spreadsheet_text


def marks_csv(assignment: Assignment, marks: Sequence[Marks]) -> str:
    """A row for each submission: its total, the points of every check, and why it lost some."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["submission", "total", "of", *assignment.points, "remarks"])
    for one in marks:
        points = [f"{mark.points:g}" if mark.is_made else "" for mark in one.marks]
        row = [one.name, f"{one.total:g}", f"{one.most:g}", *points, remarks(one)]
        table.writerow(map(spreadsheet_text, row))
    return text.getvalue()


def remarks(marks: Marks) -> str:
    """Why a submission lost points, or what was not checked, in one line; empty if it has all."""
    lost = [f"{mark.check}: {mark.words}" for mark in marks.marks if mark.points < mark.most or not mark.is_made]
    return _line("; ".join(filter(None, (marks.failure or "; ".join(lost), marks.note))))


def marks_junit(assignment: Assignment, marks: Sequence[Marks]) -> str:
    """JUnit XML: a suite for each submission, a case for each check."""
    root = ElementTree.Element("testsuites", name=_line(assignment.title))
    for one in marks:
        failures = sum(mark.points < mark.most for mark in one.marks)
        skipped = sum(not mark.is_made for mark in one.marks)
        name = printable_line(one.name)
        facts = {"name": name, "tests": str(len(one.marks)), "failures": str(failures)}
        facts |= {"skipped": str(skipped)} if skipped else {}
        suite = ElementTree.SubElement(root, "testsuite", facts)
        for number, mark in enumerate(one.marks):
            case = ElementTree.SubElement(suite, "testcase", classname=name, name=mark.check)
            words = mark.words or (one.failure if number == 0 else "")
            if not mark.is_made:
                ElementTree.SubElement(case, "skipped", message=_line(words or "not checked"))
            elif mark.points < mark.most:
                points = f"{mark.points:g} of {mark.most:g} points{': ' if words else ''}{words}"
                ElementTree.SubElement(case, "failure", message=_line(points))
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def marks_gradescope(marks: Marks) -> dict[str, object]:
    """What Gradescope reads as ``results/results.json``."""
    checks = load_tables()["checks"]
    tests = [
        {"name": checks[one.check], "output": _line(one.words)}
        | ({"score": one.points, "max_score": one.most} if one.is_made else {})
        for one in marks.marks
    ]
    return {"output": _line(marks.failure), "visibility": "visible", "tests": tests}


def marks_prairielearn(assignment: Assignment, marks: Marks) -> dict[str, object]:
    """What PrairieLearn's external grader reads as ``results.json``; a check that was not made is out of the score."""
    checks = load_tables()["checks"]
    tests = [
        {"name": checks[one.check], "points": one.points, "max_points": one.most, "message": _line(one.words)}
        for one in marks.marks
        if one.is_made
    ]
    unmade = [f"{checks[one.check]}: {one.words or 'not checked'}" for one in marks.marks if not one.is_made]
    if not marks.most:  # nothing could be checked: no points are lost
        return {"gradable": False, "format_errors": [_line(marks.failure or "; ".join(unmade))]}
    score = marks.total / marks.most
    message = f"{marks.total:g} of {marks.most:g} points" + (f": {marks.failure}" if marks.failure else "")
    return {
        "gradable": True,
        "score": round(score, 6),
        "message": _line(message),
        "output": "\n".join(map(_line, unmade)),
        "tests": tests,
        "images": [
            {"label": one_line(board.board), "url": f"data:image/svg+xml;base64,{_base64(draw(board.board).svg)}"}
            for board in (() if marks.report is None else marks.report.boards)
            if not board.is_right
        ][:_MOST_IMAGES],
    }


def marks_classroom(marks: Marks) -> dict[str, object]:
    """What GitHub Classroom's reporter reads from a step, as JSON in base 64."""
    checks = load_tables()["checks"]
    tests = [
        {
            "name": checks[one.check],
            "status": "pass" if one.is_full else "fail",
            "score": one.points,
            "message": _line(one.words or marks.failure),
        }
        for one in marks.marks
        if one.is_made
    ]
    status = "pass" if marks.is_full else "fail" if tests else "error"
    return {"version": 1, "status": status, "max_score": marks.most, "tests": tests}


def _base64(text: str) -> str:
    return b64encode(text.encode()).decode("ascii")


_MOST_IMAGES = 5


def marks_page(assignment: Assignment, marks: Marks) -> str:
    """The page of a submission: its points, then the report without hidden boards."""
    return page(f"{assignment.title}: {marks.name}".removeprefix(": "), marks_html(marks))


def marks_html(marks: Marks) -> str:
    """The points with reasons, then the report without hidden boards."""
    checks = load_tables()["checks"]
    rows = "".join(
        f"<tr{'' if one.points == one.most else ' class=wrong'}><td>{escape(checks[one.check])}</td>"
        f"<td>{_points(one)}</td><td>{escape('' if marks.failure else one.words)}</td></tr>\n"
        for one in marks.marks
    )
    table = f"<table><tr><th>check</th><th>points</th><th>why</th></tr>\n{rows}</table>\n"
    total = f"<p><b>{marks.total:g} of {marks.most:g} points</b> {escape(marks.failure)}</p>\n"
    is_judged = marks.report is not None and not marks.report.failure
    return total + table + (report_parts(marks.report) if is_judged and marks.report is not None else "")


def _points(mark: Mark) -> str:
    return f"{mark.points:g} of {mark.most:g}" if mark.is_made else "not checked"


def _line(text: str) -> str:
    """A text on one line, without characters that XML does not allow."""
    return printable_line(without_forbidden(" ".join(text.split())))
