#include "taquin/puzzle/packed.hpp"

#include <algorithm>
#include <set>

#include "check.hpp"

using namespace taquin;
using namespace taquin::tests;

namespace {

template <class State>
void test_slides_equal_those_of_a_plain_board(int rows, int columns) {
    const Grid grid = make_grid(rows, columns);
    std::mt19937 random(1);
    Cells board = make_goal(grid.cells());
    std::shuffle(board.begin(), board.begin() + grid.cells(), random);
    State state = State::pack(board, grid.cells());
    for (int step = 0; step < 20'000; ++step) {
        const int blank = state.blank();
        CHECK(board[static_cast<std::size_t>(blank)] == 0);
        const int move = static_cast<int>(random() % move_count);
        if (play(grid, board, move)) {
            const int target = grid.target(blank, move);
            state = state.slide(blank, target, state.tile(target));
        }
        CHECK(unpack(state, grid.cells()) == board);
        CHECK(state == State::pack(board, grid.cells()));
    }
}

/// The upper half of a hash chooses a slot, the lower half tags it: both must differ between neighbours.
template <class State>
void test_hashes_spread(int rows, int columns) {
    const Grid grid = make_grid(rows, columns);
    std::mt19937 random(2);
    std::set<std::uint64_t> whole;
    std::set<std::uint64_t> upper;
    std::set<std::uint64_t> lower;
    constexpr std::size_t states = 20'000;
    while (whole.size() < states) {
        const Cells board = scramble(grid, make_goal(grid.cells()), 60, random);
        const std::uint64_t hash = State::pack(board, grid.cells()).hash();
        whole.insert(hash);
        upper.insert(hash >> 48);
        lower.insert(hash & 0xffff);
    }
    // 20,000 draws out of 65,536 leave about 17,240 different ones.
    CHECK(upper.size() > 17'000 && upper.size() < 17'500);
    CHECK(lower.size() > 17'000 && lower.size() < 17'500);
}

}  // namespace

int main() {
    for (const auto& [rows, columns] : {std::pair{1, 2}, {2, 2}, {3, 3}, {3, 4}, {1, 16}, {4, 4}}) {
        test_slides_equal_those_of_a_plain_board<Packed16>(rows, columns);
        test_slides_equal_those_of_a_plain_board<Packed25>(rows, columns);
    }
    for (const auto& [rows, columns] : {std::pair{1, 17}, {3, 6}, {5, 5}, {25, 1}}) {
        test_slides_equal_those_of_a_plain_board<Packed25>(rows, columns);
    }
    test_hashes_spread<Packed16>(4, 4);
    test_hashes_spread<Packed25>(5, 5);
    static_assert(sizeof(Packed16) == 8 && sizeof(Packed25) == 16);
}
