#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
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
/// Every thread walks the top of the tree, which is small, and takes the branches there that no other has taken: they are
/// taken in their order, and none needs a start of its own. A solution in one branch ends the work in later ones but not
/// in earlier ones. What is reported is then the first solution, and what one thread would have counted up to it: neither
/// depends on the number of threads or on their speed.
template <class Heuristic, class Avoided>
class Team {
public:
    Team(
        const Grid& grid, const Cells& start, const Cells& goal, const Heuristic& heuristic, Avoided avoided,
        int threads)
        : grid_(grid), start_(start), goal_(goal), heuristic_(heuristic), avoided_(avoided), threads_(threads) {}

    /// `before` is what was counted before this pass, and `last` in the pass before it.
    SharedPass search(int bound, Watch& watch, const Tally& before, const Tally& last) {
        split(bound, last.expanded / expansions_per_branch);
        findings_.assign(winner_, {});
        next_ = 0;
        is_stopped_ = false;
        failure_ = nullptr;
        counted_.expanded = before.expanded + top_.expanded;
        counted_.generated = before.generated + top_.generated;
        {
            const Crew crew(*this, bound);
            const auto is_enough = [&] { return watch.should_stop(snapshot(bound)); };
            work(bound, is_enough);
            wait_for_others(is_enough);
        }
        if (failure_) {
            std::rethrow_exception(failure_);
        }
        return summarize();
    }

private:
    using Pass = Contour<Heuristic, Avoided, NoSink>;
    using Path = std::vector<std::uint8_t>;

    /// Small branches let the threads end at about the same time, and waste little beyond a solution; but every thread
    /// walks past all of them.
    static constexpr std::uint64_t expansions_per_branch = 1024;
    static constexpr std::uint64_t fewest_for_a_thread = 16;
    static constexpr std::uint64_t most_branches = 1 << 14;

    struct Finding {
        Tally tally;
        bool ended_at_child = false;
    };

    /// The other threads at work, which are stopped and waited for even if an exception passes.
    class Crew {
    public:
        Crew(Team& team, int bound) : team_(team) {
            team_.at_work_ = 1;  // the calling thread
            threads_.reserve(static_cast<std::size_t>(team_.threads_));
            for (int number = 1; number < team_.threads_; ++number) {
                hire(bound);
            }
        }
        Crew(const Crew&) = delete;
        Crew& operator=(const Crew&) = delete;
        ~Crew() {
            {
                const std::scoped_lock lock(team_.mutex_);
                team_.is_stopped_ = team_.is_stopped_ || team_.at_work_ > 0;
            }
            for (std::thread& thread : threads_) {
                thread.join();
            }
        }

    private:
        /// One more thread, if the system has one: the work is done without it too.
        void hire(int bound) {
            Team& team = team_;
            {
                const std::scoped_lock lock(team.mutex_);
                ++team.at_work_;
            }
            try {
                threads_.emplace_back([&team, bound] { team.work(bound, [] { return false; }); });
            } catch (const std::system_error&) {
                const std::scoped_lock lock(team.mutex_);
                --team.at_work_;
            }
        }

        Team& team_;
        std::vector<std::thread> threads_;
    };

    /// Count the branches at the least reach that gives enough. It is no less than in the pass before: the bound was lower
    /// there, and the branches fewer.
    void split(int bound, std::uint64_t wanted) {
        const auto fewest = fewest_for_a_thread * static_cast<std::uint64_t>(threads_);
        const std::uint64_t enough = std::max(fewest, std::min(most_branches, wanted));
        NoSink sink;
        Watch watch;
        Pass pass(grid_, start_, goal_, heuristic_, avoided_, watch, sink);
        while (true) {
            std::size_t count = 0;
            top_ = pass.walk(bound, reach_, [&count](const Path&, const Tally&, auto) {
                ++count;
                return false;
            });
            winner_ = count;
            overflow_ = pass.overflow();
            if (count == 0 || count >= enough || reach_ + 1 >= bound) {
                return;
            }
            ++reach_;
        }
    }

    /// What each thread does: search branches until there are none, or a solution makes the rest needless. It asks now and
    /// then whether it is enough.
    template <class Question>
    void work(int bound, Question is_enough) noexcept {
        try {
            std::size_t claim = next_++;
            std::size_t number = 0;  // of the branch at which the walk is
            Tally told;
            Watch watch(
                Watch::none,
                [&](const Snapshot& snapshot) {
                    counted_.expanded += snapshot.counters.expanded - told.expanded;
                    counted_.generated += snapshot.counters.generated - told.generated;
                    told.expanded = snapshot.counters.expanded;
                    told.generated = snapshot.counters.generated;
                    if (is_enough()) {
                        is_stopped_ = true;
                    }
                    return is_stopped_ || claim > winner_;
                },
                std::chrono::milliseconds(0));
            NoSink sink;
            Pass pass(grid_, start_, goal_, heuristic_, avoided_, watch, sink);
            pass.walk(bound, reach_, [&](const Path& path, const Tally& walked, auto search) {
                if (number++ != claim) {
                    return false;
                }
                const bool is_over = search();
                findings_[claim] = {pass.tally(), pass.ended_at_child()};
                if (pass.is_solved()) {
                    report(claim, path, walked, pass.moves());
                }
                claim = next_++;
                return is_over || claim >= winner_ || is_stopped_;
            });
            const std::scoped_lock lock(mutex_);
            overflow_ = std::min(overflow_, pass.overflow());
        } catch (...) {
            const std::scoped_lock lock(mutex_);
            failure_ = std::current_exception();
            is_stopped_ = true;
        }
        const std::scoped_lock lock(mutex_);
        --at_work_;
        is_done_.notify_one();
    }

    /// A solution: the path to its branch, what was counted above up to there, and the moves below.
    void report(std::size_t branch, const Path& path, const Tally& walked, const Path& rest) {
        const std::scoped_lock lock(mutex_);
        if (branch < winner_) {
            winner_ = branch;
            top_ = walked;
            solution_ = path;
            solution_.insert(solution_.end(), rest.begin(), rest.end());
        }
    }

    /// Go on asking while other threads are still at work.
    template <class Question>
    void wait_for_others(Question is_enough) {
        std::unique_lock lock(mutex_);
        while (!is_done_.wait_for(lock, Watch::time_between_questions, [this] { return at_work_ == 0; })) {
            lock.unlock();
            const bool is_over = is_enough();
            lock.lock();
            is_stopped_ = is_stopped_ || is_over;
        }
    }

    [[nodiscard]] Snapshot snapshot(int bound) const {
        Snapshot snapshot{{}, bound, 0};
        snapshot.counters.expanded = counted_.expanded;
        snapshot.counters.generated = counted_.generated;
        return snapshot;
    }

    SharedPass summarize() {
        SharedPass shared;
        shared.tally = top_;
        shared.overflow = overflow_;
        if (is_stopped_) {
            shared.status = Status::stopped;
        } else if (winner_ < findings_.size()) {
            shared.status = Status::solved;
            shared.moves = solution_;
            findings_.resize(winner_ + 1);
        }
        for (const Finding& finding : findings_) {
            shared.tally += finding.tally;
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
    int reach_ = 4;  // up to where the threads walk
    Tally top_;  // up to all branches, or up to the one with the solution
    int overflow_ = 0;
    Path solution_;
    std::vector<Finding> findings_;  // one for each branch
    std::atomic<std::size_t> next_ = 0;
    std::atomic<std::size_t> winner_ = 0;  // the first branch with a solution, as far as is known, or how many there are
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
