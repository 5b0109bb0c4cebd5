#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <utility>

#include "taquin/run/phase_team.hpp"

namespace taquin::beam {

/// Runs the phases of a layer on a team of threads, until the beam is stopped.
class Phases {
public:
    Phases(PhaseTeam& team, std::function<bool()> should_stop) : team_(team), should_stop_(std::move(should_stop)) {}

    void run(std::size_t parts, const PhaseTeam::Work& work) {
        team_.run(
            static_cast<int>(parts),
            [&](int part) {
                if (!is_stopped_) {
                    work(part);
                }
            },
            [this] {
                if (!is_stopped_ && should_stop_()) {
                    is_stopped_ = true;
                }
            });
    }

    [[nodiscard]] bool is_stopped() const { return is_stopped_; }

private:
    PhaseTeam& team_;
    std::function<bool()> should_stop_;
    std::atomic<bool> is_stopped_ = false;
};

}  // namespace taquin::beam
