#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace taquin {

/// The boards whose slides are looked up in databases.
inline constexpr int minimum_slide_cells = 7;
inline constexpr int maximum_slide_cells = 16;

/// How many tiles a database for slides holds, besides the blank.
inline constexpr std::size_t slide_tiles = 6;

/// Numbers for the blank's cell together with the cells of six tiles: src/taquin/tables/slide_databases.py defines them.
///
/// Without the blank, the other cells in reading order are *slots*. The number of a triple of tiles is the place of its
/// three slots among all ordered triples; a state is the blank's cell and the numbers of two triples, the first three
/// tiles and the last three. States in which two tiles share a slot do not occur, and their numbers stay unused.
///
/// A horizontal slide moves no tile to another slot, so it changes only the blank's cell. A vertical slide changes every
/// triple in a way that depends on the two cells of the blank alone, so it is looked up.
class SlideIndex {
public:
    using Triple = std::uint16_t;

    SlideIndex(int rows, int columns);

    [[nodiscard]] int rows() const { return rows_; }
    [[nodiscard]] int columns() const { return columns_; }
    [[nodiscard]] int cells() const { return rows_ * columns_; }
    /// The number of triples.
    [[nodiscard]] std::size_t triples() const { return triples_; }
    /// The number of states, unused ones included.
    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(cells()) * triples_ * triples_; }

    [[nodiscard]] std::size_t number(int blank, Triple first, Triple last) const {
        return (static_cast<std::size_t>(blank) * triples_ + first) * triples_ + last;
    }

    /// The number of the triple of tiles on these cells.
    [[nodiscard]] Triple triple(int blank, std::span<const std::uint8_t> cells) const;

    /// The number of every triple after the blank went from one cell to another in the same column.
    [[nodiscard]] const Triple* after(int from, int to) const {
        return after_.data() + static_cast<std::size_t>(from * rows_ + to / columns_) * triples_;
    }

private:
    using Slots = std::array<int, 3>;

    [[nodiscard]] Triple triple(const Slots& slots) const;
    void add_slide(int from, int to);

    int rows_;
    int columns_;
    std::size_t triples_;
    std::vector<Triple> after_;  // by the blank's cell, the row it goes to, and the triple
};

}  // namespace taquin
