#include <array>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "check.hpp"
#include "taquin/slides/slide_database.hpp"
#include "taquin/slides/slide_search.hpp"

using namespace taquin;
using namespace taquin::tests;

namespace {

/// On 2×4 with the blank first, in the order of the pattern's tiles 1 to 6 or 2 to 7.
struct Database {
    std::array<std::uint8_t, slide_tiles> tiles;
    std::vector<std::uint8_t> entries;
};

const SlideIndex index(2, 4);

Database make_database(std::uint8_t first) {
    Database database{{}, std::vector<std::uint8_t>(index.size())};
    std::iota(database.tiles.begin(), database.tiles.end(), first);
    const auto counts = fill_slide_database(index, 0, database.tiles, database.entries, 2, {});
    CHECK(counts.has_value());
    // Only one tile is not in the pattern, so the entries are those of all boards, and parity excludes half of them.
    CHECK(std::accumulate(counts->begin(), counts->end(), std::uint64_t{0}) == 20160);
    return database;
}

void test_search() {
    const std::array<Database, 2> databases{make_database(1), make_database(2)};
    std::array<std::uint8_t, 8> cells{};
    std::iota(cells.begin(), cells.end(), std::uint8_t{0});
    std::vector<SlideView> views;
    for (const Database& database : databases) {
        views.push_back({cells, database.tiles, database.entries});
    }
    const SlideDatabases seen(index, 2, 4, views);
    Limits limits;
    // The blank goes right by 3, down, left by 2, from the goal: three slides lead back.
    const Cells start{1, 2, 3, 7, 4, 0, 5, 6};
    const Outcome outcome = search_slides(seen, start, 100, limits);
    CHECK(outcome.status == Status::solved);
    CHECK((outcome.moves == std::vector<std::uint8_t>{3 + 4, 0, 2 + 8}));
    CHECK(outcome.lower_bound == 3);
    CHECK(search_slides(seen, start, 2, limits).status == Status::exhausted);
    Limits stopping(0);
    CHECK(search_slides(seen, start, 100, stopping).status == Status::stopped);
}

void test_wrong_views() {
    const Database database = make_database(1);
    std::array<std::uint8_t, 8> cells{};
    std::iota(cells.begin(), cells.end(), std::uint8_t{0});
    const auto is_refused = [&](const SlideView& view) {
        try {
            static_cast<void>(SlideDatabases(index, 2, 4, std::array{view}));
        } catch (const std::invalid_argument&) {
            return true;
        }
        return false;
    };
    const std::array<std::uint8_t, slide_tiles> twice{1, 2, 3, 4, 5, 5};
    CHECK(is_refused({cells, twice, database.entries}));
    CHECK(is_refused({cells, database.tiles, database.entries}));  // no view has tile 7
    std::swap(cells[0], cells[1]);
    CHECK(is_refused({cells, database.tiles, database.entries}));
}

void test_stopping() {
    std::vector<std::uint8_t> table(index.size());
    const std::array<std::uint8_t, slide_tiles> homes{1, 2, 3, 4, 5, 6};
    int asked = 0;
    const auto counts =
        fill_slide_database(index, 0, homes, table, 2, [&asked](int, std::uint64_t) { return ++asked > 0; });
    CHECK(!counts.has_value() || asked == 0);
}

}  // namespace

int main() {
    test_search();
    test_wrong_views();
    test_stopping();
}
