/** A cell of the page: its code, the editor over it, its buttons, and its status line. */

import { editor } from "./editor.js";
import { Output } from "./output.js";

const MB = (bytes) => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);

export class Cell {
  constructor({ element, bar, status }, index, { drafts, run }) {
    Object.assign(this, { element, bar, status, index, drafts, run, ran: false, busy: false });
    this.place = element.querySelector(".cell_input");
    this.source = this.place.querySelector("pre").textContent.replace(/\n$/, "");
    this.output = new Output(element);
    this.input = null;
    this.spoken = Object.assign(document.createElement("span"), { className: "run-spoken" });
    this.spoken.setAttribute("role", "status");
    bar.querySelector(".run-buttons").append(this.#button("Stop"), this.#button("Reset"), this.#button("Undo"));
    status.after(this.spoken);
  }

  #button(name) {
    return Object.assign(document.createElement("button"), { type: "button", textContent: name, value: name, hidden: true });
  }

  button(name) {
    return this.bar.querySelector(`button[value=${name}]`);
  }

  /** The problem set that the cell belongs to, if it is for practice. */
  get set() {
    return this.element.dataset.practice;
  }

  /** Whether the cell is that of an exercise, which needs none of the cells above and isn't needed by those below. */
  get alone() {
    return "code" in this.element.dataset;
  }

  /** The function that the cell has to define, if it is an answer. */
  get answer() {
    return this.element.dataset.check ?? "";
  }

  /** What runs when the cell does. */
  get code() {
    return { source: this.text, answer: this.answer };
  }

  /** What judges the function of this cell, after it has run. */
  get check() {
    if (this.alone) return { source: JSON.parse(this.element.dataset.code) };
    return { source: `from notebook_checks.practice import practice\npractice("${this.set}", "${this.answer}")` };
  }

  /** What messages call the cell. */
  get name() {
    return this.element.dataset.called ?? `cell ${this.index + 1}`;
  }

  get text() {
    return this.input?.value ?? this.source;
  }

  get changed() {
    return this.text !== this.source;
  }

  /** Show a status; `spoken` is what a screen reader says, which announces stages but not each megabyte. */
  say(line, spoken = line) {
    this.status.setAttribute("aria-hidden", "true"); // or it would be found twice; a link in it (fail) has to be found
    this.status.textContent = line;
    if (this.spoken.textContent !== spoken) this.spoken.textContent = spoken;
  }

  load(what, loaded, total) {
    this.say(`Loading ${what}: ${MB(loaded)} of ${MB(total)} MB`, `Loading ${what}, ${MB(total)} megabytes`);
  }

  wait() {
    this.busy = true;
    this.button("Run").setAttribute("aria-disabled", "true");
    this.button("Stop").hidden = false;
    this.say("Waiting");
  }

  /** Prepare for the cell's output; a quiet cell keeps the output that it shows, unless it fails. */
  begin({ quiet }) {
    this.output.begin(quiet);
    return this.output;
  }

  end(ok) {
    this.ran = ok;
    this.output.end(ok);
  }

  /** Show that the cell no longer runs. */
  rest(line) {
    const hadFocus = document.activeElement === this.button("Stop");
    this.busy = false;
    this.button("Run").removeAttribute("aria-disabled");
    this.button("Stop").hidden = true;
    if (hadFocus) this.focus("Run");
    this.say(line);
  }

  /** Show what happened and what to do instead, as nodes with a link among them. */
  fail(nodes) {
    this.rest("");
    this.status.removeAttribute("aria-hidden");
    this.status.replaceChildren(...nodes);
    this.spoken.textContent = this.status.textContent;
  }

  /** After the check of an exercise: say to screen readers how it went, and to the page (exercises/code.js). */
  announce() {
    const verdict = this.element.querySelector(".run-own [data-verdict]");
    if (!verdict) return;
    this.say(this.status.textContent, verdict.textContent);
    const detail = { right: verdict.dataset.verdict === "right" };
    this.element.dispatchEvent(new CustomEvent("checked", { detail }));
  }

  /** Forget that the cell has run: Python was restarted. */
  forget() {
    this.ran = false;
    this.output.end(true);
  }

  focus(name) {
    this.button(name).focus();
  }

  edit() {
    if (!this.input) this.#openEditor(this.source);
    this.input.focus();
  }

  #openEditor(text) {
    const fold = this.element.querySelector(":scope > details");
    if (fold) fold.open = true;
    const onInput = () => this.#changed();
    this.input = editor(this.place, text, { label: `Code of ${this.name}`, onInput, onRun: this.run });
    this.place.firstElementChild.hidden = true;
    this.button("Reset").hidden = false;
  }

  #changed() {
    this.ran = false;
    this.button("Undo").hidden = true;
    if (!this.drafts.keep(this.source, this.text)) {
      this.say("This browser keeps no changes: they are gone when you leave the page.");
    }
  }

  /** Say so if another tab has changed this cell, and keep the text that is here. */
  compare() {
    const theirs = this.drafts.find(this.source) ?? this.source;
    if (this.changed && theirs !== this.text) {
      this.say("Changed in another tab, too. Yours stays here; of the two, the one changed last is kept.");
    }
  }

  reset() {
    this.dropped = this.text;
    const hadChanges = this.changed;
    this.input?.parentElement.remove();
    this.input = null;
    this.place.firstElementChild.hidden = false;
    this.button("Reset").hidden = true;
    this.drafts.drop(this.source);
    this.output.restore();
    this.ran = false;
    this.button("Undo").hidden = !hadChanges;
    this.focus("Edit");
    this.say(hadChanges ? "As the book has it. Undo brings your version back." : "As the book has it");
  }

  /** Bring back what Reset took away. */
  undo() {
    if (this.input) this.input.value = this.dropped;
    else this.#openEditor(this.dropped);
    this.#changed();
    this.input.focus();
    this.say("As you had it");
  }

  /** Restore the changes of an earlier visit. */
  restore() {
    const text = this.drafts.find(this.source);
    if (text === undefined) return;
    this.#openEditor(text);
    this.say("As you changed it last time");
  }
}
