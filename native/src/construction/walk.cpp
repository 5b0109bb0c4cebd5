#include "walk.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace taquin::construction {

namespace {

constexpr int price = 3;
constexpr std::size_t moves_between_polls = 64;

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

/// The walk of the blank: `_Walk` of the reference.
class Walk {
public:
    struct Step {
        int move;
        std::int32_t gain;
    };

    explicit Walk(WorkingBoard& board)
        : board_(board), visits_(board.tiles.size()), home_row_(board.home.size()), home_column_(board.home.size()) {
        for (std::size_t tile = 0; tile < board.home.size(); ++tile) {
            home_row_[tile] = board.home[tile] / board.width;
            home_column_[tile] = board.home[tile] % board.width;
        }
        const int longest = std::max(board.rows, board.columns);
        const auto far = [](std::int64_t d) { return static_cast<std::int32_t>(integer_root(256 * d * d * d)); };
        for (int d = 1 - longest; d <= longest; ++d) {
            slopes_.push_back(far(std::abs(d)) - far(std::abs(d - 1)));
        }
        slope_ = slopes_.data() + longest - 1;
        visit_ = 12 + longest / 4;
    }

    /// The first move of the best path of this many moves.
    Step choose(int look_ahead) {
        const Place place{board_.blank, board_.blank / board_.width, board_.blank % board_.width};
        const int last = board_.moves.empty() ? -1 : board_.moves.back();
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

    [[nodiscard]] Place neighbour(const Place& place, int move) const {
        return {
            place.cell + board_.steps[at(move)], place.row + (move < left ? 2 * move - 1 : 0),
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
            const std::int32_t tile = board_.tiles[at(target.cell)];
            if (tile < 0) {
                continue;
            }
            const std::int32_t nearer = gain(tile, target, move);
            std::int64_t value = nearer - visits_[at(target.cell)];
            if constexpr (Depth > 1) {
                board_.tiles[at(blank.cell)] = tile;
                value += best<Depth - 1>(target, move);
                board_.tiles[at(target.cell)] = tile;
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

    WorkingBoard& board_;
    std::vector<std::int64_t> visits_;  // by cell: what the visits of the blank cost so far
    std::vector<std::int32_t> home_row_;
    std::vector<std::int32_t> home_column_;
    std::vector<std::int32_t> slopes_;
    const std::int32_t* slope_;  // of a step from d to d - 1, for any d
    std::int64_t visit_;
};

}  // namespace

bool settle(WorkingBoard& board, int look_ahead, const ShouldStop& should_stop) {
    Walk walk(board);
    std::int64_t gained = 0;
    std::int64_t most_gained = 0;
    std::int64_t nearer = 0;
    std::int64_t most_saved = 0;
    std::size_t best_at = 0;
    std::size_t last_record = 0;
    while (board.moves.size() < last_record + board.home.size()) {
        if (board.moves.size() % moves_between_polls == 0 && should_stop(board.moves.size())) {
            return false;
        }
        const Walk::Step step = walk.choose(look_ahead);
        board.play(step.move);
        walk.count_visit(board.blank);
        gained += step.gain;
        nearer += step.gain > 0 ? 1 : -1;
        const std::int64_t saved = price * nearer - static_cast<std::int64_t>(board.moves.size());
        if (saved > most_saved) {
            most_saved = saved;
            best_at = last_record = board.moves.size();
        }
        if (gained > most_gained) {
            most_gained = gained;
            last_record = board.moves.size();
        }
    }
    while (board.moves.size() > best_at) {
        board.play(opposite(board.moves.back()));
    }
    return true;
}

}  // namespace taquin::construction
