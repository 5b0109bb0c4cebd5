#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "taquin/ida_star/pass_counters.hpp"
#include "taquin/run/run.hpp"

namespace taquin {

/// What was found in one pass of IDA*, or in some of its branches.
struct PassResult {
    Status status = Status::exhausted;
    std::vector<std::uint8_t> moves;
    PassCounters counters;
    std::uint64_t unfinished = 0;  // children that were neither cut nor expanded
    int overflow = 0;              // the least f beyond the bound, minus the bound
};

/// Consecutive branches of a pass, from left to right; see BranchTraversal. Everyone who traverses the same board with
/// the same heuristic, bound and reach finds the same branches.
struct BranchRange {
    int bound = 0;
    int reach = 0;
    std::size_t first = 0;
    std::size_t last = 0;  // the one after the range
};

/// Searches all branches of a pass somewhere else, such as on other machines. The result has the first solution, and
/// what was counted in the branches up to it, with the top of the tree up to its branch. Without a solution it has what
/// was counted in all branches, without the top. `above` is what was counted in the run so far.
using SearchElsewhere = std::function<PassResult(const BranchRange& all, const PassCounters& above)>;

}  // namespace taquin
