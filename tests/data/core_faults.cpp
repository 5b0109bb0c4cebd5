// Fault injection for tests, after SQLite: the n-th call of one kind fails. tests/support/core_faults.py compiles it and says how
// it is used. It is loaded before all other libraries (LD_PRELOAD), so that its functions replace those of the system.

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>

extern "C" void* __libc_calloc(std::size_t count, std::size_t size);

namespace {

enum Kind : int { no_kind, allocation, thread_start };

std::atomic<int> armed_kind{no_kind};
std::atomic<long> failing_call{0};  // 0: none, the calls are counted
std::atomic<bool> is_lasting{false};
std::atomic<long> calls{0};
std::atomic<std::uintptr_t> core_begin{0};
std::atomic<std::uintptr_t> core_end{0};

/// Count a call of this kind; true if it has to fail.
bool must_fail(Kind kind) {
    if (armed_kind.load() != kind) {
        return false;
    }
    const long call = calls.fetch_add(1) + 1;
    const long failing = failing_call.load();
    return call == failing || (is_lasting && failing > 0 && call > failing);
}

/// Where Taquin's core is in memory.
int find_core(dl_phdr_info* library, std::size_t, void*) {
    if (std::strstr(library->dlpi_name, "/_core.") == nullptr) {
        return 0;
    }
    for (int index = 0; index < library->dlpi_phnum; ++index) {
        const auto& part = library->dlpi_phdr[index];
        if (part.p_type == PT_LOAD && (part.p_flags & PF_X) != 0) {
            core_begin = library->dlpi_addr + part.p_vaddr;
            core_end = core_begin + part.p_memsz;
        }
    }
    return 1;
}

bool is_in_core(const void* caller) {
    const auto address = reinterpret_cast<std::uintptr_t>(caller);
    return address >= core_begin && address < core_end;
}

void* allocate(std::size_t size) {
    if (must_fail(allocation)) {
        throw std::bad_alloc();
    }
    if (void* memory = std::malloc(size == 0 ? 1 : size)) {
        return memory;
    }
    throw std::bad_alloc();
}

}  // namespace

extern "C" {

/// Let the n-th call of this kind from now on fail, and if it lasts all later ones; with 0 the calls are only counted.
void faults_arm(int kind, long call, int lasts) {
    dl_iterate_phdr(find_core, nullptr);
    armed_kind = no_kind;
    calls = 0;
    failing_call = call;
    is_lasting = lasts != 0;
    armed_kind = kind;
}

/// Let nothing fail, and return how many calls of the kind there were.
long faults_disarm() {
    armed_kind = no_kind;
    return calls;
}

/// Only calls from the core count: its tables are allocated in this way.
void* calloc(std::size_t count, std::size_t size) {
    if (armed_kind.load() == allocation && is_in_core(__builtin_return_address(0)) && must_fail(allocation)) {
        errno = ENOMEM;
        return nullptr;
    }
    return __libc_calloc(count, size);
}

int pthread_create(
    pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*), void* argument) {
    using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    static const auto create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
    return must_fail(thread_start) ? EAGAIN : create(thread, attributes, function, argument);
}

}  // extern "C"

void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return must_fail(allocation) ? nullptr : std::malloc(size == 0 ? 1 : size);
}
void* operator new[](std::size_t size, const std::nothrow_t& nothrow) noexcept { return operator new(size, nothrow); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
