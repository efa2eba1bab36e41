/**
 * Figure 4: the Lagrangian of the toy problems as a game; one player chooses x, the other the price.
 *
 *     bound     x >= bound is the constraint
 *     x         the number that the reader has chosen
 *     lambda    the price that the reader has chosen
 *     theta     least L at this price, a lower bound;  ceiling  largest L at this x, an upper bound
 */

import { button, choice, readout, sentence, slider, toolbar } from "./controls.js";
import { frame, svgElement } from "./frame.js";
import * as maths from "./mathematics.js";
import { memory, panel, place, publish, shown } from "./panel.js";
import { dragging } from "./points.js";

const [LEAST_X, MOST_X, MOST_PRICE] = [-5, 10, 3];
const HEIGHTS = [-6, 8];
const BOUNDS = { "x ≥ 5": 5, "x ≥ −3": -3 };
const MEET = 1e-9;
const DIAMOND = "M0,-10L10,0L0,10L-10,0Z";
const CIRCLE = "M-8,0a8,8 0 1,0 16,0a8,8 0 1,0 -16,0Z";

const grid = (low, high, steps = 90) => Array.from({ length: steps + 1 }, (_, i) => low + ((high - low) * i) / steps);
const between = (low, value, high) => Math.min(Math.max(value, low), high);
const nearest = (value, step) => Number((Math.round(value / step) * step).toFixed(6));

/** Return all numbers of one choice of x and price. */
function played({ bound, x, lambda }) {
  const [theta, ceiling] = [maths.toyDual(lambda, bound), maths.toyPrimal(x, bound)];
  const L = maths.toyLagrangian(x, lambda, bound);
  const answer = maths.toyMinimizer(lambda);
  return { theta, ceiling, gap: ceiling - theta, L, answer, saddle: maths.toySaddle(bound) };
}

export default function lagrangian(root, still) {
  const app = panel(root, still, "The Lagrangian of the toy problems");
  const left = heightsOver(app, "The cost, and L at your price, over x", [LEAST_X, MOST_X], "x");
  const right = heightsOver(app, "Your lower bound over the price", [0, MOST_PRICE], "λ");
  const text = place(app, "text");
  const says = sentence(text);
  const list = readout(text);
  const state = memory({ bound: 5, x: 7, lambda: 0.5 }, draw);

  const marks = { forbidden: left.band("slab"), cost: left.curve("edge"), L: left.curve("line"), gap: left.segments("slack") };
  const beside = { best: right.plane("best"), dual: right.curve("line") };
  const least = shape(left, CIRCLE, "least", "positive");
  const number = handle(left, CIRCLE, "x", ([p], merge) => moveX(nearest(p, 0.1), merge));
  const price = handle(right, DIAMOND, "λ", ([p], merge) => movePrice(nearest(p, 0.05), merge));

  const playing = toolbar(app, "Choices");
  const range = { low: LEAST_X, high: MOST_X, steps: 150, value: state.now.x, show: shown };
  const xSlider = slider(playing, { text: "number x", ...range }, (x) => moveX(x, "x"));
  const prices = { low: 0, high: MOST_PRICE, steps: 60, value: state.now.lambda, show: shown };
  const priceSlider = slider(playing, { text: "price λ", ...prices }, (lambda) => movePrice(lambda, "price"));
  const editing = toolbar(app, "Constraint");
  const constraint = choice(editing, "Constraint:", Object.keys(BOUNDS), (name) => state.change({ bound: BOUNDS[name] }));
  const answering = button(editing, "Best x at this price", () => moveX(played(state.now).answer));
  const solving = button(editing, "Go to the saddle", toSaddle);
  const back = button(editing, "Step back", () => state.undo());
  draw(state.now);

  function moveX(x, merge = null) {
    state.change({ x: between(LEAST_X, x, MOST_X) }, merge);
  }

  function movePrice(lambda, merge) {
    state.change({ lambda: between(0, lambda, MOST_PRICE) }, merge);
  }

  function toSaddle() {
    const { x, multiplier } = played(state.now).saddle;
    state.change({ x, lambda: multiplier });
  }

  function draw(now) {
    const found = played(now);
    drawLeft(now, found);
    drawRight(now, found);
    list.set(rows(now, found));
    says.say(verdict(now, found));
    xSlider.set(now.x);
    priceSlider.set(now.lambda);
    constraint.set(Object.keys(BOUNDS).find((name) => BOUNDS[name] === now.bound));
    answering.enable(Math.abs(found.answer - now.x) > MEET);
    solving.enable(!atSaddle(found));
    back.enable(state.canUndo);
    publish(root, published(now, found));
  }

  function drawLeft({ bound, x, lambda }, { theta, L, answer, ceiling }) {
    const xs = grid(LEAST_X, MOST_X);
    marks.forbidden.set({ w: [1, 0], b: 0 }, -Infinity, bound);
    marks.cost.set(xs.map((p) => [p, maths.toyCost(p)]));
    marks.L.set(xs.map((p) => [p, maths.toyLagrangian(p, lambda, bound)]));
    marks.gap.set([[[x, theta], [x, Math.min(ceiling, HEIGHTS[1])]]]);
    least.set([answer, theta]);
    number.set([x, L]);
  }

  function drawRight({ bound, lambda }, { theta, saddle }) {
    beside.best.set({ w: [0, 1], b: -saddle.value });
    beside.dual.set(grid(0, MOST_PRICE).map((p) => [p, maths.toyDual(p, bound)]));
    price.set([lambda, theta]);
  }
}

