#include "taquin/ida_star/parallel_pass.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#include "check.hpp"
#include "taquin/ida_star/detours.hpp"

using namespace taquin;
using namespace taquin::tests;

namespace {

/// What two threads tell each other, so that a limit arrives at one exact moment.
struct Meeting {
    std::thread::id caller = std::this_thread::get_id();
    std::atomic<bool> has_polled = false;    // the calling thread is in its first branch
    std::atomic<bool> has_returned = false;  // the other thread has searched all other branches

    [[nodiscard]] bool is_caller() const { return std::this_thread::get_id() == caller; }
    static void wait_for(const std::atomic<bool>& flag) {
        while (!flag) {
            std::this_thread::yield();
        }
    }
};

/// Manhattan distance that makes the second thread wait for the first one, and tells it when the search is over.
class WaitingSum {
public:
    static constexpr bool has_unit_steps = true;
    using Evaluation = int;

    WaitingSum(const UnitTileSum& sum, Meeting& meeting) : sum_(sum), meeting_(&meeting) {}
    WaitingSum(const WaitingSum&) = default;
    WaitingSum& operator=(const WaitingSum&) = delete;
    ~WaitingSum() {
        if (!meeting_->is_caller()) {
            meeting_->has_returned = true;
        }
    }

    [[nodiscard]] Evaluation start(const Cells& board) const { return sum_.start(board); }
    [[nodiscard]] static int value(Evaluation evaluation) { return evaluation; }
    [[nodiscard]] Evaluation slide(Evaluation evaluation, int blank, int move, int tile) const {
        if (!meeting_->is_caller()) {
            Meeting::wait_for(meeting_->has_polled);
        }
        return sum_.slide(evaluation, blank, move, tile);
    }

private:
    UnitTileSum sum_;
    Meeting* meeting_;
};

/// A limit arrives when one thread has found the solution and the other is still in an earlier branch.
void test_a_solution_is_kept_when_a_limit_arrives() {
    const Grid grid = make_grid(4, 4);
    const Cells goal = make_goal(16);
    const Cells start{0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15};  // Korf's instance 79
    const int length = 42;
    const UnitTileSum sum = make_manhattan(grid, 4);
    Limits no_limits;
    const PassResult complete = ParallelPass<UnitTileSum, UndoFilter>(grid, start, goal, sum, {}, 2)
                                            .search(length, no_limits, {}, {});
    CHECK(complete.status == Status::solved && solves(grid, start, goal, complete.moves));

    Meeting meeting;
    const WaitingSum waiting(sum, meeting);
    const auto poll = [&](const Snapshot& snapshot) {
        if (snapshot.counters.expanded == 0) {  // the tree is being split: no other thread runs yet
            return false;
        }
        meeting.has_polled = true;
        Meeting::wait_for(meeting.has_returned);
        return true;
    };
    Limits limits(Limits::no_limit, poll, std::chrono::milliseconds(0));
    const PassResult limited = ParallelPass<WaitingSum, UndoFilter>(grid, start, goal, waiting, {}, 2)
                                           .search(length, limits, {}, {});
    CHECK(limited.status == Status::solved && limited.moves == complete.moves);
    CHECK(limited.unfinished > complete.unfinished);
    CHECK(limited.counters.expanded < complete.counters.expanded);
    CHECK(limited.counters.generated < complete.counters.generated);
    const auto pruned = [](const PassResult& result) {
        const PassCounters& counters = result.counters;
        return static_cast<std::int64_t>(counters.generated - (counters.expanded - 1) - result.unfinished);
    };
    CHECK(pruned(limited) >= 0 && pruned(limited) <= pruned(complete));
}

/// A limit that has passed stops the pass while its tree is being split: at the first branch.
void test_a_limit_holds_while_the_tree_is_split() {
    const Grid grid = make_grid(4, 4);
    const Cells goal = make_goal(16);
    const Cells start{0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15};
    Limits limits(Limits::no_limit, [](const Snapshot&) { return true; });
    const PassResult result =
        ParallelPass<UnitTileSum, UndoFilter>(grid, start, goal, make_manhattan(grid, 4), {}, 2)
            .search(42, limits, {}, {});
    CHECK(result.status == Status::stopped && result.moves.empty());
    CHECK(result.counters.expanded < 10 && result.unfinished == 1);
    CHECK(result.counters.generated >= result.counters.expanded - 1 + result.unfinished);
}

}  // namespace

int main() {
    test_a_solution_is_kept_when_a_limit_arrives();
    test_a_limit_holds_while_the_tree_is_split();
}
