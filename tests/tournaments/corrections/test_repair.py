"""What went wrong at the tables is put right: people, rules, a round closed too early."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from scoring.models import Entry, Reason, Sheet
from scoring.table import verbs as recording
from scoring.table.writing import Closed
from scoring.table_policy import Actor
from tests.support.pages import text_of
from tests.support.refusals import problems_of
from tests.support.scoring.archives import brought
from tests.support.scoring.verify import verified
from tests.support.tournaments.disputes import ruled as rule
from tests.support.tournaments.playing import Hands, Playing, by_hand, code_of_card, hand, timed
from tests.support.tournaments.repair import (
    ONE,
    TWO,
    WRITTEN_ANEW,
    begun,
)
from tests.support.tournaments.table_page import form_of, looks, mends, page_of, sends
from tests.support.tournaments.table_verbs import exchange_people, leave_table
from tournaments.corrections import verbs as repair
from tournaments.corrections.disputes import verbs as disputes
from tournaments.corrections.disputes.pages import hands_of
from tournaments.corrections.disputes.verbs import Decision
from tournaments.corrections.verbs import PaperLine
from tournaments.engine.clock import Phase, phase
from tournaments.engine.terms import Overall
from tournaments.models import Attendance, Finding, Leaving, Prize, ResultRuling, Rewritten, Stage, State
from tournaments.prizes import verbs as prizes
from tournaments.round_clock import clock_of
from tournaments.rounds.verbs import timing

__all__ = ["begun"]  # the fixtures


def exchange(playing: Playing, one: str, other: str, *, by: str = "Bert", **further: Any) -> None:
    known, asked = playing.ids(), {"reason": "am falschen Tisch", **further}
    playing.do(exchange_people, by=by, one=known[one], other=known[other], **asked)


def address(playing: Playing, name: str) -> str:
    tournament = playing.tournament
    return f"/clubs/{tournament.club.slug}/tournaments/{tournament.pk}/rounds/1/{name}"


@timed(on=begun)
def exchanged(begun: Playing) -> Playing:
    """Cilli and Hans sat at each other's table."""
    with by_hand(begun):
        exchange(begun, "Cilli", "Hans")
    return begun


# Wrong people


def test_two_people_of_two_tables_change_places_with_all_their_hands(exchanged: Playing) -> None:
    assert exchanged.balances(1) == {"Anna": 50, "Bert": 50, "Hans": 52, "Dora": 48}
    assert exchanged.balances(2) == {"Emil": 51, "Gerta": 51, "Cilli": 49, "Ida": 49}
    names = exchanged.names()
    assert [names[seat] for seat in exchanged.table(1).seats] == ["Anna", "Bert", "Hans", "Dora"]
    assert exchanged.round().swapped
    assert verified() == (0, ["2 sheets, 3 hands, 1 tournament: no difference."])


def test_somebody_without_a_seat_takes_the_place_of_who_never_sat_there(begun: Playing) -> None:
    exchange(begun, "Dora", "Jakob")
    assert begun.balances() == {"Anna": 50, "Bert": 50, "Cilli": 52, "Jakob": 48}
    there = Attendance.objects.filter(round=begun.round(), checked_in_at__isnull=False)
    names = begun.names()
    present = {names[str(player)] for player in there.values_list("entrant__participant", flat=True)}
    assert present == {"Anna", "Bert", "Cilli", "Jakob", *TWO}
    exchange(begun, "Cilli", "Jakob")  # two of one table can have been mixed up, too
    assert begun.balances() == {"Anna": 50, "Bert": 50, "Jakob": 52, "Cilli": 48}


def test_a_result_from_paper_goes_with_them(begun: Playing) -> None:
    known = begun.ids()
    lines = {known[name]: PaperLine(balance) for name, balance in zip(ONE, (80, 60, 40, 20), strict=True)}
    begun.do(repair.enter_result, lines=lines)
    exchange(begun, "Cilli", "Hans")
    assert begun.balances() == {"Anna": 80, "Bert": 60, "Hans": 40, "Dora": 20}


