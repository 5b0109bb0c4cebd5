#include "taquin/capabilities.hpp"

namespace taquin {

std::span<const std::string_view> capabilities() noexcept { return {}; }

}  // namespace taquin
