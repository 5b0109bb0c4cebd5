#include "taquin/capabilities.hpp"

#include <array>

namespace taquin {

std::span<const std::string_view> capabilities() noexcept {
    static constexpr std::array<std::string_view, 20> names = {
        "ida_star", "bfs", "bidirectional", "dfs", "depth_limited", "iddfs", "ucs", "greedy", "astar", "wastar", "focal",
        "dps", "ees", "ara_star", "bidirectional_astar", "mm", "bae_star", "constructive", "distance_table", "slides",
    };
    return names;
}

}  // namespace taquin
