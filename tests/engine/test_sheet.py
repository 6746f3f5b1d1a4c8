"""A table's evening: who deals, who sits out, which hands are doubled, and what the totals say."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.engine.answers import answer
from scoring.engine.customs import Jungfrauen
from scoring.engine.facts import Dealer, Game, Order, Premium, Schlussradl, Seating
from scoring.engine.loading import resolved, rules_from, tidied
from scoring.engine.result import Amount, Line, Outcome, in_twelfths
from scoring.engine.rules import Radl
from scoring.engine.sheet import SheetRow
from scoring.engine.words import line_in_words
from scoring.rules import published
from tests.support.engine.sheet import (
    FIVE,
    FOUR,
    REDEAL,
    SIX,
    STANDARD,
    STRUCK,
    drawn,
    dreier,
    for_nothing,
    hand,
    played,
    problems,
    radl,
    rufer,
    trischaken,
)
from tests.support.engine.sheets import kept

# The deal


def test_the_deal_moves_on_and_the_next_player_is_vorhand() -> None:
    rows = played(*[dreier("Anna")] * 5)
    assert [row.dealer for row in rows] == ["Dora", "Anna", "Bert", "Cilli", "Dora"]
    assert [row.players[0] for row in rows] == ["Anna", "Bert", "Cilli", "Dora", "Anna"]
    assert [row.sitting_out for row in rows] == [()] * 5


def test_with_five_at_the_table_the_dealer_sits_out() -> None:
    rows = played(dreier("Anna"), dreier("Bert"), dreier("Cilli"), players=FIVE)
    assert [(row.dealer, row.players, row.sitting_out) for row in rows] == [
        ("Emil", ("Anna", "Bert", "Cilli", "Dora"), ("Emil",)),
        ("Anna", ("Bert", "Cilli", "Dora", "Emil"), ("Anna",)),
        ("Bert", ("Cilli", "Dora", "Emil", "Anna"), ("Bert",)),
    ]


def test_with_six_at_the_table_the_dealer_and_the_player_before_him_sit_out() -> None:
    rows = played(dreier("Anna"), dreier("Bert"), players=SIX)
    assert [(row.dealer, row.players, set(row.sitting_out)) for row in rows] == [
        ("Franz", ("Anna", "Bert", "Cilli", "Dora"), {"Emil", "Franz"}),
        ("Anna", ("Bert", "Cilli", "Dora", "Emil"), {"Franz", "Anna"}),
    ]


def test_who_sits_out_keeps_the_total_and_cannot_play() -> None:
    rows = played(dreier("Anna"), dreier("Bert"), players=FIVE)
    assert rows[0].totals == {"Anna": 15, "Bert": -5, "Cilli": -5, "Dora": -5, "Emil": 0}
    assert rows[1].totals == {"Anna": 15, "Bert": 10, "Cilli": -10, "Dora": -10, "Emil": -5}
    assert problems(dreier("Emil"), players=FIVE, dealer="Emil") == [(0, "not_playing")]


def test_the_vorhand_games_follow_the_deal() -> None:
    played(rufer("Anna", "Bert"), rufer("Bert", "Anna"), rufer("Cilli", "Anna"))
    assert problems(rufer("Anna", "Bert"), rufer("Anna", "Bert")) == [(1, "only_vorhand")]


# Hands that do not count


def test_a_redeal_is_dealt_by_the_same_player_and_a_struck_hand_by_the_next() -> None:
    rows = played(REDEAL, dreier("Anna"), STRUCK, dreier("Anna"))
    assert [row.dealer for row in rows] == ["Dora", "Dora", "Anna", "Bert"]
    assert [row.settlement is None for row in rows] == [True, False, True, False]
    assert rows[2].totals == rows[1].totals


def test_hands_that_do_not_count_use_up_no_doubled_hand() -> None:
    rows = played(trischaken("Anna"), REDEAL, dreier("Anna"), STRUCK, *[dreier("Anna")] * 4)
    assert radl(rows) == "-RRRRRR-"
    assert [row.owed for row in rows] == [4, 4, 3, 3, 2, 1, 0, 0]


def test_a_void_hand_before_a_radl_tells_that_the_next_one_is_not_doubled() -> None:
    assert radl(played(STRUCK, trischaken("Bert"))) == "--"


# The Radl


@pytest.mark.parametrize("players", [FOUR, FIVE, SIX], ids=len)
def test_a_trigger_doubles_as_many_hands_as_people_sit_at_the_table(players: tuple[str, ...]) -> None:
    rows = played(trischaken("Anna"), *[dreier("Cilli")] * 2, STRUCK, players=players)
    assert rows[0].owed == len(players)
    assert [row.radl for row in rows] == [False, True, True, True]
    assert rows[-1].owed == len(players) - 2


def test_every_trigger_of_the_sheet_starts_a_radl() -> None:
    assert [row.triggers for row in played(trischaken("Anna"), drawn("Bert"))] == [
        ("trischaken",),
        ("drawn",),
    ]
    assert played(for_nothing("Anna", "Bert"))[0].triggers == ("zero_hand", "totals_zero")
    assert [row.owed for row in played(drawn("Anna"))] == [4]


def test_a_doubled_hand_is_doubled_once() -> None:
    rows = played(trischaken("Anna"), drawn("Anna"), *[dreier("Anna")] * 8, radl_nesting="append")
    assert radl(rows) == "-RRRRRRRR-"
    assert {row.settlement.payouts["Anna"] for row in rows[2:-1] if row.settlement} == {30}
    assert rows[-1].settlement is not None
    assert rows[-1].settlement.payouts["Anna"] == 15


@pytest.mark.parametrize(
    ("nesting", "doubled"),
    [("append", "-RRRRRRRR--"), ("restart", "-RRRRRR----"), ("ignore", "-RRRR------")],
)
def test_a_trigger_inside_a_radl_appends_restarts_or_counts_for_nothing(nesting: str, doubled: str) -> None:
    """The second trigger is the second of the four doubled hands."""
    rows = played(
        trischaken("Anna"), dreier("Anna"), drawn("Anna"), *[dreier("Anna")] * 8, radl_nesting=nesting
    )
    assert radl(rows) == doubled


@pytest.mark.parametrize(
    ("nesting", "doubled"),
    [("append", "-RRRRRRRR-"), ("restart", "-RRRRRRRR-"), ("ignore", "-RRRR-----")],
)
def test_the_last_doubled_hand_is_still_inside_the_radl(nesting: str, doubled: str) -> None:
    rows = played(
        trischaken("Anna"),
        *[dreier("Anna")] * 3,
        drawn("Anna"),
        *[dreier("Anna")] * 5,
        radl_nesting=nesting,
    )
    assert radl(rows) == doubled


def test_a_hand_may_say_for_itself_how_it_nests() -> None:
    second = replace(drawn("Anna"), options={"radl_nesting": "ignore"})
    assert [row.owed for row in played(trischaken("Anna"), second)] == [4, 3]
    first = replace(drawn("Anna"), options={"radl_nesting": "ignore"})
    assert [row.owed for row in played(first)] == [4], "outside a Radl a trigger always counts"


def test_a_corrected_hand_takes_its_radl_back() -> None:
    assert radl(played(trischaken("Anna"), *[dreier("Anna")] * 5)) == "-RRRR-"
    assert radl(played(dreier("Anna"), *[dreier("Anna")] * 5)) == "------"


def test_without_a_radl_on_the_sheet_nothing_is_doubled() -> None:
    rows = played(trischaken("Anna"), *[dreier("Anna")] * 4, rules=published()["standard-skoty"])
    assert radl(rows) == "-----"
    assert {row.triggers for row in rows} == {()}
    assert problems(Schlussradl(), rules=published()["cup"]) == [(0, "radl_not_here")]


# The trigger that only a club's own sheet has


CLUB = replace(STANDARD, slug="club", radl=Radl(triggers=("totals_zero",), schlussradl=True))


def test_the_totals_back_at_zero_start_a_radl_where_the_club_plays_it() -> None:
    rows = played(dreier("Anna"), dreier("Anna", won=False), dreier("Anna"), rules=CLUB)
    assert [row.triggers for row in rows] == [(), ("totals_zero",), ()]
    assert radl(rows) == "--R"


def test_only_the_totals_of_those_now_seated_are_asked_for() -> None:
    """Anna and Bert have left with 2 and -2; all who sit there now have nothing yet."""
    rows = played(
        rufer("Anna", "Cilli"),
        rufer("Bert", "Cilli", won=False),
        Seating(("Cilli", "Dora", "Emil", "Franz"), "Franz"),
        for_nothing("Cilli", "Dora"),
        rules=CLUB,
    )
    assert rows[-1].totals == {"Anna": 2, "Bert": -2, "Cilli": 0, "Dora": 0, "Emil": 0, "Franz": 0}
    assert [row.triggers for row in rows] == [(), (), ("totals_zero",)]
    assert rows[-1].owed == 4


def test_who_sits_out_is_seated_too() -> None:
    rows = played(
        rufer("Anna", "Bert"),
        hand(Game("rufer", "Bert", partner="Cilli", won=False)),
        rules=CLUB,
        players=FIVE,
    )
    assert rows[-1].totals == {"Anna": 1, "Bert": 0, "Cilli": -2, "Dora": 0, "Emil": 1}
    assert {row.triggers for row in rows} == {()}


def test_a_hand_for_nothing_at_the_start_brings_the_totals_to_zero_as_well() -> None:
    assert played(for_nothing("Anna", "Bert"), rules=CLUB)[0].triggers == ("totals_zero",)
    both = replace(CLUB, radl=Radl(triggers=("totals_zero", "zero_hand"), schlussradl=True))
    row = played(for_nothing("Anna", "Bert"), rules=both)[0]
    assert (row.triggers, row.owed) == (("zero_hand", "totals_zero"), 4), "two reasons, one round"


# The Schlussradl


def test_from_the_schlussradl_on_every_hand_is_doubled_and_never_fourfold() -> None:
    rows = played(dreier("Anna"), Schlussradl(), *[dreier("Anna")] * 6)
    assert radl(rows) == "-RRRRRR"
    rows = played(trischaken("Anna"), dreier("Anna"), Schlussradl(), dreier("Anna"))
    assert [row.settlement.payouts["Anna"] for row in rows[1:] if row.settlement] == [30, 30]


def test_hands_of_the_schlussradl_use_up_nothing_of_a_radl() -> None:
    rows = played(trischaken("Anna"), dreier("Anna"), Schlussradl(), *[dreier("Anna")] * 6)
    assert [row.owed for row in rows] == [4, 3] + [3] * 6


@pytest.mark.parametrize("nesting", ["append", "restart", "ignore"])
def test_a_hand_of_the_schlussradl_is_not_inside_a_radl(nesting: str) -> None:
    rows = played(Schlussradl(), drawn("Anna"), radl_nesting=nesting)
    assert rows[0].owed == 4


# Who sits and who deals


def test_a_new_seating_brings_its_own_dealer_and_new_names_into_the_totals() -> None:
    rows = played(dreier("Anna"), Seating(FIVE, "Bert"), dreier("Emil"))
    assert rows[1].dealer == "Bert"
    assert rows[1].players == ("Cilli", "Dora", "Emil", "Anna")
    assert rows[0].totals == {"Anna": 15, "Bert": -5, "Cilli": -5, "Dora": -5}
    assert rows[1].totals == {"Anna": 10, "Bert": -5, "Cilli": -10, "Dora": -10, "Emil": 15}


def test_who_leaves_the_table_stays_in_the_totals_and_may_come_back() -> None:
    rows = played(
        dreier("Anna"),
        Seating(("Emil", "Bert", "Cilli", "Dora"), "Emil"),
        dreier("Emil"),
        Seating(FOUR, "Dora"),
        dreier("Anna"),
    )
    assert rows[1].totals["Anna"] == 15
    assert rows[2].totals == {"Anna": 30, "Bert": -15, "Cilli": -15, "Dora": -15, "Emil": 15}


def test_doubled_hands_still_owed_stay_as_many_when_others_sit_down() -> None:
    rows = played(trischaken("Anna"), Seating(SIX, "Franz"), *[dreier("Dora")] * 4, dreier("Emil"))
    assert radl(rows) == "-RRRR-"


def test_a_radl_is_as_long_as_the_table_of_the_hand_that_started_it() -> None:
    rows = played(Seating(FIVE, "Emil"), trischaken("Anna"), Seating(FOUR, "Dora"), *[dreier("Anna")] * 6)
    assert radl(rows) == "-RRRRR-"


def test_another_dealer_deals_only_from_the_next_hand_on() -> None:
    rows = played(dreier("Anna"), Dealer("Cilli"), dreier("Anna"), dreier("Anna"))
    assert [row.dealer for row in rows] == ["Dora", "Cilli", "Dora"]


@pytest.mark.parametrize(
    ("players", "dealer", "codes"),
    [
        (FOUR[:3], "Anna", ["table_size"]),
        ((*SIX, "Gusti"), "Anna", ["table_size"]),
        (("Anna", "Bert", "Anna", "Cilli"), "Anna", ["player_twice"]),
        (FOUR, "Emil", ["dealer_not_seated"]),
        (("Anna", "Anna"), "Emil", ["dealer_not_seated", "player_twice", "table_size"]),
    ],
)
def test_four_to_six_different_people_sit_at_a_table_and_one_of_them_deals(
    players: tuple[str, ...], dealer: str, codes: list[str]
) -> None:
    assert sorted(code for _, code in problems(players=players, dealer=dealer)) == codes
    assert sorted(code for _, code in problems(Seating(players, dealer))) == codes


def test_only_somebody_at_the_table_can_deal() -> None:
    assert problems(Dealer("Emil"), Seating(FIVE, "Emil"), Dealer("Emil")) == [(0, "dealer_not_seated")]


# Options and words


def test_the_options_of_the_sheet_hold_for_every_hand_and_a_hand_goes_before_them() -> None:
    missed = hand(Game("dreier", "Anna", won=True), premiums=(Premium("pagat", "Anna", made=False),))
    rows = played(missed, replace(missed, options={"silent_miss": "free"}), silent_miss="charged")
    assert [paid(row) for row in rows] == [12, 15]


def paid(row: SheetRow, player: str = "Anna") -> Amount:
    assert row.settlement is not None
    return row.settlement.payouts[player]


def test_the_two_accounts_run_side_by_side() -> None:
    re = hand(Game("dreier", "Anna", won=True, kontra="re"))
    row = played(re, re, rules=published()["standard-skoty"])[-1]
    assert row.totals["Anna"] == 120
    assert row.schrift_totals["Anna"] == 60


def test_thirds_and_halves_add_up_exactly() -> None:
    equal = hand(Game("trischaken", "Anna", order=Order((("Bert", "Cilli", "Dora"),))))
    row = played(equal, rules=published()["treffpunkt"])[0]
    assert {name: str(amount) for name, amount in row.totals.items()} == {
        "Anna": "2",
        "Bert": "-2/3",
        "Cilli": "-2/3",
        "Dora": "-2/3",
    }


def test_an_amount_that_does_not_add_up_or_cannot_be_stored_stops_everything() -> None:
    with pytest.raises(AssertionError, match="dreier is not zero-sum"):
        Line("dreier", Outcome.WON, 5, (), (3, -1, -1, 0))
    with pytest.raises(AssertionError, match="1/5 is not a whole number of twelfths"):
        in_twelfths(Fraction(1, 5))


def test_four_with_equal_points_owe_one_another_nothing() -> None:
    data = resolved("zwanzigerrufen", kept)
    data["contracts"]["t"] = {"label": "Trischaken", "short": "T", "value": 4, "kind": "trischaken"}
    rules = rules_from(tidied(data), "plain")
    row = played(hand(Game("t", "Anna", count=dict.fromkeys(FOUR, 22))), rules=rules)[0]
    assert row.settlement is not None
    assert row.settlement.amounts == (0, 0, 0, 0)
    assert [line_in_words(line, rules, "en") for line in row.settlement.lines] == [
        "Trischaken, Anna, Bert, Cilli, Dora pay in equal shares: 12 (each 0)"
    ]


def test_two_jungfrauen_take_from_each_of_the_others_twice_where_each_of_them_is_paid() -> None:
    rules = published()["treffpunkt"]
    assert rules.trischaken is not None
    rules = replace(rules, trischaken=replace(rules.trischaken, jungfrauen=Jungfrauen.EACH))
    order = Order((("Anna", "Bert"), ("Cilli", "Dora")), jungfrauen=("Cilli", "Dora"))
    row = played(hand(Game("trischaken", "Anna", order=order)), rules=rules)[0]
    assert row.totals == {"Anna": -4, "Bert": -4, "Cilli": 4, "Dora": 4}


def test_problems_count_all_entries_and_come_all_at_once() -> None:
    document = {
        "rules": "standard",
        "players": list(FOUR),
        "dealer": "Dora",
        "hands": [
            {"event": "schlussradl"},
            {"games": [{"contract": "dreier", "declarer": "Anna", "partner": "Bert", "won": True}]},
            {"void": "redeal"},
            {"games": [{"contract": "dreier", "declarer": "Anna", "won": True}], "radl": True},
            {"event": "dealer", "dealer": "Emil"},
            {"event": "schlusradl"},
            {"games": []},
            7,
        ],
    }
    *others, last = answer(document, published())["problems"]
    assert last.startswith("hand 8: ")
    assert others[:6] == [
        "hand 2: Dreier wird allein gespielt.",
        "hand 3: Der Grund fehlt.",
        "hand 4: „radl“ ergibt sich aus dem Spielzettel und steht nicht beim einzelnen Spiel.",
        "hand 5: Emil sitzt nicht am Tisch und kann nicht geben.",
        "hand 6: „schlusradl“ ist kein Ereignis; es gibt „schlussradl“, „seating“ und „dealer“.",
        "hand 7: Das Spiel fehlt.",
    ]


def test_a_sheet_without_hands_has_no_rows() -> None:
    assert played() == ()
    document = {"rules": "standard", "players": list(FOUR), "dealer": "Dora", "hands": []}
    assert answer(document, published()) == {"rows": []}
