#pragma once

#include "taquin/ida_star/detours.hpp"
#include "taquin/ida_star/shared_pass.hpp"
#include "taquin/puzzle/geometry.hpp"
#include "taquin/run/run.hpp"

namespace taquin {

struct IdaStarOptions {
    const Detours* detours = nullptr;  // null: only the undoing of the last move is avoided
    int threads = 1;
    int depth_limit = 1 << 30;
    const SearchElsewhere* elsewhere = nullptr;  // null: all passes are searched here
    int workers = 1;                             // how many work elsewhere at once
};

/// IDA*, see ida_star.hpp, compiled once in the library: with NoSink for TileSum, LineSum, WalkSum, PatternSum and
/// Maximum, and with TraceSink for Maximum alone (see Maximum::of). Other combinations do not link.
template <class Heuristic, class Sink>
[[nodiscard]] Outcome run_ida_star(
    const Grid& grid, const Cells& start, const Cells& goal, const Heuristic& heuristic, const IdaStarOptions& options,
    Limits& limits, Sink& sink);

/// Search some branches of one pass of IDA*, for a `SearchElsewhere`. Compiled for the same heuristics as IDA* without
/// events.
template <class Heuristic>
[[nodiscard]] PassResult search_branches(
    const Grid& grid, const Cells& start, const Cells& goal, const Heuristic& heuristic, const Detours* detours,
    const BranchRange& range, Limits& limits);

}  // namespace taquin
