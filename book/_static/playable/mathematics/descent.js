/**
 * Stochastic subgradient descent on the mean of the hinges, without a bias, as in margin_lib.textbook.hinge_sgd.
 *
 *     Z          signed points, z = y x
 *     F(w)       mu/2 |w|^2 + mean of max(0, 1 - w.z)
 *     order      indices of the points drawn, and sizes, the steps eta_t made with them
 *     w_t        w before step t; w_1 = 0
 *     average    of w_1, ..., w_t, weighted by t
 */

import { add, dot, scale, subtract, zeros } from "./vectors.js";

const SWEEPS = 2000;
const SAME = 1e-14;

/** Return F(w). */
export function meanHinge(w, Z, mu) {
  const hinges = Z.map((z) => Math.max(0, 1 - dot(w, z)));
  return (mu / 2) * dot(w, w) + hinges.reduce((sum, each) => sum + each, 0) / Z.length;
}

/** Whether a point pulls at w: it is misclassified, or too close. */
export const pulls = (w, z) => dot(w, z) < 1;

/** Return the step size of the theorem, 2 / (mu (t + 1)). */
export const shrinkingStep = (mu, t) => 2 / (mu * (t + 1));

/** Return w after one step: first w shrinks, then the point pulls, if it does. */
export function descentStep(w, z, mu, eta) {
  const shrunk = scale(1 - eta * mu, w);
  return pulls(w, z) ? add(shrunk, scale(eta, z)) : shrunk;
}

/** Return w_1, ..., w_T, w_{T+1} of these steps. */
export function descentPath(Z, order, sizes, mu, d = 2) {
  const path = [zeros(d)];
  order.forEach((i, t) => path.push(descentStep(path[t], Z[i], mu, sizes[t])));
  return path;
}

/** Return the average after each step, of w_1, ..., w_t and not of the w that step t has just made. */
export function descentAverages(path) {
  let average = path[0];
  return path.slice(0, -1).map((w, k) => (average = add(average, scale(2 / (k + 2), subtract(w, average)))));
}

/** Return the w for which F is least, by ascent on its dual, one multiplier after the other. */
export function leastMeanHinge(Z, mu, d = 2) {
  const most = 1 / (Z.length * mu);
  const alpha = zeros(Z.length);
  let w = zeros(d);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let moved = 0;
    Z.forEach((z, i) => {
      const square = dot(z, z);
      const next = square ? Math.min(most, Math.max(0, alpha[i] + (1 - dot(w, z)) / square)) : most;
      w = add(w, scale(next - alpha[i], z));
      moved = Math.max(moved, Math.abs(next - alpha[i]));
      alpha[i] = next;
    });
    if (moved < SAME) break;
  }
  return w;
}

/** Return the closed curve on which F has this value, seen from its minimizer in so many directions. */
export function hingeContour(Z, mu, center, value, directions = 72) {
  const at = (angle, r) => add(center, [r * Math.cos(angle), r * Math.sin(angle)]);
  return Array.from({ length: directions + 1 }, (_, k) => {
    const angle = (2 * Math.PI * k) / directions;
    let [near, far] = [0, 1];
    while (meanHinge(at(angle, far), Z, mu) < value) far *= 2;
    for (let i = 0; i < 40; i++) {
      const middle = (near + far) / 2;
      if (meanHinge(at(angle, middle), Z, mu) < value) near = middle;
      else far = middle;
    }
    return at(angle, far);
  });
}

/** Return which of n points is drawn at step t, the same for the same seed: the mulberry32 generator. */
export function drawnPoint(seed, t, n) {
  let a = (seed * 0x9e3779b1 + t * 0x6d2b79f5) | 0;
  a = Math.imul(a ^ (a >>> 15), a | 1);
  a ^= a + Math.imul(a ^ (a >>> 7), a | 61);
  return Math.floor((((a ^ (a >>> 14)) >>> 0) / 4294967296) * n);
}
