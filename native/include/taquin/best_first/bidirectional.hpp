#pragma once

#include <algorithm>
#include <cstdint>

#include "taquin/best_first/stored_search.hpp"
#include "taquin/puzzle/successors.hpp"

namespace taquin {

/// Breadth-first search from start and goal at once, after `bidirectional` in src/taquin/algorithms/breadth_first.py: layer
/// by layer, the smaller layer first. Same counters, same events. Pohl, Bi-directional search, 1971.
///
/// The search ends at the first state that both sides know, so until then one table serves both: the field h, which is
/// not needed for a heuristic here, holds the side of a node. The nodes of a layer have consecutive numbers.
template <class State, class Sink>
class Bidirectional : StoredSearch<State, Sink> {
    using Base = StoredSearch<State, Sink>;
    using typename Base::Nodes, typename Base::Number;
    using Base::counters_, Base::drop, Base::finished, Base::nodes_, Base::outcome_, Base::record, Base::solved;

public:
    Bidirectional(const Grid& grid, const Cells& start, const Cells& goal, Limits& limits, Sink& sink)
        : Base(grid, start, goal, limits, sink), successors_(grid) {}

    Outcome run(int depth_limit) {
        add_root(this->start_, forward);
        add_root(this->goal_, backward);
        if (this->start_ == this->goal_) {
            return solved(0, 1);
        }
        while (sides_[forward].size() > 0 && sides_[backward].size() > 0) {
            outcome_.lower_bound = sides_[forward].depth + sides_[backward].depth + 1;
            if (outcome_.lower_bound > depth_limit) {
                outcome_.is_depth_cut = true;
                break;
            }
            const int side = sides_[forward].size() <= sides_[backward].size() ? forward : backward;
            switch (expand_layer(side)) {
                case Layer::done: break;
                case Layer::stopped: return finished(Status::stopped);
                case Layer::met:
                    return side == forward ? solved(newest(), met_) : solved(met_, newest());
            }
        }
        return finished(Status::exhausted);
    }

    /// Bytes in use.
    [[nodiscard]] std::size_t memory() const { return nodes_.memory(); }

private:
    static constexpr int forward = 0, backward = 1;

    /// One of the two searches: the layer that it expands next, and the g of its nodes.
    struct Side {
        Number begin = 0, end = 0;
        int depth = 0;

        [[nodiscard]] std::uint64_t size() const { return end - begin; }
    };

    enum class Layer { done, stopped, met };

    void add_root(const State& state, int side) {
        const auto slot = nodes_.find(state, state.hash());
        const Number node = slot.is_empty() ? nodes_.add(slot, state, state.hash(), Nodes::none, 0, 0, side)
                                            : nodes_.append(state, Nodes::none, 0, 0, side);
        sides_[side] = {node, node + 1, 0};
        ++counters_.max_frontier;
        ++counters_.max_stored;
        record(EventKind::generate, node, -1, -1);
    }

    /// Expand one side's layer, up to the first state where the sides meet: its nodes are then `newest` and `met_`.
    Layer expand_layer(int number) {
        Side& side = sides_[number];
        const Side layer = side;
        const Side& other = sides_[1 - number];
        side = {newest() + 1, newest() + 1, layer.depth + 1};
        for (Number node = layer.begin; node < layer.end; ++node) {
            if (!this->begin_expansion(node, [this] { return memory(); })) {
                return Layer::stopped;
            }
            if (expand(node, number)) {
                return Layer::met;
            }
            side.end = newest() + 1;
            const std::uint64_t waiting = layer.end - node - 1 + side.size() + other.size();
            counters_.max_frontier = std::max(counters_.max_frontier, waiting);
        }
        return Layer::done;
    }

    /// Generate the children of a node; true if one of them is known to the other side.
    bool expand(Number node, int side) {
        const State state = nodes_.state(node);
        const auto child_g = static_cast<std::uint32_t>(sides_[side].depth);
        const int undo = this->undo_of(node);
        successors_.make(state, state.blank(), undo, nodes_);
        for (const auto& child : successors_) {
            if (child.move == undo) {
                drop(nodes_.parent(node), node, child.move, child_g);
                continue;
            }
            const auto slot = nodes_.find(child.state, child.hash);
            const bool is_known = !slot.is_empty();
            if (is_known && nodes_.h(nodes_.number(slot)) == side) {
                drop(nodes_.number(slot), node, child.move, child_g);
                continue;
            }
            const Number made = is_known
                ? nodes_.append(child.state, node, child.move, child_g, side)
                : nodes_.add(slot, child.state, child.hash, node, child.move, child_g, side);
            ++counters_.generated;
            counters_.max_depth = std::max<std::uint64_t>(counters_.max_depth, child_g);
            counters_.max_stored = nodes_.size();
            record(EventKind::generate, made, node, child.move, child_g);
            if (is_known) {
                met_ = nodes_.number(slot);
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] Number newest() const { return static_cast<Number>(nodes_.size() - 1); }

    Successors<State> successors_;
    Side sides_[2];
    Number met_ = Nodes::none;  // the other side's node at the meeting
};

}  // namespace taquin
