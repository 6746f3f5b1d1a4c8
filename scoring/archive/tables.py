"""The tables of a club, its rows in them, the order in which they refer to each other, and their counts.

A table that is simply the club's own is named nowhere: a new model goes along by itself. What does not is
named with its reason.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, partial
from graphlib import TopologicalSorter
from typing import Any, NamedTuple

from django.apps import apps
from django.contrib.auth.hashers import make_password
from django.db.models import Field, ForeignKey, Model, Q, QuerySet
from django.utils.translation import ngettext_lazy

from scoring.capability import LegacyImporter, apps_with_capabilities, capabilities
from scoring.engine.numbers import A_ROW
from scoring.models import CLUB_EVENING, Club, Evening, Member, Row, RulesetVersion, Sheet
from scoring.rules.words import substance_of

# Tables that stay behind, and why.
LEFT_OUT: dict[str, str] = {
    "scoring.invitation": "A link of one installation opens nothing in another one.",
    "scoring.storedimprint": "Who runs one installation does not run another.",
    "scoring.programmistake": "What went wrong in one installation belongs to no club.",
    "scoring.opensession": "Whoever is signed in here is not signed in elsewhere.",
    "scoring.phonecode": "A code signs in another phone for two minutes, and only here.",
    "scoring.secondfactor": "A secret between a phone and one installation.",
    "scoring.signinattempt": "Wrong passwords are counted for a quarter of an hour, and belong to no club.",
    "scoring.account_groups": "Groups of Django, which this program does not use.",
    "scoring.account_user_permissions": "Rights of Django, which this program does not use.",
    **dict.fromkeys(
        map("scoring.played{}".format, ("game", "seat", "premium", "kontra")),
        "What statistics ask follows from the entries, and is written anew.",
    ),
}


# Columns that stay behind, with what stands there afterwards. Whoever holds the file must not be able to
# guess the passwords of others, and running one installation gives no right to run another.
WITHOUT: dict[str, dict[str, Callable[[], Any]]] = {
    "scoring.account": {
        "password": lambda: make_password(None),
        "last_login": lambda: None,
        "is_superuser": lambda: False,
    },
    "scoring.club": {"moved_to": str},  # where it comes in, it is
}

# Columns that an older file does not have: what they say follows from the rest of the row.
FOLLOWING: dict[str, dict[str, Callable[[dict[str, Any]], Any]]] = {
    "scoring.oldbatch": {"file_name": lambda row: "", "compared_with": lambda row: ""},
    "scoring.ruleset": {"shown_at": lambda row: None, "salt": lambda row: ""},
    "scoring.rulesetversion": {"substance": lambda row: substance_of(row["text"])},
    # Links that were handed out for them stay good: scoring/signatures.py.
    "scoring.sharing": {"salt": lambda row: ""},
    "scoring.sheet": {"salt": lambda row: ""},
    "tournaments.tournament": {"salt": lambda row: ""},
}

# Tables that only an older file has. What stood there follows from the entries: it is written anew.
VANISHED: dict[str, str] = {
    "scoring.posting": "Amounts stand in the row of their hand.",
    **dict.fromkeys(
        map("scoring.{}".format, ("countedhands", "lineupsums", "eveningsums")),
        "What statistics ask stands in rows of their own.",
    ),
    "tournaments.keptoutcomes": "What tournaments gave follows from their tables.",
}
# And columns, by their tables.
VANISHED_COLUMNS: dict[str, dict[str, str]] = {
    "scoring.sheet": dict.fromkeys(("counted", "sums"), "What statistics ask has tables of its own."),
    "scoring.tablescore": {"sums": "What statistics ask has tables of its own."},
    "tournaments.entrant": {"finalist": "Who a finalist is follows from the name."},
    "tournaments.tournament": {"divided": "Dividing people into sections is not undone."},
}

# Columns that an older file has under another name, by their tables.
RENAMED: dict[str, dict[str, str]] = {
    "scoring.entry": {"place": "sort_key"},
    "scoring.evening": {"place": "venue"},
    "scoring.oldsheet": {"place": "venue"},
    "scoring.otherversion": {"after": "seen_seq"},
    "scoring.row": {"place": "sort_key"},
    "scoring.sheet": {"standing": "stored_state"},
    "scoring.voice": {"after": "seen_seq"},
    "tournaments.rewritten": {"after": "seen_seq"},
    "tournaments.ruling": {"place": "sort_key"},
    "tournaments.table": {"results": "stored_results"},
}

# Columns in which the numbers of rows stand as texts, with what may stand before one: see engine/numbers.py.
NUMBERED: dict[str, dict[str, str]] = {
    "scoring.deed": {"covers": A_ROW},  # its details: `IN_DETAILS`
    "scoring.entry": {"record": ""},
    "scoring.oldbatch": {"newcomers": ""},
    "scoring.olddifference": {"amounts": ""},
    "scoring.otherversion": {"record": ""},
    "scoring.seal": {"sheets": "", "balances": ""},
    "scoring.sheet": {"players": "", "dealer": "", "stored_state": ""},
    "tournaments.lot": {"order": ""},
    "tournaments.movedranks": {"of_round": "", "overall": ""},
    "tournaments.paperresult": {"lines": ""},
    "tournaments.rewritten": {"people": ""},
    "tournaments.round": {"report": "", "reseated": ""},
    "tournaments.seatingchange": {"people": ""},
    "tournaments.secondtyping": {"lines": ""},
    "tournaments.table": {"seats": "", "joined": "", "stored_results": ""},
    "tournaments.tablechange": {"before": "", "after": ""},
}
# Tables that follow from the entries of a sheet: worked out anew where numbers are others.
DERIVED = frozenset(("scoring.row", "scoring.tablescore"))


def converters() -> dict[tuple[str, ...], LegacyImporter]:
    """Return the functions that store rows of tables that only older files have, by the tables' names."""
    return {
        names: store for capability in capabilities() for names, store in capability.legacy_importers.items()
    }


