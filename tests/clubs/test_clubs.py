"""Some clubs' own sheets: what the printed rules leave to a club is said by data, and worked out by hand."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.engine.cards import pack_of
from scoring.engine.customs import RenonceCustom
from scoring.engine.facts import Game, Hand, Premium, Renonce
from scoring.engine.loading import resolved, rules_from, tidied
from scoring.engine.loading.reading import with_half
from scoring.engine.problems import problems_with
from scoring.engine.rules import PagatkassaTerms
from scoring.engine.settling import settle
from scoring.rules import data_of, published, read
from scoring.rules.comparing import differences
from scoring.rules.exporting import exported
from scoring.rules.printing import speiszettel
from tests.support.clubs.clubs import CLUBS, FOLDER, club, club_data
from tests.support.engine.examples import otherwise
from tests.support.engine.rulebook import rulebook


@pytest.mark.parametrize("slug", CLUBS)
def test_every_example_and_table_of_a_club_comes_out_as_worked_out_by_hand(slug: str) -> None:
    book = rulebook(slug, FOLDER)
    assert book.all_examples
    assert otherwise(book, club(slug)) == {}


@pytest.mark.parametrize("slug", CLUBS)
def test_a_clubs_sheet_can_be_printed(slug: str) -> None:
    for language in ("de", "en"):
        assert speiszettel(club(slug), language).games


def test_what_a_sheet_says_about_money_is_what_an_evening_begins_with() -> None:
    rules = club("freitag")
    assert rules.cents_per_point == 10
    assert rules.pagatkassa == PagatkassaTerms(stake=50, start=100, start_again=False, ceiling=1000)


def test_a_radl_without_a_length_is_as_long_as_the_table() -> None:
    assert [len(published()["standard"].radl.round_of(people)) for people in (4, 5, 6)] == [4, 5, 6]
    assert [len(club("freitag").radl.round_of(people)) for people in (4, 5, 6)] == [4, 4, 4]


def test_a_mondfang_between_two_who_both_revoked_is_paid_to_nobody() -> None:
    rules = replace(club("donnerstag"), renonce=RenonceCustom.INDEMNIFY, shared_renonce=True)
    mondfang = Premium("mondfang", "Bert", announced=True, against="Cilli")
    revoked = Hand(
        ("Anna", "Bert", "Cilli", "Dora"),
        (Game("dreier", "Bert"),),
        (mondfang,),
        revoke=Renonce("Bert", {}, ("Cilli",)),
    )
    assert problems_with(revoked, rules) == ()
    assert [line.subject for line in settle(revoked, rules).lines] == ["dreier"]
    alone = replace(revoked, revoke=Renonce("Bert"))
    assert [line.subject for line in settle(alone, rules).lines] == ["dreier", "mondfang"]


def test_once_karlsruhe_has_a_price_several_offenders_share_it() -> None:
    """A Dreier is 8: Bert gets 24 and Dora 8, in full, and the two who revoked pay half of the 32 each."""
    rules = replace(published()["karlsruhe"], renonce=RenonceCustom.INDEMNIFY)
    game = Game("dreier", "Bert")
    revoked = Hand(("Anna", "Bert", "Cilli", "Dora"), (game,), revoke=Renonce("Anna", {}, ("Cilli",)))
    assert problems_with(revoked, rules) == ()
    assert settle(revoked, rules).amounts == (-16, 24, -16, 8)


def test_amounts_go_in_halves_only_where_something_is_worth_half_a_point() -> None:
    data = club_data("dienstag")
    without = {key: row for key, row in data["contracts"].items() if key != "trischaken"}
    untied = tidied({**data, "contracts": without, "shared_renonce": False})
    assert rules_from(untied, "dienstag").step == Fraction(1, 2)
    assert rules_from({**untied, "shared_renonce": True}, "dienstag").step == Fraction(1, 12)
    whole = tidied(
        {
            **resolved("cup", read),
            "shared_renonce": False,
            "contracts": without | {"bettler": {**without["bettler"], "value": 2}},
        }
    )
    for row in (*whole["contracts"].values(), *whole["premiums"].values()):
        for name, value in row.items():
            if isinstance(value, str) and with_half(value):
                row[name] = 8
    assert rules_from(whole, "cup").step == 1


def test_the_total_of_the_pack_matters_and_its_limits_follow() -> None:
    rules = club("mittwoch")
    assert (rules.all_points, rules.most_points) == (71, 71)
    card = " ".join(sentence for matter in speiszettel(rules, "de").customs for sentence in matter.sentences)
    assert "36 von 71" in card
    assert all(sum(map(int, points.split(", "))) == 71 for points in re.findall(r"([0-9, ]+) Punkte:", card))
    found = [
        difference.in_words("de")
        for difference in differences(resolved("zwanzigerrufen", read), club_data("mittwoch"))
    ]
    assert "Punkte im Ganzen: – → 71" in found


def test_the_cards_of_the_pack_and_of_the_talon_are_two_numbers_of_the_sheet() -> None:
    assert (pack_of(club("neujahr")).tricks, pack_of(club("mittwoch")).tricks) == (9, 12)
    assert pack_of(published()["zwanzigerrufen"])[:2] == (40, 0), "as usual where two play without a king"
    card = " ".join(
        sentence for matter in speiszettel(club("neujahr"), "de").customs for sentence in matter.sentences
    )
    assert "Gespielt wird mit 42 Karten, 6 davon im Talon." in card
    without = {**club_data("neujahr"), "pack_cards": 40, "talon_cards": 0}
    assert pack_of(rules_from(tidied(without), "neujahr")).tricks == 10


def test_a_sheet_without_kontra_says_so_and_nothing_else_of_it() -> None:
    card = speiszettel(club("mittwoch"), "de")
    assert card.kontra == ()
    assert card.of_kontra == ("Kontra gibt es nicht.",)
    assert not any("kontrier" in premium for premium in card.of_premiums)


def test_halves_are_printed_as_they_are_written_by_hand() -> None:
    card = speiszettel(club("dienstag"), "de")
    values = {row.label: row.value for row in card.games}
    assert (values["Bettler"], values["Sechserdreier"], values["Uhurufer"]) == (
        "2½",
        "4 (−7½)",
        "1 + II = 4½",
    )
    prices = {row.label: (row.silent, row.announced) for row in card.premiums}
    assert prices["Uhu"] == ("1½", "3½")
    found = [
        difference.in_words("de") for difference in differences(resolved("cup", read), club_data("dienstag"))
    ]
    assert "Bettler 4 → 2½" in found
    assert exported(data_of(exported(club_data("dienstag")))) == exported(club_data("dienstag"))
