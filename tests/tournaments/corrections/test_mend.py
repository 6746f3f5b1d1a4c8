"""A table is put right as a whole: how it was known, how it shall be, why; undone by setting it back."""

from copy import deepcopy
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import translation

from scoring.models import Reason, Sheet
from tests.support.locks import noted_locks
from tests.support.refusals import problems_of, sentences_of
from tests.support.scoring.verify import verified
from tests.support.tournaments.mending import GONE, HERE, LAST, LEAVES, changed, lines, mended, points
from tests.support.tournaments.playing import Hands, Playing, hand, log_of
from tests.support.tournaments.repair import begun
from tests.support.tournaments.standings import file_of
from tests.support.tournaments.table_verbs import join_table
from tournaments.corrections import verbs as repair
from tournaments.corrections.mend import mend, state_of
from tournaments.corrections.verbs import PaperLine
from tournaments.draw.verbs import last_seating_in_words
from tournaments.duties import give_duty
from tournaments.models import Duty, Leaving, PaperResult, ResultRuling, SeatingChange, Signup, TableChange

__all__ = ["begun"]  # the fixture

PAPER = {"Anna": 80, "Bert": 60, "Cilli": 40, "Dora": 20}
WHY = {"reason": "vom Zettel"}


def right(playing: Playing) -> None:
    playing.clean()
    assert verified()[0] == 0, verified()[1]


def quicker(playing: Playing, known: dict[str, Any], rows: dict[str, Any], **whole: Any) -> list[str]:
    """Return why whoever knew a table otherwise is refused."""
    after = deepcopy(known)
    for name, values in rows.items():
        after["people"][playing.ids()[name]] |= values
    about = {"table": playing.table(), "before": known, "after": {**after, **whole}, "reason": "x"}
    return sentences_of(lambda: playing.do(mend, by="Anna", **about))


def test_who_sat_there_what_was_typed_and_a_penalty_are_one_kind_of_change(begun: Playing) -> None:
    mended(begun, 1, {"Cilli": {"who": "Hans"}}, reason="am falschen Tisch")
    assert begun.balances(1) == {"Anna": 50, "Bert": 50, "Hans": 52, "Dora": 48}
    assert begun.balances(2) == {"Emil": 51, "Gerta": 51, "Cilli": 49, "Ida": 49}
    assert {change.table.number for change in TableChange.objects.all()} == {1, 2}, "the other table tells it"
    mended(begun, 1, lines({"Anna": 80, "Bert": 60, "Hans": 40, "Dora": 20}), **WHY)
    mended(begun, 1, lines({"Anna": 70, "Bert": 60, "Hans": 40, "Dora": 30}), reason="verlesen")
    assert begun.balances(1) == {"Anna": 70, "Bert": 60, "Hans": 40, "Dora": 30}
    mended(begun, 1, {"Anna": {"ruled": points(-10)}}, reason="zu spät")
    assert [row.twelfths for row in ResultRuling.objects.all()] == [-120]
    assert any(line.startswith("put right: Anna: ruled: −10 points: zu spät (“") for line in log_of("mend"))
    right(begun)
    mended(begun, 1, {"Anna": {"ruled": {"kind": "none"}}}, reason="Zeuge gehört")
    mended(
        begun, 1, {name: {"typed": None} for name in ("Anna", "Bert", "Hans", "Dora")}, reason="doch Hände"
    )
    mended(begun, 1, {"Hans": {"who": "Cilli"}}, reason="doch nicht")
    assert begun.balances(1) == {"Anna": 50, "Bert": 50, "Cilli": 52, "Dora": 48}
    assert [change.seq for change in begun.table(1).changes.all()] == [1, 2, 3, 4, 5, 6, 7]
    right(begun)


def test_a_table_is_put_right_under_the_lock_that_its_hands_wait_for(begun: Playing) -> None:
    for at_once in (
        lambda: begun.play(1, hand("Anna", "Bert")),
        lambda: mended(begun, 1, {"Cilli": {"who": "Hans"}}, reason="verwechselt"),
    ):
        with noted_locks() as locks:
            at_once()
        assert Sheet in locks


