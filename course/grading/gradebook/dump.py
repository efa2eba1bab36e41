"""The gradebook's rows as lines of JSON, out of SQLite or PostgreSQL and into either."""


import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Table, select
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.orm import Session

from course.errors import Trouble
from course.grading.gradebook import database
from course.grading.term.term import Term

ROWS = 1000  # that are written at a time


def read_dump(term: Term) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Yield each table with its rows, all of one moment; nothing if there is no gradebook yet."""
    with database.reading(term) as session:
        if session is not None:
            for table in database.all_tables():
                yield table.name, _lines(session, table)


@contextmanager
def replaced(term: Term, archive: zipfile.ZipFile, folder: str, *, replace: bool) -> Iterator[None]:
    """Put the rows of a backup into the term's gradebook, for good if the block ends well."""
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
    rows: list[dict[str, Any]] = []
    with archive.open(name) as file:
        for line in file:
            rows.append({key: _value(value) for key, value in json.loads(line).items()})
            if len(rows) == ROWS:
                connection.execute(table.insert(), rows)
                rows.clear()
    if rows:
        connection.execute(table.insert(), rows)


def _refuse(connection: Connection, archive: zipfile.ZipFile, folder: str, where: str, replace: bool) -> None:
    """Raise if grades are there that nobody said to replace, or nbgrader has other tables now than it had."""
    held = connection.execute(select(database.ledger.c.student).limit(1)).first()
    if held and not replace:
        raise Trouble(f"{where}: this gradebook has grades in it. Name another in term.toml, or --replace them.")
    said = [json.loads(line)["version_num"] for line in archive.read(f"{folder}/alembic_version.jsonl").splitlines()]
    here = [row[0] for row in connection.execute(select(database.version.c.version_num))]
    if said != here:
        raise Trouble(f"The backup's gradebook is of another nbgrader: {said}, here it is {here}. Install that one.")


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return {"datetime": value.isoformat()}
    return {"seconds": value.total_seconds()} if isinstance(value, timedelta) else value


def _value(value: Any) -> Any:
    if isinstance(value, dict):
        return datetime.fromisoformat(value["datetime"]) if "datetime" in value else timedelta(seconds=value["seconds"])
    return value
