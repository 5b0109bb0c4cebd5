/**
 * Paints a planned tree on a canvas: cards with boards if they are large enough to be read, else boxes with the number
 * and the value of a node, else dots in the colour of the value. It paints only what is within the view.
 */

import { moveLetter } from "./move_names.js";
import { paintBox, paintLine, paintPath, paintText } from "./painting.js";
import { FONT } from "./tree_card.js";
import { ValueClasses } from "./tree_colours.js";
import { GAP } from "./tree_plan.js";

const BOXES = 24; // in pixels: narrower cards are dots, wider ones have a number
const DOTS = 5; // in pixels: below this card width some dots are left out
const AWAY = 6; // pixels from the border of a card to the ring around it
const NEAREST = 3; // pixels between two dots that are painted

/** Paints the steps of one search. */
export class TreePainter {
  /** @param {TraceReader} reader @param {import("./tree_card.js").TreeCard} card */
  constructor(reader, card) {
    this.reader = reader;
    this.card = card;
    /** The values that nodes are compared by, in classes with a colour each. */
    this.classes = new ValueClasses(reader.comparedValues);
  }

  /** How nodes are painted at a scale. @param {number} scale @returns {"board"|"number"|"dot"} */
  detail(scale) {
    if (this.card.isReadable(scale)) return "board";
    return this.card.width * scale < BOXES ? "dot" : "number";
  }

  /** Paint what is within the view. @param {CanvasRenderingContext2D} context @param {TreeScene} scene */
  paint(context, scene) {
    const { ratio, colours, camera } = scene;
    const { width: across, height: down } = camera.size;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = colours.paper;
    context.fillRect(0, 0, across, down);
    const width = this.card.width * camera.scale;
    const visible = this.#visible(scene, width);
    this.#edges(context, scene, visible.edges);
    const detail = this.detail(camera.scale);
    if (detail === "dot") this.#dots(context, scene, visible.items);
    else for (const item of visible.items) this.#draw(context, scene, item, detail === "board");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (detail === "board") this.#letters(context, scene, visible.edges);
    this.#ring(context, scene, scene.current, colours.ink);
    if (scene.selected !== scene.current) this.#ring(context, scene, scene.selected, colours.home.edge);
    for (const [node, name] of scene.marks) {
      this.#ring(context, scene, scene.plan.itemOf[node] ?? -1, colours[name].edge, name === "home" ? 3 : 6);
    }
    if (detail === "dot") this.#captions(context, scene);
    if (detail !== "board") return;
    const ringed = [scene.current, scene.selected, ...[...scene.marks.keys()].map((node) => scene.plan.itemOf[node] ?? -1)];
    for (const item of new Set(ringed)) if (item >= 0) this.#draw(context, scene, item, true, "label");
  }

  /** Where an item is in the view. @param {number} item @param {TreeScene} options */
  place(item, { x, y, camera }) {
    return camera.toView(x[item], y[item]);
  }

  /**
   * The item at a point of the view, or -1; dots have a reach of a few pixels.
   * @param {number} x @param {number} y @param {TreeScene} scene
   */
  find(x, y, scene) {
    const { plan, camera } = scene;
    const reach = Math.max((this.card.width * camera.scale) / 2, 6);
    const high = Math.max((this.card.height * camera.scale) / 2, 8);
    let [best, least] = [-1, Infinity];
    for (let item = 0; item < plan.node.length; item += 1) {
      const at = this.place(item, scene);
      if (Math.abs(at.x - x) > reach || Math.abs(at.y - y) > high) continue;
      const far = Math.hypot(at.x - x, at.y - y);
      if (far < least) [best, least] = [item, far];
    }
    return best;
  }

  /** What an item is painted as: a kind of node, or `duplicate`. @param {number} item @param {TreeScene} options */
  kind(item, { plan }) {
    return plan.isDuplicate[item] ? "duplicate" : this.reader.kind(plan.node[item]);
  }

