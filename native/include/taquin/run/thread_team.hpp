#pragma once

#include <functional>

namespace taquin {

/// More are a mistake: starting them takes long, and no machine has as many cores.
inline constexpr int maximum_threads = 1024;

/// Runs one piece of work on several threads at once.
///
/// The calling thread always works; if the system cannot start as many threads as asked for, fewer work. The work must
/// therefore divide itself: every thread takes the next part until none is left.
class ThreadTeam {
public:
    struct Task {
        /// Called once on each thread, with a number from 0 (the calling thread) to less than `size()`.
        std::function<void(int thread)> work;
        /// Called when a thread threw an exception: makes the others return soon. Must not throw.
        std::function<void()> stop;
        /// Called every few milliseconds on the calling thread after its own work, while others still work. May be
        /// empty.
        std::function<void()> poll;
    };

    /// Throws unless the size is from 1 to 1024.
    explicit ThreadTeam(int size);

    /// The largest number of threads that work.
    [[nodiscard]] int size() const { return size_; }

    /// Run a task and wait until every thread has returned. Then throws the first exception of any thread, if there
    /// was one.
    void run(const Task& task) const;

private:
    int size_;
};

}  // namespace taquin
