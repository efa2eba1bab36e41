/**
 * Calls the mathematics of the playable figures: one line of JSON in, [function, arguments], one line of JSON out.
 *
 * Infinities and NaN are written as Python's json module writes them. An empty name asks for the names of all functions.
 */

import { createInterface } from "node:readline";

import * as mathematics from "../../book/_static/playable/mathematics.js";

const QUOTED = /"#(-?Infinity|NaN)"/g;
const BARE = /-?\bInfinity\b|\bNaN\b/g;
const revived = (_, value) => (typeof value === "string" && value.startsWith("#") ? Number(value.slice(1)) : value);

function written(_, value) {
  if (typeof value === "number" && !Number.isFinite(value)) return `#${value}`;
  return ArrayBuffer.isView(value) ? Array.from(value) : value;
}

for await (const line of createInterface({ input: process.stdin })) {
  const [name, given] = JSON.parse(line.replace(BARE, '"#$&"'), revived);
  const answer = name ? mathematics[name](...given) : Object.keys(mathematics);
  process.stdout.write(`${JSON.stringify(answer, written).replace(QUOTED, "$1")}\n`);
}
