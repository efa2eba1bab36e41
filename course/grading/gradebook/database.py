"""nbgrader's gradebook of a term, in SQLite or PostgreSQL by its URL, and beside its tables a ledger of our own.

The ledger says of each student and set which result was recorded. It is written in the transaction that writes the
grades, so that the two never disagree, whenever the importer is killed.
"""


import hashlib
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Integer, MetaData, String, Table, Text, create_engine, event, insert, inspect, select
from sqlalchemy.engine import Connection, Engine, make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.orm import Session
from sqlalchemy.pool import NullPool

from course import settings
from course.errors import Trouble, remedy
from course.grading.term.term import Term

COURSE = settings.here().id  # the course's id in nbgrader, as in TERM/nbgrader_config.py
LOCK = 5_115_102  # of PostgreSQL: any number that nobody else takes
REMEDIES = (
    (r"is full|no space", "Make room there"),
    (r"read-?only|permission denied", "Let it and its folder be written to"),
    (r"unable to open", "See that its folder is there, that it may be written to, and that it is a file"),
    (r"locked", "Wait for the program that writes to it"),
    (r"not a database|malformed|no such|does not exist", "Put it aside and restore a backup"),
    (r"authentication|password|no pg_hba", "Mend its user or password in term.toml"),
    (r"connect|resolve|translate|refused|timeout|server", "Start its server, or mend its address in term.toml"),
    (r"", "See to that"),
)
WAIT = 60  # seconds for whoever else is writing, such as the formgrader

ledger = Table(
    "course_ledger",
    MetaData(),
    Column("set", String(16), primary_key=True),
    Column("student", String(128), primary_key=True),
    Column("key", String(64), nullable=False),
    Column("member", String(128), nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("grader", String(64), nullable=False),
    Column("isolation", String(16), nullable=False),
    Column("texts", Text, nullable=False),
    Column("seen", String(64), nullable=False),
)

# By these nbgrader looks for rows without an index; in a class of thousands that is what its pages wait for.
SEARCHED = (("grade", "notebook_id"), ("comment", "notebook_id"), ("submitted_notebook", "assignment_id"))
version = Table("alembic_version", MetaData(), Column("version_num", String(32), nullable=False))


@dataclass(frozen=True)
class Entry:
    """What was recorded of a student and set."""

    set: str
    student: str
    key: str  # of the result
    member: str  # whose attempt it is: the student, or one of the group
    attempt: int
    grader: str
    isolation: str
    texts: str  # hashes of the texts that a person grades; and of a group, what was carried over to its members
    seen: str  # hash of all that decided about it


def id_of(*names: str) -> str:
    """Return the id in the gradebook of what has these names, the same each time."""
    return hashlib.sha256("\0".join(names).encode()).hexdigest()[:32]


@contextmanager
def reading(term: Term) -> Iterator[Session | None]:
    """Open the gradebook to read; None if there is none yet."""
    with opened(term.gradebook_url) as engine, _told(engine):
        if not _is_there(engine):
            yield None
            return
        with Session(engine) as session:
            _snapshot(session)
            yield session


@contextmanager
def writing(term: Term) -> Iterator[Session]:
    """Open the gradebook for one transaction, which is kept at the end, or lost whole; one writer at a time."""
    with opened(term.gradebook_url) as engine, _told(engine), Session(engine) as session, session.begin():
        postgresql = engine.dialect.name == "postgresql"
        connection = session.connection()
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})" if postgresql else "BEGIN IMMEDIATE")
        create(connection)
        yield session


@contextmanager
def opened(url: str) -> Iterator[Engine]:
    """Connect to a gradebook by its URL."""
    sqlite = make_url(url).get_backend_name() == "sqlite"
    if sqlite and Path(shown(url)).is_dir():
        raise Trouble(f"{shown(url)}: is a folder, and no gradebook. Move it away, or name a file in term.toml.")
    engine = create_engine(url, poolclass=NullPool, connect_args={"timeout": WAIT} if sqlite else {})
    if sqlite:
        event.listen(engine, "connect", _set_up_sqlite)
    try:
        yield engine
    finally:
        engine.dispose()


