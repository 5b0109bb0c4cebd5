import { make } from "./dom.js";
export class LearnView { title = "Learn"; topic=""; constructor(app) { this.app=app; this.element = make("div.view", {}, make("h1", {text: "Learn", tabindex: "-1"})); } get values() { return this.app.session.values; } enter() {} leave() {} }
