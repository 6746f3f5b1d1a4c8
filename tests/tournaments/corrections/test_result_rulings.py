"""Penalties, adjusted scores, rulings on missing results: who rules, where it is seen, how it is undone."""

from dataclasses import replace

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from tests.support.every import every
from tests.support.pages import text_of
from tests.support.refusals import problems_of
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.reading import of_csv
from tests.support.scoring.tables import FOUR
from tests.support.tournaments.playing import Playing, address, by_hand, log_of, opened, timed
from tests.support.tournaments.results_files import content
from tests.support.tournaments.series import stand
from tests.support.tournaments.standings import SECOND, STEEP, file_of, normal, overall, places, shown
from tests.support.tournaments.table_page import form_of, looks, mends, page_of, sends
from tests.support.tournaments.table_verbs import rule_on_result
from tournaments.duties import give_duty
from tournaments.engine.adjusting import AdjustmentKind
from tournaments.engine.criteria import MONEY_AVERAGE, MONEY_SUM
from tournaments.engine.series import SeriesTerms
from tournaments.engine.terms import Overall
from tournaments.models import Duty, ResultRuling
from tournaments.planning.verbs import show_tournament
from tournaments.results_file.checking import checked
from tournaments.results_file.verdict import DIFFERENT, GOOD
from tournaments.series import verbs as series_verbs

pytestmark = pytest.mark.usefixtures("english", "watch")

SUMMED = replace(STEEP, rounds=1, overall=Overall.SUM, overall_criteria=MONEY_SUM)
WHY = "Karten des Nachbarn angesehen"


@timed(on=HOUSE)
def closed(house: House) -> Playing:
    """Anna and Bert have 55, Cilli and Dora 45, the four of table 2 50; Dora is the arbiter."""
    playing = opened(house, *FOUR, *SECOND, terms=SUMMED)
    with by_hand(playing):
        playing.do(give_duty, name="Dora", kind=Duty.Kind.ARBITER)
        playing.begin(tables=[FOUR, SECOND])
        playing.play(1, normal("Anna", "Bert"))
        playing.level(2)
        playing.close()
    return playing


def post(playing: Playing, by: str = "Dora", at: int = 1, /, **asked: str) -> str:
    """Return what is read after a ruling on Anna, or on the whole table, was sent."""
    whose = "" if at == 2 else " Anna"
    fields = {f"{name}{whose}": value for name, value in asked.items() if name in ("ruled", "points")}
    more = {
        "reason": WHY,
        **{name: value for name, value in asked.items() if name not in ("ruled", "points")},
    }
    return text_of(sends(playing, fields, at, by=by, **{"step": "save", **more}))


def test_did_not_turn_up_says_before_it_is_stored_that_it_can_lift_an_average(closed: Playing) -> None:
    lifts = "this round no longer counts in the average, which rises if it was a bad one"
    assert lifts not in closed.read("table", 1, 1)
    closed.agree(overall=Overall.AVERAGE, overall_criteria=MONEY_AVERAGE)
    assert f"did not turn up: no result; {lifts}" in closed.read("table", 1, 1)


def offered(playing: Playing, at: int = 1, by: str = "Bert") -> list[str]:
    """Return what the page lets somebody rule on a whole table."""
    return form_of(page_of(playing, at, by=by)).choices["ruled"]


