#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "taquin/best_first/stored_search.hpp"
#include "taquin/puzzle/geometry.hpp"

namespace taquin {

/// How the two forms of depth-first search on the graph make the children of a node.
template <class State, class Sink>
class DepthFirstSearch : protected StoredSearch<State, Sink> {
protected:
    using Base = StoredSearch<State, Sink>;
    using typename Base::Nodes, typename Base::Number;
    using Base::counters_, Base::drop, Base::nodes_, Base::record;

    DepthFirstSearch(const Grid& grid, const Cells& start, const Cells& goal, Limits& limits, Sink& sink)
        : Base(grid, start, goal, limits, sink), grid_(grid) {}

    /// Add the child that the next of the moves from `next` on leads to and whose state is new; none if there is none.
    Number generate_next(Number node, std::size_t& next) {
        const State state = nodes_.state(node);
        const int blank = state.blank();
        const int undo = this->undo_of(node);
        const std::uint32_t g = nodes_.g(node) + 1;
        while (next < move_count) {
            const int move = grid_.order()[next++];
            const int target = grid_.target(blank, move);
            if (target < 0) {
                continue;
            }
            if (move == undo) {
                drop(nodes_.parent(node), node, move, g);
                continue;
            }
            const State child = state.slide(blank, target, state.tile(target));
            const std::uint64_t hash = child.hash();
            const auto slot = nodes_.find(child, hash);
            if (!slot.is_empty()) {
                drop(nodes_.number(slot), node, move, g);
                continue;
            }
            const Number number = nodes_.add(slot, child, hash, node, move, g, 0);
            ++counters_.generated;
            counters_.max_depth = std::max<std::uint64_t>(counters_.max_depth, g);
            record(EventKind::generate, number, node, move, g);
            return number;
        }
        return Nodes::none;
    }

    void measure(std::size_t frontier) {
        counters_.max_frontier = std::max<std::uint64_t>(counters_.max_frontier, frontier);
        counters_.max_stored = nodes_.size();
    }

private:
    const Grid& grid_;
};

/// Depth-first search, after `dfs` in src/taquin/algorithms/depth_first.py with frontier="path": same counters, same
/// events. A child is expanded before the next one is generated.
///
/// `begin_expansion` makes room for four nodes. No more are made before the next one: a child is expanded at once, or
/// lies at the depth limit, as its siblings do; then the next one that is made is its parent's sibling, or an ancestor's.
template <class State, class Sink>
class DepthFirst : DepthFirstSearch<State, Sink> {
    using Base = DepthFirstSearch<State, Sink>;
    using typename Base::Nodes, typename Base::Number;
    using Base::finished, Base::nodes_;

public:
    DepthFirst(const Grid& grid, const Cells& start, const Cells& goal, Limits& limits, Sink& sink)
        : Base(grid, start, goal, limits, sink) {}

    Outcome run(int depth_limit) {
        this->add_root();
        if (this->start_ == this->goal_) {
            return this->solved(0);
        }
        Number node = 0;  // the new node, or none
        while (true) {
            if (node != Nodes::none) {
                if (nodes_.g(node) >= static_cast<std::uint32_t>(depth_limit)) {
                    this->cut(node);
                } else if (this->begin_expansion(node, [this] { return memory(); })) {
                    path_.push_back({node, 0});
                    this->measure(path_.size());
                } else {
                    return finished(Status::stopped);
                }
            }
            if (path_.empty()) {
                return finished(Status::exhausted);
            }
            node = this->generate_next(path_.back().node, path_.back().next);
            if (node == Nodes::none) {
                path_.pop_back();
                continue;
            }
            this->measure(path_.size());
            if (nodes_.state(node) == this->goal_) {
                return this->solved(node);
            }
        }
    }

    /// Bytes in use.
    [[nodiscard]] std::size_t memory() const { return nodes_.memory() + path_.capacity() * sizeof(Frame); }

private:
    /// A node on the current path, and the index of its next move in the order of the grid.
    struct Frame {
        Number node;
        std::size_t next;
    };

    std::vector<Frame> path_;
};

/// The same with frontier="stack": all new children go onto a stack, and are known from then on.
template <class State, class Sink>
class StackDepthFirst : DepthFirstSearch<State, Sink> {
    using Base = DepthFirstSearch<State, Sink>;
    using typename Base::Nodes, typename Base::Number;
    using Base::finished, Base::nodes_;

public:
    StackDepthFirst(const Grid& grid, const Cells& start, const Cells& goal, Limits& limits, Sink& sink)
        : Base(grid, start, goal, limits, sink) {}

    Outcome run(int depth_limit) {
        this->add_root();
        stack_.push_back(0);
        while (!stack_.empty()) {
            const Number node = stack_.back();
            stack_.pop_back();
            if (nodes_.state(node) == this->goal_) {
                return this->solved(node);
            }
            if (nodes_.g(node) >= static_cast<std::uint32_t>(depth_limit)) {
                this->cut(node);
                continue;
            }
            if (!this->begin_expansion(node, [this] { return memory(); })) {
                return finished(Status::stopped);
            }
            const std::size_t size = stack_.size();
            std::size_t next = 0;
            for (Number child; (child = this->generate_next(node, next)) != Nodes::none;) {
                stack_.push_back(child);
            }
            std::reverse(stack_.begin() + static_cast<std::ptrdiff_t>(size), stack_.end());  // the first child on top
            this->measure(stack_.size());
        }
        return finished(Status::exhausted);
    }

    /// Bytes in use.
    [[nodiscard]] std::size_t memory() const { return nodes_.memory() + stack_.capacity() * sizeof(Number); }

private:
    std::vector<Number> stack_;
};

}  // namespace taquin
