"""Open nbgrader's gradebook of a term, in SQLite or PostgreSQL, with a ledger of ours beside nbgrader's tables.

The ledger says which result was recorded for each student and set. It is written in the same transaction as the grades,
so the two agree even if the process is killed.
"""

import hashlib
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Column,
    Integer,
    MetaData,
    Select,
    String,
    Table,
    Text,
    create_engine,
    delete,
    event,
    insert,
    inspect,
    select,
)
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.orm import Session
from sqlalchemy.pool import NullPool
from sqlalchemy.sql import Executable

from course import settings
from course.errors import Trouble, remedy
from course.grading.term.term import Term

COURSE = settings.here().id  # the course's id in nbgrader, as in TERM/nbgrader_config.py
LOCK = 5_115_102  # PostgreSQL's advisory lock: any number that no other program uses
REMEDIES = (
    (r"is full|no space", "Free some space there"),
    (r"read-?only|permission denied", "Make it and its folder writable"),
    (r"unable to open", "Check that it is a file and that its folder exists and is writable"),
    (r"locked", "Wait until the other program has written to it"),
    (r"not a database|malformed|no such|does not exist", "Move it away and restore a backup"),
    (r"authentication|password|no pg_hba", "Correct its user or password in term.toml"),
    (r"connect|resolve|translate|refused|timeout|server", "Start its server, or correct its address in term.toml"),
    (r"", "Fix that"),
)
WAIT = 60  # seconds until another program, such as the formgrader, has written

Row = dict[str, Any]
Changes = Sequence[tuple[Executable, Sequence[Row]]]  # statements, each with its rows

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

# nbgrader looks for rows by these columns and has no index on them, which makes its pages slow in large classes.
SEARCHED = (("grade", "notebook_id"), ("comment", "notebook_id"), ("submitted_notebook", "assignment_id"))
version = Table("alembic_version", MetaData(), Column("version_num", String(32), nullable=False))


@dataclass(frozen=True)
class Entry:
    """What the ledger says about a student and set."""

    set: str
    student: str
    key: str  # of the result
    member: str  # whose attempt it is: the student's or a group member's
    attempt: int
    grader: str
    isolation: str
    texts: str  # JSON: hashes of the texts that a person grades; for a group, what was carried over to its members
    seen: str  # hash of everything that decided about it


def id_of(*names: str) -> str:
    """Return an id for a row, always the same for the same names."""
    return hashlib.sha256("\0".join(names).encode()).hexdigest()[:32]


@contextmanager
def reading(term: Term) -> Iterator[Session | None]:
    """Open the gradebook to read; None if there is none yet."""
    with opened(term.gradebook_url) as engine, _explained(engine):
        if not _is_there(engine):
            yield None
            return
        with Session(engine) as session:
            _snapshot(session)
            yield session


@contextmanager
def writing(term: Term) -> Iterator[Session]:
    """Open the gradebook for one transaction, committed at the end or rolled back; one writer at a time."""
    with opened(term.gradebook_url) as engine, _explained(engine), Session(engine) as session, session.begin():
        postgresql = engine.dialect.name == "postgresql"
        connection = session.connection()
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})" if postgresql else "BEGIN IMMEDIATE")
        create(connection)
        yield session


@contextmanager
def opened(url: str) -> Iterator[Engine]:
    """Connect to a gradebook by its URL."""
    sqlite = make_url(url).get_backend_name() == "sqlite"
    where = url_without_password(url)
    if sqlite and Path(where).is_dir():
        raise Trouble(f"{where}: is a folder, not a gradebook. Move it away, or name a file in term.toml.")
    engine = create_engine(url, poolclass=NullPool, connect_args={"timeout": WAIT} if sqlite else {})
    if sqlite:
        event.listen(engine, "connect", _set_up_sqlite)
    try:
        yield engine
    finally:
        engine.dispose()


