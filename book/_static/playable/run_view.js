/** A perceptron's run as it is seen: its picture and its race, which move together when an update is made. */

import { frame } from "./frame.js";
import * as maths from "./mathematics.js";
import { between, motion, phase } from "./motion.js";
import { place } from "./panel.js";
import { changeBetween, inView, race } from "./race.js";
import { fitting, runPicture } from "./run_picture.js";

const UPDATE = 1000; // milliseconds in which an update is shown
const ZOOM = 500;
const PICTURE = "The points, w and its shadow on u";
const RACE = "Length and shadow of w against the number of updates";
const NAMES = { high: "length ≤ √k R", low: "shadow ≥ kγ", across: "updates k" };
const TERMS = { high: "w", ceiling: "w", low: "u", floor: "gamma" };

/**
 * Return the view of a run: its `axes`, and `show({ points, order, claim, now, closest, whole, end })`.
 *
 * `now` is what `novikoffState` returns, `claim` { u, gamma, holds }, of the last plane that separated where none does
 * now; `closest` is where gamma is drawn; `whole` has all of the race in view, and `end` says where it ends. onWhole: the reader wants it the other way.
 */
export function runView(parent, onWhole) {
  const stage = place(parent, "stage");
  const axes = frame(place(stage, "picture"), { label: PICTURE, axes: ["", ""], numbers: false });
  const picture = runPicture(axes);
  const contest = race(stage, { label: RACE, names: NAMES, terms: TERMS, onWhole });
  const moving = motion();
  let seen = { k: 0, n: 1, s: 1 }; // updates, and the scales of race and picture
  let shown = null;

  function show(run) {
    const path = maths.path(run.order, run.now.Z);
    const numbers = contestOf(run, path);
    const [from, to] = [seen, { k: run.order.length, n: stepsInView(run, numbers.end), s: fitting(path) }];
    const change = changeBetween(shown, run);
    shown = run;
    contest.set(numbers);
    contest.say(run.end, run.whole, run.claim.holds);
    moving.play({ update: UPDATE, zoom: ZOOM, other: 0 }[change], (t) => {
      seen = change === "update" ? duringUpdate(from, to, t) : duringZoom(from, to, t);
      const adding = change === "update" && t < 1 ? added(run, t) : null;
      picture.set({ path, ...seen, adding }, run.claim, run.closest);
      contest.show(seen.k, seen.n);
    });
  }

  return { axes, show };
}

const added = ({ points, order, now }, t) => ({ ...points[order.at(-1)], z: now.Z[order.at(-1)], t });

/** The signed point goes to the tip of w, while w is scaled to fit; then w follows it, and the race goes on. */
function duringUpdate(from, to, t) {
  const swing = phase(t, 0.6, 1);
  return { k: to.k - 1 + swing, n: between(from.n, to.n, swing), s: between(from.s, to.s, phase(t, 0.3, 1)) };
}

function duringZoom(from, to, t) {
  const part = phase(t, 0, 1);
  return { k: to.k, n: between(from.n, to.n, part), s: between(from.s, to.s, part) };
}

/** Return how many updates to have in view: where no line separates, a run may go on past the crossing. */
function stepsInView({ now, whole, claim }, end) {
  return claim.holds ? inView(now.k, end, whole) : inView(now.k, Infinity, false);
}

function contestOf({ claim: { gamma }, now: { u, R } }, path) {
  return {
    floor: (k) => k * gamma,
    ceiling: (k) => Math.sqrt(k) * R,
    low: path.map((w) => maths.dot(w, u)),
    high: path.map(maths.length),
    end: maths.novikoffBound(R, gamma),
  };
}
