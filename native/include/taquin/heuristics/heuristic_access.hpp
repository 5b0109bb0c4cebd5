#pragma once

#include <cstddef>
#include <type_traits>

#include "taquin/puzzle/geometry.hpp"

namespace taquin {

/// One interface to the two kinds of heuristics that IDA* evaluates incrementally.
///
/// Both offer start(board) -> Evaluation and value(Evaluation), and the search passes evaluations from node to node.
/// The first kind offers slide(evaluation, blank, move, tile) -> Evaluation. The second kind also keeps data of the
/// current path inside the heuristic: it has a type Child and offers look(…) -> Child, which changes nothing, and
/// enter(child, board, tile) and leave(child, tile), which the search calls on the way down and on the way back.
template <class Heuristic>
class HeuristicAccess {
    template <class H>
    struct ChildOf {
        using Type = typename H::Evaluation;
    };
    template <class H>
        requires requires { typename H::Child; }
    struct ChildOf<H> {
        using Type = typename H::Child;
    };

public:
    using Evaluation = typename Heuristic::Evaluation;
    using Child = typename ChildOf<Heuristic>::Type;

    /// How functions take an evaluation: by value if it fits into two registers.
    using EvaluationArgument =
        std::conditional_t<sizeof(Evaluation) <= 2 * sizeof(void*), Evaluation, const Evaluation&>;

    /// Whether the heuristic is of the second kind.
    static constexpr bool tracks_path = requires { typename Heuristic::Child; };

    /// Whether a traversal that is compiled for one grid is faster.
    static constexpr bool is_compiled_for_grids = [] {
        if constexpr (requires { Heuristic::is_compiled_for_grids; }) {
            return Heuristic::is_compiled_for_grids;
        } else {
            return true;
        }
    }();

    /// Whether that holds for larger grids too.
    static constexpr bool is_compiled_for_large_grids = [] {
        if constexpr (requires { Heuristic::is_compiled_for_large_grids; }) {
            return Heuristic::is_compiled_for_large_grids;
        } else {
            return false;
        }
    }();

    /// Evaluate the child that a move of the blank and the slide of a tile lead to.
    [[nodiscard, gnu::always_inline]] static inline Child look(
        const Heuristic& heuristic, EvaluationArgument evaluation, const Cells& board, int blank, int move, int tile) {
        if constexpr (tracks_path) {
            return heuristic.look(evaluation, board, blank, move, tile);
        } else {
            return heuristic.slide(evaluation, blank, move, tile);
        }
    }

    /// The board may be that before the slide, or that after it.
    [[gnu::always_inline]] static inline void enter(Heuristic& heuristic, Child& child, const Cells& board, int tile) {
        if constexpr (tracks_path) {
            heuristic.enter(child, board, tile);
        }
    }

    [[gnu::always_inline]] static inline void leave(Heuristic& heuristic, Child& child, int tile) {
        if constexpr (tracks_path) {
            heuristic.leave(child, tile);
        }
    }

    [[nodiscard]] static const Evaluation& evaluation(const Child& child) {
        if constexpr (tracks_path) {
            return child.evaluation;
        } else {
            return child;
        }
    }

    /// Whether h is 0, so the node may be the goal.
    [[nodiscard]] static bool is_zero(EvaluationArgument evaluation) {
        if constexpr (requires { Heuristic::is_zero(evaluation); }) {
            return Heuristic::is_zero(evaluation);
        } else {
            return Heuristic::value(evaluation) == 0;
        }
    }
};

}  // namespace taquin
