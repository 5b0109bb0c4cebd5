#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "taquin/best_first/node_table.hpp"
#include "taquin/heuristics/maximum.hpp"
#include "taquin/heuristics/tile_sum.hpp"
#include "taquin/puzzle/geometry.hpp"
#include "taquin/puzzle/packed.hpp"

namespace taquin {

/// The evaluations of the nodes of a table, by number. A search from two sides has a heuristic for each.
template <class State, class Heuristic>
class Evaluations;

/// The evaluation of a sum over tiles is h, which the node has.
template <class State>
class Evaluations<State, TileSum> {
public:
    using Evaluation = TileSum::Evaluation;

    Evaluations(const TileSum& heuristic, int cells) : Evaluations(heuristic, heuristic, cells) {}
    Evaluations(const TileSum& forward, const TileSum& backward, int)
        : heuristics_{&forward, &backward}, heuristic_(&forward) {}

    [[nodiscard]] Evaluation start(const Cells& board, std::size_t side = 0) const {
        return heuristics_[side]->start(board);
    }

    /// Add the evaluation of the node with the next number.
    void add(Evaluation) {}

    /// Choose the node that is expanded next.
    void select(std::uint32_t node, const NodeTable<State>& nodes, std::size_t side = 0) {
        select(node, nodes, side, nodes.h(node));
    }

    /// The same, for a heuristic whose value at the node is not the h of the table.
    void select(std::uint32_t, const NodeTable<State>&, std::size_t side, int value) {
        heuristic_ = heuristics_[side];
        parent_ = value;
    }

    /// The evaluation of a child of that node.
    [[nodiscard]] Evaluation look(int blank, int move, int tile) const {
        return heuristic_->slide(parent_, blank, move, tile);
    }

    /// Bytes in use.
    [[nodiscard]] std::size_t memory() const { return 0; }

private:
    std::array<const TileSum*, 2> heuristics_;
    const TileSum* heuristic_;  // of the side of the node that was chosen
    Evaluation parent_{};
};

/// A maximum stands at the board of the node that is expanded; only a walking distance is stored.
template <class State>
class Evaluations<State, Maximum> {
public:
    using Evaluation = Maximum::Evaluation;

    Evaluations(const Maximum& heuristic, int cells) : heuristics_{heuristic}, cells_(cells) {}
    Evaluations(const Maximum& forward, const Maximum& backward, int cells)
        : heuristics_{forward, backward}, cells_(cells) {
        if (forward.has_walk() != backward.has_walk()) {
            throw std::invalid_argument("expected two heuristics of the same kind");
        }
    }

    [[nodiscard]] Evaluation start(const Cells& board, std::size_t side = 0) { return heuristics_[side].start(board); }

    void add(const Evaluation& evaluation) {
        if (heuristics_[0].has_walk()) {
            walks_.add(evaluation.walk);
        }
    }

    void select(std::uint32_t node, const NodeTable<State>& nodes, std::size_t side = 0, int = 0) {
        side_ = side;
        board_ = unpack(nodes.state(node), cells_);
        const auto walk = heuristics_[side].has_walk() ? walks_[node] : WalkSum::Evaluation{};
        parent_ = heuristics_[side].restart(board_, walk);
    }

    [[nodiscard]] Evaluation look(int blank, int move, int tile) const {
        return heuristics_[side_].look(parent_, board_, blank, move, tile).evaluation;
    }

    [[nodiscard]] bool has_walk() const { return heuristics_[0].has_walk(); }

    [[nodiscard]] std::size_t memory() const { return walks_.memory(); }

private:
    std::vector<Maximum> heuristics_;  // copies: they change with the board
    std::size_t side_ = 0;
    int cells_;
    Cells board_{};
    Evaluation parent_{};
    Chunks<WalkSum::Evaluation> walks_;
};

}  // namespace taquin
