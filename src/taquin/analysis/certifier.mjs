// Check a certificate of `taquin solve --report certificate`: `node certifier.mjs FILE [NODES]`.
//
// The second checker. It was written from docs/certificates.md, shares no code with certifier.py, and computes things in
// other ways where it can: it recurses instead of keeping a stack, and changes one board instead of copying it. Both
// must give the same verdict on every text (tests/analysis/test_certificate.py).

import { createHash } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";

const NODES = 500_000;
const CHECKSUM_NEEDED = 100_000;
const CLAIMS = { moves: "text", length: "number", lower_bound: "number", heuristic: "text" };
const FIELDS = {
  format: "text",
  version: "number",
  rows: "number",
  columns: "number",
  start: "list",
  goal: "list",
  status: "text",
  ...CLAIMS,
  iterations: "list",
  made_by: "object",
  checksum: "text",
};
const ITERATION = { bound: "number", expanded: "number", generated: "number", next_bound: "number", checksum: "text" };
const MADE_BY = { taquin: "text", core: "text", python: "text", method: "text", backend: "text", iterations: "text" };
const LEVELS = 3; // the most brackets inside each other
const DIGITS = 16;
const STEPS = { U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1] };

class Refused extends Error {}

function refuseUnless(condition, message) {
  if (!condition) throw new Refused(message);
}

// The verdict on the text of a certificate: "certified", "certified in part" or "refused", with the reason.
export function certify(text, nodes = NODES) {
  try {
    return { verdict: checkClaims(parse(text), nodes) ? "certified" : "certified in part", reason: "" };
  } catch (error) {
    if (error instanceof Refused || error instanceof SyntaxError) {
      return { verdict: "refused", reason: error.message };
    }
    throw error;
  }
}

// The file ------------------------------------------------------------------------------------------------------------

function parse(text) {
  checkText(text);
  const found = JSON.parse(text);
  checkFields(found, FIELDS);
  checkFields(found.made_by, MADE_BY);
  for (const each of found.iterations) checkFields(each, ITERATION);
  refuseUnless(found.format === "taquin certificate" && found.version === 1, "expected a certificate of version 1");
  const { rows, columns } = found;
  refuseUnless(rows <= 256 && columns <= 256 && rows * columns > 1, "expected 2 cells or more, up to 256 by 256");
  for (const board of [found.start, found.goal]) {
    const isLegal = board.length === rows * columns && board.every((tile) => isCount(tile) && tile < board.length);
    refuseUnless(isLegal && new Set(board).size === board.length, "expected every number once on a board");
  }
  const sum = createHash("sha256")
    .update(canonical({ ...found, checksum: "" }))
    .digest("hex");
  refuseUnless(sum === found.checksum, "the checksum of the file does not fit");
  return found;
}

// Refuse a text that programs may read in different ways: with a key twice, other numbers or many brackets. JSON.parse
// takes the last of two keys, and reads 1.0 and 1e0 as 1. Character by character: a regular expression would overflow
// the stack at strings of some megabytes.
function checkText(text) {
  const keys = [];
  let place = 0;
  while (place < text.length) {
    const character = text[place];
    if (`${SPACES},:`.includes(character)) {
      place += 1;
    } else if ("{[".includes(character)) {
      keys.push(new Set());
      refuseUnless(keys.length <= LEVELS, `expected at most ${LEVELS} brackets inside each other, found more`);
      place += 1;
    } else if ("}]".includes(character)) {
      keys.pop();
      place += 1;
    } else if (character === '"') {
      const end = endOfString(text, place + 1);
      const content = text.slice(place + 1, end);
      place = end + 1;
      if (isKey(text, place)) checkKey(content, keys.at(-1));
    } else {
      const end = endOfWord(text, place);
      checkWord(text.slice(place, end));
      place = end;
    }
  }
}

const SPACES = " \t\n\r";
const ESCAPED = '"\\/bfnrt';

// The place of the quote that ends a string.
function endOfString(text, begin) {
  const message = "expected texts that end, without control characters and other escapes than JSON's";
  let place = begin;
  while (text[place] !== '"') {
    refuseUnless(place < text.length && text[place] >= " ", message);
    if (text[place] === "\\") {
      place += 1;
      const isCode = text[place] === "u" && /^[0-9a-fA-F]{4}$/.test(text.slice(place + 1, place + 5));
      refuseUnless(isCode || (place < text.length && ESCAPED.includes(text[place])), message);
      if (isCode) place += 4;
    }
    place += 1;
  }
  return place;
}

