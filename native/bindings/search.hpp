#pragma once

// Shared by all bindings of searches: arrays as arguments, a callback to Python during the search, the outcome.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <span>
#include <utility>

#include "gil.hpp"
#include "taquin/arguments.hpp"
#include "taquin/puzzle/geometry.hpp"
#include "taquin/run/run.hpp"
#include "taquin/run/sink.hpp"
#include "taquin/tables/distance_table.hpp"

namespace taquin::bindings {

namespace nb = nanobind;

/// A read-only array: a Python bytes object, array.array or numpy array of exactly this type. Never converted:
/// arguments are declared noconvert, so that a wrong type is an error.
template <class Scalar>
using Array = nb::ndarray<const Scalar, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Bytes = Array<std::uint8_t>;
using SignedBytes = Array<std::int8_t>;
using Shorts = Array<std::uint16_t>;
using Integers = Array<std::int32_t>;
template <class Scalar>
using WritableArray = nb::ndarray<Scalar, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class Scalar>
std::span<const Scalar> view(const nb::ndarray<const Scalar, nb::ndim<1>, nb::c_contig, nb::device::cpu>& array) {
    return {array.data(), array.size()};
}

/// Limits that call a Python function; it stops the run by returning true or by raising an exception. Its last argument is
/// a new solution, if there is one.
inline Limits make_limits(std::uint64_t node_limit, const nb::object& should_stop) {
    if (should_stop.is_none()) {
        return Limits(node_limit);
    }
    return Limits(node_limit, [should_stop](const Snapshot& snapshot) {
        const auto call = [&](const auto&... solution) {
            const Counters& counters = snapshot.counters;
            return call_python<bool>(
                should_stop, counters.expanded, counters.generated, snapshot.lower_bound, snapshot.memory, solution...);
        };
        return snapshot.solution == nullptr ? call() : call(*snapshot.solution);
    });
}

/// A poll of work on a table that calls a Python function, which stops the work in the same way.
inline DistancePoll make_poll(const nb::object& should_stop) {
    if (should_stop.is_none()) {
        return {};
    }
    return [&should_stop](int distance, std::uint64_t reached) {
        return call_python<bool>(should_stop, distance, reached);
    };
}

/// Fill a table with the GIL released. `fill` is called with a poll and returns the number of states at each distance, or
/// nothing if the poll stopped it.
template <class Fill>
nb::object fill_released(const nb::object& should_stop, Fill&& fill) {
    const auto counts = [&, poll = make_poll(should_stop)] {
        const ReleasedGil released;
        return fill(poll);
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

/// Let other threads of Python run, and Python's signal handlers, which may raise an exception.
inline void let_python_run() {
    { const ReleasedGil released; }
    if (PyErr_CheckSignals() != 0) {
        throw nb::python_error();
    }
}

inline nb::list to_python(const std::vector<Event>& events) {
    constexpr std::size_t events_between_polls = 1 << 14;  // some milliseconds
    nb::list result;
    for (const Event& event : events) {
        if (result.size() % events_between_polls == 0) {
            let_python_run();
        }
        result.append(nb::make_tuple(
            static_cast<int>(event.kind), event.node, event.parent, static_cast<int>(event.move), event.g, event.h,
            static_cast<int>(event.reason)));
    }
    return result;
}

/// What a search returns to Python: its outcome, and its first events if they were recorded.
struct SearchResult {
    Outcome outcome;
    nb::list events;
    bool is_truncated = false;  // whether there were more events than the cap
};

inline nb::bytes to_bytes(const std::vector<std::uint8_t>& values) {
    return nb::bytes(values.data(), values.size());
}

/// Run a search with the GIL released, with or without recording events. `search` is called with a sink and returns an
/// Outcome.
template <class Search>
SearchResult run_released(std::size_t event_cap, Search&& search) {
    if (event_cap == 0) {
        NoSink sink;
        Outcome outcome = [&] {
            const ReleasedGil released;
            return search(sink);
        }();
        return {std::move(outcome), nb::list(), false};
    }
    TraceSink sink(event_cap);
    Outcome outcome = [&] {
        const ReleasedGil released;
        return search(sink);
    }();
    return {std::move(outcome), to_python(sink.events()), sink.is_truncated()};
}

}  // namespace taquin::bindings
