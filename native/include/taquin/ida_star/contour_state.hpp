#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "taquin/heuristics/heuristic_access.hpp"
#include "taquin/ida_star/deepest_nodes.hpp"
#include "taquin/ida_star/detours.hpp"
#include "taquin/ida_star/node_number.hpp"
#include "taquin/ida_star/pass_counters.hpp"
#include "taquin/puzzle/geometry.hpp"
#include "taquin/run/run.hpp"
#include "taquin/run/sink.hpp"

namespace taquin {

/// The state of one depth-first pass within a bound, and the steps that every traversal is made of: arrive at a node,
/// generate a child, descend to it. The traversals in grid_traversal.hpp, fixed_grid_traversal.hpp and
/// branch_traversal.hpp choose the moves.
///
/// Throughout, `remaining` is the bound minus the g of a node: the largest h with which the node is not cut.
template <class HeuristicType, class MoveFilterType, class SinkType>
class ContourState {
public:
    using Heuristic = HeuristicType;
    using MoveFilter = MoveFilterType;
    using Sink = SinkType;
    using Access = HeuristicAccess<Heuristic>;
    using Evaluation = typename Access::Evaluation;
    using EvaluationArgument = typename Access::EvaluationArgument;
    using Child = typename Access::Child;
    using FilterState = typename MoveFilter::State;

    using NodeNumber = taquin::NodeNumber<Sink>;

    /// What `arrive` decides about a node: expand it, do not expand it, or end the run.
    enum class Arrival : std::uint8_t { expand, cut, end };

    static constexpr int no_overflow = std::numeric_limits<int>::max();

    ContourState(
        const Grid& grid, const Cells& start, const Cells& goal, const Heuristic& heuristic, MoveFilter filter,
        Limits& limits, Sink& sink)
        : board_(start),
          filter_(filter),
          heuristic_(heuristic),
          grid_(grid),
          start_(start),
          goal_(goal),
          limits_(limits),
          sink_(sink),
          start_blank_(find_blank(start)) {}

    /// Prepare a pass, and return to the root. Gives the evaluation of the start.
    Evaluation begin(int bound, int depth_limit) {
        bound_ = bound;
        overflow_ = Heuristic::has_unit_steps ? 2 : no_overflow;
        remaining_at_depth_limit_ = bound - depth_limit;
        board_ = start_;
        blank_ = start_blank_;
        begin_counting();
        return heuristic_.start(board_);
    }

    /// Count from zero in `counters()`.
    void begin_counting() {
        least_remaining_ = bound_ + 1;
        checked_below_ = check_all;
        deepest_.clear();
        expanded_before_ = granted_ - credit_;
        generated_before_ = generated_;
    }

    [[nodiscard]] PassCounters counters() const {
        return {
            granted_ - credit_ - expanded_before_, generated_ - generated_before_, deepest_.expanded(),
            deepest_.generated(), is_depth_cut_};
    }

    [[nodiscard]] int estimate() { return Heuristic::value(heuristic_.start(start_)); }

    [[nodiscard]] const Grid& grid() const { return grid_; }
    [[nodiscard]] const MoveFilter& filter() const { return filter_; }
    [[nodiscard]] int bound() const { return bound_; }

    /// Where the blank is when a traversal begins; below that the blank's cell is an argument.
    [[nodiscard]] int blank() const { return blank_; }

    /// The least f beyond the bound of the last pass, minus that bound.
    [[nodiscard]] int overflow() const { return overflow_; }
    void lower_overflow(int overflow) { overflow_ = std::min(overflow_, overflow); }

    [[nodiscard]] bool is_solved() const { return is_solved_; }

    /// Whether the run ended at a child that was neither cut nor expanded.
    [[nodiscard]] bool ended_at_child() const { return is_stopped_at_child_ || !moves_to_goal_.empty(); }

    /// The moves from where the traversal began to the goal.
    [[nodiscard]] std::vector<std::uint8_t> moves() const { return {moves_to_goal_.rbegin(), moves_to_goal_.rend()}; }

