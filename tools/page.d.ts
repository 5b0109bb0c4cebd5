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
