#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "taquin/detours.hpp"
#include "taquin/geometry.hpp"
#include "taquin/run.hpp"
#include "taquin/sink.hpp"

namespace taquin {

/// What passes over a tree have counted; the other counters follow from these.
struct Tally {
    std::uint64_t expanded = 0;
    std::uint64_t generated = 0;
    int deepest = 0;       // the largest g of an expanded node
    int deepest_made = 0;  // the largest g of a node
    bool is_depth_cut = false;

    Tally& operator+=(const Tally& other) {
        expanded += other.expanded;
        generated += other.generated;
        deepest = std::max(deepest, other.deepest);
        deepest_made = std::max(deepest_made, other.deepest_made);
        is_depth_cut |= other.is_depth_cut;
        return *this;
    }
};

/// One depth-first pass after another over the tree within a bound, after src/taquin/search/contour.py: the same
/// successor order, counters and events.
///
/// A heuristic offers start(board) -> Mark, slide(Mark, blank, move, tile) -> Mark and value(Mark), or, in the place of
/// slide, what `is_entered` asks for. The search carries the mark along its path. Avoided is DetourWatch, or LastMove for
/// a search that avoids nothing but the undoing of its last move.
template <class Heuristic, class Avoided, class Sink>
class Contour {
    using Mark = typename Heuristic::Mark;

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

    /// What the moves so far forbid.
    using Trail = typename Avoided::State;
    static constexpr bool avoids_detours = !std::is_same_v<Avoided, LastMove>;

    /// Small marks travel in registers.
    using Passed = std::conditional_t<sizeof(Mark) <= 2 * sizeof(void*), Mark, const Mark&>;

    /// A heuristic with a Child keeps more of the path than its marks: it is told which children the search enters and
    /// leaves.
    static constexpr bool is_entered = requires { typename Heuristic::Child; };

    /// What a look at a child gives; a mark, if the heuristic keeps nothing else.
    template <class H>
    struct Look {
        using Child = typename H::Mark;
    };
    template <class H>
        requires requires { typename H::Child; }
    struct Look<H> {
        using Child = typename H::Child;
    };
    using Child = typename Look<Heuristic>::Child;

public:
    static constexpr int no_overflow = std::numeric_limits<int>::max();
    static constexpr int no_depth_limit = 1 << 30;
    static constexpr int always = std::numeric_limits<int>::max();

    Contour(
        const Grid& grid, const Cells& start, const Cells& goal, const Heuristic& heuristic, Avoided avoided,
        Watch& watch, Sink& sink)
        : board_(start),
          avoided_(avoided),
          heuristic_(heuristic),
          grid_(grid),
          start_(start),
          goal_(goal),
          watch_(watch),
          sink_(sink) {
        while (start_[static_cast<std::size_t>(start_blank_)] != 0) {
            ++start_blank_;
        }
    }

    /// The estimate of the start.
    [[nodiscard]] int estimate() { return Heuristic::value(heuristic_.start(start_)); }

    /// Search everything within the bound; true if that ends the run.
    bool search(int bound, int depth_limit) {
        const Mark root = begin(bound, depth_limit);
        return visit_any(-1, root, bound, Avoided::start(blank_));
    }

    /// Search the top of the tree within the bound, up to its branches: the nodes whose depth and whose growth of f since
    /// the root add up to `reach`, which makes their sizes less unequal than depth alone. At each, from left to right,
    /// arrive(path, tally, search) says whether the walk ends; search() searches everything within the bound below, and is
    /// true if that ends the run. Tallies of the walk do not count what search() counts. A node that may be the goal is a
    /// branch too.
    template <class Arrive>
    Tally walk(int bound, int reach, Arrive arrive) {
        const Mark root = begin(bound, no_depth_limit);
        Walk<Arrive> walk{arrive, reach + Heuristic::value(root), {}, {}};
        walk_below(-1, root, bound, Avoided::start(blank_), walk);
        return walk.tally;
    }

    /// The moves to the goal from the root, or from the end of the walked path.
    [[nodiscard]] std::vector<std::uint8_t> moves() const { return {moves_.rbegin(), moves_.rend()}; }

