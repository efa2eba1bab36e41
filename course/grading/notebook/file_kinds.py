"""The kind of a file by its bytes, for files that are not what their names say."""

import re

ARCHIVES = (  # other than zips
    (rb"\x1f\x8b", "a gzip archive"), (rb"Rar!", "a RAR archive"), (rb"7z\xbc\xaf", "a 7z archive"),
    (rb"BZh\d", "a bzip2 archive"), (rb"\xfd7zXZ", "an xz archive"), (rb".{257}ustar", "a tar archive"),
)
OTHERS = (
    (rb"PK\x03\x04.*xl/workbook", "an Excel workbook"), (rb"PK[\x03\x05][\x04\x06]", "a zip or an office document"),
    (rb"\xd0\xcf\x11\xe0", "a document of an old Office"), (rb"%PDF", "a PDF"),
    (rb"\x89PNG|\xff\xd8\xff", "a picture"), (rb"(?i:\s*<(!doctype|html))", "a web page"),
)


def kind_of_file(content: bytes, kinds: tuple[tuple[bytes, str], ...] = ARCHIVES + OTHERS) -> str | None:
    """Return the kind of file that begins like this; None for text or another kind."""
    return next((what for begins, what in kinds if re.match(begins, content, re.DOTALL)), None)
