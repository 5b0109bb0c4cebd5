#include "taquin/judging/variant_search.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace taquin::judging {

namespace {

constexpr std::array<std::uint8_t, 4> opposites = {1, 0, 3, 2};  // of up, down, left, right
constexpr std::array<std::uint8_t, 4> letter_ranks = {3, 0, 1, 2};  // of U, D, L, R
constexpr std::uint8_t no_move = 255;
constexpr std::uint32_t no_node = ~std::uint32_t{0};
constexpr int deepest_call = 250;

constexpr unsigned bit(GoalTest test) {
    return 1U << static_cast<unsigned>(test);
}

std::uint64_t mixed(std::uint64_t value) {
    value ^= value >> 31;
    value *= 0x9E3779B97F4A7C15U;
    return value ^ (value >> 29);
}

}  // namespace

Variant Variant::unpack(std::uint32_t code) {
    const auto field = [&](int shift, unsigned width) {
        return static_cast<std::uint8_t>(code >> shift & ((1U << width) - 1U));
    };
    const std::uint8_t duplicates = field(8, 4), ties = field(12, 4), algorithm = field(29, 3);
    if (duplicates > static_cast<std::uint8_t>(Duplicates::none) ||
        ties > static_cast<std::uint8_t>(Ties::board_letters) ||
        algorithm > static_cast<std::uint8_t>(Algorithm::bidirectional_smaller) ||
        goal_test_of(code) > GoalTest::expanded) {
        throw std::invalid_argument("expected the number of a variant");
    }
    return {
        static_cast<Algorithm>(algorithm), static_cast<Key>(field(16, 2)), static_cast<Ties>(ties),
        static_cast<Duplicates>(duplicates), goal_test_of(code), field(18, 4), field(0, 5), field(22, 4),
        field(26, 1) != 0, field(27, 1) != 0, field(28, 1) != 0};
}

// Boards

BoardSpace::BoardSpace(
    int rows, int columns, std::span<const std::uint8_t> goal, std::vector<Estimate> estimates)
    : rows_(rows), columns_(columns), cells_(rows * columns), estimates_(std::move(estimates)), slots_(1024, none) {
    if (rows < 1 || columns < 1 || rows > maximum_cells || columns > maximum_cells || cells_ > maximum_cells) {
        throw std::invalid_argument("expected a board of 1 to 16 cells");
    }
    const auto cells = static_cast<std::size_t>(cells_);
    for (const Estimate& estimate : estimates_) {
        if (estimate.costs.size() != cells * cells) {
            throw std::invalid_argument("expected a cost for every tile and cell");
        }
    }
    goal_ = number_of(goal);
    for (int cell = 0; cell < cells_; ++cell) {
        homes_[static_cast<std::size_t>(tile(boards_[goal_].packed, cell))] = cell;
    }
}

BoardSpace::Number BoardSpace::number_of(std::span<const std::uint8_t> cells) {
    std::uint64_t packed = 0;
    unsigned seen = 0;
    if (cells.size() != static_cast<std::size_t>(cells_)) {
        throw std::invalid_argument("expected a board of the same size as the goal");
    }
    for (const std::uint8_t tile_here : cells) {
        if (tile_here >= cells_ || (seen >> tile_here & 1U) != 0) {
            throw std::invalid_argument("expected every tile once");
        }
        seen |= 1U << tile_here;
        packed = packed << 4 | tile_here;
    }
    return find_or_add(packed);
}

BoardSpace::Number BoardSpace::find_or_add(std::uint64_t packed) {
    if (2 * (boards_.size() + 1) > slots_.size()) {
        grow();
    }
    std::size_t at = static_cast<std::size_t>(mixed(packed)) & (slots_.size() - 1);
    for (; slots_[at] != none; at = (at + 1) & (slots_.size() - 1)) {
        if (boards_[slots_[at]].packed == packed) {
            return slots_[at];
        }
    }
    int blank = 0;
    while (tile(packed, blank) != 0) {
        ++blank;
    }
    const auto number = static_cast<Number>(boards_.size());
    h_.resize(estimates_.size() * (boards_.size() + 1), -1.0);
    boards_.push_back({packed, {none, none, none, none}, blank});
    slots_[at] = number;
    return number;
}

