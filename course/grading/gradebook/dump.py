"""Dump the gradebook's rows as lines of JSON, and restore them, in SQLite or PostgreSQL."""

import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from sqlalchemy import Table, select
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.orm import Session

from course.errors import Trouble
from course.grading.gradebook import database
from course.grading.term.term import Term

ROWS = 1000  # written at a time


def read_dump(term: Term) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Yield each table with its rows, all read at one moment; nothing if there is no gradebook yet."""
    with database.reading(term) as session:
        if session is not None:
            for table in database.all_tables():
                yield table.name, _lines(session, table)


@contextmanager
def replaced(term: Term, archive: zipfile.ZipFile, folder: str, *, replace: bool) -> Iterator[None]:
    """Replace the gradebook's rows by those of a backup, unless the block raises an error."""
    names = [name for name in archive.namelist() if name.startswith(f"{folder}/")]
    if not names:
        yield
        return
    with database.writing(term) as session:
        connection = session.connection()
        _refuse(connection, archive, folder, database.url_without_password(term.gradebook_url), replace)
        for table in reversed(database.all_tables()):
            connection.execute(table.delete())
        for table in database.all_tables():
            if f"{folder}/{table.name}.jsonl" in names:
                _fill(connection, table, archive, f"{folder}/{table.name}.jsonl")
        if make_url(term.gradebook_url).get_backend_name() == "sqlite":
            session.commit()  # the file is in the folder that the block moves
        yield


def _lines(session: Session, table: Table) -> Iterator[bytes]:
    for row in session.execute(select(table).order_by(*table.primary_key.columns)).mappings():
        values = {name: _plain(value) for name, value in row.items()}
        yield json.dumps(values, ensure_ascii=False).encode() + b"\n"


def _fill(connection: Connection, table: Table, archive: zipfile.ZipFile, name: str) -> None:
    with archive.open(name) as file:
        rows = ({key: _value(value) for key, value in json.loads(line).items()} for line in file)
        while some := list(islice(rows, ROWS)):
            connection.execute(table.insert(), some)


def _refuse(connection: Connection, archive: zipfile.ZipFile, folder: str, where: str, replace: bool) -> None:
    """Raise Trouble if there are grades to `replace` unasked, or if nbgrader's tables have changed since."""
    held = connection.execute(select(database.ledger.c.student).limit(1)).first()
    if held and not replace:
        raise Trouble(f"{where}: this gradebook has grades in it. Name another in term.toml, or --replace them.")
    said = [json.loads(line)["version_num"] for line in archive.read(f"{folder}/alembic_version.jsonl").splitlines()]
    here = [row[0] for row in connection.execute(select(database.version.c.version_num))]
    if said != here:
        raise Trouble(f"The backup is of another nbgrader, with tables {said}, not {here}. Install that nbgrader.")


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return {"datetime": value.isoformat()}
    return {"seconds": value.total_seconds()} if isinstance(value, timedelta) else value


def _value(value: Any) -> Any:
    if isinstance(value, dict):
        return datetime.fromisoformat(value["datetime"]) if "datetime" in value else timedelta(seconds=value["seconds"])
    return value
