#include "layer_selection.hpp"

#include <algorithm>
#include <limits>

#include "taquin/puzzle/geometry.hpp"
#include "taquin/puzzle/packed.hpp"

namespace taquin::beam {

namespace {

constexpr int score_range = 1 << 15;

}  // namespace

void LayerSelection::remember(const Layer& layer) {
    for (const Node& node : layer.nodes) {
        seen_.add(node.hash);
    }
}

void LayerSelection::select(
    LayerExpansion& expansion, Layer& current, Layer& next, std::vector<std::uint32_t>& origins, Phases& phases,
    Counters& counters) {
    const std::size_t parts = expansion.parts().size();
    const Threshold threshold = find_threshold(expansion);
    phases.run(parts, [&](int part) { select_part(expansion, static_cast<std::size_t>(part), threshold); });
    const std::size_t selected = place_partitions(expansion, counters);
    ordered_.resize(selected);
    phases.run(parts, [&](int part) { order_part(expansion, static_cast<std::size_t>(part)); });
    phases.run(partitions, [&](int partition) { drop_duplicates(static_cast<std::size_t>(partition)); });
    if (phases.is_stopped()) {
        return;
    }
    const std::size_t kept = count_kept(selected, counters);
    next.resize(kept, tables_.cells());
    origins.resize(kept);
    phases.run(partitions, [&](int partition) {
        make_nodes(static_cast<std::size_t>(partition), current, next, origins);
    });
}

LayerSelection::Threshold LayerSelection::find_threshold(LayerExpansion& expansion) {
    std::size_t count = 0;
    int least = std::numeric_limits<int>::max();
    for (const Part& part : expansion.parts()) {
        count += part.count;
        least = std::min(least, part.least);
    }
    const auto target = static_cast<std::size_t>(
        static_cast<std::uint64_t>(width_) * no_duplicates / (no_duplicates - duplicates_));
    if (count <= target) {
        return {std::numeric_limits<int>::max(), 0};
    }
    counts_.assign(score_range, 0);
    for (std::size_t number = 0; number < expansion.parts().size(); ++number) {
        for (const Candidate& candidate : expansion.candidates_of(number)) {
            ++counts_[static_cast<std::size_t>(std::min(candidate.score - least, score_range - 1))];
        }
    }
    std::size_t below = 0;
    std::size_t level = 0;
    while (below + counts_[level] < target) {
        below += counts_[level++];
    }
    return {least + static_cast<int>(level), (target - below) * 65536 / counts_[level]};
}

/// Move the selected candidates of a part to its beginning, and count them by partition.
void LayerSelection::select_part(LayerExpansion& expansion, std::size_t number, const Threshold& threshold) const {
    Part& part = expansion.parts()[number];
    const auto candidates = expansion.candidates_of(number);
    std::size_t kept = 0;
    for (const Candidate& candidate : candidates) {
        const bool is_selected =
            candidate.score < threshold.score ||
            (candidate.score == threshold.score && (mix(candidate.hash ^ seed_) & 0xffff) < threshold.share);
        if (is_selected) {
            ++part.starts[candidate.partition()];
            candidates[kept++] = candidate;
        }
    }
    part.pruned = part.count - kept;
    part.count = kept;
}

/// Turn the counts of the parts into places: partition by partition, in each part by part.
std::size_t LayerSelection::place_partitions(LayerExpansion& expansion, Counters& counters) {
    std::size_t place = 0;
    for (std::size_t partition = 0; partition < partitions; ++partition) {
        starts_[partition] = place;
        for (Part& part : expansion.parts()) {
            const std::size_t count = part.starts[partition];
            part.starts[partition] = place;
            place += count;
        }
    }
    starts_[partitions] = place;
    for (const Part& part : expansion.parts()) {
        counters.pruned += part.pruned;
    }
    return place;
}

void LayerSelection::order_part(LayerExpansion& expansion, std::size_t number) {
    Part& part = expansion.parts()[number];
    for (const Candidate& candidate : expansion.candidates_of(number)) {
        ordered_[part.starts[candidate.partition()]++] = candidate;
    }
}

/// Move the new boards of a partition to its beginning. Only this partition reads and writes its slots.
void LayerSelection::drop_duplicates(std::size_t partition) {
    constexpr std::size_t ahead = 12;
    std::size_t kept = starts_[partition];
    const std::size_t end = starts_[partition + 1];
    for (std::size_t number = kept; number < end; ++number) {
        if (number + ahead < end) {
            seen_.prefetch(ordered_[number + ahead].hash);
        }
        if (seen_.add(ordered_[number].hash)) {
            ordered_[kept++] = ordered_[number];
        }
    }
    kept_[partition] = kept - starts_[partition];
}

/// How many nodes the next layer has, and where those of each partition go.
std::size_t LayerSelection::count_kept(std::size_t selected, Counters& counters) {
    std::size_t kept = 0;
    for (std::size_t partition = 0; partition < partitions; ++partition) {
        places_[partition] = kept;
        kept += kept_[partition];
    }
    counters.duplicates += selected - kept;
    counters.generated -= selected - kept;
    if (selected > 100) {
        duplicates_ = (duplicates_ + no_duplicates * (selected - kept) / selected) / 2;
        duplicates_ = std::min(duplicates_, no_duplicates * 4 / 5);
    }
    return kept;
}

void LayerSelection::make_nodes(
    std::size_t partition, Layer& current, Layer& next, std::vector<std::uint32_t>& origins) const {
    const int cells = tables_.cells();
    const auto blank_label = static_cast<Label>(tables_.blank_label());
    const std::size_t board_bytes = Layer::board_bytes(cells);
    std::size_t place = places_[partition];
    for (std::size_t number = 0; number < kept_[partition]; ++number, ++place) {
        const Candidate& candidate = ordered_[starts_[partition] + number];
        origins[place] = candidate.origin;
        const std::size_t parent_number = edges_.parent(candidate.origin);
        const int edge = edges_.number(candidate.origin);
        const int move = edge % move_count;
        const Node& parent = current.nodes[parent_number];
        std::uint8_t* board = next.board(place, cells);
        Layer::copy_board(current.board(parent_number, cells), board, board_bytes);
        int blank = parent.blank;
        int h = parent.distance;
        for (int tiles = edge / move_count; tiles >= 0; --tiles) {
            const int cell = tables_.score().target(blank, move);
            const Label label = board[cell];
            board[blank] = label;
            board[cell] = blank_label;
            board[cells + label] = tables_.score().code(label, blank);
            h += tables_.distance(tables_.index(label, blank)) - tables_.distance(tables_.index(label, cell));
            blank = cell;
        }
        board[cells + blank_label] = tables_.score().code(blank_label, blank);
        next.nodes[place] = {
            candidate.hash, candidate.score, static_cast<std::uint16_t>(h), static_cast<Label>(blank),
            static_cast<std::uint8_t>(move)};
    }
}

}  // namespace taquin::beam