  /**
   * The items within the view, and those whose edge crosses it. When nodes are dots, of items that are closer than a few
   * pixels only the first is painted.
   * @param {TreeScene} scene @param {number} width
   */
  #visible(scene, width) {
    const { plan, camera } = scene;
    const { size } = camera;
    /** @type {{items: number[], edges: number[]}} */ const visible = { items: [], edges: [] };
    const tall = (this.card.height * camera.scale) / 2 + 10;
    const scaleY = camera.scale * camera.stretch;
    const isInView = (/** @type {{y: number}|undefined} */ row) => {
      if (scene.isMoving) return true;
      const y = row ? (row.y - camera.y) * scaleY + size.height / 2 : -Infinity;
      return y > -tall && y < size.height + tall;
    };
    plan.rows.forEach((row, place) => {
      const isHere = isInView(row);
      if (!isHere && !isInView(plan.rows[place - 1]) && !isInView(plan.rows[place + 1])) return;
      this.#addVisible(visible, row, scene, { width, isHere });
    });
    return visible;
  }

  /** @param {{items: number[], edges: number[]}} values @param {{y: number, items: number[]}} row @param {TreeScene} scene @param {{width: number, isHere: boolean}} options */
  #addVisible({ items, edges }, row, scene, { width, isHere }) {
    const { plan, camera } = scene;
    const { size } = camera;
    const half = width / 2 + 10;
    const toScreen = (/** @type {number} */ item) => (scene.x[item] - camera.x) * camera.scale + size.width / 2;
    let last = -Infinity;
    for (const item of row.items) {
      const x = toScreen(item);
      const node = plan.node[item];
      if (scene.veiled.has(node)) continue;
      const isMarked = scene.currentPath.has(node) || scene.solutionPath.has(node);
      if (width < DOTS && x - last < NEAREST && !isMarked) continue;
      last = x;
      if (isHere && x > -half && x < size.width + half) items.push(item);
      const above = plan.parent[item];
      const from = above < 0 ? -Infinity : toScreen(above);
      if (Math.max(x, from) > 0 && Math.min(x, from) < size.width && above >= 0) edges.push(item);
    }
  }

  /** Which kind of line leads to an item. @param {number} item @param {TreeScene} options */
  #edgeKind(item, { plan, solutionPath, currentPath }) {
    const node = plan.node[item];
    if (plan.isDuplicate[item]) return "muted";
    if (solutionPath.has(node)) return "solution";
    if (currentPath.has(node)) return "current";
    return this.reader.kind(node) === "pruned" ? "muted" : "plain";
  }

  /** @param {CanvasRenderingContext2D} context @param {TreeScene} scene @param {number[]} items */
  #edges(context, scene, items) {
    const { colours, camera } = scene;
    /** @type {Record<"plain"|"muted"|"current"|"solution", number[]>} */
    const groups = { plain: [], muted: [], current: [], solution: [] };
    for (const item of items) groups[this.#edgeKind(item, scene)].push(item);
    const isNear = this.card.width * camera.scale >= BOXES;
    /** @type {Record<string, [colour: string, width: number, dashes: number[]]>} */ const strokes = {
      plain: [colours.edge, isNear ? 1.5 : 0.5, []],
      muted: [colours.edge, isNear ? 1 : 0.5, isNear ? [3, 3] : []],
      current: [colours.ink, isNear ? 3 : 1.5, []],
      solution: [colours.path, isNear ? 3 : 2, []],
    };
    for (const [name, group] of Object.entries(groups)) {
      const [stroke, width, dashes] = strokes[name];
      context.beginPath();
      for (const item of group) {
        const [from, to] = this.#ends(scene, item);
        context.moveTo(from.x, from.y);
        context.lineTo(to.x, to.y);
      }
      paintPath(context, { stroke, weight: width * (isNear ? Math.min(1, Math.max(camera.scale, 0.4)) : 1), dashes });
    }
    this.#meeting(context, scene);
  }

  /** Where an edge begins and ends: at the borders of the two cards. @param {TreeScene} scene @param {number} item */
  #ends(scene, item) {
    const to = this.place(item, scene);
    const from = this.place(scene.plan.parent[item], scene);
    const half = (this.card.height * scene.camera.scale) / 2;
    const sign = Math.sign(to.y - from.y);
    return [
      { x: from.x, y: from.y + sign * half },
      { x: to.x, y: to.y - sign * half },
    ];
  }

  /** The line between the nodes where two searches met. @param {CanvasRenderingContext2D} context @param {TreeScene} scene */
  #meeting(context, scene) {
    const { goalNodes } = this.reader;
    if (goalNodes.length < 2 || goalNodes.some((node) => node >= this.reader.count || this.reader.kind(node) !== "goal")) return;
    const [one, other] = goalNodes.map((node) => scene.plan.itemOf[node] ?? -1);
    if (one < 0 || other < 0) return;
    const ends = [this.place(one, scene), this.place(other, scene)];
    paintLine(context, ends, { stroke: scene.colours.path, weight: 3, dashes: [2, 5] });
  }

  /**
   * The letters of the moves, on discs that hide the edges behind them.
   * @param {CanvasRenderingContext2D} context @param {TreeScene} scene @param {number[]} items
   */
  #letters(context, scene, items) {
    const { plan, colours, camera } = scene;
    context.font = `bold ${11 * camera.scale}px ${FONT}`;
    [context.textAlign, context.textBaseline] = ["center", "middle"];
    for (const item of items) {
      const [from, to] = this.#ends(scene, item);
      const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
      context.fillStyle = colours.paper;
      context.beginPath();
      context.arc(x, y, 8 * camera.scale, 0, 2 * Math.PI);
      context.fill();
      context.fillStyle = scene.solutionPath.has(plan.node[item]) && !plan.isDuplicate[item] ? colours.path : colours.ink;
      context.fillText(plan.move[item] ? moveLetter(plan.move[item]) : "?", x, y);
    }
  }

  /**
   * Paint a card, or only its label.
   * @param {CanvasRenderingContext2D} context @param {TreeScene} scene @param {number} item @param {boolean} isReadable
   */
  #draw(context, scene, item, isReadable, /** @type {"draw"|"label"} */ part = "draw") {
    const { plan, camera, ratio } = scene;
    const { x, y } = this.place(item, scene);
    const zoom = ratio * camera.scale;
    const { width, height } = this.card;
    context.setTransform(zoom, 0, 0, zoom, x * ratio - (zoom * width) / 2, y * ratio - (zoom * height) / 2);
    this.card[part](context, scene.colours, {
      node: plan.node[item],
      kind: this.kind(item, scene),
      hidden: plan.hidden[item],
      isOnPath: !plan.isDuplicate[item] && scene.solutionPath.has(plan.node[item]),
      isReadable,
    });
  }

  /**
   * Nodes as dots in the colour of their value; pruned ones and duplicates are grey.
   * @param {CanvasRenderingContext2D} context @param {TreeScene} scene @param {number[]} items
   */
  #dots(context, scene, items) {
    const { plan, colours, camera } = scene;
    const width = Math.max(2, Math.round(this.card.width * camera.scale)); // whole pixels are painted faster
    const height = Math.max(4, Math.round(this.card.height * camera.scale));
    /** @type {Map<string, number[]>} */ const groups = new Map();
    for (const item of items) {
      const colour = this.#dotColour(this.kind(item, scene), plan.node[item], colours);
      const group = groups.get(colour) ?? [];
      groups.set(colour, group);
      group.push(item);
    }
    for (const [colour, group] of groups) {
      context.fillStyle = colour;
      for (const item of group) {
        const { x, y } = this.place(item, scene);
        context.fillRect(Math.round(x - width / 2), Math.round(y - height / 2), width, height);
      }
    }
  }

  /** @param {import("./tree_card.js").Kind} kind @param {number} node @param {Colours} colours */
  #dotColour(kind, node, colours) {
    if (kind === "goal") return colours.goal.edge;
    if (kind === "stuck") return colours.moved.edge;
    if (kind === "pruned" || kind === "duplicate") return colours.frame;
    return this.classes.colour(this.classes.of(this.reader.compared(node)), colours.ramp);
  }

  /** @param {CanvasRenderingContext2D} context @param {TreeScene} scene */
  #captions(context, scene) {
    for (const item of [scene.selected, scene.pointed]) if (item >= 0) this.#caption(context, scene, item);
  }

  /**
   * The number and the values of a node that is a dot, above it.
   * @param {CanvasRenderingContext2D} context @param {TreeScene} scene @param {number} item
   */
  #caption(context, scene, item) {
    const { camera, colours, plan } = scene;
    const { x, y } = this.place(item, scene);
    const text = `${plan.node[item]}: ${this.reader.values(plan.node[item]).join(", ")}`;
    context.font = `bold 14px ${FONT}`;
    const width = context.measureText(text).width + 12;
    const left = Math.max(Math.min(x - width / 2, camera.size.width - width - 2), 2);
    const top = Math.max(y - (this.card.height * camera.scale) / 2 - 34, 2);
    paintBox(context, [left, top, width, 24, 6], { fill: colours.paper, stroke: colours.ink });
    context.textBaseline = "middle";
    paintText(context, text, [left + 6, top + 12], { font: context.font, colour: colours.ink, align: "left" });
  }

  /**
   * A ring around an item.
   * @param {CanvasRenderingContext2D} context @param {TreeScene} scene @param {number} item @param {string} colour
   */
  #ring(context, scene, item, colour, weight = 4) {
    if (item < 0) return;
    const { x, y } = this.place(item, scene);
    const { scale } = scene.camera;
    const away = Math.min(AWAY, (GAP * scale) / 2); // it covers no neighbour
    const width = Math.max(this.card.width * scale, 6) + 2 * away;
    const height = Math.max(this.card.height * scale, 6) + 2 * away;
    const style = { stroke: colour, weight: Math.min(weight, Math.max(2, away)) };
    paintBox(context, [x - width / 2, y - height / 2, width, height, 8], style);
  }
}
