#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "taquin/puzzle/geometry.hpp"

namespace taquin {

/// An automaton that reads the moves of a search and forbids those that complete a detour: a string of moves for which
/// another one, shorter or earlier in the order of moves, leads to the same board. After
/// src/taquin/tables/detours.py, which proves that a search still finds the same solution; states have the same
/// numbers.
class Detours {
public:
    using State = std::uint16_t;
    static constexpr State forbidden = 0xffff;
    static constexpr int longest = 14;

    /// Take the table of an automaton that was built before. Throws if it cannot be one of this grid: if a state is
    /// missing, or if moves lead to it with the blank on different cells.
    Detours(const Grid& grid, std::vector<State> following);

    [[nodiscard]] int cells() const { return grid_.cells(); }
    [[nodiscard]] const Grid& grid() const { return grid_; }

    /// The state after each of the four moves, state by state; forbidden also off the grid.
    [[nodiscard]] const std::vector<State>& following() const { return following_; }

private:
    Grid grid_;
    std::vector<State> following_;
};

/// Called every few milliseconds while an automaton is built, with the number of strings of moves so far and the bytes
/// in use; true stops the work.
using DetourPoll = std::function<bool(std::uint64_t walks, std::uint64_t memory)>;

/// The automaton for detours of up to `length` moves; nothing if the poll stopped it. Throws if the length is not from
/// 2 to 14, and as soon as there are too many states.
std::optional<Detours> build_detours(const Grid& grid, int length, const DetourPoll& poll = {});

/// A move filter for a search that avoids detours: the state of the automaton at the root, by the blank's cell; the
/// state after a move; and whether that says that the search must not make the move.
class DetourFilter {
public:
    using State = Detours::State;

    explicit DetourFilter(const Detours& detours) : following_(detours.following().data()) {}

    [[nodiscard]] static State start(int blank) { return static_cast<State>(blank); }
    [[nodiscard]] static bool is_forbidden(State state) { return state == Detours::forbidden; }
    [[nodiscard]] State after(State state, int move) const {
        return following_[static_cast<std::size_t>(state) * move_count + static_cast<std::size_t>(move)];
    }

private:
    const State* following_;
};

/// A move filter for a search that avoids only the undoing of its last move. The traversals do that themselves, so this
/// filter has no state and forbids nothing.
struct UndoFilter {
    struct State {};

    [[nodiscard]] static State start(int) { return {}; }
    [[nodiscard]] static bool is_forbidden(State) { return false; }
    [[nodiscard]] static State after(State, int) { return {}; }
};

}  // namespace taquin
