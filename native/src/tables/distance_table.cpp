#include "taquin/tables/distance_table.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "taquin/run/poll_timer.hpp"
#include "taquin/run/thread_team.hpp"

namespace taquin {

namespace {

constexpr std::uint8_t unknown = 255;
constexpr std::uint32_t piece_size = 1 << 15;  // ranks: some milliseconds of work

/// Calls the caller's poll when it is due, and remembers that it said to stop.
class Poller {
public:
    Poller(const DistancePoll& poll, int distance) : poll_(poll), distance_(distance) {}

    bool should_stop() {
        if (poll_ && timer_.is_due()) {
            is_stopped_ = is_stopped_ || poll_(distance_, reached_);
        }
        return is_stopped_;
    }

    /// A level is complete.
    void advance(std::uint64_t reached) {
        reached_ += reached;
        ++distance_;
    }

private:
    const DistancePoll& poll_;
    PollTimer timer_;
    int distance_;
    std::uint64_t reached_ = 0;
    bool is_stopped_ = false;
};

/// Call `visit` with each rank from `first` to before `end` whose state is at this distance.
template <class Visit>
void for_each_at(const std::uint8_t* block, std::uint32_t first, std::uint32_t end, int distance, Visit&& visit) {
    while (first < end) {
        const void* found = std::memchr(block + first, distance, end - first);
        if (found == nullptr) {
            return;
        }
        first = static_cast<std::uint32_t>(static_cast<const std::uint8_t*>(found) - block);
        visit(first);
        ++first;
    }
}

/// Threads do not write what others read. Single moves: the blank of a state at an even distance is on a cell of the
/// goal's colour, at an odd distance on one of the other, so a level is read from the blocks of one colour and written
/// into those of the other. Slides: a level is read block by block, because every slide leads into another block. Two
/// threads that find the same state write the same number.
class DistanceBuilder {
public:
    DistanceBuilder(
        const StateRanking& ranking, std::span<std::uint8_t> table, Metric metric, int threads,
        const DistancePoll& poll)
        : ranking_(ranking),
          table_(table),
          metric_(metric),
          pieces_((ranking.block() + piece_size - 1) / piece_size),
          team_(static_cast<int>(std::min(static_cast<std::size_t>(threads), pieces_))),
          poller_(poll, 0) {}

    std::optional<std::vector<std::uint64_t>> build() {
        if (!clear()) {
            return std::nullopt;
        }
        table_[static_cast<std::size_t>(ranking_.goal_blank()) * ranking_.block()] = 0;
        std::vector<std::uint64_t> counts;
        for (std::uint64_t reached = 0; reached < ranking_.size();) {
            const std::uint64_t count = run_level(static_cast<int>(counts.size()));
            if (is_stopped_) {
                return std::nullopt;
            }
            if (count == 0) {
                throw std::invalid_argument("expected a grid on which all states can reach the goal");
            }
            if (counts.size() == unknown - 1) {
                throw std::length_error("a state is more than 253 slides away");
            }
            counts.push_back(count);
            reached += count;
            poller_.advance(count);
        }
        return counts;
    }

private:
    /// Mark all states as unknown; false if the poll stopped it. On new pages of memory this takes a while.
    bool clear() {
        constexpr std::size_t bytes_between_polls = 1 << 20;
        for (std::size_t first = 0; first < table_.size(); first += bytes_between_polls) {
            const auto piece = table_.subspan(first, std::min(bytes_between_polls, table_.size() - first));
            std::fill(piece.begin(), piece.end(), unknown);
            if (poller_.should_stop()) {
                return false;
            }
        }
        return true;
    }

    std::uint64_t run_level(int distance) {
        std::uint64_t count = 0;
        blanks_.clear();
        for (int blank = 0; blank < ranking_.cells(); ++blank) {
            if (metric_ == Metric::slides) {
                blanks_ = {blank};
                count += run_blocks(distance);
            } else if (ranking_.colour(blank) == (distance & 1)) {
                blanks_.push_back(blank);
            }
        }
        return metric_ == Metric::slides ? count : run_blocks(distance);
    }

    /// Expand the states of the level in the blocks of `blanks_`.
    std::uint64_t run_blocks(int distance) {
        next_piece_ = 0;
        std::vector<std::uint64_t> counts(static_cast<std::size_t>(team_.size()));
        team_.run({
            .work =
                [&](int thread) {
                    std::uint64_t& count = counts[static_cast<std::size_t>(thread)];
                    if (thread == 0) {
                        count = run_pieces(distance, [this] { return poller_.should_stop(); });
                    } else {
                        count = run_pieces(distance, [] { return false; });
                    }
                },
            .stop = [this] { is_stopped_ = true; },
            .poll = {},  // the rest takes milliseconds
        });
        return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    }

    template <class Poll>
    std::uint64_t run_pieces(int distance, Poll should_stop) {
        std::uint64_t count = 0;
        while (!is_stopped_) {
            const std::size_t piece = next_piece_.fetch_add(1);
            if (piece >= pieces_ * blanks_.size()) {
                break;
            }
            const int blank = blanks_[piece / pieces_];
            const auto first = static_cast<std::uint32_t>(piece % pieces_) * piece_size;
            const std::uint32_t end = std::min(ranking_.block(), first + piece_size);
            OrderReader reader(ranking_, blank);
            for_each_at(block(blank), first, end, distance, [&](std::uint32_t rank) {
                ++count;
                expand(blank, rank, reader.read(rank), static_cast<std::uint8_t>(distance + 1));
            });
            if (should_stop()) {
                is_stopped_ = true;
            }
        }
        return count;
    }

