#include "taquin/version.hpp"

namespace taquin {

std::string_view version() noexcept { return TAQUIN_VERSION; }

}  // namespace taquin
