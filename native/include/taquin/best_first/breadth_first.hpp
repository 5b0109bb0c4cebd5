#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "taquin/best_first/node_table.hpp"
#include "taquin/puzzle/geometry.hpp"
#include "taquin/puzzle/successors.hpp"
#include "taquin/run/limit_countdown.hpp"
#include "taquin/run/run.hpp"
#include "taquin/run/sink.hpp"

namespace taquin {

/// Breadth-first search, after `bfs` in src/taquin/algorithms/breadth_first.py: same counters, same events.
///
/// Nodes are numbered in order of creation, so the queue is the node table itself, and its head is a number.
template <class State, class Sink>
class BreadthFirst {
public:
    BreadthFirst(const Grid& grid, const Cells& start, const Cells& goal, Limits& limits, Sink& sink)
        : start_(State::pack(start, grid.cells())), goal_(State::pack(goal, grid.cells())), countdown_(limits),
          sink_(sink), successors_(grid) {}

    Outcome run(int depth_limit) {
        nodes_.add(nodes_.find(start_, start_.hash()), start_, start_.hash(), Nodes::none, 0, 0, 0);
        counters_.max_frontier = counters_.max_stored = 1;
        record(EventKind::generate, 0, -1, -1);
        for (Number node = 0; node < nodes_.size(); ++node) {
            const State state = nodes_.state(node);
            const auto g = static_cast<int>(nodes_.g(node));
            outcome_.lower_bound = g;
            if (state == goal_) {
                record(EventKind::goal, node);
                outcome_.moves = nodes_.path(node);
                return finished(Status::solved);
            }
            if (g >= depth_limit) {
                outcome_.is_depth_cut = true;
                ++counters_.pruned;
                record(EventKind::prune, node, 0, 0, 0, Reason::depth);
                continue;
            }
            if ((countdown_.is_due() && should_stop()) ||
                !nodes_.make_room(move_count, [this] { return should_stop(); })) {
                return finished(Status::stopped);
            }
            ++counters_.expanded;
            record(EventKind::expand, node);
            expand(node, state, g + 1);
            const auto size = static_cast<Number>(nodes_.size());
            counters_.max_depth = nodes_.g(size - 1);
            counters_.max_frontier = std::max<std::uint64_t>(counters_.max_frontier, size - node - 1);
            counters_.max_stored = size;
        }
        return finished(Status::exhausted);
    }

    /// Bytes in use.
    [[nodiscard]] std::size_t memory() const { return nodes_.memory(); }

private:
    using Nodes = NodeTable<State>;
    using Number = typename Nodes::Number;

    bool should_stop() { return countdown_.should_stop(counters_, outcome_.lower_bound, memory()); }

    /// Generate the children of a node, which have this g.
    void expand(Number node, const State& state, int child_g) {
        const Number parent = nodes_.parent(node);
        const int undo = parent == Nodes::none ? -1 : opposite(nodes_.move(node));
        successors_.make(state, state.blank(), undo, nodes_);
        for (const auto& child : successors_) {
            if (child.move == undo) {
                drop(parent, node, child.move, child_g);
                continue;
            }
            const auto slot = nodes_.find(child.state, child.hash);
            if (!slot.is_empty()) {
                drop(nodes_.number(slot), node, child.move, child_g);
                continue;
            }
            const Number number =
                nodes_.add(slot, child.state, child.hash, node, child.move, static_cast<std::uint32_t>(child_g), 0);
            ++counters_.generated;
            record(EventKind::generate, number, node, child.move, child_g);
        }
    }

    /// A child is dropped, because a known node has its state.
    void drop(Number known, Number parent, int move, int child_g) {
        ++counters_.duplicates;
        record(EventKind::duplicate, known, parent, move, child_g);
    }

    void record(
        EventKind kind, std::int64_t node, std::int64_t parent = 0, int move = 0, int g = 0,
        Reason reason = Reason::none) {
        if constexpr (Sink::is_recording) {
            sink_.add({kind, reason, static_cast<std::int8_t>(move), node, parent, g, 0});
        }
    }

    Outcome finished(Status status) {
        outcome_.status = status;
        outcome_.counters = counters_;
        return std::move(outcome_);
    }

    const State start_, goal_;
    LimitCountdown countdown_;
    Sink& sink_;
    Successors<State> successors_;
    Nodes nodes_;
    Counters counters_;
    Outcome outcome_;
};

}  // namespace taquin
