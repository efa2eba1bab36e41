/**
 * A frame of coordinates in SVG, and what can be drawn in it.
 *
 * Each drawing method makes one mark and returns it; `mark.set(...)` moves it, `mark.set(null)` hides it. A mark's look
 * is its class: see playable.css. A mark that words of the page name is given their term: see terms.js.
 */

const SVG = "http://www.w3.org/2000/svg";
const SIZE = 400; // of the picture, in its own units
const HEAD = 11; // length of an arrow's head
const RIM = { left: 24, bottom: 20 }; // beside and below a frame, for its numbers

/** Return a new SVG element at the end of the parent. */
export function svgElement(parent, tag, attributes = {}) {
  const element = document.createElementNS(SVG, tag);
  setAll(element, attributes);
  parent.append(element);
  return element;
}

/** Set attributes; those that stay as they are cost nothing, as they would if they were set again. */
export function setAll(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
  }
}

/** Set the text of an element, if it is another one. */
export function setText(element, text) {
  if (element.textContent !== String(text)) element.textContent = text;
}

/**
 * Return a frame that shows x[0] <= x1 <= x[1], y[0] <= x2 <= y[1], with axes and a grid, and with numbers if wanted.
 *
 * Both axes have the same scale, as distances need it; without `square` the frame is as high as it is wide. With `rim`
 * the numbers are on a strip of their own, where no point can cover them.
 */
export function frame(parent, given) {
  const { label, x = [-3, 3], y = [-3, 3], axes = ["x₁", "x₂"], every = 1, square = true, numbers = true, rim = false } = given;
  const height = square ? (SIZE * (y[1] - y[0])) / (x[1] - x[0]) : SIZE;
  const svg = svgElement(parent, "svg", { viewBox: `0 0 ${SIZE} ${height}`, role: "group", "aria-label": label });
  svg.classList.add("playable-frame");
  const toView = ([p, q]) => [((p - x[0]) / (x[1] - x[0])) * SIZE, ((y[1] - q) / (y[1] - y[0])) * height];
  const toPlane = (event) => {
    const { left, top, width, height: tall } = svg.getBoundingClientRect();
    const [across, down] = [(event.clientX - left) / width, (event.clientY - top) / tall];
    return [x[0] + across * (x[1] - x[0]), y[1] - down * (y[1] - y[0])];
  };
  const layer = (name) => svgElement(svg, "g", { class: `playable-${name}` });
  const [regions, scales, lines, points] = ["regions", "scales", "lines", "points"].map(layer);
  for (const still of [regions, scales, lines]) still.setAttribute("aria-hidden", "true");
  drawAxes(scales, { x, y, axes, every, numbers: numbers && !rim, toView });
  if (rim) drawRim(layer("rim"), { x, y, every, height, toView });
  keepTextReadable(svg);
  return { svg, x, y, toView, toPlane, layers: { regions, lines, points }, ...marks({ x, y, toView, regions, lines }) };
}

/** Let playable.css give text its size on the screen: --unit is how many of the picture's units are one pixel. */
function keepTextReadable(svg) {
  new ResizeObserver(([{ contentRect }]) => {
    if (contentRect.width) svg.style.setProperty("--unit", SIZE / contentRect.width);
  }).observe(svg);
}

function drawAxes(layer, { x, y, axes, every, numbers, toView }) {
  const whole = ([low, high]) => {
    const ticks = [];
    for (let i = Math.ceil(low / every); i * every <= high; i++) ticks.push(i * every);
    return ticks;
  };
  const stroke = (from, to, name) => {
    const [[x1, y1], [x2, y2]] = [toView(from), toView(to)];
    svgElement(layer, "line", { x1, y1, x2, y2, class: name });
  };
  const write = (at, dx, dy, text, anchor) => {
    const [px, py] = toView(at);
    svgElement(layer, "text", { x: px + dx, y: py + dy, "text-anchor": anchor }).textContent = text;
  };
  const inside = ([low, high]) => Math.min(Math.max(0, low), high);
  const number = (value) => String(value).replace("-", "−");
  const [below, beside] = [inside(y) === y[0] ? -5 : 15, inside(x) === x[0] ? [4, "start"] : [-5, "end"]];
  for (const p of whole(x)) {
    stroke([p, y[0]], [p, y[1]], p === 0 ? "playable-axis" : "playable-grid");
    if (numbers && p && p > x[0] && p < x[1]) write([p, inside(y)], 0, below, number(p), "middle");
  }
  for (const q of whole(y)) {
    stroke([x[0], q], [x[1], q], q === 0 ? "playable-axis" : "playable-grid");
    if (numbers && q && q > y[0] && q < y[1]) write([inside(x), q], beside[0], 4, number(q), beside[1]);
  }
  write([x[1], inside(y)], -4, -7, axes[0], "end");
  write([inside(x), y[1]], 7, 14, axes[1], "start");
}

