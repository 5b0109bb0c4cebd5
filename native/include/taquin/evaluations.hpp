#pragma once

#include <cstdint>

#include "taquin/geometry.hpp"
#include "taquin/line_sum.hpp"
#include "taquin/node_table.hpp"
#include "taquin/packed.hpp"
#include "taquin/tile_sum.hpp"

namespace taquin {

/// Where a search that stores nodes finds the evaluation of a node that it expands: it equals h, which the node has; it
/// is computed again from the board; or it is stored beside the node.
enum class EvaluationSource : std::uint8_t { value, board, store };

/// Storing works for every heuristic; the others save memory.
template <class Heuristic>
inline constexpr EvaluationSource evaluation_source = EvaluationSource::store;
template <bool UnitSteps>
inline constexpr EvaluationSource evaluation_source<TileSum<UnitSteps>> = EvaluationSource::value;
template <>
inline constexpr EvaluationSource evaluation_source<LineSum> = EvaluationSource::board;

/// The evaluations of the nodes of a table, by number.
template <class Heuristic>
class Evaluations {
public:
    using Evaluation = typename Heuristic::Evaluation;

    /// Add the evaluation of the node with the next number.
    void add(const Evaluation& evaluation) {
        if constexpr (evaluation_source<Heuristic> == EvaluationSource::store) {
            evaluations_.add(evaluation);
        }
    }

    template <class State>
    [[nodiscard]] Evaluation find(
        std::uint32_t node, const NodeTable<State>& nodes, const Heuristic& heuristic, int cells) const {
        if constexpr (evaluation_source<Heuristic> == EvaluationSource::value) {
            return nodes.h(node);
        } else if constexpr (evaluation_source<Heuristic> == EvaluationSource::board) {
            return heuristic.start(unpack(nodes.state(node), cells));
        } else {
            return evaluations_[node];
        }
    }

    /// Bytes in use.
    [[nodiscard]] std::size_t memory() const { return evaluations_.memory(); }

private:
    Chunks<Evaluation> evaluations_;
};

}  // namespace taquin
