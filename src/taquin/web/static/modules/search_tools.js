/** The tools on the tree of a search: how much is shown, zoom, and the iterations of an iterated search. */

import { formatCount, makeButton, make } from "./elements.js";
import { isNamedByTile, nameByTile } from "./move_names.js";

/** The buttons on the tree. */
export class SearchTools {
  /** @param {HTMLElement} host @param {Search} search */
  constructor(host, search) {
    const { tree, reader } = search;
    this.element = make("div.taquin-tools", { role: "toolbar", "aria-label": "Tree" });
    const fit = makeButton("fit", () => tree.fit(), "Fit: keep the whole tree in view");
    const follow = makeButton(
      "follow",
      () => tree.follow(!tree.isFollowing),
      "Follow: keep the current node large, for a projector",
    );
    const showFit = () => {
      fit.setAttribute("aria-pressed", String(tree.isFitted));
      follow.setAttribute("aria-pressed", String(tree.isFollowing));
    };
    tree.addEventListener("fit", showFit);
    showFit();
    const smaller = makeButton("−", () => tree.zoom(0.8), "Smaller");
    const larger = makeButton("+", () => tree.zoom(1.25), "Larger");
    this.element.append(fit, follow, smaller, larger);
    if (reader.nodePath.length || reader.isLocal) {
      this.element.append(makeToggle("path only", false, (isOn) => tree.choose({ isAroundPath: isOn })));
    }
    if (reader.record.duplicates) {
      this.element.append(makeToggle("duplicates", false, (isOn) => tree.choose({ hasDuplicates: isOn })));
    }
    if (reader.record.pruned) {
      this.element.append(makeToggle("pruned", true, (isOn) => tree.choose({ hasPruned: isOn })));
    }
    this.naming = makeToggle("tile moves", false, nameByTile);
    this.naming.title = "Name a move by where the tile goes, not the blank";
    this.showNaming();
    this.element.append(this.naming, makeLevels(tree), makeNodeField(search));
    host.append(this.element);
  }

  /** Show how moves are named. */
  showNaming() {
    this.naming.setAttribute("aria-pressed", String(isNamedByTile()));
  }
}

/** A button that is on or off. @param {string} text @param {boolean} isOn @param {(isOn: boolean) => void} action */
function makeToggle(text, isOn, action) {
  const made = makeButton(text, () => {
    const isPressed = made.getAttribute("aria-pressed") !== "true";
    made.setAttribute("aria-pressed", String(isPressed));
    action(isPressed);
  });
  made.setAttribute("aria-pressed", String(isOn));
  return made;
}

/** A field for a whole number. @param {string} label @param {Properties} properties @param {(text: string) => void} action */
function makeNumberField(label, properties, action) {
  const change = () => field.reportValidity() && action(field.value);
  /** @type {HTMLInputElement} */
  const field = make("input.taquin-select.taquin-levels", { type: "number", min: 0, step: 1, ...properties, on: { change } });
  return make("label.taquin-field", label, field);
}

function makeLevels(/** @type {TreeView} */ tree) {
  const properties = { placeholder: "all", title: "Levels below the root that are shown" };
  return makeNumberField("levels ", properties, (text) => tree.choose({ levels: text === "" ? Infinity : Number(text) }));
}

/** A field that chooses a node by its number. @param {Search} search */
function makeNodeField(search) {
  const last = search.reader.total - 1;
  const properties = { max: last, title: `Go to a node: 0 to ${formatCount(last)}` };
  return makeNumberField("node ", properties, (text) => text === "" || search.choose(Number(text)));
}

/** A button for each iteration: its bound, and how many nodes it expanded. @param {Search} search */
export function makeIterations(search) {
  const { iterations } = search.reader;
  const list = make("div.taquin-iterations", { role: "group", "aria-label": "Iterations" });
  list.hidden = iterations.length < 2;
  if (list.hidden) return list;
  const most = Math.max(...iterations.map(({ expanded }) => expanded), 1);
  for (const { name, step, expanded } of iterations) {
    const made = makeButton(name, () => search.go(step));
    made.classList.add("taquin-iteration");
    made.style.setProperty("--share", expanded / most);
    made.append(make("small", ` ${formatCount(expanded)} expanded`));
    list.append(made);
  }
  return list;
}
