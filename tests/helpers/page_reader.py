"""A reader of a page whose cells run: presses the buttons, and reads what the cells show."""

from pathlib import Path

from browser import pins

PATIENCE = 120_000  # milliseconds; a page with many cells, on a busy machine
RUNTIME = Path("runtime") / pins.read_pins().version
RESTING = "/^(Done|Ended|Not run|Stopped|As |Python|This)/"
EVERYTHING = "() => document.querySelectorAll('.run-bar button[value=Run]').forEach(button => button.click())"
READ = """() => [...document.querySelectorAll(".run-bar")].map(bar => {
    const words = element => {
        const copy = element.cloneNode(true);
        copy.querySelectorAll("button").forEach(button => button.remove());
        return copy.querySelector("svg[aria-label]")?.getAttribute("aria-label") ?? copy.textContent;
    };
    const shown = [...bar.closest(".cell").querySelectorAll(":scope > .cell_output .output")];
    const [own, book] = [true, false].map(mine => shown.filter(e => Boolean(e.closest(".run-own")) === mine));
    const drawn = book.some(e => e.querySelector("svg[aria-label]")); // the book shows no figure that is left open
    return {
        status: bar.querySelector(".run-status").textContent,
        book: book.map(words).join("\\n"),
        own: own.filter(e => drawn || !e.querySelector("svg[aria-label]")).map(words).join("\\n"),
    };
})"""
# A window keeps Python, one for each set of packages, and lends it to the pages that it opens, each with no names of
# the page before.
LENDER = """() => {
    const kept = {};
    window.lend = (url, options) => {
        const { packages } = window;
        const fresh = !(packages in kept);
        const worker = (kept[packages] ??= new Worker(url, options));
        let clearing = !fresh;
        const lent = {
            terminate() {},
            postMessage(data) {
                const clear = "for name in [name for name in globals() if name[:2] != '__']: del globals()[name]";
                if (fresh || !data.runtime) worker.postMessage(data);
                else worker.postMessage({ name: "<clearing>", source: clear });
            },
        };
        worker.onmessage = event => {
            if (!clearing) lent.onmessage(event);
            else if (event.data.kind === "done") clearing = false;
        };
        worker.onerror = event => lent.onerror(event);
        return lent;
    };
}"""
OPEN = "({ packages, address }) => { Object.assign(window, { packages }).open(address); }"
BORROWER = "if (globalThis.opener?.lend) window.Worker = function (...given) { return opener.lend(...given); };"


class Reader:
    """Someone who reads a page, and presses its buttons."""

    def __init__(self, page):
        self.page, self.asked, self.wrong = page, [], []
        page.set_default_timeout(PATIENCE)
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("pageerror", lambda error: self.wrong.append(str(error)))

    def press(self, cell, name):
        self.page.locator(".run-bar").nth(cell).locator(f"button[value={name}]").click()

    def open_cells(self):
        """The numbers of the cells whose code is in sight."""
        codes = self.page.locator(".cell_input")
        return [cell for cell in range(codes.count()) if codes.nth(cell).is_visible()]

    def type(self, cell, text):
        self.press(cell, "Edit")
        self.page.locator(".run-bar").nth(cell).locator("xpath=..").locator("textarea").fill(text)

    def status(self, cell, expected=RESTING):
        """What the line of a cell says, once it matches."""
        said = f"document.querySelectorAll('.run-status')[{cell}].textContent"
        self.page.wait_for_function(f"{expected}.test({said})")
        return self.page.evaluate(said)

    def run(self, cell):
        self.press(cell, "Run")
        return self.status(cell)

    def own(self, cell):
        return self.page.evaluate(READ)[cell]["own"]


class Lender:
    """A window that opens pages which share Python: to load it takes longer than to run all cells of a page."""

    def __init__(self, context, address):
        context.add_init_script(BORROWER)
        self.window = Reader(context.new_page())
        self.window.page.goto(address)
        self.window.page.evaluate(LENDER)

    def open(self, address, packages):
        """Open a page, and return its reader. Only pages that load the same packages share one Python."""
        with self.window.page.expect_popup() as opened:
            self.window.page.evaluate(OPEN, {"packages": packages, "address": address})
        reader = Reader(opened.value)
        reader.page.wait_for_load_state()
        return reader
