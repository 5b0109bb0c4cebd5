#pragma once

#include <chrono>

namespace taquin {

/// How long a run works before it polls again for Ctrl-C, time, memory and progress.
inline constexpr auto time_between_polls = std::chrono::milliseconds(20);

/// Says when the next poll is due.
class PollTimer {
public:
    using Clock = std::chrono::steady_clock;

    /// The first poll is due after `delay`.
    explicit PollTimer(
        std::chrono::milliseconds interval = time_between_polls, std::chrono::milliseconds delay = time_between_polls)
        : interval_(interval), next_(Clock::now() + delay) {}

    /// Whether a poll is due; if so, the next one is due after the interval.
    bool is_due() {
        const auto now = Clock::now();
        if (now < next_) {
            return false;
        }
        next_ = now + interval_;
        return true;
    }

private:
    std::chrono::milliseconds interval_;
    Clock::time_point next_;
};

}  // namespace taquin
