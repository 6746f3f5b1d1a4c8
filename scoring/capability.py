"""What a capability hands to the rest of the program: one frozen value, read when it is first asked for.

Each app lists its own in a literal tuple, `CAPABILITIES` of `<app>/capabilities.py`; the settings name those
modules. Nothing here knows any of them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from django.apps.registry import Apps
from django.conf import settings
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, gettext_lazy

from scoring import clock
from scoring.engine.money import money_in_words
from scoring.models import Club, Deed, Evening, Member
from scoring.signatures import LinkKind

DeedWords = Callable[[dict[str, Any]], str]  # of a deed's details


def day_in_words(details: dict[str, Any]) -> str:
    """Return the date in a deed's details in words."""
    return clock.day_in_words(date.fromisoformat(details["date"]))


def sentence(template: Any, **instead: Any) -> DeedWords:
    """Return a function that fills a deed's details into a template; a true detail may choose another."""

    def in_words(details: dict[str, Any]) -> str:
        chosen = next((instead[key] for key in instead if details.get(key)), template)
        return str(chosen % _filled(details))

    return in_words


def _filled(details: dict[str, Any]) -> dict[str, Any]:
    """Return the details with day, names and money in words; an emptied reason reads "removed"."""
    filled = dict(details)
    if filled.get("date"):
        filled["date"] = day_in_words(filled)
    if "reason" in filled:
        filled["reason"] = filled["reason"] or gettext("removed")
    if isinstance(people := filled.get("names"), list):
        filled |= {"names": ", ".join(people), "count": len(people)}
        filled |= zip(("one", "other"), people, strict=False)
    if "cents" in filled and "currency" in filled:
        filled["money"] = money_in_words(
            filled["cents"], filled["currency"], (get_language() or "de").partition("-")[0]
        )
    if isinstance(tables := filled.get("tables"), list):
        filled["tables"] = ", ".join(map(str, tables))
    return filled


def sentence_by(detail: str, templates: Mapping[Any, Any]) -> DeedWords:
    """Return a function that fills a deed's details into the template for the value of one of them."""

    def in_words(details: dict[str, Any]) -> str:
        value = details.get(detail)
        return sentence(templates[value if value in templates else bool(value)])(details)

    return in_words


class LogSubject(NamedTuple):
    """A subject by which the log can be filtered; the key stands in addresses."""

    key: str
    label: Any


ABOUT_EVENINGS = LogSubject("evenings", gettext_lazy("Evenings and tables"))


class ClubPart(NamedTuple):
    """What a capability shows on the page of a club, and where."""

    shown: SafeString
    aside: bool = False  # beside what runs now, where there is room
    is_felt: bool = False  # where the reader sits: above everything else


class ClubCard(NamedTuple):
    """A card of a club's page; one statement asks all cards whether they have anything to show."""

    exists: Callable[[HttpRequest, Club], Any]  # a condition
    part: Callable[[HttpRequest, Club], ClubPart]


class OpenPage(NamedTuple):
    """A public page of the demonstration club."""

    what: str
    address: str


class CoveredRows(NamedTuple):
    """Rows that only some verbs write: after each, the log covers their content as a whole."""

    kind: str  # lower case letters: it stands in the log
    about: str  # the detail of a deed that says whose they are; or "club"
    verbs: frozenset[str]
    model: type[Model]
    whose: str  # leads from a row to what it belongs to
    columns: tuple[str, ...]
    only: Mapping[str, Any] = {}  # what else is so of the rows
    without: tuple[str, ...] = ()  # keys of columns of JSON under which somebody typed freely

    def of(self, pk: int) -> list[list[Any]]:
        """Return the content of the rows that belong to the row with this id."""
        rows = self.model._default_manager.filter(**{self.whose: pk}, **self.only).order_by()
        return [list(map(self._without_keys, row)) for row in rows.values_list("pk", *self.columns)]

    def _without_keys(self, value: Any) -> Any:
        if self.without and isinstance(value, dict):
            return {key: inner for key, inner in value.items() if key not in self.without}
        return value


# Stores rows of tables that only older files of clubs have, these together, by name; yields at which it is.
# It is given those of tables with columns that only older files have, too.
LegacyImporter = Callable[[Mapping[str, Iterable[Mapping[str, Any]]]], Iterator[str]]


class NamedOnLists(NamedTuple):
    """Lists with names of people who may become members later."""

    titles: Callable[[Club, Iterable[str]], list[str]]  # of the lists with one of these names
    claim: Callable[..., None]  # of a member and names: are they the same (`is_same`) or not?
    release: Callable[[Member, Iterable[str]], None]  # they are not, after all


