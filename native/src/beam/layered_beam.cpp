#include "taquin/beam/layered_beam.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <limits>
#include <optional>

#include "beam_layer.hpp"
#include "taquin/geometry.hpp"
#include "taquin/packed.hpp"

namespace taquin::beam {

namespace {

constexpr std::size_t parents_in_part = 512;
constexpr int score_range = 1 << 15;
constexpr std::uint64_t no_duplicates = 1024;

class Beam {
public:
    Beam(
        const DisplacementScore& score, const BeamSettings& settings, PhaseTeam& team, Counters& counters,
        const std::function<bool(std::uint64_t)>& should_stop)
        : score_(score),
          features_(score.features()),
          settings_(settings),
          cells_(features_.cells()),
          team_(team),
          counters_(counters),
          should_stop_(should_stop),
          seen_(settings.width) {
        for (int label = 0; label < cells_; ++label) {
            for (int cell = 0; cell < cells_; ++cell) {
                const auto number = static_cast<std::uint64_t>(label * maximum_cells + cell + 1);
                keys_.push_back(label == features_.blank() ? 0 : mix(mix(number)));
                distances_.push_back(static_cast<std::uint16_t>(distance(label, cell)));
            }
        }
    }

    BeamResult run(std::span<const Label> start) {
        place_root(start);
        BeamResult result;
        RandomNumbers random(settings_.seed);
        if (current_.nodes[0].distance == 0) {
            result.status = Status::solved;
            return result;
        }
        for (int g = 0; g < settings_.longest && !current_.nodes.empty(); ++g) {
            expand_layer(g);
            if (is_stopped_) {
                result.status = Status::stopped;
                return result;
            }
            if (const auto goal = find_goal()) {
                result.status = Status::solved;
                result.moves = path(*goal);
                return result;
            }
            select_layer();
            if (is_stopped_) {
                result.status = Status::stopped;
                return result;
            }
            record(result.samples, random);
        }
        return result;
    }

private:
    [[nodiscard]] int distance(int label, int cell) const {
        if (label == features_.blank()) {
            return 0;
        }
        const int columns = features_.columns();
        return std::abs(label / columns - cell / columns) + std::abs(label % columns - cell % columns);
    }
    [[nodiscard]] std::size_t index(int label, int cell) const {
        return static_cast<std::size_t>(label * cells_ + cell);
    }

    void place_root(std::span<const Label> start) {
        current_.resize(1, cells_);
        std::uint8_t* board = current_.board(0, cells_);
        Node& node = current_.nodes[0];
        node = {0, score_.evaluate(start), 0, 0, no_move};
        for (int cell = 0; cell < cells_; ++cell) {
            const Label label = start[static_cast<std::size_t>(cell)];
            board[cell] = label;
            board[cells_ + label] = features_.displacement(label, cell);
            node.hash ^= keys_[index(label, cell)];
            node.distance = static_cast<std::uint16_t>(node.distance + distances_[index(label, cell)]);
            if (label == features_.blank()) {
                node.blank = static_cast<Label>(cell);
            }
        }
        seen_.add(node.hash);
    }

    void run_phase(std::size_t parts, const PhaseTeam::Work& work) {
        team_.run(
            static_cast<int>(parts),
            [&](int part) {
                if (!is_stopped_) {
                    work(part);
                }
            },
            [this] {
                if (!is_stopped_ && should_stop_(memory())) {
                    is_stopped_ = true;
                }
            });
    }

    // Generate ------------------------------------------------------------------------------------------------------

    void expand_layer(int g) {
        const std::size_t count = current_.nodes.size();
        parts_.assign((count + parents_in_part - 1) / parents_in_part, Part{});
        candidates_.resize(count * 4);
        run_phase(parts_.size(), [&](int part) { expand_part(static_cast<std::size_t>(part), g); });
        counters_.expanded += count;
        std::uint64_t generated = 0;
        for (const Part& part : parts_) {
            generated += part.generated;
            counters_.pruned += part.pruned;
        }
        counters_.generated += generated;
        counters_.max_frontier = std::max(counters_.max_frontier, generated);
        counters_.max_depth = std::max(counters_.max_depth, static_cast<std::uint64_t>(g) + 1);
    }

