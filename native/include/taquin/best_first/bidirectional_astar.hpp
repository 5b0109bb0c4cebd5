#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "taquin/best_first/bucket_queue.hpp"
#include "taquin/best_first/stored_search.hpp"
#include "taquin/heuristics/evaluations.hpp"
#include "taquin/puzzle/successors.hpp"
#include "taquin/tables/chunks.hpp"

namespace taquin {

/// Which side of a bidirectional search expands which node next, as the classes of src/taquin/algorithms/two_frontiers.py.
enum class FrontierRule : std::uint8_t { pairs, meeting, balanced };  // NBS, MM, BAE*

/// Bidirectional heuristic search, after src/taquin/algorithms/bidirectional_astar.py: same turns, same counters, same events.
///
/// One table has the nodes of both sides. A state that both know has two nodes there, next to each other in the hash
/// table, so that looking for both takes one cache miss.
template <class State, class Heuristic, class Sink>
class BidirectionalAstar : StoredSearch<State, Sink> {
    using Base = StoredSearch<State, Sink>;
    using typename Base::Nodes, typename Base::Number;
    using Base::counters_, Base::drop, Base::finished, Base::nodes_, Base::outcome_, Base::record;

public:
    BidirectionalAstar(
        const Grid& grid, const Cells& start, const Cells& goal, const Heuristic& heuristic,
        const Heuristic& backward_heuristic, FrontierRule rule, double weight, Limits& limits, Sink& sink)
        : Base(grid, start, goal, limits, sink), successors_{Successors<State>(grid), Successors<State>(grid)},
          evaluations_(heuristic, backward_heuristic, grid.cells()),
          behind_evaluations_(backward_heuristic, heuristic, grid.cells()), rule_(rule), weight_(weight),
          closes_both_(rule == FrontierRule::balanced && weight == 1), open_{OpenNodes(rule), OpenNodes(rule)} {
        add_root(forward, this->start_, start);
        add_root(backward, this->goal_, goal);
        for (const Side side : {forward, backward}) {
            add_behind(side, side, side == forward ? start : goal);
            push(side, side, 0, nodes_.h(side));
        }
    }

    Outcome run(int depth_limit) {
        if (this->start_ == this->goal_) {
            return this->solved(0, 1);
        }
        while (true) {
            const double proven = weight_ * outcome_.lower_bound;
            const double bound = choose(proven);
            if (bound == infinity && best_ == infinity) {
                return finished(Status::exhausted);
            }
            raise_lower_bound(bound > proven ? bound : proven, depth_limit);
            if (outcome_.lower_bound > depth_limit) {
                outcome_.is_depth_cut = true;
                return finished(Status::exhausted);
            }
            if (bound >= best_ && best_ <= depth_limit) {
                return this->solved(meeting_[forward], meeting_[backward]);
            }
            if (!take_turns(depth_limit)) {
                return finished(Status::stopped);
            }
        }
    }

    /// Bytes in use.
    [[nodiscard]] std::size_t memory() const {
        std::size_t bytes = nodes_.memory() + evaluations_.memory();
        bytes += behind_evaluations_.memory() + behind_.memory() + is_cut_.memory();
        for (const OpenNodes& open : open_) {
            for (const BucketQueue& queue : open.queues) {
                bytes += queue.memory();
            }
        }
        return bytes;
    }

private:
    enum Side : std::uint8_t { forward, backward };

    static constexpr double infinity = std::numeric_limits<double>::infinity();
    static constexpr double rounding = 1e-9;

    /// What the queues of a side are ordered by. Those of NBS have the waiting nodes and the ready ones, whose f is within
    /// the lower bound; those of MM have all nodes three times.
    enum Queue : std::uint8_t { waiting_by_f = 0, ready_by_g = 1, by_priority = 0, by_f = 1, by_g = 2, by_balance = 0 };

    /// The open nodes of one side. An entry is stale if its node was closed or improved since.
    struct OpenNodes {
        std::array<BucketQueue, 3> queues;
        std::uint64_t size = 0;

        /// The balance of a node may be any number; the other values are small whole ones.
        explicit OpenNodes(FrontierRule rule)
            : queues{
                  BucketQueue{TieBreak::fifo, rule != FrontierRule::balanced}, BucketQueue{TieBreak::fifo, true},
                  BucketQueue{TieBreak::fifo, true}} {}
    };

