#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "beam_layer.hpp"
#include "board_tables.hpp"
#include "phases.hpp"
#include "taquin/run/run.hpp"

namespace taquin::beam {

/// Generates the children of a layer, as candidates: their boards are made only if they are selected.
class LayerExpansion {
public:
    LayerExpansion(const BoardTables& tables, const Edges& edges, int longest, std::uint64_t node_limit)
        : tables_(tables), edges_(edges), longest_(longest), node_limit_(node_limit) {}

    /// Generate the children of all nodes of a layer at depth g. False if the limit of nodes left some of them out.
    [[nodiscard]] bool expand(const Layer& layer, int g, Phases& phases, Counters& counters);

    /// The origin of a child that is the goal.
    [[nodiscard]] std::optional<std::uint32_t> find_goal() const;

    [[nodiscard]] std::span<Part> parts() { return parts_; }
    [[nodiscard]] std::span<Candidate> candidates_of(std::size_t part);

    [[nodiscard]] std::size_t bytes() const { return candidates_.capacity() * sizeof(Candidate); }

private:
    /// How many nodes of a layer may still be expanded, given the number generated so far.
    [[nodiscard]] std::size_t count_allowed(const Layer& layer, std::uint64_t generated) const;
    void expand_part(const Layer& layer, std::size_t number, std::size_t count, int g);
    template <bool IsPlaced>
    Candidate* expand_node(const Layer& layer, std::size_t parent, int g, Part& part, Candidate* next) const;
    template <bool IsPlaced>
    Candidate* expand_slides(const Layer& layer, std::size_t parent, int g, Part& part, Candidate* next) const;
    /// Add a child to the candidates, unless it is the goal or too far from it.
    Candidate* add(const Node& child, std::uint32_t origin, int g, Part& part, Candidate* next) const;

    const BoardTables& tables_;
    const Edges& edges_;
    int longest_;
    std::uint64_t node_limit_;
    std::vector<Part> parts_;
    std::vector<Candidate> candidates_;
};

}  // namespace taquin::beam
