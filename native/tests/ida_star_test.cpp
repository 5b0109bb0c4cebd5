#include "taquin/ida_star/run_ida_star.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

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

/// What parts of a pass have found together, from left to right, up to the first solution.
PassResult joined(const std::vector<PassResult>& parts) {
    PassResult all = parts.front();
    for (std::size_t part = 1; part < parts.size() && all.status != Status::solved; ++part) {
        all.status = parts[part].status;
        all.moves = parts[part].moves;
        all.counters += parts[part].counters;
        all.unfinished += parts[part].unfinished;
        all.overflow = std::min(all.overflow, parts[part].overflow);
    }
    return all;
}

/// Solution and counters do not depend on whether the branches of a pass are searched elsewhere, or in how many parts.
void test_elsewhere() {
    const Grid grid = make_grid(4, 4);
    const Detours detours = build_detours(grid, 4).value();
    const Cells goal = make_goal(16);
    const Cells start{6, 13, 3, 2, 11, 9, 5, 10, 1, 7, 12, 14, 8, 4, 0, 15};  // Korf's instance 61
    const auto manhattan = make_manhattan(grid, 4);
    for (const Detours* avoided : {static_cast<const Detours*>(nullptr), &detours}) {
        const Outcome alone = search(grid, 4, start, goal, avoided, 1);
        for (const std::size_t count : {std::size_t{1}, std::size_t{7}}) {
            int passes = 0;
            const SearchElsewhere elsewhere = [&](const BranchRange& all, const PassCounters&) {
                std::vector<PassResult> parts;
                for (std::size_t part = 0; part < count; ++part) {
                    Limits limits;
                    const BranchRange range{
                        all.bound, all.reach, all.last * part / count, all.last * (part + 1) / count};
                    parts.push_back(search_branches(grid, start, goal, manhattan, avoided, range, limits));
                }
                ++passes;
                return joined(parts);
            };
            IdaStarOptions options{avoided};
            options.elsewhere = &elsewhere;
            options.workers = 3;
            NoSink sink;
            Limits limits;
            const Outcome shared = run_ida_star(grid, start, goal, manhattan, options, limits, sink);
            CHECK(passes > 0);
            CHECK(shared.status == Status::solved && shared.moves == alone.moves);
            CHECK(shared.counters.expanded == alone.counters.expanded);
            CHECK(shared.counters.generated == alone.counters.generated);
            CHECK(shared.counters.pruned == alone.counters.pruned);
            CHECK(shared.counters.max_stored == alone.counters.max_stored);
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
    test_elsewhere();
}