def test_a_penalty_by_an_arbiter_stands_wherever_the_result_is_until_a_further_ruling(
    closed: Playing,
) -> None:
    series = closed.do(
        series_verbs.open_series,
        club=closed.house.club,
        title="Jahr",
        terms=SeriesTerms(ladder="places"),
    )
    event = f"r{closed.round().pk}"
    closed.do(series_verbs.choose_events, series=series, among=[event], chosen={event: ["event"]})
    page = post(closed, points="−10")
    assert f"Anna: ruled: −10 points {WHY} (Dora)" in page
    assert offered(closed) == ["none", "not_played", "average", "no_show", "points"]
    # the place is another, the hand and what it paid are not
    assert places(shown(closed))[0] == ("1", "Bert", "")
    [row] = [row for row in shown(closed).rows if row.name == "Anna"]
    assert (row.rank, row.balance, row.result.balance, row.notes) == (6, 45, 55, ("ruled: −10 points",))
    assert closed.balances()["Anna"] == 55
    assert shown(closed).ruled == (f"Anna (table 1), ruled: −10 points: {WHY}",)
    [moved] = shown(closed).changed
    assert moved.startswith("Table 1, ruling on the result: Anna 1. → 6., Emil 3. → 2., Gast 1 3. → 2.")
    [row] = [row for row in overall(closed).rows if row.name == "Anna"]
    assert (row.rank, row.counts, row.notes) == (6, 45, ("round 1 ruled: −10 points",))
    given = {row.name: row.place.rank for row in stand(series).rows}
    assert given["Anna"] > given["Bert"]
    assert log_of("mend") == [
        f"put right: Anna: ruled: −10 points: {WHY} (“{closed.tournament.title}”, round 1, table 1)"
    ]
    # everybody reads it
    closed.finish()
    closed.do(show_tournament, public=True)
    client = Client()
    client.cookies["language"] = "en"
    public = text_of(client.get(f"/tournaments/{closed.tournament.code}/rounds/1/"))
    assert f"Anna (table 1), ruled: −10 points: {WHY}" in public
    about = {"slug": closed.house.club.slug, "pk": closed.tournament.pk, "number": 1, "form": "csv"}
    lines = of_csv(closed.client().get(reverse("tournaments:export_round_standings", kwargs=about)).content)
    assert any("Anna" in line and any("−10 points" in cell for cell in line) for line in lines)
    # the file of results says it, and the checker works it out
    document = file_of(closed)
    [ruling] = document["rounds"][0]["tables"][0]["adjustments"]
    assert {key: ruling[key] for key in ("kind", "points", "by", "reason")} == {
        "kind": "points",
        "points": -10,
        "by": "Dora",
        "reason": WHY,
    }
    assert (checked(content(document)).status, checked(content(document)).sentences) == (GOOD, ())
    ruling["points"] = -9
    assert checked(content(document)).status == DIFFERENT
    # undone by a further ruling, also after the finish
    assert "Anna: ruling taken back Zeuge gehört (Dora)" in post(closed, ruled="none", reason="Zeuge gehört")
    assert [row.rank for row in shown(closed).rows if row.name == "Anna"] == [1]
    assert shown(closed).ruled == ()
    assert checked(content(file_of(closed))).status == GOOD


def test_a_penalty_shows_who_moves_before_it_is_stored(closed: Playing) -> None:
    about = {"ruled": "points", "points": "-10"}
    page = post(closed, **about, step="look", reason="")
    assert "Anna: ruled: −10 points" in page
    assert "Standings: Round 1, Anna: shared rank 1, 55 → shared rank 6, 45" in page
    assert "Emil: shared rank 3, 50 → shared rank 2, 50" in page
    assert "Please give the reason." not in page, "it is asked for once it is stored"
    assert not ResultRuling.objects.exists()
    assert "None of it is saved yet." in post(closed, **about, looked="something else")
    assert not ResultRuling.objects.exists()
    looked = looks(closed, {"points Anna": "-10"}, by="Bert")
    saved = form_of(looked).with_({"step": "save"})
    without_reason = closed.send("table", 1, 1, **saved)
    assert "Please give the reason." in text_of(without_reason)
    saved = form_of(without_reason).with_({"step": "save", "reason": WHY})
    assert "looked" in saved
    for _twice in range(2):
        assert closed.client().post(address(closed, "table", 1, 1), saved).status_code == 302
    assert ResultRuling.objects.count() == 1
    assert "Nothing is changed yet." in post(closed, **about, step="look")


