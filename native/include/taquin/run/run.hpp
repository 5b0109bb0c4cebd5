#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "taquin/run/poll_timer.hpp"

namespace taquin {

/// The counters of a run; src/taquin/run/result.py says what each one counts.
struct Counters {
    std::uint64_t expanded = 0;
    std::uint64_t generated = 0;
    std::uint64_t duplicates = 0;
    std::uint64_t reopened = 0;
    std::uint64_t pruned = 0;
    std::uint64_t max_frontier = 0;
    std::uint64_t max_stored = 0;
    std::uint64_t max_depth = 0;
};

/// An iteration of an iterative search, with the counters at its beginning.
struct Iteration {
    double bound;
    std::uint64_t expanded;
    std::uint64_t generated;
};

/// The progress of a run that has not ended yet.
struct Snapshot {
    Counters counters;
    int lower_bound;
    std::uint64_t memory;
    const std::vector<std::uint8_t>* solution = nullptr;  // a solution that is shorter than all before it, once
};

enum class Status { solved, exhausted, stopped };

/// What a search returns.
struct Outcome {
    Status status = Status::exhausted;
    std::vector<std::uint8_t> moves;
    Counters counters;
    std::vector<Iteration> iterations;
    int lower_bound = 0;
    bool is_depth_cut = false;
};

/// The limits of a run: a number of nodes, which is exact, and a function that is called every few milliseconds and
/// says whether to stop. That function handles time, memory, Ctrl-C and progress.
class Limits {
public:
    using Poll = std::function<bool(const Snapshot&)>;

    static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

    explicit Limits(
        std::uint64_t node_limit = no_limit, Poll poll = {}, std::chrono::milliseconds interval = time_between_polls)
        : node_limit_(node_limit), poll_(std::move(poll)), timer_(interval, std::chrono::milliseconds(0)) {}

    /// Whether to stop now, before the next expansion. The first call polls: a time limit of 0 must hold.
    bool should_stop(const Snapshot& snapshot) {
        if (snapshot.counters.generated >= node_limit_) {
            return true;
        }
        return poll_ && timer_.is_due() && poll_(snapshot);
    }

    /// Whether to stop a search that continues after a solution, whatever its nodes. A new solution is always reported.
    bool report(const Snapshot& snapshot) {
        return poll_ && (timer_.is_due() || snapshot.solution != nullptr) && poll_(snapshot);
    }

    /// How many expansions may pass before `should_stop` must be called again. Far from the limit of nodes they take a
    /// fraction of a millisecond; near it every expansion is checked, so that the limit is exact.
    [[nodiscard]] std::uint64_t expansions_until_next_check(std::uint64_t generated) const {
        const std::uint64_t left = node_limit_ - std::min(node_limit_, generated);
        return left > 64 * most_between_checks ? most_between_checks : 1;
    }

private:
    static constexpr std::uint64_t most_between_checks = 1 << 12;

    std::uint64_t node_limit_;
    Poll poll_;
    PollTimer timer_;
};

}  // namespace taquin
