"""Good files made bad, by chance and the same each time: notebooks, names, archives, tables and settings.

Each function takes a `random.Random` and returns something else than what it was given.
"""

import io
import json
import struct
import warnings
import zipfile

ODD = (
    "\ud800", "\u202e", "\u200b", "\0", "\ufeff", "\u2028", "ﬁ", "e\u0301", "\U0010ffff", "\x1b[2J", "＝1+1", "\r", "'",
    '"',
)
JUNK = (
    None, True, -1, 0, 1.5, 1e308, 10**30, "", "x", *ODD, [], {}, [[]], [None] * 50, {"cells": []}, "x" * 100_000,
    {"": {"": ""}}, ["\udfff"], 4, 5, "5", [[[[[[]]]]]],
)
ENCODINGS = ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig", "utf-7", "cp037", "cp1252", "latin-1")
BEGINNINGS = (b"PK\x03\x04", b"%PDF-1.7\n", b"\x1f\x8b", b"\xff\xfe", b"\xef\xbb\xbf" * 2, b"<html>", b"\0" * 300)
NAMES = (
    ".ps1.ipynb", "ps1", "PS1.IPYNB", "ps1.ipynb.zip", "ps1.zip", "ps1.ipynb.txt", "ps2.ipynb", "emmy.ipynb",
    "a" * 250 + ".ipynb", "ps1\u202e.ipynb", "ps1\n.ipynb", "con.ipynb", "ps1 (1).ipynb", "x/y/z/ps1.ipynb",
    ".ipynb_checkpoints/ps1.ipynb", "__MACOSX/._ps1.ipynb", "emmy+ps1+2027-01-01 10:00:00 UTC/ps1.ipynb",
    "x_12346_1_ps1.ipynb", "timestamp.txt", "ps1.html", "Emmy Noether_77_assignsubmission_file_ps1.ipynb",
    "../../ps1.ipynb", "/etc/ps1.ipynb", "C:\\ps1.ipynb", "", " ", "ps1.json", "ps2/ps1.ipynb",
)
VALUES = (
    "1e400", "-1", "nan", "inf", "1979-05-27", "07:32:00", "9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+12:00",
    "[]", "{}", "[[[[[[", '""', '"\\u202e"', '"\\u0000"', "'''\n'''", "true", "9" * 5_000, "0xffffffffffffffffffff",
    '"sqlite:///"', '"sqlite:////dev/null"', '"postgresql://"', '"postgresql://h:x/"', '[["ada", "ada"]]', '["ada"]',
    "{ name = 1 }", "", '{ name = "x", name = "y" }', '"x" # \ud800',
)


def content(draw, good):
    """Change the bytes of a file."""
    how = draw.randrange(9)
    if how == 0:
        return good[: draw.randrange(len(good) + 1)]
    if how == 1:
        return flipped(draw, good)
    if how == 2:
        return recoded(draw, good)
    if how == 3:
        return draw.choice(BEGINNINGS) + good[draw.randrange(200) :]
    if how == 4:
        return good * draw.randrange(2, 4)
    if how == 5:
        start = draw.randrange(len(good))
        return good[:start] + good[start + draw.randrange(200) :]
    if how == 6:
        place = draw.randrange(len(good))
        return good[:place] + draw.choice(ODD).encode("utf-8", "surrogatepass") + good[place:]
    if how == 7:
        return bytes(draw.randrange(256) for _ in range(draw.randrange(400)))
    return b""


def flipped(draw, good):
    """Flip bits here and there."""
    made = bytearray(good)
    for _ in range(draw.randrange(1, 20)):
        made[draw.randrange(len(made))] ^= 1 << draw.randrange(8)
    return bytes(made)


def recoded(draw, good):
    """Write the text in another encoding."""
    return good.decode("utf-8", "replace").encode(draw.choice(ENCODINGS), "replace")


def notebook(draw, good):
    """Change the bytes of a notebook, or what they mean."""
    if draw.random() < 0.4:
        return content(draw, good)
    made = json.loads(good)
    if draw.random() < 0.1:
        return good.replace(b'"metadata"', b'"metadata": ' + b"[" * 5_000 + b"]" * 5_000 + b', "m"', 1)
    for _ in range(draw.randrange(1, 6)):
        replace_a_part(draw, made)
    return json.dumps(made).encode()


