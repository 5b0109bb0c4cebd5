/** The boards, the tree and the table of a question. What can be touched there writes the answer. */

import { Board } from "../modules/board.js";
import { BoardView } from "../modules/board_view.js";
import { button, make } from "./dom.js";

/** @typedef {import("./answer_field.js").AnswerField} AnswerField */

/**
 * The figures of a question.
 * @param {Api.DrawnQuestion} question a response of /api/exercise
 * @param {AnswerField} answer
 * @returns {HTMLElement[]} in the order in which they are shown: a goal is above its tree
 */
export function questionFigures(question, answer) {
  const { boards, picture, table, touch, names } = question;
  const isSwapped = touch === "swaps";
  const figures = boards.map((board, place) => boardFigure(board, place || isSwapped ? "" : touch, answer));
  if (isSwapped) figures.push(boardFigure({ ...boards[0], label: "your board" }, touch, answer));
  const small = picture ? ".is-small" : "";
  return [
    figures.length > 0 && make(/** @type {"div"} */ (`div.question-boards${small}`), ...figures),
    picture && treeFigure(picture, touch, question, answer),
    table && make("div.scroller", tableOf(table, touch === "rows" ? answer : null)),
    touch === "names"
      && make(
        "div.row.palette",
        { role: "group", "aria-label": "Names" },
        ...names.map((name) => touchButton(answer, name, name, "button.taquin-button.page-button", { text: name })),
      ),
  ].filter((figure) => figure instanceof HTMLElement);
}

/**
 * A button that writes an item into the answer; it is pressed while the answer has the item.
 * @param {AnswerField} answer @param {string} item @param {string} label @param {`button.${string}`} tag
 */
function touchButton(answer, item, label, tag, properties = {}) {
  const element = make(tag, {
    type: "button",
    "aria-label": label,
    "aria-pressed": "false",
    ...properties,
    on: { click: () => answer.touch(item) },
  });
  element.classList.add("touch");
  answer.addEventListener("change", () => {
    const { items } = answer;
    const places = items.flatMap((other, place) => (other === item ? [place + 1] : []));
    element.setAttribute("aria-pressed", String(places.length > 0));
    element.dataset.places = answer.isList && answer.question.is_ordered ? places.join(" ") : "";
  });
  return element;
}

/**
 * An element over a part of a picture, in percent of its size.
 * @template {HTMLElement} E
 * @param {E} element @param {{x: number, y: number, width: number, height: number}} part @param {{width: number, height: number}} whole
 */
function placed(element, { x, y, width, height }, whole) {
  const percent = { left: x / whole.width, top: y / whole.height, width: width / whole.width, height: height / whole.height };
  for (const [name, value] of Object.entries(percent)) element.style.setProperty(name, `${100 * value}%`);
  return element;
}

/** A board with its label, and what can be touched on it. @param {Api.BoardRecord} board */
export function boardFigure({ label, rows }, touch = "", /** @type {?AnswerField} */ answer = null) {
  const figure = make("figure.question-board", make("figcaption", label));
  const host = make("div.touch-frame");
  figure.append(host);
  const size = { width: rows[0].length, height: rows.length };
  const start = Board.parse(rows.map((row) => row.join(" ")).join(" / "), [size.height, size.width]);
  const view = new BoardView(host, { board: start, goal: null, isPlayable: touch === "moves", label });
  if (!answer) return figure;
  const cover = (/** @type {number} */ cell, /** @type {HTMLElement} */ element) =>
    placed(element, { x: cell % size.width, y: Math.floor(cell / size.width), width: 1, height: 1 }, size);
  if (touch === "tiles" || touch === "cells") {
    const touchable = [...start.cells.keys()].filter((cell) => touch === "cells" || start.cells[cell] > 0);
    host.append(
      ...touchable.map((cell) => {
        const [item, noun] = touch === "cells" ? [cell, "Cell"] : [start.cells[cell], "Tile"];
        return cover(cell, touchButton(answer, String(item), `${noun} ${item}`, "button.touch-area"));
      }),
    );
  }
  if (touch === "swaps") host.append(...swapping(view, answer).map((element, cell) => cover(cell, element)));
  if (touch === "moves") figure.append(playing(view, start, answer));
  return figure;
}

/**
 * A button for each cell of a board: two that are pressed change places, and the board is the answer.
 * @param {BoardView} view @param {AnswerField} answer
 */
function swapping(view, answer) {
  const { rows, columns } = view.board;
  let first = -1;
  const press = (/** @type {number} */ cell) => {
    const isSecond = first >= 0 && first !== cell;
    if (isSecond) {
      const cells = [...view.board.cells];
      [cells[first], cells[cell]] = [cells[cell], cells[first]];
      view.show(new Board(cells, rows, columns));
      answer.value = view.board.text;
    }
    first = isSecond || first === cell ? -1 : cell;
    for (const [place, element] of areas.entries()) element.setAttribute("aria-pressed", String(place === first));
  };
  const areas = view.board.cells.map((_, cell) =>
    make("button.touch-area.touch", {
      type: "button",
      "aria-pressed": "false",
      "data-places": "",
      on: { click: () => press(cell) },
      "aria-label": `Row ${Math.floor(cell / columns) + 1}, column ${(cell % columns) + 1} of your board`,
    }),
  );
  return areas;
}

