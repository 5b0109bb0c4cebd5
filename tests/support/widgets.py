"""A widget of a notebook in a page, with a model in place of a kernel."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page

from browser import Stage
from taquin.notebook.widgets import Play, Player, Search

MODEL = """
class Model {
  #listeners = new Map();
  saves = 0;
  constructor(state) { this.state = state; }
  get(name) { return this.state[name]; }
  set(name, value) {
    if (JSON.stringify(this.state[name]) === JSON.stringify(value)) return;
    this.state[name] = value;
    for (const action of this.#listeners.get(`change:${name}`) ?? []) action();
  }
  save_changes() { this.saves += 1; }
  on(name, action) { this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), action]); }
  off(name, action) { this.#listeners.set(name, this.#listeners.get(name).filter((each) => each !== action)); }
  get count() { return [...this.#listeners.values()].flat().length; }
}
const state = await (await fetch("/state.json")).json();
const widget = (await import("/widget.js")).default;
window.model = new Model(state);
window.end = widget.render({ model, el: host });
"""


def open_widget(stage: Stage, widget: Play | Player | Search, **options: Any) -> Page:
    """The widget in a page, as anywidget would show it."""
    state = {key: value for key, value in widget.get_state().items() if key in widget.trait_names(sync=True)}
    wanted = {key: value for key, value in state.items() if key not in ("_esm", "_css", "layout")}
    served = {"/widget.js": widget._esm, "/state.json": json.dumps(wanted)}
    return stage.page(MODEL, files=served, **options)
