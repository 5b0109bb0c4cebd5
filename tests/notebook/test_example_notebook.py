"""The example notebook runs from top to bottom, and is stored with its outputs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
TOUR = ROOT / "examples" / "notebook" / "tour.ipynb"


def cells(path: Path) -> list[dict[str, Any]]:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def outputs(path: Path) -> list[dict[str, Any]]:
    return [output for cell in cells(path) for output in cell["outputs"]]


def texts(path: Path) -> list[str]:
    """What the notebook prints, and the plain text of what it shows; pictures depend on versions of matplotlib."""
    shown = [each.get("text") or each["data"].get("text/plain", "") for each in outputs(path)]
    return ["".join(text) for text in shown]


def test_it_is_stored_with_its_outputs() -> None:
    assert [cell["execution_count"] for cell in cells(TOUR)] == list(range(1, len(cells(TOUR)) + 1))
    assert all(cell["outputs"] for cell in cells(TOUR))
    assert not any(output["output_type"] == "error" for output in outputs(TOUR))
    places = re.search(r"/home/|/root/|/tmp/| at 0x", TOUR.read_text(encoding="utf-8"))
    assert places is None, "it names a place of a machine"


@pytest.mark.slow
def test_the_stored_outputs_are_current(tmp_path: Path) -> None:
    """In a process of its own: a kernel brings an event loop, as a browser does."""
    command = [sys.executable, str(ROOT / "docs" / "notebook.py"), str(tmp_path / "done.ipynb")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-3000:]
    assert texts(tmp_path / "done.ipynb") == texts(TOUR), "run `make docs`"
