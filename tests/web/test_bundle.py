"""Bundles: one module of several, each once, with private names kept private."""

from __future__ import annotations

from pathlib import Path

import pytest

from browser import STATIC, Stage
from taquin.web.bundle import bundle


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name}.js").write_text(text, encoding="utf-8")
    return folder / "entry.js"


def test_a_bundle_runs_like_the_modules(stage: Stage, tmp_path: Path) -> None:
    entry = write(
        tmp_path,
        base="""const secret = 1;
export const BASE = 10;
export function add(value) { return value + secret; }
""",
        left="""import { BASE, add } from "./base.js";
const secret = 5;
export class Left { get value() { return add(BASE) * secret; } }
""",
        entry="""import {
  add,
} from "./base.js";
import { BASE as base } from "./base.js";
import { Left } from "./left.js";
export default { value: add(new Left().value) + base };
""",
    )
    text = bundle(entry)
    assert text.count("function add(") == 1, "a module that is imported twice is in the bundle once"
    page = stage.page(files={"/bundle.js": text})
    assert page.evaluate("import('/bundle.js').then(({ default: made }) => made.value)") == 66


@pytest.mark.parametrize("name", ["play", "player", "search"])
def test_the_widgets_import_nothing(name: str) -> None:
    text = bundle(STATIC / "notebook" / f"{name}.js")
    assert not any(line.startswith("import ") for line in text.splitlines())
    assert text.count("export default {") == 1
