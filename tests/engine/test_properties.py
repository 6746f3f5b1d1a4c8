"""What holds for every hand and every sheet of hands, whatever was played."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import prod
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy as Strategy

from scoring.engine.answers import answer
from scoring.engine.customs import BesideValat, Effect, Kind, RenonceCustom, Who
from scoring.engine.facts import (
    CalledRadl,
    Dealer,
    Game,
    Hand,
    Schlussradl,
    Seating,
    SheetFacts,
    Void,
)
from scoring.engine.naming import renamed_hand
from scoring.engine.problems import problems_with
from scoring.engine.record import from_dict, read_sheet, to_dict
from scoring.engine.result import Outcome, Settlement
from scoring.engine.rules import Rules
from scoring.engine.settling import settle
from scoring.engine.sides import kontra_void_by_itself
from scoring.engine.words import LANGUAGES, line_in_words
from scoring.rules import SLUGS, published
from tests.engine.sheet import rows_of
from tests.support.engine.hands import (
    PEOPLE,
    SEATS,
    SHEET,
    DrawnHand,
    DrawnSheet,
    build_sheet,
    choices,
    evenings_of_any_sheet,
    hands,
    hands_of_any_sheet,
    levels_of,
    many_hands,
    sheet_record,
)

each_sheet = pytest.mark.parametrize("slug", SLUGS)
fewer = settings(max_examples=settings.default.max_examples // 3)  # or for each sheet


def evenings(slug: str) -> Strategy[SheetFacts]:
    """A legal sheet of hands: four to six people, voids, events, options."""
    return choices(SHEET).map(lambda choose: build_sheet(choose, published()[slug]))


def of_each_sheet(test: Callable[..., None]) -> Callable[..., None]:
    return each_sheet(given(data=st.data())(fewer(test)))  # type: ignore[no-any-return]


def any_hand(test: Callable[..., None]) -> Callable[..., None]:
    return given(hands_of_any_sheet())(test)


# Two names that a spreadsheet or a web page would trip over, and two that sort the wrong way round.
NAMES = ("=Zita", "<b>Yps</b>", "O'Xaver", "Wolf Ä", "Vera", "Udo", "Toni", "Susi")
OTHERS = dict(zip(PEOPLE, NAMES, strict=True))


def in_force(rules: Rules, hand: Hand) -> Rules:
    return rules.under(hand.options)


# And what explains a number, or how it is shared.
RAISED = re.compile(
    r"[0-9]+, in (?:ganzen Punkten|whole points) | \([^()]+\)$|(?:, \S+ × \S+ = \S+)? [:÷] [0-9] = .*$"
)


def unit_in_words(text: str) -> int:
    """The number after the last " = ", or else after the last ": ", as it was raised into whole points."""
    last = re.split(" = |: ", RAISED.sub("", text))[-1]
    found = re.match(r"(?:je |each |von |of )?([0-9]+)(?![0-9])", last)
    assert found is not None, text
    return int(found[1])


# One hand


@of_each_sheet
def test_every_line_and_every_hand_adds_up_to_zero_in_both_accounts(slug: str, data: st.DataObject) -> None:
    rules = published()[slug]
    settlement = settle(data.draw(hands(slug)), rules)
    assert settlement.lines
    for line in settlement.lines:
        assert sum(line.amounts) == 0
        assert sum(line.schrift) == 0
    assert sum(settlement.payouts.values()) == 0
    assert sum(settlement.schrift.values()) == 0
    columns = zip(*(line.amounts for line in settlement.lines), strict=True)
    assert tuple(sum(column) for column in columns) == settlement.amounts
    columns = zip(*(line.schrift for line in settlement.lines), strict=True)
    assert tuple(sum(column) for column in columns) == settlement.schrift_amounts


@of_each_sheet
def test_the_words_multiply_to_the_unit_that_the_amounts_are_made_of(slug: str, data: st.DataObject) -> None:
    rules = published()[slug]
    hand = data.draw(hands(slug))
    for line in settle(hand, rules).lines:
        for language in LANGUAGES:
            text = line_in_words(line, in_force(rules, hand), language)
            unit = unit_in_words(text)
            assert tuple(unit * share for share in line.shares) == line.amounts, text
            chain = RAISED.sub("", text).rpartition(": ")[2].partition(" = ")[0]
            factors = [re.match("(?:je |each |von |of )?([0-9]+)", word) for word in chain.split(" × ")]
            assert prod(int(factor[1]) for factor in factors) == unit, text


@any_hand
def test_amounts_are_whole_numbers_or_fractions_in_lowest_terms(drawn: DrawnHand) -> None:
    rules, hand = drawn
    settlement = settle(hand, rules)
    for amount in (*settlement.amounts, *settlement.schrift_amounts):
        assert type(amount) is int or (type(amount) is Fraction and amount.denominator > 1)
    written = answer(to_dict(hand, rules), published())
    assert {player: Fraction(amount) for player, amount in written["payouts"].items()} == settlement.payouts
    assert {player: Fraction(amount) for player, amount in written["schrift"].items()} == settlement.schrift


@any_hand
def test_other_names_change_nothing_but_the_names(drawn: DrawnHand) -> None:
    rules, hand = drawn
    assert problems_with(renamed_hand(hand, OTHERS), rules) == ()
    there, here = settle(hand, rules), settle(renamed_hand(hand, OTHERS), rules)
    assert here.amounts == there.amounts
    assert here.schrift_amounts == there.schrift_amounts
    assert here.triggers == there.triggers
    assert here.players == tuple(OTHERS[player] for player in there.players)
    for language in LANGUAGES:
        words = [line_in_words(line, in_force(rules, hand), language) for line in there.lines]
        expected = [re.sub("|".join(SEATS), lambda found: OTHERS[found[0]], text) for text in words]
        assert [line_in_words(line, in_force(rules, hand), language) for line in here.lines] == expected


@given(hands_of_any_sheet(), st.integers(1, 3))
def test_where_the_vorhand_is_nobody_special_other_seats_change_only_the_order(
    drawn: DrawnHand, places: int
) -> None:
    rules, hand = drawn
    contracts = [rules.contracts[game.contract] for game in hand.games]
    assume(all(contract.who is Who.ANYONE for contract in contracts))
    turned = replace(hand, players=hand.players[places:] + hand.players[:places])
    assert problems_with(turned, rules) == ()
    there, here = settle(hand, rules), settle(turned, rules)
    assert here.payouts == there.payouts
    assert here.schrift == there.schrift
    assert here.triggers == there.triggers
    # Claims are listed as the players sit, so they may change places.
    assert sorted(map(repr, by_player(here))) == sorted(map(repr, by_player(there)))


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if published()[slug].trischaken is not None])
@given(data=st.data(), seats=st.permutations(SEATS))
@fewer
def test_a_trischaken_knows_its_declarer_but_no_other_seat(
    slug: str, data: st.DataObject, seats: list[str]
) -> None:
    rules = published()[slug]
    hand = data.draw(hands(slug, contract="trischaken"))
    hand = replace(hand, options=dict(hand.options) | {"trischaken_for_schleifen": "on"})
    turned = replace(hand, players=tuple(seats))
    assert settle(turned, rules).payouts == settle(hand, rules).payouts


def by_player(settlement: Settlement) -> list[tuple[object, ...]]:
    return [
        (
            *(line.subject, line.outcome, line.unit),
            *sorted(zip(settlement.players, line.amounts, line.schrift, strict=True)),
        )
        for line in settlement.lines
    ]


# Doubling


@any_hand
def test_a_radl_doubles_every_line_but_the_claims_and_never_more_than_once(drawn: DrawnHand) -> None:
    rules, hand = drawn
    assume(rules.radl.played)
    hand = replace(hand, options=dict(hand.options) | {"radl_doubles": "all"})
    plain = settle(replace(hand, radl=False), rules)
    radl = settle(replace(hand, radl=True), rules)
    assert len(plain.lines) == len(radl.lines)
    for line, two in zip(plain.lines, radl.lines, strict=True):
        times = 1 if line.outcome is Outcome.CLAIM else 2
        assert two.amounts == tuple(times * amount for amount in line.amounts)
        assert two.schrift == tuple(times * amount for amount in line.schrift)
        assert [factor.name for factor in two.factors].count("radl") <= 1
    assert radl.triggers == plain.triggers


@any_hand
def test_where_a_radl_doubles_only_what_was_announced_silent_premiums_stay_as_they_are(
    drawn: DrawnHand,
) -> None:
    rules, hand = drawn
    assume(rules.radl.played)
    hand = replace(hand, options=dict(hand.options) | {"radl_doubles": "announced"})
    plain = settle(replace(hand, radl=False), rules)
    radl = settle(replace(hand, radl=True), rules)
    announced = {premium.premium: premium.announced for premium in hand.premiums}
    for line, two in zip(plain.lines, radl.lines, strict=True):
        replaces = line is plain.lines[0]  # the game, or the Valat in its place
        silent = not (replaces or announced.get(line.subject, True))
        times = 1 if silent or line.outcome is Outcome.CLAIM else 2
        assert two.amounts == tuple(times * amount for amount in line.amounts), line


@each_sheet
def test_a_kontra_one_level_higher_doubles_its_own_line_and_nothing_else(slug: str) -> None:
    rules = published()[slug]
    raises = [(hand, *how) for hand in many_hands(slug) for how in raised(hand, rules.under(hand.options))]
    assert len(raises) > 100
    for hand, higher, subject, by, times in raises:
        assert problems_with(higher, rules) == ()
        before, after = settle(hand, rules), settle(higher, rules)
        for line, two in zip(before.lines, after.lines, strict=True):
            replaced = line.subject == "valat" and rules.premiums["valat"].effect is Effect.REPLACES
            own = line.subject == subject and (by is None or line.by in ((), (by,)))
            own |= replaced and subject in rules.contracts
            expected = tuple((times if own else 1) * amount for amount in line.amounts)
            assert two.amounts == expected, (hand, line, two)
        assert set(before.triggers) ^ set(after.triggers) <= {"zero_hand"}


def raised(hand: Hand, rules: Rules) -> Iterator[tuple[Hand, str, str | None, int]]:
    """The hand with a kontra a level higher, on what, by whom, and what that makes of it."""
    game = hand.games[0]
    contract = rules.contracts[game.contract]
    valat = any(premium.premium == "valat" and premium.announced for premium in hand.premiums)
    if higher := next_level(game.kontra, levels_of(rules, contract, with_valat=valat)):
        void_by_itself = kontra_void_by_itself(higher, game, contract, rules)
        silent = any(
            premium.premium == "valat" and premium.made and not premium.announced for premium in hand.premiums
        )
        void = game.kontra_void or void_by_itself or (silent and rules.silent_valat_voids_kontra)
        times = 1 if void else 2
        yield replace(hand, games=(replace(game, kontra=higher),)), game.contract, None, times
    for place, premium in enumerate(hand.premiums):
        if higher := next_level(premium.kontra, list(rules.levels)):
            void_by_itself = kontra_void_by_itself(higher, game, contract, rules)
            premiums = list(hand.premiums)
            premiums[place] = replace(premium, kontra=higher)
            times = 1 if premium.kontra_void or void_by_itself else 2
            yield replace(hand, premiums=tuple(premiums)), premium.premium, premium.by, times


def next_level(level: str | None, levels: list[str]) -> str | None:
    return next(iter(levels[levels.index(level) + 1 :]), None) if level else None


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if "bettler_ouvert" in published()[slug].contracts])
@given(data=st.data())
@fewer
def test_in_a_negative_game_a_kontra_doubles_what_its_opponent_settles_and_nobody_else(
    slug: str, data: st.DataObject
) -> None:
    rules = published()[slug]
    hand = data.draw(hands(slug, contract="bettler_ouvert"))
    hand = replace(hand, revoke=None, options={}, games=(replace(hand.games[0], won=True, tricks=None),))
    game = hand.games[0]
    opponents = [player for player in hand.players if player != game.declarer]
    player = data.draw(st.sampled_from(opponents))
    level, higher = data.draw(st.sampled_from(list(pairwise((None, *rules.levels)))))
    before, after = (
        settle(replace(hand, games=(replace(game, kontras=with_kontra(game, player, said)),)), rules).payouts
        for said in (level, higher)
    )
    expected = {opponent: (2 if opponent == player else 1) * before[opponent] for opponent in opponents}
    assert {opponent: after[opponent] for opponent in opponents} == expected


def with_kontra(game: Game, player: str, level: str | None) -> dict[str, str]:
    others = {other: said for other, said in game.kontras.items() if other != player}
    return others if level is None else others | {player: level}


@any_hand
def test_the_schrift_is_the_kassa_but_for_kontras_above_its_limit(drawn: DrawnHand) -> None:
    rules, hand = drawn
    counted = in_force(rules, hand).options["schrift_kontra"]
    settlement = settle(hand, rules)
    for line in settlement.lines:
        said = [factor for factor in line.factors if factor.name in rules.levels and not factor.void]
        times = rules.kontra.levels[said[0].name] if said else 1
        counts = {"all": times, "simple": min(times, 2), "none": 1}[counted]
        assert line.schrift == tuple(Fraction(counts, times) * amount for amount in line.amounts)
    if counted == "all":
        assert settlement.schrift == settlement.payouts


@given(hands_of_any_sheet(), st.sampled_from(("all", "simple", "none")))
@fewer
def test_what_the_schrift_counts_never_changes_the_kassa(drawn: DrawnHand, counted: str) -> None:
    rules, hand = drawn
    other = replace(hand, options=dict(hand.options) | {"schrift_kontra": counted})
    assert settle(other, rules).payouts == settle(hand, rules).payouts


# Renonce


@pytest.mark.parametrize(
    "slug", [slug for slug in SLUGS if published()[slug].renonce is not RenonceCustom.OPEN]
)
def test_after_a_renonce_everybody_else_is_paid_as_for_a_won_hand(slug: str) -> None:
    """Settled once for each of them: their side has won the game and all that was announced."""
    rules = published()[slug]
    revoked = [hand for hand in many_hands(slug) if hand.revoke is not None]
    assert len(revoked) > 200
    for hand in revoked:
        assert hand.revoke is not None
        paid = settle(hand, rules).payouts
        others = [player for player in hand.players if player not in hand.revoke.offenders]
        fair = {player: paid[player] - hand.revoke.claims.get(player, 0) for player in others}
        contract = rules.contracts[hand.games[0].contract]
        if contract.kind is Kind.TRISCHAKEN or rules.renonce is RenonceCustom.PRICE_TO_EACH:
            assert len(set(fair.values())) == 1, hand
        elif rules.beside_valat is BesideValat.ALL or not any(p.premium == "valat" for p in hand.premiums):
            for player in others:
                assert fair[player] == settle(won_for(player, hand), rules).payouts[player], (player, hand)


def won_for(player: str, hand: Hand) -> Hand:
    """The same hand, fairly played and won by this player's side, with every announcement."""
    own = {hand.games[0].declarer, hand.games[0].partner}
    side = own if player in own else set(hand.players) - own
    games = tuple(replace(game, won=player in (game.declarer, game.partner)) for game in hand.games)
    premiums = tuple(replace(premium, made=premium.by in side) for premium in hand.premiums)
    return replace(hand, games=games, premiums=premiums, revoke=None)


