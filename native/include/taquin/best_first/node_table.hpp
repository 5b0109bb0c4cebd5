#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <new>
#include <stdexcept>
#include <vector>

#include "taquin/run/prefetch.hpp"
#include "taquin/tables/chunks.hpp"
#include "taquin/tables/large_table.hpp"

namespace taquin {

/// Whether a node is closed, and how: expanded, or cut at the depth limit.
enum class Closed : std::uint8_t { no, expanded, cut };

/// The nodes of a search that stores them, by number, and a hash table from states to nodes.
///
/// What a node takes on a board of up to 16 cells:
///
///     state                                    8 bytes
///     parent                                   4
///     g (16 bits), h (12), closed (2), move    4
///     slots of 4 bytes, 3/8 to 3/4 in use      5.3 to 10.7
///
/// so 27 bytes at most, and 35 on boards of up to 25 cells; 2 more once a g needs more than 16 bits. The frontier takes
/// 4 bytes for each open node, about half of all nodes, which makes it 29.
template <class State>
class NodeTable {
public:
    using Number = std::uint32_t;
    static constexpr Number none = 0xffffffff;
    static constexpr int maximum_h = (1 << 12) - 1;

    /// How many nodes a rebuild enters between two calls of `should_stop`. In a new table each of them may be the first
    /// on its page of memory, and clearing a huge page takes a fraction of a millisecond.
    static constexpr std::size_t nodes_between_polls = 1 << 6;

    NodeTable() {
        rebuild(1 << 10, [] { return false; });
    }

    [[nodiscard]] std::size_t size() const { return records_.size(); }
    [[nodiscard]] const State& state(Number node) const { return records_[node].state; }
    [[nodiscard]] Number parent(Number node) const { return records_[node].parent; }
    [[nodiscard]] int move(Number node) const { return static_cast<int>(records_[node].facts & 3); }
    [[nodiscard]] int h(Number node) const { return static_cast<int>(records_[node].facts >> 4 & maximum_h); }
    [[nodiscard]] Closed closed(Number node) const { return Closed(records_[node].facts >> 2 & 3); }
    [[nodiscard]] std::uint32_t g(Number node) const {
        const std::uint32_t low = records_[node].facts >> 16;
        return high_g_.size() == 0 ? low : low | std::uint32_t{high_g_[node]} << 16;
    }

    void close(Number node, Closed how) {
        std::uint32_t& facts = records_[node].facts;
        facts = (facts & ~12U) | static_cast<std::uint32_t>(how) << 2;
    }

    /// Give a node a cheaper parent.
    void improve(Number node, Number parent, int move, std::uint32_t g) {
        Record& record = records_[node];
        record.parent = parent;
        record.facts = (record.facts & 0xfffc) | static_cast<std::uint32_t>(move) | g << 16;
        if (high_g_.size() != 0) {
            high_g_[node] = static_cast<std::uint16_t>(g >> 16);
        }
    }

    /// Store a node without entering its state into the hash table.
    Number append(const State& state, Number parent, int move, std::uint32_t g, int h) {
        if (h < 0 || h > maximum_h) {
            throw std::invalid_argument("expected estimates from 0 to 4095: the heuristic does not fit the grid");
        }
        const auto node = static_cast<Number>(size());
        records_.add({state, parent, g << 16 | static_cast<std::uint32_t>(h) << 4 | static_cast<std::uint32_t>(move)});
        if (g >> 16 != 0 || high_g_.size() != 0) {
            while (high_g_.size() < node) {
                high_g_.add(0);
            }
            high_g_.add(static_cast<std::uint16_t>(g >> 16));
        }
        return node;
    }

    /// The place of a state in the hash table, empty if the state is new. Valid until `make_room`.
    class Slot {
    public:
        [[nodiscard]] bool is_empty() const { return *slot_ == 0; }

    private:
        friend class NodeTable;
        explicit Slot(std::uint32_t* slot) : slot_(slot) {}
        std::uint32_t* slot_;
    };

    void prefetch_slot(std::uint64_t hash) const { prefetch(&slots_[home(hash)]); }

    [[nodiscard]] Slot find(const State& state, std::uint64_t hash) {
        return find(state, hash, [](Number) { return true; });
    }

    /// The same where a state may have several nodes: `is_sought` says of the number of each whether it is the one.
    template <class IsSought>
    [[nodiscard]] Slot find(const State& state, std::uint64_t hash, IsSought is_sought) {
        std::size_t index = home(hash);
        while (slots_[index] != 0) {
            const Number found = number(slots_[index]);
            if (is_tagged(slots_[index], hash) && records_[found].state == state && is_sought(found)) {
                break;
            }
            index = next(index);
        }
        return Slot(&slots_[index]);
    }

