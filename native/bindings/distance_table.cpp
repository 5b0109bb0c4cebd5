#include "taquin/tables/distance_table.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "bindings.hpp"
#include "search.hpp"

namespace taquin::bindings {

namespace {

template <class Scalar>
using WritableArray = nb::ndarray<Scalar, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// A poll that calls a Python function; it stops the work by returning true or by raising an exception.
DistancePoll make_poll(const nb::object& should_stop) {
    if (should_stop.is_none()) {
        return {};
    }
    return [&should_stop](int distance, std::uint64_t reached) {
        return call_python<bool>(should_stop, distance, reached);
    };
}

nb::object fill_distances(
    const StateRanking& ranking, const WritableArray<std::uint8_t>& table, int threads, const nb::object& should_stop,
    bool counts_slides) {
    const Metric metric = counts_slides ? Metric::slides : Metric::moves;
    const auto counts = [&, poll = make_poll(should_stop)] {
        const ReleasedGil released;
        return taquin::fill_distances(ranking, {table.data(), table.size()}, threads, poll, metric);
    }();
    if (!counts) {
        return nb::none();
    }
    nb::list result;
    for (const std::uint64_t count : *counts) {
        result.append(count);
    }
    return result;
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
        "Write the distance of every state into a table of bytes, in single moves or in slides. Returns the number of states at each distance; None "
        "if should_stop(distance, reached), which is called every few milliseconds, returned true.");
    module.def(
        "collect_states", &collect_states, nb::arg("ranking"), nb::arg("table").noconvert(), nb::arg("distance"),
        nb::arg("cells").noconvert(), nb::arg("labels").noconvert(), nb::arg("states").noconvert(),
        nb::arg("should_stop").none(),
        "Write the states at one distance, four bits a cell, in order, into an array of exactly their number. False if "
        "should_stop(distance, reached), which is called every few milliseconds, returned true.");
}

}  // namespace taquin::bindings
