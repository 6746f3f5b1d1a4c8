"""Lots are drawn, prizes are chosen in order of rank, and the day's money adds up."""

import re
from dataclasses import replace
from fractions import Fraction
from html import unescape
from itertools import permutations
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.utils import translation

from scoring.heads import announced
from scoring.models import Act
from tests.support.every import every
from tests.support.pages import html_at, text_of
from tests.support.refusals import problems_of
from tests.support.scoring.house import House
from tests.support.scoring.tables import FOUR
from tests.support.tournaments.bell import mondfang
from tests.support.tournaments.playing import Playing, address, hand, log_of
from tests.support.tournaments.prizes import TERMS, give, pay, prizes_shown, still_played, tied
from tests.support.tournaments.results_files import content
from tests.support.tournaments.standings import (
    SECOND,
    begun_at,
    file_of,
    normal,
    of,
    places,
    shown,
    three_rounds,
    words,
)
from tests.support.tournaments.table_verbs import join_table
from tournaments.cash import verbs as cash
from tournaments.cash.pages import DaySheet, came_in_by_table, came_in_for, money_of
from tournaments.engine.criteria import MONEY_SUM
from tournaments.engine.fund import shared_out
from tournaments.engine.lots import drawn_from
from tournaments.engine.terms import Overall, Scope
from tournaments.models import CashEntry, Lot, Prize, Round
from tournaments.prizes import verbs
from tournaments.prizes.pages import funds_in_words, last_of, lost_monds
from tournaments.results_file.checking import checked
from tournaments.standings.derived import ranked
from tournaments.web.lots import TieForms

__all__ = ["still_played", "three_rounds", "tied"]


ANNOUNCED = re.compile("Seed: ([A-Z2-7]{5}(?:-[A-Z2-7]{5}){3})")


def draw(playing: Playing, *names: str, **further: Any) -> Lot:
    known = playing.ids()
    asked = {"about": "choice", **further}
    if "order" in asked:
        asked["order"] = [known[name] for name in asked["order"]]
    return playing.do(verbs.draw_lot, players=[known[name] for name in names], **asked)


def choose(playing: Playing, position: int, name: str) -> None:
    playing.do(verbs.choose_prize, position=position, player=playing.ids()[name])


def taken(playing: Playing) -> list[tuple[str, str]]:
    return [(row.prize.name, row.to) for row in prizes_shown(playing).rows]


EQUALS = ("Anna", "Cilli", *SECOND)


def test_the_list_is_that_of_the_terms_until_somebody_changes_it(tied: Playing) -> None:
    assert taken(tied) == [("Schinken", ""), ("Wein", ""), ("Kaffee", "")]
    assert not Prize.objects.exists()
    tied.do(verbs.add_prize, name="  Ein   Kalender ", cents=750)
    tied.do(verbs.change_prize, position=1, name="Speck", cents=1200)
    tied.do(verbs.remove_prize, position=2)
    assert [(row.prize.position, row.prize.name, row.money) for row in prizes_shown(tied).rows] == [
        (1, "Speck", "€12.00"),
        (3, "Kaffee", ""),
        (4, "Ein Kalender", "€7.50"),
    ]
    for position in (1, 3, 4):
        tied.do(verbs.remove_prize, position=position)
    assert prizes_shown(tied).rows == ()  # the terms do not come back
    assert problems_of(tied.do, verbs.remove_prize, position=1) == {
        "form": ["This has been changed in the meantime. Please look again."]
    }
    assert problems_of(tied.do, verbs.add_prize, name=" ") == {"name": ["Please give a name."]}
    assert "name" in problems_of(tied.do, verbs.add_prize, name="x" * 81)
    assert list(problems_of(tied.do, verbs.add_prize, name="Buch", sponsor="x" * 81)) == ["sponsor"]
    for cents in (0, -5, 100_001):
        assert problems_of(tied.do, verbs.add_prize, name="Buch", cents=cents) == {
            "cents": ["An amount up to 1000, or nothing."]
        }


