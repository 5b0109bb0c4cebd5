#pragma once

#include <span>
#include <string_view>

namespace taquin {

/// The names of what this library has. Which methods run on it is a fact of Python's registry.
[[nodiscard]] std::span<const std::string_view> capabilities() noexcept;

}  // namespace taquin
