/** Joins a search to a notebook: the step and the chosen node are also Python's. */

const parts = {
  Board, BoardView, Transport, TraceText, TreeView, TreeCamera, TreeCard, TreePainter, NodePanel, HeldPanel,
  planTree, readColours, tidy,
};

export default {
  render({ model, el }) {
    el.addEventListener("keydown", (event) => {
      if (!event.ctrlKey && !event.metaKey) event.stopPropagation(); // keys here are no commands of the notebook
    });
    const reader = new TraceReader(model.get("_trace"), { readSteps });
    const search = new Search(el, { reader, parts, time: model.get("time") });
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
