#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace taquin {

inline constexpr std::size_t huge_page = std::size_t{1} << 21;

/// Ask the system to put memory on huge pages, so that random access to it causes fewer TLB misses. This
/// is a hint for the whole huge pages within the range; systems without them ignore it.
inline void prefer_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t size) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    const auto begin = reinterpret_cast<std::uintptr_t>(memory);
    const auto first = (begin + huge_page - 1) & ~(huge_page - 1);
    const auto end = (begin + size) & ~(huge_page - 1);
    if (first < end) {
        madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
    }
#endif
}

}  // namespace taquin
