"""Tables that play on the printed sheet: single hands of it, or only the result."""

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from html import unescape
from importlib import import_module
from uuid import uuid4

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from scoring.deeds import Refused
from scoring.engine.result import Amount
from scoring.models import Act
from tests.support.every import every
from tests.support.pages import text_of
from tests.support.refusals import problems_of, refuses, sentences_of
from tests.support.scoring.house import House
from tests.support.scoring.tables import FOUR, exchanged
from tests.support.tournaments.playing import EIGHT, Hands, Playing, address, hand, log_of, opened
from tournaments.corrections import verbs as repair
from tournaments.corrections.verbs import PaperLine
from tournaments.duties import give_duty
from tournaments.engine.terms import PLAY_MONEY
from tournaments.models import Duty, PaperResult, SecondTyping, Stage, Tournament
from tournaments.planning.verbs import show_tournament
from tournaments.prizes.verbs import give_prize
from tournaments.rounds.verbs import bell_verbs
from tournaments.standings.derived import ranked

pytestmark = pytest.mark.usefixtures("english")


@pytest.fixture
def begun(started: Playing, watch: Hands) -> Playing:
    watch.forward(minutes=3)
    return started


@pytest.fixture
def on_paper(begun: Playing) -> Playing:
    switched(begun)
    return begun


def switched(playing: Playing, *, on: bool = True) -> None:
    playing.do(repair.play_on_paper, paper=on)


def enter_on_paper(
    playing: Playing, *amounts: tuple[Amount, int], by: str = "Bert", reason: str = ""
) -> PaperResult:
    """Balance and replacement of Anna, Bert, Cilli, Dora."""
    known = playing.ids()
    lines = {known[name]: PaperLine(*amount) for name, amount in zip(FOUR, amounts, strict=True)}
    return playing.do(repair.enter_result, by=by, lines=lines, reason=reason)


def page(playing: Playing, name: str = "") -> str:
    tournament = playing.tournament
    return f"/clubs/{tournament.club.slug}/tournaments/{tournament.pk}/rounds/1/tables/1/{name}"


def grid(playing: Playing, number: int = 1) -> str:
    tournament = playing.tournament
    return reverse("tournaments:paper_results", args=[tournament.club.slug, tournament.pk, number])


def on_the_grid(client: Client, playing: Playing, **amounts: str) -> dict[str, str]:
    """What the page sends with these balances typed into it."""
    ids, html = playing.ids(), client.get(grid(playing)).content.decode()
    sent = dict(re.findall(r'<input type="hidden"\s+name="([^"]+)"\s+value="([^"]*)"', html))
    stored = re.findall(r'<input type="text" name="([^"]+)" value="([^"]*)"', html)
    sent = {name: unescape(value) for name, value in sent.items()}
    return {**sent, **dict(stored)} | {f"balance-{ids[name]}": amount for name, amount in amounts.items()}


# Hands


def test_the_director_writes_single_hands_of_paper_on_the_recording_page_also_after_the_bell(
    on_paper: Playing, director: Client, watch: Hands
) -> None:
    watch.forward(minutes=60)  # the bell has rung long since
    writing = reverse("scoring:record", args=[on_paper.sheet().pk])
    assert f'href="{writing}"' in director.get(page(on_paper)).content.decode()
    assert director.get(writing).status_code == 200
    known = on_paper.ids()
    for number, one in enumerate((hand("Anna", "Bert"), hand("Cilli", "Dora"))):
        sent = {"id": str(uuid4()), "after": number, "record": exchanged(one, known)}
        assert director.post(writing, sent, "application/json").status_code == 200
    assert on_paper.balances() == dict.fromkeys(FOUR, 50)
    on_paper.close()
    first = on_paper.sheet().entries.order_by("seq").first()
    assert first is not None
    forgotten = exchanged(hand("Anna", "Cilli"), known)
    on_paper.change(Act.INSERT, first, forgotten)  # in a closed round, as at any table
    assert on_paper.balances() == {"Anna": 51, "Bert": 49, "Cilli": 51, "Dora": 49}
    assert director.get(page(on_paper, "hands/")).headers["Location"] == page(on_paper)


def test_the_phone_records_nothing_at_a_table_on_paper_until_it_is_back_on_the_screen(
    on_paper: Playing,
) -> None:
    with pytest.raises(Refused):
        on_paper.play(1, hand("Anna", "Bert"))
    on_paper.do(bell_verbs.note_bell)  # by mistake: the bell rings much later
    switched(on_paper, on=False)
    played = on_paper.play(1, hand("Anna", "Bert"))
    assert on_paper.balances() == {"Anna": 51, "Bert": 51, "Cilli": 49, "Dora": 49}
    assert on_paper.sheet().entries.current().last() == played.entry


