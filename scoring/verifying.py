"""Recompute everything from the facts and compare it with what is stored; write nothing."""

from __future__ import annotations

import os
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from functools import partial
from itertools import zip_longest
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from django.apps import apps
from django.db import connection
from django.db.models import Count, Exists, Model, OuterRef, Q, QuerySet, Sum
from django.urls import reverse
from django.utils import translation
from django.utils.functional import lazy
from django.utils.timezone import localtime

from scoring import chain, clock, protection
from scoring.accounts.verbs import link_made_of
from scoring.belonging import strangers
from scoring.capability import capabilities, covered_rows
from scoring.engine import facts
from scoring.engine.explaining import problems_in_words
from scoring.engine.problems import IllegalHand, Problem, option_problems
from scoring.engine.rules import Rules
from scoring.engine.sheet import (
    Fact,
    SheetRow,
    other_rules,
    problems_today,
    replayed,
    seating_problems,
)
from scoring.engine.texts import Text
from scoring.evenings.seals import ended_at, recomputed, states_when_sealed
from scoring.heads import (
    BEGINNING,
    LETTERS,
    beginning_of,
    head_after,
    heads_of,
    letters_of,
    link_of_entry,
)
from scoring.language import gettext_lazy as _
from scoring.language import gettext_noop, in_parts, language_of
from scoring.models import (
    CLUB_EVENING,
    TAKEN_BACK,
    Club,
    Deed,
    Entry,
    Evening,
    Invitation,
    Member,
    OldBatch,
    OldKind,
    OldLine,
    OldPerson,
    Participant,
    PlayedKontra,
    PlayedPremium,
    Reason,
    Row,
    RulesetVersion,
    Saying,
    Seal,
    Sheet,
    StoredState,
    TableScore,
    Voice,
)
from scoring.models.entries import current_among
from scoring.models.voices import OF_A_PLAYER
from scoring.names import address_of
from scoring.old_papers import days_of_amounts
from scoring.rules.versions.timelines import RulesTimeline, is_other_rules, timeline_from
from scoring.rules.versions.versions import digest_of, rules_of
from scoring.rules.words import substance_of
from scoring.table.confirmations import other_side
from scoring.table.derived import DERIVED, DerivedKey, DerivedRows, derived_rows, stored_rows
from scoring.table.pages.wording import ACT_WORDS
from scoring.table.replay import fact_of, start_of

STORED = _("What is stored")
# What facts in another shape make of a program that works something out from them.
UNREADABLE = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError),
)
NOTHING, SOMETHING, READABLE = _("nothing"), _("something"), _("rules that can be read")
AMOUNTS = ("twelfths", "schrift_twelfths")  # of a row: compared player by player
# What columns are called that no page shows under their own label.
COLUMNS = {
    "twelfths": "Kassa",
    "schrift_twelfths": "Schrift",
    "sort_key": _("its place on the sheet"),
    "seq": _("how many entries"),
    "voiced": _("how many statements"),
    "head": _("its head"),
    "cents": _("Cents"),
    "pagatkassa": "Pagatkassa",
}
# The same of a table's state; what only the program needs stands under its key.
OF_THE_STATE: dict[str, object] = {
    "dealer": _("Dealer"),
    "hands": _("Hands"),
    "owed": _("Doubled hands to come"),
    "players": _("Players"),
    "rules": _("Rules"),
    "schlussradl": _("Schlussradl"),
}
COUNTED = {"evenings": _("evenings"), "tables": _("tables"), "rows": _("rows")}  # of old sheets
AnyRow = TypeVar("AnyRow", bound=Model)
# Rows of the database, as keys of the log name them: by another word, or by the key itself.
OTHER_KINDS: dict[str, object] = {
    "batch": _("import of old sheets"),
    "deed": _("log entry"),
    "oldbatch": _("import of old sheets"),
    "peoplelist": _("list of people"),
    "person": _("person of old sheets"),
}
KINDS = (
    *(gettext_noop("adjustments"), gettext_noop("agreements"), gettext_noop("calls")),
    *(gettext_noop("changes"), gettext_noop("ranks"), gettext_noop("seatings")),
    *(gettext_noop("cash"), gettext_noop("clock"), gettext_noop("club"), gettext_noop("days")),
    *(gettext_noop("evening"), gettext_noop("fees"), gettext_noop("leavings"), gettext_noop("lines")),
    *(gettext_noop("lots"), gettext_noop("members"), gettext_noop("paper")),
    *(gettext_noop("participant"), gettext_noop("payments"), gettext_noop("people")),
    *(gettext_noop("prizes"), gettext_noop("reason"), gettext_noop("registration")),
    *(gettext_noop("roles"), gettext_noop("round"), gettext_noop("rounds"), gettext_noop("rules")),
    *(gettext_noop("rulings"), gettext_noop("seal"), gettext_noop("settings"), gettext_noop("shares")),
    *(gettext_noop("sheet"), gettext_noop("sheets"), gettext_noop("table"), gettext_noop("seats")),
    gettext_noop("seasons"),
    *(gettext_noop("conditions"), gettext_noop("till"), gettext_noop("tournament")),
    gettext_noop("versions"),
    # single rows that name something of another whole
    *(gettext_noop("other name"), gettext_noop("table score"), gettext_noop("coming")),
    *(gettext_noop("settled payment"), gettext_noop("entry"), gettext_noop("other version")),
    *(gettext_noop("old batch"), gettext_noop("old person"), gettext_noop("old amount")),
    *(gettext_noop("old difference"), gettext_noop("sharing"), gettext_noop("voice")),
    *(gettext_noop("duty"), gettext_noop("rewritten"), gettext_noop("tick"), gettext_noop("entrant")),
    *(gettext_noop("attendance"), gettext_noop("leaving"), gettext_noop("signup")),
    *(gettext_noop("wish"), gettext_noop("call"), gettext_noop("ruling"), gettext_noop("permit")),
    *(gettext_noop("paper result"), gettext_noop("second typing"), gettext_noop("result ruling")),
    *(gettext_noop("table change"), gettext_noop("seating change"), gettext_noop("moved ranks")),
    *(gettext_noop("lot"), gettext_noop("prize"), gettext_noop("cash entry")),
    *(gettext_noop("till count"), gettext_noop("series"), gettext_noop("line")),
    gettext_noop("counted"),
)
LONGEST_ACT = timedelta(minutes=5)
# Verbs that open and close evenings and tables, and those that say whether an evening counts in the season.
CLOSINGS = frozenset({"close_evening", "reopen_evening", "close_sheet", "reopen_sheet"})
NAMING = frozenset({"set_up", "found_club", "change_club"})
MOVING = frozenset({"move_away", "come_back"})
INVITING = frozenset({"invite", "import_club"})
JOININGS = frozenset({"admit_guest", "join_guest", "separate_guest"})
COUNTINGS = frozenset({"just_play", "count_evening"})
# What commands count, one and several.
NOUNS = {
    "sheet": (gettext_noop("{count} sheet"), gettext_noop("{count} sheets")),
    "hand": (gettext_noop("{count} hand"), gettext_noop("{count} hands")),
    "seal": (gettext_noop("{count} seal"), gettext_noop("{count} seals")),
    "tournament": (gettext_noop("{count} tournament"), gettext_noop("{count} tournaments")),
    "who is coming": (
        gettext_noop("{count} evening with answers"),
        gettext_noop("{count} evenings with answers"),
    ),
    "difference": (gettext_noop("{count} difference"), gettext_noop("{count} differences")),
}
SAYINGS: dict[str, object] = {
    Saying.CONFIRM: _("confirmation"),
    Saying.OBJECT: _("objection"),
    Saying.WITHDRAW: _("withdrawal"),
    Saying.SETTLE: _("settling"),
}


