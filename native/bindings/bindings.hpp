#pragma once

// One function for each file of bindings; core.cpp calls them all.

#include <nanobind/nanobind.h>

namespace taquin::bindings {

void define_beam(nanobind::module_& module);
void define_best_first(nanobind::module_& module);
void define_constructive(nanobind::module_& module);
void define_distance_table(nanobind::module_& module);
void define_ida_star(nanobind::module_& module);
void define_mapping_guard(nanobind::module_& module);
void define_pattern(nanobind::module_& module);
void define_results(nanobind::module_& module);
void define_slides(nanobind::module_& module);
void define_space_search(nanobind::module_& module);
void define_variants(nanobind::module_& module);

}  // namespace taquin::bindings
