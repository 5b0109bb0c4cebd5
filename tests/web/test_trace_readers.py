"""``/api/trace`` and ``/api/trace/pair`` send what the page reads: it uses every field of a recorded search."""

from __future__ import annotations

import json

from playwright.sync_api import Page, Route, expect

from visiting import BOARD, Visits, button, says

LISTEN = """(() => {
  const fields = new Set();
  const used = new Set();
  const list = (value, path) => {
    if (Array.isArray(value)) {
      if (!value.some((each) => each?.constructor === Object)) fields.add(path);
      for (const each of value) if (each?.constructor === Object) list(each, path);
    } else if (value?.constructor === Object) {
      for (const [key, each] of Object.entries(value)) list(each, `${path}.${key}`);
    } else {
      fields.add(path);
    }
  };
  const watch = (value, path) => (value === null || typeof value !== 'object' ? value : new Proxy(value, {
    get(target, key) {
      const at = Array.isArray(target) ? path : `${path}.${String(key)}`;
      const found = target[key];
      const isUse = Array.isArray(target) ? /^(\\d+|length)$/.test(String(key)) : !Array.isArray(found);
      if (isUse) used.add(at);
      return watch(found, at);
    },
  }));
  const parse = JSON.parse;
  JSON.parse = (text, ...more) => {
    const value = parse(text, ...more);
    if (!value?.history && !value?.searches) return value;
    (value.history ?? value).unused = [1];
    list(value, '');
    return watch(value, '');
  };
  window.unusedFields = () => {
    const name = (field) => field.replace('.searches.', '').replace(/^[.]/, '');
    const known = new Set([...used].map(name));
    return [...new Set([...fields].map(name))].filter((field) => !known.has(field)).sort();
  };
})()"""
"""Wraps the searches that the page receives. A column counts as used when one of its entries or its length is; a field
that no script knows is added, which has to be the only one that is not used."""


def show(page: Page, visits: Visits, address: str) -> None:
    page.goto(f"{visits.url}#watch?board={BOARD}&{address}")
    expect(page.locator(".watch .is-stale")).to_have_count(0)
    expect(page.locator(".watch .taquin-tree canvas").first).to_be_visible()


def ask(page: Page, kind: str) -> None:
    page.get_by_role("button", name="Teach").click()
    page.get_by_label("Pseudocode", exact=True).first.select_option("lines")
    page.get_by_label("Questions").select_option(kind)
    page.keyboard.press("Escape")


def limit_nodes(route: Route) -> None:
    request = route.request.post_data_json or {}
    route.continue_(post_data=json.dumps({**request, "limits": {"nodes": 50}}))


def test_every_field_of_a_recorded_search_is_used(visits: Visits) -> None:
    page = visits.open(is_own=True)
    page.add_init_script(LISTEN)
    page.goto(f"{visits.url}/empty")
    show(page, visits, "method=astar(manhattan)")
    ask(page, "next")
    page.get_by_role("button", name="Node 0, f 10").click()
    ask(page, "value")
    page.get_by_label("Answer").fill("3")
    page.get_by_label("Answer").press("Enter")
    ask(page, "duplicate")
    button(page, "yes")
    for _ in range(25):
        page.get_by_label("Step", exact=True).press("ArrowRight")
    page.get_by_label("Step", exact=True).press("End")
    page.route("**/api/trace/stream", limit_nodes)
    show(page, visits, "method=ida_star(manhattan)")
    says(page, ".watch-messages", "did not finish")
    page.get_by_label("Step", exact=True).press("End")
    show(page, visits, "method=astar(misplaced)&with=ida_star(manhattan)")
    button(page, "View")
    page.get_by_label("In step by").select_option("time")
    assert page.evaluate("unusedFields()") == ["history.unused", "unused"]
