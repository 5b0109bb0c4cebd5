#pragma once

// Admissible heuristics for any goal, computed here from their definitions.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

#include "taquin/heuristics/line_sum.hpp"
#include "taquin/heuristics/tile_sum.hpp"
#include "taquin/heuristics/walk_sum.hpp"
#include "taquin/puzzle/geometry.hpp"

namespace taquin::fuzz {

/// A board of rows and columns with its goal.
struct Problem {
    int rows;
    int columns;
    Grid grid;
    Cells start;
    Cells goal;

    [[nodiscard]] int cells() const { return rows * columns; }
    [[nodiscard]] int home(int tile) const {
        return static_cast<int>(std::find(goal.begin(), goal.begin() + cells(), tile) - goal.begin());
    }
};

/// Manhattan distance, entry by entry.
inline std::vector<std::uint8_t> manhattan_costs(const Problem& problem) {
    std::vector<std::uint8_t> costs;
    for (int tile = 0; tile < problem.cells(); ++tile) {
        const int home = problem.home(tile);
        for (int cell = 0; cell < problem.cells(); ++cell) {
            const int rows = std::abs(home / problem.columns - cell / problem.columns);
            const int columns = std::abs(home % problem.columns - cell % problem.columns);
            costs.push_back(static_cast<std::uint8_t>(tile == 0 ? 0 : rows + columns));
        }
    }
    return costs;
}

/// The extras of linear conflict for lines of this length: two moves for each tile that must leave the line. The digit
/// of a place is 0, or one more than the goal's place of the tile that lies there.
inline std::vector<std::uint8_t> conflict_extras(int length) {
    std::size_t size = 1;
    for (int place = 0; place < length; ++place) {
        size *= static_cast<std::size_t>(length + 1);
    }
    std::vector<std::uint8_t> extras(size);
    for (std::size_t contents = 0; contents < size; ++contents) {
        std::vector<int> tiles;
        auto rest = static_cast<int>(contents);
        for (int place = 0; place < length; ++place, rest /= length + 1) {
            if (rest % (length + 1) > 0) {
                tiles.push_back(rest % (length + 1));
            }
        }
        std::vector<int> longest(tiles.size(), 1);  // rising part that ends with each tile
        int most = 0;
        for (std::size_t last = 0; last < tiles.size(); ++last) {
            for (std::size_t before = 0; before < last; ++before) {
                if (tiles[before] < tiles[last]) {
                    longest[last] = std::max(longest[last], longest[before] + 1);
                }
            }
            most = std::max(most, longest[last]);
        }
        extras[contents] = static_cast<std::uint8_t>(2 * (static_cast<int>(tiles.size()) - most));
    }
    return extras;
}

/// Linear conflict; Hansson, Mayer and Yung, Criticizing solutions to relaxed models yields powerful admissible
/// heuristics, 1992. For at most five rows and columns.
inline LineSum make_linear_conflict(const Problem& problem) {
    std::vector<std::uint16_t> row_weights;
    std::vector<std::uint16_t> column_weights;
    const auto weight = [](int place, int goal_place, int length) {
        int value = goal_place + 1;
        for (int count = 0; count < place; ++count) {
            value *= length + 1;
        }
        return static_cast<std::uint16_t>(value);
    };
    for (int tile = 0; tile < problem.cells(); ++tile) {
        const int row = problem.home(tile) / problem.columns;
        const int column = problem.home(tile) % problem.columns;
        for (int cell = 0; cell < problem.cells(); ++cell) {
            const int here = cell / problem.columns;
            const int there = cell % problem.columns;
            row_weights.push_back(tile > 0 && here == row ? weight(there, column, problem.columns) : std::uint16_t{0});
            column_weights.push_back(tile > 0 && there == column ? weight(here, row, problem.rows) : std::uint16_t{0});
        }
    }
    return {problem.grid, problem.rows,    problem.columns,
            manhattan_costs(problem), row_weights, column_weights,
            conflict_extras(problem.columns), conflict_extras(problem.rows)};
}

/// One half of the walking distance of K. Takahashi (2002): how many tiles of each goal line lie in each line. All
/// states that slides lead to from the goal, by breadth-first search.
class WalkStates {
public:
    /// The counts of tiles, line by line of the board, and the blank's line.
    using State = std::vector<std::uint8_t>;

    WalkStates(const Problem& problem, bool is_vertical) : lines_(is_vertical ? problem.rows : problem.columns) {
        const auto line_of = [&](int cell) { return is_vertical ? cell / problem.columns : cell % problem.columns; };
        const auto read = [&](const Cells& board) {
            State state(static_cast<std::size_t>(lines_ * lines_ + 1));
            for (int cell = 0; cell < problem.cells(); ++cell) {
                const int tile = board[static_cast<std::size_t>(cell)];
                if (tile == 0) {
                    state.back() = static_cast<std::uint8_t>(line_of(cell));
                } else {
                    ++state[static_cast<std::size_t>(line_of(cell) * lines_ + line_of(problem.home(tile)))];
                }
            }
            return state;
        };
        for (int tile = 0; tile < problem.cells(); ++tile) {
            goal_lines_.push_back(static_cast<std::uint8_t>(line_of(problem.home(tile))));
        }
        number(read(problem.goal), 0);
        for (std::size_t state = 0; state < states_.size(); ++state) {
            expand(state);
        }
        start_ = numbers_.at(read(problem.start));
    }

    [[nodiscard]] WalkTable table() const { return {lines_, distances_, following_, goal_lines_}; }
    [[nodiscard]] std::int32_t start() const { return start_; }

private:
    std::int32_t number(const State& state, int distance) {
        const auto [place, is_new] = numbers_.emplace(state, static_cast<std::int32_t>(states_.size()));
        if (is_new) {
            states_.push_back(state);
            distances_.push_back(static_cast<std::uint8_t>(distance));
        }
        return place->second;
    }

    void expand(std::size_t number_of_state) {
        for (const int step : {-1, 1}) {
            for (int goal_line = 0; goal_line < lines_; ++goal_line) {
                State state = states_[number_of_state];
                const int line = state.back() + step;
                const auto from = static_cast<std::size_t>(line * lines_ + goal_line);
                if (line < 0 || line >= lines_ || state[from] == 0) {
                    following_.push_back(-1);
                    continue;
                }
                --state[from];
                ++state[static_cast<std::size_t>(state.back() * lines_ + goal_line)];
                state.back() = static_cast<std::uint8_t>(line);
                following_.push_back(number(state, distances_[number_of_state] + 1));
            }
        }
    }

    int lines_;
    std::vector<State> states_;
    std::map<State, std::int32_t> numbers_;
    std::vector<std::uint8_t> distances_;
    std::vector<std::int32_t> following_;
    std::vector<std::uint8_t> goal_lines_;
    std::int32_t start_ = 0;
};

inline WalkSum make_walking_distance(const Problem& problem) {
    const WalkStates vertical(problem, true);
    const WalkStates horizontal(problem, false);
    return {vertical.table(), horizontal.table(), vertical.start(), horizontal.start()};
}

}  // namespace taquin::fuzz
