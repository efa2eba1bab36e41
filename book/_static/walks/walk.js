/* One walk: the book's steps, what Coq was told in plain words, what is known and what is to be shown. */

const ROOT = new URL("../../walks/", import.meta.url);
const KEY = '<p class="walk-key" aria-hidden="true"><span class="walk-used">●</span> used here <span class="walk-mark">▌</span>new, or changed</p>';
const KINDS = {
  ...{ nat: "whole numbers", R: "numbers", vec: "vectors", V: "vectors", bool: "true or false", Type: "sets", space: "spaces", Point: "points" },
  ...{ "nat -> nat": "lists of whole numbers", "list nat": "lists of whole numbers", "nat -> R": "lists of numbers", "nat -> vec": "lists of vectors" },
  ...{ "nat -> V": "lists of vectors", "nat -> nat -> R": "tables of numbers", "R -> R": "functions", "vec -> R": "functions of vectors" },
  ...{ "Point -> R": "functions of points", "nat -> Point -> R": "lists of functions" },
};

const loaded = new Map();

function load(bundle) {
  if (!loaded.has(bundle)) loaded.set(bundle, fetch(new URL(`${bundle}.json`, ROOT)).then((answer) => {
    if (!answer.ok) throw new Error(`${answer.status}`);
    return answer.json();
  }));
  return loaded.get(bundle);
}

const make = (tag, classes = "", html = "") => Object.assign(document.createElement(tag), { className: classes, innerHTML: html });
const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
/* w and u in the colors that they have in the book. */
const colored = (html) => html.replace(/>([𝐰𝐮])<\/mi>/gu, (_, letter) => ` class="walk-${letter === "𝐰" ? "w" : "u"}">${letter}</mi>`);
const does = (frame, step) => frame.step === step || frame.within.includes(step);
const spoken = (name) => name.split(".").pop().replaceAll("_", " ");

/* Show the walks of a bundle; those of a theorem stand beside the book's proof, if it is on the page. */
export async function show(place, name, proof) {
  const bundle = await load(name);
  const first = bundle.walks.find((walk) => walk.frames.some((frame) => frame.step)) ?? bundle.walks[0];
  place.replaceChildren();
  let walk = new Walk(place, bundle, first, proof);
  if (bundle.walks.length > 1) place.prepend(chooser(bundle.walks, first, (chosen) => {
    walk.root.remove();
    walk = new Walk(place, bundle, chosen, proof);
  }));
}

/* Which of several statements about a theorem to walk through; at first, one that does steps of the book's proof. */
function chooser(walks, first, choose) {
  const label = make("label", "walk-chooser", "Statement ");
  const select = make("select");
  for (const [place, walk] of walks.entries()) select.add(new Option(walk.title, place, false, walk === first));
  select.addEventListener("change", () => choose(walks[select.value]));
  label.append(select);
  return label;
}

/* The passages of a proof, each from the paragraph that begins with the name of a step to the next of these. */
function passagesOf(proof) {
  const passages = [];
  for (const block of proof ? proof.querySelectorAll("p, li:not(:has(p)), div.math") : []) {
    const copy = forButton(block);
    if (copy.firstElementChild?.tagName === "EM" && copy.textContent.startsWith(copy.firstElementChild.textContent)) passages.push(copy.innerHTML);
    else if (passages.length && !block.closest("li")) passages.push(`${passages.pop()} ${copy.innerHTML}`);
  }
  return passages;
}

/* A copy of a block that may stand inside a button. */
function forButton(block) {
  const copy = block.cloneNode(true);
  for (const part of copy.querySelectorAll(".headerlink, .eqno")) part.remove();
  for (const part of copy.querySelectorAll("[id]")) part.removeAttribute("id");
  for (const link of copy.querySelectorAll("a")) link.replaceWith(...link.childNodes);
  copy.innerHTML = copy.innerHTML.replace(/^Proof\. /, "");
  return copy;
}

