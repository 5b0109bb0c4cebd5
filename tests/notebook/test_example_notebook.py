"""The example notebook is stored with its small outputs; ``test_make_docs_changes_nothing`` runs it."""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOUR = ROOT / "examples" / "notebook" / "tour.ipynb"


def test_it_is_stored_with_its_small_outputs() -> None:
    text = TOUR.read_text(encoding="utf-8")
    assert len(text) < 40_000
    cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    assert all(cell["outputs"] for cell in cells)
    assert not any(output["output_type"] == "error" for cell in cells for output in cell["outputs"])
    assert re.search(r"/home/|/root/|/tmp/| at 0x", text) is None, "it names a place of a machine"
