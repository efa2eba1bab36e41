/**
 * The shares of experts and their opponents, as bars that grow to the right and to the left of one place.
 *
 *     shares     what each expert has now: those of the features first, then their opponents
 *     mixture    a mark at what each has in the best mixture, or null
 *     former     the shares before, the last of them last; they fade
 *     row        the chosen point's row, an arrow for each feature, or null
 *     factors    by what each weight is being multiplied, or null
 */

import { setAll, svgElement } from "./frame.js";
import { place } from "./panel.js";

const BAR = { top: 23, height: 20 }; // pixels
const ROW = 53; // height of the arrows
const NAME = 14; // of the names
const BESIDE = 6; // from the middle of a pair to the name of an expert
const LEAST = 0.4; // the share that fits into half a pair at least
const SHOWN = 8; // former shares at most
const LABEL = "Shares of the experts, each beside its opponent's";
const KEY = "Bars show the shares, green marks the best mixture, arrows the last row.";

/** Return the bars: `set({ shares, mixture, former, row, factors })`. `names` are those of the features. */
export function expertBars(parent, names) {
  const box = place(parent, "experts");
  const svg = svgElement(box, "svg", { role: "img", "aria-label": LABEL });
  place(parent, "key", "p").textContent = KEY;
  const path = (name, given = {}) => svgElement(svg, "path", { class: `playable-experts-${name}`, ...given });
  const text = (name, words = "") => {
    const element = svgElement(svg, "text", { class: `playable-experts-${name}` });
    element.textContent = words;
    return element;
  };
  const marks = {
    shares: path("shares term-sum"),
    former: Array.from({ length: SHOWN }, (_, age) => path("former", { opacity: (0.6 * (SHOWN - age)) / SHOWN })),
    middle: path("middle"),
    mixture: path("mixture term-mixture"),
    row: path("row"),
    names: [...names.map((name) => text("name", `+${name}`)), ...names.map((name) => text("name", `−${name}`))],
    factors: [...names, ...names].map(() => text("factor")),
  };
  let [wide, given] = [700, null];
  const draw = () => given && drawAll(marks, given, wide, names.length);
  new ResizeObserver(([{ contentRect }]) => {
    wide = contentRect.width;
    svg.setAttribute("viewBox", `0 0 ${wide} ${contentRect.height}`);
    draw();
  }).observe(box);
  return {
    set(numbers) {
      given = numbers;
      draw();
    },
  };
}

function drawAll(marks, { shares, mixture, former, row, factors }, wide, pairs) {
  const each = wide / pairs;
  const half = each / 2 - 7;
  const most = Math.max(LEAST, ...shares, ...(mixture ?? []));
  const side = (expert) => (expert < pairs ? 1 : -1);
  const middle = (expert) => ((expert % pairs) + 0.5) * each;
  const at = (expert, share) => middle(expert) + (side(expert) * half * share) / most;
  const bottom = BAR.top + BAR.height;
  const box = (share, j) => `M${middle(j)},${BAR.top}H${at(j, share)}V${bottom}H${middle(j)}Z`;
  const tick = (beyond) => (share, j) => (share > 1e-9 ? `M${at(j, share)},${BAR.top - beyond}V${bottom + beyond}` : "");
  marks.shares.setAttribute("d", shares.map(box).join(""));
  marks.former.forEach((mark, age) => mark.setAttribute("d", (former.at(-1 - age) ?? []).map(tick(0)).join("")));
  marks.mixture.setAttribute("d", (mixture ?? []).map(tick(3)).join(""));
  marks.middle.setAttribute("d", names(pairs).map((j) => `M${middle(j)},${BAR.top - 4}V${ROW + 6}`).join(""));
  marks.row.setAttribute("d", (row ?? []).map((entry, j) => arrow(middle(j), middle(j) + half * entry)).join(""));
  marks.names.forEach((name, j) => {
    setAll(name, { x: middle(j) + side(j) * BESIDE, y: NAME, "text-anchor": side(j) > 0 ? "start" : "end" });
  });
  marks.factors.forEach((factor, j) => {
    setAll(factor, { x: middle(j) + side(j) * half, y: NAME, "text-anchor": side(j) > 0 ? "end" : "start" });
    factor.textContent = factors ? `×${factors[j].toFixed(2)}` : "";
  });
}

const names = (pairs) => Array.from({ length: pairs }, (_, j) => j);

/** Return a flat arrow between two places; none where there is no room for its head. */
function arrow(from, to) {
  const back = to - 6 * Math.sign(to - from);
  return Math.abs(to - from) < 3 ? "" : `M${from},${ROW}H${to}M${back},${ROW - 5}L${to},${ROW}L${back},${ROW + 5}`;
}
