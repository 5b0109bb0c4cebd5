"""Widgets for notebooks: play a solution, watch a search, move tiles."""

from taquin.notebook.widgets import Play, Player, Search

__all__ = ["Play", "Player", "Search"]
