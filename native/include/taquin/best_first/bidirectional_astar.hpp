#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "taquin/best_first/bucket_queue.hpp"
#include "taquin/best_first/stored_search.hpp"
#include "taquin/heuristics/evaluations.hpp"
#include "taquin/puzzle/successors.hpp"

namespace taquin {

/// Bidirectional A* (NBS), after src/taquin/algorithms/bidirectional_astar.py: same pairs, same counters, same events.
/// Chen, Holte, Zilles and Sturtevant, Front-to-end bidirectional heuristic search with near-optimal node expansions, 2017.
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
        const Heuristic& backward_heuristic, Limits& limits, Sink& sink)
        : Base(grid, start, goal, limits, sink), successors_{Successors<State>(grid), Successors<State>(grid)},
          evaluations_(heuristic, backward_heuristic, grid.cells()) {
        add_root(forward, this->start_, start);
        add_root(backward, this->goal_, goal);
    }

    Outcome run(int depth_limit) {
        if (this->start_ == this->goal_) {
            return this->solved(0, 1);
        }
        while (true) {
            const std::int64_t pair_bound = choose_pair(outcome_.lower_bound);
            if (pair_bound == infinity && best_ == infinity) {
                return finished(Status::exhausted);
            }
            outcome_.lower_bound = static_cast<int>(std::min(pair_bound, best_));
            if (outcome_.lower_bound > depth_limit) {
                outcome_.is_depth_cut = true;
                return finished(Status::exhausted);
            }
            if (pair_bound >= best_) {
                return this->solved(meeting_[forward], meeting_[backward]);
            }
            const std::array<Number, 2> pair{take_ready(forward), take_ready(backward)};
            for (const Side side : {forward, backward}) {
                if (!expand(side, pair[side])) {
                    return finished(Status::stopped);
                }
            }
        }
    }

    /// Bytes in use.
    [[nodiscard]] std::size_t memory() const {
        std::size_t bytes = nodes_.memory() + evaluations_.memory();
        for (const OpenNodes& open : open_) {
            bytes += open.waiting.memory() + open.ready.memory();
        }
        return bytes;
    }

private:
    enum Side : std::uint8_t { forward, backward };

    static constexpr std::int64_t infinity = std::numeric_limits<std::int64_t>::max() / 4;

    /// The open nodes of one side: the ready ones, whose f is within the lower bound, by g, and the waiting ones by f.
    /// An entry is stale if its node was expanded or improved since.
    struct OpenNodes {
        BucketQueue waiting{TieBreak::fifo, true};
        BucketQueue ready{TieBreak::fifo, true};
        std::uint64_t size = 0;
    };

    // No node is cut at the depth limit here. The two bits that say how a node is closed hold its side, and whether it
    // is expanded.
    [[nodiscard]] Side side_of(Number node) const { return Side(static_cast<int>(nodes_.closed(node)) >> 1); }
    [[nodiscard]] bool is_expanded(Number node) const { return (static_cast<int>(nodes_.closed(node)) & 1) != 0; }
    void mark(Number node, Side side, bool is_expanded) { nodes_.close(node, Closed(2 * side + is_expanded)); }

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
        push(side, node, 0, h);
        ++open_[side].size;
    }

    /// Open a node, or open it again with a smaller g.
    void push(Side side, Number node, std::uint32_t g, int h) {
        mark(node, side, false);
        open_[side].waiting.push(static_cast<double>(g) + h, h, node);
    }

    [[nodiscard]] std::int64_t f(Number node) const { return std::int64_t{nodes_.g(node)} + nodes_.h(node); }

    /// The least f of a waiting node.
    std::int64_t least_f(Side side) {
        return least(open_[side].waiting, [this](Number node) { return f(node); });
    }

    /// The least g of a ready node.
    std::int64_t least_g(Side side) {
        return least(open_[side].ready, [this](Number node) { return std::int64_t{nodes_.g(node)}; });
    }

    /// The value of the first entry of a queue, after stale ones are dropped; infinity if there is none.
    template <class Value>
    std::int64_t least(BucketQueue& queue, Value value) {
        for (; !queue.is_empty(); queue.pop()) {
            const auto [stored, node] = queue.front();
            if (!is_expanded(node) && value(node) == static_cast<std::int64_t>(stored)) {
                return value(node);
            }
        }
        return infinity;
    }

    /// Move the first waiting node to the ready ones; call `least_f` first.
    void make_ready(Side side) {
        const Number node = open_[side].waiting.pop().node;
        open_[side].ready.push(nodes_.g(node), 0, node);
    }

    /// Make a pair with the least lower bound ready, one node on each side, and return that bound.
    std::int64_t choose_pair(std::int64_t bound) {
        while (true) {
            for (const Side side : {forward, backward}) {
                while (least_f(side) < bound) {
                    make_ready(side);
                }
            }
            const std::int64_t ready = least_g(forward) + least_g(backward) + 1;
            if (ready <= bound) {
                return bound;
            }
            if (least_f(forward) <= bound) {
                make_ready(forward);
            } else if (least_f(backward) <= bound) {
                make_ready(backward);
            } else {
                bound = std::min({least_f(forward), least_f(backward), ready});
                if (bound >= infinity) {
                    return infinity;
                }
            }
        }
    }

    /// Close the first ready node of a side, to be expanded. The slots of its children are on the way to the cache when
    /// the other node of the pair is taken.
    Number take_ready(Side side) {
        const Number node = open_[side].ready.pop().node;
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
        const int blank = nodes_.state(node).blank();
        const int undo = this->undo_of(node);
        const std::uint32_t child_g = nodes_.g(node) + 1;
        evaluations_.select(node, nodes_, side);
        for (const auto& child : successors_[side]) {
            if (child.move == undo) {
                drop(nodes_.parent(node), node, child.move, child_g);
                continue;
            }
            const auto slot = find(child.state, child.hash, side);
            Number made;
            if (slot.is_empty()) {
                made = generate(slot, child, node, child_g, evaluations_.look(blank, child.move, child.tile));
                ++open_[side].size;
            } else if (made = nodes_.number(slot); child_g < nodes_.g(made)) {
                open_[side].size += is_expanded(made);
                improve(made, node, child.move, child_g);
            } else {
                drop(made, node, child.move, child_g);
                continue;
            }
            push(side, made, child_g, nodes_.h(made));
            const auto other = find(child.state, child.hash, Side(1 - side));
            if (!other.is_empty()) {
                meet(side, made, nodes_.number(other));
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
        counters_.reopened += is_expanded(node);
        nodes_.improve(node, parent, move, g);
        record(EventKind::improve, node, parent, move, g);
    }

    /// Keep the shortest solution found.
    void meet(Side side, Number node, Number other) {
        const std::int64_t length = std::int64_t{nodes_.g(node)} + nodes_.g(other);
        if (length < best_) {
            best_ = length;
            meeting_ = side == forward ? std::array{node, other} : std::array{other, node};
        }
    }

    Successors<State> successors_[2];
    Evaluations<State, Heuristic> evaluations_;
    OpenNodes open_[2];
    std::int64_t best_ = infinity;
    std::array<Number, 2> meeting_{};
};

}  // namespace taquin
