#include "taquin/tables/mapping_guard.hpp"

#include <cstdio>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "check.hpp"

#if defined(__unix__) || defined(__APPLE__)
#include <sys/mman.h>
#include <unistd.h>
#endif

using namespace taquin;

namespace {

#if defined(__unix__) || defined(__APPLE__)

void test_a_truncated_file_reads_as_zeros() {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    std::FILE* const file = std::tmpfile();
    CHECK(file != nullptr);
    const std::vector<char> content(4 * page, 7);
    CHECK(std::fwrite(content.data(), 1, content.size(), file) == content.size());
    CHECK(std::fflush(file) == 0);
    void* const memory = mmap(nullptr, content.size(), PROT_READ, MAP_SHARED, fileno(file), 0);
    CHECK(memory != MAP_FAILED);
    const auto* const bytes = static_cast<const volatile char*>(memory);
    {
        const MappingGuard guard({static_cast<const std::byte*>(memory), content.size()});
        CHECK(bytes[3 * page] == 7 && !guard.is_broken());
        CHECK(ftruncate(fileno(file), static_cast<off_t>(page)) == 0);
        CHECK(bytes[page - 1] == 7 && !guard.is_broken());
        CHECK(bytes[2 * page] == 0 && guard.is_broken());
        CHECK(bytes[4 * page - 1] == 0);
    }
    CHECK(munmap(memory, content.size()) == 0);
    CHECK(std::fclose(file) == 0);
}

#endif

void test_guards_are_counted() {
    const std::byte memory[1] = {};
    std::vector<std::unique_ptr<MappingGuard>> guards;
    for (std::size_t number = 0; number < MappingGuard::maximum; ++number) {
        guards.push_back(std::make_unique<MappingGuard>(std::span(memory)));
    }
    bool is_refused = false;
    try {
        const MappingGuard another{std::span(memory)};
    } catch (const std::length_error&) {
        is_refused = true;
    }
    CHECK(is_refused);
    guards.pop_back();
    const MappingGuard another{std::span(memory)};
    CHECK(!another.is_broken());
}

}  // namespace

int main() {
#if defined(__unix__) || defined(__APPLE__)
    test_a_truncated_file_reads_as_zeros();
#endif
    test_guards_are_counted();
}
