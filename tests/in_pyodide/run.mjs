/**
 * Runs pytest in the site's Pyodide, without a browser: node run.mjs RUNTIME FOLDER ARGUMENTS...
 *
 * RUNTIME is the folder with Pyodide, FOLDER has the tests and the pure Python that they need beside the site's packages.
 */

import { pathToFileURL } from "node:url";

const [runtime, folder, ...wanted] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`));
const pyodide = await loadPyodide({ indexURL: `${runtime}/`, packageBaseUrl: `${runtime}/`, env: { ...process.env, HOME: "/" } });
await pyodide.loadPackage(["margin-lib", "numpy", "scipy", "matplotlib", "scikit-learn", "cvxpy", "pygments", "packaging"], {
  messageCallback: () => {},
});
pyodide.FS.mkdirTree("/checkout");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: folder }, "/checkout");
const code = `
import os, sys
sys.path[:0] = ["/checkout/packages", "/checkout/tests", "/checkout"]
sys.modules["hypothesis._native"] = __import__("native")
import native.internal, native.internal.floats, native.internal.cathetus
for name in ("internal", "internal.floats", "internal.cathetus"):
    sys.modules[f"hypothesis._native.{name}"] = sys.modules[f"native.{name}"]
os.chdir("/checkout")
import pytest
int(pytest.main(arguments))
`;
const globals = pyodide.toPy({ arguments: wanted });
process.exitCode = await pyodide.runPythonAsync(code, { globals });
