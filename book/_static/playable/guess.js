/**
 * Figure 3: the margin perceptron with a guess, its five claims at every step, and the halving guesses on a time line.
 *
 *     points    [{ x, y }, ...]
 *     guess     the margin aimed at; what is nearer to the plane than guess / 2 violates
 *     k         corrections shown, of those of the run with this guess in the points' order
 *     claim     { u, gamma } of the best plane through the origin; where there is none any more, of the last there was
 */

import { bar } from "./bars.js";
import { button, choice, readout, sentence, slider, toolbar } from "./controls.js";
import { frame } from "./frame.js";
import * as maths from "./mathematics.js";
import { memory, panel, place, publish, shown, shownPoints, shownVector } from "./panel.js";
import { pointLayer } from "./points.js";

const LONGEST = 1000; // corrections of a run that goes on after its budget
const ROUNDS = 5; // guesses on the time line, from R to R / 16
const GUESSES = [0.1, 4.5];
const REACH = 2.8; // a longer arrow is cut short here
const ROUNDING = 1e-9;
const NARROW = [[1.2, 1.2, 1], [2.4, 0.5, 1], [2.4, -0.5, -1]];
const PRESETS = {
  "a narrow margin": { rows: NARROW, guess: 0.5, k: 6 },
  "two points": { rows: [[1.5, 0.5, 1], [0.5, -2, -1]], guess: 1.3, k: 1 },
  "six points": { rows: [[1.5, 0.5, 1], [0.5, 2, 1], [2, 2, 1], [-1, -0.5, -1], [-2, 1, -1], [0.5, -2, -1]], guess: 0.4, k: 1 },
  "no plane separates": { rows: [...NARROW, [0.6, 2, -1]], guess: 0.4, k: 8 },
};

const pointsOf = (rows) => rows.map(([p, q, y]) => ({ x: [p, q], y }));
const signedOf = (points) => maths.signed(points.map(({ x }) => x), points.map(({ y }) => y));

function claimOn(points, before = null) {
  const { plane, margin } = maths.separate(points.map(({ x }) => x), points.map(({ y }) => y), false);
  return plane ? { u: plane.w, gamma: margin, separable: true } : { ...before, separable: false };
}

function begin(preset) {
  const { rows, guess, k } = PRESETS[preset];
  const points = pointsOf(rows);
  return { points, guess, k, claim: claimOn(points, claimOn(pointsOf(NARROW))) };
}

export default function guess(root, still) {
  const app = panel(root, still, "The margin perceptron and its guess");
  const left = place(app, "picture");
  const axes = frame(left, { label: "Labelled points, the line w·x = 0 and the slab of the guess" });
  const marks = {
    slab: axes.band("slab"), edges: [axes.plane("edge"), axes.plane("edge")],
    best: axes.plane("best"), line: axes.plane("line"), w: axes.arrow("arrow"),
  };
  const text = place(app, "text");
  const says = sentence(text);
  const claims = [1, 2, 3, 4, 5].map(() => bar(text));
  const list = readout(text);
  const state = memory(begin("a narrow margin"), draw);
  let now = numbers(state.now);

  const layer = pointLayer(axes, { onMove: movePoint, onChoose: tell });
  const guessing = toolbar(left, "The guess");
  const aim = slider(
    guessing,
    { text: "guess", low: GUESSES[0], high: GUESSES[1], value: state.now.guess, log: true, show: withRatio },
    (value) => take(value, "guess"),
  );
  const playing = toolbar(left, "Corrections");
  const once = button(playing, "Correct one", () => go(state.now.k + 1));
  const often = button(playing, "Correct ten", () => go(state.now.k + 10));
  const finish = button(playing, "To the end", () => go(now.k < now.budget ? now.budget : LONGEST));
  const back = button(playing, "Step back", () => go(state.now.k - 1));
  const again = button(playing, "Start again", () => go(0));
  const exact = button(playing, "Guess γ", () => take(state.now.claim.gamma));
  choice(playing, "Points:", Object.keys(PRESETS), (preset) => state.reset(begin(preset)));
  const search = timeLine(app, take);
  draw(state.now);

  function withRatio(value) {
    return `${shown(value)} = ${shown(value / now.gamma)} γ`;
  }

  function take(value, merge = null) {
    state.change({ guess: value }, merge);
  }

  function go(k) {
    state.change({ k: Math.max(0, Math.min(k, now.run.order.length)) });
  }

  function movePoint(i, x, merge) {
    const points = state.now.points.map((point, j) => (j === i ? { ...point, x } : point));
    state.change({ points, claim: claimOn(points, state.now.claim) }, merge);
  }

  function tell(i) {
    says.say(`Point ${i + 1}: ${note(now, i)}. Corrected ${now.order.filter((j) => j === i).length} times so far.`);
  }

  function draw(to) {
    now = numbers(to, now);
    drawLines(marks, now);
    layer.set(to.points.map((point, i) => ({ ...point, marked: now.violations.includes(i), note: note(now, i) })));
    drawClaims(claims, now);
    list.set(rows(now));
    search.set(now);
    says.say(verdict(now));
    aim.set(now.guess);
    exact.enable(now.separable && now.guess !== now.gamma);
    for (const more of [once, often, finish]) more.enable(now.k < now.run.order.length);
    for (const less of [back, again]) less.enable(now.k > 0);
    publish(root, published(now));
  }
}

