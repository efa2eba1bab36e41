/** On the map: how many quizzes of each chapter the reader has answered, how many wait to be reviewed, and what was solved. */

import { Memory } from "./memory.js";

const memory = new Memory();
const root = new URL(document.documentElement.dataset.content_root, location.href);

async function showProgress() {
  const { all } = memory;
  if (!Object.keys(all).length) return; // a reader who has answered nothing sees the map as it is
  const answer = await fetch(new URL("quizzes.json", root));
  if (!answer.ok) return;
  const chapters = await answer.json();
  const due = new Set(memory.due(new Date()));
  for (const line of document.querySelectorAll(".course-map li")) {
    const name = line.querySelector("a").pathname.split("/").at(-1).replace(".html", "");
    const { quizzes = [], exercises = [] } = chapters[name] ?? {};
    const answered = quizzes.filter((key) => key in all).length;
    const waiting = quizzes.filter((key) => due.has(key)).length;
    const solved = exercises.filter((key) => all[key]?.right).length;
    const facts = [];
    if (answered) facts.push(`${answered} of ${quizzes.length} quizzes answered`);
    if (waiting) facts.push(`${waiting} to review`);
    if (solved) facts.push(`${solved} of ${exercises.length} exercises solved`);
    if (!facts.length) continue;
    line.append(Object.assign(document.createElement("span"), { className: "chapter-facts", textContent: facts.join(", ") }));
  }
}

showProgress();
