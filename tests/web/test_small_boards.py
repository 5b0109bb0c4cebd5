"""What the page computes itself for small boards, before Python is there, is what Python responds."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from serving import Serving
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
