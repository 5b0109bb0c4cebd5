#include "taquin/capabilities.hpp"

#include <array>

namespace taquin {

std::span<const std::string_view> capabilities() noexcept {
    static constexpr std::array<std::string_view, 8> names = {
        "ida_star", "bfs", "bidirectional", "ucs", "greedy", "astar", "wastar", "distance_table",
    };
    return names;
}

}  // namespace taquin
