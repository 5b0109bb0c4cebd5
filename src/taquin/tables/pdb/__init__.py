"""Additive pattern databases: the exact cost of bringing some tiles to their goal cells; sums never overestimate.

``pattern`` defines which tiles, ``pattern_ranking`` turns placements into indices, ``build`` computes the entries,
``image`` determines which patterns share a database, ``store`` keeps the entries in cache files.

R. E. Korf and A. Felner, *Disjoint pattern database heuristics*, Artificial Intelligence 134, 2002; A. Felner, R. E.
Korf and S. Hanan, *Additive pattern database heuristics*, Journal of Artificial Intelligence Research 22, 2004.
"""