def converted() -> frozenset[str]:
    """Return the names of the tables that only older files have and that are converted."""
    return frozenset(name for names in converters() for name in names)


def fills_from_log(club: Club, columns: Mapping[str, Collection[str]]) -> Iterator[Callable[[], None]]:
    """Yield what fills each column that an older file lacks, by table, from the club's log."""
    for capability in capabilities():
        for (table, column), fill in capability.from_log.items():
            if column not in columns.get(table, ()):
                yield partial(fill, apps, club.pk)


def name_of(model: type[Model]) -> str:
    """Return the name that a table has in the file."""
    return model._meta.label_lower


@cache
def tables() -> tuple[type[Model], ...]:
    """Return the exported tables, each after everything that it refers to, always in the same order."""
    models = {
        name_of(model): model
        for app in apps_with_capabilities()
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
        if name_of(model) not in LEFT_OUT and model._meta.managed and not model._meta.proxy
    }
    sorter = TopologicalSorter(
        {
            name: sorted({name_of(target) for _field, target in _references(model)} & models.keys() - {name})
            for name, model in sorted(models.items())
        }
    )
    sorter.prepare()
    ordered: list[type[Model]] = []
    while sorter.is_active():
        ready = sorted(sorter.get_ready())
        ordered += [models[name] for name in ready]
        sorter.done(*ready)
    return tuple(ordered)


def _references(model: type[Model]) -> Iterator[tuple[ForeignKey, type[Model]]]:
    for field in model._meta.concrete_fields:
        if isinstance(field, ForeignKey):
            assert not isinstance(field.related_model, str)
            yield field, field.related_model


def fields_of(model: type[Model]) -> list[Field]:
    """Return the columns of a table that go into the file."""
    without = WITHOUT.get(name_of(model), {})
    return [
        field for field in model._meta.concrete_fields if field.name not in without and not field.generated
    ]


