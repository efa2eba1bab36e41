/**
 * The slowest run of the margin perceptron: each update gains as little along u, and as much in length, as it may.
 *
 *     gamma    margin of the plane with unit normal u
 *     R        length of every point
 *     part     the guess as a part of twice gamma; a violation reaches less than part * gamma along w
 *     most     how many updates to make at most
 *
 * What a point does sideways goes into a direction of its own, so w_k is told by two numbers: [w.u, what is beside u].
 */

import { length } from "./vectors.js";

/** Return { path: [w_0, w_1, ...], finished }; finished is false where the run has to be cut off. */
export function slowestRun(gamma, R, part, most) {
  const path = [[0, 0]];
  for (let k = 1; k <= most; k++) {
    const before = length(path.at(-1));
    const square = before ** 2 + 2 * part * gamma * before + R ** 2;
    const beside = square - (k * gamma) ** 2;
    if (beside < 0) return { path, finished: true };
    path.push([k * gamma, Math.sqrt(beside)]);
  }
  return { path, finished: false };
}

/** Return how many updates that leave w short: |w| < 2 R^2 / gamma; null where w never gets long. */
export function lastShort(path, gamma, R) {
  const long = path.findIndex((w) => length(w) >= (2 * R * R) / gamma);
  return long < 0 ? null : long - 1;
}
