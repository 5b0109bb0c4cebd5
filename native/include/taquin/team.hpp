#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "taquin/contour.hpp"
#include "taquin/geometry.hpp"
#include "taquin/run.hpp"
#include "taquin/sink.hpp"

namespace taquin {

/// What several threads found in one pass.
struct SharedPass {
    Status status = Status::ran_dry;
    std::vector<std::uint8_t> moves;
    Tally tally;
    std::uint64_t unfinished = 0;  // children that were neither cut nor expanded
    int overflow = 0;
};

/// One pass of IDA* on several threads.
///
/// The first levels are searched by one thread; the nodes at which it stops are the branches that all take, one after
/// another in their order. A solution in one branch ends the work in later ones but not in earlier ones. What is
/// reported is then the first solution, and what one thread would have counted up to it: neither depends on the number
/// of threads or on their speed.
template <class Heuristic, class Avoided>
class Team {
public:
    /// Passes are split at this depth or above.
    static constexpr int deepest_split = 14;

    Team(
        const Grid& grid, const Cells& start, const Cells& goal, const Heuristic& heuristic, Avoided avoided,
        int threads)
        : grid_(grid), start_(start), goal_(goal), heuristic_(heuristic), avoided_(avoided), threads_(threads) {}

    /// The bound must be larger than `deepest_split`: the goal then lies below the branches. `before` is what was counted before this pass.
    SharedPass search(int bound, Watch& watch, const Tally& before) {
        split(bound);
        findings_.assign(branches_.size(), {});
        next_ = 0;
        winner_ = branches_.size();
        is_stopped_ = false;
        failure_ = nullptr;
        counted_.expanded = before.expanded + first_levels_.expanded;
        counted_.generated = before.generated + first_levels_.generated;
        {
            const Crew crew(*this, bound);
            oversee(watch, bound);
        }
        if (failure_) {
            std::rethrow_exception(failure_);
        }
        return summarize();
    }

private:
    using Pass = Contour<Heuristic, Avoided, NoSink>;

    /// Enough for the threads to end at about the same time, however unequal the branches are.
    static constexpr std::size_t branches_per_thread = 64;

    struct Finding {
        Tally tally;
        int overflow = Pass::no_overflow;
        bool ended_at_child = false;
        std::vector<std::uint8_t> moves;
    };

    /// The threads at work, which are stopped and waited for even if an exception passes.
    class Crew {
    public:
        Crew(Team& team, int bound) : team_(team) {
            team_.at_work_ = team_.threads_;
            for (int number = 0; number < team_.threads_; ++number) {
                threads_.emplace_back([&team, bound] { team.work(bound); });
            }
        }
        Crew(const Crew&) = delete;
        Crew& operator=(const Crew&) = delete;
        ~Crew() {
            team_.is_stopped_ = team_.is_stopped_ || team_.at_work_ > 0;
            for (std::thread& thread : threads_) {
                thread.join();
            }
        }

    private:
        Team& team_;
        std::vector<std::thread> threads_;
    };

    void split(int bound) {
        for (int depth = 4; depth <= deepest_split; ++depth) {
            NoSink sink;
            Watch watch;
            Pass pass(grid_, start_, goal_, heuristic_, avoided_, watch, sink);
            branches_ = pass.split(bound, depth);
            first_levels_ = pass.tally();
            first_overflow_ = pass.overflow();
            if (branches_.size() >= branches_per_thread * static_cast<std::size_t>(threads_)) {
                return;
            }
        }
    }

    /// What each thread does: search branches until there are none, or a solution makes the rest needless.
    void work(int bound) noexcept {
        try {
            std::size_t branch = 0;
            Tally told;
            NoSink sink;
            const auto tell = [this, &told](const Tally& now) {
                counted_.expanded += now.expanded - told.expanded;
                counted_.generated += now.generated - told.generated;
                told = now;
            };
            Tally done;
            Watch watch(
                Watch::none,
                [&](const Snapshot& snapshot) {
                    tell({snapshot.counters.expanded, snapshot.counters.generated});
                    return is_stopped_ || branch > winner_;
                },
                std::chrono::milliseconds(0));
            Pass pass(grid_, start_, goal_, heuristic_, avoided_, watch, sink);
            while ((branch = next_++) < winner_ && !is_stopped_) {
                const bool is_over = pass.search_below(branches_[branch].path, bound);
                done += pass.tally();
                tell(done);
                findings_[branch] = {pass.tally(), pass.overflow(), pass.ended_at_child(), pass.moves()};
                if (pass.is_solved()) {
                    lower_winner(branch);
                }
                if (is_over) {
                    break;
                }
            }
        } catch (...) {
            const std::scoped_lock lock(mutex_);
            failure_ = std::current_exception();
            is_stopped_ = true;
        }
        const std::scoped_lock lock(mutex_);
        --at_work_;
        is_done_.notify_one();
    }

    void lower_winner(std::size_t branch) {
        std::size_t winner = winner_;
        while (branch < winner && !winner_.compare_exchange_weak(winner, branch)) {
        }
    }

    /// Pass the questions of the watch on while the threads work.
    void oversee(Watch& watch, int bound) {
        std::unique_lock lock(mutex_);
        while (at_work_ > 0) {
            is_done_.wait_for(lock, Watch::time_between_questions);
            if (at_work_ > 0 && !is_stopped_) {
                Snapshot snapshot{{}, bound, 0};
                snapshot.counters.expanded = counted_.expanded;
                snapshot.counters.generated = counted_.generated;
                lock.unlock();
                const bool is_enough = watch.should_stop(snapshot);
                lock.lock();
                is_stopped_ = is_stopped_ || is_enough;
            }
        }
    }

    SharedPass summarize() {
        SharedPass shared;
        shared.tally = first_levels_;
        shared.overflow = first_overflow_;
        std::size_t count = branches_.size();
        if (is_stopped_) {
            shared.status = Status::stopped;
        } else if (winner_ < count) {
            shared.status = Status::solved;
            shared.tally = branches_[winner_].before;
            shared.moves = branches_[winner_].path;
            const std::vector<std::uint8_t>& rest = findings_[winner_].moves;
            shared.moves.insert(shared.moves.end(), rest.begin(), rest.end());
            count = winner_ + 1;
        }
        for (std::size_t index = 0; index < count; ++index) {
            const Finding& finding = findings_[index];
            shared.tally += finding.tally;
            shared.overflow = std::min(shared.overflow, finding.overflow);
            shared.unfinished += finding.ended_at_child || finding.tally.expanded == 0 ? 1 : 0;
        }
        return shared;
    }

    const Grid& grid_;
    const Cells& start_;
    const Cells& goal_;
    const Heuristic& heuristic_;
    Avoided avoided_;
    int threads_;
    std::vector<Branch> branches_;
    Tally first_levels_;
    int first_overflow_ = 0;
    std::vector<Finding> findings_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<std::size_t> winner_ = 0;  // the first branch with a solution, as far as is known
    std::atomic<bool> is_stopped_ = false;
    struct {
        std::atomic<std::uint64_t> expanded = 0;
        std::atomic<std::uint64_t> generated = 0;
    } counted_;  // as far as the threads have told
    std::mutex mutex_;
    std::condition_variable is_done_;
    int at_work_ = 0;
    std::exception_ptr failure_;
};

}  // namespace taquin
