#include "taquin/tables/pattern_builder.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <stdexcept>
#include <utility>
#include <vector>

#include "blank_regions.hpp"
#include "placement_reader.hpp"
#include "taquin/run/poll_timer.hpp"
#include "taquin/run/thread_team.hpp"
#include "taquin/tables/pattern_ranking.hpp"

namespace taquin {

namespace {

/// The cells of one colour of the chessboard; every slide changes the colour of a cell. Cells that no moves connect are
/// coloured apart from each other.
CellSet black_cells(const Grid& grid) {
    std::array<int, maximum_pattern_cells> colours{};
    colours.fill(-1);
    std::vector<int> waiting;
    CellSet black = 0;
    for (int next = 0; next < grid.cells() || !waiting.empty();) {
        if (waiting.empty()) {
            if (int& colour = colours[static_cast<std::size_t>(next)]; colour < 0) {
                colour = 0;
                waiting.push_back(next);
            }
            ++next;
            continue;
        }
        const int cell = waiting.back();
        waiting.pop_back();
        for (int move = 0; move < move_count; ++move) {
            const int target = grid.target(cell, move);
            if (target < 0) {
                continue;
            }
            int& colour = colours[static_cast<std::size_t>(target)];
            if (colour < 0) {
                colour = 1 - colours[static_cast<std::size_t>(cell)];
                black |= colour == 1 ? cell_set(target) : 0;
                waiting.push_back(target);
            } else if (colour == colours[static_cast<std::size_t>(cell)]) {
                throw std::invalid_argument("expected a grid with two colours like a chessboard");
            }
        }
    }
    return black;
}

template <class T>
T load(T& place) {
    return std::atomic_ref<T>(place).load(std::memory_order_relaxed);
}

template <class T>
void store(T& place, T value) {
    std::atomic_ref<T>(place).store(value, std::memory_order_relaxed);
}

/// The goal cells of a pattern's tiles and of the blank.
struct PatternGoal {
    Places homes{};
    CellSet taken = 0;
    int blank = 0;
};

PatternGoal checked_goal(const Grid& grid, std::span<const std::uint8_t> homes, int blank) {
    if (blank < 0 || blank >= grid.cells()) {
        throw std::invalid_argument("expected a goal cell of the blank on the grid");
    }
    PatternGoal goal;
    goal.blank = blank;
    for (std::size_t tile = 0; tile < homes.size(); ++tile) {
        if (homes[tile] >= grid.cells() || ((goal.taken | cell_set(blank)) & cell_set(homes[tile])) != 0) {
            throw std::invalid_argument("expected different goal cells for the tiles and the blank");
        }
        goal.homes[tile] = homes[tile];
        goal.taken |= cell_set(homes[tile]);
    }
    return goal;
}

}  // namespace

class PatternBuild::Search {
public:
    Search() = default;
    Search(const Search&) = delete;
    Search& operator=(const Search&) = delete;
    virtual ~Search() = default;

    virtual bool run(const BuildPoll& poll) = 0;
    virtual void restore(int level, std::span<const std::uint8_t> workspace) = 0;
    virtual Workspace take_entries() = 0;

    [[nodiscard]] int level() const { return level_; }
    [[nodiscard]] std::shared_ptr<const Workspace> workspace() const { return workspace_; }

protected:
    int level_ = 0;
    std::shared_ptr<Workspace> workspace_;
};

/// Breadth-first search, level by level, over placements with sets of the blank's regions.
///
/// Every slide changes the colour of a placement, so a level has placements of one colour and makes work only for
/// those of the other: one array of pending regions serves both. Threads take blocks of ranks. A placement is expanded
/// by one thread; others may add to its pending regions, but not in that level. A region that is pending although it
/// was reached is ignored later, so the result does not depend on the order of the threads. For the same reason the
/// work may stop between any two blocks: the pending blocks are all that remains to do.
template <class Mask>
class PatternBuild::MaskedSearch final : public PatternBuild::Search {
public:
    MaskedSearch(
        const Grid& grid, const RankedIndex& ranking, BlankRegions regions, const PatternGoal& goal, int threads)
        : ranking_(ranking),
          regions_(std::move(regions)),
          black_(black_cells(grid)),
          goal_colour_(colour(goal.taken)),
          team_(threads),
          blocks_((ranking.size() + block_size - 1) / block_size) {
        workspace_ = std::make_shared<Workspace>(first_blanks() + ranking.size() * sizeof(Blanks));
        point_into_workspace();
        std::memset(entries_, unreachable_placement, ranking.size());
        has_pending_[0].resize(blocks_);
        has_pending_[1].resize(blocks_);
        const std::uint64_t rank = ranking_.rank(goal.homes);
        blanks_[rank].pending = static_cast<Mask>(Mask{1} << regions_.region(goal.taken, goal.blank));
        has_pending_[goal_colour_][rank / block_size] = 1;
    }

