"""The test set of ``judge_precision.py``: small programs in many forms and six languages, written for it.

Every program is the same best-first search with a few parameters; what differs is how a board is typed, what is
printed, and the language. So what a program does on a board is known without Taquin: ``truth`` runs the search.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

SEARCH = '''
import heapq

GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)
ORDER, HEURISTIC, COUNTS_BLANK, MARKS, WEIGHT_G = @PARAMETERS@
STEPS = {"U": -3, "D": 3, "L": -1, "R": 1}


def estimate(board):
    total = 0
    for cell, tile in enumerate(board):
        home = GOAL.index(tile)
        if tile == 0 and not COUNTS_BLANK:
            continue
        if HEURISTIC == "manhattan":
            total += abs(cell // 3 - home // 3) + abs(cell % 3 - home % 3)
        elif HEURISTIC == "misplaced":
            total += cell != home
    return total


def children(board):
    blank = board.index(0)
    for move in ORDER:
        cell = blank + STEPS[move]
        if 0 <= cell < 9 and (move in "UD" or cell // 3 == blank // 3):
            cells = list(board)
            cells[blank], cells[cell] = cells[cell], 0
            yield move, tuple(cells)


def solvable(board):
    tiles = [tile for tile in board if tile]
    return sum(a > b for place, a in enumerate(tiles) for b in tiles[place + 1:]) % 2 == 0


def solve(start):
    """The boards and the letters of the path, the nodes expanded, the nodes generated, the largest queue."""
    start = tuple(start)
    queue, known = [(estimate(start), 0, start, 0, None, "")], {start}
    number = expanded = generated = largest = 0
    while queue:
        largest = max(largest, len(queue))
        node = heapq.heappop(queue)
        _, _, board, g, _, _ = node
        if board == GOAL:
            boards, letters = [], []
            while node:
                boards.append(node[2])
                letters.append(node[5])
                node = node[4]
            return boards[::-1], letters[::-1][1:], expanded, generated, largest
        if MARKS == "taken":
            if board in known and expanded:
                continue
            known.add(board)
        expanded += 1
        for move, child in children(board):
            if child in known:
                continue
            if MARKS == "generated":
                known.add(child)
            generated += 1
            number += 1
            heapq.heappush(queue, (WEIGHT_G * (g + 1) + estimate(child), number, child, g + 1, node, move))
    return None, None, expanded, generated, largest
'''


@dataclass(frozen=True)
class Search:
    """The parameters of the search, and what is known of it."""

    order: str = "UDLR"
    heuristic: str = "manhattan"
    counts_blank: bool = False
    marks: str = "taken"
    weight_g: int = 1

    def source(self) -> str:
        """The search in Python."""
        values = (self.order, self.heuristic, self.counts_blank, self.marks, self.weight_g)
        return SEARCH.replace("@PARAMETERS@", repr(values))

    def solver(self) -> Callable[[tuple[int, ...]], Any]:
        """The search as a function."""
        names: dict[str, Any] = {}
        exec(self.source(), names)
        solve: Callable[[tuple[int, ...]], Any] = names["solve"]
        return solve

    @property
    def faults(self) -> set[str]:
        """Words of the findings that it must have where it finds longer solutions."""
        found = set()
        if self.marks == "generated" and self.heuristic != "none" and self.weight_g:
            found.add("marked when it is generated")
        if self.counts_blank:
            found.add("h counts the blank")
        if not self.weight_g:
            found.add("greedy")
        return found


# How a board is typed: statements that set ``start``

INPUTS = {
    "rows, default or own": """
print("Welcome to my 8-puzzle solver")
print('Type "1" to use a default puzzle, or "2" to enter your own puzzle.')
if input() == "2":
    print("Enter your puzzle, use a zero to represent the blank")
    start = [int(word) for name in ("first", "second", "third")
             for word in input(f"Enter the {name} row, use space or tabs between numbers: ").split()]
else:
    start = [1, 2, 3, 4, 8, 0, 7, 6, 5]
print("Enter your choice of algorithm\\n1. Uniform Cost Search\\n2. A* with the Misplaced Tile heuristic\\n"
      "3. A* with the Manhattan Distance heuristic")
input()
""",
    "own or default": """
print("1) enter my own puzzle\\n2) use a random one")
choice = input("Your choice: ")
start = [1, 2, 3, 4, 8, 0, 7, 6, 5]
if choice == "1":
    start = [int(word) for row in (1, 2, 3) for word in input(f"Row {row}: ").split()]
