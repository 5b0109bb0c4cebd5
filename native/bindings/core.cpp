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

NB_MODULE(_unchecked_core, module) {
    module.doc() = "Taquin's compiled core. Private: use taquin._native.";
    nb::set_leak_warnings(false);  // a search in a daemon thread still holds its objects when the process ends
    module.def("version", &taquin::version, "The version of the project that the core was built from.");
    module.def("capabilities", &capabilities, "The names of what the core can run.");
    taquin::bindings::define_results(module);
    taquin::bindings::define_ida_star(module);  // before the others: it defines grids and heuristics
    taquin::bindings::define_beam(module);
    taquin::bindings::define_best_first(module);
    taquin::bindings::define_constructive(module);
    taquin::bindings::define_distance_table(module);
    taquin::bindings::define_mapping_guard(module);
    taquin::bindings::define_pattern(module);
    taquin::bindings::define_slides(module);
    taquin::bindings::define_space_search(module);
    taquin::bindings::define_variants(module);
}

/// What Python calls to import the module. In a subinterpreter a search would wait for the GIL of the main interpreter
/// without end: PyGILState_Ensure knows only that one, and so does nanobind.
extern "C" NB_EXPORT PyObject* PyInit__core() {
    if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0) {
        PyErr_SetString(PyExc_ImportError, "the core cannot be used in a subinterpreter");
        return nullptr;
    }
    return PyInit__unchecked_core();
}
