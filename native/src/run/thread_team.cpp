#include "taquin/run/thread_team.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "taquin/run/poll_timer.hpp"

namespace taquin {

namespace {

/// One run of a task: the threads at work, and the first exception among them.
class TeamRun {
public:
    explicit TeamRun(const ThreadTeam::Task& task) : task_(task) {}
    TeamRun(const TeamRun&) = delete;
    TeamRun& operator=(const TeamRun&) = delete;
    ~TeamRun() {
        for (std::thread& thread : threads_) {
            thread.join();
        }
    }

    /// Start threads for the numbers from 1, fewer if the system has no more threads or no more memory.
    void start_threads(int size) {
        try {
            threads_.reserve(static_cast<std::size_t>(size - 1));
            for (int number = 1; number < size; ++number) {
                start_thread(number);
            }
        } catch (const std::exception&) {
            return;
        }
    }

    /// Call a function; keep the first exception, and stop the work because of it.
    template <class Function>
    void call(Function function) noexcept {
        try {
            function();
        } catch (...) {
            task_.stop();
            const std::scoped_lock lock(mutex_);
            if (!failure_) {
                failure_ = std::current_exception();
            }
        }
    }

    void wait() {
        std::unique_lock lock(mutex_);
        while (!has_returned_.wait_for(lock, time_between_polls, [this] { return running_ == 0; })) {
            if (task_.poll && !failure_) {
                lock.unlock();
                call(task_.poll);
                lock.lock();
            }
        }
        if (failure_) {
            std::rethrow_exception(failure_);
        }
    }

private:
    void start_thread(int number) {
        add_running(1);
        try {
            threads_.emplace_back([this, number] {
                call([&] { task_.work(number); });
                add_running(-1);
            });
        } catch (...) {
            add_running(-1);
            throw;
        }
    }

    void add_running(int change) {
        const std::scoped_lock lock(mutex_);
        running_ += change;
        has_returned_.notify_one();
    }

    const ThreadTeam::Task& task_;
    std::vector<std::thread> threads_;
    std::mutex mutex_;
    std::condition_variable has_returned_;
    int running_ = 0;  // threads beside the calling one
    std::exception_ptr failure_;
};

}  // namespace

int useful_threads(int asked) {
    if (asked < 1 || asked > maximum_threads) {
        throw std::invalid_argument("expected 1 to 256 threads");
    }
    const int cores = static_cast<int>(std::thread::hardware_concurrency());
    return std::min(asked, std::max(4, cores));
}

ThreadTeam::ThreadTeam(int threads) : size_(useful_threads(threads)) {}

void ThreadTeam::run(const Task& task) const {
    TeamRun run(task);
    run.start_threads(size_);
    run.call([&] { task.work(0); });
    run.wait();
}

}  // namespace taquin
