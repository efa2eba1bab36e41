/**
 * Figure 3: the incremental algorithm. The slab is half the guess wide on each side; each guess has its budget beside it.
 *
 *     points    [{ x, y }, ...]
 *     h         number of the round, with the guess R / 2^h; null for a guess of the reader's
 *     guess     the guess of the reader's, or null
 *     k         updates of the round that are shown
 *     claim     { u, gamma } of the best plane through the origin; where there is none anymore, of the last there was
 */

import { button, playButton, sentence, slider, toolbar } from "./controls.js";
import { pointEditing } from "./editing.js";
import { frame } from "./frame.js";
import { goal, record } from "./goal.js";
import * as maths from "./mathematics.js";
import { between, motion, phase, pointBetween } from "./motion.js";
import { memory, panel, place, publish, shown, shownPoints } from "./panel.js";
import { pointLayer } from "./points.js";

const MOST_POINTS = 12;
const ROUNDS = 5; // guesses, from R to R / 16
const LONGEST = 12 * 4 ** (ROUNDS - 1); // updates for a guess of the reader's
const PACE = 600; // milliseconds between two steps of the player
const STEPS = 6; // in which it shows a round
const HALVING = 500;
const UPDATE = 500; // milliseconds in which one update is shown
const FORMER = 6; // lines before that stay in view, faint
const REACH = 2.7; // a longer arrow is drawn shorter
const FOUR = [[0.4, 1.9, 1], [2.5, 1.1, 1], [2.3, 0.1, -1], [-1.6, -1.9, -1]];
const PRESETS = {
  "four points": FOUR,
  "two points": [[1.5, 0.5, 1], [0.5, -2, -1]],
  "six points": [[1.5, 0.5, 1], [0.5, 2, 1], [2, 2, 1], [-1, -0.5, -1], [-2, 1, -1], [0.5, -2, -1]],
  "no line separates": [...FOUR, [1.5, 2.2, -1]],
};

const pointsOf = (rows) => rows.map(([p, q, y]) => ({ x: [p, q], y }));
const signedOf = (points) => maths.signed(points.map(({ x }) => x), points.map(({ y }) => y));
const nameOf = (h) => (h ? `R/${2 ** h}` : "R");

function claimOn(points, before = null) {
  const { plane, margin } = maths.separate(points.map(({ x }) => x), points.map(({ y }) => y), false);
  return plane ? { u: plane.w, gamma: margin, separable: true } : { ...before, separable: false };
}

function begin(preset) {
  const points = pointsOf(PRESETS[preset]);
  return { points, h: 0, guess: null, k: 0, claim: claimOn(points, claimOn(pointsOf(FOUR))) };
}

