// Guards for files that Python maps into memory.

#include "taquin/tables/mapping_guard.hpp"

#include <nanobind/nanobind.h>

#include "bindings.hpp"
#include "search.hpp"

namespace taquin::bindings {

void define_mapping_guard(nb::module_& module) {
    nb::class_<MappingGuard>(
        module, "MappingGuard", "Guards memory that maps a file; it must end before the memory is unmapped.")
        .def(
            "__init__",
            [](MappingGuard* self, const Bytes& memory) { new (self) MappingGuard(std::as_bytes(view(memory))); },
            nb::arg("memory").noconvert())
        .def_prop_ro("is_broken", &MappingGuard::is_broken);
}

}  // namespace taquin::bindings
