"""Import a club into a server that has others: all of it or nothing, without touching the others.

Every number moves into a block of its own (scoring/engine/numbers.py), so nothing in the file can name a row
of anybody else; ids have to be new, and to be in the file where they are named. Each account of the file is a
new one here, without a password: by a link that an owner hands out its person sets one, or joins with the
account that they have here already.
"""

from collections import defaultdict
from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple
from uuid import uuid4, uuid5

from django.conf import settings
from django.db import IntegrityError, OperationalError, connection, transaction
from django.db.models import AutoField, Field, ForeignKey, Max, Model, UUIDField

from scoring import verifying
from scoring.accounts.verbs import RESERVED_SLUGS, free_address, new_link
from scoring.archive.exporting import Report
from scoring.archive.importing import (
    VERB,
    alone,
    chosen_owner,
    filled,
    if_it_can_be,
    number_on,
    to_the_end,
    worked_out,
    wrong_sums,
)
from scoring.archive.reading import Archive, unusable
from scoring.archive.tables import DERIVED, NUMBERED, converted, fills_from_log, name_of, rows_of, tables
from scoring.chain import SET_UP
from scoring.deeds import PendingDeed
from scoring.engine.numbers import BLOCK, IN_DETAILS, WRITTEN_AS, details_in_block, in_block
from scoring.models import (
    Account,
    Club,
    Deed,
    Entry,
    Row,
    RulesetVersion,
    Sheet,
)
from scoring.models.people import LONGEST_NAME
from scoring.names import folded
from scoring.rules import SLUGS
from scoring.table.writing import derive

OWN_IDS = str(SET_UP)[:-1]  # how the ids of deeds begin that mean one thing in every installation
ASKED_AT_ONCE = 500
GREATEST = BLOCK // 10  # of a file: behind it there is room for what is written here


class BroughtBeside(NamedTuple):
    """The imported club, an owner's account with the token of a link to it, and what is wrong."""

    club: Club
    owner: Account
    token: str
    differences: tuple[str, ...]


def bring_beside(
    archive: Archive,
    *,
    actor: str,
    owner: int | None = None,
    unclean: bool = False,
    report: Report = lambda line: None,
) -> BroughtBeside:
    """Bring in a club beside others; `actor` is the system user who runs the command.

    `unclean`: also where the hands do not add up to what is stored.
    """
    who = chosen_owner(archive.contents.owners, owner)
    _demand_of_today(archive)
    counts = {counted.table: count for counted, count in archive.contents.counts}
    try:
        with transaction.atomic():
            alone()
            known = frozenset(map(str, verifying.of_the_database()))
            arriving = ArrivingClub(archive)
            club = arriving.store()
            hands = counts.get(name_of(Row), 0)
            if (differences := to_the_end(worked_out(club, hands, report, known))) and not unclean:
                raise wrong_sums(differences)
            number_on()
            owner_here, deed = Account.objects.get(pk=arriving.shifted(who.account)), uuid4()
            token = new_link(club.members.get(account=owner_here), owner_here, deed)
            PendingDeed(deed, None, VERB).record(None, actor=actor, name=club.name, counts=counts)
    except IntegrityError as error:
        raise unusable("contradictory", str(error).split("\n")[0]) from error
    except OperationalError as error:
        raise unusable("busy") from error
    except verifying.UNREADABLE as error:
        raise unusable("contradictory", type(error).__name__) from error
    return BroughtBeside(club, owner_here, token, tuple(differences))


def _demand_of_today(archive: Archive) -> None:
    """Refuse old files and the invented club, which only an empty installation takes."""
    if archive.contents.demonstration:
        raise unusable("invented", settings.COMMAND_LINE("demonstration"))
    entries = archive.parts.get(name_of(Entry))
    without_chain = entries is None or "head" not in entries.fields
    if archive.is_older or without_chain or not archive.parts.keys().isdisjoint(converted()):
        raise unusable("older", archive.made_by)


@cache
def _target(field: Field) -> Field:
    """Return the column that a foreign key refers to in the end, or the column itself."""
    while isinstance(field, ForeignKey):
        field = field.target_field
    return field


