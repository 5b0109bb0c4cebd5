/**
 * What stands beside the tree of a search: the chosen node in words, with what became of its children, and the nodes
 * that the search holds. Every node that is named can be chosen, so that the search can also be read without its tree.
 */

const MOST_LISTED = 60; // nodes that wait, by name
const HELD_NAMES = { frontier: "Frontier", siblings: "Beside the path", path: "Path", place: "Way" };

/** The chosen node: its board, its values, its children and their fate. */
export class NodePanel {
  #view = null;

  /**
   * @param {HTMLElement} host
   * @param {import("./search.js").Search} search whose `parts` have `Board` and `BoardView`
   */
  constructor(host, search) {
    this.search = search;
    this.element = make("section", "taquin-panel", { "aria-label": "Chosen node" });
    host.append(this.element);
  }

  /** Show the node that is chosen now. */
  show() {
    const { reader, text, chosen } = this.search;
    if (chosen < 0 || chosen >= reader.count) return void this.element.replaceChildren();
    const kind = text.kind(chosen);
    const head = make("h3", "taquin-panel-head", {}, `Node ${chosen} `);
    head.append(make("span", `taquin-kind is-${kind}`, {}, kind === "frontier" ? "waiting" : kind));
    const top = make("div", "taquin-node");
    if (reader.shape) top.append(this.#board(chosen));
    top.append(this.#facts(chosen));
    const when = reader.expansions[chosen].at(-1);
    const family = when ? this.#children(reader.steps[when - 1]) : [];
    this.element.replaceChildren(head, top, this.#actions(chosen, when), ...family);
  }

  /** The board of a node, in a view that is made once. */
  #board(node) {
    const { reader, parts } = this.search;
    const [rows, columns] = reader.shape;
    const board = new parts.Board(reader.board(node), rows, columns);
    if (!this.#view) {
      this.box = make("div", "taquin-node-board");
      const goal = parts.Board.parse(reader.header.goal, [rows, columns]);
      this.#view = new parts.BoardView(this.box, { board, goal, isPlayable: false, label: "Board" });
      this.#view.duration = 0;
    }
    this.#view.show(board);
    return this.box;
  }

  #facts(node) {
    const { reader, text } = this.search;
    const facts = make("ul", "taquin-facts");
    for (const [place, words] of text.node(node).entries()) {
      const parent = place === 0 ? / node \d+$/.exec(words) : null;
      const item = make("li", place === 1 ? "taquin-value" : "", {}, parent ? words.slice(0, parent.index) : words);
      if (parent) item.append(" ", nodeLink(this.search, reader.parent[node], parent[0].trim()));
      facts.append(item);
    }
    return facts;
  }

  #actions(node, when) {
    const { reader, tree } = this.search;
    const actions = make("p", "taquin-actions");
    const go = (words, time) => {
      if (time !== reader.time) actions.append(button(words, () => this.search.goAndChoose(time, node)));
    };
    go(reader.parent[node] < 0 ? "to the start" : "to the step that made it", reader.born[node]);
    const next = reader.last.expansions[node].find((time) => time > reader.time) ?? when;
    if (next) go("to its expansion", next);
    if (reader.children[node].length) {
      const word = tree.isCollapsed(node) ? "show what is below" : "hide what is below";
      actions.append(button(word, () => this.search.toggle(node)));
    }
    return actions;
  }

  /** What became of the children of a step. */
  #children(step) {
    const { reader, text } = this.search;
    const title = step.number === reader.time ? [] : [make("p", "taquin-step", {}, text.title(step))];
    const table = make("table", "taquin-children");
    const head = make("tr", "");
    for (const name of ["move", "node", "value", "fate"]) head.append(make("th", "", { scope: "col" }, name));
    table.append(head);
    for (const row of text.rows(step)) {
      const line = make("tr", `is-${row.kind}`);
      const node = make("td", "");
      node.append(nodeLink(this.search, row.node, String(row.node)));
      line.append(make("td", "", {}, row.move), node, make("td", "", {}, row.value), make("td", "", {}, row.fate));
      table.append(line);
    }
    const notes = [...text.dropped(step), text.held(step)].map((words) => make("p", "taquin-note", {}, words));
    return [...title, ...(step.children.length ? [table] : []), ...notes];
  }
}

/** The frontier, or the path of a search that holds no more. */
export class HeldPanel {
  /** @param {HTMLElement} host @param {import("./search.js").Search} search */
  constructor(host, search) {
    this.search = search;
    this.element = make("section", "taquin-panel", { "aria-label": "What the search holds" });
    host.append(this.element);
  }

  /** Show what the search holds now; where two searches run, side by side. */
  show() {
    const { reader, text } = this.search;
    const { held } = text.reading;
    const isPath = held === "path" || held === "place";
    const nodes = text.waiting();
    const head = make("h3", "taquin-panel-head", {}, `${HELD_NAMES[held]}: ${nodes.length.toLocaleString("en-US")} `);
    head.append(make("small", "", {}, nodes.length < 2 ? "" : isPath ? "from the root" : "the best first"));
    const sides = reader.roots.length < 2 || isPath ? [nodes] : reader.roots.map((root) => {
      return nodes.filter((node) => reader.root[node] === root);
    });
    const lists = sides.flatMap((side, place) => {
      const title = `${["forward", "backward"][place]}: ${side.length.toLocaleString("en-US")}`;
      const name = sides.length > 1 ? [make("p", "taquin-note", {}, title)] : [];
      return [...name, ...this.#list(side, isPath)];
    });
    this.element.replaceChildren(head, ...lists);
  }

  #list(nodes, isPath) {
    const { reader, text } = this.search;
    const shown = isPath ? nodes.slice(-MOST_LISTED) : nodes.slice(0, MOST_LISTED);
    const list = make("ol", "taquin-waiting");
    for (const node of shown) {
      const item = make("li", `is-${text.kind(node)}`);
      item.append(nodeLink(this.search, node, `${node} `, text.parts({ g: reader.g[node], h: reader.h[node] }).at(-1)));
      list.append(item);
    }
    const more = nodes.length - shown.length;
    const words = `and ${more.toLocaleString("en-US")} more${isPath ? " before them" : ""}`;
    return more ? [list, make("p", "taquin-note", {}, words)] : [list];
  }
}

/** A node that can be chosen. */
function nodeLink(search, node, words, value = "") {
  const link = button(words, () => search.choose(node));
  link.className = "taquin-link";
  link.setAttribute("aria-label", `Node ${node}${value ? `, ${value}` : ""}`);
  if (value) link.append(make("small", "", {}, value));
  if (node === search.chosen) link.setAttribute("aria-current", "true");
  return link;
}

function make(tag, classes, attributes = {}, text = "") {
  const element = document.createElement(tag);
  if (classes) element.className = classes;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text) element.textContent = text;
  return element;
}

function button(text, action) {
  const made = make("button", "taquin-button", { type: "button" }, text);
  made.addEventListener("click", action);
  return made;
}