    [[nodiscard, gnu::always_inline]] inline Child look(
        EvaluationArgument evaluation, int blank, int target, int move) const {
        const int tile = board_[static_cast<std::size_t>(target)];
        return Access::look(heuristic_, evaluation, board_, blank, move, tile);
    }

    /// Decide what happens to the node where the traversal is.
    [[gnu::always_inline]] inline Arrival arrive(
        int blank, int undo, EvaluationArgument evaluation, int remaining, NodeNumber node, FilterState filter_state) {
        if (Access::is_zero(evaluation) && has_equal_tiles(board_, goal_, blank, grid_.cells())) {
            record(EventKind::goal, node);
            is_solved_ = true;
            return Arrival::end;
        }
        if (remaining < checked_below_ && is_too_deep(blank, undo, evaluation, remaining, filter_state)) {
            if (remaining < bound_) {  // the root is not a child, so it is not counted as cut
                record(EventKind::prune, node, Reason::depth);
            }
            return Arrival::cut;
        }
        if (--credit_ == 0 && should_stop()) {
            stop_before(remaining);
            return Arrival::end;
        }
        record(EventKind::expand, node);
        return Arrival::expand;
    }

    /// Generate one child, unless the filter forbids the move; cut it, or call `visit` to search below it. True if the
    /// run ends. `remaining` is that of the child.
    template <class Visit>
    [[gnu::always_inline]] inline bool generate(
        int blank, int target, int move, EvaluationArgument evaluation, int remaining, NodeNumber parent,
        FilterState filter_state, Visit visit) {
        const FilterState next_state = filter_.after(filter_state, move);
        if (MoveFilter::is_forbidden(next_state)) {
            return false;
        }
        ++generated_;
        const NodeNumber node{generated_};
        Child child = look(evaluation, blank, target, move);
        const int h = Heuristic::value(Access::evaluation(child));
        if constexpr (Sink::is_recording) {
            sink_.add({EventKind::generate, Reason::none, static_cast<std::int8_t>(move), node.value, parent.value,
                       bound_ - remaining, h});
        }
        if (h > remaining) {
            if (!Heuristic::has_unit_steps && h - remaining < overflow_) {
                overflow_ = h - remaining;
            }
            record(EventKind::prune, node, Reason::bound);
            return false;
        }
        return descend(blank, target, move, child, node, next_state, visit);
    }

    void count_generated(bool is_generated) { generated_ += is_generated ? 1 : 0; }

    /// Search below a child.
    template <class Visit>
    [[gnu::always_inline]] inline bool descend(
        int blank, int target, int move, Child& child, NodeNumber node, FilterState filter_state, Visit visit) {
        const std::uint8_t tile = enter(child, blank, target);
        if (visit(Access::evaluation(child), node, filter_state)) {
            return return_from_end(move);
        }
        leave(child, target, tile);
        return false;
    }

    /// Make the move that leads to a child; returns the tile that slid. The target's cell keeps that tile: the blank's
    /// cell is never read.
    [[gnu::always_inline]] inline std::uint8_t enter(Child& child, int blank, int target) {
        const std::uint8_t tile = board_[static_cast<std::size_t>(target)];
        board_[static_cast<std::size_t>(blank)] = tile;
        Access::enter(heuristic_, child, board_, tile);
        return tile;
    }

    [[gnu::always_inline]] inline void leave(Child& child, int target, std::uint8_t tile) {
        Access::leave(heuristic_, child, tile);
        board_[static_cast<std::size_t>(target)] = tile;
    }

private:
    static constexpr int check_all = std::numeric_limits<int>::max();

    void record(EventKind kind, NodeNumber node, Reason reason = Reason::none) {
        if constexpr (Sink::is_recording) {
            sink_.add({kind, reason, 0, node.value, 0, 0, 0});
        }
    }

    /// On the way back from the node that ended the run.
    [[gnu::noinline]] bool return_from_end(int move) {
        if (is_solved_) {
            moves_to_goal_.push_back(static_cast<std::uint8_t>(move));
        }
        return true;
    }

