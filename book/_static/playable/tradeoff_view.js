/**
 * The trade-off of the soft margin: total slack to the right, margin upward, and a dot for the price that is set.
 *
 *     curve     { C, total, margin } at rising prices; what some line achieves is on its right and below it
 *     at        the { C, total, margin, cost } that is shown
 *     tried     [lowest, highest] price tried so far: this part of the curve is drawn strong
 *     hard      the hard margin, or null where no line separates the points
 */

import { chart } from "./chart.js";
import { setAll, setText } from "./frame.js";
import { slackAtCost } from "./mathematics.js";

const EDGE = { left: 36, right: 14, top: 24, bottom: 38 }; // pixels
const TOP = 3; // the largest margin in view
const FINE = 8; // points of the curve between two prices
const STEPS = 40; // of the boundary of what would be cheaper

/** Return a view: `set({ curve, at, tried, hard })`. onPick(C) when the reader points at a place of the curve. */
export function tradeOffView(parent, onPick) {
  let [given, scales] = [null, null];
  const { svg, make, redraw } = chart(parent, "trade", "Margin against total slack at every price", (size) => {
    if (!given) return;
    scales = scalesOf(given, size);
    drawCurve(marks, given, scales);
    drawAt(marks, given.at, scales);
    drawWords(marks, given, scales, size);
  });
  const marks = drawn(make);
  svg.addEventListener("click", (event) => {
    const { left, top } = svg.getBoundingClientRect();
    const C = nearest(given.curve, scales, [event.clientX - left, event.clientY - top]);
    if (C !== null) onPick(C);
  });
  return {
    set(numbers) {
      given = numbers;
      redraw();
    },
  };
}

function drawn(make) {
  return {
    cheaper: make("path", "cheaper"),
    axes: make("path", "axes"),
    across: make("path", "drop", "xi"),
    up: make("path", "drop", "band"),
    curve: make("path", "curve"),
    tried: make("path", "tried"),
    end: make("circle", "end"),
    dot: make("circle", "dot"),
    endName: make("text", "scale", "", "hard margin"),
    cheaperName: make("text", "name", "", "cheaper"),
    upName: make("text", "scale", "band", "margin"),
    acrossName: make("text", "scale", "xi", "total slack"),
    upNumber: make("text", "scale", "band"),
    acrossNumber: make("text", "scale", "xi"),
  };
}

const inView = (curve) => curve.filter(({ margin }) => Number.isFinite(margin));

function scalesOf({ curve, at }, { wide, tall }) {
  const lowest = inView(curve).filter(({ margin }) => margin <= TOP);
  const most = 1.15 * Math.max(1, ...lowest.map(({ total }) => total), at.margin <= TOP ? at.total : 0);
  const [left, bottom, right] = [EDGE.left, tall - EDGE.bottom, wide - EDGE.right];
  const x = (total) => left + (Math.min(total, 2 * most) / most) * (right - left);
  const y = (margin) => bottom - (Math.min(margin, TOP) / TOP) * (bottom - EDGE.top);
  return { x, y, left, bottom, right, most, line: (points) => `M${points.map((p) => `${x(p[0]).toFixed(1)},${y(p[1]).toFixed(1)}`).join("L")}` };
}

function drawCurve(marks, { curve, at, tried, hard }, { x, y, left, bottom, right, most, line }) {
  const fine = finer(inView(curve));
  const within = fine.filter(({ C }) => C >= tried[0] && C <= tried[1]);
  const points = (entries) => entries.filter(({ margin, total }) => margin <= TOP && total <= most).map(({ total, margin }) => [total, margin]);
  setAll(marks.axes, { d: `M${left},${EDGE.top - 8}V${bottom}H${right}` });
  setAll(marks.curve, { d: fine.length > 1 ? line(points(fine)) : "" });
  const strong = points(within);
  setAll(marks.tried, { d: strong.length > 1 ? line(strong) : "" });
  const cheaper = cheaperThan(at, line);
  setAll(marks.cheaper, { d: cheaper });
  marks.cheaperName.style.display = cheaper ? "" : "none";
  setAll(marks.end, { cx: x(0), cy: y(hard ?? 0), r: hard === null ? 0 : 4.5 });
}

