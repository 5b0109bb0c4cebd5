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
#include <stdexcept>
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

/// What an edge of the search is: a single move, or a slide of any number of tiles. An origin is a parent and the number
/// of a move or slide, direction + 4 · (tiles - 1), in one number.
class Edges {
public:
    Edges(int rows, int columns, bool are_slides)
        : are_slides_(are_slides),
          bits_(are_slides ? 6 : 2),
          most_children_(are_slides ? static_cast<std::size_t>(rows + columns - 2) : 4),
          longest_(are_slides ? std::max(rows, columns) - 1 : 1) {
        if (are_slides && longest_ > 15) {
            throw std::invalid_argument("expected at most 16 rows and columns for slides");
        }
    }

    [[nodiscard]] bool are_slides() const { return are_slides_; }
    /// The most children of a node.
    [[nodiscard]] std::size_t most_children() const { return most_children_; }
    /// The least number of edges for this Manhattan distance.
    [[nodiscard]] int at_least(int distance) const { return (distance + longest_ - 1) / longest_; }

    [[nodiscard]] std::uint32_t origin(std::size_t parent, int number) const {
        return static_cast<std::uint32_t>(parent << bits_ | static_cast<std::size_t>(number));
    }
    [[nodiscard]] std::size_t parent(std::uint32_t origin) const { return origin >> bits_; }
    [[nodiscard]] int number(std::uint32_t origin) const {
        return static_cast<int>(origin & ((std::uint32_t{1} << bits_) - 1));
    }

    /// Whether an edge in this direction may follow one in another: a move is not undone, and a slide along the same
    /// line as the one before leads nowhere that a single slide does not.
    [[nodiscard]] bool may_follow(int move, int last_move) const {
        return last_move == no_move || (are_slides_ ? (move ^ last_move) > 1 : move != (last_move ^ 1));
    }

private:
    bool are_slides_;
    unsigned bits_;
    std::size_t most_children_;
    int longest_;  // the most moves of an edge
};

/// A child that is not made yet.
struct Candidate {
    std::uint64_t hash;
    std::uint32_t origin;
    std::int32_t score;

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
