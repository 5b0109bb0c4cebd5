#include "taquin/best_first/bucket_queue.hpp"

#include <set>
#include <tuple>

#include "check.hpp"

using namespace taquin;

namespace {

/// Push and pop at random, beside a sorted set of what the reference's heap holds: (f, tie, node).
void test_pops_in_the_order_of_the_reference(TieBreak tie_break, double weight, unsigned late_in_100) {
    std::mt19937 random(1);
    const bool is_whole = weight == static_cast<int>(weight);
    BucketQueue queue(tie_break, is_whole);
    std::multiset<std::tuple<double, std::int64_t, std::uint32_t>> heap;
    std::uint32_t births = 0;
    for (int step = 0; step < 50'000; ++step) {
        const bool grows = step / 5'000 % 2 == 0;
        if (heap.empty() || random() % 100 < (grows ? 70 : 30)) {
            const int h = static_cast<int>(random() % 20);
            const double f = static_cast<double>(random() % 20) + weight * h;
            const bool is_late = births > 0 && random() % 100 < late_in_100;
            const std::uint32_t node = is_late ? static_cast<std::uint32_t>(random() % births) : births++;
            const std::int64_t tie = tie_break == TieBreak::low_h  ? h
                                     : tie_break == TieBreak::lifo ? -std::int64_t{node}
                                                                   : std::int64_t{node};
            queue.push(f, h, node);
            heap.emplace(f, tie, node);
        } else {
            const auto [f, tie, node] = *heap.begin();
            CHECK(queue.front().node == node);
            const auto entry = queue.pop();
            CHECK(entry.f == f && entry.node == node);
            heap.erase(heap.begin());
        }
        CHECK(queue.is_empty() == heap.empty());
    }
    CHECK(queue.memory() > 0);
}

/// Blocks that were emptied serve again: a long run through a short queue takes no more memory.
void test_memory_is_used_again(TieBreak tie_break) {
    BucketQueue queue(tie_break, true);
    std::uint32_t node = 0;
    for (; node < 1000; ++node) {
        queue.push(node % 7, 0, node);
    }
    const std::size_t before = queue.memory();
    for (; node < 1'000'000; ++node) {
        queue.pop();
        queue.push(node % 7, 0, node);
    }
    CHECK(queue.memory() <= 2 * before);
}

}  // namespace

int main() {
    for (const TieBreak tie_break : {TieBreak::fifo, TieBreak::lifo, TieBreak::low_h}) {
        for (const double weight : {0.0, 1.0, 3.0, 1.1}) {
            for (const unsigned late_in_100 : {0U, 3U, 60U}) {
                test_pops_in_the_order_of_the_reference(tie_break, weight, late_in_100);
            }
        }
        test_memory_is_used_again(tie_break);
    }
}
