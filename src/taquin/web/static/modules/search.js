/**
 * Watch a recorded search: its tree, a slider through time, what waits, and the chosen node in words.
 *
 * Keys, anywhere but in the tree: Space plays and pauses, Left and Right go one step back and forth, Home and End to
 * the ends. In the tree the arrows choose a node, and Space plays.
 */

/** Joins a trace reader, a tree view and a transport. Event `change`, at another moment or another node. */
export class Search extends EventTarget {
  #chosen = -1;
  #frame = 0;

  /**
   * @param {HTMLElement} host what it is put into
   * @param {object} options
   * @param {import("./trace.js").TraceReader} options.reader
   * @param {object} options.parts `Transport`, `TraceText`, `TreeView`, `NodePanel`, `HeldPanel`, and what these need
   * @param {number} [options.pace] milliseconds for one step
   * @param {number} [options.time] the step to begin with
   */
  constructor(host, { reader, parts, pace = 700, time = 0 }) {
    super();
    this.reader = reader;
    this.parts = parts;
    this.text = new parts.TraceText(reader);
    this.element = make("section", "taquin taquin-search", { "aria-label": "Search" });
    host.append(this.element);
    reader.goTo(time);
    this.#build(pace);
    this.element.addEventListener("keydown", (event) => {
      if (!event.target.closest("input:not([type=range])")) this.transport.key(event);
    });
    this.transport.addEventListener("change", () => this.#go());
    this.transport.addEventListener("play", () => this.#speak());
    this.tree.addEventListener("select", (event) => this.#choose(event.detail.node));
    this.transport.reset(reader.steps.length, time);
  }

  /** The step that is shown, from 0. */
  get time() {
    return this.transport.position;
  }

  /** The node that the words are about. */
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

  /** Hide what is below a node in the tree, or show it again. @param {number} node */
  toggle(node) {
    this.tree.toggle(node);
    this.#showSoon();
  }

  /** Take it off the page. */
  destroy() {
    cancelAnimationFrame(this.#frame);
    this.transport.destroy();
    this.tree.destroy();
    this.element.remove();
  }

  // Building

  #build(pace) {
    const { TreeView, Transport } = this.parts;
    this.heading = make("p", "taquin-search-head");
    this.rounds = this.#makeRounds();
    const main = make("div", "taquin-search-main");
    const side = make("div", "taquin-search-side");
    const body = make("div", "taquin-search-body");
    body.append(main, side);
    this.live = make("p", "taquin-hidden", { "aria-live": "polite" });
    this.element.append(this.heading, this.rounds, body, this.live);
    const tools = make("div", "taquin-tools", { role: "toolbar", "aria-label": "Tree" });
    main.append(tools);
    this.tree = new TreeView(main, { reader: this.reader, text: this.text, parts: this.parts });
    this.#fillTools(tools);
    this.transport = new Transport(main, {
      pace,
      label: "Step",
      describe: (position) => this.#stepText(position),
      count: (position, last) => `step ${position.toLocaleString("en-US")} / ${last.toLocaleString("en-US")}`,
    });
    const { NodePanel, HeldPanel } = this.parts;
    this.nodePanel = new NodePanel(side, this);
    this.heldPanel = new HeldPanel(side, this);
  }

  #fillTools(tools) {
    const { tree } = this;
    const toggle = (text, isOn, action) => {
      const made = button(text, () => {
        const isPressed = made.getAttribute("aria-pressed") !== "true";
        made.setAttribute("aria-pressed", String(isPressed));
        action(isPressed);
      });
      made.setAttribute("aria-pressed", String(isOn));
      return made;
    };
    const levels = make("input", "taquin-select taquin-levels", {
      type: "number", min: "0", step: "1", placeholder: "all", title: "Levels below the root that are shown",
    });
    levels.addEventListener("change", () => {
      tree.choose({ levels: levels.value === "" ? Infinity : Number(levels.value) });
    });
    const depth = make("label", "taquin-field");
    depth.append("levels ", levels);
    const follow = toggle("follow", true, (isOn) => {
      tree.follows = isOn;
      if (isOn) tree.update();
    });
    follow.title = "Keep the node that is expanded in view";
    tools.append(
      button("−", () => tree.zoom(0.8), "Smaller"),
      button("+", () => tree.zoom(1.25), "Larger"),
      button("whole", () => tree.fit(), "Show the whole tree"),
      follow,
    );
    if (this.reader.nodePath.length || this.text.isLocal) {
      tools.append(toggle("path only", false, (isOn) => tree.choose({ isAroundPath: isOn })));
    }
    if (this.reader.outcome.duplicates) {
      tools.append(toggle("duplicates", false, (isOn) => tree.choose({ hasDuplicates: isOn })));
    }
    if (this.reader.outcome.pruned) {
      tools.append(toggle("pruned", true, (isOn) => tree.choose({ hasPruned: isOn })));
    }
    tools.append(depth);
  }

  /** One button for each round: its bound, and how much work it was. */
  #makeRounds() {
    const { steps, last } = this.reader;
    const list = make("div", "taquin-rounds", { role: "group", "aria-label": "Rounds" });
    list.hidden = last.bounds.length < 2;
    if (list.hidden) return list;
    const counts = last.bounds.map(() => 0);
    for (const step of steps) counts[step.iteration - 1] += 1;
    const most = Math.max(...counts, 1);
    last.bounds.forEach((bound, place) => {
      const first = steps.find((step) => step.iteration === place + 1)?.number ?? steps.length;
      const made = button("", () => this.go(first));
      made.classList.add("taquin-round");
      made.style.setProperty("--share", counts[place] / most);
      made.append(this.text.round(place + 1, bound).replace(/^iteration \d+: /, ""));
      made.append(make("small", "", {}, ` ${counts[place].toLocaleString("en-US")} expanded`));
      list.append(made);
    });
    return list;
  }

  // Showing

  #stepText(position) {
    const step = this.reader.steps[position - 1];
    return step ? this.text.title(step) : `before the first step: ${this.text.start().join("; ")}`;
  }

