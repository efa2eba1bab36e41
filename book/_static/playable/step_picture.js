/**
 * One update taken apart, seen at the tip of w: the circle of all vectors as long as w, and how far z leads beyond it.
 *
 * The former w points to the right, and its tip is at (0, 0). Below are the gains of length and shadow, on one scale.
 */

import { frame } from "./frame.js";
import { length } from "./mathematics.js";
import { phase, pointBetween } from "./motion.js";

const VIEW = { x: [-1.75, 1.25], y: [-1.45, 1.55] };
const BAR = { left: -1.55, scale: 2.6, length: -0.85, shadow: -1.25 };
const ARC = 1.5; // how far the circle is drawn on each side of the tip
const FINE = 40;

/** Return the picture: `set(numbers, t)`, in which t is how far the last update has come. */
export function stepPicture(parent) {
  const axes = frame(parent, { label: "The last update, at the tip of w", axes: ["", ""], numbers: false, every: 10, ...VIEW });
  axes.svg.classList.add("playable-step");
  const marks = {
    circle: axes.curve("circle"),
    former: axes.arrow("was"),
    along: axes.curve("part"),
    across: axes.curve("part"),
    gain: axes.curve("gain", "claim3"),
    w: axes.arrow("w", "w"),
    z: axes.arrow("z"),
    lengthBar: axes.curve("gain-bar", "w"),
    shadowBar: axes.curve("gain-bar", "u"),
    lengthName: axes.words("note"),
    shadowName: axes.words("note"),
    zName: axes.words("name"),
    wName: axes.words("name", "w"),
    circleName: axes.words("note"),
  };
  return { set: (numbers, t) => (numbers.k ? drawStep(marks, numbers, t) : drawStart(marks, numbers)) };
}

/** Draw what the first update can be: a step of at most R, in any direction. */
function drawStart(marks, { R }) {
  Object.values(marks).forEach((mark) => mark.set(null));
  marks.circle.set(Array.from({ length: FINE + 1 }, (_, i) => [R * Math.cos((2 * Math.PI * i) / FINE), R * Math.sin((2 * Math.PI * i) / FINE)]));
  marks.z.set([0, 0], [R, 0]);
  marks.zName.set([0.5 * R, 0.2], "z");
  marks.wName.set([-0.5, 0], "w = 0");
  marks.circleName.set([-1.6, -1.3], "a step is at most R long");
}

function drawStep(marks, { sides, gain, along, gamma, R }, t) {
  const size = sides.before;
  const z = size ? [along, Math.sqrt(R * R - along * along)] : [R, 0];
  const [made, swung] = [phase(t, 0, 0.45), phase(t, 0.4, 1)];
  const from = [-size, 0];
  const tip = pointBetween([0, 0], z, swung);
  drawCircle(marks, size);
  marks.former.set(size ? from : null, [0, 0]);
  marks.z.set([0, 0], pointBetween([0, 0], z, made));
  marks.along.set(size ? [[0, 0], [z[0], 0]] : null);
  marks.across.set(size ? [[z[0], 0], z] : null);
  marks.w.set(size || swung ? from : null, tip);
  const reach = length([tip[0] + size, tip[1]]);
  const foot = reach > size ? pointBetween(tip, from, (reach - size) / reach) : tip;
  marks.gain.set(size && swung ? [foot, tip] : null);
  marks.zName.set(size ? [z[0] + 0.2, 0.55 * z[1]] : [0.5, 0.2], "z");
  marks.wName.set(size ? beside(from, tip) : null, "w");
  drawGains(marks, gain * swung, gamma * swung, gain, gamma);
}

/** Return a point a little above the middle of what is seen of the arrow. */
function beside(from, tip) {
  const rise = (tip[1] - from[1]) / (tip[0] - from[0]);
  const middle = (Math.max(from[0], VIEW.x[0]) + tip[0]) / 2;
  return [middle - 0.15 * rise, tip[1] + (middle - tip[0]) * rise + 0.2];
}

/** Draw the part near the tip of the circle of radius `size` around 0. */
function drawCircle(marks, size) {
  const widest = Math.min(Math.PI, ARC / (size || 1));
  const angles = Array.from({ length: FINE + 1 }, (_, i) => widest * ((2 * i) / FINE - 1));
  marks.circle.set(size ? angles.map((a) => [size * (Math.cos(a) - 1), size * Math.sin(a)]) : null);
  marks.circleName.set(size ? [0.12, -0.42] : null, "as long as w");
}

function drawGains(marks, drawnLength, drawnShadow, gain, gamma) {
  const barAt = (value, high) => [[BAR.left, high], [BAR.left + BAR.scale * value, high]];
  marks.lengthBar.set(barAt(drawnLength, BAR.length));
  marks.shadowBar.set(barAt(drawnShadow, BAR.shadow));
  marks.lengthName.set([BAR.left, BAR.length + 0.13], `length gains ${gain.toFixed(3)}`);
  marks.shadowName.set([BAR.left, BAR.shadow + 0.13], `shadow gains ${gamma}`);
}
