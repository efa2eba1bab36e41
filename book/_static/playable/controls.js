/** Buttons, choices, sliders, numbers and sentences: native elements, so that keys and screen readers know them. */

import { setAll, setText } from "./frame.js";
import { player } from "./motion.js";
import { place } from "./panel.js";
import { withoutTerms, writeWithTerms } from "./terms.js";

const PAUSE = 700; // milliseconds without a change before a sentence is read out

/** Return a row for controls; where it has a label, that names the group. */
export function toolbar(parent, label) {
  const row = place(parent, "toolbar");
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", label);
  return row;
}

/**
 * Return a button: `enable(true or false)` says whether pressing it does something. `look` may be "main".
 *
 * It keeps the focus when it is disabled, so whoever steps back by keyboard stays where they are.
 */
export function button(parent, text, onPress, look = null) {
  const element = place(parent, "button", "button");
  if (look) element.classList.add(`playable-${look}`);
  element.type = "button";
  element.textContent = text;
  element.addEventListener("click", () => element.getAttribute("aria-disabled") === "true" || onPress());
  return { element, enable: (yes) => setAll(element, { "aria-disabled": !yes }) };
}

/**
 * Return the main button of a figure that plays: it calls step() at once and every `pace` milliseconds, until step
 * returns false or the button, now "Pause", is pressed. Before it starts, prepare() may go back to the beginning.
 * `rename(text)` gives it another text, of about the same length.
 */
export function playButton(parent, text, { pace, step, prepare = () => {} }) {
  let name = text;
  const running = player(pace, step, (runs) => {
    made.element.textContent = runs ? "Pause" : name;
    made.element.classList.toggle("playable-running", runs);
  });
  const toggle = () => {
    if (running.running) return running.stop();
    prepare();
    running.start();
  };
  const made = button(parent, text, toggle, "main");
  return {
    ...made,
    stop: running.stop,
    rename(next) {
      name = next;
      if (!running.running) made.element.textContent = name;
    },
    get running() {
      return running.running;
    },
  };
}

/** Return a box to tick; `set(true or false)` ticks it without calling onChange. */
export function checkbox(parent, text, onChange) {
  const label = place(parent, "checkbox", "label");
  const box = document.createElement("input");
  box.type = "checkbox";
  box.addEventListener("change", () => onChange(box.checked));
  label.append(box, ` ${text}`);
  return { element: box, set: (yes) => (box.checked = yes) };
}

/** Return a choice among names; onChoose gets the chosen one. */
export function choice(parent, text, names, onChoose) {
  const label = place(parent, "choice", "label");
  const select = document.createElement("select");
  for (const name of names) select.append(new Option(name, name));
  select.addEventListener("change", () => onChoose(select.value));
  label.append(`${text} `, select);
  return { element: select, set: (name) => (select.value = name) };
}

/**
 * Return a slider from `low` to `high` in `steps` steps, on a logarithmic scale if `log`; onInput gets its value.
 *
 * `show` writes the value, beside the slider and for screen readers. `set` moves it without calling onInput.
 */
export function slider(parent, { text, low, high, value, steps = 100, log = false, show = String }, onInput) {
  const label = place(parent, "slider", "label");
  const [input, output] = [document.createElement("input"), document.createElement("output")];
  const toPlace = (v) => (log ? Math.log(v / low) / Math.log(high / low) : (v - low) / (high - low)) * steps;
  const toValue = (p) => tidy(log ? low * (high / low) ** (p / steps) : low + ((high - low) * p) / steps);
  Object.assign(input, { type: "range", min: 0, max: steps, step: 1 });
  const write = (v) => {
    setText(output, show(v));
    setAll(input, { "aria-valuetext": show(v) });
  };
  const set = (v) => {
    input.value = toPlace(v);
    write(v);
  };
  input.addEventListener("input", () => {
    write(toValue(Number(input.value)));
    onInput(toValue(Number(input.value)));
  });
  label.append(Object.assign(document.createElement("span"), { textContent: text }), input, output);
  set(value);
  return { element: input, set };
}

const tidy = (value) => Number(value.toPrecision(10));

/** Return a list of numbers with their names: set([[name, value], ...]). */
export function readout(parent) {
  const list = place(parent, "readout", "dl");
  return {
    set(rows) {
      while (list.children.length > rows.length) list.lastChild.remove();
      while (list.children.length < rows.length) {
        const row = place(list, "number");
        row.append(document.createElement("dt"), document.createElement("dd"));
      }
      rows.forEach(([name, value], i) => {
        const [term, number] = list.children[i].children;
        setText(term, name);
        setText(number, value);
      });
    },
  };
}

/** Return a fold, closed at first: `box` takes what is in it, `open` says how it is, onToggle hears of a change. */
export function fold(parent, text, onToggle) {
  const element = place(parent, "fold", "details");
  const summary = document.createElement("summary");
  summary.textContent = text;
  element.append(summary);
  const box = place(element, "folded");
  element.addEventListener("toggle", () => onToggle(element.open));
  return {
    box,
    get open() {
      return element.open;
    },
  };
}

/**
 * Return a sentence on what is going on: `say(text)` shows it at once, and has it read out when things are quiet.
 *
 * Words in the text that name a term are marked as `terms.js` says.
 */
export function sentence(parent) {
  const visible = place(parent, "sentence", "p");
  const spoken = place(parent, "spoken", "p");
  spoken.setAttribute("role", "status");
  spoken.setAttribute("aria-live", "polite");
  visible.setAttribute("aria-hidden", "true"); // or it would be found twice
  let [waiting, said] = [null, null];
  let first = true;
  return {
    say(text) {
      if (text === said) return;
      said = text;
      writeWithTerms(visible, text);
      const plain = withoutTerms(text);
      clearTimeout(waiting);
      if (first) spoken.textContent = plain;
      else waiting = setTimeout(() => (spoken.textContent = plain), PAUSE);
      first = false;
    },
  };
}
