/**
 * What does a step follow from? A reader chooses facts, and is told whether Coq finds a proof from them.
 *
 * Coq was asked when the proofs were made: data-enough has, for each goal, the smallest choices from which it finds a
 * proof. Of another choice nothing can be said but that it finds none.
 */

const NONE = "Coq finds no proof from these: something is missing.";
const NONE_OF_LINE = "Coq finds no proof from it";
const EXACT = "Right: Coq finds a proof from exactly these.";

/** What Coq says of a choice: missing, enough, or how many of its facts could be left out. */
export function judge(smallest, chosen) {
  const inside = smallest.filter((facts) => facts.every((fact) => chosen.includes(fact)));
  if (!inside.length) return { verdict: "missing" };
  const spare = chosen.length - Math.max(...inside.map((facts) => facts.length));
  return spare ? { verdict: "too much", spare } : { verdict: "enough" };
}

/**
 * The facts that were judged wrongly, by the smallest choice that is nearest to the reader's: those that were chosen and
 * aren't needed, then those that are missing.
 */
export function misjudged(smallest, chosen) {
  const wrong = smallest.map((facts) => [...chosen.filter((one) => !facts.includes(one)), ...facts.filter((one) => !chosen.includes(one))]);
  return wrong.reduce((best, found) => (found.length < best.length ? found : best));
}

function words({ verdict, spare }) {
  if (verdict === "missing") return NONE;
  if (verdict === "enough") return EXACT;
  return spare === 1 ? "These are enough, but one of them isn't needed: which?" : `These are enough, but ${spare} of them aren't needed: which?`;
}

/** Let a reader choose, and call `answered` each time the choice is checked. */
export function prepare(block, answered) {
  const goals = JSON.parse(block.querySelector(".follows-facts").dataset.enough);
  const fields = [...block.querySelectorAll(".follows-facts fieldset")];
  const answer = block.querySelector(".follows-answer");
  for (const hidden of block.querySelectorAll(".follows-facts [hidden]")) hidden.hidden = false;
  answer.hidden = true;
  const said = Object.assign(document.createElement("div"), { className: "follows-said" });
  said.setAttribute("role", "status");
  const check = Object.assign(document.createElement("button"), { type: "button", textContent: "Check" });
  answer.before(check, said);
  block.addEventListener("change", () => clear(said, fields));
  check.addEventListener("click", () => {
    const chosen = fields.map((field) => [...field.querySelectorAll(":checked")].map((input) => Number(input.value)));
    if (chosen.some((facts) => !facts.length)) {
      said.textContent = goals.length > 1 ? "Choose a fact for each line first." : "Choose a fact first.";
      return;
    }
    const found = goals.map((smallest, place) => judge(smallest, chosen[place]));
    const right = found.every(({ verdict }) => verdict === "enough");
    said.dataset.verdict = right ? "right" : "wrong";
    if (goals.length > 1) tellLines(said, fields, found);
    else said.replaceChildren(line(words(found[0])), ...(found[0].verdict === "missing" ? remark(answer, misjudged(goals[0], chosen[0])) : []));
    answer.hidden = false;
    answered(right);
  });
}

const line = (text) => Object.assign(document.createElement("p"), { className: "follows-verdict", textContent: text });

/** The book's remark on the first fact that has one. */
function remark(answer, facts) {
  const about = facts.map((fact) => answer.querySelector(`[data-about="${fact}"]`)).find(Boolean);
  return about ? [about.cloneNode(true)] : [];
}

/** Say of each line of a chain whether it follows from the fact that was chosen for it. */
function tellLines(said, fields, found) {
  for (const [place, field] of fields.entries()) {
    const right = found[place].verdict === "enough";
    field.dataset.verdict = right ? "right" : "wrong";
    const told = Object.assign(document.createElement("span"), { className: "follows-verdict", textContent: right ? "follows" : NONE_OF_LINE });
    field.querySelector(".follows-verdict")?.remove();
    field.append(told);
  }
  const right = found.filter(({ verdict }) => verdict === "enough").length;
  said.replaceChildren(line(right === found.length ? `Right: all ${right} follow.` : `${right} of ${found.length} are right.`));
}

/** Take back what was said of an earlier choice. */
function clear(said, fields) {
  for (const element of [said, ...fields]) delete element.dataset.verdict;
  for (const field of fields) field.querySelector(".follows-verdict")?.remove();
  said.replaceChildren();
}
