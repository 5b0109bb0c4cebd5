#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "taquin/geometry.hpp"
#include "taquin/run.hpp"
#include "taquin/sink.hpp"

namespace taquin {

/// Iterative-deepening A*, after src/taquin/search/linear_memory.py and contour.py: same successor order, same counters,
/// same events. Korf, Depth-first iterative-deepening: an optimal admissible tree search, 1985.
///
/// A heuristic offers start(board) -> Mark, slide(Mark, tile, from, to) -> Mark and value(Mark). The search carries the
/// mark along its path; value 0 is possible at the goal only where board and goal agree.
template <class Heuristic, class Sink>
class IdaStar {
public:
    using Mark = typename Heuristic::Mark;

    IdaStar(const Grid& grid, const Cells& start, const Cells& goal, const Heuristic& heuristic, Watch& watch, Sink& sink)
        : grid_(grid), goal_(goal), heuristic_(heuristic), watch_(watch), sink_(sink), board_(start) {
        while (board_[static_cast<std::size_t>(blank_)] != 0) {
            ++blank_;
        }
    }

    Outcome run(int depth_limit) {
        const Mark root = heuristic_.start(board_);
        int bound = Heuristic::value(root);
        tell(EventKind::generate, 0, -1, -1, 0, bound);
        while (true) {
            outcome_.lower_bound = std::max(outcome_.lower_bound, bound);
            outcome_.rounds.push_back({bound, expanded(), generated_});
            tell(EventKind::iteration, 0, 0, 0, bound, 0);
            if (pass(root, bound, depth_limit)) {
                return finished(is_stopped_ ? Status::stopped : Status::solved);
            }
            if (overflow_ == no_overflow || bound + overflow_ > depth_limit) {
                outcome_.is_depth_cut |= overflow_ != no_overflow;
                return finished(Status::ran_dry);
            }
            bound += overflow_;
        }
    }

private:
    /// The number of a node, which only a sink that listens needs.
    struct Told {
        std::int64_t value;
        template <class Integer>
        Told(Integer number) : value(static_cast<std::int64_t>(number)) {}  // NOLINT: a number is what it is
    };
    struct Untold {
        template <class Integer>
        Untold(Integer) {}
    };
    using Number = std::conditional_t<Sink::listens, Told, Untold>;

    /// Small marks travel in registers.
    using Passed = std::conditional_t<sizeof(Mark) <= 2 * sizeof(void*), Mark, const Mark&>;

    /// A heuristic with a Child keeps more of the path than its marks: it is told which children the search enters and
    /// leaves. It looks at a child twice, so that one cut by the first, cheaper look costs no second.
    static constexpr bool is_entered = requires { typename Heuristic::Child; };

    template <class H>
    struct ChildOf {
        using Type = typename H::Mark;
    };
    template <class H>
        requires requires { typename H::Child; }
    struct ChildOf<H> {
        using Type = typename H::Child;
    };
    using Child = typename ChildOf<Heuristic>::Type;

    [[nodiscard]] Child look(Passed mark, int blank, int move, int tile) const {
        if constexpr (is_entered) {
            return heuristic_.slide(mark, board_, blank, move, tile);
        } else {
            return heuristic_.slide(mark, blank, move, tile);
        }
    }

    static const Mark& mark_of(const Child& child) {
        if constexpr (is_entered) {
            return child.mark;
        } else {
            return child;
        }
    }

    static constexpr int no_overflow = std::numeric_limits<int>::max();

    /// One depth-first pass within the bound; true if it ends the run.
    bool pass(Passed root, int bound, int depth_limit) {
        bound_ = bound;
        overflow_ = Heuristic::has_unit_steps ? 2 : no_overflow;
        // A node whose allowance is below `lowest_` lies deeper than any before it, or too deep.
        floor_ = bound - depth_limit;
        lowest_ = bound;
        if (Heuristic::value(root) == 0 && is_goal(blank_)) {
            tell(EventKind::goal, 0, 0, 0, 0, 0);
            return true;
        }
        if (depth_limit <= 0) {
            outcome_.is_depth_cut = true;
            return false;
        }
        if (--credit_ == 0 && should_stop()) {
            is_stopped_ = true;
            return true;
        }
        ++root_expansions_;
        deepest_made_ = std::max(deepest_made_, 1);
        tell(EventKind::expand, 0, 0, 0, 0, 0);
        if constexpr (!Sink::listens) {  // recording takes longer than any loop: its code stays small
            if (FixedGrid<4, 4>::equals(grid_)) {
                return start_fixed<FixedGrid<4, 4>>(root, bound);
            }
            if (FixedGrid<3, 3>::equals(grid_)) {
                return start_fixed<FixedGrid<3, 3>>(root, bound);
            }
        }
        return expand(blank_, -1, root, bound, 0);
    }