@dataclass(frozen=True, kw_only=True, slots=True)
class Capability:
    """One thing the program can do, with what it hands to the rest of the program."""

    urls: str = ""  # the module that says where its pages are
    words: Mapping[str, DeedWords] = field(default_factory=dict)  # of its deeds, by their verbs
    log_subject: LogSubject | None = None  # of its deeds; None: that of its app
    occasions: Mapping[str, Any] = field(default_factory=dict)  # `Occasion`, by the key of an evening
    links: tuple[LinkKind, ...] = ()  # that restoring a copy renews
    row_counts: tuple[Any, ...] = ()  # `CountedRows` that say what a club is made of
    # Tables whose rows are never removed, and named in a club's log from the first deed on, by the key there.
    in_log: Mapping[str, type[Model]] = field(default_factory=dict)
    covered: tuple[CoveredRows, ...] = ()
    # What yields `Checked` wholes beside the sheets, worked out again, of the evenings in question.
    verified: tuple[Callable[[QuerySet[Evening]], Iterable[Any]], ...] = ()
    free_texts: tuple[Callable[[Club], Iterable[Any]], ...] = ()  # `StoredText` that may name somebody
    bare_names: tuple[Callable[[Club], Iterable[str]], ...] = ()  # people of whom only the name is known
    named_on_lists: tuple[NamedOnLists, ...] = ()
    legacy_importers: Mapping[tuple[str, ...], LegacyImporter] = field(default_factory=dict)
    # What is written once, by the program of today, after an update of the database or of a club's file.
    after_update: tuple[Callable[[], None], ...] = ()
    # What fills columns that older files lack from the log of a club, by table and column.
    from_log: Mapping[tuple[str, str], Callable[[Apps, int], None]] = field(default_factory=dict)
    # What writes something else in the place of such a text: of its kind, the club, its key, and what.
    text_editors: Mapping[str, Callable[[Club, str, str], None]] = field(default_factory=dict)
    # Whatever else keeps the name of a `TracedPerson` who is anonymised, and the name they have instead.
    anonymisers: tuple[Callable[[Any, str], None], ...] = ()
    privacy_reports: tuple[Callable[[Member], Iterable[Any]], ...] = ()  # `Figures` kept about a member
    feeds: tuple[Any, ...] = ()  # `Source` of days and results
    cache_clearers: tuple[Callable[[], None], ...] = ()  # files on the server's disk that may name somebody
    handbook: tuple[Any, ...] = ()  # its `HandbookChapter`s
    on_clubs_page: tuple[Callable[[HttpRequest], SafeString], ...] = ()  # the list of somebody's clubs
    on_club_page: tuple[ClubCard, ...] = ()
    on_evenings_page: tuple[Callable[[HttpRequest, Club], SafeString], ...] = ()  # what is planned
    # The `SubjectBar` of a page, by its request, its context and the club whose member looks at it.
    bars: tuple[Callable[[HttpRequest, Any, Club], Any], ...] = ()
    open_to_strangers: tuple[Callable[[], Iterable[OpenPage]], ...] = ()  # of the invented club


@cache
def capabilities() -> tuple[Capability, ...]:
    """Return everything the program can do, in the order of the settings."""
    return tuple(
        capability for module in settings.CAPABILITIES for capability in import_module(module).CAPABILITIES
    )


@cache
def covered_rows() -> dict[str, CoveredRows]:
    """Return everything whose rows are covered together, by its kind."""
    return {rows.kind: rows for capability in capabilities() for rows in capability.covered}


@cache
def words_of_deeds() -> dict[str, DeedWords]:
    """Return by verb the functions that put a deed into words."""
    return {verb: words for capability in capabilities() for verb, words in capability.words.items()}


def log_line(deed: Deed) -> str:
    """Return a deed as a sentence without its subject: the page puts the name of the actor before it.

    What was done with a capability that is not there any more is told by its verb.
    """
    words = words_of_deeds().get(deed.verb)
    return deed.verb if words is None else words(deed.details)


@cache
def verbs_by_subject() -> dict[LogSubject, frozenset[str]]:
    """Return the verbs of all deeds by what they are about."""
    verbs: dict[LogSubject, frozenset[str]] = {}
    for module in map(import_module, settings.CAPABILITIES):
        for capability in module.CAPABILITIES:
            if capability.words:
                subject = capability.log_subject or module.LOG_SUBJECT
                verbs[subject] = verbs.get(subject, frozenset()) | capability.words.keys()
    return verbs


def apps_with_capabilities() -> list[str]:
    """Return the labels of the apps that the program is made of."""
    return [module.partition(".")[0] for module in settings.CAPABILITIES]
