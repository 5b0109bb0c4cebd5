#include "taquin/constructive.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace taquin {

namespace {

constexpr int block = 3;
constexpr int price = 3;
constexpr int near_distance = 4;
constexpr int hop = 3;
constexpr int rounds = 3;
constexpr std::size_t moves_between_polls = 64;
constexpr int left = 2;  // the first of the two moves along a row

/// The largest integer whose square is not larger.
std::int64_t integer_root(std::int64_t value) {
    auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(value)));
    while (root * root > value) {
        --root;
    }
    while ((root + 1) * (root + 1) <= value) {
        ++root;
    }
    return root;
}

void check_board(std::span<const std::int32_t> board, std::size_t cells) {
    std::vector<bool> seen(cells);
    if (board.size() != cells) {
        throw std::invalid_argument("expected a board with rows times columns cells");
    }
    for (const std::int32_t tile : board) {
        if (tile < 0 || static_cast<std::size_t>(tile) >= cells || seen[static_cast<std::size_t>(tile)]) {
            throw std::invalid_argument("expected a board that is a permutation of 0 to n-1");
        }
        seen[static_cast<std::size_t>(tile)] = true;
    }
}

void check(
    int rows, int columns, std::span<const std::int32_t> start, std::span<const std::int32_t> goal, int look_ahead) {
    if (rows < 1 || columns < 1 || rows > 256 || columns > 256 || rows * columns < 2) {
        throw std::invalid_argument("expected 1 to 256 rows and columns, and 2 cells or more");
    }
    if (look_ahead < 1 || look_ahead > 6) {
        throw std::invalid_argument("expected a look-ahead of 1 to 6 moves");
    }
    check_board(start, static_cast<std::size_t>(rows * columns));
    check_board(goal, static_cast<std::size_t>(rows * columns));
}

/// The walk of the blank: see `_Walk` in the reference.
class Walk {
public:
    struct Step {
        int move;
        std::int32_t gain;
    };

    Walk(
        int rows, int columns, int width, const std::array<int, move_count>& steps, std::vector<std::int32_t>& tiles,
        const std::vector<std::int32_t>& home)
        : width_(width), steps_(steps), tiles_(tiles), visits_(tiles.size()), home_row_(home.size()),
          home_column_(home.size()) {
        for (std::size_t tile = 0; tile < home.size(); ++tile) {
            home_row_[tile] = home[tile] / width;
            home_column_[tile] = home[tile] % width;
        }
        const int longest = std::max(rows, columns);
        const auto far = [](std::int64_t d) { return static_cast<std::int32_t>(integer_root(256 * d * d * d)); };
        for (int d = 1 - longest; d <= longest; ++d) {
            slopes_.push_back(far(std::abs(d)) - far(std::abs(d - 1)));
        }
        slope_ = slopes_.data() + longest - 1;
        visit_ = 12 + longest / 4;
    }

    /// The first move of the best path of this many moves.
    Step choose(int look_ahead, int blank, int last) {
        const Place place{blank, blank / width_, blank % width_};
        switch (look_ahead) {
            case 1: return choose<1>(place, last);
            case 2: return choose<2>(place, last);
            case 3: return choose<3>(place, last);
            case 4: return choose<4>(place, last);
            case 5: return choose<5>(place, last);
            default: return choose<6>(place, last);
        }
    }

    void count_visit(int cell) { visits_[at(cell)] += visit_; }

private:
    struct Place {
        int cell, row, column;
    };

    static std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

    [[nodiscard]] Place neighbour(const Place& place, int move) const {
        return {
            place.cell + steps_[at(move)], place.row + (move < left ? 2 * move - 1 : 0),
            place.column + (move < left ? 0 : 2 * move - 5)};
    }

    /// How much nearer a tile comes to its home if the blank goes to its place by this move.
    [[nodiscard]] std::int32_t gain(std::int32_t tile, const Place& place, int move) const {
        const int d = move < left ? place.row - home_row_[at(tile)] : place.column - home_column_[at(tile)];
        return (move & 1) != 0 ? slope_[d] : -slope_[d + 1];
    }

    template <int Depth>
    Step choose(const Place& blank, int last) {
        Step first{-1, 0};
        best<Depth>(blank, last, &first);
        return first;
    }