void BoardSpace::grow() {
    std::vector<Number> larger(2 * slots_.size(), none);
    for (Number number = 0; number < boards_.size(); ++number) {
        std::size_t at = static_cast<std::size_t>(mixed(boards_[number].packed)) & (larger.size() - 1);
        while (larger[at] != none) {
            at = (at + 1) & (larger.size() - 1);
        }
        larger[at] = number;
    }
    slots_.swap(larger);
}

BoardSpace::Number BoardSpace::make_child(Number board, int move) {
    const int blank = boards_[board].blank, row = blank / columns_, column = blank % columns_;
    const int to_row = row + (move == 1) - (move == 0), to_column = column + (move == 3) - (move == 2);
    if (to_row < 0 || to_row >= rows_ || to_column < 0 || to_column >= columns_) {
        return none;
    }
    const int from = to_row * columns_ + to_column;
    const std::uint64_t packed = boards_[board].packed, moving = static_cast<std::uint64_t>(tile(packed, from));
    const Number made =
        find_or_add(packed ^ moving << (4 * (cells_ - 1 - from)) ^ moving << (4 * (cells_ - 1 - blank)));
    boards_[board].children[static_cast<std::size_t>(move)] = made;
    return made;
}

double BoardSpace::estimate(Number board, std::size_t heuristic) {
    double& known = h_[board * estimates_.size() + heuristic];
    if (known < 0) {
        const Estimate& wanted = estimates_[heuristic];
        const std::uint64_t packed = boards_[board].packed;
        double sum = 0;
        for (int cell = 0; cell < cells_; ++cell) {
            sum += wanted.costs[static_cast<std::size_t>(tile(packed, cell) * cells_ + cell)];
        }
        known = wanted.last == Estimate::truncate    ? std::trunc(sum)
                : wanted.last == Estimate::conflicts ? sum + 2 * count_conflicts(packed)
                                                     : sum;
    }
    return known;
}

int BoardSpace::count_conflicts(std::uint64_t packed) const {
    int count = 0;
    for (int one = 0; one < cells_; ++one) {
        for (int two = one + 1; two < cells_; ++two) {
            const int first = tile(packed, one), second = tile(packed, two);
            const int home = homes_[static_cast<std::size_t>(first)], other = homes_[static_cast<std::size_t>(second)];
            if (first == 0 || second == 0 || home <= other) {
                continue;
            }
            const auto is_line = [&](auto line) {
                return line(one) == line(two) && line(one) == line(home) && line(one) == line(other);
            };
            count += is_line([&](int cell) { return cell / columns_; });
            count += is_line([&](int cell) { return cell % columns_; });
        }
    }
    return count;
}

bool BoardSpace::is_ordered(Number board) const {
    const std::uint64_t packed = boards_[board].packed, goal = boards_[goal_].packed;
    int other = 0;
    for (int cell = 0; cell < cells_; ++cell) {
        if (tile(packed, cell) == 0) {
            continue;
        }
        other += tile(goal, other) == 0;
        if (tile(packed, cell) != tile(goal, other++)) {
            return false;
        }
    }
    return true;
}

// Queues

bool VariantSearch::is_less(const Entry& one, const Entry& other) const {
    if (one.first != other.first) {
        return one.first < other.first;
    }
    if (one.second != other.second) {
        return one.second < other.second;
    }
    if (one.rank != other.rank) {
        return one.rank < other.rank;
    }
    if (ties_ < Ties::board) {  // keys alone, or numbers, which are never equal
        return false;
    }
    return ties_ == Ties::board ? one.node < other.node : is_path_less(one.node, other.node);
}

/// Whether the path to a node is smaller: as a list of boards, or of letters of moves.
bool VariantSearch::is_path_less(std::uint32_t one, std::uint32_t other) const {
    bool is_smaller = one < other;
    while (one != other && nodes_[one].depth > 0 && nodes_[other].depth > 0) {
        const Node &left = nodes_[one], &right = nodes_[other];
        if (ties_ == Ties::board_path && left.board != right.board) {
            is_smaller = space_[left.board].packed < space_[right.board].packed;
        } else if (ties_ == Ties::board_letters && left.move != right.move) {
            is_smaller = letter_ranks[left.move] < letter_ranks[right.move];
        }
        one = left.parent;
        other = right.parent;
    }
    return is_smaller;  // the first difference from the start decides, which is seen last
}