def create(connection: Connection) -> None:
    """Create nbgrader's tables and ours where they are missing.

    nbgrader itself runs the program alembic, which may not be on the path.
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


def upsert(session: Session, problem_set: str, new: Collection[Entry]) -> None:
    """Write entries of a set into the ledger, in place of earlier ones."""
    students = [entry.student for entry in new]
    session.execute(delete(ledger).where(ledger.c.set == problem_set, ledger.c.student.in_(students)))
    execute_many(session, insert(ledger), [asdict(entry) for entry in new])


def rows_of_set(problem_set: str, kind: Any, *columns: Any) -> Select[Any]:
    """Select columns of a set's grades or comments, with their cells, notebooks, and students' submissions."""
    from nbgrader.api import Assignment, BaseCell, SubmittedAssignment, SubmittedNotebook

    query = select(*columns).select_from(kind).join(BaseCell.__table__, BaseCell.id == kind.cell_id)
    query = query.join(SubmittedNotebook, SubmittedNotebook.id == kind.notebook_id)
    query = query.join(SubmittedAssignment, SubmittedAssignment.id == SubmittedNotebook.assignment_id)
    query = query.join(Assignment, Assignment.id == SubmittedAssignment.assignment_id)
    return query.where(Assignment.name == problem_set)


def execute_many(session: Session, statement: Executable, rows: Sequence[Row]) -> None:
    """Execute a statement once with all these rows, if there are any."""
    if rows:
        session.execute(statement, rows)


def change_rows(term: Term, changes: Callable[[Session], Changes]) -> None:
    """Make the changes that this function finds; the gradebook is locked only if there are any."""
    with reading(term) as session:
        if session is None or not any(rows for _, rows in changes(session)):
            return
    with writing(term) as session:
        for statement, rows in changes(session):
            execute_many(session, statement, rows)


def url_without_password(url: str | URL) -> str:
    """Return a gradebook's URL without its password, or of SQLite the path of the file."""
    made = make_url(url)
    if made.get_backend_name() == "sqlite":
        return str(made.database)
    return made.render_as_string(hide_password=True)


def _newest() -> str | None:
    """Return the newest version of nbgrader's tables."""
    import nbgrader
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(nbgrader.__file__).parent / "alembic"))
    return ScriptDirectory.from_config(config).get_current_head()


def _snapshot(session: Session) -> None:
    """Begin a transaction in which all reads see the same moment."""
    if session.get_bind().dialect.name == "postgresql":
        session.connection(execution_options={"isolation_level": "REPEATABLE READ"})
    else:
        session.connection().exec_driver_sql("BEGIN")


def _is_there(engine: Engine) -> bool:
    if engine.dialect.name == "sqlite" and not Path(str(engine.url.database)).exists():
        return False
    return inspect(engine).has_table(ledger.name)


def _set_up_sqlite(connection: Any, record: Any) -> None:
    # `writing` begins transactions. Deleted data is overwritten, since a student may have asked to be forgotten.
    connection.isolation_level = None
    connection.execute("PRAGMA secure_delete = ON")


@contextmanager
def _explained(engine: Engine) -> Iterator[None]:
    """Raise the database's errors as Trouble."""
    where = url_without_password(engine.url)
    try:
        yield
    except SQLAlchemyError as error:
        said = str(error.orig if isinstance(error, DBAPIError) else error).strip().partition("\n")[0].rstrip(".")
        todo = next(todo for words, todo in REMEDIES if re.search(words, said, re.IGNORECASE))
        again = "then run the same command again; what was recorded stays"
        raise Trouble(f"{where}: the gradebook says: {said}. {todo}, {again}.") from None
    except OSError as error:
        raise Trouble(f"{error.filename or where}: {error.strerror}. {remedy(error)}.") from None


def all_tables() -> list[Table]:
    """Return nbgrader's tables and ours, each after those that it refers to."""
    from nbgrader.api import Base

    return [*Base.metadata.sorted_tables, version, ledger]