""",
    "one line, digits": """
text = input("Enter the initial state without spaces (0 is the blank): ")
assert len(text) == 9
start = [int(digit) for digit in text]
""",
    "one line, with an example": """
start = [int(word) for word in input("Puzzle, such as 1,2,3,4,5,6,7,8,0: ").split(",")]
""",
    "one line, no hint": """
start = [int(word) for word in input("Puzzle: ").split()]
assert len(start) == 9
""",
    "cells with places": """
start = [int(input(f"Tile at row {r} and column {c}: ")) for r in range(3) for c in range(3)]
""",
    "cells, one prompt": """
print("Enter the nine numbers, one per line")
start = [int(input()) for _ in range(9)]
""",
    "rows with commas": """
start = [int(word) for row in "abc" for word in input(f"Row {row}, separated by commas: ").split(",")]
assert len(start) == 9
""",
    "a letter for the blank": """
print("Use b for the blank.")
start = [0 if word == "b" else int(word) for r in (1, 2, 3) for word in input(f"Row {r}: ").split()]
""",
    "9 for the blank, unsaid": """
start = [int(word) % 9 for r in (1, 2, 3) for word in input(f"Row {r}: ").split() if word != "0" or 1 / 0]
""",
    "silent rows": """
start = [int(word) for _ in range(3) for word in input().split()]
assert len(start) == 9
""",
    "silent line": """
start = [int(word) for word in input().split()]
assert len(start) == 9
""",
    "silent cells": "start = [int(input()) for _ in range(9)]\n",
    "everything at once": """
import sys
start = [int(word) for word in sys.stdin.read().split()]
assert len(start) == 9
""",
    "start and goal": """
start = [int(word) for r in (1, 2, 3) for word in input(f"Start state, row {r}: ").split()]
goal = [int(word) for r in (1, 2, 3) for word in input(f"Goal state, row {r}: ").split()]
assert tuple(goal) == GOAL
""",
    "the method first": """
print("Algorithms:\\n  1 - BFS\\n  2 - A* (Manhattan)\\n  3 - quit")
while True:
    choice = input("> ")
    if choice == "2":
        break
    if choice == "3":
        raise SystemExit
start = [int(word) for word in input("Initial board: ").split()]
""",
    "yes or no": """
start = [1, 2, 3, 4, 8, 0, 7, 6, 5]
if input("Do you want to enter your own puzzle? (y/n) ").lower() == "y":
    start = [int(word) for r in range(3) for word in input(f"row {r + 1} > ").split()]
""",
    "a size first": """
size = int(input("Size of the board: "))
start = [int(word) for r in range(size) for word in input(f"Row {r + 1}: ").split()]
""",
    "Spanish": """
print("1. Estado por defecto\\n2. Estado propio")
start = [1, 2, 3, 4, 8, 0, 7, 6, 5]
if input("Elija una opción: ") == "2":
    start = [int(word) for r in (1, 2, 3) for word in input(f"Introduzca la fila {r}: ").split()]
""",
    "German": """
start = [int(word) for r in (1, 2, 3) for word in input(f"Zeile {r} (mit Leerzeichen): ").split()]
""",
    "arguments": """
import sys
start = [int(word) for word in sys.argv[1:]]
assert len(start) == 9
""",
    "an argument of digits": """
import sys
start = [int(digit) for digit in sys.argv[1]]
assert len(start) == 9
""",
    "a file": """
import sys
start = [int(word) for word in open(sys.argv[1]).read().split()]
""",
}

# What is printed: statements with ``boards``, ``letters``, ``expanded``, ``generated``, ``largest``

OUTPUTS = {
    "boards": """
for board in boards:
    print(*board[:3]); print(*board[3:6]); print(*board[6:]); print()
print("Nodes expanded:", expanded)
print("Max queue size:", largest)
""",
    "letters": 'print("Moves:", "".join(letters)); print("nodes expanded:", expanded, "nodes generated:", generated)\n',
    "words": """
print("Solution:", ", ".join({"U": "Up", "D": "Down", "L": "Left", "R": "Right"}[one] for one in letters))
print(f"{expanded} nodes expanded")
""",
    "Spanish words": """
names = {"U": "Arriba", "D": "Abajo", "L": "Izquierda", "R": "Derecha"}
print("Movimientos:", ", ".join(names[one] for one in letters))
print("Nodos expandidos:", expanded)
""",
    "German words": """