void VariantSearch::sift_up(std::vector<Entry>& heap, std::size_t place) const {
    const Entry entry = heap[place];
    while (place > 0 && is_less(entry, heap[(place - 1) / 2])) {
        heap[place] = heap[(place - 1) / 2];
        place = (place - 1) / 2;
    }
    heap[place] = entry;
}

/// Take the least entry. The last one sinks while a child is smaller (Java, textbooks), or a hole sinks to the bottom and
/// the last entry rises from there. Of equal children the left one rises, or the right.
VariantSearch::Entry VariantSearch::pop() {
    const bool prefers_left = ties_ == Ties::java || ties_ == Ties::libcxx;
    const bool stops_early = ties_ == Ties::java || ties_ == Ties::right;
    const Entry first = heap_.front(), last = heap_.back();
    heap_.pop_back();
    // The hole of libc++ sinks through the whole heap, the last entry included; the others sink without it.
    if (ties_ == Ties::libcxx) {
        heap_.push_back(last);
    }
    const std::size_t size = heap_.size();
    if (size == 0) {
        return first;
    }
    std::size_t hole = 0;
    for (std::size_t child = 1; child < size; child = 2 * hole + 1) {
        if (child + 1 < size &&
            (prefers_left ? is_less(heap_[child + 1], heap_[child]) : !is_less(heap_[child], heap_[child + 1]))) {
            ++child;
        }
        if (stops_early && !is_less(heap_[child], last)) {
            break;
        }
        heap_[hole] = heap_[child];
        hole = child;
    }
    if (ties_ == Ties::libcxx) {
        heap_.pop_back();
    }
    if (hole < heap_.size()) {
        heap_[hole] = last;
        if (!stops_early) {
            sift_up(heap_, hole);
        }
    }
    return first;
}

/// Append a family to the heap as Rust's BinaryHeap::append does: it is made a heap of its own, the shorter of the two is
/// added to the longer one, element by element, or all is made a heap anew.
void VariantSearch::append_family() {
    const auto heapify = [&](std::vector<Entry>& heap) {
        for (std::size_t top = heap.size() / 2; top-- > 0;) {
            const Entry entry = heap[top];
            std::size_t hole = top;
            for (std::size_t child = 2 * hole + 1; child < heap.size(); child = 2 * hole + 1) {
                if (child + 1 < heap.size() && !is_less(heap[child], heap[child + 1])) {
                    ++child;
                }
                if (!is_less(heap[child], entry)) {
                    break;
                }
                heap[hole] = heap[child];
                hole = child;
            }
            heap[hole] = entry;
        }
    };
    heapify(family_);
    if (heap_.size() < family_.size()) {
        heap_.swap(family_);
    }
    const std::size_t before = heap_.size(), more = family_.size();
    heap_.insert(heap_.end(), family_.begin(), family_.end());
    family_.clear();
    if (more == 0) {
        return;
    }
    const std::size_t logarithm = heap_.size() <= 2048 ? static_cast<std::size_t>(std::bit_width(before)) - 1 : 11;
    if (before < more || 2 * heap_.size() < more * logarithm) {
        heapify(heap_);
        return;
    }
    for (std::size_t place = before; place < heap_.size(); ++place) {
        sift_up(heap_, place);
    }
}

// Searches

VariantSearch::VariantSearch(
    int rows, int columns, std::span<const std::uint8_t> goal, std::vector<Estimate> estimates,
    std::vector<std::array<std::uint8_t, 4>> orders, std::vector<std::array<double, 2>> weights)
    : space_(rows, columns, goal, std::move(estimates)), orders_(std::move(orders)), weights_(std::move(weights)) {
    for (const auto& order : orders_) {
        for (const std::uint8_t move : order) {
            if (move > 3) {
                throw std::invalid_argument("expected moves from 0 to 3");
            }
        }
    }
}

