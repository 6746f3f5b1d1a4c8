"""What lists of tables and evenings show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Prefetch, QuerySet

from scoring.editions.books import rules_by_now
from scoring.engine.result import Amount, exact
from scoring.engine.rules import Rules
from scoring.engine.telling import CHOSEN, MATTERS
from scoring.models import Evening, Participant, Sheet, Voice
from scoring.models.evenings import SheetQuerySet, names_of
from scoring.occasions import Actor
from scoring.table.pages.banner import Banner, banner_of
from scoring.table.replay import position_of
from scoring.table.rights import may_record


class RunningTotal(NamedTuple):
    """Somebody and what they have won or lost so far."""

    name: str
    total: Amount
    here: bool  # still sits at the table


@dataclass(frozen=True)
class ListedTable:
    """A sheet in a list: who sits there, who deals next, how it stands."""

    sheet: Sheet
    banner: Banner
    people: tuple[RunningTotal, ...]
    hands: int
    owed: int  # doubled hands that are still to come
    sits: bool  # the visitor sits there
    records: bool  # the visitor may write on it
    objections: int  # that wait for the director


def with_people(sheets: SheetQuerySet) -> SheetQuerySet:
    """With everything that `tables` needs, in two queries however many there are."""
    people = Participant.objects.select_related("member").order_by("pk")
    sheets = sheets.whole().counting(Voice.objects.open_objections())
    return sheets.prefetch_related(Prefetch("evening__participants", people))


def tables(sheets: Iterable[Sheet], actor: Actor, language: str) -> list[ListedTable]:
    """The sheets as this visitor gets to see them; found by `open_to` and `with_people`."""
    sheets = list(sheets)
    rules = rules_by_now(sheets)
    return [_table(sheet, rules[sheet.pk], actor, language) for sheet in sheets]


def _table(sheet: Sheet, rules: Rules, actor: Actor, language: str) -> ListedTable:
    names = names_of(sheet.evening.participants.all())
    position = position_of(sheet)
    seated = position.standing.players
    totals = position.standing.totals
    left = [one for one in totals if one not in seated]
    return ListedTable(
        sheet=sheet,
        banner=banner_of(sheet, position, names, rules, language),
        people=tuple(
            [RunningTotal(names[one], totals.get(one, 0), one in seated) for one in (*seated, *left)]
        ),
        hands=position.hands,
        owed=position.standing.owed,
        sits=str(sheet.participant_id) in seated,
        records=sheet.is_open and may_record(sheet, actor),
        objections=sheet.objections,
    )


class EveningTotal(NamedTuple):
    """Somebody of an evening with the sum of all their tables."""

    name: str
    total: Amount


def people_of(evening: Evening, sheets: Iterable[Sheet], names: Mapping[str, str]) -> list[EveningTotal]:
    """Everybody who plays this evening, the luckiest first."""
    twelfths = dict.fromkeys(names, 0)
    for sheet in sheets:
        for one, amount in sheet.standing["totals"].items():
            twelfths[one] += amount
    people = [EveningTotal(names[one], exact(Fraction(amount, 12))) for one, amount in twelfths.items()]
    return sorted(people, key=lambda person: -person.total)


class Summary(NamedTuple):
    """An evening, or a table that played without one, in a line."""

    evening: Evening
    address: str
    tables: int
    hands: int
    names: tuple[str, ...]
    is_open: bool


def with_tables(evenings: QuerySet[Evening]) -> QuerySet[Evening]:
    """With everything that `summaries` needs."""
    people = Participant.objects.select_related("member").order_by("pk")
    return evenings.select_related("club").prefetch_related("sheets", Prefetch("participants", people))


def summaries(evenings: Iterable[Evening]) -> list[Summary]:
    found = []
    for evening in evenings:
        sheets = list(evening.sheets.all())
        alone = sheets[0] if evening.spontaneous and sheets else None
        found.append(
            Summary(
                evening,
                (alone or evening).get_absolute_url(),
                len(sheets),
                sum(sheet.standing["hands"] for sheet in sheets),
                tuple(names_of(evening.participants.all()).values()),
                evening.is_open and (alone is None or alone.closed_at is None),
            )
        )
    return found


class AgreedTerm(NamedTuple):
    """A term of an evening in words: the matter, and what was agreed on."""

    matter: str
    choice: str


def agreed(options: Mapping[str, str | int], language: str) -> list[AgreedTerm]:
    """What differs from the sheet this evening, in words."""
    return [
        AgreedTerm(MATTERS[key].in_language(language), CHOSEN[key, value].in_language(language))
        for key, value in options.items()
    ]