# The result


def test_a_result_from_paper_ranks_like_any_other(begun: Playing, director: Client) -> None:
    # 200 was given out, and 50 replacement to Dora: together 250
    enter_on_paper(begun, (70, 0), (60, 0), (45, 0), (75, 50))
    assert begun.table().paper
    assert begun.table().result.is_typed
    assert "75, including replacement capital 50" in text_of(director.get(page(begun)))
    known = begun.ids()
    for_three = {
        known[name]: PaperLine(balance) for name, balance in zip(FOUR[1:], (60, 65, 75), strict=True)
    }
    with pytest.raises(Refused, match=r"Different people now sit at this table\."):
        begun.do(repair.enter_result, lines=for_three)
    names = begun.names()
    [round_] = ranked(begun.tournament).rounds
    places = {names[place.player]: place.rank for place in round_.places}
    assert places == {"Anna": 1, "Bert": 2, "Cilli": 3, "Dora": 4}  # bust: last, although 75 is most
    assert {names[player] for player, played in round_.players.items() if played.busts} == {"Dora"}


NOT_FINAL = "{name}: 0 cannot be the final balance; replacement capital would have been paid out."


@every(
    "amounts, wrong",
    [
        (
            ((70, 0), (60, 0), (45, 0), (28, 0)),
            {
                "form": "The balances add up to 203, but 200 was given out (capital of 4 players and "
                "replacement): 3 too much."
            },
        ),
        (
            ((Fraction(85, 2), 0), (Fraction(115, 2), 0), (50, 0), (50, 0)),
            {
                "balance-{Anna}": "Anna: 42½ is not possible: payments here go in steps of ⅓.",
                "balance-{Bert}": "Bert: 57½ is not possible: payments here go in steps of ⅓.",
            },
        ),
        (
            ((150, 0), (70, 0), (0, 0), (0, 20)),
            {
                "balance-{Cilli}": NOT_FINAL.format(name="Cilli"),
                "balance-{Dora}": NOT_FINAL.format(name="Dora"),
                "replacement-{Dora}": "Dora: replacement capital is paid out in portions of 50, not 20.",
            },
        ),
    ],
)
def test_what_cannot_be_is_named_with_its_field(
    begun: Playing, amounts: tuple[tuple[Amount, int], ...], wrong: dict[str, str]
) -> None:
    with refuses({field.format(**begun.ids()): [said] for field, said in wrong.items()}):
        enter_on_paper(begun, *amounts)


def test_behind_a_result_no_hand_is_recorded_by_anybody(begun: Playing) -> None:
    """It would change nothing, and nobody would know."""
    begun.play(1, hand("Bert", "Cilli"))
    enter_on_paper(begun, (80, 0), (60, 0), (40, 0), (20, 0))
    for by in ("Bert", "Dora"):
        with refuses({"form": ["Table 1 has a result from paper. Please take it back first."]}):
            begun.play(1, hand("Anna", "Dora"), by=by)


def test_the_result_of_a_closed_round_is_corrected_without_opening_it_and_the_changes_are_shown_before(
    begun: Playing, director: Client, watch: Hands
) -> None:
    enter_on_paper(begun, (70, 0), (60, 0), (45, 0), (25, 0))
    watch.forward(minutes=40)
    begun.agree(prizes=("Speck",))
    begun.close()
    begun.do(give_prize, position=1, player=begun.ids()["Anna"])
    where = page(begun)
    assert grid(begun) in director.get(where).content.decode()
    for amounts in ({}, {"Anna": "71"}):
        sent = on_the_grid(director, begun, **amounts) | {"step": "look", "reason-1": "verlesen"}
        looked = director.post(grid(begun), sent)
        assert looked.context["changed"] is None
    assert "1 too much" in text_of(looked)
    form = on_the_grid(director, begun, Anna="50", Bert="80") | {"reason-1": "verlesen"}
    shown = text_of(director.post(grid(begun), {**form, "step": "look"}))
    assert "Standings: Round 1, Anna: rank 1, 70 → rank 2, 50" in shown
    assert "This prize has been given and stays with its winner until you change it: Speck: Anna." in shown
    assert begun.balances()["Anna"] == 70
    assert director.post(grid(begun), {**form, "step": "save"}).status_code == 302
    assert begun.balances() == {"Anna": 50, "Bert": 80, "Cilli": 45, "Dora": 25}
    assert begun.round().stage == Stage.CLOSED
    tournament = begun.tournament
    standings = text_of(director.get(f"{tournament.get_absolute_url()}standings/1/"))
    line = "Table 1, result from paper: Anna 1. → 2., Bert 2. → 1."
    assert f"Put right since {line}" in standings
    begun.do(show_tournament, public=True)
    assert line in text_of(director.get(f"/tournaments/{tournament.code}/rounds/1/"))
    assert log_of("standings_moved") == [f"moved people in the standings of “Herbstturnier”, round 1: {line}"]


