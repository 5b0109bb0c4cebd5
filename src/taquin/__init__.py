"""Taquin: sliding-tile puzzles, solved right, fast and visibly."""

__version__ = "0.1.0"
