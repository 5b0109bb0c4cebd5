"""The drawings that tests of pictures share: those kept in ``tests/golden``, and those that are hard to lay out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import cache
from itertools import islice
from typing import Any

from recording import recorded
from taquin.analysis.compare import compare
from taquin.analysis.examine import EstimateCount, examine
from taquin.analysis.shortest import shortest_solutions
from taquin.analysis.solution_graph import SolutionGraph
from taquin.lessons.exercises import display
from taquin.lessons.exercises.quiz import find_form
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.puzzle.moves import Move
from taquin.puzzle.solution import Solution
from taquin.render.board.picture import board_drawing
from taquin.render.charts import boards_chart, estimate_chart, experiment_charts, method_chart, search_chart
from taquin.render.drawing.shapes import Drawing
from taquin.render.drawing.theme import DARK, LIGHT, Surface, Theme
from taquin.render.shortest.picture import shortest_drawing
from taquin.render.solution.animation import Animation
from taquin.render.solution.picture import solution_drawing
from taquin.render.tree.picture import NodeStyle, tree_drawing
from taquin.render.tree.selection import LARGE, Cut, Focus
from taquin.run.result import Outcome, Result, Status
from taquin.trace.events import Event, ExpandEvent, GenerateEvent
from taquin.trace.trace import Trace

MIDDLE = "8 1 3 / 4 0 2 / 7 6 5"
NEAR = "1 2 3 / 0 4 6 / 7 5 8"
DEEP = "3 5 4 / 8 0 6 / 1 7 2"
PLATEAU = "5 2 1 / 4 8 3 / 7 6 0"
HARDEST = "8 6 7 / 2 5 4 / 3 0 1"
FIFTEEN = "1 2 3 4 / 5 6 8 12 / 9 10 7 15 / 13 14 0 11"
EXAMPLE, EXAMPLE_GOAL = "1 0 8 2 5 7 4 6 3", "0 8 7 1 2 3 4 5 6"
LONG_PATH = "/home/me/in/a/folder/" + "very_" * 20 + "long.py:estimate$of$mine"
LONG_SPEC = "hill_climbing(linear_conflict, variant=stochastic, sideways=100, restarts=1000, never_undo=true)"
FIVE = standard(Shape(2, 3))
UNSOLVABLE = "1 2 3 / 4 5 6 / 8 7 0"
SOLUTION = Solution(Board(MIDDLE), "RDLLUURDLDRURD")


@cache
def record(start: str, algorithm: str = "astar(manhattan)", *, cap: int = 1_000_000, **options: Any) -> Trace:
    """The trace of a search; other options are those of ``solve``."""
    return recorded(start, cap=cap, algorithm=algorithm, **options)


@cache
def graph_of(board: str, columns: int | None = None) -> SolutionGraph:
    """All shortest solutions of a board."""
    graph = shortest_solutions(Board(board, Shape(1, columns) if columns else None)).graph
    assert graph is not None
    return graph


def surfaces(theme: Theme) -> Iterator[tuple[str, Surface]]:
    """The surfaces of a theme, by their names."""
    values = ((field.name, getattr(theme, field.name)) for field in fields(theme))
    return ((name, value) for name, value in values if isinstance(value, Surface))


def toy() -> Trace:
    """A search of something that is not a board."""
    events: tuple[Event, ...] = (
        GenerateEvent(0, -1, -1, 0, 2),
        ExpandEvent(0),
        GenerateEvent(1, 0, 0, 1, 1),
        GenerateEvent(2, 0, 3, 1, 3),
    )
    return Trace({"spec": "toy"}, events, Outcome(status=Status.LIMIT))


def walk(shape: Shape, length: int) -> Solution:
    """Moves from the standard board, none of which undoes the one before; the same in every run."""
    board, moves = standard(shape), list[Move]()
    for number in range(length):
        legal = [move for move in board.moves() if not moves or move is not moves[-1].opposite]
        moves.append(legal[(number * 7919 + 3) % 10007 % len(legal)])
        board = board.play(moves[-1])
    return Solution(standard(shape), moves)


def tree(
    trace: Trace, *, node_style: str = "auto", iteration: int | None = None, theme: Theme = LIGHT, **cut: object
) -> Drawing:
    """The picture of a search tree; other options are those of ``Cut``."""
    options = {"levels": 40, "max_nodes": 300, "small": LARGE, **cut}
    return tree_drawing(
        trace,
        cut=Cut(**options),  # type: ignore[arg-type]
        iterations=None if iteration is None else [iteration],
        node_style=NodeStyle(node_style),
        theme=theme,
    )


def named(algorithm: str) -> Trace:
    """A search whose method has this name."""
    trace = record(NEAR)
    return Trace({**trace.header, "spec": algorithm}, trace.events, trace.outcome)


def drawn(chart: Drawing | None) -> Drawing:
    assert chart is not None
    return chart


def results(*specs: str, nodes: int = 3000) -> list[Result]:
    """The results of methods on one board, all methods if none are named."""
    return [row.result for row in compare(MIDDLE, algorithms=specs, nodes=nodes)]


def counts_of(name: str, factor: float = 1) -> list[EstimateCount]:
    """The estimates of a heuristic, multiplied by a factor, on all boards of 2×3."""
    counts = examine(name, FIVE).counts
    return [EstimateCount(factor * estimate, distance, boards) for estimate, distance, boards in counts]


EFFORT = {"astar": [120.0, 3000.0, 45.5], "ida_star": [90.0, 12_000.0, 44.0]}

GOLDEN: dict[str, Callable[[], Drawing]] = {
    "board": lambda: board_drawing(Board(MIDDLE).play("Up"), goal="standard"),
    "strip": lambda: solution_drawing(SOLUTION, steps=(1, 3), theme=DARK),
    "animation": lambda: Animation(Solution(Board("1 2 / 0 3"), "RULDR")).drawing(),
    "tree_of_boards": lambda: tree(record(EXAMPLE, goal=EXAMPLE_GOAL)),
    "tree_of_dots": lambda: tree(record(MIDDLE), duplicates=True, theme=DARK),
    "tree_cut": lambda: tree(record(MIDDLE, "bfs", cap=120), max_nodes=25, levels=5, node_style="boards"),
    "tree_around_path": lambda: tree(record(MIDDLE), focus=Focus.AROUND_PATH, levels=6, node_style="boards"),
    "tree_of_iterations": lambda: tree(record(NEAR, "iddfs"), theme=DARK),
    "tree_of_two_searches": lambda: tree(record(NEAR, "bidirectional"), focus=Focus.AROUND_PATH),
    "tree_of_local_search": lambda: tree(record(PLATEAU, "hill_climbing(manhattan)")),
    "tree_without_nodes": lambda: tree(record(UNSOLVABLE)),
    "shortest": lambda: shortest_drawing(graph_of("2 4 3 / 8 6 7 / 1 5 0"), max_states=24, theme=DARK),
    "chart_of_methods": lambda: method_chart.methods(
        results("astar(manhattan)", "astar(misplaced)", "greedy(misplaced)", "bfs", "hill_climbing(manhattan)")
    ),
    "chart_of_boards": lambda: boards_chart.boards(
        compare([MIDDLE, NEAR, DEEP, PLATEAU, MIDDLE], algorithms=["astar(manhattan)", "bfs"], nodes=3000)
    ),
    "chart_of_effort": lambda: drawn(experiment_charts.cactus(EFFORT, measure="nodes")),
    "chart_of_search": lambda: search_chart.search(record(MIDDLE)),
    "chart_of_iterations": lambda: search_chart.search(record(MIDDLE, "ida_star(manhattan)"), theme=DARK),
    "chart_of_estimates": lambda: estimate_chart.estimates(
        [("manhattan", counts_of("manhattan")), ("mine", counts_of("manhattan", 1.5))], FIVE
    ),
}
"""The pictures in ``tests/golden``."""


def _boards(start: str, algorithm: str, focus: Focus, theme: Theme = LIGHT) -> Callable[[], Drawing]:
    def draw() -> Drawing:
        trace = record(start, algorithm, nodes=2000)
        return tree(trace, focus=focus, max_nodes=150, levels=25, node_style="boards", theme=theme)

    return draw


def _dots(start: str, algorithm: str, theme: Theme = LIGHT) -> Callable[[], Drawing]:
    def draw() -> Drawing:
        trace = record(start, algorithm, nodes=800)
        return tree(trace, node_style="dots", iteration=len(trace.tree.bounds) or None, theme=theme)

    return draw


def _exercise(form: str, theme: Theme = LIGHT) -> Callable[[], Drawing]:
    def draw() -> Drawing:
        question = find_form(form).question(1)
        return display.tree_drawing(question.tree, question.blanks, theme)

    return draw


ALL = Focus.EVERYTHING
LEGIBLE = Focus.LEGIBLE
PATH = Focus.PATH

DOTS: dict[str, Callable[[], Drawing]] = {
    "astar as dots": _dots(DEEP, "astar(manhattan)"),
    "dfs as dots": _dots(MIDDLE, "dfs"),
    "ida_star as dots": _dots(MIDDLE, "ida_star(misplaced)"),
    "bidirectional_astar as dots": _dots(DEEP, "bidirectional_astar(manhattan)"),
    "hill_climbing as dots": _dots(PLATEAU, "hill_climbing(manhattan)", DARK),
    "4×4 as dots": _dots(FIFTEEN, "bfs", DARK),
}
"""Trees of up to 300 nodes, which must be legible on one page."""

HOSTILE: dict[str, Callable[[], Drawing]] = {
    "board 2×2": lambda: board_drawing(standard(Shape(2, 2)), goal="snail", theme=DARK),
    "board 16×16": lambda: board_drawing(standard(Shape(16, 16)), goal="snail"),
    "board 1×9": lambda: board_drawing(standard(Shape(1, 9)), goal="standard"),
    "board 3×34": lambda: board_drawing(standard(Shape(3, 34)), goal="snail"),
    "smallest board": lambda: board_drawing(Board(MIDDLE), goal="standard", size=12),
    "strip 3×3 in one column": lambda: solution_drawing(SOLUTION, width=10),
    "strip 16×16": lambda: solution_drawing(walk(Shape(16, 16), 5)),
    "strip 1×6": lambda: solution_drawing(walk(Shape(1, 6), 5), width=400, theme=DARK),
    "strip without moves": lambda: solution_drawing(walk(Shape(2, 2), 0)),
    "strip of one step": lambda: solution_drawing(walk(Shape(4, 4), 1200), steps=(1111, 1111)),
    "animation without moves": lambda: Animation(walk(Shape(2, 2), 0), theme=DARK).drawing(),
    "animation 4×4": lambda: Animation(walk(Shape(4, 4), 320)).drawing(),
    "frame": lambda: next(islice(Animation(SOLUTION).frames(), 7, None))[0],
    "astar": _boards(MIDDLE, "astar(manhattan)", ALL),
    "reopened nodes": _boards(HARDEST, "wastar(manhattan, weight=5)", ALL),
    "ida_star": _boards(MIDDLE, "ida_star(manhattan)", ALL),
    "bidirectional_astar": _boards(MIDDLE, "bidirectional_astar(manhattan)", LEGIBLE),
    "hill_climbing": _boards(PLATEAU, "hill_climbing(manhattan, restarts=1)", LEGIBLE, DARK),
    "repeated state": _boards(MIDDLE, "hill_climbing(misplaced, never_undo=true)", LEGIBLE),
    "tree of 4×4": _boards(FIFTEEN, "astar(manhattan)", ALL, DARK),
    "path": _boards(MIDDLE, "astar(manhattan)", PATH, DARK),
    **DOTS,
    "cut path as dots": lambda: tree(record(MIDDLE), levels=5, max_nodes=70, node_style="dots"),
    "toy as boards": lambda: tree(toy()),
    "toy as dots": lambda: tree(toy(), node_style="dots"),
    "start is goal": lambda: tree(record("1 2 3 4 5 6 7 8 0")),
    "long name": lambda: tree(named("hill_climbing(" + "linear_conflict, " * 12 + ")")),
    "long word": lambda: tree(named("astar(/home/" + "very_" * 40 + "long.py:estimate)")),
    "exercise with blanks": _exercise("astar.fill_h"),
    "exercise with values": _exercise("astar.path", DARK),
    "exercise with numbers": _exercise("blind.breadth_order"),
    "shortest of the hardest": lambda: shortest_drawing(graph_of(HARDEST)),
    "shortest 4×4": lambda: shortest_drawing(graph_of("1 4 3 11 / 9 6 2 7 / 10 5 0 8 / 13 14 15 12"), max_states=None),
    "shortest 2×2": lambda: shortest_drawing(graph_of("0 3 / 2 1")),
    "shortest 1×6": lambda: shortest_drawing(graph_of("1 2 3 4 0 5", 6)),
    "one shortest of many": lambda: shortest_drawing(SolutionGraph.from_solution(SOLUTION)),
    "chart of all methods": lambda: method_chart.methods(results(nodes=400), theme=DARK),
    "chart of long names": lambda: method_chart.methods(
        [replace(result, spec=spec) for result in results("bfs") for spec in (f"astar({LONG_PATH})", LONG_SPEC, "bfs")]
    ),
    **{
        f"{name} of {count} runs": lambda draw=draw, count=count: drawn(  # type: ignore[misc]
            draw(
                {f"{place} {LONG_PATH}": [0.003 * (place + 7**run) for run in range(count)] for place in range(9)},
                measure="CPU seconds",
            )
        )
        for name, draw in {"cactus": experiment_charts.cactus, "boxes": experiment_charts.boxes}.items()
        for count in (1, 7)
    },
    "scatter": lambda: drawn(experiment_charts.scatter([(1, 2), (3, 500)], first="a", second="b", measure="nodes")),
    "scatter of unsolved boards": lambda: drawn(
        experiment_charts.scatter(
            [(0.01, 0.02), (0.03, None), (None, 0.01)], first=LONG_PATH, second=LONG_SPEC, measure="wall seconds"
        )
    ),
    "scatter of one board": lambda: drawn(experiment_charts.scatter([(0, 0)], first="a", second="b", measure="nodes")),
    "quality": lambda: drawn(
        experiment_charts.quality({"a": [(0.0, 0.5), (20.0, 1.0)], "b": [(0.0, 0.2)]}, clock="CPU")
    ),
    "estimates of starts": lambda: drawn(experiment_charts.estimates({"a": [(40, 30.0), (50, 41.0)], "b": [(40, 1)]})),
    "expansions by bound": lambda: drawn(
        experiment_charts.series(
            {"a": [(-12, 10), (-10, 300), (0, 4_000_000)]}, title="Expansions", label="bound", measure="nodes expanded"
        )
    ),
    "chart of one method on one board": lambda: boards_chart.boards(compare([NEAR], algorithms=["bfs"])),
    "chart of many methods": lambda: boards_chart.boards(
        compare([MIDDLE, NEAR, "1 2 3 / 4 5 6 / 7 8 0", DEEP], nodes=300), theme=DARK
    ),
    "chart of a wide search": lambda: search_chart.search(record(MIDDLE, "bfs", nodes=3000)),
    "chart of a deep search": lambda: search_chart.search(record(MIDDLE, "dfs", nodes=5000)),
    "chart of two searches": lambda: search_chart.search(record(MIDDLE, "bidirectional"), theme=DARK),
    "chart of restarts": lambda: search_chart.search(record(PLATEAU, "hill_climbing(manhattan, restarts=9)")),
    "chart of nothing": lambda: search_chart.search(record("1 2 3 / 4 5 6 / 7 8 0", "hill_climbing")),
    "chart of huge estimates": lambda: estimate_chart.estimates([("huge", counts_of("manhattan", 1000))], FIVE),
    "chart of a long heuristic": lambda: estimate_chart.estimates([(LONG_PATH, counts_of("misplaced"))], FIVE),
}
"""Pictures that are large, small, long, empty or cut."""
