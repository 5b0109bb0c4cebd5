#include <atomic>
#include <chrono>
#include <limits>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

#include "check.hpp"
#include "score_walk.hpp"
#include "taquin/beam/displacement_score.hpp"
#include "taquin/beam/layered_beam.hpp"
#include "taquin/beam/training.hpp"
#include "taquin/beam/windows.hpp"
#include "taquin/run/phase_team.hpp"

using namespace taquin;
using namespace taquin::beam;
using tests::Walk;

namespace {

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
    test_wrong_arguments_are_refused();
    test_windows_of_wrong_boards_are_refused();
    test_limits_of_nodes_are_exact();
    test_beams_do_not_depend_on_the_threads();
    test_every_part_is_done_once();
    test_exceptions_of_parts_reach_the_caller();
    test_exceptions_of_the_poll_wait_for_the_parts();
    test_training_ends_with_an_exception_of_the_poll();
}
