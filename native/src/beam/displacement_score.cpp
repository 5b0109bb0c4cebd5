#include "taquin/beam/displacement_score.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <tuple>

namespace taquin::beam {

namespace {

int limited(int steps) { return std::clamp(steps, -displacement_reach, displacement_reach) + displacement_reach; }

}  // namespace

std::size_t ScoreLayout::single(int rows_moved, int columns_moved, bool is_blank) const {
    const int row = (is_blank ? rows : 0) + std::abs(rows_moved);
    return static_cast<std::size_t>(row * columns + std::abs(columns_moved));
}

int ScoreLayout::find_offset(int rows_between, int columns_between) const {
    if (rows_between == 0) {
        return columns_between - 1;
    }
    if (columns_between == 0) {
        return columns + rows_between - 2;
    }
    if (rows_between == 1 && std::abs(columns_between) == 1) {
        return rows + columns - (columns_between == 1 ? 2 : 1);
    }
    return -1;
}

ScoreFeatures::ScoreFeatures(int rows, int columns, int blank, ScoreLayout layout)
    : layout_(layout), rows_(rows), columns_(columns), blank_(blank) {
    if (rows < 1 || columns < 1 || rows > maximum_cells || columns > maximum_cells) {
        throw std::invalid_argument("expected 1 to 256 rows and columns");
    }
    cells_ = rows * columns;
    if (cells_ < 2 || cells_ > maximum_cells || blank < 0 || blank >= cells_) {
        throw std::invalid_argument("expected a board of 2 to 256 cells, and the cell of its blank");
    }
    if (layout.rows < rows || layout.columns < columns || layout.rows > maximum_cells ||
        layout.columns > maximum_cells) {
        throw std::invalid_argument("expected weights for boards of this size or larger, up to 256 rows and columns");
    }
    for (int label = 0; label < cells_; ++label) {
        for (int cell = 0; cell < cells_; ++cell) {
            const int down = cell / columns - label / columns;
            const int right = cell % columns - label % columns;
            displacements_.push_back(static_cast<Displacement>(limited(down) * displacement_side + limited(right)));
            singles_.push_back(static_cast<std::uint32_t>(layout_.single(down, right, label == blank)));
        }
    }
    for (int label = 0; label < cells_; ++label) {
        for (int other = label + 1; other < cells_; ++other) {
            const int offset =
                layout_.find_offset(other / columns - label / columns, other % columns - label % columns);
            if (offset < 0) {
                continue;
            }
            const bool is_blank = label == blank || other == blank;
            const std::size_t start = is_blank ? layout_.blank_pairs() : layout_.pairs();
            const std::size_t table = start + static_cast<std::size_t>(offset) * ScoreLayout::table;
            // With the blank, the tile is the first of the pair.
            const bool is_turned = label == blank;
            pairs_.push_back(
                {static_cast<Label>(is_turned ? other : label), static_cast<Label>(is_turned ? label : other), table,
                 is_turned});
        }
    }
}

void ScoreFeatures::list(std::span<const Label> labels, std::vector<std::uint32_t>& found) const {
    std::array<Displacement, maximum_cells> moved{};
    std::array<int, maximum_cells> cells{};
    for (int cell = 0; cell < cells_; ++cell) {
        const Label label = labels[static_cast<std::size_t>(cell)];
        moved[label] = displacement(label, cell);
        cells[label] = cell;
    }
    found.clear();
    for (int label = 0; label < cells_; ++label) {
        found.push_back(static_cast<std::uint32_t>(single(label, cells[static_cast<std::size_t>(label)])));
    }
    for (const RelatedPair& pair : pairs_) {
        found.push_back(static_cast<std::uint32_t>(pair.weight(moved[pair.first], moved[pair.second])));
    }
    for (int cell = 0; cell < cells_; ++cell) {
        const Label label = labels[static_cast<std::size_t>(cell)];
        for (int direction = 0; direction < 2; ++direction) {
            const bool is_at_edge = direction == 0 ? (cell + 1) % columns_ == 0 : cell + columns_ >= cells_;
            if (is_at_edge) {
                continue;
            }
            const Label other = labels[static_cast<std::size_t>(cell + (direction == 0 ? 1 : columns_))];
            found.push_back(static_cast<std::uint32_t>(
                edge_table(direction, label, other) +
                static_cast<std::size_t>(moved[label] * displacement_count + moved[other])));
        }
    }
}

void ScoreFeatures::list_placed(std::span<const Label> labels, std::vector<std::uint32_t>& found) const {
    std::array<std::size_t, maximum_cells> place{};
    const auto cells = static_cast<std::size_t>(cells_);
    for (std::size_t cell = 0; cell < cells; ++cell) {
        place[labels[cell]] = cell;
    }
    found.clear();
    for (std::size_t label = 0; label < cells; ++label) {
        found.push_back(static_cast<std::uint32_t>(label * cells + place[label]));
    }
    std::size_t table = cells;
    for (const RelatedPair& pair : pairs_) {
        found.push_back(static_cast<std::uint32_t>((table + place[pair.first]) * cells + place[pair.second]));
        table += cells;
    }
    const std::size_t edges = placed_edges();
    for (std::size_t cell = 0; cell < cells; ++cell) {
        for (std::size_t direction = 0; direction < 2; ++direction) {
            const std::size_t there = cell + (direction == 0 ? 1 : static_cast<std::size_t>(columns_));
            if (direction == 0 ? there % static_cast<std::size_t>(columns_) != 0 : there < cells) {
                const std::size_t first = (2 * cell + direction) * cells + labels[cell];
                found.push_back(static_cast<std::uint32_t>(edges + first * cells + labels[there]));
            }
        }
    }
}

DisplacementScore::DisplacementScore(
    int rows, int columns, int blank, ScoreLayout layout, std::span<const std::int16_t> weights,
    std::span<const std::int16_t> placed)
    : features_(rows, columns, blank, layout),
      is_placed_(!placed.empty()),
      codes_(is_placed_ ? rows * columns : displacement_count),
      weights_(weights.begin(), weights.end()) {
    if (weights.size() != features_.layout().size()) {
        throw std::invalid_argument("expected as many weights as the layout of the shape has");
    }
    const int cells = features_.cells();
    if (is_placed_ && (placed.size() != features_.placed_size() || blank != cells - 1)) {
        throw std::invalid_argument("expected placed weights for boards of this shape with the blank on the last cell");
    }
    for (int label = 0; label < cells; ++label) {
        for (int cell = 0; cell < cells; ++cell) {
            singles_.push_back(weights_[features_.single(label, cell)]);
        }
    }
    for (int cell = 0; cell < cells; ++cell) {
        targets_.push_back(static_cast<std::int16_t>(cell >= columns ? cell - columns : -1));
        targets_.push_back(static_cast<std::int16_t>(cell + columns < cells ? cell + columns : -1));
        targets_.push_back(static_cast<std::int16_t>(cell % columns > 0 ? cell - 1 : -1));
        targets_.push_back(static_cast<std::int16_t>((cell + 1) % columns > 0 ? cell + 1 : -1));
    }
    if (is_placed_) {
        build_placed(placed);
    } else {
        build_partners();
        build_edges();
    }
    build_neighbours();
    build_with_blank();
}

void DisplacementScore::build_placed(std::span<const std::int16_t> placed) {
    weights_.assign(placed.begin(), placed.end());
    const auto cells = static_cast<std::size_t>(codes_);
    const auto square = static_cast<std::ptrdiff_t>(cells * cells);
    singles_.assign(placed.begin(), placed.begin() + square);
    edges_.assign(placed.begin() + static_cast<std::ptrdiff_t>(features_.placed_edges()), placed.end());
    const std::span<const RelatedPair> pairs = features_.pairs();
    for (std::size_t label = 0; label < cells; ++label) {
        first_partner_.push_back(static_cast<std::uint32_t>(partners_.size()));
        for (std::size_t number = 0; number < pairs.size(); ++number) {
            const RelatedPair& pair = pairs[number];
            const bool is_first = pair.first == label;
            const Label partner = is_first ? pair.second : pair.first;
            if ((!is_first && pair.second != label) || (label + 1 < cells && partner + std::size_t{1} == cells)) {
                continue;
            }
            partners_.push_back({nullptr, partner});
            const auto table = placed.subspan((1 + number) * cells * cells, cells * cells);
            for (std::size_t other = 0; other < cells; ++other) {
                for (std::size_t own = 0; own < cells; ++own) {
                    tables_.push_back(table[is_first ? own * cells + other : other * cells + own]);
                }
            }
        }
    }
    first_partner_.push_back(static_cast<std::uint32_t>(partners_.size()));
    for (std::size_t index = 0; index < partners_.size(); ++index) {
        partners_[index].rows = tables_.data() + index * cells * cells;
    }
}

void DisplacementScore::build_partners() {
    std::map<std::tuple<std::size_t, bool, bool>, std::size_t> starts;  // equal tables are stored once
    const auto find_table = [&](const RelatedPair& pair, bool is_first) {
        const auto [entry, is_new] = starts.try_emplace({pair.table, pair.is_turned, is_first}, tables_.size());
        for (int partner = 0; is_new && partner < displacement_count; ++partner) {
            for (int own = 0; own < displacement_count; ++own) {
                const auto first = static_cast<Displacement>(is_first ? own : partner);
                const auto second = static_cast<Displacement>(is_first ? partner : own);
                tables_.push_back(weights_[pair.weight(first, second)]);
            }
        }
        return entry->second;
    };
    std::vector<std::size_t> starts_of_partners;
    for (int label = 0; label < features_.cells(); ++label) {
        first_partner_.push_back(static_cast<std::uint32_t>(partners_.size()));
        for (const RelatedPair& pair : features_.pairs()) {
            const bool is_first = pair.first == label;
            const Label partner = is_first ? pair.second : pair.first;
            if ((is_first || pair.second == label) && (label == features_.blank() || partner != features_.blank())) {
                partners_.push_back({nullptr, partner});
                starts_of_partners.push_back(find_table(pair, is_first));
            }
        }
    }
    first_partner_.push_back(static_cast<std::uint32_t>(partners_.size()));
    for (std::size_t index = 0; index < partners_.size(); ++index) {
        partners_[index].rows = tables_.data() + starts_of_partners[index];
    }
}

void DisplacementScore::build_edges() {
    for (int kind = 0; kind < 2; ++kind) {
        for (int move = 0; move < 4; ++move) {
            const bool is_first = move == 1 || move == 3;  // the neighbour is below or to the right
            const int direction = move < 2 ? 1 : 0;
            const int own_kind = kind == 0 ? 0 : is_first ? 1 : 2;
            const std::size_t table =
                features_.layout().edges() + static_cast<std::size_t>(3 * direction + own_kind) * ScoreLayout::table;
            for (int own = 0; own < displacement_count; ++own) {
                for (int other = 0; other < displacement_count; ++other) {
                    const int pair = is_first ? own * displacement_count + other : other * displacement_count + own;
                    edges_.push_back(weights_[table + static_cast<std::size_t>(pair)]);
                }
            }
        }
    }
}

void DisplacementScore::build_neighbours() {
    const auto table = static_cast<std::uint32_t>(codes_ * codes_);
    const auto outside = static_cast<std::uint32_t>(edges_.size());
    edges_.resize(edges_.size() + table);
    for (int cell = 0; cell < features_.cells(); ++cell) {
        for (int move = 0; move < 4; ++move) {
            const int there = target(cell, move);
            const bool is_second = move == 1 || move == 3;
            if (there < 0) {
                neighbours_.push_back({{outside, outside}, static_cast<Label>(cell), is_second});
            } else if (is_placed_) {
                const int number = 2 * (is_second ? cell : there) + (move < 2 ? 1 : 0);
                const std::uint32_t start = table * static_cast<std::uint32_t>(number);
                neighbours_.push_back({{start, start}, static_cast<Label>(there), is_second});
            } else {
                const auto number = static_cast<std::uint32_t>(move);
                neighbours_.push_back(
                    {{table * number, table * (4 + number)}, static_cast<Label>(there), is_second});
            }
        }
    }
}

void DisplacementScore::build_with_blank() {
    const std::span<const Partner> related = partners(features_.blank());
    zeros_.assign(static_cast<std::size_t>(codes_ * codes_), 0);
    with_blank_.assign(
        static_cast<std::size_t>(features_.cells()), {zeros_.data(), static_cast<std::uint32_t>(related.size())});
    for (std::size_t number = 0; number < related.size(); ++number) {
        with_blank_[related[number].label] = {related[number].rows, static_cast<std::uint32_t>(number)};
    }
}

int DisplacementScore::evaluate(std::span<const Label> labels) const {
    std::vector<std::uint32_t> found;
    if (is_placed_) {
        features_.list_placed(labels, found);
    } else {
        features_.list(labels, found);
    }
    int total = 0;
    for (const std::uint32_t feature : found) {
        total += weights_[feature];
    }
    return total;
}

}  // namespace taquin::beam
