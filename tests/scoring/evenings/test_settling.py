"""The end of an evening, worked out by hand: money, Schrift, Pagatkassa, and the seals when it is closed."""

import html
import json
import re
from hashlib import sha256
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import translation

from scoring import protection
from scoring.accounts import verbs as people
from scoring.deeds import Refused
from scoring.engine.record import to_dict
from scoring.engine.rules import PagatkassaTerms
from scoring.evenings import verbs as evening_verbs
from scoring.evenings.pages.sealing import sealing_of
from scoring.evenings.pages.settling import Settling, settling_of, sheets_of
from scoring.models import Deed, Evening, Seal, Sheet
from scoring.rules import SLUGS, published
from scoring.rules.versions.timelines import rules_for
from tests.support.engine.hands import build_sheet, seeded
from tests.support.pages import html_at, text_at
from tests.support.scoring.corrections import apply, correct, insert, open_random, random_change, undo
from tests.support.scoring.house import HOUSE, House, english, ids, now, terms
from tests.support.scoring.people import told_in_both_languages
from tests.support.scoring.tables import FIVE, FOUR, REDEAL, dreier, hand, in_thirds, pagat, rufer, trischaken
from tests.support.scoring.verify import lies, unnoticed, verified
from tests.support.stages import stage

TERMS = PagatkassaTerms(stake=10, start=20)


def settled(evening: Evening) -> Settling:
    evening = Evening.objects.select_related("club").get(pk=evening.pk)
    return settling_of(evening, sheets_of(evening), "en")


def sealed(evening: Evening) -> dict[str, Any]:
    evening = Evening.objects.select_related("club").get(pk=evening.pk)
    sheets = sheets_of(evening)
    with translation.override("en"):
        return sealing_of(evening, sheets, settling_of(evening, sheets, "en"), "en")


def cents(settling: Settling) -> dict[str, int]:
    return {share.name: share.cents for share in settling.people}


def who_pays(settling: Settling) -> set[tuple[str, str, int]]:
    return {(payment.payer, payment.payee, payment.cents) for payment in settling.payments}


def close(house: House, evening: Evening) -> Seal:
    evening_verbs.close_evening(actor=house["Anna"], deed=uuid4(), evening=evening)
    return Seal.objects.filter(evening=evening).latest("number")


def reopen(house: House, evening: Evening, reason: str = "eine Hand war falsch") -> None:
    evening_verbs.reopen_evening(actor=house["Bert"], deed=uuid4(), evening=evening, reason=reason)


def address(evening: Evening, rest: str = "") -> str:
    return f"{evening.get_absolute_url()}{rest}"


# Money


def test_whole_points_are_paid_with_the_fewest_payments(house: House) -> None:
    """Bert wins a Dreier at 5 from each: three times 50 cents."""
    evening = house.evening()
    sheet = house.sheet(evening=evening)
    house.seat(sheet, ("Anna", "Bert", "Cilli", "Falsch"))
    undo(house, sheet)  # whoever was seated by mistake is not in it
    house.play(sheet, dreier("Bert"))
    found = settled(evening)
    assert cents(found) == {"Bert": 150, "Anna": -50, "Cilli": -50, "Dora": -50}
    assert who_pays(found) == {("Anna", "Bert", 50), ("Cilli", "Bert", 50), ("Dora", "Bert", 50)}
    assert not found.rounded
    assert not found.keeps_schrift
    assert [share.hands for share in found.people] == [1, 1, 1, 1]


def test_between_equals_the_lot_decides_the_same_way_every_time(house: House) -> None:
    """Bert pays 20 cents to three who all have ⅔ of a point: 6⅔ cents each, so two get 7 and one gets 6."""
    evening = house.evening("treffpunkt-skoty")
    house.play(house.sheet(evening=evening), in_thirds("Bert", FOUR))
    found = settled(evening)
    assert sorted(cents(found).values()) == [-20, 6, 7, 7]
    assert found == settled(evening)
    assert found.lots.startswith("The lot decided in this order: ")
    drawn = re.findall("Anna|Cilli|Dora", found.lots)
    keys = ids(evening.sheets.get())
    by_hand = sorted(
        drawn, key=lambda name: sha256(f"evening {evening.pk}\n{keys[name]}".encode()).hexdigest()
    )
    assert drawn == by_hand
    assert [cents(found)[name] for name in drawn] == [7, 7, 6]


