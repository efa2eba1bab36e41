/**
 * Two bounds that close in on one number from above and from below.
 *
 *     above, below    what each move gave, null where it gave nothing
 *     best            the best of each kind after each move, null before there is one
 *     share           how much of the upper bound the two leave open: 1 where nothing is known from below
 */

/** Return the best bounds { above, below } after each move. */
export const bestBounds = ({ above, below }) => ({ above: running(above, Math.min), below: running(below, Math.max) });

function running(values, better) {
  let best = null;
  return values.map((value) => {
    if (value !== null) best = best === null ? value : better(best, value);
    return best;
  });
}

/** Return what is left between the best bounds: { above, below, share }. */
export function openShare(moves) {
  const best = bestBounds(moves);
  const [above, below] = [best.above.at(-1) ?? null, best.below.at(-1) ?? null];
  const known = above !== null && below !== null;
  const share = known ? Math.max(0, above - below) / Math.max(Math.abs(above), Number.MIN_VALUE) : 1;
  return { above, below, share };
}

/** Return the part { low, high } of the scale on which the bounds of the last few moves are seen. */
export function closingScale(moves, last = 4) {
  const best = bestBounds(moves);
  const from = Math.max(0, best.above.length - last);
  const values = [...best.above.slice(from), ...best.below.slice(from)].filter((value) => value !== null);
  if (!values.length) return { low: 0, high: 1 };
  const known = best.below.slice(from).some((value) => value !== null);
  const [low, high] = [known ? Math.min(...values) : Math.min(0, ...values), Math.max(...values)];
  const room = 0.15 * (high - low) || 0.1 * Math.abs(high) || 1;
  return { low: low - room, high: high + room };
}