def test_the_first_chooses_at_once_and_equals_draw_a_lot_first(tied: Playing) -> None:
    found = prizes_shown(tied)
    assert found.turn is not None
    assert found.turn.name == "Bert"
    assert [(tie.about == "choice", set(tie.names)) for tie in found.ties] == [(True, set(EQUALS))]
    choose(tied, 2, "Bert")
    assert prizes_shown(tied).turn is None
    assert problems_of(choose, tied, 1, "Anna") == {
        "form": ["Nobody has to choose now. What is left can be given by hand."]
    }
    lot = draw(tied, *EQUALS, order=["Gast 3", "Anna", "Cilli", "Emil", "Gast 1", "Gast 2"])
    found = prizes_shown(tied)
    assert not found.ties
    assert [player.name for player in found.order] == ["Bert", "Gast 3"]
    assert found.turn is not None
    assert found.turn.name == "Gast 3"
    assert problems_of(choose, tied, 1, "Anna") == {"form": ["It is Gast 3's turn to choose."]}
    assert problems_of(choose, tied, 2, "Gast 3") == {"form": ["Bert already has “Wein”."]}
    choose(tied, 3, "Gast 3")
    assert taken(tied) == [("Schinken", ""), ("Wein", "Bert"), ("Kaffee", "Gast 3")]
    assert prizes_shown(tied).turn is None
    assert [row.rank for row in shown(tied).rows] == [1, 2, 2, 2, 2, 2, 2, 8]  # the rank stays shared
    give(tied, 1, "Anna")  # who did not choose by the lot, as little as Bert, who was first anyway
    withdraw = {"lot": lot, "reason": "verlesen"}
    assert problems_of(tied.do, verbs.withdraw_lot, **withdraw) == {
        "form": ["Gast 3 has chosen “Kaffee” by this lot. Please take that choice back first."]
    }
    tied.do(verbs.take_back_prize, position=3)
    tied.do(verbs.withdraw_lot, **withdraw)
    draw(tied, *EQUALS, order=["Cilli", "Anna", "Emil", "Gast 1", "Gast 2", "Gast 3"])
    choose(tied, 3, "Cilli")
    assert taken(tied) == [("Schinken", "Anna"), ("Wein", "Bert"), ("Kaffee", "Cilli")]


def test_the_last_choice_is_taken_back_first_and_what_is_left_is_given_by_hand(tied: Playing) -> None:
    draw(tied, *EQUALS, order=EQUALS)
    choose(tied, 1, "Bert")
    choose(tied, 2, "Anna")
    assert problems_of(tied.do, verbs.take_back_prize, position=1) == {
        "form": ["Only the last choice can be taken back; please start with that."]
    }
    assert [row.can_be_taken_back for row in prizes_shown(tied).rows] == [False, True, False]
    here = address(tied, "prizes", 1)
    assert "Anna already has “Wein”." in post(tied.client(), f"{here}2/take-back/", player="Cilli")
    tied.do(verbs.take_back_prize, position=2, player="Anna")
    tied.do(verbs.take_back_prize, position=1)
    assert problems_of(tied.do, verbs.take_back_prize, position=1) == {"form": ["Nobody has this prize."]}
    give(tied, 3, "Dora")
    assert taken(tied) == [("Schinken", ""), ("Wein", ""), ("Kaffee", "Dora")]
    assert not prizes_shown(tied).rows[2].prize.chosen
    assert prizes_shown(tied).rows[2].can_be_taken_back
    assert problems_of(give, tied, 3, "Anna") == {"form": ["Dora already has “Kaffee”."]}
    assert problems_of(tied.do, verbs.remove_prize, position=3) == {
        "form": ["Somebody has this prize. Please take it back first."]
    }
    for player in ("", "abc", "²"):
        assert problems_of(tied.do, verbs.give_prize, position=1, player=player) == {
            "player": ["Please choose somebody in this tournament."]
        }


def test_nobody_chooses_while_the_round_is_played(still_played: Playing) -> None:
    assert problems_of(choose, still_played, 1, "Bert") == {"form": ["Round 1 is running."]}
    assert problems_of(give, still_played, 1, "Bert") == {"form": ["Round 1 is running."]}
    assert problems_of(draw, still_played, *EQUALS) == {"form": ["Round 1 is running."]}