# Facts and records


@of_each_sheet
def test_a_record_is_read_as_it_was_written(slug: str, data: st.DataObject) -> None:
    rules = published()[slug]
    hand = data.draw(hands(slug))
    record = to_dict(hand, rules)
    arrived = json.loads(json.dumps(record))
    assert arrived == record
    assert from_dict(arrived, rules) == hand
    assert to_dict(from_dict(arrived, rules), rules) == record


@given(evenings_of_any_sheet())
@fewer
def test_a_record_of_a_sheet_is_read_as_it_was_written(drawn: DrawnSheet) -> None:
    rules, sheet = drawn
    found, wrong, _ = read_sheet(json.loads(json.dumps(sheet_record(sheet, rules))), rules)
    assert found == sheet
    assert not wrong


@any_hand
def test_the_order_in_which_premiums_and_kontras_are_written_pays_nothing(drawn: DrawnHand) -> None:
    rules, hand = drawn
    games = tuple(replace(g, kontras=dict(reversed(list(g.kontras.items())))) for g in hand.games)
    turned = replace(hand, games=games, premiums=hand.premiums[::-1])
    assert settle(turned, rules).payouts == settle(hand, rules).payouts
    assert settle(turned, rules).schrift == settle(hand, rules).schrift
    assert settle(turned, rules).triggers == settle(hand, rules).triggers


