#include "taquin/slides/slide_index.hpp"

#include <stdexcept>

namespace taquin {

namespace {

int slot_of(int cell, int blank) { return cell < blank ? cell : cell - 1; }

}  // namespace

SlideIndex::SlideIndex(int rows, int columns) : rows_(rows), columns_(columns), triples_(0) {
    if (rows < 2 || columns < 2 || rows > maximum_slide_cells || columns > maximum_slide_cells ||
        cells() < minimum_slide_cells || cells() > maximum_slide_cells) {
        throw std::invalid_argument("expected 7 to 16 cells, with at least two rows and two columns");
    }
    const auto slots = static_cast<std::size_t>(cells() - 1);
    triples_ = slots * (slots - 1) * (slots - 2);
    after_.resize(static_cast<std::size_t>(cells() * rows) * triples_);
    for (int from = 0; from < cells(); ++from) {
        for (int row = 0; row < rows; ++row) {
            add_slide(from, row * columns + from % columns);
        }
    }
}

SlideIndex::Triple SlideIndex::triple(int blank, std::span<const std::uint8_t> cells) const {
    return triple({slot_of(cells[0], blank), slot_of(cells[1], blank), slot_of(cells[2], blank)});
}

SlideIndex::Triple SlideIndex::triple(const Slots& slots) const {
    const auto [first, second, third] = slots;
    const int count = cells() - 1;
    const int second_left = second - (first < second ? 1 : 0);
    const int third_left = third - (first < third ? 1 : 0) - (second < third ? 1 : 0);
    return static_cast<Triple>((first * (count - 1) + second_left) * (count - 2) + third_left);
}

/// Fill in what becomes of the triples if the blank goes from one cell to another in the same column.
void SlideIndex::add_slide(int from, int to) {
    std::array<int, maximum_slide_cells> slots{};  // where the tile of each slot goes
    const int step = from < to ? columns_ : -columns_;
    for (int cell = 0; cell < cells(); ++cell) {
        if (cell == from) {
            continue;
        }
        const bool is_passed = cell % columns_ == from % columns_ && (from < to ? from < cell && cell <= to
                                                                                : to <= cell && cell < from);
        slots[static_cast<std::size_t>(slot_of(cell, from))] = slot_of(is_passed ? cell - step : cell, to);
    }
    Triple* after = after_.data() + static_cast<std::size_t>(from * rows_ + to / columns_) * triples_;
    const int count = cells() - 1;
    const auto moved = [&](int slot) { return slots[static_cast<std::size_t>(slot)]; };
    for (int first = 0; first < count; ++first) {
        for (int second = 0; second < count; ++second) {
            for (int third = 0; third < count; ++third) {
                if (first != second && first != third && second != third) {
                    after[triple({first, second, third})] = triple({moved(first), moved(second), moved(third)});
                }
            }
        }
    }
}

}  // namespace taquin
