#pragma once

#include "taquin/ida_star/detours.hpp"
#include "taquin/puzzle/geometry.hpp"
#include "taquin/run/run.hpp"

namespace taquin {

struct IdaStarOptions {
    const Detours* detours = nullptr;  // null: only the undoing of the last move is avoided
    int threads = 1;
    int depth_limit = 1 << 30;
};

/// IDA*, see ida_star.hpp, compiled once in the library: with NoSink for TileSum, LineSum, WalkSum, PatternSum and
/// Maximum, and with TraceSink for Maximum alone (see Maximum::of). Other combinations do not link.
template <class Heuristic, class Sink>
[[nodiscard]] Outcome run_ida_star(
    const Grid& grid, const Cells& start, const Cells& goal, const Heuristic& heuristic, const IdaStarOptions& options,
    Limits& limits, Sink& sink);

}  // namespace taquin