@any_hand
def test_won_may_stand_beside_points_or_tricks_and_has_to_agree_with_them(drawn: DrawnHand) -> None:
    rules, hand = drawn
    game = hand.games[0]
    assume(game.points is not None or game.tricks is not None)
    said = {
        won: replace(hand, games=(replace(game, won=won), *hand.games[1:])) for won in (None, True, False)
    }
    problems = {
        won: [problem.code for problem in problems_with(version, rules)] for won, version in said.items()
    }
    assert problems.pop(None) == []
    by = "points" if game.points is not None else "tricks"
    assert sorted(problems.values()) == [[], [f"result_contradicts_{by}"]]
    agreeing = next(won for won in problems if not problems[won])
    assert settle(said[agreeing], rules) == settle(said[None], rules)


# Sheets of hands


@of_each_sheet
def test_replaying_a_sheet_gives_the_same_rows_and_totals_are_the_sums(
    slug: str, data: st.DataObject
) -> None:
    rules = published()[slug]
    sheet = data.draw(evenings(slug))
    rows = rows_of(sheet, rules)
    assert rows == rows_of(sheet, rules)
    assert len(rows) == sum(isinstance(entry, Hand | Void) for entry in sheet.entries)
    kassa: dict[str, Any] = {}
    schrift: dict[str, Any] = {}
    for row in rows:
        if row.settlement is not None:
            for player in row.players:
                kassa[player] = kassa.get(player, 0) + row.settlement.payouts[player]
                schrift[player] = schrift.get(player, 0) + row.settlement.schrift[player]
        assert row.totals == {player: kassa.get(player, 0) for player in row.totals}
        assert row.schrift_totals == {player: schrift.get(player, 0) for player in row.schrift_totals}
        assert set(row.totals) == set(row.schrift_totals) >= set(row.players) | set(row.sitting_out)
        assert sum(row.totals.values()) == sum(row.schrift_totals.values()) == 0


