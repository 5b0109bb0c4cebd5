#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "taquin/ida_star/contour.hpp"
#include "taquin/ida_star/parallel_pass.hpp"
#include "taquin/ida_star/pass_counters.hpp"
#include "taquin/ida_star/run_ida_star.hpp"
#include "taquin/puzzle/geometry.hpp"
#include "taquin/run/run.hpp"
#include "taquin/run/sink.hpp"

namespace taquin {

/// Iterative-deepening A*, after src/taquin/algorithms/linear_memory.py: the same counters and events.
/// Korf, Depth-first iterative-deepening: an optimal admissible tree search, 1985.
///
/// With several threads, long passes are shared between them, and with workers elsewhere, longer ones are searched by
/// those; solution and counters stay those of one thread.
template <class Heuristic, class MoveFilter, class Sink>
class IdaStar {
public:
    IdaStar(
        const Grid& grid, const Cells& start, const Cells& goal, const Heuristic& heuristic, MoveFilter filter,
        const IdaStarOptions& options, Limits& limits, Sink& sink)
        : limits_(limits),
          sink_(sink),
          contour_(grid, start, goal, heuristic, filter, limits, sink),
          parallel_pass_(grid, start, goal, heuristic, filter, options.threads),
          options_(options) {}

    Outcome run() {
        const int depth_limit = options_.depth_limit;
        int bound = contour_.estimate();
        if constexpr (Sink::is_recording) {
            sink_.add({EventKind::generate, Reason::none, -1, 0, -1, 0, bound});
        }
        while (true) {
            outcome_.lower_bound = std::max(outcome_.lower_bound, bound);
            outcome_.iterations.push_back({static_cast<double>(bound), total_.expanded, total_.generated});
            if constexpr (Sink::is_recording) {
                sink_.add({EventKind::iteration, Reason::none, 0, 0, 0, bound, 0});
            }
            const int overflow = search_contour(bound, depth_limit);
            if (outcome_.status != Status::exhausted) {
                return finished();
            }
            if (overflow == Pass::no_overflow || bound + overflow > depth_limit) {
                total_.is_depth_cut |= overflow != Pass::no_overflow;
                return finished();
            }
            bound += overflow;
        }
    }

private:
    using Pass = Contour<Heuristic, MoveFilter, Sink>;

    /// If the last pass was shorter, the next takes less than a millisecond: too little to share.
    static constexpr std::uint64_t expansions_worth_sharing = 1 << 12;

    /// If the last pass was shorter, the next takes less than a second or so.
    static constexpr std::uint64_t expansions_worth_sending = 1 << 18;

    /// One pass; the least f beyond the bound, minus the bound.
    int search_contour(int bound, int depth_limit) {
        if constexpr (!Sink::is_recording) {
            const bool is_sent = options_.elsewhere != nullptr && last_.expanded >= expansions_worth_sending;
            const bool is_shared = options_.threads > 1 && last_.expanded >= expansions_worth_sharing;
            if ((is_sent || is_shared) && depth_limit >= Pass::no_depth_limit) {
                return search_in_parts(bound, is_sent);
            }
        }
        const bool is_ended = contour_.search(bound, depth_limit);
        outcome_.status = contour_.is_solved() ? Status::solved : is_ended ? Status::stopped : Status::exhausted;
        outcome_.moves = contour_.moves();
        unfinished_ = contour_.ended_at_child() ? 1 : 0;
        add(contour_.counters());
        return contour_.overflow();
    }

    int search_in_parts(int bound, bool is_sent) {
        PassResult result = is_sent ? parallel_pass_.search_elsewhere(
                                          bound, options_.workers, *options_.elsewhere, limits_, total_, last_)
                                    : parallel_pass_.search(bound, limits_, total_, last_);
        outcome_.status = result.status;
        outcome_.moves = std::move(result.moves);
        unfinished_ = result.unfinished;
        add(result.counters);
        return result.overflow;
    }

    void add(const PassCounters& counters) {
        last_ = counters;
        total_ += counters;
        expanded_roots_ += counters.expanded > 0 ? 1 : 0;
    }

    Outcome finished() {
        Counters& counters = outcome_.counters;
        counters.expanded = total_.expanded;
        counters.generated = total_.generated;
        // Every child was cut, expanded, the goal, or one at which the run was stopped.
        counters.pruned = total_.generated - (total_.expanded - expanded_roots_) - unfinished_;
        counters.max_stored = static_cast<std::uint64_t>(total_.deepest_generated) + 1;
        counters.max_frontier = static_cast<std::uint64_t>(total_.deepest_expanded) + 1;
        counters.max_depth = static_cast<std::uint64_t>(total_.deepest_generated);
        outcome_.is_depth_cut = total_.is_depth_cut;
        return std::move(outcome_);
    }

    Limits& limits_;
    Sink& sink_;
    Pass contour_;
    ParallelPass<Heuristic, MoveFilter> parallel_pass_;
    const IdaStarOptions& options_;
    std::uint64_t unfinished_ = 0;  // children that were neither cut nor expanded when the run ended
    std::uint64_t expanded_roots_ = 0;
    PassCounters last_;
    PassCounters total_;
    Outcome outcome_;
};

}  // namespace taquin
