// Independent random look-ups in a table of bytes: how many a second of CPU time on one thread, while as many threads as
// asked for do the same. benchmarks/puzzle24.py compiles and runs it.
//
//     c++ -O3 -std=c++20 -pthread -I native/include benchmarks/random_lookup.cpp -o random_lookup
//     ./random_lookup BYTES THREADS

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <thread>
#include <vector>

#include "taquin/tables/large_table.hpp"

namespace {

constexpr std::uint64_t lookup_count = 50'000'000;

/// Xorshift, by G. Marsaglia.
std::uint64_t next_random(std::uint64_t& state) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

std::uint64_t look_up(const taquin::LargeTable<std::uint8_t>& table, std::uint64_t seed) {
    std::uint64_t sum = 0;
    for (std::uint64_t count = 0; count < lookup_count; ++count) {
        sum += table[(next_random(seed) >> 32) * table.size() >> 32];
    }
    return sum;
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 3) {
        std::fprintf(stderr, "expected the size of the table in bytes, and the number of threads\n");
        return 2;
    }
    const taquin::LargeTable<std::uint8_t> table(std::strtoull(arguments[1], nullptr, 10));
    for (std::size_t index = 0; index < table.size(); ++index) {
        table[index] = static_cast<std::uint8_t>(index * 2654435761U >> 13);
    }
    const std::size_t threads = std::strtoull(arguments[2], nullptr, 10);
    std::vector<std::uint64_t> sums(threads);  // so that the look-ups are not optimized away
    std::vector<std::thread> team;
    const std::clock_t began = std::clock();
    for (std::size_t thread = 0; thread < threads; ++thread) {
        team.emplace_back([&, thread] { sums[thread] = look_up(table, 88172645463325252U + thread); });
    }
    for (std::thread& thread : team) {
        thread.join();
    }
    const double seconds = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    std::printf("%.1f M/s (%llu)\n", static_cast<double>(threads * lookup_count) / seconds / 1e6,
                static_cast<unsigned long long>(sums[0] & 1));
}
