/** Links to the sections that practice says to read: the text of the part has them (book/_extensions/sections_to_read.py). */

const plain = (text) => text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"');

/** Make links of the headings in what practice says under a cell. */
export function linkPlaces(cell) {
  const links = new Map([...cell.closest(".practice").querySelectorAll("a.place")].map((link) => [plain(link.textContent), link]));
  for (const told of cell.querySelectorAll(".run-own td")) {
    for (const [heading, link] of links) {
      const [before, after] = told.textContent.split(heading);
      if (after === undefined || !/ section ['"]$/.test(before)) continue;
      told.replaceChildren(before, link.cloneNode(true), after);
      break; // a claim names one section
    }
  }
}
