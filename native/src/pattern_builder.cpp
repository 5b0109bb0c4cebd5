#include "taquin/pattern_builder.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "blank_regions.hpp"
#include "placement_reader.hpp"
#include "taquin/pattern_ranking.hpp"
#include "taquin/poll_timer.hpp"
#include "taquin/thread_team.hpp"

namespace taquin {

namespace {

/// The cells of one colour of the chessboard; every slide changes the colour of a cell.
CellSet black_cells(const Grid& grid) {
    std::array<int, maximum_pattern_cells> colours{};
    colours.fill(-1);
    std::vector<int> waiting{0};
    colours[0] = 0;
    CellSet black = 0;
    while (!waiting.empty()) {
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

/// Breadth-first search, level by level, over placements with sets of blank cells.
///
/// Every slide changes the colour of a placement, so that a level has placements of one colour and makes work only for
/// those of the other: one array of pending cells serves both. Threads take blocks of ranks. A placement is expanded
/// by one thread; others may add to its pending cells, but not in that level. A cell that is pending although it was
/// reached is ignored later, so the result does not depend on the order of the threads.
template <class Mask>
class PatternBuilder {
public:
    PatternBuilder(const Grid& grid, const RankedIndex& ranking, int threads, const BuildPoll& poll)
        : ranking_(ranking),
          regions_(grid, ranking.tiles()),
          black_(black_cells(grid)),
          team_(threads),
          poll_(poll),
          entries_(ranking.size()),
          blanks_(ranking.size()),
          blocks_((ranking.size() + block_size - 1) / block_size) {
        std::memset(entries_.data(), unreachable_placement, entries_.size());
        has_pending_[0].resize(blocks_);
        has_pending_[1].resize(blocks_);
    }

    std::optional<LargeTable<std::uint8_t>> build(const Places& homes, int blank) {
        CellSet taken = 0;
        for (int tile = 0; tile < ranking_.tiles(); ++tile) {
            taken |= cell_set(homes[static_cast<std::size_t>(tile)]);
        }
        const std::uint64_t goal = ranking_.rank(homes);
        blanks_[goal].pending = static_cast<Mask>(Mask{1} << regions_.bit(taken, blank));
        has_pending_[colour(taken)][goal / block_size] = 1;
        std::uint64_t pushed = 1;
        for (level_ = 0; pushed > 0; ++level_) {
            if (level_ >= unreachable_placement) {
                throw std::length_error("a placement is more than 254 slides away");
            }
            const Work done = run_level((colour(taken) + static_cast<std::size_t>(level_)) & 1, pushed);
            if (is_stopped_) {
                return std::nullopt;
            }
            pushed = done.pushed;
            reached_count_ += done.reached;
        }
        return std::move(entries_);
    }

private:
    /// The blank's cells at one placement: those seen so far, and those to look at when its colour is next.
    struct Blanks {
        Mask reached;
        Mask pending;
    };

    struct Work {
        std::uint64_t reached = 0;
        std::uint64_t pushed = 0;
    };

    static constexpr std::uint64_t block_size = 512;
    static constexpr std::uint64_t blocks_at_once = 32;
    static constexpr std::uint64_t worth_threads = 4096;

    [[nodiscard]] std::size_t colour(CellSet taken) const {
        return static_cast<std::size_t>(std::popcount(taken & black_) & 1);
    }

    Work run_level(std::size_t colour, std::uint64_t pending) {
        next_block_ = 0;
        std::vector<Work> works(static_cast<std::size_t>(team_.size()));
        const ThreadTeam& team = pending < worth_threads ? calling_thread_ : team_;
        team.run({
            .work =
                [&](int thread) {
                    Work& work = works[static_cast<std::size_t>(thread)];
                    if (thread == 0) {
                        run_blocks(colour, work, [this] { poll(); });
                    } else {
                        run_blocks(colour, work, [] {});
                    }
                },
            .stop = [this] { is_stopped_ = true; },
            .poll = {},  // what is left then takes milliseconds
        });
        Work sum;
        for (const Work& work : works) {
            sum.reached += work.reached;
            sum.pushed += work.pushed;
        }
        return sum;
    }

    void poll() {
        if (poll_ && timer_.is_due() && poll_({level_, reached_count_, ranking_.size()})) {
            is_stopped_ = true;
        }
    }

    template <class Poll>
    void run_blocks(std::size_t colour, Work& work, Poll poll) {
        PlacementReader reader(ranking_);
        while (!is_stopped_) {
            const std::uint64_t first = next_block_.fetch_add(blocks_at_once);
            if (first >= blocks_) {
                return;
            }
            const std::uint64_t end = std::min(blocks_, first + blocks_at_once);
            for (std::uint64_t block = first; block < end; ++block) {
                if (load(has_pending_[colour][block]) != 0) {
                    store(has_pending_[colour][block], std::uint8_t{0});
                    run_block(block, colour, reader, work);
                }
            }
            poll();
        }
    }

    void run_block(std::uint64_t block, std::size_t colour, PlacementReader& reader, Work& work) {
        const std::uint64_t end = std::min(ranking_.size(), (block + 1) * block_size);
        for (std::uint64_t rank = block * block_size; rank < end; ++rank) {
            const Mask blanks = load(blanks_[rank].pending);
            if (blanks != 0) {
                reader.read(rank);
                if (this->colour(reader.taken()) == colour) {
                    store(blanks_[rank].pending, Mask{0});
                    expand(rank, blanks, reader, has_pending_[colour ^ 1], work);
                }
            }
        }
    }

    void expand(
        std::uint64_t rank, Mask blanks, const PlacementReader& reader, std::vector<std::uint8_t>& has_pending,
        Work& work) {
        const std::size_t set = regions_.find(reader.taken());
        const Mask before = load(blanks_[rank].reached);
        const Mask after = static_cast<Mask>(before | regions_.reach(set, blanks));
        if (after == before) {
            return;
        }
        if (before == 0) {
            entries_[rank] = static_cast<std::uint8_t>(level_);
            ++work.reached;
        }
        store(blanks_[rank].reached, after);
        const auto fresh = static_cast<std::uint32_t>(after & ~before);
        for (const auto& slide : regions_.slides(set)) {
            if ((fresh >> slide.bit_before & 1) == 0) {
                continue;
            }
            const std::uint64_t child =
                rank + static_cast<std::uint64_t>(reader.change(slide.from, slide.to, slide.between));
            const auto blank = static_cast<Mask>(Mask{1} << slide.bit_after);
            if (((load(blanks_[child].reached) | load(blanks_[child].pending)) & blank) == 0) {
                std::atomic_ref<Mask>(blanks_[child].pending).fetch_or(blank, std::memory_order_relaxed);
                store(has_pending[child / block_size], std::uint8_t{1});
                ++work.pushed;
            }
        }
    }

    const RankedIndex& ranking_;
    const BlankRegions<Mask> regions_;
    const CellSet black_;
    const ThreadTeam team_;
    const ThreadTeam calling_thread_{1};
    const BuildPoll& poll_;
    PollTimer timer_;
    LargeTable<std::uint8_t> entries_;
    LargeTable<Blanks> blanks_;
    const std::uint64_t blocks_;
    std::array<std::vector<std::uint8_t>, 2> has_pending_;  // by colour: blocks with pending cells
    int level_ = 0;
    std::uint64_t reached_count_ = 0;
    std::atomic<std::uint64_t> next_block_ = 0;
    std::atomic<bool> is_stopped_ = false;
};

template <class Mask>
std::optional<LargeTable<std::uint8_t>> build(
    const Grid& grid, const RankedIndex& ranking, const Places& homes, int blank, int threads,
    const BuildPoll& poll) {
    return PatternBuilder<Mask>(grid, ranking, threads, poll).build(homes, blank);
}

}  // namespace

std::optional<LargeTable<std::uint8_t>> build_pattern(
    const Grid& grid, std::span<const std::uint8_t> homes, int blank, int threads, const BuildPoll& poll) {
    if (threads < 1 || threads > 1024) {
        throw std::invalid_argument("expected 1 to 1024 threads");
    }
    const RankedIndex ranking(grid.cells(), static_cast<int>(std::min<std::size_t>(homes.size(), 1000)));
    if (blank < 0 || blank >= grid.cells()) {
        throw std::invalid_argument("expected a goal cell of the blank on the grid");
    }
    Places places{};
    CellSet taken = cell_set(blank);
    for (std::size_t tile = 0; tile < homes.size(); ++tile) {
        if (homes[tile] >= grid.cells() || (taken & cell_set(homes[tile])) != 0) {
            throw std::invalid_argument("expected different goal cells for the tiles and the blank");
        }
        places[tile] = homes[tile];
        taken |= cell_set(homes[tile]);
    }
    const int free = ranking.cells() - ranking.tiles();
    if (free <= 8) {
        return build<std::uint8_t>(grid, ranking, places, blank, threads, poll);
    }
    if (free <= 16) {
        return build<std::uint16_t>(grid, ranking, places, blank, threads, poll);
    }
    return build<std::uint32_t>(grid, ranking, places, blank, threads, poll);
}

}  // namespace taquin
