/**
 * Runs the cells of a page: start.js loads this when a button is pressed for the first time.
 *
 * All cells share one Python. Before a cell runs, those above it that have not run are run; they keep the book's output
 * unless they were changed or fail. Stopping ends Python, and the next run starts it again. The cells of a problem set are
 * a notebook of their own, in which a part doesn't need the other parts to run without errors. Check runs a cell and then
 * the set's hidden tests on its function; the cell of an exercise stands alone, and brings its check along.
 */

import { Cell } from "./cell.js";
import { Drafts } from "./drafts.js";
import { blocked, explain } from "./failures.js";
import { OfflineBook } from "../offline/client.js";
import { linkPlaces } from "./places.js";
import { Python } from "./python.js";

const NO_ROOM = " There is no room in this browser to keep it for when there is no network.";
const STOPPED = "Stopped. What Python had in its memory is gone: the next run begins with the cells above again.";

/** Take over the button bars that start.js made, and return the handler of their buttons. */
export function open(bars, { root, runtime, notebook, page }) {
  addStyle();
  const drafts = new Drafts(page);
  const cells = bars.map((bar, index) => new Cell(bar, index, { drafts, run: () => run(index) }));
  const offline = new OfflineBook(root);
  let [python, turn, round, again, set] = [null, Promise.resolve(), 0, false, undefined];

  function run(index, checked = false) {
    const mine = round;
    if (cells[index].busy) return;
    cells[index].wait();
    turn = turn.then(() => mine === round && runWithAbove(index, mine, checked));
  }

  async function runWithAbove(index, mine, checked) {
    const cell = cells[index];
    if (cell.set !== set) for (const other of cells) other.ran = false; // sets use the same names
    set = cell.set;
    try {
      const needed = (other) => !other.ran && other.set === set && !other.alone;
      const above = cell.alone ? [] : cells.slice(0, index).filter(needed);
      for (const [place, other] of above.entries()) {
        const words = `cell ${place + 1} of ${above.length} above`;
        const ended = await runOne(other, cell, words);
        if (mine !== round) return;
        if (!ended && !other.answer) return cell.fail(blocked(other));
      }
      const ok = await runOne(cell, cell, checked ? "your answer" : "");
      if (mine !== round || !checked) return;
      if (!ok) return cell.rest("Not checked: the cell ends in an error.");
      await runOne(cell, cell, "", cell.check);
      if (cell.alone) cell.announce();
      else linkPlaces(cell.element);
    } catch (failure) {
      if (mine !== round) return;
      if (failure.fatal) end();
      again ||= failure.fatal;
      cell.fail(explain(failure, notebook));
    }
  }

  /**
   * Run one cell, and return whether it ran without an error; `teller` is the cell whose bar shows the status. `words` say
   * what is run before that cell, and is empty for what ends the run.
   */
  async function runOne(cell, teller, words, code = cell.code) {
    python ??= new Python(runtime, again);
    const output = cell.begin({ quiet: words && (cell === teller || !cell.changed) });
    const began = performance.now();
    const { ok, missing, files } = await python.run({ name: `<${cell.name}>`, answer: "", ...code }, {
      loading: (what, loaded, total) => teller.load(what, loaded, total),
      running: () => teller.say(words ? `Running ${words}` : "Running"),
      output: (kind, text) => output.add(kind, text),
    });
    cell.end(ok);
    if (!words) {
      const again = missing ? ` ${missing} was not there; now it is: run the cell again.` : "";
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      const line = ok ? `Done in ${seconds} s` : `Ended in an error: ${output.lastLine}${again}`;
      teller.rest(line);
      keep(files).then((full) => full && !teller.busy && teller.say(`${line}.${NO_ROOM}`));
    }
    return ok;
  }

  /** Cache the page, and the files that it and Python have loaded; return whether there was no room for them. */
  async function keep(files) {
    if (!offline.possible) return false;
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const { full } = await offline.keep([location.href.replace(/#.*/, ""), ...loaded, ...files]);
    if (!full) await offline.tidy(runtime, new URL("..", import.meta.url).href);
    return full;
  }

  async function stop(index) {
    const lives = await python?.stop();
    if (lives) return;
    end();
    for (const cell of cells.filter(({ busy }) => busy)) cell.rest(STOPPED);
    cells[index].focus("Run");
  }

  function end() {
    round += 1;
    python?.end();
    python = null;
    turn = Promise.resolve();
    for (const cell of cells) cell.forget();
  }

  const actions = {
    Run: (index) => run(index),
    Check: (index) => run(index, true),
    Stop: stop,
    Edit: (index) => cells[index].edit(),
    Reset: (index) => cells[index].reset(),
    Undo: (index) => cells[index].undo(),
  };
  for (const cell of cells) cell.restore();
  drafts.onOtherTab(() => cells.forEach((cell) => cell.compare()));
  return { press: (index, action) => actions[action](index) };
}

function addStyle() {
  const style = document.createElement("link");
  Object.assign(style, { rel: "stylesheet", href: new URL("run.css", import.meta.url) });
  document.head.append(style);
}