    [[nodiscard]] bool is_solved() const { return is_solved_; }

    /// Whether the run ended at a child that was neither cut nor expanded.
    [[nodiscard]] bool ended_at_child() const { return is_stopped_at_child_ || !moves_.empty(); }

    /// The least f beyond the bound of the last pass, minus that bound.
    [[nodiscard]] int overflow() const { return overflow_; }

    /// What the last pass counted, or the last search at the end of a walked path.
    [[nodiscard]] Tally tally() const {
        return {
            granted_ - credit_ - expanded_before_, generated_ - generated_before_, deepest_, deepest_made_,
            is_depth_cut_};
    }

private:
    /// Look at the child of a move.
    [[nodiscard, gnu::always_inline]] inline Child look(Passed mark, int blank, int target, int move) const {
        const int tile = board_[static_cast<std::size_t>(target)];
        if constexpr (is_entered) {
            return heuristic_.look(mark, board_, blank, move, tile);
        } else {
            return heuristic_.slide(mark, blank, move, tile);
        }
    }

    /// Stand at the root, ready for a pass.
    Mark begin(int bound, int depth_limit) {
        bound_ = bound;
        overflow_ = Heuristic::has_unit_steps ? 2 : no_overflow;
        floor_ = bound - depth_limit;
        board_ = start_;
        blank_ = start_blank_;
        begin_tally();
        return heuristic_.start(board_);
    }

    void begin_tally() {
        lowest_ = bound_ + 1;
        watched_ = always;
        deepest_ = deepest_made_ = 0;
        expanded_before_ = granted_ - credit_;
        generated_before_ = generated_;
    }

    template <class Arrive>
    struct Walk {
        Arrive arrive;
        int most;  // g + f of nodes that are no branches is less
        std::vector<std::uint8_t> path;
        Tally tally;
    };

    template <class Arrive>
    bool walk_below(int undo, Passed mark, int left, Trail trail, Walk<Arrive>& walk) {
        const int g = bound_ - left;
        if (g + g + Heuristic::value(mark) >= walk.most || is_zero(mark)) {
            begin_tally();
            return walk.arrive(walk.path, walk.tally, [&] { return visit_any(undo, mark, left, trail); });
        }
        ++walk.tally.expanded;
        walk.tally.deepest = std::max(walk.tally.deepest, g);
        const int blank = blank_;
        for (int move = 0; move < move_count; ++move) {
            const int target = grid_.target(blank, move);
            const Trail after = avoided_.after(trail, move);
            if (target < 0 || move == undo || is_forbidden(after)) {
                continue;
            }
            ++walk.tally.generated;
            walk.tally.deepest_made = std::max(walk.tally.deepest_made, g + 1);
            Child child = look(mark, blank, target, move);
            if (const int excess = Heuristic::value(mark_of(child)) - (left - 1); excess > 0) {
                overflow_ = std::min(overflow_, excess);
                continue;
            }
            const std::uint8_t tile = enter(child, target);
            walk.path.push_back(static_cast<std::uint8_t>(move));
            if (walk_below(opposite(move), mark_of(child), left - 1, after, walk)) {
                return true;
            }
            walk.path.pop_back();
            leave(child, blank, tile);
        }
        return false;
    }

    /// Make the move that leads to a child; the tile that slid.
    std::uint8_t enter(Child& child, int target) {
        if constexpr (is_entered) {
            heuristic_.enter(child, board_[static_cast<std::size_t>(target)]);
        }
        const std::uint8_t tile = board_[static_cast<std::size_t>(target)];
        board_[static_cast<std::size_t>(blank_)] = tile;
        blank_ = target;
        return tile;
    }

    void leave(Child& child, int blank, std::uint8_t tile) {
        if constexpr (is_entered) {
            heuristic_.leave(child, tile);
        }
        board_[static_cast<std::size_t>(blank_)] = tile;
        blank_ = blank;
    }

    [[nodiscard]] static bool is_forbidden(Trail trail) {
        if constexpr (avoids_detours) {
            return trail == Avoided::forbidden;
        } else {
            return false;
        }
    }

    static const Mark& mark_of(const Child& child) {
        if constexpr (is_entered) {
            return child.mark;
        } else {
            return child;
        }
    }

