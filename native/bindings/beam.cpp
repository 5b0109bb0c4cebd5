#include <nanobind/nanobind.h>

#include <algorithm>

#include "bindings.hpp"
#include "search.hpp"
#include "taquin/beam/layered_beam.hpp"
#include "taquin/beam/training.hpp"
#include "taquin/beam/windows.hpp"

namespace taquin::bindings {

namespace {

using Weights = Array<std::int16_t>;
using beam::DisplacementScore;

/// What a beam search returns to Python.
struct CountedBeam {
    beam::BeamResult beam;
    Counters counters;
};

/// What a pass over windows returns to Python.
struct CountedWindows {
    std::vector<std::uint8_t> moves;
    Counters counters;
};

/// A function that calls a Python function every few milliseconds, with the counters and the bytes in use. Windows add
/// their counters at the end.
auto make_poll(Limits& limits, const Counters& counters) {
    return [&](std::uint64_t memory) { return limits.should_stop({counters, 0, memory}); };
}

CountedBeam run_beam(
    const DisplacementScore& score, const Bytes& start, int width, int longest, std::uint64_t seed, int samples,
    int threads, const nb::object& should_stop, const nb::object& pace, std::uint64_t node_limit, bool counts_slides) {
    check_labels(view(start), score.features().cells());
    check_beam(width, longest, samples);
    beam::BeamSettings settings{width, longest, seed, samples, node_limit};
    settings.counts_slides = counts_slides;
    if (!pace.is_none()) {
        settings.pace = [&pace](int depth, std::uint64_t stored) {
            return call_python<int>(pace, depth, stored);
        };
    }
    Limits limits = make_limits(Limits::no_limit, should_stop);
    Counters counters;
    beam::BeamResult result = [&] {
        const ReleasedGil released;
        PhaseTeam team(threads);
        return beam::run_beam(score, view(start), settings, team, counters, make_poll(limits, counters));
    }();
    return {std::move(result), counters};
}

CountedWindows shorten_windows(
    int rows, int columns, const Integers& start, const Bytes& moves, int length, int first, int width,
    std::uint64_t seed, int weight_rows, int weight_columns, const Weights& weights, int threads,
    const nb::object& should_stop, std::uint64_t node_limit) {
    check_window(length, first, width);
    Limits limits = make_limits(Limits::no_limit, should_stop);
    Counters counters;
    std::vector<std::uint8_t> result = [&] {
        const ReleasedGil released;
        return beam::shorten_windows(
            rows, columns, view(start), view(moves), {length, first, width, seed, node_limit},
            {weight_rows, weight_columns}, view(weights), threads, counters, make_poll(limits, counters));
    }();
    return {std::move(result), counters};
}

beam::RankedBoards collect_ranked(
    const DisplacementScore& score, std::uint64_t seed, int boards, int width, int longest, int samples, int threads,
    const nb::object& should_stop) {
    check_beam(width, longest, samples);
    Limits limits = make_limits(Limits::no_limit, should_stop);
    const ReleasedGil released;
    return beam::collect(score, {seed, boards, width, longest, samples}, threads, [&](int finished) {
        Snapshot snapshot{{}, 0, 0};
        snapshot.counters.expanded = static_cast<std::uint64_t>(finished);
        return limits.should_stop(snapshot);
    });
}

bool fit_weights(
    const DisplacementScore& score, const Bytes& boards, std::uint64_t seed, int epochs, double rate,
    double temperature, double fine,
    const nb::ndarray<double, nb::ndim<1>, nb::c_contig, nb::device::cpu>& weights, const nb::object& should_stop) {
    Limits limits = make_limits(Limits::no_limit, should_stop);
    const auto cells = static_cast<std::size_t>(score.features().cells());
    if (boards.size() == 0 || boards.size() % (2 * cells) != 0) {
        throw std::invalid_argument("expected pairs of labelled boards");
    }
    const ReleasedGil released;
    for (std::size_t first = 0; first < boards.size(); first += cells) {
        check_labels(view(boards).subspan(first, cells), static_cast<int>(cells));
        if (first / cells % 4096 == 0 && limits.should_stop({{}, 0, 0})) {
            return false;
        }
    }
    return beam::fit(
        score.features(), view(boards), {seed, epochs, rate, temperature, fine}, {weights.data(), weights.size()},
        [&] { return limits.should_stop({{}, 0, 0}); });
}

}  // namespace

void define_beam(nb::module_& module) {
    nb::class_<CountedBeam>(module, "BeamResult", "What a beam search returns.")
        .def_prop_ro("status", [](const CountedBeam& self) { return self.beam.status; })
        .def_prop_ro("moves", [](const CountedBeam& self) { return to_bytes(self.beam.moves); })
        .def_prop_ro("samples", [](const CountedBeam& self) { return to_bytes(self.beam.samples); })
        .def_ro("counters", &CountedBeam::counters);
    nb::class_<CountedWindows>(module, "WindowsResult", "What a pass over the windows of a solution returns.")
        .def_prop_ro("moves", [](const CountedWindows& self) { return to_bytes(self.moves); })
        .def_ro("counters", &CountedWindows::counters);
    nb::class_<beam::RankedBoards>(module, "RankedBoards", "Pairs of labelled boards, and the solutions they came from.")
        .def_prop_ro("boards", [](const beam::RankedBoards& self) { return to_bytes(self.boards); })
        .def_ro("solved", &beam::RankedBoards::solved)
        .def_ro("moves", &beam::RankedBoards::moves);
    nb::class_<DisplacementScore>(module, "DisplacementScore", "The score of labelled boards.")
        .def(
            "__init__",
            [](DisplacementScore* self, int rows, int columns, int blank, int weight_rows, int weight_columns,
               const Weights& weights) {
                new (self) DisplacementScore(rows, columns, blank, {weight_rows, weight_columns}, view(weights));
            },
            nb::arg("rows"), nb::arg("columns"), nb::arg("blank"), nb::arg("weight_rows"), nb::arg("weight_columns"),
            nb::arg("weights").noconvert())
        .def(
            "__init__",
            [](DisplacementScore* self, int rows, int columns, int blank, int weight_rows, int weight_columns,
               const Weights& weights, const Weights& placed) {
                new (self) DisplacementScore(
                    rows, columns, blank, {weight_rows, weight_columns}, view(weights), view(placed));
            },
            nb::arg("rows"), nb::arg("columns"), nb::arg("blank"), nb::arg("weight_rows"), nb::arg("weight_columns"),
            nb::arg("weights").noconvert(), nb::arg("placed").noconvert())
        .def(
            "evaluate",
            [](const DisplacementScore& self, const Bytes& labels) {
                check_labels(view(labels), self.features().cells());
                return self.evaluate(view(labels));
            },
            nb::arg("labels").noconvert(), "The score of a labelled board.");
    module.def(
        "run_beam", &run_beam, nb::arg("score"), nb::arg("start").noconvert(), nb::arg("width"), nb::arg("longest"),
        nb::arg("seed"), nb::arg("samples"), nb::arg("threads"), nb::arg("should_stop").none(),
        nb::arg("pace") = nb::none(), nb::arg("node_limit") = Limits::no_limit, nb::arg("counts_slides") = false,
        "Layered beam search on labelled boards, by single moves or by slides.");
    module.def(
        "shorten_windows", &shorten_windows, nb::arg("rows"), nb::arg("columns"), nb::arg("start").noconvert(),
        nb::arg("moves").noconvert(), nb::arg("length"), nb::arg("first"), nb::arg("width"), nb::arg("seed"),
        nb::arg("weight_rows"), nb::arg("weight_columns"), nb::arg("weights").noconvert(), nb::arg("threads"),
        nb::arg("should_stop").none(), nb::arg("node_limit") = Limits::no_limit,
        "Replace windows of a solution by shorter ones.");
    module.def(
        "collect_ranked", &collect_ranked, nb::arg("score"), nb::arg("seed"), nb::arg("boards"), nb::arg("width"),
        nb::arg("longest"), nb::arg("samples"), nb::arg("threads"), nb::arg("should_stop").none(),
        "Pairs of labelled boards to train a score with.");
    module.def(
        "fit_weights", &fit_weights, nb::arg("score"), nb::arg("boards").noconvert(), nb::arg("seed"),
        nb::arg("epochs"), nb::arg("rate"), nb::arg("temperature"), nb::arg("fine"), nb::arg("weights").noconvert(),
        nb::arg("should_stop").none(), "Train weights, in place. False if it was stopped.");
}

}  // namespace taquin::bindings