void VariantSearch::check(const Variant& variant) const {
    if (variant.order >= orders_.size() || variant.weights >= weights_.size() ||
        variant.heuristic >= space_.heuristics()) {
        throw std::invalid_argument("expected the number of a variant with a known order, heuristic and weights");
    }
}

Outcome VariantSearch::run(std::span<const std::uint8_t> start, std::uint32_t code, std::uint64_t limit) {
    const Variant variant = Variant::unpack(code);
    check(variant);
    return run_all(space_.number_of(start), variant, bit(variant.goal_test), limit)
        .by_test[static_cast<std::size_t>(variant.goal_test)];
}

VariantSearch::Outcomes& VariantSearch::run_all(
    Number start, const Variant& variant, unsigned tests, std::uint64_t limit) {
    outcomes_.work = 0;
    for (Outcome& outcome : outcomes_.by_test) {
        outcome.is_solved = false;
        outcome.values.fill(no_count);
        outcome.moves.clear();
        outcome.trail = 0;
    }
    if (++run_ == 0) {  // marks of the run with this number, four billion runs ago, must not count
        marks_.clear();
        run_ = 1;
    }
    ties_ = variant.ties;
    nodes_.clear();
    switch (variant.algorithm) {
        case Algorithm::best_first: best_first(start, variant, tests, limit); break;
        case Algorithm::ida_star:
        case Algorithm::deepening: iterate(start, variant, limit); break;
        default: bidirectional(start, variant, limit);
    }
    return outcomes_;
}

void VariantSearch::finish(Outcome& outcome, std::uint32_t node) const {
    outcome.is_solved = true;
    outcome.values[length] = nodes_[node].depth;
    for (; nodes_[node].depth > 0; node = nodes_[node].parent) {
        outcome.moves.push_back(nodes_[node].move);
    }
    std::reverse(outcome.moves.begin(), outcome.moves.end());
}

