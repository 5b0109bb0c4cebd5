import { make } from "./dom.js";
export class WatchView { title = "Watch"; topic=""; constructor(app) { this.app=app; this.element = make("div.view", {}, make("h1", {text: "Watch", tabindex: "-1"})); } get values() { return this.app.session.values; } enter() {} leave() {} }
