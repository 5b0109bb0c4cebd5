#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "taquin/heuristics/board_heuristic.hpp"
#include "taquin/heuristics/walk_sum.hpp"
#include "taquin/puzzle/geometry.hpp"

namespace taquin {

/// The largest of several heuristics, whose kinds are known only at run time; of one heuristic, that heuristic.
///
/// A walking distance is kept apart: it cannot be computed from a board, only from that of the neighbour.
class Maximum {
public:
    static constexpr bool has_unit_steps = false;

    /// Virtual calls take longer than what is gained by a traversal that is compiled for one grid.
    static constexpr bool is_compiled_for_grids = false;
    static constexpr int least_overflow = std::numeric_limits<int>::max();  // only those traversals look for it

    struct Evaluation {
        std::int32_t value;
        WalkSum::Evaluation walk;
    };

    struct Child {
        Evaluation evaluation;
        std::int8_t blank;
        std::int8_t move;
    };

    using Parts = std::vector<std::unique_ptr<BoardHeuristic>>;

    /// `walk` may be null. Throws unless there is a heuristic, and all are for boards of this size.
    Maximum(const Grid& grid, Parts parts, std::shared_ptr<const WalkSum> walk)
        : grid_(grid), parts_(std::move(parts)), walk_(std::move(walk)) {
        if (parts_.empty() && !walk_) {
            throw std::invalid_argument("expected at least one heuristic");
        }
        for (const auto& part : parts_) {
            check_cells(part->cells());
        }
        if (walk_) {
            check_cells(walk_->cells());
        }
    }

    /// A heuristic as one whose kind is known only at run time: a search that records events takes it, so that it is
    /// compiled once. Recording takes longer than the virtual calls.
    template <class Heuristic>
    [[nodiscard]] static Maximum of(const Grid& grid, const Heuristic& heuristic) {
        if constexpr (std::is_same_v<Heuristic, Maximum>) {
            return heuristic;
        } else if constexpr (std::is_same_v<Heuristic, WalkSum>) {
            return {grid, {}, std::make_shared<const WalkSum>(heuristic)};
        } else {
            Parts parts;
            parts.push_back(std::make_unique<BoardHeuristicOf<Heuristic>>(heuristic));
            return {grid, std::move(parts), nullptr};
        }
    }

    Maximum(const Maximum& other) : grid_(other.grid_), walk_(other.walk_) {
        for (const auto& part : other.parts_) {
            parts_.push_back(part->clone());
        }
    }
    Maximum(Maximum&&) = default;
    Maximum& operator=(const Maximum&) = delete;
    ~Maximum() = default;

    [[nodiscard]] const Grid& grid() const { return grid_; }
    [[nodiscard]] int cells() const { return grid_.cells(); }
    [[nodiscard]] bool has_walk() const { return walk_ != nullptr; }
    [[nodiscard]] static int value(const Evaluation& evaluation) { return evaluation.value; }

    /// Go to the start of the search.
    Evaluation start(const Cells& board) { return restart(board, walk_ ? walk_->start(board) : WalkSum::Evaluation{}); }

    /// Go to any board whose walking distance is known.
    Evaluation restart(const Cells& board, const WalkSum::Evaluation& walk) {
        int value = walk_ ? WalkSum::value(walk) : 0;
        for (const auto& part : parts_) {
            value = std::max(value, part->start(board));
        }
        return {value, walk};
    }

    [[nodiscard]] Child look(const Evaluation& evaluation, const Cells& board, int blank, int move, int tile) const {
        Child child{{0, evaluation.walk}, static_cast<std::int8_t>(blank), static_cast<std::int8_t>(move)};
        if (walk_) {
            child.evaluation.walk = walk_->slide(evaluation.walk, blank, move, tile);
            child.evaluation.value = WalkSum::value(child.evaluation.walk);
        }
        for (const auto& part : parts_) {
            child.evaluation.value = std::max(child.evaluation.value, part->look(board, blank, move, tile));
        }
        return child;
    }

    void enter(const Child& child, const Cells& board, int tile) {
        for (const auto& part : parts_) {
            part->enter(board, child.blank, child.move, tile);
        }
    }

    void leave(const Child&, int tile) {
        for (const auto& part : parts_) {
            part->leave(tile);
        }
    }

private:
    void check_cells(int cells) const {
        if (cells != grid_.cells()) {
            throw std::invalid_argument("a heuristic was made for another grid");
        }
    }

    Grid grid_;
    Parts parts_;
    std::shared_ptr<const WalkSum> walk_;
};

}  // namespace taquin
