/**
 * Caches the book for reading offline. A page registers it when its first cell is run.
 *
 * Files whose names change with their contents, Python among them, come from the cache; all others come from the
 * network while there is one. A file of Python is cached only if its hash is the one in about.json, so that an
 * interrupted download affects one visit only.
 *
 * Pages send {task, ...} with a port, on which they get the answers: see TASKS.
 */

const SCOPE = self.registration.scope;
const NAME = `the book at ${SCOPE}`;
const RUNTIME = /^(runtime\/[^/]+\/)(.+)$/;
const UNCHANGING = /^(runtime\/.+\.(?!json$|html$)\w+|_static\/run-.+)$/;
const ELSEWHERE = /^lab\//; // the lab has a service worker of its own

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("message", (event) => event.waitUntil(TASKS[event.data.task](event.data, event.ports[0])));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && inBook(request.url)) event.respondWith(respond(event, request));
});

/** Return the path of an address in the book, without query and fragment. */
const pathOf = (url) => url.slice(SCOPE.length).replace(/[?#].*/, "");
const inBook = (url) => url.startsWith(SCOPE) && !ELSEWHERE.test(pathOf(url));

async function respond(event, request) {
  const cache = await caches.open(NAME);
  if (UNCHANGING.test(pathOf(request.url))) {
    const kept = await cache.match(request.url);
    if (kept) return kept;
  }
  try {
    const response = await fetch(request);
    event.waitUntil(cacheResponse(cache, request.url, response.clone()).catch(() => {})); // TASKS.keep reports a full disk
    return response;
  } catch (error) {
    const kept = await cache.match(request.url, { ignoreSearch: true });
    if (kept) return kept;
    if (request.mode === "navigate") return offlinePage();
    throw error;
  }
}

async function cacheResponse(cache, url, response, again = true) {
  if (!response.ok || response.redirected) return;
  if (await isWhole(url, response.clone())) await cache.put(url, response);
  else if (again) await cacheResponse(cache, url, await fetch(url, { cache: "reload" }), false); // the browser cached half of it
}

/** Return whether a file of Python has its hash; other files have none. */
async function isWhole(url, response) {
  const [, runtime, file] = RUNTIME.exec(pathOf(url)) ?? [];
  const expected = file && (await hashesOf(runtime))[file];
  if (!expected) return true;
  const digest = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("") === expected;
}

const known = new Map();

/** Return the hashes of a runtime's files by name, fetched once. */
function hashesOf(runtime) {
  if (!known.has(runtime)) {
    const asked = fetch(`${SCOPE}${runtime}about.json`, { cache: "no-cache" }).then((answer) => answer.json());
    known.set(runtime, asked.then(({ files }) => Object.fromEntries(files.map(({ file, sha256 }) => [file, sha256]))));
    known.get(runtime).catch(() => known.delete(runtime));
  }
  return known.get(runtime);
}

function offlinePage() {
  const words = "This page was not kept in this browser, and there is no network. Go back, or try again when there is one.";
  const page = `<!DOCTYPE html><html lang="en"><meta name="viewport" content="width=device-width"><title>No network</title><p>${words}`;
  return new Response(page, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

const TASKS = {
  /** Cache these files; report how many are done, and at the end {ended, full, absent}. */
  async keep({ urls }, port) {
    const cache = await caches.open(NAME);
    const absent = [];
    let full = false;
    for (const [done, url] of urls.filter(inBook).entries()) {
      try {
        const there = UNCHANGING.test(pathOf(url)) && (await cache.match(url));
        if (!there) await cacheResponse(cache, url, await fetch(url));
      } catch (error) {
        if (error.name === "QuotaExceededError") full = true;
        else absent.push(url);
      }
      if (full) break;
      port.postMessage({ done: done + 1, of: urls.length });
    }
    port.postMessage({ ended: true, full, absent });
  },

  /** Delete runtime and scripts of earlier editions; `runtime` and `scripts` are the folders of this one. */
  async tidy({ runtime, scripts }, port) {
    const cache = await caches.open(NAME);
    const current = new Set(Object.keys(await hashesOf(runtime)).map((file) => runtime + file));
    const used = (path) => path.startsWith(scripts) || current.has(path) || !UNCHANGING.test(path);
    for (const { url } of await cache.keys()) if (!used(pathOf(url))) await cache.delete(url);
    port.postMessage({ ended: true });
  },

  /** Report the number of cached files, and their bytes. */
  async size(_, port) {
    const cache = await caches.open(NAME);
    const kept = await Promise.all((await cache.keys()).map((request) => cache.match(request)));
    const sizes = await Promise.all(kept.map(async (response) => (await response.blob()).size));
    port.postMessage({ ended: true, files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) });
  },
};
