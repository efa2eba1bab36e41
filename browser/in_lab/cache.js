/** The page's side of service-worker.js, which caches the lab for use offline. */

const CACHE = "maximizing-the-margin-lab";
const PATIENCE = 3000; // milliseconds; the lab works without it, too

/** Register the service worker, and wait until it controls the page. */
export async function startCaching() {
  if (!navigator.serviceWorker) return;
  const controls = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
  try {
    // The address that JupyterLite uses for it: with another one, JupyterLite would replace this worker.
    await navigator.serviceWorker.register("service-worker.js?enableCache=false");
  } catch {
    return;
  }
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  if (!navigator.serviceWorker.controller) await Promise.race([controls, late]);
}

/** Return how many bytes are cached. */
export async function cacheSize() {
  if (!globalThis.caches) return 0;
  const cache = await caches.open(CACHE);
  const answers = await Promise.all((await cache.keys()).map((request) => cache.match(request)));
  const sizes = await Promise.all(answers.map(async (answer) => (await answer.blob()).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

export async function clearCache() {
  await globalThis.caches?.delete(CACHE);
}
