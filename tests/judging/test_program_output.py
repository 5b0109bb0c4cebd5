"""What programs print is read in whatever form: boards, directions, tiles, counters."""

from __future__ import annotations

import pytest

from cases import each_case
from taquin.judging.output import read_output
from taquin.judging.templates import fill, learn
from taquin.puzzle.board import Board
from taquin.puzzle.problem import Problem
from taquin.system.program_runs import plain

START = Board("1 2 3 / 4 0 5 / 7 8 6")
PROBLEM = Problem(START)

FORMS = {
    "rows": "1 2 3\n4 0 5\n7 8 6\n\n1 2 3\n4 5 0\n7 8 6\n\n1 2 3\n4 5 6\n7 8 0\n",
    "rows without the start": "1 2 3\n4 5 0\n7 8 6\n\n1 2 3\n4 5 6\n7 8 0\n",
    "rows without gaps": "1 2 3\n4 0 5\n7 8 6\n1 2 3\n4 5 0\n7 8 6\n1 2 3\n4 5 6\n7 8 0\n",
    "tuples": "(1, 2, 3)\n(4, 0, 5)\n(7, 8, 6)\n-\n"
    "(1, 2, 3)\n(4, 5, 0)\n(7, 8, 6)\n-\n(1, 2, 3)\n(4, 5, 6)\n(7, 8, 0)\n",
    "after a prompt": "Algorithm: [1, 2, 3]\n[4, 0, 5]\n[7, 8, 6]\n"
    "[1, 2, 3]\n[4, 5, 0]\n[7, 8, 6]\n1 2 3\n4 5 6\n7 8 0\n",
    "a space as the blank": "1 2 3\n4   5\n7 8 6\n\n1 2 3\n4 5  \n7 8 6\n\n1 2 3\n4 5 6\n7 8  \n",
    "boxes": "+---+---+---+\n| 1 | 2 | 3 |\n| 4 |   | 5 |\n| 7 | 8 | 6 |\n+---+---+---+\n\n"
    "| 1 | 2 | 3 |\n| 4 | 5 |   |\n| 7 | 8 | 6 |\n\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n| 7 | 8 |   |\n",
    "one line each": "123405786 -> 123450786 -> 123456780\n",
    "nested lists": "path: [[[1,2,3],[4,0,5],[7,8,6]], [[1,2,3],[4,5,0],[7,8,6]], [[1,2,3],[4,5,6],[7,8,0]]]\n",
    "rows of digits": "123\n405\n786\n\n123\n450\n786\n\n123\n456\n780\n",
    "numbered": "Step 0:\n1 2 3\n4 _ 5\n7 8 6\nStep 1:\n1 2 3\n4 5 _\n7 8 6\nStep 2:\n1 2 3\n4 5 6\n7 8 _\n",
    "from the goal": "1 2 3\n4 5 6\n7 8 0\n\n1 2 3\n4 5 0\n7 8 6\n\n1 2 3\n4 0 5\n7 8 6\n",
    "letters of the blank": "moves: RD\n",
    "letters of the tile": "Solution: L, U\n",
    "a list of words": "path_to_goal: ['Right', 'Down']\n",
    "a word in each line": "Moved RIGHT\nMoved DOWN\n3 nodes left in the queue\n",
    "numbered words": "1. Right\n2. Down\n",
    "arrows": "→ ↓\n",
    "Spanish": "Movimientos: Derecha, Abajo\n",
    "Portuguese": "direita -> baixo\n",
    "French": "droite, bas\n",
    "German": "Züge: rechts, unten\n",
    "Italian": "destra giù\n",
    "Turkish": "Hamleler: sağ, aşağı\n",
    "Indonesian": "Langkah: kanan, bawah\n",
    "Chinese": "移动: 右下\n",
    "annotated boards": "1 2 3\n4 0 5\n7 8 6 (Initial state)\n"
    "1 2 3\n4 5 0\n7 8 6 (Step 1)\n1 2 3\n4 5 6\n7 8 0 (Goal)\n",
    "deleted commas": plain("1, 2, 3, \b\b \n4, 0, 5, \b\b \n7, 8, 6, \b\b \n" + "RD"),
    "a table": "| step | move | board |\n| 0 | - | 123405786 |\n| 1 | R | 123450786 |\n| 2 | D | 123456780 |\n",
    "a list in JSON": '{"moves": ["left", "up"], "visited": 3, "queue": 2}\n',
    "a name with an index": "returned[0]: Right, Down\nreturned[1]: 2\n",
    "tables of a console": "".join(
        "┌─────────┬─────┬─────┬─────┐\n│ (index) │  0  │  1  │  2  │\n├─────────┼─────┼─────┼─────┤\n"
        + "".join(f"│    {row}    │ '{a}' │ '{b}' │ '{c}' │\n" for row, (a, b, c) in enumerate(map(tuple, rows)))
        + "└─────────┴─────┴─────┴─────┘\n"
        for rows in (("123", "405", "786"), ("123", "450", "786"), ("123", "456", "780"))
    ),
    "data frames": "   0  1  2\n0  1  2  3\n1  4  0  5\n2  7  8  6\n\n"
    "   0  1  2\n0  1  2  3\n1  4  5  0\n2  7  8  6\n\n   0  1  2\n0  1  2  3\n1  4  5  6\n2  7  8  0\n",
    "one labelled line": "Path: 123|4_5|786 => 123|45_|786 => 123|456|78_\n",
    "letters of the compass": "Moves (2): ES\n",
    "a field of a line": "answer=RD;expanded=5\n",
    "labelled boards with slashes": "0. step: 1 2 3 / 4 0 5 / 7 8 6\n1. step: 1 2 3 / 4 5 0 / 7 8 6\n"
    "2. step: 1 2 3 / 4 5 6 / 7 8 0\n",
    "squares of the blank": "Blank: (1, 1) -> (1, 2) -> (2, 2)\n",
    "squares from 1 in lines": "go to (2, 3)\ngo to (3, 3)\n",
    "cells of the blank": "4 -> 5 -> 8\n",
    "tiles": "tiles: 5 6\n",
    "a tile in each line": "Move tile 5\nMove tile 6\n",
}


