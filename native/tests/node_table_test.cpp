#include "taquin/best_first/node_table.hpp"

#include <map>
#include <stdexcept>

#include "check.hpp"
#include "taquin/puzzle/packed.hpp"

using namespace taquin;
using namespace taquin::tests;

namespace {

using Nodes = NodeTable<Packed16>;

void test_finds_what_was_added_through_many_rebuilds() {
    const Grid grid = make_grid(4, 4);
    std::mt19937 random(1);
    Nodes nodes;
    std::map<Cells, Nodes::Number> known;
    Cells board = make_goal(16);
    for (int step = 0; step < 100'000; ++step) {
        board = scramble(grid, board, 1, random);
        const Packed16 state = Packed16::pack(board, 16);
        CHECK(nodes.make_room(1, [] { return false; }));
        const auto slot = nodes.find(state, state.hash());
        const auto found = known.find(board);
        CHECK(slot.is_empty() == (found == known.end()));
        if (slot.is_empty()) {
            const auto number = nodes.add(slot, state, state.hash(), 7, step % 4, 1000, step % 4096);
            CHECK(number == known.size());
            CHECK(nodes.state(number) == state && nodes.parent(number) == 7 && nodes.move(number) == step % 4);
            CHECK(nodes.g(number) == 1000 && nodes.h(number) == step % 4096 && nodes.closed(number) == Closed::no);
            known[board] = number;
        } else {
            CHECK(nodes.number(slot) == found->second);
        }
    }
    CHECK(nodes.size() == known.size() && known.size() > 50'000);
    CHECK(nodes.memory() < nodes.size() * 28 + 200'000);
}

/// A rebuild polls at regular distances, and ends at once when it is told to stop.
void test_rebuilds_are_polled() {
    Nodes nodes;
    int polls = 0;
    bool is_stopping = false;
    const auto poll = [&] {
        ++polls;
        return is_stopping;
    };
    std::size_t expected = 0;
    std::uint32_t number = 0;
    const auto append = [&] {  // the digits of a number: no two states are equal
        Cells digits{};
        for (std::size_t cell = 0; cell < 8; ++cell) {
            digits[cell] = number >> (4 * cell) & 15;
        }
        nodes.append(Packed16::pack(digits, 16), Nodes::none, 0, 0, 0);
        ++number;
    };
    while (expected < 6) {
        const std::size_t before = nodes.memory();
        polls = 0;
        CHECK(nodes.make_room(1, poll));
        if (polls > 0) {
            CHECK(nodes.memory() > before);  // only a rebuild polls
            expected = nodes.size() / Nodes::nodes_between_polls;
            CHECK(static_cast<std::size_t>(polls) == expected);
        }
        append();
    }
    is_stopping = true;
    polls = 0;
    while (nodes.make_room(1, poll)) {
        append();
    }
    CHECK(polls == 1);
}

void test_facts_do_not_disturb_each_other() {
    Nodes nodes;
    nodes.append({}, Nodes::none, 3, 0xffff, Nodes::maximum_h);
    nodes.close(0, Closed::cut);
    CHECK(nodes.g(0) == 0xffff && nodes.h(0) == Nodes::maximum_h && nodes.move(0) == 3);
    CHECK(nodes.closed(0) == Closed::cut && nodes.parent(0) == Nodes::none);
    nodes.improve(0, 5, 0, 1);
    CHECK(nodes.g(0) == 1 && nodes.h(0) == Nodes::maximum_h && nodes.move(0) == 0);
    CHECK(nodes.closed(0) == Closed::cut && nodes.parent(0) == 5);
    nodes.close(0, Closed::no);
    CHECK(nodes.closed(0) == Closed::no && nodes.g(0) == 1);
}

void test_a_large_g_is_kept_whole() {
    Nodes nodes;
    for (std::uint32_t g : {0U, 65'535U, 65'536U, 4'000'000'000U}) {
        nodes.append({}, Nodes::none, 0, g, 0);
    }
    CHECK(nodes.g(0) == 0 && nodes.g(1) == 65'535 && nodes.g(2) == 65'536 && nodes.g(3) == 4'000'000'000U);
    nodes.improve(3, 0, 0, 70'000);
    nodes.improve(2, 0, 0, 3);
    CHECK(nodes.g(3) == 70'000 && nodes.g(2) == 3);
}

void test_an_estimate_out_of_range_is_refused() {
    Nodes nodes;
    for (const int h : {-1, Nodes::maximum_h + 1}) {
        bool is_refused = false;
        try {
            nodes.append({}, Nodes::none, 0, 0, h);
        } catch (const std::invalid_argument&) {
            is_refused = true;
        }
        CHECK(is_refused && nodes.size() == 0);
    }
}

}  // namespace

int main() {
    test_finds_what_was_added_through_many_rebuilds();
    test_rebuilds_are_polled();
    test_facts_do_not_disturb_each_other();
    test_a_large_g_is_kept_whole();
    test_an_estimate_out_of_range_is_refused();
}
