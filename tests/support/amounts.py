"""The number of examples that Hypothesis tries."""

from __future__ import annotations

from math import ceil
from typing import Any

from hypothesis import settings


def examples(count: int, **others: Any) -> settings:
    """Settings for a test: ``count`` examples with the profile ``thorough``, a fifth with ``quick``."""
    return settings(max_examples=ceil(count * settings().max_examples / 100), **others)
