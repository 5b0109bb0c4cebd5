"""Hostile values, texts and traces, and what they must not do."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from random import Random
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

if TYPE_CHECKING:
    from playwright.sync_api import Page

VALUES: list[Any] = [
    None,
    True,
    -1,
    0,
    10**18,
    10**400,
    1e308,
    -0.5,
    float("nan"),
    float("inf"),
    [],
    [1],
    ["x"],
    {},
    {"a": []},
    "",
    "\ud800",
    "\x1b[2J",
    "a\nb",
    "a|b",
    "$x$",
    "_x",
    "x" * 3000,
    "\u202e",
    "=1+1",
    "@x",
    "{x}",
    "%s",
    "\\",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert(1))",
    "`x`",
    "\\input{x}",
]

MARK = "hostile"
ELEMENT = f"<img src=x onerror=window.{MARK}=1 class={MARK}>"
TEXTS = [
    ELEMENT,
    f'"><script class={MARK}>window.{MARK}=1</script>',
    f"javascript:window.{MARK}=1",
    f"<svg class={MARK} onload=window.{MARK}=1>",
    "__proto__",
    "constructor",
    "toString",
    "../../api/registry",
    "%",
    "%E0%A4%A",
    "\0",
    "\ud7ff\u202e",
    "'",
    "9" * 5000,
    f"astar({ELEMENT})",
    "max(" * 20_000 + ")" * 20_000,
    "1," * 5_000,
    "1,2/3,0;" * 50,
]


def has_elements(text: str) -> str:
    return "an element of a name" if re.search(r"<(script|img)\b", text) else ""


def is_well_formed(text: str) -> str:
    """The fault of an SVG picture; empty if it is one, without elements and attributes that run something."""
    try:
        elements = list(ElementTree.fromstring(text).iter())
    except ElementTree.ParseError as error:
        return f"not XML: {error}"
    names = {str(element.tag).rpartition("}")[2] for element in elements}
    attributes = {str(name).rpartition("}")[2] for element in elements for name in element.attrib}
    active = names & {"script", "foreignObject", "a", "img", "image"} | {
        each for each in attributes if each[:2] == "on"
    }
    return f"active parts: {active}" if active else ""


def hostile_trace(lines: list[str], random: Random) -> list[str]:
    """The lines of a trace with fields exchanged, mostly those that are texts."""
    found = [json.loads(line) for line in lines]
    for _ in range(random.randint(1, 3)):
        record = found[random.choice([0, 0, 0, -1, random.randrange(len(found))])]
        if isinstance(record.get("rules"), dict) and random.random() < 0.3:
            record = record["rules"]
        record[random.choice(["title", "spec", "reason", *sorted(record)])] = deepcopy(random.choice(VALUES))
    return [json.dumps(record) for record in found]


_FAULT = f"""() => window.{MARK} ? "a script ran"
  : document.querySelector(".{MARK}") ? "a text became an element"
  : [...document.querySelectorAll("[href], [src]")].some((each) => /^javascript:/i.test(each.href ?? each.src))
    ? "a link runs a script" : "" """


def fault(page: Page) -> str:
    """What a hostile text has done to the page; empty if nothing."""
    return str(page.evaluate(_FAULT))
