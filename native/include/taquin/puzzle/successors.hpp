#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "taquin/best_first/node_table.hpp"
#include "taquin/puzzle/geometry.hpp"

namespace taquin {

/// The children of a packed state, in the order of the grid, for a search that looks them up.
template <class State>
class Successors {
public:
    struct Child {
        State state;
        std::uint64_t hash;
        int move;
        int tile;  // the one that slid
    };

    explicit Successors(const Grid& grid) : grid_(&grid) {}

    /// Make all children; the hash of the one that `undo` leads to is left out, because the parent is known. Their
    /// slots are on the way to the cache before the first one is looked up.
    void make(const State& state, int blank, int undo, const NodeTable<State>& nodes) {
        count_ = 0;
        for (const int move : grid_->order()) {
            const int target = grid_->target(blank, move);
            if (target < 0) {
                continue;
            }
            Child& child = children_[count_++];
            child.move = move;
            if (move != undo) {
                child.tile = state.tile(target);
                child.state = state.slide(blank, target, child.tile);
                child.hash = child.state.hash();
                nodes.prefetch_slot(child.hash);
            }
        }
    }

    [[nodiscard]] const Child* begin() const { return children_.data(); }
    [[nodiscard]] const Child* end() const { return children_.data() + count_; }

private:
    const Grid* grid_;
    std::size_t count_ = 0;
    std::array<Child, move_count> children_{};
};

}  // namespace taquin
