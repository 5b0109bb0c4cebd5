#include "taquin/ida_star/detours.hpp"

#include <stdexcept>
#include <vector>

#include "check.hpp"

using namespace taquin;
using namespace taquin::tests;

namespace {

/// With length 2 the automaton forbids the undoing of the last move and nothing else.
void test_undoing_is_a_detour() {
    const Grid grid = make_grid(3, 4);
    const Detours detours = build_detours(grid, 2).value();
    const DetourFilter filter(detours);
    for (int cell = 0; cell < grid.cells(); ++cell) {
        for (int move = 0; move < move_count; ++move) {
            const auto state = filter.after(DetourFilter::start(cell), move);
            CHECK(DetourFilter::is_forbidden(state) == (grid.target(cell, move) < 0));
            for (int next = 0; next < move_count && !DetourFilter::is_forbidden(state); ++next) {
                const bool is_off = grid.target(grid.target(cell, move), next) < 0;
                CHECK(DetourFilter::is_forbidden(filter.after(state, next)) == (is_off || next == opposite(move)));
            }
        }
    }
}

/// Of the two ways half round a square the one that comes first in the order of moves is left.
void test_one_way_round_a_square_is_a_detour() {
    const Detours detours = build_detours(make_grid(3, 3), 6).value();
    const DetourFilter filter(detours);
    const auto follow = [&](const std::vector<int>& moves) {
        auto state = DetourFilter::start(4);
        for (const int move : moves) {
            if (!DetourFilter::is_forbidden(state)) {
                state = filter.after(state, move);
            }
        }
        return DetourFilter::is_forbidden(state);
    };
    constexpr int up = 0;
    constexpr int down = 1;
    constexpr int left = 2;
    constexpr int right = 3;
    CHECK(!follow({up, left, down, right, up, left}));
    CHECK(follow({left, up, right, down, left, up}));
}

void test_polls() {
    std::uint64_t polls = 0;
    std::uint64_t last_walks = 0;
    std::uint64_t last_memory = 0;
    const auto stopped = build_detours(make_grid(8, 8), 14, [&](std::uint64_t walks, std::uint64_t memory) {
        CHECK(walks >= last_walks && memory >= last_memory && memory >= 40 * walks);
        last_walks = walks;
        last_memory = memory;
        return ++polls == 5;
    });
    CHECK(!stopped && polls == 5);
    CHECK(last_walks > 64);
    polls = 0;
    CHECK(!build_detours(make_grid(3, 3), 2, [&](std::uint64_t, std::uint64_t) { return ++polls == 1; }));
    CHECK(polls == 1);  // at once: a time limit of 0 must hold
}

void test_lengths_are_checked() {
    for (const int length : {1, Detours::longest + 1}) {
        bool is_refused = false;
        try {
            build_detours(make_grid(3, 3), length);
        } catch (const std::invalid_argument&) {
            is_refused = true;
        }
        CHECK(is_refused);
    }
}

}  // namespace

int main() {
    test_undoing_is_a_detour();
    test_one_way_round_a_square_is_a_detour();
    test_polls();
    test_lengths_are_checked();
}
