#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "taquin/best_first/bucket_queue.hpp"
#include "taquin/best_first/node_table.hpp"

namespace taquin {

/// Open nodes in several orders at once, for frontiers that choose by more than one value, or change the order.
///
/// All nodes with the same g and h are alike but for their age. So they share a cell, a queue by age, and what is ordered
/// are the cells: there are a few thousand of them, however many nodes. An open node takes 4 bytes.
class CellOrders {
public:
    /// Children are not expanded in the order of their birth, so the next node cannot be guessed.
    [[nodiscard]] std::uint32_t next() const { return BlockPool::none; }

    /// Whether a cheaper path to a node matters.
    [[nodiscard]] bool may_improve(Closed) const { return true; }

    /// Bytes in use.
    [[nodiscard]] std::size_t memory() const {
        std::size_t bytes = pool_.memory() + cells_.capacity() * sizeof(Cell);
        for (const std::vector<std::uint32_t>& row : rows_) {
            bytes += row.capacity() * sizeof(row[0]);
        }
        for (const Cell& cell : cells_) {
            bytes += cell.nodes.memory();
        }
        return bytes;
    }

protected:
    static constexpr std::size_t order_count = 4;

    struct Cell {
        std::uint32_t g;
        int h;
        double f;
        double value;  // what the frontier compares besides f
        Bucket nodes{false};
        bool is_listed[order_count]{};  // an order may list a cell that has become empty
    };

    using Order = std::size_t;
    using Cells = std::map<double, std::vector<std::uint32_t>>;

    /// A function of a node and the g of an entry: whether the node is open, and this is its last entry. Another one is
    /// stale: the node was closed, or improved since.
    template <class Nodes>
    static auto open_in(const Nodes& nodes) {
        return [&nodes](std::uint32_t node, std::uint32_t g) {
            return nodes.closed(node) == Closed::no && nodes.g(node) == g;
        };
    }

    /// The number of the cell for this g and h. A new one gets this value.
    std::uint32_t cell_of(std::uint32_t g, int h, double value) {
        const auto row = static_cast<std::size_t>(h);
        if (rows_.size() <= row) {
            rows_.resize(row + 1);
        }
        if (rows_[row].size() <= g) {
            rows_[row].resize(g + 1, BlockPool::none);
        }
        std::uint32_t& number = rows_[row][g];
        if (number == BlockPool::none) {
            number = static_cast<std::uint32_t>(cells_.size());
            cells_.push_back({g, h, static_cast<double>(g) + h, value});
        }
        return number;
    }

    void list(Order order, double key, std::uint32_t number) {
        orders_[order][key].push_back(number);
        cells_[number].is_listed[order] = true;
    }

    /// Whether a cell has an open node. Entries of nodes that were closed, or improved since, are removed.
    template <class IsOpen>
    bool has_open(Cell& cell, const IsOpen& is_open) {
        while (!cell.nodes.is_empty() && !is_open(cell.nodes.front(pool_), cell.g)) {
            cell.nodes.pop(pool_);
        }
        return !cell.nodes.is_empty();
    }

    /// The cell with the oldest open node among the first ones of an order, which are equal; `none` if no node is open. Only
    /// the node that seems to be the oldest is looked up, because its record is seldom in the cache.
    template <class IsOpen>
    std::uint32_t first(Order order, const IsOpen& is_open) {
        Cells& groups = orders_[order];
        while (!groups.empty()) {
            std::vector<std::uint32_t>& group = groups.begin()->second;
            std::uint32_t oldest = BlockPool::none;
            std::uint32_t oldest_node = BlockPool::none;
            for (std::size_t place = group.size(); place-- > 0;) {
                Cell& cell = cells_[group[place]];
                if (cell.nodes.is_empty()) {
                    cell.is_listed[order] = false;
                    group[place] = group.back();
                    group.pop_back();
                } else if (const std::uint32_t node = cell.nodes.front(pool_); node < oldest_node) {
                    oldest_node = node;
                    oldest = group[place];
                }
            }
            if (oldest == BlockPool::none) {
                groups.erase(groups.begin());
            } else if (is_open(oldest_node, cells_[oldest].g)) {
                return oldest;
            } else {
                cells_[oldest].nodes.pop(pool_);
            }
        }
        return BlockPool::none;
    }

    Cells orders_[order_count];
    BlockPool pool_;
    std::vector<Cell> cells_;

private:
    std::vector<std::vector<std::uint32_t>> rows_;  // the number of the cell by h and g
};

}  // namespace taquin
