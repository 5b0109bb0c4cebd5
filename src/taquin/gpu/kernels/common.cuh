// What the search and the beam share: boards and look-ups in pattern databases, kept in shared memory by each thread.
//
// The host compiles this with: CELLS, COLUMNS (of the board), THREADS (of a block), VIEWS, SLOTS (look-ups, see Slide),
// INDEX (the type of an index into the entries), STRIDE (see Slide), WINDOW (0 in kernels without a stack).

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef INDEX Index;

constexpr u32 move_count = 4;  // Up, Down, Left, Right: where the blank goes
constexpr u32 board_words = (CELLS + 3) / 4;
constexpr u32 path_words = 12;
constexpr u32 moves_per_word = 16;
constexpr u32 longest_path = path_words * moves_per_word;  // in moves

/// How far a move takes the blank, as a difference of cells.
__device__ __forceinline__ int step(u32 move) {
    const int distance = move & 2 ? 1 : COLUMNS;
    return move & 1 ? distance : -distance;
}

/// What changes when the blank makes a move and a tile slides. A view is a partition of the tiles, or a partition seen
/// in a mirror; each of its patterns has a slot. The slide changes one index of every view.
///
/// If an index can count the entries of all databases, it begins where its database begins, and STRIDE is 0. Otherwise it
/// counts from the beginning of its database, and all of them have STRIDE bytes.
struct alignas(16) Slide {
    Index change[VIEWS];
    u32 slots;      // a byte for each view
    u32 databases;  // a byte for each view: which database the slot looks up

    __device__ __forceinline__ u32 slot(u32 view) const { return slots >> (8 * view) & 255; }
    __device__ __forceinline__ u64 beginning(u32 view) const {
        return STRIDE == 0 ? 0 : (databases >> (8 * view) & 255) * u64{STRIDE};
    }
};

constexpr u32 slide_count = CELLS * move_count;

/// What the host prepares for one goal.
struct Tables {
    const u8* entries;            // of all databases
    const Slide* slides;          // by tile and move
    const Index* contributions;   // to an index, by view, tile and cell
    const u64* origins;           // of the databases of all slots
};

#if VIEWS > 2
typedef u64 Entry;
#else
typedef u32 Entry;
#endif

constexpr u32 tile_words = board_words;
constexpr u32 value_words = (SLOTS + 3) / 4;
constexpr u32 index_words = SLOTS * sizeof(Index) / 4;
constexpr u32 slots_per_view = SLOTS / VIEWS;  // a view with fewer patterns has slots whose entry is always 0

/// The shared memory of one thread. Word n of all threads of a block are neighbours, so that each thread has a bank of
/// its own whatever it reads.
class Lane {
public:
    __device__ explicit Lane(u32* words) : words_(words) {}

    __device__ __forceinline__ u8& tile(u32 cell) const { return byte(0, cell); }
    __device__ __forceinline__ u8& value(u32 slot) const { return byte(tile_words, slot); }
    __device__ __forceinline__ u32& board_word(u32 number) const { return words_[number * THREADS]; }
    __device__ __forceinline__ Index index(u32 slot) const { return load<Index>(tile_words + value_words, slot); }
    __device__ __forceinline__ void set_index(u32 slot, Index index) const {
        store(tile_words + value_words, slot, index);
    }
    __device__ __forceinline__ Entry entry(u32 place) const {
        return load<Entry>(tile_words + value_words + index_words, place);
    }
    __device__ __forceinline__ void set_entry(u32 place, Entry entry) const {
        store(tile_words + value_words + index_words, place, entry);
    }

    /// Look up all slots of the board in this lane; `sums` receives the sum of each view.
    __device__ void evaluate(const Tables& tables, const Slide* slides, int* sums) const {
        for (u32 slot = 0; slot < SLOTS; ++slot) {
            set_index(slot, STRIDE == 0 ? static_cast<Index>(tables.origins[slot]) : 0);
        }
        for (u32 cell = 0; cell < CELLS; ++cell) {
            const u32 tile_here = tile(cell);
            if (tile_here != 0) {
                for (u32 view = 0; view < VIEWS; ++view) {
                    const u32 slot = slides[tile_here * move_count].slot(view);
                    const Index part = tables.contributions[(view * CELLS + tile_here) * CELLS + cell];
                    set_index(slot, index(slot) + part);
                }
            }
        }
#pragma unroll
        for (u32 view = 0; view < VIEWS; ++view) {
            sums[view] = 0;
            for (u32 slot = view * slots_per_view; slot < (view + 1) * slots_per_view; ++slot) {
                const u64 beginning = STRIDE == 0 ? 0 : tables.origins[slot];
                const u8 entry = __ldg(tables.entries + beginning + index(slot));
                value(slot) = entry;
                sums[view] += entry;
            }
        }
    }

private:
    __device__ __forceinline__ u8& byte(u32 first_word, u32 number) const {
        return reinterpret_cast<u8*>(words_ + (first_word + number / 4) * THREADS)[number % 4];
    }
    template <typename T>
    __device__ __forceinline__ T load(u32 first_word, u32 number) const {
        if (sizeof(T) == 4) {
            return words_[(first_word + number) * THREADS];
        }
        const u32* low = words_ + (first_word + 2 * number) * THREADS;
        return static_cast<T>(low[0] | static_cast<u64>(low[THREADS]) << 32);
    }
    template <typename T>
    __device__ __forceinline__ void store(u32 first_word, u32 number, T value) const {
        if (sizeof(T) == 4) {
            words_[(first_word + number) * THREADS] = static_cast<u32>(value);
        } else {
            u32* low = words_ + (first_word + 2 * number) * THREADS;
            low[0] = static_cast<u32>(value);
            low[THREADS] = static_cast<u32>(static_cast<u64>(value) >> 32);
        }
    }

    u32* words_;
};

extern __shared__ u32 shared_words[];

/// The slides, copied to shared memory, where the lanes follow them.
__device__ const Slide* share_slides(const Slide* slides) {
    Slide* copy = reinterpret_cast<Slide*>(shared_words);
    for (u32 number = threadIdx.x; number < slide_count; number += THREADS) {
        copy[number] = slides[number];
    }
    __syncthreads();
    return copy;
}

__device__ Lane own_lane() { return Lane(shared_words + slide_count * sizeof(Slide) / 4 + threadIdx.x); }
