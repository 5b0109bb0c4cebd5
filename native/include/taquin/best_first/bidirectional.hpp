#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "taquin/best_first/node_table.hpp"
#include "taquin/puzzle/geometry.hpp"
#include "taquin/puzzle/successors.hpp"
#include "taquin/run/limit_countdown.hpp"
#include "taquin/run/run.hpp"
#include "taquin/run/sink.hpp"

namespace taquin {

/// Breadth-first search from start and goal at once, after `bidirectional` in src/taquin/algorithms/breadth_first.py: layer
/// by layer, the smaller layer first. Same counters, same events. Pohl, Bi-directional search, 1971.
///
/// The search ends at the first state that both sides know, so until then one table serves both: the field h, which is
/// not needed for a heuristic here, holds the side of a node. The nodes of a layer have consecutive numbers.
template <class State, class Sink>
class Bidirectional {
public:
    Bidirectional(const Grid& grid, const Cells& start, const Cells& goal, Limits& limits, Sink& sink)
        : start_(State::pack(start, grid.cells())), goal_(State::pack(goal, grid.cells())), countdown_(limits),
          sink_(sink), successors_(grid) {}

    Outcome run(int depth_limit) {
        add_root(start_, forward);
        add_root(goal_, backward);
        if (start_ == goal_) {
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
    using Nodes = NodeTable<State>;
    using Number = typename Nodes::Number;

    static constexpr int forward = 0, backward = 1;

    /// One of the two searches: the layer that it expands next, and the g of its nodes.
    struct Side {
        Number begin = 0, end = 0;
        int depth = 0;

        [[nodiscard]] std::uint64_t size() const { return end - begin; }
    };

    enum class Layer { done, stopped, met };

    bool should_stop() { return countdown_.should_stop(counters_, outcome_.lower_bound, memory()); }

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
            if ((countdown_.is_due() && should_stop()) ||
                !nodes_.make_room(move_count, [this] { return should_stop(); })) {
                return Layer::stopped;
            }
            ++counters_.expanded;
            record(EventKind::expand, node);
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
        const int child_g = sides_[side].depth;
        const Number parent = nodes_.parent(node);
        const int undo = parent == Nodes::none ? -1 : opposite(nodes_.move(node));
        successors_.make(state, state.blank(), undo, nodes_);
        for (const auto& child : successors_) {
            if (child.move == undo) {
                drop(parent, node, child.move, child_g);
                continue;
            }
            const auto slot = nodes_.find(child.state, child.hash);
            const bool is_known = !slot.is_empty();
            if (is_known && nodes_.h(nodes_.number(slot)) == side) {
                drop(nodes_.number(slot), node, child.move, child_g);
                continue;
            }
            const auto depth = static_cast<std::uint32_t>(child_g);
            const Number made = is_known
                ? nodes_.append(child.state, node, child.move, depth, side)
                : nodes_.add(slot, child.state, child.hash, node, child.move, depth, side);
            ++counters_.generated;
            counters_.max_depth = std::max<std::uint64_t>(counters_.max_depth, depth);
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

    /// A child is dropped, because a known node has its state.
    void drop(Number known, Number parent, int move, int child_g) {
        ++counters_.duplicates;
        record(EventKind::duplicate, known, parent, move, child_g);
    }

    /// The forward moves from the start through the meeting to the goal.
    [[nodiscard]] std::vector<std::uint8_t> join_paths(Number one, Number other) const {
        std::vector<std::uint8_t> moves = nodes_.path(one);
        for (; nodes_.parent(other) != Nodes::none; other = nodes_.parent(other)) {
            moves.push_back(static_cast<std::uint8_t>(opposite(nodes_.move(other))));
        }
        return moves;
    }

    Outcome solved(Number one, Number other) {
        record(EventKind::goal, one);
        record(EventKind::goal, other);
        outcome_.moves = join_paths(one, other);
        return finished(Status::solved);
    }

    Outcome finished(Status status) {
        outcome_.status = status;
        outcome_.counters = counters_;
        return std::move(outcome_);
    }

    void record(
        EventKind kind, std::int64_t node, std::int64_t parent = 0, int move = 0, int g = 0,
        Reason reason = Reason::none) {
        if constexpr (Sink::is_recording) {
            sink_.add({kind, reason, static_cast<std::int8_t>(move), node, parent, g, 0});
        }
    }

    const State start_, goal_;
    LimitCountdown countdown_;
    Sink& sink_;
    Successors<State> successors_;
    Nodes nodes_;
    Side sides_[2];
    Number met_ = Nodes::none;  // the other side's node at the meeting
    Counters counters_;
    Outcome outcome_;
};

}  // namespace taquin
