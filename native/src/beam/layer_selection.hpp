#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "beam_layer.hpp"
#include "board_tables.hpp"
#include "layer_expansion.hpp"
#include "phases.hpp"
#include "taquin/run/run.hpp"

namespace taquin::beam {

/// Selects the best candidates of a layer, drops those whose boards were kept before, and makes nodes of the others.
class LayerSelection {
public:
    LayerSelection(const BoardTables& tables, const Edges& edges, int width, std::uint64_t seed)
        : tables_(tables), edges_(edges), width_(width), seed_(seed), seen_(width) {}

    void remember(const Layer& layer);

    /// The most nodes of the next layers, about. It must not be more than that of the beginning.
    void set_width(int width) { width_ = width; }

    /// Make the next layer, and the origins of its nodes. Nothing is made if the phases are stopped.
    void select(
        LayerExpansion& expansion, Layer& current, Layer& next, std::vector<std::uint32_t>& origins, Phases& phases,
        Counters& counters);

    [[nodiscard]] std::size_t bytes() const { return ordered_.capacity() * sizeof(Candidate) + seen_.bytes(); }

private:
    static constexpr std::uint64_t no_duplicates = 1024;

    /// Which candidates are selected: those with a lower score than the threshold, and a share of those equal to it.
    struct Threshold {
        int score;
        std::uint64_t share;  // of 65,536
    };

    Threshold find_threshold(LayerExpansion& expansion);
    void select_part(LayerExpansion& expansion, std::size_t number, const Threshold& threshold) const;
    std::size_t place_partitions(LayerExpansion& expansion, Counters& counters);
    void order_part(LayerExpansion& expansion, std::size_t number);
    void drop_duplicates(std::size_t partition);
    std::size_t count_kept(std::size_t selected, Counters& counters);
    void make_nodes(
        std::size_t partition, Layer& current, Layer& next, std::vector<std::uint32_t>& origins) const;

    const BoardTables& tables_;
    const Edges& edges_;
    int width_;
    std::uint64_t seed_;
    SeenBoards seen_;
    std::uint64_t duplicates_ = no_duplicates * 3 / 10;  // share among the selected, expected in the next layer
    std::vector<std::size_t> counts_;                    // of candidates by score
    std::vector<Candidate> ordered_;                     // the selected candidates, partition by partition
    std::array<std::size_t, partitions + 1> starts_{};   // of the partitions among them
    std::array<std::size_t, partitions> kept_{};         // how many of each partition are kept
    std::array<std::size_t, partitions> places_{};       // of these in the next layer
};

}  // namespace taquin::beam
