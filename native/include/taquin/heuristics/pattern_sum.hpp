#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "taquin/heuristics/pattern_view.hpp"
#include "taquin/puzzle/geometry.hpp"
#include "taquin/tables/pattern_ranking.hpp"

namespace taquin {

/// The sum of additive pattern databases; with a mirror, the larger of that and the sum for the mirrored board.
///
/// A slide changes one entry of each sum. Its index changes by one addition (DirectIndex), or by one for each tile of
/// the pattern that it passes in reading order as well (RankedIndex). The indices are kept here and not in the
/// evaluation: the search calls enter and leave, and a child that is cut after a look costs no store. A search looks
/// twice at the children that it enters; the looks are inlined, so that the compiler can reuse parts of the first.
///
/// The entries must be those of `PatternBuild`: a slide then changes each sum by an odd number, so f grows in
/// steps of 2. The tables are not copied and must outlive this object.
template <class Index, bool is_mirrored>
class PatternSum {
public:
    static constexpr bool has_unit_steps = false;
    static constexpr int least_overflow = 2;
    /// A traversal that is compiled for one grid takes seconds to compile. Sums without a mirror, for goals such as
    /// `snail`, gain little by it, and sums with RankedIndex a tenth.
    static constexpr bool is_compiled_for_grids = is_mirrored && !Index::has_passing;
    static constexpr bool is_compiled_for_large_grids = is_compiled_for_grids;

    /// Both sums, which a search passes from node to node, each in a register of its own.
    struct Evaluation {
        std::int64_t plain;
        std::int64_t mirrored;
    };

    /// Where the look-up in one database is, and what it found there: one word, so that it is stored and loaded as one.
    class Place {
    public:
        Place() = default;
        Place(std::uint32_t index, std::uint8_t entry) : word_(std::uint64_t{entry} << 32 | index) {}

        [[nodiscard]] std::uint32_t index() const { return static_cast<std::uint32_t>(word_); }
        [[nodiscard]] std::int64_t entry() const { return static_cast<std::int64_t>(word_ >> 32); }

    private:
        std::uint64_t word_ = 0;
    };

    /// A slide that was looked at; after it was made, what undoes it.
    struct Child {
        Evaluation evaluation;
        Place plain;
        Place mirrored;
    };

    PatternSum(const Grid& grid, std::vector<Pattern> patterns, const Mirror& mirror)
        : cells_(grid.cells()), patterns_(std::move(patterns)), grid_(grid) {
        if (static_cast<std::size_t>(cells_) > room) {
            throw std::invalid_argument("expected a board of at most 32 cells for databases");
        }
        std::array<std::uint8_t, room> same{};
        for (std::size_t cell = 0; cell < room; ++cell) {
            same[cell] = static_cast<std::uint8_t>(cell);
        }
        for (Pattern& pattern : patterns_) {
            if (pattern.cells.empty()) {
                pattern.cells.assign(same.begin(), same.begin() + cells_);
            }
        }
        check_patterns();
        for (std::size_t number = 0; number < patterns_.size(); ++number) {
            tables_[number] = patterns_[number].entries.data();
            indices_.push_back(index(patterns_[number]));
        }
        fill_view(views_[0], {same, same});
        if constexpr (is_mirrored) {
            checked_cells(mirror.cells, cells_);  // permutations both
            if (checked_cells(mirror.tiles, cells_)[0] != 0) {
                throw std::invalid_argument("expected a mirror that maps the blank to itself");
            }
            fill_view(views_[1], mirror);
        }
    }

    [[nodiscard]] const Grid& grid() const { return grid_; }
    [[nodiscard]] int cells() const { return cells_; }

    [[nodiscard]] static int value(const Evaluation& evaluation) {
        const bool is_mirrored_larger = is_mirrored && evaluation.mirrored > evaluation.plain;
        return static_cast<int>(is_mirrored_larger ? evaluation.mirrored : evaluation.plain);
    }

    /// Every tile is in a pattern, so the plain sum is 0 only at the goal.
    [[nodiscard]] static bool is_zero(const Evaluation& evaluation) { return evaluation.plain == 0; }

    /// Compute the index and the entry of every pattern for this board.
    Evaluation start(const Cells& board) {
        return {start_view(0, board), is_mirrored ? start_view(view_count - 1, board) : 0};
    }

