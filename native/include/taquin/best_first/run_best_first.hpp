#pragma once

#include "taquin/best_first/best_first.hpp"
#include "taquin/best_first/bidirectional.hpp"
#include "taquin/best_first/bidirectional_astar.hpp"
#include "taquin/best_first/breadth_first.hpp"
#include "taquin/puzzle/packed.hpp"

namespace taquin {

/// Best-first search on a grid of up to 25 cells; see best_first.hpp.
template <class Heuristic, class Sink>
[[nodiscard]] Outcome run_best_first(
    const Grid& grid, const Cells& start, const Cells& goal, const Heuristic& heuristic, const Ordering& ordering,
    int depth_limit, Limits& limits, Sink& sink) {
    if (grid.cells() <= Packed16::maximum_cells) {
        return BestFirst<Packed16, Heuristic, Sink>(grid, start, goal, heuristic, ordering, limits, sink)
            .run(depth_limit);
    }
    return BestFirst<Packed25, Heuristic, Sink>(grid, start, goal, heuristic, ordering, limits, sink).run(depth_limit);
}

/// Bidirectional A* on a grid of up to 25 cells: the second heuristic estimates the distance to the start.
template <class Heuristic, class Sink>
[[nodiscard]] Outcome run_bidirectional_astar(
    const Grid& grid, const Cells& start, const Cells& goal, const Heuristic& heuristic,
    const Heuristic& backward_heuristic, int depth_limit, Limits& limits, Sink& sink) {
    if (grid.cells() <= Packed16::maximum_cells) {
        return BidirectionalAstar<Packed16, Heuristic, Sink>(
                   grid, start, goal, heuristic, backward_heuristic, limits, sink)
            .run(depth_limit);
    }
    return BidirectionalAstar<Packed25, Heuristic, Sink>(grid, start, goal, heuristic, backward_heuristic, limits, sink)
        .run(depth_limit);
}

/// Breadth-first search, from one side (BreadthFirst) or from both (Bidirectional), on a grid of up to 25 cells.
template <template <class, class> class Search, class Sink>
[[nodiscard]] Outcome run_breadth_first(
    const Grid& grid, const Cells& start, const Cells& goal, int depth_limit, Limits& limits, Sink& sink) {
    if (grid.cells() <= Packed16::maximum_cells) {
        return Search<Packed16, Sink>(grid, start, goal, limits, sink).run(depth_limit);
    }
    return Search<Packed25, Sink>(grid, start, goal, limits, sink).run(depth_limit);
}

}  // namespace taquin