function endOfWord(text, begin) {
  let place = begin;
  while (place < text.length && !`${SPACES},:{}[]"`.includes(text[place])) place += 1;
  return place;
}

function isKey(text, after) {
  let place = after;
  while (place < text.length && SPACES.includes(text[place])) place += 1;
  return text[place] === ":";
}

function checkKey(key, known) {
  if (!known) return; // outside of all brackets: JSON.parse refuses it
  refuseUnless(!key.includes("\\") && !known.has(key), `expected every key once and without escapes, found ${brief(key)}`);
  known.add(key);
}

function checkWord(word) {
  const isNumber = word.length <= DIGITS && [...word].every((digit) => "0123456789".includes(digit));
  const message = `expected null or a whole number of at most ${DIGITS} digits, found ${brief(word)}`;
  refuseUnless(word === "null" || isNumber, message);
}

const brief = (text) => [...text.slice(0, 80)].slice(0, 40).join("");

const isCount = (value) => Number.isSafeInteger(value) && value >= 0;

const TYPES = {
  text: (value) => typeof value === "string",
  number: isCount,
  list: Array.isArray,
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};

function checkFields(found, fields) {
  refuseUnless(TYPES.object(found), "expected an object");
  const names = Object.keys(found);
  const isComplete = names.length === Object.keys(fields).length && names.every((name) => Object.hasOwn(fields, name));
  refuseUnless(isComplete, `expected the fields ${Object.keys(fields)}`);
  for (const name of names) {
    const isNull = found[name] === null && Object.hasOwn(CLAIMS, name) && fields === FIELDS;
    refuseUnless(isNull || TYPES[fields[name]](found[name]), `${name} has another type`);
  }
}

// JSON with sorted keys, without spaces, in ASCII.
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (TYPES.object(value)) {
    const members = Object.keys(value)
      .sort()
      .map((name) => `${canonical(name)}:${canonical(value[name])}`);
    return `{${members.join(",")}}`;
  }
  const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[^ -~]/g, escaped);
}

// The claims ----------------------------------------------------------------------------------------------------------

// Whether all of the certificate was checked. Throws Refused if a statement is false.
function checkClaims(certificate, nodes) {
  const { rows, columns, start, goal, status, moves, length, iterations, heuristic } = certificate;
  const nulls = Object.keys(CLAIMS).filter((name) => certificate[name] === null).length;
  if (status === "unsolvable" && nulls === 4 && iterations.length === 0) {
    refuseUnless(!isConnected(certificate), "the goal can be reached");
    return true;
  }
  refuseUnless(status === "solved" && nulls === 0, "expected the claims of a solved board or of an unsolvable one");
  refuseUnless(Object.hasOwn(HEURISTICS, heuristic), "the heuristic is not known");
  const end = [...start];
  let blank = start.indexOf(0);
  for (const letter of moves) {
    const target = Object.hasOwn(STEPS, letter) ? neighbour(blank, STEPS[letter], rows, columns) : -1;
    refuseUnless(target >= 0, "a move is not legal");
    end[blank] = end[target];
    end[target] = 0;
    blank = target;
  }
  refuseUnless(
    end.every((tile, cell) => tile === goal[cell]),
    "the moves do not lead to the goal",
  );
  refuseUnless(length === moves.length, "the length is not the number of moves");
  return checkLowerBound(certificate, nodes);
}

function neighbour(cell, [down, right], rows, columns) {
  const row = Math.floor(cell / columns) + down;
  const column = (cell % columns) + right;
  return row >= 0 && row < rows && column >= 0 && column < columns ? row * columns + column : -1;
}

// By the number of cycles of the permutation from start to goal: each swap changes it by one.
function isConnected({ rows, columns, start, goal }) {
  if (rows === 1 || columns === 1) {
    const tiles = goal.filter((tile) => tile > 0);
    return start.filter((tile) => tile > 0).every((tile, place) => tile === tiles[place]);
  }
  const goalCell = new Map(goal.map((tile, cell) => [tile, cell]));
  const seen = new Set();
  let parity = start.length;
  for (let cell = 0; cell < start.length; cell += 1) {
    if (!seen.has(cell)) parity -= 1;
    for (let next = cell; !seen.has(next); next = goalCell.get(start[next])) seen.add(next);
  }
  const [from, to] = [start.indexOf(0), goal.indexOf(0)];
  const way = Math.abs(Math.floor(from / columns) - Math.floor(to / columns)) + Math.abs((from % columns) - (to % columns));
  return (parity + way) % 2 === 0;
}

