/**
 * Points of the plane lifted onto a surface, and cut by a plane of space.
 *
 *     kind      of surface: "bowl", h(x) = x1^2 + x2^2, or "saddle", h(x) = x1 x2
 *     share     how far the points are lifted, from 0 to 1: they are at the height share h(x)
 *     c, slope  the plane at the height c + slope x1
 *     f         c + slope x1 - share h(x): above 0 where the surface is below the plane
 */

export const liftHeight = (kind, [x1, x2]) => (kind === "bowl" ? x1 * x1 + x2 * x2 : x1 * x2);

/** Return f(x). */
export const liftValue = ({ kind, share, c, slope }, x) => c + slope * x[0] - share * liftHeight(kind, x);

/** Return f on a grid, row by row, as `contour` and `regionPolygons` take it. */
export const liftValues = (scene, xs, ys) => ys.flatMap((y) => xs.map((x) => liftValue(scene, [x, y])));

/**
 * Return what the shadow of the cut is: its `shape`, and of a circle its middle and radius.
 *
 * "line", "circle", "hyperbola" or "two lines"; "none" where plane and surface do not meet, "all" where they are one.
 */
export function shadowOf({ kind, share, c, slope }) {
  if (!share) return { shape: slope ? "line" : c ? "none" : "all" };
  if (kind === "saddle") return { shape: c ? "hyperbola" : "two lines" };
  const middle = slope / (2 * share);
  const square = c / share + middle * middle;
  return square > 0 ? { shape: "circle", middle, radius: Math.sqrt(square) } : { shape: "none" };
}

/** Return where a point of space is seen, after a turn about the upright axis and a tilt; `tilt` 90 looks straight down. */
export function projected([x, y, z], turn, tilt) {
  const [t, s] = [(turn * Math.PI) / 180, (tilt * Math.PI) / 180];
  const away = x * Math.sin(t) + y * Math.cos(t);
  return [x * Math.cos(t) - y * Math.sin(t), z * Math.cos(s) + away * Math.sin(s)];
}
