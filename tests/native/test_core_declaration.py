"""``_core.pyi`` declares the calls of the core once: both the compiled core and that of the browser agree with it."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import taquin
from taquin import _native
from taquin.web.browser import core as browser_core

NOT_IN_THE_BROWSER = {
    "RankedBoards": "training is for the command line",
    "collect_ranked": "training is for the command line",
    "fit_weights": "training is for the command line",
    "ida_star_branches": "the page has one machine",
    "ida_star_elsewhere": "the page has one machine",
    "search_space": "the page searches no space of the user's own",
    "SlideDatabases": "they take 358 MB",
    "fill_slide_database": "they take 358 MB",
    "search_slides": "they take 358 MB",
    "PatternBuild.level": "a build in the browser has no checkpoints",
    "PatternBuild.restore": "a build in the browser has no checkpoints",
    "PatternBuild.workspace": "a build in the browser has no checkpoints",
    "DisplacementScore.evaluate": "only tests evaluate single boards",
    "VariantSearch": "the page compares few variants, in Python",
    "MappingGuard.is_broken": "files are not mapped in the browser",
}

needs_core = pytest.mark.skipif(not _native.is_available(), reason=_native.describe())

Signature = tuple[tuple[str, bool], ...]
"""The names of the parameters, and whether each has a default."""


def declared() -> dict[str, Signature | None]:
    """Everything in ``_core.pyi``: a signature for functions and methods, None for classes and attributes."""
    found: dict[str, Signature | None] = {}
    tree = ast.parse((Path(taquin.__file__).parent / "_core.pyi").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = signature_of(node)
        elif isinstance(node, ast.ClassDef):
            found[node.name] = None
            for member in node.body:
                if isinstance(member, ast.FunctionDef):
                    is_attribute = any(isinstance(one, ast.Name) for one in member.decorator_list)
                    found[f"{node.name}.{member.name}"] = None if is_attribute else signature_of(member)
                elif isinstance(member, ast.Assign):
                    found[f"{node.name}.{ast.unparse(member.targets[0])}"] = None
                elif isinstance(member, ast.AnnAssign):
                    found[f"{node.name}.{ast.unparse(member.target)}"] = None
    return found


def signature_of(node: ast.FunctionDef) -> Signature:
    names = [argument.arg for argument in node.args.args]
    first_default = len(names) - len(node.args.defaults)
    pairs = [(name, number >= first_default) for number, name in enumerate(names)]
    return tuple(pair for pair in pairs if pair[0] != "self")


def compiled_signature(function: Any) -> Signature:
    """The signature that nanobind writes, of the overload with the most parameters; a None of Python ends the text."""
    overloads = [re.sub(r"\\\d+", "None", text) for text, *_ in function.__nb_signature__]
    trees = [ast.parse(re.sub(r"ndarray\[[^]]*\]", "object", text) + ": ...") for text in overloads]
    nodes = [node for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)]
    longest = max(map(signature_of, nodes), key=len)
    shortest = min(map(signature_of, nodes), key=len)
    return tuple((name, has_default or number >= len(shortest)) for number, (name, has_default) in enumerate(longest))


def python_signature(function: Callable[..., Any]) -> Signature:
    parameters = inspect.signature(function).parameters.values()
    return tuple((one.name, one.default is not one.empty) for one in parameters if one.name != "self")


DECLARED = declared()
CALLS = [name for name, signature in DECLARED.items() if signature is not None]


@needs_core
def test_the_compiled_core_has_exactly_the_declared_names() -> None:
    names = {name for name in dir(_native.core) if not name.startswith("_")}
    assert names == {name for name in DECLARED if "." not in name}


@needs_core
@pytest.mark.parametrize("name", [name for name in DECLARED if "." in name])
def test_classes_of_the_compiled_core_have_the_declared_members(name: str) -> None:
    owner, _, member = name.partition(".")
    assert hasattr(getattr(_native.core, owner), member)


@needs_core
@pytest.mark.parametrize("name", CALLS)
def test_calls_of_the_compiled_core_take_the_declared_parameters(name: str) -> None:
    owner, _, member = name.rpartition(".")
    function = getattr(getattr(_native.core, owner), member) if owner else getattr(_native.core, member)
    if hasattr(function, "__nb_signature__"):  # special methods such as __len__ have none
        assert compiled_signature(function) == DECLARED[name]


@pytest.mark.parametrize("name", DECLARED)
def test_the_core_in_the_browser_has_what_is_declared(name: str) -> None:
    owner, _, member = name.rpartition(".")
    if name in NOT_IN_THE_BROWSER or owner in NOT_IN_THE_BROWSER:
        return
    assert hasattr(getattr(browser_core, owner) if owner else browser_core, member)


@pytest.mark.parametrize("name", CALLS)
def test_calls_of_the_core_in_the_browser_take_the_declared_parameters(name: str) -> None:
    owner, _, member = name.rpartition(".")
    if name in NOT_IN_THE_BROWSER or owner in NOT_IN_THE_BROWSER:
        return
    function = getattr(getattr(browser_core, owner), member) if owner else getattr(browser_core, member)
    found = python_signature(function)
    if found != (("arguments", False),):  # an object whose maker in C++ checks what it is given
        assert found == DECLARED[name]
