#include "taquin/tables/state_ranking.hpp"

#include <cstdlib>
#include <numeric>
#include <span>
#include <stdexcept>
#include <vector>

namespace taquin {

namespace {

constexpr std::uint8_t unseen = 255;

/// Take the tile with this number out of those that are left, which are in order.
std::uint8_t take(std::span<std::uint8_t> left, std::uint32_t number) {
    const std::uint8_t tile = left[number];
    for (std::size_t place = number; place + 1 < left.size(); ++place) {
        left[place] = left[place + 1];
    }
    return tile;
}

}  // namespace

StateRanking::StateRanking(const Grid& grid, int goal_blank) : grid_(grid), goal_blank_(goal_blank) {
    if (cells() < minimum_ranked_cells || cells() > maximum_ranked_cells) {
        throw std::invalid_argument("expected 6 to 12 cells");
    }
    if (goal_blank < 0 || goal_blank >= cells()) {
        throw std::invalid_argument("expected a goal cell of the blank on the grid");
    }
    for (int place = cells() - 4, choices = 3; place >= 0; --place, ++choices) {
        weights_[static_cast<std::size_t>(place)] = block_;
        block_ *= static_cast<std::uint32_t>(choices);
    }
    colours_.fill(unseen);
    walk(goal_blank);
}

/// Find the colour of every cell and the parity of the orders that go with it.
void StateRanking::walk(int cell) {
    std::vector<int> waiting{cell};
    colours_[static_cast<std::size_t>(cell)] = 0;
    int connected = 0;
    bool is_line = true;
    while (!waiting.empty()) {
        const int from = waiting.back();
        waiting.pop_back();
        ++connected;
        const auto next_colour = static_cast<std::uint8_t>(colour(from) ^ 1);
        for (int move = 0; move < move_count; ++move) {
            const int to = grid_.target(from, move);
            if (to < 0) {
                continue;
            }
            const unsigned passed = static_cast<unsigned>(std::abs(to - from)) - 1;
            const auto next_parity = static_cast<std::uint8_t>((parity(from) + passed) & 1);
            is_line = is_line && passed == 0;
            if (colour(to) == unseen) {
                colours_[static_cast<std::size_t>(to)] = next_colour;
                parities_[static_cast<std::size_t>(to)] = next_parity;
                waiting.push_back(to);
            } else if (colour(to) != next_colour || parity(to) != next_parity) {
                throw std::invalid_argument("expected a grid with two colours like a chessboard");
            }
        }
    }
    if (is_line || connected < cells()) {
        throw std::invalid_argument("expected a connected grid of at least two rows and two columns");
    }
}

void OrderReader::read_head(std::uint32_t head) {
    head_ = head;
    parity_ = ranking_.parity(blank_);
    std::iota(unplaced_.begin(), unplaced_.end(), std::uint8_t{0});
    const std::span<std::uint8_t> left(unplaced_.data(), static_cast<std::size_t>(ranking_.cells() - 1));
    std::uint32_t rank = head * tail_count;
    for (std::size_t place = 0; place < head_places_; ++place) {
        const std::uint32_t smaller = rank / ranking_.weight(place);
        rank -= smaller * ranking_.weight(place);
        parity_ ^= smaller & 1;
        order_.tiles[place] = take(left, smaller);
        order_.smaller[place] = static_cast<std::uint8_t>(smaller);
    }
}

OrderReader::Tails OrderReader::make_tails() {
    Tails tails{};
    for (unsigned wanted = 0; wanted < 2; ++wanted) {
        for (std::uint32_t number = 0; number < tail_count; ++number) {
            Tail& tail = tails[wanted][number];
            std::array<std::uint8_t, tail_places> left{0, 1, 2, 3, 4};
            std::uint32_t rank = number;
            unsigned parity = wanted;
            const std::array<std::uint32_t, tail_places> weights{12, 3, 1, 0, 0};  // 4!/2, 3!/2, 2!/2
            for (std::size_t place = 0; place < tail_places; ++place) {
                const bool is_free = weights[place] > 0;
                const std::uint32_t smaller = is_free ? rank / weights[place] : place + 2 == tail_places ? parity : 0;
                rank -= smaller * weights[place];
                parity ^= smaller & 1;
                tail.tiles[place] = take(left, smaller);
                tail.smaller[place] = static_cast<std::uint8_t>(smaller);
            }
        }
    }
    return tails;
}

const OrderReader::Tails OrderReader::tails_ = OrderReader::make_tails();

}  // namespace taquin