@each_case("form", FORMS)
def test_every_form_of_a_solution_is_read(form: str) -> None:
    solution = read_output(FORMS[form], PROBLEM).solution
    assert solution is not None
    assert solution.is_correct
    assert len(solution.moves) == 2


def test_the_path_among_all_expanded_boards() -> None:
    expanded = "Expanding\n1 2 3\n4 0 5\n7 8 6\nExpanding\n1 0 3\n4 2 5\n7 8 6\nExpanding\n1 2 3\n4 8 5\n7 0 6\n"
    solution = read_output(expanded + "Solution\n" + FORMS["rows"], PROBLEM).solution
    assert solution is not None
    assert "".join(move.letter for move in solution.moves) == "RD"


def test_expanded_boards_alone_are_no_path() -> None:
    text = "1 2 3\n4 0 5\n7 8 6\n\n1 0 3\n4 2 5\n7 8 6\n\n" + FORMS["rows"][FORMS["rows"].index("\n\n") + 2 :]
    solution = read_output(text, PROBLEM).solution
    assert solution is not None
    assert solution.illegal_step is not None
    assert solution.illegal_step.number == 2
    reading = read_output(f"{text}\nThe depth of the goal node was 2\n", PROBLEM)  # so they are not meant as one
    assert (reading.solution, reading.depth) == (None, 2)


def test_of_a_long_output_the_beginning_and_the_end_are_read() -> None:
    reading = read_output("1 2 3\n4 0 5\n7 8 6\n\n" * 200_000 + FORMS["rows"] + "Nodes expanded: 57\n", PROBLEM)
    assert reading.solution is not None
    assert reading.solution.is_correct
    assert [counter.value for counter in reading.counters.values()] == [57]
    assert len(reading.boards) < 30_000


def test_numbers_are_no_steps_on_a_solved_board() -> None:
    solution = read_output("6 6\n1 node expanded, 1 queued\n", Problem(PROBLEM.goal)).solution
    assert solution is not None
    assert solution.given == 0
    assert read_output("Nodes expanded: 6\n", Problem(Board("1 2 3 / 4 5 0 / 7 8 6"))).solution is None
    assert read_output("expanded=5 generated=6\n", PROBLEM).solution is None  # tiles 5 and 6 would solve it


