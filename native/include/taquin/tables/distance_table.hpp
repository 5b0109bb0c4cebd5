#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "taquin/tables/state_ranking.hpp"

namespace taquin {

/// Called every few milliseconds on the calling thread, with the distance that the search has come to and the number of
/// states up to there; true stops the work. An exception stops it too, and is thrown again in the calling thread.
using DistancePoll = std::function<bool(int distance, std::uint64_t reached)>;

/// What a distance counts: single moves, or slides of any number of tiles in one direction.
enum class Metric { moves, slides };

/// Write the distance of every state to the goal into `table`, one byte for each number of the ranking, and return how
/// many states there are at each distance; nothing if the poll stopped it, and then the table is incomplete.
///
/// Breadth-first search, level by level, that finds a level by looking for its number in the table: no frontier is
/// stored. The table does not depend on the number of threads. 12 cells: 239,500,800 bytes and some 50 to 80 levels.
[[nodiscard]] std::optional<std::vector<std::uint64_t>> fill_distances(
    const StateRanking& ranking, std::span<std::uint8_t> table, int threads, const DistancePoll& poll,
    Metric metric = Metric::moves);

/// A state as a number, four bits a cell, the first cell highest: numbers have the order of the cells.
using PackedState = std::uint64_t;

/// Another way to see the states of a ranking: cell `cells[i]` holds what the ranking has in cell i, and tile
/// `labels[t]` is its tile t.
struct StateView {
    Cells cells;
    Cells labels;
};

/// Write the states at one distance into `states`, which has room for exactly those, in the order of their cells as
/// seen through the view. False if the poll stopped it. Throws if there are more or fewer.
[[nodiscard]] bool collect_states(
    const StateRanking& ranking, std::span<const std::uint8_t> table, int distance, const StateView& view,
    std::span<PackedState> states, const DistancePoll& poll);

}  // namespace taquin
