/** What a reader changed, kept in this browser: by the page, and by the code that the book has in that place. */

export class Drafts {
  constructor(page) {
    this.key = `cells of ${page}`;
  }

  /** What is kept now: another tab may have added to it. */
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

  /** Keep a text, and return whether this browser does. */
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

  /** Tell whenever another tab has changed what is kept. */
  onOtherTab(tell) {
    addEventListener("storage", ({ key }) => (key === this.key || key === null) && tell());
  }
}
