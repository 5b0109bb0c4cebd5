"""The phases of ``taquin.algorithms.constructive``: the walk, the lines, and the placement of a few tiles."""
