#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <new>
#include <optional>
#include <type_traits>

#include "taquin/best_first/bucket_queue.hpp"
#include "taquin/best_first/ordering.hpp"
#include "taquin/best_first/repair_list.hpp"
#include "taquin/best_first/stored_search.hpp"
#include "taquin/heuristics/evaluations.hpp"
#include "taquin/puzzle/packed.hpp"
#include "taquin/puzzle/successors.hpp"

namespace taquin {

/// The frontier of uniform cost, greedy, A* and weighted A*: nodes by f. An improved node gets a second entry, which comes
/// before the old one.
class FrontierByF {
public:
    explicit FrontierByF(const Ordering& ordering)
        : ordering_(ordering), scale_(scale_of(ordering)), queue_(ordering.tie_break, has_small_whole_f(ordering)) {
        // A product that is read from memory cannot be fused with the sum it goes into: f is rounded as in Python.
        const double weight = ordering.weight_h;
        for (std::size_t h = 0; h < weighted_h_.size(); ++h) {
            const auto value = static_cast<double>(h);
            switch (ordering.priority) {
            case Priority::xdp:
                weighted_h_[h] = (2 * weight - 1) * value;
                under_root_[h] = 4 * weight * value;
                break;
            case Priority::xup: under_root_[h] = 4 * weight * (weight - 1) * value * value; break;
            default: weighted_h_[h] = weight * value; break;
            }
        }
    }

    void push(std::uint32_t node, std::uint32_t g, int h) {
        queue_.push(evaluate(static_cast<double>(g), static_cast<std::size_t>(h)), h, node);
    }

    /// Remove the node to expand next. Returns it with a lower bound on the length of solutions; nothing if none is open.
    template <class Nodes>
    std::optional<BucketQueue::Entry> pop(const Nodes& nodes) {
        while (!queue_.is_empty()) {
            const auto [f, node] = queue_.pop();
            if (nodes.closed(node) == Closed::no) {  // otherwise it is a stale entry
                return BucketQueue::Entry{f * scale_, node};
            }
        }
        return std::nullopt;
    }

    /// The node that `pop` probably gives next; `none` where children are expanded before older nodes.
    [[nodiscard]] std::uint32_t next() {
        const bool can_guess = ordering_.tie_break == TieBreak::fifo && !queue_.is_empty();
        return can_guess ? queue_.front().node : BlockPool::none;
    }

    /// Whether a cheaper path to a node matters: not to an expanded node in a search that ignores g.
    [[nodiscard]] bool may_improve(Closed closed) const { return ordering_.weight_g > 0 || closed != Closed::expanded; }

    /// Bytes in use.
    [[nodiscard]] std::size_t memory() const { return queue_.memory(); }

private:
    static double scale_of(const Ordering& ordering) {
        return ordering.weight_g == 0 ? 0 : 1 / std::max<double>(ordering.weight_g, ordering.weight_h);
    }

    static bool has_small_whole_f(const Ordering& ordering) {
        return ordering.priority == Priority::linear && ordering.weight_h <= 16 &&
               ordering.weight_h == std::floor(ordering.weight_h);
    }

    /// f. Everything is exact but the products of the constructor, their product with g, the sums and the root.
    [[nodiscard]] double evaluate(double g, std::size_t h) const {
        const auto value = static_cast<double>(h);
        switch (ordering_.priority) {
        case Priority::xdp:
            return (g + weighted_h_[h] + std::sqrt((g - value) * (g - value) + under_root_[h] * g)) / 2;
        case Priority::xup:
            return (g + value + std::sqrt((g + value) * (g + value) + under_root_[h])) / 2;
        default: return ordering_.weight_g * g + weighted_h_[h];
        }
    }

    static constexpr std::size_t h_count = NodeTable<Packed16>::maximum_h + 1;

    const Ordering ordering_;
    double scale_;  // makes f a lower bound
    BucketQueue queue_;
    std::array<double, h_count> weighted_h_{};
    std::array<double, h_count> under_root_{};
};

/// Best-first search, after src/taquin/algorithms/best_first.py: one loop, and a frontier that chooses the next node. Same
/// successor order, same counters, same events.
///
/// The heuristic is a TileSum or a Maximum; see evaluations.hpp.
template <class State, class Heuristic, class Sink, class Frontier = FrontierByF>
class BestFirst : StoredSearch<State, Sink> {
    using Base = StoredSearch<State, Sink>;
    using typename Base::Nodes, typename Base::Number;
    using Base::counters_, Base::drop, Base::finished, Base::nodes_, Base::outcome_, Base::record;

public:
    BestFirst(
        const Grid& grid, const Cells& start, const Cells& goal, const Heuristic& heuristic, const Ordering& ordering,
        Limits& limits, Sink& sink)
        : Base(grid, start, goal, limits, sink), start_cells_(start),
          successors_{Successors<State>(grid), Successors<State>(grid)}, evaluations_(heuristic, grid.cells()),
          frontier_(ordering) {}

