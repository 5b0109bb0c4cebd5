#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include "check.hpp"
#include "pattern_judge.hpp"
#include "taquin/best_first/breadth_first.hpp"
#include "taquin/heuristics/pattern_sum.hpp"
#include "taquin/ida_star/detours.hpp"
#include "taquin/ida_star/run_ida_star.hpp"
#include "taquin/puzzle/packed.hpp"
#include "taquin/tables/pattern_builder.hpp"
#include "taquin/tables/pattern_ranking.hpp"

using namespace taquin;
using namespace taquin::tests;

namespace {

LargeTable<std::uint8_t> build_pattern(
    const Grid& grid, const std::vector<std::uint8_t>& homes, int blank, int threads) {
    PatternBuild build(grid, homes, blank, threads);
    CHECK(build.run({}));
    return build.take_entries();
}

/// A row of seven cells, each with a cell above it and one below: three tiles in the row leave up to ten regions.
Grid make_comb() {
    constexpr int length = 7;
    std::vector<std::int8_t> targets(std::size_t{4} * 3 * length, -1);
    const auto connect = [&](int cell, int move, int other) {
        targets[static_cast<std::size_t>(cell * move_count + move)] = static_cast<std::int8_t>(other);
        targets[static_cast<std::size_t>(other * move_count + opposite(move))] = static_cast<std::int8_t>(cell);
    };
    for (int cell = 0; cell < length; ++cell) {
        connect(cell, 0, length + cell);
        connect(cell, 1, 2 * length + cell);
        if (cell + 1 < length) {
            connect(cell, 3, cell + 1);
        }
    }
    return {3 * length, targets};
}

void test_more_than_eight_regions() {
    const Grid grid = make_comb();
    const std::vector<std::uint8_t> homes{1, 3, 5};
    for (const int blank : {0, 10, 16}) {
        const auto built = build_pattern(grid, homes, blank, 2);
        CHECK(std::ranges::equal(built.view(), judge_pattern(grid, homes, blank)));
    }
}

/// A line of five cells with a wall after the first one: found by the fuzz target of the patterns.
void test_cells_that_are_not_connected() {
    std::vector<std::int8_t> targets(20, -1);
    for (std::size_t cell = 1; cell < 4; ++cell) {
        targets[4 * cell + 3] = static_cast<std::int8_t>(cell + 1);
        targets[4 * (cell + 1) + 2] = static_cast<std::int8_t>(cell);
    }
    const Grid grid(5, targets);
    for (std::uint8_t blank = 0; blank < 5; ++blank) {
        for (std::uint8_t home = 0; home < 5; ++home) {
            if (home != blank) {
                const auto built = build_pattern(grid, {home}, blank, 1);
                CHECK(std::ranges::equal(built.view(), judge_pattern(grid, {home}, blank)));
            }
        }
    }
}

void test_builder() {
    const std::vector<std::tuple<int, int, std::vector<std::uint8_t>, int>> cases{
        {2, 3, {1, 2}, 0}, {3, 3, {1, 2, 4}, 0}, {3, 3, {0, 1, 7}, 4}, {2, 4, {1, 2, 3, 5}, 7}, {1, 5, {1, 2}, 0}};
    for (const auto& [rows, columns, homes, blank] : cases) {
        const Grid grid = make_grid(rows, columns);
        const std::vector<std::uint8_t> expected = judge_pattern(grid, homes, blank);
        for (const int threads : {1, 3}) {
            const auto built = build_pattern(grid, homes, blank, threads);
            CHECK(std::ranges::equal(built.view(), expected));
        }
    }
}

/// A build that is stopped at every poll, and continued in another object each time, has the same entries.
void test_continued_build() {
#ifdef __SANITIZE_THREAD__
    constexpr int columns = 3;  // between two polls a build does many times less than usual
#else
    constexpr int columns = 4;
#endif
    const Grid grid = make_grid(3, columns);
    const std::vector<std::uint8_t> homes{1, 2, 4, 5, 7};
    const auto expected = build_pattern(grid, homes, 0, 1);
    auto build = std::make_unique<PatternBuild>(grid, homes, 0, 1);
    int stops = 0;
    std::this_thread::sleep_for(time_between_polls);  // so that the first poll is due
    while (!build->run([](const BuildProgress&) { return true; })) {
        ++stops;
        auto next = std::make_unique<PatternBuild>(grid, homes, 0, 2);
        next->restore(build->level(), build->workspace()->view());
        build = std::move(next);
    }
    CHECK(stops > 0);
    CHECK(std::ranges::equal(build->take_entries().view(), expected.view()));
}

void test_a_build_is_used_up_with_its_entries() {
    PatternBuild build(make_grid(2, 3), std::vector<std::uint8_t>{0, 1, 2}, 5, 1);
    CHECK(build.run({}));
    CHECK(build.take_entries().size() == 120);
    CHECK(throws<std::logic_error>([&] { build.run({}); }));
    CHECK(throws<std::logic_error>([&] { static_cast<void>(build.take_entries()); }));
    CHECK(throws<std::logic_error>([&] { static_cast<void>(build.workspace()); }));
    CHECK(throws<std::logic_error>([&] { build.restore(0, {}); }));
}

/// Sums along a walk agree with sums computed from scratch, and a search with them finds shortest solutions.
template <class Index, bool is_mirrored>
void test_sum() {
    const Grid grid = make_grid(3, 3);
    const std::vector<std::vector<std::uint8_t>> parts{{1, 3, 4, 6}, {2, 5, 7, 8}};
    std::vector<LargeTable<std::uint8_t>> tables;
    std::vector<Pattern> patterns;
    for (const auto& homes : parts) {
        const auto ranked = build_pattern(grid, homes, 0, 1);
        const RankedIndex from(9, 4);
        const Index to(9, 4);
        LargeTable<std::uint8_t> table(to.size());
        Places places{};
        for (std::uint64_t rank = 0; rank < from.size(); ++rank) {
            from.unrank(rank, 4, places);
            table[to.rank(places)] = ranked[rank];
        }
        tables.push_back(std::move(table));
    }
    for (std::size_t number = 0; number < parts.size(); ++number) {
        const LargeTable<std::uint8_t>& table = tables[number];
        patterns.push_back({{parts[number].begin(), parts[number].end()}, {table.data(), table.size()}});
    }
    const std::array<std::uint8_t, 9> transposed{0, 3, 6, 1, 4, 7, 2, 5, 8};
    using Sum = PatternSum<Index, is_mirrored>;
    const Sum sum(grid, patterns, {transposed, transposed});
    const Detours detours = build_detours(grid, 6).value();
    const Cells goal = make_goal(9);
    std::mt19937 random(3);
    NoSink sink;
    Limits limits;
    for (int round = 0; round < 20; ++round) {
        const Cells start = scramble(grid, goal, 80, random);
        const Outcome expected = BreadthFirst<Packed25, NoSink>(grid, start, goal, limits, sink).run(1 << 30);
        const Outcome found = run_ida_star(grid, start, goal, sum, {&detours}, limits, sink);
        CHECK(solves(grid, start, goal, found.moves) && found.moves.size() == expected.moves.size());
        Sum fresh = sum;
        CHECK(Sum::value(fresh.start(start)) <= static_cast<int>(expected.moves.size()));
    }
}

}  // namespace

int main() {
    test_builder();
    test_cells_that_are_not_connected();
    test_more_than_eight_regions();
    test_continued_build();
    test_a_build_is_used_up_with_its_entries();
    test_sum<DirectIndex, false>();
    test_sum<DirectIndex, true>();
    test_sum<RankedIndex, false>();
    test_sum<RankedIndex, true>();
}
