"""Answers of language models: read exactly in any notation, or refused with one line."""

from __future__ import annotations

import pytest

import taquin
from cases import each_case
from taquin.analysis.verify import replay
from taquin.gym import ANSWER_FORMAT, read_answer, score
from taquin.gym.answers import MOST_ANSWER_STEPS

BOARD = "1 2 3 / 4 0 5 / 7 8 6"
ROWS = "1 2 3\n4 5 0\n7 8 6\n\n1 2 3\n4 5 6\n7 8 0"

SAME = {
    "letters": "R D",
    "letters without spaces": "RD",
    "words": "Right, Down",
    "words of Spanish": "Answer: derecha, abajo",
    "words of Chinese": "右下",
    "arrows": "→ ↓",
    "a list of Python": "Answer: ['R', 'D']",
    "tiles": "5 6",
    "tiles in a list": "Answer: [5, 6]",
    "boards": f"Answer:\n{ROWS}\n",
    "boards without a label": f"The boards are\n\n{ROWS}\n\nThat is all.",
    "boards with titles": "Step 1:\n1 2 3\n4 5 0\n7 8 6\n\nStep 2:\n1 2 3\n4 5 6\n7 8 0",
    "boards on a line": "Answer: 123450786 -> 123456780",
    "a label": "I think.\n\nAnswer: R D",
    "a label in bold": "**Answer:** R, D.",
    "a label in a sentence": "The final answer is: `R D`",
    "a heading": "## Answer:\nR\nD",
    "a paragraph below a label": "Answer:\n\n1. Right\n2. Down\n\nI hope it helps!",
    "a line below the answer": "Answer: R D\nThis solves it.",
    "an element": "<answer>R D</answer>",
    "a box": r"The answer is $\boxed{R, D}$.",
    "an object": '{"answer": ["R", "D"]}',
    "a fence": "```\nR D\n```",
    "a list": "- Right\n- Down",
    "numbered lines": "My moves:\n1. Right\n2. Down\n\nDone.",
    "after a thought": "<think>Answer: L</think>Answer: RD",
    "twice": "Answer: RD\nAnswer: Right Down",
    "after the question": "The board\n1 2 3\n4 0 5\n7 8 6\n\nis solved by\nR D",
}

REFUSED = {
    "nothing": ("", "found no answer"),
    "white space": (" \n\t\n", "found no answer"),
    "prose": ("I cannot solve it.", "found no answer"),
    "a label alone": ("Answer:", "found no answer after the word"),
    "a word": ("Answer: none", "found 'n' as character 1 of 'none'"),
    "a thought without an end": ("<think>R D", "the text ends before </think>"),
    "two answers": ("Answer: RD\nAnswer: DR", "found different answers"),
    "two paragraphs": ("R D\n\nD R", "found different answers"),
    "two lines": ("Answer:\nR D\nD R", "found several lines of steps"),
    "a choice": ("Answer: R D or D R", "found 'o' as character 1 of 'or'"),
    "letters and numbers": ("Answer: R 5", "found '5' as move 2"),
    "letters and boards": ("Answer:\nR\n1 2 3\n4 5 0\n7 8 6", "found 'R' among boards"),
    "a missing step": ("Answer: R, , D", "is one missing?"),
    "a damaged board": ("Answer: 1 2 3\n4 5 0\n7 8", "answer: "),
    "a number of moves": ("Answer: 2 moves", "expected moves"),
    "pairs": ("Answer: (1, 2) (2, 2)", "expected one list of steps"),
    "Cyrillic": ("Answer: вправо вниз", "found 'в' as character 1"),
    "full width": ("Answer: ＲＤ", "found 'Ｒ' as character 1"),
    "other digits": ("Answer: ٥ ٦", "expected the number of a tile, found '٥'"),
    "a control character": ("Answer: R\x1b[0m D", "control characters"),
    "a hidden character": ("Answer: R\u202eD", "control characters"),
    "a separator of lines": ("Answer: R\u2028D", "control characters"),
    "a surrogate": ("Answer: R\ud800D", "control characters"),
    "a zero byte": ("Answer: R\0D", "control characters"),
    "many moves": ("Answer: " + "LR" * 90_000, "expected at most 10,000 steps, found 180,000"),
    "nearly a million moves": (
        "Answer: " + "LR" * 400_000,
        "expected at most 200,000 characters of steps, found 800,000",
    ),
    "repeated moves": ("Answer: " + "U999" * 40_000, "expected at most 10,000 steps, found more"),
    "ten million characters": ("R" * 10_000_000, "expected at most 1,000,000 characters, found 10,000,000"),
}

LONG = [
    "\n",
    " ",
    "R\n",
    "Answer:",
    "Answer:\n",
    "<answer>",
    "<think>",
    "[",
    "1. ",
    "step 1:\n",
    "1 2 3\n",
    "|",
    "\\boxed{",
]
LONG += [
    "123405678\n",
    "x\n",
    "1 2 3\n4 0 5\n7 8 6\n\n",
    "#",
    "**",
    "→",
    "- ",
    "R D\n\n",
    "<answer>R</answer>",
    "5\n",
    "answer ",
]


def test_the_format_has_a_version() -> None:
    """A change of these cases is a new number."""
    assert ANSWER_FORMAT == 1


@each_case("name", sorted(SAME))
def test_the_same_moves_in_every_form(name: str) -> None:
    answer = read_answer(SAME[name], BOARD)
    assert answer.steps is not None, answer.reason
    assert answer.notation is not None
    found = taquin.verify(BOARD, "RD")
    assert replay(found.problem, answer.steps, answer.notation).moves == found.moves


@each_case("name", sorted(REFUSED))
def test_what_is_not_one_answer_is_refused_with_one_line(name: str) -> None:
    text, message = REFUSED[name]
    answer = read_answer(text, BOARD)
    assert not answer
    assert message in answer.reason
    assert len(answer.reason) < 200
    assert answer.reason.isprintable()


@pytest.mark.parametrize("part", LONG)
def test_long_texts_end(part: str) -> None:
    answer = read_answer((part * 300_000)[:300_000], BOARD)
    assert answer.reason.isprintable()
    assert len(answer.steps or ()) <= MOST_ANSWER_STEPS


def test_letters_may_name_the_tile() -> None:
    assert score(BOARD, read_answer("Answer: L U", BOARD, notation="tiles")).is_solved
    assert not score(BOARD, read_answer("Answer: L U", BOARD)).is_solved


def test_no_moves_are_an_answer() -> None:
    assert read_answer("Answer: []", BOARD).steps == ()
    assert score("1 2 / 3 0", "Answer: []").reward == 1


def test_arguments_that_are_no_text() -> None:
    with pytest.raises(taquin.SpecError, match="expected text, found text=b'RD'"):
        read_answer(b"RD", BOARD)  # type: ignore[arg-type]
    with pytest.raises(taquin.SpecError, match="notation"):
        read_answer("RD", BOARD, notation="boards")