def test_three_who_sat_in_a_circle_are_put_right_at_once(begun: Playing) -> None:
    """What was recorded of Anna was Emil's, of Emil Bert's, of Bert Anna's: Anna 50, Bert 50, Emil 51."""
    mended(begun, 1, {"Anna": {"who": "Emil"}, "Bert": {"who": "Anna"}}, reason="verwechselt")
    assert begun.balances(1) == {"Emil": 50, "Anna": 50, "Cilli": 52, "Dora": 48}
    assert begun.balances(2) == {"Bert": 51, "Gerta": 51, "Hans": 49, "Ida": 49}
    right(begun)
    both = {"Emil": {"who": "Hans"}, "Anna": {"who": "Hans"}}
    assert sentences_of(lambda: mended(begun, 1, both, **WHY)) == [
        "Two people cannot really have been the same one."
    ]


def test_somebody_leaves_is_ranked_otherwise_and_comes_back(begun: Playing, watch: Hands) -> None:
    before = state_of(begun.table())
    mended(begun, 1, {"Bert": LAST}, comes={"name": "Xaver"})
    assert begun.sitting() == ["Anna", "Xaver", "Cilli", "Dora"]
    assert begun.entrant("Xaver").house
    watch.forward(seconds=1)
    mended(begun, 1, {"Bert": LEAVES}, reason="entschuldigt")
    assert [leaving.ranked for leaving in Leaving.objects.filter(undone_at=None)] == ["balance"]
    right(begun)
    mended(begun, 1, {"Bert": HERE})
    assert begun.sitting() == ["Anna", "Bert", "Cilli", "Dora"]
    assert state_of(begun.table()) == before, "Xaver never sat there"
    right(begun)
    mended(begun, 1, {"Bert": LEAVES}, comes={"entrant": begun.entrant("Xaver").pk})
    begun.play(1, hand("Xaver", "Dora"))
    mended(begun, 1, {"Bert": HERE})
    assert begun.sitting() == ["Anna", "Bert", "Cilli", "Dora"]
    assert "Xaver" in begun.balances()
    right(begun)


def test_below_four_the_sheet_is_closed_until_all_are_back(begun: Playing) -> None:
    mended(begun, 1, {"Anna": LEAVES, "Bert": LAST}, reason="krank")
    assert not begun.sheet().is_open
    right(begun)
    assert sentences_of(lambda: mended(begun, 1, {"Anna": HERE})) == [
        "Bert has left this table, and nobody took the seat. Please undo that first."
    ]
    mended(begun, 1, {"Anna": HERE, "Bert": HERE})
    assert begun.sheet().is_open
    right(begun)
    assert sentences_of(
        lambda: mended(begun, 1, {"Anna": LEAVES, "Bert": LAST}, comes={"name": "Xaver"})
    ) == ["At least four sit at one table."]


def test_a_latecomer_takes_a_seat_and_gives_it_back_until_a_hand_is_recorded(begun: Playing) -> None:
    waits = Signup.objects.create(tournament=begun.tournament, name="Yvonne", at=begun.round().started_at)
    mended(begun, 1, comes={"name": "Yvonne", "signup": waits.pk})
    waits.refresh_from_db()
    assert waits.entrant == begun.entrant("Yvonne")
    assert begun.sitting() == ["Anna", "Bert", "Cilli", "Dora", "Yvonne"]
    assert begun.ids()["Yvonne"] in begun.round().reseated
    right(begun)
    [change] = TableChange.objects.all()
    assert change.after["comes"] == begun.ids()["Yvonne"], "names stand where they can be removed"
    [by_hand] = SeatingChange.objects.filter(kind=SeatingChange.Kind.BY_HAND)
    assert (by_hand.pk, by_hand.people) == (change.pk, [begun.ids()["Yvonne"]])
    with translation.override("en"):
        assert "put right: Yvonne takes a seat" in last_seating_in_words(begun.round())[0]
    mended(begun, 1, {"Yvonne": GONE})
    assert begun.sitting() == ["Anna", "Bert", "Cilli", "Dora"]
    right(begun)
    mended(begun, 1, comes={"entrant": begun.entrant("Yvonne").pk})
    dealer = begun.names()[begun.sheet().state.dealer]
    begun.play(1, hand(*[name for name in begun.sitting() if name != dealer][:2]))
    assert sentences_of(lambda: mended(begun, 1, {"Yvonne": GONE})) == [
        "A hand has been recorded since: please say that whoever goes now has left."
    ]
    mended(begun, 1, {"Yvonne": LEAVES})
    assert begun.sitting() == ["Anna", "Bert", "Cilli", "Dora"]
    right(begun)


