"""The end of an evening: the totals, the payments, and the movements of the Pagatkassa."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from django.utils.translation import gettext as _

from scoring.engine import money
from scoring.engine.naming import Names
from scoring.engine.pagatkassa import Movement, movement_in_words
from scoring.engine.result import Amount, from_twelfths
from scoring.engine.rules import PagatkassaTerms
from scoring.evenings.seals import points_by_table, settled_in_money, states_now, sums_of_tables
from scoring.models import Account, Evening, Participant, Row, Sheet
from scoring.models.evenings import colours_of, names_in_pictures, names_of
from scoring.names import sorting
from scoring.rules.versions.rules_played import named_by_sheet
from scoring.rules.versions.timelines import rules_at_first
from scoring.table.pot import pot_of, terms_of

Person = TypeVar("Person", int, str)  # by the row of a participant, or as the engine names it


@dataclass(frozen=True)
class Share:
    """A person with everything they have won or lost this evening."""

    id: str
    name: str
    colour: int
    guest: bool
    kitty: bool
    hands: int
    points: Amount
    schrift: Amount
    cents: int
    money: str  # with its sign
    rounding: str  # points times cents, and what they were rounded to
    tables: list[tuple[str, Amount]]  # their names and the points there, where they sat at several


class ShownPayment(NamedTuple):
    """A payment, with the amount as pages show it."""

    payer: str
    payee: str
    cents: int
    money: str
    payer_id: str
    payee_id: str


@dataclass(frozen=True)
class Settling:
    """What page, print and exports show of the end of an evening."""

    participants: tuple[Participant, ...]  # everybody of the evening
    names: Names
    currency: str
    cents_per_point: int
    people: tuple[Share, ...]  # the luckiest first
    payments: tuple[ShownPayment, ...]
    rounded: bool  # somebody's cents were no whole number
    lots: str  # where the lot decided, in what order
    keeps_schrift: bool  # where it differs from the Kassa
    hands: int
    played: bool  # there are hands, or totals
    tables: int
    agreed: list[tuple[str, str]]  # on the Pagatkassa; nothing: none is played
    pots: list[dict[str, Any]]

    @cached_property
    def colours(self) -> dict[str, int]:
        return colours_of(self.participants)

    @cached_property
    def names_in_pictures(self) -> Names:
        """Return the names with initials of those who asked for that."""
        return names_in_pictures(self.participants)

    @property
    def pays(self) -> bool:
        """Return whether they play for money."""
        return self.cents_per_point > 0


def sheets_of(evening: Evening, visitor: Account | None = None) -> list[Sheet]:
    """Return the evening's tables by name, with their rules and with who the visitor is there."""
    sheets = Sheet.objects.all() if visitor is None else Sheet.objects.open_to(visitor)
    scored = sheets.filter(evening=evening).scored().select_related("ruleset")
    return sorted(scored, key=lambda sheet: sorting(sheet.name))


def rules_by_table(sheets: Iterable[Sheet], language: str) -> list[tuple[str, str]]:
    """Return each table with its rules, where they differ."""
    sheets = list(sheets)
    named = named_by_sheet(sheets, language)
    return [(sheet.name, named[sheet.pk]) for sheet in sheets] if len(set(named.values())) > 1 else []


def money_otherwise(
    evening: Evening, sheets: Iterable[Sheet], language: str
) -> list[tuple[str, str, int | None]]:
    """Return the tables whose rules name another value of a point, with the rules and that value.

    All are settled by that of the evening.
    """
    sheets_with_rules = [(sheet, rules_at_first(sheet)) for sheet in sheets]
    return [
        (sheet.name, rules.label.in_language(language), rules.cents_per_point)
        for sheet, rules in sheets_with_rules
        if rules.cents_per_point not in (None, evening.cents_per_point)
    ]


