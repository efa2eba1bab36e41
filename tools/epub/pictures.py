"""The drawings of a page as files: each reading system shows those, and none gives them the colors of its own text."""

import re
from collections.abc import Mapping

from lxml import etree

from tools.epub.colors import fill_in

SVG = "http://www.w3.org/2000/svg"
PHONE = "(max-width: 30em)"
WIDTH = re.compile(r"max-width:\s*(\d+)px")
# What book/_static has for drawings whose parts have classes, not colors.
STYLE = """
text { fill: var(--ink); font: 16px sans-serif; text-anchor: middle; }
rect { fill: var(--card); stroke: var(--soft); }
rect.side-road { stroke-dasharray: 6 4; }
path { fill: none; stroke: var(--soft); stroke-width: 1.5; }
marker path { fill: var(--soft); stroke: none; }
.playable-slab { fill: var(--slab); stroke: none; }
.playable-line { stroke: var(--ink); stroke-width: 2.2; }
.playable-edge { stroke: var(--ink); stroke-width: 1.4; stroke-dasharray: 3 4; }
.playable-slack { stroke: var(--u); stroke-width: 2.6; }
.playable-positive { fill: var(--plus); stroke: none; }
.playable-negative { fill: var(--minus); stroke: none; }
"""


def take_out(root: etree._Element, name: str, values: Mapping[str, str]) -> dict[str, bytes]:
    """Put an image in the place of each drawing, and return the images' files, named after the page."""
    files: dict[str, bytes] = {}
    place = "../" * name.count("/")
    for drawing in list(root.iter("svg", f"{{{SVG}}}svg")):
        file = f"pictures/{name.rpartition('/')[2]}-{len(files) + 1}.svg"
        files[file] = as_file(drawing, values)
        if _is_for_phones(drawing):
            _offer_to_phones(drawing, place + file)
        else:
            _replace(drawing, _image(drawing, place + file))
    return files


def as_file(drawing: etree._Element, values: Mapping[str, str]) -> bytes:
    """Return a drawing as a file, on the paper of the book."""
    text = etree.tostring(drawing, encoding="unicode", with_tail=False)
    copy = etree.fromstring(text if f'xmlns="{SVG}"' in text else text.replace("<svg", f'<svg xmlns="{SVG}"', 1))
    etree.strip_tags(copy, f"{{{SVG}}}a", etree.Comment)
    for name in ("style", "class", "role", "aria-label"):
        copy.attrib.pop(name, None)
    paper = etree.Element(f"{{{SVG}}}rect", width="100%", height="100%")
    paper.set("style", f"fill: {values['--paper']}; stroke: none")
    copy.insert(0, paper)
    for empty in copy.iter(f"{{{SVG}}}path"):  # matplotlib draws a space, too
        empty.set("d", empty.get("d", ""))
    if any("class" in node.attrib for node in copy.iter()):
        copy.insert(0, etree.Element(f"{{{SVG}}}style"))
        copy[0].text = STYLE
    return fill_in(etree.tostring(copy, encoding="unicode"), values).encode()


def _image(drawing: etree._Element, address: str) -> etree._Element:
    """Return the image of a drawing, as wide as the drawing would be where there is room."""
    image = etree.Element("img", src=address, alt=drawing.get("aria-label", ""))
    width = WIDTH.search(drawing.get("style", ""))
    if width:
        image.set("style", f"width: {width[1]}px")
    return image


def _is_for_phones(drawing: etree._Element) -> bool:
    return "phone" in drawing.get("class", "").split()


def _offer_to_phones(drawing: etree._Element, address: str) -> None:
    """Put the drawing for phones beside the image of the same drawing for wider pages, which comes before it."""
    image = drawing.getprevious()
    both = etree.Element("picture")
    etree.SubElement(both, "source", media=PHONE, srcset=address)
    _replace(image, both)
    both.append(image)
    image.tail = None
    drawing.getparent().remove(drawing)


def _replace(old: etree._Element, new: etree._Element) -> None:
    new.tail = old.tail
    old.getparent().replace(old, new)
