/**
 * The lab offline: everything that is loaded is cached, and served from the cache if the host can't be reached.
 * Otherwise the host is asked each time, so that nothing shown is out of date. JupyterLite's own worker does the rest:
 * it passes requests between Python and the page.
 */

const KEPT_IN = "maximizing-the-margin-lab";
const LOADED_BEFORE = ["open.html", "open.css", "open.js", "storage.js", "cache.js", "releases.json"];
const BETWEEN_PYTHON_AND_PAGE = /\/api\/(drive|stdin|service-worker-heartbeat)/;

addEventListener("install", (event) => {
  const kept = caches.open(KEPT_IN).then((cache) => cache.addAll(LOADED_BEFORE));
  event.waitUntil(kept.catch(() => {})); // the disk may be full
});

addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin || BETWEEN_PYTHON_AND_PAGE.test(pathname)) return;
  event.stopImmediatePropagation();
  event.respondWith(respond(event));
});

importScripts("jupyterlite-service-worker.js");

async function respond(event) {
  const { request } = event;
  // All notebooks are opened by one page, whose address names them.
  const key = request.mode === "navigate" ? request.url.split("?")[0] : request;
  try {
    const given = await fetch(request, { cache: "no-cache" });
    if (given.ok) event.waitUntil(cacheResponse(key, given.clone()).catch(() => {}));
    return given;
  } catch (error) {
    const kept = await caches.match(key);
    if (kept) return kept;
    throw error;
  }
}

/** Cache a response, unless it is cached already, here or by the book. */
async function cacheResponse(key, given) {
  const kept = await caches.match(key);
  const same = (header) => kept.headers.get(header) === given.headers.get(header);
  const dated = given.headers.has("ETag") || given.headers.has("Last-Modified");
  if (kept && dated && same("ETag") && same("Last-Modified")) return;
  const cache = await caches.open(KEPT_IN);
  await cache.put(key, given);
}
