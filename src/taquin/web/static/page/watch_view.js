/** Watch: record a search, and step through its tree forwards and backwards. */

import { Search } from "../modules/search.js";
import { TraceReader } from "../modules/trace.js";
import { isAborted, post, postForText } from "./api.js";
import { allow, button, field, isAllowed, make } from "./dom.js";
import { download } from "./files.js";
import { MethodForm } from "./method_form.js";
import { Notice } from "./notice.js";
import { PuzzleCard } from "./puzzle_card.js";
import { count, ended, number } from "./words.js";

const USUAL_METHOD = "astar(manhattan)";
const USUAL_NODES = 2000;

/** The view where recorded searches are watched. */
export class WatchView {
  title = "Watch";
  topic = "";
  #control = null;
  #search = null;
  #request = null; // of the search that is shown
  #shown = "";

  /** @param {object} app */
  constructor(app) {
    this.app = app;
    this.session = app.session;
    this.form = new MethodForm(app.registry, { hasAutomatic: false });
    const most = app.registry.limits.trace_nodes;
    const usual = Math.min(USUAL_NODES, most);
    this.nodes = make("input.entry", { type: "number", min: 1, max: most, step: 1, value: usual });
    this.record = button("Record the search", () => isAllowed(this.record) && this.#record(), { kind: "is-main" });
    this.cancel = button("Cancel", () => this.#control?.abort(), { hidden: true });
    this.notice = new Notice();
    this.stage = make("div.watch-stage");
    this.summary = make("summary", { text: "Puzzle and method" });
    this.setup = make(
      "details.setup", { open: true }, this.summary,
      make(
        "div.setup-columns", {},
        new PuzzleCard(app).element,
        make(
          "section.panel", {},
          make("h2", { text: "Method" }), this.form.element,
          field("Nodes to record", this.nodes, `at most ${number(most)}; the search itself goes on`),
          make("div.row", {}, this.record, this.cancel),
          make("details", {}, make("summary", { text: "Guarantees" }), this.form.promises),
        ),
      ),
    );
    this.element = make(
      "div.view.watch", {},
      make("h1", { text: "Watch", tabindex: "-1" }),
      make("p.lead", {
        text: "Record a search and step through it, forwards and backwards: every node, in the order of generation.",
      }),
      this.setup, this.notice.element, this.#makeTools(), this.stage,
    );
    this.form.addEventListener("change", () => this.session.update({ method: this.form.value }, this));
    this.session.addEventListener("change", ({ detail }) => this.#follow(detail));
  }

  /** What the address carries. */
  get values() {
    return { ...this.session.values, method: this.session.method || this.form.value };
  }

  /** The view is shown: record the search of the present puzzle, unless it is shown already. */
  enter() {
    this.#useMethod();
    if (this.#shown !== this.#key) this.#record();
  }

  /** Another view is shown. */
  leave() {
    this.#search?.transport.pause();
  }

  #makeTools() {
    this.node = make("input.entry.is-short", {
      type: "number", min: 0, step: 1, placeholder: "node", "aria-label": "Node number",
    });
    const go = button("Go to node", () => this.#goToNode());
    this.node.addEventListener("keydown", (event) => event.key === "Enter" && this.#goToNode());
    this.tools = make(
      "div.row.watch-tools", { hidden: true },
      this.node, go,
      button("Go to the end", () => this.#goToEnd()),
      button("Save the trace", () => this.#save()),
    );
    return this.tools;
  }

  get #key() {
    return JSON.stringify([this.session.request, this.form.value, this.nodes.value]);
  }

  #useMethod() {
    const { method, board } = this.session;
    if (method) this.form.value = method;
    else if (board.cells.length <= 10) this.form.value = USUAL_METHOD;
    else this.form.value = this.app.registry.default_methods[this.session.size];
  }

  #follow({ puzzle, method, source }) {
    if (source === this) return;
    if (method || (puzzle && !this.session.method)) this.#useMethod();
    if (puzzle || method) this.#leaveShown();
  }

  /** The puzzle or the method has changed: the search that is shown is outdated. */
  #leaveShown() {
    this.#control?.abort();
    if (this.element.hidden) return;
    if (!this.#search || this.#shown === this.#key) return;
    this.notice.plain("The puzzle or the method has changed.", "Record the search again to see it.");
  }

  async #record() {
    if (!await this.session.typed) return;
    const control = new AbortController();
    this.#control?.abort();
    this.#control = control;
    const key = this.#key;
    this.#setRunning(true);
    this.notice.plain("Recording …");
    try {
      const request = { ...this.session.request, algorithm: this.form.value, nodes: Number(this.nodes.value) || null };
      const record = await post("trace", request, { signal: control.signal });
      if (this.#control !== control) return;
      this.notice.clear();
      this.#shown = key;
      this.#request = request;
      this.#show(new TraceReader(record));
    } catch (error) {
      if (this.#control !== control) return;
      if (isAborted(error)) this.notice.plain("Cancelled: nothing was recorded.");
      else this.notice.error(error);
    } finally {
      if (this.#control === control) this.#setRunning(false);
    }
  }

  #show(reader) {
    this.#search?.destroy();
    this.#search = null;
    this.setup.open = !reader.total;
    this.tools.hidden = !reader.total;
    if (!reader.total) return void this.notice.bad("There is no search to watch.", ended(reader.record.reason));
    this.node.max = String(reader.total - 1);
    this.summary.textContent = `Puzzle and method: ${reader.record.spec}, ${count(reader.total, "node")}`;
    this.#search = new Search(this.stage, { reader });
  }

  #goToNode() {
    const node = Number(this.node.value);
    const total = this.#search.reader.total;
    if (this.node.value === "" || !(node >= 0 && node < total)) {
      this.notice.bad(`There are nodes 0 to ${number(total - 1)}.`);
      return;
    }
    this.notice.clear();
    this.#search.choose(node);
  }

  /** Go to the last step and choose the goal, or the node where the search ended. */
  #goToEnd() {
    const { reader } = this.#search;
    const [goal] = reader.goalNodes;
    const last = reader.stepCount;
    this.#search.goAndChoose(last, goal ?? (last ? reader.stepAt(last).node : 0));
  }

  /** The server records the same search again: two runs with the same request give the same trace. */
  async #save() {
    try {
      const lines = await postForText("trace/lines", this.#request);
      download(lines, "taquin-trace.jsonl", "application/x-ndjson");
    } catch (error) {
      this.notice.error(error);
    }
  }

  #setRunning(isRunning) {
    allow(this.record, !isRunning);
    const hadFocus = document.activeElement === this.cancel;
    this.cancel.hidden = !isRunning;
    if (!isRunning && hadFocus) this.record.focus();
  }
}
