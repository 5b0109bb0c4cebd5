/**
 * The panels beside the tree of a search: the chosen node with its children, and the nodes that the search holds. Every
 * node in them can be chosen, so that the search can also be read without its tree.
 */

import { BoardView } from "./board_view.js";
import { formatCount, makeButton, make } from "./elements.js";
import { isNamedByTile } from "./move_names.js";

const MOST_LISTED = 60; // nodes
const HELD_NAMES = { frontier: "Frontier", siblings: "Beside the path", path: "Path", place: "Path" };

/** The chosen node: its board, its values, its children and their fate. */
export class NodePanel {
  /** @type {?BoardView} */ #view = null;

  /** @param {HTMLElement} host @param {Search} search */
  constructor(host, search) {
    this.search = search;
    this.element = make("section.taquin-panel", { "aria-label": "Chosen node" });
    /** Below the board; owners may write there, for example what a heuristic counts. */
    this.remarks = make("div.taquin-remarks");
    this.box = make("div.taquin-node-board");
    host.append(this.element);
  }

  /** The view of the board of the chosen node. @returns {BoardView} */
  get boardView() {
    const { reader } = this.search;
    if (!this.#view) {
      const board = /** @type {Board} */ (reader.board(reader.roots[0]));
      this.#view = new BoardView(this.box, { board, goal: reader.goal, isPlayable: false, label: "Board" });
      this.#view.duration = 0;
    }
    return this.#view;
  }

  /** Show the node that is chosen now. */
  show() {
    keepFocus(this.element, () => this.#show());
  }

  #show() {
    const { reader, chosen } = this.search;
    if (chosen < 0 || chosen >= reader.count) return void this.element.replaceChildren();
    const kind = reader.kind(chosen);
    const head = make("h3.taquin-panel-head", `Node ${chosen} `);
    const words = { frontier: "waiting", stuck: reader.tag(chosen) || "stuck" };
    const word = kind in words ? words[/** @type {keyof typeof words} */ (kind)] : kind;
    head.append(make(`span.taquin-kind.is-${kind}`, word));
    const top = make("div.taquin-node");
    if (reader.goal) top.append(this.#board(chosen));
    top.append(this.#facts(chosen));
    const when = reader.expandedIn(chosen);
    const family = when ? this.#children(reader.stepAt(when)) : [];
    this.element.replaceChildren(head, top, this.remarks, this.#actions(chosen, when), ...family);
  }

  /** The board of a node, in one view that is used again. @param {number} node */
  #board(node) {
    const { reader } = this.search;
    const board = reader.board(node);
    if (board) this.boardView.show(board);
    return this.box;
  }

  #facts(/** @type {number} */ node) {
    const { reader } = this.search;
    const parent = reader.parent[node];
    const link = parent >= 0 && nodeLink(this.search, parent, `node ${parent}`);
    const origin = make("li", reader.origin(node), link && " ", link);
    const [values, ...states] = reader.facts(node);
    return make("ul.taquin-facts", origin, make("li.taquin-value", values), ...states.map((state) => make("li", state)));
  }

  /** @param {number} node @param {number} when */
  #actions(node, when) {
    const { reader, tree } = this.search;
    const actions = make("p.taquin-actions");
    const go = (/** @type {string} */ words, /** @type {number} */ time) => {
      if (time !== reader.time) actions.append(makeButton(words, () => this.search.goAndChoose(time, node)));
    };
    go(reader.parent[node] < 0 ? "Go to the start" : "Go to the step that made it", reader.last.born[node]);
    const next = reader.last.expansions[node].find((time) => time > reader.time) ?? when;
    if (next) go("Go to the step that expands it", next);
    if (reader.children[node].length) {
      const word = tree.isCollapsed(node) ? "Show descendants" : "Hide descendants";
      actions.append(makeButton(word, () => this.search.toggle(node)));
    }
    return actions;
  }

