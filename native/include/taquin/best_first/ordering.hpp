#pragma once

#include <cstdint>

namespace taquin {

/// What decides between nodes of equal f; see TIE_BREAKS in src/taquin/algorithms/best_first.py.
enum class TieBreak : std::uint8_t { fifo, lifo, low_h };

/// What a search compares: f as in PRIORITIES of src/taquin/algorithms/best_first.py, or the open list of a
/// bounded-suboptimal search in bounded_suboptimal.py or ara_star.py.
enum class Priority : std::uint8_t { linear, xdp, xup, focal, dps, ees, ara_star };

/// Which node goes first: the one with the least f, and among equals the tie-break decides. The linear f is
/// weight_g · g + weight_h · h; the others have weight_g 1. For focal, dps and ees weight_h is the bound, for ara_star
/// the first weight; ties go to the oldest node.
struct Ordering {
    int weight_g;
    double weight_h;
    TieBreak tie_break;
    Priority priority = Priority::linear;
    double step = 0;  // of ara_star: by how much the weight falls
};

}  // namespace taquin
