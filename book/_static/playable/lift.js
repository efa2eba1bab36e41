/**
 * Figure 8: points that no line separates, lifted into space, where a plane does; and the shadow of the plane's cut.
 *
 *     preset        name of the points
 *     share         how far they are lifted, from 0 to 1
 *     c, slope      the plane at the height c + slope x1
 *     view          { turn, tilt }: from where the reader looks; it is no part of what can be taken back
 */

import { button, choice, sentence, slider, toolbar } from "./controls.js";
import { setText } from "./frame.js";
import { goal, record } from "./goal.js";
import * as maths from "./mathematics.js";
import { between, motion, phase } from "./motion.js";
import { memory, panel, place, publish, shown } from "./panel.js";
import { dragging } from "./points.js";
import { space } from "./space.js";

const LIFTING = 1200; // milliseconds
const TURNING = 700;
const DEGREES = 40; // that one unit of the picture turns it by
const STEP = 10; // degrees of an arrow key
const BESIDE = { turn: 30, tilt: 25 };
const ABOVE = { turn: 0, tilt: 90 };
const round = (middle, radius, n, start) => maths.spaced(0, 1, n + 1).slice(1).map((part, i) => {
  const [angle, far] = [2 * Math.PI * (part + start), radius + 0.08 * ((i % 3) - 1)];
  return [middle + far * Math.cos(angle), far * Math.sin(angle)];
});
const corner = (p, q) => [[p, q], [p * 0.7, q * 1.25], [p * 1.3, q * 0.6], [p * 0.55, q * 0.75]];
const pointsOf = (circles, triangles) => [...circles.map((x) => ({ x, y: 1 })), ...triangles.map((x) => ({ x, y: -1 }))];
const PRESETS = {
  rings: { kind: "bowl", c: 3.4, points: pointsOf(round(0, 0.8, 9, 0), round(0, 1.6, 14, 0.02)) },
  "rings off center": { kind: "bowl", c: 2.4, points: pointsOf(round(0.8, 0.55, 8, 0), round(0.7, 1.15, 12, 0.03)) },
  "exclusive or": { kind: "saddle", c: 2, points: pointsOf([...corner(1, -1), ...corner(-1, 1)], [...corner(1, 1), ...corner(-1, -1)]) },
};
const NAMES = Object.keys(PRESETS);

const begin = (preset) => ({ preset, share: 0, c: PRESETS[preset].c, slope: 0 });

/** Return the scene of a state, and which points are misclassified: circles belong below the plane. */
function seenIn({ preset, share, c, slope }) {
  const { kind, points } = PRESETS[preset];
  const scene = { kind, share, c, slope };
  const lost = points.map(({ x, y }, i) => (y * maths.liftValue(scene, x) <= 1e-9 ? i : -1)).filter((i) => i >= 0);
  return { scene, points, lost, shadow: maths.shadowOf(scene) };
}