def test_two_tables_and_a_guest_are_settled_together(house: House) -> None:
    """Bert wins 15 at the first table, Karl at the second; Anna lost 5 at both.

    Bert and Karl get 1,50 each. Anna owes 1,00 and somebody 0,50 to the one, three people 0,50 to the other:
    five payments among seven people, because two groups settle by themselves.
    """
    evening = house.evening()
    house.play(house.sheet(evening=evening, name="Tisch 1"), dreier("Bert"))
    second = house.sheet(("Anna", "Emil", "Hilda", "Karl"), evening=evening, name="Tisch 2")
    house.play(second, dreier("Karl"))
    found = settled(evening)
    losers = dict.fromkeys(("Cilli", "Dora", "Emil", "Hilda"), -50)
    assert cents(found) == {"Bert": 150, "Karl": 150, "Anna": -100, **losers}
    assert len(found.payments) == 5
    got = dict.fromkeys(cents(found), 0)
    for payer, payee, amount in who_pays(found):
        got[payer] -= amount
        got[payee] += amount
    assert got == cents(found)
    anna = next(share for share in found.people if share.name == "Anna")
    assert [tuple(table) for table in anna.tables] == [("Tisch 1", -5), ("Tisch 2", -5)]
    assert [share.name for share in found.people if share.guest] == ["Karl"]
    assert found.tables == found.hands == 2


def test_the_schrift_stands_beside_the_kassa_where_the_rules_keep_one(house: House) -> None:
    """A Dreier with Re: 5 × 4 from each in the Kassa, where the Schrift counts the simple Kontra, 5 × 2."""
    evening = house.evening("standard-skoty")
    house.play(house.sheet(evening=evening), hand("dreier", "Anna", won=True, kontra="re"))
    found = settled(evening)
    assert found.keeps_schrift
    anna = found.people[0]
    assert (anna.name, anna.points, anna.schrift, anna.cents) == ("Anna", 60, 30, 600)
    assert "Anna Schrift +30 +60 +€6.00" in text_at(english(house, "Emil"), address(evening))


def test_without_money_the_points_are_all_there_is(house: House) -> None:
    no_money = terms("Mühlviertler Runde", cents_per_point=0)
    people.change_club(actor=house["Anna"], deed=uuid4(), club=house.club, terms=no_money)
    evening = house.evening()
    house.play(house.sheet(evening=evening), dreier("Bert"))
    found = settled(evening)
    assert not found.payments
    text = text_at(english(house, "Emil"), address(evening))
    assert "Bert +15" in text
    assert "Who pays whom" not in text
    assert "€" not in text
    for _twice in range(2):
        close(house, evening)
        reopen(house, evening, "noch ein Spiel")
        house.play(evening.sheets.get(), dreier("Bert"))
    assert {changed[0] for _name, [changed] in sealed(evening)["changes"]["people"]} == {"Points"}


# The Pagatkassa


def with_pot(
    house: House, terms: PagatkassaTerms = TERMS, players: tuple[str, ...] = FOUR
) -> tuple[Evening, Sheet]:
    evening = house.evening(pagatkassa=terms)
    return evening, house.sheet(players, evening=evening)


def in_the_pot(evening: Evening) -> tuple[dict[str, int], int]:
    [pot] = settled(evening).pots
    return {name: cents for _person, name, cents, _money in pot["balances"]}, pot["cents"]


