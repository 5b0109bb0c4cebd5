#pragma once

#include <atomic>
#include <functional>
#include <thread>
#include <utility>

namespace taquin {

/// Whether several threads should stop. Only the thread that constructs it asks the function, which may call Python;
/// the others see its last answer. An exception of the function also stops them.
class SharedStop {
public:
    explicit SharedStop(std::function<bool()> should_stop) : should_stop_(std::move(should_stop)) {}

    [[nodiscard]] bool is_stopped() const { return is_stopped_; }

    /// Whether to stop now. Throws what the function throws.
    bool ask() {
        if (!is_stopped_ && std::this_thread::get_id() == owner_) {
            try {
                is_stopped_ = should_stop_();
            } catch (...) {
                is_stopped_ = true;
                throw;
            }
        }
        return is_stopped_;
    }

private:
    std::function<bool()> should_stop_;
    std::thread::id owner_ = std::this_thread::get_id();
    std::atomic<bool> is_stopped_ = false;
};

}  // namespace taquin
