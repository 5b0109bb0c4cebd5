// Every search with every kind of heuristic, on boards, goals, limits and grids from the bytes. A solution replays; a
// search that claims the shortest one agrees with breadth-first search; no lower bound lies above that; limits hold.

#include <memory>
#include <optional>

#include "heuristics.hpp"
#include "input.hpp"
#include "taquin/best_first/run_best_first.hpp"
#include "taquin/heuristics/maximum.hpp"
#include "taquin/ida_star/detours.hpp"
#include "taquin/ida_star/run_ida_star.hpp"

using namespace taquin;
using namespace taquin::fuzz;

namespace {

constexpr int no_depth_limit = 1 << 30;
constexpr std::uint64_t judge_nodes = 20'000;
constexpr std::uint64_t most_nodes = 20'000;

/// What the searches of one input have in common.
struct Case {
    Problem problem;
    std::uint64_t node_limit;
    int depth_limit;
    int threads;
    Ordering ordering;
    std::optional<int> distance;  // if breadth-first search found it in time
};

void check_outcome(const Case& tried, const Outcome& outcome, bool is_admissible) {
    const auto length = static_cast<int>(outcome.moves.size());
    if (outcome.status == Status::solved) {
        CHECK(tests::solves(tried.problem.grid, tried.problem.start, tried.problem.goal, outcome.moves));
        CHECK(length <= tried.depth_limit);
        CHECK(!is_admissible || outcome.lower_bound <= length);
    } else {
        CHECK(outcome.moves.empty());
    }
    if (outcome.status == Status::stopped) {  // there is no poll: only the node limit can stop it
        CHECK(outcome.counters.generated >= tried.node_limit);
        // IDA* goes back along its path before the next expansion, and generates children that it cuts at once.
        CHECK(outcome.counters.generated < tried.node_limit + move_count + 2 * outcome.counters.max_depth);
    }
    if (outcome.status == Status::exhausted) {
        CHECK(outcome.is_depth_cut || !tried.distance || !is_admissible);
        CHECK(!is_admissible || !tried.distance || *tried.distance > tried.depth_limit);
    }
    CHECK(!is_admissible || !tried.distance || outcome.lower_bound <= *tried.distance);
}

void check_shortest(const Case& tried, const Outcome& outcome) {
    check_outcome(tried, outcome, true);
    if (outcome.status == Status::solved && tried.distance) {
        CHECK(static_cast<int>(outcome.moves.size()) == *tried.distance && outcome.lower_bound == *tried.distance);
    }
}

/// The same run with recorded events: they are as many as the counters say.
template <class Search>
void check_events(const Outcome& plain, Search search) {
    TraceSink sink(1'000'000);
    const Outcome traced = search(sink);
    CHECK(traced.status == plain.status && traced.moves == plain.moves && traced.lower_bound == plain.lower_bound);
    CHECK(traced.counters.generated == plain.counters.generated && traced.counters.pruned == plain.counters.pruned);
    Counters counted;
    for (const Event& event : sink.events()) {
        counted.expanded += event.kind == EventKind::expand;
        counted.generated += event.kind == EventKind::generate && event.parent >= 0;
        counted.duplicates += event.kind == EventKind::duplicate;
    }
    CHECK(sink.is_truncated() || counted.expanded == traced.counters.expanded);
    CHECK(sink.is_truncated() || counted.generated == traced.counters.generated);
    CHECK(sink.is_truncated() || counted.duplicates == traced.counters.duplicates);
}

template <class State, template <class, class> class Search>
void check_without_heuristic(const Case& tried) {
    const auto run = [&](auto& sink) {
        Limits limits(tried.node_limit);
        const Problem& problem = tried.problem;
        return Search<State, std::remove_reference_t<decltype(sink)>>(
                   problem.grid, problem.start, problem.goal, limits, sink)
            .run(tried.depth_limit);
    };
    NoSink sink;
    const Outcome outcome = run(sink);
    check_shortest(tried, outcome);
    check_events(outcome, run);
}

template <class State, class Heuristic>
void check_best_first(const Case& tried, const Heuristic& heuristic, bool is_admissible) {
    const Problem& problem = tried.problem;
    const auto run = [&]<class Estimate, class Sink>(const Estimate& estimate, Sink& sink) {
        Limits limits(tried.node_limit);
        return BestFirst<State, Estimate, Sink>(
                   problem.grid, problem.start, problem.goal, estimate, tried.ordering, limits, sink)
            .run(tried.depth_limit);
    };
    NoSink sink;
    const Outcome outcome = run(for_stored_nodes<NoSink>(problem.grid, heuristic), sink);
    const Ordering& ordering = tried.ordering;
    check_outcome(tried, outcome, is_admissible);
    if (is_admissible && ordering.weight_g == 1 && tried.distance && outcome.status == Status::solved) {
        const double factor = std::max(1.0, ordering.weight_h);
        CHECK(static_cast<double>(outcome.moves.size()) <= factor * *tried.distance + 1e-9);
    }
    if constexpr (std::is_same_v<State, Packed16>) {  // another copy of the search would take long to compile
        const Maximum recorded = Maximum::of(problem.grid, heuristic);
        check_events(outcome, [&](TraceSink& events) { return run(recorded, events); });
    }
}

/// `make` makes the heuristic of a problem: the one to the goal, and the one back to the start.
template <class Make>
void check_bidirectional_astar(const Case& tried, Make make) {
    const Problem& problem = tried.problem;
    if (problem.cells() > Packed16::maximum_cells) {
        return;
    }
    Problem reversed = problem;
    std::swap(reversed.start, reversed.goal);
    const FrontierRule rule = tried.node_limit % 2 == 0 ? FrontierRule::pairs : FrontierRule::meeting;
    const auto run = [&]<class Estimate, class Sink>(const Estimate& ahead, const Estimate& back, Sink& sink) {
        Limits limits(tried.node_limit);
        return BidirectionalAstar<Packed16, Estimate, Sink>(
                   problem.grid, problem.start, problem.goal, ahead, back, rule, 1, limits, sink)
            .run(tried.depth_limit);
    };
    NoSink sink;
    const auto ahead = make(problem), back = make(reversed);
    const Outcome outcome =
        run(for_stored_nodes<NoSink>(problem.grid, ahead), for_stored_nodes<NoSink>(problem.grid, back), sink);
    check_shortest(tried, outcome);
    const Maximum recorded = Maximum::of(problem.grid, ahead), recorded_back = Maximum::of(problem.grid, back);
    check_events(outcome, [&](TraceSink& events) { return run(recorded, recorded_back, events); });
}

template <class Heuristic>
void check_ida_star(const Case& tried, const Heuristic& heuristic, const Detours* detours, bool is_admissible) {
    const Problem& problem = tried.problem;
    const auto run = [&](const auto& estimate, auto& sink, int threads) {
        Limits limits(tried.node_limit);
        const IdaStarOptions options{detours, threads, tried.depth_limit};
        return run_ida_star(problem.grid, problem.start, problem.goal, estimate, options, limits, sink);
    };
    NoSink sink;
    const Outcome outcome = run(heuristic, sink, 1);
    if (is_admissible) {
        check_shortest(tried, outcome);
    } else {
        check_outcome(tried, outcome, false);
    }
    const Maximum recorded = Maximum::of(problem.grid, heuristic);
    check_events(outcome, [&](TraceSink& events) { return run(recorded, events, 1); });
    if (tried.threads > 1) {
        const Outcome shared = run(heuristic, sink, tried.threads);
        const bool is_ended = shared.status != Status::stopped && outcome.status != Status::stopped;
        CHECK(!is_ended || (shared.status == outcome.status && shared.moves == outcome.moves));
        CHECK(!is_ended || shared.lower_bound == outcome.lower_bound);
        CHECK(!is_ended || shared.counters.generated == outcome.counters.generated);
    }
}

template <class Heuristic>
void check_with(const Case& tried, const Heuristic& heuristic, const Detours* detours, bool is_admissible) {
    check_ida_star(tried, heuristic, detours, is_admissible);
    if (tried.problem.cells() <= Packed16::maximum_cells) {
        check_best_first<Packed16>(tried, heuristic, is_admissible);
    }
    if constexpr (std::is_same_v<Heuristic, UnitTileSum> || std::is_same_v<Heuristic, LineSum>) {
        if (tried.problem.cells() <= Packed25::maximum_cells) {
            check_best_first<Packed25>(tried, heuristic, is_admissible);
        }
    }
}

/// A sum of smaller costs than Manhattan's is still admissible; one of any costs is not.
TileSum make_any_sum(Input& input, const Problem& problem, bool is_admissible) {
    std::vector<std::uint8_t> costs = manhattan_costs(problem);
    for (std::size_t index = static_cast<std::size_t>(problem.cells()); index < costs.size(); ++index) {
        const auto any = static_cast<std::uint8_t>(input.byte() % 128);
        costs[index] = is_admissible ? std::min(costs[index], any) : any;
    }
    return {problem.grid, costs};
}

Maximum make_maximum(Input& input, const Problem& problem, const TileSum& any_sum) {
    Maximum::Parts parts;
    std::shared_ptr<const WalkSum> walk;
    if (input.flag()) {
        walk = std::make_shared<const WalkSum>(make_walking_distance(problem));
    }
    if (input.flag() || !walk) {
        parts.push_back(std::make_unique<BoardHeuristicOf<TileSum>>(any_sum));
    }
    if (input.flag() && problem.rows <= LineSum::maximum_side && problem.columns <= LineSum::maximum_side) {
        parts.push_back(std::make_unique<BoardHeuristicOf<LineSum>>(make_linear_conflict(problem)));
    }
    return {problem.grid, std::move(parts), std::move(walk)};
}

Case read_case(Input& input) {
    const auto [rows, columns] = input.choose<std::pair<int, int>>(
        {{3, 3}, {2, 3}, {3, 2}, {2, 2}, {1, 2}, {1, 6}, {5, 1}, {2, 4}, {4, 4}, {3, 4}, {5, 5}, {3, 5}, {2, 8},
         {6, 6}});
    const Grid grid = tests::make_grid(rows, columns);
    const Cells goal = input.board(grid.cells());
    const Cells start = input.walk(grid, goal, input.between(0, 24));
    const bool has_depth_limit = input.flag();
    const bool has_node_limit = input.flag();
    Case tried{
        .problem = {rows, columns, grid, start, goal},
        .node_limit = has_node_limit ? static_cast<std::uint64_t>(input.between(0, 3000)) : most_nodes,
        .depth_limit = has_depth_limit ? input.between(0, 30) : no_depth_limit,
        .threads = input.between(0, 15) == 0 ? 3 : 1,
        .ordering =
            {input.between(0, 2), input.choose({0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 17.0}),
             input.choose({TieBreak::fifo, TieBreak::lifo, TieBreak::low_h})},
        .distance = {}};
    if (grid.cells() <= Packed25::maximum_cells) {
        Limits limits(judge_nodes);
        NoSink sink;
        const Outcome judge = BreadthFirst<Packed25, NoSink>(grid, start, goal, limits, sink).run(no_depth_limit);
        if (judge.status == Status::solved) {
            tried.distance = static_cast<int>(judge.moves.size());
        }
    }
    return tried;
}

void check_case(Input& input) {
    const Case tried = read_case(input);
    const Problem& problem = tried.problem;
    std::optional<Detours> detours;
    if (input.flag()) {
        detours = build_detours(problem.grid, input.between(2, 6)).value();
    }
    const Detours* filter = detours ? &*detours : nullptr;
    if (problem.cells() <= Packed16::maximum_cells) {
        check_without_heuristic<Packed16, BreadthFirst>(tried);
        check_without_heuristic<Packed16, Bidirectional>(tried);
    }
    if (problem.cells() <= Packed25::maximum_cells) {
        check_without_heuristic<Packed25, Bidirectional>(tried);
    }
    const bool is_small = problem.rows <= LineSum::maximum_side && problem.columns <= LineSum::maximum_side;
    switch (input.between(0, 5)) {
        case 0: {
            const auto make = [](const Problem& from) { return UnitTileSum(from.grid, manhattan_costs(from)); };
            check_with(tried, make(problem), filter, true);
            check_bidirectional_astar(tried, make);
            break;
        }
        case 1: check_with(tried, make_any_sum(input, problem, true), filter, true); break;
        case 2: check_with(tried, make_any_sum(input, problem, false), filter, false); break;
        case 3:
            if (is_small) {
                check_with(tried, make_linear_conflict(problem), filter, true);
                check_bidirectional_astar(tried, make_linear_conflict);
            }
            break;
        case 4:
            if (problem.cells() <= 9) {  // the tables of larger boards take long
                check_with(tried, make_walking_distance(problem), filter, true);
                check_bidirectional_astar(tried, make_walking_distance);
            }
            break;
        default:
            if (problem.cells() <= 9) {
                check_with(tried, make_maximum(input, problem, make_any_sum(input, problem, true)), filter, true);
            }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    check_case(input);
    return 0;
}
