"""``taquin.draw``: the right picture for every kind of value, in every format, and refusals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import taquin

BOARD = "1 2 3 / 4 0 5 / 7 8 6"
RESULT = taquin.solve(BOARD, algorithm="astar")


def trace() -> taquin.Trace:
    recorder = taquin.Recorder()
    taquin.solve(BOARD, algorithm="astar", observer=recorder)
    return recorder.trace()


THINGS: dict[str, tuple[object, dict[str, Any]]] = {
    "a board": ([[1, 2, 3], [4, 0, 5], [7, 8, 6]], {"goal": "standard", "theme": "dark"}),
    "a solution": (RESULT, {"steps": (1, 1)}),
    "an animation": (RESULT.solution, {"animate": True}),
    "a search tree": (trace(), {"levels": 3, "max_nodes": 10}),
    "a chart of a search": (trace(), {"chart": True}),
    "a chart of methods": (taquin.compare(BOARD, algorithms=["bfs", "astar"], heuristics=["manhattan"]), {}),
    "a chart of estimates": (taquin.examine("manhattan", shape="2x2", against="misplaced"), {}),
    "a graph of shortest solutions": (taquin.shortest_solutions("0 3 / 2 1"), {}),
}


@pytest.mark.parametrize("title", THINGS)
def test_every_kind_of_value_is_drawn_and_saved(title: str, tmp_path: Path) -> None:
    value, options = THINGS[title]
    picture = taquin.draw(value, **options)  # type: ignore[arg-type]
    assert picture.title == title
    assert "<svg" in picture.svg
    assert picture._repr_svg_() == picture.svg
    path = picture.save(tmp_path / "picture.SVG")
    assert path.read_text(encoding="utf-8") == picture.svg
    last = "svg" if "chart" in title else picture.formats[-1]  # charts are slow to draw, and tested elsewhere
    assert picture.save(str(tmp_path / f"picture.{last}")).stat().st_size > 100


def test_results_are_drawn_like_a_comparison() -> None:
    assert taquin.draw([RESULT, taquin.solve(BOARD, algorithm="bfs")]).title == "a chart of methods"


def test_an_option_without_effect_is_refused() -> None:
    with pytest.raises(taquin.SpecError, match="a board takes no option 'steps': it takes goal"):
        taquin.draw(BOARD, steps=(1, 2))
    with pytest.raises(taquin.SpecError, match="a search tree takes no option 'animate'"):
        taquin.draw(trace(), animate=True)


def test_what_cannot_be_drawn() -> None:
    with pytest.raises(taquin.BoardError, match="expected a board, found 5"):
        taquin.draw(5)  # type: ignore[arg-type]
    with pytest.raises(taquin.SpecError, match="there is no solution to draw: unsolvable"):
        taquin.draw(taquin.solve("1 2 / 0 3", "3 0 / 1 2"))
    with pytest.raises(taquin.SpecError, match=r"a board can be saved as svg, pdf, png, tex.*, not as 'gif'"):
        taquin.draw(BOARD).save("board.gif")
    with pytest.raises(taquin.SpecError, match="theme"):
        taquin.draw(BOARD, theme="pink")