def as_words(value: Any) -> object:
    """Return a value of a column as a sentence says it."""
    match value:
        case None:
            return NOTHING
        case bool():
            return _("yes") if value else _("no")
        case datetime():
            return f"{localtime(value):%d.%m.%Y %H:%M:%S}"
        case dict():
            return value or NOTHING
        case list() | tuple():
            return listed(part if isinstance(part, list) else as_words(part) for part in value)
        case set() | frozenset():
            return listed(sorted(value))
    return value


class Verified(NamedTuple):
    """A stored value beside the expected one; a discrepancy unless they are equal."""

    what: object  # several parts: from the whole to the part
    expected: object
    actual: object
    in_words: Callable[[Any], object] = as_words
    error: Exception | None = None  # of what cannot even be looked at
    page: str = ""  # which shows it; empty: that of the whole

    @property
    def differs(self) -> bool:
        return self.expected != self.actual or type(self.expected) is not type(self.actual)

    def __str__(self) -> str:
        return str(
            _(
                "{what}: expected {expected}, found {actual}",
                what=self.what,
                expected=self._worded(self.expected),
                actual=self._worded(self.actual),
            )
        ) + (f" ({self.page})" if self.page else "")

    def _worded(self, value: object) -> object:
        try:
            return self.in_words(value)
        except UNREADABLE:  # of another kind than anybody has words for
            return value


class ImpossibleFact(NamedTuple):
    """A fact that cannot be, in a sentence of its own."""

    what: object  # as in `Verified`
    sentence: Text
    error: Exception | None = None
    page: str = ""

    @property
    def differs(self) -> bool:
        return True

    def __str__(self) -> str:
        sentence = self.sentence.in_language(language_of(os.environ))
        return f"{in_parts(self.what)}: {sentence}" + (f" ({self.page})" if self.page else "")


Discrepancy = Verified | ImpossibleFact


class Checked(NamedTuple):
    """A sheet or other thing that was checked, what it counts as, and its discrepancies."""

    name: object  # as in `Verified.what`
    counted: Mapping[str, int]
    differences: tuple[Discrepancy, ...]
    remarks: tuple[str, ...] = ()  # what is no difference
    page: str = ""  # which shows it

    def sentences(self) -> list[str]:
        """Return what is wrong with it in words, each with the page that shows it."""
        shown = (pair if pair.page else pair._replace(page=self.page) for pair in self.differences)
        return [f"{in_parts(self.name)}: {pair}" for pair in shown]


class Audit(ABC):
    """Something stored, with everything that belongs to it, as read at one moment."""

    name: object  # as in `Verified.what`
    names: Mapping[str, str]  # of its people
    counted: Mapping[str, int]  # what it counts for where it is said how much was looked at
    page = ""  # which shows it

    @abstractmethod
    def compared(self) -> Iterator[Discrepancy]:
        """Yield everything that is looked at."""

    def differences(self) -> Iterator[Discrepancy]:
        """Yield the discrepancies."""
        return readable(STORED, (pair for pair in self.compared() if pair.differs))

    def checked(self) -> Checked:
        """Return the differences."""
        differences = tuple(self.differences())
        return Checked(self.name, self.counted, differences, tuple(self.remarks()), self.page)

    def remarks(self) -> Iterable[str]:
        """Return remarks for the reader that are no discrepancies, once everything was compared."""
        return ()

    def called(self, player: str) -> object:
        """Return a player's name."""
        return self.names.get(player) or _("participant {number}", number=player)

    def all_called(self, players: Iterable[str]) -> str:
        """Return the names of several."""
        return listed(map(self.called, players))

    def in_words(self, problems: Iterable[Problem]) -> object:
        """Return in words what is wrong with a hand."""
        return _problems(tuple(problems), self.names)


def _problems_in_words(problems: Iterable[Problem], names: Mapping[str, str]) -> str:
    return " ".join(each.text for each in problems_in_words(problems, names, language_of(os.environ)))


_problems = lazy(_problems_in_words, str)


def readable(what: object, pairs: Iterable[Discrepancy]) -> Iterator[Discrepancy]:
    """Yield these pairs; where values are too broken to compute, a discrepancy that says so."""
    try:
        yield from pairs
    except UNREADABLE as error:
        yield _unreadable(what, error)


def _unreadable(what: object, error: Exception) -> Verified:
    return Verified(what, _("readable"), f"{type(error).__name__}: {error}", error=error.with_traceback(None))


def each(
    what: object, expected: Any, actual: Any, words: Mapping[str, object] = MappingProxyType({})
) -> Iterator[Verified]:
    """Yield a stored value beside the expected one; of mappings, one for each key, in these words."""
    if not (isinstance(expected, dict) and isinstance(actual, dict)):
        yield Verified(what, expected, actual)
        return
    for key in sorted(expected.keys() | actual.keys()):
        below = (what, words.get(key, key))
        yield from each(below, expected.get(key, NOTHING), actual.get(key, NOTHING), words)


def expect_presence(
    what: object, actual: object, something: object = SOMETHING, *, expected: bool = True
) -> Verified:
    """Return a comparison of whether something exists with whether it should."""
    return Verified(what, expected, bool(actual), lambda is_there: something if is_there else NOTHING)