    Outcome run(int depth_limit) {
        if constexpr (is_anytime) {
            try {
                return search(depth_limit);
            } catch (const std::bad_alloc&) {
                if (best_goal_ == Nodes::none) {
                    throw;
                }
                return stopped();
            }
        } else {
            return search(depth_limit);
        }
    }

    /// Bytes in use.
    [[nodiscard]] std::size_t memory() const { return nodes_.memory() + evaluations_.memory() + frontier_.memory(); }

private:
    using Evaluation = typename Heuristic::Evaluation;
    using Child = typename Successors<State>::Child;

    static constexpr bool is_anytime = std::is_same_v<Frontier, RepairList>;

    Outcome search(int depth_limit) {
        add_root();
        while (const auto chosen = frontier_.pop(nodes_)) {
            const auto [bound, node] = *chosen;
            begin_iteration();
            nodes_.close(node, Closed::expanded);
            --frontier_size_;
            if (bound > lower_bound_) {
                raise_lower_bound(bound, depth_limit);
            }
            const State state = nodes_.state(node);
            const std::uint32_t g = nodes_.g(node);
            if (state == this->goal_) {
                if constexpr (is_anytime) {
                    if (const auto status = end_iteration(node, g, depth_limit)) {
                        record(EventKind::goal, best_goal_);
                        return finished(*status);
                    }
                    continue;
                } else {
                    return this->solved(node);
                }
            }
            if (g >= static_cast<std::uint32_t>(depth_limit)) {
                nodes_.close(node, Closed::cut);  // a cheaper path may still open it again
                if constexpr (is_anytime) {
                    frontier_.release(node);
                }
                this->cut(node);
                continue;
            }
            if (!this->begin_expansion(node, [this] { return memory(); })) {
                return stopped();
            }
            expand(node, state, g + 1);
            counters_.max_frontier = std::max(counters_.max_frontier, frontier_size_);
            counters_.max_stored = nodes_.size();
        }
        return finished(Status::exhausted);
    }

    /// Report the iteration of ARA* that has begun, if one has.
    void begin_iteration() {
        if constexpr (is_anytime) {
            if (const auto weight = frontier_.begun()) {
                record(EventKind::iteration, 0);  // its bound is in the outcome
                outcome_.iterations.push_back({*weight, counters_.expanded, counters_.generated});
            }
        }
    }

    /// The goal was chosen, which ends an iteration of ARA*. Returns the status of the search if it ends, and
    /// nothing if a smaller weight follows.
    std::optional<Status> end_iteration(Number goal, std::uint32_t g, int depth_limit) {
        const bool is_shorter = best_goal_ == Nodes::none || g < best_;
        if (is_shorter) {
            outcome_.moves = nodes_.path(goal);
            best_ = g;
            best_goal_ = goal;
        }
        raise_lower_bound(frontier_.least_f(nodes_, g), depth_limit);
        const auto* const solution = is_shorter ? &outcome_.moves : nullptr;
        const bool is_stopped = this->countdown_.report(counters_, outcome_.lower_bound, memory(), solution);
        if (best_ <= lower_bound_) {
            return Status::solved;
        }
        nodes_.close(goal, Closed::no);  // it ends the next iteration too, unless that finds something better
        frontier_.release(goal);
        push(goal, g, 0);
        frontier_.finish(best_, lower_bound_);
        return is_stopped ? std::optional(Status::stopped) : std::nullopt;
    }

    /// A limit ends the search, with the best solution so far if there is one.
    Outcome stopped() {
        if (best_goal_ != Nodes::none) {
            record(EventKind::goal, best_goal_);
        }
        return finished(Status::stopped);
    }

