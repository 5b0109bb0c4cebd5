#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace taquin {

/// A constructive solution of a board of any size; src/taquin/algorithms/constructive.py defines it and explains it.
///
/// Boards are the tiles of their cells, row by row, 0 the blank. The goal must be reachable. `look_ahead` is how many
/// moves the walk looks ahead, from 1 to 6. `should_stop` is called often, with the number of moves so far; if it
/// returns true, there is no result.
std::optional<std::vector<std::uint8_t>> construct(
    int rows, int columns, std::span<const std::int32_t> start, std::span<const std::int32_t> goal, int look_ahead,
    const std::function<bool(std::size_t)>& should_stop);

}  // namespace taquin
