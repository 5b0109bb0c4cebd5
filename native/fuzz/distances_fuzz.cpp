// Tables of all distances: ranks follow the board along any walk, neighbours are one move apart, the counts are those
// of the table, and the states that are collected at a distance are sorted and differ.

#include <map>
#include <set>
#include <stdexcept>
#include <tuple>

#include "input.hpp"
#include "taquin/tables/distance_table.hpp"
#include "taquin/tables/state_ranking.hpp"

using namespace taquin;
using namespace taquin::fuzz;

namespace {

/// The order of the tiles of a board without the blank, counted from 0.
std::vector<std::uint8_t> read_order(const Cells& board, int cells) {
    std::vector<std::uint8_t> order;
    for (int cell = 0; cell < cells; ++cell) {
        if (const std::uint8_t tile = board[static_cast<std::size_t>(cell)]; tile != 0) {
            order.push_back(static_cast<std::uint8_t>(tile - 1));
        }
    }
    return order;
}

/// Any grid is refused, or has ranks that follow the board.
void check_walk(const StateRanking& ranking, Input& input) {
    const Grid& grid = ranking.grid();
    const int cells = grid.cells();
    Cells board{};  // the goal: tiles in order
    for (int cell = 0, tile = 1; cell < cells; ++cell) {
        if (cell != ranking.goal_blank()) {
            board[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(tile++);
        }
    }
    int blank = ranking.goal_blank();
    std::uint32_t rank = 0;
    std::map<Cells, std::pair<int, std::uint32_t>> seen;
    for (int count = input.between(0, 60); count > 0; --count) {
        const auto place = seen.emplace(board, std::pair{blank, rank});
        CHECK(place.first->second == (std::pair{blank, rank}));
        CHECK(rank < ranking.block());
        OrderReader reader(ranking, blank);
        const TileOrder order = reader.read(rank);
        const auto expected = read_order(board, cells);
        CHECK(std::equal(expected.begin(), expected.end(), order.tiles.begin()));
        const int move = input.between(0, move_count - 1);
        if (const int target = grid.target(blank, move); target >= 0) {
            rank = ranking.rank_after(rank, order, blank, target);
            CHECK(tests::play(grid, board, move));
            blank = target;
        }
    }
}

/// A table, made once for each grid and blank.
struct Table {
    StateRanking ranking;
    std::vector<std::uint8_t> distances;
    std::vector<std::uint64_t> counts;
};

const Table& find_table(int rows, int columns, int blank) {
    static std::map<std::tuple<int, int, int>, Table> tables;
    const auto key = std::tuple{rows, columns, blank};
    if (const auto found = tables.find(key); found != tables.end()) {
        return found->second;
    }
    Table table{StateRanking(tests::make_grid(rows, columns), blank), {}, {}};
    table.distances.resize(table.ranking.size());
    table.counts = fill_distances(table.ranking, table.distances, 2, {}).value();
    std::uint64_t sum = 0;
    for (std::size_t distance = 0; distance < table.counts.size(); ++distance) {
        const auto here = std::ranges::count(table.distances, static_cast<std::uint8_t>(distance));
        CHECK(static_cast<std::uint64_t>(here) == table.counts[distance]);
        sum += table.counts[distance];
    }
    CHECK(sum == table.ranking.size());
    return tables.emplace(key, std::move(table)).first->second;
}

void check_neighbours(const Table& table, Input& input) {
    const StateRanking& ranking = table.ranking;
    const int blank = input.between(0, ranking.cells() - 1);
    const auto rank = static_cast<std::uint32_t>(input.word() % ranking.block());
    OrderReader reader(ranking, blank);
    const TileOrder order = reader.read(rank);
    const auto at = [&](int cell, std::uint32_t number) {
        return table.distances[static_cast<std::size_t>(cell) * ranking.block() + number];
    };
    const int here = at(blank, rank);
    bool is_nearer = here == 0;
    for (int move = 0; move < move_count; ++move) {
        if (const int target = ranking.grid().target(blank, move); target >= 0) {
            const int there = at(target, ranking.rank_after(rank, order, blank, target));
            CHECK(std::abs(here - there) == 1);
            is_nearer = is_nearer || there < here;
        }
    }
    CHECK(is_nearer);
}

void check_collection(const Table& table, Input& input) {
    const StateRanking& ranking = table.ranking;
    const int distance = input.between(-1, static_cast<int>(table.counts.size()));
    const bool is_known = distance >= 0 && distance < static_cast<int>(table.counts.size());
    const auto count = is_known ? table.counts[static_cast<std::size_t>(distance)] : 0;
    const int error = input.between(0, 15) == 0 ? 1 : 0;
    std::vector<PackedState> states(count + static_cast<std::size_t>(error));
    const StateView view{input.board(ranking.cells()), input.board(ranking.cells())};
    try {
        const bool is_complete = collect_states(ranking, table.distances, distance, view, states, {});
        CHECK(is_complete && error == 0 && distance >= 0);
        CHECK(std::ranges::is_sorted(states));
        CHECK(std::set(states.begin(), states.end()).size() == states.size());
    } catch (const std::invalid_argument&) {
        CHECK(error == 1 || distance < 0);
    }
}

void check_any_grid(Input& input) {
    std::vector<std::int8_t> targets(static_cast<std::size_t>(input.between(0, 14) * move_count), -1);
    const auto cells = static_cast<int>(targets.size()) / move_count;
    for (int edges = input.between(0, 20); edges > 0 && cells > 0; --edges) {
        const int cell = input.between(0, cells - 1);
        const int other = input.between(0, cells - 1);
        const int move = input.between(0, move_count - 1);
        targets[static_cast<std::size_t>(cell * move_count + move)] = static_cast<std::int8_t>(other);
        targets[static_cast<std::size_t>(other * move_count + opposite(move))] = static_cast<std::int8_t>(cell);
    }
    try {
        const StateRanking ranking(Grid(cells, targets), input.between(-1, 14));
        check_walk(ranking, input);
    } catch (const std::invalid_argument&) {
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    if (input.between(0, 3) == 0) {
        check_any_grid(input);
        return 0;
    }
    const auto [rows, columns] = input.choose<std::pair<int, int>>({{2, 3}, {3, 2}, {2, 4}, {4, 2}});
    const Table& table = find_table(rows, columns, input.between(0, rows * columns - 1));
    check_walk(table.ranking, input);
    check_neighbours(table, input);
    check_collection(table, input);
    return 0;
}
