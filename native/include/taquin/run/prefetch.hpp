#pragma once

namespace taquin {

/// Load the memory at an address into the cache before it is needed; does nothing if the compiler cannot.
inline void prefetch(const void* address) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(address);
#else
    static_cast<void>(address);
#endif
}

}  // namespace taquin
