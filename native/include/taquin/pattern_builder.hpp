#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "taquin/geometry.hpp"
#include "taquin/large_table.hpp"

namespace taquin {

/// The entry of a placement from which the pattern's goal cannot be reached.
inline constexpr std::uint8_t unreachable_placement = 255;

/// How far the building of a database is.
struct BuildProgress {
    int level;
    std::uint64_t reached;
    std::uint64_t size;
};

/// Called every few milliseconds on the calling thread; true stops the work.
using BuildPoll = std::function<bool(const BuildProgress&)>;

/// Build an additive pattern database: for every placement of the pattern's tiles, by rank, the least number of slides
/// of pattern tiles that brings all of them home, whatever the blank does in between and wherever it starts. Nothing if
/// the poll stopped it.
///
/// `homes` are the goal cells of the tiles in the order of their digits, `blank` the blank's goal cell. The entries do
/// not depend on the number of threads. Memory: one byte an entry for the result, and two masks of the free cells (one,
/// two or four bytes each) while it is built. Korf and Felner, Disjoint pattern database heuristics, 2002.
[[nodiscard]] std::optional<LargeTable<std::uint8_t>> build_pattern(
    const Grid& grid, std::span<const std::uint8_t> homes, int blank, int threads, const BuildPoll& poll);

}  // namespace taquin
