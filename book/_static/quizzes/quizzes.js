/** Remembers the first answer that a reader gives to each quiz, and says under the quiz what is remembered. */

import { onFirstAnswer, QUIZZES } from "./first_answer.js";
import { day, Memory } from "./memory.js";

const memory = new Memory();
const root = new URL(document.documentElement.dataset.content_root, location.href);
const review = new URL("book/review.html", root).href;
const now = () => new Date();

for (const quiz of document.querySelectorAll(QUIZZES)) watch(quiz);

function watch(quiz) {
  const { key, page } = quiz.dataset;
  tell(quiz, memory.all[key]);
  onFirstAnswer(quiz, async (right) => {
    tell(quiz, await memory.answer(key, page, right, now()).catch(() => undefined)); // there may be no room
  });
}

/** Say what is known of a quiz, in one line at its end. */
function tell(quiz, entry) {
  if (!entry) return;
  const line = quiz.querySelector(".quiz-memory") ?? document.createElement("p");
  line.className = "quiz-memory";
  line.setAttribute("role", "status");
  const when = day(new Date(entry.at), now());
  line.replaceChildren(`You answered this ${when}${entry.right ? "." : ", and missed it."}`);
  if (entry.card) {
    const due = new Date(entry.card.due);
    const link = Object.assign(document.createElement("a"), { href: review, textContent: "Review" });
    line.append(" It comes back ", due <= now() ? "now" : day(due, now()), ", under ", link, ".");
  }
  quiz.append(line);
}