    bool run(const BuildPoll& poll) override {
        is_stopped_ = false;
        while (pending_ > 0) {
            if (level_ >= unreachable_placement) {
                throw std::length_error("a placement is more than 254 slides away");
            }
            run_level(poll);
            if (is_stopped_) {
                return false;
            }
            pending_ = pushed_.exchange(0);
            ++level_;
        }
        return true;
    }

    void restore(int level, std::span<const std::uint8_t> workspace) override {
        if (level < 0 || level >= unreachable_placement || workspace.size() != workspace_->size()) {
            throw std::invalid_argument("expected the level and the workspace of a build of the same pattern");
        }
        std::memcpy(workspace_->data(), workspace.data(), workspace.size());
        level_ = level;
        const auto unknown = std::count(entries_, entries_ + ranking_.size(), unreachable_placement);
        reached_ = ranking_.size() - static_cast<std::uint64_t>(unknown);
        pending_ = pushed_ = worth_threads;  // the numbers are not known; an empty level more does no harm
        for (std::uint64_t block = 0; block < blocks_; ++block) {
            const Blanks* first = blanks_ + block * block_size;
            const Blanks* end = blanks_ + std::min(ranking_.size(), (block + 1) * block_size);
            const bool is_pending = std::any_of(first, end, [](const Blanks& blanks) { return blanks.pending != 0; });
            has_pending_[0][block] = has_pending_[1][block] = is_pending ? 1 : 0;
        }
    }

    Workspace take_entries() override {
        Workspace entries;
        if (workspace_.use_count() == 1) {
            entries = std::move(*workspace_);
            entries.shrink(ranking_.size());
        } else {
            entries = Workspace(ranking_.size());
            std::memcpy(entries.data(), entries_, ranking_.size());
        }
        workspace_.reset();
        return entries;
    }

private:
    /// The regions of the blank at one placement: those seen so far, and those to look at when its colour is next.
    struct Blanks {
        Mask reached;
        Mask pending;
    };

    static constexpr std::uint64_t block_size = 512;
    static constexpr std::uint64_t blocks_at_once = 32;
    static constexpr std::uint64_t worth_threads = 4096;

    /// The workspace has the entries, then the regions of the blank.
    [[nodiscard]] std::size_t first_blanks() const {
        return (ranking_.size() + alignof(Blanks) - 1) / alignof(Blanks) * alignof(Blanks);
    }

    void point_into_workspace() {
        entries_ = workspace_->data();
        blanks_ = reinterpret_cast<Blanks*>(workspace_->data() + first_blanks());
    }

    [[nodiscard]] std::size_t colour(CellSet taken) const {
        return static_cast<std::size_t>(std::popcount(taken & black_) & 1);
    }

    void run_level(const BuildPoll& poll) {
        next_block_ = 0;
        const std::size_t colour = (goal_colour_ + static_cast<std::size_t>(level_)) & 1;
        const auto poll_if_due = [&] {
            if (poll && timer_.is_due() && poll({level_, reached_, ranking_.size()})) {
                is_stopped_ = true;
            }
        };
        const ThreadTeam& team = pending_ < worth_threads ? calling_thread_ : team_;
        team.run({
            .work = [&](int thread) { thread == 0 ? run_blocks(colour, poll_if_due) : run_blocks(colour, [] {}); },
            .stop = [this] { is_stopped_ = true; },
            .poll = {},  // the rest takes milliseconds
        });
    }

    template <class Poll>
    void run_blocks(std::size_t colour, Poll poll) {
        PlacementReader reader(ranking_);
        while (!is_stopped_) {
            const std::uint64_t first = next_block_.fetch_add(blocks_at_once);
            if (first >= blocks_) {
                return;
            }
            const std::uint64_t end = std::min(blocks_, first + blocks_at_once);
            Work work;
            for (std::uint64_t block = first; block < end; ++block) {
                if (load(has_pending_[colour][block]) != 0) {
                    store(has_pending_[colour][block], std::uint8_t{0});
                    run_block(block, colour, reader, work);
                }
            }
            reached_ += work.reached;
            pushed_ += work.pushed;
            poll();
        }
    }

