// Compiled without contraction of floating-point operations: the weights are the same on every machine, and in Python.

#include "taquin/beam/training.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "taquin/beam/layered_beam.hpp"
#include "taquin/puzzle/geometry.hpp"
#include "taquin/run/phase_team.hpp"
#include "taquin/run/shared_stop.hpp"

namespace taquin::beam {

namespace {

using Board = std::vector<Label>;

/// A board on which the blank moves.
class WalkingBoard {
public:
    explicit WalkingBoard(const DisplacementScore& score, Board labels)
        : score_(score), labels_(std::move(labels)), blank_(find_blank(score, labels_)) {}

    [[nodiscard]] const Board& labels() const { return labels_; }

    /// Make a move; false beyond the edge.
    bool move(int move) {
        const int cell = score_.target(blank_, move);
        if (cell < 0) {
            return false;
        }
        std::swap(labels_[static_cast<std::size_t>(blank_)], labels_[static_cast<std::size_t>(cell)]);
        blank_ = cell;
        return true;
    }

    static int find_blank(const DisplacementScore& score, const Board& labels) {
        const auto found = std::find(labels.begin(), labels.end(), static_cast<Label>(score.features().blank()));
        return static_cast<int>(found - labels.begin());
    }

private:
    const DisplacementScore& score_;
    Board labels_;
    int blank_;
};

Board goal_board(const DisplacementScore& score) {
    Board labels(static_cast<std::size_t>(score.features().cells()));
    std::iota(labels.begin(), labels.end(), Label{0});
    return labels;
}

constexpr double last_rate = 0.05;
constexpr double largest_setting = 1e6;
constexpr double largest_weight = 1e6;
constexpr int shortest_walk = 1000;
constexpr int longest_walk = 10000;

/// Whether an even number of exchanges sorts the board.
bool is_even(const Board& labels) {
    std::vector<bool> is_visited(labels.size());
    bool is_even = true;
    for (std::size_t first = 0; first < labels.size(); ++first) {
        for (std::size_t cell = labels[first]; !is_visited[first] && cell != first; cell = labels[cell]) {
            is_visited[cell] = true;
            is_even = !is_even;
        }
    }
    return is_even;
}

Board shuffled_board(const DisplacementScore& score, RandomNumbers& random) {
    const int cells = score.features().cells();
    const int blank = score.features().blank();
    const int columns = score.features().columns();
    Board labels = goal_board(score);
    for (int cell = cells - 1; cell > 0; --cell) {
        std::swap(labels[static_cast<std::size_t>(cell)], labels[random.below(static_cast<std::uint32_t>(cell + 1))]);
    }
    const int there = WalkingBoard::find_blank(score, labels);
    const int steps = std::abs(there / columns - blank / columns) + std::abs(there % columns - blank % columns);
    if (is_even(labels) != (steps % 2 == 0)) {  // exchange two tiles
        const int first = there == 0 ? 1 : 0;
        const int second = there == first + 1 ? first + 2 : first + 1;
        std::swap(labels[static_cast<std::size_t>(first)], labels[static_cast<std::size_t>(second)]);
    }
    return labels;
}

/// A quarter of the boards are shuffled, the others result from random walks.
Board random_board(const DisplacementScore& score, RandomNumbers& random) {
    if (random.below(4) == 0) {
        return shuffled_board(score, random);
    }
    WalkingBoard board(score, goal_board(score));
    const std::uint32_t steps = shortest_walk + random.below(longest_walk - shortest_walk + 1);
    for (std::uint32_t made = 0; made < steps;) {
        made += board.move(static_cast<int>(random.below(move_count))) ? 1 : 0;
    }
    return board.labels();
}

/// The pairs of one solved board: each board of the solution before the samples of its layer.
void append_pairs(
    const DisplacementScore& score, Board start, const BeamResult& result, std::size_t samples, Board& pairs) {
    WalkingBoard board(score, std::move(start));
    const std::size_t cells = board.labels().size();
    for (std::size_t layer = 0; layer + 1 < result.moves.size(); ++layer) {
        board.move(result.moves[layer]);
        for (std::size_t sample = 0; sample < samples; ++sample) {
            const auto other = result.samples.begin() + static_cast<std::ptrdiff_t>((layer * samples + sample) * cells);
            if (!std::equal(board.labels().begin(), board.labels().end(), other)) {
                pairs.insert(pairs.end(), board.labels().begin(), board.labels().end());
                pairs.insert(pairs.end(), other, other + static_cast<std::ptrdiff_t>(cells));
            }
        }
    }
}

/// e to the power of x, for |x| up to 30, from operations that are exact or rounded alike everywhere.
double exponential(double x) {
    constexpr double log2_of_e = 1.4426950408889634;
    constexpr double log_of_2 = 0.6931471805599453;
    constexpr int terms = 12;
    x = std::clamp(x, -30.0, 30.0);
    const double power = std::floor(x * log2_of_e + 0.5);
    const double rest = x - power * log_of_2;
    double sum = 1;
    for (int term = terms; term > 0; --term) {
        sum = 1 + sum * rest / term;
    }
    return std::ldexp(sum, static_cast<int>(power));
}

/// The weights of a board: those that all tiles share and, in a fine training, those of single tiles.
class ListedBoard {
public:
    ListedBoard(const ScoreFeatures& features, bool is_fine)
        : features_(features), is_fine_(is_fine), transposed_(static_cast<std::size_t>(features.cells())) {}