def numbered(what: object, actual: Sequence[int]) -> Verified:
    """Return whether these are the numbers from 1 on."""
    return Verified(what, list(range(1, len(actual) + 1)), list(actual))


def counted_in_words(counted: Mapping[str, int], *, always: Collection[str] = ()) -> str:
    """Return the counts as a command prints them; 0 only for nouns in `always`."""
    return ", ".join(
        str(_(NOUNS[noun][count != 1], count=count))
        for noun, count in counted.items()
        if count or noun in always
    )


def listed(values: Iterable[object]) -> str:
    """Return values with commas between them."""
    return ", ".join(map(str, values)) or str(NOTHING)


def checked_one_by_one(rows: QuerySet[AnyRow], check: Callable[[AnyRow], Checked]) -> Iterator[Checked]:
    """Yield the check of each row, with only one row in memory at a time."""
    for key in list(rows.order_by("pk").values_list("pk", flat=True)):
        name, checks = _what(f"{rows.model._meta.model_name}:{key}"), partial(map, check, rows.filter(pk=key))
        yield from _readable_wholes(name, checks, page_of_row(rows.model, key))


def _readable_wholes(name: object, checks: Callable[[], Iterable[Checked]], page: str) -> Iterator[Checked]:
    """Yield these checks; where a row cannot even be read, a discrepancy that says so."""
    try:
        yield from checks()
    except UNREADABLE as error:
        yield Checked(name, {}, (_unreadable(STORED, error),), page=page)


def of_the_database() -> Iterator[Discrepancy]:
    """Yield discrepancies outside single sheets: protection, rules' texts, people, old sheets.

    Where a value is of another kind than its column, which the whole stumbles over, every column is read.
    """
    wrong = None
    for wrong in readable(STORED, _of_the_database()):
        yield wrong if wrong.page else wrong._replace(page=reverse("admin:index"))
    if wrong is not None and wrong.error is not None:
        yield from _unreadable_columns()


def _unreadable_columns() -> Iterator[Discrepancy]:
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            try:
                for _value in model._base_manager.values_list(field.attname).iterator():
                    pass
            except UNREADABLE as error:
                wrong = _unreadable((model._meta.db_table, field.column), error)
                yield wrong._replace(page=reverse("admin:index"))


def _of_the_database() -> Iterator[Discrepancy]:
    for trigger in protection.unprotected(connection):
        yield Verified(_("The protection {trigger}", trigger=trigger), _("in place"), _("missing"))
    for version in RulesetVersion.objects.select_related("ruleset").order_by("pk").iterator(chunk_size=1):
        page = page_of_row(RulesetVersion, version.pk)
        yield from (pair._replace(page=page) for pair in _of_version(version) if pair.differs)
    yield from _of_strangers()
    yield from _of_anonymised()
    yield from _of_invitations()
    yield from _of_old_sheets()
    yield from _LogsAudit().checked().differences


def _label(model: Any, column: str) -> str:
    with translation.override(language_of(os.environ)):
        return str(model._meta.get_field(column).verbose_name)


# What pages call a column, in the language of this process.
label = lazy(_label, str)


def page_of_row(model: type[Model], pk: object) -> str:
    """Return the address of the operator's page with the stored row."""
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_change", args=[pk])


def _of_strangers() -> Iterator[Discrepancy]:
    """Yield rows that name something of another club, evening, table or tournament."""
    derived = {model for model, _path, _key in DERIVED} - {TableScore}
    for row, column, own, other in strangers(model for model in apps.get_models() if model not in derived):
        expected, actual = (_what(chain.key_of(whole)) for whole in (own, other))
        name = (_kind(str(row._meta.verbose_name)), label(type(row), column.name))
        yield Verified(name, expected, actual, page=page_of_row(type(row), row.pk))


class _LoggedEvening(NamedTuple):
    name: object
    page: str
    is_closed: bool
    # By the log, with its tables; of what came in with old sheets it once covered only how many there were.
    is_covered: bool


class _LogRow(NamedTuple):
    club: int
    number: int | None
    verb: str


