"""Hints, graded moves, verified solutions, examined heuristics, comparisons of methods, and random boards."""