@given(evenings_of_any_sheet())
def test_a_hand_is_settled_in_a_sheet_as_it_is_alone(drawn: DrawnSheet) -> None:
    rules, sheet = drawn
    rules = rules.under(sheet.options)
    for row in rows_of(sheet, rules):
        entry = row.fact.entry
        if isinstance(entry, Hand):
            alone = replace(entry, players=row.players, radl=row.radl)
            assert problems_with(alone, rules) == ()
            assert row.settlement == settle(alone, rules)
            assert set(row.triggers) >= set(settle(alone, rules).triggers)
        else:
            assert row.settlement is None
            assert row.triggers == ()


@given(evenings_of_any_sheet(), st.lists(st.integers(0, 8), max_size=4))
def test_the_deal_the_seats_and_the_radl_follow_from_the_entries_before(
    drawn: DrawnSheet, calls: list[int]
) -> None:
    """Derived a second time, in the plainest way; in some of the evenings double rounds are called."""
    rules, sheet = drawn
    entries = list(sheet.entries)
    for place in calls if rules.radl.played else ():
        entries.insert(min(place, len(entries)), CalledRadl())
    usual = rules.under(sheet.options).options
    table, dealer, owed, schluss = list(sheet.players), sheet.dealer, 0, False
    rows = iter(rows_of(replace(sheet, entries=tuple(entries)), rules))
    for entry in entries:
        inside = owed > 0 and not schluss
        begins, nesting = entry == CalledRadl(), usual["radl_nesting"]
        if isinstance(entry, Hand | Void):
            row = next(rows)
            place = table.index(dealer)
            ring = table[place + 1 :] + table[: place + 1]
            assert (row.dealer, row.players) == (dealer, tuple(ring[:4]))
            assert sorted(row.sitting_out) == sorted(ring[4:])
            assert row.radl == (schluss or owed > 0)
            if not (isinstance(entry, Void) and entry.kind == "redeal"):
                dealer = ring[0]
        if isinstance(entry, Hand):
            owed -= inside
            begins = bool(row.triggers)
            nesting = str(entry.options.get("radl_nesting", nesting))
            if entry.options.get("radl_start", usual["radl_start"]) == "called":
                assert not row.triggers
        if begins and not (inside and nesting == "ignore"):
            owed = len(table) + (0 if inside and nesting == "restart" else owed)
        if isinstance(entry, Hand | Void):
            assert row.owed == owed
        elif isinstance(entry, Seating):
            table, dealer = list(entry.players), entry.dealer
        elif isinstance(entry, Dealer):
            dealer = entry.dealer
        schluss = schluss or isinstance(entry, Schlussradl)
    assert not list(rows)


@given(evenings_of_any_sheet(), st.data())
def test_a_correction_changes_nothing_before_it(drawn: DrawnSheet, data: st.DataObject) -> None:
    rules, sheet = drawn
    played = [number for number, entry in enumerate(sheet.entries) if isinstance(entry, Hand)]
    assume(played)
    number = data.draw(st.sampled_from(played))
    before = rows_of(sheet, rules)
    row = next(row for row in before if row.fact.sort_key == number)
    corrected = data.draw(hands(rules.slug, players=row.players))
    assume(problems_with(corrected, rules.under(sheet.options)) == ())
    entry = replace(corrected, players=(), radl=False)
    entries = (*sheet.entries[:number], entry, *sheet.entries[number + 1 :])
    after = rows_of(replace(sheet, entries=entries), rules)
    earlier = [row for row in before if row.fact.sort_key < number]
    assert [row for row in after if row.fact.sort_key < number] == earlier
    here = next(row for row in after if row.fact.sort_key == number)
    assert (here.dealer, here.players, here.radl) == (row.dealer, row.players, row.radl)
    assert [(row.dealer, row.players) for row in after] == [(row.dealer, row.players) for row in before]
