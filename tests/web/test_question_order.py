"""Which question of a unit comes next: from easy to hard, then in an order that the seed of the link decides."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from visiting import Visits

SCRIPT = """async () => {
  const { firstQuestion, generator, nextQuestion, shuffled } = await import("./page/question_order.js");
  const forms = ["a", "b", "c", "d"];
  const answered = new Set();
  const asked = [firstQuestion(forms, answered)];
  const play = (before, round, count) => {
    const made = [];
    for (let number = 0; number < count; number += 1) {
      answered.add(before.form);
      before = nextQuestion(forms, before, answered, round);
      made.push(before);
    }
    return made;
  };
  asked.push(...play(asked[0], [], 11));
  const again = play(asked[3], [], 8);
  const orders = [];
  for (let seed = 0; seed < 2400; seed += 1) orders.push(shuffled(forms, generator(seed)).join(""));
  return { asked, again, orders, first: [firstQuestion(forms, new Set()), firstQuestion(forms, new Set(["a", "b"]))] };
}"""


@pytest.mark.usefixtures("page_server")  # a page without a server has its modules in one file
def test_questions_go_from_easy_to_hard_then_in_rounds_that_the_seed_decides(visits: Visits) -> None:
    found = visits.open("#learn", is_bundled=False).evaluate(SCRIPT)
    forms = [question["form"] for question in found["asked"]]
    assert forms[:4] == ["a", "b", "c", "d"]
    assert sorted(forms[4:8]) == sorted(forms[8:]) == ["a", "b", "c", "d"]
    assert all(one != other for one, other in pairwise(forms))
    assert found["again"] == found["asked"][4:], "the seed of a question decides what follows"
    assert [question["form"] for question in found["first"]] == ["a", "c"]
    assert {question["seed"] for question in found["first"]} == {1}, (
        "the first question was made when the page was built"
    )


@pytest.mark.usefixtures("page_server")
def test_every_order_is_about_equally_likely(visits: Visits) -> None:
    orders = Counter(visits.open("#learn", is_bundled=False).evaluate(SCRIPT)["orders"])
    assert len(orders) == 24
    assert max(orders.values()) < 2 * min(orders.values()), orders
