"""Run the example notebook and store it with its outputs: ``python docs/notebook.py`` (part of ``make docs``).

Widgets need a kernel: of these the stored notebook has only the name, not the state.
"""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

TOUR = Path(__file__).parent.parent / "examples" / "notebook" / "tour.ipynb"
WIDGET = "application/vnd.jupyter.widget-view+json"


def execute(source: Path, target: Path) -> None:
    """Run every cell of a notebook, and write it with its outputs."""
    notebook = nbformat.read(source, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(notebook, timeout=120, kernel_name="python3", store_widget_state=False).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # times
        for output in cell.get("outputs", ()):
            if WIDGET in output.get("data", {}):
                name = output.data["text/plain"].partition(" object")[0].rpartition(".")[2]
                output.data = {"text/plain": f"{name}: a widget; run the cell to use it"}
    notebook.metadata.language_info = {"name": "python"}
    nbformat.write(notebook, target)  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    execute(TOUR, Path(sys.argv[1]) if len(sys.argv) > 1 else TOUR)
