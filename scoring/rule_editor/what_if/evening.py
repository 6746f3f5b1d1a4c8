"""An evening under another sheet: everybody's points and money, and every hand beside itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q

from scoring.engine import money
from scoring.engine.explaining import Explained, explained
from scoring.engine.naming import Names, renamed_hand
from scoring.engine.result import Amount, exact
from scoring.engine.rules import Rules
from scoring.engine.telling import hand_in_words, joined
from scoring.engine.translating import loss_in_words
from scoring.engine.what_if import SEATS, WhatIfTally, multiplied
from scoring.evenings.pages.settling import ShownPayment, payments_for, signed_money
from scoring.models import Evening, Sheet
from scoring.models.evenings import names_of
from scoring.names import sorting
from scoring.rule_editor.what_if.recounting import HandRecounted, LossesInWords, Recount, losses_in_words


class PersonWhatIf(NamedTuple):
    """Somebody's evening, really and as it would have been."""

    name: str
    guest: bool
    tally: WhatIfTally
    money: str
    thought_money: str

    @property
    def difference(self) -> Amount:
        """Return the difference over the hands that exist on both sheets."""
        return exact(self.tally.thought - self.tally.comparable)


@dataclass(frozen=True)
class HandWhatIf:
    """One hand beside itself."""

    number: int
    told: str
    players: tuple[str, ...]
    radl: bool
    thought_radl: bool
    really: tuple[Amount, ...]
    thought: tuple[Amount, ...] | None  # None: it does not exist there
    refused: str  # why not
    lost: tuple[str, ...]
    lines: Explained | None  # only where something is different
    thought_lines: Explained | None

    @property
    def differs(self) -> bool:
        return self.thought != self.really


@dataclass(frozen=True)
class TableWhatIf:
    """All hands of a table."""

    name: str
    hands: tuple[HandWhatIf, ...]
    lost: tuple[str, ...]  # events that do not exist there


@dataclass(frozen=True)
class EveningWhatIf:
    """What the page shows; the luckiest under the other sheet first."""

    people: tuple[PersonWhatIf, ...]
    payments: tuple[ShownPayment, ...]
    thought_payments: tuple[ShownPayment, ...]
    tables: tuple[TableWhatIf, ...]
    losses: LossesInWords
    pays: bool
    thought_pays: bool

    @property
    def keeps_schrift(self) -> bool:
        tallies = [person.tally for person in self.people]
        return any(
            tally.really != tally.schrift or tally.thought != tally.thought_schrift for tally in tallies
        )


def evening_what_if(
    evening: Evening, sheets: Sequence[Sheet], rules: Rules, cents_per_point: int, language: str
) -> EveningWhatIf:
    """Return an evening recomputed under other rules; in three queries, however many tables there are."""
    participants = list(evening.participants.select_related("member").order_by("pk"))
    names = names_of(participants)
    guests = {str(participant.pk) for participant in participants if participant.member_id is None}
    recount = Recount(rules)
    hands: dict[int, list[HandWhatIf]] = {sheet.pk: [] for sheet in sheets}
    lost: dict[int, list[str]] = {sheet.pk: [] for sheet in sheets}
    for recounted in recount.hands(sheets, Q(sheet__evening=evening)):
        if isinstance(recounted, HandRecounted):
            hands[recounted.sheet].append(_hand(recounted, rules, names, language))
        else:
            lost[recounted.sheet].append(loss_in_words(recounted.loss, language))
    tallies = {name: recount.tallies.get(name, WhatIfTally()) for name in names}
    seed = f"evening {evening.pk}"
    really = {other: tally.really for other, tally in tallies.items()}
    thought = {other: tally.thought for other, tally in tallies.items()}
    cents = money.settled_up(really, evening.cents_per_point, seed=seed).cents
    thought_cents = money.settled_up(thought, cents_per_point, seed=seed).cents
    people = [
        PersonWhatIf(
            name,
            other in guests,
            tallies[other],
            signed_money(cents[other], evening.currency, language),
            signed_money(thought_cents[other], evening.currency, language),
        )
        for other, name in names.items()
    ]
    return EveningWhatIf(
        people=tuple(sorted(people, key=lambda person: (-person.tally.thought, sorting(person.name)))),
        payments=payments_for(cents, names, evening.currency, language),
        thought_payments=payments_for(thought_cents, names, evening.currency, language),
        tables=tuple(
            TableWhatIf(sheet.name, tuple(hands[sheet.pk]), tuple(lost[sheet.pk]))
            for sheet in sheets
            if hands[sheet.pk] or lost[sheet.pk]
        ),
        losses=losses_in_words(recount.losses, language),
        pays=evening.cents_per_point > 0,
        thought_pays=cents_per_point > 0,
    )


def _hand(recounted: HandRecounted, rules: Rules, names: Names, language: str) -> HandWhatIf:
    lay, thought = recounted.lay, recounted.thought
    here: Mapping[str, str] = dict(zip(SEATS, [names[player] for player in recounted.players], strict=True))
    hand = renamed_hand(lay.hand, here)
    really = lay.really(recounted.times)
    translation = lay.translation
    differs = thought.paid is None or thought.paid.kassa != really.kassa
    lines = thought_lines = None
    if differs:
        lines = explained(multiplied(hand, recounted.times), {}, lay.rules, language)
        if translation.hand is not None:
            taken = multiplied(renamed_hand(translation.hand, here), thought.times)
            thought_lines = explained(taken, {}, rules, language)
    return HandWhatIf(
        number=recounted.number,
        told=joined(hand_in_words(hand, lay.rules.under(hand.options), language)),
        players=tuple(here.values()),
        radl=recounted.times > 1,
        thought_radl=thought.radl,
        really=really.kassa,
        thought=None if thought.paid is None else thought.paid.kassa,
        refused="" if translation.refused is None else loss_in_words(translation.refused, language),
        lost=tuple(loss_in_words(loss, language) for loss in translation.lost),
        lines=lines,
        thought_lines=thought_lines,
    )