    /// The most that `Depth` moves can gain, less the visits.
    template <int Depth>
    std::int64_t best(const Place& blank, int last, Step* first = nullptr) {
        std::int64_t most = std::numeric_limits<std::int64_t>::min() / 2;
        for (int move = 0; move < move_count; ++move) {
            if (last >= 0 && move == opposite(last)) {
                continue;
            }
            const Place target = neighbour(blank, move);
            const std::int32_t tile = tiles_[at(target.cell)];
            if (tile < 0) {
                continue;
            }
            const std::int32_t nearer = gain(tile, target, move);
            std::int64_t value = nearer - visits_[at(target.cell)];
            if constexpr (Depth > 1) {
                tiles_[at(blank.cell)] = tile;
                value += best<Depth - 1>(target, move);
                tiles_[at(target.cell)] = tile;
            }
            if (value > most) {
                most = value;
                if (first != nullptr) {
                    *first = {move, nearer};
                }
            }
        }
        return most;
    }

    int width_;
    const std::array<int, move_count>& steps_;
    std::vector<std::int32_t>& tiles_;
    std::vector<std::int64_t> visits_;  // by cell: what the visits of the blank cost so far
    std::vector<std::int32_t> home_row_;
    std::vector<std::int32_t> home_column_;
    std::vector<std::int32_t> slopes_;
    const std::int32_t* slope_;  // of a step from d to d - 1, for any d
    std::int64_t visit_;
};

}  // namespace

Constructive::Constructive(
    int rows, int columns, std::span<const std::int32_t> start, std::span<const std::int32_t> goal, int look_ahead)
    : rows_(rows), columns_(columns), width_(columns + 2), look_ahead_(look_ahead), steps_{-width_, width_, -1, 1} {
    check(rows, columns, start, goal, look_ahead);
    const auto padded = static_cast<std::size_t>(width_ * (rows + 2));
    tiles_.assign(padded, -1);
    wanted_.assign(padded, -1);
    fixed_.assign(padded, false);
    home_.resize(start.size());
    where_.resize(start.size());
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const auto from = static_cast<std::size_t>(row * columns + column);
            const int cell = cell_at(row, column);
            tiles_[static_cast<std::size_t>(cell)] = start[from];
            wanted_[static_cast<std::size_t>(cell)] = goal[from];
            home_[static_cast<std::size_t>(goal[from])] = cell;
            where_[static_cast<std::size_t>(start[from])] = cell;
        }
    }
    blank_ = where_[0];
}

bool Constructive::solve(const ShouldStop& should_stop) {
    if (rows_ == 1 || columns_ == 1) {
        slide_home();
        return true;
    }
    if ((rows_ > block || columns_ > block) && !settle(should_stop)) {
        return false;
    }
    return peel(should_stop);
}

int Constructive::distance(int one, int other) const {
    return std::abs(one / width_ - other / width_) + std::abs(one % width_ - other % width_);
}

std::vector<int> Constructive::cells_of(const Rectangle& area) const {
    std::vector<int> cells;
    for (int row = area.top; row <= area.bottom; ++row) {
        for (int column = area.left; column <= area.right; ++column) {
            cells.push_back(cell_at(row, column));
        }
    }
    return cells;
}

void Constructive::play(int move) {
    const int target = blank_ + steps_[static_cast<std::size_t>(move)];
    const std::int32_t tile = tiles_[static_cast<std::size_t>(target)];
    tiles_[static_cast<std::size_t>(blank_)] = tile;
    tiles_[static_cast<std::size_t>(target)] = 0;
    where_[static_cast<std::size_t>(tile)] = blank_;
    where_[0] = target;
    blank_ = target;
    if (!moves_.empty() && moves_.back() == opposite(move)) {
        moves_.pop_back();
    } else {
        moves_.push_back(static_cast<std::uint8_t>(move));
    }
}

void Constructive::slide_home() {
    while (blank_ != home_[0]) {
        play((rows_ == 1 ? left : 0) + (blank_ < home_[0] ? 1 : 0));
    }
}