def test_a_lot_comes_from_its_seed_and_anybody_can_repeat_it(tied: Playing) -> None:
    for seed in ("x" * 41, "\x07"):
        assert list(problems_of(draw, tied, *EQUALS, seed=seed)) == ["seed"]
    lot = draw(tied, *EQUALS, seed="Sküs")
    registered = [tied.ids()[name] for name in EQUALS]
    assert lot.order == drawn_from("Sküs", registered)
    assert sorted(lot.order) == sorted(registered)
    assert (lot.seed, lot.about, lot.round) == ("Sküs", "choice", tied.round())
    drawn = {tuple(drawn_from(str(number), "abc")) for number in range(60)}
    assert drawn == set(permutations("abc"))  # every order comes


def test_a_lot_is_drawn_once_between_equals_until_it_is_withdrawn_with_a_reason(tied: Playing) -> None:
    nothing = {"form": ["Lots no longer have to be drawn between these people."]}
    for names in (("Anna", "Bert"), ("Anna", "Cilli"), (*EQUALS, "Dora")):
        assert problems_of(draw, tied, *names) == nothing
    assert problems_of(draw, tied, *EQUALS, about="rank") == nothing
    assert problems_of(draw, tied, *EQUALS, order=["Anna", "Anna", "Cilli", *SECOND[1:]]) == {
        "order": ["Please give everybody a different place."]
    }
    lot = draw(tied, *EQUALS)
    assert problems_of(draw, tied, *EQUALS, seed="noch einmal") == nothing
    assert problems_of(tied.do, verbs.withdraw_lot, lot=lot, reason=" ") == {
        "reason": ["Please give the reason."]
    }
    tied.do(verbs.withdraw_lot, lot=lot, reason="Zettel lag noch im Hut")
    assert problems_of(tied.do, verbs.withdraw_lot, lot=lot, reason="noch einmal") == {
        "form": ["This has been changed in the meantime. Please look again."]
    }
    assert prizes_shown(tied).ties


def test_all_lots_of_a_round_are_drawn_by_one_press_as_announced(house: House) -> None:
    playing = begun_at(house, replace(TERMS, round_criteria=("bust_last", "balance", "lot")), FOUR)
    playing.play(1, normal("Bert", "Dora"))
    playing.close()
    page = playing.client().get(address(playing, "lots", 1))
    every = [tie.letters for tie in page.context["drawing"]]
    assert "Draw all 2 lots, each from its announced seed" in text_of(page)
    sent = {"deed": str(uuid4()), "every": [*every, "neverannounced"]}
    assert "2 lots are drawn." in playing.told("lots", 1, **sent)
    drawn = list(playing.tournament.lots.order_by("at"))
    assert [announced(lot.seed, lot.order) for lot in drawn] == every
    assert all(lot.was_announced for lot in drawn)
    playing.told("lots", 1, **sent)  # tapped twice
    assert "These lots have been drawn already." in playing.told("lots", 1, every=every)
    assert playing.tournament.lots.count() == 2
    assert not [row.name for row in shown(playing).rows if row.tied]


def test_overall_nothing_is_drawn_or_given_while_rounds_are_still_to_come(at_the_cup: Playing) -> None:
    players = [at_the_cup.ids()[name] for name in FOUR]
    call = {"about": "rank", "players": players, "round_": None}
    assert problems_of(at_the_cup.do, verbs.draw_lot, **call) == {
        "form": ["Round 1 is running. Please close it first."]
    }
    at_the_cup.level(1)
    at_the_cup.close()
    assert problems_of(at_the_cup.do, verbs.draw_lot, **call) == {
        "form": ["There are still rounds to come. To stop early, finish the tournament first."]
    }
    at_the_cup.finish()
    assert sorted(at_the_cup.do(verbs.draw_lot, **call).order) == sorted(players)


def test_where_the_lot_ranks_it_also_says_who_chooses(house: House) -> None:
    playing = begun_at(house, replace(TERMS, round_criteria=("bust_last", "balance", "lot")), FOUR)
    playing.play(1, normal("Bert", "Dora"))
    playing.close()
    assert [(tie.about == "choice", tie.names) for tie in prizes_shown(playing).ties] == [
        (False, ("Bert", "Dora")),
        (False, ("Anna", "Cilli")),
    ]
    draw(playing, "Bert", "Dora", about="rank", order=["Dora", "Bert"])
    assert places(shown(playing)) == [
        ("1", "Dora", ""),
        ("2", "Bert", "by lot"),
        ("3=", "Anna", ""),
        ("3=", "Cilli", ""),
    ]
    assert [player.name for player in prizes_shown(playing).order] == ["Dora", "Bert"]