def test_legal_steps_are_likelier_than_illegal_ones() -> None:
    solution = read_output("Down\nRight\nDown\n", PROBLEM).solution  # for the blank the third one is illegal
    assert solution is not None
    assert solution.is_legal


@each_case(
    ("line", "kind", "value"),
    [
        ("Nodes expanded: 57", "expanded", 57),
        ("To solve this problem the search expanded a total of 1,057 nodes.", "expanded", 1057),
        ("The maximum number of nodes in the queue at any one time: 34", "queue", 34),
        ("nodes_generated = 99", "generated", 99),
        ("The depth of the goal node was 14", "depth", 14),
        ("Solved in 14 moves", "depth", 14),
        ("57 nodes visited", "expanded", 57),
        ("Time: 0.25 s", "time", 0.25),
        ("The searcht took 32452503 ms.", "time", 32452503),
        ("Expanded in 57 microseconds", "time", 57),
        ("The maximum number of nodes at any one time was 34", "expanded", 34),
        ("Nodes expanded:\n57", "expanded", 57),
        ("Solution found at 6 depth", "depth", 6),
        ("62 nodes expanded", "expanded", 62),
        ("Number of states enqueued = 4", "generated", 4),
        ("12:00:57 nodes expanded: 4", "expanded", 4),
        ("Nodos expandidos: 57", "expanded", 57),
        ('{"moves": ["up"], "visited": 57}', "expanded", 57),
    ],
)
def test_counters_have_the_kind_of_their_name(line: str, kind: str, value: float) -> None:
    (counter,) = read_output(f"Result\n{line}\n", PROBLEM).counters.values()
    assert (counter.kind, counter.value) == (kind, value)


@each_case(
    ("text", "counters"),
    [
        ("g = 1\ng = 2", {}),  # a line that is repeated
        (
            "Reached at depth 3! Expanded 5 nodes, max queue size 9.",
            {"Reached at depth": 3, "Expanded nodes": 5, "max queue size": 9},
        ),
        ("5 expanded nodes, 9 created nodes", {"expanded nodes": 5, "created nodes": 9}),
        ("Which method? 1 2 3\nMy 8-puzzle", {}),
    ],
)
def test_a_counter_has_the_name_of_its_part_of_a_sentence(text: str, counters: dict[str, float]) -> None:
    assert {one.name: one.value for one in read_output(text, PROBLEM).counters.values()} == counters


@each_case(
    ("typed", "template", "blank"),
    [
        ("2\n1 2 3\n4 0 5\n7 8 6\n3\n", "2\n{row1}\n{row2}\n{row3}\n3\n", "0"),
        ("1 2 3 4 b 5 7 8 6\n", "{cells}\n", "b"),
        ("123495786", "{digits}", "9"),
        ("1,2,3\n4,_,5\n7,8,6\n", "{cell1},{cell2},{cell3}\n{cell4},{cell5},{cell6}\n{cell7},{cell8},{cell9}\n", "_"),
        ("8\n1\n", None, ""),
    ],
)
def test_a_template_is_learned_from_what_was_typed(typed: str, template: str | None, blank: str) -> None:
    learned = learn(typed, START)
    assert learned == (None if template is None else (template, blank))
    if template is not None:
        assert fill(template, START, PROBLEM.goal, blank=blank) == typed


def test_a_failure_at_a_depth_limit_is_no_length() -> None:
    assert read_output("No solution at or before depth = 10\n", PROBLEM).depth is None


def test_a_row_of_numbers_below_names_has_counters() -> None:
    text = "| expanded | generated |\n|---|---|\n| 2 | 6 |\n"
    counters = read_output(text, PROBLEM).counters.values()
    assert [(one.name, one.value) for one in counters] == [("expanded", 2), ("generated", 6)]


def test_of_one_line_each_counter_has_its_own_name() -> None:
    counters = read_output("nodes expanded: 2 nodes generated: 6\n", PROBLEM).counters.values()
    assert [(one.kind, one.value) for one in counters] == [("expanded", 2), ("generated", 6)]


def test_a_last_line_that_is_a_number_is_the_length_only_if_that_is_known() -> None:
    assert read_output("Done.\n2\n", PROBLEM).depth is None
    assert read_output("Done.\n2\n", PROBLEM, has_bare_length=True).depth == 2


