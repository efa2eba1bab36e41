/** What every figure is made in: its place on the page, its memory, and the state that tests read. */

/** Return the element that holds the figure, above the still picture and its sentence. */
export function panel(root, still, label) {
  const app = document.createElement("div");
  app.className = "playable-app";
  app.setAttribute("role", "group");
  app.setAttribute("aria-label", label);
  root.insertBefore(app, still);
  return app;
}

/** Return a new <tag class="playable-NAME"> at the end of the parent. */
export function place(parent, name, tag = "div") {
  const element = document.createElement(tag);
  element.className = `playable-${name}`;
  parent.append(element);
  return element;
}

/** Return a new <div class="playable-NAME"> with a title. */
export function titled(parent, name, title) {
  const box = place(parent, name);
  place(box, "title", "p").textContent = title;
  return box;
}

/**
 * Return the figure's memory: `now`, and ways to change it, each of which calls draw(now).
 *
 * States are never changed, only replaced. Changes in a row with the same `merge`, such as those of one drag, are
 * undone together.
 */
export function memory(initial, draw) {
  let [now, past, merging] = [initial, [], null];
  const show = (state) => {
    now = state;
    draw(now);
  };
  return {
    get now() {
      return now;
    },
    get canUndo() {
      return past.length > 0;
    },
    change(part, merge = null) {
      if (merge === null || merge !== merging) past.push(now);
      merging = merge;
      show({ ...now, ...part });
    },
    undo() {
      merging = null;
      if (past.length) show(past.pop());
    },
    reset(state = initial) {
      [past, merging] = [[], null];
      show(state);
    },
  };
}

/** Return the moves with another one, { merge, ... }; moves in a row with the same `merge`, as of one drag, are one. */
export function withMove(moves, move) {
  const same = move.merge !== null && moves.length > 1 && moves.at(-1).merge === move.merge;
  return [...(same ? moves.slice(0, -1) : moves), move];
}

/** Write the figure's numbers, to six decimals, where a test can read them. */
export function publish(root, numbers) {
  const rounded = (_, value) => (typeof value === "number" ? Math.round(value * 1e6) / 1e6 : value);
  root.dataset.state = JSON.stringify(numbers, rounded);
}

/** Return a number as a reader wants it: four digits, no trailing zeros, a true minus. */
export function shown(value) {
  if (value === null || Number.isNaN(value)) return "none";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const size = Math.abs(value);
  const text = size && (size >= 1e6 || size < 1e-4) ? value.toExponential(2) : String(Number(value.toPrecision(4)));
  return text.replace("-", "−");
}

/** Return a vector as (1, −2). */
export const shownVector = (v) => `(${v.map(shown).join(", ")})`;

/** Return "point 2" or "points 1, 3" for indices from 0. */
export const shownPoints = (indices) => `point${indices.length === 1 ? "" : "s"} ${numbered(indices)}`;

/** Return "1, 3" for indices from 0. */
export const numbered = (indices) => indices.map((i) => i + 1).join(", ");