print("Züge:", ", ".join({"U": "oben", "D": "unten", "L": "links", "R": "rechts"}[one] for one in letters))
print("Expandierte Knoten:", expanded)
""",
    "tiles": """
for before, after in zip(boards, boards[1:]):
    print("Move tile", before[after.index(0)])
print("Nodes expanded:", expanded)
""",
    "JSON": 'import json; print(json.dumps({"moves": letters, "expanded": expanded, "generated": generated}))\n',
    "length only": 'print(f"Solution found at {len(letters)} depth"); print("Number of nodes expanded =", expanded)\n',
    "annotated boards": """
for place, board in enumerate(boards):
    note = " (Initial state)" if place == 0 else " (Goal state)" if board == GOAL else f" (Step {place})"
    print(*board[:3]); print(*board[3:6]); print(*board[6:], end=note + "\\n")
print("Number of states enqueued =", generated)
""",
    "backspaces": """
for board in boards:
    for row in (board[:3], board[3:6], board[6:]):
        print("".join(f"{tile}, " for tile in row) + "\\b\\b ")
    print("-----")
print("Expanded", expanded, "nodes")
""",
    "a table": """
print("| step | move | board |")
for place, board in enumerate(boards):
    print(f"| {place} | {('-' if not place else letters[place - 1])} | {''.join(map(str, board))} |")
print("| expanded | generated |")
print(f"| {expanded} | {generated} |")
""",
    "in boxes": """
for board in boards:
    for row in (board[:3], board[3:6], board[6:]):
        print("+---+---+---+\\n|" + "|".join(f" {tile or ' '} " for tile in row) + "|")
    print("+---+---+---+")
print("Nodes visited:", expanded)
""",
}

FAILED = 'if boards is None:\n    print("No solution")\n    raise SystemExit\n'
PARITY = 'if not solvable(start):\n    print("This puzzle is not solvable")\n    raise SystemExit\n'
AFTERWARDS = {
    "": "",
    "again": 'input("Do you want to solve another puzzle? (y/n) ")\n',
}


@dataclass(frozen=True)
class Sample:
    """A program of the test set; ``language`` is also the kind of its file."""

    name: str
    language: str
    source: str
    search: Search
    counters: tuple[str, ...] = ("expanded",)
    """What it prints, of ``expanded``, ``generated`` and ``largest``."""
    prints_steps: bool = True


def python_program(way: str, output: str, search: Search | None = None, afterwards: str = "") -> Sample:
    """A program made of parts."""
    search = search or Search()
    source = "".join(
        (search.source(), INPUTS[way], PARITY, "boards, letters, expanded, generated, largest = solve(start)\n", FAILED)
    )
    source += OUTPUTS[output] + AFTERWARDS[afterwards]
    shown = tuple(name for name in ("expanded", "generated", "largest") if name in OUTPUTS[output])
    name = ", ".join(filter(None, (way, output, afterwards)))
    return Sample(name, "Python", source, search, shown, output != "length only")


_FAULTY = (
    Search(marks="generated"),
    Search(counts_blank=True),
    Search(weight_g=0, order="RDLU"),
    Search(heuristic="misplaced", marks="generated", order="LRUD"),
)


def python_programs() -> list[Sample]:
    """Every way to type a board and every output at least once; some with faults."""
    outputs = list(OUTPUTS)
    programs = [python_program(way, outputs[place % len(outputs)]) for place, way in enumerate(INPUTS)]
    programs += [python_program("silent line", output) for output in outputs]
    programs += [python_program("rows, default or own", "boards", search) for search in _FAULTY]
    programs += [python_program("own or default", "boards", afterwards="again")]
    programs += [python_program("one line, no hint", "letters", Search(heuristic="none", order="LRUD"))]
    return programs


# Other languages: breadth-first search, with the input as a part

_BREADTH_FIRST = Search(heuristic="none", marks="generated")

JAVA = """
import java.util.*;
public class Main {
    static final int[] STEPS = {-3, 3, -1, 1};
    public static void main(String[] words) {
        @INPUT@
        Map<String, String> paths = new HashMap<>();
        Deque<String> queue = new ArrayDeque<>();
        paths.put(start, "");
        queue.add(start);
        int expanded = 0;
        while (!queue.isEmpty()) {
            String board = queue.poll();
            if (board.equals("123456780")) {
                System.out.println("Path: " + paths.get(board));
                System.out.println("Nodes expanded: " + expanded);
                return;
            }
            expanded++;
            int blank = board.indexOf('0');
            for (int move = 0; move < 4; move++) {
                int cell = blank + STEPS[move];
                if (cell < 0 || cell > 8 || (move > 1 && cell / 3 != blank / 3)) continue;
                char[] cells = board.toCharArray();
                cells[blank] = cells[cell];
                cells[cell] = '0';
                String child = new String(cells);
                if (paths.putIfAbsent(child, paths.get(board) + "UDLR".charAt(move)) == null) queue.add(child);
            }
        }
        System.out.println("No solution exists");
    }
}
"""
JAVA_INPUTS = {
    "two scanners": """
        System.out.print("1) default puzzle 2) own puzzle: ");
        String start = "123480765";
        if (new Scanner(System.in).nextLine().trim().equals("2")) {
            Scanner rows = new Scanner(System.in);
            start = "";
            for (int row = 1; row <= 3; row++) {
                System.out.print("Enter row " + row + ": ");
                start += rows.nextLine().replace(" ", "");
            }
        }
