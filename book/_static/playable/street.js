/**
 * The figure of the start page: the widest slab between two classes, drawn again while a point is dragged.
 *
 *     kind      "points" or "penguins"
 *     points    [{ x, y }, ...]
 *     slab      { plane, width, holding, feet } of `widestSlab`, or null where no line separates
 *
 * Its data are the JSON that book/_extensions/street.py writes beside the still picture.
 */

import { button, toolbar } from "./controls.js";
import { frame, setAll, svgElement } from "./frame.js";
import * as maths from "./mathematics.js";
import { memory, panel, place, publish } from "./panel.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const LEAP = 5; // steps with Shift
const TOUCH = 26; // pixels around a point that are the point's, for a finger
const POINTER = 16; // and for a mouse
const PAUSE = 700; // milliseconds without a change before the sentence is read out
const MOST_HELD = 12; // feet that are drawn
const STEPS = 140; // of an arrow key, across the frame
const REACHED_BY_TAB = 8; // of many points, those closest to the line
const BILLS = [31, 61]; // what is shown of the penguins: lengths, and the depth in the middle
const DEPTH = 17.5;
const SHORT = 3; // times the size of a point: a foot shorter than this has no arrow's head
const TRIANGLE = "M0,-1.17L1.1,0.76H-1.1Z";
const CIRCLE = "M-1,0a1,1 0 1,0 2,0a1,1 0 1,0 -2,0Z";

/** What differs between the two states. */
function kindsOf({ points, reach, penguins }) {
  const half = ((reach[1] / reach[0]) * (BILLS[1] - BILLS[0])) / 2;
  return {
    points: {
      name: "Points",
      rows: points,
      size: 6,
      frame: { label: "Eight points, and the widest slab between the two classes", x: [0, reach[0]], y: [0, reach[1]], axes: ["", ""] },
      words: [],
      says: ({ width, holding }, n) => `The shaded slab is ${width.toFixed(2)} wide. ${holding.length} of the ${n} points hold it in place; nudge any other and nothing happens.`,
      classes: ["circle", "triangle"],
    },
    penguins: {
      name: "Penguins",
      rows: penguins.points,
      size: 2.9,
      frame: { label: "The bills of two species of penguins, and the widest slab between them", x: BILLS, y: [DEPTH - half, DEPTH + half], axes: ["", ""], every: 5 },
      words: [
        { text: penguins.axes[0], at: [BILLS[1] - 0.5, DEPTH - half + 1.7], look: "name street-end" },
        { text: penguins.axes[1], at: [BILLS[0] + 0.4, DEPTH + half - 1.2], look: "name" },
        { text: `● ${penguins.species[0]}`, at: [52, 11.6], look: "name street-plus" },
        { text: `▲ ${penguins.species[1]}`, at: [34.5, 23.2], look: "name street-minus" },
      ],
      says: ({ width, holding }, n) => `The slab between the species is ${width.toFixed(2)} mm wide. ${holding.length} of the ${n} birds hold it in place; nudge any other and nothing happens.`,
      classes: penguins.species,
    },
  };
}

const begin = (kind, { rows }) => ({ kind, points: rows.map(([p, q, y]) => ({ x: [p, q], y })) });

export default function street(root, still) {
  const data = JSON.parse(still.querySelector("script[type='application/json']").textContent);
  const kinds = kindsOf(data);
  const app = panel(root, still, "The widest slab between two classes");
  const picture = place(app, "picture");
  const says = sentenceWithLinks(place(app, "text"));
  const row = toolbar(app, "What is shown");
  const chosen = Object.keys(kinds).map((kind) => ({ kind, ...button(row, kinds[kind].name, () => show(kind)) }));
  const again = button(row, "Start again", () => state.reset(begin(state.now.kind, kinds[state.now.kind])));
  again.element.classList.add("street-again");
  const state = memory(begin("points", kinds.points), draw);
  let view;
  show("points");

  function show(kind) {
    view = viewOf(picture, kinds[kind], begin(kind, kinds[kind]).points, move);
    for (const other of chosen) other.element.setAttribute("aria-pressed", String(other.kind === kind));
    state.reset(begin(kind, kinds[kind]));
  }

  function move(i, x, merge) {
    state.change({ points: state.now.points.map((point, j) => (j === i ? { ...point, x } : point)) }, merge);
  }

  function draw({ kind, points }) {
    const slab = maths.widestSlab(points.map(({ x }) => x), points.map(({ y }) => y));
    view.draw(points, slab);
    says.say(slab ? ["Drag a point.", ` ${kinds[kind].says(slab, points.length)}`] : noneLeft(data.chapters));
    again.enable(state.canUndo);
    root.classList.toggle("street-untouched", !state.canUndo);
    publish(root, published(kind, points, slab));
  }
}