class Walk {
  constructor(place, bundle, walk, proof) {
    Object.assign(this, { bundle, walk, at: 0, raw: false });
    this.root = make("section", "walk-body");
    this.root.tabIndex = 0;
    this.root.setAttribute("aria-label", `The machine's proof, sentence by sentence: ${walk.title || spoken(walk.name)}`);
    this.book = this.drawBook(passagesOf(proof));
    this.machine = make("div", "walk-machine");
    this.root.append(this.book, this.machine);
    this.said = make("p", "walk-words");
    this.said.setAttribute("aria-live", "polite");
    this.machine.append(this.bar(), this.said, (this.lemmas = make("div")), (this.state = make("div")));
    this.root.addEventListener("keydown", (event) => this.key(event));
    place.append(this.root);
    this.draw();
  }

  /* --- the book's steps */

  drawBook(passages) {
    const book = make("ol", "walk-book");
    const whole = passages.length === this.bundle.steps.length;
    this.steps = this.bundle.steps.filter((step) => this.walk.frames.some((frame) => does(frame, step.key)));
    for (const [place, step] of this.bundle.steps.entries()) {
      const name = `<em>${escape(step.name)}.</em>`;
      if (this.steps.includes(step)) book.append(this.stepItem(step, whole ? passages[place] : name));
      else if (step.elsewhere) this.excuse(book, step, name);
    }
    book.hidden = book.childElementCount === 0;
    return book;
  }

  stepItem(step, passage) {
    const [item, button] = [make("li"), make("button", "walk-step", passage)];
    button.type = "button";
    button.dataset.step = step.key;
    button.addEventListener("click", () => this.begin(step));
    item.append(button);
    return item;
  }

  /* Why the machine doesn't take a step; steps in a row that have one reason share it. */
  excuse(book, step, name) {
    const last = book.lastElementChild;
    if (last?.dataset.reason === step.elsewhere) return last.firstElementChild.insertAdjacentHTML("beforeend", ` ${name}`);
    const item = make("li", "walk-elsewhere", `<p>${name}</p><p>${escape(step.elsewhere)}</p>`);
    item.dataset.reason = step.elsewhere;
    return book.append(item);
  }

  bar() {
    const bar = make("div", "walk-bar");
    this.back = this.button(bar, "← Back", () => this.go(this.at - 1));
    this.next = this.button(bar, "Next →", () => this.go(this.at + 1));
    this.form = this.button(bar, "As Coq prints it", () => this.turn());
    this.form.setAttribute("aria-pressed", "false");
    this.where = make("span", "walk-where");
    bar.append(this.where);
    return bar;
  }

  button(bar, text, action) {
    const button = make("button", "walk-button", text);
    button.type = "button";
    button.addEventListener("click", action);
    bar.append(button);
    return button;
  }

  turn() {
    this.raw = !this.raw;
    this.form.setAttribute("aria-pressed", String(this.raw));
    this.drawState();
  }

  /* --- moving */

  go(to) {
    const at = Math.max(0, Math.min(this.walk.frames.length - 1, to));
    if (at === this.at) return;
    this.at = at;
    this.draw();
  }

  begin(step) {
    this.go(this.walk.frames.findIndex((frame) => does(frame, step.key)));
  }

