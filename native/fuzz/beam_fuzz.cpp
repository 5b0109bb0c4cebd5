// Layered beam search and windows: a solution replays and is not too long, and the number of threads changes nothing.

#include <numeric>
#include <stdexcept>

#include "score.hpp"
#include "taquin/beam/layered_beam.hpp"
#include "taquin/beam/windows.hpp"
#include "taquin/run/phase_team.hpp"

using namespace taquin;
using namespace taquin::fuzz;

namespace {

struct Shape {
    int rows;
    int columns;
};

Shape read_shape(Input& input) {
    return input.choose<Shape>({{3, 3}, {2, 2}, {2, 3}, {1, 4}, {4, 4}, {5, 1}, {3, 5}, {6, 6}, {2, 1}});
}

void check_beam(Input& input) {
    const auto [rows, columns] = read_shape(input);
    const int cells = rows * columns;
    const beam::ScoreLayout layout{rows + input.between(0, 2), columns + input.between(0, 2)};
    const int home = input.between(0, cells - 1);
    const beam::DisplacementScore score(rows, columns, home, layout, read_weights(input, layout));
    std::vector<beam::Label> start(static_cast<std::size_t>(cells));
    std::iota(start.begin(), start.end(), beam::Label{0});
    const std::vector<beam::Label> goal = start;
    int blank = home;
    beam::BeamSettings settings{
        .width = input.between(1, 300),
        .longest = input.between(0, 60),
        .seed = input.word(),
        .samples = input.between(0, 3)};
    if (input.flag()) {
        settings.pace = [width = input.between(-3, 400)](int, std::uint64_t) { return width; };
    }
    const int most_polls = input.flag() ? input.between(0, 20) : 1 << 30;
    const int threads = input.between(0, 7) == 0 ? 3 : 1;
    read_walk(input, rows, columns, start, blank, 100);
    const auto run = [&](int count, Counters& counters) {
        PhaseTeam team(count);
        int polls = 0;
        return beam::run_beam(
            score, start, settings, team, counters, [&](std::uint64_t) { return ++polls > most_polls; });
    };
    Counters counters;
    const beam::BeamResult result = run(1, counters);
    if (result.status == Status::solved) {
        CHECK(static_cast<int>(result.moves.size()) <= settings.longest);
        CHECK(play_all(rows, columns, start, blank, result.moves) && start == goal);
    } else {
        CHECK(result.moves.empty());
    }
    CHECK(result.samples.size() % static_cast<std::size_t>(cells) == 0);
    if (threads > 1 && most_polls == 1 << 30 && result.status != Status::solved) {
        Counters shared;
        const beam::BeamResult again = run(threads, shared);
        CHECK(again.status == result.status && again.samples == result.samples);
        CHECK(shared.generated == counters.generated && shared.duplicates == counters.duplicates);
    }
}

void check_windows(Input& input) {
    const auto [rows, columns] = read_shape(input);
    const int cells = rows * columns;
    const beam::ScoreLayout layout{input.between(1, 6), input.between(1, 6)};
    const std::vector<std::int16_t> weights = read_weights(input, layout);
    const beam::WindowSettings settings{
        .length = input.between(3, 40),
        .first = input.between(0, 10),
        .width = input.between(1, 100),
        .seed = input.word()};
    const int threads = input.between(0, 7) == 0 ? 3 : 1;
    const std::vector<std::int32_t> start = input.permutation<std::int32_t>(cells);
    auto blank = static_cast<int>(std::find(start.begin(), start.end(), 0) - start.begin());
    const int first_blank = blank;
    std::vector<std::int32_t> end = start;
    const std::vector<std::uint8_t> moves = read_walk(input, rows, columns, end, blank, 200);
    // Clang before 16 refuses to capture structured bindings without a name of their own.
    const auto run = [&, rows = rows, columns = columns](int count) {
        Counters counters;
        const auto never = [](std::uint64_t) { return false; };
        return beam::shorten_windows(
            rows, columns, start, moves, settings, layout, weights, count, counters, never);
    };
    try {
        const std::vector<std::uint8_t> shorter = run(1);
        CHECK(shorter.size() <= moves.size());
        std::vector<std::int32_t> played = start;
        blank = first_blank;
        CHECK(play_all(rows, columns, played, blank, shorter) && played == end);
        CHECK(threads == 1 || run(threads) == shorter);
    } catch (const std::invalid_argument&) {
        CHECK(layout.rows < std::min(rows, 3) || layout.columns < std::min(columns, 3));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    if (input.flag()) {
        check_windows(input);
    } else {
        check_beam(input);
    }
    return 0;
}
