// Searches: IDA*, best-first, blind ones, and the constructive method.

#include <optional>

#include "heuristics.hpp"
#include "interface.hpp"
#include "taquin/arguments.hpp"
#include "taquin/best_first/run_best_first.hpp"
#include "taquin/constructive.hpp"
#include "taquin/ida_star/depth_limited.hpp"
#include "taquin/ida_star/run_ida_star.hpp"
#include "taquin/run/sink.hpp"

namespace taquin::web {

namespace {

/// The boards and the limits, which every search takes.
struct Problem {
    const Grid& grid;
    Cells start;
    Cells goal;
    int depth_limit;

    Problem(Object* object, const Array* start_cells, const Array* goal_cells, int depth)
        : grid(held<Grid>(object)),
          start(checked_cells(bytes(start_cells), grid.cells())),
          goal(checked_cells(bytes(goal_cells), grid.cells())),
          depth_limit(depth) {
        check_depth(depth_limit);
    }
};

void add_outcome(Result& result, const Outcome& outcome, bool is_truncated, const std::vector<Event>& events) {
    result.add(outcome.counters);
    result.add(static_cast<std::int32_t>(outcome.status));
    result.add(static_cast<std::int32_t>(outcome.lower_bound));
    result.add(outcome.is_depth_cut);
    result.add(is_truncated);
    result.add(static_cast<std::uint32_t>(outcome.moves.size()));
    result.add(static_cast<std::uint32_t>(outcome.iterations.size()));
    result.add(outcome.moves);
    for (const Iteration& iteration : outcome.iterations) {
        result.add(iteration.bound);
        result.add(iteration.expanded);
        result.add(iteration.generated);
    }
    for (const Event& event : events) {
        result.add(static_cast<std::uint8_t>(event.kind));
        result.add(event.node);
        result.add(event.parent);
        result.add(event.move);
        result.add(event.g);
        result.add(event.h);
        result.add(static_cast<std::uint8_t>(event.reason));
    }
}

/// Run a search with or without recording events. `search` is called with a sink and returns an Outcome.
template <class Search>
int run(std::uint32_t event_cap, Search&& search) {
    if (event_cap == 0) {
        NoSink sink;
        const Outcome outcome = search(sink);  // it may have used the result for a solution
        add_outcome(new_result(), outcome, false, {});
    } else {
        TraceSink sink(event_cap);
        const Outcome outcome = search(sink);
        add_outcome(new_result(), outcome, sink.is_truncated(), sink.events());
    }
    return 1;
}

template <template <class, class> class Search>
int run_without_heuristic(const Problem& problem, double node_limit, std::uint32_t event_cap) {
    check_packed(problem.grid);
    Limits limits = make_limits(to_count(node_limit));
    return run(event_cap, [&](auto& sink) {
        return run_blind<Search>(
            problem.grid, problem.start, problem.goal, problem.depth_limit, limits, sink);
    });
}

}  // namespace

/// `detours` may be null.
TAQUIN_EXPORT int taquin_ida_star(
    Object* grid, const Array* start, const Array* goal, Object* heuristic, Object* detours, double node_limit,
    int depth_limit, std::uint32_t event_cap) {
    return guarded([&] {
        const Problem problem(grid, start, goal, depth_limit);
        IdaStarOptions options{nullptr, 1, depth_limit};
        if (detours != nullptr) {
            options.detours = &held<Detours>(detours);
            check_grid(*options.detours, problem.grid, "the detours were made for another grid");
        }
        Limits limits = make_limits(to_count(node_limit));
        return std::visit(
            [&](const auto& form) {
                check_grid(form, problem.grid);
                return run(event_cap, [&]<class Sink>(Sink& sink) {
                    return run_ida_star(
                        problem.grid, problem.start, problem.goal, for_sink<Sink>(problem.grid, form), options, limits,
                        sink);
                });
            },
            held<Heuristic>(heuristic).form);
    });
}

/// `tie_break` is a number of TieBreak, `priority` one of Priority.
TAQUIN_EXPORT int taquin_best_first(
    Object* grid, const Array* start, const Array* goal, Object* heuristic, int weight_g, double weight_h,
    int tie_break, double node_limit, int depth_limit, std::uint32_t event_cap, int priority, double step) {
    return guarded([&] {
        const Problem problem(grid, start, goal, depth_limit);
        check_packed(problem.grid);
        const Ordering ordering{
            weight_g, weight_h, static_cast<TieBreak>(tie_break), static_cast<Priority>(priority), step};
        check_weights(ordering);
        Limits limits = make_limits(to_count(node_limit));
        const Maximum maximum = as_maximum(problem.grid, held<Heuristic>(heuristic));
        const TileSum* const sum = as_tile_sum(held<Heuristic>(heuristic));
        return run(event_cap, [&](auto& sink) {
            const auto search = [&](const auto& known) {
                return run_best_first(
                    problem.grid, problem.start, problem.goal, known, ordering, depth_limit, limits, sink);
            };
            return sum == nullptr ? search(maximum) : search(*sum);
        });
    });
}

/// `rule_number` is a number of FrontierRule.
TAQUIN_EXPORT int taquin_bidirectional_astar(
    Object* grid, const Array* start, const Array* goal, Object* heuristic, Object* backward_heuristic,
    double node_limit, int depth_limit, std::uint32_t event_cap, int rule_number, double weight) {
    return guarded([&] {
        const Problem problem(grid, start, goal, depth_limit);
        check_packed(problem.grid);
        const auto rule = static_cast<FrontierRule>(rule_number);
        check_weight(rule, weight);
        Limits limits = make_limits(to_count(node_limit));
        const Heuristic& forward = held<Heuristic>(heuristic);
        const Heuristic& backward = held<Heuristic>(backward_heuristic);
        const Maximum maximum = as_maximum(problem.grid, forward);
        const Maximum backward_maximum = as_maximum(problem.grid, backward);
        const TileSum* const sum = as_tile_sum(forward);
        const TileSum* const backward_sum = as_tile_sum(backward);
        return run(event_cap, [&](auto& sink) {
            const auto search = [&](const auto& known, const auto& known_backward) {
                return run_bidirectional_astar(
                    problem.grid, problem.start, problem.goal, known, known_backward, rule, weight, depth_limit, limits,
                    sink);
            };
            return sum == nullptr || backward_sum == nullptr ? search(maximum, backward_maximum)
                                                             : search(*sum, *backward_sum);
        });
    });
}

TAQUIN_EXPORT int taquin_breadth_first(
    Object* grid, const Array* start, const Array* goal, double node_limit, int depth_limit,
    std::uint32_t event_cap) {
    return guarded([&] {
        const Problem problem(grid, start, goal, depth_limit);
        return run_without_heuristic<BreadthFirst>(problem, node_limit, event_cap);
    });
}

TAQUIN_EXPORT int taquin_bidirectional(
    Object* grid, const Array* start, const Array* goal, double node_limit, int depth_limit,
    std::uint32_t event_cap) {
    return guarded([&] {
        const Problem problem(grid, start, goal, depth_limit);
        return run_without_heuristic<Bidirectional>(problem, node_limit, event_cap);
    });
}

TAQUIN_EXPORT int taquin_depth_first(
    Object* grid, const Array* start, const Array* goal, double node_limit, int depth_limit,
    std::uint32_t event_cap) {
    return guarded([&] {
        const Problem problem(grid, start, goal, depth_limit);
        return run_without_heuristic<DepthFirst>(problem, node_limit, event_cap);
    });
}

TAQUIN_EXPORT int taquin_stack_depth_first(
    Object* grid, const Array* start, const Array* goal, double node_limit, int depth_limit,
    std::uint32_t event_cap) {
    return guarded([&] {
        const Problem problem(grid, start, goal, depth_limit);
        return run_without_heuristic<StackDepthFirst>(problem, node_limit, event_cap);
    });
}

/// `limit` is -1 for the depths 0, 1, 2, …
TAQUIN_EXPORT int taquin_depth_limited(
    Object* grid, const Array* start, const Array* goal, int limit, int undo, double node_limit, int depth_limit,
    std::uint32_t event_cap) {
    return guarded([&] {
        const Problem problem(grid, start, goal, depth_limit);
        Limits limits = make_limits(to_count(node_limit));
        return run(event_cap, [&]<class Sink>(Sink& sink) {
            return DepthLimited<Sink>(problem.grid, problem.start, problem.goal, undo != 0, limits, sink)
                .run(limit, depth_limit);
        });
    });
}

/// The result is the moves; 0 if the run was stopped.
TAQUIN_EXPORT int taquin_construct(
    int rows, int columns, const Array* start, const Array* goal, int look_ahead) {
    return guarded([&] {
        Limits limits = make_limits(Limits::no_limit);
        const auto moves = construct(
            rows, columns, items<const std::int32_t>(start), items<const std::int32_t>(goal), look_ahead,
            [&](std::size_t made) {
                Snapshot snapshot{{}, 0, made + 5 * bytes(start).size()};
                snapshot.counters.expanded = made;
                return limits.should_stop(snapshot);
            });
        if (moves) {
            new_result().add(*moves);
        }
        return moves ? 1 : 0;
    });
}

}  // namespace taquin::web
