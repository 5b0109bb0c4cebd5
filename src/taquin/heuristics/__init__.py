"""Heuristics: estimates of the distance to a goal, one family per file.

A heuristic is a callable for one goal: ``Manhattan(goal)(state)``. ``taquin.solving.registry`` lists them by name, with
their properties.
"""