export default function lift(root, still) {
  const app = panel(root, still, "Points of the plane, lifted into space and cut by a plane");
  app.classList.add("playable-lifting");
  const picture = space(place(app, "picture"), "The points on the surface, the plane, and the shadow of its cut on the table");
  const side = place(app, "text");
  const says = sentence(side);
  const state = memory(begin("rings"), draw);
  const records = record("lift");
  const [raising, looking] = [motion(), motion()];
  let view = BESIDE;
  let seenShare = 0;
  let from = null; // where a drag began
  let above = false;

  const sliders = toolbar(side, "Lift and plane");
  const lifts = slider(sliders, { text: "lift", low: 0, high: 1, steps: 20, value: 0, show: percent }, (share) => change({ share }, "lift"));
  const heights = slider(sliders, { text: "height of the plane", low: -4, high: 6, steps: 100, value: 0, show: shown }, (c) => change({ c }, "c"));
  const slopes = slider(sliders, { text: "slope of the plane", low: -2, high: 2, steps: 40, value: 0, show: shown }, (slope) => change({ slope }, "slope"));
  const playing = toolbar(side, "Playing");
  const play = button(playing, "Lift", () => state.change({ share: state.now.share < 1 ? 1 : 0 }), "main");
  const looks = button(playing, "Look from above", () => lookFrom(above ? BESIDE : ABOVE), "looks");
  const back = button(playing, "Back", () => state.undo());
  const data = choice(playing, "Points:", NAMES, (name) => state.reset(begin(name)));
  const aim = goal(playing, "Solved");
  makeTurnable();
  draw(state.now);

  function change(part, merge) {
    if ("share" in part) seenShare = part.share; // a slider moves the points itself
    state.change(part, merge);
  }

  function makeTurnable() {
    setTurnable(picture.svg);
    dragging(picture.svg, picture.axes, { onMove: ([p, q], merge) => turnFrom(merge, p, q), scrolls: true });
    picture.svg.addEventListener("keydown", (event) => {
      const [across, up] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? [0, 0];
      if ((!across && !up) || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      lookAt({ turn: view.turn + across * STEP, tilt: view.tilt + up * STEP });
    });
  }

  function turnFrom(merge, p, q) {
    if (from?.merge !== merge) from = { merge, p, q, view };
    lookAt({ turn: from.view.turn + (p - from.p) * DEGREES, tilt: from.view.tilt - (q - from.q) * DEGREES });
  }

  function lookAt({ turn, tilt }) {
    view = { turn: ((turn + 540) % 360) - 180, tilt: Math.min(90, Math.max(5, tilt)) };
    drawPicture();
    tell();
  }

  /** Turn slowly to another view; what is published is that view at once. */
  function lookFrom(next) {
    const start = view;
    view = next;
    tell();
    looking.play(TURNING, (t) => {
      const part = phase(t, 0, 1);
      drawPicture({ turn: between(start.turn, next.turn, part), tilt: between(start.tilt, next.tilt, part) });
    });
  }

  function draw(setting) {
    const { scene, lost, shadow } = seenIn(setting);
    if (!lost.length) records.note(setting.preset, 1);
    lifts.set(scene.share);
    heights.set(scene.c);
    slopes.set(scene.slope);
    data.set(setting.preset);
    setText(play.element, scene.share < 1 ? "Lift" : "Lay flat");
    back.enable(state.canUndo);
    says.say(verdict(scene, shadow, lost.length));
    const solved = NAMES.filter((name) => records.best(name));
    aim.set("Leave no point misclassified, in all three sets.", `${solved.length} of 3`, solved.length === NAMES.length);
    const start = seenShare;
    raising.play(start === scene.share ? 0 : LIFTING, (t) => {
      seenShare = between(start, scene.share, phase(t, 0, 1));
      drawPicture();
    });
    tell();
  }

  function drawPicture(looked = view) {
    const { scene, points, lost } = seenIn({ ...state.now, share: seenShare });
    picture.draw(scene, looked, points.map((point, i) => ({ ...point, lost: lost.includes(i) })));
  }

  /** Say from where the reader looks, and publish all numbers. */
  function tell() {
    above = view.tilt > 80;
    setText(looks.element, above ? "Look from the side" : "Look from above");
    picture.svg.setAttribute("aria-valuenow", Math.round(view.turn));
    picture.svg.setAttribute("aria-valuetext", `turned by ${Math.round(view.turn)} degrees, from ${Math.round(view.tilt)} degrees above`);
    const { scene, points, lost, shadow } = seenIn(state.now);
    const numbered = lost.map((i) => i + 1);
    publish(root, { ...scene, preset: state.now.preset, lost: numbered, shadow, view, points: points.map(({ x, y }) => [...x, y]) });
  }
}

const percent = (share) => `${Math.round(100 * share)} %`;

function setTurnable(svg) {
  const names = { role: "slider", tabindex: 0, "aria-label": "Turn the picture", "aria-valuemin": -180, "aria-valuemax": 180 };
  for (const [name, value] of Object.entries(names)) svg.setAttribute(name, value);
}

/** Return the sentence. The words in brackets light up what they name. */
function verdict(scene, shadow, lost) {
  const points = lost ? `${lost} point${lost > 1 ? "s are" : " is"} misclassified (ringed).` : "No point is misclassified.";
  if (!scene.share) return `No line of the table separates these points: lift them. ${flatly(shadow)} ${points}`;
  return `The points are ${scene.share < 1 ? "partly " : ""}lifted onto a [${scene.kind}]{surface}. ${drawnBy(shadow)} ${points}`;
}

function flatly({ shape }) {
  return shape === "line" ? "The [plane]{plane} cuts the table in a line." : "The level [plane]{plane} doesn't cut it.";
}

function drawnBy({ shape, middle, radius }) {
  if (shape === "none") return "The [plane]{plane} passes below it.";
  if (shape !== "circle") return `The [shadow]{shadow} of the cut is ${shape === "hyperbola" ? "a hyperbola" : "two lines"}.`;
  const around = middle ? ` around (${shown(Number(middle.toFixed(2)))}, 0)` : "";
  return `The [shadow]{shadow} of the cut is a circle of radius ${radius.toFixed(2)}${around}.`;
}
