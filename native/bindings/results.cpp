// What searches return to Python. src/taquin/web/browser/core.py has the same types for the core in the browser; a test
// compares both with src/taquin/_core.pyi.

#include <nanobind/nanobind.h>

#include "bindings.hpp"
#include "search.hpp"

namespace taquin::bindings {

void define_results(nb::module_& module) {
    nb::enum_<Status>(module, "Status", "How a search ended.")
        .value("SOLVED", Status::solved)
        .value("EXHAUSTED", Status::exhausted)
        .value("STOPPED", Status::stopped);
    nb::class_<Counters>(module, "Counters", "What a search counted, as in taquin.run.result.")
        .def_ro("expanded", &Counters::expanded)
        .def_ro("generated", &Counters::generated)
        .def_ro("duplicates", &Counters::duplicates)
        .def_ro("reopened", &Counters::reopened)
        .def_ro("pruned", &Counters::pruned)
        .def_ro("max_frontier", &Counters::max_frontier)
        .def_ro("max_stored", &Counters::max_stored)
        .def_ro("max_depth", &Counters::max_depth);
    nb::class_<SearchResult>(module, "SearchResult", "What a search returns.")
        .def_prop_ro("status", [](const SearchResult& self) { return self.outcome.status; })
        .def_prop_ro("moves", [](const SearchResult& self) { return to_bytes(self.outcome.moves); })
        .def_prop_ro("counters", [](const SearchResult& self) { return self.outcome.counters; })
        .def_prop_ro(
            "iterations",
            [](const SearchResult& self) {
                nb::list iterations;
                for (const auto& [bound, expanded, generated] : self.outcome.iterations) {
                    iterations.append(nb::make_tuple(bound, expanded, generated));
                }
                return iterations;
            })
        .def_prop_ro("lower_bound", [](const SearchResult& self) { return self.outcome.lower_bound; })
        .def_prop_ro("is_depth_cut", [](const SearchResult& self) { return self.outcome.is_depth_cut; })
        .def_ro("events", &SearchResult::events)
        .def_ro("is_truncated", &SearchResult::is_truncated);
}

}  // namespace taquin::bindings