class _LogsAudit(Audit):
    """The logs of all clubs, each one chain, with everything that they cover or name.

    What is covered says what it said last. Whatever is played is in the log, as open or closed as it says.
    """

    name, counted = _("The logs"), MappingProxyType[str, int]({})

    def __init__(self) -> None:
        self.clubs = {club.pk: club for club in Club.objects.select_related("log").order_by("pk")}
        self.logs = {pk: club.log for pk, club in self.clubs.items() if hasattr(club, "log")}
        # where the log of each is read
        self.pages = {pk: reverse("scoring:club_log", args=[club.slug]) for pk, club in self.clubs.items()}
        # what the logs say, read once; rows by their keys
        self.covered: dict[str, tuple[_LogRow | None, str]] = {}  # by which row last, and the checksum there
        self.deeds: dict[str, str] = {}  # the checksums of deeds as they are today
        self.closed: dict[str, bool] = {}
        self.totals_taken_back: set[str] = set()  # evenings, each by itself
        self.counts: dict[str, bool | None] = {}  # in the season; None: that was not noted
        self.named: dict[str, dict[int, int]] = {kind: {} for kind in _named_in_log()}  # by which club
        self.imports: dict[int, Mapping[str, Any]] = {}  # of old sheets
        self.withdrawals: dict[int, Mapping[str, Any]] = {}
        self.checked_batches: set[int] = set()
        # since a club was founded; none where one of them was taken out of the log
        self.club_names: dict[int, list[str]] = {}
        self.moved_to: dict[int, str] = {}
        # by kind and number: the name and the deed of guests who became members
        self.former_guests: dict[str, dict[int, tuple[str, UUID]]] = {"participant": {}, "person": {}}

    def compared(self) -> Iterator[Discrepancy]:
        yield from self._chains()
        yield from self._clubs()
        yield from self._covers()
        yield from self._played()
        yield from self._names()
        yield from self._former_guests()
        yield from self._old_batches()

    def _chains(self) -> Iterator[Discrepancy]:
        ends = dict.fromkeys(self.clubs, (0, BEGINNING))
        deeds = Deed.objects.filter(club__isnull=False).select_related("club").order_by("club", "number")
        for deed in deeds.iterator(chunk_size=500):
            number, head = ends.get(deed.club_id or 0, (0, BEGINNING))
            if deed.number != number + 1:
                name, page = _("The log of {club}", club=deed.club), self.pages.get(deed.club_id or 0, "")
                yield Verified((name, _("the next row")), number + 1, deed.number, page=page)
            row = _LogRow(deed.club_id or 0, deed.number, deed.verb)
            yield Verified(
                (self._row(row), _("its head")),
                head_after(head, chain.link_of_deed(deed)),
                deed.head,
                letters_of,
                page=self.pages.get(deed.club_id or 0, ""),
            )
            key = chain.key_of(deed)
            self.deeds[key] = chain.said_in(deed)
            self.covered[key] = row, deed.digest
            self.covered |= {of: (row, digest) for of, digest in deed.covers.items() if chain.is_covered(of)}
            self._read(deed.verb, _mapping(deed.details), deed.club_id or 0)
            if deed.verb in JOININGS:
                self._read_guests(deed)
            elif deed.verb in NAMING:
                self._read_name(deed)
            elif deed.verb in MOVING:
                self.moved_to[deed.club_id or 0] = str(_mapping(deed.details).get("address", ""))
            ends[deed.club_id or 0] = deed.number or 0, deed.head
        for pk, club in self.clubs.items():
            name, page, log = _("The log of {club}", club=club), self.pages[pk], self.logs.get(pk)
            if log is None:
                missing = expect_presence((name, _("how long it is")), log, _("a number of rows"))
                yield missing._replace(page=page)
                continue
            yield Verified((name, _("how many rows it has")), log.written, ends[pk][0], page=page)
            yield Verified((name, _("its last head")), log.head, ends[pk][1], letters_of, page=page)

    def _row(self, row: _LogRow) -> tuple[object, object]:
        """Return a row of a log in words."""
        log = _("The log of {club}", club=self.clubs.get(row.club))
        return log, _("row {number} ({verb})", number=row.number, verb=row.verb)

    def _read(self, verb: str, details: Mapping[str, Any], club: int) -> None:
        """Note what is so from this deed on."""
        for kind, named in self.named.items():
            if type(pk := details.get(kind)) is int:
                named[pk] = club
        act, _underscore, kind = verb.partition("_")
        if verb in CLOSINGS:
            self.closed[f"{kind}:{details.get(kind)}"] = act == "close"
        elif verb == "take_back_totals":
            self.totals_taken_back.add(f"evening:{details.get('evening')}")
        elif verb in COUNTINGS:
            self.counts[f"evening:{details.get('evening')}"] = details.get("counts")
        elif type(batch := details.get("batch")) is int:
            if verb == "import_old_sheets":
                self.imports[batch] = details
            elif verb == "withdraw_old_batch":
                self.withdrawals[batch] = details
            elif verb == "check_old_batch":
                self.checked_batches.add(batch)

    def _read_guests(self, deed: Deed) -> None:
        """Note which rows a member took over from a guest by this deed, or gave back."""
        for kind, listed_as in (("participant", "evenings"), ("person", "old")):
            for row in deed.details.get(listed_as, ()):
                if deed.verb == "separate_guest":
                    self.former_guests[kind].pop(row[kind], None)
                else:
                    self.former_guests[kind][row[kind]] = row["guest"], deed.pk

    def _read_name(self, deed: Deed) -> None:
        """Note what a club is called by this deed."""
        changes = deed.details.get("changes", [["name", "", deed.details.get("name")]])
        names = [new for field, _old, new in changes if field == "name"]
        earlier = self.club_names.get(deed.club_id or 0, [])
        is_known = bool(earlier) or deed.verb != "change_club"
        if names:
            is_whole = is_known and self.deeds[chain.key_of(deed)] == deed.digest
            self.club_names[deed.club_id or 0] = [*earlier, *names] if is_whole else []

    def _clubs(self) -> Iterator[Discrepancy]:
        """Compare clubs' names, addresses and moves with the log."""
        for pk, club in self.clubs.items():
            page = club.get_absolute_url()
            if names := self.club_names.get(pk):
                yield Verified((club, _("name")), names[-1], club.name, page=page)
                stems = "|".join(re.escape(address_of(name)) for name in names)
                if not re.fullmatch(f"({stems})(-[0-9]+)?", club.slug):
                    yield Verified((club, _("address")), address_of(names[0]), club.slug, page=page)
            if club.moved_to:  # in a club that was brought in it is empty
                moved_to = self.moved_to.get(pk) or NOTHING
                yield Verified((club, _("moved to")), moved_to, club.moved_to, page=page)

    def _former_guests(self) -> Iterator[Discrepancy]:
        """Compare the names that members had as guests with those in the log; anonymised ones have none."""
        models: dict[str, type[Participant | OldPerson]] = {"participant": Participant, "person": OldPerson}
        for kind, model in models.items():
            rows = model._base_manager.filter(member__isnull=False, member__anonymised_at=None)
            known = self.former_guests[kind]
            rows = rows.filter(Q(pk__in=known) | Q(joined_by__isnull=False)).order_by("pk")
            for pk, name, deed in rows.values_list("pk", "former_guest", "joined_by"):
                what = (_what(f"{kind}:{pk}"), _("as a guest before"))
                yield Verified(what, known.get(pk, ("", None)), (name, deed), page=page_of_row(model, pk))

    def _covers(self) -> Iterator[Discrepancy]:
        """Compare covered rows with those of today; a reason covers itself."""
        reasons = Reason.objects.exclude(digest="").values_list("pk", "digest")
        covered = {f"reason:{pk}": (None, digest) for pk, digest in reasons} | self.covered
        now = self.deeds | chain.today(covered.keys() - self.deeds.keys())
        for key, (row, expected) in covered.items():
            what = _("{log}: {row}", log=self._row(row) if row else _("Reasons"), row=_what(key))
            page = self.pages.get(row.club, "") if row else page_of_row(Reason, key.partition(":")[2])
            if expected and now[key]:
                yield Verified((what, _("as it was then")), expected[:LETTERS], now[key][:LETTERS], page=page)
            else:
                yield expect_presence(what, now[key], expected=bool(expected))._replace(page=page)

    def _played(self) -> Iterator[Discrepancy]:
        """Yield evenings, tables, seals and people of closed evenings that the log has otherwise or not at
        all.

        What is played as something else is opened and closed by deeds that do not name its evening.
        """
        evenings: dict[int, _LoggedEvening] = {}
        known = {CLUB_EVENING, TAKEN_BACK}.union(*(capability.occasions for capability in capabilities()))
        for row in Evening.objects.select_related("club").order_by("pk").iterator(chunk_size=500):
            name, key, batch = numbered_evening(row), chain.key_of(row), row.old_batch_id
            page = row.get_absolute_url()
            if row.occasion not in known:
                is_known = _("an evening or a tournament")
                yield Verified((name, _("what it is")), is_known, row.occasion, page=page)
            if row.occasion not in (CLUB_EVENING, TAKEN_BACK):
                continue
            is_covered = batch not in self.imports or f"oldbatch:{batch}" in self.covered
            evening = evenings[row.pk] = _LoggedEvening(name, page, not row.is_open, is_covered)
            yield from self._in_log(evening, key)
            closed = self.closed.get(key, batch is not None or row.totals)
            yield Verified((name, label(Evening, "closed_at")), closed, evening.is_closed, page=page)
            if row.totals:
                is_taken_back = key in self.totals_taken_back or batch in self.withdrawals
                is_stored = row.occasion == TAKEN_BACK
                yield Verified((name, _("were withdrawn")), is_taken_back, is_stored, page=page)
            if (counts := self.counts.get(key, True)) is not None:
                yield Verified((name, _("counts in the season")), counts, not row.spontaneous, page=page)
        for pk, of, closed_at in _of_each(Sheet, "evening", "closed_at"):
            if (logged := evenings.get(of)) is not None:
                yield from self._in_log(logged, f"sheet:{pk}", _("table {number}", number=pk))
                closed = logged.is_closed or self.closed.get(f"sheet:{pk}", False)
                what = (logged.name, _what(f"sheet:{pk}"), label(Sheet, "closed_at"))
                yield Verified(what, closed, closed_at is not None, page=logged.page)
        for pk, of, number in _of_each(Seal, "evening", "number"):
            if (logged := evenings.get(of)) is not None:
                yield from self._in_log(logged, f"seal:{pk}", _("seal {number}", number=number))
        for pk, of in _of_each(Participant, "evening"):
            if (logged := evenings.get(of)) is not None and logged.is_closed:
                yield from self._in_log(logged, f"participant:{pk}", _what(f"participant:{pk}"))

    def _in_log(self, evening: _LoggedEvening, key: str, *part: object) -> Iterator[Discrepancy]:
        if evening.is_covered and key not in self.covered:
            yield _expect_in_log(evening.name, *part)._replace(page=evening.page)

    def _names(self) -> Iterator[Discrepancy]:
        """Compare the rows that deeds name with those that exist, for kinds that are never removed."""
        for kind, model in _named_in_log().items():
            rows, named = dict(model._base_manager.values_list("pk", "club")), self.named[kind]
            for pk in sorted(named.keys() - rows.keys()):
                log = _("The log of {club}", club=self.clubs.get(named[pk]))
                missing = expect_presence(_("{log}: {row}", log=log, row=_what(f"{kind}:{pk}")), None)
                yield missing._replace(page=self.pages.get(named[pk], ""))
            for pk, club in rows.items():
                if named.get(pk) != club:
                    yield _expect_in_log(_what(f"{kind}:{pk}"))._replace(page=self.pages.get(club, ""))

    def _old_batches(self) -> Iterator[Discrepancy]:
        """Compare the counts of old sheets that came in, and why they were taken back."""
        for batch in OldBatch.objects.select_related("club", "reason").order_by("pk"):
            name, page = (batch.club, _("old sheets {number}", number=batch.pk)), batch.get_absolute_url()
            details, withdrawal = self.imports.get(batch.pk), self.withdrawals.get(batch.pk)
            if details is not None:
                for key, rows in _counted_in(batch).items():
                    yield Verified((name, COUNTED[key]), details.get(key), rows.count(), page=page)
                compared = "number" if batch.pk in self.checked_batches else details.get("compared", "")
                yield Verified((name, _("compared with")), compared, batch.compared_with, page=page)
            yield Verified((name, _("were withdrawn")), withdrawal is not None, not batch.counts, page=page)
            if withdrawal is not None and batch.reason is not None:
                why, stored = withdrawal.get("reason"), batch.reason.text
                if why and stored:  # not blanked
                    yield Verified((name, _("why they were withdrawn")), why, stored, page=page)


