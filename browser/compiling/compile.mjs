// Compiles the archives in `in` into `out` with the Pyodide in `core`; the three folders are beside this script.
import fs from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
process.on("uncaughtException", (error) => {
  console.error(error.message); // without the source line: Pyodide's script is a single one
  process.exit(1);
});
const { loadPyodide } = await import(new URL("core/pyodide.mjs", import.meta.url));
const pyodide = await loadPyodide({ indexURL: `${here}core/`, packageBaseUrl: `${here}core/` });
pyodide.FS.writeFile("/archives.py", fs.readFileSync(`${here}archives.py`));
const archives = pyodide.runPython("import sys; sys.path.insert(0, '/'); import archives; archives");
for (const name of fs.readdirSync(`${here}in`)) {
  const made = archives.compile_archive(new Uint8Array(fs.readFileSync(`${here}in/${name}`)), name === "python_stdlib.zip");
  fs.writeFileSync(`${here}out/${name}`, made.toJs());
  made.destroy();
}
