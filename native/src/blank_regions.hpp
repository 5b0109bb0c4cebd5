#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "taquin/geometry.hpp"
#include "taquin/pattern_ranking.hpp"

namespace taquin {

/// What the blank can do without moving a pattern's tiles, and which of them it can then move: for every set of cells
/// that the tiles may take. Only the set matters, not which tile lies where, so these tables are small.
///
/// Free cells are numbered in reading order, and a Mask has one bit for each.
template <class Mask>
class BlankRegions {
public:
    /// A tile slides from its cell to a free one: the free cell's bit before, the bit of the cell that it leaves, and
    /// the taken cells between the two in reading order.
    struct Slide {
        std::uint8_t from;
        std::uint8_t to;
        std::uint8_t bit_before;
        std::uint8_t bit_after;
        CellSet between;
    };

    BlankRegions(const Grid& grid, int tiles)
        : cells_(grid.cells()), free_(static_cast<std::size_t>(cells_ - tiles)) {
        fill_binomials();
        const std::uint64_t end = std::uint64_t{1} << cells_;
        first_slide_.push_back(0);
        for (std::uint64_t set = (std::uint64_t{1} << tiles) - 1; set < end;) {
            add(grid, static_cast<CellSet>(set));
            const std::uint64_t lowest = set & (~set + 1);  // the next larger number with as many bits (Gosper)
            const std::uint64_t ripple = set + lowest;
            set = ripple | (((set ^ ripple) >> 2) / lowest);
        }
    }

    /// The number of a set among those of its size, in the order of the sets as numbers.
    [[nodiscard]] std::size_t find(CellSet taken) const {
        std::size_t number = 0;
        for (std::size_t count = 1; taken != 0; taken &= taken - 1, ++count) {
            number += binomials_[count][static_cast<std::size_t>(std::countr_zero(taken))];
        }
        return number;
    }

    /// All free cells that the blank reaches from one of these.
    [[nodiscard]] Mask reach(std::size_t number, Mask blanks) const {
        const Mask* regions = &regions_[number * free_];
        Mask reached = 0;
        for (std::uint32_t rest = blanks; rest != 0; rest &= rest - 1) {
            reached |= regions[std::countr_zero(rest)];
        }
        return reached;
    }

    [[nodiscard]] std::span<const Slide> slides(std::size_t number) const {
        return {slides_.data() + first_slide_[number], slides_.data() + first_slide_[number + 1]};
    }

    /// The bit of a free cell.
    [[nodiscard]] static int bit(CellSet taken, int cell) { return std::popcount(~taken & cells_below(cell)); }

private:
    void fill_binomials() {
        binomials_[0].fill(1);
        for (std::size_t count = 1; count < binomials_.size(); ++count) {
            for (std::size_t cell = 1; cell < binomials_[count].size(); ++cell) {
                binomials_[count][cell] = binomials_[count][cell - 1] + binomials_[count - 1][cell - 1];
            }
        }
    }

    void add(const Grid& grid, CellSet taken) {
        for (int cell = 0; cell < cells_; ++cell) {
            if ((taken & cell_set(cell)) != 0) {
                continue;
            }
            regions_.push_back(region(grid, taken, cell));
            for (int move = 0; move < move_count; ++move) {
                const int from = grid.target(cell, move);
                if (from >= 0 && (taken & cell_set(from)) != 0) {
                    const CellSet after = (taken & ~cell_set(from)) | cell_set(cell);
                    const CellSet between = cells_below(std::max(from, cell)) & ~cells_below(std::min(from, cell) + 1);
                    slides_.push_back(
                        {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(cell),
                         static_cast<std::uint8_t>(bit(taken, cell)), static_cast<std::uint8_t>(bit(after, from)),
                         taken & between});
                }
            }
        }
        first_slide_.push_back(static_cast<std::uint32_t>(slides_.size()));
    }

    [[nodiscard]] Mask region(const Grid& grid, CellSet taken, int start) const {
        CellSet found = cell_set(start);
        CellSet waiting = found;
        Mask region = 0;
        while (waiting != 0) {
            const int cell = std::countr_zero(waiting);
            waiting &= waiting - 1;
            region = static_cast<Mask>(region | Mask{1} << bit(taken, cell));
            for (int move = 0; move < move_count; ++move) {
                const int target = grid.target(cell, move);
                if (target >= 0 && ((taken | found) & cell_set(target)) == 0) {
                    found |= cell_set(target);
                    waiting |= cell_set(target);
                }
            }
        }
        return region;
    }

    int cells_;
    std::size_t free_;
    std::array<std::array<std::uint32_t, maximum_pattern_cells>, maximum_pattern_cells> binomials_{};
    std::vector<Mask> regions_;
    std::vector<std::uint32_t> first_slide_;
    std::vector<Slide> slides_;
};

}  // namespace taquin