def _counted_in(batch: OldBatch) -> dict[str, QuerySet[Any]]:
    """Return the rows that came in with old sheets, by the deed's detail that counts them."""
    if batch.kind == OldKind.AMOUNTS:
        return {"tables": batch.sheets.all(), "rows": OldLine.objects.filter(sheet__batch=batch)}
    sheets = Sheet.objects.filter(evening__old_batch=batch)
    if batch.kind == OldKind.HANDS:
        sheets = sheets.filter(opened_at=batch.at)
    return {"evenings": batch.evenings.all(), "tables": sheets}


def numbered_evening(evening: Evening) -> tuple[object, object]:
    """Return an evening in words, with the number that it has in the database."""
    return evening.club, _("{evening} (evening {number})", evening=evening, number=evening.pk)


def _expect_in_log(*what: object) -> Verified:
    return expect_presence((*what, _("in the log of its club")), None, _("a row about it"))


def _what(key: str) -> object:
    """Return the words for a key of the log: one row, or all rows of a kind."""
    kind, _colon, number = key.partition(":")
    if (rows := covered_rows().get(kind)) is None:
        return _("{kind} {number}", kind=_kind(kind), number=number)
    return _("{kind} of {whole} {number}", kind=_kind(kind), whole=_kind(rows.about), number=number)


def _kind(kind: str) -> object:
    return OTHER_KINDS.get(kind) or _(kind)


def _named_in_log() -> dict[str, type[Model]]:
    """Return the tables of `Capability.in_log`."""
    tables = (named for capability in capabilities() for named in capability.in_log.items())
    return {"batch": OldBatch, **dict(tables)}


def _of_each(model: type[Model], *columns: str) -> Iterator[tuple[Any, ...]]:
    """Yield the number and these columns of each row."""
    rows = model._base_manager.order_by("pk").values_list("pk", *columns)
    yield from rows.iterator(chunk_size=2000)


