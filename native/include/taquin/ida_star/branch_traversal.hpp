#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "taquin/ida_star/pass_counters.hpp"
#include "taquin/puzzle/geometry.hpp"

namespace taquin {

/// Traversal of the top of the tree, down to its branches: the nodes at which g plus the growth of f since the root
/// reaches a number. With this measure branches differ less in size than with g alone. A node that may be the goal is a
/// branch too.
///
/// At each branch, from left to right, on_branch(path, counters, search) is called with the moves from the root, the
/// counters of this traversal so far, and a function that searches below the branch and is true if the run ends. It
/// returns true to end the traversal.
template <class State, class SearchBelow, class OnBranch>
class BranchTraversal {
    using Access = typename State::Access;
    using EvaluationArgument = typename State::EvaluationArgument;
    using Child = typename State::Child;
    using FilterState = typename State::FilterState;

public:
    BranchTraversal(State& state, SearchBelow search_below, OnBranch on_branch)
        : state_(state), search_below_(search_below), on_branch_(on_branch) {}

    /// Traverse from the root, where `state.begin` gave this evaluation.
    PassCounters run(EvaluationArgument root, int reach) {
        limit_ = reach + State::Heuristic::value(root);
        visit(state_.blank(), -1, root, state_.bound(), State::MoveFilter::start(state_.blank()));
        return counters_;
    }

private:
    bool visit(int blank, int undo, EvaluationArgument evaluation, int remaining, FilterState filter_state) {
        const int g = state_.bound() - remaining;
        if (g + g + State::Heuristic::value(evaluation) >= limit_ || Access::is_zero(evaluation)) {
            state_.begin_counting();
            return on_branch_(
                path_, counters_, [&] { return search_below_(blank, undo, evaluation, remaining, filter_state); });
        }
        ++counters_.expanded;
        counters_.deepest_expanded = std::max(counters_.deepest_expanded, g);
        for (const int move : state_.grid().order()) {
            const int target = state_.grid().target(blank, move);
            const FilterState next_state = state_.filter().after(filter_state, move);
            if (target < 0 || move == undo || State::MoveFilter::is_forbidden(next_state)) {
                continue;
            }
            ++counters_.generated;
            counters_.deepest_generated = std::max(counters_.deepest_generated, g + 1);
            Child child = state_.look(evaluation, blank, target, move);
            if (const int excess = State::Heuristic::value(Access::evaluation(child)) - (remaining - 1); excess > 0) {
                state_.lower_overflow(excess);
                continue;
            }
            const std::uint8_t tile = state_.enter(child, blank, target);
            path_.push_back(static_cast<std::uint8_t>(move));
            if (visit(target, opposite(move), Access::evaluation(child), remaining - 1, next_state)) {
                return true;
            }
            path_.pop_back();
            state_.leave(child, target, tile);
        }
        return false;
    }

    State& state_;
    SearchBelow search_below_;
    OnBranch on_branch_;
    int limit_ = 0;  // a node with 2 g + h below it is not a branch
    std::vector<std::uint8_t> path_;
    PassCounters counters_;
};

}  // namespace taquin
