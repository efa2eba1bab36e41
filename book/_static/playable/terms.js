/**
 * Terms: words that light up what they name, wherever it is on the page, and are lit by it.
 *
 * The class `term-NAME` is on both: on words of the prose, [shadow]{.term-u} in MyST, and on marks of a figure. A reader who
 * points at one of them, or moves the focus to it, gives all of them the class `term-lit`.
 */

const TERM = /\bterm-(?!lit)[\w-]+/;
const MARKED = /\[([^\]]+)\]\{(\w+)\}/g; // [shadow]{u} in a figure's sentence

let followed = false;

/** Follow pointer and focus on this page from now on, and let the keyboard reach the words of the prose. */
export function followTerms() {
  if (followed) return;
  followed = true;
  for (const word of document.querySelectorAll("span[class*='term-']:not(mjx-container *)")) word.tabIndex = 0;
  for (const [on, off] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
    document.addEventListener(on, (event) => light(event.target, true));
    document.addEventListener(off, (event) => light(event.target, false));
  }
}

function light(element, lit) {
  const named = element.closest?.("[class*='term-']")?.getAttribute("class").match(TERM);
  if (named) document.querySelectorAll(`.${named[0]}`).forEach((each) => each.classList.toggle("term-lit", lit));
}

/** Write a text in which [shadow]{u} becomes a word of the class term-u. */
export function writeWithTerms(element, text) {
  const pieces = text.split(MARKED); // text, word, name, text, word, name, ..., text
  element.replaceChildren();
  for (let i = 0; i < pieces.length; i += 3) {
    element.append(pieces[i]);
    if (i + 1 < pieces.length) element.append(termWord(pieces[i + 1], pieces[i + 2]));
  }
}

function termWord(text, name) {
  const word = document.createElement("span");
  word.className = `term-${name}`;
  word.textContent = text;
  return word;
}

/** Return the text without the marks of its terms. */
export const withoutTerms = (text) => text.replace(MARKED, "$1");