    void expand_part(std::size_t number, int g) {
        Part& part = parts_[number];
        const std::size_t first = number * parents_in_part;
        const std::size_t last = std::min(first + parents_in_part, current_.nodes.size());
        Candidate* next = candidates_.data() + first * 4;
        for (std::size_t parent = first; parent < last; ++parent) {
            next = expand(parent, g, part, next);
        }
        part.count = static_cast<std::size_t>(next - (candidates_.data() + first * 4));
    }

    Candidate* expand(std::size_t parent, int g, Part& part, Candidate* next) {
        const Node& node = current_.nodes[parent];
        std::uint8_t* labels = current_.board(parent, cells_);
        Displacement* moved = labels + cells_;
        const BoardView board{labels, moved};
        const int blank_label = features_.blank();
        const int blank = node.blank;
        const int blank_before = score_.blank_part(board, blank);
        const Displacement blank_moved = moved[blank_label];
        for (int move = 0; move < move_count; ++move) {
            const int cell = score_.target(blank, move);
            if (cell < 0 || move == (node.last_move ^ 1)) {
                continue;
            }
            const Label label = labels[cell];
            const std::size_t before = index(label, cell);
            const std::size_t after = index(label, blank);
            const int h = node.distance - distances_[before] + distances_[after];
            ++part.generated;
            if (g + 1 + h > settings_.longest) {
                ++part.pruned;
                continue;
            }
            const std::uint64_t hash = node.hash ^ keys_[before] ^ keys_[after];
            const auto origin = static_cast<std::uint32_t>(parent << 2 | static_cast<std::size_t>(move));
            if (h == 0) {
                part.goal = part.goal.value_or(origin);
                continue;
            }
            int change = score_.tile_change(board, blank, cell, move) - blank_before;
            const Displacement tile_moved = moved[label];
            labels[blank] = label;
            labels[cell] = static_cast<Label>(blank_label);
            moved[label] = features_.displacement(label, blank);
            moved[blank_label] = features_.displacement(blank_label, cell);
            change += score_.blank_part(board, cell);
            labels[cell] = label;
            labels[blank] = static_cast<Label>(blank_label);
            moved[label] = tile_moved;
            moved[blank_label] = blank_moved;
            const int score = node.score + change;
            part.least = std::min(part.least, score);
            *next++ = {hash, origin, score};
        }
        return next;
    }

    [[nodiscard]] std::optional<std::uint32_t> find_goal() const {
        for (const Part& part : parts_) {
            if (part.goal) {
                return part.goal;
            }
        }
        return std::nullopt;
    }

    /// The moves to the child with this origin.
    [[nodiscard]] std::vector<std::uint8_t> path(std::uint32_t origin) const {
        std::vector<std::uint8_t> moves{static_cast<std::uint8_t>(origin & 3)};
        for (std::size_t layer = origins_.size(); layer-- > 0;) {
            origin = origins_[layer][origin >> 2];
            moves.push_back(static_cast<std::uint8_t>(origin & 3));
        }
        std::reverse(moves.begin(), moves.end());
        return moves;
    }

    // Select --------------------------------------------------------------------------------------------------------

    /// Which candidates are selected: those with a lower score than the threshold, and a share of those equal to it.
    struct Threshold {
        int score;
        std::uint64_t share;  // of 65,536
    };

