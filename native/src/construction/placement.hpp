#pragma once

#include <span>
#include <vector>

#include "working_board.hpp"

namespace taquin::construction {

/// A tile and the cell that it is brought to.
struct Target {
    std::int32_t tile;
    std::int32_t cell;
};

/// By cell: whether its tile must stay.
using Fixed = std::vector<bool>;

/// The number of cells of the last block, where all tiles are brought home at once.
inline constexpr std::size_t most_places = 9;

/// Bring tiles to their cells in the fewest moves, inside an area and without moving the tiles in fixed cells.
void bring(WorkingBoard& board, std::span<const Target> targets, const Rectangle& area, const Fixed& fixed);

}  // namespace taquin::construction