/**
 * The moves that are played on a board, or the board itself, are the answer. Returns a button that takes them back.
 * @param {BoardView} view @param {Board} start @param {AnswerField} answer
 */
function playing(view, start, answer) {
  const { kind } = answer.question;
  let moves = "";
  const write = () => {
    answer.value = kind === "board" ? moves && view.board.text : moves;
  };
  view.addEventListener("move", ({ detail }) => {
    moves += detail.moves;
    write();
  });
  answer.addEventListener("close", () => {
    view.isPlayable = false;
  });
  const undo = () => {
    moves = "";
    view.show(start);
    write();
  };
  return button("Undo all moves", undo, { kind: "touch" });
}

/**
 * On a narrow screen, begin with the root in the middle.
 * @param {Element} scroller @param {Api.NodePlace|undefined} root @param {number} width
 */
function showRoot(scroller, root, width) {
  if (root) scroller.scrollLeft = ((root.x + root.width / 2) / width) * scroller.scrollWidth - scroller.clientWidth / 2;
}

/**
 * The tree in the colours of both themes, of which the style sheet shows one, with buttons or fields over it.
 * @param {Api.TreePicture} picture @param {string} touch @param {Api.DrawnQuestion} question @param {AnswerField} answer
 */
function treeFigure(picture, touch, question, answer) {
  const { light, dark, description, width, nodes } = picture;
  const image = (/** @type {string} */ svg, /** @type {string} */ kind) =>
    make(/** @type {"img"} */ (`img.question-tree.${kind}`), {
      src: `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`,
      alt: description,
    });
  const frame = make("div.touch-frame.tree-frame", image(light, "for-light"), image(dark, "for-dark"));
  frame.style.setProperty("--width", `${width}px`);
  if (touch === "nodes") {
    frame.append(
      ...nodes.map((node) =>
        placed(touchButton(answer, String(node.number), `Node ${node.number}`, "button.touch-area"), node, picture),
      ),
    );
  }
  if (touch === "blanks") frame.append(...blankFields(picture, question, answer));
  frame.classList.toggle("is-touched", touch === "nodes" || touch === "blanks");
  const scroller = make("div.scroller.tree-scroller", { tabindex: "0", role: "region", "aria-label": "Search tree" }, frame);
  requestAnimationFrame(() => showRoot(scroller, nodes[0], width)); // when it is on the page
  return scroller;
}

/**
 * Fields in the blanks of the tree. Those of the last name are the answer, in the order of the node numbers.
 * @param {Api.TreePicture} picture @param {Api.DrawnQuestion} options @param {AnswerField} answer
 */
function blankFields(picture, { blanks }, answer) {
  const nodes = [...picture.nodes].sort((one, other) => one.number - other.number);
  const fields = nodes.flatMap((node) =>
    node.blanks.map((blank) => {
      const input = make("input.blank", {
        type: "text",
        inputmode: "numeric",
        autocomplete: "off",
        "aria-label": `${blank.name} of node ${node.number}`,
        form: "answer-form",
        "data-name": blank.name,
        maxlength: 4,
        on: { input: () => write() },
      });
      return placed(input, blank, picture);
    }),
  );
  const wanted = fields.filter((input) => input.dataset.name === blanks.at(-1));
  let isWriting = false;
  const write = () => {
    const values = wanted.map((input) => input.value.trim().replaceAll(/\s/g, "") || "?");
    isWriting = true;
    answer.value = values.some((value) => value !== "?") ? values.join(" ") : "";
    isWriting = false;
  };
  answer.addEventListener("change", () => {
    if (isWriting || answer.items.length !== wanted.length) return;
    answer.items.forEach((item, place) => {
      wanted[place].value = item === "?" ? "" : item;
    });
  });
  return fields;
}

/** @param {Api.Table} values @param {?AnswerField} answer */
function tableOf({ headers, rows }, answer) {
  const cells = (/** @type {"td"|"th"} */ tag, /** @type {string[]} */ texts) =>
    texts.map((text) => make(tag, { text, scope: tag === "th" ? "col" : null }));
  const line = (/** @type {string[]} */ row) => {
    const made = cells("td", row);
    if (answer)
      made[0].replaceChildren(touchButton(answer, row[0], `${headers[0]} ${row[0]}`, "button.row-button", { text: row[0] }));
    return make("tr", ...made);
  };
  return make(
    /** @type {"table"} */ (`table.question-table${answer ? ".is-touched" : ""}`),
    make("thead", make("tr", ...cells("th", headers))),
    make("tbody", ...rows.map(line)),
  );
}
