#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "taquin/puzzle/geometry.hpp"

namespace taquin {

/// The boards whose states are all counted. The smallest has 6!/2 of them, the largest 12!/2.
inline constexpr int minimum_ranked_cells = 6;
inline constexpr int maximum_ranked_cells = 12;

/// The tiles in reading order without the blank, counted from 0, and for each how many smaller ones follow it.
struct TileOrder {
    std::array<std::uint8_t, maximum_ranked_cells> tiles{};
    std::array<std::uint8_t, maximum_ranked_cells> smaller{};
};

/// Numbers for the states that a goal can be reached from, the half of all permutations:
/// src/taquin/tables/symmetry.py defines them. A state is the blank's cell and the order of the tiles without it;
/// its number is blank · block + rank, where the rank is the order's place among all orders, halved: for one cell of
/// the blank only the orders of one parity can be reached, so the last two tiles follow from the others.
///
/// A slide along the reading direction leaves the order as it is. Any other one takes a tile past those between two
/// cells, which changes only their digits of the rank. So the neighbours of successive ranks lie close together.
class StateRanking {
public:
    /// For the goal that has its tiles in order and the blank in this cell. The grid must have two colours like a
    /// chessboard, and no line: both hold for rows and columns.
    StateRanking(const Grid& grid, int goal_blank);

    [[nodiscard]] const Grid& grid() const { return grid_; }
    [[nodiscard]] int cells() const { return grid_.cells(); }
    [[nodiscard]] int goal_blank() const { return goal_blank_; }
    /// The number of states for each cell of the blank.
    [[nodiscard]] std::uint32_t block() const { return block_; }
    [[nodiscard]] std::uint64_t size() const { return std::uint64_t{block_} * static_cast<unsigned>(cells()); }
    /// 0 for cells that the blank reaches from its goal by an even number of slides, 1 for the others.
    [[nodiscard]] int colour(int blank) const { return colours_[static_cast<std::size_t>(blank)]; }
    /// The parity of the orders that go with this cell of the blank.
    [[nodiscard]] unsigned parity(int blank) const { return parities_[static_cast<std::size_t>(blank)]; }
    /// What the digit of a place counts for in the rank; 0 for the last two.
    [[nodiscard]] std::uint32_t weight(std::size_t place) const { return weights_[place]; }

    /// The rank after the blank went from one cell to another.
    [[nodiscard]] std::uint32_t rank_after(std::uint32_t rank, const TileOrder& order, int from, int to) const {
        const auto first = static_cast<std::size_t>(from < to ? from : to);
        const auto last = static_cast<std::size_t>(from < to ? to : from) - 1;
        if (from < to) {  // the last tile of the stretch goes before the others
            const std::uint8_t slid = order.tiles[last];
            std::uint32_t smaller = order.smaller[last];
            rank -= smaller * weights_[last];
            for (std::size_t place = first; place < last; ++place) {
                const std::uint32_t is_larger = order.tiles[place] > slid;
                smaller += 1 - is_larger;
                rank += (order.smaller[place] - is_larger) * weights_[place + 1];
                rank -= order.smaller[place] * weights_[place];
            }
            return rank + smaller * weights_[first];
        }
        const std::uint8_t slid = order.tiles[first];  // the first one goes behind the others
        std::uint32_t smaller = order.smaller[first];
        rank -= smaller * weights_[first];
        for (std::size_t place = first + 1; place <= last; ++place) {
            const std::uint32_t is_larger = order.tiles[place] > slid;
            smaller -= 1 - is_larger;
            rank += (order.smaller[place] + is_larger) * weights_[place - 1];
            rank -= order.smaller[place] * weights_[place];
        }
        return rank + smaller * weights_[last];
    }

    /// The order after the blank went from one cell to another.
    static void play(TileOrder& order, int from, int to) {
        const auto first = static_cast<std::size_t>(from < to ? from : to);
        const auto last = static_cast<std::size_t>(from < to ? to : from) - 1;
        if (from < to) {  // the last tile of the stretch goes before the others
            for (std::size_t place = last; place > first; --place) {
                swap(order, place - 1);
            }
            return;
        }
        for (std::size_t place = first; place < last; ++place) {  // the first one goes behind the others
            swap(order, place);
        }
    }

private:
    /// Exchange the tiles of a place and the next one.
    static void swap(TileOrder& order, std::size_t place) {
        const bool is_inversion = order.tiles[place] > order.tiles[place + 1];
        std::swap(order.tiles[place], order.tiles[place + 1]);
        std::swap(order.smaller[place], order.smaller[place + 1]);
        if (is_inversion) {
            --order.smaller[place + 1];
        } else {
            ++order.smaller[place];
        }
    }

    void walk(int cell);

    Grid grid_;
    int goal_blank_;
    std::uint32_t block_ = 1;
    std::array<std::uint32_t, maximum_ranked_cells> weights_{};
    std::array<std::uint8_t, maximum_ranked_cells> colours_{};
    std::array<std::uint8_t, maximum_ranked_cells> parities_{};
};

/// Reads the orders that go with one cell of the blank. Ranks come in rising order, more or less: so the last five
/// places, which change with every rank, are looked up, and the others are read only when they change.
class OrderReader {
public:
    OrderReader(const StateRanking& ranking, int blank)
        : ranking_(ranking), blank_(blank), head_places_(static_cast<std::size_t>(ranking.cells() - 1) - tail_places) {}

    const TileOrder& read(std::uint32_t rank) {
        const std::uint32_t head = rank / tail_count;
        if (head != head_) {
            read_head(head);
        }
        const Tail& tail = tails_[parity_][rank - head * tail_count];
        for (std::size_t place = 0; place < tail_places; ++place) {
            order_.tiles[head_places_ + place] = unplaced_[tail.tiles[place]];
            order_.smaller[head_places_ + place] = tail.smaller[place];
        }
        return order_;
    }

private:
    static constexpr std::size_t tail_places = 5;
    static constexpr std::uint32_t tail_count = 60;  // 5!/2

    struct Tail {
        std::array<std::uint8_t, tail_places> tiles;
        std::array<std::uint8_t, tail_places> smaller;
    };
    using Tails = std::array<std::array<Tail, tail_count>, 2>;  // by parity and rank

    static Tails make_tails();
    static const Tails tails_;

    void read_head(std::uint32_t head);

    const StateRanking& ranking_;
    const int blank_;
    const std::size_t head_places_;
    std::uint32_t head_ = std::numeric_limits<std::uint32_t>::max();
    unsigned parity_ = 0;                                   // of the last five places
    std::array<std::uint8_t, maximum_ranked_cells> unplaced_{};  // the tiles of the last five places, in order
    TileOrder order_;
};

}  // namespace taquin
