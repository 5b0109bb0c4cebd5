// Databases for slides, and the search for fewest slides that uses them.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "search.hpp"
#include "taquin/slides/slide_database.hpp"
#include "taquin/slides/slide_search.hpp"

namespace taquin::bindings {

namespace {

nb::object fill_database(
    int rows, int columns, int goal_blank, const Bytes& homes, const WritableArray<std::uint8_t>& table, int threads,
    const nb::object& should_stop) {
    return fill_released(should_stop, [&](const SlidePoll& poll) {
        return fill_slide_database(
            SlideIndex(rows, columns), goal_blank, view(homes), {table.data(), table.size()}, threads, poll);
    });
}

/// The databases, and the Python objects that own their entries.
struct OwnedDatabases {
    SlideDatabases databases;
    nb::tuple owners;
};

/// Read an array inside a tuple. It is not converted: another type is an error.
Bytes array_at(nb::handle tuple, int place) {
    Bytes array;
    if (!nb::try_cast(tuple[place], array, false)) {
        throw nb::type_error("expected a contiguous array of bytes");
    }
    return array;
}

OwnedDatabases make_databases(
    int index_rows, int index_columns, int rows, int columns, const nb::tuple& views) {
    std::vector<std::array<Bytes, 3>> arrays;
    for (const nb::handle item : views) {
        if (!nb::isinstance<nb::tuple>(item) || nb::len(item) != 3) {
            throw nb::type_error("expected a view as a tuple of cells, tiles and entries");
        }
        arrays.push_back({array_at(item, 0), array_at(item, 1), array_at(item, 2)});
    }
    std::vector<SlideView> checked;
    for (const auto& [cells, tiles, entries] : arrays) {
        checked.push_back({view(cells), view(tiles), view(entries)});
    }
    return {SlideDatabases(SlideIndex(index_rows, index_columns), rows, columns, checked), views};
}

SearchResult search(
    const OwnedDatabases& owned, const Bytes& start, std::uint64_t node_limit, int depth_limit,
    const nb::object& should_stop) {
    const Cells first = checked_cells(view(start), owned.databases.cells());
    check_depth(depth_limit);
    Limits limits = make_limits(node_limit, should_stop);
    Outcome outcome = [&] {
        const ReleasedGil released;
        return search_slides(owned.databases, first, depth_limit, limits);
    }();
    return {std::move(outcome), nb::list(), false};
}

}  // namespace

void define_slides(nb::module_& module) {
    module.def(
        "fill_slide_database", &fill_database, nb::arg("rows"), nb::arg("columns"), nb::arg("goal_blank"),
        nb::arg("homes").noconvert(), nb::arg("table").noconvert(), nb::arg("threads"), nb::arg("should_stop").none(),
        "Write the entries of a database for slides. Returns the number of states at each distance; None if "
        "should_stop(distance, reached), which is called every few milliseconds, returned true.");
    nb::class_<OwnedDatabases>(
        module, "SlideDatabases", "The largest entry of databases for slides, each seen as (cells, tiles, entries).")
        .def(
            "__init__",
            [](OwnedDatabases* self, int index_rows, int index_columns, int rows, int columns, const nb::tuple& views) {
                new (self) OwnedDatabases(make_databases(index_rows, index_columns, rows, columns, views));
            },
            nb::arg("index_rows"), nb::arg("index_columns"), nb::arg("rows"), nb::arg("columns"), nb::arg("views"));
    module.def(
        "search_slides", &search, nb::arg("databases"), nb::arg("start").noconvert(), nb::arg("node_limit"),
        nb::arg("depth_limit"), nb::arg("should_stop").none(),
        "Iterative-deepening A* for fewest slides. should_stop(expanded, generated, lower_bound, memory) is called "
        "every few milliseconds; true stops the run.");
}

}  // namespace taquin::bindings
