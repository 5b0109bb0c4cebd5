/**
 * Paints a planned tree on a canvas: cards with boards where they are large enough to be read, boxes with numbers where
 * they are not, dots from far away. It paints one moment of the search, and only what lies within the view.
 */

const FONT = '"Helvetica Neue", Arial, "Liberation Sans", "DejaVu Sans", sans-serif';
const KINDS = ["expanded", "frontier", "pruned", "duplicate", "goal", "moved", "tile", "home"];
const READABLE = 0.55; // from this scale on boards are drawn
const BOXES = 22; // from this width of a card on, in pixels, boxes have numbers
const DOTS = 5; // below this width nodes are dots
const AWAY = 6; // pixels from the border of a card to the ring around it
const NEAREST = 3; // pixels between two dots; of those that are nearer, the first is painted

/** The colours of the theme, by name. */
export function readColours(element) {
  const probe = document.createElement("span");
  element.append(probe);
  const style = getComputedStyle(probe);
  const read = (name) => {
    probe.style.color = `var(--taquin-${name})`;
    return style.color;
  };
  const colours = {};
  for (const name of ["paper", "ink", "muted", "frame", "blank", "edge", "path"]) colours[name] = read(name);
  for (const kind of KINDS) {
    colours[kind] = { face: read(`${kind}-face`), edge: read(`${kind}-edge`), ink: read(`${kind}-ink`) };
  }
  probe.remove();
  return colours;
}

/** Paints the steps of one search. */
export class TreePainter {
  /**
   * @param {import("./trace.js").TraceReader} reader
   * @param {import("./tree_card.js").TreeCard} card
   */
  constructor(reader, card) {
    Object.assign(this, { reader, card });
  }

  /**
   * Paint what is seen.
   * @param {CanvasRenderingContext2D} context
   * @param {object} scene
   * @param {import("./tree_plan.js").Plan} scene.plan
   * @param {object} scene.colours
   * @param {import("./tree_camera.js").TreeCamera} scene.camera
   * @param {number} scene.ratio pixels of the canvas for one of the view
   * @param {number} scene.selected an item, or -1
   * @param {number} scene.current the item that was expanded last, or -1
   * @param {Set<number>} scene.way nodes on the way from the root to it
   * @param {Set<number>} scene.path nodes on the solution
   */
  paint(context, scene) {
    const { ratio, colours, camera } = scene;
    const { width: across, height: down } = camera.size;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = colours.paper;
    context.fillRect(0, 0, across, down);
    const width = this.card.width * camera.scale;
    const seen = this.#look(scene, width);
    this.#edges(context, scene, seen.edges);
    if (width < BOXES) this.#dots(context, scene, seen.items);
    else for (const item of seen.items) this.#draw(context, scene, item);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (camera.scale >= READABLE) this.#letters(context, scene, seen.edges);
    this.#ring(context, scene, scene.current, colours.ink);
    if (scene.selected !== scene.current) this.#ring(context, scene, scene.selected, colours.home.edge);
  }

  /** Where an item is in the view. */
  place(item, { plan, camera }) {
    return camera.toView(plan.x[item], plan.y[item]);
  }

  /** The item at a point of the view, or -1; from afar the nearest within a few pixels. */
  find(x, y, scene) {
    const { plan, camera } = scene;
    const reach = Math.max((this.card.width * camera.scale) / 2, 6);
    const high = Math.max((this.card.height * camera.scale) / 2, 8);
    let [best, least] = [-1, Infinity];
    for (let item = 0; item < plan.node.length; item += 1) {
      const at = this.place(item, scene);
      if (Math.abs(at.x - x) > reach || Math.abs(at.y - y) > high || !this.isShown(item, scene)) continue;
      const far = Math.hypot(at.x - x, at.y - y);
      if (far < least) [best, least] = [item, far];
    }
    return best;
  }

  /** Whether an item exists at the present moment. */
  isShown(item, { plan }) {
    return plan.isDuplicate[item] ? plan.from[item] <= this.reader.time : plan.node[item] < this.reader.count;
  }

  /** What an item is painted like: a kind of node, or `duplicate`. */
  kind(item, { plan }) {
    return plan.isDuplicate[item] ? "duplicate" : this.reader.kind(plan.node[item]);
  }

  /** The item that an item hangs under at the present moment, or -1. */
  above(item, { plan }) {
    if (plan.isDuplicate[item]) return plan.parent[item];
    const parent = this.reader.parent[plan.node[item]];
    return parent < 0 ? -1 : plan.itemOf[parent];
  }

