"""Search algorithms, one family per file: the definitions, readable beside a textbook.

Every algorithm is a plain function ``algorithm(space, run, …) -> Outcome`` on any ``StateSpace``.
``taquin.solving.registry`` lists them; ``taquin.run.run`` has what they share.
"""
