/** What the reader's browser remembers of one exercise. */

import { day, Memory } from "../quizzes/memory.js";

const memory = new Memory();
const now = () => new Date();

export class Remembered {
  /** `element` has the key of the exercise and its page. */
  constructor(element) {
    Object.assign(this, { key: element.dataset.key, page: element.dataset.page });
  }

  /** What it was given when it was last checked; undefined if it never was. */
  get given() {
    return memory.all[this.key]?.given;
  }

  /** When it was last checked, as a sentence; nothing if it never was. */
  get words() {
    const known = memory.all[this.key];
    if (!known) return "";
    const { right, at } = known;
    return `You ${right ? "solved" : "tried"} this ${day(new Date(at), now())}.`;
  }

  note(right, given) {
    try {
      memory.note(this.key, this.page, right, given, now());
    } catch {
      // There is no room: nothing is remembered.
    }
  }
}
