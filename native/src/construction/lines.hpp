#pragma once

#include "walk.hpp"
#include "working_board.hpp"

namespace taquin::construction {

/// The last block has at most this many rows and columns.
inline constexpr int block = 3;

/// The second phase and the last: line after line gets its tiles, from the outside, then the block that is left. False
/// if it was stopped.
bool peel(WorkingBoard& board, const ShouldStop& should_stop);

}  // namespace taquin::construction
