#pragma once

// What the functions of this folder share. src/taquin/web/browser/core.py calls them through JavaScript:
// - An array (see Array) is an address in the memory of this module; the caller allocates and frees it.
// - An object is held by its address until `taquin_release`.
// - Whole numbers of more than 32 bits are doubles; JavaScript has no others.
// - A function that fails returns 0, and `taquin_fault` is not 0.
// - Other results than one number are bytes, in `taquin_result_data`, until the next call.
// - While a function works, it calls the JavaScript functions `poll` and `pace` of the module.

#include <emscripten.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "taquin/run/run.hpp"

#define TAQUIN_EXPORT extern "C" EMSCRIPTEN_KEEPALIVE

namespace taquin::web {

/// The kinds of errors; core.py raises an exception of Python for each.
enum class Fault { none, value, memory, other };

void set_fault(Fault fault, const char* message);

/// Call a function; if it throws, remember the error and return 0.
template <class Function>
auto guarded(Function&& function) noexcept -> decltype(function()) {
    try {
        const auto found = function();
        set_fault(Fault::none, "");  // only now: what a poll called may have failed
        return found;
    } catch (const std::bad_alloc&) {
        set_fault(Fault::memory, "out of memory");
    } catch (const std::length_error&) {  // a vector would be larger than the memory of any module
        set_fault(Fault::memory, "out of memory");
    } catch (const std::logic_error& error) {
        set_fault(Fault::value, error.what());
    } catch (const std::exception& error) {
        set_fault(Fault::other, error.what());
    }
    return {};
}

struct Object {
    Object() = default;
    Object(const Object&) = delete;
    Object& operator=(const Object&) = delete;
    virtual ~Object() = default;
};

template <class Value>
struct Held final : Object {
    explicit Held(Value held) : value(std::move(held)) {}
    Value value;
};

template <class Value>
Object* hold(Value value) {
    return new Held<Value>(std::move(value));
}

/// The value of an object. Throws if it is of another type.
template <class Value>
Value& held(Object* object) {
    auto* const found = dynamic_cast<Held<Value>*>(object);
    if (found == nullptr) {
        throw std::invalid_argument("expected an object of another type");
    }
    return found->value;
}

/// An array in the memory of this module: its size, and its bytes after `header` bytes.
struct Array {
    static constexpr std::size_t header = 16;

    std::uint32_t bytes;
};

/// The items of an array; none without an array.
template <class Item>
std::span<Item> items(const Array* array) {
    if (array == nullptr) {
        return {};
    }
    const auto first = reinterpret_cast<std::uintptr_t>(array) + Array::header;
    return {reinterpret_cast<Item*>(first), array->bytes / sizeof(Item)};
}

inline std::span<const std::uint8_t> bytes(const Array* array) { return items<const std::uint8_t>(array); }

/// A number of nodes; one that does not fit, such as infinity, means no limit.
inline std::uint64_t to_count(double number) {
    return number < 0x1p63 ? static_cast<std::uint64_t>(number) : Limits::no_limit;
}

inline std::uint64_t to_seed(std::uint32_t high, std::uint32_t low) { return std::uint64_t{high} << 32 | low; }

/// Bytes that core.py reads with `struct`, without padding.
class Result {
public:
    template <class Number>
        requires std::is_arithmetic_v<Number>
    void add(Number number) {
        const auto* const bytes = reinterpret_cast<const std::uint8_t*>(&number);
        bytes_.insert(bytes_.end(), bytes, bytes + sizeof(Number));
    }

    void add(std::span<const std::uint8_t> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }

    void add(const Counters& counters);

    [[nodiscard]] const std::vector<std::uint8_t>& bytes() const { return bytes_; }

private:
    std::vector<std::uint8_t> bytes_;
};

/// The result of the current call, empty at first.
Result& new_result();

/// Call the JavaScript function `poll` of the module; true stops the work. `has_result` says that the result is a new
/// solution.
bool poll(double first, double second, double third = 0, double fourth = 0, bool has_result = false);

/// Call `pace`: the width of a beam's next layer.
int pace(int depth, std::uint64_t stored);

inline Limits make_limits(std::uint64_t node_limit) {
    return Limits(node_limit, [](const Snapshot& snapshot) {
        if (snapshot.solution != nullptr) {
            new_result().add(*snapshot.solution);
        }
        return poll(
            static_cast<double>(snapshot.counters.expanded), static_cast<double>(snapshot.counters.generated),
            snapshot.lower_bound, static_cast<double>(snapshot.memory), snapshot.solution != nullptr);
    });
}

}  // namespace taquin::web
