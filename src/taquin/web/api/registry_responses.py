"""The response of ``GET /api/registry``."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from taquin.web.api.responses import ResponseModel


class OptionResponse(ResponseModel):
    """One option of an algorithm or a heuristic."""

    name: str
    type: Literal["boolean", "integer", "number", "text", "choice"]
    default: str | int | float | bool
    summary: str
    choices: list[str]
    choice_words: list[str] = Field(description="The choices in words.")
    minimum: float | None
    maximum: float | None


class AlgorithmResponse(ResponseModel):
    """An algorithm: its names, options and guarantees."""

    key: str
    name: str
    title: str = Field(description="The short name, with a capital letter.")
    aliases: list[str]
    summary: str
    description: str = Field(description="Cost and guarantees.")
    source: str = Field(description="The paper or book that the algorithm comes from.")
    complete: str
    optimal: str
    memory: str
    uses_heuristic: bool
    options: list[OptionResponse]


class HeuristicResponse(ResponseModel):
    """A heuristic: its names, options and guarantees."""

    key: str
    name: str
    title: str = Field(description="The short name, with a capital letter.")
    aliases: list[str]
    summary: str
    description: str
    source: str
    admissible: str
    consistent: str
    sizes: str
    takes_parts: bool
    argument: str | None
    options: list[OptionResponse]


class NamedResponse(ResponseModel):
    """A goal or a text form, with an example."""

    name: str
    summary: str
    example: str


class RegistryResponse(ResponseModel):
    """Algorithms, heuristics, goals, text forms and limits: what `taquin list --json` prints, and more."""

    version: str
    core: str = Field(description="The version of the native core, or why it is not used.")
    elsewhere: str = Field(
        description="The URL of the page for other machines of the network; empty if only this machine can open it."
    )
    algorithms: list[AlgorithmResponse]
    heuristics: list[HeuristicResponse]
    goals: list[NamedResponse]
    formats: list[NamedResponse]
    default_methods: dict[str, str] = Field(description="The method that is used if none is named, by size.")
    depth_sizes: list[str] = Field(description="Sizes whose exact distances to the standard goal are available.")
    limits: dict[str, int | float] = Field(description="The limits of this server.")