def test_two_leave_at_once_and_only_one_comes_back(begun: Playing) -> None:
    for name in ("Xaver", "Yvonne"):
        begun.register([name], house=True)
    mended(begun, 1, comes={"name": "Zita"})
    mended(begun, 1, {"Anna": LEAVES, "Bert": LAST}, comes={"entrant": begun.entrant("Xaver").pk})
    assert begun.sitting() == ["Xaver", "Cilli", "Dora", "Zita"]
    assert [row.instead and row.instead.pk for row in Leaving.objects.order_by("ranked")] == [
        begun.entrant("Xaver").pk,
        None,
    ]
    right(begun)
    mended(begun, 1, {"Bert": HERE})
    assert begun.sitting() == ["Xaver", "Cilli", "Dora", "Zita", "Bert"]
    right(begun)


def test_whoever_was_slower_reads_who_changed_what_and_how_it_is_now(begun: Playing) -> None:
    known = state_of(begun.table())
    anna = {"Anna": {"ruled": points(-5)}}
    mended(begun, 1, {"Bert": {"ruled": points(3)}}, **WHY)
    assert quicker(begun, known, anna) == ["Bert was quicker: Bert: ruled: +3 points. Please look again."]
    known = state_of(begun.table())
    ids = begun.ids()
    typed = {ids[name]: PaperLine(amount) for name, amount in PAPER.items()}
    begun.do(repair.enter_result, lines=typed)
    assert quicker(begun, known, anna)[0].startswith("Bert was quicker: Anna: – → 80; ")
    begun.do(repair.take_back_result, reason="x")
    begun.do(join_table, name="Xaver")
    assert quicker(begun, known, anna) == ["Bert was quicker: Xaver sits here. Please look again."]
    assert ResultRuling.objects.count() == 1


def test_what_is_already_so_is_no_change_and_what_is_no_state_is_refused(begun: Playing) -> None:
    mended(begun, 1, {"Anna": HERE}, **WHY)
    assert not TableChange.objects.exists()
    for nonsense in ({}, {"people": 7}, {"people": {"1": {}}}, []):
        about = {"before": nonsense, "after": state_of(begun.table())}
        assert "Different people now sit at this table." in sentences_of(begun.do, mend, **about)[0]
    deed, rows = uuid4(), {"Anna": {"ruled": points(-5)}}
    state, after = state_of(begun.table()), changed(begun, begun.table(), rows)
    for _twice in range(2):
        begun.do(mend, deed=deed, before=state, after=after, **WHY)
    assert TableChange.objects.count() == 1


