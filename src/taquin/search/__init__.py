"""Search algorithms, one family per file: the definitions, readable beside a textbook.

Every algorithm is a plain function ``algorithm(space, run, …) -> Outcome`` on any ``StateSpace``. ``taquin.registry``
lists them; ``taquin.search.run`` has what they share.
"""
