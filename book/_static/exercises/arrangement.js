/**
 * Which order of a proof's steps is a proof.
 *
 * `needs` has, by the letter of each step, the letters of those that it builds on; a step that doesn't belong isn't in it.
 */

/** The first step of an order that doesn't follow: its place, and whether it belongs to the proof at all. */
export function firstFault(order, needs) {
  const isBefore = (need, index) => order.slice(0, index).includes(need);
  const place = order.findIndex((step, index) => !needs[step]?.every((need) => isBefore(need, index)));
  return place < 0 ? undefined : { place, belongs: Boolean(needs[order[place]]) };
}

/** How many steps of the proof an order lacks. */
export function missing(order, needs) {
  return Object.keys(needs).filter((step) => needs[step] && !order.includes(step)).length;
}

/** Whether a right order isn't the only one: two neighbors may change places. */
export function hasOthers(order, needs) {
  return order.slice(1).some((step, before) => !needs[step].includes(order[before]));
}
