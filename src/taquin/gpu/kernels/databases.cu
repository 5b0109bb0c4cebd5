// Builds an additive pattern database: breadth-first from the goal, one launch for each number of slides.
//
// An index is a number in base CELLS with a digit for the cell of each tile, as in DirectIndex
// (src/taquin/tables/pdb/pattern_ranking.py). For every index there are sets of cells of the blank, one bit each: those
// reached so far, and those where the last slides left it. The host defines CELLS, COLUMNS and TILES.

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

#if CELLS > 32
typedef u64 CellSet;
#else
typedef u32 CellSet;
#endif

constexpr u8 unreached = 255;
constexpr CellSet one = 1;
constexpr CellSet all_cells = ~CellSet{0} >> (8 * sizeof(CellSet) - CELLS);

__device__ constexpr CellSet column(u32 number) {
    CellSet cells = 0;
    for (u32 cell = number; cell < CELLS; cell += COLUMNS) {
        cells |= one << cell;
    }
    return cells;
}

__device__ __forceinline__ u32 first_cell(CellSet cells) {
    return (sizeof(CellSet) == 4 ? __ffs(static_cast<u32>(cells)) : __ffsll(cells)) - 1;
}

/// The neighbours of these cells.
__device__ __forceinline__ CellSet around(CellSet cells) {
    constexpr CellSet not_first = all_cells & ~column(0);
    constexpr CellSet not_last = all_cells & ~column(COLUMNS - 1);
    return ((cells & not_last) << 1 | (cells & not_first) >> 1 | cells << COLUMNS | cells >> COLUMNS) & all_cells;
}

/// Expand all placements that `level` slides lead to: their blank moves freely, then each tile beside it may slide.
extern "C" __global__ void expand_level(
    CellSet* reached, CellSet* frontier, CellSet* next, u8* entries, u64 size, u32 level, u32* is_unfinished) {
    const u64 index = static_cast<u64>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (index >= size || frontier[index] == 0) {
        return;
    }
    const CellSet before = reached[index];
    CellSet region = frontier[index] & ~before;
    frontier[index] = 0;
    if (region == 0) {
        return;
    }
    u32 cells[TILES];
    CellSet occupied = 0;
    u64 rest = index;
    for (int tile = TILES - 1; tile >= 0; --tile, rest /= CELLS) {
        cells[tile] = static_cast<u32>(rest % CELLS);
        occupied |= one << cells[tile];
    }
    for (CellSet smaller = 0; smaller != region;) {
        smaller = region;
        region |= around(region) & ~occupied;
    }
    reached[index] = before | region;
    if (entries[index] == unreached) {
        entries[index] = static_cast<u8>(level);
    }
    u64 weight = 1;
    for (int tile = TILES - 1; tile >= 0; --tile, weight *= CELLS) {
        for (CellSet targets = around(one << cells[tile]) & region & ~before; targets != 0; targets &= targets - 1) {
            const u32 target = first_cell(targets);
            const u64 there = index - cells[tile] * weight + target * weight;
            if ((reached[there] >> cells[tile] & 1) == 0) {
                atomicOr(next + there, one << cells[tile]);
                *is_unfinished = 1;
            }
        }
    }
}

/// The largest difference between the entries of two placements that one slide connects.
extern "C" __global__ void measure_changes(const u8* entries, u64 size, u32* largest) {
    const u64 index = static_cast<u64>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (index >= size || entries[index] == unreached) {
        return;
    }
    u64 weight = 1;
    for (int tile = TILES - 1; tile >= 0; --tile, weight *= CELLS) {
        const u32 cell = static_cast<u32>(index / weight % CELLS);
        for (CellSet targets = around(one << cell); targets != 0; targets &= targets - 1) {
            const u8 there = entries[index - cell * weight + first_cell(targets) * weight];
            if (there != unreached && there > entries[index] + *largest) {
                atomicMax(largest, there - entries[index]);
            }
        }
    }
}
