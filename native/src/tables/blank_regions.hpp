#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "taquin/puzzle/geometry.hpp"
#include "taquin/tables/pattern_ranking.hpp"

namespace taquin {

/// What the blank can do without moving a pattern's tiles, and which of them it can then move: for every set of cells
/// that the tiles may take. Only the set matters, not which tile lies where, so these tables are small.
///
/// A region is a set of free cells that are connected; the blank moves within it at no cost. The regions of a set are
/// numbered from 0 in the order of their first cells.
class BlankRegions {
public:
    /// A tile slides from its cell to a free one: the region of that cell, the region of the cell that it leaves among
    /// those of the set after the slide, and the taken cells between the two in reading order.
    struct Slide {
        std::uint8_t from;
        std::uint8_t to;
        std::uint8_t region_before;
        std::uint8_t region_after;
        CellSet between;
    };

    BlankRegions(const Grid& grid, int tiles) : cells_(static_cast<std::size_t>(grid.cells())) {
        fill_binomials();
        for_each_set(tiles, [&](CellSet taken) { add_regions(grid, taken); });
        first_slide_.push_back(0);
        for_each_set(tiles, [&](CellSet taken) { add_slides(grid, taken); });
    }

    /// The number of a set among those of its size, in the order of the sets as numbers.
    [[nodiscard]] std::size_t find(CellSet taken) const {
        std::size_t number = 0;
        for (std::size_t count = 1; taken != 0; taken &= taken - 1, ++count) {
            number += binomials_[count][static_cast<std::size_t>(std::countr_zero(taken))];
        }
        return number;
    }

    [[nodiscard]] std::span<const Slide> slides(std::size_t number) const {
        return {slides_.data() + first_slide_[number], slides_.data() + first_slide_[number + 1]};
    }

    /// The region of a free cell.
    [[nodiscard]] int region(CellSet taken, int cell) const {
        return regions_[find(taken) * cells_ + static_cast<std::size_t>(cell)];
    }

    /// The most regions of any set.
    [[nodiscard]] int most_regions() const { return most_regions_; }

private:
    void fill_binomials() {
        binomials_[0].fill(1);
        for (std::size_t count = 1; count < binomials_.size(); ++count) {
            for (std::size_t cell = 1; cell < binomials_[count].size(); ++cell) {
                binomials_[count][cell] = binomials_[count][cell - 1] + binomials_[count - 1][cell - 1];
            }
        }
    }

    template <class Visit>
    void for_each_set(int tiles, Visit visit) const {
        const std::uint64_t end = std::uint64_t{1} << cells_;
        for (std::uint64_t set = (std::uint64_t{1} << tiles) - 1; set < end;) {
            visit(static_cast<CellSet>(set));
            const std::uint64_t lowest = set & (~set + 1);  // the next larger number with as many bits (Gosper)
            const std::uint64_t ripple = set + lowest;
            set = ripple | (((set ^ ripple) >> 2) / lowest);
        }
    }

    void add_regions(const Grid& grid, CellSet taken) {
        const std::size_t first = regions_.size();
        regions_.resize(first + cells_);
        CellSet numbered = taken;
        int count = 0;
        for (int cell = 0; cell < grid.cells(); ++cell) {
            if ((numbered & cell_set(cell)) == 0) {
                const CellSet region = flood(grid, taken, cell);
                numbered |= region;
                for (CellSet rest = region; rest != 0; rest &= rest - 1) {
                    regions_[first + static_cast<std::size_t>(std::countr_zero(rest))] =
                        static_cast<std::uint8_t>(count);
                }
                ++count;
            }
        }
        most_regions_ = std::max(most_regions_, count);
    }

    void add_slides(const Grid& grid, CellSet taken) {
        for (int cell = 0; cell < grid.cells(); ++cell) {
            if ((taken & cell_set(cell)) != 0) {
                continue;
            }
            for (int move = 0; move < move_count; ++move) {
                const int from = grid.target(cell, move);
                if (from >= 0 && (taken & cell_set(from)) != 0) {
                    const CellSet after = (taken & ~cell_set(from)) | cell_set(cell);
                    const CellSet between = cells_below(std::max(from, cell)) & ~cells_below(std::min(from, cell) + 1);
                    slides_.push_back(
                        {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(cell),
                         static_cast<std::uint8_t>(region(taken, cell)),
                         static_cast<std::uint8_t>(region(after, from)), taken & between});
                }
            }
        }
        first_slide_.push_back(static_cast<std::uint32_t>(slides_.size()));
    }

    /// The free cells that the blank reaches from one of them.
    static CellSet flood(const Grid& grid, CellSet taken, int start) {
        CellSet found = cell_set(start);
        CellSet waiting = found;
        while (waiting != 0) {
            const int cell = std::countr_zero(waiting);
            waiting &= waiting - 1;
            for (int move = 0; move < move_count; ++move) {
                const int target = grid.target(cell, move);
                if (target >= 0 && ((taken | found) & cell_set(target)) == 0) {
                    found |= cell_set(target);
                    waiting |= cell_set(target);
                }
            }
        }
        return found;
    }

    std::size_t cells_;
    int most_regions_ = 0;
    std::array<std::array<std::uint32_t, maximum_pattern_cells>, maximum_pattern_cells> binomials_{};
    std::vector<std::uint8_t> regions_;  // by set and cell
    std::vector<std::uint32_t> first_slide_;
    std::vector<Slide> slides_;
};

}  // namespace taquin
