/**
 * Light or dark: the system's choice, until somebody presses the button; the browser remembers that.
 * It runs before anything is painted (`blocking` in index.html), so that no light page flashes up in the dark.
 */

const KEY = "taquin-theme";
const system = matchMedia("(prefers-color-scheme: dark)");

/** What is shown now. @returns {"light"|"dark"} */
export function themeNow() {
  return document.documentElement.dataset.theme ?? (system.matches ? "dark" : "light");
}

/** Let a button change the theme. Event `themechange` of the document, whenever another one is shown. */
export function connectThemeButton(button) {
  const tell = () => {
    button.setAttribute("aria-pressed", String(themeNow() === "dark"));
    document.dispatchEvent(new Event("themechange"));
  };
  button.addEventListener("click", () => {
    choose(themeNow() === "dark" ? "light" : "dark");
    tell();
  });
  system.addEventListener("change", tell);
  tell();
}

/** A choice that is the system's own is forgotten: the page follows the system again. */
function choose(theme) {
  const isSystem = theme === (system.matches ? "dark" : "light");
  if (isSystem) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (isSystem) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // a browser that keeps nothing: the choice lasts as long as the page
  }
}

function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

const theme = remembered();
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
