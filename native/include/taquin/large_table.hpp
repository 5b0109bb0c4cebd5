#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace taquin {

/// Zeroed memory for tables that may be huge. Where the system allows it, it lies on huge pages: random look-ups in
/// hundreds of megabytes then miss the address cache far less often.
template <class T>
class LargeTable {
public:
    explicit LargeTable(std::size_t size) : size_(size), data_(static_cast<T*>(std::calloc(size, sizeof(T)))) {
        if (data_ == nullptr) {
            throw std::bad_alloc();
        }
#if defined(__linux__) && defined(MADV_HUGEPAGE)
        constexpr std::uintptr_t huge_page = std::uintptr_t{1} << 21;
        const auto first = (reinterpret_cast<std::uintptr_t>(data_.get()) + huge_page - 1) & ~(huge_page - 1);
        const auto end = reinterpret_cast<std::uintptr_t>(data_.get() + size) & ~(huge_page - 1);
        if (first < end) {
            madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);  // advice: it may be refused
        }
#endif
    }

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] T* data() const { return data_.get(); }
    [[nodiscard]] std::span<const T> view() const { return {data_.get(), size_}; }
    T& operator[](std::size_t index) const { return data_.get()[index]; }

private:
    struct Free {
        void operator()(T* data) const { std::free(data); }
    };

    std::size_t size_;
    std::unique_ptr<T, Free> data_;
};

}  // namespace taquin
