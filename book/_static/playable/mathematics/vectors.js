/** Vectors are plain arrays of numbers; nothing here changes its arguments. */

export const add = (u, v) => u.map((entry, i) => entry + v[i]);

export const subtract = (u, v) => u.map((entry, i) => entry - v[i]);

export const scale = (factor, v) => v.map((entry) => factor * entry);

export function dot(u, v) {
  let sum = 0;
  for (let i = 0; i < u.length; i++) sum += u[i] * v[i];
  return sum;
}

export const length = (v) => Math.hypot(...v);

export const zeros = (d) => new Array(d).fill(0);

/** Return sum of weights_i rows_i, of d coordinates. */
export function combination(weights, rows, d) {
  const sum = zeros(d);
  rows.forEach((row, i) => {
    for (let j = 0; j < d; j++) sum[j] += weights[i] * row[j];
  });
  return sum;
}

/** Return the index of the smallest value, the first one where there are several, or -1 where there is none. */
export function smallest(values) {
  let best = values.length ? 0 : -1;
  for (let i = 1; i < values.length; i++) if (values[i] < values[best]) best = i;
  return best;
}

/** Return the largest absolute value of an entry. */
export const largestEntry = (v) => v.reduce((largest, entry) => Math.max(largest, Math.abs(entry)), 0);
