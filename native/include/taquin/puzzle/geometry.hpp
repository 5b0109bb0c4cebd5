#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>

namespace taquin {

/// The largest board of the searches that prove shortest solutions. Beams and the constructive method take larger ones.
inline constexpr int maximum_cells = 64;

/// Where the blank can go: Up, Down, Left, Right, the usual order in which successors are made.
inline constexpr int move_count = 4;

/// Up undoes Down, Left undoes Right.
constexpr int opposite(int move) { return move ^ 1; }

using Cells = std::array<std::uint8_t, maximum_cells>;

/// The moves of the blank on a grid that is known only at run time: target(cell, move), or -1 beyond the edge.
class Grid {
public:
    using Order = std::array<std::uint8_t, move_count>;

    /// Up, Down, Left, Right.
    static constexpr Order default_order{0, 1, 2, 3};

    /// IDA* on one thread and searches that store nodes make successors in this order; all others in the default one.
    Grid(int cells, std::span<const std::int8_t> targets, const Order& order = default_order)
        : cells_(cells), order_(order) {
        if (!std::is_permutation(order.begin(), order.end(), default_order.begin())) {
            throw std::invalid_argument("expected every move once in the order");
        }
        if (cells < 2 || cells > maximum_cells) {
            throw std::invalid_argument("expected 2 to 64 cells");
        }
        if (targets.size() != static_cast<std::size_t>(cells) * move_count) {
            throw std::invalid_argument("expected four targets for every cell");
        }
        for (std::size_t index = 0; index < targets.size(); ++index) {
            if (targets[index] < -1 || targets[index] >= cells) {
                throw std::invalid_argument("expected targets that are cells, or -1");
            }
            targets_[index] = targets[index];
        }
        for (int cell = 0; cell < cells; ++cell) {
            for (int move = 0; move < move_count; ++move) {
                const int there = target(cell, move);
                if (there == cell || (there >= 0 && target(there, opposite(move)) != cell)) {
                    throw std::invalid_argument("expected every move to be undone by the opposite move");
                }
            }
        }
    }

    bool operator==(const Grid&) const = default;

    [[nodiscard]] int cells() const { return cells_; }
    [[nodiscard]] int target(int cell, int move) const {
        return targets_[static_cast<std::size_t>(cell * move_count + move)];
    }
    [[nodiscard]] const Order& order() const { return order_; }

private:
    int cells_;
    Order order_;
    std::array<std::int8_t, maximum_cells * move_count> targets_{};
};

/// The same on a grid that is known to the compiler, so that loops over moves unroll and edges cost nothing.
template <int Rows, int Columns>
struct FixedGrid {
    static constexpr int cell_count = Rows * Columns;

    static constexpr int target(int cell, int move) {
        const int row = cell / Columns;
        const int column = cell % Columns;
        switch (move) {
            case 0: return row > 0 ? cell - Columns : -1;
            case 1: return row < Rows - 1 ? cell + Columns : -1;
            case 2: return column > 0 ? cell - 1 : -1;
            default: return column < Columns - 1 ? cell + 1 : -1;
        }
    }

    static bool equals(const Grid& grid) {
        if (grid.cells() != cell_count || grid.order() != Grid::default_order) {
            return false;
        }
        for (int cell = 0; cell < cell_count; ++cell) {
            for (int move = 0; move < move_count; ++move) {
                if (grid.target(cell, move) != target(cell, move)) {
                    return false;
                }
            }
        }
        return true;
    }
};

/// The cell of the blank.
inline int find_blank(const Cells& board) {
    return static_cast<int>(std::find(board.begin(), board.end(), 0) - board.begin());
}

/// Whether a board whose blank is on this cell, whatever the cell holds, equals another one. Not inlined: searches call
/// it for few nodes.
[[gnu::noinline]] inline bool has_equal_tiles(const Cells& board, const Cells& other, int blank, int cells) {
    for (int cell = 0; cell < cells; ++cell) {
        const auto index = static_cast<std::size_t>(cell);
        if ((cell == blank ? 0 : board[index]) != other[index]) {
            return false;
        }
    }
    return true;
}

/// Copy cells that must be a permutation of 0..n-1.
inline Cells checked_cells(std::span<const std::uint8_t> values, int cells) {
    if (values.size() != static_cast<std::size_t>(cells)) {
        throw std::invalid_argument("expected a board with as many cells as the grid");
    }
    Cells result{};
    std::array<bool, maximum_cells> seen{};
    for (std::size_t index = 0; index < values.size(); ++index) {
        if (values[index] >= cells || seen[values[index]]) {
            throw std::invalid_argument("expected a board that is a permutation of 0 to n-1");
        }
        seen[values[index]] = true;
        result[index] = values[index];
    }
    return result;
}

}  // namespace taquin