def rows_of(model: type[Model], club: Club) -> QuerySet:
    """Return a table's rows of the club, and shared rows that it refers to."""
    return model._base_manager.filter(_belonging(model, club)).order_by("pk")


def _belonging(model: type[Model], club: Club) -> Q:
    way = ways().get(model)
    if way is not None and not _may_be_nobodys(model, way):
        return Q(**{way: club.pk})
    belongs = Q(pk__in=[]) if way is None else Q(**{way: club.pk})
    for other in tables():
        for field, referred in _references(other):
            if referred is model and other is not model:
                used = rows_of(other, club).exclude(**{field.name: None}).order_by()
                belongs |= Q(pk__in=used.values(field.attname))
    if model is RulesetVersion:  # named by number within a JSON text, where no foreign key shows it
        sheets = Sheet.objects.filter(evening__club=club).order_by("pk")
        lists = sheets.values_list("stored_state__versions", flat=True).iterator(chunk_size=2000)
        belongs |= Q(pk__in={version for versions in lists for version in versions or ()})
    if belongs == Q(pk__in=[]):
        raise AssertionError(f"{name_of(model)} belongs to no club: it is to be named in LEFT_OUT")
    return belongs


def _may_be_nobodys(model: type[Model], way: str) -> bool:
    """Return whether something on the way to the club may be missing."""
    current: Any = model
    for step in way.split("__"):
        field = current._meta.pk if step == "pk" else current._meta.get_field(step)
        if field.null:
            return True
        current = field.related_model
    return False


class CountedRows(NamedTuple):
    """Rows of a table to count: all, or those with a value in a column."""

    table: str
    words: Any  # with `count`, in one and in many
    column: str = ""
    value: object = None  # None: anything at all

    def of_club(self, club: Club) -> int:
        model = next(type_ for type_ in tables() if name_of(type_) == self.table)
        rows = rows_of(model, club).order_by()
        if self.column and self.value is None:
            rows = rows.exclude(**{self.column: None})
        elif self.column:
            rows = rows.filter(**{self.column: self.value})
        return rows.count()


EVENINGS = ngettext_lazy("%(count)d evening", "%(count)d evenings", "count")
OF_A_CLUB = (
    CountedRows(name_of(Member), ngettext_lazy("%(count)d member", "%(count)d members", "count")),
    CountedRows(name_of(Evening), EVENINGS, "occasion", CLUB_EVENING),
    CountedRows(name_of(Row), ngettext_lazy("%(count)d hand", "%(count)d hands", "count"), "number"),
)


def counted_rows() -> list[CountedRows]:
    """Return the kinds of rows that are counted in a club."""
    return [*OF_A_CLUB, *(rows for capability in capabilities() for rows in capability.row_counts)]


def in_words(counts: Iterable[tuple[CountedRows, int]]) -> list[str]:
    """Return the counts in words, without zeros."""
    return [str(counted.words % {"count": count}) for counted, count in counts if count]


def contents_of(club: Club) -> list[str]:
    """Return in words how much of everything a club holds."""
    return in_words((counted_rows, counted_rows.of_club(club)) for counted_rows in counted_rows())


@cache
def ways() -> Mapping[type[Model], str]:
    """Return the tables that belong to a club, each with the path to it.

    Where there are several, by what it cannot be without. Accounts belong to nobody and stay, and so do the
    texts of published rules: other clubs play by them.
    """
    paths: dict[type[Model], str] = {Club: "pk"}
    for may_be_missing in (False, True):
        to_look_at = list(paths)
        for model in to_look_at:
            for relation in model._meta.related_objects:
                field, other = relation.field, relation.related_model
                if other not in paths and (may_be_missing or not field.null):
                    paths[other] = f"{field.name}__{paths[model]}"
                    to_look_at.append(other)
    return paths
