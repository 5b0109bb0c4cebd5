"""``each_case``: every row of a table is a test with a name of its own."""

from __future__ import annotations

from typing import Any

from cases import each_case
from taquin.puzzle.moves import Notation
from taquin.solving.registry import find_algorithm


def names_of(*rows: Any) -> list[str | None]:
    return list(each_case(("one", "other"), rows).kwargs["ids"])


def test_the_words_of_a_row_are_its_name() -> None:
    assert names_of((["-a", "bfs"], 3), ({"nodes": 5}, Notation.TILES)) == ["-a bfs; 3", "nodes=5; TILES"]


def test_parts_of_a_registry_and_functions_go_by_their_names() -> None:
    assert names_of((find_algorithm("astar"), names_of)) == ["astar; names_of"]


def test_no_name_has_an_address_or_is_too_long() -> None:
    assert names_of((object(), 10**5000), (object(), object())) == ["a large number", None]
    assert [len(str(name)) for name in names_of(("x" * 500, ""))] == [72]