void VariantSearch::best_first(Number start, const Variant& variant, unsigned tests, std::uint64_t limit) {
    const Duplicates rule = variant.duplicates;
    const bool drops_added = rule == Duplicates::generated, is_in_place = rule == Duplicates::in_place;
    const bool drops_not_smaller = rule == Duplicates::smaller || rule == Duplicates::smaller_once;
    const bool drops_closed_child =
        rule == Duplicates::closed || rule == Duplicates::open || rule == Duplicates::both || is_in_place;
    const bool drops_closed_node = rule == Duplicates::expanded || rule == Duplicates::both || is_in_place;
    const bool is_heap_of_keys = ties_ >= Ties::heapq && ties_ <= Ties::append;
    const auto [weight_g, weight_h] = weights_[variant.weights];
    const auto order = orders_[variant.order];

    heap_.clear();
    family_.clear();
    nodes_.push_back({start, 0, 0, no_move, false, space_.estimate(start, variant.heuristic)});
    heap_.push_back({0, 0, 0, 0});
    if (!variant.is_start_unmarked) {
        mark(start).best = 1;
    }
    std::int64_t expansions = 0, takes = 0, closed_boards = 0, made = 0, onward = 0, additions = 0;
    std::int64_t boards = !variant.is_start_unmarked, stale = 0, before = 0, after = 0;
    std::uint64_t trail = 0;
    const auto queue = [&] { return static_cast<std::int64_t>(heap_.size() + family_.size()) - stale; };
    const auto end = [&](GoalTest test, std::uint32_t node) {
        Outcome& outcome = outcomes_.by_test[static_cast<std::size_t>(test)];
        if ((tests & bit(test)) == 0 || outcome.is_solved) {
            return;
        }
        auto& values = outcome.values;
        values[expanded] = expansions;
        values[taken] = takes;
        values[closed] = closed_boards;
        values[children] = made;
        values[forward] = onward;
        values[added] = additions;
        values[seen] = boards;
        values[largest_before] = before;
        values[largest_after] = std::max(after, queue());
        values[left] = queue();
        values[left_and_closed] = queue() + closed_boards;
        outcome.trail = trail;
        // The goal is the parent of the node whose stored estimate is that of its parent.
        const bool is_after = test == GoalTest::estimate && nodes_[nodes_[node].parent].board == space_.goal();
        finish(outcome, is_after ? nodes_[node].parent : node);
        tests &= ~bit(test);
    };
    const auto make_entry = [&](std::uint32_t node, double f, double h, std::int64_t place) {
        Entry entry{variant.key == Key::added ? 0 : f, 0, 0, node};
        if (variant.key == Key::f_h) {
            entry.second = h;
        } else if (variant.key == Key::f_g) {
            entry.second = nodes_[node].depth;
        }
        switch (ties_) {
            case Ties::oldest: entry.rank = node; break;
            case Ties::newest: entry.rank = -static_cast<std::int64_t>(node); break;
            case Ties::family: entry.rank = 8 * -expansions + place; break;
            case Ties::board:
            case Ties::board_path:
            case Ties::board_letters:
                entry.rank = static_cast<std::int64_t>(space_[nodes_[node].board].packed ^ std::uint64_t{1} << 63);
                break;
            default: break;
        }
        return entry;
    };

    while (!heap_.empty() && tests != 0 && static_cast<std::uint64_t>(takes) < limit) {
        const std::int64_t size = queue();
        const Entry chosen = pop();
        Node node = nodes_[chosen.node];
        if (node.is_stale) {  // its place was taken by a cheaper path
            --stale;
            continue;
        }
        before = std::max(before, size);
        ++takes;
        Mark& own = mark(node.board);
        if ((drops_closed_node && own.is_closed) ||
            (rule == Duplicates::smaller_once && own.best != 0 && node.depth + 1 > own.best)) {
            continue;
        }
        const bool is_goal = variant.ignores_blank ? space_.is_ordered(node.board) : node.board == space_.goal();
        if (is_goal) {
            end(GoalTest::taken, chosen.node);
        }
        if (node.estimate == 0) {
            end(GoalTest::estimate, chosen.node);
        }
        if (tests == 0) {
            break;
        }
        const auto before_expansion = std::tuple{expansions, closed_boards, trail};
        if (!own.is_closed) {
            trail = mixed(trail + space_[node.board].packed);
            own.is_closed = !variant.is_start_unmarked || chosen.node > 0;
            closed_boards += own.is_closed;
        }
        ++expansions;
        const std::uint32_t g = node.depth + 1;
        const Number previous = nodes_[node.parent].board;
        const double own_h = space_.estimate(node.board, variant.heuristic);
        std::uint32_t goal_child = no_node;
        std::int64_t place = 0;
        for (const std::uint8_t move : order) {
            const Number child = space_.child(node.board, move);
            if (child == BoardSpace::none) {
                continue;
            }
            ++made;
            onward += node.move == no_move || move != opposites[node.move];
            Mark& found = mark(child);
            const std::uint32_t best = found.best != 0 ? found.best - 1 : ~std::uint32_t{0};
            if ((drops_added && found.best != 0) || (drops_closed_child && found.is_closed) ||
                (drops_not_smaller && best <= g) || (rule == Duplicates::undo && child == previous) ||
                (rule == Duplicates::open && best < g)) {
                continue;
            }
            const bool is_queued = is_in_place && found.best != 0;
            if (is_queued && best <= g) {
                continue;
            }
            if (rule == Duplicates::path) {
                std::uint32_t ancestor = chosen.node;
                while (nodes_[ancestor].board != child && nodes_[ancestor].depth > 0) {
                    ancestor = nodes_[ancestor].parent;
                }
                if (nodes_[ancestor].board == child) {
                    continue;
                }
            }
            boards += found.best == 0;
            found.best = std::min(found.best != 0 ? found.best : ~std::uint32_t{0}, g + 1);
            const double h = variant.takes_parent_h ? own_h : space_.estimate(child, variant.heuristic);
            const double f = weight_g * g + weight_h * h;
            auto number = static_cast<std::uint32_t>(nodes_.size());
            if (is_queued && is_heap_of_keys) {  // the entry changes where it is, and the heap does not notice
                number = found.node;
                nodes_[number].parent = chosen.node;
                nodes_[number].depth = g;
                nodes_[number].move = move;
                const Entry changed = make_entry(number, f, h, place++);
                for (std::vector<Entry>* heap : {&heap_, &family_}) {
                    for (Entry& entry : *heap) {
                        if (entry.node == number) {
                            entry = changed;
                        }
                    }
                }
            } else {
                nodes_.push_back({child, chosen.node, g, move, false, h});
                Entry entry = make_entry(number, f, h, place++);
                if (is_queued) {
                    nodes_[found.node].is_stale = true;
                    ++stale;
                    if (ties_ < Ties::heapq) {  // it keeps its place
                        entry.rank = -1;
                        for (const Entry& other : heap_) {
                            if (other.node == found.node) {
                                entry.rank = other.rank;
                            }
                        }
                    }
                } else {
                    ++additions;
                }
                found.node = number;
                if (ties_ == Ties::append) {
                    family_.push_back(entry);
                } else {
                    heap_.push_back(entry);
                    sift_up(heap_, heap_.size() - 1);
                }
            }
            if (child == space_.goal() && goal_child == no_node) {
                goal_child = number;
                end(GoalTest::generated, number);
                if (tests == 0) {
                    outcomes_.work = static_cast<std::uint64_t>(takes);
                    return;
                }
            }
        }
        if (ties_ == Ties::append) {
            append_family();
        }
        if (goal_child != no_node) {
            end(GoalTest::family, goal_child);
        }
        after = std::max(after, queue());
        if (is_goal) {  // its children were added, and it is not counted
            const auto counted = std::tuple{expansions, closed_boards, trail};
            std::tie(expansions, closed_boards, trail) = before_expansion;
            end(GoalTest::expanded, chosen.node);
            std::tie(expansions, closed_boards, trail) = counted;
        }
    }
    outcomes_.work = static_cast<std::uint64_t>(takes);
}