def ruled(playing: Playing) -> None:
    """The arbiters let the first hand of table 2 stand; Dora, who rules, plays at the other table."""
    sheet = playing.sheet(2)
    call = disputes.call_arbiters(Actor(link=sheet.record_link), uuid4(), table=playing.table(2))
    decision = Decision(Finding.STANDS, sheet.entries.current().first())
    rule(playing, call, decision, by="Dora", known_seq=sheet.seq, reason="Der König war gespielt")


def test_while_a_ruled_hand_stands_it_is_refused_and_the_ruling_is_named(begun: Playing) -> None:
    ruled(begun)
    words = (
        "The arbiters have ruled on a hand of table 2: “Der König war gespielt”. Ruled hands stay as they "
        "are; only a new ruling can change them."
    )
    assert problems_of(lambda: exchange(begun, "Cilli", "Hans")) == {"form": [words]}
    assert not Entry.objects.filter(record__event="people").exists()
    exchange(begun, "Cilli", "Dora")  # the other table is its own matter


def test_whoever_has_left_comes_back_first(begun: Playing) -> None:
    hans, last = begun.entrant("Hans").pk, Leaving.Ranked.LAST
    begun.do(leave_table, table=begun.table(2), entrant=hans, ranked=last, name="Xaver")
    said = problems_of(lambda: exchange(begun, "Cilli", "Hans"))
    assert said == {"form": ["Hans left table 2, or came to it, during the round. Please undo that first."]}


def test_it_takes_two_of_whom_one_sits(begun: Playing) -> None:
    begun.register(("Karl",))
    for one, other in (("Jakob", "Karl"), ("Anna", "Anna")):
        assert list(problems_of(lambda one=one, other=other: exchange(begun, one, other))) == ["form"]
    assert list(problems_of(lambda: exchange(begun, "Anna", "Hans", reason=" "))) == ["reason"]


def test_the_page_shows_what_changes_before_it_does(begun: Playing, director: Client) -> None:
    asked = {"who Cilli": "Hans", "reason": "verwechselt"}
    shown = looks(begun, asked)
    review = shown.context["review"]
    assert review.sentences == ["Cilli was really Hans"]
    assert [(number, ", ".join(map(" ".join, people))) for number, people in review.results] == [
        (1, "Anna 50 50, Bert 50 50, Cilli 52 –, Dora 48 48, Hans – 52"),
        (2, "Emil 51 51, Gerta 51 51, Hans 49 –, Ida 49 49, Cilli – 49"),
    ]
    assert not Entry.objects.filter(record__event="people").exists()
    form = form_of(shown).with_({"step": "save"})
    for _twice in range(2):
        assert director.post(address(begun, "tables/1/"), form).status_code == 302
    assert begun.balances()["Hans"] == 52
    other = director.post(address(begun, "tables/1/"), {**form, "deed": str(uuid4())})
    assert "Bert was quicker: Hans sits here" in text_of(other), "another window would swap them back"
    assert begun.balances()["Hans"] == 52


def test_the_last_change_is_set_back_from_the_history(begun: Playing) -> None:
    """Who sat there is asked why once more; a seat is given back in one tap."""
    mends(begun, {"who Cilli": "Hans", "reason": "verwechselt"})
    [back] = [value for name, value in form_of(page_of(begun)).buttons if name == "back"]
    shown = sends(begun, {}, back=back)
    assert shown.context["review"].sentences == ["Hans was really Cilli"]
    begun.send("table", 1, 1, **form_of(shown).with_({"step": "save", "reason": "doch nicht"}))
    assert begun.balances(1) == {"Anna": 50, "Bert": 50, "Cilli": 52, "Dora": 48}
    mends(begun, {"sits Bert": "last", "name": "Xaver"})
    assert begun.sitting() == ["Anna", "Xaver", "Cilli", "Dora"]
    [back] = [value for name, value in form_of(page_of(begun)).buttons if name == "back"]
    sends(begun, {}, back=back)
    assert begun.sitting() == list(ONE)
    [back] = [value for name, value in form_of(page_of(begun)).buttons if name == "back"]
    sends(begun, {}, back=back)
    assert begun.sitting() == ["Anna", "Xaver", "Cilli", "Dora"], "what was set back is set back"
    page = text_of(page_of(begun))
    for words in (
        "Bert leaves and is ranked last; Xaver takes a seat (Bert)",
        "Bert sits here again; Xaver does not sit here any more (Bert)",
    ):
        assert words in page