  #go() {
    this.reader.goTo(this.transport.position);
    this.#chosen = this.reader.step?.node ?? this.reader.roots[0] ?? -1;
    this.tree.select(this.#chosen, { isQuiet: true });
    this.tree.update();
    this.#speak();
    this.#showSoon();
  }

  #choose(node) {
    this.#chosen = node;
    this.#showSoon();
  }

  /** Say which step it is, unless time runs. */
  #speak() {
    if (!this.transport.isPlaying) this.live.textContent = this.#stepText(this.transport.position);
  }

  #showSoon() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.show();
    });
  }

  /** Bring the words up to date, at once. */
  show() {
    this.#showHeading();
    this.nodePanel.show();
    this.heldPanel.show();
    this.dispatchEvent(new Event("change"));
  }

  #showHeading() {
    const { reader, text } = this;
    const words = make("span", "", {}, reader.isOver ? text.end().title : this.#stepText(reader.time));
    this.heading.replaceChildren(make("strong", "", {}, reader.header.spec || "a search"), " ", words);
    if (reader.isTruncated) {
      const total = reader.length.toLocaleString("en-US");
      this.heading.append(make("em", "", {}, ` Only the first ${total} events were recorded.`));
    }
    const round = reader.step?.iteration ?? 1;
    [...this.rounds.children].forEach((item, place) => {
      if (place === round - 1) item.setAttribute("aria-current", "true");
      else item.removeAttribute("aria-current");
    });
  }
}

function make(tag, classes, attributes = {}, text = "") {
  const element = document.createElement(tag);
  if (classes) element.className = classes;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text) element.textContent = text;
  return element;
}

function button(text, action, label = "") {
  const made = make("button", "taquin-button", { type: "button" }, text);
  if (label) {
    made.title = label;
    made.setAttribute("aria-label", label);
  }
  made.addEventListener("click", action);
  return made;
}