def test_ranked_per_table_the_first_of_all_tables_draw_who_chooses(house: House) -> None:
    playing = begun_at(house, replace(TERMS, scope=Scope.TABLE), FOUR, SECOND)
    for table, winners in ((1, ("Bert", "Dora")), (1, ("Bert", "Cilli")), (2, ("Emil", "Gast 1"))):
        playing.play(table, normal(*winners))
    playing.play(2, normal("Emil", "Gast 2"))
    playing.close()
    assert [tie.names for tie in prizes_shown(playing).ties] == [("Bert", "Emil")]
    draw(playing, "Bert", "Emil", order=["Emil", "Bert"])
    assert [player.name for player in prizes_shown(playing).order] == ["Emil", "Bert"]


def test_a_list_of_prizes_has_an_end(tied: Playing) -> None:
    Prize.objects.bulk_create(
        Prize(tournament=tied.tournament, round=tied.round(), position=position, name="Buch")
        for position in range(1, 201)
    )
    assert problems_of(tied.do, verbs.add_prize, name="Buch") == {"name": ["At most 200 prizes."]}
    pay(tied, *FOUR)
    shared = {"shares": [10000], "step": 100, "expected": [1200]}
    assert problems_of(tied.do, verbs.share_out_fund, **shared) == {"form": ["At most 200 prizes."]}
    assert Prize.objects.filter(share__isnull=False).count() == 0


# The pages


def post(client: Client, where: str, **fields: str) -> str:
    """What the page says after the form was sent."""
    client.cookies["language"] = "en"
    return text_of(client.post(where, {"deed": str(uuid4()), **fields}, follow=True))


@pytest.mark.parametrize("page", ["prizes", "lots", "certificates"])
def test_those_of_each_round_and_of_all_are_one_page_whose_title_leads_to_the_others(
    tied: Playing, page: str
) -> None:
    bert = tied.client()
    for round_, title in (([], "All rounds"), ([1], "Round 1")):
        here = bert.get(address(tied, page, *round_))
        assert here.resolver_match.url_name == page
        ways = here.context["periods"]
        assert [way["words"] for way in ways] == ["All rounds", "Round 1"]
        assert [way["words"] for way in ways if way["current"]] == [title]
        assert [way["address"] for way in ways] == [address(tied, page), address(tied, page, 1)]


def test_of_the_whole_day_the_director_is_told_who_lost_the_mond_and_who_is_last(playing: Playing) -> None:
    playing.agree(overall=Overall.SUM, overall_criteria=MONEY_SUM)
    playing.register(SECOND)
    playing.begin(tables=[FOUR, SECOND])
    playing.play(1, mondfang())
    playing.play(2, hand(*SECOND[:2]))
    playing.close()
    names = playing.tournament.evening.names()
    assert [tuple(mond) for mond in lost_monds(playing.tournament, names)] == [(1, 1, 1, ["Anna", "Bert"])]
    last = [(3, name) for name in FOUR] + [(7, name) for name in SECOND[2:]]
    assert sorted(last_of(ranked(playing.tournament), names)) == last
    page = words(playing.client("Bert"), address(playing, "prizes"))
    assert "Round 1, table 1, hand 1: Anna / Bert" in page
    assert f"7. {SECOND[3]}" in page
    assert "Consolation" not in words(playing.client("Cilli"), address(playing, "prizes"))


def test_the_seed_of_a_lot_is_fixed_before_and_another_once_it_is_withdrawn(tied: Playing) -> None:
    bert, lots = tied.house.client("Bert"), address(tied, "lots", 1)
    key = ",".join(prizes_shown(tied).ties[0].players)
    [before] = ANNOUNCED.findall(words(bert, lots))
    assert "cannot be read" in post(bert, lots, about="choice", players=key, seed="U\u202ehu")
    said = post(bert, lots, about="choice", players=key, seed="")
    lot = Lot.objects.get()
    assert announced(lot.seed, lot.order) == before
    assert f"seed “{lot.seed}” · announced beforehand as {before}" in said
    seen, _summary, folded = html_at(bert, address(tied, "standings", 1)).partition("How they were drawn")
    assert 'class="fold on-screen"' in seen.rpartition("<details")[2], "no paper is used for seeds"
    assert before in folded
    assert before not in seen
    tied.do(verbs.withdraw_lot, lot=lot, reason="verzählt")
    assert ANNOUNCED.findall(words(bert, lots)) != [before]
    assert "seed “Uhu” · typed" in post(bert, lots, about="choice", players=key, seed="Uhu")
    assert sum("from a typed seed, “Uhu”" in told for told in log_of("draw_lot")) == 1


