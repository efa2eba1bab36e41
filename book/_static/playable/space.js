/**
 * A picture of space: points of the plane, lifted onto a surface and cut by a plane whose cut throws a shadow.
 *
 *     scene     { kind, share, c, slope }, as in mathematics/lift.js
 *     view      { turn, tilt } in degrees
 *     points    [{ x, y, lost }, ...]; `lost` are misclassified
 *
 * What is below the plane is drawn before it, what is above after it: one looks from above, so nothing else is hidden.
 */

import { frame, setAll, setText, svgElement } from "./frame.js";
import * as maths from "./mathematics.js";

const SIDE = 2; // the surface lies over -SIDE <= x1, x2 <= SIDE
const REACH = 3.05; // of the picture
const FLAT = 0.3; // what a unit of height is drawn as
const TABLE = { bowl: -3.6, saddle: -6.4 }; // height of the table
const MIDDLE = { bowl: 1.7, saddle: -2.2 }; // of what is seen
const NET = maths.spaced(-SIDE, SIDE, 9);
const FINE = maths.spaced(-SIDE, SIDE, 41);
const GRID = maths.spaced(-SIDE, SIDE, 60); // even: no point of it is the saddle
const CORNERS = [[-SIDE, -SIDE], [SIDE, -SIDE], [SIDE, SIDE], [-SIDE, SIDE]];
const EVERY = 7; // segments of the cut from one ray to the next
const CIRCLE = "m-7,0a7,7 0 1,0 14,0a7,7 0 1,0 -14,0Z"; // from the point, to which a path has moved
const TRIANGLE = "m0,-8l8,14.5h-16Z";
const RING = "m-12,0a12,12 0 1,0 24,0a12,12 0 1,0 -24,0Z";

/** Return the picture: its `svg`, its `axes` for dragging, and `draw(scene, view, points)`. */
export function space(parent, label) {
  const axes = frame(parent, { label, x: [-REACH, REACH], y: [-REACH, REACH], axes: ["", ""], numbers: false });
  axes.svg.classList.add("playable-space");
  const { lines, points: top } = axes.layers;
  const path = (name) => svgElement(lines, "path", { class: `playable-${name}` });
  const group = () => svgElement(lines, "g");
  const kinds = (layer) => ["positive", "negative", "lost"].map((kind) => svgElement(layer, "path", { class: `playable-${kind}` }));
  const word = (name) => svgElement(lines, "text", { class: `playable-${name}` });
  const marks = {
    table: path("table"),
    region: path("side"),
    shadow: path("shadow-line term-shadow"),
    names: [word("note"), word("note"), word("note")],
    rays: path("rays"),
    drops: path("drops"),
    netBelow: path("net term-surface"),
    pointsBelow: kinds(group()),
    plane: path("cutting term-plane"),
    cut: path("cut term-shadow"),
    netAbove: path("net term-surface"),
    pointsAbove: kinds(group()),
  };
  top.remove(); // points are in their places among the marks
  let cut = null; // of the scene that is shown: a turn leaves it as it is
  const draw = (scene, view, points) => {
    if (!cut || Object.entries(scene).some(([name, value]) => cut.scene[name] !== value)) cut = cutOf(scene);
    drawAll(marks, axes, cut, view, points);
  };
  return { svg: axes.svg, axes, draw };
}

/** Return what the plane does to the surface: the segments of the cut, the region of its shadow, the pieces of the net. */
function cutOf(scene) {
  const values = maths.liftValues(scene, GRID, GRID);
  const segments = scene.share || scene.slope ? maths.contour(values, GRID, GRID) : [];
  return { scene, segments, region: maths.regionPolygons(values, GRID, GRID), net: net(scene) };
}

function drawAll(marks, axes, { scene, segments, region, net: [under, over] }, view, points) {
  const see = ([x1, x2], height) => {
    const [across, up] = maths.projected([x1, x2, (height - MIDDLE[scene.kind]) * FLAT], view.turn, view.tilt);
    return axes.toView([across, up]).map((entry) => entry.toFixed(1));
  };
  const outline = (all, height) => `M${all.map((x) => see(x, height(x)).join(",")).join("L")}`;
  const low = TABLE[scene.kind];
  const onTable = () => low;
  const onPlane = ([x1]) => scene.c + scene.slope * x1;
  const onSurface = (x) => scene.share * maths.liftHeight(scene.kind, x);
  const all = (pieces, height) => pieces.map((piece) => outline(piece, height)).join("");
  setAll(marks.table, { d: `${outline(CORNERS, onTable)}Z` });
  setAll(marks.region, { d: region.map((piece) => `${outline(piece, onTable)}Z`).join("") });
  setAll(marks.shadow, { d: all(segments, onTable) });
  const seen = Math.min(1, 3 * Math.cos((view.tilt * Math.PI) / 180)); // from above only its shadow is left
  setAll(marks.plane, { d: `${outline(CORNERS, onPlane)}Z`, opacity: seen.toFixed(2) });
  setAll(marks.cut, { opacity: seen.toFixed(2) });
  setAll(marks.cut, { d: all(segments, onPlane) });
  const rays = segments.filter((_, i) => i % EVERY === 0).map(([x]) => `M${see(x, onPlane(x)).join(",")}L${see(x, low).join(",")}`);
  setAll(marks.rays, { d: rays.join("") });
  setAll(marks.netBelow, { d: all(under, onSurface) });
  setAll(marks.netAbove, { d: all(over, onSurface) });
  setAll(marks.drops, { d: points.map(({ x }) => `M${see(x, onSurface(x)).join(",")}L${see(x, low).join(",")}`).join("") });
  writeNames(marks.names, (x) => see(x, low));
  const below = points.filter(({ x }) => maths.liftValue(scene, x) > 0);
  drawPoints(marks.pointsBelow, below, (x) => see(x, onSurface(x)));
  drawPoints(marks.pointsAbove, points.filter((point) => !below.includes(point)), (x) => see(x, onSurface(x)));
}

/** Return the lines of the surface's net in pieces below the plane, and in pieces above it. */
function net(scene) {
  const found = [[], []];
  for (const p of NET) {
    for (const along of [FINE.map((q) => [p, q]), FINE.map((q) => [q, p])]) {
      let before = null;
      for (const x of along) {
        const side = maths.liftValue(scene, x) > 0 ? 0 : 1;
        if (before === side) found[side].at(-1).push(x);
        else found[side].push(before === null ? [x] : [found[before].at(-1).at(-1), x]);
        before = side;
      }
    }
  }
  return found;
}

function writeNames([first, second, table], see) {
  const write = (element, text, at) => {
    setText(element, text);
    const [x, y] = see(at);
    setAll(element, { x, y, "text-anchor": "middle", "dominant-baseline": "central" });
  };
  write(first, "x₁", [0, -SIDE - 0.35]);
  write(second, "x₂", [SIDE + 0.35, 0]);
  write(table, "table", [-SIDE + 0.05, -SIDE - 0.35]);
}

/** Draw the points of each class, and the rings around those that are lost, as one path each. */
function drawPoints([positive, negative, lost], points, see) {
  const all = (chosen, shape) => chosen.map(({ x }) => `M${see(x).join(",")}${shape}`).join("");
  setAll(positive, { d: all(points.filter(({ y }) => y > 0), CIRCLE) });
  setAll(negative, { d: all(points.filter(({ y }) => y < 0), TRIANGLE) });
  setAll(lost, { d: all(points.filter((point) => point.lost), RING) });
}
