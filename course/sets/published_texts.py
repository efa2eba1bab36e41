"""The texts in files that are published, whatever their format: what a student could read in them.

An archive, such as an EPUB, is opened, and so are the files in it. Of a PDF the text is read, the words for those who
can't see its pictures, its other strings, and what is attached to it. A format that isn't known is read as text.
"""

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

ARCHIVES = (".zip", ".whl", ".epub")
WITHOUT_TEXT = (".png", ".jpg", ".ico", ".woff", ".woff2", ".ttf", ".otf", ".eot", ".wasm", ".mo", ".pyc")


def texts(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each file of a folder, and of each in its archives."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield from _of_file(str(path.relative_to(folder)), path.read_bytes())


def _of_file(name: str, content: bytes) -> Iterator[tuple[str, str]]:
    suffix = Path(name).suffix.lower()
    if suffix in ARCHIVES:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for entry in archive.namelist():
                yield from _of_file(f"{name}/{entry}", archive.read(entry))
    elif suffix == ".pdf":
        yield from _of_pdf(name, content)
    elif suffix not in WITHOUT_TEXT:
        yield name, content.decode("utf-8", errors="replace").replace(r"\n", "\n")


def _of_pdf(name: str, content: bytes) -> Iterator[tuple[str, str]]:
    import pikepdf
    import pypdfium2

    with pypdfium2.PdfDocument(content) as pages:
        yield name, "\n".join(page.get_textpage().get_text_range() for page in pages)
    with pikepdf.open(io.BytesIO(content)) as pdf:
        yield name, "\n".join(words for thing in pdf.objects for words in _strings(thing))
        for attached, file in pdf.attachments.items():
            yield from _of_file(f"{name}/{attached}", file.get_file().read_bytes())


def _strings(thing: object) -> Iterator[str]:
    """Yield the strings in an object of a PDF; what it refers to are objects of their own."""
    import pikepdf

    if isinstance(thing, pikepdf.String):
        yield str(thing)
    elif isinstance(thing, pikepdf.Array):
        for part in thing:
            if not _is_elsewhere(part):
                yield from _strings(part)
    elif isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
        for _, part in thing.items():
            if not _is_elsewhere(part):
                yield from _strings(part)


def _is_elsewhere(thing: object) -> bool:
    return bool(getattr(thing, "is_indirect", False))