/** Return the sentence for points that no line separates, in words and links. */
function noneLeft({ separability, slack }) {
  const link = (chapter, text) => (chapter ? { text, address: chapter.address } : text);
  return [
    "No line separates these points now.",
    " ",
    link(separability, `Chapter ${separability?.number ?? 1}`),
    " proves it, and ",
    link(slack, `chapter ${slack?.number ?? 9}`),
    " says what to do.",
  ];
}

/** Return a sentence of fixed height whose first part is bold; it is read out when things are quiet. */
function sentenceWithLinks(parent) {
  const [visible, spoken] = [place(parent, "sentence", "p"), place(parent, "spoken", "p")];
  spoken.setAttribute("role", "status");
  let waiting;
  return {
    say([first, ...rest]) {
      visible.replaceChildren(Object.assign(document.createElement("b"), { textContent: first }), ...rest.map(written));
      clearTimeout(waiting);
      const words = visible.textContent;
      waiting = setTimeout(() => (spoken.textContent = words), PAUSE);
    },
  };
}

const written = (part) => {
  if (typeof part === "string") return part;
  return Object.assign(document.createElement("a"), { href: part.address, textContent: part.text });
};

/** Return the drawing of one state, in place of the other's; draw(points, slab) moves everything. */
function viewOf(picture, { frame: around, size, classes, words }, first, onMove) {
  picture.replaceChildren();
  const axes = frame(picture, around);
  axes.svg.classList.toggle("street-plain", !words.length);
  for (const { text, at, look } of words) axes.words(look).set(at, text);
  const marks = {
    slab: axes.band("slab"),
    edges: [axes.plane("edge"), axes.plane("edge")],
    line: axes.plane("line"),
    hulls: [axes.curve("hull"), axes.curve("hull")],
    feet: Array.from({ length: MOST_HELD }, () => axes.arrow("foot")),
    shortFeet: axes.segments("foot"),
  };
  const shortest = SHORT * size * ((axes.x[1] - axes.x[0]) / axes.svg.viewBox.baseVal.width);
  const layer = points(axes, first, { size, classes, onMove });
  return {
    draw(now, slab) {
      drawSlab(marks, slab);
      drawFeet(marks, slab, now, shortest);
      marks.hulls.forEach((hull, k) => hull.set(slab ? null : hullOf(now, k ? -1 : 1)));
      layer.set(now, slab);
    },
  };
}

function drawSlab(marks, slab) {
  const plane = slab && slab.plane;
  const half = slab && slab.width / 2;
  marks.slab.set(plane, -half, half);
  marks.edges.forEach((edge, k) => edge.set(plane, k ? half : -half));
  marks.line.set(plane);
}

/** Return the outline of a class: where two of them meet, no line separates. */
function hullOf(points, side) {
  const X = points.filter(({ y }) => y === side).map(({ x }) => x);
  const corners = maths.hullCorners(X).map((i) => X[i]);
  return [...corners, corners[0]];
}

/** Draw the way from each point that holds the slab to the line: an arrow where there is room for one. */
function drawFeet(marks, slab, points, shortest) {
  const pairs = slab ? slab.holding.map((i, k) => [points[i].x, slab.feet[k]]) : [];
  const long = slab && slab.width / 2 > shortest;
  marks.feet.forEach((foot, k) => foot.set(...((long && pairs[k]) || [null])));
  marks.shortFeet.set(long ? [] : pairs);
}

/** Return the points of a frame: dragged from near by, moved by the arrow keys, read as sliders. */
function points(axes, first, { size, classes, onMove }) {
  const step = (axes.x[1] - axes.x[0]) / STEPS;
  const inTabOrder = closestToLine(first);
  const drawn = first.map(({ y }, i) => pointAt(axes, y, i, { size, tab: inTabOrder.has(i) }));
  let current = first;
  const inside = (x) => x.map((entry, j) => clamped(entry, (j ? axes.y : axes.x), 3 * step));
  drawn.forEach((group, i) =>
    group.addEventListener("keydown", (event) => {
      const arrow = ARROWS[event.key];
      if (!arrow || event.ctrlKey || event.altKey || event.metaKey) return;
      const far = step * (event.shiftKey ? LEAP : 1);
      onMove(i, inside(current[i].x.map((entry, j) => entry + far * arrow[j])), `keys ${i}`);
      event.preventDefault();
    }),
  );
  grabbing(axes, {
    nearest: (event) => nearestPoint(axes, event, current),
    onGrab: (i) => drawn[i].focus({ preventScroll: true }),
    onMove: (i, x, merge) => onMove(i, inside(x), merge),
  });
  return {
    set(now, slab) {
      now.forEach((point, i) => {
        const holds = Boolean(slab?.holding.includes(i));
        drawn[i].classList.toggle("street-holds", holds);
        if (inTabOrder.has(i)) describe(drawn[i], point, classes, holds, i);
        if (point !== current[i] || !drawn[i].hasAttribute("transform")) placeAt(drawn[i], axes, point.x);
      });
      current = now;
    },
  };
}