def _of_old_sheets() -> Iterator[Discrepancy]:
    """Yield old amounts that do not add up to zero, or not among people of their own import."""
    lines = OldLine.objects.select_related("sheet__batch__club").annotate(
        total=Sum("amounts__twelfths"), people=Count("amounts")
    )
    for line in lines.filter(~Q(total=0) | Q(people=0)).order_by("pk"):
        batch = line.sheet.batch
        row = _("old sheet {sheet}, row {number}", sheet=line.sheet, number=line.file_row)
        total = (batch.club, row, _("the sum of its amounts"))
        yield Verified(total, 0, line.total, _points, page=batch.get_absolute_url())
    days = days_of_amounts()
    for person in OldPerson.objects.select_related("batch__club", "member").order_by("pk"):
        if person.days != (expected := days.get(person.pk, {})):
            what = (
                person.batch.club,
                _("old sheets"),
                str(person.member or person.guest),
                _("what each day comes to"),
            )
            yield Verified(what, expected, person.days, page=person.batch.get_absolute_url())
    taken_back = Q(occasion=TAKEN_BACK)
    withdrawn = Q(old_batch__withdrawn_at__isnull=False)
    odd = Evening.objects.filter(taken_back & ~withdrawn | ~taken_back & withdrawn, totals=False)
    for evening in odd.select_related("club").order_by("pk"):
        is_taken_back = evening.occasion == TAKEN_BACK
        name = (evening.club, evening, _("taken back with its old sheets"))
        yield Verified(name, not is_taken_back, is_taken_back, page=evening.get_absolute_url())


def _of_anonymised() -> Iterator[Discrepancy]:
    """Yield anonymised members who still have an account or a role, or are active."""
    left = Q(active=True) | Q(account__isnull=False) | Q(appointments__isnull=False)
    members = Member.objects.filter(left, anonymised_at__isnull=False).select_related("club")
    for member in members.order_by("pk").distinct():
        expected, actual = _("without account and role, inactive"), _("something of it")
        yield Verified((member.club, member), expected, actual, page=member.get_absolute_url())


def _of_invitations() -> Iterator[Discrepancy]:
    """Yield open invitations without a deed that made them for this member."""
    still_open = (
        Invitation.objects.usable(clock.now()).select_related("member__club", "made_by").order_by("pk")
    )
    if not still_open.exists():
        return
    made = Deed.objects.filter(verb__in=INVITING).values_list("pk", "details")
    invited = {link_made_of(deed): _mapping(details).get("member") for deed, details in made}
    for invitation in still_open:
        member = invitation.member
        name = (member.club, _("the link for {name}", name=member.name))
        page = member.get_absolute_url()
        if invitation.token_hash not in invited:
            yield _expect_in_log(*name)._replace(page=page)
        # whoever owns a club that was brought in makes the first one, for themselves
        elif (whom := invited[invitation.token_hash]) is None:
            if member.account_id != invitation.made_by_id:
                yield Verified((*name, _("for whom")), invitation.made_by.name, member.name, page=page)
        elif whom != member.pk:
            invitee = Member.objects.filter(pk=whom).first()
            whom_else = getattr(invitee, "name", NOTHING)
            yield Verified((*name, _("for whom")), whom_else, member.name, page=page)


def _of_version(version: RulesetVersion) -> Iterator[Discrepancy]:
    """Yield wrong checksums of a version; names may have been removed from its words only."""
    name = _("Rules {version}", version=version)
    if version.reworded_at is None:
        yield Verified((name, _("checksum of the text")), version.digest, digest_of(version.text))
    elif not _anonymised_then(version, version.reworded_at):
        yield Verified(
            (name, _("other words since {moment}", moment=clock.moment_in_words(version.reworded_at))),
            _("somebody anonymised"),
            NOTHING,
        )
    yield Verified((name, _("checksum without its words")), version.substance, _substance(version))
    if isinstance(trouble := _rules(version), str):
        yield Verified((name, _("text")), READABLE, trouble)


def _anonymised_then(version: RulesetVersion, at: datetime) -> bool:
    """Return whether a person was anonymised in that transaction: only then may words change."""
    assert version.ruleset is not None
    then = Deed.objects.filter(club=version.ruleset.club_id, at__gte=at, at__lte=at + LONGEST_ACT)
    return then.filter(verb__in=("anonymise_member", "anonymise_guest")).exists()


def _substance(version: RulesetVersion) -> object:
    try:
        return substance_of(version.text)
    except ValueError:  # no TOML
        return NOTHING


def _rules(version: RulesetVersion) -> Rules | str:
    """Return the rules, or what keeps them from being read."""
    try:
        return rules_of(version)
    except ValueError as error:  # what TOML and the loader say of a text they cannot read
        return " ".join(str(error).split())


def of_sheets(sheets: QuerySet[Sheet]) -> Iterator[Checked]:
    """Yield one sheet after the other."""
    return checked_one_by_one(sheets, checked)


def checked(sheet: Sheet) -> Checked:
    """Return the check of a sheet."""
    return _SheetAudit(sheet).checked()


