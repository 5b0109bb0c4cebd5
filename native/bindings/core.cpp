// The Python module taquin._core. Conversions only: everything that computes is in the library, which knows no Python.
// Every name here is declared in src/taquin/_core.pyi (a test compares the two). Python gets it from
// src/taquin/_native.py, which knows whether there is a core.

#include <nanobind/nanobind.h>
#include <nanobind/stl/string_view.h>

#include "bindings.hpp"
#include "taquin/capabilities.hpp"
#include "taquin/version.hpp"

namespace nb = nanobind;

namespace {

nb::list capabilities() {
    nb::list names;
    for (const std::string_view name : taquin::capabilities()) {
        names.append(name);
    }
    return names;
}

}  // namespace

NB_MODULE(_core, module) {
    module.doc() = "Taquin's compiled core. Private: use taquin._native.";
    module.def("version", &taquin::version, "The version of the project that the core was built from.");
    module.def("capabilities", &capabilities, "The names of what the core can run.");
    taquin::bindings::define_ida_star(module);  // first: it defines grids and heuristics
    taquin::bindings::define_beam(module);
    taquin::bindings::define_best_first(module);
    taquin::bindings::define_constructive(module);
    taquin::bindings::define_distance_table(module);
    taquin::bindings::define_mapping_guard(module);
    taquin::bindings::define_pattern(module);
}
