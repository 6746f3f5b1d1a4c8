"""Let the database itself refuse to change or delete facts, rules and deeds."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from django.apps import apps
from django.db.backends.base.base import BaseDatabaseWrapper

from scoring.models.references import KeptRow

# Tables whose rows are never deleted, with the columns that are never changed; empty: none of them is.
# Models of other apps say it themselves. A migration, with SQL of its own, puts in force what is said here.
PROTECTED: dict[str, tuple[str, ...]] = {
    "scoring_entry": (),
    "scoring_rulesetversion": (
        *("id", "ruleset_id", "edition", "digest", "substance", "by_id", "stored_at"),
    ),
    "scoring_seal": (),
    "scoring_voice": (),
    "scoring_olddifference": (),
    "scoring_oldline": (),
    "scoring_oldamount": (),
    "scoring_oldbatch": ("id", "club_id", "kind", "by_id", "at"),  # it is taken back once
    "scoring_oldsheet": ("id", "batch_id", "date"),  # words and names may be blanked
    "scoring_oldperson": ("id", "batch_id"),
    # What a table began with; that it is closed or renamed, and what follows from its entries, may change.
    "scoring_sheet": ("id", "evening_id", "ruleset_id", "options", "players", "dealer", "opened_at"),
    # The words of a deed may be blanked, never what was done when by whom.
    "scoring_deed": (
        *("id", "club_id", "account_id", "verb", "asked", "at", "number", "digest", "covers", "head"),
    ),
}


# Rows that are deleted after all, while this column is 0: a sheet on which nothing was ever written.
EMPTY = {"scoring_sheet": "seq"}


class Marked(NamedTuple):
    """Columns that change only in a statement that also sets a later time in another column."""

    columns: tuple[str, ...]
    by: str


MARKED: dict[str, Marked] = {"scoring_rulesetversion": Marked(("slug", "text"), "reworded_at")}
# PostgreSQL can also empty a table at once, without a look at its rows.
REFUSED = {"sqlite": ("update", "delete"), "postgresql": ("update", "delete", "truncate")}
UNMARKED = "unmarked"


def protected() -> dict[str, tuple[str, ...]]:
    """Return the tables of all apps whose rows are never deleted, with the columns that never change."""
    models = (model for model in apps.get_models() if issubclass(model, KeptRow))
    return PROTECTED | {
        model._meta.db_table: model.protected for model in models if model.protected is not None
    }


def protect(connection: BaseDatabaseWrapper) -> None:
    """Put the triggers on those tables; they may be there already."""
    unprotect(connection)
    with connection.cursor() as cursor:
        for statement in _statements(connection.vendor):
            cursor.execute(statement)


def unprotect(connection: BaseDatabaseWrapper) -> None:
    """Remove the triggers by which the database refuses changes."""
    with connection.cursor() as cursor:
        for table in protected():
            for what in (*REFUSED[connection.vendor], UNMARKED):
                on = f" ON {table}" if connection.vendor == "postgresql" else ""
                cursor.execute(f"DROP TRIGGER IF EXISTS {table}_refuses_{what}{on}")


@contextmanager
def lifted(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Lift the protection within a transaction; others do not see it, a rollback restores it."""
    if not connection.in_atomic_block:
        raise AssertionError("Protection is lifted within a transaction only")
    connection.check_constraints()  # PostgreSQL touches no trigger while something is still to be checked
    unprotect(connection)
    yield
    connection.check_constraints()  # what stays does not lead to what is gone
    protect(connection)


def unprotected(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the triggers that are missing."""
    names = [f"{table}_refuses_{what}" for table in protected() for what in REFUSED[connection.vendor]]
    names += [f"{table}_refuses_{UNMARKED}" for table in MARKED]
    query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    if connection.vendor == "postgresql":
        query = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')"
    with connection.cursor() as cursor:
        cursor.execute(query)
        existing = {row[0] for row in cursor.fetchall()}
    return [name for name in names if name not in existing]


def _statements(vendor: str) -> Iterator[str]:
    if vendor == "postgresql":
        yield (
            "CREATE OR REPLACE FUNCTION scoring_refuses() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION '% is never changed', TG_TABLE_NAME "
            "USING ERRCODE = 'integrity_constraint_violation'; END $$"
        )
    for table, unchangeable in protected().items():
        for what in REFUSED[vendor]:
            columns = unchangeable if what == "update" else ()
            each = "STATEMENT" if what == "truncate" else "ROW"
            only = f' WHEN (OLD."{EMPTY[table]}" > 0)' if what == "delete" and table in EMPTY else ""
            on = f"{what.upper()}{_of(columns)} ON {table} FOR EACH {each}{only}"
            yield _trigger(vendor, table, what, on)
    for table, (words, mark) in MARKED.items():
        later = f'(OLD."{mark}" IS NULL OR NEW."{mark}" > OLD."{mark}")'
        on = f"UPDATE{_of((*words, mark))} ON {table} FOR EACH ROW "
        on += f'WHEN (NEW."{mark}" IS NULL OR NOT {later})'
        yield _trigger(vendor, table, UNMARKED, on)


def _of(columns: Collection[str]) -> str:
    named = ", ".join(f'"{column}"' for column in columns)
    return f" OF {named}" if named else ""


def _trigger(vendor: str, table: str, what: str, on: str) -> str:
    refuses = f"BEGIN SELECT RAISE(ABORT, '{table} is never changed'); END"
    if vendor == "postgresql":
        refuses = "EXECUTE FUNCTION scoring_refuses()"
    return f"CREATE TRIGGER {table}_refuses_{what} BEFORE {on} {refuses}"
