"""Widgets for notebooks: play a solution, watch a search, move tiles.

They need anywidget and work wherever it does: JupyterLab, Jupyter Notebook,
VS Code, Colab.
"""

from taquin.notebook.widgets import Play, Player, Search

__all__ = ["Play", "Player", "Search"]
