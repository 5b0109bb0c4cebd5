#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "taquin/best_first/ordering.hpp"
#include "taquin/tables/chunks.hpp"

namespace taquin {

/// Blocks of node numbers that buckets allocate and free, linked by block numbers.
class BlockPool {
public:
    static constexpr std::uint32_t none = 0xffffffff;
    static constexpr std::uint32_t length = 127;

    struct Block {
        std::uint32_t link;
        std::array<std::uint32_t, length> numbers;  // 512 bytes with the link
    };

    std::uint32_t take(std::uint32_t link) {
        std::uint32_t block = free_;
        if (block == none) {
            block = static_cast<std::uint32_t>(blocks_.size());
            blocks_.add({});
        } else {
            free_ = blocks_[block].link;
        }
        blocks_[block].link = link;
        return block;
    }

    void give_back(std::uint32_t block) {
        blocks_[block].link = free_;
        free_ = block;
    }

    Block& operator[](std::uint32_t block) { return blocks_[block]; }
    const Block& operator[](std::uint32_t block) const { return blocks_[block]; }

    [[nodiscard]] std::size_t memory() const { return blocks_.memory(); }

private:
    Chunks<Block, 32> blocks_;
    std::uint32_t free_ = none;
};

/// Node numbers of equal rank: the smallest goes first, or with `is_newest_first` the largest.
///
/// New nodes have larger numbers than all before them, so nearly everything is one ascending run in blocks, taken from
/// one end in constant time. Only nodes that were improved come late: a heap, mostly empty, holds those.
class Bucket {
public:
    explicit Bucket(bool is_newest_first) : is_newest_first_(is_newest_first) {}

    [[nodiscard]] bool is_empty() const { return count_ == 0 && late_.empty(); }
    [[nodiscard]] std::size_t memory() const { return late_.capacity() * sizeof(late_[0]); }

    void push(BlockPool& pool, std::uint32_t node) {
        if (count_ > 0 && node < newest_) {
            late_.push_back(node);
            std::push_heap(late_.begin(), late_.end(), goes_after());
            return;
        }
        if (count_ == 0 || end_ == BlockPool::length) {
            add_block(pool);
        }
        pool[last_].numbers[end_++] = newest_ = node;
        ++count_;
    }

    /// The number that goes first. The bucket must not be empty.
    [[nodiscard, gnu::always_inline]] inline std::uint32_t front(const BlockPool& pool) const {
        if (late_.empty()) [[likely]] {
            return run_front(pool);
        }
        return count_ == 0 || goes_after()(run_front(pool), late_.front()) ? late_.front() : run_front(pool);
    }

    std::uint32_t pop(BlockPool& pool) {
        const std::uint32_t node = front(pool);
        if (!late_.empty() && late_.front() == node) {
            std::pop_heap(late_.begin(), late_.end(), goes_after());
            late_.pop_back();
        } else {
            drop_run_front(pool);
        }
        return node;
    }

private:
    /// Whether one number goes after another: what the heap functions call less.
    struct GoesAfter {
        bool is_newest_first;
        bool operator()(std::uint32_t one, std::uint32_t other) const {
            return is_newest_first ? one < other : one > other;
        }
    };
    [[nodiscard]] GoesAfter goes_after() const { return {is_newest_first_}; }

    [[nodiscard, gnu::always_inline]] inline std::uint32_t run_front(const BlockPool& pool) const {
        return is_newest_first_ ? newest_ : pool[first_].numbers[begin_];
    }

    /// A block at the end of the run. Links lead to where the taking goes: from old to new, or from new to old.
    void add_block(BlockPool& pool) {
        const std::uint32_t block = pool.take(last_);
        if (count_ == 0) {
            first_ = block;
            begin_ = 0;
        } else if (!is_newest_first_) {
            pool[last_].link = block;
        }
        last_ = block;
        end_ = 0;
    }

    void drop_run_front(BlockPool& pool) {
        --count_;
        if (is_newest_first_) {
            if (--end_ == 0) {
                pool.give_back(std::exchange(last_, pool[last_].link));
                end_ = BlockPool::length;
            }
            newest_ = count_ > 0 ? pool[last_].numbers[end_ - 1] : 0;
        } else if (++begin_ == BlockPool::length || count_ == 0) {
            pool.give_back(std::exchange(first_, pool[first_].link));
            begin_ = 0;
        }
    }

