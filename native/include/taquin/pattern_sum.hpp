#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "taquin/geometry.hpp"
#include "taquin/pattern_ranking.hpp"

namespace taquin {

/// A database: its tiles in the order of their digits, and its entries in the order of its index.
struct Pattern {
    std::vector<int> tiles;
    std::span<const std::uint8_t> entries;
};

/// A symmetry of the grid that leaves the goal alone but for the names of its tiles: which cell every cell becomes, and
/// which tile every tile.
struct Mirror {
    std::span<const std::uint8_t> cells;
    std::span<const std::uint8_t> tiles;
};

/// The sum of additive pattern databases; with a mirror, the larger of that and the sum for the mirrored board.
///
/// A slide changes one entry of each sum. Its index changes by one addition (DirectIndex), or by one for each tile of
/// the pattern that it passes in reading order as well (RankedIndex). The indices live here and not in the mark: a
/// search says which child it enters and leaves, and a child that is cut after a look writes nothing.
///
/// The entries must be those of `build_pattern`: a slide then changes each sum by an odd number, so that f grows in
/// steps of 2. The tables are not copied and must outlive this object.
template <class Index, bool is_mirrored>
class PatternSum {
public:
    static constexpr bool has_unit_steps = false;
    static constexpr int least_overflow = 2;

    /// Both sums, which a search carries from node to node.
    struct Mark {
        int plain;
        int mirrored;
    };

    /// Where the look-up in one database is, and what it found there.
    struct Place {
        const std::uint8_t* at;
        int entry;
    };

    /// The first look at a child: its plain sum.
    struct Glance {
        Place plain;
        int sum;
    };

    /// A slide that was looked at; after it was made, what undoes it.
    struct Child {
        Mark mark;
        Place plain;
        Place mirrored;
        Place* plain_slot;
        Place* mirrored_slot;
    };

    PatternSum(const Grid& grid, std::vector<Pattern> patterns, const Mirror& mirror)
        : cells_(grid.cells()), patterns_(std::move(patterns)) {
        check_patterns();
        std::array<std::uint8_t, room> same{};
        for (std::size_t cell = 0; cell < room; ++cell) {
            same[cell] = static_cast<std::uint8_t>(cell);
        }
        fill_view(views_[0], grid, {same, same});
        if constexpr (is_mirrored) {
            checked_cells(mirror.cells, cells_);  // permutations both
            if (checked_cells(mirror.tiles, cells_)[0] != 0) {
                throw std::invalid_argument("a mirror must leave the blank a blank");
            }
            fill_view(views_[1], grid, mirror);
        }
    }

    [[nodiscard]] int cells() const { return cells_; }

    [[nodiscard]] static int value(const Mark& mark) {
        return is_mirrored && mark.mirrored > mark.plain ? mark.mirrored : mark.plain;
    }

    /// Put all look-ups where the board is.
    Mark start(const Cells& board) {
        return {start_view(0, board), is_mirrored ? start_view(view_count - 1, board) : 0};
    }

    [[nodiscard]] Glance glance(const Mark& mark, const Cells& board, int blank, int target, int move) const {
        const int tile = board[static_cast<std::size_t>(target)];
        const Place& here = places_[0][pattern_of<0>(tile)];
        const Place there = find<0>(here, blank - target, board, blank, move, tile);
        return {there, mark.plain + there.entry - here.entry};
    }

    /// The second look: its mirrored sum.
    [[nodiscard]] Child look(
        const Glance& glance, const Mark& mark, const Cells& board, int blank, int target, int move) {
        const int tile = board[static_cast<std::size_t>(target)];
        Child child{{glance.sum, 0}, glance.plain, {}, &places_[0][pattern_of<0>(tile)], nullptr};
        if constexpr (is_mirrored) {
            child.mirrored_slot = &places_[1][pattern_of<1>(tile)];
            const int step = views_[1].passages[static_cast<std::size_t>(blank * move_count + move)].step;
            child.mirrored = find<1>(*child.mirrored_slot, step, board, blank, move, tile);
            child.mark.mirrored = mark.mirrored + child.mirrored.entry - child.mirrored_slot->entry;
        }
        return child;
    }

    void enter(Child& child) { exchange(child); }
    void leave(Child& child) { exchange(child); }

private:
    static constexpr std::size_t view_count = is_mirrored ? 2 : 1;
    static constexpr std::size_t room = maximum_pattern_cells;

    /// What a view knows of a tile: its database, its digit, and what one cell more adds to the index.
    struct Tile {
        std::uint32_t pattern = 0;
        std::int32_t digit = 0;
        std::int64_t weight = 0;
    };

    /// What a view knows of a move: how many cells further the tile is then, and the cells of the board that it passes.
    struct Passage {
        std::int8_t step = 0;
        std::uint8_t count = 0;
        std::array<std::uint8_t, room - 2> cells{};
    };

    /// One way to see the board: as it is, or mirrored.
    struct View {
        std::array<std::uint8_t, room> cells{};
        std::array<Tile, room> tiles{};
        std::array<Passage, room * move_count> passages{};
        std::array<std::array<std::int64_t, room>, room> passing{};  // by the tile that slides and the tile it passes
    };