    [[nodiscard]] Number number(Slot slot) const { return number(*slot.slot_); }

    /// Store a node in the empty slot that `find` gave for its state.
    Number add(Slot slot, const State& state, std::uint64_t hash, Number parent, int move, std::uint32_t g, int h) {
        const Number node = append(state, parent, move, g, h);
        *slot.slot_ = entry(node, hash);
        return node;
    }

    /// Prepare for this many new nodes. With many nodes a rebuild takes a second, so it calls `should_stop` every few
    /// milliseconds; if that returns true, `make_room` returns false, and states cannot be found any more.
    template <class ShouldStop>
    [[nodiscard]] bool make_room(std::size_t nodes, ShouldStop should_stop) {
        return size() + nodes <= room_ || rebuild(2 * slots_.size(), should_stop);
    }

    /// Bytes in use.
    [[nodiscard]] std::size_t memory() const {
        return records_.memory() + high_g_.memory() + slots_.size() * sizeof(slots_[0]);
    }

    /// The moves from the root to a node.
    [[nodiscard]] std::vector<std::uint8_t> path(Number node) const {
        std::vector<std::uint8_t> moves;
        for (; parent(node) != none; node = parent(node)) {
            moves.push_back(static_cast<std::uint8_t>(move(node)));
        }
        return {moves.rbegin(), moves.rend()};
    }

private:
    struct Record {
        State state;
        Number parent;
        std::uint32_t facts;
    };

    // A slot is 0, or the number of a node plus one in its low bits. The bits that no number needs hold bits of the
    // hash, so that the record of another state is seldom read: 8 bits while there are 2^24 slots.
    [[nodiscard]] Number number(std::uint32_t slot) const { return (slot & number_mask_) - 1; }
    [[nodiscard]] std::uint32_t entry(Number node, std::uint64_t hash) const {
        return (static_cast<std::uint32_t>(hash) & ~number_mask_) | (node + 1);
    }
    [[nodiscard]] bool is_tagged(std::uint32_t slot, std::uint64_t hash) const {
        return ((slot ^ static_cast<std::uint32_t>(hash)) & ~number_mask_) == 0;
    }

    // The upper half of the hash, as a fraction, chooses the slot: any number of slots will do.
    [[nodiscard]] std::size_t home(std::uint64_t hash) const {
        return static_cast<std::size_t>((hash >> 32) * slots_.size() >> 32);
    }
    [[nodiscard]] std::size_t next(std::size_t index) const { return index + 1 == slots_.size() ? 0 : index + 1; }

    /// Rebuild the hash table with more slots; false if `should_stop` ended that. The old slots are freed first,
    /// because the nodes hold the states.
    template <class ShouldStop>
    bool rebuild(std::size_t slots, ShouldStop should_stop) {
        if (slots > maximum_slots) {
            throw std::bad_alloc();
        }
        slots_ = {};
        slots_ = LargeTable<std::uint32_t>(slots);
        room_ = slots - slots / 4;
        number_mask_ = static_cast<std::uint32_t>((std::uint64_t{1} << std::bit_width(slots)) - 1);
        constexpr std::size_t ahead = 16;  // so that many cache misses overlap
        std::array<std::uint64_t, ahead> hashes{};
        for (std::size_t node = 0; node < size() + ahead; ++node) {
            std::uint64_t& hash = hashes[node % ahead];
            if (node >= ahead) {
                write(static_cast<Number>(node - ahead), hash);
            }
            if (node < size()) {
                hash = records_[node].state.hash();
                prefetch_slot(hash);
            }
            if (node % nodes_between_polls == nodes_between_polls - 1 && should_stop()) {
                return false;
            }
        }
        return true;
    }

    void write(Number node, std::uint64_t hash) {
        std::size_t index = home(hash);
        while (slots_[index] != 0) {
            index = next(index);
        }
        slots_[index] = entry(node, hash);
    }

    static constexpr std::size_t maximum_slots = 0xffffffff;

    Chunks<Record> records_;
    Chunks<std::uint16_t> high_g_;  // empty while every g fits into 16 bits
    LargeTable<std::uint32_t> slots_;
    std::size_t room_ = 0;
    std::uint32_t number_mask_ = 0;
};

}  // namespace taquin
