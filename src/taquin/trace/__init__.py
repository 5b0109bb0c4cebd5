"""One trace, many readers: watch a search, record it, read it back, fold it, see it as a tree.

``trace`` knows boards and moves, never an algorithm.
"""