    void select_layer() {
        const Threshold threshold = find_threshold();
        run_phase(parts_.size(), [&](int part) { select_part(static_cast<std::size_t>(part), threshold); });
        const std::size_t selected = place_partitions();
        ordered_.resize(selected);
        run_phase(parts_.size(), [&](int part) { order_part(static_cast<std::size_t>(part)); });
        run_phase(partitions, [&](int partition) { drop_duplicates(static_cast<std::size_t>(partition)); });
        if (is_stopped_) {
            return;
        }
        std::array<std::size_t, partitions> places{};
        std::size_t kept = 0;
        for (std::size_t partition = 0; partition < partitions; ++partition) {
            places[partition] = kept;
            kept += kept_[partition];
        }
        counters_.duplicates += selected - kept;
        counters_.generated -= selected - kept;
        if (selected > 100) {
            duplicates_ = (duplicates_ + no_duplicates * (selected - kept) / selected) / 2;
            duplicates_ = std::min(duplicates_, no_duplicates * 4 / 5);
        }
        next_.resize(kept, cells_);
        origins_.emplace_back(kept);
        run_phase(partitions, [&](int partition) {
            make_nodes(static_cast<std::size_t>(partition), places[static_cast<std::size_t>(partition)]);
        });
        std::swap(current_, next_);
        stored_ += kept;
        counters_.max_stored = std::max(counters_.max_stored, stored_ + 1);
    }

    Threshold find_threshold() {
        std::size_t count = 0;
        int least = std::numeric_limits<int>::max();
        for (const Part& part : parts_) {
            count += part.count;
            least = std::min(least, part.least);
        }
        const auto target = static_cast<std::size_t>(
            static_cast<std::uint64_t>(settings_.width) * no_duplicates / (no_duplicates - duplicates_));
        if (count <= target) {
            return {std::numeric_limits<int>::max(), 0};
        }
        counts_.assign(score_range, 0);
        for (std::size_t number = 0; number < parts_.size(); ++number) {
            for (const Candidate& candidate : candidates_of(number)) {
                ++counts_[static_cast<std::size_t>(std::min(candidate.score - least, score_range - 1))];
            }
        }
        std::size_t below = 0;
        std::size_t level = 0;
        while (below + counts_[level] < target) {
            below += counts_[level++];
        }
        return {least + static_cast<int>(level), (target - below) * 65536 / counts_[level]};
    }

    [[nodiscard]] std::span<Candidate> candidates_of(std::size_t part) {
        return {candidates_.data() + part * parents_in_part * 4, parts_[part].count};
    }

    void select_part(std::size_t number, const Threshold& threshold) {
        Part& part = parts_[number];
        std::size_t kept = 0;
        for (const Candidate& candidate : candidates_of(number)) {
            const std::uint64_t choice = mix(candidate.hash ^ settings_.seed) & 0xffff;
            const bool is_selected =
                candidate.score < threshold.score ||
                (candidate.score == threshold.score && choice < threshold.share);
            if (is_selected) {
                ++part.starts[candidate.partition()];
                candidates_[number * parents_in_part * 4 + kept++] = candidate;
            }
        }
        part.pruned = part.count - kept;
        part.count = kept;
    }

    /// Turn the counts of the parts into places: partition by partition, in each part by part.
    std::size_t place_partitions() {
        std::size_t place = 0;
        for (std::size_t partition = 0; partition < partitions; ++partition) {
            starts_[partition] = place;
            for (Part& part : parts_) {
                const std::size_t count = part.starts[partition];
                part.starts[partition] = place;
                place += count;
            }
        }
        starts_[partitions] = place;
        for (const Part& part : parts_) {
            counters_.pruned += part.pruned;
        }
        return place;
    }

    void order_part(std::size_t number) {
        Part& part = parts_[number];
        for (const Candidate& candidate : candidates_of(number)) {
            ordered_[part.starts[candidate.partition()]++] = candidate;
        }
    }

