/** Connects a search to a notebook: the step and the chosen node are traits of the widget. */

import { Search } from "../modules/search.js";
import { TraceReader } from "../modules/trace.js";

export default {
  render(/** @type {Widget} */ { model, el }) {
    el.addEventListener("keydown", (event) => {
      if (!event.ctrlKey && !event.metaKey) event.stopPropagation(); // the notebook must not take them as commands
    });
    const reader = new TraceReader(JSON.parse(model.get("_record")));
    const search = new Search(el, { reader, time: model.get("time") });
    const go = () => search.go(model.get("time"));
    const choose = () => model.get("node") !== search.chosen && search.choose(model.get("node"));
    search.addEventListener("change", () => {
      model.set("time", search.time);
      model.set("node", Math.max(search.chosen, 0));
      model.save_changes();
    });
    model.on("change:time", go);
    model.on("change:node", choose);
    return () => {
      model.off("change:time", go);
      model.off("change:node", choose);
      search.destroy();
    };
  },
};
