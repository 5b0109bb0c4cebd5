#include "taquin/beam/windows.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "taquin/beam/layered_beam.hpp"
#include "taquin/puzzle/geometry.hpp"
#include "taquin/run/phase_team.hpp"
#include "taquin/run/shared_stop.hpp"

namespace taquin::beam {

namespace {

constexpr int margin = 1;
constexpr int largest_side = 256;

/// A part of the board: the cells where the blank goes in a window, and one more on each side.
struct Region {
    int top;
    int left;
    int bottom;
    int right;

    [[nodiscard]] int rows() const { return bottom - top + 1; }
    [[nodiscard]] int columns() const { return right - left + 1; }
};

/// A part of a solution, and the region of the board before and after it.
struct Window {
    std::size_t first;
    std::size_t length;
    Region region;
    std::vector<std::int32_t> before;
    std::vector<std::int32_t> after;
};

/// A board on which the moves of a solution are played.
class PlayedBoard {
public:
    PlayedBoard(int rows, int columns, std::span<const std::int32_t> start)
        : rows_(rows), columns_(columns), tiles_(start.begin(), start.end()),
          blank_(static_cast<int>(std::find(tiles_.begin(), tiles_.end(), 0) - tiles_.begin())) {}

    void move(std::uint8_t move) {
        const int row = blank_ / columns_ + (move == 0 ? -1 : move == 1 ? 1 : 0);
        const int column = blank_ % columns_ + (move == 2 ? -1 : move == 3 ? 1 : 0);
        if (move >= move_count || row < 0 || row >= rows_ || column < 0 || column >= columns_) {
            throw std::invalid_argument("expected moves that stay on the board");
        }
        const int cell = row * columns_ + column;
        std::swap(tiles_[static_cast<std::size_t>(blank_)], tiles_[static_cast<std::size_t>(cell)]);
        blank_ = cell;
    }

    /// Where the blank goes with the first of these moves, with the margin, and how many: as many as stay in a region
    /// that is no larger than the boards of the layout.
    [[nodiscard]] std::pair<Region, std::size_t> region(
        std::span<const std::uint8_t> moves, ScoreLayout layout) const {
        int row = blank_ / columns_;
        int column = blank_ % columns_;
        Region visited{row, column, row, column};
        Region region = with_margin(visited);
        std::size_t length = 0;
        for (const std::uint8_t move : moves) {
            row += move == 0 ? -1 : move == 1 ? 1 : 0;
            column += move == 2 ? -1 : move == 3 ? 1 : 0;
            visited = {std::min(visited.top, row), std::min(visited.left, column), std::max(visited.bottom, row),
                       std::max(visited.right, column)};
            const Region larger = with_margin(visited);
            if (larger.rows() > layout.rows || larger.columns() > layout.columns) {
                break;
            }
            region = larger;
            ++length;
        }
        return {region, length};
    }

    [[nodiscard]] std::vector<std::int32_t> tiles(const Region& region) const {
        std::vector<std::int32_t> found;
        for (int row = region.top; row <= region.bottom; ++row) {
            for (int column = region.left; column <= region.right; ++column) {
                found.push_back(tiles_[static_cast<std::size_t>(row * columns_ + column)]);
            }
        }
        return found;
    }

private:
    [[nodiscard]] Region with_margin(const Region& region) const {
        return {std::max(region.top - margin, 0), std::max(region.left - margin, 0),
                std::min(region.bottom + margin, rows_ - 1), std::min(region.right + margin, columns_ - 1)};
    }

    int rows_;
    int columns_;
    std::vector<std::int32_t> tiles_;
    int blank_;
};

/// The windows of a pass. One whose region would be larger than the boards of the layout has fewer moves.
std::vector<Window> make_windows(
    PlayedBoard board, std::span<const std::uint8_t> moves, const WindowSettings& settings, ScoreLayout layout) {
    std::vector<Window> windows;
    std::size_t played = 0;
    auto first = static_cast<std::size_t>(settings.first);
    while (first + 2 < moves.size()) {
        for (; played < first; ++played) {
            board.move(moves[played]);
        }
        const std::size_t most = std::min(static_cast<std::size_t>(settings.length), moves.size() - first);
        const auto [region, length] = board.region(moves.subspan(first, most), layout);
        if (length == 0) {
            throw std::invalid_argument("expected weights of boards that are large enough for a move");
        }
        Window window{first, length, region, board.tiles(region), {}};
        for (; played < first + length; ++played) {
            board.move(moves[played]);
        }
        window.after = board.tiles(region);
        windows.push_back(std::move(window));
        first += length;
    }
    return windows;
}

/// How a region is labelled: by the cells after the window, turned so that the blank ends in the lower right quarter.
class RegionLabelling {
public:
    explicit RegionLabelling(const Window& window)
        : rows_(window.region.rows()), columns_(window.region.columns()) {
        const auto found = std::find(window.after.begin(), window.after.end(), 0);
        const auto blank = static_cast<int>(found - window.after.begin());
        is_flipped_ = 2 * (blank / columns_) < rows_ - 1;
        is_mirrored_ = 2 * (blank % columns_) < columns_ - 1;
        for (int label = 0; label < rows_ * columns_; ++label) {
            label_of_[window.after[cell(label)]] = static_cast<Label>(label);
        }
    }

    [[nodiscard]] int blank() const { return label_of_.at(0); }

    [[nodiscard]] std::vector<Label> labels(const std::vector<std::int32_t>& tiles) const {
        std::vector<Label> found;
        for (int number = 0; number < rows_ * columns_; ++number) {
            found.push_back(label_of_.at(tiles[cell(number)]));
        }
        return found;
    }

