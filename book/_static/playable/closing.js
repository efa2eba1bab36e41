/**
 * Two bounds that close in on one number: what is best so far from above and from below, move by move.
 *
 *     above, below    what each move gave, null where it gave nothing; the first is the start
 *     best number     somewhere in the shaded room between the two, which no move can make wider
 *
 * The scale follows the last few moves, so that the room stays in view however narrow it gets.
 */

import { chart } from "./chart.js";
import { setAll, svgElement } from "./frame.js";
import { bestBounds, closingScale } from "./mathematics.js";
import { between, motion, phase } from "./motion.js";

const EDGE = { left: 12, right: 86, top: 30, bottom: 26 }; // pixels; the numbers stand on the right
const CHANGE = 600; // milliseconds in which a new move is shown
const FEWEST = 4; // moves that are in view at least
const FLOOR = 20; // pixels between the lowest place and the axis, for a name
const APART = 19; // pixels between the two numbers
const TICKS = 12; // moves with a number of their own; of more, every fifth

/**
 * Return the picture: `show({ above, below })` draws all moves, and moves to them if there are more than before.
 *
 * `names` are { above, below, across }; the marks have the classes term-above and term-below. `write` makes a number a
 * text, and gets "above" or "below" besides.
 */
export function closing(parent, { label, names, write = (value) => value.toFixed(2) }) {
  const moving = motion();
  let [moves, seen] = [null, null];
  const { box, svg, make, redraw } = chart(parent, "race", label, (size) => moves && drawAll(marks, moves, seen, size, write));
  box.classList.add("playable-closing");
  const marks = drawn(svg, make, names);
  return {
    show(given) {
      const to = { k: given.above.length - 1, n: Math.max(FEWEST, given.above.length - 1), ...closingScale(given) };
      const from = seen ?? to;
      const more = moves !== null && to.k === moves.above.length;
      moves = given;
      moving.play(more ? CHANGE : 0, (t) => {
        const part = phase(t, 0, 1);
        const way = (name) => (part === 1 ? to[name] : between(from[name], to[name], part));
        seen = { k: way("k"), n: way("n"), low: way("low"), high: way("high") };
        redraw();
      });
    },
  };
}

function drawn(svg, make, names) {
  const side = (term) => ({
    line: make("path", "value", term),
    dots: svgElement(svg, "g", { class: `term-${term}` }),
    name: make("text", "name", term, names[term]),
    number: make("text", "number", term),
  });
  const room = make("path", "room");
  const axes = make("path", "axes");
  const ticks = svgElement(svg, "g");
  return { room, axes, ticks, above: side("above"), below: side("below"), across: make("text", "scale", "", names.across) };
}

function drawAll(marks, moves, { k, n, low, high }, { wide, tall }, write) {
  const [right, bottom] = [wide - EDGE.right, tall - EDGE.bottom];
  const x = (move) => EDGE.left + (move / n) * (right - EDGE.left);
  const lowest = bottom - FLOOR;
  const y = (value) => lowest - ((value - low) / (high - low)) * (lowest - EDGE.top);
  const inside = (value) => Math.min(Math.max(y(value), EDGE.top - 6), lowest);
  const at = ([move, value]) => `${x(move).toFixed(1)},${inside(value).toFixed(1)}`;
  const best = bestBounds(moves);
  const [above, below] = [upTo(best.above, k), upTo(best.below, k)];
  const from = below[0]?.[0] ?? k; // until then nothing is known from below
  const ground = from > 0 ? [[0, low], [from, low], ...below] : [...below];
  marks.room.setAttribute("d", above.length ? `M${[...above, ...ground.reverse()].map(at).join("L")}Z` : "");
  marks.axes.setAttribute("d", `M${EDGE.left},${EDGE.top - 8}V${bottom}H${right + 8}`);
  drawSide(marks.above, above, { at, x, y, inside });
  drawSide(marks.below, below, { at, x, y, inside });
  const heights = drawNumbers(marks, [above, below].map((side) => side.at(-1) ?? null), { x, inside, bottom, write });
  drawNames(marks, above, below, { inside, bottom, heights });
  drawTicks(marks, n, x, tall - 8);
  setAll(marks.across, { x: right + 14, y: tall - 8 });
}

function drawSide({ line, dots }, points, { at, x, y, inside }) {
  line.setAttribute("d", points.length > 1 ? `M${points.map(at).join("L")}` : "");
  keep(dots, points.length, () => svgElement(dots, "circle", { r: 4.5 }));
  points.forEach(([move, value], i) => {
    const seen = inside(value) === y(value) ? "visible" : "hidden";
    setAll(dots.children[i], { cx: x(move), cy: y(value), visibility: seen });
  });
}

/** Give a group as many children as are wanted. */
function keep(group, wanted, make) {
  while (group.children.length > wanted) group.lastChild.remove();
  while (group.children.length < wanted) make();
}

/** Write each name at the beginning of its curve, from which the upper bound falls and the lower one rises, and off the numbers. */
function drawNames({ above, below }, [high], [low], { inside, bottom, heights }) {
  setAll(above.name, { x: EDGE.left + 8, y: high ? Math.min(inside(high[1]) - 12, heights[0] - APART) : EDGE.top - 12 });
  setAll(below.name, { x: EDGE.left + 8, y: low ? Math.max(inside(low[1]) + 17, Math.min(heights[1] + APART, bottom - 5)) : bottom - 5 });
}

/** Write the two numbers beside their ends, apart from each other; return their heights. */
function drawNumbers(marks, [above, below], { x, inside, bottom, write }) {
  const heights = [above, below].map((point) => (point ? inside(point[1]) + 4 : bottom - 6));
  const lacking = Math.max(0, APART - (heights[1] - heights[0])) / 2;
  const ends = [above, below].map((point) => x(point ? point[0] : 0));
  return [marks.above, marks.below].map(({ number }, i) => {
    const point = [above, below][i];
    const height = Math.min(heights[i] + (i ? lacking : -lacking), bottom - (i ? 2 : APART));
    setAll(number, { x: ends[i] + 10, y: height });
    number.textContent = point ? write(point[1], i ? "below" : "above") : "";
    return height;
  });
}

function drawTicks({ ticks }, n, x, y) {
  const every = n > TICKS ? 5 : 1;
  const wanted = Array.from({ length: Math.floor(n / every + 1e-9) + 1 }, (_, i) => i * every);
  keep(ticks, wanted.length, () => svgElement(ticks, "text", { class: "playable-race-scale", "text-anchor": "middle" }));
  wanted.forEach((move, i) => {
    setAll(ticks.children[i], { x: x(move), y });
    ticks.children[i].textContent = move;
  });
}

/** Return [move, value] of each move up to k that has one, and of k itself. */
function upTo(values, k) {
  const whole = Math.min(Math.floor(k + 1e-9), values.length - 1);
  const made = values.slice(0, whole + 1).map((value, move) => [move, value]);
  const next = values[whole + 1] ?? null;
  if (k > whole && next !== null) made.push([k, between(values[whole] ?? next, next, k - whole)]);
  return made.filter(([, value]) => value !== null);
}
