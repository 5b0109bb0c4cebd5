#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>

namespace taquin {

/// The largest board that pattern databases are made for: sets of cells are words of 32 bits.
inline constexpr int maximum_pattern_cells = 32;

using CellSet = std::uint32_t;

constexpr CellSet cell_set(int cell) { return CellSet{1} << cell; }
constexpr CellSet cells_below(int cell) { return cell_set(cell) - 1; }

/// Where the tiles of a pattern lie, tile by tile.
using Places = std::array<std::uint8_t, maximum_pattern_cells>;

/// Two ways to turn placements of a pattern's tiles into the index of a table; both are sums of a digit for each tile
/// times the weight of that digit.

/// Numbers without gaps, after src/taquin/tables/pdb/pattern_ranking.py: lexicographic order, one
/// digit for each tile, which is the number of cells before its own that no earlier tile has taken.
class RankedIndex {
public:
    /// Placements that a table may have at most.
    static constexpr std::uint64_t maximum_size = std::uint64_t{1} << 32;

    /// Whether a slide changes the digits of other tiles that it passes in the order of cells.
    static constexpr bool has_passing = true;

    RankedIndex(int cells, int tiles) : cells_(cells), tiles_(tiles) {
        if (cells < 2 || cells > maximum_pattern_cells) {
            throw std::invalid_argument("expected 2 to 32 cells");
        }
        if (tiles < 1 || tiles >= cells) {
            throw std::invalid_argument("expected a pattern of at least one tile that leaves a cell for the blank");
        }
        for (int tile = tiles - 1; tile >= 0; --tile) {
            weights_[static_cast<std::size_t>(tile)] = static_cast<std::int64_t>(size_);
            size_ *= static_cast<std::uint64_t>(cells - tile);
            if (size_ > maximum_size) {
                throw std::invalid_argument("expected a pattern of at most 2^32 placements");
            }
        }
    }

    [[nodiscard]] int cells() const { return cells_; }
    [[nodiscard]] int tiles() const { return tiles_; }
    [[nodiscard]] std::uint64_t size() const { return size_; }

    /// What one step of a tile's digit adds to the rank.
    [[nodiscard]] std::int64_t weight(int tile) const { return weights_[static_cast<std::size_t>(tile)]; }

    [[nodiscard]] std::uint64_t rank(const Places& places) const {
        std::uint64_t rank = 0;
        CellSet taken = 0;
        for (int tile = 0; tile < tiles_; ++tile) {
            const int cell = places[static_cast<std::size_t>(tile)];
            const int digit = cell - std::popcount(taken & cells_below(cell));
            rank += static_cast<std::uint64_t>(digit) * static_cast<std::uint64_t>(weight(tile));
            taken |= cell_set(cell);
        }
        return rank;
    }

    /// The places of the first tiles of this rank; returns the set of cells that they take.
    CellSet unrank(std::uint64_t rank, int tiles, Places& places) const {
        CellSet taken = 0;
        for (int tile = 0; tile < tiles; ++tile) {
            const auto step = static_cast<std::uint64_t>(weight(tile));
            CellSet free = ~taken;
            for (std::uint64_t digit = rank / step; digit > 0; --digit) {
                free &= free - 1;
            }
            rank %= step;
            const int cell = std::countr_zero(free);
            places[static_cast<std::size_t>(tile)] = static_cast<std::uint8_t>(cell);
            taken |= cell_set(cell);
        }
        return taken;
    }

    /// What a tile adds to the change of the rank if it lies between the two cells of another tile's slide to a higher
    /// cell; the opposite for a slide to a lower one. The sliding tile passes it in the order of cells, so one of
    /// the two digits, that of the later tile, counts one taken cell more or less.
    [[nodiscard]] std::int64_t weight_of_passing(int slid, int passed) const {
        return passed < slid ? -weight(slid) : weight(passed);
    }

private:
    int cells_;
    int tiles_;
    std::uint64_t size_ = 1;
    std::array<std::int64_t, maximum_pattern_cells> weights_{};
};

/// A number in base n, where n is the number of cells: the digits are the tiles' cells, the last tile's the lowest.
/// Numbers of placements with two tiles on one cell are unused, but a slide changes one digit alone.
class DirectIndex {
public:
    static constexpr bool has_passing = false;

    DirectIndex(int cells, int tiles) : tiles_(tiles) {
        static_cast<void>(RankedIndex(cells, tiles));  // throws unless the numbers are valid
        for (int tile = tiles - 1; tile >= 0; --tile) {
            weights_[static_cast<std::size_t>(tile)] = static_cast<std::int64_t>(size_);
            size_ *= static_cast<std::uint64_t>(cells);
            if (size_ > RankedIndex::maximum_size) {
                throw std::invalid_argument("expected a pattern whose direct index has at most 32 bits");
            }
        }
    }

    [[nodiscard]] std::uint64_t size() const { return size_; }
    [[nodiscard]] std::int64_t weight(int tile) const { return weights_[static_cast<std::size_t>(tile)]; }
    [[nodiscard]] std::int64_t weight_of_passing(int, int) const { return 0; }

    [[nodiscard]] std::uint64_t rank(const Places& places) const {
        std::uint64_t rank = 0;
        for (int tile = 0; tile < tiles_; ++tile) {
            rank += places[static_cast<std::size_t>(tile)] * static_cast<std::uint64_t>(weight(tile));
        }
        return rank;
    }

private:
    int tiles_;
    std::uint64_t size_ = 1;
    std::array<std::int64_t, maximum_pattern_cells> weights_{};
};

}  // namespace taquin
