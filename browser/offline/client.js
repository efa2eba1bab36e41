/** What this browser keeps of the book for when there is no network: service-worker.js does it, this asks it to. */

const NAME = "service-worker.js";

export class OfflineBook {
  /** `root` is the address of the book. */
  constructor(root) {
    this.root = root;
    this.asked = new Set();
  }

  /** Whether this browser can: not in some private windows, and not without https. */
  get possible() {
    return Boolean(navigator.serviceWorker && globalThis.caches);
  }

  /** Return the active service worker, registered if it is not there. */
  async #worker() {
    const registration = await navigator.serviceWorker.register(new URL(NAME, this.root), { scope: this.root });
    const coming = registration.active ?? registration.waiting ?? registration.installing;
    if (coming.state !== "activated") {
      await new Promise((resolve) => coming.addEventListener("statechange", () => coming.state === "activated" && resolve()));
    }
    return registration.active;
  }

  /** Give the service worker a task; `on` hears how far it is, and the last word is returned. */
  async #ask(message, on = () => {}) {
    const worker = await this.#worker();
    const { port1, port2 } = new MessageChannel();
    return new Promise((resolve) => {
      port1.onmessage = ({ data }) => (data.ended ? resolve(data) : on(data));
      worker.postMessage(message, [port2]);
    });
  }

  /** Keep files, each asked for once by a page; returns {full, absent}. */
  async keep(urls, on) {
    const news = [...new Set(urls)].filter((url) => url.startsWith(this.root) && !this.asked.has(url));
    for (const url of news) this.asked.add(url);
    return news.length ? this.#ask({ task: "keep", urls: news }, on) : { full: false, absent: [] };
  }

  /** Forget what an earlier edition of the book has left; these are the folders of this one. */
  tidy(runtime, scripts) {
    const path = (url) => url.slice(this.root.length);
    return this.#ask({ task: "tidy", runtime: path(runtime), scripts: path(scripts) });
  }

  /** How much is kept: {files, bytes}. A browser that keeps nothing is not made to. */
  async size() {
    const there = await navigator.serviceWorker.getRegistration(this.root);
    return there ? this.#ask({ task: "size" }) : { files: 0, bytes: 0 };
  }

  /** Forget all of it. */
  async clear() {
    await caches.delete(`the book at ${this.root}`);
    const registration = await navigator.serviceWorker.getRegistration(this.root);
    await registration?.unregister();
    this.asked.clear();
  }
}