  /** The children of a step, and what happened to them. @param {Step} step */
  #children(step) {
    const { reader } = this.search;
    const title = step.number === reader.time ? [] : [make("p.taquin-step", step.title)];
    const heads = [isNamedByTile() ? "tile" : "blank", "node", "value", "fate"];
    const children = reader.childrenOf(step.number);
    const rows = children.map(({ fate, label, node, sum, text }) => {
      const cells = [label, nodeLink(this.search, node, String(node)), sum, text];
      return make(`tr.is-${fate}`, ...cells.map((content) => make("td", content)));
    });
    const head = make("tr", ...heads.map((name) => make("th", { scope: "col" }, name)));
    const table = make("table.taquin-children", head, ...rows);
    const notes = step.notes.map((note) => make("p.taquin-note", note));
    return [...title, ...(children.length ? [table] : []), ...notes];
  }
}

/** The frontier, or the path of a search that holds no more. */
export class HeldPanel {
  /** @param {HTMLElement} host @param {Search} search */
  constructor(host, search) {
    this.search = search;
    this.element = make("section.taquin-panel", { "aria-label": "What the search holds" });
    host.append(this.element);
  }

  /** Show the nodes that the search holds now; where two searches run, one list for each. */
  show() {
    keepFocus(this.element, () => this.#show());
  }

  #show() {
    const { reader } = this.search;
    const isPath = reader.held === "path" || reader.isLocal;
    const { hidesOrder } = this.search;
    const nodes = reader.heldNodes();
    if (hidesOrder) nodes.sort((one, other) => one - other);
    const head = make("h3.taquin-panel-head", `${HELD_NAMES[reader.held]}: ${formatCount(nodes.length)} `);
    const order = hidesOrder ? "by number" : reader.heldOrder;
    head.append(make("small", nodes.length < 2 ? "" : order));
    const sides =
      reader.roots.length < 2 || isPath
        ? [nodes]
        : reader.roots.map((root) => nodes.filter((node) => reader.root[node] === root));
    const lists = sides.flatMap((side, place) => {
      const title = `${["forward", "backward"][place]}: ${formatCount(side.length)}`;
      const name = sides.length > 1 ? [make("p.taquin-note", title)] : [];
      return [...name, ...this.#list(side, isPath)];
    });
    this.element.replaceChildren(head, ...lists);
  }

  /** @param {number[]} nodes @param {boolean} isPath */
  #list(nodes, isPath) {
    const { reader } = this.search;
    const shown = isPath ? nodes.slice(-MOST_LISTED) : nodes.slice(0, MOST_LISTED);
    const items = shown.map((node) => {
      const link = nodeLink(this.search, node, `${node} `, reader.values(node).at(-1), "pick");
      return make(`li.is-${reader.kind(node)}`, link);
    });
    const list = make("ol.taquin-waiting", ...items);
    const more = nodes.length - shown.length;
    const words = `and ${formatCount(more)} more${isPath ? " before them" : ""}`;
    return more ? [list, make("p.taquin-note", words)] : [list];
  }
}

/**
 * Renew an element. If the focus was in it, it goes to the button of the same name, or to the first one.
 * @param {HTMLElement} element @param {() => void} renew
 */
function keepFocus(element, renew) {
  const focused = document.activeElement;
  const had = element.contains(focused);
  renew();
  if (!had || element.contains(document.activeElement)) return;
  const name = (/** @type {Element} */ button) => button.getAttribute("aria-label") ?? button.textContent;
  const buttons = [...element.querySelectorAll("button")];
  (buttons.find((button) => focused && name(button) === name(focused)) ?? buttons[0])?.focus({ preventScroll: true });
}

/** A node that can be chosen. @param {Search} search @param {number} node @param {string} words */
function nodeLink(search, node, words, value = "", /** @type {"choose"|"pick"} */ action = "choose") {
  const link = makeButton(words, () => search[action](node));
  link.className = "taquin-link";
  link.setAttribute("aria-label", `Node ${node}${value ? `, ${value}` : ""}`);
  if (value) link.append(make("small", value));
  if (node === search.chosen) link.setAttribute("aria-current", "true");
  return link;
}
