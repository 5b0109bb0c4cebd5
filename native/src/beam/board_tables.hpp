#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "beam_layer.hpp"
#include "taquin/beam/displacement_score.hpp"
#include "taquin/puzzle/packed.hpp"

namespace taquin::beam {

/// What a beam reads for a label on a cell: a key for the hash of a board, and the Manhattan distance.
class BoardTables {
public:
    explicit BoardTables(const DisplacementScore& score) : score_(score), cells_(score.features().cells()) {
        const int columns = score.features().columns();
        for (int label = 0; label < cells_; ++label) {
            const bool is_blank = label == blank_label();
            for (int cell = 0; cell < cells_; ++cell) {
                const auto number = static_cast<std::uint64_t>(label * maximum_cells + cell + 1);
                const int distance =
                    std::abs(label / columns - cell / columns) + std::abs(label % columns - cell % columns);
                keys_.push_back(is_blank ? 0 : mix(mix(number)));
                distances_.push_back(static_cast<std::uint16_t>(is_blank ? 0 : distance));
            }
        }
    }

    [[nodiscard]] const DisplacementScore& score() const { return score_; }
    [[nodiscard]] const ScoreFeatures& features() const { return score_.features(); }
    [[nodiscard]] int cells() const { return cells_; }
    [[nodiscard]] int blank_label() const { return score_.features().blank(); }

    [[nodiscard]] std::size_t index(int label, int cell) const {
        return static_cast<std::size_t>(label * cells_ + cell);
    }
    [[nodiscard]] std::uint64_t key(std::size_t index) const { return keys_[index]; }
    [[nodiscard]] int distance(std::size_t index) const { return distances_[index]; }

    /// A layer of one node.
    [[nodiscard]] Layer make_root(std::span<const Label> start) const {
        Layer layer;
        layer.resize(1, cells_);
        std::uint8_t* board = layer.board(0, cells_);
        Node& node = layer.nodes[0];
        node = {0, score_.evaluate(start), 0, 0, no_move};
        for (int cell = 0; cell < cells_; ++cell) {
            const Label label = start[static_cast<std::size_t>(cell)];
            board[cell] = label;
            board[cells_ + label] = score_.code(label, cell);
            node.hash ^= key(index(label, cell));
            node.distance = static_cast<std::uint16_t>(node.distance + distance(index(label, cell)));
            if (label == blank_label()) {
                node.blank = static_cast<Label>(cell);
            }
        }
        return layer;
    }

private:
    const DisplacementScore& score_;
    int cells_;
    std::vector<std::uint64_t> keys_;       // by label and cell
    std::vector<std::uint16_t> distances_;  // by label and cell
};

}  // namespace taquin::beam
