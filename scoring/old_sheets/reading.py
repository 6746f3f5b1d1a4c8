"""What came of a file: who is named, its evenings or amounts, everybody's total, what is wrong or open."""

import datetime
import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.accounts.names import problems_with_person
from scoring.engine.result import Amount, from_twelfths
from scoring.models import Member, OldKind
from scoring.names import folded, sorting
from scoring.old_sheets.rows import LeftOut
from scoring.old_sheets.sums import AmountsOf
from scoring.old_sheets.values import in_points, words_of
from scoring.old_sheets.verbs import OldEvening, Someone, TableOfAmounts
from scoring.old_sheets.worksheet import Bad

GUEST, NEW = "guest", "new"
MOST_OFFERED = 4
_ALIKE = 0.72
_INITIALS = re.compile(r"(?:[^\W\d_]\.? ?){1,2}")
_POTS = words_of("people", "pots")


def field_of(name: str) -> str:
    """Return the field that asks who it is, the same however the file changes."""
    return f"who-{hashlib.sha256(folded(name).encode()).hexdigest()[:12]}"


class Option(NamedTuple):
    """A value of a field, as the page offers it."""

    code: str
    label: str
    chosen: bool


class NameInFile(NamedTuple):
    """A name of the file, and who it can be."""

    name: str
    field: str
    choices: tuple[Option, ...]
    someone: Someone | None  # None: nobody has said yet
    is_clear: bool  # a member is called exactly so
    problems: tuple[str, ...] = ()


def everybody(
    names: Iterable[str],
    members: Sequence[Member],
    asked: Mapping[str, str],
    others: Mapping[str, int | None],
) -> dict[str, NameInFile]:
    """Return everybody by folded name, in the order of the file; `others`: who is known to be called how."""
    there = {member.key: member for member in members if member.anonymised_at is None}
    said = {key: GUEST if member is None else f"m{member}" for key, member in others.items()}
    found: dict[str, str] = {}
    for name in names:
        found.setdefault(folded(name), name)
    return {
        key: _named(
            name, there.get(key), [*there.values()], asked.get(field_of(name), "") or said.get(key, "")
        )
        for key, name in found.items()
    }


def _named(name: str, exact: Member | None, members: Sequence[Member], chosen: str) -> NameInFile:
    """Return a name with who it can be; chosen is what somebody says or said, or who is called exactly so."""
    alike = [exact] if exact else _alike(name, members)
    codes = {f"m{member.pk}": member for member in [*alike, *members]}
    is_plain = not alike and not _INITIALS.fullmatch(name) and folded(name) not in _POTS
    if chosen not in codes and chosen not in (GUEST, NEW):
        chosen = f"m{exact.pk}" if exact else GUEST if is_plain else ""
    if exact and chosen == NEW:
        chosen = f"m{exact.pk}"
    labels = [(code, member.name) for code, member in codes.items()]
    others = [(GUEST, _("a guest")), *([] if exact else [(NEW, _("a new member of the club"))])]
    labels[len(alike) : len(alike)] = others
    choices = tuple(Option(code, label, chosen == code) for code, label in labels)
    problems = tuple(problems_with_person(name))
    called = "" if exact or problems else name
    someone = None
    if chosen in codes:
        someone, problems = Someone(codes[chosen].name, member=codes[chosen].pk, called=called), ()
    elif chosen and not problems:
        called = "" if chosen == NEW or is_plain else called
        someone = Someone(name, joins=chosen == NEW, called=called)
    return NameInFile(name, field_of(name), choices, someone, exact is not None, problems)


def _alike(name: str, members: Sequence[Member]) -> list[Member]:
    """Return those who could be meant, the likeliest first."""
    key = sorting(name)
    if _INITIALS.fullmatch(name):
        letters = "".join(filter(str.isalpha, key))
        return [member for member in members if _begins(member.sorting, letters)][:MOST_OFFERED]
    found = [(-_likeness(key, member.sorting), member.sorting, member) for member in members]
    near = sorted((likely for likely in found if -likely[0] >= _ALIKE), key=lambda likely: likely[:2])
    return [member for _likely, _sorting, member in near[:MOST_OFFERED]]


def _begins(name: str, letters: str) -> bool:
    """Return whether a name begins with these letters, or its words do.

    >>> _begins("franz huber", "f"), _begins("franz huber", "fh"), _begins("franz huber", "fr")
    (True, True, True)
    """
    return name.startswith(letters) or "".join(word[0] for word in name.split()).startswith(letters)


