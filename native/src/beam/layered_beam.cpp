#include "taquin/beam/layered_beam.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "beam_layer.hpp"
#include "board_tables.hpp"
#include "layer_expansion.hpp"
#include "layer_selection.hpp"
#include "phases.hpp"

namespace taquin::beam {

namespace {

class Beam {
public:
    Beam(
        const DisplacementScore& score, const BeamSettings& settings, PhaseTeam& team, Counters& counters,
        const std::function<bool(std::uint64_t)>& should_stop)
        : settings_(settings),
          counters_(counters),
          tables_(score),
          edges_(score.features().rows(), score.features().columns(), settings.counts_slides),
          expansion_(tables_, edges_, settings.longest, settings.node_limit),
          selection_(tables_, edges_, settings.width, settings.seed),
          phases_(team, [this, &should_stop] { return should_stop(memory()); }) {}

    BeamResult run(std::span<const Label> start) {
        current_ = tables_.make_root(start);
        selection_.remember(current_);
        BeamResult result;
        RandomNumbers random(settings_.seed);
        if (current_.nodes[0].distance == 0) {
            result.status = Status::solved;
            return result;
        }
        for (int g = 0; g < settings_.longest && !current_.nodes.empty(); ++g) {
            if (!expansion_.expand(current_, g, phases_, counters_) || phases_.is_stopped()) {
                result.status = Status::stopped;
                return result;
            }
            if (const auto goal = expansion_.find_goal()) {
                result.status = Status::solved;
                result.moves = path(*goal);
                return result;
            }
            select_layer();
            if (phases_.is_stopped()) {
                result.status = Status::stopped;
                return result;
            }
            record(result.samples, random);
            if (settings_.pace) {
                selection_.set_width(std::clamp(settings_.pace(g + 1, stored_), 1, settings_.width));
            }
        }
        return result;
    }

private:
    void select_layer() {
        origins_.emplace_back();
        selection_.select(expansion_, current_, next_, origins_.back(), phases_, counters_);
        stored_ += origins_.back().size();
        counters_.max_stored = std::max(counters_.max_stored, stored_ + 1);
        std::swap(current_, next_);
    }

    /// The moves to the child with this origin.
    [[nodiscard]] std::vector<std::uint8_t> path(std::uint32_t origin) const {
        std::vector<std::uint8_t> moves{static_cast<std::uint8_t>(edges_.number(origin))};
        for (std::size_t layer = origins_.size(); layer-- > 0;) {
            origin = origins_[layer][edges_.parent(origin)];
            moves.push_back(static_cast<std::uint8_t>(edges_.number(origin)));
        }
        std::reverse(moves.begin(), moves.end());
        return moves;
    }

    void record(std::vector<Label>& samples, RandomNumbers& random) {
        for (int sample = 0; sample < settings_.samples && !current_.nodes.empty(); ++sample) {
            const std::size_t node = random.below(static_cast<std::uint32_t>(current_.nodes.size()));
            const std::uint8_t* board = current_.board(node, tables_.cells());
            samples.insert(samples.end(), board, board + tables_.cells());
        }
    }

    [[nodiscard]] std::uint64_t memory() const {
        const auto node_bytes = sizeof(Node) + Layer::board_bytes(tables_.cells());
        return (current_.nodes.capacity() + next_.nodes.capacity()) * node_bytes + expansion_.bytes() +
               selection_.bytes() + stored_ * sizeof(std::uint32_t);
    }

    BeamSettings settings_;
    Counters& counters_;
    BoardTables tables_;
    Edges edges_;
    LayerExpansion expansion_;
    LayerSelection selection_;
    Phases phases_;
    Layer current_;
    Layer next_;
    std::vector<std::vector<std::uint32_t>> origins_;  // of the nodes of each layer
    std::uint64_t stored_ = 0;
};

}  // namespace

BeamResult run_beam(
    const DisplacementScore& score, std::span<const Label> start, const BeamSettings& settings, PhaseTeam& team,
    Counters& counters, const std::function<bool(std::uint64_t memory)>& should_stop) {
    if (settings.counts_slides && settings.width > 1 << 24) {
        throw std::invalid_argument("expected a width of up to 2^24 for slides");
    }
    return Beam(score, settings, team, counters, should_stop).run(start);
}

}  // namespace taquin::beam
