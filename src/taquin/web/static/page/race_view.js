/** Race: several methods on one board at the same time, with live counters, a chart and a summary. */

import { isAborted, stream } from "./api.js";
import { allow, button, isAllowed, make, reveal, select } from "./dom.js";
import { LimitsForm } from "./limits_form.js";
import { MethodForm } from "./method_form.js";
import { Notice } from "./notice.js";
import { PuzzleCard } from "./puzzle_card.js";
import { RaceResults } from "./race_results.js";

const FEWEST = 2;
const FIELDS = [
  ["Blind and informed", ["bfs", "ucs", "greedy(manhattan)", "astar(manhattan)"]],
  ["Heuristics for A*", ["astar(misplaced)", "astar(manhattan)", "astar(linear_conflict)", "astar(walking_distance)"]],
  [
    "Memory and time",
    ["astar(manhattan)", "ida_star(manhattan)", "rbfs(manhattan)", "bidirectional_astar(manhattan)"],
  ],
  [
    "Length and time",
    ["astar(manhattan)", "wastar(manhattan, weight=2)", "wastar(manhattan, weight=5)", "beam(manhattan, width=10)"],
  ],
  [
    "Local search",
    [
      "hill_climbing(manhattan)", "hill_climbing(manhattan, restarts=100)", "annealing(manhattan)", "astar(manhattan)",
    ],
  ],
];

/** The view where methods race. */
export class RaceView {
  title = "Race";
  topic = "";
  isStage = true;
  #control = null;
  #methods = [...FIELDS[0][1]];

  /** @param {object} app */
  constructor(app) {
    this.app = app;
    this.session = app.session;
    this.most = app.registry.limits.entrants;
    this.form = new MethodForm(app.registry, { hasAutomatic: false });
    this.limits = new LimitsForm(app.registry.limits);
    this.notice = new Notice();
    this.entrants = make("ol.entrants", { "aria-label": "Methods in the race" });
    const fields = [["", "Choose …"], ...FIELDS.map(([name], place) => [place, name])];
    this.fields = select(fields, "", (place) => this.#take(place));
    this.fields.setAttribute("aria-label", "Example races");
    this.add = button("Add to the race", () => isAllowed(this.add) && this.#add());
    this.start = button("Start the race", () => isAllowed(this.start) && this.#run(), { kind: "is-main" });
    this.cancel = button("Stop", () => this.#control?.abort(), { hidden: true });
    this.results = new RaceResults();
    this.empty = make("div.empty", {}, make("p", { text: "The race will be here." }));
    this.place = make("div.results.theatre", {}, this.notice.element, this.empty, this.results.element);
    this.element = make(
      "div.view.race.workspace", {},
      make("h1.taquin-hidden", { text: "Race", tabindex: "-1" }),
      make("div.rail", {}, this.#makeMethods(), new PuzzleCard(app).element),
      this.place,
    );
    this.session.addEventListener("change", ({ detail }) => detail.puzzle && this.#clear());
    this.#list();
  }

  /** What the address carries. */
  get values() {
    return { ...this.session.values, methods: this.#methods.join(";").replaceAll(", ", ",") };
  }

  /** The view is shown; a link may name the methods. */
  enter({ values }) {
    const named = (values.get("methods") ?? "").split(";").map((text) => text.trim()).filter(Boolean);
    const wanted = [...new Set(named.map((text) => text.replace(/,\s*/g, ", ")))].slice(0, this.most);
    if (wanted.length < FEWEST || wanted.join() === this.#methods.join()) return;
    this.#methods = wanted;
    this.#list();
    this.#clear();
  }

  /** Another view is shown; the race continues. */
  leave() {}

  #makeMethods() {
    return make(
      "section", {},
      make("h2", { text: "Methods" }),
      this.entrants,
      make("div.row", {}, this.start, this.cancel),
      make(
        "details", {},
        make("summary", { text: "Add a method" }),
        make("div.stack", {}, this.form.element, make("div.row", {}, this.add)),
      ),
      make("details", {}, make("summary", { text: "Example races" }), this.fields),
      this.limits.element,
    );
  }

  #take(place) {
    if (place === "") return;
    this.#methods = [...FIELDS[Number(place)][1]];
    this.fields.value = "";
    this.#changed();
  }

  #add() {
    const spec = this.form.value;
    if (this.#methods.includes(spec)) return void this.notice.bad(`${spec} is already in the race.`);
    this.notice.clear();
    this.#methods.push(spec);
    this.#changed();
  }

  #remove(spec) {
    const place = this.#methods.indexOf(spec);
    this.#methods.splice(place, 1);
    this.#changed();
    const rest = this.entrants.querySelectorAll("button");
    (rest[Math.min(place, rest.length - 1)] ?? this.add).focus();
  }

  #changed() {
    this.#list();
    this.#clear();
    this.app.updateAddress();
  }

  #list() {
    this.entrants.replaceChildren(...this.#methods.map((spec) => make(
      "li", {},
      make("code", { text: spec }),
      button("×", () => this.#remove(spec), { "aria-label": `Remove ${spec} from the race`, kind: "is-small" }),
    )));
    allow(this.start, this.#methods.length >= FEWEST);
    allow(this.add, this.#methods.length < this.most);
  }

  #clear() {
    this.#control?.abort();
    this.#control = null;
    this.#setRunning(false);
    this.notice.clear();
    this.results.clear();
    this.empty.hidden = false;
  }

  async #run() {
    if (!await this.session.typed) return;
    const control = new AbortController();
    this.#control = control;
    this.#setRunning(true);
    this.notice.clear();
    this.empty.hidden = true;
    this.results.begin(this.#methods);
    reveal(this.place);
    const request = { ...this.session.request, methods: this.#methods, limits: this.limits.request };
    try {
      await stream("race", request, (event, data) => this.results.update(event, data), { signal: control.signal });
    } catch (error) {
      if (this.#control !== control) return;
      if (isAborted(error)) this.notice.plain("Stopped.");
      else this.notice.error(error);
      this.results.stop();
    } finally {
      if (this.#control === control) this.#setRunning(false);
    }
  }

  #setRunning(isRunning) {
    allow(this.start, !isRunning && this.#methods.length >= FEWEST);
    const hadFocus = document.activeElement === this.cancel;
    this.cancel.hidden = !isRunning;
    if (!isRunning && hadFocus) this.start.focus();
  }
}