def _likeness(one: str, other: str) -> float:
    """Return how alike two names are, from 0 to 1.

    >>> _likeness("huber franz", "franz huber"), _likeness("anna", "dora"), _likeness("franz", "franz huber")
    (1.0, 0.25, 0.9)
    """
    mine, yours = one.split(), other.split()
    if sorted(mine) == sorted(yours):
        return 1.0
    if mine and yours and mine[0] == yours[0] and len(mine[0]) > 2:
        return 0.9
    return SequenceMatcher(None, one, other).ratio()


class Differing(NamedTuple):
    """A hand that the rules settle otherwise than the paper does."""

    row: int
    told: tuple[str, ...]
    why: tuple[str, ...]


class WayToRead(NamedTuple):
    """One way to read the amounts, with the number of some rows and what everybody got in them."""

    code: str
    label: str
    rows: tuple[tuple[int, str], ...]


class FileTotal(NamedTuple):
    """What somebody has in a file as a whole."""

    name: str
    rows: int
    points: Amount


HandOnPaper = tuple[AmountsOf, AmountsOf]  # on paper, and by the rules


@dataclass
class Reading:
    """What came of a file. Nothing is written as long as anything is wrong."""

    kind: str
    people: dict[str, NameInFile]
    bad: list[Bad] = field(default_factory=list)
    differing: list[Differing] = field(default_factory=list)
    evenings: list[OldEvening] = field(default_factory=list)
    amounts: list[TableOfAmounts] = field(default_factory=list)
    first: datetime.date | None = None
    last: datetime.date | None = None
    tables: int = 0
    hands: int = 0
    on_paper: list[HandOnPaper] = field(default_factory=list)  # hands whose amounts stood there
    sums: list[LeftOut] = field(default_factory=list)
    said: str = ""  # what the amounts are, by a person or by the figures alone
    is_unsaid: bool = False  # and has to be
    ways: list[WayToRead] = field(default_factory=list)  # what they can be
    days_of_rows: dict[int, datetime.date] = field(default_factory=dict)  # by number
    rows: Counter[str] = field(default_factory=Counter)  # of everybody, by id
    twelfths: Counter[str] = field(default_factory=Counter)

    @property
    def unclear_names(self) -> list[NameInFile]:
        """Return those of whom it is to be said who they are."""
        return [named for named in self.people.values() if not named.is_clear]

    @property
    def someones(self) -> list[Someone]:
        return [named.someone for named in self.people.values() if named.someone is not None]

    @cached_property
    def ids(self) -> dict[str, str]:
        """Return the ids of everybody who was identified, by folded name."""
        return {key: named.someone.id for key, named in self.people.items() if named.someone}

    @cached_property
    def names(self) -> dict[str, str]:
        """Return what they are called in the club, by id."""
        return {someone.id: someone.name for someone in self.someones}

    @property
    def days(self) -> int:
        tables = {(table.date, folded(table.place)) for table in self.amounts}
        return len(self.evenings if self.kind == OldKind.HANDS else tables)

    @property
    def checked(self) -> int:
        """Return how many hands were compared with the amounts on paper."""
        return len(self.on_paper)

    @property
    def has_open_sums(self) -> bool:
        return any(left_out.is_open for left_out in self.sums)

    @property
    def totals(self) -> list[FileTotal]:
        """Return everybody's total, the most points first."""
        return [
            FileTotal(self.names[row], self.rows[row], from_twelfths(self.twelfths[row]))
            for row in sorted(self.rows, key=lambda one: (-self.twelfths[one], sorting(self.names[one])))
        ]

    @property
    def is_right(self) -> bool:
        return bool(self.hands) and not self.bad and all(named.someone for named in self.people.values())

    def count(self, one: str, twelfths: int) -> None:
        """Count what somebody got in one row more."""
        self.rows[one] += 1
        self.twelfths[one] += twelfths

    def listed(self, amounts: AmountsOf) -> str:
        """Return everybody with their amount, as the file names them."""
        return ", ".join(f"{self.people[key].name} {in_points(amount)}" for key, amount in amounts.items())


def count_in_words(reading: Reading) -> str:
    """Return in a sentence how much there is."""
    rows = ngettext("%(count)d row", "%(count)d rows", reading.hands)
    if reading.kind == OldKind.HANDS:
        rows = ngettext("%(count)d hand", "%(count)d hands", reading.hands)
    counts = {
        ngettext("%(count)d evening", "%(count)d evenings", reading.days): reading.days,
        ngettext("%(count)d table", "%(count)d tables", reading.tables): reading.tables,
        rows: reading.hands,
    }
    return ", ".join(words % {"count": count} for words, count in counts.items())
