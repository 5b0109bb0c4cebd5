// Types of the page that have no place in a module; `make lint-js` also reads build/types/api.d.ts, made from the API.

/** The element that a selector such as "input.entry" makes. */
type ElementOf<S extends string> = S extends `${infer Tag}.${string}` ? ElementOf<Tag>
  : S extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[S] : HTMLElement;

type Metric = "moves" | "slides";
type Theme = "light" | "dark";

interface EventTarget {
  /** Our own events have details; listeners say which. */
  addEventListener<D>(type: string, listener: (event: CustomEvent<D>) => void, options?: AddEventListenerOptions): void;
}

interface CSSStyleDeclarationBase {
  /** Browsers convert a number to a text. */
  setProperty(property: string, value: number): void;
}

/** What a running search reports. */
interface Progress {
  ahead: number;
  expanded: number;
  generated: number;
  seconds: number;
  lower_bound: number;
  length?: number;
  moves?: string;
  memory?: number;
  is_writing?: boolean;
  /** What is recorded so far of a search that is still running. */
  record?: Api.TraceRecord | Api.PairRecord;
}

/** What the address of a view carries. */
type AddressValues = Record<string, string>;
interface Address {
  topic: string;
  values: Map<string, string>;
}
/** What an event `change` of the session says. */
interface SessionChange {
  puzzle: boolean;
  method: boolean;
  metric: boolean;
  source: unknown;
}

type Board = import("../src/taquin/web/static/modules/board.js").Board;
type BoardView = import("../src/taquin/web/static/modules/board_view.js").BoardView;
type Game = import("../src/taquin/web/static/page/game.js").Game;
type Search = import("../src/taquin/web/static/modules/search.js").Search;
type Session = import("../src/taquin/web/static/page/session.js").Session;
type TraceReader = import("../src/taquin/web/static/modules/trace.js").TraceReader;
type TreeView = import("../src/taquin/web/static/modules/tree_view.js").TreeView;

/** What an element is made of; `true` sets an attribute empty, and `false`, null and undefined leave it out. */
type Listeners = { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };
type Attribute = string | number | boolean | null | undefined;
type Properties = { text?: string | number | null; on?: Listeners } & { [name: string]: Attribute | Listeners };
type Child = Node | string | null | undefined | false;

/** The colours of a tree, by name. */
type Surface = { face: string; edge: string; ink: string };
type SurfaceName = "expanded" | "frontier" | "pruned" | "duplicate" | "goal" | "moved" | "tile" | "home";
type ColourName = "paper" | "ink" | "muted" | "frame" | "blank" | "edge" | "path";
type Colours = Record<ColourName, string> & Record<SurfaceName, Surface> & { ramp: string[] };

/** A request to an engine: `waits` is called with what it waits for. */
type RequestBody = { board?: string; goal?: string; size?: string; nodes?: number; [name: string]: unknown };
type EngineOptions = { body?: RequestBody; signal?: AbortSignal; waits?: (words: string) => void };
type Listen = (event: string, data: string) => void;

/** The result of a search, also of one that was stopped; with the request that gave it; and in a race. */
type Counted = "duplicates" | "reopened" | "pruned" | "max_frontier" | "max_stored" | "max_depth";
type Stated = "algorithm" | "heuristic" | "single_moves" | "slides" | "best_h" | "backend" | "partial_path";
type SolveResult = Omit<Api.ResultRecord, Counted | Stated> & Partial<Pick<Api.ResultRecord, Counted | Stated>>;
type SolveAnswer = SolveResult & { request: Api.SolveRequest };

/** One expansion of a recorded search; the last step of a search that found the goal chooses it. */
interface Step {
  /** Counted from 1. */
  number: number;
  /** The node that is expanded. */
  node: number;
  /** Where the search is after it: for a local search the node that it went to. */
  current: number;
  /** The iteration, counted from 1; 0 in searches without iterations. */
  iteration: number;
  /** The step in one line. */
  title: string;
  /** What the search holds afterwards, and what it pruned. */
  notes: string[];
}
/** A successor that was made in a step. */
interface StepChild {
  parent: number;
  /** U, D, L or R; empty where it is not known. */
  move: string;
  /** The new node, or the known node that has this state. */
  node: number;
  fate: "new" | "pruned" | "duplicate" | "improved" | "goal";
  /** The move, its values, and what happened to it, in words. */
  label: string;
  sum: string;
  text: string;
}