export default function guess(root, still) {
  const app = panel(root, still, "The incremental algorithm, which halves its guess");
  const stage = place(app, "stage");
  const axes = frame(place(stage, "picture"), { label: "The points, the line and its slab", axes: ["", ""], numbers: false });
  const picture = slabPicture(axes);
  const moving = motion();
  const list = roundList(stage, (h) => leave(() => state.change({ h, guess: null, k: now.search.rounds[h].order.length })));
  const says = sentence(app);
  const state = memory(begin("four points"), draw);
  const records = record("guess");
  let now = null;

  const layer = pointLayer(axes, { onMove: movePoint, onChoose: tell, onSelect: (i) => editing.select(i), onKey: (i, key) => editing.press(i, key) });
  const playing = toolbar(app, "The algorithm");
  const play = playButton(playing, "Run the algorithm", { pace: PACE, step, prepare: rewind });
  const once = button(playing, "One update", () => leave(() => go(1)));
  const back = button(playing, "Back", () => leave(() => state.undo()));
  const again = button(playing, "Start again", () => leave(() => state.change({ h: 0, guess: null, k: 0 })));
  const aim = goal(playing, "Your most");
  const editing = pointEditing(app, {
    title: "Change the points, or try a guess",
    points: () => state.now.points,
    most: MOST_POINTS,
    presets: Object.keys(PRESETS),
    onPreset: (preset) => leave(() => state.reset(begin(preset))),
    onPoints: (points) => leave(() => takePoints(points)),
    onToggle: () => drawPoints(),
    onSelect: () => drawPoints(),
    focus: (i) => layer.focus(i),
  });
  const aiming = slider(
    toolbar(editing.box, "The guess"),
    { text: "guess", low: 0.05, high: 4.5, value: 2, log: true, show: asMultiple },
    (value) => leave(() => state.change({ h: null, guess: value, k: LONGEST }, "guess")),
  );
  draw(state.now);

  function leave(act) {
    play.stop();
    act();
  }

  function asMultiple(value) {
    return now?.separable ? `${shown(value)} = ${(value / now.gamma).toFixed(2)} × best margin` : shown(value);
  }

  /** Show `more` updates; after a budget that is spent, the first update of the next guess. */
  function go(more) {
    if (now.k < now.run.order.length) return state.change({ k: Math.min(now.k + more, now.run.order.length) });
    if (now.next !== null) state.change({ h: now.next, guess: null, k: 1 });
  }

  function rewind() {
    if (now.next === null && now.k === now.run.order.length) state.change({ h: 0, guess: null, k: 0 });
  }

  function step() {
    go(Math.ceil(now.run.order.length / STEPS));
    return now.next !== null || now.k < now.run.order.length;
  }

  /** Take new points, and go to the end of the algorithm on them. */
  function takePoints(points, merge = null) {
    state.change({ points, claim: claimOn(points, state.now.claim), h: ROUNDS - 1, guess: null, k: LONGEST }, merge);
  }

  function movePoint(i, x, merge) {
    play.stop();
    takePoints(state.now.points.map((point, j) => (j === i ? { ...point, x } : point)), merge);
  }

  function tell(i) {
    says.say(`Point ${i + 1} is ${note(now, i)}.`);
  }

  function draw(to) {
    const before = now;
    now = numbers(to, before);
    const halved = before && before.points === now.points && now.h !== null && now.h === before.h + 1 && now.k === 1;
    const updated = before && before.run === now.run && now.k === before.k + 1;
    moving.play(halved ? HALVING : updated ? UPDATE : 0, (t) => {
      if (halved && t < 1) return picture.set(before.w, between(before.guess, now.guess, phase(t, 0, 0.8)), now);
      const added = updated && t < 1 ? { from: before.w, z: now.Z[now.run.order[now.k - 1]], t } : null;
      picture.set(added ? pointBetween(before.w, now.w, phase(t, 0.5, 1)) : now.w, now.guess, now, added);
    });
    drawPoints();
    list.set(now);
    says.say(verdict(now));
    if (now.search.finished) records.note("guesses", now.search.rounds.length);
    const best = records.best("guesses");
    aim.set(`Drag a point so that it takes ${ROUNDS} guesses.`, best, best >= ROUNDS);
    aiming.set(now.guess);
    once.enable(now.next !== null || now.k < now.run.order.length);
    back.enable(state.canUndo);
    again.enable(now.k > 0 || now.h !== 0);
    publish(root, published(now));
  }

  function drawPoints() {
    editing.draw();
    const { points } = state.now;
    layer.set(points.map((point, i) => ({ ...point, marked: now.violations.includes(i), note: note(now, i) })), editing.selected);
  }
}

/** Return everything that is drawn; the rounds are kept from before while the points are the same. */
function numbers({ points, h: wanted, guess: own, k: most, claim }, before) {
  const Z = signedOf(points);
  const R = maths.radius(Z);
  const search = before?.points === points ? before.search : maths.incremental(Z, ROUNDS);
  const h = wanted === null ? null : Math.min(wanted, search.rounds.length - 1);
  const guess = h === null ? own : search.rounds[h].guess;
  const run = h === null ? maths.marginPerceptron(Z, guess, Math.min(LONGEST, maths.guessBudget(R, guess))) : search.rounds[h];
  const k = Math.min(most, run.order.length);
  const w = maths.wAfter(run.order.slice(0, k), Z);
  const violations = Z.map((_, i) => i).filter((i) => maths.violatesMargin(w, Z[i], guess));
  const next = h !== null && h + 1 < search.rounds.length ? h + 1 : null;
  return { ...claim, claim, points, search, h, guess, run, k, w, violations, next, Z, R, budget: maths.guessBudget(R, guess) };
}

function note({ w, Z, guess, violations }, i) {
  const size = maths.length(w);
  if (size === 0) return "a violation, as w = 0";
  const off = maths.dot(w, Z[i]) / size;
  const where = off > 0 ? `${shown(off)} from the line` : `misclassified, by ${shown(-off)}`;
  return violations.includes(i) ? `a violation, ${where}; it should be ${shown(guess / 2)}` : `far enough, ${where}`;
}

