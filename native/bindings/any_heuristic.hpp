#pragma once

// Any heuristic of the core as an argument: each search is bound once, and takes all of them.

#include <nanobind/nanobind.h>
#include <nanobind/stl/variant.h>

#include <type_traits>
#include <variant>

#include "taquin/arguments.hpp"
#include "taquin/heuristics/line_sum.hpp"
#include "taquin/heuristics/maximum.hpp"
#include "taquin/heuristics/pattern_sum.hpp"
#include "taquin/heuristics/tile_sum.hpp"
#include "taquin/heuristics/walk_sum.hpp"
#include "taquin/tables/pattern_ranking.hpp"

namespace taquin::bindings {

/// The sum of databases for every kind of index, with and without a mirror, and the Python objects that own the tables.
struct AnyPatternSum {
    std::variant<
        PatternSum<DirectIndex, false>, PatternSum<DirectIndex, true>, PatternSum<RankedIndex, false>,
        PatternSum<RankedIndex, true>>
        sum;
    nanobind::tuple owners;
};

using AnyHeuristic = std::variant<
    const UnitTileSum*, const TileSum*, const LineSum*, const WalkSum*, const Maximum*, const AnyPatternSum*>;

/// Call a function with the heuristic as what it is.
template <class Visit>
decltype(auto) visit_heuristic(const AnyHeuristic& heuristic, const Visit& visit) {
    return std::visit(
        [&]<class Found>(const Found* found) -> decltype(auto) {
            if constexpr (std::is_same_v<Found, AnyPatternSum>) {
                return std::visit(visit, found->sum);
            } else {
                return visit(*found);
            }
        },
        heuristic);
}

/// Check that a heuristic was made for this grid, and give it as one whose kind is known only at run time.
Maximum as_maximum(const Grid& grid, const AnyHeuristic& heuristic);

}  // namespace taquin::bindings
