/**
 * The lab without a network: what was loaded once is kept, and given out where the host cannot be reached. Where it
 * can, the host is asked each time, so that nothing old is ever shown for new. JupyterLite's own worker does the rest:
 * it passes on what Python asks of the page.
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
  event.respondWith(answer(event));
});

importScripts("jupyterlite-service-worker.js");

async function answer(event) {
  const { request } = event;
  // All notebooks are opened by one page, whose address names them.
  const key = request.mode === "navigate" ? request.url.split("?")[0] : request;
  try {
    const given = await fetch(request, { cache: "no-cache" });
    if (given.ok) event.waitUntil(keep(key, given.clone()).catch(() => {}));
    return given;
  } catch (error) {
    const kept = await caches.match(key);
    if (kept) return kept;
    throw error;
  }
}

/** Keep an answer, unless it is kept already, here or by the book. */
async function keep(key, given) {
  const kept = await caches.match(key);
  const same = (header) => kept.headers.get(header) === given.headers.get(header);
  const dated = given.headers.has("ETag") || given.headers.has("Last-Modified");
  if (kept && dated && same("ETag") && same("Last-Modified")) return;
  const cache = await caches.open(KEPT_IN);
  await cache.put(key, given);
}
