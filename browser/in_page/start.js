// Adds Run and Edit under each cell of the page, and Check under the answers of exercises and of a problem set that is open for practice. Everything else is loaded when one is pressed for the first time.
const { scripts, runtime, notebook, page } = SETTINGS;
const root = new URL(document.documentElement.dataset.content_root, document.baseURI);
const at = (path) => path && new URL(path, root).href;

let opened;
const open = () =>
  (opened ??= import(at(`${scripts}in_page/page.js`)).then((module) =>
    module.open(cells, { root: root.href, runtime: at(runtime), notebook: at(notebook), page }),
  ));

function make(parent, tag, properties) {
  const element = Object.assign(document.createElement(tag), properties);
  parent.append(element);
  return element;
}

/** Put the bar under the code of a cell, inside the fold that hides it if there is one. */
function addBar(element, index) {
  const bar = make(element, "div", { className: "run-bar" });
  element.hidden = false; // the cell of an exercise is, where no script runs
  element.querySelector(".cell_input").after(bar);
  bar.setAttribute("role", "group");
  bar.setAttribute("aria-label", element.dataset.called ?? `Cell ${index + 1}`);
  const buttons = make(bar, "span", { className: "run-buttons" });
  const actions = element.dataset.check ? ["Check", "Run", "Edit"] : ["Run", "Edit"];
  for (const action of actions) make(buttons, "button", { type: "button", textContent: action, value: action });
  const status = make(bar, "span", { className: "run-status" });
  if (element.dataset.check) element.querySelector("pre").addEventListener("click", () => press(index, "Edit", status));
  bar.addEventListener("click", (event) => {
    const action = event.target.closest("button")?.value;
    if (action) press(index, action, status);
  });
  return { element, bar, status };
}

async function press(index, action, status) {
  try {
    (await open()).press(index, action);
  } catch (error) {
    opened = undefined;
    status.textContent = "This could not be loaded. Reload the page and try again, or download the notebook below.";
    status.setAttribute("role", "alert");
    console.error(error);
  }
}

const cells = [...document.querySelectorAll("div.cell")].filter((cell) => cell.querySelector(".cell_input")).map(addBar);
try {
  if (localStorage.getItem(`cells of ${page}`)) open();
} catch {
  // No storage, so nothing was stored.
}
