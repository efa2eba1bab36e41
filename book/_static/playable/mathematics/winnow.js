/**
 * Winnow: experts, one for each feature and one for its opposite, gain weight by being right on the mistakes.
 *
 *     A          lifted signed points a, each divided by its largest entry; see `normalized`
 *     v          weights of the N = 2 (d + 1) experts, 1 at first, kept as logarithms
 *     shares     v divided by their sum
 *     w          difference of the two halves of the shares
 *     Phi        sum of v, the potential
 *     mixture    the best w written with experts: its positive parts, then its negative ones; sums to 1
 *     gamma_W    min w.a for a w with sum |w_j| = 1
 */

import { add, dot, scale, smallest, subtract, zeros } from "./vectors.js";
import { nextInOrder } from "./perceptron.js";

/** Return (a, -a): how right each expert is about the point. */
export const doubled = (a) => [...a, ...a.map((entry) => -entry)];

/** Return the difference of the two halves. */
export const undoubled = (v) => subtract(v.slice(0, v.length / 2), v.slice(v.length / 2));

/** Return ln v after a correction: v_j *= 1 + epsilon a_j. */
export const winnowStep = (logs, a, epsilon) => logs.map((log, j) => log + Math.log1p(epsilon * doubled(a)[j]));

/** Return ln Phi, without leaving the range of floats. */
export function logPotential(logs) {
  const top = Math.max(...logs);
  return top + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - top), 0));
}

export function weightShares(logs) {
  const logPhi = logPotential(logs);
  return logs.map((log) => Math.exp(log - logPhi));
}

/** Return the w that these weights stand for. */
export const winnowPlane = (logs) => undoubled(weightShares(logs));

/** Return { order, logs, finished }: corrections in order, until none is needed or the budget is spent. */
export function winnow(A, epsilon, budget = 1000) {
  let logs = zeros(2 * (A.length ? A[0].length : 0));
  const order = [];
  for (let start = 0; ; ) {
    const w = winnowPlane(logs);
    const i = nextInOrder(A.length, start, (j) => dot(w, A[j]) <= 0);
    if (i === null) return { order, logs, finished: true };
    if (order.length === budget) return { order, logs, finished: false };
    logs = winnowStep(logs, A[i], epsilon);
    order.push(i);
    start = (i + 1) % A.length;
  }
}

/** Return the experts that a w with sum |w_j| = 1 mixes. */
export const mixtureOf = (w) => [...w.map((entry) => Math.max(entry, 0)), ...w.map((entry) => Math.max(-entry, 0))];

/** Return sum of p_j ln(p_j / q_j): how far the shares q are from the mixture p. It falls with each correction. */
export function relativeEntropy(p, q) {
  return p.reduce((sum, share, j) => sum + (share > 0 ? share * Math.log(share / q[j]) : 0), 0);
}

/** Return after each correction, from none on, { k, logs, shares, logPhi, least, entropy }; least <= logPhi <= ln N. */
export function winnowHistory(order, A, epsilon, best) {
  const mixture = mixtureOf(best);
  let logs = zeros(mixture.length);
  const at = (k) => {
    const shares = weightShares(logs);
    const least = dot(mixture, logs);
    return { k, logs, shares, logPhi: logPotential(logs), least, entropy: relativeEntropy(mixture, shares) };
  };
  return [
    at(0),
    ...order.map((i, k) => {
      logs = winnowStep(logs, A[i], epsilon);
      return at(k + 1);
    }),
  ];
}

/** Return the sides of the bounds on k corrections, each at most ln N where 0 < epsilon <= gamma; and the budget. */
export function winnowBounds(k, epsilon, gamma, experts) {
  return {
    logN: Math.log(experts),
    simple: k * epsilon * (gamma - epsilon),
    better: k * epsilon * (gamma - epsilon / 2),
    sharp: k * (gamma * Math.atanh(epsilon) + Math.log1p(-epsilon * epsilon) / 2),
    budget: Math.floor((2 * Math.log(experts)) / epsilon ** 2),
  };
}

/** Return as many of the first corrections as are still corrections of mistakes on these points, with this epsilon. */
export function playableWinnow(order, A, epsilon) {
  let logs = zeros(2 * (A.length ? A[0].length : 0));
  for (let k = 0; k < order.length; k++) {
    const a = A[order[k]];
    if (!a || dot(winnowPlane(logs), a) > 0) return order.slice(0, k);
    logs = winnowStep(logs, a, epsilon);
  }
  return order;
}

/**
 * Return the numbers of a run: the shares, w, the mistakes, the two sides of the proof, and the most corrections.
 *
 * `promised` is what the best mixture's mean logarithm has at least; it and the bound are null where epsilon > gamma_W.
 */
