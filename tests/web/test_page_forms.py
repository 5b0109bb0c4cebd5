"""The methods that the form of the page writes, and their titles, are those of Python."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from taquin.solving.method import choose_method
from taquin.solving.registry import ALGORITHMS, HEURISTICS, Option
from visiting import Visits

pytestmark = pytest.mark.usefixtures("page_server")  # without a server, the page has its modules in one file


@pytest.fixture
def page(visits: Visits) -> Page:
    return visits.open("#learn")


def run(page: Page, script: str, argument: object = None) -> Any:
    """Run a function in the page, with all modules of the page."""
    modules = ("method_form", "spec")
    load = ", ".join(f"...(await import('/page/{name}.js'))" for name in modules)
    return page.evaluate(
        f"""async (argument) => {{
          const parts = {{ {load}, ...(await import('/modules/board.js')) }};
          return ({script})(parts, argument);
        }}""",
        argument,
    )


def other_value(option: Option) -> str:
    """A value that is not the default."""
    if option.choices:
        return next(choice for choice in option.choices if choice != option.default)
    if isinstance(option.default, bool):
        return str(not option.default).lower()
    if isinstance(option.default, str):
        return "4-4"
    return str(0.5 if option.maximum == 1 else 7)


def every_spec() -> list[str]:
    """Each algorithm, alone and with options that have an effect; each heuristic, with its options and parts."""
    specs = []
    for algorithm in ALGORITHMS:
        changed = {option.name: other_value(option) for option in algorithm.options}
        base = ["misplaced"] if algorithm.uses_heuristic else []
        for chosen in [{}, *[{name: value} for name, value in changed.items()], changed]:
            values = algorithm.complete_options(chosen)
            used = [f"{name}={value}" for name, value in chosen.items() if algorithm.option(name).is_used(values)]
            inside = ", ".join(base + used)
            specs.append(f"{algorithm.key}({inside})" if inside else algorithm.key)
    for heuristic in HEURISTICS:
        options = [f"{option.name}={other_value(option)}" for option in heuristic.options]
        text = f"{heuristic.key}({', '.join(options)})" if options else heuristic.key
        specs.append(f"astar({'max(euclidean, linear_conflict)' if heuristic.takes_parts else text})")
    return specs


def test_the_form_and_the_titles_write_every_method_as_python_does(page: Page) -> None:
    specs = [*every_spec(), *(alias for algorithm in ALGORITHMS for alias in algorithm.aliases)]
    specs += [f"astar({alias})" for heuristic in HEURISTICS for alias in heuristic.aliases if not heuristic.takes_parts]
    script = """async ({ MethodForm, methodTitle }, specs) => {
      const registry = await (await fetch('/api/registry')).json();
      const form = new MethodForm(registry);
      return specs.map((spec) => { form.value = spec; return [form.value, methodTitle(registry, form.value)]; });
    }"""
    methods = [choose_method(spec) for spec in specs]
    assert run(page, script, specs) == [[method.text, method.title] for method in methods]
