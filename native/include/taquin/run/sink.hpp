#pragma once

#include <cstdint>
#include <vector>

namespace taquin {

/// The events of a trace, named as in src/taquin/trace/events.py.
enum class EventKind : std::uint8_t { iteration, generate, duplicate, expand, prune, improve, goal, behind };

/// Why a node is pruned.
enum class Reason : std::uint8_t { none, bound, depth, met };

struct Event {
    EventKind kind;
    Reason reason;
    std::int8_t move;
    std::int64_t node;
    std::int64_t parent;
    std::int32_t g;
    std::int32_t h;
};

/// Records nothing: the compiler removes every call.
struct NoSink {
    static constexpr bool is_recording = false;
    void add(const Event&) {}
};

/// Records the first events, up to a cap.
class TraceSink {
public:
    static constexpr bool is_recording = true;

    explicit TraceSink(std::size_t cap) : cap_(cap) {}

    void add(const Event& event) {
        if (events_.size() < cap_) {
            events_.push_back(event);
        } else {
            is_truncated_ = true;
        }
    }

    [[nodiscard]] const std::vector<Event>& events() const { return events_; }
    [[nodiscard]] bool is_truncated() const { return is_truncated_; }

private:
    std::size_t cap_;
    bool is_truncated_ = false;
    std::vector<Event> events_;
};

}  // namespace taquin
