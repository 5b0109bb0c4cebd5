#include "taquin/detours.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <unordered_set>
#include <utility>

namespace taquin {

namespace {

/// A string of moves from some cell of the blank that contains no detour, in the tree of all of them.
struct Walk {
    std::int32_t parent = -1;
    std::int32_t rest = -1;                               // the same string without its first move
    std::array<std::int32_t, move_count> following{-1, -1, -1, -1};  // with one more; -1 off the grid or with a detour
    std::uint8_t first = 0;
    std::uint8_t blank = 0;
    std::uint8_t depth = 0;
    Cells board{};  // every tile is named after the cell where it began
    std::uint64_t hash = 0;
};

/// A hash of a tile on a cell; the hash of a board is the sum over its cells.
std::uint64_t scatter(int cell, int tile) {
    std::uint64_t mixed = static_cast<std::uint64_t>(cell * maximum_cells + tile + 1) * 0x9e3779b97f4a7c15U;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9U;
    return mixed ^ (mixed >> 27);
}

/// The tree of strings, breadth first: so the first string from a cell to a board is the shortest and earliest.
class Walks {
public:
    explicit Walks(const Grid& grid) : grid_(grid) {
        Walk walk;
        for (int cell = 0; cell < grid.cells(); ++cell) {
            walk.board[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(cell);
        }
        for (int cell = 0; cell < grid.cells(); ++cell) {
            walk.first = walk.blank = static_cast<std::uint8_t>(cell);
            walk.hash = scatter(maximum_cells, cell);
            add(walk);
        }
    }

    /// Add all sequences of up to this length.
    void grow(int length) {
        for (std::size_t index = 0; index < walks_.size() && walks_[index].depth < length; ++index) {
            for (int move = 0; move < move_count; ++move) {
                const int target = grid_.target(walks_[index].blank, move);
                if (target >= 0) {
                    extend(static_cast<std::int32_t>(index), move, target);
                }
            }
        }
    }

    /// The automaton of Aho and Corasick: its states are the beginnings of detours. After a move it is in the state of
    /// the longest end of the moves so far that is a beginning of some detour.
    [[nodiscard]] std::vector<Detours::State> connect() const {
        std::vector<std::int32_t> states;  // as walks
        std::vector<Detours::State> numbers(walks_.size(), Detours::forbidden);
        for (std::int32_t cell = 0; cell < grid_.cells(); ++cell) {
            number(cell, states, numbers);
        }
        for (const std::int32_t detour : detours_) {
            number(detour, states, numbers);
        }
        std::vector<Detours::State> following;
        for (const std::int32_t state : states) {
            for (std::int32_t walk : at(state).following) {
                while (walk >= 0 && numbers[static_cast<std::size_t>(walk)] == Detours::forbidden) {
                    walk = at(walk).rest;
                }
                following.push_back(walk < 0 ? Detours::forbidden : numbers[static_cast<std::size_t>(walk)]);
            }
        }
        return following;
    }

private:
    struct Hash {
        const std::vector<Walk>* walks;
        std::size_t operator()(std::size_t index) const { return static_cast<std::size_t>((*walks)[index].hash); }
    };
    struct Same {
        const std::vector<Walk>* walks;
        bool operator()(std::size_t one, std::size_t other) const {
            const Walk& left = (*walks)[one];
            const Walk& right = (*walks)[other];
            return left.hash == right.hash && left.first == right.first && left.board == right.board;
        }
    };

    [[nodiscard]] const Walk& at(std::int32_t index) const { return walks_[static_cast<std::size_t>(index)]; }

    /// False if another string from the same cell led to its board before.
    bool add(const Walk& walk) {
        walks_.push_back(walk);
        if (reached_.insert(walks_.size() - 1).second) {
            return true;
        }
        walks_.pop_back();
        return false;
    }

    void extend(std::int32_t index, int move, int target) {
        const Walk& walk = at(index);
        const std::int32_t rest = walk.depth == 0 ? target : at(walk.rest).following[static_cast<std::size_t>(move)];
        if (rest < 0) {
            return;  // a shorter detour ends here
        }
        Walk longer;
        longer.parent = index;
        longer.rest = rest;
        longer.first = walk.first;
        longer.blank = static_cast<std::uint8_t>(target);
        longer.depth = static_cast<std::uint8_t>(walk.depth + 1);
        longer.board = walk.board;
        std::uint8_t& left = longer.board[walk.blank];
        std::uint8_t& entered = longer.board[longer.blank];
        longer.hash = walk.hash - scatter(walk.blank, left) - scatter(target, entered);
        std::swap(left, entered);
        longer.hash += scatter(walk.blank, left) + scatter(target, entered);
        if (add(longer)) {
            walks_[static_cast<std::size_t>(index)].following[static_cast<std::size_t>(move)] =
                static_cast<std::int32_t>(walks_.size() - 1);
        } else {
            detours_.push_back(index);
        }
    }

    /// Number a walk and, before it, those of its beginnings that have no number yet.
    void number(std::int32_t walk, std::vector<std::int32_t>& states, std::vector<Detours::State>& numbers) const {
        const std::size_t count = states.size();
        for (; walk >= 0 && numbers[static_cast<std::size_t>(walk)] == Detours::forbidden; walk = at(walk).parent) {
            states.push_back(walk);
        }
        std::reverse(states.begin() + static_cast<std::ptrdiff_t>(count), states.end());
        if (states.size() >= Detours::forbidden) {
            throw std::invalid_argument("the automaton for this length needs too many states on this board");
        }
        for (std::size_t index = count; index < states.size(); ++index) {
            numbers[static_cast<std::size_t>(states[index])] = static_cast<Detours::State>(index);
        }
    }

    const Grid& grid_;
    std::vector<Walk> walks_;
    std::unordered_set<std::size_t, Hash, Same> reached_{1 << 12, Hash{&walks_}, Same{&walks_}};
    std::vector<std::int32_t> detours_;  // those that contain no other one, each by its string without the last move
};

}  // namespace

Detours::Detours(const Grid& grid, int length) : grid_(grid) {
    if (length < 2 || length > longest) {
        throw std::invalid_argument("expected a length from 2 to 14 moves");
    }
    Walks walks(grid);
    walks.grow(length);
    following_ = walks.connect();
}

Detours::Detours(const Grid& grid, std::vector<State> following) : grid_(grid), following_(std::move(following)) {
    const std::size_t count = following_.size() / move_count;
    if (following_.size() % move_count != 0 || count < static_cast<std::size_t>(grid.cells()) || count >= forbidden) {
        throw std::invalid_argument("expected four moves for every state of the automaton");
    }
    constexpr int unknown = -1;
    std::vector<int> blanks(count, unknown);  // by state
    std::vector<std::size_t> reached;
    for (int cell = 0; cell < grid.cells(); ++cell) {
        blanks[static_cast<std::size_t>(cell)] = cell;
        reached.push_back(static_cast<std::size_t>(cell));
    }
    for (std::size_t number = 0; number < reached.size(); ++number) {
        for (int move = 0; move < move_count; ++move) {
            const std::size_t next = following_[reached[number] * move_count + static_cast<std::size_t>(move)];
            if (next == forbidden) {
                continue;
            }
            const int target = grid.target(blanks[reached[number]], move);
            if (next >= count || target < 0 || (blanks[next] != unknown && blanks[next] != target)) {
                throw std::invalid_argument("expected an automaton whose states have one cell of the blank each");
            }
            if (blanks[next] == unknown) {
                blanks[next] = target;
                reached.push_back(next);
            }
        }
    }
    if (reached.size() != count) {
        throw std::invalid_argument("expected an automaton whose states can all be reached");
    }
}

}  // namespace taquin