def test_every_movement_of_the_pagatkassa_is_listed_and_a_correction_moves_it_back(house: House) -> None:
    """All pay in 20, Dora deals for 10: 90 in the pot, and Anna takes it. Empty: all pay in 20 again, Anna
    deals for 10, Bert misses 90: 180 in the pot.

    Anna: −20 + 90 − 20 − 10 = 40. Bert: −20 − 20 − 90 = −130. Cilli −40. Dora −20 − 10 − 20 = −50.
    """
    evening, sheet = with_pot(house)
    first = house.play(sheet, pagat("Anna", made=True)).entry
    house.play(sheet, pagat("Bert", made=False, declarer="Bert"))
    assert in_the_pot(evening) == ({"Anna": 40, "Cilli": -40, "Dora": -50, "Bert": -130}, 180)
    [pot] = settled(evening).pots
    assert [number for number, _moved in pot["hands"]] == [1, 2]
    assert [movement["told"] for movement in pot["hands"][0][1]] == [
        "Anna pays in €0.20 because the pot was empty; in the pot: €0.20.",
        "Bert pays in €0.20 because the pot was empty; in the pot: €0.40.",
        "Cilli pays in €0.20 because the pot was empty; in the pot: €0.60.",
        "Dora pays in €0.20 because the pot was empty; in the pot: €0.80.",
        "Dora deals and pays in €0.10; in the pot: €0.90.",
        "Anna makes the announced Pagat and takes €0.90; in the pot: €0.00.",
    ]
    # Nothing of it is in the payments.
    assert sum(abs(cent) for cent in cents(settled(evening)).values()) % 100 == 0

    # Anna missed it after all: 90 more in the pot. Nobody pays in anew, Anna deals for 10, Bert misses 190.
    correct(house, sheet, first, pagat("Anna", made=False))
    assert in_the_pot(evening) == ({"Cilli": -20, "Dora": -30, "Anna": -120, "Bert": -210}, 380)


def test_a_redeal_and_a_ceiling_and_a_start_only_once(house: House) -> None:
    """All pay in 20 once, Dora deals for 10; the redeal costs her nothing more. Anna takes 90. Then the pot
    stays empty but for the dealer's 10; Bert misses, but pays 5 at most."""
    evening, sheet = with_pot(house, PagatkassaTerms(stake=10, start=20, start_again=False, ceiling=5))
    house.play(sheet, REDEAL)
    house.play(sheet, pagat("Anna", made=True))
    house.play(sheet, pagat("Bert", made=False, declarer="Bert"))
    assert in_the_pot(evening) == ({"Anna": 60, "Cilli": -20, "Bert": -25, "Dora": -30}, 15)
    house.sheet(("Emil", "Hilda", "Karl", "Lois"), evening=evening, name="2")
    [pot, other] = settled(evening).pots
    assert (other["table"], other["cents"], other["hands"]) == ("2", 0, [])
    assert [number for number, _moved in pot["hands"]] == [None, 1, 2]
    text = text_at(english(house, "Emil"), address(evening))
    assert "Everybody at the table pays in before the first hand €0.20" in text
    assert "A missed Pagat costs at most €0.05" in text
    assert "Still in the pot: €0.15" in text


def test_it_may_be_changed_until_the_first_hand_is_recorded(house: House) -> None:
    evening, sheet = with_pot(house)
    client = english(house, "Bert")
    page = client.get(address(evening, "pagatkassa/")).content.decode()
    assert 'value="20"' in page
    form, agreed = {"deed": str(uuid4()), "pagatkassa": "on"}, address(evening, "pagatkassa/")
    for wrong, said in (
        ({"stake": "a lot", "ceiling": "300"}, "A whole number of cents from 0 to 100000"),
        ({"stake": "1000000", "ceiling": "300"}, "A whole number of cents from 0"),
        ({"stake": "", "start": "", "ceiling": "300"}, "otherwise the pot would always be empty"),
        (
            {"stake": "10", "start": "50", "ceiling": "300", "pot_ceiling": "199"},
            "Four people pay in 200 cents at once, and the pot holds 199 at most.",
        ),
    ):
        page = html.unescape(client.post(agreed, form | wrong).content.decode())
        assert said in page
        assert 'value="300"' in page
    for wrong_terms in (PagatkassaTerms(stake=0), PagatkassaTerms(stake=100_001)):
        with pytest.raises(Refused):
            house.do(evening_verbs.agree_pagatkassa, by="Bert", evening=evening, terms=wrong_terms)
    client.post(agreed, form | {"stake": "5"})
    evening.refresh_from_db()
    assert evening.pagatkassa == {"stake": 5, "start": 0, "start_again": True, "ceiling": None}
    house.play(sheet, dreier("Anna"))
    assert client.get(address(evening, "pagatkassa/")).status_code == 302
    assert "The first hand has been recorded" in text_at(client, evening.get_absolute_url())
    with pytest.raises(Refused, match="form"):
        evening_verbs.agree_pagatkassa(actor=house["Bert"], deed=uuid4(), evening=evening, terms=None)
    undo(house, sheet)
    evening_verbs.agree_pagatkassa(actor=house["Bert"], deed=uuid4(), evening=evening, terms=None)
    for deed in Deed.objects.filter(verb="agree_pagatkassa"):
        told_in_both_languages(deed)
    close(house, evening)
    with translation.override("en"):
        with pytest.raises(Refused, match="This evening is closed"):
            evening_verbs.agree_pagatkassa(actor=house["Bert"], deed=uuid4(), evening=evening, terms=TERMS)
        reopen(house, evening)
        with pytest.raises(Refused, match="has been closed before"):
            evening_verbs.agree_pagatkassa(actor=house["Bert"], deed=uuid4(), evening=evening, terms=TERMS)


