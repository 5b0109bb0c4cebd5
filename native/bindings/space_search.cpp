// Best-first search of a space that is written in Python, after src/taquin/algorithms/best_first.py: the same loop, the
// same counters. States, estimates and functions are objects of Python, and this thread holds the GIL. The nodes, the
// table of known states and the open list are here.

#include <nanobind/nanobind.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "search.hpp"

namespace taquin::bindings {

namespace {

using Number = std::uint32_t;

constexpr Number none = std::numeric_limits<Number>::max();

enum class Closed : std::uint8_t { no, expanded, pruned };

struct Node {
    nb::object state;
    nb::object h;  // as the estimate gave it, because it is passed to the next one
    Py_hash_t hash;
    Number parent;
    std::uint32_t g;
    Closed closed = Closed::no;
};

/// Call a function of Python. Throws what it raises.
template <class... Values>
nb::object call(const nb::object& function, const Values&... values) {
    PyObject* arguments[] = {nullptr, values.ptr()...};  // the first is for the callee, which may put self there
    PyObject* result = PyObject_Vectorcall(
        function.ptr(), arguments + 1, sizeof...(values) | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr);
    if (result == nullptr) {
        throw nb::python_error();
    }
    return nb::steal(result);
}

double to_double(const nb::object& number) {
    PyObject* object = number.ptr();  // PyFloat_AsDouble makes a float of an int
    const double value = PyLong_CheckExact(object) ? PyLong_AsDouble(object) : PyFloat_AsDouble(object);
    if (value == -1 && PyErr_Occurred() != nullptr) {
        throw nb::python_error();
    }
    return value;
}

/// Hide a tuple of numbers or texts, which is part of no cycle, from the garbage collector. It would find that itself, but
/// takes longer: with tuples as states, that was a sixth of the time of a search.
void untrack(const nb::object& state) {
    PyObject* tuple = state.ptr();
    if (!PyTuple_CheckExact(tuple)) {
        return;
    }
    const PyTypeObject* seen = nullptr;  // the last type of an item without references to others
    for (Py_ssize_t place = NB_TUPLE_GET_SIZE(tuple); place-- > 0;) {
        PyTypeObject* type = Py_TYPE(NB_TUPLE_GET_ITEM(tuple, place));
        if (type != seen && (PyType_GetFlags(type) & Py_TPFLAGS_HAVE_GC) != 0) {
            return;
        }
        seen = type;
    }
    PyObject_GC_UnTrack(tuple);
}

/// The nodes by number, and a hash table of their states. A comparison of states may run any code of Python, so that no
/// reference into the vectors is held meanwhile.
class Nodes {
public:
    [[nodiscard]] Number size() const { return static_cast<Number>(nodes_.size()); }
    [[nodiscard]] Node& operator[](Number node) { return nodes_[node]; }
    [[nodiscard]] std::size_t memory() const {
        return nodes_.capacity() * sizeof(Node) + slots_.capacity() * sizeof(Slot);
    }

    /// The node of an equal state; `none` if there is none.
    Number find(const nb::object& state, Py_hash_t hash) {
        for (std::size_t at = first(hash); slots_[at].number != none; at = (at + 1) & mask()) {
            const Number number = slots_[at].number;
            if (slots_[at].tag != static_cast<std::uint32_t>(hash) || nodes_[number].hash != hash) {
                continue;
            }
            const nb::object other = nodes_[number].state;
            const int is_equal = other.is(state) ? 1 : PyObject_RichCompareBool(other.ptr(), state.ptr(), Py_EQ);
            if (is_equal < 0) {
                throw nb::python_error();
            }
            if (is_equal > 0) {
                return number;
            }
        }
        return none;
    }

    /// Add a node whose state is new.
    Number add(Node node) {
        if (2 * (nodes_.size() + 1) > slots_.size()) {
            std::vector<Slot> larger(2 * slots_.size());
            larger.swap(slots_);
            for (Number number = 0; number < size(); ++number) {
                place(nodes_[number].hash, number);
            }
        }
        const Number number = size();
        const Py_hash_t hash = node.hash;
        nodes_.push_back(std::move(node));
        place(hash, number);
        return number;
    }

private:
    struct Slot {
        Number number = none;
        std::uint32_t tag = 0;  // of the hash: most comparisons need no look at the node
    };

    [[nodiscard]] std::size_t mask() const { return slots_.size() - 1; }

    /// Where the search for a hash begins. Python's hashes of small numbers are the numbers.
    [[nodiscard]] std::size_t first(Py_hash_t hash) const {
        const std::uint64_t mixed = static_cast<std::uint64_t>(hash) * 0x9E3779B97F4A7C15U;
        return static_cast<std::size_t>(mixed >> 20) & mask();
    }

    void place(Py_hash_t hash, Number number) {
        std::size_t at = first(hash);
        while (slots_[at].number != none) {
            at = (at + 1) & mask();
        }
        slots_[at] = {number, static_cast<std::uint32_t>(hash)};
    }

