/**
 * A line that is held by its two ends: what it is, and what it becomes when it is turned or shifted.
 *
 *     ends      [p, q]; the positive side is on the left of the way from p to q
 *     angle     the direction of the normal, in degrees from -180 to 180
 *     offset    the distance of the line from the origin, with a sign
 */

import * as maths from "./mathematics.js";

/** Return { w, b } of the line through the two ends. */
export function lineThrough([p, q]) {
  const w = [p[1] - q[1], q[0] - p[0]];
  return { w, b: -maths.dot(w, p) };
}

export const angleOf = ({ w }) => (Math.atan2(w[1], w[0]) * 180) / Math.PI;

export const normalAt = (degrees) => [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];

export const offsetOf = ({ w, b }) => -b / maths.length(w);

const middleOf = ([p, q]) => maths.scale(0.5, maths.add(p, q));

const halfOf = ([p, q]) => maths.length(maths.subtract(q, p)) / 2;

/** Return the ends turned around their middle until the normal has this angle. */
export const turned = (ends, degrees) => endsAround(middleOf(ends), halfOf(ends), normalAt(degrees));

/** Return the ends moved along the normal until the line has this offset. */
export function shifted(ends, offset) {
  const line = lineThrough(ends);
  const way = maths.scale((offset - offsetOf(line)) / maths.length(line.w), line.w);
  return ends.map((end) => maths.add(end, way));
}

/** Return ends on another line, as far apart, around the point that is nearest to their middle. */
export function onLine({ w, b }, ends) {
  const u = maths.scale(1 / maths.length(w), w);
  const away = maths.decision({ w, b }, middleOf(ends)) / maths.length(w);
  return endsAround(maths.subtract(middleOf(ends), maths.scale(away, u)), halfOf(ends), u);
}

function endsAround(middle, half, u) {
  const along = maths.scale(half, [u[1], -u[0]]);
  return [maths.subtract(middle, along), maths.add(middle, along)];
}
