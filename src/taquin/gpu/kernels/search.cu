// Depth-first search within one bound per board: the iterations of IDA*, on boards of one goal.
//
// Threads take units (subtrees) from a queue. When the queue is empty, a thread returns what is left of its unit as new
// units, and the host starts the kernel again on those. So no thread works alone for long, and there are never more
// units than a few dozen for each thread.

/// A node whose subtree is to be searched.
struct Unit {
    u32 path[path_words];  // the moves from the start, 2 bits each
    u32 cells[board_words];
    u32 state;  // of the automaton of detours
    u32 board;  // which start it belongs to
    u32 g;
    u32 blank;
};

/// What is known about each start.
struct Boards {
    const u32* bounds;
    u32* is_solved;
    u32* paths;  // the solution of each, path_words words
    u64* generated;
    u64* expanded;
    u32* deepest;  // the largest g of an expanded node
};

struct Queue {
    const Unit* units;
    u32 count;
    u32* taken;
    Unit* rest;
    u32* rest_count;
    u32 rest_limit;  // no unit is returned beyond this
    const u32* must_stop;
    u32 grace;  // nodes that a unit generates at least before its rest is returned
};

// An entry of the stack: from the lowest bit, the moves of the parent that are not finished (the lowest of them is the
// one that was made), the change of the value of each view, and the automaton's state at the parent. A change is odd,
// because every slide changes the parity of a view's value; the host checks that CHANGE_BITS bits suffice.
constexpr u32 change_bits = CHANGE_BITS;
constexpr int largest_change = (1 << change_bits) - 1;
constexpr u32 state_shift = move_count + VIEWS * change_bits;
constexpr u32 unfinished = (1 << move_count) - 1;

__device__ __forceinline__ Entry encode(int change, u32 view) {
    return static_cast<Entry>((change + largest_change) >> 1) << (move_count + view * change_bits);
}
__device__ __forceinline__ int decode(Entry entry, u32 view) {
    return 2 * static_cast<int>(entry >> (move_count + view * change_bits) & largest_change) - largest_change;
}

// A row of the automaton has the state after each move and, in its highest bits, the moves allowed there.
constexpr u32 allowed_shift = 32 - move_count;
constexpr u32 state_mask = (1U << allowed_shift) - 1;

__device__ __forceinline__ void set_move(u32* path, u32 position, u32 move) {
    const u32 shift = 2 * (position % moves_per_word);
    u32& word = path[position / moves_per_word];
    word = (word & ~(3U << shift)) | move << shift;
}

/// The search of one thread.
class Search {
public:
    __device__ Search(const Queue& queue, const Boards& boards, const Tables& tables, const u32* following, Entry* spilled)
        : queue_(queue),
          boards_(boards),
          tables_(tables),
          following_(following),
          spilled_(spilled),
          slides_(share_slides(tables.slides)),
          lane_(own_lane()) {}

    __device__ void run() {
        for (u32 number; (number = atomicAdd(queue_.taken, 1)) < queue_.count;) {
            const Unit& unit = queue_.units[number];
            if (unit.board != board_) {
                report();
                board_ = unit.board;
            }
            if (!is_over() && open(unit)) {
                search(unit);
            }
        }
        report();
    }

private:
    /// Load a unit and look it up; false if it needs no search: it is beyond the bound, or the goal.
    __device__ bool open(const Unit& unit) {
        for (u32 word = 0; word < board_words; ++word) {
            lane_.board_word(word) = unit.cells[word];
        }
        lane_.evaluate(tables_, slides_, sums_);
        left_ = static_cast<int>(boards_.bounds[board_]) - static_cast<int>(unit.g);
        base_ = unit.g;
        depth_ = resident_ = 0;
        generated_ += unit.g != 0;
#pragma unroll
        for (u32 view = 0; view < VIEWS; ++view) {
            if (sums_[view] > left_) {
                return false;
            }
        }
        if (sums_[0] == 0) {
            solve(unit);
            return false;
        }
        ++expanded_;
        deepest_ = max(deepest_, unit.g);
        blank_ = unit.blank;
        state_ = unit.state & state_mask;
        moves_ = unit.state >> allowed_shift;
        return true;
    }

    __device__ void search(const Unit& unit) {
        u32 budget = queue_.grace;
        while (true) {
            if (moves_ == 0) {
                if (depth_ == 0) {
                    return;
                }
                retreat();
            }
            if (moves_ != 0) {
                if (budget == 0) {
                    report();
                    if (is_over() || (is_queue_empty() && return_rest(unit))) {
                        return;
                    }
                    budget = queue_.grace;
                }
                --budget;
                if (advance()) {
                    if (sums_[0] == 0) {
                        solve(unit);
                        return;
                    }
                    ++expanded_;
                    deepest_ = max(deepest_, base_ + depth_);
                }
            }
        }
    }

