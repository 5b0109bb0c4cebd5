#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <vector>

#include "taquin/ida_star/contour.hpp"
#include "taquin/ida_star/pass_counters.hpp"
#include "taquin/ida_star/shared_pass.hpp"
#include "taquin/puzzle/geometry.hpp"
#include "taquin/run/run.hpp"
#include "taquin/run/sink.hpp"
#include "taquin/run/thread_team.hpp"

namespace taquin {

/// One pass of IDA* on several threads, or on several machines.
///
/// Every thread traverses the top of the tree, which is small, and searches the branches that no other thread has
/// taken.
/// Branches are taken from left to right. A solution in one branch ends the work in later ones but not in earlier ones.
/// The result is then the first solution, and what one thread would have counted up to it: neither depends on the
/// number of threads or on their speed.
///
/// If a limit ends the pass after a solution was found and before the earlier branches are complete, that solution is
/// the result: it is as short as the first one, because all lower bounds are exhausted. The counters then leave out
/// what was not searched on its left.
template <class Heuristic, class MoveFilter>
class ParallelPass {
public:
    ParallelPass(
        const Grid& grid, const Cells& start, const Cells& goal, const Heuristic& heuristic, MoveFilter filter,
        int threads)
        : grid_(grid), start_(start), goal_(goal), heuristic_(heuristic), filter_(filter), team_(threads) {}

    /// `total` is what was counted before this pass, and `last` in the pass before it.
    PassResult search(int bound, Limits& limits, const PassCounters& total, const PassCounters& last) {
        const auto poll = [&] {
            if (limits.should_stop(snapshot(bound))) {
                is_stopped_ = true;
            }
        };
        begin(bound, team_.size(), total, last, poll);
        results_.assign(first_solved_, {});
        next_branch_ = 0;
        team_.run({
            .work = [&](int thread) { thread == 0 ? search_branches(bound, poll) : search_branches(bound, [] {}); },
            .stop = [this] { is_stopped_ = true; },
            .poll = poll,
        });
        return summarize();
    }

    /// The same pass, with its branches searched elsewhere by this number of workers.
    PassResult search_elsewhere(
        int bound, int workers, const SearchElsewhere& elsewhere, Limits& limits, const PassCounters& total,
        const PassCounters& last) {
        begin(bound, workers, total, last, [&] { is_stopped_ = is_stopped_ || limits.should_stop(snapshot(bound)); });
        if (is_stopped_ || first_solved_ == 0) {
            return {is_stopped_ ? Status::stopped : Status::exhausted, {}, top_, 0, overflow_};
        }
        PassCounters above = total;
        above += top_;
        PassResult result = elsewhere({bound, reach_, 0, first_solved_}, above);
        if (result.status != Status::solved) {
            result.counters += top_;
        }
        result.overflow = std::min(result.overflow, overflow_);
        return result;
    }

    /// Search some branches of a pass, from left to right, up to the first solution: what `SearchElsewhere` returns, for
    /// these branches.
    PassResult search_range(const BranchRange& range, Limits& limits) {
        NoSink sink;
        Pass pass(grid_, start_, goal_, heuristic_, filter_, limits, sink);
        PassResult result;
        std::size_t current = 0;
        pass.traverse_top(range.bound, range.reach, [&](const Path& path, const PassCounters& above, auto search) {
            if (current++ < range.first) {
                return false;
            }
            const bool is_ended = search();
            add(result, {pass.counters(), pass.ended_at_child()});
            if (pass.is_solved()) {
                result.status = Status::solved;
                result.moves = joined(path, pass.moves());
                result.counters += above;
            } else if (is_ended) {
                result.status = Status::stopped;
            }
            return is_ended || current >= range.last;
        });
        result.overflow = pass.overflow();
        return result;
    }

private:
    using Pass = Contour<Heuristic, MoveFilter, NoSink>;
    using Path = std::vector<std::uint8_t>;

    /// With small branches the threads end at about the same time, and waste little beyond a solution; but every thread
    /// passes all of them.
    static constexpr std::uint64_t expansions_per_branch = 1024;
    static constexpr std::uint64_t least_branches_per_thread = 16;
    static constexpr std::uint64_t most_branches = 1 << 14;

    struct BranchResult {
        PassCounters counters;
        bool ended_at_child = false;
    };

    /// Prepare a pass that this number of threads or workers share: split it into branches.
    template <class Poll>
    void begin(int bound, int sharing, const PassCounters& total, const PassCounters& last, Poll poll) {
        is_stopped_ = false;
        expanded_ = total.expanded;
        generated_ = total.generated;
        split(bound, sharing, last.expanded / expansions_per_branch, poll);
        expanded_ += top_.expanded;
        generated_ += top_.generated;
    }