    void add_root() {
        const State& state = this->start_;
        const Evaluation evaluation = evaluations_.start(start_cells_);
        const int h = Heuristic::value(evaluation);
        evaluations_.add(evaluation);
        nodes_.add(nodes_.find(state, state.hash()), state, state.hash(), Nodes::none, 0, 0, h);
        lower_bound_ = outcome_.lower_bound = h;
        counters_.max_frontier = counters_.max_stored = 1;
        record(EventKind::generate, 0, -1, -1, 0, h);
        push(0, 0, h);
    }

    /// Generate the children of a node, which have this g.
    void expand(Number node, const State& state, std::uint32_t child_g) {
        const int blank = state.blank();
        const int undo = this->undo_of(node);
        evaluations_.select(node, nodes_);
        const Successors<State>& successors = look_ahead(node, state, blank, undo);
        for (const Child& child : successors) {
            if (child.move == undo) {
                drop(nodes_.parent(node), node, child.move, child_g);  // its g is smaller by two: no need to look it up
                continue;
            }
            const auto slot = nodes_.find(child.state, child.hash);
            if (slot.is_empty()) {
                generate(slot, child, node, child_g, evaluations_.look(blank, child.move, child.tile));
                continue;
            }
            const Number known = nodes_.number(slot);
            if (child_g < nodes_.g(known) && frontier_.may_improve(nodes_.closed(known))) {
                improve(known, node, child.move, child_g);
            } else {
                drop(known, node, child.move, child_g);
            }
        }
    }

    /// The children of a node, and those of its probable follower, so that their slots are on the way to the cache. The
    /// guess is good where children go to the end of the queue. A wrong guess costs time and nothing else.
    const Successors<State>& look_ahead(Number node, const State& state, int blank, int undo) {
        Successors<State>& successors = successors_[turn_];
        if (node != expected_ || undo != expected_undo_) {
            successors.make(state, blank, undo, nodes_);
        }
        expected_ = frontier_.next();
        if (expected_ != Nodes::none) {
            turn_ = 1 - turn_;
            expected_undo_ = this->undo_of(expected_);
            const State& next = nodes_.state(expected_);
            successors_[turn_].make(next, next.blank(), expected_undo_, nodes_);
        }
        return successors;
    }

    /// Add a new node.
    void generate(
        typename Nodes::Slot slot, const Child& child, Number parent, std::uint32_t g, const Evaluation& evaluation) {
        const int h = Heuristic::value(evaluation);
        evaluations_.add(evaluation);
        const Number node = nodes_.add(slot, child.state, child.hash, parent, child.move, g, h);
        ++counters_.generated;
        counters_.max_depth = std::max<std::uint64_t>(counters_.max_depth, g);
        record(EventKind::generate, node, parent, child.move, g, h);
        push(node, g, h);
    }

    /// Replace the path to a node by a cheaper one. It keeps its number and its age.
    void improve(Number node, Number parent, int move, std::uint32_t g) {
        nodes_.improve(node, parent, move, g);
        record(EventKind::improve, node, parent, move, g);
        const Closed closed = nodes_.closed(node);
        if (closed != Closed::no) {
            counters_.reopened += closed == Closed::expanded;
            nodes_.close(node, Closed::no);
            push(node, g, nodes_.h(node));
        } else if (frontier_.may_improve(Closed::expanded)) {
            push(node, g, nodes_.h(node));  // the old entry is stale
            --frontier_size_;
        }
    }

    void push(Number node, std::uint32_t g, int h) {
        frontier_.push(node, g, h);
        ++frontier_size_;
    }

    /// No solution is shorter, except through nodes that were pruned at the depth limit. Lengths are whole numbers: a
    /// bound between two of them proves the upper one. The margin is that of round_up in src/taquin/puzzle/rounding.py.
    void raise_lower_bound(double bound, int depth_limit) {
        if (outcome_.is_depth_cut) {
            bound = std::min(bound, depth_limit + 1.0);
        }
        lower_bound_ = std::max(lower_bound_, bound);
        outcome_.lower_bound = static_cast<int>(std::ceil(lower_bound_ - 1e-9 * std::max(1.0, lower_bound_)));
    }

    const Cells& start_cells_;
    Successors<State> successors_[2];
    int turn_ = 0;
    Number expected_ = Nodes::none;
    int expected_undo_ = -1;
    Evaluations<State, Heuristic> evaluations_;
    Frontier frontier_;
    double lower_bound_ = 0;
    Number best_goal_ = Nodes::none;  // the goal of the best solution, and its g
    std::uint32_t best_ = 0;
    std::uint64_t frontier_size_ = 0;  // nodes in the frontier: the queue also holds stale entries
};

}  // namespace taquin
