/** Connects a search to a notebook: the step and the chosen node are traits of the widget. */

import { Search } from "../modules/search.js";
import { TraceReader } from "../modules/trace.js";
import { widget } from "./widget.js";

export default widget((model, host) => {
  const reader = new TraceReader(JSON.parse(model.get("_record")));
  const search = new Search(host, { reader, time: model.get("time") });
  const go = () => search.go(model.get("time"));
  const choose = () => model.get("node") !== search.chosen && search.choose(model.get("node"));
  search.addEventListener("change", () => {
    model.set("time", search.time);
    model.set("node", Math.max(search.chosen, 0));
    model.save_changes();
  });
  return { changes: { time: go, node: choose }, destroy: () => search.destroy() };
});
