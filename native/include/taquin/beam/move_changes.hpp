#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "taquin/beam/displacement_score.hpp"
#include "taquin/puzzle/geometry.hpp"

namespace taquin::beam {

/// How each move changes the score of one board. `IsPlaced` says which kind of weights the score has.
///
/// A move exchanges the blank and a tile, so only weights of these two change: their own, those of their pairs and
/// those of the cells beside them. Nothing here branches on what is on the board: a look-up beyond an edge, or for a
/// tile that is not related to the blank, finds 0.
template <bool IsPlaced>
class MoveChanges {
public:
    MoveChanges(const DisplacementScore& score, BoardView board, int blank)
        : score_(score),
          labels_(board.labels),
          moved_(board.moved),
          neighbours_(score.neighbours_.data()),
          edges_(score.edges_.data()),
          codes_(static_cast<std::size_t>(IsPlaced ? score.codes_ : displacement_count)),
          blank_label_(static_cast<Label>(score.features_.blank())),
          blank_(blank) {
        const Displacement own = moved_[blank_label_];
        before_ = score_.single(blank_label_, blank);
        for (const auto& partner : score_.partners(blank_label_)) {
            const std::int16_t* row = partner.rows + moved_[partner.label] * codes_;
            before_ += row[own];
            rows_[row_count_++] = row;
        }
        rows_[row_count_] = score_.zeros_.data();
        for (int move = 0; move < move_count; ++move) {
            before_ += edge(blank_label_, own, neighbour(blank, move));
        }
    }

    /// The change by the blank's move to this cell.
    [[nodiscard]] int change(int cell, int move) const {
        const Label label = labels_[cell];
        const Displacement before = moved_[label];
        const Displacement after = code(label, blank_);
        const Displacement blank_after = code(blank_label_, cell);
        int total = score_.single(label, blank_) - score_.single(label, cell) + score_.single(blank_label_, cell);
        for (const auto& partner : score_.partners(label)) {
            const std::int16_t* row = partner.rows + moved_[partner.label] * codes_;
            total += row[after] - row[before];
        }
        for (std::size_t partner = 0; partner < row_count_; ++partner) {
            total += rows_[partner][blank_after];
        }
        const auto& related = score_.with_blank_[label];
        total += related.rows[after * codes_ + blank_after] - rows_[related.number][blank_after];
        for (const int direction : others[static_cast<std::size_t>(move ^ 1)]) {
            const auto& beside = neighbour(cell, direction);
            total += edge(blank_label_, blank_after, beside) - edge(label, before, beside);
        }
        for (const int direction : others[static_cast<std::size_t>(move)]) {
            total += edge(label, after, neighbour(blank_, direction));
        }
        total += edge(blank_label_, blank_after, neighbour(cell, move ^ 1), label, after);
        return total - before_;
    }

private:
    using Neighbour = DisplacementScore::Neighbour;

    /// The directions other than one.
    static constexpr std::array<std::array<int, 3>, move_count> others{{{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}}};
    static constexpr std::size_t most_partners = maximum_cells;

    [[nodiscard]] Displacement code(Label label, int cell) const {
        if constexpr (IsPlaced) {
            return static_cast<Displacement>(cell);
        } else {
            return score_.features_.displacement(label, cell);
        }
    }
    [[nodiscard]] const Neighbour& neighbour(int cell, int move) const {
        return neighbours_[move_count * cell + move];
    }
    /// The weight of a tile or the blank and what is beside it.
    [[nodiscard]] int edge(Label own, Displacement own_code, const Neighbour& beside) const {
        const Label other = labels_[beside.cell];
        return edge(own, own_code, beside, other, moved_[other]);
    }
    [[nodiscard]] int edge(
        Label own, Displacement own_code, const Neighbour& beside, Label other, Displacement other_code) const {
        if constexpr (IsPlaced) {
            const std::size_t first = beside.is_second ? own : other;
            const std::size_t second = beside.is_second ? other : own;
            return edges_[beside.tables[0] + first * codes_ + second];
        } else {
            return edges_[beside.tables[own == blank_label_ ? 1 : 0] + own_code * codes_ + other_code];
        }
    }

    const DisplacementScore& score_;
    const Label* labels_;
    const Displacement* moved_;
    const Neighbour* neighbours_;
    const std::int16_t* edges_;
    std::size_t codes_;
    Label blank_label_;
    int blank_;
    int before_ = 0;  // what the blank contributes before a move
    std::size_t row_count_ = 0;
    std::array<const std::int16_t*, most_partners + 1> rows_;  // of the blank's partners, and one without weights
};

}  // namespace taquin::beam