def settling_of(evening: Evening, sheets: Sequence[Sheet], language: str) -> Settling:
    """Return everybody's totals, by two queries, and two more where a Pagatkassa is played."""
    participants = list(evening.participants.select_related("member").order_by("pk"))
    names, colours = names_of(participants), colours_of(participants)
    kitties = {str(participant.pk) for participant in participants if participant.kitty}
    guests = {str(participant.pk) for participant in participants if participant.member_id is None} - kitties
    points = points_by_table(sheets)
    sums = sums_of_tables(points)
    settled = settled_in_money(evening, sums)

    def share_of(balance: money.Balance) -> Share:
        person = balance.person
        own_sheets = [sheet for sheet in sheets if sheet.pk in points[person]]
        tables = [(sheet.name, from_twelfths(points[person][sheet.pk].kassa)) for sheet in own_sheets]
        return Share(
            id=person,
            name=names[person],
            colour=colours[person],
            guest=person in guests,
            kitty=person in kitties,
            hands=sums[person].hands,
            points=balance.points,
            schrift=from_twelfths(sums[person].schrift),
            cents=balance.cents,
            money=signed_money(balance.cents, evening.currency, language),
            rounding=money.balance_in_words(balance, evening.cents_per_point, language),
            tables=tables if len(tables) > 1 else [],
        )

    people = sorted(map(share_of, settled.balances), key=lambda share: (-share.points, sorting(share.name)))
    terms = terms_of(evening)
    return Settling(
        participants=tuple(participants),
        names=names,
        currency=evening.currency,
        cents_per_point=evening.cents_per_point,
        people=tuple(people),
        payments=payments_for(settled.cents, names, evening.currency, language),
        rounded=any(balance.decided is not money.Decided.NOTHING for balance in settled.balances),
        lots=money.lots_in_words(settled, language, names),
        keeps_schrift=any(rules_at_first(sheet).options["schrift_kontra"] != "all" for sheet in sheets)
        or any(share.points != share.schrift for share in people),
        hands=(hands := sum(sheet.state.hands for sheet in sheets)),
        played=hands > 0 or evening.totals,
        tables=len(sheets),
        agreed=list(terms_in_words(terms, evening.currency, language)) if terms else [],
        pots=list(_pots(evening, sheets, terms, names, language)) if terms else [],
    )


def payments_for(
    cents: Mapping[str, int], names: Names, currency: str, language: str
) -> tuple[ShownPayment, ...]:
    """Return the payments that settle these balances in cents."""
    return tuple(
        ShownPayment(
            names[payment.payer],
            names[payment.payee],
            payment.cents,
            money.money_in_words(payment.cents, currency, language),
            payment.payer,
            payment.payee,
        )
        for payment in money.payments(cents)
    )


def winners_of(points: Mapping[Person, int], kitties: Container[Person]) -> list[Person]:
    """Return the people with the highest total, without the kitty."""
    people = {person: twelfths for person, twelfths in points.items() if person not in kitties}
    most = max(people.values())
    return [person for person, twelfths in people.items() if twelfths == most]


def signed_money(cents: int, currency: str, language: str) -> str:
    """Return an amount with its sign.

    >>> signed_money(420, "EUR", "de"), signed_money(-420, "EUR", "en"), signed_money(0, "EUR", "en")
    ('+4,20\\xa0€', '−€4.20', '€0.00')
    """
    return f"{'+' if cents > 0 else ''}{money.money_in_words(cents, currency, language)}"


# The Pagatkassa


def terms_in_words(terms: PagatkassaTerms, currency: str, language: str) -> Iterator[tuple[str, str]]:
    """Return the terms in words: each subject with its amount."""

    def money_of(cents: int) -> str:
        return money.money_in_words(cents, currency, language)

    yield _("The dealer pays in before each hand"), money_of(terms.stake)
    if terms.start:
        matter = _("Everybody at the table pays in whenever the pot is empty")
        if not terms.start_again:
            matter = _("Everybody at the table pays in before the first hand")
        yield matter, money_of(terms.start)
    if terms.ceiling is not None:
        yield _("A missed Pagat costs at most"), money_of(terms.ceiling)
    if terms.pot_ceiling is not None:
        yield _("In the pot there is at most"), money_of(terms.pot_ceiling)


def _pots(
    evening: Evening, sheets: Sequence[Sheet], terms: PagatkassaTerms, names: Names, language: str
) -> Iterator[dict[str, Any]]:
    """Yield the Pagatkassa of each table: each hand's movement, each player's share, and the rest."""
    numbers: dict[UUID, int | None] = dict(
        Row.objects.filter(sheet__evening=evening).values_list("entry_id", "number")
    )
    for table in states_now(sheets):
        pot = pot_of(table.sheet, [fact.entry for fact in table.facts], terms, table.timeline)

        def movement_facts(movement: Movement) -> dict[str, Any]:
            words = movement_in_words(movement, evening.currency, language, names)
            return {"who": names[movement.who], "cents": movement.cents, "pot": movement.pot, "told": words}

        balances = sorted(pot.balances.items(), key=lambda held: (-held[1], sorting(names[held[0]])))
        yield {
            "table": table.sheet.name,
            "hands": [  # their numbers, None for a void hand
                (numbers.get(table.entries[entry_id].pk), list(map(movement_facts, movements)))
                for entry_id, movements in groupby(pot.movements, key=lambda movement: movement.entry)
            ],
            "balances": [
                (person, names[person], cents, signed_money(cents, evening.currency, language))
                for person, cents in balances
            ],
            "cents": pot.left.cents,
            "money": money.money_in_words(pot.left.cents, evening.currency, language),
        }
