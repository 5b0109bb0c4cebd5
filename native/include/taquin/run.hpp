#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

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

/// A round of an iterative search, with the counters at its beginning.
struct Round {
    int bound;
    std::uint64_t expanded;
    std::uint64_t generated;
};

/// A look at a run in the middle of its work.
struct Snapshot {
    Counters counters;
    int lower_bound;
    std::uint64_t memory;
};

enum class Status { solved, ran_dry, stopped };

/// What a search returns.
struct Outcome {
    Status status = Status::ran_dry;
    std::vector<std::uint8_t> moves;
    Counters counters;
    std::vector<Round> rounds;
    int lower_bound = 0;
    bool is_depth_cut = false;
};

/// What ends a run from outside: a number of nodes, checked exactly, and a question that is asked every few
/// milliseconds. Time, memory, Ctrl-C and progress are the business of whoever answers the question.
class Watch {
public:
    using Question = std::function<bool(const Snapshot&)>;

    static constexpr auto time_between_questions = std::chrono::milliseconds(20);

    explicit Watch(
        std::uint64_t node_limit = none, Question question = {},
        std::chrono::milliseconds pause = time_between_questions)
        : node_limit_(node_limit), question_(std::move(question)), pause_(pause) {}

    static constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

    /// Whether to stop now, before the next expansion.
    bool should_stop(const Snapshot& snapshot) {
        if (snapshot.counters.generated >= node_limit_) {
            return true;
        }
        const auto now = Clock::now();
        if (!question_ || now < next_question_) {
            return false;
        }
        next_question_ = now + pause_;
        return question_(snapshot);
    }

    /// How many expansions may pass before `should_stop` must be asked again. Far from the limit of nodes that is a
    /// fraction of a millisecond; near it every expansion, so that the limit is exact.
    [[nodiscard]] std::uint64_t expansions_until_next_look(std::uint64_t generated) const {
        const std::uint64_t left = node_limit_ - std::min(node_limit_, generated);
        return left > 64 * most_between_looks ? most_between_looks : 1;
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::uint64_t most_between_looks = 1 << 12;

    std::uint64_t node_limit_;
    Question question_;
    std::chrono::milliseconds pause_;
    Clock::time_point next_question_ = Clock::now();  // the first look asks: a limit of no time at all must hold
};

}  // namespace taquin
