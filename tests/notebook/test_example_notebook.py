"""The example notebook runs from top to bottom, shows every widget, and is stored without output."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "examples" / "notebook").glob("*.ipynb"))
TOUR = Path(__file__).parents[2] / "examples" / "notebook" / "tour.ipynb"

# In a process of its own: a kernel and its client bring event loops, which do not go with those of a browser.
RUN = """
import sys, nbformat
from nbclient import NotebookClient

notebook = nbformat.read(sys.argv[1], as_version=4)
NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
nbformat.write(notebook, sys.argv[2])
"""


def cells(path: Path) -> list[dict[str, Any]]:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """The output of the notebook."""
    done = tmp_path_factory.mktemp("notebook") / "done.ipynb"
    ran = subprocess.run([sys.executable, "-c", RUN, str(TOUR), str(done)], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-3000:]
    return [output for cell in cells(done) for output in cell["outputs"]]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_it_is_stored_without_output(path: Path) -> None:
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in cells(path))


def test_every_kind_of_picture_and_widget_is_shown(outputs: list[dict[str, Any]]) -> None:
    kinds = [kind for output in outputs for kind in output.get("data", {})]
    assert kinds.count("application/vnd.jupyter.widget-view+json") == 5
    assert kinds.count("image/svg+xml") == 5  # three boards, a chart, the tree
    assert "text/html" in kinds  # the result
    assert not any(output["output_type"] == "error" for output in outputs)


def test_its_statements_are_true(outputs: list[dict[str, Any]]) -> None:
    text = "".join("".join(output.get("text", "")) for output in outputs)
    assert "solvable: False" in text
    assert "repair: swap tiles 7 8" in text
    assert "moves that are left at best: 14" in text
    assert "path of the solution: 0 → 3 → 4 → 5 → 7 → 8 → 11 → 13" in text
    rows = [line.split() for line in text[text.index("heuristic  ") :].splitlines()[1:7]]
    table = {name: int(expanded.replace(",", "")) for name, _, expanded, _ in rows}
    assert table["blind"] > table["misplaced"] > table["manhattan"] > table["linear_conflict"]