def test_in_a_closed_round_nobody_is_asked_who_sat_where_before_it_is_opened_again(
    begun: Playing, director: Client
) -> None:
    opened = page_of(begun)
    begun.close()
    page = page_of(begun)
    assert f'href="{address(begun, "open-again/")}"' in page.content.decode()
    assert not {name for name in form_of(page).names if name.startswith(("sits", "who", "entrant"))}
    late = looks(begun, {"who Cilli": "Hans", "reason": "verwechselt"}, page=opened)
    assert "Round 1 is closed." in text_of(late)
    kept = form_of(late)
    assert kept.sent["reason"] == ["verwechselt"], "the page was open before the round was closed"
    assert kept.sent[f"who-{begun.ids()['Cilli']}"] == [begun.ids()["Hans"]]
    begun.finish()
    assert "open-again" not in page_of(begun).content.decode()


@pytest.mark.lie
def test_what_was_changed_by_the_rows_of_earlier_versions_is_told_too(begun: Playing) -> None:
    """A result, a ruling and a leaving from before changes of tables were kept."""
    known = begun.ids()
    begun.do(
        repair.enter_result,
        lines={known[name]: PaperLine(balance) for name, balance in zip(ONE, (80, 60, 40, 20), strict=True)},
    )
    by, at = begun.house.club.members.get(account=begun.director), begun.round().started_at
    reason = Reason.objects.create(text="Handy am Tisch")
    kept = {"id": uuid4(), "table": begun.table(), "by": by, "at": at, "reason": reason}
    ResultRuling.objects.create(**kept, entrant=begun.entrant("Anna"), seq=1, kind="points", twelfths=-120)
    Leaving.objects.create(
        **{**kept, "id": uuid4()},
        entrant=begun.entrant("Dora"),
        instead=begun.entrant("Jakob"),
        ranked="last",
        undone_at=at,
    )
    page = text_of(page_of(begun))
    for words in (
        "Anna: – → 80; Bert: – → 60; Cilli: – → 40; Dora: – → 20 (Bert)",
        "Anna: ruled: −10 points Handy am Tisch (Bert)",
        "Dora leaves and is ranked last; Jakob takes a seat (taken back) Handy am Tisch (Bert)",
    ):
        assert words in page


def test_the_page_of_the_table_says_what_was_put_right_and_the_sheet_too(
    exchanged: Playing, director: Client
) -> None:
    noted = exchanged.sheet().entries.get(record__event="people")
    entry = f"/sheets/{exchanged.sheet().pk}/hands/{noted.pk}/"
    said = "Cilli was really Hans. Hans was really Cilli."
    shown = director.get(address(exchanged, "tables/1/")).content.decode()
    assert entry in shown
    assert said in shown
    assert "am falschen Tisch" in shown
    assert said in director.get(exchanged.sheet().get_absolute_url()).content.decode()
    assert len(hands_of(exchanged.sheet(), exchanged.names(), "en")) == 3  # and not who was who
    kept = director.get(entry).content.decode()
    assert said in kept
    assert "Reason: am falschen Tisch" in kept
    assert "take it out" not in kept


def test_a_club_file_from_then_comes_in_and_shows_what_it_showed(db: None) -> None:
    done = brought(WRITTEN_ANEW.read_bytes(), password="ein langes Kennwort")
    assert verified() == (0, ["6 sheets, 13 hands, 1 tournament: no difference."])
    (tournament,) = done.club.tournaments.all()
    names = tournament.evening.names()
    shown = [
        {names[result]: line.balance for result, line in table.result.players.items()}
        for table in tournament.rounds.get(number=1).tables.order_by("number")
    ]
    assert shown == [
        {"Anna": 50, "Bert": 50, "Hans": 52, "Jakob": 48},
        {"Emil": 52, "Gerta": 52, "Cilli": 44, "Ida": 52},
    ]
    client = Client()
    client.force_login(done.owner)
    client.cookies["language"] = "en"
    repaired = reverse("tournaments:table", args=[done.club.slug, tournament.pk, 1, 1])
    former = Rewritten.objects.filter(table__number=1).first()
    assert former is not None
    assert former.sheet.get_absolute_url() in client.get(repaired).content.decode()
    assert Rewritten.objects.count() == 4
    for former in Rewritten.objects.select_related("sheet", "reason"):
        page = client.get(former.sheet.get_absolute_url()).content.decode()
        assert "This sheet was replaced: the table has another one." in page
        assert former.reason.text in page


