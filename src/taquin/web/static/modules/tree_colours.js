/**
 * The colours of a tree: those of the theme, and one for each value that the search compares, or for each range of them,
 * as in taquin/render/tree/color_scale.py.
 */

const KINDS = /** @type {const} */ (["expanded", "frontier", "pruned", "duplicate", "goal", "moved", "tile", "home"]);
const NAMES = /** @type {const} */ (["paper", "ink", "muted", "frame", "blank", "edge", "path"]);
const RAMP = 6; // colours of values

/** Colours of the style sheets in the theme that is shown, by name. @param {Element} element where they hold @param {string[]} names */
export function resolveColours(element, names) {
  const probe = document.createElement("span");
  element.append(probe);
  const style = getComputedStyle(probe);
  /** @type {Record<string, string>} */ const colours = {};
  for (const name of names) {
    probe.style.color = `var(--taquin-${name})`;
    colours[name] = style.color;
  }
  probe.remove();
  return colours;
}

/** The colours of a tree. @param {Element} element @returns {Colours} */
export function readColours(element) {
  const parts = KINDS.flatMap((kind) => [`${kind}-face`, `${kind}-edge`, `${kind}-ink`]);
  const ramp = Array.from({ length: RAMP }, (_, place) => `ramp-${place + 1}`);
  const all = resolveColours(element, [...NAMES, ...parts, ...ramp]);
  const colours = /** @type {Colours} */ ({ ramp: ramp.map((name) => all[name]) });
  for (const name of NAMES) colours[name] = all[name];
  for (const kind of KINDS) colours[kind] = { face: all[`${kind}-face`], edge: all[`${kind}-edge`], ink: all[`${kind}-ink`] };
  return colours;
}

/** Classes of values, from the lowest to the highest: their least values, and their names. */
export class ValueClasses {
  /** @param {number[]} values */
  constructor(values) {
    const distinct = [...new Set(values)].sort((one, other) => one - other);
    if (distinct.length <= RAMP) {
      this.lows = distinct;
      this.names = distinct.map((value) => String(Math.round(value * 100) / 100));
      return;
    }
    const [first, last] = [Math.floor(distinct[0]), Math.ceil(distinct[distinct.length - 1])];
    const width = Math.ceil((last + 1 - first) / RAMP);
    this.lows = [];
    for (let low = first; low <= last; low += width) {
      if (distinct.some((value) => low <= value && value < low + width)) this.lows.push(low);
    }
    this.names = this.lows.map((low) => {
      const high = Math.min(low + width - 1, last);
      return high > low ? `${low}–${high}` : String(low);
    });
  }

  /** The class of a value. @param {number} value */
  of(value) {
    let place = this.lows.length - 1;
    while (place > 0 && this.lows[place] > value) place -= 1;
    return place;
  }

  /** The colour of a class. @param {string[]} ramp @param {number} place */
  colour(place, ramp) {
    const last = this.lows.length - 1;
    return ramp[last > 0 ? Math.round((place * (ramp.length - 1)) / last) : Math.floor(ramp.length / 3)];
  }
}
