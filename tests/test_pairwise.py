"""The selection of combinations that other tests run."""

from __future__ import annotations

from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from amounts import examples
from pairwise import all_pairs


@examples(30)
@given(st.lists(st.integers(1, 6), min_size=2, max_size=5))
def test_every_pair_of_values_occurs(sizes: list[int]) -> None:
    factors = [[f"{number}-{value}" for value in range(size)] for number, size in enumerate(sizes)]
    rows = all_pairs(*factors)
    assert all(value in factor for row in rows for value, factor in zip(row, factors, strict=True))
    for one, other in combinations(range(len(factors)), 2):
        assert {(row[one], row[other]) for row in rows} == set(product(factors[one], factors[other]))


def test_it_chooses_far_fewer_than_the_product() -> None:
    rows = all_pairs(range(60), range(11), range(4), range(7))
    assert len(set(rows)) == len(rows) <= 1.1 * 60 * 11


def test_the_choice_is_the_same_every_time() -> None:
    assert all_pairs("abc", "de", "fgh") == all_pairs("abc", "de", "fgh")
