// Pattern databases: building them, their sums, and maxima of these and other heuristics.

#include <nanobind/nanobind.h>

#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "any_heuristic.hpp"
#include "bindings.hpp"
#include "search.hpp"
#include "taquin/heuristics/pattern_sum.hpp"
#include "taquin/heuristics/walk_sum.hpp"
#include "taquin/tables/direct_entries.hpp"
#include "taquin/tables/pattern_builder.hpp"

namespace taquin::bindings {

namespace {

/// Give a table to Python without copying it, as a memoryview: importing NumPy takes longer than solving most boards.
template <class Table>
nb::object to_array(std::shared_ptr<Table> table) {
    using Owner = std::shared_ptr<Table>;
    auto* owned = new Owner(std::move(table));
    const nb::capsule owner(owned, [](void* pointer) noexcept { delete static_cast<Owner*>(pointer); });
    using Byte = std::conditional_t<std::is_const_v<Table>, const std::uint8_t, std::uint8_t>;
    return nb::ndarray<nb::memview, Byte, nb::ndim<1>>((*owned)->data(), {(*owned)->size()}, owner).cast();
}

nb::object to_array(LargeTable<std::uint8_t> table) {
    return to_array(std::make_shared<LargeTable<std::uint8_t>>(std::move(table)));
}

bool run_build(PatternBuild& build, const nb::object& should_stop) {
    BuildPoll poll;
    if (!should_stop.is_none()) {
        poll = [&should_stop](const BuildProgress& progress) {
            return call_python<bool>(should_stop, progress.level, progress.reached, progress.size);
        };
    }
    const ReleasedGil released;
    return build.run(poll);
}

void define_build(nb::module_& module) {
    nb::class_<PatternBuild>(module, "PatternBuild", "The building of a database: an entry for each placement by rank.")
        .def(
            "__init__",
            [](PatternBuild* self, const Grid& grid, const Bytes& homes, int blank, int threads) {
                const ReleasedGil released;
                new (self) PatternBuild(grid, view(homes), blank, threads);
            },
            nb::arg("grid"), nb::arg("homes").noconvert(), nb::arg("blank"), nb::arg("threads"))
        .def(
            "run", &run_build, nb::arg("should_stop").none(),
            "True when everything is known; false if should_stop(level, reached, size), which is called every few "
            "milliseconds, returned true. Then it may be called again.")
        .def_prop_ro("level", &PatternBuild::level)
        .def(
            "workspace", [](const PatternBuild& build) { return to_array(build.workspace()); },
            "All that is known, with the level: what restore takes.")
        .def(
            "restore",
            [](PatternBuild& build, int level, const Bytes& workspace) {
                const ReleasedGil released;
                build.restore(level, view(workspace));
            },
            nb::arg("level"), nb::arg("workspace").noconvert())
        .def("take_entries", [](PatternBuild& build) { return to_array(build.take_entries()); });
}

nb::object direct(int cells, int tiles, const Bytes& entries) {
    return to_array([&] {
        const ReleasedGil released;
        return direct_entries(cells, tiles, view(entries));
    }());
}

template <class Index>
AnyPatternSum make_sum(
    const Grid& grid, std::vector<Pattern> patterns, const std::optional<Mirror>& mirror, nb::tuple owners) {
    if (mirror) {
        return {PatternSum<Index, true>(grid, std::move(patterns), *mirror), std::move(owners)};
    }
    return {PatternSum<Index, false>(grid, std::move(patterns), {}), std::move(owners)};
}

/// Read an array inside a tuple. It is not converted: another type is an error.
Bytes read_bytes(nb::handle object) {
    Bytes array;
    if (!nb::try_cast(object, array, false)) {
        throw nb::type_error("expected a contiguous array of bytes");
    }
    return array;
}

AnyPatternSum make_any_sum(const Grid& grid, const nb::tuple& patterns, const nb::object& mirror, bool is_direct) {
    std::vector<Pattern> checked;
    nb::list owners;
    for (const nb::handle item : patterns) {
        if (!nb::isinstance<nb::tuple>(item) || nb::len(item) != 3) {
            throw nb::type_error("expected a pattern as a tuple of tiles, entries and cells");
        }
        const Bytes tiles = read_bytes(item[0]);
        const Bytes entries = read_bytes(item[1]);
        const Bytes names = read_bytes(item[2]);
        checked.push_back(
            {{tiles.data(), tiles.data() + tiles.size()},
             view(entries),
             {names.data(), names.data() + names.size()}});
        owners.append(entries);
    }
    std::optional<Mirror> seen;
    Bytes cells;
    Bytes tiles;
    if (!mirror.is_none()) {
        if (!nb::isinstance<nb::tuple>(mirror) || nb::len(mirror) != 2) {
            throw nb::type_error("expected a mirror as a tuple of cells and tiles");
        }
        cells = read_bytes(mirror[0]);
        tiles = read_bytes(mirror[1]);
        seen = Mirror{view(cells), view(tiles)};
    }
    nb::tuple kept(owners);
    return is_direct ? make_sum<DirectIndex>(grid, std::move(checked), seen, std::move(kept))
                     : make_sum<RankedIndex>(grid, std::move(checked), seen, std::move(kept));
}

int evaluate(AnyPatternSum& any, const Bytes& board) {
    return std::visit(
        [&](auto& sum) { return sum.value(sum.start(checked_cells(view(board), sum.cells()))); }, any.sum);
}

Maximum make_maximum(const Grid& grid, const nb::tuple& objects) {
    Maximum::Parts parts;
    std::shared_ptr<const WalkSum> walk;
    for (const nb::handle object : objects) {
        AnyHeuristic part;
        if (object.is_none() || !nb::try_cast(object, part) || std::holds_alternative<const Maximum*>(part)) {
            throw nb::type_error("expected heuristics of the core");
        }
        visit_heuristic(part, [&]<class Heuristic>(const Heuristic& heuristic) {
            check_grid(heuristic, grid);
            if constexpr (std::is_same_v<Heuristic, WalkSum>) {
                if (walk) {
                    throw std::invalid_argument("expected at most one walking distance");
                }
                walk = std::make_shared<const WalkSum>(heuristic);
            } else if constexpr (!std::is_same_v<Heuristic, Maximum>) {
                parts.push_back(std::make_unique<BoardHeuristicOf<Heuristic>>(heuristic));
            }
        });
    }
    return {grid, std::move(parts), std::move(walk)};
}

}  // namespace

Maximum as_maximum(const Grid& grid, const AnyHeuristic& any) {
    return visit_heuristic(any, [&](const auto& heuristic) {
        check_grid(heuristic, grid);
        return Maximum::of(grid, heuristic);
    });
}

void define_pattern(nb::module_& module) {
    define_build(module);
    module.def(
        "direct_entries", &direct, nb::arg("cells"), nb::arg("tiles"), nb::arg("entries").noconvert(),
        "The entries of a database in the order of the direct index.");
    nb::class_<AnyPatternSum>(module, "PatternSum", "The sum of databases, each given as (tiles, entries, cells).")
        .def(
            "__init__",
            [](AnyPatternSum* self, const Grid& grid, const nb::tuple& patterns, const nb::object& mirror,
               bool is_direct) { new (self) AnyPatternSum(make_any_sum(grid, patterns, mirror, is_direct)); },
            nb::arg("grid"), nb::arg("patterns"), nb::arg("mirror").none(), nb::arg("is_direct"))
        .def("value", &evaluate, nb::arg("board").noconvert());
    nb::class_<Maximum>(module, "Maximum", "The largest of several heuristics.")
        .def(
            "__init__",
            [](Maximum* self, const Grid& grid, const nb::tuple& parts) {
                new (self) Maximum(make_maximum(grid, parts));
            },
            nb::arg("grid"), nb::arg("parts"), nb::keep_alive<1, 3>());  // the parts own the tables
}

}  // namespace taquin::bindings