  /** The items within the view, and those whose edge crosses it. From afar, of near items the first is taken. */
  #look(scene, width) {
    const { plan, camera } = scene;
    const { size } = camera;
    const items = [];
    const edges = [];
    const half = width / 2 + 10;
    const [tall, scaleY] = [(this.card.height * camera.scale) / 2 + 10, camera.scale * camera.stretch];
    const isFar = width < DOTS;
    const marked = new Set([...scene.way, ...scene.path]);
    const screen = (item) => (plan.x[item] - camera.x) * camera.scale + size.width / 2;
    const isSeen = (row) => {
      const y = row ? (row.y - camera.y) * scaleY + size.height / 2 : -Infinity;
      return y > -tall && y < size.height + tall;
    };
    plan.rows.forEach((row, place) => {
      const isHere = isSeen(row);
      if (!isHere && !isSeen(plan.rows[place - 1]) && !isSeen(plan.rows[place + 1])) return;
      let last = -Infinity;
      for (const item of row.items) {
        const x = screen(item);
        if (isFar && x - last < NEAREST && !marked.has(plan.node[item])) continue;
        if (!this.isShown(item, scene)) continue;
        last = x;
        if (isHere && x > -half && x < size.width + half) items.push(item);
        const above = this.above(item, scene);
        if (above < 0) continue;
        const from = screen(above);
        if (Math.max(x, from) > 0 && Math.min(x, from) < size.width) edges.push(item);
      }
    });
    return { items, edges };
  }

  #edges(context, scene, items) {
    const { colours, camera, plan } = scene;
    const groups = { plain: [], muted: [], way: [], path: [] };
    for (const item of items) {
      const node = plan.node[item];
      const isDuplicate = plan.isDuplicate[item];
      const isMuted = isDuplicate || this.reader.kind(node) === "pruned";
      const onPath = !isDuplicate && scene.path.has(node);
      const onWay = !isDuplicate && scene.way.has(node);
      groups[onPath ? "path" : onWay ? "way" : isMuted ? "muted" : "plain"].push(item);
    }
    const isNear = this.card.width * camera.scale >= BOXES;
    const strokes = {
      plain: [colours.edge, isNear ? 1.5 : 0.5, []],
      muted: [colours.edge, isNear ? 1 : 0.5, isNear ? [3, 3] : []],
      way: [colours.ink, isNear ? 3 : 1.5, []],
      path: [colours.path, isNear ? 3 : 2, []],
    };
    for (const [name, group] of Object.entries(groups)) {
      const [colour, width, dashes] = strokes[name];
      context.strokeStyle = colour;
      context.lineWidth = width * (isNear ? Math.min(1, Math.max(camera.scale, 0.4)) : 1);
      context.setLineDash(dashes);
      context.beginPath();
      for (const item of group) this.#line(context, scene, item);
      context.stroke();
    }
    context.setLineDash([]);
    this.#meeting(context, scene);
  }

  #line(context, scene, item) {
    const [from, to] = this.#ends(scene, item);
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
  }

  /** Where an edge begins and ends: at the borders of the two cards. */
  #ends(scene, item) {
    const to = this.place(item, scene);
    const from = this.place(this.above(item, scene), scene);
    const half = (this.card.height * scene.camera.scale) / 2;
    const sign = Math.sign(to.y - from.y);
    return [{ x: from.x, y: from.y + sign * half }, { x: to.x, y: to.y - sign * half }];
  }

  /** The line between the nodes where two searches met. */
  #meeting(context, scene) {
    const { goalNodes } = this.reader;
    if (goalNodes.length < 2 || goalNodes.some((node) => node >= this.reader.count || this.reader.kind(node) !== "goal")) return;
    const [one, other] = goalNodes.map((node) => scene.plan.itemOf[node]);
    if (one < 0 || other < 0) return;
    const [from, to] = [this.place(one, scene), this.place(other, scene)];
    context.strokeStyle = scene.colours.path;
    context.lineWidth = 3;
    context.setLineDash([2, 5]);
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.stroke();
    context.setLineDash([]);
  }

  /** The letters of the moves, on discs that hide the edges behind them. */
  #letters(context, scene, items) {
    const { plan, colours, camera } = scene;
    context.font = `bold ${11 * camera.scale}px ${FONT}`;
    [context.textAlign, context.textBaseline] = ["center", "middle"];
    for (const item of items) {
      const [from, to] = this.#ends(scene, item);
      const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
      const move = plan.isDuplicate[item] ? plan.move[item] : this.reader.move[plan.node[item]];
      context.fillStyle = colours.paper;
      context.beginPath();
      context.arc(x, y, 8 * camera.scale, 0, 2 * Math.PI);
      context.fill();
      context.fillStyle = scene.path.has(plan.node[item]) && !plan.isDuplicate[item] ? colours.path : colours.ink;
      context.fillText(move || "?", x, y);
    }
  }

  #draw(context, scene, item) {
    const { plan, camera, ratio } = scene;
    const { x, y } = this.place(item, scene);
    const zoom = ratio * camera.scale;
    const { width, height } = this.card;
    context.setTransform(zoom, 0, 0, zoom, x * ratio - (zoom * width) / 2, y * ratio - (zoom * height) / 2);
    this.card.draw(context, scene.colours, {
      node: plan.node[item],
      kind: this.kind(item, scene),
      hidden: plan.hidden[item],
      isOnPath: !plan.isDuplicate[item] && scene.path.has(plan.node[item]),
      isReadable: camera.scale >= READABLE,
    });
  }

  /** Nodes from afar: one rectangle each, by colour. */
  #dots(context, scene, items) {
    const { colours, camera } = scene;
    const width = Math.max(2, Math.round(this.card.width * camera.scale)); // whole pixels are painted faster
    const height = Math.max(4, Math.round(this.card.height * camera.scale));
    const groups = {};
    for (const item of items) (groups[this.kind(item, scene)] ??= []).push(item);
    for (const [kind, group] of Object.entries(groups)) {
      context.fillStyle = colours[kind === "stuck" ? "moved" : kind].edge;
      for (const item of group) {
        const { x, y } = this.place(item, scene);
        context.fillRect(Math.round(x - width / 2), Math.round(y - height / 2), width, height);
      }
    }
  }

  /** A ring around an item. */
  #ring(context, scene, item, colour) {
    if (item < 0 || !this.isShown(item, scene)) return;
    const { x, y } = this.place(item, scene);
    const width = Math.max(this.card.width * scene.camera.scale, 6) + 2 * AWAY;
    const height = Math.max(this.card.height * scene.camera.scale, 6) + 2 * AWAY;
    context.strokeStyle = colour;
    context.lineWidth = 3;
    context.beginPath();
    context.roundRect(x - width / 2, y - height / 2, width, height, 8);
    context.stroke();
  }
}
