/**
 * Which side f is on, over a whole rectangle at once, fast enough to be redrawn while a point is dragged.
 *
 *     xs, ys    coordinates of the columns and rows of the grid
 *     values    f at the grid's points, row by row: values[row * xs.length + column]
 *     machine   { points, beta, b, kernel }: f(x) = sum of beta_i k(x_i, x), plus b; beta_i = alpha_i y_i
 */

import { kernelValue, power } from "./kernels.js";

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
 * Where a square's corners alternate, its middle decides which corners belong together.
 */
export function contour(values, xs, ys, level = 0) {
  const segments = [];
  const n = xs.length;
  for (let row = 0; row + 1 < ys.length; row++) {
    for (let column = 0; column + 1 < n; column++) {
      const at = row * n + column;
      const [a, b, c, d] = [values[at], values[at + 1], values[at + n + 1], values[at + n]];
      const above = a >= level;
      if (above === b >= level && above === c >= level && above === d >= level) continue;
      const corners = [a - level, b - level, c - level, d - level];
      const crossings = crossingsOf(corners, xs[column], xs[column + 1], ys[row], ys[row + 1]);
      segments.push(crossings.slice(0, 2));
      if (crossings.length === 4) segments.push(crossings.slice(2));
    }
  }
  return segments;
}

/** Return where f is 0 on the sides of a square whose corners go round from the lower left, in pairs to be joined. */
function crossingsOf(corners, left, right, low, high) {
  const places = [[left, low], [right, low], [right, high], [left, high]];
  const crossings = [];
  for (let side = 0; side < 4; side++) {
    const [from, to] = [corners[side], corners[(side + 1) % 4]];
    if (from >= 0 === to >= 0) continue;
    const share = from / (from - to);
    const [start, end] = [places[side], places[(side + 1) % 4]];
    crossings.push([start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])]);
  }
  const middle = corners.reduce((sum, value) => sum + value, 0) >= 0;
  const turned = crossings.length === 4 && middle === corners[0] >= 0;
  return turned ? crossings : [crossings[3], ...crossings.slice(0, 3)].filter(Boolean);
}
