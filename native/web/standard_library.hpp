#pragma once

// Parts of the C++20 standard library that older releases of Emscripten lack (3.1.6 of Debian 12 has LLVM's libc++ 14).
// The compiler includes this file before every source. The module has one thread, so an atomic access is a plain one.

#include <atomic>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <version>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 16000

namespace std {

template <class Array>
    requires is_unbounded_array_v<Array>
unique_ptr<Array> make_unique_for_overwrite(size_t size) {
    return unique_ptr<Array>(new remove_extent_t<Array>[size]);
}

}  // namespace std

#endif

#if defined(_LIBCPP_VERSION) && !defined(__cpp_lib_atomic_ref)

namespace std {

template <class Value>
class atomic_ref {
public:
    explicit atomic_ref(Value& value) : value_(&value) {}

    Value load(memory_order) const { return *value_; }
    void store(Value value, memory_order) const { *value_ = value; }
    Value fetch_or(Value bits, memory_order) const {
        const Value before = *value_;
        *value_ = static_cast<Value>(before | bits);
        return before;
    }

private:
    Value* value_;
};

}  // namespace std

#endif
