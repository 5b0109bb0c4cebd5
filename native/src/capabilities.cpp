#include "taquin/capabilities.hpp"

#include <array>

namespace taquin {

std::span<const std::string_view> capabilities() noexcept {
    static constexpr std::array<std::string_view, 1> names = {"ida_star"};
    return names;
}

}  // namespace taquin
