// Grids, heuristics and detours.

#include "heuristics.hpp"

#include <algorithm>
#include <optional>

#include "interface.hpp"
#include "taquin/arguments.hpp"
#include "taquin/ida_star/detours.hpp"

namespace taquin::web {

namespace {

/// A database of a sum, with the table that its entries lie in.
struct PatternTable {
    Pattern pattern;
    Table table;
};

template <class Index>
Heuristic make_sum(
    const Grid& grid, std::vector<Pattern> patterns, const std::optional<Mirror>& mirror, std::vector<Table> tables) {
    if (mirror) {
        return {PatternSum<Index, true>(grid, std::move(patterns), *mirror), std::move(tables)};
    }
    return {PatternSum<Index, false>(grid, std::move(patterns), {}), std::move(tables)};
}

/// Add a heuristic to the parts of a maximum.
void add_part(const Grid& grid, const Heuristic& heuristic, Maximum::Parts& parts, std::shared_ptr<const WalkSum>& walk) {
    std::visit(
        [&]<class Form>(const Form& form) {
            check_grid(form, grid);
            if constexpr (std::is_same_v<Form, Maximum>) {
                throw std::invalid_argument("expected parts that are not maxima");
            } else if constexpr (std::is_same_v<Form, WalkSum>) {
                if (walk) {
                    throw std::invalid_argument("expected at most one walking distance");
                }
                walk = std::make_shared<const WalkSum>(form);
            } else {
                parts.push_back(std::make_unique<BoardHeuristicOf<Form>>(form));
            }
        },
        heuristic.form);
}

}  // namespace

TAQUIN_EXPORT Object* taquin_grid(const Array* targets, const Array* order) {
    return guarded([&] {
        const auto cells = items<const std::int8_t>(targets);
        const auto moves = bytes(order);
        Grid::Order checked{};
        std::copy_n(moves.begin(), std::min(moves.size(), checked.size()), checked.begin());
        return hold(Grid(static_cast<int>(cells.size() / move_count), cells, checked));
    });
}

TAQUIN_EXPORT Object* taquin_tile_sum(Object* grid, int has_unit_steps, const Array* costs) {
    return guarded([&] {
        const Grid& checked = held<Grid>(grid);
        return has_unit_steps != 0 ? hold(Heuristic{UnitTileSum(checked, bytes(costs))})
                                   : hold(Heuristic{TileSum(checked, bytes(costs))});
    });
}

TAQUIN_EXPORT Object* taquin_line_sum(
    Object* grid, int rows, int columns, const Array* costs, const Array* row_weights, const Array* column_weights,
    const Array* row_extras, const Array* column_extras) {
    return guarded([&] {
        return hold(Heuristic{LineSum(
            held<Grid>(grid), rows, columns, bytes(costs), items<const std::uint16_t>(row_weights),
            items<const std::uint16_t>(column_weights), bytes(row_extras), bytes(column_extras))});
    });
}

TAQUIN_EXPORT Object* taquin_walk_table(
    int lines, const Array* distances, const Array* following, const Array* goal_lines) {
    return guarded([&] {
        return hold(WalkTable(lines, bytes(distances), items<const std::int32_t>(following), bytes(goal_lines)));
    });
}

TAQUIN_EXPORT Object* taquin_walk_sum(Object* vertical, Object* horizontal, int vertical_start, int horizontal_start) {
    return guarded([&] {
        return hold(Heuristic{
            WalkSum(held<WalkTable>(vertical), held<WalkTable>(horizontal), vertical_start, horizontal_start)});
    });
}

TAQUIN_EXPORT Object* taquin_pattern(const Array* tiles, Object* table, const Array* cells) {
    return guarded([&] {
        const Table& entries = held<Table>(table);
        const auto digits = bytes(tiles);
        const auto names = bytes(cells);
        return hold(PatternTable{
            {{digits.begin(), digits.end()}, entries->view(), {names.begin(), names.end()}}, entries});
    });
}

/// The sum of databases; `mirror_cells` is null if there is no mirror.
TAQUIN_EXPORT Object* taquin_pattern_sum(
    Object* grid, const Array* patterns, int is_direct, const Array* mirror_cells, const Array* mirror_tiles) {
    return guarded([&] {
        std::vector<Pattern> checked;
        std::vector<Table> tables;
        for (Object* const object : items<Object* const>(patterns)) {
            const auto& [pattern, table] = held<PatternTable>(object);
            checked.push_back(pattern);
            tables.push_back(table);
        }
        std::optional<Mirror> mirror;
        if (mirror_cells != nullptr) {
            mirror = Mirror{bytes(mirror_cells), bytes(mirror_tiles)};
        }
        const Grid& known = held<Grid>(grid);
        return hold(
            is_direct != 0 ? make_sum<DirectIndex>(known, std::move(checked), mirror, std::move(tables))
                           : make_sum<RankedIndex>(known, std::move(checked), mirror, std::move(tables)));
    });
}

/// The value of a sum of databases for a board.
TAQUIN_EXPORT int taquin_pattern_value(Object* heuristic, const Array* board) {
    return guarded([&] {
        return std::visit(
            [&]<class Form>(Form& form) -> int {
                if constexpr (is_pattern_sum<Form>) {
                    return static_cast<int>(form.value(form.start(checked_cells(bytes(board), form.cells()))));
                } else {
                    throw std::invalid_argument("expected a sum of databases");
                }
            },
            held<Heuristic>(heuristic).form);
    });
}

TAQUIN_EXPORT Object* taquin_maximum(Object* grid, const Array* heuristics) {
    return guarded([&] {
        const Grid& checked = held<Grid>(grid);
        Maximum::Parts parts;
        std::shared_ptr<const WalkSum> walk;
        std::vector<Table> tables;
        for (Object* const object : items<Object* const>(heuristics)) {
            const Heuristic& heuristic = held<Heuristic>(object);
            add_part(checked, heuristic, parts, walk);
            tables.insert(tables.end(), heuristic.tables.begin(), heuristic.tables.end());
        }
        return hold(Heuristic{Maximum(checked, std::move(parts), std::move(walk)), std::move(tables)});
    });
}

TAQUIN_EXPORT Object* taquin_detours(Object* grid, const Array* following) {
    return guarded([&] {
        const auto table = items<const Detours::State>(following);
        return hold(Detours(held<Grid>(grid), std::vector<Detours::State>(table.begin(), table.end())));
    });
}

/// Build detours; 0 if they were stopped.
TAQUIN_EXPORT Object* taquin_build_detours(Object* grid, int length) {
    return guarded([&]() -> Object* {
        std::optional<Detours> detours =
            build_detours(held<Grid>(grid), length, [](std::uint64_t walks, std::uint64_t memory) {
                return poll(static_cast<double>(walks), static_cast<double>(memory));
            });
        return detours ? hold(std::move(*detours)) : nullptr;
    });
}

/// The result is the table of detours: two bytes for each state and move.
TAQUIN_EXPORT int taquin_detours_following(Object* detours) {
    return guarded([&] {
        const auto& states = held<Detours>(detours).following();
        new_result().add({reinterpret_cast<const std::uint8_t*>(states.data()), states.size() * sizeof(states[0])});
        return 1;
    });
}

}  // namespace taquin::web