/** Return everything that is drawn; the time line is kept from before while the points are the same. */
function numbers({ points, guess, k: wanted, claim }, before = {}) {
  const Z = signedOf(points);
  const R = maths.radius(Z);
  const run = maths.marginPerceptron(Z, guess, LONGEST);
  const k = Math.min(wanted, run.order.length);
  const order = run.order.slice(0, k);
  const w = maths.wAfter(order, Z);
  const from = k ? maths.wAfter(order.slice(0, -1), Z) : null;
  const sides = k && maths.claimsAt(k, from, w, claim.u, claim.gamma, R);
  const violations = Z.map((_, i) => i).filter((i) => maths.violatesMargin(w, Z[i], guess));
  const search = before.points === points ? before.search : maths.incremental(Z, ROUNDS);
  return { ...claim, points, guess, Z, R, run, k, order, w, sides, violations, search, budget: maths.guessBudget(R, guess) };
}

function note({ w, Z, guess, violations }, i) {
  const size = maths.length(w);
  if (size === 0) return "a violation, as w = 0";
  const off = maths.dot(w, Z[i]) / size;
  const place = off > 0 ? `${shown(off)} from the line` : `on the wrong side or on the line, by ${shown(-off)}`;
  return violations.includes(i) ? `a violation, ${place}; ${shown(guess / 2)} is asked for` : `right, ${place}`;
}

function drawLines(marks, { w, u, guess, separable }) {
  const size = maths.length(w);
  const plane = size > 0 ? { w, b: 0 } : null;
  const edge = (guess / 2) * size;
  marks.slab.set(plane, -edge, edge);
  marks.edges.forEach((line, i) => line.set(plane, i ? edge : -edge));
  marks.line.set(plane);
  marks.best.set(separable ? { w: u, b: 0 } : null);
  marks.w.set(plane && [0, 0], maths.scale(Math.min(1, REACH / maths.largestEntry(w)), w));
}

/** All tracks end at the largest of the bounds, so that the bars of one step can be compared. */
function drawClaims(bars, { sides, k, guess, gamma, R }) {
  const known = sides ? described(sides, k, gamma, R) : [];
  const most = Math.max(1, ...known.map(({ mark }) => mark ?? 0));
  bars.forEach((bar, i) => {
    const { value = 0, mark = null, text = "no correction yet", holds = null } = known[i] ?? {};
    const aside = i > 1 && guess > gamma * (1 + ROUNDING) && holds ? " (not promised)" : "";
    bar.set({ value, mark, most, text: `Claim ${i + 1}: ${text}${aside}`, holds });
  });
}

/** Return for each claim its two sides, as numbers and in words, and whether it holds; null where it says nothing. */
function described({ size, along, before, claim1, claim2, claim3, claim4, claim5 }, k, gamma, R) {
  const bounded = (claim, name) => ({
    value: size, mark: claim.upper, holds: atMost(size, claim.upper), text: `|w| = ${shown(size)} ≤ ${name} = ${shown(claim.upper)}`,
  });
  const silent = (text) => ({ value: size, text });
  const first = `|w| = ${shown(size)} ≥ w·u = ${shown(along)} ≥ kγ = ${shown(claim1.lower)}`;
  return [
    { value: along, mark: claim1.lower, holds: atMost(claim1.lower, along) && atMost(along, size), text: first },
    bounded(claim2, "|v| + R"),
    claim3 ? bounded(claim3, "|v| + R²/2|v| + γ/2") : silent("says nothing, as v = 0"),
    claim4 ? bounded(claim4, "|v| + ¾γ") : silent(`says nothing, as |v| = ${shown(before)} < 2R²/γ = ${shown((2 * R * R) / gamma)}`),
    bounded(claim5, "2R²/γ + ¾kγ + R"),
  ];
}

const atMost = (low, high) => low <= high + ROUNDING * Math.max(1, Math.abs(high));

