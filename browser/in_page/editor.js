/**
 * A plain text area for code.
 *
 * Tab indents; after Escape, Tab moves the focus as usual, until the next key. Shift+Enter or Ctrl+Enter runs the cell.
 */

const HINT = "Tab indents, Shift+Enter runs. To leave the text by keyboard: Escape, then Tab.";
const INDENT = "    ";

/** Add an editor in place of the code, and return its text area. */
export function editor(place, text, { label, onInput, onRun }) {
  const box = document.createElement("div");
  const area = Object.assign(document.createElement("textarea"), {
    className: "run-editor",
    value: text,
    rows: text.split("\n").length + 1,
    spellcheck: false,
    autocapitalize: "off",
  });
  const hint = Object.assign(document.createElement("p"), { className: "run-hint", textContent: HINT });
  hint.id = `hint-${crypto.getRandomValues(new Uint32Array(1))[0]}`;
  area.setAttribute("aria-label", label);
  area.setAttribute("aria-describedby", hint.id);
  box.append(area, hint);
  place.append(box);
  let leaving = false;
  area.addEventListener("input", () => {
    area.rows = area.value.split("\n").length + 1;
    onInput();
  });
  area.addEventListener("blur", () => (leaving = false));
  area.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Enter" && (event.shiftKey || event.ctrlKey || event.metaKey)) take(event, onRun);
    else if (event.key === "Enter") take(event, () => insert(`\n${indentation(area)}`));
    else if (event.key === "Tab" && !leaving) take(event, () => (event.shiftKey ? outdent(area) : insert(INDENT)));
    if (event.key !== "Shift" && event.key !== "Tab") leaving = event.key === "Escape";
  });
  return area;
}

function take(event, action) {
  event.preventDefault();
  action();
}

/** Insert text at the caret so that Ctrl+Z can undo it. */
const insert = (text) => document.execCommand("insertText", false, text);

const lineBefore = (area) => area.value.slice(0, area.selectionStart).split("\n").at(-1);

function indentation(area) {
  const line = lineBefore(area);
  return /^ */.exec(line)[0] + (line.trimEnd().endsWith(":") ? INDENT : "");
}

function outdent(area) {
  const line = lineBefore(area);
  if (!line.startsWith(INDENT)) return;
  const [start, end] = [area.selectionStart, area.selectionEnd];
  area.setSelectionRange(start - line.length, start - line.length + INDENT.length);
  document.execCommand("delete");
  area.setSelectionRange(start - INDENT.length, end - INDENT.length);
}