    std::uint32_t first_ = BlockPool::none, last_ = BlockPool::none;  // blocks
    std::uint32_t begin_ = 0, end_ = 0;                               // places in the first and in the last block
    std::uint32_t count_ = 0;                                         // the length of the run
    std::uint32_t newest_ = 0;                                        // its last number
    bool is_newest_first_;
    std::vector<std::uint32_t> late_;
};

/// The frontier of a best-first search: pops in the order of the reference's heap, (f, tie, node), where the tie is the
/// number of the node, its negative, or h.
class BucketQueue {
public:
    struct Entry {
        double f;
        std::uint32_t node;
    };

    /// With `has_small_whole_f` values of f are small whole numbers that index an array; others are looked up in a map.
    BucketQueue(TieBreak tie_break, bool has_small_whole_f) : tie_break_(tie_break), is_dense_(has_small_whole_f) {}

    [[nodiscard]] bool is_empty() const { return count_ == 0; }

    void push(double f, int h, std::uint32_t node) {
        Row& row = row_of(f);
        const std::size_t rank = tie_break_ == TieBreak::low_h ? static_cast<std::size_t>(h) : 0;
        while (row.buckets.size() <= rank) {
            row.buckets.emplace_back(tie_break_ == TieBreak::lifo);
        }
        row.buckets[rank].push(pool_, node);
        row.least = std::min(row.least, rank);
        ++row.count;
        ++count_;
    }

    /// Take out the first entry. The queue must not be empty.
    Entry pop() {
        const auto [f, row] = first_row();
        while (row->buckets[row->least].is_empty()) {
            ++row->least;
        }
        const std::uint32_t node = row->buckets[row->least].pop(pool_);
        --row->count;
        --count_;
        return {f, node};
    }

    /// The entry that `pop` gives if nothing else is pushed before. The queue must not be empty.
    [[nodiscard]] Entry front() {
        const auto [f, row] = first_row();
        while (row->buckets[row->least].is_empty()) {
            ++row->least;
        }
        return {f, row->buckets[row->least].front(pool_)};
    }

    /// Bytes in use.
    [[nodiscard]] std::size_t memory() const {
        std::size_t bytes = pool_.memory() + dense_.capacity() * sizeof(Row);
        for (const Row& row : dense_) {
            bytes += row.memory();
        }
        for (const auto& [f, row] : sorted_) {
            bytes += row.memory() + sizeof(Row) + map_node_bytes;
        }
        return bytes;
    }

private:
    /// The nodes of one f, by h where h breaks ties.
    struct Row {
        std::vector<Bucket> buckets;
        std::size_t least = 0;  // nothing lies before this bucket
        std::size_t count = 0;

        [[nodiscard]] std::size_t memory() const {
            std::size_t bytes = buckets.capacity() * sizeof(Bucket);
            for (const Bucket& bucket : buckets) {
                bytes += bucket.memory();
            }
            return bytes;
        }
    };

    Row& row_of(double f) {
        if (!is_dense_) {
            return sorted_[f];
        }
        const auto index = static_cast<std::size_t>(f);
        if (index >= dense_.size()) {
            dense_.resize(index + 1);
        }
        least_ = std::min(least_, index);
        return dense_[index];
    }

    std::pair<double, Row*> first_row() {
        if (is_dense_) {
            while (dense_[least_].count == 0) {
                ++least_;
            }
            return {static_cast<double>(least_), &dense_[least_]};
        }
        while (sorted_.begin()->second.count == 0) {
            sorted_.erase(sorted_.begin());
        }
        return {sorted_.begin()->first, &sorted_.begin()->second};
    }

    static constexpr std::size_t map_node_bytes = 5 * sizeof(void*);  // key, colour, three pointers

    TieBreak tie_break_;
    bool is_dense_;
    BlockPool pool_;
    std::vector<Row> dense_;
    std::map<double, Row> sorted_;
    std::size_t least_ = 0;  // nothing lies before this row
    std::size_t count_ = 0;
};

}  // namespace taquin
