/** The clipboard and files. */

/** Let the browser save a text as a file. @param {string|Blob} text @param {string} name @param {string} type */
export function download(text, name, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * Copy a text. A page without encryption from another machine has no clipboard API; there `execCommand` is used.
 * @param {string} text
 * @returns {Promise<boolean>} whether it was copied
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Copy a text, and say so. @param {Notice} notice @param {string} text @param {string} what */
export async function copyFor(notice, text, what, hint = "") {
  if (await copy(text)) notice.good(`Copied ${what}.`, hint);
  else notice.plain("The browser does not allow copying. The text is:", text);
}

function copyBySelection(/** @type {string} */ text) {
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "taquin-hidden";
  document.body.append(area);
  const focused = document.activeElement;
  area.select();
  const isDone = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isDone;
}
