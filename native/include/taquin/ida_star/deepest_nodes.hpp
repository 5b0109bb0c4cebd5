#pragma once

#include <algorithm>
#include <cstdint>

namespace taquin {

/// The largest depths of a pass so far: that of an expanded node and that of a generated one.
class DeepestNodes {
public:
    [[nodiscard]] int expanded() const { return expanded_; }
    [[nodiscard]] int generated() const { return generated_; }

    void clear() { expanded_ = generated_ = 0; }

    /// A node deeper than all before it is expanded. `number` is the number of nodes generated before its children.
    void add(int depth, bool has_child, std::uint64_t number) {
        previous_ = {number, expanded_, generated_};
        expanded_ = depth;
        generated_ = std::max(generated_, has_child ? depth + 1 : depth);
    }

    /// The node that is expanded at this number is not expanded after all.
    void take_back(std::uint64_t number) {
        if (previous_.number == number) {
            expanded_ = previous_.expanded;
            generated_ = previous_.generated;
        }
    }

private:
    int expanded_ = 0;
    int generated_ = 0;
    struct {
        std::uint64_t number;
        int expanded;
        int generated;
    } previous_{};  // before the last node that was added
};

}  // namespace taquin