def test_a_lot_drawn_by_hand_is_recorded_on_the_page(tied: Playing) -> None:
    bert, lots = tied.house.client("Bert"), address(tied, "lots", 1)
    tie = prizes_shown(tied).ties[0]
    sent = {"about": tie.about, "players": ",".join(tie.players), "how": "hand"}
    wrong = {f"place_{player}": "1" for player in tie.players}
    assert "Please give everybody a different place." in post(bert, lots, **sent, **wrong)
    missing = {f"place_{player}": "" for player in tie.players}
    assert "A place from 1 to 6." in post(bert, lots, **sent, **missing)
    places_ = {f"place_{player}": str(6 - number) for number, player in enumerate(tie.players)}
    sent |= {"deed": str(uuid4())}
    assert "drawn by hand" in post(bert, lots, **sent, **places_)
    assert "Nothing was done a second time." in post(bert, lots, **sent, **places_)
    del sent["deed"]
    assert "Lots no longer have to be drawn" in post(bert, lots, **sent, **places_)
    assert Lot.objects.get().order == list(reversed(tie.players))
    [said] = log_of("draw_lot")
    assert said.startswith("recorded a lot drawn by hand (Herbstturnier, round 1): ")
    withdraw = address(tied, "withdraw_lot", Lot.objects.get().pk)
    assert "Please give the reason." in post(bert, withdraw, reason="")
    assert "The lot has been withdrawn." in post(bert, withdraw, reason="verzählt")


def test_a_seed_or_places_sent_for_some_are_not_read_into_the_forms_of_others(rf: RequestFactory) -> None:
    ties = [[("1", "Anna"), ("2", "Bert")], [("3", "Cilli"), ("4", "Dora")]]

    def read(request: HttpRequest) -> list[tuple[bool, bool]]:
        forms = [TieForms(request, number, players, "own seed") for number, players in enumerate(ties)]
        return [(tie.seed.is_bound, tie.order.is_bound) for tie in forms]

    sent = {"about": "rank", "players": "1,2"}
    assert read(rf.post("/", {**sent, "seed": "Uhu"})) == [(True, False), (False, False)]
    assert read(rf.post("/", {**sent, "how": "hand"})) == [(False, True), (False, False)]


def test_prizes_are_added_changed_and_removed_on_the_page(tied: Playing) -> None:
    bert, here = tied.house.client("Bert"), address(tied, "prizes", 1)
    assert "An amount such as 12 or 7.50, or nothing." in post(bert, f"{here}add/", name="Buch", cents="viel")
    assert "Please say what the prize is." in post(bert, f"{here}add/", name="", cents="3")
    assert "Buch · €7.50" in post(bert, f"{here}add/", name="Buch", cents="7,50")
    assert "Rauchschinken · €12.00" in post(bert, f"{here}1/", name="Rauchschinken", cents="12")
    bert.cookies["language"] = "en"
    assert 'value="7.50"' in bert.get(f"{here}4/").content.decode()
    assert "Wein" not in post(bert, f"{here}2/remove/")
    assert bert.get(f"{here}2/").status_code == 404


# Money


def day(playing: Playing) -> DaySheet:
    with translation.override("en"):
        return money_of(of(playing))


