#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "taquin/best_first/cell_orders.hpp"
#include "taquin/best_first/ordering.hpp"

namespace taquin {

/// The frontier of a bounded-suboptimal search, after src/taquin/algorithms/bounded_suboptimal.py: it expands only nodes
/// with an estimated length of at most `weight` times the least f, in another order.
class BoundedList : public CellOrders {
public:
    explicit BoundedList(const Ordering& ordering) : kind_(ordering.priority), weight_(ordering.weight_h) {}

    void push(std::uint32_t node, std::uint32_t g, int h) {
        if (start_h_ < 0) {
            start_h_ = h;
        }
        const std::uint32_t number = cell_of(g, h, g + (kind_ == Priority::ees ? corrected_h(g, h) : h));
        Cell& cell = cells_[number];
        cell.nodes.push(pool_, node);
        if (!cell.is_listed[by_f]) {
            list(by_f, cell.f, number);
        }
        if (kind_ == Priority::ees && !cell.is_listed[by_estimate]) {
            list(by_estimate, cell.value, number);
        }
        if (!cell.is_listed[within] && !cell.is_listed[beyond]) {
            list(beyond, cell.value, number);
        }
    }

    /// Remove the node to expand next. Returns it with a lower bound on the length of solutions; nothing if none is open.
    template <class Nodes>
    std::optional<BucketQueue::Entry> pop(const Nodes& nodes) {
        const auto is_open = open_in(nodes);
        if (!drop_empty(by_f, is_open)) {
            return std::nullopt;
        }
        bound_ = std::max(bound_, orders_[by_f].begin()->first);
        const std::uint32_t chosen = kind_ == Priority::ees ? choose_by_estimates(is_open) : choose_within(is_open);
        return BucketQueue::Entry{bound_, cells_[chosen].nodes.pop(pool_)};
    }

private:
    /// The orders of cells: by f; by estimated length; those within the limit by rank; and those beyond it by value.
    enum : Order { by_f, by_estimate, within, beyond };

    static constexpr double infinity = std::numeric_limits<double>::infinity();

    /// How far it is at the rate at which h has fallen since the start; infinite if it has not.
    [[nodiscard]] double corrected_h(double g, double h) const {
        if (g == 0 || h == 0) {
            return h;
        }
        return h < start_h_ ? std::max(h, h * g / (start_h_ - h)) : infinity;
    }

    /// The place of a cell among those within the limit: the least goes first.
    [[nodiscard]] double rank(const Cell& cell) const {
        switch (kind_) {
        case Priority::dps: return cell.h == 0 ? -infinity : (cell.g - limit_) / cell.h;
        case Priority::ees: return corrected_h(cell.g, cell.h);
        default: return cell.h;
        }
    }

    /// Remove cells without an open node from the beginning of an order; false if no cell is left.
    template <class IsOpen>
    bool drop_empty(Order order, const IsOpen& is_open) {
        Cells& groups = orders_[order];
        while (!groups.empty()) {
            std::vector<std::uint32_t>& group = groups.begin()->second;
            while (!group.empty() && !has_open(cells_[group.back()], is_open)) {
                cells_[group.back()].is_listed[order] = false;
                group.pop_back();
            }
            if (!group.empty()) {
                return true;
            }
            groups.erase(groups.begin());
        }
        return false;
    }

    /// Let cells with a value up to the limit in.
    void let_in(double limit) {
        Cells& outside = orders_[beyond];
        while (!outside.empty() && outside.begin()->first <= limit) {
            for (const std::uint32_t number : outside.begin()->second) {
                cells_[number].is_listed[beyond] = false;
                list(within, rank(cells_[number]), number);
            }
            outside.erase(outside.begin());
        }
    }

    /// Focal and dynamic potential search: the first node with f up to weight times the bound.
    template <class IsOpen>
    std::uint32_t choose_within(const IsOpen& is_open) {
        const double limit = weight_ * bound_;
        if (limit != limit_) {
            limit_ = limit;
            if (kind_ == Priority::dps) {  // its order depends on the limit
                for (const auto& [key, group] : std::exchange(orders_[within], {})) {
                    for (const std::uint32_t number : group) {
                        list(within, rank(cells_[number]), number);
                    }
                }
            }
        }
        let_in(limit);
        return first(within, is_open);
    }

    /// Explicit estimation search: the least corrected h, the least corrected f, or the least f.
    template <class IsOpen>
    std::uint32_t choose_by_estimates(const IsOpen& is_open) {
        const double limit = weight_ * bound_;
        const std::uint32_t best = first(by_estimate, is_open);
        const double estimate = cells_[best].value;
        const double nearly_best = weight_ * estimate;
        let_in(nearly_best);
        std::uint32_t nearest = first(within, is_open);
        while (cells_[nearest].value > nearly_best) {  // the limit has fallen
            std::vector<std::uint32_t>& group = orders_[within].begin()->second;
            group.erase(std::find(group.begin(), group.end(), nearest));
            cells_[nearest].is_listed[within] = false;
            list(beyond, cells_[nearest].value, nearest);
            nearest = first(within, is_open);
        }
        if (cells_[nearest].value <= limit) {
            return nearest;
        }
        return estimate <= limit ? best : first(by_f, is_open);
    }

    Priority kind_;
    double weight_;
    double bound_ = 0;  // the greatest value that the least f has had
    double limit_ = 0;  // weight · bound, for focal and dynamic potential search
    int start_h_ = -1;
};

}  // namespace taquin
