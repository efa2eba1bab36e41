/**
 * The margin perceptron, its five claims, and the search for a guess.
 *
 *     guess    the margin aimed at; a point violates if it is wrong or nearer to the plane than guess / 2
 *     gamma    margin of a plane through the origin with unit normal u
 *     h        number of the guess R / 2^h, whose budget 12 R^2 / guess^2 is 12 * 4^h
 */

import { dot, length } from "./vectors.js";
import { corrected, path } from "./perceptron.js";
import { radius } from "./planes.js";

/** Return whether the point is to be corrected; at w = 0 every point is. */
export function violatesMargin(w, z, guess) {
  const size = length(w);
  return size === 0 || dot(w, z) <= 0 || dot(w, z) < (guess / 2) * size;
}

export const guessBudget = (R, guess) => Math.floor(12 * (R / guess) ** 2);

/** Return { order, w, finished } with the budget of the guess, or another one. */
export function marginPerceptron(Z, guess, budget = guessBudget(radius(Z), guess)) {
  return corrected(Z, (w, z) => violatesMargin(w, z, guess), budget);
}

/** Return for each correction k = 1, 2, ... the two sides of each claim, `size` being |w_k| and `before` |w_(k-1)|. */
export function marginClaims(order, Z, u, gamma, R) {
  const steps = path(order, Z, u.length);
  return order.map((_, i) => claimsAt(i + 1, steps[i], steps[i + 1], u, gamma, R));
}

/** Return the claims of one correction; claims 3 and 4 are null where |w| before it is 0, or not yet long. */
export function claimsAt(k, from, to, u, gamma, R) {
  const [before, size, along] = [length(from), length(to), dot(to, u)];
  const long = before >= (2 * R * R) / gamma;
  return {
    k,
    before,
    size,
    along,
    claim1: { size, along, lower: k * gamma },
    claim2: { size, upper: before + R },
    claim3: before > 0 ? { size, upper: before + (R * R) / (2 * before) + gamma / 2 } : null,
    claim4: long ? { size, upper: before + 0.75 * gamma } : null,
    claim5: { size, upper: (2 * R * R) / gamma + 0.75 * k * gamma + R },
  };
}

/** Return the two bounds on the number of corrections that the claims give. */
export function marginBounds(R, gamma) {
  const ratio = R / gamma;
  return { sharp: 8 * ratio ** 2 + 4 * ratio, plain: 12 * ratio ** 2 };
}

/**
 * Try R, R/2, R/4, ... until a run finishes: { rounds: [{ h, guess, budget, order, w, finished }], finished }.
 *
 * Points that no plane through the origin separates would halve for ever, so there are at most `most` rounds.
 */
export function incremental(Z, most = 8) {
  const R = radius(Z);
  const rounds = [];
  for (let h = 0; h < most; h++) {
    const guess = R / 2 ** h;
    const budget = 12 * 4 ** h;
    rounds.push({ h, guess, budget, ...marginPerceptron(Z, guess, budget) });
    if (rounds.at(-1).finished) break;
  }
  return { rounds, finished: rounds.length > 0 && rounds.at(-1).finished };
}