    void list(std::span<const Label> labels, bool is_transposed) {
        if (is_transposed) {
            for (std::size_t cell = 0; cell < labels.size(); ++cell) {
                transposed_[transpose(cell)] = static_cast<Label>(transpose(labels[cell]));
            }
            labels = transposed_;
        }
        features_.list(labels, shared_);
        if (is_fine_) {
            features_.list_placed(labels, placed_);
        }
    }
    void mark(std::vector<bool>& is_fixed) const {
        for (std::size_t index = 0; index < count(); ++index) {
            is_fixed[shared_[index]] = true;
            if (is_fine_) {
                is_fixed[placed(index)] = true;
            }
        }
    }

    [[nodiscard]] std::size_t count() const { return shared_.size(); }
    /// Two boards differ in a place of their lists if their keys do.
    [[nodiscard]] std::uint32_t key(std::size_t index) const { return is_fine_ ? placed_[index] : shared_[index]; }

    [[nodiscard]] double shared_weight(std::size_t index, std::span<const double> weights) const {
        return weights[shared_[index]];
    }
    [[nodiscard]] double placed_weight(std::size_t index, std::span<const double> weights) const {
        return is_fine_ ? weights[placed(index)] : 0;
    }
    void add(
        std::size_t index, double change, double fine, const std::vector<bool>& is_fixed,
        std::span<double> weights) const {
        weights[shared_[index]] += is_fixed[shared_[index]] ? 0 : change;
        if (is_fine_) {
            weights[placed(index)] += is_fixed[placed(index)] ? 0 : change * fine;
        }
    }

private:
    [[nodiscard]] std::size_t placed(std::size_t index) const { return features_.layout().size() + placed_[index]; }
    [[nodiscard]] std::size_t transpose(std::size_t cell) const {
        const auto side = static_cast<std::size_t>(features_.columns());
        return cell % side * side + cell / side;
    }