/** What to show of a search tree. */
interface TreeChoice {
  /** One iteration, counted from 1; null for all. */
  iteration?: number | null;
  /** Levels below the root. */
  levels?: number;
  /** Only the path to the goal and the children of its nodes. */
  isAroundPath?: boolean;
  /** Also children whose board was known, except those that undo the last move. */
  hasDuplicates?: boolean;
  /** Also pruned nodes. */
  hasPruned?: boolean;
  /** Nodes whose descendants are hidden. */
  collapsed?: Set<number>;
}
/** Where a tree is shown: items by number, which are nodes, and duplicates among them. */
interface TreePlan {
  /** The node, or for a duplicate the known node that has its board. */
  node: number[];
  /** The item of its parent, which comes before it; -1 for a root. */
  parent: number[];
  /** The move that led to it; empty for a root, or where it is not known. */
  move: string[];
  isDuplicate: boolean[];
  /** How many nodes below it are hidden. */
  hidden: number[];
  /** The centres of the items. */
  x: Float64Array;
  y: Float64Array;
  /** From top to bottom, items from left to right. */
  rows: { y: number; items: number[] }[];
  /** The item of each node, or -1. */
  itemOf: Int32Array;
  width: number;
  height: number;
  /** The row from which the tree grows upwards. */
  turned: number;
}
/** What is painted of a tree. */
interface TreeScene {
  plan: TreePlan;
  /** Where the items are now. */
  x: Float64Array;
  y: Float64Array;
  /** Whether they are on their way. */
  isMoving: boolean;
  colours: Colours;
  camera: import("../src/taquin/web/static/modules/tree_camera.js").TreeCamera;
  /** Pixels of the canvas for one of the view. */
  ratio: number;
  /** An item, or -1: the selected one, the one under the pointer, the one that was expanded last. */
  selected: number;
  pointed: number;
  current: number;
  /** Nodes from the root to the current one. */
  currentPath: Set<number>;
  /** Nodes on the solution. */
  solutionPath: Set<number>;
  /** Nodes that exist but are not shown yet. */
  veiled: Set<number>;
  /** Nodes with a ring of their own, and the name of its colour. */
  marks: Map<number, SurfaceName>;
}
/** What is drawn of a space. */
interface SpaceScene {
  space: import("../src/taquin/web/static/page/space_map.js").Space;
  layout: import("../src/taquin/web/static/page/space_map.js").SpaceLayout;
  /** All boards, a pixel for each. */
  picture: import("../src/taquin/web/static/page/bitmap.js").Bitmap;
  colours: ReturnType<typeof import("../src/taquin/web/static/page/space_colours.js").readColours>;
}

/** A solved game, as page/records.js keeps it. */
interface GameResult {
  date: string;
  size: string;
  goal: string;
  start: string;
  moves: number;
  seconds: number;
  hints: boolean;
  kind: string;
  rated?: boolean;
  metric: Metric;
  /** The moves, each with the hundredths of a second since the one before. */
  timed?: string;
}

/** The best results of a size in a metric; averages of the last 5, 12, 50 and 100 games. */
interface Best {
  size: string;
  metric: Metric;
  games: number;
  time: number;
  moves: number;
  averages: (number | null)[];
  earlier: boolean;
}

/** A method or a part of one: `name(part, …, option=value, …)`. */
interface Call {
  name: string;
  /** All of it. */
  text: string;
  parts: Call[];
  options: Map<string, string>;
}

type Notice = import("../src/taquin/web/static/page/notice.js").Notice;
type Page = import("../src/taquin/web/static/page/main.js").Page;
/** A view of the page: see App in page/main.js. */
interface View {
  element: HTMLElement;
  title: string;
  name?: string;
  topic?: string;
  isStage?: boolean;
  values: AddressValues;
  enter(address: Address): unknown;
  leave(): void;
}
interface ViewMaker {
  new (app: Page): View;
  names?: string[];
}

/** A widget of a notebook: https://anywidget.dev */
interface WidgetModel {
  get(name: "board" | "goal" | "start"): { cells: number[]; rows: number; columns: number };
  get(name: "moves" | "_record"): string;
  get(name: "pace" | "position" | "time" | "node"): number;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, action: () => void): void;
  off(event: string, action: () => void): void;
}
interface Widget {
  model: WidgetModel;
  el: HTMLElement;
}

/** A service worker, which the types of documents do not have; export.py writes its constants. */
declare const VERSION: string;
declare const FILES: string[];
interface ServiceWorkerScope {
  registration: ServiceWorkerRegistration;
  clients: { claim(): Promise<void>; matchAll(): Promise<{ postMessage(message: object): void }[]> };
  skipWaiting(): Promise<void>;
  addEventListener(type: string, listener: (event: ServiceWorkerEvent) => void): void;
}
interface ServiceWorkerEvent {
  request: Request;
  waitUntil(work: Promise<unknown>): void;
  respondWith(response: Promise<Response>): void;
}

/** What the page uses of Pyodide: https://pyodide.org */
interface PyBytes {
  toJs(): Uint8Array<ArrayBuffer>;
  destroy(): void;
}
interface PyEngine {
  keep_tables(): void;
  respond(path: string, body: string, emit: (event: string, data: PyBytes) => void): Promise<PyResponse>;
}
interface PyResponse {
  toJs(): [status: number, type: string, content: Uint8Array<ArrayBuffer>];
  destroy(): void;
}
/** Emscripten's function that makes a module. */
type Receive = (instance: WebAssembly.Instance, compiled: WebAssembly.Module) => void;
interface ModuleSettings {
  instantiateWasm(imports: WebAssembly.Imports, receive: Receive): unknown;
}
type CreateModule = (settings: ModuleSettings) => Promise<{
  API: { restoreSnapshot(difference: Uint8Array): object };
  HEAPU8: Uint8Array;
}>;
interface Pyodide {
  pyimport(name: string): { start(cache: string, core: unknown, isCancelled: () => boolean): PyEngine };
  runPython(code: string): unknown;
  _api: { on_fatal?: (error: unknown) => void; scheduleCallback: unknown };
  FS: {
    mkdirTree(path: string): void;
    mount(type: unknown, options: object, path: string): void;
    syncfs(isReading: boolean, done: (error: unknown) => void): void;
    filesystems: { IDBFS: unknown };
    writeFile(path: string, content: Uint8Array): void;
    readdir(path: string): string[];
    lookupPath(path: string): { node: { usedBytes: number } };
    ErrnoError: new (code: number) => Error;
  };
}
