#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "taquin/puzzle/geometry.hpp"

namespace taquin {

/// A bijection that spreads what differs in any bit over all bits (the finalizer of MurmurHash3, by A. Appleby).
constexpr std::uint64_t mix(std::uint64_t value) {
    value ^= value >> 33;
    value *= 0xff51afd7ed558ccdU;
    value ^= value >> 33;
    value *= 0xc4ceb9fe1a85ec53U;
    return value ^ (value >> 33);
}

/// A board of up to 16 cells in one word: four bits a cell, cell 0 lowest.
class Packed16 {
public:
    static constexpr int maximum_cells = 16;

    static Packed16 pack(const Cells& board, int cells) {
        Packed16 state;
        for (int cell = 0; cell < cells; ++cell) {
            state.word_ |= std::uint64_t{board[static_cast<std::size_t>(cell)]} << (4 * cell);
        }
        return state;
    }

    [[nodiscard]] int tile(int cell) const { return static_cast<int>(word_ >> (4 * cell)) & 15; }

    /// The cell of the blank: the lowest one that is 0. What lies beyond the board is 0 too, but higher.
    [[nodiscard]] int blank() const {
        std::uint64_t full = word_ | word_ >> 1;
        full |= full >> 2;
        return std::countr_zero(~full & 0x1111111111111111U) / 4;
    }

    /// The state after this tile slid from there to the blank.
    [[nodiscard]] Packed16 slide(int blank, int from, int tile) const {
        const auto value = static_cast<std::uint64_t>(tile);
        Packed16 state;
        state.word_ = word_ ^ value << (4 * from) ^ value << (4 * blank);
        return state;
    }

    [[nodiscard]] std::uint64_t hash() const { return mix(word_); }

    bool operator==(const Packed16&) const = default;

private:
    std::uint64_t word_ = 0;
};

/// A board of up to 25 cells in two words: five bits a cell, cell 0 lowest; cell 12 lies in both.
class Packed25 {
public:
    static constexpr int maximum_cells = 25;

    static Packed25 pack(const Cells& board, int cells) {
        Packed25 state;
        for (int cell = 0; cell < cells; ++cell) {
            state.toggle(5 * cell, board[static_cast<std::size_t>(cell)]);
        }
        return state;
    }

    [[nodiscard]] int tile(int cell) const {
        const int bit = 5 * cell;
        if (bit >= 64) {
            return static_cast<int>(high_ >> (bit - 64)) & 31;
        }
        const std::uint64_t rest = bit > 59 ? high_ << (64 - bit) : 0;
        return static_cast<int>(low_ >> bit | rest) & 31;
    }

    /// The cell of the blank: the lowest one that is 0.
    [[nodiscard]] int blank() const {
        // Or the five bits of every cell together in its lowest bit; bits of `high_` move down into `low_`.
        std::uint64_t low = low_;
        std::uint64_t high = high_;
        for (int bit = 1; bit < 5; ++bit) {
            low |= low_ >> bit | high_ << (64 - bit);
            high |= high_ >> bit;
        }
        low = ~low & 0x1084210842108421U;    // bits 0, 5, …, 60
        high = ~high & 0x2108421084210842U;  // bits 65 - 64, 70 - 64, …
        return low != 0 ? std::countr_zero(low) / 5 : (64 + std::countr_zero(high)) / 5;
    }

    [[nodiscard]] Packed25 slide(int blank, int from, int tile) const {
        Packed25 state = *this;
        state.toggle(5 * from, static_cast<std::uint64_t>(tile));
        state.toggle(5 * blank, static_cast<std::uint64_t>(tile));
        return state;
    }

    [[nodiscard]] std::uint64_t hash() const { return mix(low_ ^ mix(high_)); }

    bool operator==(const Packed25&) const = default;

private:
    void toggle(int bit, std::uint64_t value) {
        if (bit >= 64) {
            high_ ^= value << (bit - 64);
            return;
        }
        low_ ^= value << bit;
        if (bit > 59) {
            high_ ^= value >> (64 - bit);
        }
    }

    std::uint64_t low_ = 0;
    std::uint64_t high_ = 0;
};

/// The other way: a board that heuristics can read.
template <class State>
Cells unpack(const State& state, int cells) {
    Cells board{};
    for (int cell = 0; cell < cells; ++cell) {
        board[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(state.tile(cell));
    }
    return board;
}

}  // namespace taquin
