/**
 * The toy problem, minimise 0.2 x^2 - x + 1 where x >= bound, and duality as a line under a curve.
 *
 *     lambda    its multiplier, at least 0
 *     L         0.2 x^2 - x + 1 - lambda (x - bound): least at x = 2.5 (1 + lambda), largest in lambda at the saddle
 *     u, t      the constraint and the cost of one x: u = bound - x, feasible where u <= 0, and t = f(x)
 *     line      of slope -lambda, pushed up until it touches the curve of (u, t); it crosses u = 0 at the dual value
 *
 * A bound of null stands for a curve that is not convex, 2.4 ((u / 3)^2 - 1)^2 - 0.4 u + 1: two valleys and a hill.
 */

export const toyCost = (x) => 0.2 * x * x - x + 1;

export const toyLagrangian = (x, lambda, bound) => toyCost(x) - lambda * (x - bound);

/** Return the x at which the Lagrangian is least. */
export const toyMinimizer = (lambda) => 2.5 * (1 + lambda);

/** Return the dual function, the least value of the Lagrangian over x. */
export const toyDual = (lambda, bound) => toyLagrangian(toyMinimizer(lambda), lambda, bound);

/** Return the saddle { x, multiplier, value }, where max min and min max are equal. */
export function toySaddle(bound) {
  const x = Math.max(bound, 2.5);
  return { x, multiplier: Math.max(0.4 * bound - 1, 0), value: toyCost(x) };
}

const TILT = 0.4; // slope, but for the sign, of the line that touches both valleys
const STEEP = 9.6 / 9; // of the curve's derivative, STEEP u ((u / 3)^2 - 1) - TILT
const hill = (u) => 2.4 * ((u / 3) ** 2 - 1) ** 2 - TILT * u + 1;

/** Return the lowest point of the valley of hill(u) + lambda u on one side, -1 or 1, by Newton's method from outside. */
function valley(lambda, side) {
  let u = 6 * side;
  for (let step = 0; step < 60; step++) {
    u -= (STEEP * u * ((u / 3) ** 2 - 1) - TILT + lambda) / (STEEP * (u * u / 3 - 1));
  }
  return u;
}

/** Return the height of the curve at u. */
export const curveHeight = (u, bound) => (bound === null ? hill(u) : toyCost(bound - u));

/** Return the u at which the line of slope -lambda touches the curve. */
export function touchingPoint(lambda, bound) {
  return bound === null ? valley(lambda, lambda >= TILT ? -1 : 1) : bound - toyMinimizer(lambda);
}

/** Return where that line crosses u = 0: the dual value. */
export function crossing(lambda, bound) {
  const u = touchingPoint(lambda, bound);
  return curveHeight(u, bound) + lambda * u;
}

/** Return the best { u, above, lambda, below }: the lowest feasible point of the curve, and the highest crossing. */
export function bestOfBoth(bound) {
  if (bound !== null) {
    const { x, multiplier, value } = toySaddle(bound);
    return { u: bound - x, above: value, lambda: multiplier, below: value };
  }
  const u = valley(0, -1);
  return { u, above: hill(u), lambda: TILT, below: 1 };
}

/** Return lambda, from 0 to most, of the touching line that passes (u, t), for a u on one side of all touching points. */
export function slopeThrough(u, t, bound, most) {
  const height = (lambda) => crossing(lambda, bound) - lambda * u;
  const rising = height(most) > height(0);
  let [low, high] = [0, most];
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (height(middle) < t === rising) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
