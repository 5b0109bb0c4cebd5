#pragma once

#include <cstdint>
#include <vector>

#include "taquin/run/run.hpp"

namespace taquin {

/// Counts expansions down to the next check of the limits. A search calls it before it expands a node:
///
///     if (countdown.is_due() && countdown.should_stop(counters, lower_bound, memory())) { … }
///
/// `should_stop` may be called at other times too.
class LimitCountdown {
public:
    explicit LimitCountdown(Limits& limits) : limits_(limits) {}

    bool is_due() { return --credit_ == 0; }

    bool should_stop(const Counters& counters, int lower_bound, std::uint64_t memory) {
        credit_ = limits_.expansions_until_next_check(counters.generated);
        return limits_.should_stop({counters, lower_bound, memory});
    }

    /// See `Limits::report`.
    bool report(
        const Counters& counters, int lower_bound, std::uint64_t memory, const std::vector<std::uint8_t>* solution) {
        return limits_.report({counters, lower_bound, memory, solution});
    }

private:
    Limits& limits_;
    std::uint64_t credit_ = 1;
};

}  // namespace taquin
