#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "taquin/puzzle/geometry.hpp"

namespace taquin::construction {

/// The index of a cell, a tile or a move in a vector.
constexpr std::size_t at(std::int32_t value) { return static_cast<std::size_t>(value); }

/// The first of the two moves along a row.
inline constexpr int left = 2;

/// The rows from top to bottom and the columns from left to right, all included.
struct Rectangle {
    int top, bottom, left, right;

    [[nodiscard]] int rows() const { return bottom - top + 1; }
    [[nodiscard]] int columns() const { return right - left + 1; }
    bool operator==(const Rectangle&) const = default;
};

/// A board with a border of -1, where each tile knows its home, and the moves made so far; the reference has the same.
struct WorkingBoard {
    WorkingBoard(int rows_, int columns_, std::span<const std::int32_t> start, std::span<const std::int32_t> goal)
        : rows(rows_), columns(columns_), width(columns_ + 2), steps{-width, width, -1, 1},
          tiles(at(width * (rows_ + 2)), -1), wanted(tiles.size(), -1), home(start.size()), where(start.size()) {
        for (int row = 0; row < rows; ++row) {
            for (int column = 0; column < columns; ++column) {
                const std::size_t from = at(row * columns + column);
                const int cell = cell_at(row, column);
                tiles[at(cell)] = start[from];
                wanted[at(cell)] = goal[from];
                home[at(goal[from])] = cell;
                where[at(start[from])] = cell;
            }
        }
        blank = where[0];
    }

    [[nodiscard]] int cell_at(int row, int column) const { return (row + 1) * width + column + 1; }
    [[nodiscard]] int row_of(int cell) const { return cell / width - 1; }
    [[nodiscard]] int column_of(int cell) const { return cell % width - 1; }

    [[nodiscard]] int distance(int one, int other) const {
        return std::abs(one / width - other / width) + std::abs(one % width - other % width);
    }

    /// How far the tile that belongs into a cell is from it.
    [[nodiscard]] int distance_to_fill(int cell) const { return distance(where[at(wanted[at(cell)])], cell); }

    [[nodiscard]] std::vector<int> cells(const Rectangle& area) const {
        std::vector<int> result;
        for (int row = area.top; row <= area.bottom; ++row) {
            for (int column = area.left; column <= area.right; ++column) {
                result.push_back(cell_at(row, column));
            }
        }
        return result;
    }

    /// Make one move; if it undoes the last one, both are dropped.
    void play(int move) {
        const int target = blank + steps[at(move)];
        const std::int32_t tile = tiles[at(target)];
        tiles[at(blank)] = tile;
        tiles[at(target)] = 0;
        where[at(tile)] = blank;
        where[0] = target;
        blank = target;
        if (!moves.empty() && moves.back() == opposite(move)) {
            moves.pop_back();
        } else {
            moves.push_back(static_cast<std::uint8_t>(move));
        }
    }

    /// Move the blank to its home in a board of one line.
    void slide_home() {
        while (blank != home[0]) {
            play((rows == 1 ? left : 0) + (blank < home[0] ? 1 : 0));
        }
    }

    int rows;
    int columns;
    int width;
    std::array<int, move_count> steps;
    std::vector<std::int32_t> tiles;   // by cell; -1 in the border
    std::vector<std::int32_t> wanted;  // by cell: the tile that belongs there
    std::vector<std::int32_t> home;    // by tile
    std::vector<std::int32_t> where;   // by tile
    int blank = 0;
    std::vector<std::uint8_t> moves;
};

}  // namespace taquin::construction