def test_the_money_of_the_day_is_fees_less_prizes(tied: Playing) -> None:
    """Round 1: three of eight paid 3 €, 9 €; prizes of 5 € given and 4 € still there. Round 2: one of two."""
    pay(tied, "Anna", "Bert", "Emil")
    for name, cents in (("Krapfen", 500), ("Torte", 400)):
        tied.do(verbs.add_prize, name=name, cents=cents)
    give(tied, 4, "Dora")
    give(tied, 1, "Bert")  # a ham has no amount
    tied.check_in(2, names=["Anna", "Dora"])
    pay(tied, "Dora", number=2)
    first, second = day(tied).rounds
    assert (first.fees.came_in, first.out, first.result) == (900, 500, 400)
    assert (first.fees.paid, len(first.unpaid), first.open, first.still_there) == (3, 5, 1500, 400)
    assert [person.name for person in first.unpaid] == ["Cilli", "Dora", "Gast 1", "Gast 2", "Gast 3"]
    assert (second.fees.came_in, second.out, second.open) == (300, 0, 300)
    everything = day(tied).sum
    assert (everything.fees.came_in, everything.out, everything.result, everything.open) == (
        1200,
        500,
        700,
        1800,
    )
    assert first.in_kind == (("Schinken", "Bert"),)
    tied.tournament.entrants.filter(participant=tied.ids()["Gast 3"]).update(house=True)  # owes nothing
    assert day(tied).sum.open == 1800 - 300


# What a sponsor gives, and what changes afterwards


def test_what_a_sponsor_gives_is_named_and_costs_nothing(tied: Playing) -> None:
    tied.do(verbs.add_prize, name="Fernseher", cents=50000, sponsor="Sparkasse")
    give(tied, 4, "Dora")
    assert day(tied).sum.out == 0
    assert day(tied).rounds[0].in_kind == (("Fernseher (given by Sparkasse)", "Dora"),)
    shown = words(tied.house.client("Bert"), address(tied, "prizes", 1))
    assert "Fernseher · €500.00 Dora (given by hand) · given by Sparkasse" in shown


def test_a_correction_after_prizes_were_chosen_is_said_on_their_page(tied: Playing) -> None:
    """Bert had won three of four hands and chose; then the last one goes. Nothing is wrong for verify."""
    here = address(tied, "prizes", 1)
    bert = tied.house.client("Bert")
    choose(tied, 1, "Bert")
    assert "If a hand or a result is corrected now" in words(bert, here)
    tied.change(Act.TAKE_OUT, tied.sheet().entries.latest("seq"))
    said = words(bert, here)
    assert "The standings have changed since these prizes were chosen" in said


# Shares of what came in


def test_shares_of_what_came_in_are_shown_with_their_rounding_and_put_on_the_list(tied: Playing) -> None:
    """Eight paid 3 €: 24 €. 50, 30 and 15 percent in whole euros are 12, 7 and 3; 2 € stay in the till."""
    pay(tied, *FOUR, *SECOND)
    bert = tied.house.client("Bert", "en")
    path = address(tied, "share_out", 1)
    form = {"shares": "50 30 15", "step": "100", "do": "look", "deed": str(uuid4())}
    look = bert.post(path, form)
    text = text_of(look)
    assert "Came in €24.00" in text
    assert "Prize money, place 2 (30%: €7.20) €7.00" in text
    assert "Prizes together €22.00 Stays in the till, with what was rounded off €2.00" in text
    assert not Prize.objects.exists()
    done = bert.post(path, {**form, "do": "save", "looked": "1200 700 300"})
    assert done.status_code == 302
    assert [(row.prize.name, row.prize.cents, row.share) for row in prizes_shown(tied).rows][3:] == [
        ("Prize money, place 1", 1200, "50%"),
        ("Prize money, place 2", 700, "30%"),
        ("Prize money, place 3", 300, "15%"),
    ]
    again = {**form, "shares": "50", "deed": str(uuid4()), "do": "save", "looked": "1200"}
    tied.do(verbs.change_prize, position=6, name="Trostpreis", cents=300, sponsor="Post")
    looked = bert.post(path, again)  # in place of those that nobody has
    assert bert.post(path, {**again, "looked": looked.context["looked"]}).status_code == 302
    names = [row.prize.name for row in prizes_shown(tied).rows]
    assert names == ["Schinken", "Wein", "Kaffee", "Prize money, place 1"]
    told = "shared out what came in as prizes (Herbstturnier, round 1): 50%, €12.00"
    assert told in log_of("share_out_fund")


def test_what_came_in_meanwhile_is_looked_at_again_and_given_shares_stay(tied: Playing) -> None:
    pay(tied, *FOUR)
    bert = tied.house.client("Bert", "en")
    path = address(tied, "share_out", 1)
    form = {"shares": "50", "step": "1", "do": "save", "deed": str(uuid4()), "looked": "600"}
    pay(tied, *SECOND)
    assert "None of it is saved yet." in (page := bert.post(path, form).content.decode())
    assert "€12.00" in page
    assert not Prize.objects.exists()
    assert bert.post(path, {**form, "looked": "1200"}).status_code == 302
    give(tied, 4, "Dora")
    form["looked"] = bert.post(path, {**form, "do": "look"}).context["looked"]
    refused = bert.post(path, {**form, "deed": str(uuid4())}).content.decode()
    assert "Somebody has one of the shares already. Please take it back first." in refused


