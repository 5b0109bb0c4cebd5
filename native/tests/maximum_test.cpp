#include "taquin/heuristics/maximum.hpp"

#include "check.hpp"
#include "taquin/best_first/best_first.hpp"
#include "taquin/ida_star/run_ida_star.hpp"

using namespace taquin;
using namespace taquin::tests;

namespace {

/// Rows count three times, columns not at all: larger than Manhattan distance on some boards, smaller on others.
TileSum make_rows(const Grid& grid, int columns) {
    const int cells = grid.cells();
    std::vector<std::uint8_t> costs(static_cast<std::size_t>(cells * cells));
    for (int tile = 1; tile < cells; ++tile) {
        for (int cell = 0; cell < cells; ++cell) {
            const int rows = 3 * std::abs(tile / columns - cell / columns);
            costs[static_cast<std::size_t>(tile * cells + cell)] = static_cast<std::uint8_t>(rows);
        }
    }
    return {grid, costs};
}

template <class... Heuristics>
Maximum make_maximum(const Grid& grid, const Heuristics&... heuristics) {
    Maximum::Parts parts;
    (parts.push_back(std::make_unique<BoardHeuristicOf<Heuristics>>(heuristics)), ...);
    return {grid, std::move(parts), nullptr};
}

/// On a walk there and back, what is looked up and what is computed from the board are the same.
void test_a_path_is_followed_and_undone() {
    const Grid grid = make_grid(3, 4);
    const auto manhattan = make_manhattan(grid, 4);
    const auto rows = make_rows(grid, 4);
    Maximum maximum = make_maximum(grid, manhattan, rows);
    std::mt19937 random(1);
    Cells board = scramble(grid, make_goal(12), 100, random);
    Maximum::Evaluation evaluation = maximum.start(board);
    struct Step {
        Maximum::Child child;
        Cells before;
        int tile;
    };
    std::vector<Step> steps;
    while (steps.size() < 200) {
        const int blank = find_blank(board);
        const int move = static_cast<int>(random() % move_count);
        const int target = grid.target(blank, move);
        if (target < 0) {
            continue;
        }
        const int tile = board[static_cast<std::size_t>(target)];
        const Maximum::Child child = maximum.look(evaluation, board, blank, move, tile);
        steps.push_back({child, board, tile});
        maximum.enter(child, board, tile);
        CHECK(play(grid, board, move));
        evaluation = child.evaluation;
        CHECK(Maximum::value(evaluation) == std::max(manhattan.start(board), rows.start(board)));
    }
    for (; !steps.empty(); steps.pop_back()) {
        const auto& [child, before, tile] = steps.back();
        maximum.leave(child, tile);
        const Maximum::Child again = maximum.look({}, before, child.blank, child.move, tile);
        CHECK(again.evaluation.value == child.evaluation.value);
    }
}

/// A maximum of one heuristic changes nothing in a search.
void test_one_part_is_that_heuristic() {
    const Grid grid = make_grid(4, 4);
    const Cells goal = make_goal(16);
    const auto manhattan = make_manhattan(grid, 4);
    const Maximum maximum = make_maximum(grid, manhattan);
    std::mt19937 random(2);
    NoSink sink;
    Limits limits;
    for (int round = 0; round < 10; ++round) {
        const Cells start = scramble(grid, goal, 40, random);
        const auto astar = [&]<class Heuristic>(const Heuristic& heuristic) {
            const Ordering ordering{1, 1, TieBreak::fifo};
            return BestFirst<Packed16, Heuristic, NoSink>(grid, start, goal, heuristic, ordering, limits, sink)
                .run(1 << 30);
        };
        const TileSum& sum = manhattan;
        const Outcome expected = astar(sum);
        const Outcome found = astar(maximum);
        CHECK(found.moves == expected.moves && found.counters.expanded == expected.counters.expanded);
        const Outcome depth_first = run_ida_star(grid, start, goal, manhattan, {}, limits, sink);
        for (const int threads : {1, 3}) {
            const Outcome same = run_ida_star(grid, start, goal, maximum, {nullptr, threads}, limits, sink);
            CHECK(same.moves == depth_first.moves && same.moves.size() == expected.moves.size());
            CHECK(same.counters.expanded == depth_first.counters.expanded);
            CHECK(same.counters.generated == depth_first.counters.generated);
        }
    }
}

void test_a_maximum_has_a_part() {
    bool is_refused = false;
    try {
        const Maximum maximum = make_maximum(make_grid(2, 2));
    } catch (const std::invalid_argument&) {
        is_refused = true;
    }
    CHECK(is_refused);
}

}  // namespace

int main() {
    test_a_path_is_followed_and_undone();
    test_one_part_is_that_heuristic();
    test_a_maximum_has_a_part();
}
