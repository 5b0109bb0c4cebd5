#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace taquin::beam {

/// A labelled board of at most 256 cells: the label of a tile is the cell of its home, and so is the blank's. The goal
/// has label c on every cell c.
using Label = std::uint8_t;
inline constexpr int maximum_cells = 256;

/// How far a tile is from its home, rows and columns each limited to 3 in both directions: 0 to 48.
using Displacement = std::uint8_t;
inline constexpr int displacement_reach = 3;
inline constexpr int displacement_side = 2 * displacement_reach + 1;
inline constexpr int displacement_count = displacement_side * displacement_side;

/// Where the weights of a score stand; src/taquin/tables/scores/weights.py defines it.
struct ScoreLayout {
    static constexpr std::size_t table = std::size_t{displacement_count} * displacement_count;

    int rows;
    int columns;

    [[nodiscard]] std::size_t offsets() const { return static_cast<std::size_t>(rows + columns); }
    [[nodiscard]] std::size_t pairs() const { return 2 * static_cast<std::size_t>(rows * columns); }
    [[nodiscard]] std::size_t blank_pairs() const { return pairs() + offsets() * table; }
    [[nodiscard]] std::size_t edges() const { return blank_pairs() + offsets() * table; }
    [[nodiscard]] std::size_t size() const { return edges() + 6 * table; }

    [[nodiscard]] std::size_t single(int rows_moved, int columns_moved, bool is_blank) const;

    /// The number of the offset between two homes, given the rows and columns from the first to the second; -1 if they
    /// are not related.
    [[nodiscard]] int find_offset(int rows_between, int columns_between) const;
};

/// A pair of labels whose homes are related: which weight belongs to their displacements.
struct RelatedPair {
    Label first;
    Label second;
    std::size_t table;
    bool is_turned;  // displacements count in the opposite direction

    [[nodiscard]] std::size_t weight(Displacement first_moved, Displacement second_moved) const {
        const int one = is_turned ? displacement_count - 1 - first_moved : first_moved;
        const int other = is_turned ? displacement_count - 1 - second_moved : second_moved;
        return table + static_cast<std::size_t>(one * displacement_count + other);
    }
};

/// The features of labelled boards: which weights are added. src/taquin/tables/scores/score.py defines them.
class ScoreFeatures {
public:
    /// For boards of this size and a goal with the blank on this cell. The layout of the weights may be that of larger
    /// boards.
    ScoreFeatures(int rows, int columns, int blank, ScoreLayout layout);

    [[nodiscard]] const ScoreLayout& layout() const { return layout_; }
    [[nodiscard]] int rows() const { return rows_; }
    [[nodiscard]] int columns() const { return columns_; }
    [[nodiscard]] int cells() const { return cells_; }
    [[nodiscard]] int blank() const { return blank_; }
    [[nodiscard]] std::span<const RelatedPair> pairs() const { return pairs_; }

    [[nodiscard]] Displacement displacement(int label, int cell) const {
        return displacements_[static_cast<std::size_t>(label * cells_ + cell)];
    }
    [[nodiscard]] std::size_t single(int label, int cell) const {
        return singles_[static_cast<std::size_t>(label * cells_ + cell)];
    }
    /// The table of two labels on adjacent cells, the second to the right of the first (0) or below it (1).
    [[nodiscard]] std::size_t edge_table(int direction, int first, int second) const {
        const int kind = first == blank_ ? 1 : second == blank_ ? 2 : 0;
        return layout_.edges() + static_cast<std::size_t>(3 * direction + kind) * ScoreLayout::table;
    }

    /// The weights whose sum is the score of a board, always as many and in the same order.
    void list(std::span<const Label> labels, std::vector<std::uint32_t>& found) const;

