#pragma once

#include <functional>

#include "working_board.hpp"

namespace taquin::construction {

using ShouldStop = std::function<bool(std::size_t)>;

/// The first phase: the blank walks over the board and brings the tiles near to their homes. False if it was stopped.
bool settle(WorkingBoard& board, int look_ahead, const ShouldStop& should_stop);

}  // namespace taquin::construction
