#include "taquin/ida_star/detours.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <stdexcept>
#include <utility>

#include "taquin/run/poll_timer.hpp"
#include "taquin/tables/chunks.hpp"
#include "taquin/tables/large_table.hpp"

namespace taquin {

namespace {

/// A string of moves from some cell of the blank that contains no detour, in the tree of all of them.
struct Walk {
    std::int32_t parent = -1;
    std::int32_t rest = -1;  // the same string without its first move
    std::array<std::int32_t, move_count> following{-1, -1, -1, -1};  // with one more; -1 off the grid or with a detour
    std::uint64_t hash = 0;  // of the board that it leads to
    Detours::State state = Detours::forbidden;  // if it is the beginning of a detour
    std::uint8_t first = 0;
    std::uint8_t blank = 0;
    std::uint8_t depth = 0;
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
    Walks(const Grid& grid, const DetourPoll& poll) : grid_(grid), poll_(poll), slots_(1 << 12) {
        Walk walk;
        for (int cell = 0; cell < grid.cells(); ++cell) {
            walk.first = walk.blank = static_cast<std::uint8_t>(cell);
            walk.hash = scatter(maximum_cells, cell);
            walk.state = static_cast<Detours::State>(cell);
            walks_.add(walk);
            enter(static_cast<std::size_t>(cell));
            states_.push_back(cell);
        }
    }

    /// Add all sequences of up to this length; false if the poll stopped it.
    bool grow(int length) {
        for (std::size_t index = 0; index < walks_.size() && walks_[index].depth < length; ++index) {
            if (index % walks_between_polls == 0 && should_stop()) {
                return false;
            }
            const Cells board = board_after(index);
            for (int move = 0; move < move_count; ++move) {
                const int target = grid_.target(walks_[index].blank, move);
                if (target >= 0) {
                    extend(index, move, target, board);
                }
            }
            if (2 * (walks_.size() + move_count) > slots_.size() && !rebuild()) {
                return false;
            }
        }
        return true;
    }

    /// The automaton of Aho and Corasick: its states are the beginnings of detours. After a move it is in the state of
    /// the longest end of the moves so far that is a beginning of some detour.
    [[nodiscard]] std::vector<Detours::State> connect() const {
        std::vector<Detours::State> following;
        following.reserve(states_.size() * move_count);
        for (const std::int32_t state : states_) {
            for (std::int32_t walk : at(state).following) {
                while (walk >= 0 && at(walk).state == Detours::forbidden) {
                    walk = at(walk).rest;
                }
                following.push_back(walk < 0 ? Detours::forbidden : at(walk).state);
            }
        }
        return following;
    }

private:
    static constexpr std::size_t walks_between_polls = 256;  // a fraction of a millisecond

    [[nodiscard]] const Walk& at(std::int32_t index) const { return walks_[static_cast<std::size_t>(index)]; }

    bool should_stop() {
        const std::size_t memory = walks_.memory() + slots_.size() * sizeof(slots_[0]);
        return poll_ && timer_.is_due() && poll_(walks_.size(), memory);
    }

