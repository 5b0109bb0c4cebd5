#pragma once

// Checks of arguments that come from another language, shared by native/bindings and native/web. The searches themselves
// do not repeat them.

#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>

#include "taquin/beam/displacement_score.hpp"
#include "taquin/best_first/best_first.hpp"
#include "taquin/best_first/bidirectional_astar.hpp"
#include "taquin/heuristics/maximum.hpp"
#include "taquin/puzzle/geometry.hpp"
#include "taquin/puzzle/packed.hpp"

namespace taquin {

/// Check that a heuristic, or detours, were made for this grid; without a grid, that the number of cells is the same.
template <class Table>
void check_grid(const Table& table, const Grid& grid, const char* message = "the heuristic was made for another grid") {
    bool is_same = table.cells() == grid.cells();
    if constexpr (requires { table.grid(); }) {
        is_same = table.grid() == grid;
    }
    if (!is_same) {
        throw std::invalid_argument(message);
    }
}

inline void check_depth(int depth_limit) {
    if (depth_limit < 0) {
        throw std::invalid_argument("expected a depth limit of 0 or more");
    }
}

/// Check that searches that store nodes can pack the states of this grid.
inline void check_packed(const Grid& grid) {
    if (grid.cells() > Packed25::maximum_cells) {
        throw std::invalid_argument("expected at most 25 cells: states of larger boards are not packed");
    }
}

inline void check_weights(const Ordering& ordering) {
    const bool is_valid_g = ordering.weight_g >= 0 && ordering.weight_g <= 1000;
    if (!is_valid_g || !(ordering.weight_h >= 0 && ordering.weight_h <= 1e6)) {
        throw std::invalid_argument("expected weights from 0 to 1000 for g and from 0 to 1000000 for h");
    }
    if (ordering.priority == Priority::ara_star && !(ordering.weight_h >= 1 && ordering.step > 0)) {
        throw std::invalid_argument("expected a weight of at least 1 and a step above 0 for ara_star");
    }
}

inline void check_weight(FrontierRule rule, double weight) {
    if (!(weight >= 1 && weight <= 1e6) || (rule != FrontierRule::balanced && weight != 1)) {
        throw std::invalid_argument("expected a weight from 1 to 1000000, and 1 for pairs and meeting");
    }
}

inline void check_labels(std::span<const std::uint8_t> labels, int cells) {
    std::array<bool, beam::maximum_cells> is_seen{};
    if (labels.size() != static_cast<std::size_t>(cells)) {
        throw std::invalid_argument("expected a label for every cell");
    }
    for (const std::uint8_t label : labels) {
        if (label >= cells || is_seen[label]) {
            throw std::invalid_argument("expected labels that are a permutation of 0 to n-1");
        }
        is_seen[label] = true;
    }
}

inline void check_beam(int width, int longest, int samples) {
    if (width < 1 || width > 1 << 28 || longest < 0 || samples < 0 || samples > 1 << 16) {
        throw std::invalid_argument("expected a width of 1 to 2^28, up to 2^16 samples, and numbers of 0 or more");
    }
}

inline void check_window(int length, int first, int width) {
    if (length < 3 || first < 0) {
        throw std::invalid_argument("expected a window of 3 moves or more, from the first move or a later one");
    }
    check_beam(width, length, 0);
}

/// The heuristic that a search with this sink takes: the given one or, to record events, a Maximum of it alone.
template <class Sink, class Heuristic>
decltype(auto) for_sink(const Grid& grid, const Heuristic& heuristic) {
    if constexpr (Sink::is_recording) {
        return Maximum::of(grid, heuristic);
    } else {
        return (heuristic);
    }
}

}  // namespace taquin