    /// Make the next move; false if the child is beyond the bound.
    __device__ __forceinline__ bool advance() {
        const u32 move = __ffs(moves_) - 1;
        const u32 target = blank_ + step(move);
        const u32 tile = lane_.tile(target);
        const Slide slide = slides_[tile * move_count + move];
        ++generated_;
        Index indices[VIEWS];
        int values[VIEWS];
        int changes[VIEWS];
        bool is_within = true;
#pragma unroll
        for (u32 view = 0; view < VIEWS; ++view) {
            if (is_within) {
                const u32 slot = slide.slot(view);
                indices[view] = lane_.index(slot) + slide.change[view];
                values[view] = __ldg(tables_.entries + slide.beginning(view) + indices[view]);
                changes[view] = values[view] - lane_.value(slot);
                is_within = sums_[view] + changes[view] < left_;
            }
        }
        if (!is_within) {
            moves_ &= moves_ - 1;
            return false;
        }
        Entry entry = static_cast<Entry>(state_) << state_shift | moves_;
#pragma unroll
        for (u32 view = 0; view < VIEWS; ++view) {
            const u32 slot = slide.slot(view);
            lane_.set_index(slot, indices[view]);
            lane_.value(slot) = static_cast<u8>(values[view]);
            sums_[view] += changes[view];
            entry |= encode(changes[view], view);
        }
        push(entry);
        lane_.tile(blank_) = static_cast<u8>(tile);
        blank_ = target;
        --left_;
        const u32 next = __ldg(following_ + state_ * move_count + move);
        state_ = next & state_mask;
        moves_ = next >> allowed_shift;
        return true;
    }

    /// Undo the last move.
    __device__ __forceinline__ void retreat() {
        const Entry entry = pop();
        const u32 move = take_back(entry);
        const u32 tile = lane_.tile(blank_);
        const Slide slide = slides_[tile * move_count + move];
#pragma unroll
        for (u32 view = 0; view < VIEWS; ++view) {
            const u32 slot = slide.slot(view);
            const int change = decode(entry, view);
            lane_.set_index(slot, lane_.index(slot) - slide.change[view]);
            lane_.value(slot) = static_cast<u8>(lane_.value(slot) - change);
            sums_[view] -= change;
        }
    }

    /// Undo the last move on the board alone, and return it. The tile that slid back stays readable at the blank.
    __device__ __forceinline__ u32 take_back(Entry entry) {
        const u32 unfinished_moves = static_cast<u32>(entry) & unfinished;
        const u32 move = __ffs(unfinished_moves) - 1;
        const u32 parent_blank = blank_ - step(move);
        lane_.tile(blank_) = lane_.tile(parent_blank);
        blank_ = parent_blank;
        ++left_;
        moves_ = unfinished_moves & (unfinished_moves - 1);
        state_ = static_cast<u32>(entry >> state_shift);
        return move;
    }

    // The stack: its upper part is in shared memory, the rest in local memory. ------------------------------------------

    __device__ __forceinline__ void push(Entry entry) {
        if (depth_ - resident_ == WINDOW) {
            for (u32 end = resident_ + WINDOW / 2; resident_ < end; ++resident_) {
                spilled_[resident_] = lane_.entry(resident_ % WINDOW);
            }
        }
        lane_.set_entry(depth_++ % WINDOW, entry);
    }

    __device__ __forceinline__ Entry pop() {
        if (depth_ == resident_) {
            for (u32 end = resident_ - WINDOW / 2; resident_ > end;) {
                --resident_;
                lane_.set_entry(resident_ % WINDOW, spilled_[resident_]);
            }
        }
        return lane_.entry(--depth_ % WINDOW);
    }

    __device__ Entry entry_at(u32 level) const {
        return level < resident_ ? spilled_[level] : lane_.entry(level % WINDOW);
    }

    // What a unit ends with ---------------------------------------------------------------------------------------------

    __device__ bool is_queue_empty() const { return *static_cast<volatile const u32*>(queue_.taken) >= queue_.count; }

    /// Whether another thread has solved the board, or the host stops the search.
    __device__ bool is_over() const {
        return *static_cast<volatile const u32*>(boards_.is_solved + board_) != 0 ||
               *static_cast<volatile const u32*>(queue_.must_stop) != 0;
    }

    /// The moves from the start to the current node, in `path`.
    __device__ void trace(const Unit& unit, u32* path) const {
        for (u32 word = 0; word < path_words; ++word) {
            path[word] = unit.path[word];
        }
        for (u32 level = 0; level < depth_; ++level) {
            set_move(path, base_ + level, __ffs(static_cast<u32>(entry_at(level)) & unfinished) - 1);
        }
    }

