/** What the service worker keeps for times without a network; see service-worker.js. */

const CACHE = "maximizing-the-margin-lab";
const PATIENCE = 3000; // milliseconds; without it the lab works, too

/** Let the service worker see what is loaded from now on. */
export async function startCaching() {
  if (!navigator.serviceWorker) return;
  const controls = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
  try {
    // The address that JupyterLite gives it: another would replace this worker.
    await navigator.serviceWorker.register("service-worker.js?enableCache=false");
  } catch {
    return;
  }
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  if (!navigator.serviceWorker.controller) await Promise.race([controls, late]);
}

/** Return how many bytes are kept. */
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
