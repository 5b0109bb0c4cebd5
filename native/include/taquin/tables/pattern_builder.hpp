#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "taquin/puzzle/geometry.hpp"
#include "taquin/tables/large_table.hpp"

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

/// The building of an additive pattern database: for every placement of the pattern's tiles, by rank, the least number
/// of slides of pattern tiles that brings all of them home, whatever the blank does in between and wherever it starts.
/// Korf and Felner, Disjoint pattern database heuristics, 2002.
///
/// It may be stopped, saved and continued: the level and the workspace are all that is known so far. The entries depend
/// neither on that nor on the number of threads. Memory: one byte an entry for the result, and two masks of the blank's
/// regions, one byte each unless a placement has more than eight.
class PatternBuild {
public:
    using Workspace = LargeTable<std::uint8_t>;

    /// `homes` are the goal cells of the tiles in the order of their digits, `blank` the blank's goal cell.
    PatternBuild(const Grid& grid, std::span<const std::uint8_t> homes, int blank, int threads);
    PatternBuild(PatternBuild&&) noexcept;
    ~PatternBuild();

    /// Work until everything is known; false if the poll stopped it before. Then it may be called again.
    bool run(const BuildPoll& poll);

    /// The slides from the goal of the placements that are looked at next.
    [[nodiscard]] int level() const;

    /// What is known so far. It must not be read while `run` works.
    [[nodiscard]] std::shared_ptr<const Workspace> workspace() const;

    /// Continue from the level and the workspace of another build of the same pattern. Throws if they cannot be that.
    void restore(int level, std::span<const std::uint8_t> workspace);

    /// The entries, when everything is known. After that, every call throws.
    [[nodiscard]] Workspace take_entries();

private:
    class Search;
    [[nodiscard]] Search& search() const;

    template <class Mask>
    class MaskedSearch;

    std::unique_ptr<Search> search_;
};

}  // namespace taquin
