/**
 * Which side f is on, over a whole rectangle at once, fast enough to be redrawn while a point is dragged.
 *
 *     xs, ys    coordinates of the columns and rows of the grid
 *     values    f at the grid's points, row by row: values[row * xs.length + column]
 *     machine   { points, beta, b, kernel }: f(x) = sum of beta_i k(x_i, x), plus b; beta_i = alpha_i y_i
 */

import { kernelValue, power } from "./kernels.js";

const TINY = 1e-9;

/** Return n numbers from `low` to `high`, both included, equally far apart. */
export const spaced = (low, high, n) => Array.from({ length: n }, (_, i) => low + ((high - low) * i) / (n - 1));

/** Return f(x). */
export function machineValue({ points, beta, b, kernel }, x) {
  return points.reduce((sum, point, i) => (beta[i] ? sum + beta[i] * kernelValue(kernel, point, x) : sum), b);
}

/** Return f on the grid, as a Float64Array; points with beta 0 cost nothing. */
export function regionValues(machine, xs, ys) {
  const values = new Float64Array(xs.length * ys.length).fill(machine.b);
  machine.points.forEach((point, i) => {
    if (machine.beta[i]) addPoint(values, machine.kernel, point, machine.beta[i], xs, ys);
  });
  return values;
}

/** A kernel of points in the plane falls apart into a part of each column and one of each row. */
function addPoint(values, kernel, [p, q], beta, xs, ys) {
  const [rbf, lift] = [kernel.kind === "rbf", kernel.kind === "lift"];
  const across = Float64Array.from(xs, (x) => (rbf ? Math.exp(-kernel.gamma * (x - p) ** 2) : x * p));
  const up = Float64Array.from(ys, (y) => (rbf ? beta * Math.exp(-kernel.gamma * (y - q) ** 2) : y * q));
  const degree = kernel.kind === "polynomial" ? kernel.degree : 1;
  const r = kernel.kind === "polynomial" ? kernel.r : 0;
  for (let row = 0, k = 0; row < up.length; row++) {
    const part = up[row];
    if (rbf) for (let i = 0; i < across.length; i++) values[k++] += across[i] * part;
    else if (lift) for (let i = 0; i < across.length; i++) values[k++] += beta * (across[i] + part + across[i] * part);
    else for (let i = 0; i < across.length; i++) values[k++] += beta * power(across[i] + part + r, degree);
  }
}

/**
 * Return the line f = level as segments [[x, y], [x, y]], by marching squares.
 *
 * Where a square's corners alternate, its middle decides which corners belong together; where f is 0 at its saddle
 * point, two lines cross there.
 */
export function contour(values, xs, ys, level = 0) {
  const segments = [];
  eachSquare(values, xs, ys, level, (corners, places) => {
    const above = corners.filter((value) => value >= 0).length;
    if (above === 0 || above === 4) return;
    const crossings = sidesOf(corners, places).filter(Boolean);
    if (crossings.length === 4 && crossingLines(corners)) return segments.push([crossings[0], crossings[2]], [crossings[1], crossings[3]]);
    const paired = crossings.length === 4 && joined(corners) === corners[0] >= 0 ? crossings : rotated(crossings);
    for (let i = 0; i < paired.length; i += 2) segments.push(paired.slice(i, i + 2));
  });
  return segments;
}

/** Return where f >= 0 as polygons that cover it and do not overlap: rectangles inside, and cut squares along f = 0. */
export function regionPolygons(values, xs, ys) {
  const polygons = [];
  let run = null; // the rectangle that is growing along a row
  eachSquare(values, xs, ys, 0, (corners, places) => {
    const inside = corners.every((value) => value >= 0);
    if (inside && run && run[1][0] === places[0][0] && run[1][1] === places[0][1]) {
      [run[1], run[2]] = [places[1], places[2]];
    } else if (inside) {
      polygons.push((run = [...places]));
    } else if (corners.some((value) => value >= 0)) {
      polygons.push(...cutSquare(corners, places));
    }
  });
  return polygons;
}

/** Call visit(corners, places) for each square of the grid, its corners less the level, round from the lower left. */
function eachSquare(values, xs, ys, level, visit) {
  const n = xs.length;
  for (let row = 0; row + 1 < ys.length; row++) {
    for (let column = 0; column + 1 < n; column++) {
      const at = row * n + column;
      const corners = [values[at] - level, values[at + 1] - level, values[at + n + 1] - level, values[at + n] - level];
      const [left, right, low, high] = [xs[column], xs[column + 1], ys[row], ys[row + 1]];
      visit(corners, [[left, low], [right, low], [right, high], [left, high]]);
    }
  }
}

/** Return for each side of a square where f is 0 on it, or null. */
function sidesOf(corners, places) {
  return corners.map((from, side) => {
    const to = corners[(side + 1) % 4];
    if (from >= 0 === to >= 0) return null;
    const share = from / (from - to);
    const [[x, y], [right, high]] = [places[side], places[(side + 1) % 4]];
    return [x + share * (right - x), y + share * (high - y)];
  });
}

const rotated = (crossings) => [crossings.at(-1), ...crossings.slice(0, -1)];

/** Whether the corners with f >= 0 belong together in a square whose corners alternate. */
const joined = (corners) => corners.reduce((sum, value) => sum + value, 0) >= 0;

/** Whether f, which is bilinear in the square, is 0 at its saddle point, but for rounding. */
function crossingLines([a, b, c, d]) {
  const largest = Math.max(Math.abs(a), Math.abs(b), Math.abs(c), Math.abs(d));
  return Math.abs(a * c - b * d) <= TINY * largest * largest;
}

function saddlePoint([a, b, c, d], [[left, low], , [right, high]]) {
  const bend = a - b + c - d;
  return [left + ((a - d) / bend) * (right - left), low + ((a - b) / bend) * (high - low)];
}

/** Return the part of a square with f >= 0: one polygon, or two where its corners alternate and do not belong together. */
function cutSquare(corners, places) {
  const sides = sidesOf(corners, places);
  const alternate = sides.every(Boolean);
  if (!alternate || (joined(corners) && !crossingLines(corners))) {
    return [places.flatMap((place, i) => [...(corners[i] >= 0 ? [place] : []), ...(sides[i] ? [sides[i]] : [])])];
  }
  const tip = crossingLines(corners) ? [saddlePoint(corners, places)] : [];
  const at = corners[0] >= 0 ? [0, 2] : [1, 3];
  return at.map((i) => [sides[(i + 3) % 4], places[i], sides[i], ...tip]);
}
