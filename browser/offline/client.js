/** The page's side of service-worker.js, which caches the book for reading offline. */

const NAME = "service-worker.js";

export class OfflineBook {
  /** `root` is the address of the book. */
  constructor(root) {
    this.root = root;
    this.asked = new Set();
  }

  /** Whether this browser can cache the book: not in some private windows, and not without https. */
  get possible() {
    return Boolean(navigator.serviceWorker && globalThis.caches);
  }

  /** Return the active service worker, after registering it if need be. */
  async #worker() {
    const registration = await navigator.serviceWorker.register(new URL(NAME, this.root), { scope: this.root });
    const coming = registration.active ?? registration.waiting ?? registration.installing;
    if (coming.state !== "activated") {
      await new Promise((resolve) => coming.addEventListener("statechange", () => coming.state === "activated" && resolve()));
    }
    return registration.active;
  }

  /** Give the service worker a task, and return its last message; `on` is called with its progress. */
  async #ask(message, on = () => {}) {
    const worker = await this.#worker();
    const { port1, port2 } = new MessageChannel();
    return new Promise((resolve) => {
      port1.onmessage = ({ data }) => (data.ended ? resolve(data) : on(data));
      worker.postMessage(message, [port2]);
    });
  }

  /** Cache files, each once per page; return {full, absent}. */
  async keep(urls, on) {
    const news = [...new Set(urls)].filter((url) => url.startsWith(this.root) && !this.asked.has(url));
    for (const url of news) this.asked.add(url);
    return news.length ? this.#ask({ task: "keep", urls: news }, on) : { full: false, absent: [] };
  }

  /** Delete the files of an earlier edition of the book; `runtime` and `scripts` are the folders of this one. */
  tidy(runtime, scripts) {
    const path = (url) => url.slice(this.root.length);
    return this.#ask({ task: "tidy", runtime: path(runtime), scripts: path(scripts) });
  }

  /** Return how much is cached, {files, bytes}, without registering the service worker. */
  async size() {
    const there = await navigator.serviceWorker.getRegistration(this.root);
    return there ? this.#ask({ task: "size" }) : { files: 0, bytes: 0 };
  }

  /** Delete the cache, and unregister the service worker. */
  async clear() {
    await caches.delete(`the book at ${this.root}`);
    const registration = await navigator.serviceWorker.getRegistration(this.root);
    await registration?.unregister();
    this.asked.clear();
  }
}
