/**
 * The mathematics of all playable figures, and nothing else: no document, no window, so Node can run it too.
 * tests/pages/test_playable_mathematics.py compares it with margin_lib on the same inputs.
 *
 *     X, y      points, one array of coordinates each; labels, +1 or -1
 *     Z         signed points, z = y x
 *     w, b      the plane w.x + b = 0; f(x) = w.x + b
 *     bias      false for planes through the origin, where b = 0
 *
 * What does not exist is null: the best plane of points that no plane separates, say. Each module in mathematics/ is
 * one idea, and begins with its own letters.
 */

export * from "./mathematics/vectors.js";
export * from "./mathematics/planes.js";
export * from "./mathematics/separation.js";
export * from "./mathematics/slab.js";
export * from "./mathematics/closing.js";
export * from "./mathematics/hulls.js";
export * from "./mathematics/program.js";
export * from "./mathematics/perceptron.js";
export * from "./mathematics/margin_perceptron.js";
export * from "./mathematics/winnow.js";
export * from "./mathematics/lagrangian.js";
export * from "./mathematics/svm.js";
export * from "./mathematics/tradeoff.js";
export * from "./mathematics/kernels.js";
export * from "./mathematics/region.js";
export * from "./mathematics/leave_out.js";
export * from "./mathematics/descent.js";
export * from "./mathematics/lift.js";
