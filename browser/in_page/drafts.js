/** What a reader changed, kept in this browser: by the page, and by the code that the book has in that place. */

export class Drafts {
  constructor(page) {
    this.key = `cells of ${page}`;
    try {
      this.texts = JSON.parse(localStorage.getItem(this.key) ?? "{}");
    } catch {
      this.texts = {};
    }
  }

  find(source) {
    return this.texts[source];
  }

  /** Keep a text, and return whether this browser does. */
  keep(source, text) {
    if (text === source) delete this.texts[source];
    else this.texts[source] = text;
    try {
      if (Object.keys(this.texts).length) localStorage.setItem(this.key, JSON.stringify(this.texts));
      else localStorage.removeItem(this.key);
      return true;
    } catch {
      return false;
    }
  }

  drop(source) {
    this.keep(source, source);
  }
}