    // The two bits that say how a node is closed hold its side, and whether it is expanded or cut off.
    [[nodiscard]] Side side_of(Number node) const { return Side(static_cast<int>(nodes_.closed(node)) >> 1); }
    [[nodiscard]] bool is_closed(Number node) const { return (static_cast<int>(nodes_.closed(node)) & 1) != 0; }
    void mark(Number node, Side side, bool is_closed) { nodes_.close(node, Closed(2 * side + is_closed)); }

    [[nodiscard]] typename Nodes::Slot find(const State& state, std::uint64_t hash, Side side) {
        return nodes_.find(state, hash, [&](Number node) { return side_of(node) == side; });
    }

    void add_root(Side side, const State& state, const Cells& board) {
        const auto evaluation = evaluations_.start(board, side);
        const int h = Heuristic::value(evaluation);
        evaluations_.add(evaluation);
        const std::uint64_t hash = state.hash();
        const Number node = nodes_.add(find(state, hash, side), state, hash, Nodes::none, 0, 0, h);
        outcome_.lower_bound = std::max(outcome_.lower_bound, h);
        ++counters_.max_frontier;
        ++counters_.max_stored;
        record(EventKind::generate, node, -1, -1, 0, h);
    }

    /// Estimate the distance of a root to itself, if the rule uses such estimates. A walking distance begins at the start
    /// of its search alone, so it has none.
    void add_behind(Side side, Number node, const Cells& board) {
        if (rule_ == FrontierRule::balanced) {
            if constexpr (requires(Heuristic heuristic) { heuristic.has_walk(); }) {
                if (evaluations_.has_walk()) {
                    throw std::invalid_argument("expected a heuristic without a walking distance for balanced");
                }
            }
            add_behind(node, behind_evaluations_.start(board, side));
        }
    }

    void add_behind(Number node, const typename Heuristic::Evaluation& evaluation) {
        const int h = Heuristic::value(evaluation);
        behind_evaluations_.add(evaluation);
        behind_.add(static_cast<std::int16_t>(h));
        is_cut_.add(0);
        record(EventKind::behind, node, 0, 0, 0, h);
    }

    /// Raise the bound to what a solution costs at least, where `bound` bounds `weight_` times its cost.
    void raise_lower_bound(double bound, int depth_limit) {
        double least = weight_ == 1 || bound == infinity ? bound : std::ceil(bound / weight_ - rounding);
        least = std::min(least, best_);
        if (outcome_.is_depth_cut) {
            least = std::min(least, depth_limit + 1.0);
        }
        if (least > outcome_.lower_bound && least < infinity) {
            outcome_.lower_bound = static_cast<int>(least);
        }
    }

    /// Open a node, or open it again with a smaller g.
    void push(Side side, Number node, std::uint32_t g, int h) {
        open_[side].size += node < 2 || is_closed(node);
        mark(node, side, false);
        if (rule_ == FrontierRule::balanced) {
            is_cut_[node] = 0;
        }
        auto& queues = open_[side].queues;
        const double f = static_cast<double>(g) + h;
        switch (rule_) {
        case FrontierRule::pairs: queues[waiting_by_f].push(f, h, node); break;
        case FrontierRule::meeting:
            queues[by_priority].push(priority(node), h, node);
            queues[by_f].push(f, h, node);
            queues[by_g].push(g, h, node);
            break;
        case FrontierRule::balanced: queues[by_balance].push(balance(node), h, node); break;
        }
    }

    [[nodiscard]] double f(Number node) const { return static_cast<double>(nodes_.g(node)) + nodes_.h(node); }
    [[nodiscard]] double priority(Number node) const { return std::max(f(node), 2.0 * nodes_.g(node) + 1); }
    [[nodiscard]] double balance(Number node) const {
        return 2.0 * nodes_.g(node) + weight_ * (nodes_.h(node) - behind_[node]);
    }

