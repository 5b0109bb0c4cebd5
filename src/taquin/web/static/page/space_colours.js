/** The colours of a space: those of the theme, and a ramp from the first expansion to the last. */

import { themeNow } from "./theme.js";

export const RAMP = 64; // colours from the first expansion to the last
const THEMES = {
  light: { ink: "#1b2733", muted: "#55616d", paper: "#ffffff", path: "#b84600", unseen: "#d3dbe3" },
  dark: { ink: "#e8edf2", muted: "#a3b0bd", paper: "#12181f", path: "#ff9a5c", unseen: "#34404c" },
};
/** The stops of the ramp are at least 2.5 to 1 against the boards that are not expanded. */
const STOPS = { light: ["#008764", "#0069aa", "#5032a0", "#440154"], dark: ["#fde725", "#6edc6e", "#3cbebe", "#82a0ff"] };

/** The colours of the theme that is shown, as styles and as pixels. @param {Element} element */
export function readColours(element) {
  const style = getComputedStyle(element);
  const theme = themeNow();
  const colours = THEMES[theme];
  const stops = STOPS[theme].map(channels);
  const ramp = Array.from({ length: RAMP }, (_, index) => mixed(stops, index / (RAMP - 1)));
  return {
    ...colours,
    ground: packed(channels(colours.paper)),
    unseen: packed(channels(colours.unseen)),
    ramp,
    styles: ramp.map((colour) => `rgb(${colour & 255} ${(colour >> 8) & 255} ${(colour >> 16) & 255})`),
    font: style.getPropertyValue("--taquin-font").trim() || "sans-serif",
  };
}

/** Red, green and blue. @param {string} colour such as "#12181f" */
function channels(colour) {
  return [1, 3, 5].map((place) => Number.parseInt(colour.slice(place, place + 2), 16));
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
