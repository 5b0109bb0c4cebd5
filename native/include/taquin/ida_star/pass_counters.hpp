#pragma once

#include <algorithm>
#include <cstdint>

namespace taquin {

/// What one depth-first pass over the tree counts; IdaStar derives the other counters of a run from these.
struct PassCounters {
    std::uint64_t expanded = 0;
    std::uint64_t generated = 0;
    int deepest_expanded = 0;   // the largest g of an expanded node
    int deepest_generated = 0;  // the largest g of a generated node
    bool is_depth_cut = false;

    PassCounters& operator+=(const PassCounters& other) {
        expanded += other.expanded;
        generated += other.generated;
        deepest_expanded = std::max(deepest_expanded, other.deepest_expanded);
        deepest_generated = std::max(deepest_generated, other.deepest_generated);
        is_depth_cut |= other.is_depth_cut;
        return *this;
    }
};

}  // namespace taquin
