#pragma once

// IDA* with any heuristic, for the two files that bind it.

#include <cstdint>

#include "search.hpp"
#include "taquin/detours.hpp"
#include "taquin/ida_star.hpp"

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
    if (detours == nullptr) {
        return run(LastMove{});
    }
    check_grid(*detours, grid);
    return run(DetourWatch(*detours));
}

}  // namespace taquin::bindings
