/** The page Review: one after the other the quizzes that are due, taken from their pages; and the memory as a file. */

import { onFirstAnswer, QUIZZES } from "./first_answer.js";
import { day, Memory } from "./memory.js";

const memory = new Memory();
const place = document.querySelector(".quiz-review");
const root = new URL(document.documentElement.dataset.content_root, location.href);
const now = () => new Date();

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** Show the first quiz that is due, or when one will be. */
async function showNext() {
  const due = memory.due(now());
  if (!due.length) return show(rest());
  const [key] = due;
  const { page } = memory.all[key];
  const quiz = await find(key, page);
  if (quiz === undefined) {
    const words = "The page of the next quiz can't be reached. Try again when you have a network.";
    return show(make("p", { role: "alert" }, words));
  }
  if (quiz === null) {
    memory.forget(key); // it was rewritten since
    return showNext();
  }
  ask(quiz, key, page, due.length);
}

/** Return a quiz from its page, with the title of the page; null if it isn't there, undefined if the page isn't. */
async function find(key, page) {
  const address = new URL(`book/${page}.html`, root);
  const answer = await fetch(address).catch(() => undefined);
  if (!answer || (!answer.ok && answer.status !== 404)) return undefined;
  const there = new DOMParser().parseFromString(await answer.text(), "text/html");
  const quiz = [...there.querySelectorAll(QUIZZES)].find((one) => one.dataset.key === key);
  if (!quiz) return null;
  for (const link of quiz.querySelectorAll("a[href]")) link.href = new URL(link.getAttribute("href"), address);
  const heading = there.querySelector("h1");
  heading.querySelectorAll(".headerlink").forEach((link) => link.remove());
  return { quiz: document.importNode(quiz, true), title: heading.textContent.trim(), address: `${address}#${quiz.id}` };
}

function ask({ quiz, title, address }, key, page, left) {
  const from = make("p", { className: "quiz-from" }, `${left} to review. From `, make("a", { href: address }, title), ".");
  const next = make("button", { type: "button", textContent: "Next", hidden: true, onclick: showNext });
  const said = make("p", { className: "quiz-memory", role: "status" });
  onFirstAnswer(quiz, async (right) => {
    const known = await memory.answer(key, page, right, now()).catch(() => undefined);
    const back = known ? `It comes back ${day(new Date(known.card.due), now())}.` : "This browser has no room to keep it.";
    said.textContent = `${right ? "Right." : "Missed."} ${back}`;
    next.hidden = false;
  });
  if (quiz.matches("details")) quiz.open = true;
  show(from, quiz, said, next);
  const question = quiz.querySelector(".quiz-question, summary");
  question.tabIndex = question.matches("summary") ? 0 : -1;
  if (document.activeElement === document.body && place.dataset.begun) question.focus();
  place.dataset.begun = "yes";
}

/** Say that nothing is due, and when something will be. */
function rest() {
  const known = Object.values(memory.all).filter(({ given }) => !given); // without the exercises
  const next = memory.next(now());
  if (!known.length) return make("p", {}, "You haven't answered a quiz yet. What you miss in a chapter will come back here.");
  const right = known.filter(({ card }) => !card).length;
  const facts = `You have answered ${known.length}, ${right} of them right at once.`;
  return make("p", {}, `Nothing to review now. ${facts}`, next ? ` The next comes back ${day(next, now())}.` : "");
}

function show(...elements) {
  place.querySelector(".quiz-due").replaceChildren(...elements);
}

/** The buttons that write the memory into a file, and read one. */
function fileButtons() {
  const said = make("p", { role: "status" });
  const save = () => {
    const content = new Blob([JSON.stringify(memory.all, null, 1)], { type: "application/json" });
    const link = make("a", { href: URL.createObjectURL(content), download: "quizzes.json" });
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const read = async ({ target }) => {
    try {
      const taken = memory.merge(await target.files[0].text());
      said.textContent = taken ? `Took in ${taken}.` : "There is nothing in it that this browser doesn't know.";
      showNext();
    } catch {
      said.textContent = "This isn't a file that was saved here. Nothing was changed.";
    }
    target.value = "";
  };
  const input = make("input", { type: "file", accept: ".json,application/json", onchange: read });
  const label = make("label", {}, "Take in a saved file: ", input);
  return make("div", { className: "quiz-files" }, make("button", { type: "button", onclick: save }, "Save to a file"), label, said);
}

place.replaceChildren(make("div", { className: "quiz-due" }), fileButtons());
showNext();
