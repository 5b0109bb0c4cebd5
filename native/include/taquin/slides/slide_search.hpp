#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "taquin/puzzle/geometry.hpp"
#include "taquin/run/run.hpp"
#include "taquin/slides/slide_index.hpp"

namespace taquin {

/// One look at a board through a database: on which cell of the database's board each cell lies, the six tiles in the
/// order of the database's goal cells, and the entries. Entries must outlive the search.
struct SlideView {
    std::span<const std::uint8_t> cells;
    std::span<const std::uint8_t> tiles;
    std::span<const std::uint8_t> entries;
};

/// The largest entry of several views: a lower bound on the number of slides. It is 0 only at the goal, because
/// together the views hold every tile.
class SlideDatabases {
public:
    static constexpr std::size_t maximum_views = 16;

    /// For boards of `rows` by `columns`; `index` numbers the states of all databases, whose boards may be turned.
    SlideDatabases(SlideIndex index, int rows, int columns, std::span<const SlideView> views);

    /// Where the tiles of every view are.
    struct State {
        int blank;
        std::array<std::array<SlideIndex::Triple, 2>, maximum_views> triples;
    };

    [[nodiscard]] int rows() const { return rows_; }
    [[nodiscard]] int columns() const { return columns_; }
    [[nodiscard]] int cells() const { return rows_ * columns_; }

    [[nodiscard]] State start(const Cells& board) const;

    /// The state after the blank went to another cell of its row or column.
    [[nodiscard]] State after(const State& state, int to) const {
        State child;
        child.blank = to;
        const bool is_vertical = state.blank % columns_ == to % columns_;
        for (std::size_t place = 0; place < views_.size(); ++place) {
            const View& view = views_[place];
            if (is_vertical != view.is_transposed) {
                const SlideIndex::Triple* moved = index_.after(view.cell(state.blank), view.cell(to));
                child.triples[place] = {moved[state.triples[place][0]], moved[state.triples[place][1]]};
            } else {
                child.triples[place] = state.triples[place];
            }
        }
        return child;
    }

    /// Load the entries of a state into the cache before `estimate` needs them.
    void prefetch_entries(const State& state) const;

    /// The largest entry, or any that is larger than `enough`: then the others are not looked up.
    [[nodiscard]] int estimate(const State& state, int enough = 255) const {
        int largest = 0;
        for (std::size_t place = 0; place < views_.size() && largest <= enough; ++place) {
            const int entry = *entry_of(views_[place], state.blank, state.triples[place]);
            largest = entry > largest ? entry : largest;
        }
        return largest;
    }

private:
    struct View {
        std::array<std::uint8_t, maximum_slide_cells> cells;
        std::array<std::uint8_t, slide_tiles> tiles;
        const std::uint8_t* entries;
        bool is_transposed;  // whether columns of the board are rows of the database's board

        [[nodiscard]] int cell(int board_cell) const { return cells[static_cast<std::size_t>(board_cell)]; }
    };

    [[nodiscard]] View checked(const SlideView& view) const;

    [[nodiscard]] const std::uint8_t* entry_of(
        const View& view, int blank, const std::array<SlideIndex::Triple, 2>& triples) const {
        return view.entries + index_.number(view.cell(blank), triples[0], triples[1]);
    }

    SlideIndex index_;
    int rows_;
    int columns_;
    std::vector<View> views_;
};

/// Iterative-deepening A* where a move is a slide, after src/taquin/algorithms/linear_memory.py on a SlideSpace: the
/// same counters. The moves of the outcome are numbers of slides: direction + 4 · (tiles - 1).
[[nodiscard]] Outcome search_slides(
    const SlideDatabases& databases, const Cells& start, int depth_limit, Limits& limits);

}  // namespace taquin
