#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "search.hpp"
#include "taquin/judging/variant_search.hpp"

namespace taquin::bindings {

namespace {

using judging::VariantSearch;

VariantSearch make_search(
    int rows, int columns, const Bytes& goal, const nb::list& estimates, const Bytes& orders,
    const Array<double>& weights) {
    std::vector<judging::Estimate> tables;
    for (const nb::handle pair : estimates) {
        const auto [costs, last] = nb::cast<std::pair<Array<double>, int>>(pair);
        if (last < 0 || last > judging::Estimate::conflicts) {
            throw nb::value_error("expected 0, 1 or 2 for what is done with the sum");
        }
        tables.push_back(
            {{costs.data(), costs.data() + costs.size()}, static_cast<judging::Estimate::Last>(last)});
    }
    if (orders.size() % 4 != 0 || weights.size() % 2 != 0) {
        throw nb::value_error("expected four moves an order, and two weights each");
    }
    std::vector<std::array<std::uint8_t, 4>> moves(orders.size() / 4);
    for (std::size_t at = 0; at < orders.size(); ++at) {
        moves[at / 4][at % 4] = orders.data()[at];
    }
    std::vector<std::array<double, 2>> pairs(weights.size() / 2);
    for (std::size_t at = 0; at < weights.size(); ++at) {
        pairs[at / 2][at % 2] = weights.data()[at];
    }
    return {rows, columns, view(goal), std::move(tables), std::move(moves), std::move(pairs)};
}

nb::object run(VariantSearch& search, const Bytes& start, std::uint32_t code, std::uint64_t limit) {
    const judging::Outcome outcome = search.run(view(start), code, limit);
    if (!outcome.is_solved) {
        return nb::none();
    }
    nb::list values;
    for (const std::int64_t value : outcome.values) {
        values.append(value);
    }
    return nb::make_tuple(values, nb::bytes(outcome.moves.data(), outcome.moves.size()), outcome.trail);
}

nb::tuple narrow(
    VariantSearch& search, const Bytes& start, const Array<std::uint32_t>& codes, const Array<std::uint64_t>& masks,
    const Array<std::int64_t>& definitions, const Array<std::int64_t>& printed, const nb::object& path, bool needs_all,
    std::uint64_t limit, std::uint64_t work) {
    if (definitions.size() % 2 != 0) {
        throw nb::value_error("expected two numbers a definition");
    }
    std::vector<VariantSearch::Definition> known;
    for (std::size_t at = 0; at < definitions.size(); at += 2) {
        const std::int64_t count = definitions.data()[at];
        if (count < 0 || count >= judging::counts) {
            throw nb::value_error("expected a known count");
        }
        known.push_back({static_cast<std::uint8_t>(count), definitions.data()[at + 1]});
    }
    std::vector<std::uint8_t> moves;
    VariantSearch::Observed observed{{printed.data(), printed.data() + printed.size()}};
    if (!path.is_none()) {
        const auto given = nb::cast<Bytes>(path);
        moves.assign(given.data(), given.data() + given.size());
        observed.path = &moves;
    }
    const auto found =
        search.narrow(view(start), view(codes), view(masks), known, observed, needs_all, limit, work);
    return nb::make_tuple(
        found.done, found.work, nb::bytes(found.codes.data(), found.codes.size() * sizeof(std::uint32_t)),
        nb::bytes(found.masks.data(), found.masks.size() * sizeof(std::uint64_t)));
}

}  // namespace

void define_variants(nb::module_& module) {
    nb::class_<VariantSearch>(
        module, "VariantSearch", "The search of the textbook with the choices that programs make differently.")
        .def(
            "__init__",
            [](VariantSearch* self, int rows, int columns, const Bytes& goal, const nb::list& estimates,
               const Bytes& orders, const Array<double>& weights) {
                new (self) VariantSearch(make_search(rows, columns, goal, estimates, orders, weights));
            },
            nb::arg("rows"), nb::arg("columns"), nb::arg("goal").noconvert(), nb::arg("estimates"),
            nb::arg("orders").noconvert(), nb::arg("weights").noconvert())
        .def(
            "run", &run, nb::arg("start").noconvert(), nb::arg("code"), nb::arg("limit"),
            "Counts, moves and a hash of the expansions of one variant; None if it reached no goal.")
        .def(
            "narrow", &narrow, nb::arg("start").noconvert(), nb::arg("codes").noconvert(), nb::arg("masks").noconvert(),
            nb::arg("definitions").noconvert(), nb::arg("printed").noconvert(), nb::arg("path").none(),
            nb::arg("needs_all"), nb::arg("limit"), nb::arg("work"),
            "The variants that fit a board, with their masks of definitions: how many were tried before the work was "
            "done, the work, their numbers, and the masks.");
}

}  // namespace taquin::bindings
