/**
 * The steps of a proof, to be put in order by buttons: with a mouse, a finger, a keyboard or a screen reader.
 *
 * There are two lists, the proof and the steps that are left. In each, one step can be reached with the Tab key, and the
 * arrow keys lead from there to the others. Where a step went is said in a live region; Check says which doesn't follow.
 */

import { firstFault, hasOthers, missing } from "./arrangement.js";
import { make } from "./elements.js";
import { Remembered } from "./remembered.js";

const HOW = "Add the steps that belong, each after those that it builds on. Arrow keys lead from step to step.";

const letterOf = (step) => step.dataset.letter;
const spoken = (words) => make("span", { className: "visually-hidden", textContent: words });

class ProofOrder {
  constructor(group) {
    this.group = group;
    this.remembered = new Remembered(group);
    this.left = group.querySelector(".proof-steps");
    this.steps = [...this.left.children];
    this.needs = Object.fromEntries(this.steps.map((step) => [letterOf(step), step.dataset.needs?.split(" ").filter(Boolean)]));
    this.proof = make("ol", { className: "proof-steps chosen" });
    this.said = make("div", { className: "answers-said" });
    this.said.setAttribute("role", "status");
    this.#build();
    this.#restore();
    this.#refresh();
  }

  get order() {
    return [...this.proof.children].map(letterOf);
  }

  #build() {
    const check = make("button", { type: "button", textContent: "Check", onclick: () => this.check() });
    const heads = [make("p", { textContent: "Your proof" }), make("p", { textContent: "Steps to choose from" })];
    for (const [place, list] of [this.proof, this.left].entries()) {
      heads[place].id = `${this.group.id}-${place ? "left" : "proof"}`;
      heads[place].className = "proof-order-head";
      list.setAttribute("aria-labelledby", heads[place].id);
      list.addEventListener("keydown", (event) => this.#walk(event, list));
      list.addEventListener("focusin", (event) => this.#settle(list, event.target.closest("li")));
    }
    for (const step of this.steps) {
      step.append(make("span", { className: "step-said" }), make("span", { className: "step-buttons" }, ...this.#buttons(step)));
    }
    const actions = make("p", { className: "answers-actions" }, check);
    this.left.replaceWith(make("p", { textContent: HOW }), heads[0], this.proof, actions, this.said, heads[1], this.left);
  }

  #buttons(step) {
    const actions = { Add: () => this.add(step), Up: () => this.move(step, -1), Down: () => this.move(step, 1), Remove: () => this.remove(step) };
    return Object.entries(actions).map(([name, onclick]) =>
      make("button", { type: "button", value: name, onclick }, name, spoken(` step ${letterOf(step)}`)),
    );
  }

  /** Show what was arranged on an earlier visit. */
  #restore() {
    const { given, words } = this.remembered;
    if (!given) return;
    for (const letter of given) {
      const step = this.steps.find((one) => letterOf(one) === letter);
      if (step) this.proof.append(step);
    }
    this.said.textContent = words;
  }

  add(step) {
    const next = step.nextElementSibling ?? step.previousElementSibling;
    this.proof.append(step);
    this.#moved(step, next ?? step, next ? "Add" : "Up");
  }

  move(step, by) {
    const other = by < 0 ? step.previousElementSibling : step.nextElementSibling;
    if (!other) return this.#say(`Step ${letterOf(step)} is the ${by < 0 ? "first" : "last"} already.`);
    if (by < 0) other.before(step);
    else other.after(step);
    return this.#moved(step, step, by < 0 ? "Up" : "Down");
  }

  remove(step) {
    const next = step.nextElementSibling ?? step.previousElementSibling;
    const later = [...this.left.children].find((other) => letterOf(other) > letterOf(step));
    this.left.insertBefore(step, later ?? null);
    this.#moved(step, next ?? step, next ? "Remove" : "Add");
  }

  /** Say where a step is now, and put the focus on a button of that step or another. */
  #moved(step, focused, button) {
    this.#refresh();
    focused.querySelector(`button[value=${button}]`).focus();
    const place = this.order.indexOf(letterOf(step)) + 1;
    this.#say(`Step ${letterOf(step)} is ${place ? `number ${place} of ${this.order.length}` : "no longer in your proof"}.`);
  }

  #say(...words) {
    this.said.replaceChildren(...words);
  }

  /** Take off all marks, and let each list have one step that the Tab key reaches. */
  #refresh() {
    for (const step of this.steps) {
      this.#mark(step, "", "");
      for (const button of step.querySelectorAll("button")) button.hidden = (button.value === "Add") === this.proof.contains(step);
    }
    for (const list of [this.proof, this.left]) this.#settle(list, list.querySelector("li.current") ?? list.firstElementChild);
  }

  #settle(list, current) {
    for (const step of list.children) {
      step.classList.toggle("current", step === current);
      for (const button of step.querySelectorAll("button")) button.tabIndex = step === current ? 0 : -1;
    }
  }

  /** Lead from a button to that of another step, or to the next one of the same step. */
  #walk(event, list) {
    const button = event.target.closest("button");
    const step = button?.closest("li");
    const buttons = step ? [...step.querySelectorAll("button:not([hidden])")] : [];
    const aside = buttons.indexOf(button);
    const steps = { ArrowUp: step?.previousElementSibling, ArrowDown: step?.nextElementSibling, Home: list.firstElementChild, End: list.lastElementChild };
    const target = { ArrowLeft: buttons[aside - 1], ArrowRight: buttons[aside + 1] }[event.key] ?? steps[event.key]?.querySelector(`button[value=${button?.value}]`);
    if (!target) return;
    event.preventDefault();
    target.focus();
  }

  /** Say which step is the first that doesn't follow, or that all do. */
  check() {
    this.#refresh();
    const { order, needs } = this;
    const fault = firstFault(order, needs);
    const lacking = missing(order, needs);
    for (const [place, step] of [...this.proof.children].entries()) {
      if (place < (fault?.place ?? order.length)) this.#mark(step, "right", "follows");
      if (place === fault?.place) this.#mark(step, "wrong", "doesn't follow");
    }
    if (!order.length) this.#say("Add a step first.");
    else if (fault) this.#say(`Step ${order[fault.place]}, number ${fault.place + 1}, doesn't follow. `, ...this.#why(order[fault.place], fault));
    else if (lacking) this.#say(`All of this follows. ${lacking === 1 ? "One step is" : `${lacking} steps are`} still missing.`);
    else this.#say(`Right: each step follows from those above it.${hasOthers(order, needs) ? " Other orders are right, too." : ""}`);
    if (order.length) this.remembered.note(!fault && !lacking, order);
  }

  /** Why a step doesn't follow: the book's words for one that doesn't belong. */
  #why(letter, { belongs }) {
    if (belongs) return ["It builds on a step that isn't above it."];
    const told = this.group.querySelector(`[data-why="${letter}"]`).cloneNode(true);
    told.querySelector("strong").remove();
    return told.childNodes;
  }

  #mark(step, verdict, words) {
    step.dataset.verdict = verdict;
    step.querySelector(".step-said").textContent = words;
  }
}

for (const group of document.querySelectorAll(".proof-order")) new ProofOrder(group);
