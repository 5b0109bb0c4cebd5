#pragma once

// All that these tests need of a framework: a check that says what failed and where, and boards.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <utility>
#include <vector>

#include "taquin/heuristics/tile_sum.hpp"
#include "taquin/puzzle/geometry.hpp"

#define CHECK(condition)                                                                   \
    do {                                                                                   \
        if (!(condition)) {                                                                \
            std::fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
            std::exit(1);                                                                  \
        }                                                                                  \
    } while (false)

namespace taquin::tests {

/// Whether a call throws an exception of this type.
template <class Exception, class Call>
bool throws(Call call) {
    try {
        call();
    } catch (const Exception&) {
        return true;
    }
    return false;
}

inline Grid make_grid(int rows, int columns) {
    std::vector<std::int8_t> targets;
    for (int cell = 0; cell < rows * columns; ++cell) {
        const int row = cell / columns;
        const int column = cell % columns;
        targets.push_back(static_cast<std::int8_t>(row > 0 ? cell - columns : -1));
        targets.push_back(static_cast<std::int8_t>(row < rows - 1 ? cell + columns : -1));
        targets.push_back(static_cast<std::int8_t>(column > 0 ? cell - 1 : -1));
        targets.push_back(static_cast<std::int8_t>(column < columns - 1 ? cell + 1 : -1));
    }
    return {rows * columns, targets};
}

inline Cells make_goal(int cells) {
    Cells board{};
    for (int cell = 0; cell < cells; ++cell) {
        board[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(cell);
    }
    return board;
}

/// Manhattan distance.
inline UnitTileSum make_manhattan(const Grid& grid, int columns, const Cells& goal) {
    const int cells = grid.cells();
    std::vector<std::uint8_t> costs(static_cast<std::size_t>(cells * cells));
    for (int home = 0; home < cells; ++home) {
        const int tile = goal[static_cast<std::size_t>(home)];
        for (int cell = 0; cell < cells && tile != 0; ++cell) {
            const int distance = std::abs(home / columns - cell / columns) + std::abs(home % columns - cell % columns);
            costs[static_cast<std::size_t>(tile * cells + cell)] = static_cast<std::uint8_t>(distance);
        }
    }
    return {grid, costs};
}

inline UnitTileSum make_manhattan(const Grid& grid, int columns) {
    return make_manhattan(grid, columns, make_goal(grid.cells()));
}

/// Play a move of the blank; false if it leads off the board.
inline bool play(const Grid& grid, Cells& board, int move) {
    std::size_t blank = 0;
    while (board[blank] != 0) {
        ++blank;
    }
    const int target = grid.target(static_cast<int>(blank), move);
    if (target >= 0) {
        std::swap(board[blank], board[static_cast<std::size_t>(target)]);
    }
    return target >= 0;
}

inline Cells scramble(const Grid& grid, Cells board, int moves, std::mt19937& random) {
    for (int count = 0; count < moves;) {
        count += play(grid, board, static_cast<int>(random() % move_count)) ? 1 : 0;
    }
    return board;
}

/// Whether these moves lead from the one board to the other.
inline bool solves(const Grid& grid, Cells start, const Cells& goal, const std::vector<std::uint8_t>& moves) {
    for (const std::uint8_t move : moves) {
        if (!play(grid, start, move)) {
            return false;
        }
    }
    return start == goal;
}

}  // namespace taquin::tests
