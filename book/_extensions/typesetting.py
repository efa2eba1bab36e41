"""Sets the formulas while the book is built: pages come with what MathJax draws and with what screen readers say.

typeset.cjs runs MathJax 3.2.2, from the Python package sphinx-mathjax-offline, and the speech rule engine of MathJax
4.1.3, in the Node that Playwright brings. A reader's browser loads no MathJax and waits for none; it gets a style
sheet, fonts, and MathML whose label is the formula in words. MathJax 4 in the browser was tried: the first view of a
long page had 1.26 MB, and the sentences for its 378 formulas kept the browser busy ten times as long as all else.

Formulas that were set once are kept beside Sphinx's own caches, until the script, the macros or MathJax change.
"""

import html
import json
import re
import shutil
import subprocess
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property
from importlib.metadata import files, version
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders._epub_base import EpubBuilder
from sphinx.config import Config
from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

from tools.files import fingerprint, write_atomically

log = logging.getLogger(__name__)

HERE = Path(__file__).parent
SCRIPT = HERE / "typeset.cjs"
FONTS = "output/chtml/fonts/woff-v2/*"
STYLE = json.dumps([None, False])  # what is asked for in place of a formula
# A formula's x is as high as that of the text around it; MathJax's own is 0.442 em high. What is only said has no width
# of its own, which would be scrolled to.
OWN_STYLE = """
mjx-container[jax="CHTML"] { font-size: calc(1ex / 0.442); }
mjx-assistive-mml { max-width: 100%; }
"""
FAULT = re.compile(r'data-mjx-error="([^"]*)"')


def packaged(package: str, *names: str) -> Path:
    """Return a file of an installed package."""
    return Path(str(next(path for path in files(package) or [] if path.name in names).locate()))


class Typesetter:
    """Formulas as HTML: known ones from a file, others from MathJax, which sets them while Sphinx reads on."""

    def __init__(self, kept: Path, macros: str) -> None:
        self.kept, self.macros = kept, macros
        self.known: dict[str, str] = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
        self.coming: dict[str, Future[str]] = {}
        self.queue = ThreadPoolExecutor(max_workers=1)

    @cached_property
    def node(self) -> "subprocess.Popen[str]":
        """The running script."""
        program, mathjax = packaged("playwright", "node", "node.exe"), mathjax_folder()
        command = [str(program), str(SCRIPT), str(mathjax), self.macros]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def ask(self, formula: str) -> str:
        """Return what the script answers."""
        assert self.node.stdin
        assert self.node.stdout
        self.node.stdin.write(formula + "\n")
        self.node.stdin.flush()
        answer: str = json.loads(self.node.stdout.readline())
        return answer

    def order(self, formula: str) -> None:
        """Let a formula be set."""
        if formula not in self.known and formula not in self.coming:
            self.coming[formula] = self.queue.submit(self.ask, formula)

    def get(self, formula: str) -> str:
        """Return a formula's HTML, as soon as it is there."""
        self.order(formula)
        if formula in self.coming:
            try:
                self.known[formula] = self.coming[formula].result()
            except (OSError, ValueError) as error:
                raise ExtensionError(f"MathJax stopped at the formula {formula}; what Node says is above.") from error
            del self.coming[formula]
        return self.known[formula]

    def close(self) -> None:
        """End the script, and keep what was set."""
        self.queue.shutdown(cancel_futures=True)
        if "node" in self.__dict__:
            self.node.communicate()
            self.kept.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self.kept, json.dumps(self.known).encode())


def mathjax_folder() -> Path:
    """Return MathJax's folder in the installed package."""
    return packaged("sphinx-mathjax-offline", "node-main.js").parent


def macros_of(config: Config) -> str:
    """Return the macros of the book, which tex_macros.py has put into the settings of MathJax."""
    return json.dumps((config.mathjax3_config or {}).get("tex", {}).get("macros", {}))


