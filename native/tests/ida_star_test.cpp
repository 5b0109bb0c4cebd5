#include "taquin/ida_star.hpp"

#include "check.hpp"
#include "taquin/breadth_first.hpp"
#include "taquin/packed.hpp"

using namespace taquin;
using namespace taquin::tests;

int main() {
    std::mt19937 random(1);
    NoSink sink;
    Watch watch;
    for (const auto& [rows, columns, moves] : {std::tuple{3, 3, 60}, {2, 4, 60}, {4, 4, 14}, {1, 5, 20}, {5, 5, 10}}) {
        const Grid grid = make_grid(rows, columns);
        const auto heuristic = make_manhattan(grid, columns);
        const Cells goal = make_goal(grid.cells());
        for (int round = 0; round < 10; ++round) {
            const Cells start = scramble(grid, goal, moves, random);
            const Outcome judge = BreadthFirst<Packed25, NoSink>(grid, start, goal, watch, sink).run(1 << 30);
            const Outcome found =
                IdaStar<TileSum<true>, NoSink>(grid, start, goal, heuristic, watch, sink).run(1 << 30);
            CHECK(found.status == Status::solved && solves(grid, start, goal, found.moves));
            CHECK(found.moves.size() == judge.moves.size());
            CHECK(found.lower_bound == static_cast<int>(judge.moves.size()));
        }
    }
}
