/** The colours of a space: those of the theme, and a ramp from the first expansion to the last. */

import { themeNow } from "./theme.js";

export const RAMP = 64; // colours from the first expansion to the last
const STOPS = {
  // each at least 2.5 to 1 against the boards that are not expanded
  light: [
    [0, 135, 100],
    [0, 105, 170],
    [80, 50, 160],
    [68, 1, 84],
  ],
  dark: [
    [253, 231, 37],
    [110, 220, 110],
    [60, 190, 190],
    [130, 160, 255],
  ],
};

/** The colours of the theme that is shown, as styles and as pixels. @param {Element} element */
export function readColours(element) {
  const style = getComputedStyle(element);
  const isDark = themeNow() === "dark";
  const ramp = Array.from({ length: RAMP }, (_, index) => mixed(STOPS[isDark ? "dark" : "light"], index / (RAMP - 1)));
  const value = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  return {
    ground: isDark ? packed(18, 24, 31) : packed(255, 255, 255), // as paper
    unseen: isDark ? packed(52, 64, 76) : packed(211, 219, 227),
    ramp,
    styles: ramp.map((colour) => `rgb(${colour & 255} ${(colour >> 8) & 255} ${(colour >> 16) & 255})`),
    ink: isDark ? "#e8edf2" : "#1b2733",
    muted: isDark ? "#a3b0bd" : "#55616d",
    paper: isDark ? "#12181f" : "#ffffff",
    path: isDark ? "#ff9a5c" : "#b84600",
    font: value("--taquin-font") || "sans-serif",
  };
}

function mixed(/** @type {number[][]} */ stops, /** @type {number} */ share) {
  const place = share * (stops.length - 1);
  const [low, part] = [Math.min(Math.floor(place), stops.length - 2), place - Math.min(Math.floor(place), stops.length - 2)];
  const [red, green, blue] = stops[low].map((from, index) => Math.round(from + (stops[low + 1][index] - from) * part));
  return packed(red, green, blue);
}

/** A colour as a pixel of an ImageData on a machine whose lowest byte comes first. @param {number} red @param {number} green @param {number} blue */
function packed(red, green, blue) {
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
