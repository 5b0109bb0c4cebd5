#pragma once

#include <string_view>

namespace taquin {

/// The version of the project that this library was built from. Python refuses a core of another version: tables are
/// passed between the two halves as plain arrays, so a stale core could give wrong results without an error.
[[nodiscard]] std::string_view version() noexcept;

}  // namespace taquin
