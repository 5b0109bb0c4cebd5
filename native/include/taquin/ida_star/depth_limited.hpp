#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "taquin/puzzle/geometry.hpp"
#include "taquin/run/limit_countdown.hpp"
#include "taquin/run/run.hpp"
#include "taquin/run/sink.hpp"

namespace taquin {

/// Depth-first tree search within a depth, and within the depths 0, 1, 2, …, after `depth_limited` and `iddfs` in
/// src/taquin/algorithms/depth_first.py: the same counters and events. Memory linear in the depth.
template <class Sink>
class DepthLimited {
public:
    /// The limit of a search within the depths 0, 1, 2, …
    static constexpr int deepening = -1;

    /// With `undo` a node also gets the child that undoes the last move.
    DepthLimited(const Grid& grid, const Cells& start, const Cells& goal, bool undo, Limits& limits, Sink& sink)
        : grid_(grid), board_(start), goal_(goal), undo_(undo), countdown_(limits), sink_(sink),
          blank_(find_blank(start)) {
        for (int cell = 0; cell < grid.cells(); ++cell) {
            misplaced_ += is_misplaced(board_[static_cast<std::size_t>(cell)], cell) ? 1 : 0;
        }
    }

    Outcome run(int limit, int depth_limit) {
        counters_.max_frontier = counters_.max_stored = 1;
        record({EventKind::generate, Reason::none, -1, 0, -1, 0, 0});
        if (limit != deepening) {
            search(std::min(limit, depth_limit));
            outcome_.is_depth_cut = is_cut_;
            return finished();
        }
        for (int depth = 0;; ++depth) {
            outcome_.lower_bound = depth;
            outcome_.iterations.push_back({static_cast<double>(depth), counters_.expanded, counters_.generated});
            record({EventKind::iteration, Reason::none, 0, 0, 0, depth, 0});
            is_cut_ = false;
            search(depth);
            if (outcome_.status != Status::exhausted || !is_cut_) {
                return finished();
            }
            if (depth >= depth_limit) {
                outcome_.is_depth_cut = true;
                return finished();
            }
        }
    }

private:
    /// A node on the current path: the move to it, -1 at the root, and the index of its next move in the grid's order.
    struct Frame {
        std::int64_t node;
        int move;
        std::size_t next;
    };

    /// Search below the start, and leave the board as it was unless that ends the run.
    void search(int depth) {
        if (misplaced_ == 0) {
            return solved(0);
        }
        if (depth <= 0) {
            is_cut_ = true;
            return;
        }
        if (!expand(0, -1)) {
            return;
        }
        while (!path_.empty()) {
            Frame& frame = path_.back();
            if (frame.next == move_count) {
                const int move = frame.move;
                path_.pop_back();
                if (!path_.empty()) {
                    slide(grid_.target(blank_, opposite(move)));
                }
                continue;
            }
            const int move = grid_.order()[frame.next++];
            const int target = grid_.target(blank_, move);
            if (target < 0 || (!undo_ && frame.move >= 0 && move == opposite(frame.move))) {
                continue;
            }
            if (!visit(move, target, frame.node, depth)) {
                return;
            }
        }
    }

    /// Generate a child, and expand it unless it lies at this depth; false if that ends the run.
    bool visit(int move, int target, std::int64_t parent, int depth) {
        const auto node = static_cast<std::int64_t>(++counters_.generated);
        const auto g = static_cast<std::int32_t>(path_.size());
        counters_.max_depth = std::max(counters_.max_depth, static_cast<std::uint64_t>(g));
        record({EventKind::generate, Reason::none, static_cast<std::int8_t>(move), node, parent, g, 0});
        if (g >= depth && misplaced_ + change_of(target) != 0) {  // most nodes: the tile need not be moved
            is_cut_ = true;
            ++counters_.pruned;
            record({EventKind::prune, Reason::depth, 0, node, 0, 0, 0});
            return true;
        }
        slide(target);
        if (misplaced_ == 0) {
            path_.push_back({node, move, 0});
            solved(node);
            return false;
        }
        return expand(node, move);
    }

    /// Count an expansion; false if a limit stops the run.
    bool expand(std::int64_t node, int move) {
        if (countdown_.is_due() &&
            countdown_.should_stop(counters_, outcome_.lower_bound, path_.capacity() * sizeof(Frame))) {
            outcome_.status = Status::stopped;
            return false;
        }
        ++counters_.expanded;
        record({EventKind::expand, Reason::none, 0, node, 0, 0, 0});
        path_.push_back({node, move, 0});
        counters_.max_frontier = std::max<std::uint64_t>(counters_.max_frontier, path_.size());
        return true;
    }

    void solved(std::int64_t node) {
        record({EventKind::goal, Reason::none, 0, node, 0, 0, 0});
        outcome_.status = Status::solved;
        for (const Frame& frame : path_) {
            if (frame.move >= 0) {
                outcome_.moves.push_back(static_cast<std::uint8_t>(frame.move));
            }
        }
    }

    Outcome finished() {
        counters_.max_stored = counters_.max_depth + 1;  // the deepest node and its ancestors
        outcome_.counters = counters_;
        return std::move(outcome_);
    }

    /// Move the blank to a cell next to it.
    void slide(int target) {
        misplaced_ += change_of(target);
        board_[static_cast<std::size_t>(blank_)] = board_[static_cast<std::size_t>(target)];
        board_[static_cast<std::size_t>(target)] = 0;
        blank_ = target;
    }

    /// The change of `misplaced_` if the tile on a cell slides.
    [[nodiscard]] int change_of(int target) const {
        const std::uint8_t tile = board_[static_cast<std::size_t>(target)];
        return (is_misplaced(tile, blank_) ? 1 : 0) - (is_misplaced(tile, target) ? 1 : 0);
    }

    /// Whether a tile is not where the goal has it. The blank is no tile: if all tiles are in place, it is.
    [[nodiscard]] bool is_misplaced(std::uint8_t tile, int cell) const {
        return tile != 0 && goal_[static_cast<std::size_t>(cell)] != tile;
    }

    void record(const Event& event) {
        if constexpr (Sink::is_recording) {
            sink_.add(event);
        }
    }

    const Grid& grid_;
    Cells board_;
    const Cells& goal_;
    const bool undo_;
    LimitCountdown countdown_;
    Sink& sink_;
    int blank_;
    int misplaced_ = 0;
    bool is_cut_ = false;  // whether the last pass left a node at its depth
    std::vector<Frame> path_;
    Counters counters_;
    Outcome outcome_;
};

}  // namespace taquin