    [[nodiscard]] std::uint8_t original(std::uint8_t move) const {
        return static_cast<std::uint8_t>(move ^ (move < 2 ? is_flipped_ : is_mirrored_));
    }

private:
    /// The cell of the region for a cell of the turned region.
    [[nodiscard]] std::size_t cell(int turned) const {
        const int row = turned / columns_;
        const int column = turned % columns_;
        return static_cast<std::size_t>(
            (is_flipped_ ? rows_ - 1 - row : row) * columns_ + (is_mirrored_ ? columns_ - 1 - column : column));
    }

    int rows_;
    int columns_;
    bool is_flipped_ = false;
    bool is_mirrored_ = false;
    std::map<std::int32_t, Label> label_of_;
};

/// Throws unless the board is a permutation of 0 to n-1.
void check_board(int rows, int columns, std::span<const std::int32_t> board) {
    if (rows < 1 || columns < 1 || rows > largest_side || columns > largest_side ||
        board.size() != static_cast<std::size_t>(rows * columns)) {
        throw std::invalid_argument("expected 1 to 256 rows and columns, and a board with as many cells");
    }
    std::vector<bool> is_seen(board.size());
    for (const std::int32_t tile : board) {
        if (tile < 0 || static_cast<std::size_t>(tile) >= board.size() || is_seen[static_cast<std::size_t>(tile)]) {
            throw std::invalid_argument("expected a board that is a permutation of 0 to n-1");
        }
        is_seen[static_cast<std::size_t>(tile)] = true;
    }
}

/// What a beam found in a window: a shorter way, which may have no moves at all, or nothing.
struct SolvedWindow {
    std::optional<std::vector<std::uint8_t>> moves;
    Counters counters;
};

SolvedWindow solve_window(
    const Window& window, const WindowSettings& settings, std::uint64_t node_limit, ScoreLayout layout,
    std::span<const std::int16_t> weights, const std::function<bool(std::uint64_t memory)>& should_stop) {
    const RegionLabelling labelling(window);
    const DisplacementScore score(window.region.rows(), window.region.columns(), labelling.blank(), layout, weights);
    const BeamSettings settings_of_beam{
        .width = settings.width,
        .longest = static_cast<int>(window.length) - 2,
        .seed = settings.seed,
        .node_limit = node_limit};
    PhaseTeam alone(1);
    SolvedWindow solved;
    BeamResult result =
        run_beam(score, labelling.labels(window.before), settings_of_beam, alone, solved.counters, should_stop);
    if (result.status == Status::solved) {
        for (std::uint8_t& move : result.moves) {
            move = labelling.original(move);
        }
        solved.moves = std::move(result.moves);
    }
    return solved;
}

/// Add the counters of a window that begins with this move.
void add(Counters& counters, const Counters& counted, std::size_t first) {
    counters.expanded += counted.expanded;
    counters.generated += counted.generated;
    counters.duplicates += counted.duplicates;
    counters.pruned += counted.pruned;
    counters.max_frontier = std::max(counters.max_frontier, counted.max_frontier);
    counters.max_stored = std::max(counters.max_stored, counted.max_stored);
    counters.max_depth = std::max(counters.max_depth, first + counted.max_depth);
}

}  // namespace

std::vector<std::uint8_t> shorten_windows(
    int rows, int columns, std::span<const std::int32_t> start, std::span<const std::uint8_t> moves,
    const WindowSettings& settings, ScoreLayout layout, std::span<const std::int16_t> weights, int threads,
    Counters& counters, const std::function<bool(std::uint64_t memory)>& should_stop) {
    check_board(rows, columns, start);
    const std::vector<Window> windows = make_windows(PlayedBoard(rows, columns, start), moves, settings, layout);
    std::vector<SolvedWindow> solved(windows.size());
    std::atomic<std::uint64_t> memory = 0;  // of all beams that run now
    SharedStop stop([&] { return should_stop(memory.load(std::memory_order_relaxed)); });
    const auto solve = [&](std::size_t index, std::uint64_t node_limit) {
        std::uint64_t own = 0;
        SolvedWindow found =
            solve_window(windows[index], settings, node_limit, layout, weights, [&](std::uint64_t bytes) {
                memory.fetch_add(bytes - own, std::memory_order_relaxed);
                own = bytes;
                return stop.ask();
            });
        memory.fetch_sub(own, std::memory_order_relaxed);
        return found;
    };
    PhaseTeam team(threads);
    team.run(
        static_cast<int>(windows.size()),
        [&](int number) {
            if (!stop.is_stopped()) {
                const auto index = static_cast<std::size_t>(number);
                solved[index] = solve(index, settings.node_limit);
            }
        },
        [&] { stop.ask(); });
    std::vector<std::uint8_t> result;
    std::size_t copied = 0;
    for (std::size_t index = 0; index < windows.size(); ++index) {
        const std::uint64_t left = settings.node_limit - counters.generated;
        if (solved[index].counters.generated >= left) {  // the rest of the limit makes it a different beam
            solved[index] = solve(index, left);
        }
        add(counters, solved[index].counters, windows[index].first);
        if (const auto& shorter = solved[index].moves) {
            const Window& window = windows[index];
            const auto unchanged = moves.subspan(copied, window.first - copied);
            result.insert(result.end(), unchanged.begin(), unchanged.end());
            result.insert(result.end(), shorter->begin(), shorter->end());
            copied = window.first + window.length;
        }
        if (counters.generated >= settings.node_limit) {
            break;
        }
    }
    result.insert(result.end(), moves.begin() + static_cast<std::ptrdiff_t>(copied), moves.end());
    return result;
}

}  // namespace taquin::beam
