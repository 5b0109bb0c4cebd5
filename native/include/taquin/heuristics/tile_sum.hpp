#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>

#include "taquin/puzzle/geometry.hpp"

namespace taquin {

/// A heuristic that is a sum of per-tile entries: what a slide changes is one entry of a table of differences.
class TileSum {
public:
    static constexpr bool has_unit_steps = false;
    /// Misplaced tiles and other sums without unit steps are too weak for the boards on which it would pay.
    static constexpr bool is_compiled_for_grids = false;

    /// What the search passes from node to node: the value itself.
    using Evaluation = int;

    /// costs[tile * cells + cell]; all zero for the blank, tile 0.
    TileSum(const Grid& grid, std::span<const std::uint8_t> costs) : grid_(grid), cells_(grid.cells()) {
        if (costs.size() != static_cast<std::size_t>(cells_ * cells_)) {
            throw std::invalid_argument("expected a cost for every tile on every cell");
        }
        for (int tile = 0; tile < cells_; ++tile) {
            for (int cell = 0; cell < cells_; ++cell) {
                const int cost = costs[static_cast<std::size_t>(tile * cells_ + cell)];
                if (cost > 127 || (tile == 0 && cost != 0)) {
                    throw std::invalid_argument("expected costs from 0 to 127, and 0 for the blank");
                }
                costs_[static_cast<std::size_t>(cell * maximum_cells + tile)] = static_cast<std::uint8_t>(cost);
            }
        }
        for (int blank = 0; blank < cells_; ++blank) {
            for (int move = 0; move < move_count; ++move) {
                const int target = grid.target(blank, move);
                for (int tile = 0; tile < cells_ && target >= 0; ++tile) {
                    const int difference = cost(tile, blank) - cost(tile, target);
                    has_only_unit_steps_ &= tile == 0 || difference == 1 || difference == -1;
                    changes_[change(blank, move, tile)] = static_cast<std::int8_t>(difference);
                }
            }
        }
    }

    [[nodiscard]] const Grid& grid() const { return grid_; }
    [[nodiscard]] int cells() const { return cells_; }

    [[nodiscard]] Evaluation start(const Cells& board) const {
        int sum = 0;
        for (int cell = 0; cell < cells_; ++cell) {
            sum += cost(board[static_cast<std::size_t>(cell)], cell);
        }
        return sum;
    }

    /// The evaluation after the blank made a move and a tile slid to where it was.
    [[nodiscard]] Evaluation slide(Evaluation evaluation, int blank, int move, int tile) const {
        return evaluation + changes_[change(blank, move, tile)];
    }

    [[nodiscard]] static int value(Evaluation evaluation) { return evaluation; }

    /// Whether every slide changes the value by exactly 1.
    [[nodiscard]] bool has_only_unit_steps() const { return has_only_unit_steps_; }

private:
    static constexpr std::size_t change(int blank, int move, int tile) {
        return static_cast<std::size_t>((blank * move_count + move) * maximum_cells + tile);
    }

    [[nodiscard]] int cost(int tile, int cell) const {
        return costs_[static_cast<std::size_t>(cell * maximum_cells + tile)];
    }

    Grid grid_;
    int cells_;
    bool has_only_unit_steps_ = true;
    std::array<std::uint8_t, maximum_cells * maximum_cells> costs_{};
    std::array<std::int8_t, maximum_cells * move_count * maximum_cells> changes_{};
};

/// A sum that every slide changes by exactly 1, as Manhattan distance: f grows by 0 or by 2, and a search knows its next
/// bound in advance.
class UnitTileSum : public TileSum {
public:
    static constexpr bool has_unit_steps = true;
    static constexpr bool is_compiled_for_grids = true;

    UnitTileSum(const Grid& grid, std::span<const std::uint8_t> costs) : TileSum(grid, costs) {
        if (!has_only_unit_steps()) {
            throw std::invalid_argument("expected every slide to change a cost by exactly 1");
        }
    }
};

}  // namespace taquin