def test_rights_and_stages_follow_from_what_changes(begun: Playing) -> None:
    begun.do(give_duty, name="Dora", kind=Duty.Kind.ARBITER)
    begun.do(give_duty, name="Emil", kind=Duty.Kind.HELPER)
    penalty, paper, leaves = {"Anna": {"ruled": points(-5)}}, lines(PAPER), {"Anna": LEAVES}
    for who, rows in (("Dora", leaves), ("Emil", leaves), ("Emil", penalty), ("Cilli", paper)):
        with pytest.raises(PermissionDenied):
            mended(begun, 1, rows, by=who, **WHY)
    assert sentences_of(lambda: mended(begun, 1, paper, by="Emil")) == ["This table does not play on paper."]
    begun.do(repair.play_on_paper, paper=True)
    mended(begun, 1, paper, by="Emil")
    mended(begun, 1, penalty, by="Dora", **WHY)
    with pytest.raises(PermissionDenied):
        mended(begun, 1, by="Dora", ruled={"kind": "not_played"}, **WHY)
    assert sentences_of(lambda: mended(begun, 1, leaves)) == [
        "Table 1 has a result from paper. Please take it back first."
    ]
    begun.close()
    assert sentences_of(lambda: mended(begun, 1, leaves)) == ["Round 1 is closed."]
    assert sentences_of(lambda: mended(begun, 1, {"Anna": {"who": "Hans"}}, **WHY)) == ["Round 1 is closed."]
    again = lines({**PAPER, "Anna": 70, "Dora": 30})
    assert sentences_of(lambda: mended(begun, 1, again, by="Emil", **WHY)) == [
        "Round 1 is closed: only the director can change a stored result."
    ]
    mended(begun, 1, again, **WHY)
    mended(begun, 1, {"Bert": {"ruled": points(-5)}}, by="Dora", **WHY)
    assert begun.balances()["Anna"] == 70
    assert PaperResult.objects.count() == 2
    right(begun)


def test_what_cannot_be_is_refused_in_a_sentence(begun: Playing) -> None:
    half = {"Anna": {"typed": {"balance": 200, "replacement": 0}}}
    for rows, words in (
        (half, "Please type what everybody has in the end."),
        ({"Anna": GONE}, "Please say whether Anna sits here, or how they are ranked."),
        ({"Anna": {"left": "last"}}, "Please say whether Anna sits here, or how they are ranked."),
        (
            {"Anna": {"who": "Hans", **LEAVES}},
            "Please save first who really sat there, and then everything else.",
        ),
    ):
        assert sentences_of(lambda rows=rows: mended(begun, 1, rows, **WHY)) == [words]
    anna = begun.ids()["Anna"]
    for number, words in (
        (0, "Please say how many points"),
        ("1/10", "Whole points, please"),
        (2_000_000, "At most 1000000, please."),
    ):
        problems = problems_of(
            lambda number=number: mended(begun, 1, {"Anna": {"ruled": points(number)}}, **WHY)
        )
        assert problems.keys() == {f"points-{anna}"}
        assert words in problems[f"points-{anna}"][0]
    assert sentences_of(lambda: mended(begun, 1, {"Anna": {"ruled": points(1)}})) == [
        "Please give the reason."
    ]
    assert not TableChange.objects.exists()
    mended(begun, 1, {"Anna": {"ruled": points(-1)}}, **WHY)
    assert sentences_of(lambda: mended(begun, 1, {"Anna": {"who": "Hans"}}, **WHY)) == [
        "There is a ruling on the result of Anna. Please take it back first."
    ]
    mended(begun, 1, {"Bert": LEAVES}, comes={"name": "Xaver"})
    assert sentences_of(lambda: mended(begun, 1, {"Bert": {"who": "Hans"}}, **WHY)) == [
        "Bert left table 1, or came to it, during the round. Please undo that first."
    ]


def test_the_file_of_results_and_the_list_of_reasons_tell_a_change(begun: Playing) -> None:
    mended(begun, 1, {"Cilli": {"who": "Hans"}}, reason="am falschen Tisch")
    mended(begun, 1, {"Anna": {"ruled": points(-5)}}, reason="zu spät")
    begun.close()
    [draw] = [round_["draw"] for round_ in file_of(begun)["rounds"]]
    [change] = draw["changed"][-1:]
    ids = begun.ids()
    assert (change["players"], change["why"]) == ([ids["Cilli"], ids["Hans"]], "am falschen Tisch")
    assert len([each for each in draw["changed"] if each.get("why")]) == 1, "a penalty changes no draw"
    assert Reason.objects.filter(text="zu spät").count() == 1
