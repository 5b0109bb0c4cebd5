#include "lines.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "placement.hpp"

namespace taquin::construction {

namespace {

constexpr int near_distance = 4;
constexpr int hop = 3;
constexpr int rounds = 3;

static_assert(most_places == block * block);

/// The outer line to fill next; `rest` becomes the rectangle that remains.
std::vector<int> next_line(const WorkingBoard& board, Rectangle& rest) {
    const int row = board.row_of(board.home[0]);
    const int column = board.column_of(board.home[0]);
    const auto [top, bottom, left_, right] = rest;
    std::vector<std::pair<Rectangle, Rectangle>> choices;
    if (rest.rows() >= rest.columns()) {
        if (row != top) {
            choices.push_back({{top, top, left_, right}, {top + 1, bottom, left_, right}});
        }
        if (row != bottom) {
            choices.push_back({{bottom, bottom, left_, right}, {top, bottom - 1, left_, right}});
        }
    } else {
        if (column != left_) {
            choices.push_back({{top, bottom, left_, left_}, {top, bottom, left_ + 1, right}});
        }
        if (column != right) {
            choices.push_back({{top, bottom, right, right}, {top, bottom, left_, right - 1}});
        }
    }
    std::vector<int> line;
    int least = std::numeric_limits<int>::max();
    for (const auto& [outer, remaining] : choices) {
        const std::vector<int> cells = board.cells(outer);
        int sum = 0;
        for (const int cell : cells) {
            sum += board.distance_to_fill(cell);
        }
        if (sum < least) {
            least = sum;
            line = cells;
            rest = remaining;
        }
    }
    return line;
}

/// Bring a tile near to a cell, in hops along the diagonal that do not enter the line.
void bring_near(WorkingBoard& board, Target target, const Rectangle& area, const Fixed& fixed) {
    const int row = board.row_of(target.cell);
    const int column = board.column_of(target.cell);
    for (;;) {
        const int here = board.where[at(target.tile)];
        if (board.distance(here, target.cell) <= near_distance) {
            return;
        }
        int hop_row = board.row_of(here) + std::clamp(row - board.row_of(here), -hop, hop);
        int hop_column = board.column_of(here) + std::clamp(column - board.column_of(here), -hop, hop);
        if (area.rows() >= area.columns() && hop_row == row) {
            hop_row += row == area.top ? 1 : -1;
        } else if (area.rows() < area.columns() && hop_column == column) {
            hop_column += column == area.left ? 1 : -1;
        }
        const Target waypoint{target.tile, board.cell_at(hop_row, hop_column)};
        bring(board, {&waypoint, 1}, area, fixed);
    }
}

/// Bring the tiles of an outer line home, the last two together.
void fill(WorkingBoard& board, std::vector<int> line, const Rectangle& area, Fixed& fixed) {
    if (board.distance(board.blank, line.back()) < board.distance(board.blank, line.front())) {
        std::reverse(line.begin(), line.end());
    }
    for (std::size_t index = 0; index + 2 < line.size(); ++index) {
        const Target target{board.wanted[at(line[index])], line[index]};
        bring_near(board, target, area, fixed);
        bring(board, {&target, 1}, area, fixed);
        fixed[at(line[index])] = true;
    }
    std::array<Target, 2> pair{};
    for (std::size_t index = 0; index < 2; ++index) {
        const int cell = line[line.size() - 2 + index];
        pair[index] = {board.wanted[at(cell)], cell};
    }
    for (int round = 0; round < rounds; ++round) {
        bring_near(board, pair[0], area, fixed);
        bring_near(board, pair[1], area, fixed);
    }
    bring(board, pair, area, fixed);
    for (const int cell : line) {
        fixed[at(cell)] = false;
    }
}

}  // namespace

bool peel(WorkingBoard& board, const ShouldStop& should_stop) {
    Fixed fixed(board.tiles.size());
    Rectangle rest{0, board.rows - 1, 0, board.columns - 1};
    while (rest.rows() > block || rest.columns() > block) {
        if (should_stop(board.moves.size())) {
            return false;
        }
        const Rectangle area = rest;
        fill(board, next_line(board, rest), area, fixed);
    }
    std::vector<Target> targets;
    for (const int cell : board.cells(rest)) {
        if (cell != board.home[0]) {
            targets.push_back({board.wanted[at(cell)], cell});
        }
    }
    bring(board, targets, rest, fixed);
    return true;
}

}  // namespace taquin::construction
