"""Heuristics: estimates of the distance to a goal, one family per file.

A heuristic is a callable made for one goal: ``Manhattan(goal)(state)``. ``taquin.solving.registry`` lists them by
name, with what is known of each.
"""
