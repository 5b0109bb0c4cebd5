#pragma once

#include <cstdint>

#include "taquin/geometry.hpp"
#include "taquin/line_sum.hpp"
#include "taquin/node_table.hpp"
#include "taquin/packed.hpp"
#include "taquin/tile_sum.hpp"

namespace taquin {

/// Where a search that stores nodes finds the mark of one that it expands: the value of h may be all there is to it, or
/// it is made anew from the board, or it must be stored beside the node.
enum class MarkSource : std::uint8_t { value, board, store };

/// Storing always works; the others save memory.
template <class Heuristic>
inline constexpr MarkSource mark_source = MarkSource::store;
template <bool UnitSteps>
inline constexpr MarkSource mark_source<TileSum<UnitSteps>> = MarkSource::value;
template <>
inline constexpr MarkSource mark_source<LineSum> = MarkSource::board;

/// The marks of the nodes of a table, by number.
template <class Heuristic>
class Marks {
public:
    using Mark = typename Heuristic::Evaluation;

    /// Remember the mark of the next node.
    void add(const Mark& mark) {
        if constexpr (mark_source<Heuristic> == MarkSource::store) {
            marks_.add(mark);
        }
    }

    template <class State>
    [[nodiscard]] Mark find(
        std::uint32_t node, const NodeTable<State>& nodes, const Heuristic& heuristic, int cells) const {
        if constexpr (mark_source<Heuristic> == MarkSource::value) {
            return nodes.h(node);
        } else if constexpr (mark_source<Heuristic> == MarkSource::board) {
            return heuristic.start(unpack(nodes.state(node), cells));
        } else {
            return marks_[node];
        }
    }

    /// Bytes in use.
    [[nodiscard]] std::size_t memory() const { return marks_.memory(); }

private:
    Chunks<Mark> marks_;
};

}  // namespace taquin
