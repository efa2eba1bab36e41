/**
 * Sets formulas, for typesetting.py: a line of stdin is `[tex, display]` in JSON, and the line of stdout that answers
 * it is the formula's HTML, as JSON: what MathJax draws, and MathML with a sentence, which screen readers read.
 *
 *     node typeset.cjs FOLDER_OF_MATHJAX MACROS
 */
"use strict";

const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { createInterface } = require("node:readline");
const { runInThisContext } = require("node:vm");

const [, , MATHJAX, MACROS] = process.argv;
const SPEECH = join(__dirname, "speech_rule_engine");
const MANNER = [
  ...["AbsoluteValue_AbsEnd", "Log_LnAsNaturalLog", "MultiLineOverview_None", "MultsymbolDot_Dot", "Roots_RootEnd"],
  "SetMemberSymbol_In",
].join(":");
// The engine's words that are not the book's, and what is on the page for the eye alone.
const WORDS = [
  [/\bmetric\b/g, "norm"],
  [/ raised to the asterisk power| asterisk\b/g, " star"],
  [/\blamda\b/g, "lambda"],
  [/ right single quotation mark (?=\w)/g, "'"],
  [/\br-(?=\w)/g, "R "],
  [/\bleft arrow\b/g, "becomes"],
  [/\bright arrow from bar\b/g, "maps to"],
  [/\bright arrow\b/g, "to"],
  [/\b(double struck|blank) /g, ""],
  [/( of (?:bold )?[\w.]+(?: sub \w+)?(?: prime)?) end (?:norm|absolute value|root)(?= (?:equals|is|plus|minus|squared|times|divided|close|comma|and)\b|$)/g, "$1"],
  [/ (?:comma|period|colon|semicolon)(?= (?:Line|Case) \d+:|$)/g, ""],
  [/((?:Line|Case) \d+: )positive /g, "$1plus "],
  [/((?:Line|Case) \d+: )negative (?!infinity|\d)/g, "$1minus "],
  [/ (?=(?:Line|Case) (?:[2-9]|\d\d+):)/g, "; "],
];

/** Load MathJax with the book's macros. */
function startMathJax() {
  return require(join(MATHJAX, "node-main.js")).init({
    loader: {
      load: ["adaptors/liteDOM", "input/tex-full", "output/chtml", "a11y/assistive-mml"],
      versionWarnings: false,
    },
    tex: { macros: JSON.parse(MACROS), packages: { "[-]": ["noerrors", "noundefined"] } },
    chtml: { fontURL: ".", adaptiveCSS: false },
    startup: { typeset: false },
  });
}

/** Load the speech rule engine. It is made for a web worker: here it finds what it expects of one. */
async function startSpeech() {
  const fetch = async (name) => ({ json: async () => readFileSync(join(SPEECH, name), "utf8") });
  Object.assign(globalThis, { self: globalThis, maps: "", addEventListener() {}, postMessage() {}, fetch });
  runInThisContext(readFileSync(join(SPEECH, "speech-worker.js"), "utf8"));
  while (!globalThis.SRE) await new Promise((resolve) => setImmediate(resolve));
  await SRE.engineReady();
  await SRE.setupEngine({ domain: "clearspeak", style: MANNER, locale: "en", modality: "speech", markup: "none" });
  await SRE.engineReady();
}

/** Return a formula as a person would read it aloud. */
function spoken(mathml) {
  const heard = mathml.replace(/<mspace[^>]*>(<\/mspace>)?|<mtext>(\u00a0|&nbsp;)*<\/mtext>/g, "");
  return WORDS.reduce((text, [word, ours]) => text.replace(word, ours), SRE.toSpeech(heard)).trim();
}

/** Return a formula as HTML. */
function typeset(MathJax, tex, display) {
  const { adaptor } = MathJax.startup;
  const drawn = MathJax.tex2chtml(tex, { display });
  const [mathml] = adaptor.tags(drawn, "math");
  adaptor.setAttribute(mathml, "aria-label", spoken(adaptor.outerHTML(mathml)));
  return adaptor.outerHTML(drawn).replace(/ data-mjx-(?!error)[\w-]+="[^"]*"/g, "");
}

async function main() {
  const MathJax = await startMathJax();
  await startSpeech();
  const style = MathJax.startup.adaptor.textContent(MathJax.chtmlStylesheet());
  for await (const line of createInterface({ input: process.stdin })) {
    const [tex, display] = JSON.parse(line);
    process.stdout.write(`${JSON.stringify(tex === null ? style : typeset(MathJax, tex, display))}\n`);
  }
}

main();
