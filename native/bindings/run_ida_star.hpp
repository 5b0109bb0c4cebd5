#pragma once

// IDA* with any heuristic, for the two files that bind it.

#include <cstdint>

#include "search.hpp"
#include "taquin/ida_star/detours.hpp"
#include "taquin/ida_star/run_ida_star.hpp"

namespace taquin::bindings {

template <class Heuristic>
nb::dict ida_star(
    const Grid& grid, const Bytes& start, const Bytes& goal, const Heuristic& heuristic, const Detours* detours,
    int threads, std::uint64_t node_limit, int depth_limit, std::size_t event_cap, const nb::object& should_stop) {
    const Cells first = checked_cells(view(start), grid.cells());
    const Cells last = checked_cells(view(goal), grid.cells());
    check_grid(heuristic, grid);
    check_depth(depth_limit);
    if (detours != nullptr) {
        check_grid(*detours, grid, "the detours were made for another grid");
    }
    Limits limits = make_limits(node_limit, should_stop);
    const IdaStarOptions options{detours, threads, depth_limit};
    return run_released(event_cap, [&]<class Sink>(Sink& sink) {
        return run_ida_star(grid, first, last, for_sink<Sink>(grid, heuristic), options, limits, sink);
    });
}

}  // namespace taquin::bindings
