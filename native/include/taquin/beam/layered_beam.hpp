#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "taquin/beam/displacement_score.hpp"
#include "taquin/run/phase_team.hpp"
#include "taquin/run/run.hpp"

namespace taquin::beam {

/// Random numbers that are the same on every machine and in Python (SplitMix64, by G. Steele, D. Lea and C. Flood).
class RandomNumbers {
public:
    explicit RandomNumbers(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t value = state_ += 0x9e3779b97f4a7c15U;
        value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9U;
        value = (value ^ (value >> 27)) * 0x94d049bb133111ebU;
        return value ^ (value >> 31);
    }

    /// A number from 0 to less than `count`.
    std::uint32_t below(std::uint32_t count) {
        return static_cast<std::uint32_t>((next() >> 32) * count >> 32);
    }

private:
    std::uint64_t state_;
};

struct BeamSettings {
    /// The most nodes of a layer, about.
    int width;
    /// The longest solution that is looked for: nodes whose Manhattan distance shows that theirs is longer are pruned.
    int longest;
    /// Chooses among equal scores.
    std::uint64_t seed = 0;
    /// How many nodes of each layer are recorded, for training.
    int samples = 0;
    /// How many nodes may be generated. The beam stops before the next expansion, whatever the number of threads.
    std::uint64_t node_limit = Limits::no_limit;
    /// If there is one: called after each layer with its depth and the nodes stored so far, for the width of the next
    /// layer. It is at most `width`.
    std::function<int(int depth, std::uint64_t stored)> pace = {};
    /// Whether a move is a slide of any number of tiles. Then the moves of the result are numbers of slides: direction
    /// + 4 · (tiles - 1). For boards of up to 16 rows and columns.
    bool counts_slides = false;
};

struct BeamResult {
    /// Exhausted: the beam ran empty.
    Status status = Status::exhausted;
    std::vector<std::uint8_t> moves;
    /// The labelled boards of the recorded nodes, layer by layer.
    std::vector<Label> samples;
};

/// Layered beam search with a score; src/taquin/algorithms/layered_beam.py defines it and explains it.
///
/// The result does not depend on the number of threads. `counters` are increased while the search runs. `should_stop`
/// is called often with the bytes in use.
BeamResult run_beam(
    const DisplacementScore& score, std::span<const Label> start, const BeamSettings& settings, PhaseTeam& team,
    Counters& counters, const std::function<bool(std::uint64_t memory)>& should_stop);

}  // namespace taquin::beam
