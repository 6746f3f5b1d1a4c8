"""What is grey before anybody taps it is what the rules would refuse."""

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scoring.engine.answers import answer
from scoring.engine.customs import Whose
from scoring.engine.explaining import problems_in_words
from scoring.engine.facts import Game, Hand, Premium
from scoring.engine.preview import impossible_premiums, impossible_results, impossible_tricks
from scoring.engine.problems import problems_with
from scoring.engine.rules import Rules
from scoring.engine.sides import of_declarers_side
from scoring.rules import SLUGS, published
from tests.support.clubs.clubs import club
from tests.support.engine.clashes import CLASHES
from tests.support.engine.hands import build_hand, quickly_seeded
from tests.support.every import every

FOUR = ("Anna", "Bert", "Cilli", "Dora")
RUFER = Game("rufer", "Anna", partner="Bert")


def grey(hand: Hand, rules: Rules | None = None) -> set[tuple[str, str, bool]]:
    """Return which premiums are grey: key, of the declarers or the others, made."""
    return {
        (choice.premium, "ours" if choice.of_declarers else "theirs", choice.made)
        for choice in impossible_premiums(hand, rules or published()["standard"])
    }


# Card points in thirds of the Rufer's side, what is grey with them, and what is not.
WITH_POINTS: list[tuple[int, set[tuple[str, str, bool]], set[tuple[str, str, bool]]]] = [
    (
        19,
        {("trull", "ours", True), ("koenige", "ours", True)},
        {("pagat", "ours", True), ("trull", "theirs", True)},
    ),
    (120, {("valat", "ours", True)}, set()),
    (179, set(), {("mondfang", "theirs", True)}),
    (207, {("mondfang", "theirs", True)}, {("valat", "ours", True)}),
    (210, set(), {("mondfang", "theirs", True)}),  # which is refused whatever stands beside it
]


@pytest.mark.parametrize(("points", "impossible", "possible"), WITH_POINTS)
def test_with_so_many_points_some_premiums_are_grey(
    points: int, impossible: set[tuple[str, str, bool]], possible: set[tuple[str, str, bool]]
) -> None:
    found = grey(Hand(FOUR, (replace(RUFER, points=points),)))
    assert impossible <= found
    assert not possible & found


def test_beside_a_trull_of_one_side_the_other_catches_no_mond_whether_the_game_is_won_or_not() -> None:
    hand = Hand(FOUR, (RUFER,), (Premium("trull", "Anna", made=True),))
    assert ("mondfang", "theirs", True) in grey(hand)
    assert ("mondfang", "ours", True) not in grey(hand)
    assert not list(impossible_results(hand, published()["standard"]))


def test_beside_uhu_with_kakadu_the_others_make_and_announce_neither_and_its_side_misses_neither() -> None:
    rules, theirs = club("feiertag"), Premium("uhu", "Cilli", made=True)
    found = grey(Hand(FOUR, (RUFER,), (Premium("uhu_kakadu", "Anna", made=True),)), rules)
    for bird in ("uhu", "kakadu"):
        assert {(bird, "theirs", True), (bird, "theirs", False), (bird, "ours", False)} <= found
        assert (bird, "ours", True) not in found
    assert ("quapil", "theirs", True) not in found
    beside_the_bird = grey(Hand(FOUR, (RUFER,), (theirs,)), rules)
    assert ("uhu_kakadu", "ours", True) in beside_the_bird
    assert ("uhu_kakadu", "theirs", True) not in beside_the_bird


def test_beside_others_who_play_too_only_what_is_left_of_the_tricks_can_be_taken() -> None:
    bettler = [
        Game("bettler", player, tricks=taken) for player, taken in zip(FOUR, (7, 3, 0, None), strict=True)
    ]
    rules = published()["standard"]
    found = list(impossible_tricks(Hand(FOUR, tuple(bettler)), rules))
    assert {count for place, count, _others in found if place == 3} == set(range(13)) - {2}
    assert found[-1].others == (("Anna", 7), ("Bert", 3), ("Cilli", 0))
    two = Hand(FOUR, (Game("bettler", "Anna", tricks=7), Game("bettler", "Bert")))
    assert [count for place, count, _others in impossible_tricks(two, rules) if place == 1] == list(
        range(6, 13)
    )
    assert not list(impossible_tricks(Hand(FOUR, (RUFER,)), rules))


def test_with_the_king_in_the_closed_talon_there_is_no_koenig_ultimo_announced_or_not() -> None:
    hand = Hand(FOUR, (Game("solorufer", "Anna", king="talon"),))
    choices = list(impossible_premiums(hand, published()["treffpunkt"]))
    ultimo = [choice for choice in choices if choice.premium == "koenig_ultimo" and choice.of_declarers]
    assert {(choice.announced, choice.made) for choice in ultimo} == {
        (False, True),
        (True, True),
        (True, False),
    }
    assert {choice.opposite.de for choice in ultimo} == {"König im Talon"}


def test_a_game_that_a_sack_won_cannot_be_lost() -> None:
    hand = Hand(FOUR, (RUFER,), (Premium("sack1", "Anna", announced=True, made=True),))
    assert [won for won, _why in impossible_results(hand, published()["standard"])] == [False]