namespace {

/// Depth-first passes with a growing bound, on f (IDA*) or on the depth (iterative deepening).
class Iteration {
public:
    Iteration(
        BoardSpace& space, const Variant& variant, const std::array<std::uint8_t, 4>& order, std::uint64_t limit,
        Outcome& outcome)
        : space_(space), variant_(variant), order_(order), limit_(limit), outcome_(outcome) {
        for (const Count count :
             {expanded, taken, children, forward, added, calls, last_expanded, last_taken, last_calls, passes}) {
            outcome_.values[count] = 0;
        }
    }

    void run(BoardSpace::Number start) {
        auto& values = outcome_.values;
        double bound = variant_.algorithm == Algorithm::ida_star ? space_.estimate(start, variant_.heuristic) : 0;
        while (bound < deepest_call && static_cast<std::uint64_t>(values[calls]) < limit_) {
            ++values[passes];
            values[last_expanded] = values[last_taken] = values[last_calls] = 0;
            next_ = std::numeric_limits<double>::infinity();
            path_.assign(1, start);
            outcome_.moves.clear();
            if (visit(start, no_move, bound)) {
                outcome_.is_solved = true;
                values[length] = static_cast<std::int64_t>(outcome_.moves.size());
                return;
            }
            bound = variant_.algorithm == Algorithm::ida_star ? next_ : bound + 1;
        }
    }

private:
    bool visit(BoardSpace::Number board, std::uint8_t last, double bound) {
        auto& values = outcome_.values;
        ++values[calls];
        ++values[last_calls];
        const auto g = static_cast<double>(outcome_.moves.size());
        const bool is_deepening = variant_.algorithm == Algorithm::deepening;
        const double f = is_deepening ? g : g + space_.estimate(board, variant_.heuristic);
        if (f > bound) {
            next_ = std::min(next_, f);
            return false;
        }
        ++values[taken];
        ++values[last_taken];
        if (board == space_.goal()) {
            return true;
        }
        if ((is_deepening && g >= bound) || static_cast<std::uint64_t>(values[calls]) >= limit_ || g > deepest_call) {
            return false;
        }
        ++values[expanded];
        ++values[last_expanded];
        outcome_.trail = mixed(outcome_.trail + space_[board].packed);
        for (const std::uint8_t move : order_) {
            const BoardSpace::Number child = space_.child(board, move);
            if (child == BoardSpace::none) {
                continue;
            }
            ++values[children];
            const bool is_undo = last != no_move && move == opposites[last];
            values[forward] += !is_undo;
            const bool is_on_path = std::find(path_.begin(), path_.end(), child) != path_.end();
            if (variant_.duplicates == Duplicates::undo ? is_undo
                                                        : variant_.duplicates == Duplicates::path && is_on_path) {
                continue;
            }
            ++values[added];
            outcome_.moves.push_back(move);
            if (variant_.goal_test == GoalTest::generated && child == space_.goal()) {
                return true;
            }
            path_.push_back(child);
            if (visit(child, move, bound)) {
                return true;
            }
            path_.pop_back();
            outcome_.moves.pop_back();
        }
        return false;
    }

