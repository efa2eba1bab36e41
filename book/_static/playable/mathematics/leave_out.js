/**
 * What becomes of the best plane when one point is left out, and of the point.
 *
 *     alpha      multipliers of all points; support: where they are above 0
 *     without    one entry a point: { plane, margin, moved, distance, correct } of the others' best plane, |w| = 1
 *     distance   of the point from that plane, negative on the wrong side
 *     errors     points that are misclassified when they are left out; by the theorem, all of them in `support`
 *
 * Where one class is gone there is no plane: then `plane`, `distance` and `correct` are null.
 */

import { dot } from "./vectors.js";
import { separate } from "./separation.js";
import { hardMargin } from "./svm.js";

const WIDER = 1e-9; // of the margin: by how much it grows if the plane has moved

/** Return { plane, margin, alpha, support, without, errors, movers } of points of both classes, or null if no plane separates. */
export function leaveOneOut(X, y) {
  const best = separate(X, y);
  const machine = best.plane && hardMargin(X, y);
  if (!machine) return null;
  const { alpha, support } = machine;
  const without = X.map((x, i) => (alpha[i] > 0 ? leaveOut(X, y, i, best) : judged(best, false, x, y[i])));
  const where = (chosen) => X.map((_, i) => i).filter((i) => chosen(without[i]));
  const movers = where(({ moved }) => moved);
  return { plane: best.plane, margin: best.margin, alpha, support, without, errors: where(({ correct }) => correct === false), movers };
}

/** Return what the others' best plane says of the i-th point. No other plane has their margin, so that tells if it moved. */
function leaveOut(X, y, i, best) {
  const others = (list) => list.filter((_, j) => j !== i);
  const found = separate(others(X), others(y));
  if (!found.plane) return { plane: null, margin: Infinity, moved: true, distance: null, correct: null };
  const moved = found.margin > best.margin * (1 + WIDER);
  return judged(moved ? found : best, moved, X[i], y[i]);
}

function judged({ plane, margin }, moved, x, label) {
  const distance = label * (dot(plane.w, x) + plane.b);
  return { plane, margin, moved, distance, correct: distance > 0 };
}