def test_what_contradicts_a_missed_announcement_is_said_with_names() -> None:
    missed, silent = Premium("uhu", "1", announced=True, made=False), Premium("uhu", "2", made=True)
    hand = Hand(("1", "2", "3", "4"), (Game("rufer", "1", partner="3", won=True),), (missed, silent))
    names = dict(zip("1234", FOUR, strict=True))
    (said,) = problems_in_words(problems_with(hand, published()["standard"]), names, "en")
    assert said.text.startswith("Uhu (Bert) is contained in the missed announcement (Anna):")


def test_nothing_is_grey_where_no_premiums_go_with_the_game() -> None:
    for game in (Game("piccolo", "Anna", won=True), Game("rufer", "Anna", partner="Bert", unplayed=True)):
        assert not grey(Hand(FOUR, (game,)))


@pytest.mark.parametrize("slug", sorted(published()))
def test_whatever_is_grey_is_refused(slug: str) -> None:
    """Beside every hand that can be played: tapped all the same, each choice is refused by the rules."""
    rules = published()[slug]
    played = (build_hand(quickly_seeded(seed), rules) for seed in range(200))
    tapped = [recorded for hand in played for recorded in with_each_grey_choice(hand, slug)]
    assert len(tapped) > 200
    assert [recorded for recorded in tapped if not problems_with(recorded, rules)] == []


def stands_for(tapped: Premium, premium: Premium, game: Game) -> bool:
    """Does a tap take the place of this entry? What the other side announced stays."""
    together = of_declarers_side(game, tapped.by) == of_declarers_side(game, premium.by)
    return tapped.premium == premium.premium and (together or not premium.announced)


def with_each_grey_choice(hand: Hand, slug: str) -> Iterator[Hand]:
    for choice in impossible_premiums(hand, published()[slug]):
        game = hand.games[0]
        ours = [player for player in hand.players if player in (game.declarer, game.partner)]
        by = ours[0] if choice.of_declarers else next(player for player in hand.players if player not in ours)
        tapped = Premium(choice.premium, by, announced=choice.announced, made=choice.made)
        others = tuple(premium for premium in hand.premiums if not stands_for(tapped, premium, game))
        yield replace(hand, premiums=(*others, tapped))


# What cannot have happened at one table: each line refused on every sheet, naming both sides of it


READ = tomllib.loads(Path(__file__).with_name("contradictions.toml").read_text(encoding="utf-8"))["row"]


def has_all_of_it(rules: Rules, row: dict[str, Any]) -> bool:
    """Return whether these games and premiums can be recorded on the sheet, as they are announced."""
    contract = rules.contracts.get(row["game"]["contract"])
    if contract is None or rules.slug not in row.get("sheets", SLUGS):
        return False
    return all(
        (rule := rules.premiums.get(premium["premium"])) is not None
        and rule.price(announced=premium.get("announced", False), solo=contract.solo) is not None
        for premium in row["premiums"]
    )


ROWS = [(slug, row["what"], row) for slug in SLUGS for row in READ if has_all_of_it(published()[slug], row)]
INSTEAD = [row for row in ROWS if "instead" in row[2]]


def settled(slug: str, row: dict[str, Any], premiums: list[dict[str, Any]]) -> dict[str, Any]:
    document = {
        "rules": slug,
        "players": ["Anna", "Bert", "Cilli", "Dora"],
        "games": [{"declarer": "Bert", **row["game"]}],
        "premiums": premiums,
    }
    return answer(document, published())


@every("slug, what, row", ROWS)
def test_what_excludes_each_other_is_refused_with_both_named(
    slug: str, what: str, row: dict[str, Any]
) -> None:
    refused = settled(slug, row, row["premiums"]).get("problems", [])
    assert sorted(refused) == sorted(row["refused"])


@every("slug, what, row", INSTEAD)
def test_what_is_only_near_to_it_is_settled(slug: str, what: str, row: dict[str, Any]) -> None:
    *others, _ = row["premiums"]
    assert "problems" not in settled(slug, row, [*others, row["instead"]])


@pytest.mark.parametrize("slug", SLUGS)
def test_every_two_premiums_that_exclude_each_other_are_shown_on_every_sheet(slug: str) -> None:
    shown = {
        frozenset(premium["premium"] for premium in row["premiums"])
        for sheet, _, row in ROWS
        if sheet == slug
    }
    assert [pair for pair in pairs_of(published()[slug]) if frozenset(pair) not in shown] == []


def pairs_of(rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield what excludes each other: two premiums of different sides, and whatever stands beside a Valat."""
    for clash in CLASHES:
        if {clash.one, clash.other} <= set(rules.premiums):
            yield clash.one, clash.other
    for rule in rules.premiums.values():
        if rule.key != "valat" and rule.whose is not Whose.WINNER:
            yield "valat", rule.key


@every("needs, won", [(210, True), (1, False)])
def test_a_result_that_no_cards_can_give_is_refused_and_grey(needs: int, *, won: bool) -> None:
    rules = replace(published()["standard"], needs=needs)
    problems = problems_with(Hand(FOUR, games=(replace(RUFER, won=won),)), rules)
    assert [(problem.code, problem.path) for problem in problems] == [("cards_result", "games.0.won")]
    said = problems_in_words(problems, {}, "de")
    assert f"beim Rufer ist das Spiel {'verloren' if won else 'gewonnen'}" in str(said)
    assert [result for result, _why in impossible_results(Hand(FOUR, games=(RUFER,)), rules)] == [won]
