"""Recorded runs: events, the recorder, trace files, and the steps and the tree that a trace describes.

``trace`` knows boards and moves, but no algorithm.
"""
