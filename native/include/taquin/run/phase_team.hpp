#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace taquin {

/// Runs phases of work, one after the other, each divided into parts. The calling thread always works; other threads
/// wait between the phases. If the machine has fewer cores, or the system cannot start as many threads as asked for, fewer
/// work.
class PhaseTeam {
public:
    using Work = std::function<void(int part)>;

    /// `useful_threads(threads)` threads, with the calling one.
    explicit PhaseTeam(int threads);
    PhaseTeam(const PhaseTeam&) = delete;
    PhaseTeam& operator=(const PhaseTeam&) = delete;
    ~PhaseTeam();

    /// Call `work` once for every part from 0, and return when all have been worked on. The calling thread also calls
    /// `poll`, often. Throws the first exception of any call, when no thread works any more; parts that were not begun
    /// are then left out.
    void run(int parts, const Work& work, const std::function<void()>& poll);

private:
    void wait_for_phases();
    /// Take parts of a phase and work on them until none is left.
    void take_parts(int phase, const std::function<void()>& poll);
    int take_part(int phase);
    void finish_part(std::exception_ptr failure);
    /// Keep the first exception, and leave out the parts that were not begun. The mutex must be locked.
    void fail(std::exception_ptr failure);

    std::mutex mutex_;
    std::condition_variable has_begun_;
    std::condition_variable is_finished_;
    std::vector<std::thread> threads_;
    const Work* work_ = nullptr;
    int phase_ = 0;
    int parts_ = 0;
    int next_ = 0;
    int finished_ = 0;
    bool is_closing_ = false;
    std::exception_ptr failure_;
};

}  // namespace taquin
