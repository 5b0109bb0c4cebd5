// Automata of detours: every board near the start is still reached, by as few moves as without the automaton; tables
// from the bytes are refused or safe to use.

#include <map>
#include <stdexcept>
#include <vector>

#include "input.hpp"
#include "taquin/ida_star/detours.hpp"

using namespace taquin;
using namespace taquin::fuzz;

namespace {

bool is_forbidden(const Detours& detours, Detours::State state, int move) {
    return DetourFilter::is_forbidden(DetourFilter(detours).after(state, move));
}

/// The least number of moves to every board within this many moves. With a filter, only by strings of moves that it
/// allows.
std::map<std::vector<std::uint8_t>, int> reach(const Grid& grid, const Cells& start, int most, const Detours* detours) {
    struct Walk {
        Cells board;
        Detours::State state;
    };
    std::map<std::vector<std::uint8_t>, int> reached;
    std::vector<Walk> layer{{start, static_cast<Detours::State>(find_blank(start))}};
    for (int length = 0; length <= most; ++length) {
        std::vector<Walk> next;
        for (const Walk& walk : layer) {
            const bool is_new =
                reached.emplace(std::vector(walk.board.begin(), walk.board.begin() + grid.cells()), length).second;
            if (detours == nullptr && !is_new) {
                continue;
            }
            for (int move = 0; move < move_count; ++move) {
                Walk child = walk;
                if (!tests::play(grid, child.board, move)) {
                    CHECK(detours == nullptr || is_forbidden(*detours, walk.state, move));
                    continue;
                }
                if (detours != nullptr) {
                    child.state = DetourFilter(*detours).after(walk.state, move);
                    if (DetourFilter::is_forbidden(child.state)) {
                        continue;
                    }
                }
                next.push_back(child);
            }
        }
        layer = std::move(next);
    }
    return reached;
}

void check_automaton(Input& input) {
    const auto [rows, columns] =
        input.choose<std::pair<int, int>>({{3, 3}, {2, 2}, {2, 3}, {1, 4}, {4, 1}, {3, 4}, {4, 4}, {8, 8}, {2, 5}});
    const Grid grid = tests::make_grid(rows, columns);
    const int length = input.between(2, grid.cells() > 16 ? 6 : 9);
    const int most_polls = input.flag() ? input.between(0, 3) : 1000;
    int polls = 0;
    const auto detours =
        build_detours(grid, length, [&](std::uint64_t, std::uint64_t) { return ++polls > most_polls; });
    if (!detours) {
        CHECK(polls > most_polls);
        return;
    }
    const Detours again(grid, detours->following());
    const Cells start = input.board(grid.cells());
    const int most = input.between(0, 8);
    CHECK(reach(grid, start, most, nullptr) == reach(grid, start, most, &again));
}

void check_table(Input& input) {
    const Grid grid = tests::make_grid(input.between(1, 3), input.between(2, 3));
    std::vector<Detours::State> following;
    const int states = input.between(grid.cells(), grid.cells() + 10);
    for (int state = 0; state < states; ++state) {
        for (int move = 0; move < move_count; ++move) {
            const int value = input.between(0, states);
            following.push_back(value == states ? Detours::forbidden : static_cast<Detours::State>(value));
        }
    }
    try {
        const Detours detours(grid, following);
        const DetourFilter filter(detours);
        for (int blank = 0; blank < grid.cells(); ++blank) {
            int cell = blank;
            auto state = DetourFilter::start(blank);
            for (int count = 0; count < 20; ++count) {
                const int move = input.between(0, move_count - 1);
                const auto next = filter.after(state, move);
                if (!DetourFilter::is_forbidden(next)) {
                    cell = grid.target(cell, move);
                    CHECK(cell >= 0 && next < states);
                    state = next;
                }
            }
        }
    } catch (const std::invalid_argument&) {
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    if (input.flag()) {
        check_table(input);
    } else {
        check_automaton(input);
    }
    return 0;
}