    std::vector<Node> nodes_;
    std::vector<Slot> slots_ = std::vector<Slot>(64);
};

/// The functions of the caller.
struct Functions {
    nb::object successors, is_goal;
    nb::object estimate;  // a function of a state; None where every estimate is 0
    nb::object update;    // a function of (estimate of the parent, parent, child); None if each is made from scratch
    nb::object check;     // from a value that is no small int, and its state, to the estimate
    nb::object fail;      // raises the error of an estimate, given the state and what its function raised
    nb::object refuse;    // raises the error of successors that are no pairs, given what was found and the state
    nb::object report;    // takes the counters; returns the number of expansions at which it is called again
};

class SpaceSearch {
public:
    SpaceSearch(
        Functions functions, double weight_g, double weight_h, std::string_view tie_break, std::uint64_t depth_limit)
        : functions_(std::move(functions)), weight_g_(weight_g), weight_h_(weight_h), tie_break_(tie_break),
          depth_limit_(depth_limit) {}

    /// The states from the start to a goal; None if no goal is found.
    nb::object run(const nb::object& start, const nb::object& h) {
        add(start, hash(start), none, 0, h);
        counters_.max_frontier = counters_.max_stored = 1;
        try {
            const Number goal = search();
            report(true);
            return goal == none ? nb::none() : path(goal);
        } catch (...) {
            report(true);
            throw;
        }
    }

private:
    struct Entry {
        double f;
        double tie;
        Number node;

        /// Whether the other entry is chosen first: the heap has the greatest on top.
        bool operator<(const Entry& other) const {
            return f != other.f ? f > other.f : tie != other.tie ? tie > other.tie : node > other.node;
        }
    };

    Number search() {
        const double scale = weight_g_ > 0 ? 1 / std::max(weight_g_, weight_h_) : 0;
        while (const auto chosen = pop()) {
            const Number node = chosen->node;
            raise_lower_bound(chosen->f * scale);
            const nb::object state = nodes_[node].state;
            const std::uint32_t g = nodes_[node].g;
            if (is_true(call(functions_.is_goal, state))) {
                return node;
            }
            if (g >= depth_limit_) {
                nodes_[node].closed = Closed::pruned;
                is_depth_limited_ = true;
                ++counters_.pruned;
                continue;
            }
            if (counters_.expanded >= next_report_) {
                next_report_ = report(false);
            }
            ++counters_.expanded;
            expand(node, state, g + 1);
            counters_.max_frontier = std::max(counters_.max_frontier, frontier_size_);
            counters_.max_stored = nodes_.size();
        }
        return none;
    }

    void expand(Number node, const nb::object& state, std::uint32_t child_g) {
        const nb::object h = nodes_[node].h;
        const nb::object pairs = call(functions_.successors, state);
        const nb::object iterator = nb::steal(PyObject_GetIter(pairs.ptr()));
        if (!iterator.is_valid()) {
            refuse(pairs, state);
        }
        while (PyObject* item = PyIter_Next(iterator.ptr())) {
            const nb::object pair = nb::steal(item);
            if (!PyTuple_Check(pair.ptr()) || NB_TUPLE_GET_SIZE(pair.ptr()) != 2) {
                refuse(pair, state);
            }
            const nb::object child = nb::borrow(NB_TUPLE_GET_ITEM(pair.ptr(), 1));
            const Py_hash_t child_hash = PyObject_Hash(child.ptr());
            if (child_hash == -1) {
                refuse(pair, state);
            }
            const Number known = nodes_.find(child, child_hash);
            if (known == none) {
                add(child, child_hash, node, child_g, estimate(h, state, child));
                ++counters_.generated;
                counters_.max_depth = std::max<std::uint64_t>(counters_.max_depth, child_g);
            } else if (child_g < nodes_[known].g && (weight_g_ > 0 || nodes_[known].closed != Closed::expanded)) {
                improve(known, node, child_g);
            } else {
                ++counters_.duplicates;
            }
        }
        if (PyErr_Occurred() != nullptr) {
            throw nb::python_error();
        }
    }

    void add(const nb::object& state, Py_hash_t hash, Number parent, std::uint32_t g, const nb::object& h) {
        const double value = to_double(h);
        untrack(state);
        const Number number = nodes_.add({state, h, hash, parent, g});
        ++frontier_size_;
        push(number, g, value);
    }

    /// Give a known node a cheaper path. If it is closed, it is opened again; its old entry in the heap is stale.
    void improve(Number number, Number parent, std::uint32_t g) {
        Node& node = nodes_[number];
        node.parent = parent;
        node.g = g;
        counters_.reopened += node.closed == Closed::expanded;
        if (node.closed != Closed::no) {
            node.closed = Closed::no;
            ++frontier_size_;
        } else if (weight_g_ == 0) {
            return;
        }
        push(number, g, to_double(node.h));
    }

