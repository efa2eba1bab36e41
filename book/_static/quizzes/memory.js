/**
 * What a reader's browser remembers of the quizzes, and when each comes back; and what was written into exercises.
 *
 * Of each quiz, by its key: {page, right, at, card}, where `at` is the time of the last answer that counted, and `card`
 * what ts-fsrs knows of a quiz that was missed. A quiz that was right at once has no card, and doesn't come back.
 * Of each exercise: {page, right, at, given}, where `given` is what its fields held when they were last checked.
 */

const NAME = "quizzes";
const LONGEST = 365; // days until a quiz comes back

export class Memory {
  /** `storage` returns where it is kept; a browser may refuse it. */
  constructor(storage = () => localStorage) {
    this.storage = storage;
  }

  /** All that is remembered, by the quizzes' keys. Read each time, since another tab may have changed it. */
  get all() {
    try {
      return understood(JSON.parse(this.storage().getItem(NAME) ?? "{}"));
    } catch {
      return {};
    }
  }

  /** Remember an answer, and return what is known of the quiz now. An answer that comes too early changes nothing. */
  async answer(key, page, right, now) {
    const known = this.all[key];
    if (!counts(known, right, now)) return known;
    const card = known?.card || !right ? await schedule(known?.card, right, now) : undefined;
    const entry = { page, right, at: now.toISOString(), card };
    this.#write({ ...this.all, [key]: entry });
    return entry;
  }

  /** Remember what an exercise was given, and return what is known of it now. It doesn't come back. */
  note(key, page, right, given, now) {
    const entry = { page, right, at: now.toISOString(), given };
    this.#write({ ...this.all, [key]: entry });
    return entry;
  }

  /** The keys of the quizzes that are due, the one that waited longest first. */
  due(now) {
    const entries = Object.entries(this.all).filter(([, entry]) => isDue(entry, now));
    return entries.sort(([, one], [, other]) => dueAt(one) - dueAt(other)).map(([key]) => key);
  }

  /** When the next quiz that isn't due yet comes back; undefined if none does. */
  next(now) {
    const later = Object.values(this.all).filter((entry) => entry.card && !isDue(entry, now));
    return later.length ? new Date(Math.min(...later.map(dueAt))) : undefined;
  }

  forget(key) {
    const { [key]: _, ...others } = this.all;
    this.#write(others);
  }

  /** Take in what another browser remembers; of each quiz the later answer counts. Return how many were taken. */
  merge(text) {
    const [own, others] = [this.all, understood(JSON.parse(text))];
    const later = Object.entries(others).filter(([key, { at }]) => !own[key] || new Date(at) > new Date(own[key].at));
    this.#write({ ...own, ...Object.fromEntries(later) });
    return later.length;
  }

  #write(all) {
    this.storage().setItem(NAME, JSON.stringify(all));
  }
}

/** Whether an answer counts: the first, one that is due, and a miss of what was right before. */
function counts(known, right, now) {
  if (!known) return true;
  return known.card ? isDue(known, now) : !right;
}

const dueAt = (entry) => new Date(entry.card.due).getTime();
const isDue = (entry, now) => Boolean(entry.card) && dueAt(entry) <= now.getTime();

/** Return the card of a quiz after an answer. */
async function schedule(card, right, now) {
  const { createEmptyCard, fsrs, Rating } = await import("./ts-fsrs.js");
  const scheduler = fsrs({ enable_fuzz: false, enable_short_term: false, maximum_interval: LONGEST });
  return scheduler.next(card ?? createEmptyCard(now), now, right ? Rating.Good : Rating.Again).card;
}

/** Return the entries that are whole. Others were written by hand, or by an edition to come. */
function understood(all) {
  const isDate = (text) => typeof text === "string" && !Number.isNaN(Date.parse(text));
  const areTexts = (list) => Array.isArray(list) && list.every((text) => typeof text === "string");
  const isWhole = (entry) =>
    /^[\w-]+$/.test(entry?.page) && typeof entry.right === "boolean" && isDate(entry.at) &&
    (!entry.card || isDate(entry.card.due)) && (!entry.given || areTexts(entry.given));
  if (all === null || typeof all !== "object" || Array.isArray(all)) throw new TypeError("not the quizzes of a reader");
  return Object.fromEntries(Object.entries(all).filter(([key, entry]) => /^[0-9a-f]{12}$/.test(key) && isWhole(entry)));
}

/** Return a day as a reader writes it: today, tomorrow, or November 3. */
export function day(date, now) {
  const days = Math.round((atMidnight(date) - atMidnight(now)) / 864e5);
  const near = { "-1": "yesterday", 0: "today", 1: "tomorrow" }[days];
  if (near) return near;
  const year = date.getFullYear() === now.getFullYear() ? undefined : "numeric";
  return `on ${date.toLocaleDateString("en-US", { month: "long", day: "numeric", year })}`;
}

const atMidnight = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate());
