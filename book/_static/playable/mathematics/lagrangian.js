/**
 * The toy problem: minimise 0.2 x^2 - x + 1 where x >= bound.
 *
 *     lambda    its multiplier, at least 0
 *     L         0.2 x^2 - x + 1 - lambda (x - bound): least at x = 2.5 (1 + lambda), largest in lambda at the saddle
 */

export const toyCost = (x) => 0.2 * x * x - x + 1;

export const toyLagrangian = (x, lambda, bound) => toyCost(x) - lambda * (x - bound);

/** Return the x at which the Lagrangian is least. */
export const toyMinimizer = (lambda) => 2.5 * (1 + lambda);

/** Return the dual function, the least value of the Lagrangian over x. */
export const toyDual = (lambda, bound) => toyLagrangian(toyMinimizer(lambda), lambda, bound);

/** Return the largest value of the Lagrangian over lambda >= 0: the cost where x is allowed, and infinity elsewhere. */
export const toyPrimal = (x, bound) => (x >= bound ? toyCost(x) : Infinity);

/** Return the saddle { x, multiplier, value }, where max min and min max are equal. */
export function toySaddle(bound) {
  const x = Math.max(bound, 2.5);
  return { x, multiplier: Math.max(0.4 * bound - 1, 0), value: toyCost(x) };
}
