// One layer of a beam search with a learned score (src/taquin/tables/scores/score.py defines it). Boards are labelled:
// the label of a tile is its home, and the goal has label c on every cell c.
//
// The host reads how many children have about the same score, and keeps those whose key is not above a limit: the best
// ones, and of the last score a random part. It defines CELLS, COLUMNS, BLANK (the label of the blank) and THREADS.

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

constexpr u32 move_count = 4;  // Up, Down, Left, Right: where the blank goes
constexpr u32 no_move = move_count;
constexpr u32 board_words = (CELLS + 3) / 4;
constexpr u64 no_key = ~0ULL;
constexpr u32 bin_shift = 48;
constexpr int bin_count = 1 << 16;
constexpr int lowest_score = -4096;
constexpr int scores_per_bin = 4;

/// How far a move takes the blank, as a difference of cells.
__device__ __forceinline__ int step(u32 move) {
    const int distance = move & 2 ? 1 : COLUMNS;
    return move & 1 ? distance : -distance;
}

/// Whether a step from a cell ends on the board; above the first row a target wraps around to a large number.
__device__ __forceinline__ bool is_on_grid(u32 cell, u32 move, u32 target) {
    return target < CELLS && ((move & 2) == 0 || target / COLUMNS == cell / COLUMNS);
}

/// A label that is related to another one: the table of the pair, and whether it is the second of the pair.
struct Partner {
    u32 table;
    u32 label;
    u32 is_second;
};

struct Score {
    const short* weights;
    const Partner* partners;
    const u32* first_partner;  // of each label, and the end
    u32 edges;                 // where the weights of adjacent cells begin
};

extern __shared__ u32 shared_words[];

/// The board of one thread, in shared memory: word n of all threads of a block are neighbours, so that each thread has a
/// bank of its own.
class LabelledBoard {
public:
    __device__ __forceinline__ u8& label(u32 cell) const { return byte(0, cell); }
    __device__ __forceinline__ u8& cell(u32 label) const { return byte(board_words, label); }
    __device__ __forceinline__ u32& word(u32 number) const { return shared_words[number * THREADS + threadIdx.x]; }

    __device__ void load(const u32* words) const {
        for (u32 number = 0; number < board_words; ++number) {
            word(number) = words[number];
        }
        for (u32 place = 0; place < CELLS; ++place) {
            cell(label(place)) = static_cast<u8>(place);
        }
    }

    __device__ __forceinline__ void put(u32 label_here, u32 place) const {
        label(place) = static_cast<u8>(label_here);
        cell(label_here) = static_cast<u8>(place);
    }

    __device__ bool is_goal() const {
        u32 place = 0;
        while (place < CELLS && label(place) == place) {
            ++place;
        }
        return place == CELLS;
    }

    /// Spread the labels over 48 bits. Equal boards have equal hashes, and others almost never.
    __device__ u64 scatter() const {
        u64 mixed = 0;
        for (u32 number = 0; number < board_words; ++number) {
            mixed = (mixed ^ word(number)) * 0x9e3779b97f4a7c15ULL;
            mixed ^= mixed >> 29;
        }
        mixed *= 0xbf58476d1ce4e5b9ULL;
        return mixed >> (64 - bin_shift);
    }

    /// The weights of a tile and of the blank beside it: all that change when the tile slides.
    __device__ int add_weights(const Score& score, u32 tile) const {
        int sum = add_label(score, tile, CELLS) + add_label(score, BLANK, tile);
        sum += add_edges(score, cell(tile), CELLS);
        return sum + add_edges(score, cell(BLANK), cell(tile));
    }

private:
    __device__ __forceinline__ u8& byte(u32 first_word, u32 number) const {
        return reinterpret_cast<u8*>(shared_words + (first_word + number / 4) * THREADS + threadIdx.x)[number % 4];
    }

    /// The weights of a label and of its pairs, but for the pair with the label `except`.
    __device__ int add_label(const Score& score, u32 own, u32 except) const {
        const u32 here = cell(own);
        int sum = __ldg(score.weights + own * CELLS + here);
        for (u32 number = score.first_partner[own]; number < score.first_partner[own + 1]; ++number) {
            const Partner partner = score.partners[number];
            const u32 there = cell(partner.label);
            const u32 place = partner.is_second ? there * CELLS + here : here * CELLS + there;
            sum += partner.label == except ? 0 : __ldg(score.weights + partner.table + place);
        }
        return sum;
    }

