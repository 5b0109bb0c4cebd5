#include "taquin/beam/displacement_score.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

#include "check.hpp"
#include "taquin/beam/layered_beam.hpp"
#include "taquin/beam/move_changes.hpp"
#include "taquin/beam/training.hpp"
#include "taquin/beam/windows.hpp"
#include "taquin/run/phase_team.hpp"

using namespace taquin;
using namespace taquin::beam;

namespace {

/// Weights without any structure, 0 at the goal, so that a wrong index shows.
std::vector<std::int16_t> random_weights(int rows, int columns, std::mt19937& random) {
    const ScoreLayout layout{rows, columns};
    std::vector<std::int16_t> weights(layout.size());
    for (std::int16_t& weight : weights) {
        weight = static_cast<std::int16_t>(static_cast<int>(random() % 2001) - 1000);
    }
    std::vector<Label> goal(static_cast<std::size_t>(rows * columns));
    std::iota(goal.begin(), goal.end(), Label{0});
    for (int blank = 0; blank < rows * columns; ++blank) {
        std::vector<std::uint32_t> at_goal;
        ScoreFeatures(rows, columns, blank, layout).list(goal, at_goal);
        for (const std::uint32_t feature : at_goal) {
            weights[feature] = 0;
        }
    }
    return weights;
}

/// The score by which a beam finds the goal: d moves count d^2 for a tile d rows and columns from home.
std::vector<std::int16_t> convex_weights(int rows, int columns) {
    const ScoreLayout layout{rows, columns};
    std::vector<std::int16_t> weights(layout.size());
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const int distance = row + column;
            weights[layout.single(row, column, false)] = static_cast<std::int16_t>(64 * distance * distance);
        }
    }
    return weights;
}

/// A labelled board that is changed by moves of the blank.
class Walk {
public:
    Walk(const DisplacementScore& score, std::mt19937& random)
        : score_(score), random_(random), labels_(static_cast<std::size_t>(score.features().cells())),
          moved_(labels_.size()), blank_(score.features().blank()) {
        std::iota(labels_.begin(), labels_.end(), Label{0});
        for (int cell = 0; cell < score.features().cells(); ++cell) {
            moved_[static_cast<std::size_t>(cell)] = score.code(cell, cell);
        }
    }

    [[nodiscard]] const std::vector<Label>& labels() const { return labels_; }
    [[nodiscard]] BoardView view() const { return {labels_.data(), moved_.data()}; }
    [[nodiscard]] int blank() const { return blank_; }

    /// A move that stays on the board.
    int choose() {
        int move = static_cast<int>(random_() % move_count);
        while (score_.target(blank_, move) < 0) {
            move = static_cast<int>(random_() % move_count);
        }
        return move;
    }

    bool play(int move) {
        const int cell = score_.target(blank_, move);
        if (cell < 0) {
            return false;
        }
        const Label label = labels_[static_cast<std::size_t>(cell)];
        const auto own = static_cast<Label>(score_.features().blank());
        labels_[static_cast<std::size_t>(blank_)] = label;
        labels_[static_cast<std::size_t>(cell)] = own;
        moved_[label] = score_.code(label, blank_);
        moved_[own] = score_.code(own, cell);
        blank_ = cell;
        return true;
    }

    [[nodiscard]] bool is_goal() const {
        for (std::size_t cell = 0; cell < labels_.size(); ++cell) {
            if (labels_[cell] != cell) {
                return false;
            }
        }
        return true;
    }

private:
    const DisplacementScore& score_;
    std::mt19937& random_;
    std::vector<Label> labels_;
    std::vector<Displacement> moved_;
    int blank_;
};

template <bool IsPlaced>
void check_changes(const DisplacementScore& score, std::mt19937& random) {
    Walk walk(score, random);
    int value = score.evaluate(walk.labels());
    for (int count = 0; count < 300; ++count) {
        const int move = walk.choose();
        value += MoveChanges<IsPlaced>(score, walk.view(), walk.blank()).change(score.target(walk.blank(), move), move);
        CHECK(walk.play(move));
        CHECK(value == score.evaluate(walk.labels()));
    }
}