    BoardSpace& space_;
    const Variant& variant_;
    const std::array<std::uint8_t, 4>& order_;
    std::uint64_t limit_;
    Outcome& outcome_;
    std::vector<BoardSpace::Number> path_;
    double next_ = 0;
};

}  // namespace

void VariantSearch::iterate(Number start, const Variant& variant, std::uint64_t limit) {
    Outcome& outcome = outcomes_.by_test[static_cast<std::size_t>(variant.goal_test)];
    Iteration(space_, variant, orders_[variant.order], limit, outcome).run(start);
    outcomes_.work = static_cast<std::uint64_t>(outcome.values[calls]);
}

/// Breadth-first search from both ends, by turns: one node each, one layer each, or a layer of the smaller queue.
/// Boards are marked when generated.
void VariantSearch::bidirectional(Number start, const Variant& variant, std::uint64_t limit) {
    Outcome& outcome = outcomes_.by_test[static_cast<std::size_t>(variant.goal_test)];
    auto& values = outcome.values;
    for (const Count count : {expanded, taken, children, forward, added, left}) {
        values[count] = 0;
    }
    const bool is_by_layers = variant.algorithm != Algorithm::bidirectional;
    // A board's mark: the node of the first side (best) and that of the other (node), each + 1; 0 without one.
    const auto side_of = [&](Number board, int side) -> std::uint32_t& {
        Mark& found = mark(board);
        return side == 0 ? found.best : found.node;
    };
    std::array<std::vector<std::uint32_t>, 2> queues;
    std::array<std::size_t, 2> heads{};
    for (const int side : {0, 1}) {
        const Number board = side == 0 ? start : space_.goal();
        queues[static_cast<std::size_t>(side)].push_back(static_cast<std::uint32_t>(nodes_.size()));
        nodes_.push_back({board, 0, 0, no_move, false, 0});
        side_of(board, side) = static_cast<std::uint32_t>(nodes_.size());
    }
    const auto meet = [&](Number board) {
        for (const auto& [head, queue] : {std::pair{heads[0], &queues[0]}, std::pair{heads[1], &queues[1]}}) {
            values[left] += static_cast<std::int64_t>(queue->size() - head);
        }
        values[closed] = values[expanded];
        values[seen] = values[added] + 2;
        values[left_and_closed] = values[left] + values[closed];
        finish(outcome, side_of(board, 0) - 1);
        for (std::uint32_t node = side_of(board, 1) - 1; nodes_[node].depth > 0; node = nodes_[node].parent) {
            outcome.moves.push_back(opposites[nodes_[node].move]);
        }
        values[length] = static_cast<std::int64_t>(outcome.moves.size());
    };
    const auto waiting = [&](std::size_t side) { return queues[side].size() - heads[side]; };
    const bool is_smaller_first = variant.algorithm == Algorithm::bidirectional_smaller;
    for (int side = 0;; side = is_smaller_first ? waiting(1) < waiting(0) : 1 - side) {
        auto& queue = queues[static_cast<std::size_t>(side)];
        auto& head = heads[static_cast<std::size_t>(side)];
        for (std::size_t turn = is_by_layers ? queue.size() - head : 1; turn-- > 0;) {
            if (head == queue.size() || static_cast<std::uint64_t>(values[taken]) >= limit) {
                outcomes_.work = static_cast<std::uint64_t>(values[taken]);
                return;
            }
            const std::uint32_t number = queue[head++];
            const Node node = nodes_[number];
            ++values[taken];
            outcomes_.work = static_cast<std::uint64_t>(values[taken]);
            if (variant.goal_test == GoalTest::taken && side_of(node.board, 1 - side) != 0) {
                return meet(node.board);
            }
            ++values[expanded];
            outcome.trail = mixed(outcome.trail + space_[node.board].packed);
            for (const std::uint8_t move : orders_[variant.order]) {
                const Number child = space_.child(node.board, move);
                if (child == BoardSpace::none) {
                    continue;
                }
                ++values[children];
                values[forward] += node.move == no_move || move != opposites[node.move];
                if (side_of(child, side) != 0) {
                    continue;
                }
                ++values[added];
                queue.push_back(static_cast<std::uint32_t>(nodes_.size()));
                nodes_.push_back({child, number, node.depth + 1, move, false, 0});
                side_of(child, side) = static_cast<std::uint32_t>(nodes_.size());
                if (variant.goal_test == GoalTest::generated && side_of(child, 1 - side) != 0) {
                    return meet(child);
                }
            }
        }
    }
}

