#pragma once

#include <span>
#include <string_view>

namespace taquin {

/// What this library can run, by name. Python asks before it hands over a whole search, so that a core may grow by one
/// algorithm at a time while everything else keeps running on the reference.
[[nodiscard]] std::span<const std::string_view> capabilities() noexcept;

}  // namespace taquin