bool Constructive::settle(const ShouldStop& should_stop) {
    Walk walk(rows_, columns_, width_, steps_, tiles_, home_);
    std::int64_t gained = 0;
    std::int64_t most_gained = 0;
    std::int64_t nearer = 0;
    std::int64_t most_saved = 0;
    std::size_t best_at = 0;
    std::size_t last_record = 0;
    while (moves_.size() < last_record + home_.size()) {
        if (moves_.size() % moves_between_polls == 0 && should_stop(moves_.size())) {
            return false;
        }
        const Walk::Step step = walk.choose(look_ahead_, blank_, moves_.empty() ? -1 : moves_.back());
        play(step.move);
        walk.count_visit(blank_);
        gained += step.gain;
        nearer += step.gain > 0 ? 1 : -1;
        const std::int64_t saved = price * nearer - static_cast<std::int64_t>(moves_.size());
        if (saved > most_saved) {
            most_saved = saved;
            best_at = last_record = moves_.size();
        }
        if (gained > most_gained) {
            most_gained = gained;
            last_record = moves_.size();
        }
    }
    while (moves_.size() > best_at) {
        play(opposite(moves_.back()));
    }
    return true;
}

bool Constructive::peel(const ShouldStop& should_stop) {
    Rectangle rest{0, rows_ - 1, 0, columns_ - 1};
    while (rest.rows() > block || rest.columns() > block) {
        if (should_stop(moves_.size())) {
            return false;
        }
        const Rectangle area = rest;
        fill(next_line(rest), area);
    }
    std::vector<Target> targets;
    for (const int cell : cells_of(rest)) {
        if (cell != home_[0]) {
            targets.push_back({wanted_[static_cast<std::size_t>(cell)], cell});
        }
    }
    bring(targets, rest);
    return true;
}

std::vector<int> Constructive::next_line(Rectangle& rest) const {
    const int row = row_of(home_[0]);
    const int column = column_of(home_[0]);
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
        const std::vector<int> cells = cells_of(outer);
        int sum = 0;
        for (const int cell : cells) {
            sum += distance(where_[static_cast<std::size_t>(wanted_[static_cast<std::size_t>(cell)])], cell);
        }
        if (sum < least) {
            least = sum;
            line = cells;
            rest = remaining;
        }
    }
    return line;
}

void Constructive::fill(std::vector<int> line, const Rectangle& area) {
    if (distance(blank_, line.back()) < distance(blank_, line.front())) {
        std::reverse(line.begin(), line.end());
    }
    for (std::size_t index = 0; index + 2 < line.size(); ++index) {
        const Target target{wanted_[static_cast<std::size_t>(line[index])], line[index]};
        bring_near(target, area);
        bring({&target, 1}, area);
        fixed_[static_cast<std::size_t>(line[index])] = true;
    }
    std::array<Target, 2> pair{};
    for (std::size_t index = 0; index < 2; ++index) {
        const int cell = line[line.size() - 2 + index];
        pair[index] = {wanted_[static_cast<std::size_t>(cell)], cell};
    }
    for (int round = 0; round < rounds; ++round) {
        bring_near(pair[0], area);
        bring_near(pair[1], area);
    }
    bring(pair, area);
    for (const int cell : line) {
        fixed_[static_cast<std::size_t>(cell)] = false;
    }
}

void Constructive::bring_near(Target target, const Rectangle& area) {
    const int row = row_of(target.cell);
    const int column = column_of(target.cell);
    for (;;) {
        const int here = where_[static_cast<std::size_t>(target.tile)];
        if (distance(here, target.cell) <= near_distance) {
            return;
        }
        int hop_row = row_of(here) + std::clamp(row - row_of(here), -hop, hop);
        int hop_column = column_of(here) + std::clamp(column - column_of(here), -hop, hop);
        if (area.rows() >= area.columns() && hop_row == row) {
            hop_row += row == area.top ? 1 : -1;
        } else if (area.rows() < area.columns() && hop_column == column) {
            hop_column += column == area.left ? 1 : -1;
        }
        const Target waypoint{target.tile, cell_at(hop_row, hop_column)};
        bring({&waypoint, 1}, area);
    }
}

void Constructive::bring(std::span<const Target> targets, const Rectangle& area) {
    Rectangle box{row_of(blank_), row_of(blank_), column_of(blank_), column_of(blank_)};
    const auto include = [&](int cell) {
        box.top = std::min(box.top, row_of(cell));
        box.bottom = std::max(box.bottom, row_of(cell));
        box.left = std::min(box.left, column_of(cell));
        box.right = std::max(box.right, column_of(cell));
    };
    for (const Target& target : targets) {
        include(target.cell);
        include(where_[static_cast<std::size_t>(target.tile)]);
    }
    std::vector<std::uint8_t> path;
    for (int margin = 1;; ++margin) {
        const Rectangle window{
            std::max(area.top, box.top - margin), std::min(area.bottom, box.bottom + margin),
            std::max(area.left, box.left - margin), std::min(area.right, box.right + margin)};
        if (find_shortest(targets, window, path)) {
            break;
        }
        if (window == area) {
            throw std::logic_error("the constructive solver cannot place a tile");
        }
    }
    for (const std::uint8_t move : path) {
        play(move);
    }
}