    /// Make the children of a node on a grid that the compiler does not know.
    bool expand(int blank, int undo, Passed mark, int allowance, Number node) {
        for (int move = 0; move < move_count; ++move) {
            const int target = grid_.target(blank, move);
            if (target < 0 || move == undo) {
                continue;
            }
            deepest_made_ = std::max(deepest_made_, bound_ - allowance + 1);
            const auto next = [&](Passed child, int left, Number number) {
                return expand(target, opposite(move), child, left, number);
            };
            if (step(blank, target, move, mark, allowance, node, next)) {
                return true;
            }
        }
        return false;
    }

    /// Call the function for the cell where the blank stands.
    template <class Fixed, int Blank = 0>
    bool start_fixed(Passed root, int bound) {
        if constexpr (Blank < Fixed::cell_count) {
            is_fixed_ = true;
            return Blank == blank_ ? expand_fixed<Fixed, Blank, -1>(root, bound, 0)
                                   : start_fixed<Fixed, Blank + 1>(root, bound);
        } else {
            return false;
        }
    }

    /// The same with blank and last move known to the compiler: it unrolls the moves and drops those beyond the edge.
    template <class Fixed, int Blank, int Undo>
    bool expand_fixed(Passed mark, int allowance, Number node) {
        return step_fixed<Fixed, Blank, Undo, 0>(mark, allowance, node) ||
               step_fixed<Fixed, Blank, Undo, 1>(mark, allowance, node) ||
               step_fixed<Fixed, Blank, Undo, 2>(mark, allowance, node) ||
               step_fixed<Fixed, Blank, Undo, 3>(mark, allowance, node);
    }

    template <class Fixed, int Blank, int Undo, int Move>
    bool step_fixed(Passed mark, int allowance, Number node) {
        constexpr int target = Fixed::target(Blank, Move);
        if constexpr (target >= 0 && Move != Undo) {
            const auto next = [this](Passed child, int left, Number number) {
                return expand_fixed<Fixed, target, opposite(Move)>(child, left, number);
            };
            return step(Blank, target, Move, mark, allowance, node, next);
        } else {
            return false;
        }
    }

    /// Make one child: cut it, find it to be the goal, or search below it. True if the run ends.
    template <class Next>
    bool step(int blank, int target, int move, Passed mark, int allowance, Number parent, Next next) {
        ++generated_;
        const Number node{generated_};
        const int tile = board_[static_cast<std::size_t>(target)];
        const int left = allowance - 1;
        Child child = look(mark, blank, move, tile);
        if constexpr (is_entered) {
            // Once the next bound is the least that there can be, a child that is cut for certain teaches nothing more.
            if (!Sink::listens && child.mark.plain > left && overflow_ == Heuristic::least_overflow) {
                return false;
            }
            heuristic_.look_again(child, mark, board_, blank, move, tile);
        }
        const int h = Heuristic::value(mark_of(child));
        tell(EventKind::generate, node, parent, move, bound_ - left, h);
        if (h > left) {
            if (!Heuristic::has_unit_steps && h - left < overflow_) {
                overflow_ = h - left;
            }
            tell(EventKind::prune, node, 0, 0, 0, 0, Reason::bound);
            return false;
        }
        board_[static_cast<std::size_t>(blank)] = static_cast<std::uint8_t>(tile);
        if (h == 0 && is_goal(target)) {
            tell(EventKind::goal, node, 0, 0, 0, 0);
            return succeed(move);
        }
        if (left < lowest_ && is_too_deep(left)) {
            tell(EventKind::prune, node, 0, 0, 0, 0, Reason::depth);
        } else if (--credit_ == 0 && should_stop()) {
            return stop_at_child();
        } else {
            tell(EventKind::expand, node, 0, 0, 0, 0);
            if constexpr (is_entered) {
                heuristic_.enter(child);
            }
            if (next(mark_of(child), left, node)) {
                return succeed(move);
            }
            if constexpr (is_entered) {
                heuristic_.leave(child);
            }
        }
        board_[static_cast<std::size_t>(target)] = static_cast<std::uint8_t>(tile);
        return false;
    }

