#include "taquin/constructive.hpp"

#include <nanobind/nanobind.h>

#include "bindings.hpp"
#include "search.hpp"

namespace taquin::bindings {

namespace {

/// The moves, or None if the run was stopped.
nb::object construct(
    int rows, int columns, const Integers& start, const Integers& goal, int look_ahead, const nb::object& should_stop) {
    Constructive solver(rows, columns, view(start), view(goal), look_ahead);
    Limits limits = make_limits(Limits::no_limit, should_stop);
    const bool is_solved = [&] {
        const nb::gil_scoped_release released;
        return solver.solve([&](std::size_t moves) {
            Snapshot snapshot{{}, 0, solver.memory()};
            snapshot.counters.expanded = moves;
            return limits.should_stop(snapshot);
        });
    }();
    return is_solved ? nb::object(nb::bytes(solver.moves().data(), solver.moves().size())) : nb::none();
}

}  // namespace

void define_constructive(nb::module_& module) {
    module.def(
        "construct", &construct, nb::arg("rows"), nb::arg("columns"), nb::arg("start").noconvert(),
        nb::arg("goal").noconvert(), nb::arg("look_ahead"), nb::arg("should_stop").none(),
        "Moves from one board to another that it can reach, for boards of any size.");
}

}  // namespace taquin::bindings
