"""The phases of ``taquin.search.constructive``: the walk, the lines, and the placement of a few tiles."""