    struct Work {
        std::uint64_t reached = 0;
        std::uint64_t pushed = 0;
    };

    void run_block(std::uint64_t block, std::size_t colour, PlacementReader& reader, Work& work) {
        const std::uint64_t end = std::min(ranking_.size(), (block + 1) * block_size);
        for (std::uint64_t rank = block * block_size; rank < end; ++rank) {
            const Mask pending = load(blanks_[rank].pending);
            if (pending != 0) {
                reader.read(rank);
                if (this->colour(reader.taken()) == colour) {
                    store(blanks_[rank].pending, Mask{0});
                    expand(rank, pending, reader, has_pending_[colour ^ 1], work);
                }
            }
        }
    }

    void expand(
        std::uint64_t rank, Mask pending, const PlacementReader& reader, std::vector<std::uint8_t>& has_pending,
        Work& work) {
        const Mask before = load(blanks_[rank].reached);
        const auto fresh = static_cast<unsigned>(pending & ~before);
        if (fresh == 0) {
            return;
        }
        if (before == 0) {
            entries_[rank] = static_cast<std::uint8_t>(level_);
            ++work.reached;
        }
        store(blanks_[rank].reached, static_cast<Mask>(before | pending));
        for (const BlankRegions::Slide& slide : regions_.slides(regions_.find(reader.taken()))) {
            if ((fresh >> slide.region_before & 1) == 0) {
                continue;
            }
            const std::uint64_t child =
                rank + static_cast<std::uint64_t>(reader.change(slide.from, slide.to, slide.between));
            const auto region = static_cast<Mask>(Mask{1} << slide.region_after);
            if (((load(blanks_[child].reached) | load(blanks_[child].pending)) & region) == 0) {
                std::atomic_ref<Mask>(blanks_[child].pending).fetch_or(region, std::memory_order_relaxed);
                store(has_pending[child / block_size], std::uint8_t{1});
                ++work.pushed;
            }
        }
    }

    const RankedIndex ranking_;
    const BlankRegions regions_;
    const CellSet black_;
    const std::size_t goal_colour_;
    const ThreadTeam team_;
    const ThreadTeam calling_thread_{1};
    PollTimer timer_;
    std::uint8_t* entries_ = nullptr;
    Blanks* blanks_ = nullptr;
    const std::uint64_t blocks_;
    std::array<std::vector<std::uint8_t>, 2> has_pending_;  // by colour: blocks with pending regions
    std::uint64_t pending_ = 1;                             // pushed by the level before; 0 if everything is known
    std::atomic<std::uint64_t> pushed_ = 0;                 // by this level
    std::atomic<std::uint64_t> reached_ = 0;
    std::atomic<std::uint64_t> next_block_ = 0;
    std::atomic<bool> is_stopped_ = false;
};

PatternBuild::PatternBuild(const Grid& grid, std::span<const std::uint8_t> homes, int blank, int threads) {
    const RankedIndex ranking(grid.cells(), static_cast<int>(std::min<std::size_t>(homes.size(), 1000)));
    const PatternGoal goal = checked_goal(grid, homes, blank);
    BlankRegions regions(grid, ranking.tiles());
    if (regions.most_regions() <= 8) {
        search_ = std::make_unique<MaskedSearch<std::uint8_t>>(grid, ranking, std::move(regions), goal, threads);
    } else if (regions.most_regions() <= 16) {
        search_ = std::make_unique<MaskedSearch<std::uint16_t>>(grid, ranking, std::move(regions), goal, threads);
    } else {
        throw std::invalid_argument("expected a pattern that leaves at most 16 regions of the blank");
    }
}

PatternBuild::PatternBuild(PatternBuild&&) noexcept = default;
PatternBuild::~PatternBuild() = default;

PatternBuild::Search& PatternBuild::search() const {
    if (!search_) {
        throw std::logic_error("the entries of this build were taken");
    }
    return *search_;
}

bool PatternBuild::run(const BuildPoll& poll) { return search().run(poll); }
int PatternBuild::level() const { return search().level(); }
std::shared_ptr<const PatternBuild::Workspace> PatternBuild::workspace() const { return search().workspace(); }

PatternBuild::Workspace PatternBuild::take_entries() {
    Workspace entries = search().take_entries();
    search_.reset();
    return entries;
}

void PatternBuild::restore(int level, std::span<const std::uint8_t> workspace) { search().restore(level, workspace); }

}  // namespace taquin
