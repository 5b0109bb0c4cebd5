#include "taquin/tables/distance_table.hpp"

#include <cstdint>
#include <numeric>
#include <vector>

#include "check.hpp"

using namespace taquin;
using namespace taquin::tests;

namespace {

/// Numbers of states at each distance, published or counted by others: W. W. Johnson 1879 gives the halves, and the
/// radii of 3×3 are 31 for a corner and an edge and 30 for the centre.
void check_counts(
    int rows, int columns, int blank, std::uint64_t states, std::size_t radius, std::uint64_t last,
    Metric metric = Metric::moves) {
    const Grid grid = make_grid(rows, columns);
    const StateRanking ranking(grid, blank);
    CHECK(ranking.size() == states);
    std::vector<std::uint8_t> first(ranking.size());
    for (const int threads : {1, 3}) {
        std::vector<std::uint8_t> table(ranking.size());
        const auto counts = fill_distances(ranking, table, threads, {}, metric);
        CHECK(counts.has_value());
        CHECK(counts->size() == radius + 1 && counts->back() == last && counts->front() == 1);
        CHECK(std::accumulate(counts->begin(), counts->end(), std::uint64_t{0}) == states);
        CHECK(threads == 1 || table == first);
        first = table;
    }
}

void test_stopping() {
    const Grid grid = make_grid(3, 3);
    const StateRanking ranking(grid, 0);
    std::vector<std::uint8_t> table(ranking.size());
    int asked = 0;
    const auto counts = fill_distances(ranking, table, 2, [&asked](int, std::uint64_t) { return ++asked > 0; });
    CHECK(!counts.has_value() || asked == 0);
}

}  // namespace

int main() {
    check_counts(2, 3, 5, 360, 21, 1);
    check_counts(3, 3, 8, 181440, 31, 2);
    check_counts(3, 3, 4, 181440, 30, 148);
    check_counts(2, 4, 7, 20160, 36, 1);
    check_counts(3, 3, 8, 181440, 24, 1, Metric::slides);
    test_stopping();
}
