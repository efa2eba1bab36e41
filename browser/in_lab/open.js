/**
 * The entrance of the lab: open.html?set=ps1 opens the notebook of this release. If the browser has work on another
 * release, it shows both. Without a set it shows all notebooks and all work. It deletes only what can be loaded again.
 */

import { cacheSize, clearCache, startCaching } from "./cache.js";
import { checkStorage, storedNotebooks } from "./storage.js";

const said = document.getElementById("said");
const found = document.getElementById("found");
const set = new URLSearchParams(location.search).get("set");

start().catch((error) => showStatus(`This went wrong: ${error.message} Your work was not touched.`));

async function start() {
  const answer = await fetch("releases.json", { cache: "no-cache" });
  const { storage, sets } = await answer.json();
  if (set !== null && !Object.hasOwn(sets, set)) return showStatus(`There is no problem set called ${set}.`);
  const missing = findMissing();
  if (missing) return offerDownloads(missing, sets);
  let work;
  try {
    work = await storedNotebooks(storage);
    await checkStorage(storage);
  } catch (error) {
    return offerDownloads(`This browser keeps nothing here (${error.name}), so your work would be lost`, sets, work);
  }
  await startCaching();
  if (set === null) return showAll(sets, work);
  const mine = work.filter((copy) => copy.set === set);
  const others = mine.filter((copy) => copy.path !== sets[set].file);
  if (others.length === 0) return location.replace(address(sets[set].file));
  showStatus("This browser keeps your work on another release of this problem set. Nothing of it is lost or changed.");
  show(set, sets[set], mine);
}

function findMissing() {
  if (typeof WebAssembly !== "object") return "This browser does not run WebAssembly, which Python needs";
  if (!globalThis.indexedDB) return "This browser has no IndexedDB, in which your work would be kept";
  if (!hasModuleWorkers()) return "This browser does not run modules in workers, which Python needs";
  return "";
}

/** Return whether the browser reads a worker's type, which is the only way to find out. */
function hasModuleWorkers() {
  let asked = false;
  const options = { get type() { asked = true; return "module"; } };
  try {
    new Worker("data:text/javascript,", options).terminate();
  } catch {
    // A browser that forbids this worker has still asked.
  }
  return asked;
}

function address(path) {
  return `notebooks/index.html?path=${encodeURIComponent(path)}`;
}

function showStatus(text) {
  said.textContent = text;
}

/** Say why the lab doesn't work here, and offer the notebooks and the reader's work as downloads. */
function offerDownloads(why, sets, work = []) {
  showStatus(`${why}. Take another browser, or download the notebook and open it in Jupyter.`);
  for (const [name, { file }] of Object.entries(sets)) {
    if (set !== null && set !== name) continue;
    found.append(download(`Download ${name}.ipynb`, `files/${file}`, `${name}.ipynb`));
    const mine = work.filter((copy) => copy.set === name);
    for (const { path, file: made } of mine) found.append(download(`Download your ${path}`, made(), path));
  }
}

async function showAll(sets, work) {
  showStatus("The notebooks of this term, and what you did in this browser.");
  for (const [name, release] of Object.entries(sets)) show(name, release, work.filter((copy) => copy.set === name));
  await showCacheSize();
  document.getElementById("kept").hidden = false;
  document.getElementById("clear").addEventListener("click", async () => {
    await clearCache();
    await showCacheSize();
  });
}

async function showCacheSize() {
  const size = await cacheSize();
  const told = size < 1e5 ? "Less than 0.1 MB." : `${(size / 1e6).toFixed(1)} MB.`;
  document.getElementById("size").textContent = size ? told : "Nothing is kept now.";
  document.getElementById("clear").disabled = !size;
}

/** Show this release of a set, and the reader's copies. */
function show(name, { file, term }, mine) {
  const heading = document.createElement("h2");
  heading.textContent = name.replace("ps", "Problem set ");
  found.append(heading, entry({ path: file, term, copy: mine.find((copy) => copy.path === file), fresh: true }));
  const others = mine.filter((copy) => copy.path !== file).sort((a, b) => b.changed - a.changed);
  for (const copy of others) found.append(entry({ path: copy.path, term: copy.term, copy, fresh: false }));
}

/** Show a notebook: what it is, when it was changed, and links. */
function entry({ path, term, copy, fresh }) {
  const box = document.createElement("article");
  box.className = fresh ? "new" : "old";
  const title = document.createElement("h3");
  title.textContent = `${fresh ? "This release" : "Your work on another release"}${term ? `, ${term}` : ""}`;
  const about = document.createElement("p");
  const changed = copy ? `last changed by you ${copy.changed.toLocaleString()}` : "not begun in this browser";
  about.textContent = `${path} · ${changed}`;
  const open = document.createElement("a");
  open.className = "open";
  open.href = address(path);
  open.textContent = !fresh ? "Open the old one" : set === null ? "Open" : "Open the new one";
  box.append(title, about, open);
  const what = fresh ? "your work" : "the old one";
  if (copy) box.append(download(`Download ${what}`, copy.file(), path.split("/").at(-1)));
  return box;
}

function download(text, href, name) {
  return Object.assign(document.createElement("a"), { href, download: name, textContent: text, className: "open" });
}
