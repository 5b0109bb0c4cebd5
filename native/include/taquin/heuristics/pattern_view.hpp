#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "taquin/puzzle/geometry.hpp"
#include "taquin/tables/pattern_ranking.hpp"

namespace taquin {

/// A database: its tiles in the order of their digits, its entries in the order of its index, and its number for every
/// cell of the grid. The numbers differ from the cells where the database was built for a symmetric goal; none mean the
/// cells themselves.
struct Pattern {
    std::vector<int> tiles;
    std::span<const std::uint8_t> entries;
    std::vector<std::uint8_t> cells = {};
};

/// A symmetry of the grid under which the goal is the same board with its tiles renumbered: the image of every cell and
/// of every tile.
struct Mirror {
    std::span<const std::uint8_t> cells;
    std::span<const std::uint8_t> tiles;
};

/// One way to see the board, as it is or mirrored: where each tile is found in the databases, and how a slide changes
/// the index of its database.
struct PatternView {
    static constexpr std::size_t room = maximum_pattern_cells;

    /// A move as one database sees it: whether the tile slides to a higher cell, and the cells of the board that it
    /// passes.
    struct Passage {
        bool is_upward = false;
        std::uint8_t count = 0;
        std::array<std::uint8_t, room - 2> cells{};
    };

    [[nodiscard]] const Passage& passage(std::size_t pattern, int blank, int move) const {
        return passages[passage_index(pattern, blank, move)];
    }

    static std::size_t passage_index(std::size_t pattern, int blank, int move) {
        return pattern * room * move_count + static_cast<std::size_t>(blank * move_count + move);
    }

    std::vector<std::array<std::uint8_t, room>> cells;  // by pattern: its number for every cell
    std::array<std::uint8_t, room> patterns{};          // by tile
    std::array<std::uint8_t, room> digits{};            // by tile
    std::vector<Passage> passages;                      // see passage_index
    // What is added to the index, modulo 2^32 as the index itself.
    std::array<std::array<std::uint32_t, room>, move_count> changes{};  // by move and tile
    std::array<std::array<std::uint32_t, room>, room> passing{};  // by the tile that slides up and the tile it passes
};

/// Fills a view; `indices` has the index of each pattern.
template <class Index>
class PatternViewBuilder {
public:
    PatternViewBuilder(
        const Grid& grid, const std::vector<Pattern>& patterns, const std::vector<Index>& indices, const Mirror& mirror)
        : grid_(grid), patterns_(patterns), indices_(indices), mirror_(mirror) {}

    void fill(PatternView& view) const {
        view.cells.resize(patterns_.size());
        view.passages.resize(patterns_.size() * PatternView::room * move_count);
        for (std::size_t number = 0; number < patterns_.size(); ++number) {
            Seen& seen = view.cells[number];
            for (std::size_t cell = 0; cell < static_cast<std::size_t>(grid_.cells()); ++cell) {
                seen[cell] = patterns_[number].cells[mirror_.cells[cell]];
            }
            fill_changes(view, number);
            for (int blank = 0; blank < grid_.cells(); ++blank) {
                for (int move = 0; move < move_count; ++move) {
                    if (const int from = grid_.target(blank, move); from >= 0) {
                        const std::size_t index = PatternView::passage_index(number, blank, move);
                        view.passages[index] = make_passage(seen, from, blank);
                    }
                }
            }
        }
        fill_passing(view);
    }

private:
    /// Where a pattern sees each cell.
    using Seen = std::array<std::uint8_t, PatternView::room>;

    void fill_changes(PatternView& view, std::size_t number) const {
        const std::array<int, move_count> steps = find_steps(view.cells[number]);
        for (int digit = 0; digit < static_cast<int>(patterns_[number].tiles.size()); ++digit) {
            const int wanted = patterns_[number].tiles[static_cast<std::size_t>(digit)];
            std::size_t tile = 0;
            while (mirror_.tiles[tile] != wanted) {
                ++tile;
            }
            view.patterns[tile] = static_cast<std::uint8_t>(number);
            view.digits[tile] = static_cast<std::uint8_t>(digit);
            for (std::size_t move = 0; move < move_count; ++move) {
                view.changes[move][tile] = static_cast<std::uint32_t>(steps[move] * indices_[number].weight(digit));
            }
        }
    }

    void fill_passing(PatternView& view) const {
        const auto cells = static_cast<std::size_t>(grid_.cells());
        for (std::size_t slid = 1; slid < cells; ++slid) {
            for (std::size_t passed = 1; passed < cells; ++passed) {
                if (slid != passed && view.patterns[slid] == view.patterns[passed]) {
                    const Index& index = indices_[view.patterns[slid]];
                    view.passing[slid][passed] =
                        static_cast<std::uint32_t>(index.weight_of_passing(view.digits[slid], view.digits[passed]));
                }
            }
        }
    }

    /// By how many cells each move slides a tile as a pattern sees it: the same everywhere on the grid.
    [[nodiscard]] std::array<int, move_count> find_steps(const Seen& seen) const {
        std::array<int, move_count> steps{};
        for (int blank = 0; blank < grid_.cells(); ++blank) {
            for (int move = 0; move < move_count; ++move) {
                const int target = grid_.target(blank, move);
                if (target < 0) {
                    continue;
                }
                const int step = seen[static_cast<std::size_t>(blank)] - seen[static_cast<std::size_t>(target)];
                int& known = steps[static_cast<std::size_t>(move)];
                if (known != 0 && known != step) {
                    throw std::invalid_argument(
                        "expected moves that slide tiles by the same step on every cell, also through a symmetry");
                }
                known = step;
            }
        }
        return steps;
    }

    [[nodiscard]] PatternView::Passage make_passage(const Seen& seen, int from, int to) const {
        const int here = seen[static_cast<std::size_t>(from)];
        const int there = seen[static_cast<std::size_t>(to)];
        PatternView::Passage passage;
        passage.is_upward = here < there;
        for (int cell = 0; cell < grid_.cells(); ++cell) {
            const int between = seen[static_cast<std::size_t>(cell)];
            if (std::min(here, there) < between && between < std::max(here, there)) {
                passage.cells[passage.count++] = static_cast<std::uint8_t>(cell);
            }
        }
        return passage;
    }

    const Grid& grid_;
    const std::vector<Pattern>& patterns_;
    const std::vector<Index>& indices_;
    const Mirror& mirror_;
};

}  // namespace taquin
