#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "taquin/heuristics/heuristic_access.hpp"
#include "taquin/puzzle/geometry.hpp"

namespace taquin {

/// A heuristic that a board alone determines, behind virtual functions: a search that uses it is compiled once for all
/// kinds. It stands at one board, knows the path that led there, and looks at the boards around it.
class BoardHeuristic {
public:
    BoardHeuristic() = default;
    BoardHeuristic& operator=(const BoardHeuristic&) = delete;
    virtual ~BoardHeuristic() = default;

    [[nodiscard]] virtual std::unique_ptr<BoardHeuristic> clone() const = 0;
    [[nodiscard]] virtual int cells() const = 0;

    /// Go to a board, and forget the path; returns the estimate.
    virtual int start(const Cells& board) = 0;

    /// The estimate after the blank made a move and a tile slid to where it was.
    [[nodiscard]] virtual int look(const Cells& board, int blank, int move, int tile) const = 0;

    /// Make that move, and undo the last one.
    virtual void enter(const Cells& board, int blank, int move, int tile) = 0;
    virtual void leave(int tile) = 0;

protected:
    BoardHeuristic(const BoardHeuristic&) = default;
};

/// A heuristic of a kind that HeuristicAccess describes.
template <class Heuristic>
class BoardHeuristicOf final : public BoardHeuristic {
    using Access = HeuristicAccess<Heuristic>;
    using Child = typename Access::Child;

public:
    explicit BoardHeuristicOf(Heuristic heuristic) : heuristic_(std::move(heuristic)) {}

    [[nodiscard]] std::unique_ptr<BoardHeuristic> clone() const override {
        return std::make_unique<BoardHeuristicOf>(*this);
    }

    [[nodiscard]] int cells() const override { return heuristic_.cells(); }

    int start(const Cells& board) override {
        path_.clear();
        root_ = heuristic_.start(board);
        return Heuristic::value(root_);
    }

    [[nodiscard]] int look(const Cells& board, int blank, int move, int tile) const override {
        return Heuristic::value(Access::evaluation(Access::look(heuristic_, here(), board, blank, move, tile)));
    }

    void enter(const Cells& board, int blank, int move, int tile) override {
        path_.push_back(Access::look(heuristic_, here(), board, blank, move, tile));
        Access::enter(heuristic_, path_.back(), board, tile);
    }

    void leave(int tile) override {
        Access::leave(heuristic_, path_.back(), tile);
        path_.pop_back();
    }

private:
    [[nodiscard]] const typename Access::Evaluation& here() const {
        return path_.empty() ? root_ : Access::evaluation(path_.back());
    }

    Heuristic heuristic_;
    typename Access::Evaluation root_{};
    std::vector<Child> path_;
};

}  // namespace taquin
