"""What the tables of the rule book leave open: odd amounts, problems of a sheet.

Who deals, who sits out and which hands are doubled is worked out by hand in tests/rulebook, and a second time
for any evening in test_properties.py.
"""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from scoring.engine.answers import answer
from scoring.engine.customs import Jungfrauen
from scoring.engine.facts import (
    CalledRadl,
    DoublingEnds,
    DoublingResumes,
    Entry,
    Game,
    Order,
    OtherRules,
    Premium,
    RightNames,
    Seating,
)
from scoring.engine.loading import resolved, rules_from, tidied
from scoring.engine.naming import one_after_the_other, people_in, renamed
from scoring.engine.problems import IllegalHand
from scoring.engine.record import entry_from_dict, to_dict
from scoring.engine.result import Line, Outcome, in_twelfths
from scoring.engine.sheet import Fact, first_position, step
from scoring.engine.telling import entry_in_words, hand_in_short
from scoring.engine.words import line_in_words
from scoring.rules import published
from tests.engine.edited_sheets import kept
from tests.engine.sheet import (
    FOUR,
    STANDARD,
    hand,
    played,
    problems,
    rufer,
)


def test_the_vorhand_games_follow_the_deal() -> None:
    played(rufer("Anna", "Bert"), rufer("Bert", "Anna"), rufer("Cilli", "Anna"))
    assert problems(rufer("Anna", "Bert"), rufer("Anna", "Bert")) == [(1, "only_vorhand")]


def test_an_amount_that_does_not_add_up_or_cannot_be_stored_stops_everything() -> None:
    with pytest.raises(AssertionError, match="dreier is not zero-sum"):
        Line("dreier", Outcome.WON, 5, (), (3, -1, -1, 0))
    with pytest.raises(AssertionError, match="1/5 is not a whole number of twelfths"):
        in_twelfths(Fraction(1, 5))


def test_a_hand_in_short_says_what_was_made_and_by_whom_only_where_it_was_somebody_else() -> None:
    premiums = (
        Premium("pagat", "Anna", announced=True, made=True),
        Premium("trull", "Anna", made=True),
        Premium("uhu", "Bert", announced=True, made=False),
        Premium("kakadu", "Anna-Maria", made=True),
    )
    solo = hand(Game("solorufer", "Anna", "Cilli", won=True, kontra="kontra"), premiums=premiums)
    assert hand_in_short(solo, STANDARD, "de", "Anna") == (
        "Solorufer mit Cilli, Kontra, Pagat angesagt, Trull, Uhu von Bert angesagt verloren, "
        "Kakadu von Anna-Maria"
    )
    assert hand_in_short(solo, STANDARD, "en", "Cilli").startswith("Anna: Solorufer with Cilli")


def test_four_with_equal_points_owe_one_another_nothing() -> None:
    data = resolved("zwanzigerrufen", kept)
    data["contracts"]["t"] = {"label": "Trischaken", "short": "T", "value": 4, "kind": "trischaken"}
    rules = rules_from(tidied(data), "plain")
    row = played(hand(Game("t", "Anna", count=dict.fromkeys(FOUR, 22))), rules=rules)[0]
    assert row.settlement is not None
    assert row.settlement.amounts == (0, 0, 0, 0)
    assert [line_in_words(line, rules, "en") for line in row.settlement.lines] == [
        "Trischaken, Anna, Bert, Cilli, Dora pay: 12 (0 each)"
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
            {"void": "struck"},
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


# Events that no phone sends: how they are stored, whom they name, and what the table reads of them


SWAPPED = RightNames({"7": "5", "5": "7"})
NAMES = {"5": "Anna", "7": "Bert"}

# An event, what is stored of it, and how it is told.
EVENTS: list[tuple[Entry, dict[str, Any], str, str]] = [
    (CalledRadl(), {"event": "radl"}, "Doppelrunde ausgerufen.", "A double round is called."),
    (
        DoublingEnds(),
        {"event": "bell"},
        "Gong: Offene Doppelspiele verfallen, ab hier zählt nichts mehr doppelt.",
        "The bell: doubled hands still to come lapse, from here on nothing is doubled.",
    ),
    (
        DoublingEnds(dealt=True),
        {"event": "bell", "dealt": True},
        "Gong: Das schon gegebene Spiel zählt wie angezeigt, danach zählt nichts mehr doppelt.",
        "The bell: the hand already dealt counts as shown, after it nothing is doubled.",
    ),
    (
        DoublingResumes(),
        {"event": "more_time"},
        "Zeit ist dazugekommen: Spiele können wieder doppelt zählen.",
        "Time was added: hands can be doubled again.",
    ),
    (
        SWAPPED,
        {"event": "people", "people": {"7": "5", "5": "7"}},
        "Anna war in Wirklichkeit Bert. Bert war in Wirklichkeit Anna.",
        "Anna was really Bert. Bert was really Anna.",
    ),
    (
        OtherRules(3, "abcdefghijkl", from_first=True),
        {"event": "rules", "version": 3, "digest": "abcdefghijkl", "from_first": True},
        "Von Anfang an gilt: Standardregeln (abcdef).",
        "From the first hand on: Standard rules (abcdef).",
    ),
]


@pytest.mark.parametrize(
    ("event", "record", "german", "english"), EVENTS, ids=[type(event[0]).__name__ for event in EVENTS]
)
def test_an_event_is_stored_and_told_and_no_phone_sends_it(
    event: Entry, record: dict[str, Any], german: str, english: str
) -> None:
    assert to_dict(event, STANDARD) == record
    with pytest.raises(IllegalHand):
        entry_from_dict(record, STANDARD)
    assert people_in(event) == (NAMES.keys() if event is SWAPPED else set())
    told = [entry_in_words(renamed(event, NAMES), STANDARD, language) for language in ("de", "en")]
    assert told == [german, english]


def test_right_names_move_neither_dealer_nor_totals() -> None:
    """The entries before it are read under the right names: there is nothing left to change."""
    position = first_position(("1", "2", "3", "4"), "4")
    assert step(position, Fact(None, 0, SWAPPED, STANDARD)) == (position, None)


def test_exchanged_twice_is_as_before() -> None:
    twice = one_after_the_other([SWAPPED.people, SWAPPED.people])
    seated = Seating(("5", "6", "7", "8"), "5")
    assert renamed(seated, twice) == seated
