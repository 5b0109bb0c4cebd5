/** Starts the page: loads the registry, and shows the view that the address names. */

import { quoted } from "../modules/board.js";
import { KeptText } from "../modules/kept_text.js";
import { asShown, get } from "./api.js";
import { PLAN, readAddress, writeAddress } from "./address.js";
import { make, button, part, revealInStrip } from "./dom.js";
import { holdVersion } from "./kept_files.js";
import { connectKeys } from "./keys_dialog.js";
import { LessonPlan } from "./lesson_plan.js";
import { removeInvalid } from "./link_check.js";
import { Notice } from "./notice.js";
import { PlanBar } from "./plan_bar.js";
import { Session } from "./session.js";
import { ShareDialog } from "./share_dialog.js";
import { connectThemeButton } from "./theme.js";
import { HomeView } from "./home_view.js";
import { PlayView } from "./play_view.js";
import { SolveView } from "./solve_view.js";
import { WatchView } from "./watch_view.js";
import { RaceView } from "./race_view.js";
import { SpaceView } from "./space_view.js";
import { LearnView } from "./learn_view.js";
import { ExerciseView } from "./exercise_view.js";
import { CodeView } from "./code_view.js";

/** @type {Record<string, ViewMaker>} */ const MAKERS = {
  home: HomeView,
  play: PlayView,
  solve: SolveView,
  watch: WatchView,
  race: RaceView,
  space: SpaceView,
  learn: LearnView,
  exercises: ExerciseView,
  code: CodeView,
};
const WITHOUT_BOARD = ["learn", "exercises"];
const SHARED_NAMES = ["board", "goal", "method", "metric", "draw"];
const lastPlace = new KeptText("taquin.place"); // the address where the last visit ended
const ADDRESS_DELAY = 300; // milliseconds: browsers slow pages down that change their address at every key

/**
 * The page. A view is made when it is first shown, and kept: a game continues after another view was shown.
 *
 * A view has `element`, `title`, `enter({ topic, values })`, `leave()`, and `values`, which its address carries. With
 * `isStage` it has the whole window below the header (page/layout.css). `names` of its class are the further values that its
 * links may have; a class without it takes any.
 */
class App {
  /** @type {Map<string, View>} */ #views = new Map();
  /** @type {?View} */ #current = null;
  #timer = 0;
  /** @type {?string} */ #followed = null; // the address that is shown
  #topic = ""; // of the current view

