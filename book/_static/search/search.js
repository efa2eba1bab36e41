/* The search of the book: results appear while a reader types, in the dialog and on the page search.html.

   MiniSearch ranks the passages of passages.js; both are loaded when a search field is first used. The arrow keys lead
   from the field to the results and back. How many there are is said in a status line, for screen readers too. */
(() => {
  "use strict";
  const root = document.documentElement.dataset.content_root;
  const FIELDS = { title: 6, names: 6, page: 1, text: 1 };
  const MOST = 20; // results that are shown
  const OF_A_PAGE = 3;
  const FEW = 5;
  const TEASER = 180; // characters
  const COMMON = new Set("a an and are as at by for from in is it not of on or the to what with".split(" "));

  /* --- the index ---------------------------------------------------------------------------------------------- */

  /** A word as it is looked up: without accents, small, and without the s of a plural. */
  const asTerm = word => {
    const plain = word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    return COMMON.has(plain) ? null : plain.replace(/ies$/, "y").replace(/(?<=[a-z]{2}[^s])s$/, "");
  };

  const load = name =>
    new Promise((done, failed) => {
      const script = Object.assign(document.createElement("script"), { src: root + name, onload: done, onerror: failed });
      document.head.append(script);
    });

  const asTerms = text => text.split(/[^\p{L}\p{N}]+/u).map(asTerm).filter(Boolean).join(" ");

  /** The index, and the passages by their addresses; each knows what it is called. */
  const build = () => {
    const passages = new Map();
    const finder = new MiniSearch({ fields: Object.keys(FIELDS), idField: "address", processTerm: asTerm });
    for (const passage of bookPassages) {
      const called = new Set([passage.title, ...passage.names].map(asTerms));
      passages.set(passage.address, { ...passage, called });
      finder.add({ ...passage, names: passage.names.join("\n") });
    }
    return { finder, passages };
  };

  let loading;
  const index = () =>
    (loading ??= Promise.all(["_static/search/minisearch.js", "passages.js"].map(load)).then(build));

  /** The passages for a query, best first: those with all of its words, and if they are few, those with some. */
  const search = ({ finder, passages }, query) => {
    const name = asTerms(query);
    const weight = ({ weight, called }) => weight * (called.has(name) ? 2 : 1);
    const options = {
      boost: FIELDS,
      boostDocument: address => weight(passages.get(address)),
      prefix: (term, place, terms) => place === terms.length - 1 && term.length > 1, // it is still being typed
      weights: { prefix: 0.5, fuzzy: 0.3 },
      bm25: { k: 1.2, b: 0.3, d: 0.5 }, // a long section may teach as well as a short one
    };
    const all = finder.search(query, { ...options, combineWith: "AND" });
    const some = all.length < FEW ? finder.search(query, { ...options, fuzzy: 0.2 }) : [];
    const ids = new Set(all.map(result => result.id));
    const ofPage = new Map();
    return [...all, ...some.filter(result => !ids.has(result.id))]
      .map(({ id, terms }) => ({ ...passages.get(id), terms: new Set(terms) }))
      .filter(({ page }) => {
        ofPage.set(page, (ofPage.get(page) ?? 0) + 1);
        return ofPage.get(page) <= OF_A_PAGE;
      });
  };

  /* --- what is shown ------------------------------------------------------------------------------------------ */

  /** The text in pieces, each with whether it is one of the terms. */
  const pieces = (text, terms) =>
    text.split(/([\p{L}\p{N}]+)/u).map(piece => [piece, terms.has(asTerm(piece) ?? "")]);

  /** The part of a text where most of the terms are, from the beginning of a word to the end of one. */
  const teaser = (text, terms) => {
    if (text.length <= TEASER) return text;
    const hits = [];
    let at = 0;
    for (const [piece, isTerm] of pieces(text, terms)) {
      if (isTerm) hits.push(at);
      at += piece.length;
    }
    const within = start => hits.filter(hit => hit >= start && hit < start + TEASER).length;
    const first = hits.reduce((best, hit) => (within(hit) > within(best) ? hit : best), hits[0] ?? 0);
    const sentence = text.lastIndexOf(". ", first);
    const start = first - sentence < 90 ? sentence + (sentence < 0 ? 1 : 2) : text.lastIndexOf(" ", first - 40) + 1;
    const end = text.length - start <= TEASER ? text.length : text.lastIndexOf(" ", start + TEASER);
    return (first - sentence < 90 ? "" : "… ") + text.slice(start, end) + (end < text.length ? " …" : "");
  };

  const element = (name, className, ...content) => {
    const made = Object.assign(document.createElement(name), { className });
    made.append(...content);
    return made;
  };

  const marked = (text, terms) =>
    pieces(text, terms).map(([piece, isTerm]) => (isTerm ? element("mark", "", piece) : piece));

  /** A result: its title as a link, its place in the book, and a piece of its text. */
  const shown = ({ address, number, title, page, text, terms }) => {
    const name = [number, title].filter(Boolean).join(" ");
    const link = Object.assign(element("a", "found-title", ...marked(name, terms)), { href: root + address });
    const place = title === page ? [] : [element("span", "found-place", page)];
    return element("li", "found", link, ...place, element("p", "found-text", ...marked(teaser(text, terms), terms)));
  };

  const count = (number, query) => {
    if (!number) return `Nothing found for “${query}”. Try fewer words, or other ones.`;
    if (number > MOST) return `The ${MOST} best of ${number} results for “${query}”`;
    return `${number === 1 ? "One result" : `${number} results`} for “${query}”`;
  };

  /* --- a search field ----------------------------------------------------------------------------------------- */

  const attach = form => {
    const field = form.querySelector("input");
    const status = form.querySelector(".search-status");
    const list = form.querySelector(".search-results");
    const isPage = !form.closest("dialog");

    const update = async () => {
      const query = field.value.trim();
      if (isPage) history.replaceState(null, "", query ? `?q=${encodeURIComponent(query)}` : location.pathname);
      if (!query) return [status, list].forEach(place => place.replaceChildren());
      try {
        const found = await index();
        if (field.value.trim() !== query) return; // the reader has typed on
        const results = search(found, query);
        list.replaceChildren(...results.slice(0, MOST).map(shown));
        status.textContent = count(results.length, query);
      } catch {
        status.textContent = "The search could not be loaded. Look at your connection, and type again.";
        loading = undefined;
      }
    };

    /** Move the focus along the field and the links of the results. */
    const move = event => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const stops = [field, ...list.querySelectorAll("a")];
      const next = stops[stops.indexOf(document.activeElement) + step];
      if (!step || !next) return;
      event.preventDefault();
      next.focus();
    };

    field.addEventListener("focus", () => index().catch(() => (loading = undefined)), { once: true });
    field.addEventListener("input", update);
    form.addEventListener("keydown", move);
    form.querySelector(".search-close")?.addEventListener("click", () => form.closest("dialog").close());
    if (isPage) {
      form.addEventListener("submit", event => event.preventDefault());
      field.value = new URLSearchParams(location.search).get("q") ?? "";
      field.focus();
      if (field.value) update();
    }
  };

  document.querySelectorAll("form.book-search").forEach(attach);
})();
