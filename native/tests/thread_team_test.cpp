#include "taquin/run/thread_team.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <stdexcept>
#include <thread>
#include <vector>

#include "check.hpp"

#if defined(__linux__)
#include <dlfcn.h>
#include <pthread.h>
#endif

using namespace taquin;

#if defined(__linux__)

namespace {

int threads_allowed = 1000;

}  // namespace

/// The function by which std::thread starts a thread. It takes the place of the system's, and fails when the allowed
/// threads are used up, as the system's does when there are no resources.
extern "C" int pthread_create(
    pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*), void* argument) noexcept {
    if (threads_allowed == 0) {
        return EAGAIN;
    }
    --threads_allowed;
    static const auto create = reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
    return create(thread, attributes, function, argument);
}

#endif

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

#if defined(__linux__)

/// Where the system can start only some of the threads, or none, those that there are do all the work.
void test_fewer_threads_do_the_work() {
    for (const int allowed : {0, 1, 3}) {
        threads_allowed = allowed;
        std::atomic<std::size_t> next = 0;
        std::atomic<int> calls = 0;
        std::vector<int> done(1000);
        ThreadTeam(8).run({
            .work =
                [&](int) {
                    ++calls;
                    for (std::size_t part = next++; part < done.size(); part = next++) {
                        ++done[part];
                    }
                },
            .stop = [] {},
            .poll = {},
        });
        CHECK(threads_allowed == 0 && calls == allowed + 1);
        CHECK(done == std::vector<int>(1000, 1));
    }
    threads_allowed = 1000;
}

#endif

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

/// More threads than cores would delay the thread that polls the limits.
void test_a_team_has_as_many_threads_as_the_machine_has_cores() {
    const int most = std::max(4, static_cast<int>(std::thread::hardware_concurrency()));
    CHECK(ThreadTeam(1).size() == 1);
    CHECK(ThreadTeam(maximum_threads).size() == std::min(most, maximum_threads));
}

void test_a_wrong_number_of_threads() {
    for (const int threads : {0, maximum_threads + 1}) {
        bool is_refused = false;
        try {
            const ThreadTeam team(threads);
        } catch (const std::invalid_argument&) {
            is_refused = true;
        }
        CHECK(is_refused);
    }
}

}  // namespace

int main() {
    test_every_part_is_done_once();
#if defined(__linux__)
    test_fewer_threads_do_the_work();
#endif
    test_exceptions_reach_the_caller();
    test_the_caller_polls_while_it_waits();
    test_a_team_has_as_many_threads_as_the_machine_has_cores();
    test_a_wrong_number_of_threads();
}
