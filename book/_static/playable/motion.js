/** Motion that explains a step, none of it for readers who want none; and a player that makes step after step. */

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Return a motion: `play(milliseconds, draw)` calls draw(t), t from 0 to 1, in place of what was under way. */
export function motion() {
  let frame = null;
  return {
    play(milliseconds, draw) {
      cancelAnimationFrame(frame);
      if (!milliseconds || still.matches || document.hidden) return draw(1);
      const start = performance.now();
      const next = (now) => {
        const t = Math.min(1, Math.max(0, (now - start) / milliseconds));
        draw(t);
        if (t < 1) frame = requestAnimationFrame(next);
      };
      next(start);
    },
  };
}

/** Return how far t has come from `from` to `to`, eased, between 0 and 1. */
export function phase(t, from, to) {
  const part = Math.min(1, Math.max(0, (t - from) / (to - from)));
  return part * part * (3 - 2 * part);
}

export const between = (a, b, t) => a + (b - a) * t;

export const pointBetween = (a, b, t) => a.map((entry, j) => between(entry, b[j], t));

/**
 * Return a player: `start` calls step() at once and at each interval, until that returns false or `stop` is called.
 *
 * The interval is in milliseconds, or a function that says how many it is when the player starts.
 */
export function player(interval, step, onChange) {
  let timer = null;
  const stop = () => {
    if (timer === null) return;
    clearInterval(timer);
    timer = null;
    onChange(false);
  };
  const go = () => step() || stop();
  return {
    stop,
    start() {
      timer ??= setInterval(go, typeof interval === "function" ? interval() : interval);
      onChange(true);
      go();
    },
    get running() {
      return timer !== null;
    },
  };
}
