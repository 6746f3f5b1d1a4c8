"""An evening under another sheet: everybody's points and money, and every hand beside itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Q

from scoring.engine import money
from scoring.engine.explaining import explained
from scoring.engine.naming import Names, renamed_hand
from scoring.engine.rules import Rules
from scoring.engine.telling import hand_in_words, joined
from scoring.engine.translating import loss_in_words
from scoring.engine.what_if import SEATS, WhatIfTally, multiplied
from scoring.evenings.pages.settling import payments_for, signed_money
from scoring.models import Evening, Sheet
from scoring.models.evenings import names_of
from scoring.names import sorting
from scoring.rule_editor.what_if.recounting import HandRecounted, Recount, losses_in_words


def evening_what_if(
    evening: Evening, sheets: Sequence[Sheet], rules: Rules, cents_per_point: int, language: str
) -> dict[str, Any]:
    """Return an evening recomputed under other rules; in three queries, however many tables there are.

    Whoever would have had most comes first.
    """
    participants = list(evening.participants.select_related("member").order_by("pk"))
    names = names_of(participants)
    guests = {str(participant.pk) for participant in participants if participant.member_id is None}
    recount = Recount(rules)
    hands: dict[int, list[dict[str, Any]]] = {sheet.pk: [] for sheet in sheets}
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
        {
            "name": name,
            "guest": other in guests,
            "tally": tallies[other],
            "money": signed_money(cents[other], evening.currency, language),
            "thought_money": signed_money(thought_cents[other], evening.currency, language),
        }
        for other, name in names.items()
    ]
    return {
        "people": sorted(people, key=lambda person: (-person["tally"].thought, sorting(person["name"]))),
        "payments": payments_for(cents, names, evening.currency, language),
        "thought_payments": payments_for(thought_cents, names, evening.currency, language),
        "tables": [
            {"name": sheet.name, "hands": hands[sheet.pk], "lost": lost[sheet.pk]}
            for sheet in sheets
            if hands[sheet.pk] or lost[sheet.pk]
        ],
        "losses": losses_in_words(recount.losses, language),
        "pays": evening.cents_per_point > 0 or cents_per_point > 0,
        "keeps_schrift": any(
            tally.really != tally.schrift or tally.thought != tally.thought_schrift
            for tally in tallies.values()
        ),
    }


def _hand(recounted: HandRecounted, rules: Rules, names: Names, language: str) -> dict[str, Any]:
    """Return one hand beside itself, explained where something is different."""
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
    return {
        "number": recounted.number,
        "told": joined(hand_in_words(hand, lay.rules.under(hand.options), language)),
        "players": tuple(here.values()),
        "radl": recounted.times > 1,
        "thought_radl": thought.radl,
        "differs": differs,
        "really": really.kassa,
        "thought": None if thought.paid is None else thought.paid.kassa,  # None: it does not exist there
        "refused": "" if translation.refused is None else loss_in_words(translation.refused, language),
        "lost": [loss_in_words(loss, language) for loss in translation.lost],
        "lines": lines,
        "thought_lines": thought_lines,
    }
