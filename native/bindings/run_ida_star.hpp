#pragma once

// IDA* with any heuristic, for the two files that bind it.

#include <cstdint>
#include <type_traits>

#include "search.hpp"
#include "taquin/detours.hpp"
#include "taquin/ida_star.hpp"
#include "taquin/tile_sum.hpp"

namespace taquin::bindings {

template <class Heuristic>
nb::dict run_ida_star(
    const Grid& grid, const Bytes& start, const Bytes& goal, const Heuristic& heuristic, const Detours* detours,
    int threads, std::uint64_t node_limit, int depth_limit, std::size_t event_cap, const nb::object& question) {
    const Cells first = checked_cells(view(start), grid.cells());
    const Cells last = checked_cells(view(goal), grid.cells());
    check_grid(heuristic, grid);
    if (threads < 1) {
        throw std::invalid_argument("expected at least one thread");
    }
    Watch watch = make_watch(node_limit, question);
    const auto run = [&]<class Avoided>(Avoided avoided) {
        return run_released(event_cap, [&]<class Sink>(Sink& sink) {
            return IdaStar<Heuristic, Avoided, Sink>(grid, first, last, heuristic, avoided, threads, watch, sink)
                .run(depth_limit);
        });
    };
    if (detours != nullptr) {
        check_grid(*detours, grid);
        return run(DetourWatch(*detours));
    }
    if constexpr (std::is_same_v<Heuristic, TileSum<true>>) {
        return run(LastMove{});
    } else {  // with tables larger than the automaton's it costs nothing, and halves what must be compiled
        const Detours undone(grid, 2);
        return run(DetourWatch(undone));
    }
}

}  // namespace taquin::bindings
