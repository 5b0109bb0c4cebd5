#include "taquin/capabilities.hpp"

#include <array>

namespace taquin {

std::span<const std::string_view> capabilities() noexcept {
    static constexpr std::array<std::string_view, 11> names = {
        "ida_star", "bfs", "bidirectional", "ucs", "greedy", "astar", "wastar", "bidirectional_astar", "constructive",
        "distance_table", "slides",
    };
    return names;
}

}  // namespace taquin
