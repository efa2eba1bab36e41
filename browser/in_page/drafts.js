/** A reader's changes, stored in this browser by page and by the book's code of the cell. */

export class Drafts {
  constructor(page) {
    this.key = `cells of ${page}`;
  }

  /** The stored texts, read each time, since another tab may have changed them. */
  get texts() {
    try {
      return JSON.parse(localStorage.getItem(this.key) ?? "{}");
    } catch {
      return {};
    }
  }

  find(source) {
    return this.texts[source];
  }

  /** Store a text, and return whether the browser allows it. */
  keep(source, text) {
    const texts = this.texts;
    if (text === source) delete texts[source];
    else texts[source] = text;
    try {
      if (Object.keys(texts).length) localStorage.setItem(this.key, JSON.stringify(texts));
      else localStorage.removeItem(this.key);
      return true;
    } catch {
      return false;
    }
  }

  drop(source) {
    this.keep(source, source);
  }

  /** Call `tell` whenever another tab has changed the stored texts. */
  onOtherTab(tell) {
    addEventListener("storage", ({ key }) => (key === this.key || key === null) && tell());
  }
}