    /// Whether a node may be the goal.
    [[nodiscard]] static bool is_zero(Passed mark) {
        if constexpr (requires { Heuristic::is_zero(mark); }) {
            return Heuristic::is_zero(mark);
        } else {
            return Heuristic::value(mark) == 0;
        }
    }

    /// Arrive at the node where the search stands.
    bool visit_any(int undo, Passed mark, int left, Trail trail) {
        if constexpr (!Sink::listens) {  // recording takes longer than any loop: its code stays small
            if (FixedGrid<4, 4>::equals(grid_)) {
                return find_fixed<FixedGrid<4, 4>>(undo, mark, left, trail);
            }
        }
        return visit(blank_, undo, mark, left, 0, trail);
    }

    /// Arrive at a node on a grid that the compiler does not know: is it the goal, or too deep? Then make its children.
    /// True if the run ends. `left` is how far the goal may be.
    bool visit(int blank, int undo, Passed mark, int left, Number node, Trail trail) {
        if (const Arrival arrival = arrive(blank, undo, mark, left, node, trail); arrival != Arrival::open) {
            return arrival == Arrival::end;
        }
        for (int move = 0; move < move_count; ++move) {
            const int target = grid_.target(blank, move);
            if (target < 0 || move == undo) {
                continue;
            }
            const auto next = [&](Passed child, Number number, Trail after) {
                return visit(target, opposite(move), child, left - 1, number, after);
            };
            if (step(blank, target, move, mark, left - 1, node, trail, next)) {
                return true;
            }
        }
        return false;
    }

    /// Find the function for the cell where the blank stands and the move that would undo the last one.
    template <class Fixed, int Blank = 0>
    bool find_fixed(int undo, Passed mark, int left, Trail trail) {
        if constexpr (Blank < Fixed::cell_count) {
            return Blank == blank_ ? find_fixed_after<Fixed, Blank>(undo, mark, left, trail)
                                   : find_fixed<Fixed, Blank + 1>(undo, mark, left, trail);
        } else {
            return false;
        }
    }

    template <class Fixed, int Blank, int Undo = -1>
    bool find_fixed_after(int undo, Passed mark, int left, Trail trail) {
        if constexpr (Undo >= 0 && Undo < move_count && Fixed::target(Blank, Undo) < 0) {
            return find_fixed_after<Fixed, Blank, Undo + 1>(undo, mark, left, trail);
        } else if constexpr (Undo < move_count) {
            return Undo == undo ? visit_fixed<Fixed, Blank, Undo>(mark, left, 0, trail)
                                : find_fixed_after<Fixed, Blank, Undo + 1>(undo, mark, left, trail);
        } else {
            return false;
        }
    }

    /// The same with blank and last move known to the compiler: it unrolls the moves and drops those beyond the edge.
    template <class Fixed, int Blank, int Undo>
    bool visit_fixed(Passed mark, int left, Number node, Trail trail) {
        if (const Arrival arrival = arrive(Blank, Undo, mark, left, node, trail); arrival != Arrival::open) {
            return arrival == Arrival::end;
        }
        const bool upward = is_open<Fixed, Blank, Undo, 0>(mark, left - 1, trail);
        const bool downward = is_open<Fixed, Blank, Undo, 1>(mark, left - 1, trail);
        const bool leftward = is_open<Fixed, Blank, Undo, 2>(mark, left - 1, trail);
        const bool rightward = is_open<Fixed, Blank, Undo, 3>(mark, left - 1, trail);
        return step_fixed<Fixed, Blank, Undo, 0>(upward, mark, left - 1, node, trail) ||
               step_fixed<Fixed, Blank, Undo, 1>(downward, mark, left - 1, node, trail) ||
               step_fixed<Fixed, Blank, Undo, 2>(leftward, mark, left - 1, node, trail) ||
               step_fixed<Fixed, Blank, Undo, 3>(rightward, mark, left - 1, node, trail);
    }

