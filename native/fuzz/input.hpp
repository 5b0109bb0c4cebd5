#pragma once

// What a fuzz target decodes from its bytes. `CHECK` of the tests ends the process, which libFuzzer reports.

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "../tests/check.hpp"
#include "taquin/puzzle/geometry.hpp"

namespace taquin::fuzz {

/// Reads values from the bytes; all of them are 0 after the end.
class Input {
public:
    Input(const std::uint8_t* data, std::size_t size) : bytes_(data, size) {}

    [[nodiscard]] bool is_empty() const { return bytes_.empty(); }

    std::uint8_t byte() {
        if (bytes_.empty()) {
            return 0;
        }
        const std::uint8_t value = bytes_.front();
        bytes_ = bytes_.subspan(1);
        return value;
    }

    bool flag() { return byte() % 2 != 0; }

    /// A number from the first to the last one, which are less than 65536 apart.
    int between(int first, int last) {
        const int count = last - first + 1;
        int value = byte();
        value = count > 256 ? 256 * value + byte() : value;
        return first + value % count;
    }

    template <class Value>
    Value choose(std::initializer_list<Value> values) {
        return values.begin()[between(0, static_cast<int>(values.size()) - 1)];
    }

    std::uint64_t word() {
        std::uint64_t value = 0;
        for (int count = 0; count < 8; ++count) {
            value = value << 8 | byte();
        }
        return value;
    }

    /// The numbers from 0 in any order.
    template <class Value>
    std::vector<Value> permutation(int count) {
        std::vector<Value> values(static_cast<std::size_t>(count));
        std::iota(values.begin(), values.end(), Value{0});
        for (int last = count - 1; last > 0; --last) {
            std::swap(values[static_cast<std::size_t>(last)], values[static_cast<std::size_t>(between(0, last))]);
        }
        return values;
    }

    Cells board(int cells) {
        const auto values = permutation<std::uint8_t>(cells);
        Cells board{};
        std::copy(values.begin(), values.end(), board.begin());
        return board;
    }

    /// A board that some moves lead to; moves off the board are left out.
    Cells walk(const Grid& grid, Cells board, int moves) {
        for (; moves > 0; --moves) {
            tests::play(grid, board, between(0, move_count - 1));
        }
        return board;
    }

private:
    std::span<const std::uint8_t> bytes_;
};

}  // namespace taquin::fuzz
