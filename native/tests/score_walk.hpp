#pragma once

#include <cstddef>
#include <numeric>
#include <random>
#include <vector>

#include "taquin/beam/displacement_score.hpp"

namespace taquin::tests {

/// A labelled board that is changed by moves of the blank.
class Walk {
public:
    Walk(const beam::DisplacementScore& score, std::mt19937& random)
        : score_(score), random_(random), labels_(static_cast<std::size_t>(score.features().cells())),
          moved_(labels_.size()), blank_(score.features().blank()) {
        std::iota(labels_.begin(), labels_.end(), beam::Label{0});
        for (int cell = 0; cell < score.features().cells(); ++cell) {
            moved_[static_cast<std::size_t>(cell)] = score.code(cell, cell);
        }
    }

    [[nodiscard]] const std::vector<beam::Label>& labels() const { return labels_; }
    [[nodiscard]] beam::BoardView view() const { return {labels_.data(), moved_.data()}; }
    [[nodiscard]] int blank() const { return blank_; }

    /// A move that stays on the board.
    int choose() {
        int move = static_cast<int>(random_() % move_count);
        while (score_.target(blank_, move) < 0) {
            move = static_cast<int>(random_() % move_count);
        }
        return move;
    }

    bool play(int move) {
        const int cell = score_.target(blank_, move);
        if (cell < 0) {
            return false;
        }
        const beam::Label label = labels_[static_cast<std::size_t>(cell)];
        const auto own = static_cast<beam::Label>(score_.features().blank());
        labels_[static_cast<std::size_t>(blank_)] = label;
        labels_[static_cast<std::size_t>(cell)] = own;
        moved_[label] = score_.code(label, blank_);
        moved_[own] = score_.code(own, cell);
        blank_ = cell;
        return true;
    }

    [[nodiscard]] bool is_goal() const {
        for (std::size_t cell = 0; cell < labels_.size(); ++cell) {
            if (labels_[cell] != cell) {
                return false;
            }
        }
        return true;
    }

private:
    const beam::DisplacementScore& score_;
    std::mt19937& random_;
    std::vector<beam::Label> labels_;
    std::vector<beam::Displacement> moved_;
    int blank_;
};

}  // namespace taquin::tests