def test_only_corrections_are_listed_as_put_right_since_and_no_result_that_came_in_late(
    two_tables: Playing, director: Client, watch: Hands
) -> None:
    two_tables.do(repair.all_on_paper, paper=True)
    watch.forward(minutes=40)
    two_tables.close()
    standings, ids = f"{two_tables.tournament.get_absolute_url()}standings/1/", two_tables.ids()

    def listed_after(number: int, *balances: int, reason: str = "") -> int:
        four = FOUR if number == 1 else EIGHT
        lines = {ids[name]: PaperLine(amount) for name, amount in zip(four, balances, strict=True)}
        watch.forward(minutes=1)
        two_tables.do(repair.enter_result, table=two_tables.table(number), lines=lines, reason=reason)
        return len(log_of("standings_moved"))

    assert listed_after(1, 70, 60, 45, 25) == 0
    assert listed_after(2, 80, 55, 40, 25) == 0
    assert "Put right since" not in text_of(director.get(standings))
    assert listed_after(2, 55, 80, 40, 25, reason="verlesen") == 1
    assert "Put right since Table 2, result from paper: Eva 1. → 4." in text_of(director.get(standings))
    two_tables.do(repair.reopen_round, round_=two_tables.round(), reason="falscher Zettel")
    two_tables.do(repair.take_back_result, table=two_tables.table(2), reason="falscher Zettel")
    assert listed_after(2, 40, 40, 60, 60, reason="der richtige") == 3


def test_in_a_closed_round_only_a_result_that_stands_is_corrected_and_only_by_who_directs(
    begun: Playing, watch: Hands
) -> None:
    begun.play(1, hand("Anna", "Bert"))
    watch.forward(minutes=40)
    begun.close()
    with refuses({"form": ["There is no result from paper here."]}):
        enter_on_paper(begun, (70, 0), (60, 0), (45, 0), (25, 0))


def test_taken_back_the_hands_count_again(begun: Playing, director: Client) -> None:
    begun.play(1, hand("Anna", "Bert"))
    enter_on_paper(begun, (70, 0), (60, 0), (45, 0), (25, 0))
    assert list(problems_of(enter_on_paper, begun, (80, 0), (50, 0), (45, 0), (25, 0))) == ["reason"]
    with pytest.raises(Refused):
        switched(begun, on=False)
    where, asked = page(begun, "result/take-back/"), {"reason": "falscher Tisch"}
    done = director.post(where, {**asked, "deed": str(uuid4())})
    assert done.headers["Location"] == page(begun)
    again = director.post(where, {**asked, "deed": str(uuid4())})
    assert "There is no result from paper here." in text_of(again)
    assert begun.balances() == {"Anna": 51, "Bert": 51, "Cilli": 49, "Dora": 49}
    switched(begun, on=False)


def test_a_cup_table_gives_the_schrift_and_it_adds_up_to_nothing(at_the_cup: Playing, watch: Hands) -> None:
    known = at_the_cup.ids()

    def enter(*schrift: int) -> None:
        lines = {known[name]: PaperLine(schrift=player) for name, player in zip(FOUR, schrift, strict=True)}
        at_the_cup.do(repair.enter_result, lines=lines)

    with refuses({"form": ["The Schrift of the table has to add up to 0; it is −2, so 2 too little."]}):
        enter(12, -4, -4, -6)
    enter(12, -4, -4, -4)
    [round_] = ranked(at_the_cup.tournament).rounds
    schrift = [round_.players[known[name]].result.schrift for name in FOUR]
    assert schrift == [12, -4, -4, -4]
    for where in (page(at_the_cup), grid(at_the_cup).replace("results/", "")):
        assert "Anna +12" in text_of(at_the_cup.client().get(where))