/// The score of a child is that of its parent and the change by the move.
void test_changes_equal_a_full_evaluation() {
    std::mt19937 random(1);
    for (const auto& [rows, columns] : {std::pair{2, 2}, {2, 5}, {3, 3}, {4, 3}, {5, 5}, {8, 9}, {1, 256}, {2, 128}}) {
        const auto weights = random_weights(rows, columns, random);
        for (const int blank : {rows * columns - 1, rows * columns / 2, 0}) {
            const DisplacementScore score(rows, columns, blank, {rows, columns}, weights);
            CHECK(score.evaluate(Walk(score, random).labels()) == 0);
            check_changes<false>(score, random);
        }
    }
    for (const auto& [rows, columns] : {std::pair{2, 2}, {3, 4}, {5, 5}}) {
        const auto weights = random_weights(rows, columns, random);
        const ScoreFeatures features(rows, columns, rows * columns - 1, {rows, columns});
        std::vector<std::int16_t> placed(features.placed_size());
        std::generate(placed.begin(), placed.end(), [&] { return static_cast<std::int16_t>(random() % 200); });
        const DisplacementScore score(rows, columns, rows * columns - 1, {rows, columns}, weights, placed);
        check_changes<true>(score, random);
    }
}

void test_wrong_arguments_are_refused() {
    constexpr int huge = std::numeric_limits<int>::max();
    const auto refuses = [](auto call) { return tests::throws<std::invalid_argument>(call); };
    const std::vector<std::int16_t> few(100);
    CHECK(refuses([&] { DisplacementScore(3, 3, 8, {3, 3}, few); }));
    CHECK(refuses([&] { DisplacementScore(huge, huge, 8, {huge, huge}, few); }));
    CHECK(refuses([&] { DisplacementScore(3, 3, 8, {huge, huge}, few); }));
    CHECK(refuses([] { PhaseTeam team(huge); }));
    const DisplacementScore score(2, 2, 3, {2, 2}, convex_weights(2, 2));
    const auto collect_with = [&](int boards) {
        return collect(score, {.seed = 1, .boards = boards, .width = 9, .longest = 9, .samples = 1}, 1, [](int) {
            return false;
        });
    };
    CHECK(refuses([&] { collect_with(-1); }));
    const std::vector<Label> pair{0, 1, 3, 2, 0, 1, 2, 3};
    std::vector<double> weights(ScoreLayout{2, 2}.size());
    const auto fit_with = [&](double rate, double temperature) {
        return fit(score.features(), pair, {1, 1, rate, temperature}, weights, [] { return false; });
    };
    CHECK(fit_with(0.5, 1));
    CHECK(refuses([&] { fit_with(std::numeric_limits<double>::quiet_NaN(), 1); }));
    CHECK(refuses([&] { fit_with(0.5, 0); }));
    weights[0] = std::numeric_limits<double>::infinity();
    CHECK(refuses([&] { fit_with(0.5, 1); }));
}

/// A board with two blanks or none, and more cells than numbers can count.
void test_windows_of_wrong_boards_are_refused() {
    const std::vector<std::int16_t> weights = convex_weights(3, 3);
    const std::vector<std::uint8_t> moves{0, 2, 1, 3};
    const auto is_refused = [&](int rows, int columns, std::vector<std::int32_t> board) {
        return tests::throws<std::invalid_argument>([&] {
            Counters counters;
            shorten_windows(rows, columns, board, moves, {3, 0, 9}, {3, 3}, weights, 1, counters, [](std::uint64_t) {
                return false;
            });
        });
    };
    CHECK(is_refused(2, 2, {1, 2, 3, 3}));
    CHECK(is_refused(2, 2, {1, 0, 3, 0}));
    CHECK(is_refused(1 << 16, 1 << 16, {}));
    CHECK(!is_refused(2, 2, {1, 2, 3, 0}));
}

