#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "taquin/puzzle/geometry.hpp"
#include "taquin/tables/pattern_builder.hpp"
#include "taquin/tables/pattern_ranking.hpp"

namespace taquin::tests {

/// The entries by definition: a search over placements and the blank's cell in which only slides of pattern tiles cost.
inline std::vector<std::uint8_t> judge_pattern(const Grid& grid, const std::vector<std::uint8_t>& homes, int blank) {
    const int tiles = static_cast<int>(homes.size());
    const RankedIndex index(grid.cells(), tiles);
    const auto cells = static_cast<std::size_t>(grid.cells());
    std::vector<std::uint8_t> distances(index.size() * cells, unreachable_placement);
    std::vector<std::uint8_t> entries(index.size(), unreachable_placement);
    Places places{};
    std::copy(homes.begin(), homes.end(), places.begin());
    std::deque<std::pair<Places, int>> queue{{places, blank}};
    distances[index.rank(places) * cells + static_cast<std::size_t>(blank)] = 0;
    while (!queue.empty()) {
        const auto [here, hole] = queue.front();
        queue.pop_front();
        const std::uint64_t rank = index.rank(here);
        const std::uint8_t distance = distances[rank * cells + static_cast<std::size_t>(hole)];
        entries[rank] = std::min(entries[rank], distance);
        for (int move = 0; move < move_count; ++move) {
            const int target = grid.target(hole, move);
            if (target < 0) {
                continue;
            }
            Places next = here;
            int cost = 0;
            for (int tile = 0; tile < tiles; ++tile) {
                if (here[static_cast<std::size_t>(tile)] == target) {
                    next[static_cast<std::size_t>(tile)] = static_cast<std::uint8_t>(hole);
                    cost = 1;
                }
            }
            std::uint8_t& known = distances[index.rank(next) * cells + static_cast<std::size_t>(target)];
            if (distance + cost < known) {
                known = static_cast<std::uint8_t>(distance + cost);
                if (cost == 0) {
                    queue.emplace_front(next, target);
                } else {
                    queue.emplace_back(next, target);
                }
            }
        }
    }
    return entries;
}

}  // namespace taquin::tests
