// The constructive solver on boards of any shape: its moves replay, and a run that is stopped has no result.

#include "input.hpp"
#include "taquin/constructive.hpp"

using namespace taquin;
using namespace taquin::fuzz;

namespace {

using Board = std::vector<std::int32_t>;

std::size_t find_tile(const Board& board, std::int32_t tile) {
    return static_cast<std::size_t>(std::find(board.begin(), board.end(), tile) - board.begin());
}

bool is_even(Board board) {
    bool is_even = true;
    for (std::size_t cell = 0; cell < board.size(); ++cell) {
        while (board[cell] != static_cast<std::int32_t>(cell)) {
            std::swap(board[cell], board[static_cast<std::size_t>(board[cell])]);
            is_even = !is_even;
        }
    }
    return is_even;
}

/// Exchange two tiles of the start if the goal cannot be reached from it.
void make_solvable(Board& start, const Board& goal, std::size_t columns) {
    const auto colour = [&](const Board& board) {
        const std::size_t blank = find_tile(board, 0);
        return (blank / columns + blank % columns) % 2;
    };
    const bool is_blank_even = colour(start) == colour(goal);
    if ((is_even(start) == is_even(goal)) != is_blank_even) {
        std::swap(start[find_tile(start, 1)], start[find_tile(start, 2)]);
    }
}

/// Move a tile of a line past the others: only the blank's place is free on a line.
Board line_start(Input& input, Board goal) {
    const auto value = goal.begin() + static_cast<std::ptrdiff_t>(find_tile(goal, 0));
    goal.erase(value);
    goal.insert(goal.begin() + input.between(0, static_cast<int>(goal.size())), 0);
    return goal;
}

bool play(Board& board, int rows, int columns, std::uint8_t move) {
    const auto blank = static_cast<int>(find_tile(board, 0));
    const int row = blank / columns + (move == 0 ? -1 : move == 1 ? 1 : 0);
    const int column = blank % columns + (move == 2 ? -1 : move == 3 ? 1 : 0);
    if (move > 3 || row < 0 || row >= rows || column < 0 || column >= columns) {
        return false;
    }
    std::swap(board[static_cast<std::size_t>(blank)], board[static_cast<std::size_t>(row * columns + column)]);
    return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const int rows = input.between(1, 11);
    const int columns = input.between(rows == 1 ? 2 : 1, 11);
    const int cells = rows * columns;
    const int look_ahead = input.between(1, 6);
    const bool is_stopped = input.flag();
    const auto stop_after = static_cast<std::size_t>(is_stopped ? input.between(0, 2000) : 1 << 30);
    const Board goal = input.permutation<std::int32_t>(cells);
    Board start = rows == 1 || columns == 1 ? line_start(input, goal) : input.permutation<std::int32_t>(cells);
    if (rows > 1 && columns > 1) {
        make_solvable(start, goal, static_cast<std::size_t>(columns));
    }
    bool has_stopped = false;
    const auto moves = construct(rows, columns, start, goal, look_ahead, [&](std::size_t made) {
        has_stopped = made >= stop_after;
        return has_stopped;
    });
    CHECK(moves.has_value() != has_stopped);
    if (moves) {
        for (const std::uint8_t move : *moves) {
            CHECK(play(start, rows, columns, move));
        }
        CHECK(start == goal);
    }
    return 0;
}
