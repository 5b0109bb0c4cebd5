#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "taquin/best_first/cell_orders.hpp"
#include "taquin/best_first/ordering.hpp"

namespace taquin {

/// The frontier of ARA*, after src/taquin/algorithms/ara_star.py: open nodes by g + weight · h, where the weight changes, and
/// improved nodes that wait for the next iteration.
class RepairList : public CellOrders {
public:
    explicit RepairList(const Ordering& ordering) : weight_(ordering.weight_h), step_(ordering.step) {}

    /// A node that was expanded in this iteration waits for the next one.
    void push(std::uint32_t node, std::uint32_t g, int h) {
        if (node < is_closed_.size() && is_closed_[node]) {
            waiting_.push_back(node);
            least_waiting_ = std::min(least_waiting_, static_cast<double>(g) + h);
            return;
        }
        const std::uint32_t number = cell_of(g, h, g + weight_ * h);
        cells_[number].nodes.push(pool_, node);
        if (!cells_[number].is_listed[by_value]) {
            list(by_value, cells_[number].value, number);
        }
    }

    /// Remove the node to expand next. Returns it with a lower bound on the length of solutions; nothing if none is open.
    template <class Nodes>
    std::optional<BucketQueue::Entry> pop(const Nodes& nodes) {
        std::uint32_t chosen = has_ended_ ? BlockPool::none : first(by_value, open_in(nodes));
        if (has_ended_ || (chosen == BlockPool::none && !waiting_.empty())) {
            begin(nodes);
            chosen = first(by_value, open_in(nodes));
        }
        if (chosen == BlockPool::none) {
            return std::nullopt;
        }
        Cell& cell = cells_[chosen];
        const std::uint32_t node = cell.nodes.pop(pool_);
        is_closed_.resize(std::max<std::size_t>(is_closed_.size(), node + std::size_t{1}));
        is_closed_[node] = true;
        return BucketQueue::Entry{std::min(cell.value / weight_, least_waiting_), node};
    }

    /// The weight of the iteration that the last `pop` began, if it began one.
    [[nodiscard]] std::optional<double> begun() { return std::exchange(begun_, std::nullopt); }

    /// A node that was popped may be improved at once: it was not expanded.
    void release(std::uint32_t node) { is_closed_[node] = false; }

    /// The least g + h of all open nodes, or `most` if that is less.
    template <class Nodes>
    double least_f(const Nodes& nodes, double most) {
        double least = std::min(most, least_waiting_);
        for (Cell& cell : cells_) {
            if (cell.f < least && has_open(cell, open_in(nodes))) {
                least = cell.f;
            }
        }
        return least;
    }

    /// End the iteration, with the length of the best solution and the lower bound. The next `pop` begins the next one.
    void finish(double best, double lower_bound) {
        if (best <= weight_ * lower_bound) {  // otherwise h is inconsistent: the same weight again
            weight_ = std::max(1.0, std::min(weight_, best / lower_bound) - step_);
        }
        has_ended_ = true;
    }

    /// Bytes in use.
    [[nodiscard]] std::size_t memory() const {
        return CellOrders::memory() + is_closed_.capacity() / 8 + waiting_.capacity() * sizeof(waiting_[0]);
    }

private:
    static constexpr Order by_value = 0;
    static constexpr double infinity = std::numeric_limits<double>::infinity();

    /// Begin an iteration: no node is closed, and those that waited are open.
    template <class Nodes>
    void begin(const Nodes& nodes) {
        begun_ = weight_;
        has_ended_ = false;
        is_closed_.clear();
        least_waiting_ = infinity;
        orders_[by_value].clear();
        for (std::uint32_t number = 0; number < cells_.size(); ++number) {
            Cell& cell = cells_[number];
            cell.value = cell.g + weight_ * cell.h;
            cell.is_listed[by_value] = false;
            if (has_open(cell, open_in(nodes))) {
                list(by_value, cell.value, number);
            }
        }
        for (const std::uint32_t node : std::exchange(waiting_, {})) {
            push(node, nodes.g(node), nodes.h(node));
        }
    }

    double weight_;
    double step_;
    bool has_ended_ = true;  // or none has begun
    std::optional<double> begun_;
    std::vector<bool> is_closed_;  // nodes expanded in this iteration
    std::vector<std::uint32_t> waiting_;  // improved after that
    double least_waiting_ = infinity;  // their least g + h
};

}  // namespace taquin
