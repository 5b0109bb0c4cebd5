import { make } from "./dom.js";
export class RaceView { title = "Race"; topic=""; constructor(app) { this.app=app; this.element = make("div.view", {}, make("h1", {text: "Race", tabindex: "-1"})); } get values() { return this.app.session.values; } enter() {} leave() {} }
