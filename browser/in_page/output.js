/** The output of a cell: that of the book, until the cell has output of its own. */

const MAKERS = { text: makeText, html: makeHtml, error: makeError };

export class Output {
  constructor(cell) {
    this.cell = cell;
    this.place = cell.querySelector(":scope > .cell_output");
    this.own = [];
    this.waiting = [];
    this.quiet = false;
    this.pending = false;
    this.lastLine = "";
    const inside = this.place?.querySelector("figure") ?? this.place; // a figure keeps its caption
    this.book = [...(inside?.children ?? [])].filter((child) => child.localName !== "figcaption");
  }

  /** Begin a run. The old output stays until the first new one, so that the page doesn't jump. */
  begin(quiet) {
    Object.assign(this, { quiet, pending: true, waiting: [], lastLine: "" });
  }

  add(kind, text) {
    if (kind === "error") this.lastLine = text.trimEnd().split("\n").at(-1);
    if (this.quiet) this.waiting.push([kind, text]);
    else this.#show(kind, text);
  }

  /** End a run. A quiet one that failed now shows its output. */
  end(ok) {
    if (this.quiet && !ok) for (const [kind, text] of this.waiting) this.#show(kind, text);
    if (this.pending && !this.quiet) this.#clear();
    this.pending = false;
  }

  /** Show the book's output again. */
  restore() {
    for (const shown of this.own) shown.remove();
    for (const shown of this.book) shown.hidden = false;
    this.own = [];
    this.pending = false;
  }

  #show(kind, text) {
    if (this.pending) this.#clear();
    this.pending = false;
    const last = this.own.at(-1);
    if (kind === "text" && last?.dataset.kind === "text") {
      last.querySelector("pre").append(text);
      return;
    }
    const made = MAKERS[kind](text);
    made.dataset.kind = kind;
    made.classList.add("run-own");
    this.#add(made);
  }

  #clear() {
    for (const shown of this.own) shown.remove();
    for (const shown of this.book) shown.hidden = true;
    this.own = [];
  }

  #add(made) {
    if (!this.place) {
      this.place = Object.assign(document.createElement("div"), { className: "cell_output docutils container" });
      this.cell.append(this.place);
    }
    const before = this.own.at(-1) ?? this.book.at(-1);
    if (before) before.after(made);
    else this.place.append(made);
    this.own.push(made);
  }
}

function block(name, inside) {
  const made = Object.assign(document.createElement("div"), { className: `output ${name}` });
  made.append(inside);
  return made;
}

function makeText(text) {
  const frame = Object.assign(document.createElement("div"), { className: "highlight" });
  frame.append(Object.assign(document.createElement("pre"), { textContent: text, tabIndex: 0 }));
  return block("stream highlight-myst-ansi notranslate", frame);
}

function makeError(text) {
  const made = makeText(text);
  made.classList.add("run-error");
  return made;
}

function makeHtml(html) {
  const made = block("text_html", "");
  made.innerHTML = html;
  return made;
}
