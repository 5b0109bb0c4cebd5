#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "taquin/tables/pattern_ranking.hpp"

namespace taquin {

/// Reads placements by rank. Ranks come in order, so all tiles but the last two are read only when they change.
class PlacementReader {
public:
    explicit PlacementReader(const RankedIndex& ranking)
        : ranking_(ranking),
          head_(std::max(0, ranking.tiles() - 2)),
          tail_size_(head_ > 0 ? static_cast<std::uint64_t>(ranking.weight(head_ - 1)) : ranking.size()),
          last_size_(static_cast<std::uint64_t>(ranking.cells() - ranking.tiles() + 1)) {}

    void read(std::uint64_t rank) {
        if (rank < first_ || rank - first_ >= tail_size_) {
            first_ = rank - rank % tail_size_;
            head_taken_ = ranking_.unrank(rank, head_, places_);
            std::size_t count = 0;
            for (int cell = 0; cell < ranking_.cells(); ++cell) {
                if ((head_taken_ & cell_set(cell)) == 0) {
                    free_[count++] = static_cast<std::uint8_t>(cell);
                }
            }
            for (int tile = 0; tile < head_; ++tile) {
                put(tile, places_[static_cast<std::size_t>(tile)]);
            }
        }
        const auto tail = static_cast<std::uint32_t>(rank - first_);
        taken_ = head_taken_;
        if (ranking_.tiles() == 1) {
            place(0, tail);
            return;
        }
        const auto divisor = static_cast<std::uint32_t>(last_size_);
        const std::uint32_t digit = tail / divisor;
        const std::uint32_t last = tail % divisor;
        place(head_, digit);
        place(head_ + 1, last + (last >= digit ? 1 : 0));
    }

    [[nodiscard]] CellSet taken() const { return taken_; }

    /// How the rank changes if the tile on one cell slides to a free one, past the tiles on some cells between.
    [[nodiscard]] std::int64_t change(int from, int to, CellSet between) const {
        const int slid = tile_at_[static_cast<std::size_t>(from)];
        std::int64_t passing = 0;
        for (; between != 0; between &= between - 1) {
            passing += ranking_.weight_of_passing(slid, tile_at_[static_cast<std::size_t>(std::countr_zero(between))]);
        }
        return (to - from) * ranking_.weight(slid) + (from < to ? passing : -passing);
    }

private:
    void place(int tile, std::uint32_t free_number) {
        const int cell = free_[free_number];
        taken_ |= cell_set(cell);
        put(tile, cell);
    }

    void put(int tile, int cell) { tile_at_[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(tile); }

    const RankedIndex& ranking_;
    const int head_;                 // tiles that are read rarely
    const std::uint64_t tail_size_;  // placements of the others
    const std::uint64_t last_size_;
    std::uint64_t first_ = std::numeric_limits<std::uint64_t>::max();  // the first rank with the current head
    CellSet head_taken_ = 0;
    CellSet taken_ = 0;
    Places places_{};
    Places free_{};     // cells that the head leaves, in order
    Places tile_at_{};  // true for taken cells only
};

}  // namespace taquin