# A round closed too early


def reopen(playing: Playing, number: int = 1, *, by: str = "Bert", reason: str = "Tisch 2 fehlt") -> None:
    playing.do(repair.reopen_round, by=by, round_=playing.round(number), reason=reason)


def test_opened_again_after_a_bell_rung_early_and_time_added_it_is_over_all_the_same(
    begun: Playing, watch: Hands
) -> None:
    """Rung, five minutes more, closed after two of them: the three that were left do not run on."""
    begun.do(timing.ring)
    watch.forward(minutes=1)
    begun.do(timing.add_time, seconds=300)
    watch.forward(minutes=2)
    begun.close()
    reopen(begun)
    watch.forward(seconds=1)
    round_ = begun.round()
    assert phase(clock_of(round_, round_.ticks.all()), watch.moment) in (Phase.BELL, Phase.ENDED)


def test_opened_again_directors_and_arbiters_correct_and_cards_open_nothing(
    begun: Playing, watch: Hands
) -> None:
    Sheet.objects.filter(pk=begun.sheet(2).pk).update(closed_at=watch.forward(minutes=1))
    watch.forward(minutes=30)
    begun.close()
    reopen(begun)
    assert [begun.sheet(number).is_open for number in (1, 2)] == [True, False]  # handed in before
    entry = begun.sheet(2).entries.get()
    page = begun.client("Bert").get(reverse("scoring:hand", args=[entry.sheet_id, entry.pk]))
    assert page.context["how_to_correct"] == "", "it is opened again first"
    round_ = begun.round()
    assert (round_.stage, round_.closed_at) == (Stage.RUNNING, None)
    assert round_.reopened_at is not None
    assert round_.ended_at is not None  # the bell has rung, and stays so
    with pytest.raises(PermissionDenied):
        begun.play(1, hand("Bert", "Cilli"))
    last = begun.sheet().entries.current().last()
    assert last is not None
    for name in ("Dora", "Bert"):
        record = {"games": [{**last.record["games"][0], "points": 30}]}
        begun.write(recording.correct, by=name, target=last_of(begun), record=record, reason="verzählt")
    assert begun.balances() == {"Anna": 48, "Bert": 52, "Cilli": 50, "Dora": 50}
    begun.close()
    assert [round_.number for round_ in begun.tournament.rounds.all()] == [1, 2]


def test_not_while_it_runs_nor_once_a_later_round_has_started(begun: Playing) -> None:
    assert problems_of(lambda: reopen(begun)) == {"form": ["Round 1 is not closed."]}
    begun.close()
    begun.begin(2)
    said = problems_of(lambda: reopen(begun))
    assert said == {"form": ["Round 2 has started since. Round 1 stays closed."]}
    assert begun.round().stage == Stage.CLOSED


def test_prizes_that_were_given_are_shown_to_be_looked_at(
    begun: Playing, director: Client, watch: Hands
) -> None:
    begun.close()
    assert "stays with" not in text_of(director.get(address(begun, "open-again/")))
    anna = begun.tournament.entrants.get(participant=int(begun.ids()["Anna"]))
    Prize.objects.create(
        tournament=begun.tournament,
        round=begun.round(),
        position=1,
        name="Geselchtes",
        taken_by=anna,
        taken_at=watch.moment,
    )
    shown = director.get(address(begun, "open-again/")).content.decode()
    assert "Geselchtes" in shown
    director.post(address(begun, "open-again/"), {"reason": "Tisch 2 fehlt", "deed": str(uuid4())})
    assert begun.round().stage == Stage.RUNNING
    assert Prize.objects.get().taken_by == anna
    begun.close()
    words = "This round was reopened. Please check whether the prizes still match the standings."
    assert words in director.get(address(begun, "prizes/")).content.decode()


