/** A chart: an SVG in pixels that fills its place, and is drawn again when the place changes its size. */

import { svgElement } from "./frame.js";
import { place } from "./panel.js";

/**
 * Return a chart: its `box` and `svg`, and `redraw()`, which calls draw({ wide, tall }).
 *
 * `make(tag, kind, term, text)` adds a mark with the class playable-NAME-KIND, and a term where words name it.
 */
export function chart(parent, name, label, draw) {
  const box = place(parent, name);
  box.classList.add("playable-chart");
  const svg = svgElement(box, "svg", { role: "img", "aria-label": label });
  let size = { wide: 360, tall: 360 };
  const redraw = () => draw(size);
  const make = (tag, kind, term = "", text = "") => {
    const element = svgElement(svg, tag, { class: `playable-${name}-${kind}${term && ` term-${term}`}` });
    element.textContent = text;
    return element;
  };
  new ResizeObserver(([{ contentRect }]) => {
    size = { wide: contentRect.width, tall: contentRect.height };
    svg.setAttribute("viewBox", `0 0 ${size.wide} ${size.tall}`);
    redraw();
  }).observe(box);
  return { box, svg, make, redraw };
}
