#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "taquin/beam/displacement_score.hpp"
#include "taquin/run/run.hpp"

namespace taquin::beam {

/// Pairs of labelled boards, one after the other: the first of each pair should have the lower score.
struct RankedBoards {
    std::vector<Label> boards;
    std::uint64_t solved = 0;
    std::uint64_t moves = 0;  // of all solutions
};

struct CollectSettings {
    std::uint64_t seed;
    int boards;
    int width;
    int longest;
    int samples;
};

/// Solve random boards with a beam, and pair the boards of each solution with others of their layers.
///
/// src/taquin/solving/training.py defines it. The result does not depend on the number of threads; if `should_stop`
/// returns true, it is incomplete.
RankedBoards collect(
    const DisplacementScore& score, const CollectSettings& settings, int threads,
    const std::function<bool(int finished)>& should_stop);

struct FitSettings {
    std::uint64_t seed;
    int epochs;
    double rate;
    double temperature;
    /// How much a placed weight changes for each change of a shared one; 0 if there are no placed weights.
    double fine = 0;
};

/// Change the weights, in moves, so that the first board of each pair has the lower score: stochastic gradient descent
/// on the logistic loss. In a fine training the placed weights follow the shared ones, and boards of a square are
/// transposed at random. Returns false if it was stopped.
bool fit(
    const ScoreFeatures& features, std::span<const Label> boards, const FitSettings& settings,
    std::span<double> weights, const std::function<bool()>& should_stop);

}  // namespace taquin::beam