    /// The board after a walk, where every tile is named after the cell where it began.
    [[nodiscard]] Cells board_after(std::size_t index) const {
        std::array<std::uint8_t, Detours::longest + 1> path{};
        const std::size_t depth = walks_[index].depth;
        auto walk = static_cast<std::int32_t>(index);
        for (std::size_t place = depth; walk >= 0; walk = at(walk).parent, --place) {
            path[place] = at(walk).blank;
        }
        Cells board{};
        for (int cell = 0; cell < grid_.cells(); ++cell) {
            board[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(cell);
        }
        for (std::size_t place = 0; place < depth; ++place) {
            std::swap(board[path[place]], board[path[place + 1]]);
        }
        return board;
    }

    /// `board` is that of the walk at this index.
    void extend(std::size_t index, int move, int target, const Cells& board) {
        const Walk& walk = walks_[index];
        const std::int32_t rest = walk.depth == 0 ? target : at(walk.rest).following[static_cast<std::size_t>(move)];
        if (rest < 0) {
            return;  // a shorter detour ends here
        }
        const int left = board[walk.blank];
        const int entered = board[static_cast<std::size_t>(target)];
        Walk longer;
        longer.parent = static_cast<std::int32_t>(index);
        longer.rest = rest;
        longer.hash = walk.hash - scatter(walk.blank, left) - scatter(target, entered) + scatter(walk.blank, entered) +
                      scatter(target, left);
        longer.first = walk.first;
        longer.blank = static_cast<std::uint8_t>(target);
        longer.depth = static_cast<std::uint8_t>(walk.depth + 1);
        walks_.add(longer);
        if (enter(walks_.size() - 1)) {
            walks_[index].following[static_cast<std::size_t>(move)] = static_cast<std::int32_t>(walks_.size() - 1);
        } else {
            walks_.remove_last();
            number(static_cast<std::int32_t>(index));
        }
    }

    /// Enter a walk into the hash table; false if another string from the same cell led to its board before.
    bool enter(std::size_t index) {
        std::size_t slot = home(walks_[index].hash);
        for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
            const std::size_t other = slots_[slot] - 1;
            if (walks_[other].hash == walks_[index].hash && walks_[other].first == walks_[index].first &&
                board_after(other) == board_after(index)) {
                return false;
            }
        }
        slots_[slot] = static_cast<std::uint32_t>(index + 1);
        return true;
    }

    [[nodiscard]] std::size_t home(std::uint64_t hash) const { return (hash >> 20) & (slots_.size() - 1); }

    /// Double the hash table; false if the poll stopped it.
    bool rebuild() {
        const std::size_t slots = 2 * slots_.size();
        slots_ = {};
        slots_ = LargeTable<std::uint32_t>(slots);
        for (std::size_t index = 0; index < walks_.size(); ++index) {
            if (index % walks_between_polls == 0 && should_stop()) {
                return false;
            }
            std::size_t slot = home(walks_[index].hash);
            while (slots_[slot] != 0) {
                slot = (slot + 1) & (slots_.size() - 1);
            }
            slots_[slot] = static_cast<std::uint32_t>(index + 1);
        }
        return true;
    }

    /// Number the beginning of a detour and, before it, those of its own beginnings that have no number yet.
    void number(std::int32_t walk) {
        const std::size_t count = states_.size();
        for (; at(walk).state == Detours::forbidden; walk = at(walk).parent) {
            states_.push_back(walk);
        }
        std::reverse(states_.begin() + static_cast<std::ptrdiff_t>(count), states_.end());
        if (states_.size() >= Detours::forbidden) {
            throw std::invalid_argument("the automaton for this length needs too many states on this board");
        }
        for (std::size_t state = count; state < states_.size(); ++state) {
            walks_[static_cast<std::size_t>(states_[state])].state = static_cast<Detours::State>(state);
        }
    }

    const Grid& grid_;
    const DetourPoll& poll_;
    PollTimer timer_{time_between_polls, std::chrono::milliseconds(0)};
    Chunks<Walk> walks_;
    LargeTable<std::uint32_t> slots_;   // 0, or the index of a walk plus one; at least half of them are free
    std::vector<std::int32_t> states_;  // of the automaton, as walks
};

}  // namespace

std::optional<Detours> build_detours(const Grid& grid, int length, const DetourPoll& poll) {
    if (length < 2 || length > Detours::longest) {
        throw std::invalid_argument("expected a length from 2 to 14 moves");
    }
    Walks walks(grid, poll);
    if (!walks.grow(length)) {
        return std::nullopt;
    }
    return Detours(grid, walks.connect());
}

Detours::Detours(const Grid& grid, std::vector<State> following) : grid_(grid), following_(std::move(following)) {
    const std::size_t count = following_.size() / move_count;
    if (following_.size() % move_count != 0 || count < static_cast<std::size_t>(grid.cells()) || count >= forbidden) {
        throw std::invalid_argument("expected four moves for every state of the automaton");
    }
    constexpr int no_cell = -1;
    std::vector<int> blanks(count, no_cell);  // by state
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
            if (next >= count || target < 0 || (blanks[next] != no_cell && blanks[next] != target)) {
                throw std::invalid_argument("expected an automaton whose states have one cell of the blank each");
            }
            if (blanks[next] == no_cell) {
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
