#include "taquin/slides/slide_search.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <stdexcept>
#include <utility>

#include "taquin/ida_star/pass_counters.hpp"
#include "taquin/run/prefetch.hpp"

namespace taquin {

SlideDatabases::SlideDatabases(SlideIndex index, int rows, int columns, std::span<const SlideView> views)
    : index_(std::move(index)), rows_(rows), columns_(columns) {
    const bool is_same = rows == index_.rows() && columns == index_.columns();
    if (!is_same && (rows != index_.columns() || columns != index_.rows())) {
        throw std::invalid_argument("expected databases of the same shape, or of the transposed one");
    }
    if (views.empty() || views.size() > maximum_views) {
        throw std::invalid_argument("expected 1 to 16 views");
    }
    std::array<bool, maximum_slide_cells> seen{};
    for (const SlideView& view : views) {
        views_.push_back(checked(view));
        for (const std::uint8_t tile : view.tiles) {
            seen[tile] = true;
        }
    }
    if (std::count(seen.begin(), seen.end(), true) != cells() - 1) {
        throw std::invalid_argument("expected views that hold every tile");
    }
}

SlideDatabases::View SlideDatabases::checked(const SlideView& view) const {
    const Cells turned = checked_cells(view.cells, cells());
    if (view.entries.size() != index_.size()) {
        throw std::invalid_argument("expected one entry for every number of the index");
    }
    const std::set<int> tiles(view.tiles.begin(), view.tiles.end());
    if (view.tiles.size() != slide_tiles || tiles.size() != slide_tiles || *tiles.begin() < 1 ||
        *tiles.rbegin() >= cells()) {
        throw std::invalid_argument("expected six different tiles");
    }
    View result{};
    std::copy_n(turned.begin(), cells(), result.cells.begin());
    std::copy(view.tiles.begin(), view.tiles.end(), result.tiles.begin());
    result.entries = view.entries.data();
    result.is_transposed = result.cell(0) / index_.columns() == result.cell(columns_) / index_.columns();
    const int columns = index_.columns();
    for (int cell = 0; cell < cells(); ++cell) {  // cells of a line of the board are in a line of the database's board
        const int beside = result.cell(cell - cell % columns_);
        const int above = result.cell(cell % columns_);
        const int same_row = result.is_transposed ? above : beside;
        const int same_column = result.is_transposed ? beside : above;
        if (result.cell(cell) / columns != same_row / columns || result.cell(cell) % columns != same_column % columns) {
            throw std::invalid_argument("expected cells that are turned or mirrored");
        }
    }
    return result;
}

SlideDatabases::State SlideDatabases::start(const Cells& board) const {
    std::array<int, maximum_slide_cells> places{};
    for (int cell = 0; cell < cells(); ++cell) {
        places[board[static_cast<std::size_t>(cell)]] = cell;
    }
    State state{places[0], {}};
    for (std::size_t place = 0; place < views_.size(); ++place) {
        const View& view = views_[place];
        std::array<std::uint8_t, slide_tiles> homes{};
        std::transform(view.tiles.begin(), view.tiles.end(), homes.begin(), [&](std::uint8_t tile) {
            return static_cast<std::uint8_t>(view.cell(places[tile]));
        });
        const std::span<const std::uint8_t> tiles(homes);
        const int blank = view.cell(state.blank);
        state.triples[place] = {index_.triple(blank, tiles.subspan(0, 3)), index_.triple(blank, tiles.subspan(3, 3))};
    }
    return state;
}

void SlideDatabases::prefetch_entries(const State& state) const {
    for (std::size_t place = 0; place < views_.size(); ++place) {
        prefetch(entry_of(views_[place], state.blank, state.triples[place]));
    }
}

namespace {

constexpr int no_overflow = std::numeric_limits<int>::max();

class SlideSearch {
public:
    SlideSearch(const SlideDatabases& databases, int depth_limit, Limits& limits)
        : databases_(databases), depth_limit_(depth_limit), limits_(limits) {}

    Outcome run(const Cells& start) {
        const SlideDatabases::State root = databases_.start(start);
        const int estimate = databases_.estimate(root);
        for (bound_ = estimate;;) {
            outcome_.lower_bound = bound_;
            outcome_.iterations.push_back({static_cast<double>(bound_), counters_.expanded, counters_.generated});
            overflow_ = no_overflow;
            if (estimate == 0) {
                outcome_.status = Status::solved;
            } else if (depth_limit_ <= 0) {
                counters_.is_depth_cut = true;
            } else {
                ++roots_;
                visit(root, any_axis, 0);
            }
            if (outcome_.status != Status::exhausted) {
                return finished();
            }
            if (overflow_ == no_overflow || overflow_ > depth_limit_) {
                counters_.is_depth_cut |= overflow_ != no_overflow;
                return finished();
            }
            bound_ = overflow_;
        }
    }

private:
    enum Axis { vertical, horizontal, any_axis };