def formula_of(node: nodes.math | nodes.math_block) -> str:
    """Return a formula as the script reads it; lines of a display are set below each other."""
    tex, display = node.astext(), isinstance(node, nodes.math_block)
    if display and not node["nowrap"] and r"\\" in tex and not tex.lstrip().startswith(r"\begin"):
        tex = rf"\begin{{split}}{tex}\end{{split}}"
    return json.dumps([tex, display])


def written(translator: Any, node: nodes.math | nodes.math_block) -> str:
    """Return a formula's HTML; in an e-book, where nothing can be drawn, it is MathML."""
    drawn = str(translator.builder.app.typesetter.get(formula_of(node)))
    for message in FAULT.findall(drawn):
        log.warning("MathJax cannot set this formula: %s", html.unescape(message), location=node)
    if not isinstance(translator.builder, EpubBuilder):
        return drawn
    mathml = re.search(r"<math\b.*</math>", drawn, re.DOTALL)
    assert mathml
    return mathml[0].replace("aria-label=", "alttext=", 1).replace("&nbsp;", "\u00a0")


def visit_inline(self: Any, node: nodes.math) -> None:
    """Write a formula of a sentence."""
    self.body.append(self.starttag(node, "span", "", CLASS="math notranslate nohighlight"))
    self.body.append(f"{written(self, node)}</span>")
    raise nodes.SkipNode


def visit_display(self: Any, node: nodes.math_block) -> None:
    """Write a formula on a line of its own, with its number."""
    self.body.append(self.starttag(node, "div", CLASS="math notranslate nohighlight"))
    if node["number"]:
        self.body.append(f'<span class="eqno">({get_node_equation_number(self, node)})')
        self.add_permalink_ref(node, "Link to this equation")
        self.body.append("</span>")
    self.body.append(f"{written(self, node)}</div>\n")
    raise nodes.SkipNode


def set_fingerprint(app: Sphinx, config: Config) -> None:
    """Let all pages be written again when the script, the macros or MathJax change."""
    sources = [SCRIPT, *(HERE / "speech_rule_engine").glob("*.js*")]
    about = macros_of(config), version("sphinx-mathjax-offline")
    config["formulas_fingerprint"] = fingerprint(HERE, sources, *about)[:16]


def start(app: Sphinx) -> None:
    """Make the typesetter; MathJax starts with the first formula that is not known."""
    name = f"formulas-{app.config.formulas_fingerprint}.json"
    app.typesetter = Typesetter(Path(app.doctreedir) / name, macros_of(app.config))  # type: ignore[attr-defined]


def order_formulas(app: Sphinx, doctree: nodes.document) -> None:
    """Let the formulas of a page be set as soon as it is read."""
    for node in (*doctree.findall(nodes.math), *doctree.findall(nodes.math_block)):
        app.typesetter.order(formula_of(node))  # type: ignore[attr-defined]


def finish(app: Sphinx, error: Exception | None) -> None:
    """Write style sheet and fonts into the finished book, once, and end MathJax."""
    typesetter: Typesetter = app.typesetter  # type: ignore[attr-defined]
    target = Path(app.outdir) / "_static" / "mathjax"
    style = target / "formulas.css"
    if not error and app.builder.name in ("html", "singlehtml") and not style.exists():
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir(parents=True)
        for font in mathjax_folder().glob(FONTS):
            shutil.copyfile(font, target / font.name)
        write_atomically(style, (typesetter.get(STYLE) + OWN_STYLE).encode())
    typesetter.close()


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the writers of formulas, and connect the rest."""
    app.add_config_value("formulas_fingerprint", "", "html")
    app.add_html_math_renderer("typesetting", (visit_inline, None), (visit_display, None))
    app.config["html_math_renderer"] = "typesetting"
    app.add_css_file("mathjax/formulas.css", priority=400)
    app.add_js_file("long_formulas.js", loading_method="defer")
    app.connect("config-inited", set_fingerprint, priority=800)
    app.connect("builder-inited", start)
    app.connect("doctree-read", order_formulas, priority=900)
    app.connect("build-finished", finish)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