def test_the_grid_saves_the_rows_that_balance_and_keeps_what_was_typed_in_the_others(
    two_tables: Playing, watch: Hands
) -> None:
    """All tables go to paper by one button, and in the next round by themselves."""
    two_tables.do(repair.all_on_paper, paper=True)
    director = two_tables.client()
    form = on_the_grid(director, two_tables, **dict.fromkeys(FOUR, "50"), **dict.fromkeys(EIGHT, "60"))
    shown = director.post(grid(two_tables), form)
    assert "1 result is saved; it balances." in text_of(shown)
    assert "40 too much" in text_of(shown)
    assert shown.content.decode().count('value="60"') == 4
    assert two_tables.table().paper_results.count() == 1
    assert not two_tables.table(2).paper_results.exists()
    ids = two_tables.ids()
    mended = form | {f"balance-{ids[name]}": "50" for name in EIGHT}
    assert director.post(grid(two_tables), mended).status_code == 302
    assert director.post(grid(two_tables), mended).status_code == 302  # tapped twice
    assert [table.paper_results.count() for table in two_tables.round().tables.all()] == [1, 1]
    two_tables.close()
    two_tables.begin(2)
    assert all(table.paper for table in two_tables.round(2).tables.all())
    typed = two_tables.table(round_=2)
    two_tables.do(repair.enter_result, table=typed, lines=dict.fromkeys(typed.seats, PaperLine(50)))
    two_tables.do(repair.all_on_paper, round_=two_tables.round(2), paper=False)
    tables = two_tables.round(2).tables.order_by("number")
    assert [table.paper for table in tables] == [True, False], "a result stands at the first"


def test_tables_on_paper_are_chosen_once_for_the_day(house: House, watch: Hands) -> None:
    """On the board, as from 2 to 4 of five; a table that went to paper by itself is no choice for the day."""
    people = [f"Gast {number}" for number in range(1, 21)]
    playing = opened(house, *people, terms=replace(PLAY_MONEY, rounds=2))
    playing.begin()

    def on_paper(round_: int = 1) -> list[int]:
        tables = playing.round(round_).tables.filter(paper=True)
        return list(tables.order_by("number").values_list("number", flat=True))

    def choose(**fields: str) -> str:
        return playing.told("all_on_paper", 1, paper="yes", **fields)

    playing.do(repair.play_on_paper, table=playing.table(5), paper=True)
    assert "These tables play on paper, in the next rounds too." in choose(first="4", last="2")
    assert on_paper() == [2, 3, 4, 5]
    chosen = r"<option selected>\s*(\d+)"
    page = playing.client().get(address(playing, "round", 1)).content.decode()
    assert re.findall(chosen, page) == ["2", "4"]
    choose(first="3", last="4")
    assert on_paper() == [3, 4, 5]
    assert "There is no table 9 in this round." in choose(first="9", last="12")
    assert any("has tables 3–4 of round 1" in sentence for sentence in log_of("all_on_paper"))
    for number in (1, 2, 3, 4, 5):
        lines = dict.fromkeys(playing.table(number).seats, PaperLine(50))
        playing.do(repair.play_on_paper, table=playing.table(number), paper=True)
        playing.do(repair.enter_result, table=playing.table(number), lines=lines)
    playing.close()
    playing.begin(2)
    assert on_paper(2) == [3, 4]
    playing.do(repair.all_on_paper, round_=playing.round(2), paper=False)
    assert on_paper(2) == []


def test_a_tournament_that_was_begun_on_paper_goes_on_so_after_the_update(house: House, watch: Hands) -> None:
    playing = opened(house, *EIGHT, terms=replace(PLAY_MONEY, rounds=2))
    playing.begin()
    keep_on_paper = import_module("tournaments.migrations.0031_paper_goes_on").keep_on_paper
    keep_on_paper(apps, None)
    assert Tournament.objects.get().paper_first is None
    playing.round(1).tables.update(paper=True)
    keep_on_paper(apps, None)
    assert Tournament.objects.get().is_on_paper(7)


def test_a_row_is_saved_by_itself_and_whoever_was_slower_reads_who_was_first(
    on_paper: Playing, director: Client
) -> None:
    slower = on_the_grid(director, on_paper, Anna="70", Bert="60", Cilli="45", Dora="25")
    first = on_paper.client("Anna")
    form = on_the_grid(first, on_paper, Anna="60", Bert="70", Cilli="45", Dora="25") | {"row": "1"}
    row = first.post(grid(on_paper), form).content.decode()
    assert 'data-corrected="Anna"' in row
    assert "<html" not in row
    assert on_paper.balances() == {"Anna": 60, "Bert": 70, "Cilli": 45, "Dora": 25}
    said = text_of(director.post(grid(on_paper), slower))
    assert "Not saved yet: Anna has saved something newer" in said
    assert "Anna: final balance: stored now: 60" in said
    assert on_paper.balances()["Anna"] == 60
    assert first.post(grid(on_paper), form | {"row": "9"}).status_code == 404
    for nonsense in ("²", "9" * 5000):
        assert first.post(grid(on_paper), form | {"row": nonsense}).status_code == 400