/// The beam generates at most three nodes beyond the limit, the same number on any number of threads.
void test_limits_of_nodes_are_exact() {
    std::mt19937 random(3);
    const DisplacementScore score(5, 5, 24, {5, 5}, convex_weights(5, 5));
    Walk start(score, random);
    for (int count = 0; count < 500; ++count) {
        start.play(start.choose());
    }
    for (const std::uint64_t limit : {0, 1, 5, 1000, 20'000}) {
        std::vector<Counters> counted;
        for (const int threads : {1, 3}) {
            PhaseTeam team(threads);
            counted.emplace_back();
            const BeamSettings settings{.width = 2000, .longest = 300, .node_limit = limit};
            const BeamResult result = run_beam(
                score, start.labels(), settings, team, counted.back(), [](std::uint64_t) { return false; });
            CHECK(result.status == Status::stopped && result.moves.empty());
            CHECK(counted.back().generated >= limit && counted.back().generated < limit + move_count);
        }
        CHECK(counted[0].expanded == counted[1].expanded && counted[0].generated == counted[1].generated);
    }
}

/// A beam finds a solution, the same with any number of threads.
void test_beams_do_not_depend_on_the_threads() {
    std::mt19937 random(2);
    for (const auto& [rows, columns] : {std::pair{3, 3}, {4, 4}, {3, 5}}) {
        const DisplacementScore score(
            rows, columns, rows * columns - 1, {rows, columns}, convex_weights(rows, columns));
        Walk start(score, random);
        for (int count = 0; count < 500; ++count) {
            start.play(start.choose());
        }
        const BeamSettings settings{.width = 3000, .longest = 400, .seed = 7, .samples = 3};
        std::vector<BeamResult> results;
        std::vector<Counters> counted;
        for (const int threads : {1, 3}) {
            PhaseTeam team(threads);
            Counters counters;
            results.push_back(
                run_beam(score, start.labels(), settings, team, counters, [](std::uint64_t) { return false; }));
            counted.push_back(counters);
        }
        CHECK(results[0].status == Status::solved);
        CHECK(results[1].status == Status::solved);
        CHECK(results[0].moves == results[1].moves);
        CHECK(results[0].samples == results[1].samples);
        CHECK(counted[0].generated == counted[1].generated && counted[0].duplicates == counted[1].duplicates);
        Walk played = start;
        for (const std::uint8_t move : results[0].moves) {
            CHECK(!played.is_goal() && played.play(move));
        }
        CHECK(played.is_goal());
    }
}

void test_every_part_is_done_once() {
    for (const int size : {1, 2, 5}) {
        PhaseTeam team(size);
        for (const int parts : {0, 1, 3, 500}) {
            std::vector<int> done(static_cast<std::size_t>(parts));
            team.run(parts, [&](int part) { ++done[static_cast<std::size_t>(part)]; }, [] {});
            CHECK(done == std::vector<int>(static_cast<std::size_t>(parts), 1));
        }
    }
}

/// An exception of a part leaves out the parts that were not begun, and the team works on.
void test_exceptions_of_parts_reach_the_caller() {
    for (const int size : {1, 3}) {
        PhaseTeam team(size);
        for (int attempt = 0; attempt < 20; ++attempt) {
            std::atomic<int> begun = 0;
            bool is_caught = false;
            try {
                team.run(
                    1000,
                    [&](int part) {
                        ++begun;
                        if (part == 10) {
                            throw std::length_error("expected");
                        }
                    },
                    [] {});
            } catch (const std::length_error&) {
                is_caught = true;
            }
            CHECK(is_caught);
            CHECK(begun >= 1);
            std::atomic<int> done = 0;
            team.run(100, [&](int) { ++done; }, [] {});
            CHECK(done == 100);
        }
    }
}

/// An exception of the poll is thrown when no thread works any more: the work may use variables of the caller.
void test_exceptions_of_the_poll_wait_for_the_parts() {
    PhaseTeam team(3);
    for (int attempt = 0; attempt < 20; ++attempt) {
        std::atomic<int> working = 0;
        bool is_caught = false;
        try {
            team.run(
                1000,
                [&](int) {
                    ++working;
                    std::this_thread::sleep_for(std::chrono::milliseconds(2));
                    --working;
                },
                [] { throw std::length_error("expected"); });
        } catch (const std::length_error&) {
            is_caught = true;
            CHECK(working == 0);
        }
        CHECK(is_caught);
    }
}

/// The other threads end their boards at once when the calling thread is told to stop by an exception.
void test_training_ends_with_an_exception_of_the_poll() {
    const DisplacementScore score(6, 6, 35, {6, 6}, convex_weights(6, 6));
    const CollectSettings settings{.seed = 1, .boards = 50, .width = 200, .longest = 432, .samples = 2};
    for (const int threads : {1, 3}) {
        bool is_caught = false;
        try {
            collect(score, settings, threads, [](int) -> bool { throw std::length_error("expected"); });
        } catch (const std::length_error&) {
            is_caught = true;
        }
        CHECK(is_caught);
        int asked = 0;
        const RankedBoards stopped = collect(score, settings, threads, [&](int) { return ++asked > 3; });
        CHECK(stopped.solved < 50);
    }
}

}  // namespace

int main() {
    test_changes_equal_a_full_evaluation();
    test_wrong_arguments_are_refused();
    test_windows_of_wrong_boards_are_refused();
    test_limits_of_nodes_are_exact();
    test_beams_do_not_depend_on_the_threads();
    test_every_part_is_done_once();
    test_exceptions_of_parts_reach_the_caller();
    test_exceptions_of_the_poll_wait_for_the_parts();
    test_training_ends_with_an_exception_of_the_poll();
}
