#pragma once

#include <cstddef>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace taquin {

/// An allocator for arrays that are read all over the place: large ones ask the system for large pages, so that an
/// address is translated without another miss. Where the system knows no such wish, it is an ordinary allocator.
template <class Item>
struct LargeArrayAllocator {
    using value_type = Item;

    LargeArrayAllocator() = default;
    template <class Other>
    explicit LargeArrayAllocator(const LargeArrayAllocator<Other>&) {}

    Item* allocate(std::size_t count) {
        void* const memory = ::operator new(count * sizeof(Item), alignment(count));
#if defined(__linux__) && defined(MADV_HUGEPAGE)
        if (count * sizeof(Item) >= large_page) {
            madvise(memory, count * sizeof(Item), MADV_HUGEPAGE);  // a wish: it does not matter if it fails
        }
#endif
        return static_cast<Item*>(memory);
    }

    void deallocate(Item* memory, std::size_t count) { ::operator delete(memory, alignment(count)); }

    bool operator==(const LargeArrayAllocator&) const { return true; }

private:
    static constexpr std::size_t large_page = std::size_t{1} << 21;

    static std::align_val_t alignment(std::size_t count) {
        return std::align_val_t{count * sizeof(Item) >= large_page ? large_page : alignof(std::max_align_t)};
    }
};

}  // namespace taquin