class _SheetAudit(Audit):
    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        evening = sheet.evening
        table = _("table {name} (sheet {number})", name=sheet.name, number=sheet.pk)
        self.name, self.page = (evening.club, evening, table), sheet.get_absolute_url()
        self.names = evening.names()
        entries = sheet.entries.select_related("reason", "grounds", "by", "supersedes")
        self.entries = list(entries.order_by("seq", "at"))
        self.voices = list(sheet.voices.select_related("entry", "answers", "by").order_by("seq"))
        self.stored = stored_rows(sheet)
        hands = [row["number"] for key, row in self.stored.items() if key[0] is Row]
        self.counted = {"sheet": 1, "hand": sum(number is not None for number in hands)}
        self.read: dict[UUID, Fact] = {}
        self.moment, self.rows_then = 0, list[SheetRow]()
        self.impossible: list[str] = []  # hands that would be refused today

    def remarks(self) -> list[str]:
        return self.impossible

    def compared(self) -> Iterator[Discrepancy]:
        heads = heads_of(self.sheet, self.entries)
        yield from self._written(heads)
        rules = _rules(self.sheet.ruleset)
        if isinstance(rules, str):
            yield Verified(_("The rules of this table"), READABLE, rules)
            return
        seats = tuple(self.sheet.players), self.sheet.dealer
        beginning = (
            *option_problems(self.sheet.options, rules),
            *(() if self.sheet.evening.totals else seating_problems(*seats)),
        )
        if beginning:
            yield Verified(_("The beginning of this table"), _("possible"), self.in_words(beginning))
            return
        if unreadable := [pair for pair in self._other_rules() if pair.differs]:
            yield from unreadable
            return
        timeline = timeline_from(self.sheet, self.entries)
        for entry in self.entries:
            if entry.record is not None:
                yield from self._read(entry, timeline)
        current = current_among(self.entries)
        if all(entry.pk in self.read for entry in current):
            yield from self._what_follows(timeline, current, heads[-1])
        if all(entry.pk in self.read for entry in self.entries if entry.record is not None):
            yield from self._voices()

    # what was written

    def _other_rules(self) -> Iterator[Discrepancy]:
        """Yield rules of later agreements that cannot be found or read."""
        for entry in self.entries:
            if not is_other_rules(entry.record):
                continue
            name = (self._entry(entry), _("the rules from here on"))
            agreed = other_rules(entry.record)
            version = RulesetVersion.objects.filter(pk=agreed.version).first()
            if version is None or version.digest != agreed.digest:
                checksum = version.digest if version else NOTHING
                yield Verified(name, _("the checksum {checksum}", checksum=checksum), agreed.digest)
            elif isinstance(rules := _rules(version), str):
                yield Verified(name, READABLE, rules)
            elif problems := option_problems(agreed.options, rules):
                yield Verified(name, _("choices that these rules offer"), self.in_words(problems))

    def _written(self, heads: Sequence[str]) -> Iterator[Discrepancy]:
        """Yield the first head that does not follow: after it none does."""
        for head, entry in zip(heads[1:], self.entries, strict=True):
            if head != entry.head:
                yield Verified((self._entry(entry), _("its head")), head, entry.head, letters_of)
                break

    def _read(self, entry: Entry, timeline: RulesTimeline) -> Iterator[Discrepancy]:
        """Read an entry by the rules in force then; yield why it cannot be read."""
        what = (self._entry(entry), _("its record"))
        try:
            self.read[entry.pk] = fact_of(entry, timeline)
        except IllegalHand as illegal:
            yield Verified(what, _("readable"), self.in_words(illegal.problems))
        except UNREADABLE as error:
            yield _unreadable(what, error)

    # what follows

    def _what_follows(
        self, timeline: RulesTimeline, current: Sequence[Entry], head: str
    ) -> Iterator[Discrepancy]:
        """Derive the sheet anew, and compare all that is stored of it."""
        entries = {entry.pk: entry for entry in current}
        replay = replayed(start_of(self.sheet, timeline), [self.read[pk] for pk in entries])
        if replay.problems:
            against = self.in_words(problem for _, _, problem in replay.problems)
            fact = replay.problems[0][0]
            yield Verified(self._entry(entries[fact.id]), _("possible under the rules"), against)
            return
        self.impossible = [
            str(
                _(
                    "Hand {number} would be refused today; its amounts stay. {why}",
                    number=row.number,
                    why=self.in_words(problems),
                )
            )
            for row in replay.rows
            if (problems := problems_today(row))
        ]
        last = self.entries[-1:]
        state = StoredState(
            replay.position,
            max((entry.sort_key for entry in self.entries), default=0),
            tuple(sorted({e.record["version"] for e in self.entries if is_other_rules(e.record)})),
            tuple(right.noted for right in timeline.people),
            link_of_entry(last[0]) if last else beginning_of(self.sheet),
            head,
        )
        expected: DerivedRows = {
            (Sheet,): {"seq": len(self.entries), "voiced": len(self.voices), **state.as_json()},
            **derived_rows(self.sheet, replay),
        }
        stored = {
            (Sheet,): {
                "seq": self.sheet.seq,
                "voiced": self.sheet.voiced,
                **_mapping(self.sheet.stored_state),
            },
            **self.stored,
        }
        hands = {key[1]: row for rows in (stored, expected) for key, row in rows.items() if key[0] is Row}
        for key in expected | stored:
            if expected.get(key) != stored.get(key):
                hand = key[1] if len(key) > 1 else None
                page = reverse("scoring:hand", args=[self.sheet.pk, hand]) if hand in hands else self.page
                for wrong in self._row(key, expected.get(key), stored.get(key), hands):
                    yield wrong._replace(page=page)

    def _row(
        self,
        key: DerivedKey,
        ours: Mapping[str, Any] | None,
        theirs: Mapping[str, Any] | None,
        hands: Mapping[UUID, Mapping[str, Any]],
    ) -> Iterator[Discrepancy]:
        """Yield every column of a row in which the stored value is not the derived one."""
        name = self._named(key, hands)
        if ours is None or theirs is None:
            yield expect_presence(name, theirs is not None, _("a row"), expected=ours is not None)
            return
        for column in sorted(ours.keys() | theirs.keys()):
            yield from self._column(name, key[0], column, ours, theirs)

    def _named(self, key: DerivedKey, hands: Mapping[UUID, Mapping[str, Any]]) -> tuple[object, ...]:
        """Return in words which row this is."""
        model, *of = key
        if model is Sheet:
            return (_("The state of the table"),)
        if model is TableScore:
            return (_("The score of {player}", player=self.called(str(of[0]))),)
        hand = hands.get(of[0], {"number": None, "sort_key": 0})
        earlier = [row["number"] or 0 for row in hands.values() if row["sort_key"] < hand["sort_key"]]
        named = _("Hand {number}", number=hand["number"])
        if hand["number"] is None:
            named = _("The void hand after hand {number}", number=max(earlier, default=0))
        if model is Row:
            return (named,)
        name = (named, _("statistics"))
        if model is PlayedPremium:
            return *name, _("premium {number}", number=of[1] + 1)
        if model is PlayedKontra:
            return *name, _("kontra {number}", number=of[1] + 1), self.called(str(of[2]))
        seats = (_("seat {number}", number=seat + 1) for seat in of[2:])
        return *name, _("game {number}", number=of[1] + 1), *seats

    def _column(
        self, name: object, model: Any, column: str, ours: Mapping[str, Any], theirs: Mapping[str, Any]
    ) -> Iterator[Discrepancy]:
        """Yield the discrepancy of one column of a row; of a hand's amounts, one for each player."""
        expected, actual = ours.get(column, NOTHING), theirs.get(column, NOTHING)
        shown = COLUMNS.get(column) or (
            OF_THE_STATE.get(column, column) if model is Sheet else label(model, column)
        )
        if model is Row and column in AMOUNTS:
            both = (row[column] or row["twelfths"] or () for row in (ours, theirs))
            for player, amount, stored in zip_longest(ours["players"], *both):
                who = self.called(player) if player else NOTHING
                yield Verified((name, who, shown), amount, stored, _points)
            return
        yield Verified((name, shown), expected, actual, self._in_words_of(column))

    def _in_words_of(self, column: str) -> Callable[[Any], object]:
        """Return the function that puts a column's values into words."""
        in_words: dict[str, Callable[[Any], object]] = {
            **dict.fromkeys(("dealer", "declarer_id", "participant_id"), lambda pk: self.called(str(pk))),
            **dict.fromkeys(AMOUNTS, _points),
            "players": self.all_called,
        }
        return in_words.get(column, as_words)

    # what was said of the hands

    def _voices(self) -> Iterator[Discrepancy]:
        last_entry = 0
        for number, voice in enumerate(self.voices, 1):
            saying = SAYINGS.get(voice.saying, voice.saying)
            name = _("Statement {number} ({saying})", number=voice.seq, saying=saying)
            yield Verified((name, label(Voice, "seq")), number, voice.seq)
            by_then = min(max(voice.seen_seq, last_entry), self.sheet.seq)
            yield Verified((name, label(Voice, "seen_seq")), by_then, voice.seen_seq)
            last_entry = max(last_entry, voice.seen_seq)
            if voice.entry.sheet_id == self.sheet.pk:  # else it is named already
                yield from self._voice(name, voice)

    def _voice(self, name: object, voice: Voice) -> Iterator[Discrepancy]:
        if (answered := voice.answers) is not None:
            kinds = (Saying.OBJECT,) if voice.saying == Saying.SETTLE else OF_A_PLAYER
            is_answer = answered.seq < voice.seq and answered.saying in kinds
            is_answer = is_answer and answered.entry_id == voice.entry_id
            yield Verified((name, label(Voice, "answers")), expected=True, actual=is_answer)
        if voice.saying not in OF_A_PLAYER:
            return
        rows = self._rows_after(voice.seen_seq)
        row = next((row for row in rows if row.fact.id == voice.entry_id), None)
        allowed: Sequence[str] = () if row is None else row.players
        if voice.saying == Saying.CONFIRM:  # of the last hand alone, by the other side
            hand = row.fact.entry if row is not None and row is rows[-1] else None
            if row is not None and isinstance(hand, facts.Hand):
                allowed = other_side(hand, allowed, row.fact.rules)
            else:
                allowed = ()
        yield Verified((name, label(Voice, "entry")), expected=True, actual=bool(allowed))
        if allowed and str(voice.player_id) not in allowed:
            who = (name, label(Voice, "player"))
            yield Verified(who, list(allowed), [str(voice.player_id)], self.all_called)

    def _rows_after(self, moment: int) -> list[SheetRow]:
        """Return the hands and void hands in force after this number of entries."""
        if moment != self.moment:
            current = current_among(entry for entry in self.entries if entry.seq <= moment)
            facts_then = [self.read[entry.pk] for entry in current]
            self.moment, self.rows_then = moment, list(replayed(start_of(self.sheet), facts_then).rows)
        return self.rows_then

    def _entry(self, entry: Entry) -> object:
        act = ACT_WORDS.get(entry.act, entry.act)
        return _("Entry {number} ({act})", number=entry.seq, act=act)