export function winnowState(A, order, epsilon) {
  const { w: best, margin: gamma } = bestWinnow(A);
  const features = A[0].length;
  const { shares, logPhi, least } = winnowHistory(order, A, epsilon, best ?? zeros(features)).at(-1);
  const w = undoubled(shares);
  const { logN, better } = winnowBounds(order.length, epsilon, gamma, 2 * features);
  const given = best !== null && epsilon <= gamma + 1e-9;
  return {
    k: order.length, epsilon, w, best, gamma, shares, logN, logPhi, least,
    mistakes: A.map((_, i) => i).filter((i) => dot(w, A[i]) <= 0),
    mixture: mixtureOf(best ?? zeros(features)),
    promised: given ? better : null,
    bound: given ? logN / (epsilon * (gamma - epsilon / 2)) : null,
  };
}

/** Return the shares after the multiplication of a step, before they are divided by their sum, which is at most 1 at a mistake. */
export const multiplied = (shares, a, epsilon) => shares.map((share, j) => share * (1 + epsilon * doubled(a)[j]));

const winnowMistakes = (logs, A) => {
  const w = winnowPlane(logs);
  return A.map((_, i) => i).filter((i) => dot(w, A[i]) <= 0);
};

/** Return how many updates can still follow on these weights, counted up to `most`, whatever mistakes are chosen. */
export function longestWinnow(logs, A, epsilon, most, known = new Map()) {
  const wrong = most > 0 ? winnowMistakes(logs, A) : [];
  if (!wrong.length) return 0;
  const key = `${most}:${logs.map((entry) => entry.toFixed(9))}`;
  if (!known.has(key)) {
    const after = wrong.map((i) => longestWinnow(winnowStep(logs, A[i], epsilon), A, epsilon, most - 1, known));
    known.set(key, 1 + Math.max(...after));
  }
  return known.get(key);
}

/** Return the mistake after which the run can last longest, as far as `most` updates ahead, the first of several, or null. */
export function winnowAdversary(logs, A, epsilon, most) {
  const known = new Map();
  const wrong = winnowMistakes(logs, A);
  const left = wrong.map((i) => -longestWinnow(winnowStep(logs, A[i], epsilon), A, epsilon, most, known));
  return wrong[smallest(left)] ?? null;
}

/** Return { w, margin } of the largest gamma_W, or margin 0 and w null where no plane separates. */
export function bestWinnow(A) {
  if (!A.length) return { w: null, margin: Infinity };
  const { value, mixture } = game(A.map(doubled));
  const w = undoubled(mixture);
  const size = w.reduce((sum, entry) => sum + Math.abs(entry), 0);
  if (value <= 1e-12 || size === 0) return { w: null, margin: 0 };
  const best = scale(1 / size, w);
  return { w: best, margin: Math.min(...A.map((a) => dot(best, a))) };
}

/**
 * Return the value of a game and the best mixture of its columns, for the player who wants every row's mean large.
 *
 * With all entries above 0, the other player's p >= 0 with the largest sum p such that p M <= 1 solves it; the prices
 * of those constraints are the mixture, times a constant. A simplex tableau, with Bland's rule against circles.
 */
export function game(M) {
  const shift = 1 - Math.min(...M.flat());
  const [rows, columns] = [M.length, M[0].length];
  const table = M[0].map((_, j) => [...M.map((row) => row[j] + shift), ...unit(columns, j), 1]);
  table.push([...new Array(rows).fill(-1), ...zeros(columns), 0]);
  const basic = M[0].map((_, j) => rows + j);
  for (;;) {
    const entering = table[columns].slice(0, -1).findIndex((price) => price < -1e-12);
    if (entering < 0) break;
    pivot(table, leavingRow(table, basic, entering), entering, basic);
  }
  const total = table[columns].at(-1);
  const prices = table[columns].slice(rows, -1).map((price) => Math.max(price, 0));
  return { value: 1 / total - shift, mixture: scale(1 / prices.reduce((sum, price) => sum + price, 0), prices) };
}

const unit = (d, j) => zeros(d).fill(1, j, j + 1);

function leavingRow(table, basic, entering) {
  let [best, row] = [Infinity, -1];
  basic.forEach((variable, j) => {
    if (table[j][entering] <= 1e-11) return;
    const ratio = table[j].at(-1) / table[j][entering];
    if (ratio < best || (ratio === best && variable < basic[row])) [best, row] = [ratio, j];
  });
  return row;
}

function pivot(table, row, entering, basic) {
  table[row] = scale(1 / table[row][entering], table[row]);
  table.forEach((line, j) => {
    if (j !== row && line[entering]) table[j] = add(line, scale(-line[entering], table[row]));
  });
  basic[row] = entering;
}
