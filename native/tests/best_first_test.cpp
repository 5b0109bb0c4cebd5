#include "taquin/best_first/best_first.hpp"

#include "check.hpp"
#include "taquin/best_first/bidirectional.hpp"
#include "taquin/best_first/bidirectional_astar.hpp"
#include "taquin/best_first/bounded_list.hpp"
#include "taquin/best_first/breadth_first.hpp"
#include "taquin/best_first/depth_first.hpp"
#include "taquin/ida_star/depth_limited.hpp"

using namespace taquin;
using namespace taquin::tests;

namespace {

template <class State, class Sink>
Outcome best_first(
    const Grid& grid, const Cells& start, const UnitTileSum& heuristic, const Ordering& ordering, Limits& limits,
    Sink& sink, int depth_limit = 1 << 30) {
    return BestFirst<State, TileSum, Sink>(
               grid, start, make_goal(grid.cells()), heuristic, ordering, limits, sink)
        .run(depth_limit);
}

template <class State, class Sink>
Outcome bidirectional_astar(
    const Grid& grid, int columns, const Cells& start, Limits& limits, Sink& sink,
    FrontierRule rule = FrontierRule::pairs) {
    const Cells goal = make_goal(grid.cells());
    const auto heuristic = make_manhattan(grid, columns);
    const auto backward = make_manhattan(grid, columns, start);
    return BidirectionalAstar<State, TileSum, Sink>(grid, start, goal, heuristic, backward, rule, 1, limits, sink)
        .run(1 << 30);
}

/// Breadth-first search is the judge: everything that claims to be optimal must find its length.
template <class State>
void test_optimal_searches_agree(int rows, int columns, int moves) {
    const Grid grid = make_grid(rows, columns);
    const auto heuristic = make_manhattan(grid, columns);
    const Cells goal = make_goal(grid.cells());
    std::mt19937 random(1);
    NoSink sink;
    Limits limits;
    for (int round = 0; round < 20; ++round) {
        const Cells start = scramble(grid, goal, moves, random);
        const Outcome judge = BreadthFirst<State, NoSink>(grid, start, goal, limits, sink).run(1 << 30);
        CHECK(judge.status == Status::solved && solves(grid, start, goal, judge.moves));
        const Outcome both = Bidirectional<State, NoSink>(grid, start, goal, limits, sink).run(1 << 30);
        CHECK(solves(grid, start, goal, both.moves) && both.moves.size() == judge.moves.size());
        if (judge.moves.size() <= 12) {  // deeper trees take long
            const int depth = static_cast<int>(judge.moves.size());
            const Outcome deep = DepthLimited<NoSink>(grid, start, goal, depth <= 8, limits, sink)
                                     .run(DepthLimited<NoSink>::deepening, 1 << 30);
            CHECK(solves(grid, start, goal, deep.moves) && deep.moves.size() == judge.moves.size());
            const Outcome path = DepthFirst<State, NoSink>(grid, start, goal, limits, sink).run(depth + 2);
            CHECK(path.status == Status::exhausted || solves(grid, start, goal, path.moves));
            const Outcome stack = StackDepthFirst<State, NoSink>(grid, start, goal, limits, sink).run(depth + 2);
            CHECK(stack.status == Status::exhausted || solves(grid, start, goal, stack.moves));
        }
        for (const FrontierRule rule : {FrontierRule::pairs, FrontierRule::meeting, FrontierRule::balanced}) {
            const Outcome met = bidirectional_astar<State>(grid, columns, start, limits, sink, rule);
            CHECK(solves(grid, start, goal, met.moves) && met.moves.size() == judge.moves.size());
            CHECK(met.lower_bound == static_cast<int>(judge.moves.size()));
        }
        for (const TieBreak tie_break : {TieBreak::fifo, TieBreak::lifo, TieBreak::low_h}) {
            for (const double weight_h : {0.0, 1.0, 1.5, 3.0}) {
                const Outcome found = best_first<State>(grid, start, heuristic, {1, weight_h, tie_break}, limits, sink);
                const double longest = std::max(1.0, weight_h) * static_cast<double>(judge.moves.size());
                CHECK(solves(grid, start, goal, found.moves));
                CHECK(static_cast<double>(found.moves.size()) <= longest);
                CHECK(found.lower_bound <= static_cast<int>(judge.moves.size()));
                CHECK(weight_h > 1 || found.lower_bound == static_cast<int>(judge.moves.size()));
            }
        }
    }
}

/// Focal search, DPS and EES stay within their bound, and with weight 1 they are optimal.
template <class State>
void test_bounded_searches_are_within_their_bound(int rows, int columns, int moves) {
    const Grid grid = make_grid(rows, columns);
    const auto heuristic = make_manhattan(grid, columns);
    const Cells goal = make_goal(grid.cells());
    std::mt19937 random(2);
    NoSink sink;
    Limits limits;
    for (int round = 0; round < 20; ++round) {
        const Cells start = scramble(grid, goal, moves, random);
        const Outcome judge = best_first<State>(grid, start, heuristic, {1, 1, TieBreak::fifo}, limits, sink);
        for (const Priority priority : {Priority::focal, Priority::dps, Priority::ees}) {
            for (const double weight : {1.0, 1.2, 2.0, 1e6}) {
                const Ordering ordering{1, weight, TieBreak::fifo, priority};
                const Outcome found = BestFirst<State, TileSum, NoSink, BoundedList>(
                                          grid, start, goal, heuristic, ordering, limits, sink)
                                          .run(1 << 30);
                CHECK(solves(grid, start, goal, found.moves));
                CHECK(static_cast<double>(found.moves.size()) <= weight * static_cast<double>(judge.moves.size()));
                CHECK(found.lower_bound <= static_cast<int>(judge.moves.size()));
                CHECK(weight > 1 || found.moves.size() == judge.moves.size());
            }
        }
    }
}

/// ARA* reports shorter and shorter solutions within their weights, and ends with a shortest one unless it is stopped.
template <class State>
void test_solutions_get_shorter_until_one_is_proven(int rows, int columns, int moves) {
    const Grid grid = make_grid(rows, columns);
    const auto heuristic = make_manhattan(grid, columns);
    const Cells goal = make_goal(grid.cells());
    std::mt19937 random(7);
    NoSink sink;
    Limits limits;
    for (int round = 0; round < 20; ++round) {
        const Cells start = scramble(grid, goal, moves, random);
        const Outcome judge = best_first<State>(grid, start, heuristic, {1, 1, TieBreak::fifo}, limits, sink);
        const std::size_t most = round % 2 == 0 ? 1 : 1000;  // solutions
        std::vector<std::size_t> lengths;
        Limits improving(Limits::no_limit, [&](const Snapshot& snapshot) {
            if (snapshot.solution != nullptr) {
                CHECK(solves(grid, start, goal, *snapshot.solution));
                CHECK(lengths.empty() || snapshot.solution->size() < lengths.back());
                CHECK(snapshot.solution->size() <= 5 * judge.moves.size());
                lengths.push_back(snapshot.solution->size());
            }
            return lengths.size() >= most;
        });
        const Ordering ordering{1, 5, TieBreak::fifo, Priority::ara_star, 0.5};
        const Outcome found =
            BestFirst<State, TileSum, NoSink, RepairList>(grid, start, goal, heuristic, ordering, improving, sink)
                .run(1 << 30);
        CHECK(solves(grid, start, goal, found.moves) && found.moves.size() == lengths.back());
        CHECK(found.lower_bound <= static_cast<int>(judge.moves.size()));
        CHECK(found.iterations.front().bound == 5 && found.iterations.back().bound >= 1);
        CHECK(found.status == Status::solved || (most == 1 && lengths.size() == 1));
        CHECK(found.status == Status::stopped || found.moves.size() == judge.moves.size());
    }
}

/// A heavier g changes the order, not what is proven.
void test_bounds_hold_with_any_weight_of_g() {
    const Grid grid = make_grid(3, 3);
    const auto heuristic = make_manhattan(grid, 3);
    std::mt19937 random(6);
    NoSink sink;
    Limits limits;
    for (int round = 0; round < 20; ++round) {
        const Cells start = scramble(grid, make_goal(9), 40, random);
        const Outcome shortest = best_first<Packed16>(grid, start, heuristic, {1, 1, TieBreak::fifo}, limits, sink);
        for (const int weight_g : {0, 2, 5}) {
            const Ordering ordering{weight_g, 1, TieBreak::fifo};
            const Outcome found = best_first<Packed16>(grid, start, heuristic, ordering, limits, sink);
            CHECK(found.lower_bound <= static_cast<int>(shortest.moves.size()));
        }
    }
}

void test_limits_hold() {
    const Grid grid = make_grid(4, 4);
    const auto heuristic = make_manhattan(grid, 4);
    std::mt19937 random(3);
    const Cells start = scramble(grid, make_goal(16), 200, random);
    const Ordering astar{1, 1, TieBreak::fifo};
    NoSink sink;
    Limits few(1000);
    const Outcome stopped = best_first<Packed16>(grid, start, heuristic, astar, few, sink);
    CHECK(stopped.status == Status::stopped);
    CHECK(stopped.counters.generated >= 1000 && stopped.counters.generated < 1004);
    Limits limits;
    const Outcome shallow = best_first<Packed16>(grid, start, heuristic, astar, limits, sink, 10);
    CHECK(shallow.status == Status::exhausted && shallow.is_depth_cut && shallow.counters.max_depth == 10);
}

/// A search that stores nodes also polls while it rebuilds its table: then two polls see the same counters.
template <class Search>
void test_rebuilds_are_polled(Search search) {
    std::uint64_t expanded = Limits::no_limit;
    int polls_in_rebuild = 0;
    Limits limits(
        Limits::no_limit,
        [&](const Snapshot& snapshot) {
            polls_in_rebuild += snapshot.counters.expanded == expanded ? 1 : 0;
            expanded = snapshot.counters.expanded;
            return polls_in_rebuild == 2;
        },
        std::chrono::milliseconds(0));
    const Outcome stopped = search(limits);
    CHECK(polls_in_rebuild == 2 && stopped.status == Status::stopped);
    CHECK(stopped.moves.empty() && stopped.counters.expanded == expanded);
}

void test_rebuilds_in_every_search_are_polled() {
    const Grid grid = make_grid(4, 4);
    const Cells goal = make_goal(16);
    const auto heuristic = make_manhattan(grid, 4);
    std::mt19937 random(5);
    const Cells start = scramble(grid, goal, 1000, random);
    NoSink sink;
    test_rebuilds_are_polled([&](Limits& limits) {
        return best_first<Packed16>(grid, start, heuristic, {1, 0, TieBreak::fifo}, limits, sink);
    });
    test_rebuilds_are_polled([&](Limits& limits) {
        return BreadthFirst<Packed16, NoSink>(grid, start, goal, limits, sink).run(1 << 30);
    });
    test_rebuilds_are_polled([&](Limits& limits) {
        return Bidirectional<Packed16, NoSink>(grid, start, goal, limits, sink).run(1 << 30);
    });
    test_rebuilds_are_polled(
        [&](Limits& limits) { return bidirectional_astar<Packed16>(grid, 4, start, limits, sink); });
}

void test_events_are_the_counters() {
    const Grid grid = make_grid(3, 3);
    const auto heuristic = make_manhattan(grid, 3);
    std::mt19937 random(4);
    Limits limits;
    TraceSink sink(1'000'000);
    const Cells start = scramble(grid, make_goal(9), 100, random);
    const Outcome found = best_first<Packed16>(grid, start, heuristic, {1, 1, TieBreak::fifo}, limits, sink);
    Counters counted;
    for (const Event& event : sink.events()) {
        counted.expanded += event.kind == EventKind::expand;
        counted.generated += event.kind == EventKind::generate && event.parent >= 0;
        counted.duplicates += event.kind == EventKind::duplicate;
    }
    CHECK(!sink.is_truncated() && counted.expanded == found.counters.expanded);
    CHECK(counted.generated == found.counters.generated && counted.duplicates == found.counters.duplicates);
}

}  // namespace

int main() {
    test_optimal_searches_agree<Packed16>(3, 3, 40);
    test_optimal_searches_agree<Packed16>(1, 6, 20);
    test_optimal_searches_agree<Packed16>(4, 4, 12);
    test_optimal_searches_agree<Packed25>(5, 5, 10);
    test_bounded_searches_are_within_their_bound<Packed16>(3, 3, 40);
    test_bounded_searches_are_within_their_bound<Packed25>(5, 5, 12);
    test_solutions_get_shorter_until_one_is_proven<Packed16>(3, 3, 40);
    test_solutions_get_shorter_until_one_is_proven<Packed25>(5, 5, 12);
    test_bounds_hold_with_any_weight_of_g();
    test_limits_hold();
    test_rebuilds_in_every_search_are_polled();
    test_events_are_the_counters();
}
