#pragma once

#include <span>
#include <string_view>

namespace taquin {

/// The names of the algorithms that this library can run. Python runs all others on its reference implementation.
[[nodiscard]] std::span<const std::string_view> capabilities() noexcept;

}  // namespace taquin
