#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "taquin/contour.hpp"
#include "taquin/geometry.hpp"
#include "taquin/run.hpp"
#include "taquin/sink.hpp"
#include "taquin/team.hpp"

namespace taquin {

/// Iterative-deepening A*, after src/taquin/search/linear_memory.py: the same counters and events.
/// Korf, Depth-first iterative-deepening: an optimal admissible tree search, 1985.
///
/// With several threads, passes that promise to be long are shared out; solution and counters stay those of one thread.
template <class Heuristic, class Avoided, class Sink>
class IdaStar {
public:
    IdaStar(
        const Grid& grid, const Cells& start, const Cells& goal, const Heuristic& heuristic, Avoided avoided,
        int threads, Watch& watch, Sink& sink)
        : watch_(watch),
          sink_(sink),
          contour_(grid, start, goal, heuristic, avoided, watch, sink),
          team_(grid, start, goal, heuristic, avoided, threads),
          threads_(threads) {}

    Outcome run(int depth_limit) {
        int bound = contour_.estimate();
        if constexpr (Sink::listens) {
            sink_.add({EventKind::generate, Reason::none, -1, 0, -1, 0, bound});
        }
        while (true) {
            outcome_.lower_bound = std::max(outcome_.lower_bound, bound);
            outcome_.rounds.push_back({bound, total_.expanded, total_.generated});
            if constexpr (Sink::listens) {
                sink_.add({EventKind::iteration, Reason::none, 0, 0, 0, bound, 0});
            }
            const int overflow = pass(bound, depth_limit);
            if (is_over_) {
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
    using Pass = Contour<Heuristic, Avoided, Sink>;

    /// If the last pass was shorter, the next is not worth the threads: it takes less than a millisecond.
    static constexpr std::uint64_t expansions_worth_sharing = 1 << 12;

    /// One pass; the least f beyond the bound, minus the bound.
    int pass(int bound, int depth_limit) {
        if constexpr (!Sink::listens) {
            const bool is_worth_it = threads_ > 1 && last_.expanded >= expansions_worth_sharing;
            if (is_worth_it && depth_limit >= Pass::no_depth_limit) {
                return pass_together(bound);
            }
        }
        is_over_ = contour_.search(bound, depth_limit);
        outcome_.status = contour_.is_solved() ? Status::solved : is_over_ ? Status::stopped : Status::ran_dry;
        outcome_.moves = contour_.moves();
        unfinished_ = contour_.ended_at_child() ? 1 : 0;
        add(contour_.tally());
        return contour_.overflow();
    }

    int pass_together(int bound) {
        SharedPass shared = team_.search(bound, watch_, total_, last_);
        is_over_ = shared.status != Status::ran_dry;
        outcome_.status = shared.status;
        outcome_.moves = std::move(shared.moves);
        unfinished_ = shared.unfinished;
        add(shared.tally);
        return shared.overflow;
    }

    void add(const Tally& tally) {
        last_ = tally;
        total_ += tally;
        roots_ += tally.expanded > 0 ? 1 : 0;
    }

    Outcome finished() {
        Counters& counters = outcome_.counters;
        counters.expanded = total_.expanded;
        counters.generated = total_.generated;
        // Every child was cut, expanded, the goal, or one at which the run was stopped.
        counters.pruned = total_.generated - (total_.expanded - roots_) - unfinished_;
        counters.max_stored = static_cast<std::uint64_t>(total_.deepest_made) + 1;
        counters.max_frontier = static_cast<std::uint64_t>(total_.deepest) + 1;
        counters.max_depth = static_cast<std::uint64_t>(total_.deepest_made);
        outcome_.is_depth_cut = total_.is_depth_cut;
        return std::move(outcome_);
    }

    Watch& watch_;
    Sink& sink_;
    Pass contour_;
    Team<Heuristic, Avoided> team_;
    int threads_;
    bool is_over_ = false;
    std::uint64_t unfinished_ = 0;  // children that were neither cut nor expanded when the run ended
    std::uint64_t roots_ = 0;
    Tally last_;
    Tally total_;
    Outcome outcome_;
};

}  // namespace taquin