    void expand(int blank, std::uint32_t rank, const TileOrder& order, std::uint8_t distance) {
        for (int move = 0; move < move_count; ++move) {
            const int target = ranking_.grid().target(blank, move);
            if (target < 0) {
                continue;
            }
            reach(target, ranking_.rank_after(rank, order, blank, target), distance);
            if (metric_ == Metric::slides && ranking_.grid().target(target, move) >= 0) {
                slide_on(move, blank, rank, order, distance);
            }
        }
    }

    /// Reach the states that slides of two tiles or more lead to.
    void slide_on(int move, int blank, std::uint32_t rank, TileOrder order, std::uint8_t distance) {
        int target = ranking_.grid().target(blank, move);
        for (int next = ranking_.grid().target(target, move); next >= 0;
             next = ranking_.grid().target(target, move)) {
            rank = ranking_.rank_after(rank, order, blank, target);
            StateRanking::play(order, blank, target);
            blank = target;
            target = next;
            reach(target, ranking_.rank_after(rank, order, blank, target), distance);
        }
    }

    void reach(int blank, std::uint32_t rank, std::uint8_t distance) {
        const std::atomic_ref<std::uint8_t> entry(block(blank)[rank]);
        if (entry.load(std::memory_order_relaxed) == unknown) {
            entry.store(distance, std::memory_order_relaxed);
        }
    }

    [[nodiscard]] std::uint8_t* block(int blank) const {
        return table_.data() + static_cast<std::size_t>(blank) * ranking_.block();
    }

    const StateRanking& ranking_;
    const std::span<std::uint8_t> table_;
    const Metric metric_;
    const std::size_t pieces_;  // of each block
    const ThreadTeam team_;
    Poller poller_;
    std::vector<int> blanks_;  // the blocks that are read at once
    std::atomic<std::size_t> next_piece_ = 0;
    std::atomic<bool> is_stopped_ = false;
};

void check_size(const StateRanking& ranking, std::size_t size) {
    if (size != ranking.size()) {
        throw std::invalid_argument("expected a table with one byte for every state of the ranking");
    }
}

PackedState pack(const TileOrder& order, int blank, int cells, const StateView& view) {
    PackedState state = 0;
    for (int cell = 0, place = 0; cell < cells; ++cell) {
        std::uint8_t tile = 0;
        if (cell != blank) {
            tile = view.labels[order.tiles[static_cast<std::size_t>(place++)] + std::size_t{1}];
        }
        state |= PackedState{tile} << (4 * (cells - 1 - view.cells[static_cast<std::size_t>(cell)]));
    }
    return state;
}

}  // namespace

std::optional<std::vector<std::uint64_t>> fill_distances(
    const StateRanking& ranking, std::span<std::uint8_t> table, int threads, const DistancePoll& poll, Metric metric) {
    check_size(ranking, table.size());
    if (threads < 1 || threads > maximum_threads) {
        throw std::invalid_argument("expected 1 to 256 threads");
    }
    return DistanceBuilder(ranking, table, metric, threads, poll).build();
}

bool collect_states(
    const StateRanking& ranking, std::span<const std::uint8_t> table, int distance, const StateView& view,
    std::span<PackedState> states, const DistancePoll& poll) {
    check_size(ranking, table.size());
    if (distance < 0 || distance >= unknown) {
        throw std::invalid_argument("expected a distance from 0 to 254");
    }
    Poller poller(poll, distance);
    // States are put into buckets by their first two cells, and each bucket is sorted: polls are never far apart.
    const auto for_each_state = [&](auto&& visit) {
        for (int blank = 0; blank < ranking.cells(); ++blank) {
            const std::uint8_t* block = table.data() + static_cast<std::size_t>(blank) * ranking.block();
            OrderReader reader(ranking, blank);
            for (std::uint32_t first = 0; first < ranking.block(); first += piece_size) {
                const std::uint32_t end = std::min(ranking.block(), first + piece_size);
                for_each_at(block, first, end, distance, [&](std::uint32_t rank) {
                    visit(pack(reader.read(rank), blank, ranking.cells(), view));
                });
                if (poller.should_stop()) {
                    return false;
                }
            }
        }
        return true;
    };
    const auto shift = static_cast<unsigned>(4 * (ranking.cells() - 2));
    std::vector<std::size_t> ends(257);
    std::size_t count = 0;
    if (!for_each_state([&](PackedState state) { ++count, ++ends[(state >> shift) + 1]; })) {
        return false;
    }
    if (count != states.size()) {
        throw std::invalid_argument("expected room for exactly the states at this distance");
    }
    for (std::size_t bucket = 1; bucket < ends.size(); ++bucket) {
        ends[bucket] += ends[bucket - 1];
    }
    std::vector<std::size_t> next(ends.begin(), ends.end() - 1);
    const bool is_complete = for_each_state([&](PackedState state) {
        std::size_t& place = next[state >> shift];
        if (place == ends[(state >> shift) + 1]) {
            throw std::invalid_argument("the table was changed while it was read");
        }
        states[place++] = state;
    });
    if (!is_complete) {
        return false;
    }
    for (std::size_t bucket = 0; bucket + 1 < ends.size(); ++bucket) {
        std::sort(states.begin() + static_cast<std::ptrdiff_t>(ends[bucket]),
                  states.begin() + static_cast<std::ptrdiff_t>(ends[bucket + 1]));
        if (poller.should_stop()) {
            return false;
        }
    }
    return true;
}

}  // namespace taquin