# The page


def test_the_page_says_who_pays_whom_and_how_it_was_rounded(house: House) -> None:
    evening = house.evening("treffpunkt-skoty")
    names = ("Anna", "Bert", "Cilli", "Karl")
    sheet = house.sheet(names, evening=evening)
    house.play(sheet, in_thirds("Bert", names))
    house.play(sheet, rufer("Bert", "Anna"))
    client = english(house, "Emil")
    text = text_at(client, address(evening))
    assert "Bert → pays Anna €0.10" in text
    assert "Karl Guest −⅓ −€0.03" in text
    assert "Karl: −⅓ × 10 = −3⅓ cents, rounded −3" in text
    assert "so that all amounts add up to zero" in text
    folds = re.findall(
        r'<details class="fold open-on-paper">\s*<summary>(?:<svg.*?</svg>)?([^<]*)',
        html_at(client, address(evening)),
    )
    assert "Rounded" in folds, "paper says it, too"
    assert address(evening) in client.get(sheet.get_absolute_url()).content.decode()


# Seals


def test_closing_an_evening_seals_what_it_came_to(
    house: House,
) -> None:
    """With nothing but the facts and any SHA-256: one JSON without spaces, its keys in order."""
    evening, sheet = with_pot(house, PagatkassaTerms(stake=10))
    record = house.play(sheet, dreier("Bert")).entry.record
    seal = close(house, evening)
    evening.refresh_from_db()
    names = ids(sheet)
    assert (seal.number, seal.by, seal.sealed_at) == (1, house.member("Anna"), evening.closed_at)
    assert seal.sheets == {str(sheet.pk): 1}
    losing = {"twelfths": -60, "schrift_twelfths": -60, "cents": -50, "pagatkassa": 0}
    assert seal.balances == {
        names["Anna"]: losing,
        names["Bert"]: {"twelfths": 180, "schrift_twelfths": 180, "cents": 150, "pagatkassa": 0},
        names["Cilli"]: losing,
        names["Dora"]: losing | {"pagatkassa": -10},
    }
    said: dict[str, Any] = {
        "evening": evening.pk,
        "cents_per_point": 10,
        "currency": "EUR",
        "pagatkassa": {"stake": 10, "start": 0, "start_again": True, "ceiling": None},
        "tables": [
            {
                "sheet": sheet.pk,
                "rules": sheet.ruleset.digest,
                "options": {},
                "players": sheet.players,
                "dealer": sheet.dealer,
                "entries": [record],
            }
        ],
        "balances": seal.balances,
    }
    spelt = json.dumps(said, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    assert seal.digest == sha256(spelt.encode()).hexdigest()
    text = text_at(english(house, "Emil"), address(evening))
    assert f"Final tally 1 {seal.code} " in text
    assert "What has changed" not in text
    assert verified() == (0, ["1 sheet, 1 hand, 1 seal: no difference."])


def test_the_pot_of_a_table_of_five_is_sealed(house: House) -> None:
    evening, sheet = with_pot(house, PagatkassaTerms(stake=10, start=20), FIVE)
    house.play(sheet, dreier("Bert"))
    assert sorted(balance["pagatkassa"] for balance in close(house, evening).balances.values()) == [
        *(-30, -20, -20, -20, -20),
    ]


def test_closed_again_with_another_name_the_code_is_another_one(house: House) -> None:
    """What was printed before has other words: its code stands on no page any more."""
    evening = house.evening()
    sheet = house.sheet(evening=evening)
    house.play(sheet, dreier("Bert"))
    first = close(house, evening)
    reopen(house, evening)
    people.rename_member(actor=house["Anna"], deed=uuid4(), member=house.member("Bert"), name="Berta")
    second = close(house, evening)
    assert second.number == 2
    assert first.code != second.code
    changes = sealed(evening)["changes"]
    assert (changes["people"], changes["hands"]) == ([], [])
    text = text_at(english(house, "Emil"), address(evening))
    assert second.code in text
    assert first.code not in text
    assert "A name, the place or the date has been changed since" in text


def test_after_a_correction_it_is_sealed_anew_and_shows_what_changed(house: House) -> None:
    """Bert won 15; after the correction he lost 15. Whoever has paid pays the difference of 20 points."""
    evening = house.evening()
    sheet = house.sheet(evening=evening)
    first = house.play(sheet, dreier("Bert")).entry
    house.play(sheet, rufer("Bert", "Dora"))
    close(house, evening)
    reopen(house, evening, "Bert hat verloren")
    correct(house, sheet, first, dreier("Bert", won=False))
    client = english(house, "Emil")

    def changed() -> None:
        changes = sealed(evening)["changes"]
        assert changes["since"].number == 1
        assert [(name, changed[1]) for name, changed in changes["people"]] == [
            ("Anna", ("Money", "−€0.60", "+€0.40")),
            ("Bert", ("Money", "+€1.60", "−€1.40")),
            ("Cilli", ("Money", "−€0.60", "+€0.40")),
            ("Dora", ("Money", "−€0.40", "+€0.60")),
        ]
        assert {(payment.payer, payment.payee, payment.cents) for payment in changes["payments"]} == {
            ("Bert", name, 100) for name in ("Anna", "Cilli", "Dora")
        }
        [hand] = changes["hands"]
        assert (hand["label"], hand["reasons"]) == ("Hand 1", ["vertippt"])
        assert "won" in hand["before"]
        assert "lost" in hand["after"]
        assert not changes["later"]
        assert "If you settled up by that tally, you only pay the difference" in text_at(
            client, address(evening)
        )

    changed()
    assert "Reason: Bert hat verloren" in text_at(client, address(evening))
    second = close(house, evening)
    changed()
    found = sealed(evening)
    assert [(seal.number, reason) for seal, reason in found["seals"]] == [(2, "Bert hat verloren"), (1, "")]
    assert f"Final tally 2 {second.code}" in text_at(client, address(evening))
    assert verified() == (0, ["1 sheet, 2 hands, 2 seals: no difference."])


def test_a_moved_radl_and_a_moved_deal_are_told_apart(house: House) -> None:
    """A Trischaken is put in before the first hand: the next four are doubled, and the deal moves on."""
    evening = house.evening()
    sheet = house.sheet(evening=evening)
    before = house.play(sheet, dreier("Bert")).entry
    for _ in range(5):
        house.play(sheet, dreier("Bert"))
    close(house, evening)
    reopen(house, evening)
    insert(house, sheet, before, trischaken("Anna"))
    house.sheet(("Emil", "Hilda", "Karl", "Lois"), evening=evening, name="2")
    changes = sealed(evening)["changes"]
    [hand] = changes["hands"]
    assert (hand["label"], hand["before"], hand["reasons"]) == ("1, Hand 1", "", ["vertippt"])
    assert [hand["label"] for hand in changes["later"]] == [f"1, Hand {number}" for number in (2, 3, 4, 5)]
    assert [difference.what for difference in changes["later"][0]["differences"]][:3] == [
        "Number",
        "Dealer",
        "Radl",
    ]
    assert changes["moved"] == 2
    assert changes["new_tables"] == ["2"]


def test_the_pot_of_the_sealed_evening_moves_back_too(house: House) -> None:
    evening, sheet = with_pot(house, PagatkassaTerms(stake=10))
    first = house.play(sheet, pagat("Anna", made=True)).entry
    close(house, evening)
    reopen(house, evening)
    correct(house, sheet, first, pagat("Anna", made=False))
    for is_closed in (False, True):  # as it stands now, and as it was sealed again
        if is_closed:
            close(house, evening)
        changes = sealed(evening)["changes"]
        people = dict(changes["people"])
        assert people["Anna"][2] == ("Pagatkassa", "+€0.10", "−€0.10")
        assert [changed.what for changed in people["Dora"]] == ["Points", "Money"]


def test_a_table_that_plays_by_itself_is_settled_and_sealed_like_an_evening(house: House) -> None:
    sheet = house.just_play("Emil", "Emil", "Anna", "Karl", "Dora", counts=False)
    house.play(sheet, dreier("Emil"))
    client, evening = english(house, "Cilli"), sheet.evening
    page = client.get(address(evening)).content.decode()
    assert f'href="{sheet.get_absolute_url()}"' in page
    assert not Evening.objects.of(house.club).exists()
    evening_verbs.close_sheet(actor=house["Bert"], deed=uuid4(), sheet=sheet)
    assert Seal.objects.get().by == house.member("Bert")
    evening_verbs.reopen_sheet(actor=house["Bert"], deed=uuid4(), sheet=sheet, reason="noch eine")
    house.play(now(sheet), dreier("Anna"))
    evening_verbs.close_sheet(actor=house["Bert"], deed=uuid4(), sheet=sheet)
    assert [reason for _seal, reason in sealed(evening)["seals"]] == ["noch eine", ""]
    assert verified() == (0, ["1 sheet, 2 hands, 2 seals: no difference."])


@pytest.mark.parametrize("slug", SLUGS)
def test_whatever_is_played_and_corrected_it_is_settled_exactly_and_the_seals_hold(
    house: House, slug: str
) -> None:
    choose = seeded(7000 + SLUGS.index(slug))
    wanted = build_sheet(choose, published()[slug])
    sheet = open_random(house, wanted, slug)
    evening = sheet.evening
    evening_verbs.agree_pagatkassa(actor=house["Anna"], deed=uuid4(), evening=evening, terms=TERMS)
    for entry in wanted.entries:
        house.play(sheet, to_dict(entry, rules_for(sheet)))
    first = close(house, evening)
    exact(evening, first)
    reopen(house, evening)
    for _ in range(3):
        if (change := random_change(choose, sheet)) is not None:
            apply(house, sheet, change)
    second = close(house, evening)
    exact(evening, second)
    changes = sealed(evening)["changes"]
    moved = {person: balance["cents"] for person, balance in first.balances.items()}
    names = evening.names()
    for payment in changes["payments"]:
        moved[_id(names, payment.payer)] = moved.get(_id(names, payment.payer), 0) - payment.cents
        moved[_id(names, payment.payee)] = moved.get(_id(names, payment.payee), 0) + payment.cents
    after = {person: balance["cents"] for person, balance in second.balances.items()}
    assert {one: paid for one, paid in moved.items() if paid} == {
        one: paid for one, paid in after.items() if paid
    }
    assert verified("--sheet", str(sheet.pk))[0] == 0


def _id(names: dict[str, str], name: str) -> str:
    return next(other for other, known in names.items() if known == name)


def exact(evening: Evening, seal: Seal) -> None:
    """Everybody gets what is theirs, to within a cent; pot and people add up to zero; sealed as shown."""
    found = settled(evening)
    got = dict.fromkeys(cents(found), 0)
    for payer, payee, amount in who_pays(found):
        got[payer] -= amount
        got[payee] += amount
    assert got == cents(found)
    assert len(found.payments) < max(len(found.people), 1)
    assert sum(share.points for share in found.people) == sum(share.schrift for share in found.people) == 0
    for share in found.people:
        assert abs(share.cents - share.points * evening.cents_per_point) < 1
        assert seal.balances[share.id]["cents"] == share.cents
        assert seal.balances[share.id]["twelfths"] == share.points * 12
    for pot in found.pots:
        assert sum(cents for _person, _name, cents, _money in pot["balances"]) + pot["cents"] == 0
        assert (
            sum(movement["cents"] for _number, moved in pot["hands"] for movement in moved) == -pot["cents"]
        )


# Lies


@stage(on=HOUSE)
def evening(house: House) -> Evening:
    """Closed twice, with a correction in between; with a Pagatkassa."""
    evening, sheet = with_pot(house)
    first = house.play(sheet, pagat("Anna", made=True)).entry
    house.play(sheet, dreier("Bert"))
    close(house, evening)
    reopen(house, evening)
    correct(house, sheet, first, pagat("Anna", made=False))
    close(house, evening)
    return evening


def test_every_lie_about_a_seal_is_found(house: House, evening: Evening) -> None:
    assert verified() == (0, ["1 sheet, 2 hands, 2 seals: no difference."])
    [sheet] = evening.sheets.all()
    assert unnoticed(sheet, lies(__file__, "seals")) == {}
    assert protection.unprotected(connection) == []