""",
    "nine numbers": """
        Scanner in = new Scanner(System.in);
        System.out.println("Enter the numbers of the board");
        String start = "";
        for (int cell = 0; cell < 9; cell++) start += in.nextInt();
""",
}
CPP = """
#include <deque>
#include <map>
#include <string>
#include <iostream>
int main(int count, char** words) {
    std::string start;
    @INPUT@
    std::map<std::string, std::string> paths{{start, ""}};
    std::deque<std::string> queue{start};
    int expanded = 0;
    const int steps[] = {-3, 3, -1, 1};
    while (!queue.empty()) {
        std::string board = queue.front();
        queue.pop_front();
        if (board == "123456780") {
            std::cout << "moves: " << paths[board] << "\\nexpanded nodes: " << expanded << std::endl;
            return 0;
        }
        ++expanded;
        int blank = board.find('0');
        for (int move = 0; move < 4; ++move) {
            int cell = blank + steps[move];
            if (cell < 0 || cell > 8 || (move > 1 && cell / 3 != blank / 3)) continue;
            std::string child = board;
            std::swap(child[blank], child[cell]);
            if (paths.emplace(child, paths[board] + "UDLR"[move]).second) queue.push_back(child);
        }
    }
    std::cout << "Impossible to solve" << std::endl;
}
"""
CPP_INPUTS = {
    "cin": """
    std::cout << "Initial state (0 for the blank): ";
    for (int cell = 0; cell < 9; ++cell) { int tile; std::cin >> tile; start += char('0' + tile); }
""",
    "a menu and rows": """
    int choice;
    std::cout << "1. Use the default puzzle\\n2. Enter your own puzzle\\nChoice: ";
    std::cin >> choice;
    start = "123480765";
    if (choice == 2) {
        start = "";
        for (int row = 1; row < 4; ++row) {
            std::cout << "Row " << row << ": ";
            for (int column = 0; column < 3; ++column) { char tile; std::cin >> tile; start += tile; }
        }
    }
""",
    "an argument": "if (count > 1) start = words[1]; else return 1;\n",
}
C = """
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
static char boards[200000][10];
static int parents[200000], moves[200000], table[1 << 19];
int main(void) {
    const int steps[] = {-3, 3, -1, 1};
    int last = 1, expanded = 0;
    @INPUT@
    for (int now = 0; now < last; now++) {
        if (!strcmp(boards[now], "123456780")) {
            char path[40] = {0};
            int depth = 0;
            for (int at = now; at; at = parents[at]) depth++;
            for (int at = now, place = depth; at; at = parents[at]) path[--place] = "UDLR"[moves[at]];
            printf("Solution: %s\\nNodes expanded = %d\\n", path, expanded);
            return 0;
        }
        expanded++;
        int blank = strchr(boards[now], '0') - boards[now];
        for (int move = 0; move < 4; move++) {
            int cell = blank + steps[move];
            if (cell < 0 || cell > 8 || (move > 1 && cell / 3 != blank / 3)) continue;
            char child[10];
            strcpy(child, boards[now]);
            child[blank] = child[cell];
            child[cell] = '0';
            unsigned place = (atoi(child) * 2654435761u) >> 13;
            while (table[place] && strcmp(boards[table[place]], child)) place = (place + 1) & ((1 << 19) - 1);
            if (table[place] || !strcmp(boards[0], child)) continue;
            table[place] = last;
            strcpy(boards[last], child);
            parents[last] = now;
            moves[last++] = move;
        }
    }
    printf("Not solvable\\n");
    return 0;
}
"""
C_INPUTS = {
    "scanf": """
    printf("Enter the puzzle: ");
    for (int cell = 0; cell < 9; cell++) {
        int tile;
        if (scanf("%d", &tile) != 1) return 1;
        boards[0][cell] = '0' + tile;
    }
