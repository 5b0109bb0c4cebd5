"""The queues of the variants: the heap of Python is compared with heapq itself."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from random import Random

from taquin.analysis.programs.variants import BottomUpHeap


@dataclass(eq=False)
class Item:
    key: int
    number: int

    def __lt__(self, other: Item) -> bool:
        return self.key < other.key


def test_equal_keys_leave_as_heapq_lets_them() -> None:
    rng = Random(1)
    for _ in range(100):
        theirs: list[Item] = []
        ours = BottomUpHeap()
        for number in range(300):
            if not theirs or rng.random() < 0.55:
                key = rng.randrange(6)
                heapq.heappush(theirs, Item(key, number))
                ours.add(key, number)
            else:
                assert ours.take() == heapq.heappop(theirs).number
