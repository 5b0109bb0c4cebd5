#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "taquin/geometry.hpp"

namespace taquin {

/// Constructive solving of boards of any size; src/taquin/search/constructive.py defines it and explains it.
class Constructive {
public:
    using ShouldStop = std::function<bool(std::size_t)>;

    /// Boards as the tiles of their cells, row by row, 0 the blank. The goal must be reachable. `look_ahead` is how
    /// many moves the walk looks ahead, from 1 to 6.
    Constructive(
        int rows, int columns, std::span<const std::int32_t> start, std::span<const std::int32_t> goal, int look_ahead);

    /// Find the moves. `should_stop` is called with the number of moves so far about every hundred microseconds; if it
    /// returns true, the result is false and the moves are incomplete.
    bool solve(const ShouldStop& should_stop);

    [[nodiscard]] const std::vector<std::uint8_t>& moves() const { return moves_; }

    /// The bytes that the board and the moves take.
    [[nodiscard]] std::uint64_t memory() const { return moves_.capacity() + 5 * sizeof(std::int32_t) * tiles_.size(); }

private:
    struct Rectangle {
        int top, bottom, left, right;
        [[nodiscard]] int rows() const { return bottom - top + 1; }
        [[nodiscard]] int columns() const { return right - left + 1; }
        bool operator==(const Rectangle&) const = default;
    };
    struct Target {
        int tile;
        int cell;
    };

    [[nodiscard]] int cell_at(int row, int column) const { return (row + 1) * width_ + column + 1; }
    [[nodiscard]] int row_of(int cell) const { return cell / width_ - 1; }
    [[nodiscard]] int column_of(int cell) const { return cell % width_ - 1; }
    [[nodiscard]] int distance(int one, int other) const;
    [[nodiscard]] std::vector<int> cells_of(const Rectangle& area) const;

    void play(int move);  // if it undoes the last move, both are dropped
    void slide_home();

    bool settle(const ShouldStop& should_stop);
    bool peel(const ShouldStop& should_stop);
    std::vector<int> next_line(Rectangle& rest) const;
    void fill(std::vector<int> line, const Rectangle& area);
    void bring_near(Target target, const Rectangle& area);
    void bring(std::span<const Target> targets, const Rectangle& area);
    bool find_shortest(std::span<const Target> targets, const Rectangle& window, std::vector<std::uint8_t>& path) const;

    int rows_;
    int columns_;
    int width_;
    int look_ahead_;
    int blank_ = 0;
    std::array<int, move_count> steps_;
    std::vector<std::int32_t> tiles_;   // by cell; -1 in the border
    std::vector<std::int32_t> wanted_;  // by cell: the tile that belongs there
    std::vector<std::int32_t> home_;    // by tile
    std::vector<std::int32_t> where_;   // by tile; kept after the walk
    std::vector<bool> fixed_;           // by cell: placed tiles of the line that is being filled
    std::vector<std::uint8_t> moves_;
};

}  // namespace taquin
