#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>

#include "taquin/tables/large_table.hpp"
#include "taquin/tables/pattern_ranking.hpp"

namespace taquin {

/// Copy the entries of all placements whose first tiles are placed: `taken` and `rank` are theirs. The order of ranks
/// is lexicographic, so the next entry is always the next one of the database, and no rank has to be computed.
inline void copy_in_order(
    const DirectIndex& index, int cells, int tiles, int tile, CellSet taken, std::uint64_t rank,
    const std::uint8_t*& next, LargeTable<std::uint8_t>& table) {
    for (int cell = 0; cell < cells; ++cell) {
        if ((taken & cell_set(cell)) != 0) {
            continue;
        }
        const std::uint64_t place = rank + static_cast<std::uint64_t>(cell * index.weight(tile));
        if (tile + 1 == tiles) {
            table[place] = *next++;
        } else {
            copy_in_order(index, cells, tiles, tile + 1, taken | cell_set(cell), place, next, table);
        }
    }
}

/// The entries of a database, given in the order of RankedIndex, in the order of DirectIndex.
[[nodiscard]] inline LargeTable<std::uint8_t> direct_entries(
    int cells, int tiles, std::span<const std::uint8_t> entries) {
    const RankedIndex ranked(cells, tiles);
    const DirectIndex index(cells, tiles);
    if (entries.size() != ranked.size()) {
        throw std::invalid_argument("expected a database with as many entries as its pattern has placements");
    }
    LargeTable<std::uint8_t> table(index.size());
    const std::uint8_t* next = entries.data();
    copy_in_order(index, cells, tiles, 0, 0, 0, next, table);
    return table;
}

}  // namespace taquin
