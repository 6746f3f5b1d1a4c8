"""A club of invented people with half a year of evenings: creating it, and removing it.

It comes out of its file, beside whatever is here already, as if it had met for the last time today.
`demonstration.tarock.zip` is a club's file of this program like any other. The numbers of its rows and its
owner are recognised wherever they stand, also in texts, and become those of this installation. Once it is
removed, it is gone with everything in it; nothing of any other club is touched.
"""

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.db import OperationalError, connection, transaction
from django.db.models import AutoField, ManyToOneRel, Max, Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, URLResolver, path
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring import chain, clock, protection
from scoring.accounts.club_rights import locked
from scoring.accounts.verbs import free_address
from scoring.archive import reading
from scoring.archive.importing import NUMBERS_LEFT_FREE, filled, number_on
from scoring.archive.tables import name_of, tables, ways
from scoring.capability import Capability, sentence
from scoring.deeds import PendingDeed, atomic_with_retry
from scoring.evenings.seals import recomputed, states_when_sealed
from scoring.heads import letters_of
from scoring.models import (
    Account,
    Club,
    Deed,
    Entry,
    Evening,
    Member,
    Reason,
    Row,
    RulesetVersion,
    Seal,
    Sheet,
)
from scoring.names import spellings
from scoring.rules.versions.versions import in_use
from scoring.table.writing import write_facts
from scoring.web.access import PAGE, account_of
from scoring.web.confirming import Confirmation, ask

FILE = Path(__file__).with_name("demonstration.tarock.zip")
NUMBERS_BEGIN = 900_000_000_000  # the number of every row in the file is greater, by less than a million
NUMBER = re.compile(rf"\b{NUMBERS_BEGIN // 10**6}[0-9]{{6}}\b")
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
MOMENT = re.compile(rf"{DAY.pattern}T[0-9:.]+Z")
WEEK = timedelta(days=7)
OWNER = "Vereinsleitung"
SPARE_NAME = "Poldi"  # of the member who is called like the owner
# One demonstration club at a time: two founded at the same moment meet here.
FOUNDED = UUID("20e0ad90-5c1b-4f7e-9f67-3c2f6a5d0002")


def the_club() -> Club | None:
    """Return the demonstration club of this installation, if there is one."""
    return Club.objects.filter(demonstration=True).first()


@atomic_with_retry
def create_demo_club(*, actor: Account, until: date | None = None) -> Club:
    """Create the club with everything in it; its last evening is today, or on the given day.

    Founded again, it is the one that is there.
    """
    act = PendingDeed(FOUNDED, actor, "found_demonstration")
    if (deed := act.existing_deed()) is not None:
        assert deed.club is not None
        return deed.club
    # Numbers that are given out meanwhile, on PostgreSQL, are left to whoever gets them.
    numbered = [model for model in tables() if isinstance(model._meta.pk, AutoField)]
    last = max(model._base_manager.aggregate(last=Max("pk"))["last"] or 0 for model in numbered)
    first_free = last + (NUMBERS_LEFT_FREE if connection.vendor == "postgresql" else 0)
    with FILE.open("rb") as file, reading.look_into(file) as read:
        club = ClubFromFile(read, actor, until or clock.today(), first_free).store()
    if connection.vendor == "postgresql":
        number_on()
    act.record(club, name=club.name)
    return club


