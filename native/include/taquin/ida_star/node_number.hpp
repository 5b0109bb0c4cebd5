#pragma once

#include <cstdint>
#include <type_traits>

namespace taquin {

struct RecordedNumber {
    std::int64_t value;
    template <class Integer>
    explicit RecordedNumber(Integer number) : value(static_cast<std::int64_t>(number)) {}
};

struct UnrecordedNumber {
    template <class Integer>
    explicit UnrecordedNumber(Integer) {}
};

/// The number of a node, which only a sink that records events needs. Without one it takes no register.
template <class Sink>
using NodeNumber = std::conditional_t<Sink::is_recording, RecordedNumber, UnrecordedNumber>;

}  // namespace taquin