def replace_a_part(draw, made):
    """Put something of the wrong kind in the place of a part, or take it out, or have it twice."""
    place, key = made, draw.choice(list(made)) if made else None
    while key is not None and isinstance(place[key], (dict, list)) and place[key] and draw.random() < 0.8:
        place = place[key]
        key = draw.choice(list(place)) if isinstance(place, dict) else draw.randrange(len(place))
    if key is None:
        return
    how = draw.randrange(4)
    if how == 0:
        del place[key]
    elif how == 1 and isinstance(place, list):
        place.insert(draw.randrange(len(place) + 1), place[key])
    elif how == 2 and isinstance(place, dict):
        place[draw.choice([word for word in JUNK if isinstance(word, str)])[:50]] = place[key]
    else:
        place[key] = draw.choice(JUNK)


def name(draw):
    """Return a name that a student's file may have."""
    made = draw.choice(NAMES)
    return made if draw.random() < 0.8 else made.replace("ps1", draw.choice(ODD[1:]))


def zipped(draw, files, depth=0):
    """Return a zip of files, some of them twice, in folders, encrypted by the look of it, or in a zip of their own."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", draw.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))) as archive:
        warnings.filterwarnings("ignore", "Duplicate name")
        for path, held in files.items():
            entry = zipfile.ZipInfo(path.replace("\0", "_") or "x", (1980 + draw.randrange(100), 1, 1, 0, 0, 0))
            entry.external_attr = draw.choice((0o644, 0o644, 0o644, 0o120777, 0o040755, 0)) << 16
            archive.writestr(entry, held)
            if draw.random() < 0.1:
                archive.writestr(f"{path}/", b"")
            if draw.random() < 0.1:
                archive.writestr(zipfile.ZipInfo(path or "x"), held[: draw.randrange(len(held) + 1)])
    whole = made.getvalue()
    return zipped(draw, {"inner.zip": whole}, depth + 1) if depth < 3 and draw.random() < 0.2 else whole


def archive(draw, good):
    """Change the bytes of a zip, at random or in the fields that say how large things are."""
    how = draw.randrange(5)
    if how < 2:
        return content(draw, good)
    made, entry = bytearray(good), good.find(b"PK\x01\x02")
    if how == 2:  # an absurd size, in the directory
        sizes = (0, 1, 10**9, 2**32 - 1)
        struct.pack_into("<II", made, entry + 20, draw.choice(sizes), draw.choice(sizes))
    elif how == 3:  # another flag, method or place
        field, size = draw.choice(((8, "<H"), (10, "<H"), (42, "<I"), (28, "<H"), (16, "<I")))
        struct.pack_into(size, made, entry + field, draw.randrange(2**16))
    else:  # the directory's own numbers
        end = good.rfind(b"PK\x05\x06")
        struct.pack_into("<HHII", made, end + 8, *(draw.choice((0, 1, 2**16 - 1)) for _ in range(4)))
    return bytes(made)


def table(draw, good):
    """Change a CSV."""
    lines = good.decode().split("\n")
    for _ in range(draw.randrange(1, 4)):
        how, place = draw.randrange(8), draw.randrange(len(lines))
        if how == 0:
            lines.pop(place)
        elif how == 1:
            lines.insert(draw.randrange(len(lines) + 1), lines[place])
        elif how == 2:
            lines[place] = lines[place].replace(",", draw.choice((";", "\t", ",,", '"', "")))
        elif how == 3:
            lines[place] += draw.choice(ODD) + "," * draw.randrange(2_000)
        elif how == 4:
            cells = lines[place].split(",")
            cells[draw.randrange(len(cells))] = draw.choice(("../x", "con", "=1+1", "x" * 5_000, "", "ada", *ODD))
            lines[place] = ",".join(cells)
        elif how == 5:
            lines[place] = '"' + lines[place]
        lines = lines or [""]
    made = "\n".join(lines).encode("utf-8", "surrogatepass")
    return content(draw, made) if made and draw.random() < 0.4 else made


def settings(draw, good):
    """Change a TOML file."""
    lines = good.decode().split("\n")
    for _ in range(draw.randrange(1, 4)):
        place = draw.randrange(len(lines))
        key, equals, value = lines[place].partition(" = ")
        how = draw.randrange(5)
        if how == 0 and equals:
            lines[place] = f"{key} = {draw.choice(VALUES)}"
        elif how == 1 and equals:
            lines[place] = f'"{draw.choice(ODD)}" = {value}'
        elif how == 2:
            lines.insert(draw.randrange(len(lines) + 1), lines[place])
        elif how == 3:
            lines.insert(place, f"[{draw.choice(('late', 'due', 'extensions.ps1', 'handed_in.ps9', 'students', 'x'))}]")
        else:
            lines[place] = lines[place] + draw.choice(ODD)
    made = "\n".join(lines).encode("utf-8", "surrogatepass")
    return content(draw, made) if draw.random() < 0.3 else made