  step(by) {
    const now = this.steps.findIndex((step) => step.key === this.walk.frames[this.at].step);
    const step = this.steps[Math.max(0, Math.min(this.steps.length - 1, now + by))];
    if (step) this.begin(step);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "SELECT") return;
    const last = this.walk.frames.length - 1;
    const moves = { ArrowRight: () => this.go(this.at + 1), ArrowLeft: () => this.go(this.at - 1), ArrowDown: () => this.step(1), ArrowUp: () => this.step(-1), Home: () => this.go(0), End: () => this.go(last) };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  }

  /* --- drawing */

  term(number) {
    return this.raw ? `<code>${escape(this.walk.coq[number])}</code>` : colored(this.walk.drawn[number]);
  }

  draw() {
    const { frames } = this.walk;
    const frame = frames[this.at];
    this.said.innerHTML = colored(frame.words);
    this.said.style.fontSize = "";
    this.lemmas.replaceChildren();
    for (const link of this.said.querySelectorAll("a[data-lemma]")) this.lemma(link);
    this.drawState();
    this.where.textContent = `${this.at + 1} of ${frames.length}`;
    this.back.setAttribute("aria-disabled", String(this.at === 0));
    this.next.setAttribute("aria-disabled", String(this.at === frames.length - 1));
    for (const button of this.book.querySelectorAll("button")) {
      if (button.dataset.step === frame.step) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
  }

  drawState() {
    const frame = this.walk.frames[this.at];
    const [before, after] = [this.walk.states[frame.before], this.walk.states[frame.after]];
    const told = this.raw ? `<p class="walk-told"><code>${escape(frame.told)}</code></p>` : "";
    this.state.innerHTML = told + this.facts(frame, before, after.goal === null ? before : after) + this.goal(before, after);
    this.fit();
  }

  /* Shrink formulas that are too wide; what is still too wide can be scrolled, by keyboard, too. */
  fit() {
    for (const part of this.machine.querySelectorAll(".walk-words, .walk-lemma > p, .walk-term, .walk-goal")) {
      const share = part.clientWidth / part.scrollWidth;
      if (share < 1) part.style.fontSize = `${Math.max(70, Math.floor(98 * share))}%`;
      if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
      else part.removeAttribute("tabindex");
    }
  }

  facts(frame, before, shown) {
    const old = new Map(before.facts);
    const rows = shown.facts.map(([name, term]) => {
      const changed = shown !== before && old.get(name) !== term;
      const was = changed && old.has(name) ? `<span class="walk-was">before: ${this.term(old.get(name))}</span>` : "";
      const used = frame.needs.includes(name) && old.has(name);
      const mark = used ? '<span class="walk-dot" aria-hidden="true">●</span><span class="visually-hidden">needed here: </span>' : "<span></span>";
      const label = /^H\d*$/.test(name) && !this.raw ? "" : spoken(name);
      return `<li class="${changed ? "walk-new" : ""}">${mark}<span class="walk-name">${escape(label)}</span><span class="walk-term">${this.term(term)}${was}</span></li>`;
    });
    const kinds = shown.letters.map(([kind, names]) => `${(!this.raw && KINDS[kind]) || `<code>${escape(kind)}</code>`}: ${names.map((name) => this.term(name)).join(", ")}`);
    const list = rows.length ? `<p class="walk-head">Known</p>${KEY}<ul class="walk-facts">${rows.join("")}</ul>` : "";
    return `${list}<p class="walk-letters">${kinds.join(" · ")}</p>`;
  }

  goal(before, after) {
    if (after.goal === null) {
      const axioms = after.waiting || !this.bundle.axioms ? "" : `<details class="walk-axioms"><summary>What the proof rests on</summary>${this.bundle.axioms}</details>`;
      const rest = after.waiting ? `This part is done; ${after.waiting === 1 ? "one other waits" : `${after.waiting} others wait`}.` : `Nothing is left to show: it is proved.`;
      const was = before.goal === null ? "" : `<p class="walk-head">Was to be shown</p><div class="walk-goal">${this.term(before.goal)}</div>`;
      return `${was}<p class="walk-done">✓ ${rest}</p>${axioms}`;
    }
    const moved = before.goal !== after.goal;
    const was = moved && before.goal !== null ? `<span class="walk-was">before: ${this.term(before.goal)}</span>` : "";
    const more = after.waiting ? `<p class="walk-letters">${after.waiting} more to be shown after this</p>` : "";
    return `<p class="walk-head">To be shown</p><div class="walk-goal${moved ? " walk-new" : ""}">${this.term(after.goal)}${was}</div>${more}`;
  }

  /* --- lemmas */

  lemma(link) {
    const name = link.dataset.lemma;
    const { says, walk } = this.bundle.lemmas[name];
    const called = escape(link.textContent);
    const row = make("div", "walk-lemma", `<p><b>${called}</b>: ${colored(says)}</p>`);
    link.replaceWith(...link.childNodes);
    this.lemmas.append(row);
    if (!walk) return;
    const fold = make("details", "", `<summary>walk through <span class="visually-hidden">${called}</span></summary><div class="walk"></div>`);
    fold.addEventListener("toggle", () => this.inside(fold.lastElementChild, walk, name), { once: true });
    row.append(fold);
  }

  async inside(place, bundle, name) {
    const { walks, ...others } = await load(bundle);
    new Walk(place, { ...others, steps: [], axioms: "" }, walks.find((walk) => walk.name === name), null);
  }
}
