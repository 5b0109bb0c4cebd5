#include "placement.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace taquin::construction {

namespace {

/// A* for the cells of the blank and of a few tiles, the youngest of equals first: `_shortest` of the reference.
class PlacementSearch {
public:
    PlacementSearch(
        const WorkingBoard& board, std::span<const Target> targets, const Rectangle& window, const Fixed& fixed)
        : board_(board), targets_(targets), window_(window), fixed_(fixed) {}

    /// The moves, in `path`; false if there is no path inside the window.
    bool find(std::vector<std::uint8_t>& path) {
        Places first{};
        first[0] = board_.blank;
        for (std::size_t index = 0; index < targets_.size(); ++index) {
            first[index + 1] = board_.where[at(targets_[index].tile)];
        }
        add(first, 0, -1, -1);
        for (std::size_t f = 0; f < queue_.size();) {
            if (queue_[f].empty()) {
                ++f;
                continue;
            }
            const auto [node, g] = queue_[f].back();
            queue_[f].pop_back();
            Node& entry = nodes_[at(node)];
            if (entry.is_closed || entry.g != g) {
                continue;
            }
            if (estimate(entry.places) == 0) {
                trace_back(node, path);
                return true;
            }
            entry.is_closed = true;
            expand(node);
        }
        return false;
    }

private:
    using Places = std::array<std::int32_t, most_places>;  // the cell of the blank, then those of the tiles

    struct Node {
        Places places;
        std::int32_t g;
        std::int32_t parent;
        std::int8_t move;
        bool is_closed;
    };

    /// The cells, counted within the window, as the digits of a number.
    [[nodiscard]] std::uint64_t key_of(const Places& places) const {
        const auto base = static_cast<std::uint64_t>(window_.rows() * window_.columns());
        std::uint64_t key = 0;
        for (std::size_t index = 0; index <= targets_.size(); ++index) {
            const int row = board_.row_of(places[index]) - window_.top;
            const int column = board_.column_of(places[index]) - window_.left;
            key = key * base + static_cast<std::uint64_t>(row * window_.columns() + column);
        }
        return key;
    }

    /// The Manhattan distances of the tiles, and the moves of the blank before the first of them can move.
    [[nodiscard]] int estimate(const Places& places) const {
        int far = 0;
        int approach = std::numeric_limits<int>::max();
        for (std::size_t index = 0; index < targets_.size(); ++index) {
            far += board_.distance(places[index + 1], targets_[index].cell);
            approach = std::min(approach, board_.distance(places[0], places[index + 1]));
        }
        return far == 0 ? 0 : far + approach - 1;
    }

    [[nodiscard]] bool is_allowed(int cell) const {
        const int row = board_.row_of(cell);
        const int column = board_.column_of(cell);
        return row >= window_.top && row <= window_.bottom && column >= window_.left && column <= window_.right &&
               !fixed_[at(cell)];
    }

    void expand(std::int32_t node) {
        const Places places = nodes_[at(node)].places;
        const int last = nodes_[at(node)].move;
        const std::int32_t g = nodes_[at(node)].g + 1;
        for (int move = 0; move < move_count; ++move) {
            const int target = places[0] + board_.steps[at(move)];
            if ((last >= 0 && move == opposite(last)) || !is_allowed(target)) {
                continue;
            }
            Places next = places;
            next[0] = target;
            for (std::size_t index = 1; index <= targets_.size(); ++index) {
                if (next[index] == target) {
                    next[index] = places[0];
                }
            }
            add(next, g, node, move);
        }
    }

    /// A new node, or a shorter path to a known one.
    void add(const Places& places, std::int32_t g, std::int32_t parent, int move) {
        const auto [found, is_new] = known_.try_emplace(key_of(places), static_cast<std::int32_t>(nodes_.size()));
        const std::int32_t node = found->second;
        if (is_new) {
            nodes_.push_back({places, g, parent, static_cast<std::int8_t>(move), false});
        } else if (Node& entry = nodes_[at(node)]; g < entry.g) {
            entry.g = g;
            entry.parent = parent;
            entry.move = static_cast<std::int8_t>(move);
        } else {
            return;
        }
        const std::size_t f = at(g + estimate(places));
        if (queue_.size() <= f) {
            queue_.resize(f + 1);
        }
        queue_[f].emplace_back(node, g);
    }

    void trace_back(std::int32_t node, std::vector<std::uint8_t>& path) const {
        path.clear();
        for (; nodes_[at(node)].parent >= 0; node = nodes_[at(node)].parent) {
            path.push_back(static_cast<std::uint8_t>(nodes_[at(node)].move));
        }
        std::reverse(path.begin(), path.end());
    }

    const WorkingBoard& board_;
    std::span<const Target> targets_;
    const Rectangle& window_;
    const Fixed& fixed_;
    std::vector<Node> nodes_;
    std::unordered_map<std::uint64_t, std::int32_t> known_;                 // by key
    std::vector<std::vector<std::pair<std::int32_t, std::int32_t>>> queue_;  // by f: nodes with the g that they had
};

}  // namespace

void bring(WorkingBoard& board, std::span<const Target> targets, const Rectangle& area, const Fixed& fixed) {
    const int row = board.row_of(board.blank);
    const int column = board.column_of(board.blank);
    Rectangle box{row, row, column, column};
    const auto include = [&](int cell) {
        box.top = std::min(box.top, board.row_of(cell));
        box.bottom = std::max(box.bottom, board.row_of(cell));
        box.left = std::min(box.left, board.column_of(cell));
        box.right = std::max(box.right, board.column_of(cell));
    };
    for (const Target& target : targets) {
        include(target.cell);
        include(board.where[at(target.tile)]);
    }
    std::vector<std::uint8_t> path;
    for (int margin = 1;; ++margin) {
        const Rectangle window{
            std::max(area.top, box.top - margin), std::min(area.bottom, box.bottom + margin),
            std::max(area.left, box.left - margin), std::min(area.right, box.right + margin)};
        if (PlacementSearch(board, targets, window, fixed).find(path)) {
            break;
        }
        if (window == area) {
            throw std::logic_error("the constructive solver cannot place a tile");
        }
    }
    for (const std::uint8_t move : path) {
        board.play(move);
    }
}

}  // namespace taquin::construction
