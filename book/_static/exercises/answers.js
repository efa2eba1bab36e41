/** The fields under an exercise: says what is right, opens the hints one after the other, and remembers. */

import { make } from "./elements.js";
import { areRight, readNumbers, Unreadable } from "./numbers.js";
import { Remembered } from "./remembered.js";

const HOW = "See whether it's right. Write numbers as 0.75, 3/4 or sqrt(2).";

function prepare(form) {
  const remembered = new Remembered(form);
  const fields = [...form.querySelectorAll(".answer")].map((element) => new Field(element));
  const hint = make("button", { type: "button", textContent: "Show a hint", hidden: true });
  hint.addEventListener("click", () => showHint(form, hint));
  const said = make("span", { className: "answers-said", role: "status" });
  form.append(make("p", { className: "answers-actions" }, make("button", { textContent: "Check" }), hint, said));
  if (fields.some((field) => !field.isChoice)) said.textContent = HOW;
  form.hidden = false;

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const verdicts = fields.map((field) => field.judge());
    const right = verdicts.filter((verdict) => verdict === "right").length;
    const solved = right === fields.length;
    hint.hidden = solved || !nextHint(form) || !verdicts.includes("wrong");
    said.textContent = summary(right, fields.length);
    if (verdicts.some((verdict) => verdict !== "empty")) remembered.note(solved, fields.map((field) => field.given));
  });
  const { given } = remembered;
  if (given?.length !== fields.length) return;
  fields.forEach((field, place) => field.restore(given[place]));
  said.textContent = remembered.words;
}

function summary(right, all) {
  if (right === all) return all === 1 ? "Right." : `All ${all} are right.`;
  return all === 1 ? "Not yet." : `${right} of ${all} right.`;
}

/** The first hint that is still folded: the hints follow the form. */
function nextHint(form) {
  for (let next = form.nextElementSibling; next?.matches("details.sd-dropdown"); next = next.nextElementSibling) {
    if (!next.open) return next;
  }
  return undefined;
}

function showHint(form, button) {
  const hint = nextHint(form);
  if (!hint) return;
  hint.open = true;
  hint.querySelector("summary").focus();
  button.textContent = "Show another hint";
  button.hidden = !nextHint(form);
}

/** A question: a text field, or some buttons to choose with. */
class Field {
  constructor(element) {
    this.element = element;
    this.inputs = [...element.querySelectorAll("input")];
    this.said = element.querySelector(".answer-said");
    element.addEventListener("input", () => this.tell("", ""));
  }

  get isChoice() {
    return !("numbers" in this.element.dataset);
  }

  get chosen() {
    return this.inputs.filter((input) => input.checked).map((input) => input.value);
  }

  /** What was written or chosen, as a text. */
  get given() {
    return this.isChoice ? this.chosen.join(" ") : this.inputs[0].value.slice(0, 200);
  }

  restore(given) {
    if (!this.isChoice) this.inputs[0].value = given;
    else for (const input of this.inputs) input.checked = given.split(" ").includes(input.value);
    this.judge();
  }

  /** Say whether the answer is right, and return a word for it: right, wrong, unread or empty. */
  judge() {
    if (!this.given.trim()) return this.tell("empty", "Not answered");
    try {
      return this.isRight ? this.tell("right", "Right") : this.tell("wrong", "Not yet");
    } catch (error) {
      if (error instanceof Unreadable) return this.tell("unread", error.message);
      throw error;
    }
  }

  get isRight() {
    if (this.isChoice) return this.inputs.every((input) => input.checked === "right" in input.dataset);
    const { kind, numbers, within } = this.element.dataset;
    const right = JSON.parse(numbers);
    return areRight(readNumbers(this.given, kind, right.length), { numbers: right, within: Number(within) });
  }

  tell(verdict, words) {
    this.element.dataset.verdict = verdict;
    this.said.textContent = words;
    const invalid = verdict === "wrong" || verdict === "unread";
    if (!this.isChoice) this.inputs[0].setAttribute("aria-invalid", invalid);
    return verdict;
  }
}

for (const form of document.querySelectorAll("form.answers")) prepare(form);