    /// Count the branches at the least reach that gives enough of them. The reach is no less than in the pass before:
    /// the bound was lower there, and the branches fewer. It calls `poll` at each branch.
    template <class Poll>
    void split(int bound, int sharing, std::uint64_t wanted, Poll poll) {
        const auto least = least_branches_per_thread * static_cast<std::uint64_t>(sharing);
        const std::uint64_t enough = std::max(least, std::min(most_branches, wanted));
        NoSink sink;
        Limits limits;
        Pass pass(grid_, start_, goal_, heuristic_, filter_, limits, sink);
        while (true) {
            std::size_t count = 0;
            top_ = pass.traverse_top(bound, reach_, [&](const Path&, const PassCounters&, auto) {
                ++count;
                poll();
                return is_stopped_.load();
            });
            first_solved_ = count;
            overflow_ = pass.overflow();
            if (is_stopped_ || count == 0 || count >= enough || reach_ + 1 >= bound) {
                return;
            }
            ++reach_;
        }
    }

    /// What each thread does: search branches until there are none left, or a solution in an earlier branch ends the
    /// pass. It calls `poll` every few milliseconds.
    template <class Poll>
    void search_branches(int bound, Poll poll) {
        std::size_t taken = next_branch_++;
        std::size_t current = 0;  // the branch at which the traversal is
        PassCounters reported;
        Limits limits(
            Limits::no_limit,
            [&](const Snapshot& snapshot) {
                expanded_ += snapshot.counters.expanded - reported.expanded;
                generated_ += snapshot.counters.generated - reported.generated;
                reported.expanded = snapshot.counters.expanded;
                reported.generated = snapshot.counters.generated;
                poll();
                return is_stopped_ || taken > first_solved_;
            },
            std::chrono::milliseconds(0));
        NoSink sink;
        Pass pass(grid_, start_, goal_, heuristic_, filter_, limits, sink);
        pass.traverse_top(bound, reach_, [&](const Path& path, const PassCounters& above, auto search) {
            if (current++ != taken) {
                return is_stopped_.load();
            }
            const bool is_ended = search();
            results_[taken] = {pass.counters(), pass.ended_at_child()};
            if (pass.is_solved()) {
                report_solution(taken, path, above, pass.moves());
            }
            taken = next_branch_++;
            return is_ended || taken >= first_solved_ || is_stopped_;
        });
        const std::scoped_lock lock(mutex_);
        overflow_ = std::min(overflow_, pass.overflow());
    }

    /// Keep the solution of the leftmost branch: the path to it, the counters of the top up to there, the moves below.
    void report_solution(std::size_t branch, const Path& path, const PassCounters& above, const Path& below) {
        const std::scoped_lock lock(mutex_);
        if (branch < first_solved_) {
            first_solved_ = branch;
            top_ = above;
            solution_ = joined(path, below);
        }
    }

    [[nodiscard]] static Path joined(Path path, const Path& below) {
        path.insert(path.end(), below.begin(), below.end());
        return path;
    }

    static void add(PassResult& result, const BranchResult& branch) {
        result.counters += branch.counters;
        result.unfinished += branch.ended_at_child || branch.counters.expanded == 0 ? 1 : 0;
    }

    [[nodiscard]] Snapshot snapshot(int bound) const {
        Snapshot snapshot{{}, bound, 0};
        snapshot.counters.expanded = expanded_;
        snapshot.counters.generated = generated_;
        return snapshot;
    }

    PassResult summarize() {
        PassResult result;
        result.counters = top_;
        result.overflow = overflow_;
        if (first_solved_ < results_.size()) {
            result.status = Status::solved;
            result.moves = solution_;
            results_.resize(first_solved_ + 1);
        } else if (is_stopped_) {
            result.status = Status::stopped;
        }
        for (const BranchResult& branch : results_) {
            add(result, branch);
        }
        return result;
    }

    const Grid& grid_;
    const Cells& start_;
    const Cells& goal_;
    const Heuristic& heuristic_;
    MoveFilter filter_;
    ThreadTeam team_;
    int reach_ = 4;     // where the top of the tree ends, see BranchTraversal
    PassCounters top_;  // up to all branches, or up to the one with the solution
    int overflow_ = 0;
    Path solution_;
    std::vector<BranchResult> results_;  // by branch
    std::atomic<std::size_t> next_branch_ = 0;
    std::atomic<std::size_t> first_solved_ = 0;  // the leftmost branch with a known solution, or the number of branches
    std::atomic<bool> is_stopped_ = false;
    std::atomic<std::uint64_t> expanded_ = 0;  // as far as the threads have reported
    std::atomic<std::uint64_t> generated_ = 0;
    std::mutex mutex_;
};

}  // namespace taquin
