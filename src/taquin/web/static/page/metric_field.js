/** What counts as one: a move of one tile, or a slide of a line of tiles. Solve and Play share the choice. */

import { field, select } from "./dom.js";

const METRICS = { moves: "Single moves", slides: "Slides: a line of tiles counts 1" };

/** A field for the metric of the session. @param {Session} session */
export function metricField(session) {
  const choice = select(METRICS, session.metric, (metric) => session.update({ metric: /** @type {Metric} */ (metric) }));
  session.addEventListener("change", () => {
    choice.value = session.metric;
  });
  return field("Count", choice);
}
