"""What the page computes itself for small boards, before Python is there, is what Python responds."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from serving import Serving
from taquin.errors import BoardError, FormatError
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from visiting import Visits

SHAPES = [Shape(3, 3), Shape(2, 3), Shape(3, 2), Shape(2, 4), Shape(2, 2), Shape(5, 1)]
RESPOND = """async (requests) => {
  const { respondToSmall } = await import("./page/small_boards.js");
  return Promise.all(requests.map(([path, body]) => respondToSmall(path, body, async () => "a rule")));
}"""


def requests(random: Random) -> list[tuple[str, dict[str, Any]]]:
    """Hints, judgements and checks of random boards, with random goals."""
    made = list[tuple[str, dict[str, Any]]]()
    for shape in SHAPES:
        goals = [standard(shape), _shuffled(shape, random)]
        for _ in range(4):
            board, goal = one_line(_shuffled(shape, random)), one_line(random.choice(goals))
            puzzle = {"board": board, "goal": goal, "size": f"{shape.rows}x{shape.columns}"}
            metric = random.choice(["moves", "slides"])
            move = random.choice([move.letter for move in Board(board).moves()])
            made += [("check", puzzle), ("hint", {**puzzle, "metric": metric})]
            made += [("hint", {**puzzle, "count": True}), ("judge", {**puzzle, "metric": metric, "moves": move})]
    return made


def _shuffled(shape: Shape, random: Random) -> Board:
    return Board(random.sample(range(shape.cells), shape.cells), shape=shape)


FORMS = [
    "813402765", "813 402 765", "813/402/765", "813,402,765", "813 | 402 | 765", "'813402765'",
    '"8 1 3 / 4 0 2 / 7 6 5"',
    "8 1 3 4 0 2 7 6 5", "8,1,3,4,0,2,7,6,5", "8, 1, 3; 4, 0, 2; 7, 6, 5", "8 1 3 | 4 0 2 | 7 6 5", "8 1 3 4 B 2 7 6 5",
    "8 1 3 / 4 . 2 / 7 6 5", "8 1 3 / 4 - 2 / 7 6 5", "8 1 3 4 * 2 7 6 5", "8 1 3 4 □ 2 7 6 5", "[8,1,3,4,0,2,7,6,5]",
    "(8, 1, 3, 4, 0, 2, 7, 6, 5)", "[[8,1,3],[4,0,2],[7,6,5]]", "[[8, 1, 3], [4, None, 2], [7, 6, 5]]",
    "((8,1,3),(4,_,2),(7,6,5))", "{{8,1,3},{4,0,2},{7,6,5}}", "start = [[8, 1, 3], [4, 0, 2], [7, 6, 5]]",
    "start=813402765",
    "[[1,2,3],[0,4,5]]", "[[1,2],[3,0]]",
]  # fmt: skip
READ = """async (texts) => {
  const { readSmall } = await import("./page/small_forms.js");
  return texts.map((text) => { try { return readSmall(text).text; } catch { return null; } });
}"""


def damaged(random: Random) -> list[str]:
    """The forms with one character removed, doubled or replaced."""
    texts = list[str]()
    for form in FORMS:
        for _ in range(40):
            place = random.randrange(len(form))
            texts.append(form[:place] + random.choice(["", 2 * form[place], *"0159,;/|[]() .-=x_"]) + form[place + 1 :])
    return texts


def read_by_python(text: str) -> str | None:
    try:
        return one_line(Board(text))
    except (BoardError, FormatError):
        return None


@pytest.mark.usefixtures("page_server")
def test_forms_are_read_as_python_reads_them_or_left_to_it(visits: Visits) -> None:
    page = visits.open("#learn", is_bundled=False)
    assert page.evaluate(READ, FORMS) == [read_by_python(text) for text in FORMS]
    texts = damaged(Random(63))
    read = page.evaluate(READ, texts)
    pairs = zip(texts, read, map(read_by_python, texts), strict=True)
    assert [(text, found) for text, found, expected in pairs if found not in (None, expected)] == []
    assert sum(found is not None for found in read) > 30


@pytest.mark.usefixtures("page_server")  # a page without a server has its modules in one file
def test_the_responses_are_those_of_python(visits: Visits, page_server: Serving) -> None:
    page = visits.open("#learn", is_bundled=False)
    asked = requests(Random(8))
    answered = 0
    for (path, body), response in zip(asked, page.evaluate(RESPOND, asked), strict=True):
        expected = page_server.post(path, **body).json()
        if path != "check" and expected.get("status", expected.get("verdict")) in ("unsolvable", None):
            assert response is None, (path, body)
            continue
        answered += 1
        expected["rule"] = "a rule"
        assert response == {name: expected[name] for name in response}, (path, body)
        assert path == "check" or set(response) >= {"moves"}
    assert answered > len(asked) / 3  # about half of the boards cannot be solved
    for path, body in (("hint", {"board": "1 2 3 4 / 5 6 7 8 / 9 10 11 0"}), ("check", {"board": "nothing"})):
        assert page.evaluate(RESPOND, [[path, body]]) == [None]
