#pragma once

#include <cstdint>

#include "taquin/best_first/node_table.hpp"
#include "taquin/heuristics/line_sum.hpp"
#include "taquin/heuristics/maximum.hpp"
#include "taquin/heuristics/tile_sum.hpp"
#include "taquin/heuristics/walk_sum.hpp"
#include "taquin/puzzle/geometry.hpp"
#include "taquin/puzzle/packed.hpp"

namespace taquin {

/// Where a search that stores nodes finds the evaluation of a node that it expands: it equals h, which the node has; it
/// is computed again from the board; or it is stored beside the node.
enum class EvaluationSource : std::uint8_t { value, board, store };

/// Storing works for every heuristic but a Maximum; the other two save memory.
template <class Heuristic>
inline constexpr EvaluationSource evaluation_source = EvaluationSource::store;
template <bool UnitSteps>
inline constexpr EvaluationSource evaluation_source<TileSum<UnitSteps>> = EvaluationSource::value;
template <>
inline constexpr EvaluationSource evaluation_source<LineSum> = EvaluationSource::board;

/// The evaluations of the nodes of a table, by number.
template <class State, class Heuristic>
class Evaluations {
public:
    using Evaluation = typename Heuristic::Evaluation;

    Evaluations(const Heuristic& heuristic, int cells) : heuristic_(heuristic), cells_(cells) {}

    [[nodiscard]] Evaluation start(const Cells& board) const { return heuristic_.start(board); }

    /// Add the evaluation of the node with the next number.
    void add(const Evaluation& evaluation) {
        if constexpr (evaluation_source<Heuristic> == EvaluationSource::store) {
            evaluations_.add(evaluation);
        }
    }

    /// Choose the node that is expanded next.
    void select(std::uint32_t node, const NodeTable<State>& nodes) {
        if constexpr (evaluation_source<Heuristic> == EvaluationSource::value) {
            parent_ = nodes.h(node);
        } else if constexpr (evaluation_source<Heuristic> == EvaluationSource::board) {
            parent_ = heuristic_.start(unpack(nodes.state(node), cells_));
        } else {
            parent_ = evaluations_[node];
        }
    }

    /// The evaluation of a child of that node.
    [[nodiscard]] Evaluation look(int blank, int move, int tile) const {
        return heuristic_.slide(parent_, blank, move, tile);
    }

    /// Bytes in use.
    [[nodiscard]] std::size_t memory() const { return evaluations_.memory(); }

private:
    const Heuristic& heuristic_;
    int cells_;
    Evaluation parent_{};
    Chunks<Evaluation> evaluations_;
};

/// A maximum stands at the board of the node that is expanded; only a walking distance is stored.
template <class State>
class Evaluations<State, Maximum> {
public:
    using Evaluation = Maximum::Evaluation;

    Evaluations(const Maximum& heuristic, int cells) : heuristic_(heuristic), cells_(cells) {}

    [[nodiscard]] Evaluation start(const Cells& board) { return heuristic_.start(board); }

    void add(const Evaluation& evaluation) {
        if (heuristic_.has_walk()) {
            walks_.add(evaluation.walk);
        }
    }

    void select(std::uint32_t node, const NodeTable<State>& nodes) {
        board_ = unpack(nodes.state(node), cells_);
        parent_ = heuristic_.restart(board_, heuristic_.has_walk() ? walks_[node] : WalkSum::Evaluation{});
    }

    [[nodiscard]] Evaluation look(int blank, int move, int tile) const {
        return heuristic_.look(parent_, board_, blank, move, tile).evaluation;
    }

    [[nodiscard]] std::size_t memory() const { return walks_.memory(); }

private:
    Maximum heuristic_;  // a copy: it changes with the board
    int cells_;
    Cells board_{};
    Evaluation parent_{};
    Chunks<WalkSum::Evaluation> walks_;
};

}  // namespace taquin
