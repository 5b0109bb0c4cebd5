// Pattern databases and distance tables.

#include <algorithm>

#include "heuristics.hpp"
#include "interface.hpp"
#include "taquin/tables/direct_entries.hpp"
#include "taquin/tables/distance_table.hpp"
#include "taquin/tables/pattern_builder.hpp"

namespace taquin::web {

namespace {

Object* hold_table(LargeTable<std::uint8_t> table) {
    return hold<Table>(std::make_shared<const LargeTable<std::uint8_t>>(std::move(table)));
}

/// Throw if a table cannot fit: an address of this module has 32 bits, and a larger size would wrap around.
void check_entries(std::uint64_t entries) {
    if (entries >= std::uint64_t{1} << 31) {
        throw std::bad_alloc();
    }
}

bool poll_distances(int distance, std::uint64_t reached) { return poll(distance, static_cast<double>(reached)); }

}  // namespace

/// A copy of the entries of a database.
TAQUIN_EXPORT Object* taquin_table(const Array* entries) {
    return guarded([&] {
        const auto copied = bytes(entries);
        LargeTable<std::uint8_t> table(copied.size());
        std::copy(copied.begin(), copied.end(), table.data());
        return hold_table(std::move(table));
    });
}

TAQUIN_EXPORT Object* taquin_direct_table(int cells, int tiles, const Array* entries) {
    return guarded([&] {
        check_entries(DirectIndex(cells, tiles).size());
        return hold_table(direct_entries(cells, tiles, bytes(entries)));
    });
}

TAQUIN_EXPORT Object* taquin_pattern_build(Object* grid, const Array* homes, int blank) {
    return guarded([&] {
        const Grid& checked = held<Grid>(grid);
        check_entries(RankedIndex(checked.cells(), static_cast<int>(bytes(homes).size())).size());
        return hold(PatternBuild(checked, bytes(homes), blank, 1));
    });
}

/// 1 when everything is known; 0 if it was stopped.
TAQUIN_EXPORT int taquin_run_build(Object* build) {
    return guarded([&] {
        const bool is_finished = held<PatternBuild>(build).run([](const BuildProgress& progress) {
            return poll(progress.level, static_cast<double>(progress.reached), static_cast<double>(progress.size));
        });
        return is_finished ? 1 : 0;
    });
}

/// The result is the entries.
TAQUIN_EXPORT int taquin_take_entries(Object* build) {
    return guarded([&] {
        new_result().add(held<PatternBuild>(build).take_entries().view());
        return 1;
    });
}

TAQUIN_EXPORT Object* taquin_state_ranking(Object* grid, int goal_blank) {
    return guarded([&] { return hold(StateRanking(held<Grid>(grid), goal_blank)); });
}

TAQUIN_EXPORT double taquin_state_count(Object* ranking) {
    return guarded([&] { return static_cast<double>(held<StateRanking>(ranking).size()); });
}

/// Fill a table of bytes. The result is the number of states at each distance; 0 if it was stopped.
TAQUIN_EXPORT int taquin_fill_distances(Object* ranking, const Array* table, int counts_slides) {
    return guarded([&] {
        const Metric metric = counts_slides != 0 ? Metric::slides : Metric::moves;
        const auto counts =
            fill_distances(held<StateRanking>(ranking), items<std::uint8_t>(table), 1, poll_distances, metric);
        if (!counts) {
            return 0;
        }
        Result& result = new_result();
        for (const std::uint64_t count : *counts) {
            result.add(count);
        }
        return 1;
    });
}

/// Write the states at one distance, eight bytes each; 0 if it was stopped.
TAQUIN_EXPORT int taquin_collect_states(
    Object* ranking, const Array* table, int distance, const Array* cells, const Array* labels, const Array* states) {
    return guarded([&] {
        const auto& checked = held<StateRanking>(ranking);
        const StateView seen{
            checked_cells(bytes(cells), checked.cells()), checked_cells(bytes(labels), checked.cells())};
        const bool is_finished =
            collect_states(checked, bytes(table), distance, seen, items<PackedState>(states), poll_distances);
        return is_finished ? 1 : 0;
    });
}

}  // namespace taquin::web
