#include "taquin/thread_team.hpp"

#include <atomic>
#include <stdexcept>
#include <vector>

#include "check.hpp"

using namespace taquin;

namespace {

void test_every_part_is_done_once() {
    for (const int size : {1, 2, 7}) {
        const ThreadTeam team(size);
        std::atomic<std::size_t> next = 0;
        std::vector<int> done(1000);
        std::vector<int> calls(static_cast<std::size_t>(size));
        team.run({
            .work =
                [&](int thread) {
                    ++calls[static_cast<std::size_t>(thread)];
                    for (std::size_t part = next++; part < done.size(); part = next++) {
                        ++done[part];
                    }
                },
            .stop = [] {},
            .poll = {},
        });
        CHECK(done == std::vector<int>(1000, 1));
        CHECK(calls[0] == 1);
    }
}

/// An exception on any thread stops the others and is thrown by `run`.
void test_exceptions_reach_the_caller() {
    for (const int thrower : {0, 1}) {
        std::atomic<bool> is_stopped = false;
        bool is_caught = false;
        try {
            ThreadTeam(2).run({
                .work =
                    [&](int thread) {
                        if (thread == thrower) {
                            throw std::length_error("expected");
                        }
                        while (!is_stopped) {
                        }
                    },
                .stop = [&] { is_stopped = true; },
                .poll = {},
            });
        } catch (const std::length_error&) {
            is_caught = true;
        }
        CHECK(is_caught && is_stopped);
    }
}

/// While the calling thread waits, it polls; an exception of the poll ends the work too.
void test_the_caller_polls_while_it_waits() {
    std::atomic<bool> is_stopped = false;
    bool is_caught = false;
    try {
        ThreadTeam(2).run({
            .work =
                [&](int thread) {
                    while (thread == 1 && !is_stopped) {
                    }
                },
            .stop = [&] { is_stopped = true; },
            .poll = [] { throw std::length_error("expected"); },
        });
    } catch (const std::length_error&) {
        is_caught = true;
    }
    CHECK(is_caught);
}

void test_a_team_has_a_member() {
    bool is_refused = false;
    try {
        const ThreadTeam team(0);
    } catch (const std::invalid_argument&) {
        is_refused = true;
    }
    CHECK(is_refused);
}

}  // namespace

int main() {
    test_every_part_is_done_once();
    test_exceptions_reach_the_caller();
    test_the_caller_polls_while_it_waits();
    test_a_team_has_a_member();
}
