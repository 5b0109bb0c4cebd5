#pragma once

#include <type_traits>

#include "taquin/best_first/best_first.hpp"
#include "taquin/best_first/bidirectional.hpp"
#include "taquin/best_first/bidirectional_astar.hpp"
#include "taquin/best_first/bounded_list.hpp"
#include "taquin/best_first/breadth_first.hpp"
#include "taquin/best_first/depth_first.hpp"
#include "taquin/heuristics/maximum.hpp"
#include "taquin/heuristics/tile_sum.hpp"
#include "taquin/puzzle/packed.hpp"

namespace taquin {

/// The form in which a search that stores its nodes takes a heuristic: a sum over tiles as it is, others as a Maximum of
/// one, so that the search is compiled for two kinds alone. Its memory accesses take longer than the virtual calls.
template <class Sink, class Heuristic>
decltype(auto) for_stored_nodes(const Grid& grid, const Heuristic& heuristic) {
    if constexpr (!Sink::is_recording && std::is_base_of_v<TileSum, Heuristic>) {
        return static_cast<const TileSum&>(heuristic);
    } else {
        return Maximum::of(grid, heuristic);
    }
}

/// Call a function with the packed form of boards of this size. A search that records events takes the larger form, so that
/// it is compiled once.
template <class Sink, class Run>
[[nodiscard]] Outcome with_packed_form(const Grid& grid, const Run& run) {
    if constexpr (!Sink::is_recording) {
        if (grid.cells() <= Packed16::maximum_cells) {
            return run.template operator()<Packed16>();
        }
    }
    return run.template operator()<Packed25>();
}

/// Best-first search on a grid of up to 25 cells; see best_first.hpp.
template <class Heuristic, class Sink>
[[nodiscard]] Outcome run_best_first(
    const Grid& grid, const Cells& start, const Cells& goal, const Heuristic& heuristic, const Ordering& ordering,
    int depth_limit, Limits& limits, Sink& sink) {
    const auto& form = for_stored_nodes<Sink>(grid, heuristic);
    using Form = std::remove_cvref_t<decltype(form)>;
    const auto run = [&]<class State, class Frontier>() {
        return BestFirst<State, Form, Sink, Frontier>(grid, start, goal, form, ordering, limits, sink).run(depth_limit);
    };
    return with_packed_form<Sink>(grid, [&]<class State>() {
        switch (ordering.priority) {
        case Priority::linear:
        case Priority::xdp:
        case Priority::xup: return run.template operator()<State, FrontierByF>();
        case Priority::ara_star: return run.template operator()<State, RepairList>();
        default: return run.template operator()<State, BoundedList>();
        }
    });
}

/// Bidirectional heuristic search on a grid of up to 25 cells: the second heuristic estimates the distance to the start.
template <class Heuristic, class Sink>
[[nodiscard]] Outcome run_bidirectional_astar(
    const Grid& grid, const Cells& start, const Cells& goal, const Heuristic& heuristic,
    const Heuristic& backward_heuristic, FrontierRule rule, double weight, int depth_limit, Limits& limits,
    Sink& sink) {
    const auto& form = for_stored_nodes<Sink>(grid, heuristic);
    const auto& backward_form = for_stored_nodes<Sink>(grid, backward_heuristic);
    using Form = std::remove_cvref_t<decltype(form)>;
    return with_packed_form<Sink>(grid, [&]<class State>() {
        return BidirectionalAstar<State, Form, Sink>(grid, start, goal, form, backward_form, rule, weight, limits, sink)
            .run(depth_limit);
    });
}

/// A blind search that stores its nodes (BreadthFirst, Bidirectional, DepthFirst or StackDepthFirst), on a grid of up to
/// 25 cells.
template <template <class, class> class Search, class Sink>
[[nodiscard]] Outcome run_blind(
    const Grid& grid, const Cells& start, const Cells& goal, int depth_limit, Limits& limits, Sink& sink) {
    return with_packed_form<Sink>(
        grid, [&]<class State>() { return Search<State, Sink>(grid, start, goal, limits, sink).run(depth_limit); });
}

}  // namespace taquin
