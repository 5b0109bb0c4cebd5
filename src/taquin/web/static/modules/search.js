/**
 * Watch a recorded search: its tree, a slider over its steps, the nodes that it holds, and the chosen node.
 *
 * Keys, anywhere but in the tree: Space plays and pauses, Left and Right go one step back and forward, Home and End to
 * the ends. In the tree the arrows choose a node, and Space plays.
 */

import { formatCount, makeButton, makeElement } from "./elements.js";
import { HeldPanel, NodePanel } from "./search_panels.js";
import { Transport } from "./transport.js";
import { TreeView } from "./tree_view.js";

/** Shows a recorded search. Event `change`, when another step is shown or another node is chosen. */
export class Search extends EventTarget {
  #chosen = -1;
  #frame = 0;

  /**
   * @param {HTMLElement} host the element that it is added to
   * @param {object} options
   * @param {import("./trace.js").TraceReader} options.reader
   * @param {number} [options.pace] milliseconds for one step
   * @param {number} [options.time] the step to begin with
   */
  constructor(host, { reader, pace = 700, time = 0 }) {
    super();
    this.reader = reader;
    this.element = makeElement("section", "taquin taquin-search", { "aria-label": "Search" });
    host.append(this.element);
    reader.goTo(time);
    this.#build(pace);
    this.element.addEventListener("keydown", (event) => {
      if (!event.target.closest("input:not([type=range])")) this.transport.key(event);
    });
    this.transport.addEventListener("change", () => this.#go());
    this.transport.addEventListener("play", () => this.#announce());
    this.tree.addEventListener("select", (event) => this.#choose(event.detail.node));
    this.transport.reset(reader.stepCount, time);
  }

  /** The step that is shown, from 0. */
  get time() {
    return this.transport.position;
  }

  /** The node that the panel describes. */
  get chosen() {
    return this.#chosen;
  }

  /** Go to a step. @param {number} time */
  go(time) {
    this.transport.go(time);
  }

  /** Choose a node; if it does not exist yet, go to the step that makes it. @param {number} node */
  choose(node) {
    if (node >= this.reader.count) this.transport.go(this.reader.last.born[node]);
    this.tree.select(node);
  }

  /** Go to a step, and choose a node there. @param {number} time @param {number} node */
  goAndChoose(time, node) {
    this.transport.go(time);
    this.tree.select(node);
  }

  /** Hide the descendants of a node in the tree, or show them again. @param {number} node */
  toggle(node) {
    this.tree.toggle(node);
    this.#showSoon();
  }

  /** Remove it from the page. */
  destroy() {
    cancelAnimationFrame(this.#frame);
    this.transport.destroy();
    this.tree.destroy();
    this.element.remove();
  }

  // Building

  #build(pace) {
    this.heading = makeElement("p", "taquin-search-head");
    this.rounds = this.#makeRounds();
    const main = makeElement("div", "taquin-search-main");
    const side = makeElement("div", "taquin-search-side");
    const body = makeElement("div", "taquin-search-body");
    body.append(main, side);
    this.live = makeElement("p", "taquin-hidden", { "aria-live": "polite" });
    this.element.append(this.heading, this.rounds, body, this.live);
    const tools = makeElement("div", "taquin-tools", { role: "toolbar", "aria-label": "Tree" });
    main.append(tools);
    this.tree = new TreeView(main, { reader: this.reader });
    this.#fillTools(tools);
    this.transport = new Transport(main, {
      pace,
      label: "Step",
      describe: (position) => this.reader.title(position),
      count: (position, last) => `step ${formatCount(position)} / ${formatCount(last)}`,
    });
    this.nodePanel = new NodePanel(side, this);
    this.heldPanel = new HeldPanel(side, this);
  }

  #fillTools(tools) {
    const { tree } = this;
    const toggle = (text, isOn, action) => {
      const made = makeButton(text, () => {
        const isPressed = made.getAttribute("aria-pressed") !== "true";
        made.setAttribute("aria-pressed", String(isPressed));
        action(isPressed);
      });
      made.setAttribute("aria-pressed", String(isOn));
      return made;
    };
    const levels = makeElement("input", "taquin-select taquin-levels", {
      type: "number", min: "0", step: "1", placeholder: "all", title: "Levels below the root that are shown",
    });
    levels.addEventListener("change", () => {
      tree.choose({ levels: levels.value === "" ? Infinity : Number(levels.value) });
    });
    const depth = makeElement("label", "taquin-field");
    depth.append("levels ", levels);
    const follow = toggle("follow", true, (isOn) => {
      tree.follows = isOn;
      if (isOn) tree.update();
    });
    follow.title = "Keep the node that is expanded in view";
    tools.append(
      makeButton("−", () => tree.zoom(0.8), "Smaller"),
      makeButton("+", () => tree.zoom(1.25), "Larger"),
      makeButton("whole", () => tree.fit(), "Show the whole tree"),
      follow,
    );
    if (this.reader.nodePath.length || this.reader.isLocal) {
      tools.append(toggle("path only", false, (isOn) => tree.choose({ isAroundPath: isOn })));
    }
    if (this.reader.record.duplicates) {
      tools.append(toggle("duplicates", false, (isOn) => tree.choose({ hasDuplicates: isOn })));
    }
    if (this.reader.record.pruned) {
      tools.append(toggle("pruned", true, (isOn) => tree.choose({ hasPruned: isOn })));
    }
    tools.append(depth);
  }

  /** One button for each round: its bound, and how many nodes it expanded. */
  #makeRounds() {
    const { rounds } = this.reader;
    const list = makeElement("div", "taquin-rounds", { role: "group", "aria-label": "Rounds" });
    list.hidden = rounds.length < 2;
    if (list.hidden) return list;
    const most = Math.max(...rounds.map(({ expanded }) => expanded), 1);
    for (const { name, step, expanded } of rounds) {
      const made = makeButton(name, () => this.go(step));
      made.classList.add("taquin-round");
      made.style.setProperty("--share", expanded / most);
      made.append(makeElement("small", "", {}, ` ${formatCount(expanded)} expanded`));
      list.append(made);
    }
    return list;
  }

  // Showing

  #go() {
    this.reader.goTo(this.transport.position);
    this.#chosen = this.reader.step?.node ?? this.reader.roots[0] ?? -1;
    this.tree.select(this.#chosen, { isQuiet: true });
    this.tree.update();
    this.#announce();
    this.#showSoon();
  }

  #choose(node) {
    this.#chosen = node;
    this.#showSoon();
  }

  /** Tell screen readers which step is shown, except while it plays. */
  #announce() {
    if (!this.transport.isPlaying) this.live.textContent = this.reader.title(this.transport.position);
  }

  #showSoon() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.show();
    });
  }

  /** Update the heading and the panels at once. */
  show() {
    this.#showHeading();
    this.nodePanel.show();
    this.heldPanel.show();
    this.dispatchEvent(new Event("change"));
  }

  #showHeading() {
    const { reader } = this;
    const name = makeElement("strong", "", {}, reader.record.spec || "a search");
    this.heading.replaceChildren(name, " ", makeElement("span", "", {}, reader.heading));
    if (reader.notice) this.heading.append(makeElement("em", "", {}, ` ${reader.notice}`));
    const round = reader.step?.iteration ?? 1;
    [...this.rounds.children].forEach((item, place) => {
      if (place === round - 1) item.setAttribute("aria-current", "true");
      else item.removeAttribute("aria-current");
    });
  }
}
