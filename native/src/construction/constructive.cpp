#include "taquin/constructive.hpp"

#include <stdexcept>
#include <utility>

#include "lines.hpp"
#include "walk.hpp"
#include "working_board.hpp"

namespace taquin {

namespace {

void check_board(std::span<const std::int32_t> board, std::size_t cells) {
    std::vector<bool> seen(cells);
    if (board.size() != cells) {
        throw std::invalid_argument("expected a board with rows times columns cells");
    }
    for (const std::int32_t tile : board) {
        if (tile < 0 || static_cast<std::size_t>(tile) >= cells || seen[static_cast<std::size_t>(tile)]) {
            throw std::invalid_argument("expected a board that is a permutation of 0 to n-1");
        }
        seen[static_cast<std::size_t>(tile)] = true;
    }
}

void check(
    int rows, int columns, std::span<const std::int32_t> start, std::span<const std::int32_t> goal, int look_ahead) {
    if (rows < 1 || columns < 1 || rows > 256 || columns > 256 || rows * columns < 2) {
        throw std::invalid_argument("expected 1 to 256 rows and columns, and 2 cells or more");
    }
    if (look_ahead < 1 || look_ahead > 6) {
        throw std::invalid_argument("expected a look-ahead of 1 to 6 moves");
    }
    check_board(start, static_cast<std::size_t>(rows * columns));
    check_board(goal, static_cast<std::size_t>(rows * columns));
}

}  // namespace

std::optional<std::vector<std::uint8_t>> construct(
    int rows, int columns, std::span<const std::int32_t> start, std::span<const std::int32_t> goal, int look_ahead,
    const std::function<bool(std::size_t)>& should_stop) {
    check(rows, columns, start, goal, look_ahead);
    if (should_stop(0)) {
        return std::nullopt;  // a time limit of 0 must hold, also where nothing else takes long
    }
    construction::WorkingBoard board(rows, columns, start, goal);
    if (rows == 1 || columns == 1) {
        board.slide_home();
        return std::move(board.moves);
    }
    const bool is_large = rows > construction::block || columns > construction::block;
    if (is_large && !construction::settle(board, look_ahead, should_stop)) {
        return std::nullopt;
    }
    if (!construction::peel(board, should_stop)) {
        return std::nullopt;
    }
    return std::move(board.moves);
}

}  // namespace taquin