    /// Where looks go to large tables: whether the search will go on below a child, found before its elder siblings are
    /// searched and without a branch. The loads then overlap, and of the reasons to cut a child, none of which can be
    /// predicted, one branch in `step_fixed` is left.
    template <class Fixed, int Blank, int Undo, int Move>
    [[nodiscard, gnu::always_inline]] inline bool is_open(Passed mark, int left, Trail trail) const {
        constexpr int target = Fixed::target(Blank, Move);
        if constexpr (is_entered && target >= 0 && Move != Undo) {
            const int h = Heuristic::value(mark_of(look(mark, Blank, target, Move)));
            return static_cast<int>(h <= left) & static_cast<int>(!is_forbidden(avoided_.after(trail, Move)));
        } else {
            return false;
        }
    }

    template <class Fixed, int Blank, int Undo, int Move>
    [[gnu::always_inline]] inline bool step_fixed(bool is_open, Passed mark, int left, Number node, Trail trail) {
        constexpr int target = Fixed::target(Blank, Move);
        if constexpr (target >= 0 && Move != Undo) {
            const auto next = [this, left](Passed child, Number number, Trail after) {
                return visit_fixed<Fixed, target, opposite(Move)>(child, left, number, after);
            };
            if constexpr (is_entered) {
                const Trail after = avoided_.after(trail, Move);
                generated_ += is_forbidden(after) ? 0 : 1;
                if (!is_open) {
                    return false;
                }
                Child child = look(mark, Blank, target, Move);
                return descend(Blank, target, Move, child, 0, after, next);
            } else {
                return step(Blank, target, Move, mark, left, node, trail, next);
            }
        } else {
            return false;
        }
    }

    /// Make one child, unless it completes a detour: cut it or search below it. True if the run ends.
    template <class Next>
    [[gnu::always_inline]] inline bool step(
        int blank, int target, int move, Passed mark, int left, Number parent, Trail trail, Next next) {
        const Trail after = avoided_.after(trail, move);
        if (is_forbidden(after)) {
            return false;
        }
        ++generated_;
        const Number node{generated_};
        Child child = look(mark, blank, target, move);
        const int h = Heuristic::value(mark_of(child));
        tell(EventKind::generate, node, parent, move, bound_ - left, h);
        if (h > left) {
            if (!Heuristic::has_unit_steps && h - left < overflow_) {
                overflow_ = h - left;
            }
            tell(EventKind::prune, node, 0, 0, 0, 0, Reason::bound);
            return false;
        }
        return descend(blank, target, move, child, node, after, next);
    }

    /// Search below a child.
    template <class Next>
    [[gnu::always_inline]] inline bool descend(
        int blank, int target, int move, Child& child, Number node, Trail after, Next next) {
        const std::uint8_t tile = board_[static_cast<std::size_t>(target)];
        board_[static_cast<std::size_t>(blank)] = tile;
        if constexpr (is_entered) {
            heuristic_.enter(child, tile);
        }
        if (next(mark_of(child), node, after)) {
            return succeed(move);
        }
        if constexpr (is_entered) {
            heuristic_.leave(child, tile);
        }
        board_[static_cast<std::size_t>(target)] = tile;
        return false;
    }

    /// The least f beyond the bound among the children of a node. Once it is the least that there can be, cut children
    /// teach nothing more.
    [[gnu::noinline]] void learn_overflow(int blank, int undo, Passed mark, int left, Trail trail) {
        for (int move = 0; move < move_count; ++move) {
            const int target = grid_.target(blank, move);
            if (target < 0 || move == undo || is_forbidden(avoided_.after(trail, move))) {
                continue;
            }
            const int excess = Heuristic::value(mark_of(look(mark, blank, target, move))) - left;
            if (excess > 0) {
                overflow_ = std::min(overflow_, excess);
            }
        }
    }

    enum class Arrival : std::uint8_t { open, cut, end };

    /// What becomes of a node: it is cut, it ends the run, or its children are to be made.
    [[gnu::always_inline]] inline Arrival arrive(
        int blank, int undo, Passed mark, int left, Number node, Trail trail) {
        if (is_zero(mark) && is_goal(blank)) {
            tell(EventKind::goal, node, 0, 0, 0, 0);
            is_solved_ = true;
            return Arrival::end;
        }
        if (left < watched_ && is_too_deep(blank, undo, mark, left, trail)) {
            if (left < bound_) {  // the root is no child that could be cut
                tell(EventKind::prune, node, 0, 0, 0, 0, Reason::depth);
            }
            return Arrival::cut;
        }
        if (--credit_ == 0 && should_stop()) {
            stop_before(left);
            return Arrival::end;
        }
        tell(EventKind::expand, node, 0, 0, 0, 0);
        return Arrival::open;
    }

