#pragma once

#include <cstdint>

#include "taquin/run.hpp"

namespace taquin {

/// Counts expansions down to the next look at the limits, for searches that say, before they expand a node:
///
///     if (pace.is_due() && pace.should_stop(counters, lower_bound, memory())) { … }
class Pace {
public:
    explicit Pace(Watch& watch) : watch_(watch) {}

    bool is_due() { return --credit_ == 0; }

    bool should_stop(const Counters& counters, int lower_bound, std::uint64_t memory) {
        credit_ = watch_.expansions_until_next_look(counters.generated);
        return watch_.should_stop({counters, lower_bound, memory});
    }

private:
    Watch& watch_;
    std::uint64_t credit_ = 1;
};

}  // namespace taquin
