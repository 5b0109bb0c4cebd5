"""What a layered beam remembers. Whole beams are compared with the core in tests/algorithms/test_anytime.py."""

from __future__ import annotations

import pytest

from taquin.algorithms.layered_beam import _SeenBoards


@pytest.mark.parametrize(("width", "bits"), [(1, 12), (512, 12), (513, 13), (1024, 13), (1025, 14)])
def test_eight_slots_are_kept_for_each_board_of_a_layer(width: int, bits: int) -> None:
    """The next power of two, at least 2^12. Of three hashes in the same two slots one is forgotten."""
    pair = 1 << (65 - bits)  # hashes below this have the first pair of slots
    near, far = _SeenBoards(width), _SeenBoards(width)
    assert [near.add(value) for value in (1, 2, pair - 1)] == [True] * 3
    assert [near.add(value) for value in (pair - 1, 1, 2)] == [False, False, True]
    assert [far.add(value) for value in (1, 2, pair + 1)] == [True] * 3
    assert [far.add(value) for value in (pair + 1, 2, 1)] == [False] * 3