def _mapping(stored: Any) -> dict[str, Any]:
    return stored if isinstance(stored, dict) else {}


def _points(twelfths: object) -> object:
    return str(Fraction(twelfths, 12)) if isinstance(twelfths, int) else NOTHING


# Seals


def of_seals(evenings: QuerySet[Evening]) -> Iterator[Checked]:
    """Yield one evening after the other."""
    sealed = Exists(Seal.objects.filter(evening=OuterRef("pk")))
    evenings = evenings.filter(Q(closed_at__isnull=False) | Q(spontaneous=True) | sealed)
    return checked_one_by_one(
        evenings.select_related("club"), lambda evening: _EveningAudit(evening).checked()
    )


class _EveningAudit(Audit):
    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.name, self.page = numbered_evening(evening), evening.get_absolute_url()
        self.names = evening.names()
        self.seals = list(evening.seals.select_related("by").order_by("number"))
        self.sheets = list(evening.sheets.select_related("ruleset").order_by("pk"))
        self.counted = {"seal": len(self.seals)}

    def compared(self) -> Iterator[Discrepancy]:
        ended = ended_at(self.evening, self.sheets)
        if ended is not None:
            yield expect_presence(_("The closed evening"), self.seals, _("a seal"))
        if any(isinstance(_rules(sheet.ruleset), str) for sheet in self.sheets):
            return  # such rules were named already, at the table
        written = Entry.objects.filter(sheet__in=self.sheets).select_related("grounds")
        entries = list(written.order_by("sheet", "seq"))
        tables: dict[str, object] = {
            str(sheet.pk): _("table {number}", number=sheet.name) for sheet in self.sheets
        }
        words: dict[str, dict[str, object]] = {"balances": {**self.names, **COLUMNS}, "sheets": tables}
        previous = BEGINNING
        for number, seal in enumerate(self.seals, 1):
            name = _("Seal {number}", number=seal.number)
            try:
                expected = self._sealed(seal, entries, previous) | {"number": number}
            except IllegalHand as illegal:
                yield Verified(name, _("entries that can be read"), self.in_words(illegal.problems))
                continue
            finally:
                previous = seal.head
            if ended is not None and seal is self.seals[-1]:  # as it is now
                now = {str(sheet.pk): sheet.seq for sheet in self.sheets}
                expected |= {"sealed_at": ended, "sheets": now}
            for column, value in expected.items():
                what = (name, COLUMNS.get(column) or label(Seal, column))
                in_words = letters_of if column == "head" else as_words
                for pair in each(what, value, getattr(seal, column), words.get(column, {})):
                    yield pair._replace(in_words=in_words)

    def _sealed(self, seal: Seal, entries: Sequence[Entry], previous: str) -> dict[str, Any]:
        """Return the columns of a seal as they follow from what was stored when it was made."""
        heads = {str(sheet.pk): [head_after(BEGINNING, beginning_of(sheet))] for sheet in self.sheets}
        for entry in entries:
            heads[str(entry.sheet_id)].append(entry.head)
        digest, balances = recomputed(self.evening, states_when_sealed(seal, self.sheets, entries))
        return {
            "sheets": {sheet: seq for sheet, seq in seal.sheets.items() if sheet in heads},
            "head": chain.head_of_seal(seal, previous, chain.heads_when_sealed(seal, heads)),
            "balances": balances,
            "digest": digest,
        }


# Everything


def wholes(sheets: QuerySet[Sheet], evenings: QuerySet[Evening]) -> Iterator[Checked]:
    """Yield the checks of these sheets and evenings, and what capabilities check of them."""
    yield from of_sheets(sheets)
    yield from of_seals(evenings)
    for capability in capabilities():
        for of_evenings in capability.verified:
            checks = partial(of_evenings, evenings)
            yield from _readable_wholes(STORED, checks, reverse("admin:index"))
