#include "taquin/constructive.hpp"

#include <stdexcept>

#include "check.hpp"

using namespace taquin;
using namespace taquin::tests;

namespace {

std::vector<std::int32_t> widened(const Cells& board, int cells) { return {board.begin(), board.begin() + cells}; }

bool never(std::size_t) { return false; }

void test_shapes() {
    std::mt19937 random(1);
    for (int rows = 2; rows <= 8; ++rows) {
        for (int columns = 2; columns <= 8; ++columns) {
            const Grid grid = make_grid(rows, columns);
            const int cells = grid.cells();
            for (int look_ahead = 1; look_ahead <= 6; ++look_ahead) {
                const Cells goal = scramble(grid, make_goal(cells), 500, random);
                const Cells start = scramble(grid, goal, 500, random);
                const auto moves =
                    construct(rows, columns, widened(start, cells), widened(goal, cells), look_ahead, never);
                CHECK(moves.has_value());
                CHECK(solves(grid, start, goal, *moves));
            }
        }
    }
}

void test_lines() {
    const std::vector<std::int32_t> start{1, 2, 3, 0};
    const std::vector<std::int32_t> goal{0, 1, 2, 3};
    CHECK(construct(1, 4, start, goal, 3, never) == (std::vector<std::uint8_t>{2, 2, 2}));
    CHECK(construct(4, 1, goal, start, 3, never) == (std::vector<std::uint8_t>{1, 1, 1}));
}

void test_stopping() {
    const Grid grid = make_grid(6, 6);
    std::mt19937 random(2);
    const auto goal = widened(make_goal(36), 36);
    const auto start = widened(scramble(grid, make_goal(36), 999, random), 36);
    CHECK(!construct(6, 6, start, goal, 3, [](std::size_t) { return true; }).has_value());
    CHECK(!construct(6, 6, start, goal, 3, [](std::size_t moves) { return moves > 100; }).has_value());
}

void test_wrong_arguments() {
    const std::vector<std::int32_t> good{1, 2, 3, 0};
    const std::vector<std::int32_t> twice{1, 1, 3, 0};
    int refused = 0;
    for (const int look_ahead : {0, 3, 7}) {
        try {
            construct(2, 2, good, look_ahead == 3 ? twice : good, look_ahead, never);
        } catch (const std::invalid_argument&) {
            ++refused;
        }
    }
    CHECK(refused == 3);
}

}  // namespace

int main() {
    test_shapes();
    test_lines();
    test_stopping();
    test_wrong_arguments();
}
