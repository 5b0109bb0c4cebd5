#include "taquin/slides/slide_database.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <set>
#include <stdexcept>

#include "taquin/run/phase_team.hpp"
#include "taquin/run/poll_timer.hpp"
#include "taquin/run/thread_team.hpp"

namespace taquin {

namespace {

constexpr int row_parts = 32;  // of the rows of a phase: a fraction of a millisecond each

/// Thrown on the calling thread when the poll says to stop: it ends a phase early.
struct Stopped {};

class SlideDatabaseBuilder {
public:
    SlideDatabaseBuilder(const SlideIndex& index, std::span<std::uint8_t> table, int threads, const SlidePoll& poll)
        : index_(index), table_(table), team_(threads), poll_(poll) {}

    std::optional<std::vector<std::uint64_t>> build(int goal_blank, std::span<const std::uint8_t> homes) {
        try {
            clear();
            const auto first = index_.triple(goal_blank, homes.subspan(0, 3));
            table_[index_.number(goal_blank, first, index_.triple(goal_blank, homes.subspan(3, 3)))] = 0;
            while (const std::uint64_t count = run_level()) {
                counts_.push_back(count);
                reached_ += count;
            }
            return counts_;
        } catch (const Stopped&) {
            return std::nullopt;
        }
    }

private:
    void poll() {
        if (poll_ && timer_.is_due() && poll_(static_cast<int>(counts_.size()), reached_)) {
            throw Stopped{};
        }
    }

    void clear() {
        const std::size_t piece = table_.size() / row_parts + 1;
        run_phase([&](int part) {
            const std::size_t first = std::min(static_cast<std::size_t>(part) * piece, table_.size());
            std::memset(table_.data() + first, no_slides, std::min(piece, table_.size() - first));
        });
    }

    std::uint64_t run_level() {
        std::atomic<std::uint64_t> count = 0;
        for (int blank = 0; blank < index_.cells(); ++blank) {
            run_phase([&](int part) {
                const std::size_t first = index_.triples() * static_cast<std::size_t>(part) / row_parts;
                const std::size_t end = index_.triples() * static_cast<std::size_t>(part + 1) / row_parts;
                std::uint64_t found = 0;
                for (std::size_t row = first; row < end; ++row) {
                    found += expand_row(blank, static_cast<SlideIndex::Triple>(row));
                }
                count += found;
            });
        }
        return count;
    }

    void run_phase(const PhaseTeam::Work& work) {
        team_.run(row_parts, work, [this] { poll(); });
    }

    /// Where slides from one row lead: to a row of the table, and to a place in it for each last triple.
    struct Target {
        std::uint8_t* row;
        const SlideIndex::Triple* places;  // null: the place stays the same
    };

    /// Expand the states of the level with this cell of the blank and this first triple; returns their number.
    std::uint64_t expand_row(int blank, SlideIndex::Triple first) {
        std::array<Target, 2 * maximum_slide_cells> targets;
        std::size_t target_count = 0;
        for (int row = 0; row < index_.rows(); ++row) {
            const int to = row * index_.columns() + blank % index_.columns();
            if (to != blank) {
                const SlideIndex::Triple* after = index_.after(blank, to);
                targets[target_count++] = {row_of(to, after[first]), after};
            }
        }
        for (int column = 0; column < index_.columns(); ++column) {
            const int to = blank - blank % index_.columns() + column;
            if (to != blank) {
                targets[target_count++] = {row_of(to, first), nullptr};
            }
        }
        const auto level = static_cast<std::uint8_t>(counts_.size());
        const std::uint8_t* source = row_of(blank, first);
        std::uint64_t count = 0;
        for (std::size_t place = next_at(source, 0, level); place < index_.triples();
             place = next_at(source, place + 1, level)) {
            ++count;
            for (std::size_t target = 0; target < target_count; ++target) {
                const auto& [row, places] = targets[target];
                std::uint8_t& entry = row[places == nullptr ? place : places[place]];
                entry = std::min(entry, static_cast<std::uint8_t>(level + 1));  // unknown entries are the largest
            }
        }
        return count;
    }

    /// The first place from here on that has this entry; the number of triples if there is none.
    [[nodiscard]] std::size_t next_at(const std::uint8_t* row, std::size_t place, std::uint8_t level) const {
        const void* found = std::memchr(row + place, level, index_.triples() - place);
        return found == nullptr ? index_.triples()
                                : static_cast<std::size_t>(static_cast<const std::uint8_t*>(found) - row);
    }

    [[nodiscard]] std::uint8_t* row_of(int blank, SlideIndex::Triple first) const {
        return table_.data() + index_.number(blank, first, 0);
    }

    const SlideIndex& index_;
    const std::span<std::uint8_t> table_;
    PhaseTeam team_;
    const SlidePoll& poll_;
    PollTimer timer_;
    std::vector<std::uint64_t> counts_;  // of the complete levels
    std::uint64_t reached_ = 0;
};

}  // namespace

std::optional<std::vector<std::uint64_t>> fill_slide_database(
    const SlideIndex& index, int goal_blank, std::span<const std::uint8_t> homes, std::span<std::uint8_t> table,
    int threads, const SlidePoll& poll) {
    if (table.size() != index.size()) {
        throw std::invalid_argument("expected a table with one byte for every number of the index");
    }
    std::set<int> taken(homes.begin(), homes.end());
    taken.insert(goal_blank);
    if (homes.size() != slide_tiles || taken.size() != slide_tiles + 1 || *taken.begin() < 0 ||
        *taken.rbegin() >= index.cells()) {
        throw std::invalid_argument("expected the goal cells of six tiles and of the blank");
    }
    return SlideDatabaseBuilder(index, table, threads, poll).build(goal_blank, homes);
}

}  // namespace taquin
