#pragma once

// Scores with any weights, for the targets of the beam and of its training.

#include <cstdint>
#include <vector>

#include "input.hpp"
#include "taquin/beam/displacement_score.hpp"

namespace taquin::fuzz {

/// Weights of a layout: convex in the distance of a tile, so that a beam finds the goal, or without any structure.
inline std::vector<std::int16_t> read_weights(Input& input, beam::ScoreLayout layout) {
    std::vector<std::int16_t> weights(layout.size());
    if (input.flag()) {
        std::mt19937 random(static_cast<std::uint32_t>(input.word()));
        for (std::int16_t& weight : weights) {
            weight = static_cast<std::int16_t>(random());
        }
        return weights;
    }
    for (int row = 0; row < layout.rows; ++row) {
        for (int column = 0; column < layout.columns; ++column) {
            const int distance = row + column;
            weights[layout.single(row, column, false)] = static_cast<std::int16_t>(64 * distance * distance);
        }
    }
    return weights;
}

/// Where a move takes the blank, or -1.
inline int blank_after(int rows, int columns, int blank, int move) {
    const int row = blank / columns + (move == 0 ? -1 : move == 1 ? 1 : 0);
    const int column = blank % columns + (move == 2 ? -1 : move == 3 ? 1 : 0);
    const bool is_off = row < 0 || row >= rows || column < 0 || column >= columns;
    return is_off || move >= move_count ? -1 : row * columns + column;
}

/// Play moves; false if one leads off the board.
template <class Tile>
bool play_all(int rows, int columns, std::vector<Tile>& board, int& blank, const std::vector<std::uint8_t>& moves) {
    for (const std::uint8_t move : moves) {
        const int target = blank_after(rows, columns, blank, move);
        if (target < 0) {
            return false;
        }
        std::swap(board[static_cast<std::size_t>(blank)], board[static_cast<std::size_t>(target)]);
        blank = target;
    }
    return true;
}

/// A random walk of the blank.
template <class Tile>
std::vector<std::uint8_t> read_walk(
    Input& input, int rows, int columns, std::vector<Tile>& board, int& blank, int length) {
    std::vector<std::uint8_t> moves;
    while (static_cast<int>(moves.size()) < length && !input.is_empty()) {
        const auto move = static_cast<std::uint8_t>(input.between(0, move_count - 1));
        if (play_all(rows, columns, board, blank, {move})) {
            moves.push_back(move);
        }
    }
    return moves;
}

}  // namespace taquin::fuzz
