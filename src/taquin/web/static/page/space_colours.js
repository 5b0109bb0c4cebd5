/** The colours of a space: those of the style sheets, and a ramp from the first expansion to the last. */

import { resolveColours } from "../modules/tree_colours.js";

export const RAMP = 64; // colours from the first expansion to the last
const NAMES = ["ink", "muted", "paper", "path", "unseen", "space-1", "space-2", "space-3", "space-4"];

/** The colours of the theme that is shown, as styles and as pixels. @param {Element} element where they hold */
export function readColours(element) {
  const [ink, muted, paper, path, unseen, ...stops] = Object.values(resolveColours(element, NAMES));
  const ramp = Array.from({ length: RAMP }, (_, index) => mixed(stops.map(channels), index / (RAMP - 1)));
  return {
    ...{ ink, muted, paper, path, ramp },
    ground: packed(channels(paper)),
    unseen: packed(channels(unseen)),
    styles: ramp.map((colour) => `rgb(${colour & 255} ${(colour >> 8) & 255} ${(colour >> 16) & 255})`),
    font: getComputedStyle(element).getPropertyValue("--taquin-font").trim() || "sans-serif",
  };
}

/** Red, green and blue. @param {string} colour such as "rgb(18, 24, 31)" */
function channels(colour) {
  return (colour.match(/\d+/g) ?? []).map(Number);
}

function mixed(/** @type {number[][]} */ stops, /** @type {number} */ share) {
  const place = share * (stops.length - 1);
  const [low, part] = [Math.min(Math.floor(place), stops.length - 2), place - Math.min(Math.floor(place), stops.length - 2)];
  return packed(stops[low].map((from, index) => Math.round(from + (stops[low + 1][index] - from) * part)));
}

/** A colour as a pixel of an ImageData on a machine whose lowest byte comes first. @param {number[]} channels */
function packed([red, green, blue]) {
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
