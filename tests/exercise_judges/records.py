"""Reads the trees and lists in the records of questions, and writes answers."""

from __future__ import annotations

from typing import Any

from exercise_judges.puzzle import Rows, manhattan

Node = dict[str, Any]


def nodes_of(record: dict[str, Any]) -> dict[int, Node]:
    return {node["number"]: node for node in record["tree"]}


def rows_of_node(node: Node) -> Rows:
    return tuple(map(tuple, node["rows"]))


def children_of(record: dict[str, Any], number: int) -> list[int]:
    return [node["number"] for node in record["tree"] if node["parent"] == number]


def preorder(record: dict[str, Any], number: int = 0) -> list[int]:
    return [number, *(below for child in children_of(record, number) for below in preorder(record, child))]


def depth_of(record: dict[str, Any], number: int) -> int:
    node = nodes_of(record)[number]
    return 0 if node["parent"] < 0 else 1 + depth_of(record, node["parent"])


def f_of(record: dict[str, Any], number: int) -> int:
    """Depth plus Manhattan distance, from the tree and the board, not from the values that are shown."""
    return depth_of(record, number) + manhattan(rows_of_node(nodes_of(record)[number]))


def waiting(record: dict[str, Any]) -> list[Node]:
    return [node for node in record["tree"] if not node["expanded"]]


def numbers(record: dict[str, Any], name: str = "values") -> list[int]:
    """A list of numbers that the text gives."""
    return [int(number) for number in record["given"][name].split(", ")]


def listed(items: list[int] | list[str]) -> str:
    return " ".join(map(str, items))


def yes_no(answer: bool) -> list[str]:
    return ["yes" if answer else "no"]