    /// The least value of a queue, after stale entries are dropped; infinity if it has none.
    double least_f(Side side, std::size_t queue) {
        return least(open_[side].queues[queue], [this](Number node) { return f(node); });
    }
    double least_g(Side side, std::size_t queue) {
        return least(open_[side].queues[queue], [this](Number node) { return static_cast<double>(nodes_.g(node)); });
    }
    double least_priority(Side side) {
        return least(open_[side].queues[by_priority], [this](Number node) { return priority(node); });
    }
    double least_balance(Side side) {
        return least(open_[side].queues[by_balance], [this](Number node) { return balance(node); });
    }

    template <class Value>
    double least(BucketQueue& entries, Value value) {
        for (; !entries.is_empty(); entries.pop()) {
            const auto [stored, node] = entries.front();
            if (!is_closed(node) && value(node) == stored) {
                return stored;
            }
        }
        return infinity;
    }

    /// Choose the next turns, and return a lower bound, at least this one, on `weight_` times every other solution.
    double choose(double bound) {
        switch (rule_) {
        case FrontierRule::pairs: return choose_pair(bound);
        case FrontierRule::meeting: {
            const double priorities[]{least_priority(forward), least_priority(backward)};
            turn_ = priorities[forward] <= priorities[backward] ? forward : backward;
            const double ready = least_g(forward, by_g) + least_g(backward, by_g) + 1;
            return ready == infinity
                       ? infinity
                       : std::max({bound, std::min(priorities[forward], priorities[backward]), least_f(forward, by_f),
                                   least_f(backward, by_f), ready});
        }
        default: {
            const double half = (least_balance(forward) + least_balance(backward)) / 2;
            return std::max(bound, weight_ == 1 ? std::ceil(half) : half);
        }
        }
    }

    /// Move the first waiting node to the ready ones; call `least` first.
    void make_ready(Side side) {
        auto& queues = open_[side].queues;
        const Number node = queues[waiting_by_f].pop().node;
        queues[ready_by_g].push(nodes_.g(node), 0, node);
    }

    /// Make a pair with the least lower bound ready, one node on each side, and return that bound.
    double choose_pair(double bound) {
        while (true) {
            for (const Side side : {forward, backward}) {
                while (least_f(side, waiting_by_f) < bound) {
                    make_ready(side);
                }
            }
            const double ready = least_g(forward, ready_by_g) + least_g(backward, ready_by_g) + 1;
            if (ready <= bound) {
                return bound;
            }
            const double waiting[]{least_f(forward, waiting_by_f), least_f(backward, waiting_by_f)};
            if (waiting[forward] <= bound && bound < infinity) {
                make_ready(forward);
            } else if (waiting[backward] <= bound && bound < infinity) {
                make_ready(backward);
            } else {
                bound = std::min({waiting[forward], waiting[backward], ready});
                if (bound == infinity) {
                    return infinity;
                }
            }
        }
    }

    /// Expand the chosen nodes; false if a limit stops the search.
    bool take_turns(int depth_limit) {
        if (rule_ == FrontierRule::pairs) {
            const std::array<Number, 2> pair{take(forward, ready_by_g), take(backward, ready_by_g)};
            return expand(forward, pair[forward]) && expand(backward, pair[backward]);
        }
        const Side side = turn_;
        if (rule_ == FrontierRule::meeting) {
            return expand(side, take(side, by_priority));
        }
        least_balance(side);
        const Number first = open_[side].queues[by_balance].front().node;
        if (f(first) > depth_limit) {
            outcome_.is_depth_cut = true;
            cut_off(side, first, Reason::depth);
            return true;
        }
        if (f(first) >= best_) {
            cut_off(side, first, Reason::bound);
            return true;
        }
        turn_ = Side(1 - side);
        return expand(side, take(side, by_balance));
    }

    /// Close a node that can be on no better solution.
    void cut_off(Side side, Number node, Reason reason) {
        mark(node, side, true);
        is_cut_[node] = 1;
        --open_[side].size;
        ++counters_.pruned;
        record(EventKind::prune, node, 0, 0, 0, 0, reason);
    }

    /// Close the first node of a queue, to be expanded. The slots of its children are on the way to the cache when the
    /// other node of a pair is taken.
    Number take(Side side, std::size_t queue) {
        const Number node = open_[side].queues[queue].pop().node;
        mark(node, side, true);
        const State& state = nodes_.state(node);
        successors_[side].make(state, state.blank(), this->undo_of(node), nodes_);
        return node;
    }

