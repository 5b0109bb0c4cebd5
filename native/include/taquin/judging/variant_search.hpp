#pragma once

// The search of the textbook with the choices that programs make differently: src/taquin/judging/variant_search.py defines
// it, and src/taquin/judging/variants.py the choices. Here it runs for a million variants.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace taquin::judging {

enum class Algorithm : std::uint8_t { best_first, ida_star, deepening, bidirectional, bidirectional_layers, bidirectional_smaller };
enum class Key : std::uint8_t { added, f, f_h, f_g };
enum class Ties : std::uint8_t {
    oldest, newest, family, heapq, libcxx, java, right, append, board, board_path, board_letters
};
enum class Duplicates : std::uint8_t {
    generated, closed, open, expanded, both, smaller, smaller_once, in_place, undo, path, none
};
enum class GoalTest : std::uint8_t { taken, generated, family, estimate, expanded };

/// One variant, unpacked from the number that src/taquin/judging/variants.py makes of it.
struct Variant {
    Algorithm algorithm;
    Key key;
    Ties ties;
    Duplicates duplicates;
    GoalTest goal_test;
    std::uint8_t heuristic, order, weights;
    bool is_start_unmarked, takes_parent_h, ignores_blank;

    /// Throws std::invalid_argument if a choice does not exist.
    static Variant unpack(std::uint32_t code);
    /// The number without the goal test: variants that differ in nothing else are run once.
    static std::uint32_t run_of(std::uint32_t code) { return code & ~std::uint32_t{0xE0}; }
    static GoalTest goal_test_of(std::uint32_t code) { return static_cast<GoalTest>(code >> 5 & 7U); }
};

/// What programs count, in the order of COUNTS in variants.py.
enum Count : std::uint8_t {
    expanded, taken, closed, children, forward, added, seen, largest_before, largest_after, left, left_and_closed,
    calls, last_expanded, last_taken, last_calls, passes, length, counts
};

/// A count that this search does not have. It is no number that a program prints, even with 1 added.
constexpr std::int64_t no_count = -1'000;

struct Outcome {
    bool is_solved = false;
    std::array<std::int64_t, counts> values{};
    std::vector<std::uint8_t> moves;
    std::uint64_t trail = 0;  // a hash of the boards that were expanded, in their order, without copies
};

/// How a tile adds to an estimate, and what is done with the sum.
struct Estimate {
    enum Last : std::uint8_t { nothing, truncate, conflicts };
    std::vector<double> costs;  // by tile and cell
    Last last = nothing;
};

/// The boards that searches for one goal have met, with their children and estimates.
class BoardSpace {
public:
    using Number = std::uint32_t;
    static constexpr Number none = ~Number{0};
    static constexpr int maximum_cells = 16;

    struct Known {
        std::uint64_t packed;  // four bits a cell, the first cell highest: numbers compare as boards do, cell by cell
        std::array<Number, 4> children;  // none: not made yet, or off the board
        int blank;
    };

    BoardSpace(int rows, int columns, std::span<const std::uint8_t> goal, std::vector<Estimate> estimates);

    [[nodiscard]] Number number_of(std::span<const std::uint8_t> cells);
    [[nodiscard]] const Known& operator[](Number board) const { return boards_[board]; }
    [[nodiscard]] std::size_t size() const { return boards_.size(); }
    [[nodiscard]] Number goal() const { return goal_; }
    [[nodiscard]] std::size_t heuristics() const { return estimates_.size(); }

    /// The child of a board by one move; none if that leaves the board.
    Number child(Number board, int move) {
        const Number known = boards_[board].children[static_cast<std::size_t>(move)];
        return known != none ? known : make_child(board, move);
    }

    double estimate(Number board, std::size_t heuristic);

    /// Whether the tiles are in the order of the goal, wherever the blank is.
    [[nodiscard]] bool is_ordered(Number board) const;

private:
    Number make_child(Number board, int move);
    Number find_or_add(std::uint64_t packed);
    void grow();
    [[nodiscard]] int tile(std::uint64_t packed, int cell) const {
        return static_cast<int>(packed >> (4 * (cells_ - 1 - cell)) & 15);
    }
    [[nodiscard]] int count_conflicts(std::uint64_t packed) const;

