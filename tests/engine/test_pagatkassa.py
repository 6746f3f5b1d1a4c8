"""The Pagatkassa: an evening worked out by hand, every rule of it once, then every sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.facts import (
    Dealer,
    Entry,
    Game,
    Hand,
    Order,
    Premium,
    Renonce,
    Schlussradl,
    Seating,
    SheetFacts,
    Void,
)
from scoring.engine.pagatkassa import (
    PAGAT,
    Movement,
    Pagatkassa,
    PagatkassaTerms,
    Why,
    movement_in_words,
    pagatkassa,
)
from scoring.engine.sheet import problems_with_sheet, rows_of
from scoring.engine.sides import of_declarers_side
from scoring.rules import published
from tests.support.engine.hands import DrawnSheet, evenings_of_any_sheet

FOUR = ("Anna", "Bert", "Cilli", "Dora")
FIVE = (*FOUR, "Emil")
SIX = (*FIVE, "Franz")

REDEAL = Void("redeal", "kein Tarock")
STRUCK = Void("struck", "Punkte vergessen")
TEN = PagatkassaTerms(stake=10)


def hand(game: Game, *premiums: Premium, revoke: Renonce | None = None) -> Hand:
    return Hand((), (game,), premiums, revoke=revoke)


def pagat(by: str, *, made: bool) -> Premium:
    return Premium(PAGAT, by, announced=True, made=made)


def dreier(declarer: str, *premiums: Premium) -> Hand:
    return hand(Game("dreier", declarer, won=True), *premiums)


def solorufer(declarer: str, partner: str, *premiums: Premium) -> Hand:
    return hand(Game("solorufer", declarer, partner=partner, won=True), *premiums)


def pot_of(
    *entries: Entry,
    terms: PagatkassaTerms = TEN,
    players: tuple[str, ...] = FOUR,
    dealer: str | None = None,
    rules: str = "standard",
) -> Pagatkassa:
    """The pot of a sheet; the last of the players deals first, so the first of them is Vorhand."""
    sheet = SheetFacts(players, dealer or players[-1], entries)
    assert problems_with_sheet(sheet, published()[rules]) == ()
    return pagatkassa(sheet, terms)


def moved_by(kassa: Pagatkassa, entry: int | None) -> list[Movement]:
    """What one entry of the sheet moved; None: all of them."""
    return [movement for movement in kassa.movements if entry in (None, movement.entry)]


def moved(kassa: Pagatkassa, entry: int | None = None) -> list[str]:
    """Who, why, what they get or pay in, and the pot afterwards."""
    chosen = moved_by(kassa, entry)
    return [f"{movement.who} {movement.why} {movement.cents} {movement.pot}" for movement in chosen]


# An evening


def test_an_evening_by_hand() -> None:
    """Everybody starts with 50, each deal costs 25, a miss at most 200."""
    kassa = pot_of(
        solorufer("Anna", "Cilli", pagat("Cilli", made=False)),
        dreier("Bert", Premium(PAGAT, "Bert", made=True)),
        REDEAL,
        dreier("Cilli", pagat("Anna", made=True)),
        STRUCK,
        hand(Game("dreier", "Anna"), Premium(PAGAT, "Anna", announced=True), revoke=Renonce("Bert")),
        terms=PagatkassaTerms(stake=25, start=50, ceiling=200),
    )
    assert moved(kassa, 0) == [
        "Anna start -50 50",
        "Bert start -50 100",
        "Cilli start -50 150",
        "Dora start -50 200",
        "Dora stake -25 225",
        "Cilli missed -100 325",
        "Anna missed -100 425",
    ]
    assert moved(kassa, 1) == ["Anna stake -25 450"]
    assert moved(kassa, 2) == ["Bert stake -25 475"]
    assert moved(kassa, 3) == ["Anna made 159 316", "Dora made 158 158", "Bert made 158 0"]
    assert moved(kassa, 4) == [
        "Dora start -50 50",
        "Anna start -50 100",
        "Bert start -50 150",
        "Cilli start -50 200",
        "Cilli stake -25 225",
    ]
    assert moved(kassa, 5) == ["Dora stake -25 250"]
    assert kassa.balances == {"Anna": -66, "Bert": 33, "Cilli": -225, "Dora": 8}
    assert kassa.pot == 250


# Stakes


# The entries of a sheet, and the stakes that are paid; nothing else moves.
STAKES: dict[str, tuple[list[Entry], list[str]]] = {
    "each dealer pays before his hand": ([dreier("Anna")] * 5, ["Dora", "Anna", "Bert", "Cilli", "Dora"]),
    "a redeal pays no second stake however often": (
        [REDEAL, REDEAL, dreier("Anna"), dreier("Bert")],
        ["Dora", "Anna"],
    ),
    "the stake of a redeal is good for the next deal of the same dealer": (
        [REDEAL, Dealer("Bert"), dreier("Anna"), Dealer("Dora"), dreier("Anna"), Dealer("Dora"), REDEAL],
        ["Dora", "Bert", "Dora"],
    ),
    "the stake of a struck hand stays and the next dealer pays his": (
        [STRUCK, dreier("Anna")],
        ["Dora", "Anna"],
    ),
}


@pytest.mark.parametrize("title", STAKES)
def test_the_stakes_follow_the_deal(title: str) -> None:
    entries, dealers = STAKES[title]
    paid = [f"{dealer} stake -10 {10 * number}" for number, dealer in enumerate(dealers, 1)]
    assert moved(pot_of(*entries)) == paid


def test_the_stakes_follow_the_seats() -> None:
    kassa = pot_of(
        dreier("Anna"), Seating(("Anna", "Emil", "Bert", "Dora"), "Emil"), Schlussradl(), dreier("Anna")
    )
    assert moved(kassa) == ["Dora stake -10 10", "Emil stake -10 20"]
    assert kassa.balances == {"Anna": 0, "Bert": 0, "Cilli": 0, "Dora": -10, "Emil": -10}


# The start


def test_all_at_the_table_start_and_the_dealer_pays_his_stake_besides() -> None:
    kassa = pot_of(dreier("Anna"), players=SIX, terms=PagatkassaTerms(stake=10, start=20))
    assert moved(kassa) == [
        "Anna start -20 20",
        "Bert start -20 40",
        "Cilli start -20 60",
        "Dora start -20 80",
        "Emil start -20 100",
        "Franz start -20 120",
        "Franz stake -10 130",
    ]


TAKEN = solorufer("Anna", "Bert", pagat("Anna", made=True))


def test_a_table_may_start_only_once() -> None:
    kassa = pot_of(TAKEN, dreier("Anna"), terms=PagatkassaTerms(stake=10, start=20, start_again=False))
    assert moved(kassa, 1) == ["Anna stake -10 10"]


# The Pagat

# A hand, the stake of its dealer, and what the Pagat moves.
PAGATS: dict[str, tuple[Hand, int, list[str]]] = {
    "it takes the pot, and the announcer the odd cent": (
        solorufer("Anna", "Cilli", pagat("Cilli", made=True)),
        15,
        ["Cilli made 8 7", "Anna made 7 0"],
    ),
    "missed it pays in as much again, and the announcer the odd cent": (
        solorufer("Anna", "Cilli", pagat("Anna", made=False)),
        15,
        ["Anna missed -8 23", "Cilli missed -7 30"],
    ),
    "a lone player takes alone": (dreier("Bert", pagat("Bert", made=True)), 10, ["Bert made 10 0"]),
    "a lone player pays alone": (dreier("Bert", pagat("Bert", made=False)), 10, ["Bert missed -10 20"]),
    "a caller whose king lies in the talon is alone": (
        hand(Game("solorufer", "Bert", king="talon", won=False), pagat("Bert", made=True)),
        10,
        ["Bert made 10 0"],
    ),
    "three opponents share, and the announcer pays both odd cents": (
        dreier("Bert", pagat("Cilli", made=False)),
        11,
        ["Cilli missed -5 16", "Anna missed -3 19", "Dora missed -3 22"],
    ),
    "of a single cent the partner gets none": (
        solorufer("Anna", "Cilli", pagat("Cilli", made=True)),
        1,
        ["Cilli made 1 0"],
    ),
    "the obligatory bird is an announced Pagat": (
        hand(Game("besserrufer", "Bert", partner="Dora", won=False), pagat("Bert", made=True)),
        10,
        ["Bert made 5 5", "Dora made 5 0"],
    ),
    "of both sides' whoever missed it pays in before the other side takes the pot": (
        dreier("Bert", pagat("Anna", made=True), pagat("Bert", made=False)),
        10,
        ["Bert missed -10 20", "Anna made 8 12", "Cilli made 6 6", "Dora made 6 0"],
    ),
    "where both sides miss it each pays in as much as was there": (
        dreier("Bert", pagat("Bert", made=False), pagat("Anna", made=False)),
        10,
        ["Bert missed -10 20", "Anna missed -4 24", "Cilli missed -3 27", "Dora missed -3 30"],
    ),
}


@pytest.mark.parametrize("title", PAGATS)
def test_an_announced_pagat_moves_the_pot(title: str) -> None:
    played, stake, movements = PAGATS[title]
    assert moved(pot_of(played, terms=PagatkassaTerms(stake=stake)), 0)[1:] == movements


def test_an_announced_pagat_moves_the_pot_under_other_sheets_too() -> None:
    commanded = hand(Game("pagatrufer", "Bert", partner="Dora", won=True), pagat("Dora", made=False))
    assert moved(pot_of(commanded, rules="cup"), 0)[1:] == ["Dora missed -5 15", "Bert missed -5 20"]
    beside_a_valat = hand(
        Game("normalspiel", "Bert", partner="Dora", won=True),
        *(Premium("valat", "Bert", made=True), pagat("Dora", made=True)),
    )
    taken = ["Dora made 5 5", "Bert made 5 0"]
    assert moved(pot_of(beside_a_valat, rules="zwanzigerrufen"), 0)[1:] == taken, (
        "though it is settled with 0"
    )


def test_the_ceiling_limits_what_a_miss_costs_the_side_together() -> None:
    missed = solorufer("Anna", "Cilli", pagat("Cilli", made=False))
    kassa = pot_of(missed, terms=PagatkassaTerms(stake=100, ceiling=35))
    assert moved(kassa, 0)[1:] == ["Cilli missed -18 118", "Anna missed -17 135"]
    assert [movement.ceiling for movement in kassa.movements] == [None, 35, 35]
    for ceiling in (100, 101):
        kassa = pot_of(missed, terms=PagatkassaTerms(stake=100, ceiling=ceiling))
        assert kassa.pot == 200
        assert not any(movement.ceiling for movement in kassa.movements)
    assert pot_of(missed, terms=PagatkassaTerms(stake=100, ceiling=0)).pot == 100


def test_the_ceiling_does_not_limit_what_a_pagat_takes() -> None:
    assert pot_of(TAKEN, terms=PagatkassaTerms(stake=100, ceiling=35)).pot == 0


def test_nothing_can_be_taken_from_an_empty_pot_nor_doubled() -> None:
    free = PagatkassaTerms(stake=0)
    assert moved(pot_of(TAKEN, dreier("Anna", pagat("Anna", made=False)), terms=free)) == []


@pytest.mark.parametrize(
    "quiet",
    [
        dreier("Anna", Premium(PAGAT, "Anna", made=True)),
        dreier("Anna", Premium(PAGAT, "Anna", made=False)),
        dreier("Anna", Premium("uhu", "Anna", announced=True, made=True)),
        hand(
            Game("besserrufer", "Anna", king="talon", conceded=True), Premium(PAGAT, "Anna", announced=True)
        ),
        hand(Game("dreier", "Anna"), Premium(PAGAT, "Anna", announced=True), revoke=Renonce("Anna")),
        hand(Game("piccolo", "Anna", tricks=1)),
        hand(Game("trischaken", "Anna", order=Order((("Bert",),)))),
        STRUCK,
    ],
    ids=["silent", "silent and missed", "Uhu", "conceded", "Renonce", "Piccolo", "Trischaken", "struck"],
)
def test_everything_else_leaves_the_pot_alone(quiet: Entry) -> None:
    assert moved(pot_of(quiet)) == ["Dora stake -10 10"]


def test_nobody_agrees_to_pay_less_than_nothing() -> None:
    for stake, start, ceiling in ((-1, 0, None), (0, -1, None), (0, 0, -1)):
        with pytest.raises(AssertionError, match="less than nothing"):
            PagatkassaTerms(stake=stake, start=start, ceiling=ceiling)


def test_a_pot_that_does_not_follow_from_its_movements_cannot_be() -> None:
    for wrong in (Movement(0, "Anna", Why.STAKE, -10, 11), Movement(0, "Anna", Why.MADE, 5, -5, "Anna")):
        with pytest.raises(AssertionError, match="does not follow"):
            Pagatkassa(FOUR, (wrong,))


# In words


def movements_in_words(kassa: Pagatkassa, language: str) -> list[str]:
    return [
        movement_in_words(movement, "EUR", language).replace("\N{NO-BREAK SPACE}", " ")
        for movement in kassa.movements
    ]


def test_the_movements_in_words() -> None:
    kassa = pot_of(
        solorufer("Anna", "Cilli", pagat("Cilli", made=False)),
        solorufer("Anna", "Cilli", pagat("Anna", made=True)),
        terms=PagatkassaTerms(stake=10, start=20, ceiling=50),
    )
    assert movements_in_words(kassa, "de")[3:] == [
        "Dora zahlt 0,20 € ein, weil der Topf leer war; im Topf: 0,80 €.",
        "Dora gibt und zahlt 0,10 € ein; im Topf: 0,90 €.",
        "Cilli verliert den angesagten Pagat und zahlt 0,25 € ein (Obergrenze 0,50 €); im Topf: 1,15 €.",
        "Anna zahlt 0,25 € für den verlorenen Pagat von Cilli ein (Obergrenze 0,50 €); im Topf: 1,40 €.",
        "Anna gibt und zahlt 0,10 € ein; im Topf: 1,50 €.",
        "Anna gewinnt den angesagten Pagat und nimmt 0,75 €; im Topf: 0,75 €.",
        "Cilli nimmt 0,75 € vom gewonnenen Pagat von Anna; im Topf: 0,00 €.",
    ]
    assert movements_in_words(kassa, "en")[3:] == [
        "Dora pays in €0.20 because the pot was empty; in the pot: €0.80.",
        "Dora deals and pays in €0.10; in the pot: €0.90.",
        "Cilli misses the announced Pagat and pays in €0.25 (ceiling €0.50); in the pot: €1.15.",
        "Anna pays in €0.25 for the Pagat that Cilli missed (ceiling €0.50); in the pot: €1.40.",
        "Anna deals and pays in €0.10; in the pot: €1.50.",
        "Anna makes the announced Pagat and takes €0.75; in the pot: €0.75.",
        "Cilli takes €0.75 from the Pagat that Anna made; in the pot: €0.00.",
    ]


def test_ids_are_told_by_name_and_a_name_is_text() -> None:
    shared = Movement(3, "7", Why.MADE, 25, 0, announcer="9")
    names = {"7": "{money}", "9": "<b>Yps</b>"}
    assert movement_in_words(shared, "CHF", "en", names) == (
        "{money} takes CHF\N{NO-BREAK SPACE}0.25 from the Pagat that <b>Yps</b> made;"
        " in the pot: CHF\N{NO-BREAK SPACE}0.00."
    )


# Every sheet

cents = st.integers(0, 60)
agreed = st.builds(
    PagatkassaTerms,
    stake=cents,
    start=st.one_of(st.just(0), cents),
    start_again=st.booleans(),
    ceiling=st.one_of(st.none(), st.integers(0, 100)),
)
many = settings(max_examples=40)
Terms = PagatkassaTerms


def any_evening(test: Callable[..., None]) -> Callable[..., None]:
    return given(sheets(), agreed)(many(test))


@st.composite
def sheets(draw: st.DrawFn) -> DrawnSheet:
    """An evening of any sheet, with an announced Pagat in about every other hand that can have one."""
    rules, sheet = draw(evenings_of_any_sheet())
    rows = iter(rows_of(sheet, rules))
    entries: list[Entry] = []
    for entry in sheet.entries:
        players = next(rows).players if isinstance(entry, Hand | Void) else ()
        by_points = isinstance(entry, Hand) and rules.contracts[entry.games[0].contract].by_points
        if isinstance(entry, Hand) and by_points and draw(st.booleans()):
            by, made = draw(st.sampled_from(players)), draw(st.booleans())
            entries.append(with_pagat(entry, by, made=made))
        else:
            entries.append(entry)
    return DrawnSheet(rules, replace(sheet, entries=tuple(entries)))


def with_pagat(hand: Hand, by: str, *, made: bool) -> Hand:
    played = hand.revoke is None and not hand.games[0].conceded
    announced = Premium(PAGAT, by, announced=True, made=made if played else None)
    return replace(
        hand, premiums=(*[premium for premium in hand.premiums if premium.premium != PAGAT], announced)
    )


@any_evening
def test_everything_paid_in_is_in_the_pot_or_was_taken(drawn: DrawnSheet, terms: PagatkassaTerms) -> None:
    _, sheet = drawn
    kassa = pagatkassa(sheet, terms)
    assert sum(kassa.balances.values()) + kassa.pot == 0
    assert kassa.pot == -sum(movement.cents for movement in kassa.movements)
    assert all(movement.pot >= 0 and movement.cents for movement in kassa.movements)
    assert [movement.entry for movement in kassa.movements] == sorted(
        movement.entry for movement in kassa.movements
    )
    assert set(kassa.balances) >= {movement.who for movement in kassa.movements}


@any_evening
def test_a_dealer_has_paid_one_stake_for_every_hand_dealt(drawn: DrawnSheet, terms: PagatkassaTerms) -> None:
    rules, sheet = drawn
    kassa = pagatkassa(sheet, replace(terms, stake=terms.stake + 1))
    dealt: Counter[str] = Counter()
    stakes: Counter[str] = Counter()
    for row in rows_of(sheet, rules):
        paid = [move.who for move in moved_by(kassa, row.entry) if move.why is Why.STAKE]
        assert set(paid) <= {row.dealer}
        stakes.update(paid)
        assert stakes[row.dealer] == dealt[row.dealer] + 1
        entry = sheet.entries[row.entry]
        dealt[row.dealer] += not (isinstance(entry, Void) and entry.kind == "redeal")


@any_evening
def test_all_who_sit_start_together_and_only_with_an_empty_pot(drawn: DrawnSheet, terms: Terms) -> None:
    rules, sheet = drawn
    kassa = pagatkassa(sheet, terms)
    pot, starts = 0, 0
    for number, row in enumerate(rows_of(sheet, rules)):
        movements = moved_by(kassa, row.entry)
        started = [movement.who for movement in movements if movement.why is Why.START]
        due = terms.start > 0 and pot == 0 and (terms.start_again or number == 0)
        assert sorted(started) == (sorted(row.players + row.sitting_out) if due else [])
        assert not started or started[-1] == row.dealer
        starts += bool(started)
        pot = movements[-1].pot if movements else pot
    assert starts <= 1 or terms.start_again


@any_evening
def test_a_side_takes_all_or_pays_in_as_much_again_up_to_the_ceiling(drawn: DrawnSheet, terms: Terms) -> None:
    rules, sheet = drawn
    kassa = pagatkassa(sheet, terms)
    for row in rows_of(sheet, rules):
        shares = [move for move in moved_by(kassa, row.entry) if move.why in (Why.MADE, Why.MISSED)]
        if not shares:
            continue
        entry = sheet.entries[row.entry]
        assert isinstance(entry, Hand)
        before = shares[0].pot + shares[0].cents
        assert before > 0
        most = before if terms.ceiling is None else min(before, terms.ceiling)
        game = entry.games[0]
        for announced in (
            premium for premium in entry.premiums if premium.premium == PAGAT and premium.announced
        ):
            own = [share for share in shares if share.announcer == announced.by]
            if not own:
                continue
            total = sum(share.cents for share in own)
            assert total == (own[0].pot + own[0].cents if announced.made else -most)
            side = [
                player
                for player in row.players
                if of_declarers_side(game, player) == of_declarers_side(game, announced.by)
            ]
            assert {share.who for share in own} <= set(side)
            each = dict.fromkeys(side, 0) | {share.who: abs(share.cents) for share in own}
            odd = each.pop(announced.by)
            assert len(set(each.values())) <= 1
            assert all(0 <= odd - share < len(side) for share in each.values())


@any_evening
def test_kontra_radl_and_what_else_is_settled_do_not_touch_it(drawn: DrawnSheet, terms: Terms) -> None:
    _, sheet = drawn
    bare = replace(sheet, entries=tuple([without_the_rest(entry) for entry in sheet.entries]), options={})
    kassa = pagatkassa(sheet, terms)
    assert pagatkassa(bare, terms) == kassa
    doubled = pagatkassa(replace(bare, entries=(Schlussradl(), *bare.entries)), terms)
    assert [replace(movement, entry=movement.entry - 1) for movement in doubled.movements] == list(
        kassa.movements
    )


def without_the_rest(entry: Entry) -> Entry:
    """A hand with its Pagat and nothing else that would be settled."""
    if not isinstance(entry, Hand):
        return entry
    game = replace(entry.games[0], kontra=None, kontra_void=False, kontras={}, points=None, won=True)
    pagats = [replace(premium, kontra=None) for premium in entry.premiums if premium.premium == PAGAT]
    return replace(entry, games=(game,), premiums=tuple(pagats), options={})
