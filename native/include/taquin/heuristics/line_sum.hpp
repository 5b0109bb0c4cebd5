#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "taquin/heuristics/tile_sum.hpp"
#include "taquin/puzzle/geometry.hpp"

namespace taquin {

/// A sum of per-tile entries plus a look-up for every row and every column, such as linear conflict.
///
/// The contents of a line are a number: every tile adds its weight for the cell where it lies, 0 if it does not belong
/// to the line. A slide changes the numbers of three lines: the two that the tile leaves and enters, and the one along
/// which it goes, whose extra stays the same because the order along it does.
class LineSum {
public:
    static constexpr int maximum_side = 5;
    static constexpr bool has_unit_steps = true;  // required of the tables: every slide changes the value by 1

    struct Evaluation {
        std::int32_t value;
        std::array<std::uint16_t, 2 * maximum_side> lines;  // rows, then columns
    };

    /// weights[tile * cells + cell] for the row and for the column of the cell; extras[number] for the contents of a
    /// line.
    LineSum(
        const Grid& grid, int rows, int columns, std::span<const std::uint8_t> costs,
        std::span<const std::uint16_t> row_weights, std::span<const std::uint16_t> column_weights,
        std::span<const std::uint8_t> row_extras, std::span<const std::uint8_t> column_extras)
        : tiles_(grid, costs),
          rows_(rows),
          columns_(columns),
          row_extras_(row_extras.begin(), row_extras.end()),
          column_extras_(column_extras.begin(), column_extras.end()) {
        const auto count = static_cast<std::size_t>(grid.cells() * grid.cells());
        const bool is_small = rows <= maximum_side && columns <= maximum_side;
        if (rows < 1 || columns < 1 || !is_small || rows * columns != grid.cells()) {
            throw std::invalid_argument("expected 1 to 5 rows and columns whose product is the number of cells");
        }
        for (int cell = 0; cell < grid.cells(); ++cell) {  // slides must lead where rows and columns say
            const int above = grid.target(cell, 0);
            const int left = grid.target(cell, 2);
            if ((above >= 0 && above != cell - columns) || (left >= 0 && (left != cell - 1 || cell % columns == 0))) {
                throw std::invalid_argument("expected the rows and columns of the grid");
            }
        }
        if (row_weights.size() != count || column_weights.size() != count) {
            throw std::invalid_argument("expected a weight for every tile on every cell");
        }
        copy_weights(row_weights, row_weights_, columns, row_extras.size(), false);
        copy_weights(column_weights, column_weights_, rows, column_extras.size(), true);
    }

    [[nodiscard]] const Grid& grid() const { return tiles_.grid(); }
    [[nodiscard]] int cells() const { return tiles_.cells(); }

    [[nodiscard]] Evaluation start(const Cells& board) const {
        Evaluation evaluation{tiles_.start(board), {}};
        for (int cell = 0; cell < cells(); ++cell) {
            const int tile = board[static_cast<std::size_t>(cell)];
            add(evaluation.lines[row_line(cell)], row_weights_[index(cell, tile)]);
            add(evaluation.lines[column_line(cell)], column_weights_[index(cell, tile)]);
        }
        for (int row = 0; row < rows_; ++row) {
            evaluation.value += row_extras_[evaluation.lines[static_cast<std::size_t>(row)]];
        }
        for (int column = 0; column < columns_; ++column) {
            evaluation.value += column_extras_[evaluation.lines[static_cast<std::size_t>(rows_ + column)]];
        }
        return evaluation;
    }

    /// Inlined by force: where cell and move are constants most of it folds away, and a call makes IDA* 20 % slower.
    [[nodiscard, gnu::always_inline]] inline Evaluation slide(
        const Evaluation& evaluation, int blank, int move, int tile) const {
        constexpr int first_horizontal = 2;  // after Up and Down
        Evaluation child = evaluation;
        const bool is_horizontal = move >= first_horizontal;
        const int distance = is_horizontal ? 1 : columns_;
        const int source = move % 2 == 0 ? blank - distance : blank + distance;
        child.value = tiles_.slide(evaluation.value, blank, move, tile);
        if (is_horizontal) {
            const Crossing crossing{column_line(source), column_line(blank), source, blank, tile};
            child.value += cross(child, column_extras_, column_weights_, crossing);
            pass_along(child.lines[row_line(blank)], row_weights_, crossing);
        } else {
            const Crossing crossing{row_line(source), row_line(blank), source, blank, tile};
            child.value += cross(child, row_extras_, row_weights_, crossing);
            pass_along(child.lines[column_line(blank)], column_weights_, crossing);
        }
        return child;
    }

    [[nodiscard]] static int value(const Evaluation& evaluation) { return evaluation.value; }

private:
    using Weights = std::array<std::uint16_t, maximum_side * maximum_side * maximum_side * maximum_side>;

    static constexpr std::size_t index(int cell, int tile) {
        return static_cast<std::size_t>(cell * maximum_side * maximum_side + tile);
    }
    [[nodiscard]] std::size_t row_line(int cell) const { return static_cast<std::size_t>(cell / columns_); }
    [[nodiscard]] std::size_t column_line(int cell) const { return static_cast<std::size_t>(rows_ + cell % columns_); }

    static void add(std::uint16_t& line, int weight) { line = static_cast<std::uint16_t>(line + weight); }

    /// A tile that goes from one line into the next.
    struct Crossing {
        std::size_t left;
        std::size_t entered;
        int source;
        int target;
        int tile;
    };

    /// Update both lines; returns by how much the sum of their extras changes.
    static int cross(
        Evaluation& evaluation, const std::vector<std::uint8_t>& extras, const Weights& weights,
        const Crossing& crossing) {
        std::uint16_t& left = evaluation.lines[crossing.left];
        std::uint16_t& entered = evaluation.lines[crossing.entered];
        const int before = extras[left] + extras[entered];
        add(left, -weights[index(crossing.source, crossing.tile)]);
        add(entered, weights[index(crossing.target, crossing.tile)]);
        return extras[left] + extras[entered] - before;
    }

    /// Update the line along which the tile slides; its extra stays the same.
    static void pass_along(std::uint16_t& line, const Weights& weights, const Crossing& crossing) {
        add(line, weights[index(crossing.target, crossing.tile)] - weights[index(crossing.source, crossing.tile)]);
    }

    /// Copy weights, and check that there is an extra for every contents of a line.
    void copy_weights(
        std::span<const std::uint16_t> from, Weights& to, int length, std::size_t size, bool is_column) const {
        const int count = cells();
        const int lines = count / length;
        for (int line = 0; line < lines; ++line) {
            std::size_t largest = 0;
            for (int place = 0; place < length; ++place) {
                const int cell = is_column ? place * columns_ + line : line * columns_ + place;
                std::uint16_t most = 0;
                for (int tile = 0; tile < count; ++tile) {
                    const std::uint16_t weight = from[static_cast<std::size_t>(tile * count + cell)];
                    to[index(cell, tile)] = weight;
                    most = std::max(most, weight);
                }
                if (to[index(cell, 0)] != 0) {
                    throw std::invalid_argument("expected weight 0 for the blank");
                }
                largest += most;
            }
            if (largest >= size || size > std::size_t{1} << 16) {
                throw std::invalid_argument("expected an extra for every possible contents of a line");
            }
        }
    }

    UnitTileSum tiles_;
    int rows_;
    int columns_;
    Weights row_weights_{};
    Weights column_weights_{};
    std::vector<std::uint8_t> row_extras_;
    std::vector<std::uint8_t> column_extras_;
};

}  // namespace taquin