/** Return the picture of the line: `set(w, guess, now, added)`, in which `added` is the signed point that is on its way. */
function slabPicture(axes) {
  const marks = {
    slab: axes.band("guess-slab", "guess"),
    edges: [axes.plane("edge"), axes.plane("edge")],
    former: Array.from({ length: FORMER }, () => axes.plane("trail")),
    best: axes.plane("separator", "u"),
    bestEdges: [axes.plane("best-edge", "u"), axes.plane("best-edge", "u")],
    z: axes.arrow("z"),
    line: axes.plane("line"),
    w: axes.arrow("w", "w"),
  };
  return {
    set(w, guess, { claim: { u, gamma, separable }, run, k, Z }, added = null) {
      const size = maths.length(w);
      const plane = size > 0 ? { w, b: 0 } : null;
      const edge = (guess / 2) * size;
      marks.slab.set(plane, -edge, edge);
      marks.edges.forEach((line, i) => line.set(plane, i ? edge : -edge));
      marks.line.set(plane);
      const best = separable ? { w: u, b: 0 } : null;
      marks.best.set(best);
      marks.bestEdges.forEach((line, i) => line.set(best, i ? gamma : -gamma));
      marks.former.forEach((line, age) => line.set(k - age > 1 ? { w: maths.wAfter(run.order.slice(0, k - age - 1), Z), b: 0 } : null));
      const tip = added && maths.scale(phase(added.t, 0, 0.5), added.from);
      marks.z.set(added ? tip : null, added && maths.add(tip, added.z));
      marks.w.set(plane && [0, 0], maths.scale(Math.min(1, REACH / (maths.largestEntry(w) || 1)), w));
    },
  };
}

/** Return the list of guesses: a button for each that was tried, how much of its budget is spent, and how it ended. */
function roundList(parent, onChoose) {
  const list = place(parent, "guesses");
  list.setAttribute("role", "group");
  list.setAttribute("aria-label", "The guesses and their budgets");
  const head = place(list, "guesses-head", "p");
  head.textContent = "Guess, and updates of its budget";
  const rows = Array.from({ length: ROUNDS }, (_, h) => {
    const row = place(list, "guess-row");
    const take = button(row, "", () => onChoose(h));
    const track = place(row, "track");
    track.setAttribute("aria-hidden", "true");
    return { row, take, fill: place(track, "fill"), words: place(row, "spent", "span") };
  });
  return {
    set({ search, h: current, k, next }) {
      const reached = current === null || next === null ? search.rounds.length - 1 : current;
      rows.forEach(({ row, take, fill, words }, h) => {
        row.classList.toggle("playable-to-come", h > reached);
        take.element.disabled = h > reached;
        if (h > reached) return (take.element.textContent = nameOf(h));
        const { guess, budget, order, finished } = search.rounds[h];
        const made = h === current ? k : order.length;
        const ended = made === order.length ? (finished ? " ✓" : " ✗") : "";
        take.element.textContent = `${nameOf(h)} = ${guess.toFixed(2)}`;
        take.element.setAttribute("aria-pressed", String(h === current));
        fill.style.width = `${(100 * made) / budget}%`;
        words.textContent = `${made} of ${budget}${ended}`;
      });
    },
  };
}

/** Return the sentence. The words in brackets light up what they name. */
function verdict(numbers) {
  const { k, h, guess, run, separable, violations, budget } = numbers;
  const name = `[guess]{guess} ${h === null ? shown(guess) : `${nameOf(h)} = ${guess.toFixed(2)}`}`;
  if (!k) return `The first ${name} can't be too small: no margin is larger. At [w]{w} = 0 every point is a violation: make an update.`;
  if (!violations.length) return ended(numbers, name);
  if (k < run.order.length) return `The ${name}, after ${k} of ${budget} updates: ${shownPoints(violations)} ${violations.length > 1 ? "are" : "is"} too close to the line, or misclassified.`;
  const last = h === ROUNDS - 1 || h === null;
  if (!separable) return `The budget of ${budget} is spent. No line separates these points, so ${last ? "the halving never ends" : "every guess will fail"}.`;
  if (k < budget) return `The ${name} has not ended after ${k} updates; the figure stops here.`;
  return `The budget of ${budget} is spent: the ${name} is above the [best margin]{u}. ${last ? "The figure stops here." : "Halve it."}`;
}

function ended({ w, Z, k, h, guess, gamma, search }, name) {
  const margin = Math.min(...Z.map((z) => maths.dot(w, z))) / maths.length(w);
  const kept = `the margin is ${shown(margin)}, at least ${shown(guess / 2)}, and the [best]{u} ${shown(gamma)}`;
  if (h === null) return `The ${name} ends after ${k} updates: ${kept}.`;
  const total = search.rounds.reduce((sum, { order }) => sum + order.length, 0);
  return `No violation is left. With the ${name}, ${kept}. ${total} updates in all.`;
}

function published({ points, h, k, guess, budget, w, R, u, gamma, separable, violations, search }) {
  const rounds = search.rounds.map(({ guess: size, budget: most, order, finished }) => ({ guess: size, budget: most, corrections: order.length, finished }));
  const shownRows = points.map(({ x, y }) => [...x, y]);
  return { points: shownRows, h, k, guess, budget, w, R, u, gamma, separable, finished: !violations.length, violations: violations.map((i) => i + 1), rounds };
}