    __device__ void solve(const Unit& unit) {
        if (atomicExch(boards_.is_solved + board_, 1) == 0) {
            trace(unit, boards_.paths + static_cast<u64>(board_) * path_words);
        }
    }

    /// Return every move that was not made, at the current node and above it, as a unit; false if there is no room.
    __device__ bool return_rest(const Unit& unit) {
        u32 count = __popc(moves_);
        for (u32 level = 0; level < depth_; ++level) {
            count += __popc(static_cast<u32>(entry_at(level)) & unfinished) - 1;
        }
        const u32 first = atomicAdd(queue_.rest_count, count);
        if (first + count > queue_.rest_limit) {
            atomicSub(queue_.rest_count, count);
            return false;
        }
        u32 path[path_words];
        trace(unit, path);
        Unit* out = queue_.rest + first;
        while (true) {
            for (; moves_ != 0; moves_ &= moves_ - 1) {
                write_child(__ffs(moves_) - 1, path, *out++);
            }
            if (depth_ == 0) {
                return true;
            }
            take_back(pop());
        }
    }

    __device__ void write_child(u32 move, const u32* path, Unit& child) const {
        const u32 target = blank_ + step(move);
        const u8 tile = lane_.tile(target);
        lane_.tile(blank_) = tile;
        lane_.tile(target) = 0;
        for (u32 word = 0; word < board_words; ++word) {
            child.cells[word] = lane_.board_word(word);
        }
        lane_.tile(target) = tile;
        for (u32 word = 0; word < path_words; ++word) {
            child.path[word] = path[word];
        }
        set_move(child.path, base_ + depth_, move);
        child.state = following_[state_ * move_count + move];
        child.board = board_;
        child.g = base_ + depth_ + 1;
        child.blank = target;
    }

    /// Add the counters to those of the board.
    __device__ void report() {
        if (generated_ + expanded_ != 0) {
            atomicAdd(boards_.generated + board_, static_cast<u64>(generated_));
            atomicAdd(boards_.expanded + board_, static_cast<u64>(expanded_));
            atomicMax(boards_.deepest + board_, deepest_);
        }
        generated_ = expanded_ = 0;
        deepest_ = 0;
    }

    const Queue& queue_;
    const Boards& boards_;
    const Tables& tables_;
    const u32* following_;
    Entry* spilled_;  // the lower part of the stack; not a member, which would keep all members out of registers
    const Slide* slides_;
    Lane lane_;
    u32 generated_ = 0;  // since the last report
    u32 expanded_ = 0;
    u32 deepest_ = 0;
    u32 board_ = ~0U;
    u32 base_ = 0;      // g of the unit
    u32 depth_ = 0;     // moves made since
    u32 resident_ = 0;  // entries of the stack below this are in local memory
    u32 blank_ = 0;
    u32 state_ = 0;
    u32 moves_ = 0;  // that the current node has not made yet
    int left_ = 0;   // bound - g
    int sums_[VIEWS];
};

extern "C" __global__ void __launch_bounds__(THREADS) search(
    const Unit* units, u32 count, u32* taken, Unit* rest, u32* rest_count, u32 rest_limit, const u32* must_stop, u32 grace,
    const u32* bounds, u32* is_solved, u32* paths, u64* generated, u64* expanded, u32* deepest, const u8* entries,
    const Slide* slides, const Index* contributions, const u64* origins, const u32* following) {
    const Queue queue{units, count, taken, rest, rest_count, rest_limit, must_stop, grace};
    const Boards boards{bounds, is_solved, paths, generated, expanded, deepest};
    const Tables tables{entries, slides, contributions, origins};
    Entry spilled[longest_path];
    Search(queue, boards, tables, following, spilled).run();
}

/// The estimate of each unit: the largest sum of its views.
extern "C" __global__ void __launch_bounds__(THREADS) estimate(
    const Unit* units, u32 count, u32* estimates, const u8* entries, const Slide* slides, const Index* contributions,
    const u64* origins) {
    const Slide* shared_slides = share_slides(slides);
    const Lane lane = own_lane();
    for (u32 number = blockIdx.x * THREADS + threadIdx.x; number < count; number += gridDim.x * THREADS) {
        for (u32 word = 0; word < board_words; ++word) {
            lane.board_word(word) = units[number].cells[word];
        }
        int sums[VIEWS];
        lane.evaluate({entries, slides, contributions, origins}, shared_slides, sums);
        int largest = 0;
        for (u32 view = 0; view < VIEWS; ++view) {
            largest = max(largest, sums[view]);
        }
        estimates[number] = static_cast<u32>(largest);
    }
}
