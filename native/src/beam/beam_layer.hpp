#pragma once

// The data of a layered beam: nodes, the children that may become nodes, and the boards that were kept.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <vector>

#include "taquin/beam/displacement_score.hpp"
#include "taquin/run/prefetch.hpp"

namespace taquin::beam {

/// Boards are divided by the first bits of their hashes: threads that work on different partitions share nothing.
inline constexpr int partition_bits = 4;
inline constexpr std::size_t partitions = std::size_t{1} << partition_bits;

/// A board of the beam. Its labels and displacements are in a separate array.
struct Node {
    std::uint64_t hash;
    std::int32_t score;
    std::uint16_t distance;
    Label blank;
    std::uint8_t last_move;
};

inline constexpr std::uint8_t no_move = 4;

/// A child that is not made yet: its parent and the move, in one number.
struct Candidate {
    std::uint64_t hash;
    std::uint32_t origin;
    std::int32_t score;

    [[nodiscard]] std::size_t parent() const { return origin >> 2; }
    [[nodiscard]] int move() const { return static_cast<int>(origin & 3); }
    [[nodiscard]] std::size_t partition() const { return hash >> (64 - partition_bits); }
};

/// The hashes of boards that were kept, in two slots each: an old one may be forgotten.
class SeenBoards {
public:
    explicit SeenBoards(int width)
        : shift_(64 - std::max(12, static_cast<int>(std::bit_width(8 * static_cast<unsigned>(width) - 1)))),
          slots_(std::size_t{1} << (64 - shift_)) {}

    void prefetch(std::uint64_t hash) const { taquin::prefetch(&slots_[hash >> shift_]); }

    /// Remember a board; false if it is known.
    bool add(std::uint64_t hash) {
        std::uint64_t& slot = slots_[hash >> shift_];
        std::uint64_t& second = slots_[(hash >> shift_) ^ 1];
        if (slot == hash || second == hash) {
            return false;
        }
        if (slot != 0) {
            second = slot;
        }
        slot = hash;
        return true;
    }

    [[nodiscard]] std::size_t bytes() const { return slots_.size() * sizeof(std::uint64_t); }

private:
    int shift_;
    std::vector<std::uint64_t> slots_;
};

/// The nodes of one layer.
struct Layer {
    std::vector<Node> nodes;
    std::vector<std::uint8_t> boards;  // of each node the labels of the cells, then the codes of the labels

    /// The bytes of a board: blocks, which are copied without a call.
    [[nodiscard]] static std::size_t board_bytes(int cells) {
        return (2 * static_cast<std::size_t>(cells) + block - 1) / block * block;
    }

    void resize(std::size_t count, int cells) {
        nodes.resize(count);
        boards.resize(count * board_bytes(cells));
    }
    [[nodiscard]] std::uint8_t* board(std::size_t node, int cells) {
        return boards.data() + node * board_bytes(cells);
    }
    [[nodiscard]] const std::uint8_t* board(std::size_t node, int cells) const {
        return boards.data() + node * board_bytes(cells);
    }
    static void copy_board(const std::uint8_t* from, std::uint8_t* to, std::size_t bytes) {
        for (std::size_t done = 0; done < bytes; done += block) {
            std::memcpy(to + done, from + done, block);
        }
    }

private:
    static constexpr std::size_t block = 16;
};

/// What one part of the parents generated.
struct Part {
    std::size_t count = 0;  // candidates, at the beginning of the part's place
    int least = std::numeric_limits<int>::max();
    std::uint64_t generated = 0;
    std::uint64_t pruned = 0;
    std::optional<std::uint32_t> goal;  // its origin
    std::array<std::size_t, partitions> starts{};  // counts of selected candidates, then where they go
};

}  // namespace taquin::beam
