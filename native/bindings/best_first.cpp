#include "taquin/best_first/run_best_first.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <type_traits>
#include <variant>

#include "any_heuristic.hpp"
#include "bindings.hpp"
#include "search.hpp"
#include "taquin/heuristics/maximum.hpp"
#include "taquin/heuristics/tile_sum.hpp"

namespace taquin::bindings {

namespace {

Ordering checked_ordering(
    int weight_g, double weight_h, std::string_view tie_break, std::string_view priority, double step) {
    Ordering ordering{weight_g, weight_h, TieBreak::fifo};
    if (tie_break == "lifo") {
        ordering.tie_break = TieBreak::lifo;
    } else if (tie_break == "low-h") {
        ordering.tie_break = TieBreak::low_h;
    } else if (tie_break != "fifo") {
        throw std::invalid_argument("expected fifo, lifo or low-h to break ties");
    }
    constexpr std::array<std::string_view, 7> names{  // as in Priority
        "linear", "xdp", "xup", "focal", "dps", "ees", "ara_star"};
    const auto name = std::find(names.begin(), names.end(), priority);
    if (name == names.end() || (name != names.begin() && weight_g != 1)) {
        throw std::invalid_argument(
            "expected the priority linear, or xdp, xup, focal, dps, ees or ara_star with a weight of g of 1");
    }
    ordering.priority = static_cast<Priority>(name - names.begin());
    ordering.step = step;
    check_weights(ordering);
    return ordering;
}

/// A sum over tiles, if the heuristic is one.
const TileSum* as_tile_sum(const AnyHeuristic& heuristic) {
    return std::visit(
        []<class Found>(const Found* found) -> const TileSum* {
            if constexpr (std::is_base_of_v<TileSum, Found>) {
                return found;
            } else {
                return nullptr;
            }
        },
        heuristic);
}

SearchResult best_first(
    const Grid& grid, const Bytes& start, const Bytes& goal, const AnyHeuristic& heuristic, int weight_g,
    double weight_h, std::string_view tie_break, std::uint64_t node_limit, int depth_limit, std::size_t event_cap,
    const nb::object& should_stop, std::string_view priority, double step) {
    check_packed(grid);
    check_depth(depth_limit);
    const Cells first = checked_cells(view(start), grid.cells());
    const Cells last = checked_cells(view(goal), grid.cells());
    const Ordering ordering = checked_ordering(weight_g, weight_h, tie_break, priority, step);
    const Maximum maximum = as_maximum(grid, heuristic);
    const TileSum* sum = as_tile_sum(heuristic);
    Limits limits = make_limits(node_limit, should_stop);
    return run_released(event_cap, [&](auto& sink) {
        const auto search = [&](const auto& known) {
            return run_best_first(grid, first, last, known, ordering, depth_limit, limits, sink);
        };
        return sum == nullptr ? search(maximum) : search(*sum);
    });
}

FrontierRule checked_rule(std::string_view name, double weight) {
    constexpr std::array<std::string_view, 3> names{"pairs", "meeting", "balanced"};  // as in FrontierRule
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
        throw std::invalid_argument("expected the rule pairs, meeting or balanced");
    }
    const auto rule = static_cast<FrontierRule>(found - names.begin());
    check_weight(rule, weight);
    return rule;
}

SearchResult bidirectional_astar(
    const Grid& grid, const Bytes& start, const Bytes& goal, const AnyHeuristic& heuristic,
    const AnyHeuristic& backward_heuristic, std::uint64_t node_limit, int depth_limit, std::size_t event_cap,
    const nb::object& should_stop, std::string_view rule_name, double weight) {
    const FrontierRule rule = checked_rule(rule_name, weight);
    check_packed(grid);
    check_depth(depth_limit);
    const Cells first = checked_cells(view(start), grid.cells());
    const Cells last = checked_cells(view(goal), grid.cells());
    const Maximum maximum = as_maximum(grid, heuristic);
    const Maximum backward_maximum = as_maximum(grid, backward_heuristic);
    const TileSum* sum = as_tile_sum(heuristic);
    const TileSum* backward_sum = as_tile_sum(backward_heuristic);
    Limits limits = make_limits(node_limit, should_stop);
    return run_released(event_cap, [&](auto& sink) {
        const auto search = [&](const auto& known, const auto& known_backward) {
            return run_bidirectional_astar(
                grid, first, last, known, known_backward, rule, weight, depth_limit, limits, sink);
        };
        return sum == nullptr || backward_sum == nullptr ? search(maximum, backward_maximum)
                                                         : search(*sum, *backward_sum);
    });
}

/// Blind searches that store their nodes differ in nothing here.
template <template <class, class> class Search>
SearchResult without_heuristic(
    const Grid& grid, const Bytes& start, const Bytes& goal, std::uint64_t node_limit, int depth_limit,
    std::size_t event_cap, const nb::object& should_stop) {
    check_packed(grid);
    check_depth(depth_limit);
    const Cells first = checked_cells(view(start), grid.cells());
    const Cells last = checked_cells(view(goal), grid.cells());
    Limits limits = make_limits(node_limit, should_stop);
    return run_released(event_cap, [&]<class Sink>(Sink& sink) {
        return run_blind<Search>(grid, first, last, depth_limit, limits, sink);
    });
}

template <template <class, class> class Search>
void define(nb::module_& module, const char* name, const char* doc) {
    module.def(
        name, &without_heuristic<Search>, nb::arg("grid"), nb::arg("start").noconvert(), nb::arg("goal").noconvert(),
        nb::arg("node_limit"), nb::arg("depth_limit"), nb::arg("event_cap"), nb::arg("should_stop").none(), doc);
}

}  // namespace

void define_best_first(nb::module_& module) {
    module.def(
        "best_first", &best_first, nb::arg("grid"), nb::arg("start").noconvert(),
        nb::arg("goal").noconvert(), nb::arg("heuristic"), nb::arg("weight_g"), nb::arg("weight_h"),
        nb::arg("tie_break"), nb::arg("node_limit"), nb::arg("depth_limit"), nb::arg("event_cap"),
        nb::arg("should_stop").none(), nb::arg("priority") = "linear", nb::arg("step") = 0.0,
        "Best-first search: the least weight_g * g + weight_h * h goes first, or as another priority says.");
    module.def(
        "bidirectional_astar", &bidirectional_astar, nb::arg("grid"), nb::arg("start").noconvert(),
        nb::arg("goal").noconvert(), nb::arg("heuristic"), nb::arg("backward_heuristic"), nb::arg("node_limit"),
        nb::arg("depth_limit"), nb::arg("event_cap"), nb::arg("should_stop").none(), nb::arg("rule") = "pairs",
        nb::arg("weight") = 1.0,
        "Bidirectional heuristic search by a rule: pairs (NBS), meeting (MM) or balanced (BAE*, which has a weight). The "
        "second heuristic estimates the distance to the start.");
    define<BreadthFirst>(module, "breadth_first", "Breadth-first search.");
    define<Bidirectional>(module, "bidirectional", "Breadth-first search from start and goal at once.");
    define<DepthFirst>(module, "depth_first", "Depth-first search on the graph: one child at a time.");
    define<StackDepthFirst>(module, "stack_depth_first", "Depth-first search on the graph: all children on a stack.");
}

}  // namespace taquin::bindings