    /// Generate the children of a node; false if a limit stops the search.
    bool expand(Side side, Number node) {
        if (!this->begin_expansion(node, [this] { return memory(); })) {
            return false;
        }
        --open_[side].size;
        if (closes_both_) {
            close_behind(side, node);
        }
        const int blank = nodes_.state(node).blank();
        const int undo = this->undo_of(node);
        const std::uint32_t child_g = nodes_.g(node) + 1;
        evaluations_.select(node, nodes_, side);
        if (rule_ == FrontierRule::balanced) {
            behind_evaluations_.select(node, nodes_, side, behind_[node]);
        }
        for (const auto& child : successors_[side]) {
            if (child.move == undo) {
                drop(nodes_.parent(node), node, child.move, child_g);
                continue;
            }
            const auto slot = find(child.state, child.hash, side);
            Number made;
            if (slot.is_empty()) {
                made = generate(slot, child, node, child_g, evaluations_.look(blank, child.move, child.tile));
                if (rule_ == FrontierRule::balanced) {
                    add_behind(made, behind_evaluations_.look(blank, child.move, child.tile));
                }
                mark(made, side, true);  // until it is opened
            } else if (made = nodes_.number(slot); child_g < nodes_.g(made)) {
                improve(made, node, child.move, child_g);
            } else {
                drop(made, node, child.move, child_g);
                continue;
            }
            push(side, made, child_g, nodes_.h(made));
            const auto other = find(child.state, child.hash, Side(1 - side));
            if (!other.is_empty()) {
                meet(side, made, nodes_.number(other));
                if (closes_both_ && is_closed(nodes_.number(other))) {
                    cut_off(side, made, Reason::met);
                }
            }
        }
        counters_.max_frontier = std::max(counters_.max_frontier, open_[forward].size + open_[backward].size);
        counters_.max_stored = nodes_.size();
        return true;
    }

    /// Add a new node.
    Number generate(
        typename Nodes::Slot slot, const typename Successors<State>::Child& child, Number parent, std::uint32_t g,
        const typename Heuristic::Evaluation& evaluation) {
        const int h = Heuristic::value(evaluation);
        evaluations_.add(evaluation);
        const Number node = nodes_.add(slot, child.state, child.hash, parent, child.move, g, h);
        ++counters_.generated;
        counters_.max_depth = std::max<std::uint64_t>(counters_.max_depth, g);
        record(EventKind::generate, node, parent, child.move, g, h);
        return node;
    }

    /// Replace the path to a node by a cheaper one.
    void improve(Number node, Number parent, int move, std::uint32_t g) {
        counters_.reopened += is_closed(node) && !(rule_ == FrontierRule::balanced && is_cut_[node] != 0);
        nodes_.improve(node, parent, move, g);
        record(EventKind::improve, node, parent, move, g);
    }

    /// Close the node of an expanded state on the other side: all solutions through it are found.
    void close_behind(Side side, Number node) {
        const Side opposite = Side(1 - side);
        const State& state = nodes_.state(node);
        const auto other = find(state, state.hash(), opposite);
        if (!other.is_empty() && !is_closed(nodes_.number(other))) {
            cut_off(opposite, nodes_.number(other), Reason::met);
        }
    }

    /// Keep the shortest solution found.
    void meet(Side side, Number node, Number other) {
        const double length = static_cast<double>(nodes_.g(node)) + nodes_.g(other);
        if (length < best_) {
            best_ = length;
            meeting_ = side == forward ? std::array{node, other} : std::array{other, node};
        }
    }

    Successors<State> successors_[2];
    Evaluations<State, Heuristic> evaluations_;
    Evaluations<State, Heuristic> behind_evaluations_;  // of the distance to the root of the node's own side
    Chunks<std::int16_t> behind_;
    Chunks<std::uint8_t> is_cut_;  // whether a closed node was cut off instead of expanded
    FrontierRule rule_;
    double weight_;
    bool closes_both_;  // whether a node that one side has expanded is closed on the other side too
    std::array<OpenNodes, 2> open_;
    Side turn_ = forward;
    double best_ = infinity;
    std::array<Number, 2> meeting_{};
};

}  // namespace taquin
