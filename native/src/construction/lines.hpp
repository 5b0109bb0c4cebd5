#pragma once

#include "walk.hpp"
#include "working_board.hpp"

namespace taquin::construction {

/// The last block has at most this many rows and columns.
inline constexpr int block = 3;

/// The second and third phases: fill one outer line after another, then solve the remaining block. False if
/// it was stopped.
bool peel(WorkingBoard& board, const ShouldStop& should_stop);

}  // namespace taquin::construction
