"""How much Hypothesis tries: ``make test`` a part, ``make slow`` everything."""

from __future__ import annotations

from math import ceil
from typing import Any

from hypothesis import settings


def examples(count: int, **others: Any) -> settings:
    """Settings of a test that tries so many examples with the profile ``thorough``, and fewer with ``quick``."""
    return settings(max_examples=ceil(count * settings().max_examples / 100), **others)
