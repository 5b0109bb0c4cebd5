#include "taquin/run/phase_team.hpp"

#include <exception>
#include <utility>

#include "taquin/run/poll_timer.hpp"
#include "taquin/run/thread_team.hpp"

namespace taquin {

PhaseTeam::PhaseTeam(int threads) {
    const int size = useful_threads(threads);
    threads_.reserve(static_cast<std::size_t>(size - 1));
    try {
        for (int number = 1; number < size; ++number) {
            threads_.emplace_back([this] { wait_for_phases(); });
        }
    } catch (const std::exception&) {  // the system has no more threads, or no memory for one
    }
}

PhaseTeam::~PhaseTeam() {
    {
        const std::scoped_lock lock(mutex_);
        is_closing_ = true;
    }
    has_begun_.notify_all();
    for (std::thread& thread : threads_) {
        thread.join();
    }
}

void PhaseTeam::run(int parts, const Work& work, const std::function<void()>& poll) {
    int phase = 0;
    {
        const std::scoped_lock lock(mutex_);
        phase = ++phase_;
        work_ = &work;
        parts_ = parts;
        next_ = finished_ = 0;
        failure_ = nullptr;
    }
    if (parts > 1) {
        has_begun_.notify_all();
    }
    const auto poll_or_fail = [&] {
        try {
            poll();
        } catch (...) {  // other threads still work on parts of this call: it returns after them
            const std::scoped_lock lock(mutex_);
            fail(std::current_exception());
        }
    };
    take_parts(phase, poll_or_fail);
    std::unique_lock lock(mutex_);
    while (!is_finished_.wait_for(lock, time_between_polls, [this] { return finished_ == parts_; })) {
        if (!failure_) {
            lock.unlock();
            poll_or_fail();
            lock.lock();
        }
    }
    work_ = nullptr;
    if (failure_) {
        std::rethrow_exception(std::exchange(failure_, nullptr));
    }
}

void PhaseTeam::wait_for_phases() {
    int phase = 0;
    while (true) {
        {
            std::unique_lock lock(mutex_);
            has_begun_.wait(lock, [&] { return is_closing_ || (phase_ != phase && work_ != nullptr); });
            if (is_closing_) {
                return;
            }
            phase = phase_;
        }
        take_parts(phase, [] {});
    }
}

void PhaseTeam::take_parts(int phase, const std::function<void()>& poll) {
    for (int part = take_part(phase); part >= 0; part = take_part(phase)) {
        try {
            (*work_)(part);
            finish_part(nullptr);
        } catch (...) {
            finish_part(std::current_exception());
        }
        poll();
    }
}

int PhaseTeam::take_part(int phase) {
    const std::scoped_lock lock(mutex_);
    return phase == phase_ && next_ < parts_ ? next_++ : -1;
}

void PhaseTeam::finish_part(std::exception_ptr failure) {
    const std::scoped_lock lock(mutex_);
    ++finished_;
    if (failure) {
        fail(std::move(failure));
    }
    if (finished_ == parts_) {
        is_finished_.notify_one();
    }
}

void PhaseTeam::fail(std::exception_ptr failure) {
    if (!failure_) {
        failure_ = std::move(failure);
        finished_ += parts_ - next_;  // no thread will take them
        next_ = parts_;
    }
}

}  // namespace taquin
