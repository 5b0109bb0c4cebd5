import { make } from "./dom.js";
export class SolveView { title = "Solve"; topic=""; constructor(app) { this.app=app; this.element = make("div.view", {}, make("h1", {text: "Solve", tabindex: "-1"})); } get values() { return this.app.session.values; } enter() {} leave() {} }