    /// Look at the slide of a tile.
    [[nodiscard, gnu::always_inline]] inline Child look(
        const Evaluation& evaluation, const Cells& board, int blank, int move, int tile) const {
        const Place& plain = places_[0][pattern_of<0>(tile)];
        const Place plain_next = find<0>(plain, board, blank, move, tile);
        const std::int64_t plain_sum = evaluation.plain + plain_next.entry() - plain.entry();
        if constexpr (is_mirrored) {
            const Place& mirrored = places_[1][pattern_of<1>(tile)];
            const Place mirrored_next = find<1>(mirrored, board, blank, move, tile);
            const std::int64_t mirrored_sum = evaluation.mirrored + mirrored_next.entry() - mirrored.entry();
            return {{plain_sum, mirrored_sum}, plain_next, mirrored_next};
        } else {
            return {{plain_sum, 0}, plain_next, plain_next};
        }
    }

    /// Make the slide of a tile that was looked at.
    [[gnu::always_inline]] inline void enter(Child& child, const Cells&, int tile) {
        std::swap(places_[0][pattern_of<0>(tile)], child.plain);
        if constexpr (is_mirrored) {
            std::swap(places_[1][pattern_of<1>(tile)], child.mirrored);
        }
    }

    /// Undo it.
    [[gnu::always_inline]] inline void leave(const Child& child, int tile) {
        places_[0][pattern_of<0>(tile)] = child.plain;
        if constexpr (is_mirrored) {
            places_[1][pattern_of<1>(tile)] = child.mirrored;
        }
    }

private:
    static constexpr std::size_t view_count = is_mirrored ? 2 : 1;
    static constexpr std::size_t room = PatternView::room;

    template <std::size_t view>
    [[nodiscard]] std::size_t pattern_of(int tile) const {
        return views_[view].patterns[static_cast<std::size_t>(tile)];
    }

    template <std::size_t view>
    [[nodiscard, gnu::always_inline]] inline Place find(
        const Place& here, const Cells& board, int blank, int move, int tile) const {
        std::uint32_t at =
            here.index() + views_[view].changes[static_cast<std::size_t>(move)][static_cast<std::size_t>(tile)];
        if constexpr (Index::has_passing) {
            const auto& passage = views_[view].passage(pattern_of<view>(tile), blank, move);
            const auto& weights = views_[view].passing[static_cast<std::size_t>(tile)];
            for (std::size_t index = 0; index < passage.count; ++index) {
                const std::uint32_t weight = weights[board[passage.cells[index]]];
                at += passage.is_upward ? weight : 0 - weight;
            }
        }
        return {at, tables_[pattern_of<view>(tile)][at]};
    }

    void fill_view(PatternView& view, const Mirror& mirror) const {
        PatternViewBuilder<Index>(grid_, patterns_, indices_, mirror).fill(view);
    }

    int start_view(std::size_t number, const Cells& board) {
        const PatternView& view = views_[number];
        std::array<Places, room> placements;  // what is read below is written first
        for (int cell = 0; cell < cells_; ++cell) {
            const int tile = board[static_cast<std::size_t>(cell)];
            if (tile != 0) {
                const auto known = static_cast<std::size_t>(tile);
                const std::size_t pattern = view.patterns[known];
                placements[pattern][view.digits[known]] = view.cells[pattern][static_cast<std::size_t>(cell)];
            }
        }
        int sum = 0;
        for (std::size_t pattern = 0; pattern < patterns_.size(); ++pattern) {
            const auto place = static_cast<std::uint32_t>(indices_[pattern].rank(placements[pattern]));
            const std::uint8_t entry = patterns_[pattern].entries[place];
            places_[number][pattern] = {place, entry};
            sum += entry;
        }
        return sum;
    }

    [[nodiscard]] Index index(const Pattern& pattern) const { return {cells_, static_cast<int>(pattern.tiles.size())}; }

    void check_patterns() const {
        std::array<bool, room> seen{true};
        int count = 1;
        for (const Pattern& pattern : patterns_) {
            for (const int tile : pattern.tiles) {
                if (tile < 1 || tile >= cells_ || std::exchange(seen[static_cast<std::size_t>(tile)], true)) {
                    throw std::invalid_argument("expected every tile in exactly one pattern, and no other numbers");
                }
                ++count;
            }
            checked_cells(pattern.cells, cells_);  // a permutation
            if (pattern.tiles.size() >= room || pattern.entries.size() != index(pattern).size()) {
                throw std::invalid_argument("expected a database with as many entries as its pattern has placements");
            }
        }
        if (count != cells_) {
            throw std::invalid_argument("expected every tile in exactly one pattern");
        }
    }

    std::array<std::array<Place, room>, view_count> places_{};
    std::array<const std::uint8_t*, room> tables_{};
    std::array<PatternView, view_count> views_{};
    int cells_;
    std::vector<Pattern> patterns_;
    std::vector<Index> indices_;  // of each pattern
    Grid grid_;
};

}  // namespace taquin