// Many variants

VariantSearch::Narrowed VariantSearch::narrow(
    std::span<const std::uint8_t> start, std::span<const std::uint32_t> codes, std::span<const std::uint64_t> masks,
    std::span<const Definition> definitions, const Observed& observed, bool needs_all, std::uint64_t limit,
    std::uint64_t work) {
    const std::size_t names = observed.values.size();
    if (masks.size() != codes.size() * names || definitions.size() >= path_place) {
        throw std::invalid_argument("expected a mask for every variant and name");
    }
    for (const Definition& definition : definitions) {
        if (definition.count >= counts) {
            throw std::invalid_argument("expected a known count");
        }
    }
    Narrowed result;
    const Number board = space_.number_of(start);
    std::vector<std::uint64_t> kept(names);
    while (result.done < codes.size() && result.work < work) {
        const std::size_t first = result.done;
        std::size_t last = first;
        unsigned tests = 0;
        const Variant base = Variant::unpack(codes[first]);
        const bool is_shared = base.algorithm == Algorithm::best_first;
        do {  // variants that differ only in their goal test
            tests |= bit(Variant::goal_test_of(codes[last]));
            ++last;
        } while (is_shared && last < codes.size() && Variant::run_of(codes[last]) == Variant::run_of(codes[first]));
        check(base);
        Outcomes& outcomes = run_all(board, base, tests, limit);
        result.work += outcomes.work + 1;
        for (std::size_t at = first; at < last; ++at) {
            const Outcome& outcome = outcomes.by_test[static_cast<std::size_t>(Variant::goal_test_of(codes[at]))];
            if (!outcome.is_solved) {
                continue;
            }
            bool fits_all = true, fits_one = false;
            for (std::size_t name = 0; name < names; ++name) {
                std::uint64_t places = masks[at * names + name];
                const bool is_path = places >> path_place != 0;
                const std::int64_t printed = observed.values[name];
                if (is_path && observed.path != nullptr && *observed.path != outcome.moves) {
                    places = 0;
                }
                for (std::uint64_t rest = is_path || printed == not_printed ? 0 : places; rest != 0;) {
                    const int place = std::countr_zero(rest);
                    rest &= rest - 1;
                    const auto known = static_cast<std::size_t>(place);
                    if (known >= definitions.size() ||
                        outcome.values[definitions[known].count] + definitions[known].more != printed) {
                        places &= ~(std::uint64_t{1} << place);
                    }
                }
                kept[name] = places;
                fits_all = fits_all && places != 0;
                fits_one = fits_one || (places != 0 && !is_path);
            }
            if (needs_all ? fits_all : fits_one) {
                result.masks.insert(result.masks.end(), kept.begin(), kept.end());
                result.codes.push_back(codes[at]);
            }
        }
        result.done = last;
    }
    return result;
}

}  // namespace taquin::judging
