// A single-purpose kernel to compare ida_star.py with: IDA* with Manhattan distance on 4x4, the goal 0, 1, 2, ..., and
// nothing else. No limits, no options, no other sizes; the same nodes as Taquin's (Up, Down, Left, Right, no move back).
//
//     g++ -O3 -march=native -o build/ida_star_baseline benchmarks/ida_star_baseline.cpp
//     .venv/bin/python benchmarks/ida_star.py --baseline
//         "build/ida_star_baseline src/taquin/experiments/data/korf100.txt 20000000"
#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>

namespace {

constexpr int step[4] = {-4, 4, -1, 1};
unsigned char tiles[16];
signed char change[16][16][4];  // of the estimate: tile, cell of the blank before the move, move
int moves[16][5];               // of the blank in a cell, ended by -1
long long expanded;
int bound, next_bound;

int distance(int tile, int cell) { return std::abs(tile / 4 - cell / 4) + std::abs(tile % 4 - cell % 4); }

bool search(int blank, int g, int h, int back) {
    ++expanded;
    for (const int* move = moves[blank]; *move >= 0; ++move) {
        if (*move == back) continue;
        const int target = blank + step[*move], tile = tiles[target];
        const int child = h + change[tile][blank][*move], f = g + 1 + child;
        if (f > bound) {
            next_bound = std::min(next_bound, f);
            continue;
        }
        tiles[blank] = static_cast<unsigned char>(tile);
        if (child == 0 || search(target, g + 1, child, *move ^ 1)) return true;
        tiles[target] = static_cast<unsigned char>(tile);
    }
    return false;
}

int solve(const int* board) {
    int blank = 0, h = 0;
    for (int cell = 0; cell < 16; ++cell) {
        tiles[cell] = static_cast<unsigned char>(board[cell]);
        if (board[cell] == 0) blank = cell;
        else h += distance(board[cell], cell);
    }
    for (bound = h;; bound = next_bound) {
        next_bound = INT_MAX;
        std::copy(board, board + 16, tiles);
        if (search(blank, 0, h, -1)) return bound;
    }
}

}  // namespace

int main(int count, char** words) {
    if (count != 3) return std::fprintf(stderr, "expected the file of korf100 and a number of nodes\n"), 2;
    for (int cell = 0; cell < 16; ++cell) {
        int* next = moves[cell];
        for (int move = 0; move < 4; ++move) {
            const int target = cell + step[move];
            if (target < 0 || target > 15 || (move > 1 && target / 4 != cell / 4)) continue;
            *next++ = move;
            for (int tile = 1; tile < 16; ++tile)
                change[tile][cell][move] = static_cast<signed char>(distance(tile, cell) - distance(tile, target));
        }
        *next = -1;
    }
    std::ifstream file(words[1]);
    const auto began = std::clock();
    int boards = 0;
    for (std::string line; std::getline(file, line);) {
        std::istringstream numbers(line);
        int label, board[16], length;
        long long nodes;
        if (line[0] == '#' || !(numbers >> label)) continue;
        for (int& tile : board) numbers >> tile;
        numbers >> length >> nodes;
        if (nodes >= std::atoll(words[2])) continue;
        if (solve(board) != length) return std::fprintf(stderr, "wrong length on %d\n", label), 1;
        ++boards;
    }
    const double seconds = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    std::printf("%d boards, %lld expanded, exp/s %.1fM\n", boards, expanded, static_cast<double>(expanded) / seconds / 1e6);
}
