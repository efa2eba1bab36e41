/**
 * Kernels: inner products in a feature space that is never entered.
 *
 *     kernel    { kind: "linear" }, { kind: "polynomial", degree, r } for (x.z + r)^degree,
 *               { kind: "rbf", gamma } for exp(-gamma |x - z|^2), or { kind: "lift" }, that of phi(x) = (x1, x2, x1 x2)
 *     K         Gram matrix, K[i][j] = k(x_i, x_j)
 *     phi       feature map
 */

import { dot } from "./vectors.js";

export function kernelValue(kernel, x, z) {
  if (kernel.kind === "linear") return dot(x, z);
  if (kernel.kind === "polynomial") return power(dot(x, z) + kernel.r, kernel.degree);
  if (kernel.kind === "rbf") return Math.exp(-kernel.gamma * squaredDistance(x, z));
  if (kernel.kind === "lift") return dot(liftXor(x), liftXor(z));
  throw new Error(`there is no kernel of kind ${kernel.kind}`);
}

/** Return base^exponent for a whole exponent, by multiplying. */
export function power(base, exponent) {
  let product = 1;
  for (let i = 0; i < exponent; i++) product *= base;
  return product;
}

export const gram = (kernel, X) => X.map((x) => X.map((z) => kernelValue(kernel, x, z)));

/** Return phi(x) = (x1, x2, x1 x2), in which a plane separates the exclusive or. */
export const liftXor = ([x1, x2]) => [x1, x2, x1 * x2];

function squaredDistance(x, z) {
  let sum = 0;
  for (let j = 0; j < x.length; j++) sum += (x[j] - z[j]) ** 2;
  return sum;
}
