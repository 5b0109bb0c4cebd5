#pragma once

// The definition of `run_ida_star`, for the files that compile it: one for each family of heuristics, because this is
// what takes most of the time of a build.

#include <type_traits>

#include "taquin/heuristics/tile_sum.hpp"
#include "taquin/ida_star/ida_star.hpp"
#include "taquin/ida_star/run_ida_star.hpp"

#define TAQUIN_COMPILE_IDA_STAR(Sink, ...)                     \
    template Outcome run_ida_star<__VA_ARGS__, Sink>(          \
        const Grid&, const Cells&, const Cells&, const __VA_ARGS__&, const IdaStarOptions&, Limits&, Sink&);

namespace taquin {

template <class Heuristic, class Sink>
Outcome run_ida_star(
    const Grid& grid, const Cells& start, const Cells& goal, const Heuristic& heuristic, const IdaStarOptions& options,
    Limits& limits, Sink& sink) {
    const auto run = [&]<class MoveFilter>(MoveFilter filter) {
        return IdaStar<Heuristic, MoveFilter, Sink>(
                   grid, start, goal, heuristic, filter, options.threads, limits, sink)
            .run(options.depth_limit);
    };
    if (options.detours != nullptr) {
        return run(DetourFilter(*options.detours));
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

}  // namespace taquin