    void push(Number node, std::uint32_t g, double h) {
        const double tie = tie_break_ == "low-h" ? h : tie_break_ == "lifo" ? -static_cast<double>(node) : 0;
        heap_.push_back({weight_g_ * g + weight_h_ * h, tie, node});
        std::push_heap(heap_.begin(), heap_.end());
    }

    std::optional<Entry> pop() {
        while (!heap_.empty()) {
            std::pop_heap(heap_.begin(), heap_.end());
            const Entry entry = heap_.back();
            heap_.pop_back();
            if (nodes_[entry.node].closed == Closed::no) {  // otherwise it is a stale entry
                nodes_[entry.node].closed = Closed::expanded;
                --frontier_size_;
                return entry;
            }
        }
        return std::nullopt;
    }

    void raise_lower_bound(double bound) {
        if (is_depth_limited_) {
            bound = std::min(bound, static_cast<double>(depth_limit_) + 1);
        }
        lower_bound_ = std::max(lower_bound_, bound);
    }

    nb::object estimate(const nb::object& h, const nb::object& parent, const nb::object& child) {
        if (functions_.estimate.is_none()) {
            return nodes_[0].h;  // 0
        }
        nb::object value;
        try {
            value = functions_.update.is_none() ? call(functions_.estimate, child)
                                                : call(functions_.update, h, parent, child);
        } catch (nb::python_error& error) {
            functions_.fail(child, error.value());
            throw;
        }
        int overflow = 0;
        const bool is_int = PyLong_CheckExact(value.ptr());
        const long long number = is_int ? PyLong_AsLongLongAndOverflow(value.ptr(), &overflow) : -1;
        return number >= 0 && overflow == 0 ? value : call(functions_.check, value, child);
    }

    std::uint64_t report(bool is_over) {
        const std::size_t memory = nodes_.memory() + heap_.capacity() * sizeof(Entry);
        return nb::cast<std::uint64_t>(
            functions_.report(nb::cast(counters_), lower_bound_, is_depth_limited_, nodes_.size(), memory, is_over));
    }

    nb::object path(Number node) {
        nb::list states;
        for (; node != none; node = nodes_[node].parent) {
            states.append(nodes_[node].state);
        }
        states.attr("reverse")();
        return states;
    }

    /// Raise the error of what is wrong with the successors of a state. An error that is not a TypeError stays as it is.
    [[noreturn]] void refuse(const nb::object& found, const nb::object& state) {
        if (PyErr_Occurred() != nullptr) {
            if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) {
                throw nb::python_error();
            }
            PyErr_Clear();
        }
        functions_.refuse(found, state);
        throw nb::type_error("expected successors as pairs of a move and a state");  // refuse() has raised
    }

    static bool is_true(const nb::object& value) {
        const int answer = PyObject_IsTrue(value.ptr());
        if (answer < 0) {
            throw nb::python_error();
        }
        return answer > 0;
    }

    static Py_hash_t hash(const nb::object& state) {
        const Py_hash_t value = PyObject_Hash(state.ptr());
        if (value == -1) {
            throw nb::python_error();
        }
        return value;
    }

    Functions functions_;
    const double weight_g_;
    const double weight_h_;
    const std::string_view tie_break_;
    const std::uint64_t depth_limit_;
    Nodes nodes_;
    std::vector<Entry> heap_;
    Counters counters_;
    std::uint64_t next_report_ = 0;
    std::uint64_t frontier_size_ = 0;  // nodes in the frontier: the heap also holds stale entries
    double lower_bound_ = 0;
    bool is_depth_limited_ = false;
};

nb::object search_space(
    const nb::object& start, const nb::object& h, nb::object successors, nb::object is_goal, nb::object estimate,
    nb::object update, nb::object check, nb::object fail, nb::object refuse, nb::object report, double weight_g,
    double weight_h, std::string_view tie_break, std::uint64_t depth_limit) {
    SpaceSearch search(
        {std::move(successors), std::move(is_goal), std::move(estimate), std::move(update), std::move(check),
         std::move(fail), std::move(refuse), std::move(report)},
        weight_g, weight_h, tie_break, depth_limit);
    return search.run(start, h);
}

}  // namespace

void define_space_search(nb::module_& module) {
    module.def(
        "search_space", &search_space, nb::arg("start").none(), nb::arg("h"), nb::arg("successors"), nb::arg("is_goal"),
        nb::arg("estimate").none(), nb::arg("update").none(), nb::arg("check").none(), nb::arg("fail").none(),
        nb::arg("refuse").none(), nb::arg("report"), nb::arg("weight_g"), nb::arg("weight_h"), nb::arg("tie_break"), nb::arg("depth_limit"),
        "Best-first search of a space in Python: the states from the start to a goal, or None.");
}

}  // namespace taquin::bindings
