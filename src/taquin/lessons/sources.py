"""The papers and books behind each lesson, by its key. Titles are between asterisks."""

from __future__ import annotations

_BOOK = 'S. Russell, P. Norvig, *Artificial Intelligence: A Modern Approach*, section "{}".'
_HART = (
    "P. E. Hart, N. J. Nilsson, B. Raphael, *A formal basis for the heuristic determination of minimum cost paths*, "
    "IEEE Transactions on Systems Science and Cybernetics 4, 1968."
)
_KORF = (
    "R. E. Korf, *Depth-first iterative-deepening: an optimal admissible tree search*, "
    "Artificial Intelligence 27, 1985."
)
_POHL = "I. Pohl, *Heuristic search viewed as path finding in a graph*, Artificial Intelligence 1, 1970."
_MOORE = "E. F. Moore, *The shortest path through a maze*, 1959."
_TAKAHASHI = "Ken'ichiro Takahashi (takaken) devised it; it was published on the web, in Japanese."
_LEARNING = (
    "Y. Xu, A. Fern, S. Yoon, *Learning linear ranking functions for beam search with application to planning*, "
    "Journal of Machine Learning Research 10, 2009."
)

SOURCES: dict[str, tuple[str, ...]] = {
    "bfs": (_MOORE,),
    "bidirectional": ("I. Pohl, *Bi-directional search*, Machine Intelligence 6, 1971.",),
    "dfs": (_BOOK.format("Uninformed search strategies"),),
    "depth_limited": (_BOOK.format("Uninformed search strategies"),),
    "iddfs": (_KORF,),
    "ucs": ("E. W. Dijkstra, *A note on two problems in connexion with graphs*, Numerische Mathematik 1, 1959.",),
    "greedy": (_BOOK.format("Informed (heuristic) search strategies"),),
    "astar": (_HART,),
    "wastar": (_POHL,),
    "ida_star": (_KORF,),
    "rbfs": ("R. E. Korf, *Linear-space best-first search*, Artificial Intelligence 62, 1993.",),
    "bidirectional_astar": (
        (
            "J. Chen, R. C. Holte, S. Zilles, N. R. Sturtevant, *Front-to-end bidirectional heuristic search with "
            "near-optimal node expansions*, IJCAI 2017."
        ),
    ),
    "beam": ("B. T. Lowerre, *The HARPY speech recognition system*, 1976.",),
    "hill_climbing": (_BOOK.format("Local search"),),
    "annealing": (
        "S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, *Optimization by simulated annealing*, Science 220, 1983.",
    ),
    "constructive": (
        "I. Parberry, *A real-time algorithm for the (n²-1)-puzzle*, 1995, fills the board line by line.",
    ),
    "anytime": (
        "W. Zhang, *Complete anytime beam search*, AAAI 1998, has the idea of beams that become wider.",
        _LEARNING,
    ),
    "blind": (_HART,),
    "misplaced": (_BOOK.format("Heuristic functions") + " There it is h1.",),
    "manhattan": (_BOOK.format("Heuristic functions") + " There it is h2.",),
    "euclidean": (
        _BOOK.format("Informed (heuristic) search strategies")
        + " There the straight line estimates the length of a road; here it is drawn for every tile.",
    ),
    "gaschnig": ("J. Gaschnig, *A problem similarity approach to devising heuristics: first results*, IJCAI 1979.",),
    "linear_conflict": (
        (
            "O. Hansson, A. Mayer, M. Yung, *Criticizing solutions to relaxed models yields powerful admissible "
            "heuristics*, Information Sciences 63, 1992."
        ),
    ),
    "walking_distance": (_TAKAHASHI,),
    "inversion_distance": (_TAKAHASHI,),
    "pdb": (
        "J. C. Culberson, J. Schaeffer, *Pattern databases*, Computational Intelligence 14, 1998.",
        "R. E. Korf, A. Felner, *Disjoint pattern database heuristics*, Artificial Intelligence 134, 2002.",
        (
            "A. Felner, R. E. Korf, S. Hanan, *Additive pattern database heuristics*, Journal of Artificial "
            "Intelligence Research 22, 2004."
        ),
    ),
    "learned": (_LEARNING,),
    "max": (
        (
            "R. C. Holte, A. Felner, J. Newton, R. Meshulam, D. Furcy, *Maximizing over multiple pattern databases "
            "speeds up heuristic search*, Artificial Intelligence 170, 2006."
        ),
    ),
}
