/** Messages for failures before a cell runs: what happened, and what to do instead. */

const SENTENCES = {
  "no WebAssembly": "This browser does not run WebAssembly, which Python needs here.",
  absent: "This copy of the book comes without Python.",
};

/** Return the message for a failure, as nodes, with a link to the notebook of the page. */
export function explain({ kind, message }, notebook) {
  const sentence = SENTENCES[kind] ?? `Python could not be loaded: ${message} Press Run to try again; your changes are kept.`;
  if (!notebook) return [sentence];
  const link = linkTo(notebook, "download the notebook");
  link.download = "";
  return [`${sentence} You can also `, link, ", which runs wherever Python is installed."];
}

/** Return the message for a cell that needs another one, which ends in an error, as nodes with a link to that one. */
export function blocked({ element, index, name, bar }) {
  bar.id ||= `run-${index + 1}`;
  const link = linkTo(`#${bar.id}`, name);
  link.addEventListener("click", () => element.closest("details")?.setAttribute("open", ""));
  return ["Not run: ", link, ", above, ends in an error."];
}

const linkTo = (href, textContent) => Object.assign(document.createElement("a"), { href, textContent });
