#pragma once

#include <functional>

namespace taquin {

/// The largest number of threads that a caller may ask for.
inline constexpr int maximum_threads = 256;

/// How many threads a team uses if `asked` are asked for: at most one per core, because more would delay each other and
/// the thread that polls the limits. Four are allowed on any machine, so that tests share work between threads there.
/// Throws unless `asked` is from 1 to `maximum_threads`.
[[nodiscard]] int useful_threads(int asked);

/// Runs one piece of work on several threads at once.
///
/// The calling thread always works; if the machine has fewer cores, or the system cannot start as many threads as asked
/// for, fewer work. The work must therefore divide itself: every thread takes the next part until none is left.
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

    /// `useful_threads(threads)` threads.
    explicit ThreadTeam(int threads);

    /// The largest number of threads that work.
    [[nodiscard]] int size() const { return size_; }

    /// Run a task and wait until every thread has returned. Then throws the first exception of any thread, if there
    /// was one.
    void run(const Task& task) const;

private:
    int size_;
};

}  // namespace taquin
