/**
 * Numbers as readers write them: 13, 3/4, -0.75, sqrt(2)/2, 2 sqrt(5), √2, 1e-3, 30%, (1, -2), [0, 1/2], 0..1, 0 to 1.
 *
 * What can't be read is refused with a sentence that says what to write instead.
 */

const TOKEN = /\s*(\d+\.?\d*(?:e[+-]?\d+)?|\.\d+|[a-z]+|[-+*/^()])/iy;
const FUNCTIONS = { sqrt: Math.sqrt, exp: Math.exp, ln: Math.log };
const CONSTANTS = { pi: Math.PI, e: Math.E };
const SIGNS = [[/[\u2212\u2013]/g, "-"], [/[·×∙⋅]/g, "*"], [/[÷⁄]/g, "/"], [/√/g, "sqrt "], [/π/g, "pi"], [/\*\*/g, "^"], [/%/g, "/100"]];
const FRACTION = /(\d?)([¼-¾⅐-⅞])/g; // 2½ is 2 + 1/2
const THOUSANDS = /(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))/g; // 10 000
const SUCH_AS = "Write a number, such as 3/4, 0.75 or sqrt(2).";

const ENDS = "Write both ends, such as 0 to 1.";

export class Unreadable extends Error {}

/**
 * Return the numbers of a text, each as {value, places, digits}: how many decimals and digits were written, if it is a
 * decimal. Another number of them than is wanted is refused, too.
 */
export function readNumbers(text, kind, wanted) {
  const plain = text.trim().replace(THOUSANDS, "");
  if (kind === "number") return [readOne(plain)];
  const inside = kind === "interval" ? plain.replace(/\.\.+|…|\bto\b/, ";") : plain;
  const found = split(withoutBrackets(inside)).map(readOne);
  if (wanted && found.length !== wanted) {
    const one = found.length === 1 ? "This is one number. " : "";
    throw new Unreadable(one + (kind === "interval" ? ENDS : `Write ${wanted} numbers, separated by commas.`));
  }
  return found;
}

/** Whether numbers that were read are the right ones: as close as `within`, or rounded rightly to two decimals or more. */
export function areRight(found, { numbers, within }) {
  return found.length === numbers.length && found.every((one, place) => isRight(one, numbers[place], within));
}

function isRight({ value, places, digits }, right, within) {
  const off = Math.abs(value - right);
  const rounding = 1e-9 * Math.max(1, Math.abs(right));
  return off <= within + rounding || (places >= 2 && digits >= 2 && off <= 0.5 * 10 ** -places + rounding);
}

function readOne(text) {
  const meant = [];
  if (/^[^,]*\d,\d[^,]*$/.test(text)) meant.push(text.replace(",", "."));
  if (/^\D?[1-9]\d{0,2}(,\d{3})+$/.test(text)) meant.push(text.replaceAll(",", ""));
  if (meant.length) {
    throw new Unreadable(`Write ${meant.join(" or ")}, not ${text}: a decimal has a point, and a large number no comma.`);
  }
  const [, decimals] = /^[-+\u2212]?\d*\.(\d+)$/.exec(text) ?? [];
  const digits = text.replace(/^[^1-9]*/, "").replace(/\D/g, "").length;
  return { value: new Expression(text).value, places: decimals?.length ?? 0, digits };
}

function withoutBrackets(text) {
  const inside = /^[([{](.*)[)\]}]$/s.exec(text)?.[1];
  return inside !== undefined && split(inside).every(isBalanced) ? inside : text;
}

function isBalanced(text) {
  let open = 0;
  for (const letter of text) {
    open += { "(": 1, ")": -1 }[letter] ?? 0;
    if (open < 0) return false;
  }
  return open === 0;
}

const split = (text) => text.split(text.includes(";") ? ";" : ",").map((part) => part.trim());

/** A sum of products of powers, read from left to right. */
class Expression {
  constructor(text) {
    let plain = text.replace(FRACTION, (_, whole, part) => `${whole}${whole && "+"}(${part.normalize("NFKC")})`);
    for (const [sign, meant] of SIGNS) plain = plain.replace(sign, meant);
    this.tokens = [];
    TOKEN.lastIndex = 0;
    for (let found; (found = TOKEN.exec(plain)); ) this.tokens.push(found[1].toLowerCase());
    const read = this.tokens.join("").length === plain.replace(/\s/g, "").length;
    this.value = read && this.tokens.length ? this.sum() : NaN;
    if (this.tokens.length || !Number.isFinite(this.value)) throw new Unreadable(SUCH_AS);
  }

  take(...wanted) {
    return wanted.includes(this.tokens[0]) ? this.tokens.shift() : undefined;
  }

  sum() {
    let value = this.product();
    for (let sign; (sign = this.take("+", "-")); ) value += (sign === "+" ? 1 : -1) * this.product();
    return value;
  }

  product() {
    let value = this.signed();
    while (this.tokens.length) {
      if (this.take("/")) value /= this.signed();
      else if (this.take("*") || /^[a-z(]/.test(this.tokens[0])) value *= this.signed(); // 2 sqrt(5)
      else break;
    }
    return value;
  }

  signed() {
    const sign = this.take("-", "+");
    return sign ? (sign === "-" ? -1 : 1) * this.signed() : this.power();
  }

  power() {
    const base = this.atom();
    return this.take("^") ? base ** this.signed() : base;
  }

  atom() {
    const token = this.tokens.shift() ?? "";
    if (token === "(") {
      const value = this.sum();
      return this.take(")") ? value : NaN;
    }
    if (Object.hasOwn(FUNCTIONS, token)) return FUNCTIONS[token](this.power());
    if (Object.hasOwn(CONSTANTS, token)) return CONSTANTS[token];
    return /^[\d.]/.test(token) ? Number(token) : NaN;
  }
}
