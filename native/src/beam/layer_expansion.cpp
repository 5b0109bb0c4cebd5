#include "layer_expansion.hpp"

#include <algorithm>

#include "taquin/beam/move_changes.hpp"
#include "taquin/puzzle/geometry.hpp"

namespace taquin::beam {

namespace {

constexpr std::size_t parents_in_part = 512;

}  // namespace

bool LayerExpansion::expand(const Layer& layer, int g, Phases& phases, Counters& counters) {
    const std::size_t count = count_allowed(layer, counters.generated);
    parts_.assign((count + parents_in_part - 1) / parents_in_part, Part{});
    candidates_.resize(count * edges_.most_children());
    phases.run(parts_.size(), [&](int part) { expand_part(layer, static_cast<std::size_t>(part), count, g); });
    counters.expanded += count;
    std::uint64_t generated = 0;
    for (const Part& part : parts_) {
        generated += part.generated;
        counters.pruned += part.pruned;
    }
    counters.generated += generated;
    counters.max_frontier = std::max(counters.max_frontier, generated);
    counters.max_depth = std::max(counters.max_depth, static_cast<std::uint64_t>(g) + (count > 0 ? 1 : 0));
    return count == layer.nodes.size();
}

/// Counted before anything is expanded, so that it does not depend on the threads.
std::size_t LayerExpansion::count_allowed(const Layer& layer, std::uint64_t generated) const {
    const std::size_t count = layer.nodes.size();
    const std::uint64_t left = node_limit_ - std::min(node_limit_, generated);
    if (left > count * edges_.most_children()) {
        return count;
    }
    std::uint64_t children = 0;
    for (std::size_t parent = 0; parent < count; ++parent) {
        if (children >= left) {
            return parent;
        }
        const Node& node = layer.nodes[parent];
        for (int move = 0; move < move_count; ++move) {
            int cell = edges_.may_follow(move, node.last_move) ? tables_.score().target(node.blank, move) : -1;
            for (; cell >= 0; cell = edges_.are_slides() ? tables_.score().target(cell, move) : -1) {
                ++children;
            }
        }
    }
    return count;
}

std::optional<std::uint32_t> LayerExpansion::find_goal() const {
    for (const Part& part : parts_) {
        if (part.goal) {
            return part.goal;
        }
    }
    return std::nullopt;
}

std::span<Candidate> LayerExpansion::candidates_of(std::size_t part) {
    return {candidates_.data() + part * parents_in_part * edges_.most_children(), parts_[part].count};
}

void LayerExpansion::expand_part(const Layer& layer, std::size_t number, std::size_t count, int g) {
    Part& part = parts_[number];
    const std::size_t first = number * parents_in_part;
    const std::size_t last = std::min(first + parents_in_part, count);
    Candidate* const begin = candidates_.data() + first * edges_.most_children();
    Candidate* end = begin;
    const bool is_placed = tables_.score().is_placed();
    for (std::size_t parent = first; parent < last; ++parent) {
        if (edges_.are_slides()) {
            end = is_placed ? expand_slides<true>(layer, parent, g, part, end)
                            : expand_slides<false>(layer, parent, g, part, end);
        } else {
            end = is_placed ? expand_node<true>(layer, parent, g, part, end)
                            : expand_node<false>(layer, parent, g, part, end);
        }
    }
    part.count = static_cast<std::size_t>(end - begin);
}

template <bool IsPlaced>
Candidate* LayerExpansion::expand_node(
    const Layer& layer, std::size_t parent, int g, Part& part, Candidate* next) const {
    const DisplacementScore& score = tables_.score();
    const Node& node = layer.nodes[parent];
    const std::uint8_t* labels = layer.board(parent, tables_.cells());
    const int blank = node.blank;
    const MoveChanges<IsPlaced> changes(score, {labels, labels + tables_.cells()}, blank);
    for (int move = 0; move < move_count; ++move) {
        const int cell = score.target(blank, move);
        if (cell < 0 || move == (node.last_move ^ 1)) {
            continue;
        }
        const Label label = labels[cell];
        const std::size_t before = tables_.index(label, cell);
        const std::size_t after = tables_.index(label, blank);
        const int h = node.distance - tables_.distance(before) + tables_.distance(after);
        ++part.generated;
        if (g + 1 + h > longest_) {
            ++part.pruned;
            continue;
        }
        const std::uint64_t hash = node.hash ^ tables_.key(before) ^ tables_.key(after);
        const std::uint32_t origin = edges_.origin(parent, move);
        if (h == 0) {
            part.goal = part.goal.value_or(origin);
            continue;
        }
        const int child_score = node.score + changes.change(cell, move);
        part.least = std::min(part.least, child_score);
        *next++ = {hash, origin, child_score};
    }
    return next;
}

template <bool IsPlaced>
Candidate* LayerExpansion::expand_slides(
    const Layer& layer, std::size_t parent, int g, Part& part, Candidate* next) const {
    const DisplacementScore& score = tables_.score();
    const int cells = tables_.cells();
    const auto blank_label = static_cast<Label>(tables_.blank_label());
    std::array<std::uint8_t, 2 * maximum_cells> board;
    for (int move = 0; move < move_count; ++move) {
        Node child = layer.nodes[parent];
        if (!edges_.may_follow(move, child.last_move)) {
            continue;
        }
        std::copy_n(layer.board(parent, cells), 2 * cells, board.begin());
        Label* const labels = board.data();
        Displacement* const moved = labels + cells;
        int number = move;
        for (int cell = score.target(child.blank, move); cell >= 0; cell = score.target(cell, move)) {
            const int blank = child.blank;
            const Label label = labels[cell];
            const std::size_t before = tables_.index(label, cell);
            const std::size_t after = tables_.index(label, blank);
            child.score += MoveChanges<IsPlaced>(score, {labels, moved}, blank).change(cell, move);
            child.distance = static_cast<std::uint16_t>(
                child.distance - tables_.distance(before) + tables_.distance(after));
            child.hash ^= tables_.key(before) ^ tables_.key(after);
            child.blank = static_cast<Label>(cell);
            labels[blank] = label;
            labels[cell] = blank_label;
            moved[label] = score.code(label, blank);
            moved[blank_label] = score.code(blank_label, cell);
            next = add(child, edges_.origin(parent, number), g, part, next);
            number += move_count;
        }
    }
    return next;
}

Candidate* LayerExpansion::add(
    const Node& child, std::uint32_t origin, int g, Part& part, Candidate* next) const {
    ++part.generated;
    if (g + 1 + edges_.at_least(child.distance) > longest_) {
        ++part.pruned;
    } else if (child.distance == 0) {
        part.goal = part.goal.value_or(origin);
    } else {
        part.least = std::min(part.least, child.score);
        *next++ = {child.hash, origin, child.score};
    }
    return next;
}

}  // namespace taquin::beam