function drawRim(layer, { x, y, every, height, toView }) {
  layer.setAttribute("aria-hidden", "true");
  const floor = height - RIM.bottom;
  svgElement(layer, "path", { d: `M0,0H${RIM.left}V${floor}H${SIZE}V${height}H0Z`, class: "playable-rim-ground" });
  svgElement(layer, "path", { d: `M${RIM.left},0V${floor}H${SIZE}`, class: "playable-rim-edge" });
  const write = (at, text, anchor) => (svgElement(layer, "text", { ...at, "text-anchor": anchor }).textContent = text);
  for (let p = every * Math.ceil(x[0] / every); p <= x[1]; p += every) {
    const [across] = toView([p, 0]);
    if (across > RIM.left + 8 && across < SIZE - 10) write({ x: across, y: height - 5 }, p, "middle");
  }
  for (let q = every * Math.ceil(y[0] / every); q <= y[1]; q += every) {
    const [, down] = toView([0, q]);
    if (down > 10 && down < floor - 4) write({ x: RIM.left - 4, y: down + 4 }, q, "end");
  }
}

const look = (name, term) => `playable-${name}${term ? ` term-${term}` : ""}`;

/** Return the drawing methods of a frame: each takes the name of a look and, for what words name, a term. */
function marks({ x, y, toView, regions, lines }) {
  const far = 2 * Math.hypot(x[1] - x[0], y[1] - y[0]) + Math.hypot(...x, ...y);
  const path = (layer, outline) => (name, term) => {
    const element = svgElement(layer, "path", { class: look(name, term) });
    return { element, set: (...given) => setAll(element, { d: given[0] === null ? "" : outline(...given) }) };
  };
  const written = (point) => toView(point).map((entry) => entry.toFixed(2)).join(",");
  const through = (points) => `M${points.map(written).join("L")}`;
  const along = ({ w, b }, level) => pointsAlong(w, b - level, far);
  const across = ({ w, b }, low, high) => {
    const most = far * Math.hypot(...w);
    const [one, other] = [along({ w, b }, Math.max(low, -most)), along({ w, b }, Math.min(high, most))];
    return `${through([...one, ...other.reverse()])}Z`;
  };
  return {
    /** A line of points: set([[x1, x2], ...]). */
    curve: path(lines, through),
    /** Segments: set([[from, to], ...]). */
    segments: path(lines, (pairs) => pairs.map(through).join("")),
    /** Where f(x) = level: set({ w, b }, level = 0). */
    plane: path(lines, (plane, level = 0) => through(along(plane, level))),
    /** Where low <= f(x) <= high; either may be infinite: set({ w, b }, low, high). */
    band: path(regions, across),
    /** Where f >= 0: set(polygons), as `regionPolygons` returns them. */
    region: path(regions, (polygons) => polygons.map((polygon) => `${through(polygon)}Z`).join("")),
    /** An arrow: set(from, to). */
    arrow: path(lines, (from, to) => through([from, to]) + head(toView(from), toView(to))),
    /** Words: set([x1, x2], text). */
    words: (name, term) => {
      const element = svgElement(lines, "text", { class: look(name, term) });
      return {
        element,
        set: (at, text) => {
          setText(element, at === null ? "" : text);
          if (at) setAll(element, { x: toView(at)[0], y: toView(at)[1] });
        },
      };
    },
  };
}

/** Return two points of the line w.x + b = 0, far apart. */
function pointsAlong(w, b, far) {
  const square = w[0] ** 2 + w[1] ** 2;
  const size = Math.sqrt(square);
  const [p, q] = [(-b * w[0]) / square, (-b * w[1]) / square];
  const [dx, dy] = [(-w[1] / size) * far, (w[0] / size) * far];
  return [[p - dx, q - dy], [p + dx, q + dy]];
}

function head([x1, y1], [x2, y2]) {
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const tip = (turn) => `${x2 - HEAD * Math.cos(angle + turn)},${y2 - HEAD * Math.sin(angle + turn)}`;
  return Math.hypot(x2 - x1, y2 - y1) > 1 ? `M${tip(0.45)}L${x2},${y2}L${tip(-0.45)}` : "";
}