    /// Move the new boards of a partition to its beginning. Only this partition reads and writes its slots.
    void drop_duplicates(std::size_t partition) {
        constexpr std::size_t ahead = 12;
        std::size_t kept = starts_[partition];
        const std::size_t end = starts_[partition + 1];
        for (std::size_t number = kept; number < end; ++number) {
            if (number + ahead < end) {
                seen_.prefetch(ordered_[number + ahead].hash);
            }
            if (seen_.add(ordered_[number].hash)) {
                ordered_[kept++] = ordered_[number];
            }
        }
        kept_[partition] = kept - starts_[partition];
    }

    void make_nodes(std::size_t partition, std::size_t place) {
        std::vector<std::uint32_t>& origins = origins_.back();
        for (std::size_t number = 0; number < kept_[partition]; ++number, ++place) {
            const Candidate& candidate = ordered_[starts_[partition] + number];
            origins[place] = candidate.origin;
            const Node& parent = current_.nodes[candidate.parent()];
            const std::uint8_t* parent_board = current_.board(candidate.parent(), cells_);
            std::uint8_t* board = next_.board(place, cells_);
            std::copy_n(parent_board, 2 * cells_, board);
            const int cell = score_.target(parent.blank, candidate.move());
            const Label label = board[cell];
            const auto blank_label = static_cast<Label>(features_.blank());
            board[parent.blank] = label;
            board[cell] = blank_label;
            board[cells_ + label] = features_.displacement(label, parent.blank);
            board[cells_ + blank_label] = features_.displacement(blank_label, cell);
            const int h = parent.distance - distances_[index(label, cell)] + distances_[index(label, parent.blank)];
            next_.nodes[place] = {
                candidate.hash, candidate.score, static_cast<std::uint16_t>(h), static_cast<Label>(cell),
                static_cast<std::uint8_t>(candidate.move())};
        }
    }

    // Everything else -----------------------------------------------------------------------------------------------

    void record(std::vector<Label>& samples, RandomNumbers& random) {
        for (int sample = 0; sample < settings_.samples && !current_.nodes.empty(); ++sample) {
            const std::size_t node = random.below(static_cast<std::uint32_t>(current_.nodes.size()));
            const std::uint8_t* board = current_.board(node, cells_);
            samples.insert(samples.end(), board, board + cells_);
        }
    }

    [[nodiscard]] std::uint64_t memory() const {
        const auto node_bytes = sizeof(Node) + 2 * static_cast<std::size_t>(cells_);
        return (current_.nodes.capacity() + next_.nodes.capacity()) * node_bytes +
               (candidates_.capacity() + ordered_.capacity()) * sizeof(Candidate) + stored_ * sizeof(std::uint32_t) +
               seen_.bytes();
    }

    const DisplacementScore& score_;
    const ScoreFeatures& features_;
    BeamSettings settings_;
    int cells_;
    PhaseTeam& team_;
    Counters& counters_;
    const std::function<bool(std::uint64_t)>& should_stop_;
    std::atomic<bool> is_stopped_ = false;

    std::vector<std::uint64_t> keys_;       // by label and cell, to hash boards
    std::vector<std::uint16_t> distances_;  // by label and cell
    SeenBoards seen_;
    Layer current_;
    Layer next_;
    std::vector<std::vector<std::uint32_t>> origins_;  // of the nodes of each layer
    std::uint64_t stored_ = 0;
    std::uint64_t duplicates_ = no_duplicates * 3 / 10;  // share among the selected, expected in the next layer

    std::vector<Part> parts_;
    std::vector<Candidate> candidates_;
    std::vector<std::size_t> counts_;  // of candidates by score
    std::vector<Candidate> ordered_;
    std::array<std::size_t, partitions + 1> starts_{};
    std::array<std::size_t, partitions> kept_{};
};

}  // namespace

BeamResult run_beam(
    const DisplacementScore& score, std::span<const Label> start, const BeamSettings& settings, PhaseTeam& team,
    Counters& counters, const std::function<bool(std::uint64_t memory)>& should_stop) {
    return Beam(score, settings, team, counters, should_stop).run(start);
}

}  // namespace taquin::beam
