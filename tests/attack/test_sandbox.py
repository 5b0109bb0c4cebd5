"""The view Code with hostile programs, as a link may bring them: what each wants, and what it gets.

A program runs in Python in a web worker. Whatever it does, the run ends by the page's
clock, nothing that it has started goes on afterwards, and the page goes on without an error.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from figures import Tally
from taquin.lessons.programs import PROGRAMS as STARTERS
from taquin.web.browser.user_code import UserEngine
from visiting import Visits, button, holds, says

FILL = "code => ace.edit(document.querySelector('.code-ace')).setValue(code, -1)"
NOTICE = ".coding .notice[role=status]"
INVALID = "The code sent the page a message that is not Taquin's, so its run was ended."
TOO_MANY = "The run failed: the code has sent too many messages."
REFUSED = "JsException: Error: code in the page cannot call JavaScript."
TOO_LONG = "Stopped, because it took too long."
NO_SOLUTION = "Your code found no solution."
PAGE_SECONDS = 40
EMIT = """import collections, itertools, sys
emit = sys.stdout._emit
"""
"""The function by which Taquin sends events: any code can find it."""
SEARCH = "\ndef search(start): return None"


class Program(NamedTuple):
    """A hostile program: what it wants, its code, and the message that it gets."""

    wanted: str
    code: str
    got: str


def missing(wanted: str, name: str) -> Program:
    """A program that wants a part of JavaScript that is not there."""
    return Program(wanted, f"import js\nprint(js.{name})", f"Line 2: AttributeError: {name.rpartition('.')[2]}.")


def forged(wanted: str, text: str) -> Program:
    """A program that sends another response; ``text`` is an expression."""
    return Program(wanted, f"import json\njson.dumps = lambda *values, **options: {text}{SEARCH}", INVALID)


HOSTILE = [
    Program("nested workers", "from js import Worker", "Line 1: ImportError: cannot import name 'Worker' from 'js'"),
    Program("as many messages as it likes", EMIT + "[emit('print', b'\"\"') for _ in range(10**6)]", TOO_MANY),
    Program("messages of 50 MB", EMIT + "[emit('print', b'x' * 5 * 10**7) for _ in range(9)]", TOO_MANY),
    forged("a forged record", """'{"trace": {"history": 5}, "lines": [], "words": ""}'"""),
    missing("blob workers", "URL.createObjectURL"),
    missing("the way of messages", "postMessage"),
    missing("other scripts", "importScripts"),
    missing("requests", "fetch"),
    missing("requests", "XMLHttpRequest"),
    missing("sockets", "WebSocket"),
    missing("other tabs", "BroadcastChannel"),
    missing("to fill a database", "indexedDB"),
    missing("to write what the service worker keeps", "caches"),
    missing("service workers, locks and storage", "navigator"),
    missing("to navigate", "location"),
    missing("the page", "parent"),
    missing("work that goes on in other threads", "crypto.subtle"),
    missing("the GPU", "OffscreenCanvas"),
    missing("to close the worker without a word", "close"),
    Program("JavaScript code", "import js\njs.Function.new('for (;;);')()", REFUSED),
    Program(
        "a built-in function that nothing interrupts",
        "import js\njs.Array.prototype.indexOf.call(js.Object.fromEntries([['length', 2**53 - 1]]), 1)",
        REFUSED,
    ),
    Program("microtasks without end", "import js\njs.Promise.resolve().then(js.Promise.resolve)", REFUSED),
    Program("to match for ever", "import js\njs.RegExp.new('(a+)+$').test('a' * 60 + 'b')", REFUSED),
    Program("shared memory", "import js\njs.WebAssembly.Memory.new(js.Object.new())", REFUSED),
    Program("to throw in a callback", "import js\njs.setTimeout(js.Array, 0)", REFUSED),
    Program("to throw in the page", "import js\njs.dispatchEvent(js.ErrorEvent.new('error'))", REFUSED),
    Program("to walk through objects", "import js\nfor one in js.Array.prototype: print(one)", REFUSED),
    Program("other functions in the place of JavaScript's", "import js\njs.JSON.stringify = js.Array", REFUSED),
    Program("JavaScript from C", "import ctypes\nctypes.CDLL(None).emscripten_run_script", "cannot call JavaScript."),
    Program("an event that is not known", EMIT + "emit('response', b'{}')", INVALID),
    Program("an event that is no JSON", EMIT + "emit('progress', b'{')", INVALID),
    Program("an event of another form", EMIT + "emit('progress', b'{\"toString\": 1}')", INVALID),
    Program("an event of a race", EMIT + "emit('row', b'{\"place\": 0}')", INVALID),
    Program("an event that is no text", EMIT + "emit('progress', 5)", "Line 3: JsException: TypeError"),
    forged("a record that is a text", "'\"x\"'"),
    forged("a record that is null", "'null'"),
    forged("a record that is deep", "'[' * 10**6 + ']' * 10**6"),
    forged("a record of 3,000,000 lists", "'[' + '[],' * 3 * 10**6 + '[]]'"),
    forged("an error that is an object", """'{"error": {"message": {}, "hint": null}}'"""),
    forged("the report of a check", """'{"words": "", "right": true, "report": "", "boards": [["", "x"]]}'"""),
    Program("a long error", "raise ValueError('x' * 10**7)", "Line 1: ValueError: xxxx"),
    Program("to print 100 MB", "print('x' * 10**8)\nprint('y')" + SEARCH, NO_SOLUTION),
    Program(
        "to fill the console",
        "import os\n[os.write(2, b'x' * 999 + b'\\n') for _ in range(9999)]" + SEARCH,
        NO_SOLUTION,
    ),
    Program("endless recursion", "def search(start): return search(start)", "Line 1: Your code failed: RecursionError"),
    Program("to end Python", "import os\nos._exit(3)", "The run failed: Exit: Program terminated with exit(3)."),
    Program("to crash Python", "import os\nos.abort()", "The run failed: RuntimeError: unreachable."),
    Program("all memory", "x = [bytearray(10**9) for _ in range(9)]", "Line 1: MemoryError."),
]
ENDLESS = [
    Program("to go on", EMIT + "print('begun')\ncollections.deque(itertools.count(), 0)", TOO_LONG),
    Program(
        "more time by messages",
        EMIT + "print('begun')\ntell = lambda _: (emit('progress', b'\"forged\"'), sum(range(10**7)))\n"
        "collections.deque(map(tell, itertools.count()), 0)",
        TOO_LONG,
    ),
    Program("one long instruction", "import re\nprint('begun')\nre.match('(a+)+$', 'a' * 99 + 'b')", TOO_LONG),
    Program(
        "callbacks for ever",
        EMIT + "import asyncio\nprint('begun')\nloop = asyncio.get_event_loop()\n"
        "def again(): loop.call_soon(again)\nagain()\ncollections.deque(itertools.count(), 0)",
        TOO_LONG,
    ),
]


def run(page: Page, program: Program) -> None:
    """Run a program."""
    page.evaluate(FILL, program.code)
    button(page, "Run")


def frames(page: Page) -> int:
    """The frames in which code runs or will run."""
    return page.locator("iframe").count()


@pytest.mark.parametrize("count", [4, pytest.param(len(HOSTILE), marks=pytest.mark.attack)])
def test_a_hostile_program_gets_one_line(count: int, static: Visits, tally: Tally) -> None:
    """And is ended: the only frame left is that of the next program, which has run nothing yet."""
    page = static.open("#code")
    page.locator(".code-ace").wait_for()
    for program in HOSTILE[:count]:
        marked = page.locator("iframe")
        if frames(page):
            marked.evaluate("frame => { frame.dataset.used = 'yes'; }")
        run(page, program)
        expect(page.locator(".coding").get_by_role("button", name="Stop")).to_be_hidden()
        said = page.locator(NOTICE).inner_text()
        expect(page.locator("iframe[data-used]")).to_have_count(0)
        tally.add("" if program.got in said else said[:200], program.wanted)
        tally.add(" ".join(static.errors), program.wanted)
        static.errors.clear()
        assert frames(page) <= 1
        assert len(page.locator(".code-printed").text_content() or "") <= 20_000
    run(page, Program("", "def search(start, is_goal):\n    return ''\n", ""))
    says(page, NOTICE, "Your code returned moves that do not lead to the goal")


@pytest.mark.parametrize("program", [ENDLESS[1], *(pytest.param(one, marks=pytest.mark.attack) for one in ENDLESS)])
def test_a_run_ends_by_the_clock_of_the_page(program: Program, static: Visits) -> None:
    """Whatever it sends."""
    page = static.open("#code", is_own=True)
    page.locator(".code-ace").wait_for()
    page.clock.install()
    run(page, program)
    page.locator("iframe").first.evaluate(
        "frame => { window.used = frame; }"
    )  # a second one waits for the next program
    says(page, ".code-printed", "begun")
    page.clock.fast_forward(1000 * PAGE_SECONDS)
    says(page, NOTICE, program.got)
    holds(page, "() => !window.used.isConnected")
    expect(page.locator(".coding").get_by_role("button", name="Stop")).to_be_hidden()


# Forged records

BOARDS = ("8 1 3 / 4 0 2 / 7 6 5", "1 2 3 / 4 0 5 / 7 8 6")
GOAL = "1 2 3 / 4 5 6 / 7 8 0"
CODES = {starter.key: starter.code for starter in STARTERS}
MUTATE = r"""async ([records, count]) => {
  const [{ isTrace }, { TraceReader }, { Search }] = await Promise.all(
    ["page/trace_check.js", "modules/trace.js", "modules/search.js"].map((name) => import(`/${name}`)),
  );
  const stage = document.createElement("div");
  document.body.append(stage);
  let state = 1;
  const random = (end) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
  const numbers = [-1, 0, 1, 2, 7, 0.5, 1e9, 2 ** 53];
  const others = [...numbers, null, true, "", "U", "R", "x", "y".repeat(5000), "goal", "pruned", [], [[]], {}];
  const change = (record) => {
    let owner = record;
    let key = "";
    for (;;) {
      const keys = Object.keys(owner);
      key = keys[random(keys.length)];
      const value = owner[key];
      if (typeof value !== "object" || value === null || !Object.keys(value).length || random(12) === 0) break;
      owner = value;
    }
    const kind = random(8);
    if (kind === 0) delete owner[key];
    else if (kind === 1 && Array.isArray(owner)) owner.splice(Number(key), 1);
    else if (kind === 2 && Array.isArray(owner)) owner.splice(Number(key), 0, owner[key]);
    else if (kind <= 4 && typeof owner[key] === "number") owner[key] += random(2) ? 1 : -1;
    else if (kind === 5) owner[key] = owner[Object.keys(owner)[random(Object.keys(owner).length)]];
    else owner[key] = others[random(others.length)];
  };
  const show = (record) => {
    const search = new Search(stage, { reader: new TraceReader(record), isStage: true });
    search.tree.choose({ hasDuplicates: true });
    const last = search.reader.stepCount;
    for (const step of [0, 1, 2, 3, last >> 1, last - 1, last, 1, 0, last]) {
      search.go(step);
      search.show();
    }
    for (let node = 0; node < search.reader.total; node += 1) {
      search.choose(node);
      search.reader.describe(node);
      search.reader.board(node);
      search.reader.path(node);
    }
    search.toggle(0);
    search.show();
    search.destroy();
  };
  const result = { refused: 0, shown: 0, failures: [] };
  for (let number = 0; number < count; number += 1) {
    const { trace: changed } = structuredClone(records[number % records.length]);
    const { start, goal } = changed;
    if (number >= records.length) for (let times = random(3) + 1; times; times -= 1) change(changed);
    const trace = JSON.parse(JSON.stringify(changed)); // as it is sent: a list of JSON has no holes
    try {
      if (!isTrace(trace, start, goal) || typeof start !== "string" || typeof goal !== "string") {
        result.refused += 1;
        if (number < records.length) result.failures.push(`record ${number} is refused`);
        continue;
      }
      show(trace);
      result.shown += 1;
    } catch (error) {
      result.failures.push(`${number}: ${error.stack}`);
      stage.replaceChildren();
    }
  }
  stage.remove();
  return result;
}"""
"""Change records, and show those that are accepted: no error may come of it."""


def record(key: str, board: str) -> dict[str, Any]:
    body = json.dumps({"code": CODES[key], "board": board, "goal": GOAL})
    _, _, content = asyncio.run(UserEngine().respond("run", body, lambda event, data: None))
    found: dict[str, Any] = json.loads(content)
    return found


@pytest.mark.parametrize("count", [60, pytest.param(5_000, marks=pytest.mark.attack)])
def test_forged_records(count: int, visits: Visits, page_server: object, tally: Tally) -> None:
    """Those of Taquin are accepted; of changed ones, those that are accepted can be shown at every step."""
    records = [record(key, BOARDS[1 if key == "deepening" else 0]) for key in ("astar", "deepening", "heuristic")]
    page = visits.open("#code", is_bundled=False)
    result = page.evaluate(MUTATE, [records, count])
    page.evaluate("() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
    for failure in result["failures"] + visits.errors:
        tally.add(failure, "forged record")
    for _ in range(result["shown"] + result["refused"]):
        tally.add("", "forged record")
    assert result["shown"] >= len(records)
    assert result["refused"]
