"""The recipes of docs/contributing/recipes.md, followed on a copy of the project.

Each part says which files of ``src`` it adds or edits by hand. A recipe must name all of them, and they must not become
more. The tests then run on the copy, with all parts at once: a test that knows how many parts there are fails.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest

from cases import each_case
from taquin import _native

ROOT = Path(__file__).parents[2]
Edit = Callable[[str], str]


def text(written: str) -> str:
    return dedent(written).lstrip("\n")


def entry(name: str, written: str) -> Edit:
    """Add an entry at the end of the tuple, list or dictionary that a file assigns to a name."""

    def edit(source: str) -> str:
        begin = re.search(rf"^{name}\b[^\n]* = [({{\[]\n.*?(?=^[)}}\]])", source, re.MULTILINE | re.DOTALL)
        assert begin is not None, f"there is no {name}"
        return source[: begin.end()] + indent(text(written), "    ") + source[begin.end() :]

    return edit


def imported(line: str) -> Edit:
    """Add an import after those that a file has."""

    def edit(source: str) -> str:
        *_, last = re.finditer(r"^from taquin[^(\n]*(\([^)]*\))?$", source, re.MULTILINE)
        return f"{source[: last.end()]}\n{line}{source[last.end() :]}"

    return edit


@dataclass(frozen=True)
class Part:
    """A new part of Taquin: what is written by hand, and the number of files of ``src`` that this may touch."""

    recipe: str
    most: int
    added: Mapping[str, str]
    edited: Mapping[str, tuple[Edit, ...]] = field(default_factory=dict)

    @property
    def sources(self) -> list[str]:
        return [path for path in (*self.added, *self.edited) if path.startswith("src/")]


def lesson_of(key: str, *changes: tuple[str, str]) -> str:
    lesson = (ROOT / f"src/taquin/lessons/texts/{key}.md").read_text(encoding="utf-8")
    for before, after in changes:
        assert before in lesson
        lesson = lesson.replace(before, after)
    return lesson


HASTE = 'Option("haste", 3, "how much h counts", minimum=1)'
PARTS = {
    "heuristic": Part(
        "Add a heuristic",
        3,
        {
            "src/taquin/heuristics/chebyshev.py": text('''
                """Chebyshev distance: the larger of the rows and the columns between each tile and its goal cell."""

                from __future__ import annotations

                from taquin.heuristics.tile_sum import TileSum


                class Chebyshev(TileSum):
                    """The larger of the rows and the columns between each tile and its goal cell. Consistent."""

                    def cost(self, rows: int, columns: int) -> int:
                        return max(rows, columns)
                '''),
            "src/taquin/lessons/texts/chebyshev.md": lesson_of(
                "misplaced", ("method: astar(misplaced)", "method: astar(chebyshev)"), ("estimate: 5", "estimate: 6")
            ),
        },
        {
            "src/taquin/solving/heuristics.py": (
                entry(
                    "HEURISTICS",
                    """
                    HeuristicSpec(
                        key="chebyshev",
                        name="Chebyshev distance",
                        implementation="taquin.heuristics.chebyshev:Chebyshev",
                        summary="the larger of rows and columns between each tile and its home",
                        admissible=True,
                        consistent=True,
                    ),
                    """,
                ),
            ),
            "tests/support/slow_heuristics.py": (
                imported("from taquin.heuristics.chebyshev import Chebyshev"),
                entry("DEFINITIONS", '"chebyshev": (Chebyshev, slow_chebyshev),\n'),
                lambda source: source.replace(
                    "DEFINITIONS: ",
                    "def slow_chebyshev(board: Board, goal: Board) -> float:\n"
                    "    total = 0\n"
                    "    for tile in filter(None, board):\n"
                    "        row, column = divmod(list(board).index(tile), board.shape.columns)\n"
                    "        home_row, home_column = divmod(list(goal).index(tile), board.shape.columns)\n"
                    "        total += max(abs(row - home_row), abs(column - home_column))\n"
                    "    return total\n\n\nDEFINITIONS: ",
                    1,
                ),
            ),
        },
    ),
    "algorithm": Part(
        "Add an algorithm",
        3,
        {
            "src/taquin/algorithms/eager.py": text('''
                """A* that weights h heavily."""

                from __future__ import annotations

                from collections.abc import Hashable
                from typing import TypeVar

                from taquin.algorithms.best_first import best_first
                from taquin.heuristics.base import Estimate
                from taquin.puzzle.problem import StateSpace
                from taquin.run.result import Outcome
                from taquin.run.run import Run

                S = TypeVar("S", bound=Hashable)


                def eager(space: StateSpace[S], run: Run, heuristic: Estimate[S], *, haste: float = 3) -> Outcome:
                    """The least g + haste · h first. Complete on finite spaces, not optimal."""
                    return best_first(space, run, heuristic, weight_g=1, weight_h=haste, tie_break="fifo")
                '''),
            "src/taquin/lessons/texts/eager.md": lesson_of(
                "wastar", ("method: wastar(manhattan, weight=3)", "method: eager(manhattan, haste=3)")
            ),
        },
        {
            "src/taquin/solving/algorithms.py": (
                entry(
                    "ALGORITHMS",
                    f"""
                    AlgorithmSpec(
                        key="eager",
                        name="eager A*",
                        aliases=("eager_astar",),
                        implementation="taquin.algorithms.eager:eager",
                        summary="expands the node with the least g + haste · h first",
                        options=({HASTE},),
                        claims=Claims(
                            complete="on finite spaces", optimal="no", memory=_ALL, suboptimality={HASTE}
                        ),
                    ),
                    """,
                ),
            ),
            "tests/support/toy.py": (entry("VALUES", '"haste": (1, 5),\n'),),
        },
    ),
    "picture format": Part(
        "Add a picture format",
        2,
        {
            "src/taquin/render/drawing/eps.py": text('''
                """Drawings as Encapsulated PostScript: the rectangles alone."""

                from __future__ import annotations

                from collections.abc import Iterable, Iterator

                from taquin.render.drawing.shapes import Drawing, Group, Rectangle, Shape


                def from_drawing(drawing: Drawing) -> str:
                    """The drawing as an EPS file."""
                    box = f"%%BoundingBox: 0 0 {drawing.width:.0f} {drawing.height:.0f}"
                    return "\\n".join(["%!PS-Adobe-3.0 EPSF-3.0", box, *_boxes(drawing.shapes, 0, drawing.height), ""])


                def _boxes(shapes: Iterable[Shape], x: float, y: float) -> Iterator[str]:
                    for shape in shapes:
                        if isinstance(shape, Group):
                            yield from _boxes(shape.shapes, x + shape.x, y - shape.y)
                        elif isinstance(shape, Rectangle):
                            bottom = y - shape.y - shape.height
                            yield f"{x + shape.x:.2f} {bottom:.2f} {shape.width:.2f} {shape.height:.2f} rectstroke"
                ''')
        },
        {
            "src/taquin/render/formats.py": (
                entry(
                    "FORMATS",
                    """
                    Format(
                        name="eps",
                        endings=("eps",),
                        media_type="application/postscript",
                        drawing="taquin.render.drawing.eps:from_drawing",
                    ),
                    """,
                ),
            )
        },
    ),
    "chart": Part(
        "Add a chart",
        2,
        {
            "src/taquin/render/charts/histogram.py": text('''
                """How many boards needed how much: a histogram of each method."""

                from __future__ import annotations

                from collections.abc import Mapping, Sequence

                from taquin.render.charts.axes import WIDTH, Axis, marker, sheet
                from taquin.render.drawing.shapes import Drawing, Group
                from taquin.render.drawing.theme import LIGHT


                def histogram(values: Mapping[str, Sequence[float]], *, measure: str) -> Drawing:
                    """A point for each board, one line of points for each method."""
                    axis = Axis.of_values([value for efforts in values.values() for value in efforts], 20, WIDTH)
                    signs = [
                        marker(place, axis.at(value), 10 + 20 * place, 3, LIGHT)
                        for place, efforts in enumerate(values.values())
                        for value in efforts
                    ]
                    return sheet(f"Boards by {measure}", [], Group(tuple(signs)), 20 * len(values), [], LIGHT)
                ''')
        },
        {
            "src/taquin/experiments/report/charts.py": (
                imported("from taquin.render.charts.histogram import histogram"),
                entry("CHARTS", '"histogram": lambda runs: [histogram(runs.values, measure=runs.measure.name)],\n'),
            )
        },
    ),
    "chart of a report": Part(
        "Add a chart",
        1,
        {},
        {
            "src/taquin/experiments/report/charts.py": (
                entry(
                    "CHARTS",
                    """
                    "memory": lambda runs: [
                        draw.series(
                            runs.points("length", "peak_memory"),
                            title="Memory by length",
                            label="length of the solution",
                            measure="bytes",
                        )
                    ],
                    """,
                ),
            )
        },
    ),
    "route": Part(
        "Add a route",
        2,
        {
            "src/taquin/web/api/mirroring.py": text('''
                """The mirror image of a board."""

                from __future__ import annotations

                from typing import TypedDict

                from taquin.web.api import puzzles
                from taquin.web.api.job import Json, Service, as_json
                from taquin.web.api.requests import PuzzleRequest


                class MirrorRecord(TypedDict):
                    """A board, left and right exchanged."""

                    rows: list[list[int]]


                def mirror(body: PuzzleRequest, service: Service) -> Json[MirrorRecord]:
                    """The board, left and right exchanged."""
                    start = puzzles.read_puzzle(body, service.settings)[0].start
                    cells, columns = list(start), start.shape.columns
                    rows = [cells[first : first + columns][::-1] for first in range(0, len(cells), columns)]
                    return as_json(MirrorRecord(rows=rows))
                ''')
        },
        {
            "src/taquin/web/api/endpoints.py": (
                imported("from taquin.web.api import mirroring"),
                entry("_TABLE", 'Route("mirror", mirroring.mirror, "The mirror image of a board"),\n'),
            ),
            "tests/web/test_engines.py": (entry("VALID", '"mirror": {"board": BOARD},\n'),),
        },
    ),
}


def listed_files(recipe: str) -> list[str]:
    """The files and folders that a recipe of docs/contributing/recipes.md names; NAME stands for any name."""
    contributing = (ROOT / "docs" / "contributing" / "recipes.md").read_text(encoding="utf-8")
    section = contributing.partition(f"\n## {recipe}\n")[2].partition("\n## ")[0]
    return re.findall(r"`((?:src|tests)/[\w./]+)`", section)


@each_case("part", PARTS.values())
def test_a_recipe_names_all_files(part: Part) -> None:
    listed = listed_files(part.recipe)
    for name in listed:
        assert "NAME" in name or (ROOT / name).exists(), name
    assert len(part.sources) == part.most
    for path in (*part.added, *part.edited):
        patterns = [re.escape(name).replace("NAME", r"\w+") + (".*" if name.endswith("/") else "") for name in listed]
        assert any(re.fullmatch(pattern, path) for pattern in patterns), f"{part.recipe} does not name {path}"


COMMANDS = (
    "list algorithms",
    "solve BOARD -a eager-astar(chebyshev,haste=2)",
    "tree BOARD -a eager(haste=5)",
    "examine chebyshev",
    "draw BOARD -o board.eps",
    "tree BOARD -o tree.eps",
    "experiment -i hardest8 -m bfs -m astar(chebyshev) -m depth_limited(limit=3) -o results.jsonl",
    "report results.jsonl --charts charts",
    "experiment -i hardest8 -m depth_limited(limit=3) -o unsolved.jsonl",
    "report unsolved.jsonl --charts unsolved",
)
BOARD = "1,2,3/4,0,5/6,7,8"
TESTS = (
    "tests/contracts",
    "tests/cli/test_completion.py",
    "tests/cli/test_draw_command.py",
    "tests/cli/test_list_command.py",
    "tests/cli/test_texts.py",
    "tests/cli/test_tree_command.py",
    "tests/experiments/test_report.py",
    "tests/heuristics",
    "tests/lessons",
    "tests/project/test_public_names.py",
    "tests/project/test_readme.py",
    "tests/render",
    "tests/solving/test_method.py",
    "tests/trace",
    "tests/web/test_engines.py",
    "tests/web/test_web_api.py",
)
"""What uses the registries and tables, and what has nothing to do with a new part."""


def run_in(folder: Path, *arguments: str) -> str:
    """What Python prints in the copy; without the import hook of an editable installation (``-S``).

    The worker processes of pytest-xdist would have that hook.
    """
    packages = [path for path in sys.path if path.endswith("-packages")]
    places = [folder / "src", folder / "tools", *packages]
    done = subprocess.run(
        [sys.executable, "-S", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, places))},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        pytest.fail(f"{arguments}\n{done.stdout[-20_000:]}\n{done.stderr[-20_000:]}", pytrace=False)
    return done.stdout


@pytest.mark.slow
def test_parts_are_added_as_the_recipes_say(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    left_out = shutil.ignore_patterns(".*", "build", "dist", "node_modules", "__pycache__", "_core*.so", "_core*.pyd")
    shutil.copytree(ROOT, copy, ignore=left_out)
    core: Any = _native.load()
    if core is not None:
        shutil.copy(core.__file__, copy / "src/taquin")
    for part in PARTS.values():
        for path, content in part.added.items():
            (copy / path).write_text(content, encoding="utf-8")
        for path, edits in part.edited.items():
            source = (copy / path).read_text(encoding="utf-8")
            (copy / path).write_text(reduce(lambda text, edit: edit(text), edits, source), encoding="utf-8")
    printed = "".join(run_in(copy, "-m", "taquin", *command.replace("BOARD", BOARD).split()) for command in COMMANDS)
    for words in ("eager A*", "eager(chebyshev, haste=2)", "f = g + 5·h", "drew board.eps", "drew tree.eps"):
        assert words in printed
    assert {"histogram.pdf", "memory.pdf"} <= {chart.name for chart in (copy / "charts").iterdir()}
    assert not list((copy / "unsolved").iterdir()), "the runs without a solution have no length"
    run_in(copy, "tools/update_docs.py")
    report = run_in(copy, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *TESTS)
    assert int(re.findall(r"(\d+) passed", report)[-1]) > 500