    const ScoreFeatures& features_;
    bool is_fine_;
    Board transposed_;
    std::vector<std::uint32_t> shared_;
    std::vector<std::uint32_t> placed_;
};

/// The difference of two scores, and the number of weights in which they differ.
std::pair<double, int> compare(
    const ListedBoard& better, const ListedBoard& worse, std::span<const double> weights) {
    double difference = 0;
    int active = 0;
    for (std::size_t index = 0; index < better.count(); ++index) {
        if (better.key(index) != worse.key(index)) {
            difference += better.shared_weight(index, weights) - worse.shared_weight(index, weights);
            difference += better.placed_weight(index, weights) - worse.placed_weight(index, weights);
            ++active;
        }
    }
    return {difference, active};
}

}  // namespace

RankedBoards collect(
    const DisplacementScore& score, const CollectSettings& settings, int threads,
    const std::function<bool(int finished)>& should_stop) {
    if (settings.boards < 0) {
        throw std::invalid_argument("expected 0 boards or more");
    }
    std::vector<RankedBoards> found(static_cast<std::size_t>(settings.boards));
    std::atomic<int> finished = 0;
    SharedStop stop([&] { return should_stop(finished); });
    PhaseTeam team(threads);
    team.run(
        settings.boards,
        [&](int number) {
            if (stop.is_stopped()) {
                return;
            }
            RandomNumbers random(settings.seed + static_cast<std::uint64_t>(number) * 0x632be59bd9b4e019U);
            const Board board = random_board(score, random);
            const BeamSettings beam{settings.width, settings.longest, random.next(), settings.samples};
            PhaseTeam alone(1);
            Counters counters;
            const BeamResult result =
                run_beam(score, board, beam, alone, counters, [&](std::uint64_t) { return stop.ask(); });
            if (result.status == Status::solved) {
                RankedBoards& pairs = found[static_cast<std::size_t>(number)];
                append_pairs(score, board, result, static_cast<std::size_t>(settings.samples), pairs.boards);
                pairs.solved = 1;
                pairs.moves = result.moves.size();
            }
            ++finished;
        },
        [&] { stop.ask(); });
    RankedBoards all;
    for (const RankedBoards& each : found) {
        all.boards.insert(all.boards.end(), each.boards.begin(), each.boards.end());
        all.solved += each.solved;
        all.moves += each.moves;
    }
    return all;
}

bool fit(
    const ScoreFeatures& features, std::span<const Label> boards, const FitSettings& settings,
    std::span<double> weights, const std::function<bool()>& should_stop) {
    const bool is_fine = settings.fine > 0;
    if (weights.size() != features.layout().size() + (is_fine ? features.placed_size() : 0)) {
        throw std::invalid_argument("expected as many weights as the layout of the shape has");
    }
    if (settings.epochs < 0 || !(settings.rate >= 0 && settings.rate <= largest_setting) ||
        !(settings.temperature > 0 && settings.temperature <= largest_setting) ||
        !(settings.fine >= 0 && settings.fine <= largest_setting)) {
        throw std::invalid_argument("expected epochs, a rate and a share of 0 or more, and a temperature above 0");
    }
    const bool are_finite = std::all_of(weights.begin(), weights.end(), [](double weight) {
        return std::abs(weight) <= largest_weight;
    });
    if (!are_finite) {
        throw std::invalid_argument("expected weights from -1,000,000 to 1,000,000");
    }
    const auto cells = static_cast<std::size_t>(features.cells());
    const std::size_t pairs = boards.size() / (2 * cells);
    const std::size_t total = pairs * static_cast<std::size_t>(settings.epochs);
    std::vector<bool> is_fixed(weights.size());
    Board board(cells);
    std::iota(board.begin(), board.end(), Label{0});
    ListedBoard better(features, is_fine);
    ListedBoard worse(features, is_fine);
    better.list(board, false);
    better.mark(is_fixed);
    std::vector<std::uint32_t> order(pairs);
    RandomNumbers random(settings.seed);
    for (std::size_t step = 0; step < total; ++step) {
        if (step % pairs == 0) {
            std::iota(order.begin(), order.end(), 0U);
            for (std::size_t last = pairs - 1; last > 0; --last) {
                std::swap(order[last], order[random.below(static_cast<std::uint32_t>(last + 1))]);
            }
        }
        if (step % 256 == 0 && should_stop()) {
            return false;
        }
        const bool is_transposed = is_fine && features.rows() == features.columns() && (random.next() >> 63) != 0;
        const Label* pair = boards.data() + order[step % pairs] * 2 * cells;
        better.list({pair, cells}, is_transposed);
        worse.list({pair + cells, cells}, is_transposed);
        const auto [difference, active] = compare(better, worse, weights);
        const double rate =
            settings.rate * (1 - (1 - last_rate) * static_cast<double>(step) / static_cast<double>(total));
        const double gradient = 1 / (1 + exponential(-difference / settings.temperature));
        double change = rate * settings.temperature * gradient / active;
        if (is_fine) {
            change = change / (1 + settings.fine);
        }
        for (std::size_t index = 0; index < better.count(); ++index) {
            if (better.key(index) != worse.key(index)) {
                better.add(index, -change, settings.fine, is_fixed, weights);
                worse.add(index, change, settings.fine, is_fixed, weights);
            }
        }
    }
    return true;
}

}  // namespace taquin::beam
