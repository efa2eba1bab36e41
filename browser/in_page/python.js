/** The page's side of the worker that runs Python: it runs one cell at a time, and can be stopped. */

const GRACE = 1500; // milliseconds that an interrupted cell has to end

export class Failure extends Error {
  /** `fatal` means that Python has to be restarted. */
  constructor(kind, message, fatal) {
    super(message);
    Object.assign(this, { kind, fatal });
  }
}

export class Python {
  /** `again` means that Python could not be loaded before. */
  constructor(runtime, again) {
    this.current = null;
    this.interrupt = globalThis.crossOriginIsolated ? new Uint8Array(new SharedArrayBuffer(1)) : null;
    if (typeof WebAssembly !== "object") throw new Failure("no WebAssembly", "", true);
    this.worker = new Worker(new URL("worker.mjs", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.#hear(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.#fail("other", event.message || "its script did not arrive.", true);
    };
    this.worker.postMessage({ runtime, interrupt: this.interrupt, again });
  }

  /** Run {source, name, answer}; resolves to {ok, missing}, or rejects with a Failure. */
  run(cell, on) {
    return new Promise((resolve, reject) => {
      this.current = { resolve, reject, on };
      this.worker.postMessage(cell);
    });
  }

  #hear({ kind, ...said }) {
    const { on, resolve } = this.current ?? {};
    if (!on) return;
    if (kind === "loading") on.loading(said.what, said.loaded, said.total);
    else if (kind === "running") on.running();
    else if (kind === "failed") this.#fail(said.absent ? "absent" : "other", said.reason, said.fatal);
    else if (kind === "done") {
      this.current = null;
      resolve(said);
    } else on.output(kind, said.text);
  }

  #fail(kind, message, fatal) {
    const failed = this.current;
    this.current = null;
    failed?.reject(new Failure(kind, message, fatal));
  }

  /** Interrupt the cell, if the page shares memory with the worker, and return whether it ended. */
  async stop() {
    if (!this.interrupt || !this.current) return false;
    const running = this.current;
    this.interrupt[0] = 2; // as Ctrl+C
    await new Promise((resolve) => setTimeout(resolve, GRACE));
    return this.current !== running;
  }

  end() {
    this.worker.terminate();
  }
}
