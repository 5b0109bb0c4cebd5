#include "taquin/beam/displacement_score.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "check.hpp"
#include "score_walk.hpp"
#include "taquin/beam/move_changes.hpp"

using namespace taquin;
using namespace taquin::beam;
using tests::Walk;

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

}  // namespace

int main() { test_changes_equal_a_full_evaluation(); }
