"""What forms make of taps, links and numbers, under Node: whatever they can record the server accepts."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from scoring.calculator.hands import in_seats, read, written
from scoring.engine import facts
from scoring.engine.answers import answer
from scoring.engine.preview import impossible_premiums
from scoring.engine.record import entry_from_dict
from scoring.engine.rules import Rules
from scoring.rules import SLUGS, published
from scoring.table.pages.recording_form import form_facts
from scoring.table.pages.recording_form import words as form_words
from tarockclub import folders
from tests.support.browser.calculator import Record
from tests.support.browser.scripts import script
from tests.support.engine.rulebook import rulebook
from tests.support.scoring.tables import FOUR
from tests.support.scripts import under_node
from tournaments.web.amounts import AmountField

pytestmark = pytest.mark.program  # Node

TAPPED = script("tapped_at_random")


def test_whatever_can_be_tapped_is_accepted_by_the_rules_or_grey_in_the_preview() -> None:
    players = [{"id": name, "name": name} for name in FOUR]
    at_the_table = {"words": {}, "players": players, "seats": players, "schlussradl": False}
    accepted, greyed = 0, 0
    for slug in SLUGS:
        words = {key: key for key in form_words("en")}
        facts = form_facts(published()[slug], language="en") | at_the_table | {"words": words}
        beside = {"players": list(FOUR), "rules": slug}
        needing = [key for key, rule in published()[slug].premiums.items() if rule.opponents_need_kontra]
        asked = {"facts": facts, "rounds": 300, "needing_kontra": needing}
        for one in under_node(TAPPED, asked):
            settled = answer(one["record"] | beside, published(), language="en")
            if "problems" in settled:  # greyed by the preview, which this page does not ask
                assert is_grey_in_the_preview(one["record"], published()[slug]), (slug, one, settled)
                greyed += 1
            else:
                accepted += 1
            assert one["missing"] == [], (slug, one)
            assert one["again"] == one["record"], slug
    assert greyed > 100
    assert accepted > 5 * greyed


def is_grey_in_the_preview(record: dict[str, Any], rules: Rules) -> bool:
    """Return whether one of the premiums would have been grey once those before it were tapped."""
    for number, premium in enumerate(record["premiums"]):
        hand = entry_from_dict(record | {"premiums": record["premiums"][:number]}, rules)
        assert isinstance(hand, facts.Hand)
        tapped = (premium["premium"], premium.get("announced", False), premium["made"])
        for choice in impossible_premiums(replace(hand, players=FOUR), rules):
            if (choice.premium, choice.announced, choice.made) == tapped:
                return True
    return False


ANNOUNCERS = script("announcers")


def test_what_only_the_holder_of_the_king_announces_is_the_partners() -> None:
    players = [{"id": name, "name": name} for name in FOUR]
    at_the_table = {"words": {}, "players": players, "seats": players, "schlussradl": False}
    game = {"contract": "rufer", "declarer": "Anna", "partner": "Cilli", "won": True}
    silent = {"premium": "koenig_ultimo", "by": "Anna", "made": True}
    records = {
        "silent": {"games": [game], "premiums": [silent]},
        "announced": {"games": [game], "premiums": [silent | {"announced": True, "by": "Cilli"}]},
    }
    facts = form_facts(published()["treffpunkt"], language="de") | at_the_table
    assert under_node(ANNOUNCERS, {"facts": facts, **records}) == {
        "before_the_partner_is_known": "Anna",
        "with_cilli": "Cilli",
        "with_dora": "Dora",
        "corrected": "Cilli",
        "self_called": "Anna",
        "silent_opens": "Anna",
        "said_after_all": "Cilli",
        "announced_opens": "Cilli",
    }


ROUND_TRIP = """async ({ facts, cases }) => {
    const here = new URL('/static/scoring/', location);
    const { handOf } = await import(new URL('record/record.js', here));
    const { missing } = await import(new URL('record/hand.js', here));
    const { handRecord, written } = await import(new URL('calculator/link.js', here));
    return cases.map(({ rules, players, record, radl }) => {
        const table = { ...facts[rules], rules, players, seats: players };
        const state = handOf(record, table);
        return [written(handRecord({ state, table, radl })), missing(state, table).map(one => one.word)];
    });
}"""


def test_every_worked_example_goes_through_link_form_and_link_with_the_same_settlement() -> None:
    documents: list[Record] = []
    cases: list[Record] = []
    beside = {"words": {}, "schlussradl": False}
    for slug in SLUGS:
        for document in (
            {"rules": slug} | example.document
            for example in rulebook(slug).all_examples
            if not example.refused
        ):
            found = read(written(document))
            names = enumerate(document["players"], 1)
            players = [{"id": f"seat-{seat}", "name": name} for seat, name in names]
            documents.append(document)
            case = {"rules": slug, "players": players, "record": in_seats(found), "radl": found.hand.radl}
            cases.append(case)
    facts = {slug: form_facts(published()[slug], language="de") | beside for slug in SLUGS}
    found_again = under_node(ROUND_TRIP, {"facts": facts, "cases": cases})
    for document, (link, missing) in zip(documents, found_again, strict=True):
        back = read(link).record
        assert missing == [], document
        assert back == document or answer(back, published()) == answer(document, published()), document


NUMBERS = {
    "41": "41", "+41": "41", "−3": "-3", "– 3": "-3", "‐3": "-3", "1 000": "1000", "1\u202f000": "1000",
    "20,5": "41/2", "20½": "41/2", "20 ½": "41/2", "50 2/3": "152/3", "⅚": "5/6",
}  # fmt: skip
NO_NUMBERS = ("=1+1", "1.000", "1,000", "1 00", "--3", "3-", "1e5", "1/2/3", "٣", "viel")


def test_amounts_are_read_as_the_server_reads_them() -> None:
    there = (folders.ROOT / "tournaments/static/tournaments/amount.js").as_uri()
    read = f"async texts => texts.map((await import('{there}')).amount)"
    field = AmountField()
    assert {text: str(field.clean(text)) for text in NUMBERS} == NUMBERS
    assert under_node(read, [*NUMBERS]) == [float(Fraction(number)) for number in NUMBERS.values()]
    assert under_node(read, NO_NUMBERS) == [None] * len(NO_NUMBERS)  # NaN, as JSON has it
    for text in NO_NUMBERS:
        with pytest.raises(ValidationError, match="Zahl"):
            field.clean(text)