bool Constructive::find_shortest(
    std::span<const Target> targets, const Rectangle& window, std::vector<std::uint8_t>& path) const {
    // A state is a number: the cells of the blank and of the tiles, counted within the window, are its digits.
    constexpr std::size_t most = block * block;
    using Places = std::array<std::int32_t, most>;  // the cell of the blank, then those of the tiles
    struct Node {
        Places places;
        std::int32_t g;
        std::int8_t move;
        bool is_closed;
        std::int32_t parent;
    };
    const std::size_t size = targets.size() + 1;
    const auto base = static_cast<std::uint64_t>(window.rows() * window.columns());
    const auto key_of = [&](const Places& places) {
        std::uint64_t key = 0;
        for (std::size_t index = 0; index < size; ++index) {
            const int row = row_of(places[index]) - window.top;
            const int column = column_of(places[index]) - window.left;
            key = key * base + static_cast<std::uint64_t>(row * window.columns() + column);
        }
        return key;
    };
    const auto estimate = [&](const Places& places) {
        int far = 0;
        int approach = std::numeric_limits<int>::max();
        for (std::size_t index = 1; index < size; ++index) {
            far += distance(places[index], targets[index - 1].cell);
            approach = std::min(approach, distance(places[0], places[index]));
        }
        return far == 0 ? 0 : far + approach - 1;
    };
    std::vector<Node> nodes;
    std::unordered_map<std::uint64_t, std::int32_t> known;
    std::vector<std::vector<std::pair<std::int32_t, std::int32_t>>> queue;  // by f: nodes with the g they had
    const auto push = [&](std::int32_t node) {
        const Node& entry = nodes[static_cast<std::size_t>(node)];
        const auto f = static_cast<std::size_t>(entry.g + estimate(entry.places));
        if (queue.size() <= f) {
            queue.resize(f + 1);
        }
        queue[f].emplace_back(node, entry.g);
    };
    Places first{};
    first[0] = blank_;
    for (std::size_t index = 1; index < size; ++index) {
        first[index] = where_[static_cast<std::size_t>(targets[index - 1].tile)];
    }
    nodes.push_back({first, 0, -1, false, -1});
    known.emplace(key_of(first), 0);
    push(0);
    for (std::size_t f = 0; f < queue.size();) {
        if (queue[f].empty()) {
            ++f;
            continue;
        }
        const auto [index, g] = queue[f].back();
        queue[f].pop_back();
        Node& node = nodes[static_cast<std::size_t>(index)];
        if (node.is_closed || node.g != g) {
            continue;
        }
        const Places places = node.places;
        if (estimate(places) == 0) {
            path.clear();
            for (std::int32_t at = index; nodes[static_cast<std::size_t>(at)].parent >= 0;
                 at = nodes[static_cast<std::size_t>(at)].parent) {
                path.push_back(static_cast<std::uint8_t>(nodes[static_cast<std::size_t>(at)].move));
            }
            std::reverse(path.begin(), path.end());
            return true;
        }
        node.is_closed = true;
        const int last = node.move;
        for (int move = 0; move < move_count; ++move) {
            if (last >= 0 && move == opposite(last)) {
                continue;
            }
            const int target = places[0] + steps_[static_cast<std::size_t>(move)];
            const int row = row_of(target);
            const int column = column_of(target);
            if (row < window.top || row > window.bottom || column < window.left || column > window.right ||
                fixed_[static_cast<std::size_t>(target)]) {
                continue;
            }
            Places next = places;
            next[0] = target;
            for (std::size_t at = 1; at < size; ++at) {
                if (next[at] == target) {
                    next[at] = places[0];
                }
            }
            const auto [found, is_new] = known.try_emplace(key_of(next), static_cast<std::int32_t>(nodes.size()));
            if (is_new) {
                nodes.push_back({next, g + 1, static_cast<std::int8_t>(move), false, index});
                push(found->second);
            } else if (Node& other = nodes[static_cast<std::size_t>(found->second)]; g + 1 < other.g) {
                other.g = g + 1;
                other.move = static_cast<std::int8_t>(move);
                other.parent = index;
                push(found->second);
            }
        }
    }
    return false;
}

}  // namespace taquin
