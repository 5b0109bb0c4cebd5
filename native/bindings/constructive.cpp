#include "taquin/constructive.hpp"

#include <nanobind/nanobind.h>

#include "bindings.hpp"
#include "search.hpp"

namespace taquin::bindings {

namespace {

/// The moves, or None if the run was stopped.
nb::object construct_released(
    int rows, int columns, const Integers& start, const Integers& goal, int look_ahead,
    const nb::object& should_stop) {
    Limits limits = make_limits(Limits::no_limit, should_stop);
    const auto moves = [&] {
        const ReleasedGil released;
        return construct(rows, columns, view(start), view(goal), look_ahead, [&](std::size_t made) {
            Snapshot snapshot{{}, 0, made + 5 * sizeof(std::int32_t) * start.size()};
            snapshot.counters.expanded = made;
            return limits.should_stop(snapshot);
        });
    }();
    return moves ? nb::object(nb::bytes(moves->data(), moves->size())) : nb::none();
}

}  // namespace

void define_constructive(nb::module_& module) {
    module.def(
        "construct", &construct_released, nb::arg("rows"), nb::arg("columns"), nb::arg("start").noconvert(),
        nb::arg("goal").noconvert(), nb::arg("look_ahead"), nb::arg("should_stop").none(),
        "Moves from one board to another that it can reach, for boards of any size.");
}

}  // namespace taquin::bindings