SEARCHES = """Uniform cost search
moves: RD
nodes expanded: 9
A* with misplaced tiles
moves: RD
nodes expanded: 3
A* with Manhattan distance
moves: RD
nodes expanded: 2
"""


def test_of_several_searches_in_one_output_one_is_read() -> None:
    reading = read_output(SEARCHES, PROBLEM)
    assert reading.search == "A* with Manhattan distance"
    assert [one.value for one in reading.counters.values()] == [2]
    assert len(reading.searches) == 3


def test_a_search_is_chosen_by_its_name() -> None:
    reading = read_output(SEARCHES, PROBLEM, method="misplaced")
    assert [one.value for one in reading.counters.values()] == [3]


def test_the_values_of_a_node_are_no_counters() -> None:
    text = "The best state to expand with g(n) = 1 and h(n) = 2 is\nEstimate: 7\nnodes expanded: 4\n"
    assert [one.value for one in read_output(text, PROBLEM).counters.values()] == [4]


@pytest.mark.parametrize(
    "text",
    [
        "Traceback (most recent call last):\n  File 'solver.py', line 8, in solve\nError: [Errno 8] no such file",
        "\n".join(f"plan {number}: {step}" for number, step in enumerate(("U", "D", "L", "R", "R D", "D R"))),
        "7 5 8\n6 0 1",
    ],
    ids=["numbers of lines", "many plans", "other numbers"],
)
def test_what_is_no_answer_solves_nothing(text: str) -> None:
    solution = read_output(text, Problem("1 2 3 / 4 5 6 / 7 0 8")).solution
    assert solution is None or not solution.is_correct


def test_boards_that_walk_past_the_goal_are_no_path() -> None:
    walk = ["123456708", "123456780", "123450786", "123456780"]
    problem = Problem("1 2 3 / 4 5 6 / 7 0 8")
    assert read_output("\n".join(walk[:2]), problem).form == "boards"
    solution = read_output("\n".join(walk[:3]), problem).solution
    assert solution is None or not solution.is_correct


def test_boards_beside_words_of_an_expansion_are_no_path() -> None:
    boards = FORMS["rows"].split("\n\n")
    text = "\n".join(f"The best state to expand is\n{board}\nExpanding this node..." for board in boards)
    assert read_output(text, PROBLEM).solution is None
    assert read_output(f"{text}\nDepth: 2\n", PROBLEM).solution is not None  # the length is that of the boards


def test_arrows_between_boards_are_no_moves() -> None:
    boards = FORMS["rows"].split("\n\n")
    solution = read_output("\n↓\n".join(boards), PROBLEM).solution
    assert solution is not None
    assert solution.is_correct
    assert read_output("\n↓\n".join([*boards[:1], "7 8 6\n1 2 3\n4 0 5"]), PROBLEM).form != "arrows for the blank"


@each_case(
    "text",
    [
        "Goal could not be reached from this configuration",
        '{"solved": false, "visited": 181440}',
        "goal not reachable",
        "no moves lead to the goal",
        "Il n'y a aucune solution",
        "El tablero no es resoluble",
    ],
)
def test_words_for_no_solution_are_read(text: str) -> None:
    assert read_output(text, PROBLEM).says_unsolvable


@each_case("text", ["Gave up: too many nodes", "[R]andom puzzle", "look down for more", "what is left: nothing"])
def test_a_direction_among_other_words_is_no_step(text: str) -> None:
    assert read_output(text, PROBLEM).solution is None


def test_a_step_with_a_label_is_one() -> None:
    assert read_output("moves: R", PROBLEM).solution is not None
    assert read_output("Go right!", Problem("1 2 3 / 4 5 6 / 7 0 8")).solution is not None


def test_a_unit_belongs_to_the_number_before() -> None:
    reading = read_output("I needed 6 steps and looked at 138 positions", PROBLEM)
    assert reading.depth == 6


def test_the_fields_of_a_line_are_counters_of_their_own() -> None:
    counters = read_output("answer=RD;expanded=5", PROBLEM).counters.values()
    assert [(one.name, one.kind, one.value) for one in counters] == [("expanded", "expanded", 5)]
