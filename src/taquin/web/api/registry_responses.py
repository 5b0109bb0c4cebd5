"""What the registry looks like, for the OpenAPI page."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from taquin.web.api.responses import Answer


class OptionAnswer(Answer):
    """One option of an algorithm or a heuristic."""

    name: str
    type: Literal["boolean", "integer", "number", "text", "choice"]
    default: str | int | float | bool
    summary: str
    choices: list[str]
    minimum: float | None
    maximum: float | None


class AlgorithmAnswer(Answer):
    """An algorithm: what it is called, what it takes, what it promises."""

    key: str
    name: str
    aliases: list[str]
    summary: str
    description: str = Field(description="Cost and guarantees, in some sentences.")
    source: str = Field(description="Where the algorithm comes from.")
    complete: str
    optimal: str
    memory: str
    uses_heuristic: bool
    options: list[OptionAnswer]


class HeuristicAnswer(Answer):
    """A heuristic: what it is called and what is proven of it."""

    key: str
    name: str
    aliases: list[str]
    summary: str
    description: str
    source: str
    admissible: str
    consistent: str
    sizes: str
    takes_parts: bool
    options: list[OptionAnswer]


class NamedAnswer(Answer):
    """A goal or a text form, with an example."""

    name: str
    summary: str
    example: str


class RegistryAnswer(Answer):
    """Everything that forms and pages about algorithms need: what `taquin list --json` prints, and more."""

    version: str
    core: str = Field(description="Which native core runs, or why none does.")
    algorithms: list[AlgorithmAnswer]
    heuristics: list[HeuristicAnswer]
    goals: list[NamedAnswer]
    formats: list[NamedAnswer]
    default_methods: dict[str, str] = Field(description="The method that is taken if none is named, by size.")
    depth_sizes: list[str] = Field(description="Sizes whose exact distances to the standard goal are known at once.")
    limits: dict[str, int | float] = Field(description="The most that this server allows.")
