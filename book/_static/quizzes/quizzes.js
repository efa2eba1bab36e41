/** Remembers the first choice that a reader opens of each quiz, and says under the quiz what is remembered. */

import { day, Memory } from "./memory.js";

const memory = new Memory();
const root = new URL(document.documentElement.dataset.content_root, location.href);
const review = new URL("book/review.html", root).href;
const now = () => new Date();

for (const quiz of document.querySelectorAll(".quiz[data-key]")) watch(quiz);

function watch(quiz) {
  const { key, page } = quiz.dataset;
  tell(quiz, memory.all[key]);
  const choose = async ({ currentTarget }) => {
    const choice = currentTarget.parentElement;
    if (choice.open || quiz.classList.contains("answered")) return; // it is being closed, or is not the first
    quiz.classList.add("answered");
    const right = choice.classList.contains("right");
    tell(quiz, await memory.answer(key, page, right, now()).catch(() => undefined)); // there may be no room
  };
  for (const summary of quiz.querySelectorAll("summary")) summary.addEventListener("click", choose);
}

/** Say what is known of a quiz, in one line under its question. */
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
