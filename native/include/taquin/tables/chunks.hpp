#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace taquin {

/// An array that grows by pieces which never move: no copy when it grows, and hardly any memory in advance.
template <class Item, std::size_t length = 4096>
class Chunks {
public:
    [[nodiscard]] std::size_t size() const { return size_; }
    Item& operator[](std::size_t index) { return chunks_[index / length][index % length]; }
    const Item& operator[](std::size_t index) const { return chunks_[index / length][index % length]; }

    void add(const Item& item) {
        if (size_ == chunks_.size() * length) {
            chunks_.push_back(std::make_unique_for_overwrite<Item[]>(length));
        }
        (*this)[size_++] = item;
    }

    /// Forget the last item, which must exist.
    void remove_last() { --size_; }

    [[nodiscard]] std::size_t memory() const {
        return chunks_.size() * length * sizeof(Item) + chunks_.capacity() * sizeof(chunks_[0]);
    }

private:
    std::vector<std::unique_ptr<Item[]>> chunks_;
    std::size_t size_ = 0;
};

}  // namespace taquin
