#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "taquin/slides/slide_index.hpp"

namespace taquin {

/// The entry of numbers that are not states.
inline constexpr std::uint8_t no_slides = 255;

/// Called every few milliseconds on the calling thread, with the distance that the search has come to and the number of
/// states up to there; true stops the work. An exception stops it too, and is thrown again in the calling thread.
using SlidePoll = std::function<bool(int distance, std::uint64_t reached)>;

/// Write into `table`, for every state of the index, the least number of slides that brings the blank and the tiles of
/// the pattern to their goal cells, where all other tiles are alike. Returns how many states there are at each distance;
/// nothing if the poll stopped it, and then the table is incomplete.
///
/// Breadth-first search from the goal, level by level, and within a level by the blank's cell. The rows of different
/// first triples lead to different rows, so threads that share the rows never write the same entry.
[[nodiscard]] std::optional<std::vector<std::uint64_t>> fill_slide_database(
    const SlideIndex& index, int goal_blank, std::span<const std::uint8_t> homes, std::span<std::uint8_t> table,
    int threads, const SlidePoll& poll);

}  // namespace taquin