/** Return the outline of what would cost less than the trade-off that is shown. */
function cheaperThan({ C, cost }, line) {
  const least = 1 / Math.sqrt(2 * cost); // the margin at which the cost is reached without any slack
  if (!(least < TOP)) return "";
  const margins = Array.from({ length: STEPS + 1 }, (_, i) => least + ((TOP - least) * i) / STEPS);
  return `${line([[0, TOP], ...margins.map((margin) => [Math.max(0, slackAtCost(margin, C, cost)), margin])])}Z`;
}

/**
 * Return the curve with points between the prices.
 *
 * Against the slack, |w|^2 / 2 is convex, and its slope at the price C is -C: two neighbors and their slopes give an arc.
 */
function finer(curve) {
  return curve.flatMap((one, i) => {
    const other = curve[i + 1];
    return other ? Array.from({ length: FINE }, (_, k) => onArc(one, other, k / FINE)) : [one];
  });
}

function onArc(one, other, t) {
  const [h1, h2] = [one, other].map(({ margin }) => 1 / (2 * margin ** 2));
  const meeting = (h2 - h1 + other.C * other.total - one.C * one.total) / (other.C - one.C);
  const corner = Math.min(Math.max(meeting, other.total), one.total); // rounding apart, it is between them
  const bend = (a, c, b) => (1 - t) ** 2 * a + 2 * t * (1 - t) * c + t ** 2 * b;
  const half = bend(h1, Math.max(0, h1 - one.C * (corner - one.total)), h2);
  return { C: one.C * (other.C / one.C) ** t, total: bend(one.total, corner, other.total), margin: 1 / Math.sqrt(2 * half) };
}

function drawAt(marks, { total, margin }, { x, y, left, bottom }) {
  const there = margin <= TOP;
  setAll(marks.dot, { cx: x(total), cy: y(margin), r: there ? 7 : 0 });
  setAll(marks.across, { d: there ? `M${x(total)},${bottom}V${y(margin)}` : "" });
  setAll(marks.up, { d: there ? `M${left},${y(margin)}H${x(total)}` : "" });
}

function drawWords(marks, { at, hard }, { x, y, left, bottom, right }, { tall }) {
  const there = at.margin <= TOP;
  setAll(marks.upName, { x: left - 28, y: 12 });
  setAll(marks.acrossName, { x: right, y: tall - 6, "text-anchor": "end" });
  setAll(marks.cheaperName, { x: left + 12, y: EDGE.top + 20 });
  setAll(marks.upNumber, { x: Math.min(left - 4, x(at.total) - 10), y: y(at.margin) + 5, "text-anchor": "end" });
  setAll(marks.acrossNumber, { x: x(at.total), y: bottom + 16, "text-anchor": "middle" });
  setAll(marks.endName, { x: x(0) + 12, y: Math.min(y(hard ?? 0) + 16, bottom - 4) });
  setText(marks.upNumber, there ? at.margin.toFixed(1) : "");
  setText(marks.acrossNumber, there ? at.total.toFixed(1) : "");
  marks.endName.style.display = hard === null || bottom - y(hard) < 17 || y(at.margin) > y(hard) - 20 ? "none" : "";
}

/** Return the price of the curve's point that is nearest to a place on the screen. */
function nearest(curve, { x, y }, [across, down]) {
  const far = finer(inView(curve)).map(({ C, total, margin }) => [Math.hypot(x(total) - across, y(margin) - down), C]);
  return far.length ? far.reduce((best, each) => (each[0] < best[0] ? each : best))[1] : null;
}
