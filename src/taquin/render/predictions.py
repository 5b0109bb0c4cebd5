"""What students are asked while they step through a search, with the answers and the explanations: ``/api/trace``.

Before each step: which node is next, or for a local search which move it takes. Before a step that makes children: the
value of one of them, and whether it is a duplicate. All of it follows from the trace.
"""

from __future__ import annotations

from itertools import islice

from taquin.puzzle.moves import Move
from taquin.render.search_record import ShownSearch
from taquin.render.text.choices import Choices, taken_child_move, why_taken
from taquin.render.text.layout import number
from taquin.render.text.reading import Reading
from taquin.trace.steps import Child, ChildStatus, Step

MOST_STEPS = 5_000
"""Later steps are not asked for: the record would be very large."""

_STRIDE = 7  # which child is asked for differs from step to step


def prediction_record(search: ShownSearch) -> dict[str, object]:
    """The questions, with one entry for each step in every column."""
    reading, made = search.reading, search.steps[:MOST_STEPS]
    if reading.is_local:
        answers: list[int | str] = []
        reasons = []
        for step in made:
            move = taken_child_move(step)
            answers.append(Move(move).letter if move >= 0 else "")
            reasons.append(why_taken(step, has_estimates=reading.formula.weight_h > 0))
        question = "Which move does the search take?"
    else:
        chosen = list(islice(Choices(search.trace, reading).reasons(), MOST_STEPS))
        answers = [node for node, _ in chosen]
        reasons = [reason for _, reason in chosen]
        question = "Which node is next?"
    return {
        "asks": "move" if reading.is_local else "node",
        "question": question,
        "answer": answers,
        "why": reasons,
        "value": _columns([_value_question(step, reading) for step in made]),
        "duplicate": _columns([_duplicate_question(step) for step in made] if reading.has_closed_list else []),
    }


_Question = tuple[str, str, str]
_NO_QUESTION: _Question = ("", "", "")


def _columns(questions: list[_Question]) -> dict[str, list[str]]:
    """The questions, the answers and the explanations; empty where a step has nothing to ask for."""
    names = ("question", "answer", "why")
    return {name: [question[place] for question in questions] for place, name in enumerate(names)}


def _pick(children: list[Child], step: Step) -> Child | None:
    return children[step.number * _STRIDE % len(children)] if children else None


def _value_question(step: Step, reading: Reading) -> _Question:
    child = _pick([child for child in step.children if child.parent == step.node and child.move >= 0], step)
    if child is None:
        return _NO_QUESTION
    formula = reading.formula
    name = "f" if formula.weight_g and formula.weight_h else "h" if formula.weight_h else "g"
    word = Move(child.move).word
    parts = formula.sum(child.g, child.h)
    ends = f"g is that of node {step.node} plus 1" if formula.weight_g else "h is that of the new board"
    return (
        f"Node {step.node} is expanded ({formula.sum(step.g, step.h)}). What is {name} of its child by {word}?",
        number(formula.value(child.g, child.h)),
        f"{word}: {parts}; {ends}.",
    )


def _duplicate_question(step: Step) -> _Question:
    wanted = (ChildStatus.DUPLICATE, ChildStatus.NEW)
    child = _pick([child for child in step.children if child.status in wanted and child.move >= 0], step)
    if child is None:
        return _NO_QUESTION
    word = Move(child.move).word
    question = f"Node {child.parent} is expanded. Is its child by {word} a duplicate?"
    if child.status is ChildStatus.DUPLICATE:
        known = f"node {child.node}, which has g {number(child.known_g)}"
        why = f"Its board is that of {known}: {number(child.g)} is not less."
        return question, "yes", why
    return question, "no", f"No node has its board yet: it becomes node {child.node}."