  /** @param {HTMLElement} main @param {Api.RegistryRecord} registry */
  constructor(main, registry) {
    this.main = main;
    this.registry = registry;
    this.session = new Session(registry.limits.side);
    this.notice = new Notice();
    /** @type {NodeListOf<HTMLAnchorElement>} */ this.links = document.querySelectorAll("nav.views a");
    main.replaceChildren(this.notice.element); // in place of the skeleton
    this.plan = new LessonPlan();
    new PlanBar(this).show();
    const share = new ShareDialog(this);
    part("#share").addEventListener("click", () => share.open());
    connectKeys(() => this.#current?.name ?? "");
    for (const name of ["change", "heuristic"]) this.session.addEventListener(name, () => this.updateAddress());
    addEventListener("hashchange", () => this.#follow());
  }

  /** Show what the address names, for the first time; without an address, where the last visit ended. */
  async start() {
    if (!location.hash) history.replaceState(null, "", lastPlace.text || location.href);
    await this.#follow();
    document.documentElement.dataset.ready = "true";
  }

  /** The address that opens this view with what is there now. @param {string} view @param {AddressValues} [values] */
  link(view, values = this.session.values) {
    return writeAddress(view, values);
  }

  /** The full address of the current view, for a link. */
  get here() {
    const { name = "", values, topic } = /** @type {View} */ (this.#current);
    return new URL(writeAddress(name, values, topic), location.href).href;
  }

  /** Update the address and the links after a delay. */
  updateAddress() {
    for (const link of this.links) {
      const { view = "" } = link.dataset;
      const made = this.#views.get(view);
      if (view === "space" && this.session.isUntouched)
        link.href = "#space"; // it chooses a board that shows much
      else if (!WITHOUT_BOARD.includes(view)) link.href = this.link(view, made?.values);
      else if (!made || made === this.#current)
        link.href = `#${view}`; // the list of all lessons, or of all units
      else link.href = writeAddress(view, made.values, made.topic);
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#writeAddress(), ADDRESS_DELAY);
  }

  #writeAddress() {
    if (location.hash !== this.#followed) return; // a link was followed, and is shown soon
    if (this.here !== location.href) history.replaceState(null, "", this.here);
    this.#followed = location.hash;
    lastPlace.text = location.hash;
  }

  async #follow() {
    const { hash } = location;
    const { view, topic, values, problems } = readAddress(hash);
    if (view === PLAN) return void this.#openPlan(values.get("steps") ?? "");
    this.notice.clear();
    problems.push(...removeInvalid(this.registry, values));
    try {
      await this.session.read(values);
    } catch (error) {
      problems.push(asShown(error).message);
    }
    const names = [...SHARED_NAMES, ...(MAKERS[view || "home"].names ?? values.keys())];
    const unknown = [...values.keys()].filter((name) => !names.includes(name));
    if (unknown.length) problems.push(`this view does not use ${unknown.map(quoted).join(" or ")}`);
    const isMethod = unknown.includes("algorithm") || unknown.includes("heuristic");
    if (isMethod) problems.push("write a method as method=astar(manhattan)");
    if (location.hash !== hash) return; // another link was followed meanwhile
    if (problems.length) this.notice.bad(`This link is not valid: ${problems.join("; ")}.`);
    this.#followed = hash;
    this.#show(view || "home", { topic, values });
  }

  /** Show the first step of the plan in a link. @param {string} text */
  async #openPlan(text) {
    try {
      await this.plan.follow(text);
      location.replace(this.plan.steps[0].link);
    } catch (error) {
      location.replace("#home");
      await new Promise((resolve) => {
        addEventListener("hashchange", resolve, { once: true });
      });
      this.notice.bad(`This link is not valid: ${asShown(error).message}.`);
    }
  }

  /** @param {string} name @param {Address} address */
  #show(name, address) {
    const before = this.#current;
    const view = this.#views.get(name) ?? new MAKERS[name](this);
    if (!this.#views.has(name)) {
      view.name = name;
      this.#views.set(name, view);
      this.main.append(view.element);
    }
    if (before && before !== view) {
      before.leave();
      before.element.hidden = true;
    }
    this.#current = view;
    view.element.hidden = false;
    document.body.classList.toggle("has-stage", Boolean(view.isStage));
    view.enter(address);
    document.title = `${view.title} · Taquin`;
    for (const link of this.links) {
      if (link.dataset.view === name) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    const link = document.querySelector("nav.views a[aria-current]");
    if (link) revealInStrip(link);
    this.updateAddress();
    const isElsewhere = before !== view || address.topic !== this.#topic;
    this.#topic = address.topic;
    if (before && isElsewhere) part("h1", view.element).focus(); // also scrolls to it
  }
}

/** @typedef {App} Page */

/** Load the registry; after an error offer to try again. @param {HTMLElement} main @returns {Promise<Api.RegistryRecord>} */
async function load(main) {
  try {
    return await get("registry");
  } catch (error) {
    const { message, hint } = asShown(error);
    const again = new Promise((resolve) => {
      const retry = button("Try again", () => resolve(wait.remove()), { kind: "is-main" });
      const words = make("p", { text: `${message} ${hint}` });
      const wait = make("div.notice.is-bad", { role: "alert" }, words, retry);
      main.replaceChildren(wait);
    });
    await again;
    return load(main);
  }
}

async function begin() {
  const main = part("#content");
  holdVersion();
  connectThemeButton(part("#theme"));
  part(".skip").addEventListener("click", (event) => {
    event.preventDefault(); // the address names the view
    main.focus();
  });
  const registry = await load(main);
  part("#version").textContent = registry.version;
  await new App(main, registry).start();
}

begin();
