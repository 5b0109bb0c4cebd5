#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>

#include "taquin/tables/huge_pages.hpp"

namespace taquin {

/// Zeroed memory for a table that may be large, on huge pages where the system allows it.
template <class T>
class LargeTable {
public:
    LargeTable() = default;

    explicit LargeTable(std::size_t size) : size_(size), data_(static_cast<T*>(std::calloc(size, sizeof(T)))) {
        if (data_ == nullptr) {
            throw std::bad_alloc();
        }
        prefer_huge_pages(data_.get(), size * sizeof(T));
    }

    /// Give back the memory beyond the first entries; most systems do that without copying them.
    void shrink(std::size_t size) {
        if (size < size_) {
            if (void* smaller = std::realloc(data_.get(), size * sizeof(T)); smaller != nullptr) {
                data_.release();
                data_.reset(static_cast<T*>(smaller));
            }
            size_ = size;
        }
    }

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] T* data() const { return data_.get(); }
    [[nodiscard]] std::span<const T> view() const { return {data_.get(), size_}; }
    T& operator[](std::size_t index) const { return data_.get()[index]; }

private:
    struct Free {
        void operator()(T* data) const { std::free(data); }
    };

    std::size_t size_ = 0;
    std::unique_ptr<T, Free> data_;
};

}  // namespace taquin
