/** Figure 8: points of the plane, lifted onto a surface and cut by a plane whose shadow is a curve. */

import { panel, publish } from "./panel.js";

export default function lift(root, still) {
  panel(root, still, "Points lifted into space");
  publish(root, {});
}
