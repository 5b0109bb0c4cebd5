#pragma once

#include <algorithm>
#include <cstdint>

#include "taquin/best_first/stored_search.hpp"
#include "taquin/puzzle/successors.hpp"

namespace taquin {

/// Breadth-first search, after `bfs` in src/taquin/algorithms/breadth_first.py: same counters, same events.
///
/// Nodes are numbered in order of creation, so the queue is the node table itself, and its head is a number.
template <class State, class Sink>
class BreadthFirst : StoredSearch<State, Sink> {
    using Base = StoredSearch<State, Sink>;
    using typename Base::Nodes, typename Base::Number;
    using Base::counters_, Base::drop, Base::finished, Base::nodes_, Base::outcome_, Base::record;

public:
    BreadthFirst(const Grid& grid, const Cells& start, const Cells& goal, Limits& limits, Sink& sink)
        : Base(grid, start, goal, limits, sink), successors_(grid) {}

    Outcome run(int depth_limit) {
        this->add_root();
        for (Number node = 0; node < nodes_.size(); ++node) {
            const State state = nodes_.state(node);
            const std::uint32_t g = nodes_.g(node);
            outcome_.lower_bound = static_cast<int>(g);
            if (state == this->goal_) {
                return this->solved(node);
            }
            if (g >= static_cast<std::uint32_t>(depth_limit)) {
                this->cut(node);
                continue;
            }
            if (!this->begin_expansion(node, [this] { return memory(); })) {
                return finished(Status::stopped);
            }
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
    /// Generate the children of a node, which have this g.
    void expand(Number node, const State& state, std::uint32_t child_g) {
        const int undo = this->undo_of(node);
        successors_.make(state, state.blank(), undo, nodes_);
        for (const auto& child : successors_) {
            if (child.move == undo) {
                drop(nodes_.parent(node), node, child.move, child_g);
                continue;
            }
            const auto slot = nodes_.find(child.state, child.hash);
            if (!slot.is_empty()) {
                drop(nodes_.number(slot), node, child.move, child_g);
                continue;
            }
            const Number number = nodes_.add(slot, child.state, child.hash, node, child.move, child_g, 0);
            ++counters_.generated;
            record(EventKind::generate, number, node, child.move, child_g);
        }
    }

    Successors<State> successors_;
};

}  // namespace taquin
