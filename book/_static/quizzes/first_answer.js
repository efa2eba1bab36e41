/** The first answer to a quiz, or to a question of what a step follows from: it's the one that counts. */

import { prepare } from "./follows.js";

export const QUIZZES = ".quiz[data-key], .follows[data-key]";

/** Call `answered` once, when a reader answers: with true if it was right. */
export function onFirstAnswer(block, answered) {
  let first = true;
  const answer = (right) => {
    if (first) answered(right);
    first = false;
  };
  if (block.matches(".follows")) return prepare(block, answer);
  for (const summary of block.querySelectorAll("summary")) {
    const choice = summary.parentElement;
    summary.addEventListener("click", () => choice.open || answer(choice.classList.contains("right"))); // open: it's being closed
  }
}