    /// On the way back from the goal.
    [[gnu::noinline]] bool succeed(int move) {
        if (!is_stopped_) {
            outcome_.moves.push_back(static_cast<std::uint8_t>(move));
        }
        return true;
    }

    /// The run ends before this child is expanded: if it seemed to be the deepest one, it is not.
    [[gnu::noinline]] bool stop_at_child() {
        is_stopped_ = is_stopped_at_child_ = true;
        if (shallower_.node == generated_) {
            deepest_ = shallower_.deepest;
            deepest_made_ = shallower_.deepest_made;
        }
        return true;
    }

    /// Called for a node deeper than any expanded in this pass: it moves the mark, or refuses at the depth limit.
    [[gnu::noinline]] bool is_too_deep(int left) {
        if (left <= floor_) {
            outcome_.is_depth_cut = true;
            return true;
        }
        lowest_ = left;
        shallower_ = {generated_, deepest_, deepest_made_};
        deepest_ = std::max(deepest_, bound_ - left);
        if (is_fixed_) {  // a larger grid than a single line: every node has a child that does not undo
            deepest_made_ = std::max(deepest_made_, deepest_ + 1);
        }
        return false;
    }

    [[nodiscard, gnu::noinline]] bool is_goal(int blank) const {
        for (int cell = 0; cell < grid_.cells(); ++cell) {
            const auto index = static_cast<std::size_t>(cell);
            if ((cell == blank ? 0 : board_[index]) != goal_[index]) {
                return false;
            }
        }
        return true;
    }

    void tell(
        EventKind kind, Number node, Number parent, int move, int g, int h, Reason reason = Reason::none) {
        if constexpr (Sink::listens) {
            sink_.add({kind, reason, static_cast<std::int8_t>(move), node.value, parent.value, g, h});
        }
    }

    [[gnu::noinline]] bool should_stop() {
        Snapshot snapshot{{}, outcome_.lower_bound, 0};
        ++credit_;  // this expansion has not happened yet
        snapshot.counters.expanded = expanded();
        snapshot.counters.generated = generated_;
        if (watch_.should_stop(snapshot)) {
            return true;
        }
        const std::uint64_t more = watch_.expansions_until_next_look(generated_);
        granted_ += more;
        credit_ += more - 1;
        return false;
    }

    [[nodiscard]] std::uint64_t expanded() const { return granted_ - credit_; }

    /// The counters that need no counting in the loop follow from the others: every child was cut, expanded, the goal,
    /// or the one at which the run was stopped.
    Outcome finished(Status status) {
        Counters& counters = outcome_.counters;
        const bool ended_at_child = is_stopped_at_child_ || !outcome_.moves.empty();
        counters.expanded = expanded();
        counters.generated = generated_;
        counters.pruned = generated_ - (counters.expanded - root_expansions_) - (ended_at_child ? 1 : 0);
        counters.max_stored = static_cast<std::uint64_t>(deepest_made_) + 1;
        counters.max_frontier = static_cast<std::uint64_t>(deepest_) + 1;
        counters.max_depth = static_cast<std::uint64_t>(deepest_made_);
        std::reverse(outcome_.moves.begin(), outcome_.moves.end());
        outcome_.status = status;
        return std::move(outcome_);
    }

    const Grid& grid_;
    const Cells& goal_;
    Heuristic heuristic_;  // a copy: its tables then lie at a fixed distance from everything else here
    Watch& watch_;
    Sink& sink_;
    Cells board_;  // the blank's cell holds whatever tile left it
    int blank_ = 0;
    int bound_ = 0;
    int overflow_ = no_overflow;  // the least f beyond the bound, minus the bound
    int lowest_ = 0;
    int floor_ = 0;
    int deepest_ = 0;       // the largest g of an expanded node
    int deepest_made_ = 0;  // the largest g of a node
    struct {
        std::uint64_t node;
        int deepest;
        int deepest_made;
    } shallower_{};  // what was the deepest before this node
    bool is_fixed_ = false;
    bool is_stopped_ = false;
    bool is_stopped_at_child_ = false;
    std::uint64_t generated_ = 0;
    std::uint64_t granted_ = 1;  // expansions allowed before the next look at the limits, and how many are left:
    std::uint64_t credit_ = 1;   // counting down to zero costs the loop one instruction
    std::uint64_t root_expansions_ = 0;
    Outcome outcome_;
};

}  // namespace taquin
