"""Shapes, moves, boards, goals, problems, solutions, and the text forms of a board."""