    /// How many placed weights there are; src/taquin/tables/scores/score.py defines them.
    [[nodiscard]] std::size_t placed_size() const {
        const auto cells = static_cast<std::size_t>(cells_);
        return cells * cells * (1 + pairs_.size() + 2 * cells);
    }
    /// The first placed weight of an edge.
    [[nodiscard]] std::size_t placed_edges() const {
        const auto cells = static_cast<std::size_t>(cells_);
        return cells * cells * (1 + pairs_.size());
    }
    /// The placed weights of a board, in the same order as those of `list`.
    void list_placed(std::span<const Label> labels, std::vector<std::uint32_t>& found) const;

private:
    ScoreLayout layout_;
    int rows_;
    int columns_;
    int cells_;
    int blank_;
    std::vector<Displacement> displacements_;
    std::vector<std::uint32_t> singles_;
    std::vector<RelatedPair> pairs_;
};

/// A labelled board with the code of every label (`DisplacementScore::code`), as a search keeps it.
struct BoardView {
    const Label* labels;
    const Displacement* moved;
};

/// The score of labelled boards, and how a move changes it.
class DisplacementScore {
public:
    /// Throws unless there are as many weights as the layout says. If there are placed weights, they alone count: of a
    /// goal with the blank on the last cell.
    DisplacementScore(
        int rows, int columns, int blank, ScoreLayout layout, std::span<const std::int16_t> weights,
        std::span<const std::int16_t> placed = {});
    DisplacementScore(const DisplacementScore&) = delete;  // it points into its own vectors
    DisplacementScore& operator=(const DisplacementScore&) = delete;
    ~DisplacementScore() = default;

    [[nodiscard]] const ScoreFeatures& features() const { return features_; }

    /// The cell where the blank goes with a move, or -1.
    [[nodiscard]] int target(int cell, int move) const { return targets_[static_cast<std::size_t>(4 * cell + move)]; }

    /// By what a label on a cell is looked up: its displacement, or with placed weights the cell.
    [[nodiscard]] Displacement code(int label, int cell) const {
        return is_placed_ ? static_cast<Displacement>(cell) : features_.displacement(label, cell);
    }

    /// The score of a board, feature by feature.
    [[nodiscard]] int evaluate(std::span<const Label> labels) const;

    /// Whether the weights are placed ones.
    [[nodiscard]] bool is_placed() const { return is_placed_; }

private:
    /// A label that is related to another one: a row of weights for each of its displacements, in which the
    /// displacement of the other one counts.
    struct Partner {
        const std::int16_t* rows;
        Label label;
    };

    /// A label as a partner of the blank: its rows, and its number among these partners. One that is not related has
    /// rows of zeros, and comes after all partners.
    struct WithBlank {
        const std::int16_t* rows;
        std::uint32_t number;
    };

    /// What is beside a cell in one direction: a cell, and where the weights of the two begin, for a tile and for the
    /// blank. Beyond the edge of the board the weights are 0.
    struct Neighbour {
        std::array<std::uint32_t, 2> tables;
        Label cell;
        bool is_second;  // below or to the right
    };

    template <bool IsPlaced>
    friend class MoveChanges;

    [[nodiscard]] std::span<const Partner> partners(int label) const {
        const auto index = static_cast<std::size_t>(label);
        return {partners_.data() + first_partner_[index], partners_.data() + first_partner_[index + 1]};
    }
    [[nodiscard]] int single(int label, int cell) const {
        return singles_[static_cast<std::size_t>(label * features_.cells() + cell)];
    }

    void build_partners();
    void build_edges();
    void build_placed(std::span<const std::int16_t> placed);
    void build_neighbours();
    void build_with_blank();

    ScoreFeatures features_;
    bool is_placed_;
    int codes_;
    std::vector<std::int16_t> weights_;
    std::vector<std::int16_t> tables_;  // of pairs, by the partner's code, then by the label's own
    std::vector<Partner> partners_;
    std::vector<std::uint32_t> first_partner_;  // of each label
    std::vector<std::int16_t> singles_;         // by label and cell
    std::vector<std::int16_t> edges_;           // tables of two codes or, with placed weights, of two labels
    std::vector<Neighbour> neighbours_;         // by cell and move
    std::vector<WithBlank> with_blank_;         // by label
    std::vector<std::int16_t> zeros_;           // a table without weights
    std::vector<std::int16_t> targets_;         // by cell and move
};

}  // namespace taquin::beam
