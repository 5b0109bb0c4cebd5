#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "taquin/best_first/node_table.hpp"
#include "taquin/puzzle/geometry.hpp"
#include "taquin/run/limit_countdown.hpp"
#include "taquin/run/run.hpp"
#include "taquin/run/sink.hpp"

namespace taquin {

/// What the searches that store their nodes share: the node table, the limits, the counters and the events.
template <class State, class Sink>
class StoredSearch {
protected:
    using Nodes = NodeTable<State>;
    using Number = typename Nodes::Number;

    StoredSearch(const Grid& grid, const Cells& start, const Cells& goal, Limits& limits, Sink& sink)
        : start_(State::pack(start, grid.cells())), goal_(State::pack(goal, grid.cells())), countdown_(limits),
          sink_(sink) {}

    /// The first node of a blind search.
    void add_root() {
        nodes_.add(nodes_.find(start_, start_.hash()), start_, start_.hash(), Nodes::none, 0, 0, 0);
        counters_.max_frontier = counters_.max_stored = 1;
        record(EventKind::generate, 0, -1, -1);
    }

    /// Count an expansion and make room for the children; false if a limit stops the search. `memory` returns bytes.
    template <class Memory>
    bool begin_expansion(Number node, const Memory& memory) {
        const auto should_stop = [&] { return countdown_.should_stop(counters_, outcome_.lower_bound, memory()); };
        if ((countdown_.is_due() && should_stop()) || !nodes_.make_room(move_count, should_stop)) {
            return false;
        }
        ++counters_.expanded;
        record(EventKind::expand, node);
        return true;
    }

    /// The move that leads back to the parent of a node; -1 at a root.
    [[nodiscard]] int undo_of(Number node) const {
        return nodes_.parent(node) == Nodes::none ? -1 : opposite(nodes_.move(node));
    }

    /// A child is dropped, because a known node has its state.
    void drop(Number known, Number parent, int move, std::uint32_t child_g) {
        ++counters_.duplicates;
        record(EventKind::duplicate, known, parent, move, child_g);
    }

    /// A node at the depth limit is not expanded.
    void cut(Number node) {
        outcome_.is_depth_cut = true;
        ++counters_.pruned;
        record(EventKind::prune, node, 0, 0, 0, 0, Reason::depth);
    }

    Outcome solved(Number node) {
        record(EventKind::goal, node);
        outcome_.moves = nodes_.path(node);
        return finished(Status::solved);
    }

    /// Two searches met at a state, where each has its node.
    Outcome solved(Number forward, Number backward) {
        record(EventKind::goal, forward);
        record(EventKind::goal, backward);
        outcome_.moves = nodes_.path(forward);
        for (; nodes_.parent(backward) != Nodes::none; backward = nodes_.parent(backward)) {
            outcome_.moves.push_back(static_cast<std::uint8_t>(opposite(nodes_.move(backward))));
        }
        return finished(Status::solved);
    }

    Outcome finished(Status status) {
        outcome_.status = status;
        outcome_.counters = counters_;
        return std::move(outcome_);
    }

    void record(
        EventKind kind, std::int64_t node, std::int64_t parent = 0, int move = 0, std::uint32_t g = 0, int h = 0,
        Reason reason = Reason::none) {
        if constexpr (Sink::is_recording) {
            sink_.add({kind, reason, static_cast<std::int8_t>(move), node, parent, static_cast<std::int32_t>(g), h});
        }
    }

    const State start_, goal_;
    LimitCountdown countdown_;
    Sink& sink_;
    Nodes nodes_;
    Counters counters_;
    Outcome outcome_;
};

}  // namespace taquin