""",
    "a word": """
    printf("Enter the puzzle as 9 digits without spaces, for example 123456780: ");
    if (scanf("%9s", boards[0]) != 1 || strlen(boards[0]) != 9) return 1;
""",
}
JAVASCRIPT = """
function search(start) {
    const paths = new Map([[start, ""]]);
    const queue = [start];
    let expanded = 0;
    for (const board of queue) {
        if (board === "123456780") {
            console.log(`Moves: ${paths.get(board)}`);
            console.log(`Nodes expanded: ${expanded}`);
            return;
        }
        expanded++;
        const blank = board.indexOf("0");
        [-3, 3, -1, 1].forEach((step, move) => {
            const cell = blank + step;
            if (cell < 0 || cell > 8 || (move > 1 && Math.floor(cell / 3) !== Math.floor(blank / 3))) return;
            const cells = [...board];
            [cells[blank], cells[cell]] = [cells[cell], cells[blank]];
            const child = cells.join("");
            if (!paths.has(child)) {
                paths.set(child, paths.get(board) + "UDLR"[move]);
                queue.push(child);
            }
        });
    }
    console.log("No solution");
}
@INPUT@
"""
JAVASCRIPT_INPUTS = {
    "an argument": "search(process.argv[2].split(',').join(''));\n",
    "questions": """
const reader = require("readline").createInterface({ input: process.stdin, output: process.stdout });
reader.question("Board, such as 1 2 3 4 5 6 7 8 0: ", (text) => {
    search(text.trim().split(" ").join(""));
    reader.close();
});
""",
}
RUST = """
use std::collections::{HashMap, VecDeque};
use std::io::{self, Write};
fn line() -> String {
    let mut text = String::new();
    io::stdin().read_line(&mut text).unwrap();
    text.trim().to_string()
}
fn main() {
    @INPUT@
    let mut paths: HashMap<Vec<u8>, String> = HashMap::new();
    let mut queue = VecDeque::new();
    let mut expanded = 0;
    paths.insert(start.clone(), String::new());
    queue.push_back(start);
    while let Some(board) = queue.pop_front() {
        let path = paths[&board].clone();
        if board == b"123456780" {
            println!("Moves: {}", path);
            println!("Nodes expanded: {}", expanded);
            return;
        }
        expanded += 1;
        let blank = board.iter().position(|&tile| tile == b'0').unwrap() as i32;
        for (place, step) in [-3, 3, -1, 1].iter().enumerate() {
            let cell = blank + step;
            if cell < 0 || cell > 8 || (place > 1 && cell / 3 != blank / 3) {
                continue;
            }
            let mut child = board.clone();
            child.swap(blank as usize, cell as usize);
            if !paths.contains_key(&child) {
                paths.insert(child.clone(), format!("{}{}", path, &"UDLR"[place..place + 1]));
                queue.push_back(child);
            }
        }
    }
    println!("There is no solution");
}
"""
RUST_INPUTS = {
    "rows": """
    let mut start = Vec::new();
    for row in 1..4 {
        print!("Row {}: ", row);
        io::stdout().flush().unwrap();
        start.extend(line().split(' ').flat_map(|word| word.bytes()));
    }
""",
    "one line": """
    println!("Please enter the start state with spaces");
    let start: Vec<u8> = line().split(' ').flat_map(|word| word.bytes()).collect();
    assert_eq!(start.len(), 9);
""",
}
_OTHERS = {
    "Java": (JAVA, JAVA_INPUTS),
    "C++": (CPP, CPP_INPUTS),
    "C": (C, C_INPUTS),
    "JavaScript": (JAVASCRIPT, JAVASCRIPT_INPUTS),
    "Rust": (RUST, RUST_INPUTS),
}


def other_programs() -> list[Sample]:
    """The programs in other languages than Python."""
    samples = []
    for language, (source, inputs) in _OTHERS.items():
        for name, text in inputs.items():
            code = source.replace("@INPUT@", text)
            samples.append(Sample(name, language, code, _BREADTH_FIRST))
    return samples
