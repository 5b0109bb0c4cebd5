#pragma once

#include "taquin/puzzle/geometry.hpp"

namespace taquin {

/// Depth-first traversal on a grid that is known only at run time.
template <class State>
struct GridTraversal {
    using EvaluationArgument = typename State::EvaluationArgument;
    using NodeNumber = typename State::NodeNumber;
    using FilterState = typename State::FilterState;
    using Arrival = typename State::Arrival;

    /// Visit a node and everything within the bound below it; true if the run ends. `undo` is the move that would undo
    /// the last one, -1 at the root.
    static bool visit(
        State& state, int blank, int undo, EvaluationArgument evaluation, int remaining, NodeNumber node,
        FilterState filter_state) {
        return visit_node(
            state, blank, undo, evaluation, remaining, node, filter_state,
            [&state, remaining](int target, int move, EvaluationArgument child, NodeNumber number, FilterState next) {
                return visit(state, target, opposite(move), child, remaining - 1, number, next);
            });
    }

    /// Visit one node, and call `visit_child` for each of its children within the bound.
    template <class VisitChild>
    [[gnu::always_inline]] static inline bool visit_node(
        State& state, int blank, int undo, EvaluationArgument evaluation, int remaining, NodeNumber node,
        FilterState filter_state, VisitChild visit_child) {
        const Arrival arrival = state.arrive(blank, undo, evaluation, remaining, node, filter_state);
        if (arrival != Arrival::expand) {
            return arrival == Arrival::end;
        }
        for (const int move : state.grid().order()) {
            const int target = state.grid().target(blank, move);
            if (target < 0 || move == undo) {
                continue;
            }
            const auto descend = [&](EvaluationArgument child, NodeNumber number, FilterState next) {
                return visit_child(target, move, child, number, next);
            };
            if (state.generate(blank, target, move, evaluation, remaining - 1, node, filter_state, descend)) {
                return true;
            }
        }
        return false;
    }
};

}  // namespace taquin