    template <std::size_t view>
    [[nodiscard]] std::size_t pattern_of(int tile) const {
        return views_[view].tiles[static_cast<std::size_t>(tile)].pattern;
    }

    template <std::size_t view>
    [[nodiscard]] Place find(const Place& here, int step, const Cells& board, int blank, int move, int tile) const {
        std::int64_t change = step * views_[view].tiles[static_cast<std::size_t>(tile)].weight;
        if constexpr (Index::has_passing) {
            const Passage& passage = views_[view].passages[static_cast<std::size_t>(blank * move_count + move)];
            const auto& weights = views_[view].passing[static_cast<std::size_t>(tile)];
            for (std::size_t index = 0; index < passage.count; ++index) {
                const std::int64_t weight = weights[board[passage.cells[index]]];
                change += step > 0 ? weight : -weight;
            }
        }
        const std::uint8_t* at = here.at + change;
        return {at, *at};
    }

    /// Member by member: as a whole, a place would be loaded right after its halves were stored, which stalls.
    static void exchange(Place& one, Place& other) {
        std::swap(one.at, other.at);
        std::swap(one.entry, other.entry);
    }

    static void exchange(Child& child) {
        exchange(*child.plain_slot, child.plain);
        if constexpr (is_mirrored) {
            exchange(*child.mirrored_slot, child.mirrored);
        }
    }

    int start_view(std::size_t number, const Cells& board) {
        const View& view = views_[number];
        std::vector<Places> placements(patterns_.size());
        for (int cell = 0; cell < cells_; ++cell) {
            const int tile = board[static_cast<std::size_t>(cell)];
            if (tile != 0) {
                const Tile& known = view.tiles[static_cast<std::size_t>(tile)];
                placements[known.pattern][static_cast<std::size_t>(known.digit)] =
                    view.cells[static_cast<std::size_t>(cell)];
            }
        }
        int sum = 0;
        for (std::size_t pattern = 0; pattern < patterns_.size(); ++pattern) {
            const std::uint8_t* at = &patterns_[pattern].entries[index(patterns_[pattern]).rank(placements[pattern])];
            places_[number][pattern] = {at, *at};
            sum += *at;
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
                    throw std::invalid_argument("expected every tile in one pattern and no other numbers");
                }
                ++count;
            }
            if (pattern.tiles.size() >= room || pattern.entries.size() != index(pattern).size()) {
                throw std::invalid_argument("a database has another number of entries than its pattern");
            }
        }
        if (count != cells_) {
            throw std::invalid_argument("expected every tile in one pattern");
        }
    }

    void fill_view(View& view, const Grid& grid, const Mirror& mirror) const {
        for (std::size_t number = 0; number < patterns_.size(); ++number) {
            const Index index = this->index(patterns_[number]);
            for (int digit = 0; digit < static_cast<int>(patterns_[number].tiles.size()); ++digit) {
                const int seen = patterns_[number].tiles[static_cast<std::size_t>(digit)];
                std::size_t tile = 0;
                while (mirror.tiles[tile] != seen) {
                    ++tile;
                }
                view.tiles[tile] = {static_cast<std::uint32_t>(number), digit, index.weight(digit)};
            }
        }
        for (std::size_t slid = 1; slid < static_cast<std::size_t>(cells_); ++slid) {
            for (std::size_t passed = 1; passed < static_cast<std::size_t>(cells_); ++passed) {
                const Tile& one = view.tiles[slid];
                const Tile& other = view.tiles[passed];
                if (slid != passed && one.pattern == other.pattern) {
                    const Index index = this->index(patterns_[one.pattern]);
                    view.passing[slid][passed] = index.weight_of_passing(one.digit, other.digit);
                }
            }
        }
        for (int cell = 0; cell < cells_; ++cell) {
            view.cells[static_cast<std::size_t>(cell)] = mirror.cells[static_cast<std::size_t>(cell)];
        }
        for (int blank = 0; blank < cells_; ++blank) {
            for (int move = 0; move < move_count; ++move) {
                if (grid.target(blank, move) >= 0) {
                    view.passages[static_cast<std::size_t>(blank * move_count + move)] =
                        make_passage(view, grid.target(blank, move), blank);
                }
            }
        }
    }

    [[nodiscard]] Passage make_passage(const View& view, int from, int to) const {
        const int first = view.cells[static_cast<std::size_t>(from)];
        const int last = view.cells[static_cast<std::size_t>(to)];
        Passage passage;
        passage.step = static_cast<std::int8_t>(last - first);
        for (int cell = 0; cell < cells_; ++cell) {
            const int seen = view.cells[static_cast<std::size_t>(cell)];
            if ((first < seen && seen < last) || (last < seen && seen < first)) {
                passage.cells[passage.count++] = static_cast<std::uint8_t>(cell);
            }
        }
        return passage;
    }

    std::array<std::array<Place, room>, view_count> places_{};
    std::array<View, view_count> views_{};
    int cells_;
    std::vector<Pattern> patterns_;
};

}  // namespace taquin