class ClubFromFile:
    """The rows of the file on their way into this installation."""

    def __init__(self, file: reading.Archive, owner: Account, until: date, first_free: int) -> None:
        self.file, self.owner = file, owner
        self.number_shift = first_free - NUMBERS_BEGIN
        self.numbers = {account["id"]: owner.pk for account in self._rows(Account)}  # of what is here already
        self.texts = self._translated() | self._names()
        self.last_day = date.fromisoformat(max(row["date"] for row in self._rows(Evening)))
        self.days = until - self.last_day
        self.now = clock.now()
        newest = self._shifted(max(row["at"] for row in self._rows(Entry)))
        self.too_late = max(newest - self.now, timedelta())  # nobody has played later than now

    def store(self) -> Club:
        """Store everything: seals after what they seal; last the log, in which their codes stand."""
        last: tuple[type[Model], ...] = (Seal, Deed)
        for model in (*(model for model in tables() if model not in last), *last):
            if model is RulesetVersion:
                club = Club.objects.get(demonstration=True)
                self.numbers |= {row["id"]: in_use(row["slug"], club).pk for row in self._rows(model)}
            elif model is not Account and name_of(model) in self.file.parts:
                if model is Deed:
                    self._begin_evenings()
                for _number in filled(self.file, model, partial(self._local_row, model)):
                    pass
        club = Club.objects.get(demonstration=True)
        for sheet in Sheet.objects.whole().filter(evening__club=club):
            write_facts(sheet)
        chain.begin_log(club)  # everything has other numbers and days here
        return club

    def _rows(self, model: type[Model]) -> list[dict[str, Any]]:
        return [row for rows in self.file.chunks(name_of(model)) for row in rows]

    def _translated(self) -> dict[str, str]:
        """Return the English texts of the file, each with its translation."""
        tables = [{"round": round_, "table": table} for round_ in (1, 2) for table in (1, 2, 3, 4)]
        sentence = "Round %(round)d, table %(table)d"
        return {
            "Demonstration club": _("Demonstration club"),
            "Club cup": _("Club cup"),
            "Prize tarock": _("Prize tarock"),
            **{sentence % table: _("Round %(round)d, table %(table)d") % table for table in tables},
        }

    def _names(self) -> dict[str, str]:
        """Map the file's owner to the actual one, and a member with the same name to a spare one."""
        names = {OWNER: self.owner.name}
        for member in self._rows(Member):
            if member["key"] == spellings(self.owner.name)["key"]:
                names[member["name"]] = SPARE_NAME
        spelt = [(spellings(name), spellings(new)) for name, new in names.items()]
        return {old[kind]: new[kind] for old, new in spelt for kind in ("name", "key", "sorting")}

    def _local_row(self, model: type[Model], row: dict[str, Any]) -> dict[str, Any]:
        """Return a row of the file as it stands in this installation."""
        local: dict[str, Any] = self._value(row)
        if "salt" in local:
            local["salt"] = token_hex()
        if model is Club:
            local |= {
                "slug": free_address(local["name"]),
                "language": "en" if get_language() == "en" else "de",
            }
        if model is Seal:
            local["digest"] = self._digest(local)
        return local

    def _begin_evenings(self) -> None:
        """Make the chains of the stored rows, and put the seals' new codes into the log."""
        chain.begin_evenings(Club.objects.get(demonstration=True))
        codes = {seal.pk: seal.code for seal in Seal.objects.filter(evening__club__demonstration=True)}
        for row in self._rows(Seal):
            for text in (letters_of(row["head"]), row["digest"][:8]):  # the latter as codes were once
                self.texts[text] = codes[row["id"] + self.number_shift]

    def _value(self, value: Any) -> Any:
        """Return a value with its numbers, days and names replaced by those of this database."""
        match value:
            case dict():
                return {self._value(key): self._value(inner) for key, inner in value.items()}
            case list():
                return [self._value(inner) for inner in value]
            case int() if NUMBERS_BEGIN < value < NUMBERS_BEGIN + 10**6:
                return self.numbers.get(value, value + self.number_shift)
            case str() if DAY.fullmatch(value):
                return str(self._day(date.fromisoformat(value)))
            case str() if MOMENT.fullmatch(value):
                return self._moment(value).isoformat()
            case str():
                return self.texts.get(value) or NUMBER.sub(
                    lambda match: str(self._value(int(match[0]))), value
                )
        return value

    def _day(self, day: date) -> date:
        """Return the day moved so that the last one is the given day; the others keep their weekdays."""
        return day + (self.days if day >= self.last_day else self.days // WEEK * WEEK)

    def _shifted(self, moment: str) -> datetime:
        """Return the moment on its moved day, at the same time on the clock."""
        at = timezone.localtime(datetime.fromisoformat(moment))
        return at + (self._day(at.date()) - at.date())

    def _moment(self, moment: str) -> datetime:
        shifted = self._shifted(moment)
        is_last = shifted.date() >= self.last_day + self.days
        return min(shifted - self.too_late, self.now) if is_last else shifted

    def _digest(self, seal: dict[str, Any]) -> str:
        evening = Evening.objects.get(pk=seal["evening"])
        sheets = list(Sheet.objects.whole().filter(evening=evening).order_by("pk"))
        entries = Entry.objects.filter(sheet__in=sheets).select_related("grounds").order_by("sheet", "seq")
        tables = states_when_sealed(Seal(sheets=seal["sheets"]), sheets, entries)
        return recomputed(evening, tables)[0]


def contents(club: Club) -> dict[str, Any]:
    """Return a demonstration club's name and the counts of what is deleted with it."""
    return {
        "name": club.name,
        "evenings": club.evenings.count(),
        "tables": Sheet.objects.filter(evening__club=club).count(),
        "hands": Row.objects.filter(sheet__evening__club=club, number__isnull=False).count(),
        "entries": Entry.objects.filter(sheet__evening__club=club).count(),
        "members": club.members.count(),
        "deeds": club.deeds.count(),
    }


def remove(club: Club, *, by: Account | None, actor: str) -> dict[str, Any]:
    """Remove the club in one transaction, with protection lifted in it; record the deed.

    `actor` is who did it where that is nobody with an account.
    """
    with transaction.atomic():
        club = locked(club)
        if not club.demonstration:
            raise AssertionError(f"{club} is no demonstration")
        removed = contents(club)
        clear(club)
        PendingDeed(uuid4(), by, "remove_demonstration", club.pk).record(None, actor=actor, **removed)
    return removed


def clear(club: Club) -> None:
    """Delete a club of invented people with everything in it, within a transaction."""
    reasons = set(_reasons(club))
    with protection.lifted(connection):
        for model, way in reversed([*ways().items()]):
            _delete(model._base_manager.filter(**{way: club.pk}))
        _delete(Reason.objects.filter(pk__in=reasons))


def _reasons(club: Club) -> Iterator[int]:
    of_a_club = ways()
    for relation in Reason._meta.get_fields(include_hidden=True):
        if not isinstance(relation, ManyToOneRel):
            continue
        model, name = relation.related_model, relation.field.name
        rows = model._base_manager.filter(**{of_a_club[model]: club.pk, f"{name}__isnull": False})
        yield from rows.values_list(name, flat=True)


def _delete(rows: QuerySet) -> None:
    """Delete these rows, and rows that refer to them, in this transaction."""
    meta = rows.model._meta
    keys = [[meta.pk.get_db_prep_save(key, connection)] for key in rows.values_list("pk", flat=True)]
    with connection.cursor() as cursor:
        cursor.executemany(f"DELETE FROM {meta.db_table} WHERE {meta.pk.column} = %s", keys)


@require_http_methods(PAGE)
def removal(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask whether the demonstration is to be removed with everything in it, and remove it."""
    club = get_object_or_404(Club.objects.owned_by(request.user), slug=slug, demonstration=True)
    if request.method == "POST":
        account = account_of(request)
        try:
            remove(club, by=account, actor=account.name)
        except OperationalError:
            messages.error(
                request, _("Somebody was recording just now. Nothing was removed; please try again.")
            )
            return redirect("scoring:remove_demonstration", slug)
        messages.success(request, _("The demonstration has been removed."))
        own = Club.objects.open_to(request.user).filter(demonstration=False).order_by("pk").first()
        return redirect(own or "scoring:clubs")
    sentence = _(
        "Everything in it will be removed: %(evenings)s evenings, %(hands)s hands, %(members)s made-up "
        "members. Your other clubs and all accounts stay as they are."
    )
    question = Confirmation(
        crumbs="scoring/web/_crumbs.html",
        about=club.name,
        heading=_("Remove the demonstration?"),
        sentences=[sentence % contents(club)],
        button=_("Remove the demonstration"),
        back=club.get_absolute_url(),
        is_dangerous=True,
    )
    return ask(request, question, {"club": club})


club_urls: list[URLPattern | URLResolver] = [
    path("demonstration/remove/", removal, name="remove_demonstration"),
]


CAPABILITY = Capability(
    urls=__name__,
    words={
        "found_demonstration": sentence(gettext_lazy("founded the club %(name)s, a demonstration")),
        "remove_demonstration": sentence(
            gettext_lazy(
                "removed the demonstration %(name)s with everything in it: evenings %(evenings)d, tables "
                "%(tables)d, hands %(hands)d, entries %(entries)d, members %(members)d, log lines "
                "%(deeds)d"
            )
        ),
    },
)
