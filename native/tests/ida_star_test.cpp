#include "taquin/ida_star/run_ida_star.hpp"

#include <tuple>

#include "check.hpp"
#include "taquin/best_first/breadth_first.hpp"
#include "taquin/ida_star/detours.hpp"
#include "taquin/puzzle/packed.hpp"

using namespace taquin;
using namespace taquin::tests;

namespace {

Outcome search(
    const Grid& grid, int columns, const Cells& start, const Cells& goal, const Detours* detours, int threads) {
    NoSink sink;
    Limits limits;
    return run_ida_star(grid, start, goal, make_manhattan(grid, columns), {detours, threads}, limits, sink);
}

void test_lengths() {
    std::mt19937 random(1);
    NoSink sink;
    Limits limits;
    for (const auto& [rows, columns, moves] : {std::tuple{3, 3, 60}, {2, 4, 60}, {4, 4, 14}, {1, 5, 20}, {5, 5, 10}}) {
        const Grid grid = make_grid(rows, columns);
        const Detours detours = build_detours(grid, 7).value();
        const Cells goal = make_goal(grid.cells());
        for (int round = 0; round < 10; ++round) {
            const Cells start = scramble(grid, goal, moves, random);
            const Outcome judge = BreadthFirst<Packed25, NoSink>(grid, start, goal, limits, sink).run(1 << 30);
            const Outcome plain = search(grid, columns, start, goal, nullptr, 1);
            CHECK(plain.status == Status::solved && solves(grid, start, goal, plain.moves));
            CHECK(plain.moves.size() == judge.moves.size());
            CHECK(plain.lower_bound == static_cast<int>(judge.moves.size()));
            const Outcome avoiding = search(grid, columns, start, goal, &detours, 1);
            CHECK(avoiding.moves == plain.moves);
            CHECK(avoiding.counters.expanded <= plain.counters.expanded);
        }
    }
}

/// Solution and counters do not depend on the number of threads.
void test_threads() {
    const Grid grid = make_grid(4, 4);
    const Detours detours = build_detours(grid, 8).value();
    const Cells goal = make_goal(16);
    const Cells starts[]{  // Korf's instances 2 and 79
        {13, 5, 4, 10, 9, 12, 8, 14, 2, 3, 7, 1, 0, 15, 11, 6}, {0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15}};
    std::uint64_t most = 0;
    for (const Cells& start : starts) {
        const Outcome alone = search(grid, 4, start, goal, &detours, 1);
        most = std::max(most, alone.counters.expanded);
        for (const int threads : {2, 5}) {
            const Outcome together = search(grid, 4, start, goal, &detours, threads);
            CHECK(together.status == Status::solved && together.moves == alone.moves);
            CHECK(together.counters.expanded == alone.counters.expanded);
            CHECK(together.counters.generated == alone.counters.generated);
            CHECK(together.counters.pruned == alone.counters.pruned);
            CHECK(together.counters.max_depth == alone.counters.max_depth);
            CHECK(together.counters.max_frontier == alone.counters.max_frontier);
        }
    }
    CHECK(most > 1'000'000);  // so that the passes were long enough to be shared
}

}  // namespace

int main() {
    test_lengths();
    test_threads();
}