def create(connection: Connection) -> None:
    """Make nbgrader's tables and ours, where they are missing.

    nbgrader's own way is to run the program alembic, which need not be on the path.
    """
    from nbgrader.api import Base, Course

    if inspect(connection).has_table(ledger.name):
        return
    Base.metadata.create_all(connection)
    if not inspect(connection).has_table(version.name):
        version.create(connection)
        connection.execute(version.insert(), {"version_num": _newest()})
    if connection.execute(select(Course.id).where(Course.id == COURSE)).first() is None:
        connection.execute(insert(Course), {"id": COURSE})
    for table, column in SEARCHED:
        name = f"course_{table}_{column}"
        connection.exec_driver_sql(f"CREATE INDEX IF NOT EXISTS {name} ON {table} ({column})")
    ledger.create(connection)


def entries(session: Session, problem_set: str) -> dict[str, Entry]:
    """Return what the ledger says of a set, by student."""
    rows = session.execute(select(ledger).where(ledger.c.set == problem_set)).mappings()
    return {row["student"]: Entry(**row) for row in rows}


def values_of(entry: Entry) -> dict[str, Any]:
    """Return an entry as a row."""
    return {field.name: getattr(entry, field.name) for field in fields(entry)}


def enter(session: Session, new: Mapping[str, Entry], old: Mapping[str, Entry]) -> None:
    """Write entries into the ledger, by student."""
    for student, entry in new.items():
        at = (ledger.c.set == entry.set) & (ledger.c.student == student)
        if student in old:
            session.execute(ledger.update().where(at), values_of(entry))
    if fresh := [values_of(entry) for student, entry in new.items() if student not in old]:
        session.execute(ledger.insert(), fresh)


def shown(url: str) -> str:
    """Return a gradebook's URL as it may be shown, or the file that it is."""
    made = make_url(url)
    if made.get_backend_name() == "sqlite":
        return str(made.database)
    return made.render_as_string(hide_password=True)


def _newest() -> str | None:
    """Return the version that nbgrader's own migrations lead to."""
    import nbgrader
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(nbgrader.__file__).parent / "alembic"))
    return ScriptDirectory.from_config(config).get_current_head()


def _snapshot(session: Session) -> None:
    """Let all that is read be of one moment."""
    if session.get_bind().dialect.name == "postgresql":
        session.connection(execution_options={"isolation_level": "REPEATABLE READ"})
    else:
        session.connection().exec_driver_sql("BEGIN")


def _is_there(engine: Engine) -> bool:
    if engine.dialect.name == "sqlite" and not Path(str(engine.url.database)).exists():
        return False
    return inspect(engine).has_table(ledger.name)


def _set_up_sqlite(connection: Any, record: Any) -> None:
    # Transactions are begun by `writing`; what is deleted is overwritten, for it may be a student's who asked for it.
    connection.isolation_level = None
    connection.execute("PRAGMA secure_delete = ON")


@contextmanager
def _told(engine: Engine) -> Iterator[None]:
    try:
        yield
    except SQLAlchemyError as error:
        said = str(error.orig if isinstance(error, DBAPIError) else error).strip().partition("\n")[0].rstrip(".")
        where = shown(engine.url.render_as_string(hide_password=False))
        todo = next(todo for words, todo in REMEDIES if re.search(words, said, re.IGNORECASE))
        again = "then run the same command again; what was recorded stays"
        raise Trouble(f"{where}: the gradebook says: {said}. {todo}, {again}.") from None
    except OSError as error:
        where = error.filename or shown(engine.url.render_as_string(hide_password=False))
        raise Trouble(f"{where}: {error.strerror}. {remedy(error)}.") from None


def kept() -> list[Table]:
    """Return all tables of nbgrader's and ours, those first that others refer to."""
    from nbgrader.api import Base

    return [*Base.metadata.sorted_tables, version, ledger]
