// Beams and windows with trained scores.

#include <memory>

#include "interface.hpp"
#include "taquin/arguments.hpp"
#include "taquin/beam/layered_beam.hpp"
#include "taquin/beam/windows.hpp"

namespace taquin::web {

namespace {

using Score = std::unique_ptr<const beam::DisplacementScore>;

}  // namespace

/// `placed` is empty if there are no weights of placed tiles.
TAQUIN_EXPORT Object* taquin_score(
    int rows, int columns, int blank, int weight_rows, int weight_columns, const Array* weights, const Array* placed) {
    return guarded([&] {
        return hold<Score>(std::make_unique<const beam::DisplacementScore>(
            rows, columns, blank, beam::ScoreLayout{weight_rows, weight_columns}, items<const std::int16_t>(weights),
            items<const std::int16_t>(placed)));
    });
}

/// The result has the counters, the status, the number of moves, the moves and the samples.
TAQUIN_EXPORT int taquin_beam(
    Object* score, const Array* start, int width, int longest, std::uint32_t seed_high, std::uint32_t seed_low,
    int samples, int has_pace, double node_limit, int counts_slides) {
    return guarded([&] {
        const beam::DisplacementScore& checked = *held<Score>(score);
        check_labels(bytes(start), checked.features().cells());
        check_beam(width, longest, samples);
        beam::BeamSettings settings{width, longest, to_seed(seed_high, seed_low), samples, to_count(node_limit)};
        settings.counts_slides = counts_slides != 0;
        if (has_pace != 0) {
            settings.pace = pace;
        }
        Limits limits = make_limits(Limits::no_limit);
        Counters counters;
        PhaseTeam team(1);
        const beam::BeamResult found = beam::run_beam(
            checked, bytes(start), settings, team, counters,
            [&](std::uint64_t memory) { return limits.should_stop({counters, 0, memory}); });
        Result& result = new_result();
        result.add(counters);
        result.add(static_cast<std::int32_t>(found.status));
        result.add(static_cast<std::uint32_t>(found.moves.size()));
        result.add(found.moves);
        result.add(found.samples);
        return 1;
    });
}

/// The result has the counters and the moves.
TAQUIN_EXPORT int taquin_windows(
    int rows, int columns, const Array* start, const Array* moves, int length, int first, int width,
    std::uint32_t seed_high, std::uint32_t seed_low, int weight_rows, int weight_columns, const Array* weights,
    double node_limit) {
    return guarded([&] {
        check_window(length, first, width);
        Limits limits = make_limits(Limits::no_limit);
        Counters counters;
        const std::vector<std::uint8_t> found = beam::shorten_windows(
            rows, columns, items<const std::int32_t>(start), bytes(moves),
            {length, first, width, to_seed(seed_high, seed_low), to_count(node_limit)}, {weight_rows, weight_columns},
            items<const std::int16_t>(weights), 1, counters,
            [&](std::uint64_t memory) { return limits.should_stop({counters, 0, memory}); });
        Result& result = new_result();
        result.add(counters);
        result.add(found);
        return 1;
    });
}

}  // namespace taquin::web
