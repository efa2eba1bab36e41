/** The cell of an exercise, which browser/in_page/ runs and checks: remembers whether its function was right. */

import { make } from "./elements.js";
import { Remembered } from "./remembered.js";

const HOW = "Write your function into the code. Check runs it in this page, and says what isn't right yet.";

for (const cell of document.querySelectorAll(".answer-code")) {
  const remembered = new Remembered(cell);
  const said = make("p", { className: "answers-said", textContent: remembered.words || HOW });
  cell.append(said);
  cell.addEventListener("checked", ({ detail: { right } }) => {
    said.textContent = "";
    remembered.note(right, []); // the code itself is kept with that of the other cells
  });
}
