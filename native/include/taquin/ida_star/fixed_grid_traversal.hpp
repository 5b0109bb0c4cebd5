#pragma once

#include "taquin/ida_star/grid_traversal.hpp"
#include "taquin/puzzle/geometry.hpp"

namespace taquin {

/// The same traversal on a grid that the compiler knows, without events: one function for each cell of the blank and
/// each last move, in which moves are unrolled and those beyond the edge do not exist.
template <class State, class FixedGrid>
class FixedGridTraversal {
    using Access = typename State::Access;
    using EvaluationArgument = typename State::EvaluationArgument;
    using Child = typename State::Child;
    using NodeNumber = typename State::NodeNumber;
    using FilterState = typename State::FilterState;
    using Arrival = typename State::Arrival;

public:
    /// Visit a node and everything within the bound below it; true if the run ends.
    static bool visit(
        State& state, int blank, int undo, EvaluationArgument evaluation, int remaining, FilterState filter_state) {
        return undo < 0 ? visit_root(state, blank, evaluation, remaining, filter_state)
                        : dispatch<0, 0>(state, blank, undo, evaluation, remaining, filter_state);
    }

private:
    /// The root is visited once in a pass: functions of its own would be a third of the code.
    static bool visit_root(
        State& state, int blank, EvaluationArgument evaluation, int remaining, FilterState filter_state) {
        return GridTraversal<State>::visit_node(
            state, blank, -1, evaluation, remaining, NodeNumber{0}, filter_state,
            [&state, remaining](int target, int move, EvaluationArgument child, NodeNumber, FilterState next) {
                return visit(state, target, opposite(move), child, remaining - 1, next);
            });
    }

    /// Call the function for a cell of the blank and the move that would undo the last one.
    template <int Blank, int Undo>
    static bool dispatch(
        State& state, int blank, int undo, EvaluationArgument evaluation, int remaining, FilterState filter_state) {
        if constexpr (Blank == FixedGrid::cell_count) {
            return false;
        } else if constexpr (Undo == move_count) {
            return dispatch<Blank + 1, 0>(state, blank, undo, evaluation, remaining, filter_state);
        } else {
            if constexpr (FixedGrid::target(Blank, Undo) >= 0) {
                if (Blank == blank && Undo == undo) {
                    return visit_fixed<Blank, Undo>(state, evaluation, remaining, filter_state);
                }
            }
            return dispatch<Blank, Undo + 1>(state, blank, undo, evaluation, remaining, filter_state);
        }
    }

    template <int Blank, int Undo>
    static bool visit_fixed(State& state, EvaluationArgument evaluation, int remaining, FilterState filter_state) {
        const Arrival arrival = state.arrive(Blank, Undo, evaluation, remaining, NodeNumber{0}, filter_state);
        if (arrival != Arrival::expand) {
            return arrival == Arrival::end;
        }
        const bool up = is_open<Blank, Undo, 0>(state, evaluation, remaining - 1, filter_state);
        const bool down = is_open<Blank, Undo, 1>(state, evaluation, remaining - 1, filter_state);
        const bool left = is_open<Blank, Undo, 2>(state, evaluation, remaining - 1, filter_state);
        const bool right = is_open<Blank, Undo, 3>(state, evaluation, remaining - 1, filter_state);
        return generate<Blank, Undo, 0>(state, up, evaluation, remaining - 1, filter_state) ||
               generate<Blank, Undo, 1>(state, down, evaluation, remaining - 1, filter_state) ||
               generate<Blank, Undo, 2>(state, left, evaluation, remaining - 1, filter_state) ||
               generate<Blank, Undo, 3>(state, right, evaluation, remaining - 1, filter_state);
    }

    /// For heuristics with large tables: whether a child lies within the bound, found before its siblings are searched
    /// and without a branch. The loads of all children then overlap, and the unpredictable reasons to cut a child
    /// become one branch in `generate`.
    template <int Blank, int Undo, int Move>
    [[nodiscard, gnu::always_inline]] static inline bool is_open(
        const State& state, EvaluationArgument evaluation, int remaining, FilterState filter_state) {
        constexpr int target = FixedGrid::target(Blank, Move);
        if constexpr (Access::tracks_path && target >= 0 && Move != Undo) {
            const Child child = state.look(evaluation, Blank, target, Move);
            const int h = State::Heuristic::value(Access::evaluation(child));
            const FilterState next_state = state.filter().after(filter_state, Move);
            return static_cast<int>(h <= remaining) & static_cast<int>(!State::MoveFilter::is_forbidden(next_state));
        } else {
            return false;
        }
    }

    template <int Blank, int Undo, int Move>
    [[gnu::always_inline]] static inline bool generate(
        State& state, bool is_open, EvaluationArgument evaluation, int remaining, FilterState filter_state) {
        constexpr int target = FixedGrid::target(Blank, Move);
        if constexpr (target >= 0 && Move != Undo) {
            const auto descend = [&state, remaining](EvaluationArgument child, NodeNumber, FilterState next) {
                return visit_fixed<target, opposite(Move)>(state, child, remaining, next);
            };
            if constexpr (Access::tracks_path) {
                const FilterState next_state = state.filter().after(filter_state, Move);
                state.count_generated(!State::MoveFilter::is_forbidden(next_state));
                if (!is_open) {
                    return false;
                }
                Child child = state.look(evaluation, Blank, target, Move);
                return state.descend(Blank, target, Move, child, NodeNumber{0}, next_state, descend);
            } else {
                return state.generate(
                    Blank, target, Move, evaluation, remaining, NodeNumber{0}, filter_state, descend);
            }
        } else {
            return false;
        }
    }
};

}  // namespace taquin
