#pragma once

#include <cstddef>
#include <new>

#include "taquin/huge_pages.hpp"

namespace taquin {

/// An allocator for arrays that are read all over the place: large ones begin at a huge page, and ask for huge pages.
template <class Item>
struct LargeArrayAllocator {
    using value_type = Item;

    LargeArrayAllocator() = default;
    template <class Other>
    explicit LargeArrayAllocator(const LargeArrayAllocator<Other>&) {}

    Item* allocate(std::size_t count) {
        void* const memory = ::operator new(count * sizeof(Item), alignment(count));
        prefer_huge_pages(memory, count * sizeof(Item));
        return static_cast<Item*>(memory);
    }

    void deallocate(Item* memory, std::size_t count) { ::operator delete(memory, alignment(count)); }

    bool operator==(const LargeArrayAllocator&) const { return true; }

private:
    static std::align_val_t alignment(std::size_t count) {
        return std::align_val_t{count * sizeof(Item) >= huge_page ? huge_page : alignof(std::max_align_t)};
    }
};

}  // namespace taquin
