// Training of a score: the pairs are labelled boards, the number of threads changes nothing, the weights stay finite
// and the goal keeps its score.

#include <cmath>
#include <numeric>

#include "score.hpp"
#include "taquin/beam/training.hpp"

using namespace taquin;
using namespace taquin::fuzz;

namespace {

bool is_board(std::span<const beam::Label> labels) {
    std::vector<bool> is_seen(labels.size());
    for (const beam::Label label : labels) {
        if (label >= labels.size() || is_seen[label]) {
            return false;
        }
        is_seen[label] = true;
    }
    return true;
}

double goal_score(const beam::ScoreFeatures& features, std::span<const double> weights) {
    std::vector<beam::Label> goal(static_cast<std::size_t>(features.cells()));
    std::iota(goal.begin(), goal.end(), beam::Label{0});
    std::vector<std::uint32_t> listed;
    features.list(goal, listed);
    double sum = 0;
    for (const std::uint32_t feature : listed) {
        sum += weights[feature];
    }
    return sum;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const int rows = input.between(2, 4);
    const int columns = input.between(2, 4);
    const beam::ScoreLayout layout{rows, columns};
    const auto cells = static_cast<std::size_t>(rows * columns);
    const beam::DisplacementScore score(
        rows, columns, input.between(0, rows * columns - 1), layout, read_weights(input, layout));
    const beam::CollectSettings collecting{
        .seed = input.word(),
        .boards = input.between(0, 2),
        .width = input.between(1, 30),
        .longest = input.between(0, 40),
        .samples = input.between(0, 3)};
    const int most_polls = input.flag() ? input.between(0, 5) : 1 << 30;
    const auto collect = [&](int threads) {
        int polls = 0;
        return beam::collect(score, collecting, threads, [&](int) { return ++polls > most_polls; });
    };
    beam::RankedBoards pairs = collect(1);
    CHECK(pairs.boards.size() % (2 * cells) == 0 && pairs.solved <= static_cast<std::uint64_t>(collecting.boards));
    for (std::size_t first = 0; first < pairs.boards.size(); first += cells) {
        CHECK(is_board(std::span(pairs.boards).subspan(first, cells)));
    }
    if (most_polls == 1 << 30 && input.between(0, 15) == 0) {
        CHECK(collect(2).boards == pairs.boards);
    }
    if (pairs.boards.empty()) {
        return 0;
    }
    pairs.boards.resize(std::min(pairs.boards.size(), 40 * cells));
    const bool is_fine = input.flag() && cells <= 6;
    const beam::FitSettings fitting{
        .seed = input.word(),
        .epochs = input.between(0, 2),
        .rate = input.choose({0.0, 0.01, 0.3, 1.0}),
        .temperature = input.choose({0.5, 1.0, 100.0}),
        .fine = is_fine ? 0.1 : 0.0};
    std::vector<double> weights(layout.size() + (is_fine ? score.features().placed_size() : 0));
    const bool is_finished = beam::fit(score.features(), pairs.boards, fitting, weights, [] { return false; });
    CHECK(is_finished);
    CHECK(std::ranges::all_of(weights, [](double weight) { return std::isfinite(weight); }));
    CHECK(goal_score(score.features(), weights) == 0);
    return 0;
}