function pointAt(axes, y, i, { size, tab }) {
  const group = svgElement(axes.layers.points, "g", { class: "street-point" });
  svgElement(group, "circle", { r: size * 1.6 + 2, class: "street-ring" });
  const shape = { d: y > 0 ? CIRCLE : TRIANGLE, transform: `scale(${size})` };
  svgElement(group, "path", { ...shape, class: y > 0 ? "playable-positive" : "playable-negative" });
  setAll(group, tab ? { tabindex: 0, role: "slider" } : { "aria-hidden": "true" });
  return group;
}

const placeAt = (group, axes, x) =>
  group.setAttribute("transform", `translate(${axes.toView(x).map((entry) => entry.toFixed(2)).join(" ")})`);

function describe(group, { x, y }, classes, holds, i) {
  const [across, up] = x.map((entry) => entry.toFixed(1));
  const words = `at ${across}, ${up}, ${classes[y > 0 ? 0 : 1]}${holds ? ", holds the slab" : ""}`;
  setAll(group, { "aria-label": `point ${i + 1}`, "aria-valuetext": words, "aria-valuenow": across });
}

/** Return the indices of all points where they are few, and of the closest to the line where they are many. */
function closestToLine(points) {
  if (points.length <= REACHED_BY_TAB) return new Set(points.keys());
  const [X, y] = [points.map(({ x }) => x), points.map((point) => point.y)];
  const distances = maths.margins(maths.widestSlab(X, y).plane, X, y);
  return new Set([...points.keys()].sort((i, j) => distances[i] - distances[j]).slice(0, REACHED_BY_TAB));
}

const clamped = (value, [low, high], border) => Math.min(Math.max(value, low + border), high - border);

/** Return the index of the point nearest to the pointer, or null where none is near enough. */
function nearestPoint(axes, event, points) {
  const perUnit = axes.svg.getBoundingClientRect().width / (axes.x[1] - axes.x[0]);
  const at = axes.toPlane(event);
  const away = points.map(({ x }) => maths.length(maths.subtract(x, at)) * perUnit);
  const i = maths.smallest(away);
  return away[i] <= (event.pointerType === "mouse" ? POINTER : TOUCH) ? i : null;
}

/** Let the nearest point be dragged; a finger elsewhere scrolls the page. */
function grabbing(axes, { nearest, onGrab, onMove }) {
  const svg = axes.svg;
  let held = null;
  let drags = 0;
  svg.addEventListener("pointerdown", (event) => {
    const i = event.button ? null : nearest(event);
    if (i === null) return;
    held = { i, merge: `drag ${++drags}` };
    svg.setPointerCapture(event.pointerId);
    svg.classList.add("street-held");
    onGrab(i);
    event.preventDefault();
  });
  svg.addEventListener("pointermove", (event) => {
    if (held) onMove(held.i, axes.toPlane(event), held.merge);
    else svg.classList.toggle("street-near", nearest(event) !== null);
  });
  const drop = () => {
    held = null;
    svg.classList.remove("street-held");
  };
  svg.addEventListener("pointerup", drop);
  svg.addEventListener("pointercancel", drop);
  const steady = (event) => {
    const near = [...event.touches].some(({ clientX, clientY }) => nearest({ clientX, clientY }) !== null);
    if (near) event.preventDefault();
  };
  svg.addEventListener("touchstart", steady, { passive: false });
}

function published(kind, points, slab) {
  const plane = slab && { w: slab.plane.w, b: slab.plane.b, width: slab.width };
  const holding = slab ? slab.holding.map((i) => i + 1) : [];
  return { kind, separable: Boolean(slab), ...plane, holding, points: points.map(({ x, y }) => [...x, y]) };
}