@every(
    "paid, expected, told",
    [
        (0, 0, {"form": ["No money has come in that could be shared out."]}),
        (300, 300, {"form": ["This has been changed in the meantime. Please look again."]}),
        (100_000, 200_000, {"shares": ["A prize is at most 1000."]}),
    ],
)
def test_what_cannot_be_shared_out_is_refused(
    tied: Playing, paid: int, expected: int, told: dict[str, list[str]]
) -> None:
    pay(tied, "Anna", "Bert")
    tied.round().attendances.filter(paid__isnull=False).update(paid=paid)
    asked = {"shares": [10000], "step": 1, "expected": [expected]}
    assert problems_of(tied.do, verbs.share_out_fund, **asked) == told
    assert not Prize.objects.exists()


def test_a_part_of_a_cent_that_came_in_is_told() -> None:
    fund = shared_out(Fraction(1000, 3), [10_000], 1)
    with translation.override("en"):
        [shown] = funds_in_words([verbs.SharedFund("", fund)], "EUR")
    assert (shown["came_in"], shown["together"], shown["left"]) == (
        "€3.33 + ⅓ cent",
        "€3.33",
        "€0.00 + ⅓ cent",
    )


def test_each_table_by_itself_shares_what_its_own_people_paid_and_a_latecomer(still_played: Playing) -> None:
    still_played.do(join_table, table=still_played.table(), name="Xaver")
    still_played.close()
    pay(still_played, "Anna", "Xaver", "Emil")
    asked = {"shares": [10000], "step": 50, "by_table": True, "expected": [600, 300]}
    with translation.override("en"):
        still_played.do(verbs.share_out_fund, **asked)
    assert [(row.prize.name, row.prize.cents) for row in prizes_shown(still_played).rows][3:] == [
        ("Prize money, table 1, place 1", 600),
        ("Prize money, table 2, place 1", 300),
    ]
    prizes = file_of(still_played)["prizes"]
    assert sum(prize.get("share", 0) for prize in prizes) == 20_000
    assert "/prizes" not in {finding.pointer for finding in checked(content(file_of(still_played))).findings}


def test_a_day_ticket_counts_in_equal_parts_for_all_rounds_and_sponsors_overall(tied: Playing) -> None:
    tied.agree(ticket=1000)
    playing = of(tied)
    tied.do(cash.sell_tickets, entrants=[tied.entrant("Anna").pk])
    tied.do(cash.note_cash, kind=CashEntry.Kind.SPONSOR, name="Sparkasse", cents=5000)
    tied.do(cash.note_cash, kind=CashEntry.Kind.IN, name="Wechselgeld", cents=9900)
    assert came_in_for(playing, tied.round()) == Fraction(1000, playing.terms.rounds)
    assert came_in_for(playing, None) == 6000
    Round.objects.create(tournament=playing, number=playing.terms.rounds)
    Round.objects.create(tournament=playing, number=playing.terms.rounds + 1)  # added
    in_all = playing.rounds.count()
    assert in_all > playing.terms.rounds
    assert came_in_for(playing, tied.round()) == Fraction(1000, in_all)
    assert came_in_by_table(tied.round()) == {1: Fraction(1000, in_all), 2: 0}


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("viel", "Percentages with spaces between them, such as 50 30 20."),
        ("60 50", "More than nothing each, and together 100 at most, please."),
        ("0", "More than nothing each, and together 100 at most, please."),
        (" ".join("1" * 21), "At most 20 shares."),
    ],
)
def test_what_are_no_shares_is_told_beside_the_field(tied: Playing, typed: str, told: str) -> None:
    bert = tied.house.client("Bert", "en")
    sent = {"shares": typed, "step": "100", "do": "look", "deed": str(uuid4())}
    page = bert.post(address(tied, "share_out", 1), sent).content.decode()
    assert told in unescape(page)
    assert f'value="{typed}"' in page