    /// The run stops before this node is expanded: if it was counted as the deepest one, take that back.
    [[gnu::noinline]] void stop_before(int remaining) {
        is_stopped_at_child_ = remaining < bound_;
        deepest_.take_back(generated_);
    }

    /// Called for nodes deeper than all before, and for all nodes while the overflow may still fall. Updates both; true
    /// if the node lies at the depth limit.
    [[gnu::noinline]] bool is_too_deep(
        int blank, int undo, EvaluationArgument evaluation, int remaining, FilterState filter_state) {
        if (remaining <= remaining_at_depth_limit_) {
            is_depth_cut_ = true;
            return true;
        }
        if (remaining < least_remaining_) {
            const bool has_child = can_move(blank, undo, filter_state);
            least_remaining_ = has_child ? remaining : remaining + 1;
            deepest_.add(bound_ - remaining, has_child, generated_);
        }
        checked_below_ = least_remaining_;
        if constexpr (Access::tracks_path) {
            if (overflow_ > Heuristic::least_overflow) {
                find_overflow(blank, undo, evaluation, remaining - 1, filter_state);
                checked_below_ = check_all;
            }
        }
        return false;
    }

    /// Take the children of a node into the overflow. Called only until it has the least possible value.
    [[gnu::noinline]] void find_overflow(
        int blank, int undo, EvaluationArgument evaluation, int remaining, FilterState filter_state) {
        for (int move = 0; move < move_count; ++move) {
            const int target = grid_.target(blank, move);
            if (target < 0 || move == undo || MoveFilter::is_forbidden(filter_.after(filter_state, move))) {
                continue;
            }
            const Child child = look(evaluation, blank, target, move);
            if (const int excess = Heuristic::value(Access::evaluation(child)) - remaining; excess > 0) {
                lower_overflow(excess);
            }
        }
    }

    [[nodiscard]] bool can_move(int blank, int undo, FilterState filter_state) const {
        for (int move = 0; move < move_count; ++move) {
            const bool is_forbidden = move == undo || MoveFilter::is_forbidden(filter_.after(filter_state, move));
            if (grid_.target(blank, move) >= 0 && !is_forbidden) {
                return true;
            }
        }
        return false;
    }

    [[gnu::noinline]] bool should_stop() {
        ++credit_;  // this expansion has not happened yet
        Snapshot snapshot{{}, bound_, 0};
        snapshot.counters.expanded = granted_ - credit_;
        snapshot.counters.generated = generated_;
        if (limits_.should_stop(snapshot)) {
            return true;
        }
        const std::uint64_t more = limits_.expansions_until_next_check(generated_);
        granted_ += more;
        credit_ += more - 1;
        return false;
    }

    // First what every node needs: within 128 bytes of the object's address instructions are shorter.
    Cells board_;  // the blank's cell holds the tile that slid out of it
    MoveFilter filter_;
    std::uint64_t generated_ = 0;
    std::uint64_t credit_ = 1;  // expansions left before the next check of the limits: counting down is one instruction
    int overflow_ = no_overflow;
    int checked_below_ = 0;  // `is_too_deep` is called for nodes whose `remaining` is less
    Heuristic heuristic_;    // a copy: its tables then lie at a fixed distance from everything else here

    const Grid& grid_;
    const Cells& start_;
    const Cells& goal_;
    Limits& limits_;
    Sink& sink_;
    const int start_blank_;
    int blank_ = 0;
    int bound_ = 0;
    int remaining_at_depth_limit_ = 0;
    int least_remaining_ = 0;  // of the nodes that had a child to generate
    DeepestNodes deepest_;
    bool is_solved_ = false;
    bool is_stopped_at_child_ = false;
    bool is_depth_cut_ = false;
    std::uint64_t granted_ = 1;  // expansions allowed in all before the next check of the limits
    std::uint64_t generated_before_ = 0;
    std::uint64_t expanded_before_ = 0;
    std::vector<std::uint8_t> moves_to_goal_;  // the last move first
};

}  // namespace taquin