def test_somebody_else_types_the_sheets_and_reads_which_tables_are_the_same(
    two_tables: Playing, watch: Hands
) -> None:
    two_tables.do(repair.all_on_paper, paper=True)
    two_tables.do(give_duty, name="Emil", kind=Duty.Kind.HELPER)
    ids, here = two_tables.ids(), grid(two_tables) + "second/"
    emil, director = two_tables.client("Emil"), two_tables.client()
    assert text_of(emil.get(here)).count("no result from paper yet") == 2
    for number, four in ((1, FOUR), (2, EIGHT)):
        lines = {ids[name]: PaperLine(amount) for name, amount in zip(four, (70, 60, 45, 25), strict=True)}
        two_tables.do(repair.enter_result, table=two_tables.table(number), lines=lines)
    assert 'value="70"' not in emil.get(here).content.decode(), "the form is empty"
    own = director.get(here)
    assert "balance-" not in own.content.decode(), "nobody compares what they typed"
    assert text_of(own).count("typed by yourself: somebody else compares it") == 2

    def sent(number: int, names: Sequence[str], *amounts: str) -> dict[str, str]:
        return {f"t{number}-balance-{ids[name]}": amount for name, amount in zip(names, amounts, strict=True)}

    first, second = sent(1, FOUR, "70", "60", "45", "25"), sent(2, EIGHT, "70", "65", "40", "25")
    assert "compared." not in text_of(emil.post(here, {"deed": str(uuid4())})), "nothing was typed"
    watch.forward(minutes=1)
    answer = emil.post(here, {"deed": str(uuid4()), **first, **second})
    page = text_of(answer)
    assert "2 tables compared. Different: 2" in page
    assert "≠ different Fritz: 65 typed, 60 stored Gustl: 40 typed, 45 stored" in page
    assert 'value="65"' in answer.content.decode(), "what was typed stays, for a slip to be mended"
    assert two_tables.balances(2) == {"Eva": 70, "Fritz": 60, "Gustl": 45, "Hans": 25}
    assert [table.paper_results.count() for table in two_tables.round().tables.all()] == [1, 1]
    desk = director.get(grid(two_tables))
    round_ = two_tables.tournament.get_absolute_url() + "rounds/1/"
    views = {"Tables": round_, "Results": grid(two_tables), "Cross-check": here}
    assert {way["words"]: way["address"] for way in desk.context["ways"]} == views
    assert "✓ Emil" in text_of(desk)
    assert "≠ Emil" in text_of(desk)
    assert "Emil has read something else on the printed sheet." in text_of(desk)
    bad = emil.post(here, {"deed": str(uuid4()), **sent(1, FOUR, "70", "x", "45", "")})
    assert "A number, please, as in 41 or 50 2/3." in text_of(bad)
    assert "Please give a number for Dora." in text_of(bad)
    read = "compared the result with the printed sheet:"
    assert sorted(log_of("compare_result")) == [
        f"{read} something else stands there (“Herbstturnier”, round 1, table 2)",
        f"{read} the same (“Herbstturnier”, round 1, table 1)",
    ]
    assert [(row.by.name, row.seq) for row in SecondTyping.objects.order_by("table")] == [("Emil", 1)] * 2


def test_whoever_compares_a_result_that_was_changed_meanwhile_looks_again(on_paper: Playing) -> None:
    ids = on_paper.ids()
    lines = {ids[name]: PaperLine(50) for name in FOUR}
    on_paper.do(repair.enter_result, lines=lines)
    on_paper.do(repair.take_back_result, reason="falsches Blatt")
    about = {"by": "Anna", "lines": lines}
    assert sentences_of(on_paper.do, repair.compare_result, **about) == [
        "This has been changed in the meantime. Please look again."
    ]
    on_paper.do(repair.enter_result, by="Anna", lines=lines, reason="doch das Blatt")
    assert sentences_of(on_paper.do, repair.compare_result, **about) == [
        "You typed this table yourself. Somebody else compares it."
    ]
    assert not SecondTyping.objects.exists()
