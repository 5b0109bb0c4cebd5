"""Additive pattern databases: exact costs of bringing some tiles home, for sums that never overestimate.

Five jobs, five files: ``pattern`` says which tiles, ``ranking`` turns placements into numbers, ``build`` makes the
entries, ``database`` looks them up, ``store`` keeps them in files.

R. E. Korf and A. Felner, *Disjoint pattern database heuristics*, Artificial Intelligence 134, 2002; A. Felner, R. E.
Korf and S. Hanan, *Additive pattern database heuristics*, Journal of Artificial Intelligence Research 22, 2004.
"""
