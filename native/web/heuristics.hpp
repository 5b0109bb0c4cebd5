#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "taquin/arguments.hpp"
#include "taquin/heuristics/line_sum.hpp"
#include "taquin/heuristics/maximum.hpp"
#include "taquin/heuristics/pattern_sum.hpp"
#include "taquin/heuristics/tile_sum.hpp"
#include "taquin/heuristics/walk_sum.hpp"
#include "taquin/tables/large_table.hpp"

namespace taquin::web {

/// The entries of a database. Those that use them share them: JavaScript may release them at any time.
using Table = std::shared_ptr<const LargeTable<std::uint8_t>>;

struct Heuristic {
    std::variant<
        UnitTileSum, TileSum, LineSum, WalkSum, PatternSum<DirectIndex, false>, PatternSum<DirectIndex, true>,
        PatternSum<RankedIndex, false>, PatternSum<RankedIndex, true>, Maximum>
        form;
    std::vector<Table> tables = {};
};

template <class Form>
inline constexpr bool is_pattern_sum = false;
template <class Index, bool is_mirrored>
inline constexpr bool is_pattern_sum<PatternSum<Index, is_mirrored>> = true;

/// Check that a heuristic was made for this grid, and give it as one whose kind is known only at run time.
inline Maximum as_maximum(const Grid& grid, const Heuristic& heuristic) {
    return std::visit(
        [&](const auto& form) {
            check_grid(form, grid);
            return Maximum::of(grid, form);
        },
        heuristic.form);
}

/// A sum over tiles, if the heuristic is one.
inline const TileSum* as_tile_sum(const Heuristic& heuristic) {
    const auto* units = std::get_if<UnitTileSum>(&heuristic.form);
    return units != nullptr ? units : std::get_if<TileSum>(&heuristic.form);
}

}  // namespace taquin::web
