/**
 * Python in a worker, one per page, so that the page stays responsive whatever a cell does.
 *
 * In: {runtime, interrupt, again} once, `again` if Python could not be loaded before, and then {source, name, answer} for
 * each cell. Out: {kind, ...}, where kind is
 *
 *     loading    files are being loaded: `what`, with `loaded` of `total` bytes
 *     running    the cell runs
 *     text, html, error    output: `text`
 *     done       it ended: `ok`, the `missing` package if that was why it failed, and all `files` loaded so far
 *     failed     a file could not be loaded: the `reason`; `absent` if there is no runtime, `fatal` if it was Python
 */

const CORE = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"];

let python;

onmessage = ({ data }) => {
  if (data.runtime) python = start(data).catch((error) => Promise.reject(Object.assign(error, { fatal: true })));
  else run(data).catch(reportFailure);
};

function reportFailure(error) {
  const lines = String(error?.message ?? error).split("\n").filter((line) => line.trim());
  const reason = (lines.at(-1) ?? "no reason given").replace(/([^.])$/, "$1.");
  postMessage({ kind: "failed", reason, absent: error?.absent === true, fatal: error?.fatal === true });
}

/** Return a JSON file of the runtime, revalidated with the server. */
async function readJson(runtime, file) {
  const answer = await fetch(runtime + file, { cache: "no-cache" });
  if (!answer.ok) throw Object.assign(new Error(`${file} is not there.`), { absent: answer.status === 404 });
  return answer.json();
}

/** Fetch files that did not arrive whole, past the browser's cache, which may keep the broken ones for minutes. */
function refetch(runtime, files) {
  const ask = async (file) => (await fetch(runtime + file, { cache: "reload" })).arrayBuffer();
  return Promise.allSettled(files.map(ask)); // the next attempt reports what is still wrong
}

/** Load Python itself. */
async function start({ runtime, interrupt, again }) {
  if (again) await refetch(runtime, CORE);
  const script = import(`${runtime}pyodide.mjs`);
  script.catch(() => {}); // if there is no runtime, the next line reports it
  const [about, lock] = await Promise.all([readJson(runtime, "about.json"), readJson(runtime, "pyodide-lock.json")]);
  const sizes = Object.fromEntries(about.files.map(({ file, size }) => [file, size]));
  const stop = reportProgress(runtime, sizes, "Python", CORE);
  const broken = new Promise((_, reject) => watchCore(reject));
  const { loadPyodide } = await script;
  const ready = loadPyodide({
    indexURL: runtime,
    packageBaseUrl: runtime,
    lockFileContents: lock,
    env: { HOME: "/reader", MPLBACKEND: "agg" },
  });
  const pyodide = await Promise.race([ready, broken]);
  stop();
  if (interrupt) pyodide.setInterruptBuffer(interrupt);
  const answer = await fetch(new URL("cells.py", import.meta.url));
  pyodide.FS.writeFile("/reader/cells.py", await answer.text());
  return { pyodide, runtime, lock, sizes, cells: pyodide.pyimport("cells") };
}

/**
 * Report a core that does not arrive whole: Pyodide would wait for it forever. Also accept it from hosts that serve it
 * without its MIME type, which Pyodide requires.
 */
function watchCore(fail) {
  const streaming = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (asked, imports) => {
    try {
      const answer = await asked;
      if (!answer.ok) throw new Error(`${new URL(answer.url).pathname.split("/").at(-1)} is not there.`);
      const known = answer.headers.get("Content-Type") === "application/wasm";
      if (known) return await streaming.call(WebAssembly, answer, imports);
      return await WebAssembly.instantiate(await answer.arrayBuffer(), imports);
    } catch (error) {
      fail(error);
      throw error;
    }
  };
}

async function run({ source, name, answer }) {
  const { pyodide, cells, lock, sizes, runtime } = await python;
  await loadPackages(pyodide, packagesFor(pyodide, lock, source), { lock, sizes, runtime });
  postMessage({ kind: "running" });
  let [text, missing] = ["", null];
  const send = (kind, shown) => {
    if (kind === "error") text = shown;
    postMessage({ kind, text: shown });
  };
  const ok = cells.run_cell(source, name, send, answer);
  const absent = /ModuleNotFoundError: .*?'([\w.]+)'/.exec(text)?.[1].split(".")[0];
  if (!ok && absent) {
    const provider = Object.values(lock.packages).find(({ imports }) => imports.includes(absent));
    if (provider) {
      await loadPackages(pyodide, [provider.name], { lock, sizes, runtime });
      missing = absent;
    }
  }
  const seen = performance.getEntriesByType("resource").map((entry) => entry.name);
  const files = [location.href, ...CORE.map((file) => runtime + file), ...seen]; // imports have no resource entries
  postMessage({ kind: "done", ok, missing, files });
}

/** Return the names of the packages that a cell imports and that are not there yet. */
function packagesFor(pyodide, lock, source) {
  let names = [];
  try {
    names = pyodide.pyimport("pyodide.code").find_imports(source).toJs();
  } catch {
    // A syntax error; running the cell will report it.
  }
  const providers = Object.values(lock.packages).filter(({ imports }) => imports.some((name) => names.includes(name)));
  return providers.map(({ name }) => name);
}

/** Load packages with their dependencies, or fail with the name of the file that is missing. */
async function loadPackages(pyodide, wanted, { lock, sizes, runtime }) {
  const canonical = (name) => name.toLowerCase().replaceAll(/[-_.]+/g, "-");
  const found = new Map();
  const waiting = [...wanted];
  while (waiting.length) {
    const entry = lock.packages[canonical(waiting.pop())];
    if (found.has(entry.name) || pyodide.loadedPackages[entry.name]) continue;
    found.set(entry.name, entry.file_name);
    waiting.push(...entry.depends);
  }
  if (!found.size) return;
  const stop = reportProgress(runtime, sizes, wanted.join(", "), [...found.values()]);
  let complaint = "";
  const attempt = () =>
    pyodide.loadPackage([...found.keys()], { messageCallback: () => {}, errorCallback: (text) => (complaint = text) });
  const absent = () => [...found].filter(([name]) => !pyodide.loadedPackages[name]).map(([, file]) => file);
  await attempt();
  if (absent().length) {
    await refetch(runtime, absent());
    await attempt();
  }
  stop();
  if (absent().length) throw new Error(`${absent()[0]} did not arrive whole. ${complaint}`);
}

/** Report to the page how much of some files has been loaded, until the returned function is called. */
function reportProgress(runtime, sizes, what, files) {
  const total = files.reduce((sum, file) => sum + (sizes[file] ?? 0), 0);
  let loaded = 0;
  const tell = () => postMessage({ kind: "loading", what, loaded, total });
  const seen = new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) {
      const file = name.slice(runtime.length);
      if (name.startsWith(runtime) && files.includes(file)) loaded += sizes[file];
    }
    tell();
  });
  seen.observe({ type: "resource" });
  tell();
  return () => seen.disconnect();
}