function heightsOver(app, label, x, name) {
  const every = x[1] - x[0] > 5 ? 2 : 1;
  return frame(place(app, "picture"), { label, x, y: HEIGHTS, axes: [name, "height"], every, square: false });
}

/** Return a mark that is moved with set([x1, x2]), and stays at the edge of the frame where that is outside. */
function shape(axes, outline, name, look) {
  const group = svgElement(axes.layers.points, "g", { class: `playable-${name}`, "aria-hidden": "true" });
  svgElement(group, "path", { d: outline, class: `playable-${look}` });
  const inside = (at) => [between(axes.x[0], at[0], axes.x[1]), between(axes.y[0], at[1], axes.y[1])];
  const set = (at) => group.setAttribute("transform", `translate(${axes.toView(inside(at)).map((p) => p.toFixed(2)).join(" ")})`);
  return { group, set };
}

/** Return a shape that can be dragged; what it stands for has a slider too, for keys. */
function handle(axes, outline, name, onMove) {
  const mark = shape(axes, outline, "point playable-handle", "held");
  svgElement(mark.group, "circle", { r: 22, class: "playable-touch" });
  svgElement(mark.group, "text", { x: 13, y: -9 }).textContent = name;
  dragging(mark.group, axes, { onMove });
  return mark;
}

const atSaddle = ({ gap }) => gap <= MEET;

function rows({ bound, x, lambda }, { theta, ceiling, gap, L, answer, saddle }) {
  const { value, multiplier } = saddle;
  return [
    ["your x and λ", `L(${shown(x)}, ${shown(lambda)}) = ${shown(L)}`],
    ["min over x", `θ(λ) = ${shown(theta)}, at x = ${shown(answer)}`],
    ["max over λ", x < bound ? `∞, since x < ${shown(bound)}` : `f(x) = ${shown(ceiling)}`],
    ["gap", shown(gap)],
    ["max min", `${shown(value)}, at λ = ${shown(multiplier)}`],
    ["min max", `${shown(value)}, at x = ${shown(saddle.x)}`],
  ];
}

function verdict({ bound, x }, found) {
  const { theta, ceiling, saddle } = found;
  if (x < bound) return `x is forbidden, so a price can make L as large as it likes. Your price proves: at least ${shown(theta)}.`;
  if (!atSaddle(found)) return `The optimum is between ${shown(theta)}, by your price, and ${shown(ceiling)}, by your x.`;
  const why = saddle.multiplier > 0 ? "The constraint is active, and has a price." : "The constraint is inactive, and its price is 0.";
  return `The saddle: lower and upper bound are equal. ${why}`;
}

function published({ bound, x, lambda }, { theta, ceiling, gap, L, answer, saddle }) {
  const best = { maxMin: saddle.value, minMax: saddle.value, bestX: saddle.x, bestPrice: saddle.multiplier };
  const finite = Number.isFinite(ceiling);
  return { bound, x, lambda, L, answer, theta, ceiling: finite ? ceiling : null, gap: finite ? gap : null, ...best };
}