class ArrivingClub:
    """The rows of a file on their way into a block of ids of their own."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        numbered = [model for model in tables() if isinstance(model._meta.pk, AutoField)]
        last = max(model._base_manager.aggregate(last=Max("pk"))["last"] or 0 for model in numbered)
        self.shift = (last // BLOCK + 1) * BLOCK
        self.editions: dict[str, int] = {}  # the last one of each published sheet that was stored
        self.names = {folded(str(row["name"])) for row in self._rows(Account)}  # and those given here
        self.versions: dict[int, int] = {}  # of rule sheets: the numbers in the file to those here
        self.ids: dict[type[Model], set[str]] = defaultdict(set)
        self.named: dict[type[Model], set[str]] = defaultdict(set)

    def shifted(self, number: int) -> int:
        """Return the number here of a row of the file."""
        if number <= 0 or not 0 < (own := number % BLOCK) <= GREATEST:
            raise unusable("contradictory", str(number))
        return self.shift + own

    def store(self) -> Club:
        """Store all rows, and what follows from them."""
        self._demand_new()
        for model in tables():
            part = self.archive.parts.get(name_of(model))
            if part is None or part.name in DERIVED:
                continue
            for _number in filled(self.archive, model, partial(self._shifted_row, model)):
                pass
        connection.check_constraints()
        club = Club.objects.get(pk__gt=self.shift)
        self._demand_own(club)
        for fill in fills_from_log(club, {name: part.fields for name, part in self.archive.parts.items()}):
            fill()
        for pk in Sheet.objects.filter(evening__club=club).order_by("pk").values_list("pk", flat=True):
            with if_it_can_be():
                derive(Sheet.objects.whole().get(pk=pk))
        return club

    def _rows(self, model: type[Model]) -> list[dict[str, Any]]:
        return [row for rows in self.archive.chunks(name_of(model)) for row in rows]

    def _demand_new(self) -> None:
        """Refuse a club that is already here."""
        ids = [row["id"] for row in self._rows(Deed) if row["id"] != str(SET_UP)]
        if any(str(pk).startswith(OWN_IDS) for pk in ids):
            raise unusable("contradictory", name_of(Deed))
        for first in range(0, len(ids), ASKED_AT_ONCE):
            existing_deeds = Deed.objects.filter(pk__in=ids[first : first + ASKED_AT_ONCE]).select_related(
                "club"
            )
            for deed in existing_deeds:
                raise unusable("here_already", str(deed.club or ""))

    def _demand_own(self, club: Club) -> None:
        """Refuse rows that belong to no club, or refer to rows that are not in the file."""
        for model in tables():
            part = self.archive.parts.get(name_of(model))
            if part and part.name not in DERIVED and rows_of(model, club).count() != part.rows:
                raise unusable("contradictory", part.name)
        for model, named in self.named.items():
            if not named <= self.ids[model]:
                raise unusable("contradictory", name_of(model))

    def _shifted_row(self, model: type[Model], row: dict[str, Any]) -> dict[str, Any] | None:
        """Return a row of the file with the ids it gets here; None if it exists already."""
        name, new_row = name_of(model), dict(row)
        for field in model._meta.concrete_fields:
            if field.name in new_row and (field.primary_key or isinstance(field, ForeignKey)):
                new_row[field.name] = self._key(model, field, new_row[field.name])
        numbered = NUMBERED.get(name, {})
        for column, old_prefix in ((column, numbered[column]) for column in new_row if column in numbered):
            new_row[column] = in_block(new_row[column], self.shifted, prefix=old_prefix)
        change = CHANGED.get(name)
        return new_row if change is None else change(self, row, new_row)

    def _key(self, model: type[Model], field: Field, value: Any) -> Any:
        target = _target(field)
        if value is None:
            return None
        if isinstance(target, UUIDField):
            own = field.primary_key and not isinstance(field, ForeignKey)
            (self.ids if own else self.named)[target.model].add(str(value))
            return value
        if not (isinstance(target, AutoField) and type(value) is int):
            raise unusable("contradictory", name_of(model))
        if target.model is RulesetVersion and not field.primary_key:
            return self._version(value)
        return self.shifted(value)

    def _version(self, number: int) -> int:
        if number not in self.versions:
            raise unusable("contradictory", name_of(RulesetVersion))
        return self.versions[number]

    def _account(self, row: dict[str, Any], new_row: dict[str, Any]) -> dict[str, Any]:
        """Return an account with a free sign-in name: numbered where the name is taken here."""
        name, number = str(row["name"]), 1
        accounts = Account.objects.filter
        while (number > 1 and folded(name) in self.names) or accounts(key=folded(name)).exists():
            number += 1
            name = f"{row['name'][: LONGEST_NAME - len(f' {number}')]} {number}"
        self.names.add(folded(name))
        return {**new_row, "name": name, "key": folded(name)}

    def _club(self, row: dict[str, Any], new_row: dict[str, Any]) -> dict[str, Any]:
        taken = row["slug"] in RESERVED_SLUGS or Club.objects.filter(slug=row["slug"]).exists()
        return {**new_row, "slug": free_address(row["name"])} if taken else new_row

    def _deed(self, row: dict[str, Any], new_row: dict[str, Any]) -> dict[str, Any]:
        if row["id"] == str(SET_UP):
            if row["verb"] != "set_up":
                raise unusable("contradictory", name_of(Deed))
            new_row["id"] = str(uuid5(SET_UP, f"{new_row['club']}"))
        for key, value in row["details"].items() if isinstance(row["details"], dict) else ():
            as_text = isinstance(value, str) and value.strip().isdecimal() and int(value) >= BLOCK
            if key in IN_DETAILS and (as_text or isinstance(value, float | bool)):
                raise unusable("contradictory", name_of(Deed))
        return {**new_row, "details": details_in_block(row["details"], self.shifted)}

    def _entry(self, row: dict[str, Any], new_row: dict[str, Any]) -> dict[str, Any]:
        """Return an entry of other rules with the version's number here; keep the written one beside it."""
        record = new_row["record"]
        if isinstance(record, dict) and "version" in record:
            written_version, number = record["version"], self._version(record["version"])
            record = {
                **record,
                "version": number,
                WRITTEN_AS: record.get(WRITTEN_AS, written_version % BLOCK),
            }
            if number % BLOCK == record[WRITTEN_AS]:
                del record[WRITTEN_AS]
            new_row["record"] = record
        return new_row

    def _ruling(self, row: dict[str, Any], new_row: dict[str, Any]) -> dict[str, Any]:
        return {**new_row, "arbiters": [self.shifted(number) for number in row["arbiters"]]}

    def _sheet(self, row: dict[str, Any], new_row: dict[str, Any]) -> dict[str, Any]:
        """Return a sheet whose stored state refers to versions by their numbers here."""
        versions = sorted(map(self._version, row["stored_state"]["versions"]))
        return {**new_row, "stored_state": {**new_row["stored_state"], "versions": versions, "rules": None}}

    def _rulesetversion(self, row: dict[str, Any], new_row: dict[str, Any]) -> dict[str, Any] | None:
        """Return a published text under its next number here; None where the same text exists."""
        self.versions[row["id"]] = new_row["id"]
        if row["ruleset"] is not None:
            return new_row
        published = RulesetVersion.objects.filter(slug=row["slug"], ruleset=None)
        if row["slug"] not in SLUGS:
            raise unusable("contradictory", name_of(RulesetVersion))
        if (existing := published.filter(digest=row["digest"]).first()) is not None:
            self.versions[row["id"]] = existing.pk
            return None
        last = self.editions.get(row["slug"]) or published.aggregate(last=Max("edition"))["last"] or 0
        self.editions[row["slug"]] = last + 1
        return {**new_row, "edition": last + 1}


# What else changes in rows of a table.
CHANGED: dict[str, Callable[[ArrivingClub, dict[str, Any], dict[str, Any]], dict[str, Any] | None]] = {
    name_of(Account): ArrivingClub._account,
    name_of(Club): ArrivingClub._club,
    name_of(Deed): ArrivingClub._deed,
    name_of(Entry): ArrivingClub._entry,
    name_of(RulesetVersion): ArrivingClub._rulesetversion,
    name_of(Sheet): ArrivingClub._sheet,
    "tournaments.ruling": ArrivingClub._ruling,
}
