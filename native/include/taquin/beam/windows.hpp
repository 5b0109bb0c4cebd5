#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "taquin/beam/displacement_score.hpp"
#include "taquin/run/run.hpp"

namespace taquin::beam {

struct WindowSettings {
    /// The moves of a window, and where the first one begins.
    int length;
    int first;
    int width;
    std::uint64_t seed = 0;
    /// How many nodes may be generated. They count window by window, in the order of the moves: what lies behind the
    /// window that reaches the limit stays as it is, whatever the number of threads.
    std::uint64_t node_limit = Limits::no_limit;
};

/// Replace parts of a solution by shorter ones: one pass over windows that do not overlap.
///
/// src/taquin/algorithms/windows.py defines it. Boards of any size are the tiles of their cells, 0 the blank. If
/// `should_stop` returns true, the windows that were finished count.
std::vector<std::uint8_t> shorten_windows(
    int rows, int columns, std::span<const std::int32_t> start, std::span<const std::uint8_t> moves,
    const WindowSettings& settings, ScoreLayout layout, std::span<const std::int16_t> weights, int threads,
    Counters& counters, const std::function<bool(std::uint64_t memory)>& should_stop);

}  // namespace taquin::beam
