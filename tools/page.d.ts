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