function rows({ k, order, w, Z, R, u, gamma, guess, separable, budget, sides }) {
  const recent = k ? `: ${k > 8 ? "… " : ""}${order.slice(-8).map((i) => i + 1).join(", ")}` : "";
  const margin = maths.length(w) > 0 ? shown(Math.min(...Z.map((z) => maths.dot(w, z))) / maths.length(w)) : "none yet";
  return [
    ["corrections", `k = ${k}${recent}`],
    ["w", shownVector(w) + (maths.largestEntry(w) > REACH ? " (arrow cut short)" : "")],
    ["v, w one correction ago", k ? `|v| = ${shown(sides.before)}` : "none yet"],
    ["margin of the line", `${margin}, aim guess/2 = ${shown(guess / 2)}`],
    [separable ? "best plane (dashed)" : "best plane before", `u = ${shownVector(u)}, γ = ${shown(gamma)}`],
    ["longest point", `R = ${shown(R)}`],
    ["budget of the guess", `12R²/guess² = ${budget}`],
    ["most corrections if guess ≤ γ", separable ? `12R²/γ² = ${shown(Math.floor(maths.marginBounds(R, gamma).plain + ROUNDING))}` : "no bound: no plane separates"],
  ];
}

function verdict({ k, run, violations, separable, guess, gamma, budget, w, Z }) {
  if (!violations.length) {
    const margin = Math.min(...Z.map((z) => maths.dot(w, z))) / maths.length(w);
    return `No violation is left after ${k} corrections: the margin is ${shown(margin)}, at least guess/2 = ${shown(guess / 2)}.`;
  }
  const next = run.order[k];
  const ahead = next === undefined ? "The figure stops here." : `Next: point ${next + 1}.`;
  if (!separable) return `No plane through the origin separates these points, so no guess can be right. ${ahead}`;
  if (k >= budget) return `The budget of ${budget} is spent and a violation is left: the guess is above γ = ${shown(gamma)}. ${ahead}`;
  if (k === 0) return `At w = 0 every point is a violation. ${ahead}`;
  return `${violations.length === 1 ? "Violation" : "Violations"}: ${shownPoints(violations)}. ${ahead}`;
}

/** Return the time line: one bar for each guess of the incremental algorithm, whose button takes the guess. */
function timeLine(app, take) {
  const says = place(app, "caption", "p");
  const line = place(app, "rounds");
  line.setAttribute("role", "group");
  line.setAttribute("aria-label", "The guesses of the incremental algorithm");
  let rounds = [];
  const cells = Array.from({ length: ROUNDS }, (_, h) => {
    const cell = place(line, "round");
    const name = h ? `R/${2 ** h}` : "R";
    return { cell, name, take: button(cell, name, () => take(rounds[h].guess)), bar: bar(cell) };
  });
  return {
    set({ search, guess, gamma, separable, R }) {
      rounds = search.rounds;
      cells.forEach(({ cell, name, take: taken, bar: spent }, h) => {
        cell.hidden = h >= rounds.length;
        if (cell.hidden) return;
        const { guess: size, budget, order, finished } = rounds[h];
        taken.element.textContent = `Guess ${name} = ${shown(size)}`;
        taken.element.setAttribute("aria-pressed", String(size === guess));
        const words = `${order.length} of ${budget}: ${finished ? "self-termination" : "forced"}`;
        spent.set({ value: order.length, most: budget, text: words });
      });
      says.textContent = searched(search, { gamma, separable, R });
    },
  };
}

function searched({ rounds, finished }, { gamma, separable, R }) {
  const total = rounds.reduce((sum, { order }) => sum + order.length, 0);
  if (!separable) return `The incremental algorithm has spent ${total} corrections on these guesses, and will go on halving for ever.`;
  const bound = `28R²/γ² = ${shown(28 * (R / gamma) ** 2)}`;
  if (!finished) return `The incremental algorithm has made ${total} corrections so far, and goes on below R/${2 ** (rounds.length - 1)}; at most ${bound} in all.`;
  return `The incremental algorithm makes ${total} corrections in all, of at most ${bound}, and promises the margin γ/4 = ${shown(gamma / 4)}.`;
}

function published({ k, w, R, u, gamma, guess, separable, violations, budget, sides, order, search }) {
  const claims = sides ? described(sides, k, gamma, R).map(({ holds = null }) => holds) : null;
  const rounds = search.rounds.map(({ guess: size, budget: most, order: made, finished }) => ({ guess: size, budget: most, corrections: made.length, finished }));
  const counted = (indices) => indices.map((i) => i + 1);
  const finished = violations.length === 0;
  return { k, w, R, u, gamma, guess, budget, separable, finished, violations: counted(violations), last: counted(order.slice(-8)), claims, sides, rounds };
}
