/**
 * Figure 4: the slowest run of the margin perceptron, one update taken apart, and the race of claims 1 and 5.
 *
 *     guess    as a multiple of the best margin
 *     k        updates shown
 */

import { button, playButton, sentence, slider, toolbar } from "./controls.js";
import { goal, record } from "./goal.js";
import * as maths from "./mathematics.js";
import { motion, phase } from "./motion.js";
import { memory, panel, place, publish, shown } from "./panel.js";
import { race } from "./race.js";
import { stepPicture } from "./step_picture.js";

const [GAMMA, R] = [0.2, 1];
const U = [1, 0]; // in the plane of w and u, in which the run is told
const MOST = 3000; // updates of a run that does not end
const GUESSES = [0, 2.2];
const PACE = 500; // milliseconds between two steps of the player
const UPDATE = 450; // in which an update is shown
const TARGET = 500;
const SHOWN = 3; // updates that are shown first
const ROUNDING = 1e-9;
const RACE = "Length and shadow of w against the number of updates, between claims 1 and 5";
const NAMES = { high: "length ≤ claim 5", low: "shadow ≥ claim 1", across: "updates k", moment: "long" };
const TERMS = { high: "w", ceiling: "claim5", low: "u", floor: "claim1", moment: "claim4" };
const LIMIT = maths.marginBounds(R, GAMMA).sharp;

export default function claims(root, still) {
  const app = panel(root, still, "The slowest run of the margin perceptron, and its five claims");
  const stage = place(app, "stage");
  const picture = stepPicture(place(stage, "picture"));
  const contest = race(stage, { label: RACE, names: NAMES, terms: TERMS, onWhole: zoom });
  const moving = motion();
  const says = sentence(app);
  const state = memory({ guess: 1, k: SHOWN }, draw);
  const records = record("claims");
  let now = null;
  let whole = true;
  let fresh = true; // nothing has been played

  const playing = toolbar(app, "Updates");
  const play = playButton(playing, "Play the run", { pace: PACE, step, prepare: () => (fresh || now.k === now.last) && go(0) });
  const once = button(playing, "One update", () => leave(() => go(now.k + 1)));
  const back = button(playing, "Back", () => leave(() => go(now.k - 1)));
  const again = button(playing, "Start again", () => leave(() => go(0)));
  const aim = goal(playing);
  const guessing = toolbar(app, "The guess");
  const aiming = slider(
    guessing,
    { text: "guess", low: GUESSES[0], high: GUESSES[1], value: 1, steps: 44, show: (guess) => `${shown(guess)} × best margin` },
    (guess) => leave(() => state.change({ guess, k: 0 }, "guess")),
  );
  draw(state.now);

  function leave(act) {
    play.stop();
    act();
  }

  function go(k) {
    [whole, fresh] = [false, false];
    state.change({ k: Math.max(0, Math.min(k, now.last)) });
  }

  /** Make an update, or several where there have been many; return whether more can follow. */
  function step() {
    if (now.k < now.last) go(now.k + Math.max(1, Math.floor(now.k / 10)));
    return now.k < now.last;
  }

  function zoom() {
    whole = !whole;
    drawRace(now, now.k);
  }

  function draw(to) {
    const before = now;
    now = numbers(to, before);
    if (now.finished) records.note("run", now.k);
    const forward = before?.run === now.run && now.k === before.k + 1;
    moving.play(forward ? UPDATE : 0, (t) => {
      picture.set(now, t);
      drawRace(now, now.k - (forward ? 1 - phase(t, 0.4, 1) : 0));
    });
    says.say(verdict(now));
    aim.set(`Make it end after ${TARGET} updates or more.`, records.best("run"), records.best("run") >= TARGET);
    once.enable(now.k < now.last);
    for (const less of [back, again]) less.enable(now.k > 0);
    aiming.set(now.guess);
    publish(root, published(now));
  }

  function drawRace(numbers, k) {
    const moment = numbers.short !== null && k > numbers.short ? numbers.short + 1 : null;
    contest.set({
      floor: (step) => step * GAMMA,
      ceiling: (step) => (2 * R * R) / GAMMA + 0.75 * step * GAMMA + R,
      low: numbers.path.map(([along]) => along),
      high: numbers.path.map(maths.length),
      end: LIMIT,
      moment: { level: (2 * R * R) / GAMMA, k: moment },
    });
    contest.say(numbers.guess <= 1 ? `no room after ${Math.floor(LIMIT)} updates` : "claim 5 is not promised", whole, true);
    contest.show(k, whole ? 1.06 * Math.max(LIMIT, numbers.k) : Math.max(8, 1.35 * numbers.k));
  }
}

/** Return all that is drawn; the run is kept while the guess is the same. */
function numbers({ guess, k }, before) {
  const run = before?.guess === guess ? before.run : maths.slowestRun(GAMMA, R, guess / 2, MOST);
  const { path } = run;
  const last = path.length - 1;
  const sides = k ? maths.claimsAt(k, path[k - 1], path[k], U, GAMMA, R) : null;
  const gain = k ? sides.size - sides.before : 0;
  const broken = k ? brokenClaims(sides) : [];
  const along = (guess / 2) * GAMMA; // what a violation has along w
  return {
    guess, k, run, path, last, sides, gain, broken, along, gamma: GAMMA, R,
    short: maths.lastShort(path, GAMMA, R), finished: run.finished && k === last,
  };
}

const above = (size, upper) => size > upper + ROUNDING;

function brokenClaims(sides) {
  return [3, 4, 5].filter((n) => sides[`claim${n}`] && above(sides[`claim${n}`].size, sides[`claim${n}`].upper));
}

/** Return the sentence. The words in brackets light up what they name. */
function verdict({ k, sides, gain, broken, finished, last }) {
  if (!k) return "Make an update: from [w]{w} = 0 the first one is R long, the most that claim 2 allows.";
  if (finished) return `After ${k} updates the [shadow]{u} has caught up with the [length]{w}: no violation is left.${broken.includes(5) ? " Claim 5 broke on the way: the guess was too large." : ""}`;
  if (k === last) return `The [length]{w} still outgrows the [shadow]{u} after ${k} updates, above the ceiling of [claim 5]{claim5}. The figure stops here; the run never ends.`;
  const gains = `Update ${k}: the [length]{w} gains ${gain.toFixed(3)}; ${allowed(sides, broken)}. The [shadow]{u} gains ${GAMMA}.`;
  if (broken.includes(5)) return `${gains} The length is above the ceiling of [claim 5]{claim5}.`;
  return gains;
}

function allowed({ before, claim3, claim4 }, broken) {
  if (!claim3) return "claim 2 allows R = 1";
  const [name, { upper }] = claim4 ? ["claim 4", claim4] : ["claim 3", claim3];
  const limit = `[${name}]{${name.replace(" ", "")}} allows ${(upper - before).toFixed(3)}`;
  return broken.includes(claim4 ? 4 : 3) ? `${limit} and is broken` : limit;
}

function published({ guess, k, last, sides, gain, broken, short, finished }) {
  const { size = 0, along = 0 } = sides ?? {};
  return { guess, k, last, size, along, gain, broken, short, finished, limit: LIMIT, gamma: GAMMA, R };
}
