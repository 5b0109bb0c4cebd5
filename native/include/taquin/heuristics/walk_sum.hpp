#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "taquin/puzzle/geometry.hpp"

namespace taquin {

/// One half of a walking distance: a small graph of abstract states with the distance of each, where a slide between
/// two lines leads from state to state according to the goal line of the tile.
class WalkTable {
public:
    /// following[(state * 2 + direction) * lines + goal_line], -1 where there is no such slide; direction 0 takes the
    /// blank to the line before, 1 to the line behind. goal_lines[tile] is the line where a tile belongs.
    WalkTable(
        int lines, std::span<const std::uint8_t> distances, std::span<const std::int32_t> following,
        std::span<const std::uint8_t> goal_lines)
        : lines_(lines),
          distances_(distances.begin(), distances.end()),
          following_(following.begin(), following.end()),
          goal_lines_(goal_lines.begin(), goal_lines.end()) {
        const std::size_t states = distances.size();
        if (lines < 1 || lines > maximum_cells || states == 0 ||
            following.size() != states * 2 * static_cast<std::size_t>(lines)) {
            throw std::invalid_argument("expected two followers per line for every state");
        }
        for (const std::int32_t follower : following) {
            if (follower < -1 || follower >= static_cast<std::int64_t>(states)) {
                throw std::invalid_argument("expected followers that are states, or -1");
            }
        }
        for (const std::uint8_t line : goal_lines) {
            if (line >= lines) {
                throw std::invalid_argument("expected goal lines from 0 to less than the number of lines");
            }
        }
    }

    [[nodiscard]] std::size_t tiles() const { return goal_lines_.size(); }
    [[nodiscard]] bool has_state(std::int32_t state) const {
        return state >= 0 && static_cast<std::size_t>(state) < distances_.size();
    }
    [[nodiscard]] int distance(std::int32_t state) const { return distances_[static_cast<std::size_t>(state)]; }
    [[nodiscard]] std::int32_t follow(std::int32_t state, int direction, int tile) const {
        const auto place = (static_cast<std::size_t>(state) * 2 + static_cast<std::size_t>(direction)) *
                           static_cast<std::size_t>(lines_);
        const std::int32_t follower = following_[place + goal_lines_[static_cast<std::size_t>(tile)]];
        if (follower < 0) [[unlikely]] {
            throw std::invalid_argument("a slide leads out of the table: the table was made for another start or goal");
        }
        return follower;
    }

private:
    int lines_;
    std::vector<std::uint8_t> distances_;
    std::vector<std::int32_t> following_;
    std::vector<std::uint8_t> goal_lines_;
};

/// Vertical plus horizontal walking distance.
class WalkSum {
public:
    static constexpr bool has_unit_steps = true;  // required of the tables: every slide changes the value by 1

    struct Evaluation {
        std::int32_t vertical;
        std::int32_t horizontal;
        std::int32_t value;
    };

    /// The state of the start board in each table; everything else follows from slides.
    WalkSum(WalkTable vertical, WalkTable horizontal, std::int32_t vertical_start, std::int32_t horizontal_start)
        : vertical_(std::move(vertical)), horizontal_(std::move(horizontal)) {
        if (vertical_.tiles() != horizontal_.tiles() || !vertical_.has_state(vertical_start) ||
            !horizontal_.has_state(horizontal_start)) {
            throw std::invalid_argument(
                "expected two tables with the same number of tiles, and starts that are states");
        }
        start_ = {vertical_start, horizontal_start,
                  vertical_.distance(vertical_start) + horizontal_.distance(horizontal_start)};
    }

    [[nodiscard]] int cells() const { return static_cast<int>(vertical_.tiles()); }

    [[nodiscard]] Evaluation start(const Cells&) const { return start_; }

    [[nodiscard]] Evaluation slide(const Evaluation& evaluation, int, int move, int tile) const {
        Evaluation child = evaluation;
        if (move < 2) {
            child.vertical = vertical_.follow(evaluation.vertical, move, tile);
            child.value += vertical_.distance(child.vertical) - vertical_.distance(evaluation.vertical);
        } else {
            child.horizontal = horizontal_.follow(evaluation.horizontal, move - 2, tile);
            child.value += horizontal_.distance(child.horizontal) - horizontal_.distance(evaluation.horizontal);
        }
        return child;
    }

    [[nodiscard]] static int value(const Evaluation& evaluation) { return evaluation.value; }

private:
    WalkTable vertical_;
    WalkTable horizontal_;
    Evaluation start_{};
};

}  // namespace taquin
