#include "taquin/tables/mapping_guard.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <stdexcept>

#if defined(__unix__) || defined(__APPLE__)
#include <csignal>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace taquin {

namespace {

/// One guarded mapping. The handler reads it without a lock: `end` is set last and cleared first.
struct Slot {
    std::atomic<std::uintptr_t> begin{0};
    std::atomic<std::uintptr_t> end{0};  // 0: free
    std::atomic<bool> is_broken{false};
};

static_assert(std::atomic<std::uintptr_t>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

std::array<Slot, MappingGuard::maximum> guarded;
std::mutex guarded_mutex;  // protects changes of the slots; the handler takes no lock

#if defined(__unix__) || defined(__APPLE__)

struct sigaction previous_action;
std::uintptr_t page_size = 0;

/// Replace a mapping by zeros, from the page of this address to its end. Returns whether that succeeded.
bool replace_with_zeros(std::uintptr_t address, std::uintptr_t end) {
    const std::uintptr_t page = address & ~(page_size - 1);
    void* const wanted = reinterpret_cast<void*>(page);
    return mmap(wanted, end - page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == wanted;
}

void handle(int signal, siginfo_t* information, void* /*context*/) {
    const auto address = reinterpret_cast<std::uintptr_t>(information->si_addr);
    for (Slot& slot : guarded) {
        const std::uintptr_t end = slot.end.load(std::memory_order_acquire);
        if (slot.begin.load(std::memory_order_relaxed) <= address && address < end) {
            slot.is_broken.store(true, std::memory_order_relaxed);
            if (replace_with_zeros(address, end)) {
                return;  // the read is repeated, and succeeds
            }
        }
    }
    sigaction(signal, &previous_action, nullptr);  // the read is repeated, and that handler gets the signal
}

void install_handler() {
    page_size = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    struct sigaction action {};
    action.sa_sigaction = &handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, &previous_action);
}

#else

void install_handler() {}

#endif

}  // namespace

MappingGuard::MappingGuard(std::span<const std::byte> memory) : slot_(0) {
    const std::scoped_lock lock(guarded_mutex);
    static const bool is_installed = (install_handler(), true);
    static_cast<void>(is_installed);
    while (slot_ < maximum && guarded[slot_].end.load(std::memory_order_relaxed) != 0) {
        ++slot_;
    }
    if (slot_ == maximum) {
        throw std::length_error("expected at most 256 guarded mappings");
    }
    const auto begin = reinterpret_cast<std::uintptr_t>(memory.data());
    guarded[slot_].is_broken.store(false, std::memory_order_relaxed);
    guarded[slot_].begin.store(begin, std::memory_order_relaxed);
    guarded[slot_].end.store(begin + memory.size(), std::memory_order_release);
}

MappingGuard::~MappingGuard() {
    const std::scoped_lock lock(guarded_mutex);
    guarded[slot_].end.store(0, std::memory_order_release);
}

bool MappingGuard::is_broken() const { return guarded[slot_].is_broken.load(std::memory_order_relaxed); }

}  // namespace taquin
