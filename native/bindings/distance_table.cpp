#include "taquin/tables/distance_table.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "bindings.hpp"
#include "search.hpp"

namespace taquin::bindings {

namespace {

nb::object fill_distances(
    const StateRanking& ranking, const WritableArray<std::uint8_t>& table, int threads, const nb::object& should_stop,
    bool counts_slides) {
    const Metric metric = counts_slides ? Metric::slides : Metric::moves;
    return fill_released(should_stop, [&](const DistancePoll& poll) {
        return taquin::fill_distances(ranking, {table.data(), table.size()}, threads, poll, metric);
    });
}

bool collect_states(
    const StateRanking& ranking, const Bytes& table, int distance, const Bytes& cells, const Bytes& labels,
    const WritableArray<std::uint64_t>& states, const nb::object& should_stop) {
    const StateView seen{checked_cells(view(cells), ranking.cells()), checked_cells(view(labels), ranking.cells())};
    const DistancePoll poll = make_poll(should_stop);
    const ReleasedGil released;
    return taquin::collect_states(ranking, view(table), distance, seen, {states.data(), states.size()}, poll);
}

}  // namespace

void define_distance_table(nb::module_& module) {
    nb::class_<StateRanking>(
        module, "StateRanking", "Numbers for the states from which the blank's goal can be reached, tiles in order.")
        .def(nb::init<const Grid&, int>(), nb::arg("grid"), nb::arg("goal_blank"))
        .def("__len__", &StateRanking::size);
    module.def(
        "fill_distances", &fill_distances, nb::arg("ranking"), nb::arg("table").noconvert(), nb::arg("threads"),
        nb::arg("should_stop").none(), nb::arg("counts_slides") = false,
        "Write the distance of every state into a table of bytes, in single moves or in slides. Returns the number of "
        "states at each distance; None if should_stop(distance, reached), which is called every few milliseconds, "
        "returned true.");
    module.def(
        "collect_states", &collect_states, nb::arg("ranking"), nb::arg("table").noconvert(), nb::arg("distance"),
        nb::arg("cells").noconvert(), nb::arg("labels").noconvert(), nb::arg("states").noconvert(),
        nb::arg("should_stop").none(),
        "Write the states at one distance, four bits a cell, in order, into an array of exactly their number. False if "
        "should_stop(distance, reached), which is called every few milliseconds, returned true.");
}

}  // namespace taquin::bindings
