/**
 * An extension of JupyterLab that says what JupyterLab is silent about: to the reader, that a file of Python did not
 * arrive (its kernel would be 'connecting' for ever, or call a package missing that is only broken); to Python, which
 * notebook it belongs to, as Jupyter does elsewhere.
 */

(() => {
  const NAME = "@maximizing-the-margin/notices";
  const KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel";
  const PATIENCE = 30_000; // milliseconds until a kernel that says nothing is looked into
  const WAY_OUT =
    "Reload the page. If that does not help, download your notebook (File, Download) and open it in another browser " +
    "or in Jupyter.";

  const config = JSON.parse(document.getElementById("jupyter-config-data").textContent);
  const { pyodideUrl, loadPyodideOptions } = config.litePluginSettings[KERNEL];
  const runtime = new URL("./", new URL(pyodideUrl, location.href)).href;

  keepOtherWorkers(config.appVersion);
  const plugin = { id: `${NAME}:python`, autoStart: true, requires: [], activate };
  globalThis._JUPYTERLAB ??= {};
  globalThis._JUPYTERLAB[NAME] = { init() {}, get: async () => () => ({ __esModule: true, default: [plugin] }) };

  /** JupyterLite drops all service workers of this host, the book's too, unless it finds its version written here. */
  function keepOtherWorkers(version) {
    try {
      const controller = navigator.serviceWorker?.controller;
      if (controller) localStorage.setItem(`${controller.scriptURL}-version`, version);
    } catch {
      // Without storage there is no worker to be kept.
    }
  }

  function activate({ serviceManager }) {
    const known = new Set();
    const look = () => {
      for (const { kernel: model } of serviceManager.sessions.running()) {
        if (!model || known.has(model.id)) continue;
        known.add(model.id);
        const kernel = serviceManager.kernels.connectTo({ model });
        tellName(kernel);
        watch(kernel);
      }
    };
    serviceManager.sessions.runningChanged.connect(look);
    look();
  }

  /** Let Python know the notebook: selfcheck() reads it, and several releases may lie beside each other. */
  async function tellName(kernel) {
    await kernel.info;
    const path = new URLSearchParams(location.search).get("path");
    const code = `__import__("os").environ["JPY_SESSION_NAME"] = ${JSON.stringify(path)}`;
    kernel.requestExecute({ code, silent: true, store_history: false });
  }

  /** Say what keeps a kernel from starting, and later which package is broken where an import of it fails. */
  function watch(kernel) {
    let answered = false;
    kernel.info.then(() => (answered = true));
    const lookInto = async () => answered || report(await findBrokenFile(loadPyodideOptions.packages, true));
    addEventListener("unhandledrejection", lookInto, { once: true });
    setTimeout(lookInto, PATIENCE);
    kernel.iopubMessage.connect(async (_, { header, content }) => {
      if (header.msg_type !== "error" || !content.ename.includes("ModuleNotFoundError")) return;
      const module = content.evalue.match(/'([\w.]+)'/);
      if (module) report(await findBrokenFile([module[1]], false));
    });
  }

  /** Return the name of a file that does not arrive whole, of Python itself or of these packages; '' if all do. */
  async function findBrokenFile(names, core) {
    const lists = ["about.json", "pyodide-lock.json"].map((file) => fetch(runtime + file, { cache: "no-cache" }));
    const answers = await Promise.all(lists);
    if (!answers.every((answer) => answer.ok)) return "the list of its files";
    const [{ files }, { packages }] = await Promise.all(answers.map((answer) => answer.json()));
    const wanted = needed(packages, names);
    for (const { file, name, sha256 } of files) {
      if ((wanted.has(name) || (core && name === "pyodide")) && !(await arrivesWhole(file, sha256))) return file;
    }
    return "";
  }

  /** Return the names of the packages that have these names or modules, and of what they need. */
  function needed(packages, names) {
    const found = new Set();
    const asked = (name) => names.some((one) => one === name || packages[name].imports.includes(one));
    const waiting = Object.keys(packages).filter(asked);
    while (waiting.length) {
      const name = waiting.pop();
      if (!found.has(name)) waiting.push(...packages[name].depends.map(canonical));
      found.add(name);
    }
    return found;
  }

  function canonical(name) {
    return name.toLowerCase().replace(/[-_.]+/g, "-");
  }

  async function arrivesWhole(file, sha256) {
    const bytes = sha256.match(/../g).map((byte) => parseInt(byte, 16));
    const integrity = `sha256-${btoa(String.fromCharCode(...bytes))}`;
    try {
      const answer = await fetch(runtime + file, { integrity });
      await answer.arrayBuffer();
      return answer.ok;
    } catch {
      // The browser would keep it as it came, perhaps for minutes: a reload of the page shall find what the host has now.
      await fetch(runtime + file, { cache: "reload" }).then((answer) => answer.arrayBuffer(), () => {});
      return false;
    }
  }

  function report(file) {
    if (file) show(`Python cannot run here: ${file} did not arrive whole. ${WAY_OUT} Your work is kept.`);
  }

  function show(text) {
    const notice = document.querySelector(".course-notice") ?? document.createElement("div");
    notice.className = "course-notice";
    notice.setAttribute("role", "alert");
    notice.style.cssText =
      "position: fixed; z-index: 10001; inset: auto 0 0 0; padding: 1rem; font-size: 1rem; line-height: 1.5;" +
      "background: var(--jp-layout-color1); color: var(--jp-ui-font-color1);" +
      "border-top: 3px solid var(--jp-error-color1)";
    notice.textContent = `${text} `;
    const close = document.createElement("button");
    close.textContent = "Close";
    close.onclick = () => notice.remove();
    notice.append(close);
    document.body.append(notice);
  }
})();