def test_whoever_rules_second_reads_who_was_first_and_keeps_what_was_typed(closed: Playing) -> None:
    page = page_of(closed)
    post(closed, points="-10")
    late = mends(closed, {"points Anna": "-5", "points Bert": "3"}, page=page, reason=WHY)
    assert "Dora was quicker: Anna: ruled: −10 points. Please look again." in text_of(late)
    assert ResultRuling.objects.count() == 1
    form = form_of(late).with_({"step": "save"})
    ids = closed.ids()
    assert form[f"points-{ids['Bert']}"] == ["3"]
    assert form[f"points-{ids['Anna']}"] == ["-5"]
    closed.send("table", 1, 1, **form)
    assert [row.twelfths for row in ResultRuling.objects.order_by("seq")] == [-120, -60, 36]


@every(
    "asked, told",
    [
        ({"ruled": "points", "points": ""}, "Please say how many points"),
        ({"ruled": "points", "points": "0"}, "Please say how many points"),
        ({"ruled": "points", "points": "=1+1"}, "A number, please"),
        ({"ruled": "points", "points": "0,1"}, "Whole points, please, or halves, thirds and quarters"),
        ({"ruled": "points", "points": "2000000"}, "At most 1000000, please."),
        ({"ruled": "points", "points": "-1", "reason": " "}, "Please give the reason."),
        ({"ruled": ""}, "Please choose."),
        ({"ruled": "as_it_stood"}, "Please choose one of these."),
        ({"ruled": "not_played"}, "Please choose one of these."),
    ],
)
def test_what_says_nothing_is_refused_in_words_and_what_was_typed_stays(
    closed: Playing, asked: dict[str, str], told: str
) -> None:
    page = post(closed, "Bert", **asked)
    assert told in page
    assert not ResultRuling.objects.exists()


def test_an_arbiter_does_not_rule_that_a_table_was_not_played(closed: Playing) -> None:
    assert "not_played" not in offered(closed, by="Dora")
    assert "average" in offered(closed, by="Dora")
    with pytest.raises(PermissionDenied):
        closed.do(rule_on_result, by="Dora", kind=AdjustmentKind.NOT_PLAYED, reason=WHY)
    about = {"entrant": closed.entrant("Anna").pk, "kind": AdjustmentKind.NOT_PLAYED}
    words = problems_of(closed.do, rule_on_result, reason=WHY, **about)
    anna = closed.ids()["Anna"]
    assert words == {f"ruled-{anna}": ["This ruling is about the whole table. Please choose “everybody”."]}


def test_a_result_typed_after_a_ruling_stands_beside_it_until_that_is_taken_back(house: House) -> None:
    """Average of no other round: the capital. What is typed later counts once the ruling is taken back."""
    playing = opened(house, *FOUR, *SECOND, terms=SUMMED)
    playing.begin(tables=[FOUR, SECOND])
    playing.play(1, normal("Anna", "Bert"))
    playing.close()
    playing.do(rule_on_result, table=playing.table(2), kind=AdjustmentKind.AVERAGE, reason="Zettel weg")
    assert {row.balance for row in shown(playing).rows if row.name in SECOND} == {50}
    assert not shown(playing).provisional
    assert "as_it_stood" in offered(playing, 2)
    playing.do(rule_on_result, table=playing.table(2), kind=AdjustmentKind.NONE, reason="gefunden")
    assert shown(playing).provisional
    playing.do(rule_on_result, table=playing.table(2), kind=AdjustmentKind.AS_IT_STOOD, reason="keine Hand")
    assert {row.notes for row in shown(playing).rows if row.name in SECOND} == {
        ("ruled: as it stood", "no hand yet")
    }
    assert shown(playing).ruled == ("Table 2, ruled: as it stood: keine Hand",)
    assert [ruling.seq for ruling in ResultRuling.objects.order_by("seq")] == [1, 2, 3]
    assert playing.balances(2)["Emil"] == 50
