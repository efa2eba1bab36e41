/** On the map: how many quizzes of each chapter the reader has answered, and how many wait to be reviewed. */

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
    const keys = chapters[line.querySelector("a").pathname.split("/").at(-1).replace(".html", "")] ?? [];
    const answered = keys.filter((key) => key in all).length;
    const waiting = keys.filter((key) => due.has(key)).length;
    if (!answered) continue;
    const words = `${answered} of ${keys.length} quizzes answered${waiting ? `, ${waiting} to review` : ""}`;
    line.append(Object.assign(document.createElement("span"), { className: "chapter-facts", textContent: words }));
  }
}

showProgress();