# A wrong hand of a closed round is corrected on its own page; nothing is opened again for it


@pytest.fixture
def closed(begun: Playing) -> Playing:
    """Cilli has 52, Emil and Gerta 51; the other five 50 or less."""
    begun.agree(
        prizes=("Speck", "Wein"),
        choosers=2,
        overall=Overall.SUM,
        overall_criteria=("sum_balance",),
        overall_rounds=1,
    )
    begun.close()
    return begun


def last_of(playing: Playing) -> Entry:
    entry = playing.sheet().entries.current().last()
    assert entry is not None
    return entry


def right(playing: Playing) -> dict[str, Any]:
    """The last hand of table 1 as it really was: Dora won with Anna, not Cilli."""
    known, record = playing.ids(), last_of(playing).record
    return json.loads(json.dumps(record).replace(f'"{known["Cilli"]}"', f'"{known["Dora"]}"'))


def correct(playing: Playing, by: str) -> None:
    playing.write(
        recording.correct, by=by, target=last_of(playing), record=right(playing), reason="verwechselt"
    )


def page(playing: Playing, name: str, of: str = "hand") -> str:
    where = reverse(f"scoring:{of}", args=[playing.sheet().pk, last_of(playing).pk])
    return text_of(playing.client(name).get(where))


def send(playing: Playing, name: str, step: str, **further: str) -> Any:
    where = reverse("scoring:correct", args=[playing.sheet().pk, last_of(playing).pk])
    asked = {"id": str(uuid4()), "after": str(playing.sheet().seq), "record": json.dumps(right(playing))}
    return playing.client(name).post(where, {**asked, "step": step, **further})


def test_what_changes_in_standings_and_prizes_is_shown_before_and_nothing_is_done(closed: Playing) -> None:
    closed.do(prizes.give_prize, position=2, player=closed.ids()["Cilli"])
    before = closed.balances()
    text = text_of(send(closed, "Bert", "look"))
    assert "Standings: Round 1" in text
    assert "Cilli rank 1, 52 shared rank 3, 50" in text
    assert "Standings: Overall" in text
    assert "Prizes: Round 1" in text
    assert "chooses as number 1 Cilli –" in text
    assert "Prizes: Overall" not in text, "there are none"
    assert "This prize has been given and stays with its winner until you change it: Wein: Cilli." in text
    assert closed.balances() == before
    assert closed.sheet().seq == last_of(closed).seq


def test_whoever_corrects_a_table_for_it_says_why_and_a_table_finds_the_usual_reason(
    begun: Playing,
) -> None:
    assert send(begun, "Bert", "look").context["form"]["reason"].value() == ""
    phone = Client()
    phone.get(reverse("tournaments:card", args=[code_of_card(begun.tournament.pk, 1)]))
    where = reverse("scoring:correct", args=[begun.sheet().pk, last_of(begun).pk])
    asked = {"id": str(uuid4()), "after": str(begun.sheet().seq), "record": json.dumps(right(begun))}
    assert phone.post(where, asked).context["form"]["reason"].value() == "Vertippt"


def test_it_is_done_in_one_way_and_the_round_the_sheet_and_the_tournament_stay_closed(
    closed: Playing,
) -> None:
    closed.finish()
    shut = closed.sheet().closed_at
    answer = send(closed, "Bert", "save", reason="verwechselt")
    assert answer.headers["Location"] == closed.sheet().get_absolute_url()
    assert closed.balances()["Cilli"] == 50
    assert (closed.round().stage, closed.sheet().closed_at) == (Stage.CLOSED, shut)
    closed.tournament.refresh_from_db()
    assert closed.tournament.state == State.FINISHED


def test_nobody_else_does_and_nothing_is_added(closed: Playing) -> None:
    for name in ("Cilli", "Emil"):
        with pytest.raises(PermissionDenied):
            correct(closed, name)
    with pytest.raises(Closed):
        closed.play(1, hand("Bert", "Cilli"), by="Bert")
    with pytest.raises(Closed):
        closed.write(recording.undo, by="Bert")
    closed.begin(2)
    correct(closed, "Dora")
    assert closed.balances()["Cilli"] == 50
