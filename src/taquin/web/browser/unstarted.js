/** Shows what to do if the page was opened from a disk, where browsers load no modules. No module itself. */

addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLScriptElement) document.documentElement.dataset.unstarted = "true";
  },
  true, // such an event does not bubble
);
