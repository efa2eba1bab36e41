"""A page of the EPUB: what only a browser can show is taken out, and what it folds can be unfolded without a script."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from posixpath import dirname, join, normpath

from lxml import etree

from tools.epub import formulas
from tools.epub.contents import Contents
from tools.epub.pictures import take_out

# Scripts, buttons, code that only draws a picture, and where a theorem's code, source and test are.
LEFT_OUT = ("above-input", "headerlink", "toctree-wrapper", "sd-summary-state-marker", "fold", "in-the-lab")
ONLINE = "In the book online, you can play with this figure."


class PageError(Exception):
    """A page that is no XHTML; the message says where."""


@dataclass
class Tidied:
    """A page, and the files of its drawings."""

    body: etree._Element
    pictures: dict[str, bytes]

    def text(self) -> str:
        """Return the page as XHTML."""
        return etree.tostring(self.body, encoding="unicode")


def tidy(text: str, name: str, values: Mapping[str, str]) -> Tidied:
    """Return a page as it is in the EPUB, but for links."""
    try:
        body = etree.fromstring(f"<div>{text}</div>")
    except etree.XMLSyntaxError as error:
        raise PageError(f"{name} is no XHTML, as a page of an EPUB must be: {error}") from None
    for fold in by_class(body, "formal"):
        fold.addprevious(_element("span", fold.findtext("summary"), "checked"))
    for fold in by_class(body, "walk-fold"):
        _keep_steps(fold)
    for kind in ("right-order", "follows", "follows-answer"):
        for fold in by_class(body, kind):
            fold.set("class", kind)  # it stays
    for left_out in [*body.iter("script"), *(node for kind in LEFT_OUT for node in by_class(body, kind))]:
        remove(left_out)
    _drop_empty(body, "theorem-row")
    _drop_empty(body, "cell")
    for solution in by_class(body, "dropdown"):
        _make_fold(solution)
    for figure in by_class(body, "playable"):
        figure.append(_element("p", ONLINE, "online"))
    for entry in [*by_class(body, "citation-list"), *by_class(body, "citation")]:
        entry.attrib.pop("role", None)  # one is deprecated, and the other would want children of a role
    for math in body.iter(f"{{{formulas.MATHML}}}math"):
        formulas.tidy(math)
    pictures = take_out(body, name, values)
    _keep_first_ids(body)
    return Tidied(body, pictures)


def by_class(root: etree._Element, name: str) -> Iterator[etree._Element]:
    """Return the elements of a class."""
    return iter(root.xpath(f".//*[contains(concat(' ', @class, ' '), ' {name} ')]"))


def remove(node: etree._Element) -> None:
    """Remove an element, and leave the text after it."""
    parent = node.getparent()
    if parent is not None:
        node.text, node[:] = None, []
        node.tag = "removed"
        etree.strip_tags(parent, "removed")


def _element(tag: str, text: str | None, name: str) -> etree._Element:
    made = etree.Element(tag, {"class": name})
    made.text = text
    return made


def _drop_empty(body: etree._Element, name: str) -> None:
    for node in by_class(body, name):
        if not "".join(node.itertext()).strip() and not node.xpath(".//svg | .//*[local-name() = 'svg']"):
            remove(node)


def _make_fold(block: etree._Element) -> None:
    """Turn a block that a script folds into one that folds by itself."""
    title = next(by_class(block, "admonition-title"))
    title.tag, block.tag = "summary", "details"
    del title.attrib["class"]
    etree.strip_tags(title, "a")


def _keep_steps(fold: etree._Element) -> None:
    """Keep the steps of a machine's proof, if there are any."""
    if next(by_class(fold, "walk"), None) is not None:
        fold.set("class", "walk-fold")
        fold.find("summary").text = "the machine’s proof, step by step"


def _keep_first_ids(body: etree._Element) -> None:
    """Take away ids that an element before has: several blocks of a page name their contents alike."""
    seen: set[str] = set()
    for node in body.xpath(".//*[@id]"):
        if node.get("id") in seen:
            del node.attrib["id"]
        else:
            seen.add(node.get("id"))


def mend_links(pages: Mapping[str, Tidied], contents: Contents) -> None:
    """Let links to what is not in the EPUB lead to the site if its address is known, or be text."""
    places = {name: set(page.body.xpath(".//@id")) for name, page in pages.items()}
    online = {page.name for top in contents.online for page in top.all()}
    for name, page in pages.items():
        for link in page.body.xpath(".//a[@href]"):
            _mend_link(link, name, places, online, contents.site)


def _mend_link(
    link: etree._Element, name: str, places: Mapping[str, set[str]], online: Collection[str], site: str
) -> None:
    address, _, place = link.get("href").partition("#")
    if ":" in address:
        return
    target = normpath(join(dirname(name), address)).removesuffix(".xhtml") if address else name
    if target in places and (not place or place in places[target]):
        return
    if target in online and site:
        link.set("href", f"{site}{target}.html" + (f"#{place}" if place else ""))
    else:
        link.tag = "removed"
        etree.strip_tags(link.getparent(), "removed")