    struct Child {
        SlideDatabases::State state;
        std::uint8_t slide;
        Axis axis;
    };

    /// Search below a node; true if that ends the run.
    bool visit(const SlideDatabases::State& state, Axis last, int g) {
        if (expansions_until_check_-- == 0) {
            if (limits_.should_stop(snapshot())) {
                outcome_.status = Status::stopped;
                return true;
            }
            expansions_until_check_ = limits_.expansions_until_next_check(counters_.generated) - 1;
        }
        ++counters_.expanded;
        counters_.deepest_expanded = std::max(counters_.deepest_expanded, g);
        std::array<Child, 2 * maximum_slide_cells> children;
        const std::size_t count = make_children(state, last, children);
        for (std::size_t place = 0; place < count; ++place) {
            if (search_child(children[place], g + 1)) {
                return true;
            }
        }
        return false;
    }

    /// The children in the order of the reference. They count as generated when they are searched.
    std::size_t make_children(const SlideDatabases::State& state, Axis last, std::span<Child> children) const {
        const int columns = databases_.columns();
        const int row = state.blank / columns;
        const int column = state.blank % columns;
        const std::array<int, move_count> rooms{row, databases_.rows() - 1 - row, column, columns - 1 - column};
        const std::array<int, move_count> steps{-columns, columns, -1, 1};
        std::size_t count = 0;
        for (std::size_t move = 0; move < move_count; ++move) {
            const Axis axis = move < 2 ? vertical : horizontal;
            if (axis == last) {
                continue;
            }
            for (int tiles = 1; tiles <= rooms[move]; ++tiles) {
                Child& child = children[count++];
                child.state = databases_.after(state, state.blank + tiles * steps[move]);
                child.slide = static_cast<std::uint8_t>(static_cast<int>(move) + move_count * (tiles - 1));
                child.axis = axis;
                databases_.prefetch_entries(child.state);
            }
        }
        return count;
    }

    bool search_child(const Child& child, int g) {
        ++counters_.generated;
        counters_.deepest_generated = std::max(counters_.deepest_generated, g);
        // The least f beyond the bound is known once it is bound + 1: from then on any entry above the bound prunes.
        const int enough = overflow_ == bound_ + 1 ? bound_ - g : no_overflow;
        const int h = databases_.estimate(child.state, enough);
        if (g + h > bound_) {
            overflow_ = std::min(overflow_, g + h);
            return false;
        }
        path_.push_back(child.slide);
        if (h == 0) {
            outcome_.status = Status::solved;
            return true;
        }
        if (g >= depth_limit_) {
            counters_.is_depth_cut = true;
        } else if (visit(child.state, child.axis, g)) {
            return true;
        }
        path_.pop_back();
        return false;
    }

    [[nodiscard]] Snapshot snapshot() const {
        Snapshot result{{}, outcome_.lower_bound, 0};
        result.counters.expanded = counters_.expanded;
        result.counters.generated = counters_.generated;
        return result;
    }

    Outcome finished() {
        Counters& counters = outcome_.counters;
        const bool is_stopped_at_child = outcome_.status == Status::stopped && !path_.empty();
        const bool has_goal = outcome_.status == Status::solved && !path_.empty();
        counters.expanded = counters_.expanded;
        counters.generated = counters_.generated;
        // Every child was pruned, expanded, the goal, or the one at which the run was stopped.
        const std::uint64_t expanded_roots = roots_ - (outcome_.status == Status::stopped && path_.empty() ? 1U : 0U);
        counters.pruned = counters_.generated - (counters_.expanded - expanded_roots) -
                          (is_stopped_at_child || has_goal ? 1U : 0U);
        counters.max_frontier = static_cast<std::uint64_t>(counters_.deepest_expanded) + 1;
        counters.max_stored = static_cast<std::uint64_t>(counters_.deepest_generated) + 1;
        counters.max_depth = static_cast<std::uint64_t>(counters_.deepest_generated);
        outcome_.is_depth_cut = counters_.is_depth_cut;
        if (outcome_.status == Status::solved) {
            outcome_.moves = path_;
        }
        return std::move(outcome_);
    }

    const SlideDatabases& databases_;
    const int depth_limit_;
    Limits& limits_;
    int bound_ = 0;
    int overflow_ = no_overflow;  // the least f beyond the bound
    std::uint64_t expansions_until_check_ = 0;
    std::uint64_t roots_ = 0;  // visits of the root
    PassCounters counters_;
    std::vector<std::uint8_t> path_;
    Outcome outcome_;
};

}  // namespace

Outcome search_slides(const SlideDatabases& databases, const Cells& start, int depth_limit, Limits& limits) {
    return SlideSearch(databases, depth_limit, limits).run(start);
}

}  // namespace taquin