    int rows_, columns_, cells_;
    std::vector<Estimate> estimates_;
    std::array<int, maximum_cells> homes_{};
    std::vector<Known> boards_;
    std::vector<double> h_;  // by board and heuristic; negative: not computed yet
    std::vector<Number> slots_;
    Number goal_ = none;
};

/// Runs variants in one space. The memory of a run is used again by the next one.
class VariantSearch {
public:
    VariantSearch(
        int rows, int columns, std::span<const std::uint8_t> goal, std::vector<Estimate> estimates,
        std::vector<std::array<std::uint8_t, 4>> orders, std::vector<std::array<double, 2>> weights);

    /// Run one variant, with at most `limit` nodes taken from the queue.
    Outcome run(std::span<const std::uint8_t> start, std::uint32_t code, std::uint64_t limit);

    /// What a program printed for one name, and where: a definition is one of the counts, with a number added to it.
    struct Definition {
        std::uint8_t count;
        std::int64_t more;
    };
    struct Observed {
        std::vector<std::int64_t> values;  // by name; not_printed if it is missing on this board
        const std::vector<std::uint8_t>* path = nullptr;  // null: no name is that of the path, or it is missing
    };
    static constexpr std::int64_t not_printed = std::int64_t{-1} << 62;
    static constexpr int path_place = 63;

    struct Narrowed {
        std::size_t done = 0;  // of the variants
        std::uint64_t work = 0;  // nodes that were taken from queues
        std::vector<std::uint32_t> codes;
        std::vector<std::uint64_t> masks;  // by variant and name: the definitions that fit
    };

    /// The variants that fit what was observed on a board; with `needs_all`, all names, else at least one counter. Ends
    /// when `work` is done.
    Narrowed narrow(
        std::span<const std::uint8_t> start, std::span<const std::uint32_t> codes, std::span<const std::uint64_t> masks,
        std::span<const Definition> definitions, const Observed& observed, bool needs_all, std::uint64_t limit,
        std::uint64_t work);

private:
    using Number = BoardSpace::Number;

    struct Node {
        Number board;
        std::uint32_t parent;
        std::uint32_t depth;
        std::uint8_t move;
        bool is_stale;
        double estimate;
    };
    struct Entry {
        double first, second;
        std::int64_t rank;
        std::uint32_t node;
    };
    struct Mark {
        std::uint32_t run = 0;  // the run that wrote this; of another one it says nothing
        std::uint32_t best = 0;  // the least g + 1 with which the board was added; 0: it was not
        std::uint32_t node = 0;  // that is in the queue with it
        bool is_closed = false;
    };
    struct Outcomes {
        std::array<Outcome, 5> by_test;
        std::uint64_t work = 0;
    };

    void check(const Variant& variant) const;
    Outcomes& run_all(Number start, const Variant& variant, unsigned tests, std::uint64_t limit);
    void best_first(Number start, const Variant& variant, unsigned tests, std::uint64_t limit);
    void iterate(Number start, const Variant& variant, std::uint64_t limit);
    void bidirectional(Number start, const Variant& variant, std::uint64_t limit);

    Mark& mark(Number board) {
        if (board >= marks_.size()) {
            marks_.resize(std::max<std::size_t>(2 * marks_.size(), board + 1024));
        }
        Mark& found = marks_[board];
        if (found.run != run_) {
            found = Mark{run_, 0, 0, false};
        }
        return found;
    }
    [[nodiscard]] bool is_less(const Entry& one, const Entry& other) const;
    [[nodiscard]] bool is_path_less(std::uint32_t one, std::uint32_t other) const;
    void sift_up(std::vector<Entry>& heap, std::size_t place) const;
    Entry pop();
    void append_family();
    void finish(Outcome& outcome, std::uint32_t node) const;

    BoardSpace space_;
    std::vector<std::array<std::uint8_t, 4>> orders_;
    std::vector<std::array<double, 2>> weights_;
    std::vector<Node> nodes_;
    std::vector<Entry> heap_, family_;
    std::vector<Mark> marks_;
    std::uint32_t run_ = 0;
    Ties ties_ = Ties::oldest;
    Outcomes outcomes_;
};

}  // namespace taquin::judging
