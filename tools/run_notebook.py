"""Run the example notebook and store it with its small outputs: a part of ``make docs``.

The stored notebook has the text of every output, and pictures of a few kilobytes, such as boards. It has no widgets,
because they need a kernel, and no charts or reports, because they contain times.
"""

from __future__ import annotations

from pathlib import Path

import nbformat
from nbclient import NotebookClient

TOUR = Path(__file__).parent.parent / "examples" / "notebook" / "tour.ipynb"
WIDGET = "application/vnd.jupyter.widget-view+json"
LARGEST = 4000
"""Longer outputs are not stored, in characters."""


def main() -> None:
    """Run every cell of the notebook, and store it."""
    notebook = nbformat.read(TOUR, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(
        notebook, timeout=120, kernel_name="python3", store_widget_state=False, coalesce_streams=True
    ).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # times
        for output in cell.get("outputs", ()):
            if WIDGET in output.get("data", {}):
                name = output.data["text/plain"].partition(" object")[0].rpartition(".")[2]
                output.data = {"text/plain": f"{name}: a widget; run the cell to use it"}
            elif "data" in output:
                output.data = {kind: data for kind, data in output.data.items() if len(data) <= LARGEST}
    notebook.metadata.language_info = {"name": "python"}
    nbformat.write(notebook, TOUR)  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    main()
