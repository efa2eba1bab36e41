/** The panel with which readers save the whole book for reading offline, see how much is saved, and clear it. */

import { OfflineBook } from "./client.js";

const LIST = "offline.json";
const MB = (bytes) => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;

/** Fill the panel; `root` is the book's address, `runtime` that of its Python. */
export async function fill(place, root, runtime) {
  fillPanel(place, root);
  const answer = await fetch(new URL("about.json", runtime), { cache: "no-cache" });
  if (!answer.ok) return; // this copy of the book comes without Python
  const { python, files } = await answer.json();
  const link = make("a", { href: new URL("index.html", runtime), textContent: "with versions and licenses" });
  const line = make("p", { className: "runtime-list" });
  line.append(`Python ${python} and its packages, ${MB(files.reduce((sum, { size }) => sum + size, 0))} in all, are listed `, link, ".");
  place.after(line);
}

async function fillPanel(place, root) {
  const offline = new OfflineBook(root);
  if (!offline.possible) {
    place.textContent = "This browser, or this address, lets no page keep files. Download the pages that you need instead.";
    return;
  }
  const { files } = await list(root);
  const whole = files.reduce((sum, { size }) => sum + size, 0);
  const line = make("p", { role: "status" });
  const bar = make("progress", { max: files.length, hidden: true, ariaLabel: "Files kept" });
  const keep = make("button", { type: "button", textContent: `Keep the whole book (${MB(whole)})`, hidden: !files.length });
  const clear = make("button", { type: "button", textContent: "Clear" });
  const row = make("div", { className: "offline-buttons" });
  row.append(keep, clear);
  place.replaceChildren(line, bar, row);

  const busy = async (task) => {
    for (const button of [keep, clear]) button.disabled = true;
    try {
      await task();
    } catch (error) {
      line.textContent = `That did not work: ${error.message} Reload the page and try again.`;
    }
    for (const button of [keep, clear]) button.disabled = false;
    bar.hidden = true;
  };
  const tell = async () => {
    const { files: count, bytes } = await offline.size();
    clear.hidden = count === 0;
    line.textContent = count ? `${MB(bytes)} of this book, ${count} files, are kept in this browser.` : "Nothing of this book is kept in this browser.";
  };

  keep.onclick = () =>
    busy(async () => {
      bar.hidden = false;
      line.textContent = "Keeping the book. It can be read on meanwhile.";
      const urls = [LIST, ...files.map(({ file }) => file)].map((file) => new URL(file, root).href);
      offline.asked.clear();
      const { full, absent } = await offline.keep(urls, ({ done }) => (bar.value = done));
      await tell();
      if (full) line.textContent += " There was no room for the rest: clear something in this browser, and press again.";
      else if (absent.length) line.textContent += ` ${absent.length} files did not arrive: press again when there is a network.`;
      else line.textContent += " All of it is there; it can be read and run without a network.";
    });
  clear.onclick = () =>
    busy(async () => {
      await offline.clear();
      await tell();
      keep.focus();
    });
  await busy(tell);
}

/** Return the files of the book, or none if their list can't be loaded. */
async function list(root) {
  try {
    return await (await fetch(new URL(LIST, root), { cache: "no-cache" })).json();
  } catch {
    return { files: [] };
  }
}

function make(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}
