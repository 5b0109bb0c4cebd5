"""A form makes any number of questions of one kind, each from a seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import TypeAlias

from taquin.lessons.exercises.question import Question

Make: TypeAlias = Callable[[Random], Question]


@dataclass(frozen=True, slots=True)
class Form:
    """A kind of question. Its key begins with the key of its unit: ``space.inversions``."""

    key: str
    title: str
    make: Make

    @property
    def unit(self) -> str:
        """The key of the unit of the course that it belongs to."""
        return self.key.partition(".")[0]

    def question(self, seed: int) -> Question:
        """The question of this seed, the same on every machine."""
        return replace(self.make(Random(f"{self.key} {seed}")), form=self.key, seed=seed)


class Forms:
    """Collects the forms of one unit: ``@forms.add("inversions", "Count inversions")`` above a function."""

    def __init__(self, unit: str) -> None:
        self.unit = unit
        self.all: list[Form] = []

    def add(self, name: str, title: str) -> Callable[[Make], Make]:
        """Add the decorated function as a form."""

        def decorate(make: Make) -> Make:
            self.all.append(Form(f"{self.unit}.{name}", title, make))
            return make

        return decorate
