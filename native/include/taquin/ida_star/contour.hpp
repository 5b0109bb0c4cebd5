#pragma once

#include <cstdint>
#include <vector>

#include "taquin/ida_star/branch_traversal.hpp"
#include "taquin/ida_star/contour_state.hpp"
#include "taquin/ida_star/fixed_grid_traversal.hpp"
#include "taquin/ida_star/grid_traversal.hpp"
#include "taquin/ida_star/pass_counters.hpp"
#include "taquin/puzzle/geometry.hpp"
#include "taquin/run/run.hpp"

namespace taquin {

/// One depth-first pass after another over the tree within a bound, after src/taquin/algorithms/contour.py: the same
/// successor order, counters and events.
///
/// heuristic_access.hpp says what a heuristic offers. A move filter is DetourFilter, or UndoFilter for a search that
/// avoids nothing but the undoing of its last move.
template <class Heuristic, class MoveFilter, class Sink>
class Contour {
    using State = ContourState<Heuristic, MoveFilter, Sink>;
    using EvaluationArgument = typename State::EvaluationArgument;
    using NodeNumber = typename State::NodeNumber;
    using FilterState = typename State::FilterState;

public:
    static constexpr int no_overflow = State::no_overflow;
    static constexpr int no_depth_limit = 1 << 30;

    Contour(
        const Grid& grid, const Cells& start, const Cells& goal, const Heuristic& heuristic, MoveFilter filter,
        Limits& limits, Sink& sink)
        : state_(grid, start, goal, heuristic, filter, limits, sink),
          is_4x4_(FixedGrid<4, 4>::equals(grid)),
          is_5x5_(FixedGrid<5, 5>::equals(grid)) {}

    /// The estimate of the start.
    [[nodiscard]] int estimate() { return state_.estimate(); }

    /// Search everything within the bound; true if that ends the run.
    bool search(int bound, int depth_limit) {
        const auto root = state_.begin(bound, depth_limit);
        return search_below(state_.blank(), -1, root, bound, MoveFilter::start(state_.blank()));
    }

    /// Traverse the top of the tree within the bound and call on_branch(path, counters, search) at each branch; see
    /// BranchTraversal. The returned counters do not count what search() counts.
    template <class OnBranch>
    PassCounters traverse_top(int bound, int reach, OnBranch on_branch) {
        const auto root = state_.begin(bound, no_depth_limit);
        const auto below = [this](
                               int blank, int undo, EvaluationArgument evaluation, int remaining, FilterState state) {
            return search_below(blank, undo, evaluation, remaining, state);
        };
        return BranchTraversal<State, decltype(below), OnBranch>(state_, below, on_branch).run(root, reach);
    }

    /// The moves to the goal from the root, or from the branch.
    [[nodiscard]] std::vector<std::uint8_t> moves() const { return state_.moves(); }

    [[nodiscard]] bool is_solved() const { return state_.is_solved(); }

    /// Whether the run ended at a child that was neither cut nor expanded.
    [[nodiscard]] bool ended_at_child() const { return state_.ended_at_child(); }

    /// The least f beyond the bound of the last pass, minus that bound.
    [[nodiscard]] int overflow() const { return state_.overflow(); }

    /// What the last pass counted, or the last search below a branch.
    [[nodiscard]] PassCounters counters() const { return state_.counters(); }

private:
    bool search_below(
        int blank, int undo, EvaluationArgument evaluation, int remaining, FilterState filter_state) {
        // Recording events takes longer than any traversal.
        if constexpr (!Sink::is_recording && State::Access::is_compiled_for_grids) {
            if (is_4x4_) {
                using Traversal = FixedGridTraversal<State, FixedGrid<4, 4>>;
                return Traversal::visit(state_, blank, undo, evaluation, remaining, filter_state);
            }
        }
        // Of the heuristics only those with large tables solve 5×5, and each grid takes long to compile.
        if constexpr (!Sink::is_recording && State::Access::is_compiled_for_large_grids) {
            if (is_5x5_) {
                using Traversal = FixedGridTraversal<State, FixedGrid<5, 5>>;
                return Traversal::visit(state_, blank, undo, evaluation, remaining, filter_state);
            }
        }
        return GridTraversal<State>::visit(
            state_, blank, undo, evaluation, remaining, NodeNumber{0}, filter_state);
    }

    State state_;
    const bool is_4x4_;
    const bool is_5x5_;
};

}  // namespace taquin
