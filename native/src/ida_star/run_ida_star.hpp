#pragma once

// The definitions of `run_ida_star` and `search_branches`, for the files that compile them: one for each family of
// heuristics, because this is what takes most of the time of a build.

#include <type_traits>

#include "taquin/heuristics/tile_sum.hpp"
#include "taquin/ida_star/ida_star.hpp"
#include "taquin/ida_star/run_ida_star.hpp"

#define TAQUIN_COMPILE_IDA_STAR(Sink, ...)                     \
    template Outcome run_ida_star<__VA_ARGS__, Sink>(          \
        const Grid&, const Cells&, const Cells&, const __VA_ARGS__&, const IdaStarOptions&, Limits&, Sink&);

#define TAQUIN_COMPILE_BRANCHES(...)                                                                            \
    template PassResult search_branches<__VA_ARGS__>(                                                           \
        const Grid&, const Cells&, const Cells&, const __VA_ARGS__&, const Detours*, const BranchRange&, Limits&);

namespace taquin {

/// Call `run` with the filter of moves: the detours, or only the undoing of the last move.
template <class Heuristic, class Run>
auto with_filter(const Grid& grid, const Detours* detours, const Run& run) {
    if (detours != nullptr) {
        return run(DetourFilter(*detours));
    }
    if constexpr (std::is_same_v<Heuristic, UnitTileSum>) {
        return run(UndoFilter{});
    } else {
        // The filter costs little beside the tables of these heuristics, and a second copy of the search would take
        // twice as long to compile.
        const Detours undone_moves = build_detours(grid, 2).value();
        return run(DetourFilter(undone_moves));
    }
}

template <class Heuristic, class Sink>
Outcome run_ida_star(
    const Grid& grid, const Cells& start, const Cells& goal, const Heuristic& heuristic, const IdaStarOptions& options,
    Limits& limits, Sink& sink) {
    return with_filter<Heuristic>(grid, options.detours, [&]<class MoveFilter>(MoveFilter filter) {
        return IdaStar<Heuristic, MoveFilter, Sink>(grid, start, goal, heuristic, filter, options, limits, sink).run();
    });
}

template <class Heuristic>
PassResult search_branches(
    const Grid& grid, const Cells& start, const Cells& goal, const Heuristic& heuristic, const Detours* detours,
    const BranchRange& range, Limits& limits) {
    return with_filter<Heuristic>(grid, detours, [&]<class MoveFilter>(MoveFilter filter) {
        return ParallelPass<Heuristic, MoveFilter>(grid, start, goal, heuristic, filter, 1).search_range(range, limits);
    });
}

}  // namespace taquin