    /// The weights of a cell and its neighbours, but for the neighbour `except`.
    __device__ int add_edges(const Score& score, u32 here, u32 except) const {
        int sum = 0;
        for (u32 move = 0; move < move_count; ++move) {
            const u32 there = here + step(move);
            if (is_on_grid(here, move, there) && there != except) {
                const u32 first = min(here, there);
                const u32 row = 2 * first + (move < 2);
                const u32 place = (row * CELLS + label(first)) * CELLS + label(max(here, there));
                sum += __ldg(score.weights + score.edges + place);
            }
        }
        return sum;
    }
};

/// The keys of all children of a layer, four for each board: about the score, then a hash. `places` has the blank's cell
/// of each board and, above 8 bits, its last move, which is not undone. `goal` becomes 1 + the number of a solved child.
extern "C" __global__ void __launch_bounds__(THREADS) score_children(
    const u32* boards, const u32* places, const int* scores, u32 count, const short* weights, const Partner* partners,
    const u32* first_partner, u32 edges, u64* keys, int* child_scores, u32* bins, u32* goal) {
    const u32 number = blockIdx.x * THREADS + threadIdx.x;
    if (number >= count) {
        return;
    }
    const LabelledBoard board;
    const Score score{weights, partners, first_partner, edges};
    board.load(boards + static_cast<u64>(number) * board_words);
    const u32 blank = places[number] & 255;
    const u32 last = places[number] >> 8;
    for (u32 move = 0; move < move_count; ++move) {
        const u64 child = static_cast<u64>(number) * move_count + move;
        const u32 target = blank + step(move);
        keys[child] = no_key;
        if (is_on_grid(blank, move, target) && (last == no_move || move != (last ^ 1))) {
            const u32 tile = board.label(target);
            const int before = board.add_weights(score, tile);
            board.put(tile, blank);
            board.put(BLANK, target);
            const int value = scores[number] + board.add_weights(score, tile) - before;
            const int bin = min(max((value - lowest_score) / scores_per_bin, 0), bin_count - 2);
            keys[child] = static_cast<u64>(bin) << bin_shift | board.scatter();
            child_scores[child] = value;
            atomicAdd(bins + bin, 1);
            if (board.is_goal()) {
                atomicExch(goal, static_cast<u32>(child) + 1);
            }
            board.put(tile, target);
            board.put(BLANK, blank);
        }
    }
}

/// Whether this is the first time that a key is entered into a hash table.
__device__ bool enter(u64 key, u64* table, u32 mask) {
    for (u32 place = static_cast<u32>(key * 0x9e3779b97f4a7c15ULL >> 32) & mask;; place = (place + 1) & mask) {
        const u64 found = atomicCAS(table + place, no_key, key);
        if (found == no_key || found == key) {
            return found == no_key;
        }
    }
}

/// Choose the children whose key is at most `limit`, equal boards once: each as 4 × parent + move. The table has
/// `mask` + 1 places, all free.
extern "C" __global__ void __launch_bounds__(THREADS) choose_children(
    const u64* keys, u32 count, u64 limit, u64* table, u32 mask, u32* chosen, u32* chosen_count) {
    __shared__ u32 own_count;
    __shared__ u32 first;
    if (threadIdx.x == 0) {
        own_count = 0;
    }
    __syncthreads();
    const u32 number = blockIdx.x * THREADS + threadIdx.x;
    const bool is_chosen = number < count && keys[number] <= limit && enter(keys[number], table, mask);
    const u32 place = is_chosen ? atomicAdd(&own_count, 1) : 0;
    __syncthreads();
    if (threadIdx.x == 0 && own_count != 0) {
        first = atomicAdd(chosen_count, own_count);
    }
    __syncthreads();
    if (is_chosen) {
        chosen[first + place] = number;
    }
}

/// Make the children that were chosen.
extern "C" __global__ void __launch_bounds__(THREADS) make_children(
    const u32* boards, const u32* places, const int* child_scores, const u32* chosen, u32 count, u32* next_boards,
    u32* next_places, int* next_scores) {
    const u32 number = blockIdx.x * THREADS + threadIdx.x;
    if (number >= count) {
        return;
    }
    const u32 move = chosen[number] % move_count;
    const u32 parent = chosen[number] / move_count;
    const u32* words = boards + static_cast<u64>(parent) * board_words;
    u32* child = next_boards + static_cast<u64>(number) * board_words;
    for (u32 word = 0; word < board_words; ++word) {
        child[word] = words[word];
    }
    const u32 blank = places[parent] & 255;
    const u32 target = blank + step(move);
    u8* labels = reinterpret_cast<u8*>(child);
    labels[blank] = labels[target];
    labels[target] = BLANK;
    next_places[number] = target | move << 8;
    next_scores[number] = child_scores[chosen[number]];
}