    /// On the way back from the goal.
    [[gnu::noinline]] bool succeed(int move) {
        if (is_solved_) {
            moves_.push_back(static_cast<std::uint8_t>(move));
        }
        return true;
    }

    /// The run ends before this node is expanded: if it seemed to be the deepest one, it is not.
    [[gnu::noinline]] void stop_before(int left) {
        is_stopped_at_child_ = left < bound_;
        if (shallower_.node == generated_) {
            deepest_ = shallower_.deepest;
            deepest_made_ = shallower_.deepest_made;
        }
    }

    /// Called for a node that may have news: while the overflow is not known, and for a depth not met before. It refuses at
    /// the depth limit.
    [[gnu::noinline]] bool is_too_deep(int blank, int undo, Passed mark, int left, Trail trail) {
        if (left <= floor_) {
            is_depth_cut_ = true;
            return true;
        }
        if (left < lowest_) {
            const bool has_child = can_move(blank, undo, trail);
            const int depth = bound_ - left;
            shallower_ = {generated_, deepest_, deepest_made_};
            lowest_ = has_child ? left : left + 1;
            deepest_ = depth;
            deepest_made_ = std::max(deepest_made_, has_child ? depth + 1 : depth);
        }
        watched_ = lowest_;
        if constexpr (is_entered) {
            if (overflow_ > Heuristic::least_overflow) {
                learn_overflow(blank, undo, mark, left - 1, trail);
                watched_ = always;
            }
        }
        return false;
    }

    [[nodiscard]] bool can_move(int blank, int undo, Trail trail) const {
        for (int move = 0; move < move_count; ++move) {
            if (grid_.target(blank, move) >= 0 && move != undo && !is_forbidden(avoided_.after(trail, move))) {
                return true;
            }
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
        ++credit_;  // this expansion has not happened yet
        Snapshot snapshot{{}, bound_, 0};
        snapshot.counters.expanded = granted_ - credit_;
        snapshot.counters.generated = generated_;
        if (watch_.should_stop(snapshot)) {
            return true;
        }
        const std::uint64_t more = watch_.expansions_until_next_look(generated_);
        granted_ += more;
        credit_ += more - 1;
        return false;
    }

    // First what every node needs: within 128 bytes of the object's address instructions are shorter.
    Cells board_;  // the blank's cell holds whatever tile left it
    Avoided avoided_;
    std::uint64_t generated_ = 0;
    std::uint64_t credit_ = 1;  // expansions left before the next look at the limits: counting down is one instruction
    int overflow_ = no_overflow;
    int watched_ = 0;           // a node whose allowance is below it may have news, see `is_too_deep`
    Heuristic heuristic_;  // a copy: its tables then lie at a fixed distance from everything else here

    const Grid& grid_;
    const Cells& start_;
    const Cells& goal_;
    Watch& watch_;
    Sink& sink_;
    int start_blank_ = 0;
    int blank_ = 0;  // where the search begins; deeper down the blank travels as an argument
    int bound_ = 0;
    int floor_ = 0;   // the allowance of nodes at the depth limit
    int lowest_ = 0;  // a node whose allowance is below it lies deeper than any before it that had a child to make
    int deepest_ = 0;
    int deepest_made_ = 0;
    struct {
        std::uint64_t node;
        int deepest;
        int deepest_made;
    } shallower_{};  // what was the deepest before this node
    bool is_solved_ = false;
    bool is_stopped_at_child_ = false;
    bool is_depth_cut_ = false;
    std::uint64_t granted_ = 1;  // expansions allowed in all before the next look
    std::uint64_t generated_before_ = 0;
    std::uint64_t expanded_before_ = 0;
    std::vector<std::uint8_t> moves_;  // to the goal, the last first
};

}  // namespace taquin
