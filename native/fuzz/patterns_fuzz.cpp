// Pattern databases of tiny patterns: ranking and unranking are inverse, the builder agrees with the definition also
// when it is stopped and continued, and a search with the sums finds shortest solutions.

#include <memory>
#include <stdexcept>

#include "../tests/pattern_judge.hpp"
#include "input.hpp"
#include "taquin/best_first/breadth_first.hpp"
#include "taquin/heuristics/pattern_sum.hpp"
#include "taquin/ida_star/run_ida_star.hpp"
#include "taquin/puzzle/packed.hpp"
#include "taquin/tables/pattern_builder.hpp"
#include "taquin/tables/pattern_ranking.hpp"

using namespace taquin;
using namespace taquin::fuzz;

namespace {

/// Any numbers are refused, or rank and unrank are the inverse of each other.
void check_ranking(Input& input) {
    const int cells = input.between(0, 40);
    const int tiles = input.between(0, 40);
    try {
        const RankedIndex index(cells, tiles);
        const std::uint64_t rank = input.word() % index.size();
        Places places{};
        const CellSet taken = index.unrank(rank, tiles, places);
        CHECK(std::popcount(taken) == tiles && index.rank(places) == rank);
        for (int tile = 0; tile < tiles; ++tile) {
            CHECK(places[static_cast<std::size_t>(tile)] < cells);
        }
        const auto order = input.permutation<std::uint8_t>(cells);
        std::copy_n(order.begin(), tiles, places.begin());
        Places again{};
        index.unrank(index.rank(places), tiles, again);
        CHECK(std::equal(again.begin(), again.begin() + tiles, places.begin()));
        const DirectIndex direct(cells, tiles);
        CHECK(direct.rank(places) < direct.size());
    } catch (const std::invalid_argument&) {
    }
}

/// A grid of rows and columns, in which some neighbours may not be connected.
Grid read_grid(Input& input, int rows, int columns) {
    std::vector<std::int8_t> targets;
    const Grid whole = tests::make_grid(rows, columns);
    for (int cell = 0; cell < whole.cells(); ++cell) {
        for (int move = 0; move < move_count; ++move) {
            targets.push_back(static_cast<std::int8_t>(whole.target(cell, move)));
        }
    }
    for (int walls = input.between(0, 7) == 0 ? input.between(1, 4) : 0; walls > 0; --walls) {
        const int cell = input.between(0, whole.cells() - 1);
        const int move = input.between(0, move_count - 1);
        if (const int other = whole.target(cell, move); other >= 0) {
            targets[static_cast<std::size_t>(cell * move_count + move)] = -1;
            targets[static_cast<std::size_t>(other * move_count + opposite(move))] = -1;
        }
    }
    return {whole.cells(), targets};
}

/// Stop at some polls, continue in another object or in the same one, and damage the workspace once in a while.
void check_builder(Input& input) {
    const auto [rows, columns] =
        input.choose<std::pair<int, int>>({{2, 3}, {3, 3}, {2, 2}, {1, 5}, {2, 4}, {3, 4}, {1, 2}, {4, 4}, {5, 1}});
    const Grid grid = read_grid(input, rows, columns);
    const auto order = input.permutation<std::uint8_t>(grid.cells());
    const int tiles = input.between(1, std::min(grid.cells() - 1, grid.cells() > 9 ? 2 : 3));
    const std::vector<std::uint8_t> homes(order.begin(), order.begin() + tiles);
    const int blank = order.back();
    const int threads = input.between(0, 7) == 0 ? 2 : 1;
    auto build = std::make_unique<PatternBuild>(grid, homes, blank, threads);
    bool is_damaged = false;
    if (input.flag()) {
        const auto saved = build->workspace();
        std::vector<std::uint8_t> workspace(saved->view().begin(), saved->view().end());
        for (int changes = input.between(0, 5); changes > 0; --changes) {
            workspace[input.word() % workspace.size()] = input.byte();
            is_damaged = true;
        }
        auto other = std::make_unique<PatternBuild>(grid, homes, blank, threads);
        other->restore(is_damaged ? input.between(0, 254) : build->level(), workspace);
        build = std::move(other);
    }
    try {
        CHECK(build->run({}));
    } catch (const std::length_error&) {
        CHECK(is_damaged);
        return;
    }
    const auto entries = build->take_entries();
    CHECK(is_damaged || std::ranges::equal(entries.view(), tests::judge_pattern(grid, homes, blank)));
}

/// What does not fit is refused.
void check_arguments(Input& input) {
    const Grid grid = tests::make_grid(2, 3);
    std::vector<std::uint8_t> homes;
    for (int count = input.between(0, 40); count > 0; --count) {
        homes.push_back(input.byte());
    }
    try {
        PatternBuild build(grid, homes, input.between(-2, 8), input.between(-1, 2));
        CHECK(build.run({}));
    } catch (const std::invalid_argument&) {
    }
}

template <class Index, bool is_mirrored>
void check_sum(const Grid& grid, const std::vector<std::vector<int>>& parts, Input& input) {
    std::vector<LargeTable<std::uint8_t>> tables;
    std::vector<Pattern> patterns;
    for (const auto& tiles : parts) {
        const auto count = static_cast<int>(tiles.size());
        const std::vector<std::uint8_t> homes(tiles.begin(), tiles.end());
        PatternBuild build(grid, homes, 0, 1);
        CHECK(build.run({}));
        const auto ranked = build.take_entries();
        const RankedIndex from(grid.cells(), count);
        const Index to(grid.cells(), count);
        LargeTable<std::uint8_t> table(to.size());
        Places places{};
        for (std::uint64_t rank = 0; rank < from.size(); ++rank) {
            from.unrank(rank, count, places);
            table[to.rank(places)] = ranked[rank];
        }
        tables.push_back(std::move(table));
    }
    for (std::size_t number = 0; number < parts.size(); ++number) {
        patterns.push_back({parts[number], tables[number].view()});
    }
    const std::vector<std::uint8_t> transposed{0, 3, 6, 1, 4, 7, 2, 5, 8};
    const PatternSum<Index, is_mirrored> sum(grid, patterns, {transposed, transposed});
    const Cells goal = tests::make_goal(grid.cells());
    const Cells start = input.walk(grid, goal, input.between(0, 40));
    NoSink sink;
    Limits limits;
    const Outcome judge = BreadthFirst<Packed16, NoSink>(grid, start, goal, limits, sink).run(1 << 30);
    const Outcome found = run_ida_star(grid, start, goal, sum, {}, limits, sink);
    CHECK(tests::solves(grid, start, goal, found.moves));
    CHECK(found.moves.size() == judge.moves.size() && found.lower_bound == static_cast<int>(judge.moves.size()));
}

void check_any_sum(Input& input) {
    const bool is_square = input.flag();
    const Grid grid = is_square ? tests::make_grid(3, 3) : tests::make_grid(2, 3);
    std::vector<std::vector<int>> parts(1);
    for (const auto tile : input.permutation<int>(grid.cells() - 1)) {
        if (parts.back().size() == 4 || (!parts.back().empty() && input.flag())) {
            parts.emplace_back();
        }
        parts.back().push_back(tile + 1);
    }
    switch (input.between(0, is_square ? 3 : 1)) {
        case 0: check_sum<RankedIndex, false>(grid, parts, input); break;
        case 1: check_sum<DirectIndex, false>(grid, parts, input); break;
        case 2: check_sum<RankedIndex, true>(grid, parts, input); break;
        default: check_sum<DirectIndex, true>(grid, parts, input);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    switch (input.between(0, 3)) {
        case 0: check_ranking(input); break;
        case 1: check_builder(input); break;
        case 2: check_arguments(input); break;
        default: check_any_sum(input);
    }
    return 0;
}
