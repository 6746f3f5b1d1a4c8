"""What came of a file: its evenings or amounts, everybody's total, and what is wrong or in doubt."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import ngettext

from scoring.engine.result import Amount, from_twelfths
from scoring.models import OldKind
from scoring.names import folded, sorting
from scoring.old_sheets.people import NameInFile
from scoring.old_sheets.rows import LeftOut
from scoring.old_sheets.values import signed
from scoring.old_sheets.verbs import OldEvening, Someone, TableOfAmounts
from scoring.old_sheets.worksheet import Bad


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


HandOnPaper = tuple[Mapping[str, Fraction], Mapping[str, Amount]]  # on paper, and by the rules


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
    money: frozenset[str] = frozenset()  # as far as anybody can see
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

    def listed(self, amounts: Mapping[str, Fraction]) -> str:
        """Return everybody with their amount, as the file names them."""
        return ", ".join(f"{self.people[key].name} {signed(amount)}" for key, amount in amounts.items())


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