function checkLowerBound(certificate, nodes) {
  const { start, length, iterations, lower_bound: stated } = certificate;
  refuseUnless(stated <= length, "the lower bound is above the length");
  const isSmall = start.length <= 256 && length <= 255 && iterations.length <= length;
  refuseUnless(iterations.length === 0 || isSmall, "too many iterations, or a board too large for them");
  const estimate = HEURISTICS[certificate.heuristic](certificate);
  let proven = estimate(start);
  let left = nodes;
  for (const each of iterations) {
    refuseUnless(each.bound === proven && each.next_bound > proven, "the bounds do not follow each other");
    refuseUnless(each.checksum !== "" || each.expanded > CHECKSUM_NEEDED, "an iteration lacks its checksum");
    proven = each.next_bound;
    left -= each.expanded;
    if (left >= 0) checkIteration(certificate, each, estimate);
  }
  refuseUnless(proven === stated, "the iterations prove another lower bound");
  return left >= 0;
}

function checkIteration({ rows, columns, start, goal }, stated, estimate) {
  const board = [...start];
  let [expanded, generated, beyond, checksum] = [0, 0, Number.POSITIVE_INFINITY, 0n];
  function expand(blank, before, depth) {
    refuseUnless(
      board.some((tile, cell) => tile !== goal[cell]),
      "the goal is in the tree of an iteration",
    );
    expanded += 1;
    refuseUnless(expanded <= stated.expanded, "an iteration has more nodes than stated");
    checksum += BigInt(crc32([...board, depth]));
    for (const step of Object.values(STEPS)) {
      const target = neighbour(blank, step, rows, columns);
      if (target < 0 || target === before) continue;
      generated += 1;
      [board[blank], board[target]] = [board[target], 0];
      const f = depth + 1 + estimate(board);
      if (f > stated.bound) beyond = Math.min(beyond, f);
      else expand(target, blank, depth + 1);
      [board[target], board[blank]] = [board[blank], 0];
    }
  }
  expand(start.indexOf(0), -1, 0);
  const isSame = expanded === stated.expanded && generated === stated.generated && beyond === stated.next_bound;
  refuseUnless(isSame, "an iteration has another tree");
  const sum = BigInt.asUintN(64, checksum).toString(16).padStart(16, "0");
  refuseUnless(stated.checksum === "" || stated.checksum === sum, "an iteration has other nodes");
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = CRC_TABLE[(value ^ byte) & 255] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

// Heuristics: functions of a board, for a certificate's goal ----------------------------------------------------------

const HEURISTICS = {
  blind: () => () => 0,
  misplaced:
    ({ goal }) =>
    (board) =>
      board.filter((tile, cell) => tile > 0 && tile !== goal[cell]).length,
  manhattan: (certificate) => sumOfTiles(certificate, () => 0),
  linear_conflict: (certificate) => sumOfTiles(certificate, (homes) => 2 * (homes.length - longestIncreasing(homes))),
};

// The Manhattan distance, and for every line the cost of the tiles that are in their line of the goal.
function sumOfTiles({ rows, columns, goal }, costOfLine) {
  const home = new Map(goal.map((tile, cell) => [tile, [Math.floor(cell / columns), cell % columns]]));
  return (board) => {
    const inRow = Array.from({ length: rows }, () => []);
    const inColumn = Array.from({ length: columns }, () => []);
    let total = 0;
    board.forEach((tile, cell) => {
      if (tile === 0) return;
      const [homeRow, homeColumn] = home.get(tile);
      const [row, column] = [Math.floor(cell / columns), cell % columns];
      total += Math.abs(row - homeRow) + Math.abs(column - homeColumn);
      if (row === homeRow) inRow[row].push(homeColumn);
      if (column === homeColumn) inColumn[column].push(homeRow);
    });
    return [...inRow, ...inColumn].reduce((sum, homes) => sum + costOfLine(homes), total);
  };
}

// The length of the longest increasing subsequence, in quadratic time: a line has at most 256 tiles.
function longestIncreasing(values) {
  const best = [];
  values.forEach((value, late) => {
    best.push(1 + Math.max(0, ...best.filter((_, early) => early < late && values[early] < value)));
  });
  return Math.max(0, ...best);
}

// The program ---------------------------------------------------------------------------------------------------------

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [file, nodes = String(NODES)] = process.argv.slice(2);
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
    const { verdict, reason } = certify(text, Number(nodes));
    console.log(reason ? `${verdict}: ${reason}` : verdict);
    process.exitCode = { certified: 0, "certified in part": 3, refused: 1 }[verdict];
  } catch (error) {
    console.error(`refused: ${error.message}`);
    process.exitCode = 1;
  }
}
