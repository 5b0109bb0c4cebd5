// IDA*, depth-limited search, grids, detours, and the heuristics that are sums over tiles and lines.

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>

#include "any_heuristic.hpp"
#include "bindings.hpp"
#include "search.hpp"
#include "taquin/heuristics/line_sum.hpp"
#include "taquin/heuristics/tile_sum.hpp"
#include "taquin/heuristics/walk_sum.hpp"
#include "taquin/ida_star/depth_limited.hpp"
#include "taquin/ida_star/run_ida_star.hpp"

namespace taquin::bindings {

namespace {

constexpr int maximum_workers = 1 << 16;

SearchResult ida_star(
    const Grid& grid, const Bytes& start, const Bytes& goal, const AnyHeuristic& heuristic, const Detours* detours,
    int threads, std::uint64_t node_limit, int depth_limit, std::size_t event_cap, const nb::object& should_stop) {
    const Cells first = checked_cells(view(start), grid.cells());
    const Cells last = checked_cells(view(goal), grid.cells());
    visit_heuristic(heuristic, [&](const auto& known) { check_grid(known, grid); });
    check_depth(depth_limit);
    if (detours != nullptr) {
        check_grid(*detours, grid, "the detours were made for another grid");
    }
    Limits limits = make_limits(node_limit, should_stop);
    const IdaStarOptions options{detours, threads, depth_limit};
    return run_released(event_cap, [&]<class Sink>(Sink& sink) {
        if constexpr (Sink::is_recording) {
            return run_ida_star(grid, first, last, as_maximum(grid, heuristic), options, limits, sink);
        } else {
            return visit_heuristic(heuristic, [&](const auto& known) {
                return run_ida_star(grid, first, last, known, options, limits, sink);
            });
        }
    });
}

/// What a search of branches found, as Python has it: see BranchesFound in src/taquin/solving/shared_search.py.
nb::tuple to_python(const PassResult& found) {
    const PassCounters& counters = found.counters;
    return nb::make_tuple(
        found.status == Status::solved, found.status == Status::stopped, to_bytes(found.moves), counters.expanded,
        counters.generated, counters.deepest_expanded, counters.deepest_generated, found.unfinished, found.overflow);
}

PassResult from_python(const nb::tuple& values) {
    PassResult found;
    const bool is_solved = nb::cast<bool>(values[0]);
    found.status = is_solved ? Status::solved : nb::cast<bool>(values[1]) ? Status::stopped : Status::exhausted;
    const auto moves = nb::cast<nb::bytes>(values[2]);
    const auto* first = static_cast<const std::uint8_t*>(moves.data());
    found.moves.assign(first, first + moves.size());
    found.counters.expanded = nb::cast<std::uint64_t>(values[3]);
    found.counters.generated = nb::cast<std::uint64_t>(values[4]);
    found.counters.deepest_expanded = nb::cast<int>(values[5]);
    found.counters.deepest_generated = nb::cast<int>(values[6]);
    found.unfinished = nb::cast<std::uint64_t>(values[7]);
    found.overflow = nb::cast<int>(values[8]);
    return found;
}

SearchResult ida_star_elsewhere(
    const Grid& grid, const Bytes& start, const Bytes& goal, const AnyHeuristic& heuristic, const Detours* detours,
    int workers, std::uint64_t node_limit, const nb::object& should_stop, const nb::object& search) {
    const Cells first = checked_cells(view(start), grid.cells());
    const Cells last = checked_cells(view(goal), grid.cells());
    visit_heuristic(heuristic, [&](const auto& known) { check_grid(known, grid); });
    if (workers < 1 || workers > maximum_workers) {
        throw std::invalid_argument("expected 1 to 65536 workers");
    }
    if (detours != nullptr) {
        check_grid(*detours, grid, "the detours were made for another grid");
    }
    Limits limits = make_limits(node_limit, should_stop);
    const SearchElsewhere elsewhere = [&search](const BranchRange& all, const PassCounters& above) {
        const HeldGil gil;
        return from_python(nb::cast<nb::tuple>(search(all.bound, all.reach, all.last, above.expanded, above.generated)));
    };
    IdaStarOptions options;
    options.detours = detours;
    options.elsewhere = &elsewhere;
    options.workers = workers;
    return run_released(0, [&]<class Sink>(Sink& sink) {
        if constexpr (Sink::is_recording) {
            return run_ida_star(grid, first, last, as_maximum(grid, heuristic), options, limits, sink);
        } else {
            return visit_heuristic(heuristic, [&](const auto& known) {
                return run_ida_star(grid, first, last, known, options, limits, sink);
            });
        }
    });
}

nb::tuple ida_star_branches(
    const Grid& grid, const Bytes& start, const Bytes& goal, const AnyHeuristic& heuristic, const Detours* detours,
    int bound, int reach, std::size_t first_branch, std::size_t last_branch, const nb::object& should_stop) {
    const Cells first = checked_cells(view(start), grid.cells());
    const Cells last = checked_cells(view(goal), grid.cells());
    visit_heuristic(heuristic, [&](const auto& known) { check_grid(known, grid); });
    if (detours != nullptr) {
        check_grid(*detours, grid, "the detours were made for another grid");
    }
    Limits limits = make_limits(Limits::no_limit, should_stop);
    const BranchRange range{bound, reach, first_branch, last_branch};
    const PassResult found = [&] {
        const ReleasedGil released;
        return visit_heuristic(heuristic, [&](const auto& known) {
            return search_branches(grid, first, last, known, detours, range, limits);
        });
    }();
    return to_python(found);
}

SearchResult depth_limited(
    const Grid& grid, const Bytes& start, const Bytes& goal, int limit, bool undo, std::uint64_t node_limit,
    int depth_limit, std::size_t event_cap, const nb::object& should_stop) {
    check_depth(depth_limit);
    const Cells first = checked_cells(view(start), grid.cells());
    const Cells last = checked_cells(view(goal), grid.cells());
    Limits limits = make_limits(node_limit, should_stop);
    return run_released(event_cap, [&]<class Sink>(Sink& sink) {
        return DepthLimited<Sink>(grid, first, last, undo, limits, sink).run(limit, depth_limit);
    });
}

nb::object build_released(const Grid& grid, int length, const nb::object& should_stop) {
    DetourPoll poll;
    if (!should_stop.is_none()) {
        poll = [&should_stop](std::uint64_t walks, std::uint64_t memory) {
            return call_python<bool>(should_stop, walks, memory);
        };
    }
    std::optional<Detours> detours = [&] {
        const ReleasedGil released;
        return build_detours(grid, length, poll);
    }();
    return detours ? nb::cast(std::move(*detours)) : nb::none();
}

template <class Heuristic>
void define_tile_sum(nb::module_& module, const char* name, const char* doc) {
    nb::class_<Heuristic>(module, name, doc)
        .def(
            "__init__",
            [](Heuristic* self, const Grid& grid, const Bytes& costs) { new (self) Heuristic(grid, view(costs)); },
            nb::arg("grid"), nb::arg("costs").noconvert());
}

void define_line_sum(nb::module_& module) {
    nb::class_<LineSum>(module, "LineSum", "A sum of per-tile entries plus a look-up for every row and column.")
        .def(
            "__init__",
            [](LineSum* self, const Grid& grid, int rows, int columns, const Bytes& costs, const Shorts& row_weights,
               const Shorts& column_weights, const Bytes& row_extras, const Bytes& column_extras) {
                new (self) LineSum(
                    grid, rows, columns, view(costs), view(row_weights), view(column_weights), view(row_extras),
                    view(column_extras));
            },
            nb::arg("grid"), nb::arg("rows"), nb::arg("columns"), nb::arg("costs").noconvert(),
            nb::arg("row_weights").noconvert(), nb::arg("column_weights").noconvert(),
            nb::arg("row_extras").noconvert(), nb::arg("column_extras").noconvert());
}

void define_walk_sum(nb::module_& module) {
    nb::class_<WalkTable>(module, "WalkTable", "One half of a walking distance: states, distances, slides.")
        .def(
            "__init__",
            [](WalkTable* self, int lines, const Bytes& distances, const Integers& following, const Bytes& goal_lines) {
                new (self) WalkTable(lines, view(distances), view(following), view(goal_lines));
            },
            nb::arg("lines"), nb::arg("distances").noconvert(), nb::arg("following").noconvert(),
            nb::arg("goal_lines").noconvert());
    nb::class_<WalkSum>(module, "WalkSum", "Vertical plus horizontal walking distance, for one start.")
        .def(
            nb::init<WalkTable, WalkTable, std::int32_t, std::int32_t>(), nb::arg("vertical"), nb::arg("horizontal"),
            nb::arg("vertical_start"), nb::arg("horizontal_start"));
}

}  // namespace

void define_ida_star(nb::module_& module) {
    nb::class_<Grid>(module, "Grid", "The moves of the blank: four targets for every cell, -1 beyond the edge.")
        .def(
            "__init__",
            [](Grid* self, const SignedBytes& targets, const Grid::Order& order) {
                new (self) Grid(static_cast<int>(targets.size() / move_count), view(targets), order);
            },
            nb::arg("targets").noconvert(), nb::arg("order") = Grid::default_order);
    nb::class_<Detours>(module, "Detours", "Forbids moves that complete a detour of up to a number of moves.")
        .def(
            "__init__",
            [](Detours* self, const Grid& grid, const Shorts& following) {
                const auto table = view(following);
                new (self) Detours(grid, std::vector<Detours::State>(table.begin(), table.end()));
            },
            nb::arg("grid"), nb::arg("following").noconvert())
        .def_prop_ro("following", [](const Detours& detours) {
            const auto& states = detours.following();
            return nb::bytes(states.data(), states.size() * sizeof(Detours::State));
        });
    module.def(
        "build_detours", &build_released, nb::arg("grid"), nb::arg("length"), nb::arg("should_stop").none(),
        "Build the automaton for detours of up to this length. None if should_stop(walks, memory), which is called "
        "every few milliseconds, returned true.");
    define_tile_sum<UnitTileSum>(module, "UnitTileSum", "A sum of per-tile entries that every slide changes by 1.");
    define_tile_sum<TileSum>(module, "TileSum", "A sum of per-tile entries.");
    define_line_sum(module);
    define_walk_sum(module);
    module.def(
        "depth_limited", &depth_limited, nb::arg("grid"), nb::arg("start").noconvert(), nb::arg("goal").noconvert(),
        nb::arg("limit"), nb::arg("undo"), nb::arg("node_limit"), nb::arg("depth_limit"), nb::arg("event_cap"),
        nb::arg("should_stop").none(), "Depth-first tree search within a depth; -1: within the depths 0, 1, 2, …");
    module.def(
        "ida_star", &ida_star, nb::arg("grid"), nb::arg("start").noconvert(), nb::arg("goal").noconvert(),
        nb::arg("heuristic"), nb::arg("detours").none(), nb::arg("threads"), nb::arg("node_limit"),
        nb::arg("depth_limit"), nb::arg("event_cap"), nb::arg("should_stop").none(),
        "Iterative-deepening A*. should_stop(expanded, generated, lower_bound, memory) is called every few "
        "milliseconds; true stops the run.");
    module.def(
        "ida_star_elsewhere", &ida_star_elsewhere, nb::arg("grid"), nb::arg("start").noconvert(),
        nb::arg("goal").noconvert(), nb::arg("heuristic"), nb::arg("detours").none(), nb::arg("workers"),
        nb::arg("node_limit"), nb::arg("should_stop").none(), nb::arg("search"),
        "The same search, whose long passes search(bound, reach, branches, expanded, generated) makes.");
    module.def(
        "ida_star_branches", &ida_star_branches, nb::arg("grid"), nb::arg("start").noconvert(),
        nb::arg("goal").noconvert(), nb::arg("heuristic"), nb::arg("detours").none(), nb::arg("bound"),
        nb::arg("reach"), nb::arg("first"), nb::arg("last"), nb::arg("should_stop").none(),
        "The branches of one pass from `first` to before `last`, up to the first solution.");
}

}  // namespace taquin::bindings
