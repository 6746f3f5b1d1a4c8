"""Who stands where: of a round, of all rounds, on the page and in what it is made of."""

import re
from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client
from django.utils import translation

from scoring import clock
from scoring.models import Act, Deed
from scoring.table import verbs as recording
from tests.support.every import every
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.tables import FOUR, dreier, exchanged
from tests.support.stages import stage
from tests.support.tournaments.disputes import called, ruled
from tests.support.tournaments.playing import Hands, Playing, address, opened
from tests.support.tournaments.standings import (
    SECOND,
    STEEP,
    begun_at,
    lost_solo,
    normal,
    overall,
    places,
    shown,
    steep,
    three_rounds,
    words,
)
from tests.support.tournaments.table_verbs import leave_table
from tournaments.corrections.disputes.verbs import Decision
from tournaments.engine.criteria import (
    CUP_BEST_ROUNDS,
    MONEY_AVERAGE,
    MONEY_BEST_ROUND,
    MONEY_SUM,
)
from tournaments.engine.played import PlayerResult
from tournaments.engine.terms import Overall, Scope, Showing
from tournaments.models import Finding, Leaving, PaperResult
from tournaments.standings import tables
from tournaments.standings.moved_ranks import (
    MOST_TOLD,
    NOTED,
    OVERALL,
    ROUND,
    correction_in_words,
    corrections_in_words,
    note_rank_moves,
)
from tournaments.standings.pages.standings import ShownStandings, overall_of
from tournaments.standings.results import derive
from tournaments.standings.tables import standings_columns
from tournaments.wording import terms_in_words

__all__ = ["steep", "three_rounds"]  # the fixtures


MONEY = [
    ("1", "Bert", ""),
    ("2=", "Gast 1", ""),
    ("2=", "Gast 2", ""),
    ("4", "Cilli", ""),
    ("5", "Gast 3", ""),
    ("6", "Dora", ""),
    ("8=", "Anna", ""),
    ("8=", "Emil", ""),
]


def type_second_table(steep: Playing) -> None:
    """At the second table nothing but what was typed from paper counts any more."""
    ids = steep.ids()
    balances = {"Emil": (41, 50), "Gast 1": (77, 0), "Gast 2": (77, 0), "Gast 3": (55, 0)}
    lines = {
        ids[name]: {"balance": balance, "replacement": replacement}
        for name, (balance, replacement) in balances.items()
    }
    table, bert = steep.table(2), steep.house.member("Bert")
    PaperResult.objects.create(id=uuid4(), table=table, seq=1, lines=lines, by=bert, at=clock.now())
    derive(table)


def test_a_money_round_with_two_double_busts_is_ranked_as_worked_out_by_hand(steep: Playing) -> None:
    standing = shown(steep)
    assert places(standing) == MONEY
    by_name = {row.name: row for row in standing.rows}
    anna, emil, bert = by_name["Anna"], by_name["Emil"], by_name["Bert"]
    assert (anna.result.balance, anna.result.replacement, anna.busts, anna.hands) == (30, 100, 2, 4)
    assert (emil.result.balance, emil.result.replacement, emil.busts, emil.hands) == (25, 100, 1, 2)
    assert (bert.result.balance, bert.busts, bert.result.schrift, bert.tables) == (100, 0, 10, "1")
    assert standing.interim
    assert standing.tied == (("Gast 1", "Gast 2"), ("Anna", "Emil"))
    assert [sentence.label for sentence in standing.sentences] == ["Replacement capital", "Final balance"]


def test_per_table_everybody_is_ranked_at_the_own_table(house: House) -> None:
    playing = begun_at(house, replace(STEEP, scope=Scope.TABLE), FOUR, SECOND)
    playing.play(1, normal("Bert", "Cilli"))
    assert {part.title: [f"{row.rank} {row.name}" for row in part.rows] for part in shown(playing).parts} == {
        "Table 1": ["1 Bert", "1 Cilli", "3 Anna", "3 Dora"],
        "Table 2": ["1 Emil", "1 Gast 1", "1 Gast 2", "1 Gast 3"],
    }


# A cup


def test_a_cup_is_decided_by_best_round_next_best_and_lot(three_rounds: Playing) -> None:
    assert [(row.name, row.result.schrift) for row in shown(three_rounds, 1).rows] == [
        ("Anna", 40),
        ("Bert", 20),
        ("Dora", -20),
        ("Cilli", -40),
    ]
    standing = overall(three_rounds)
    assert places(standing) == [
        ("1", "Anna", ""),
        ("2", "Cilli", "best round +40 before +20"),
        ("3=", "Bert", "next best round +20 before 0"),
        ("3=", "Dora", ""),
    ]
    assert [round_.amount for round_ in standing.rows[1].rounds if round_] == [-40, 20, 20]
    labels = [sentence.label for sentence in standing.sentences]
    assert labels == ["Schrift", "Best round", "Next best round", "Lot"]
    record_lot(three_rounds, "Dora", "Bert")
    assert places(overall(three_rounds))[2:] == [
        ("3", "Dora", "next best round +20 before 0"),
        ("4", "Bert", "by lot"),
    ]


def test_decided_by_stands_only_where_a_tie_was_decided_in_a_cup(three_rounds: Playing) -> None:
    standing = overall(three_rounds)
    assert [row.reason for row in standing.rows if row.reason] == [
        "best round +40 before +20",
        "next best round +20 before 0",
    ]
    assert "why" in tables.OverallTable(standing.parts[0], standing).columns.names()


def test_decided_by_stands_only_where_a_tie_was_decided_with_play_money(steep: Playing) -> None:
    """Neither the balance decides a tie, nor that somebody went bust."""
    standing = shown(steep)
    table = tables.RoundTable(standing.parts[0], standing)
    assert "why" not in table.columns.names()
    shared = ["2= Gast 1", "2= Gast 2", "8= Anna", "8= Emil"]
    assert [one for row in standing.rows if (one := f"{table.line(row).rank} {row.name}") in shared] == shared


def record_lot(playing: Playing, *names: str) -> None:
    """Drawn by hand, on the page of all rounds."""
    ids, bert, lots = playing.ids(), playing.client(), address(playing, "lots")
    [drawing] = bert.get(lots).context["drawing"]
    assert set(drawing.names.split(", ")) == {*names}
    places = {f"place_{ids[name]}": place for place, name in enumerate(names, 1)}
    sent = {"about": drawing.about, "players": drawing.key, "how": "hand", "deed": uuid4(), **places}
    assert f"Drawn: {', '.join(names)}." in bert.post(lots, sent, follow=True).content.decode()


# Several rounds with play money


@stage(on=HOUSE)
def money_rounds(house: House) -> Playing:
    """Two rounds. In the first, Anna wins 5 three times, twice with Bert and once with Cilli; the second
    table stays level. In the second, Anna pays 60, and four are there.
    """
    terms = replace(STEEP, overall=Overall.BEST, overall_criteria=MONEY_BEST_ROUND)
    playing = begun_at(house, terms, FOUR, SECOND)
    for record in (normal("Anna", "Bert"), normal("Anna", "Bert"), normal("Anna", "Cilli")):
        playing.play(1, record)
    playing.level(2)
    playing.close()
    playing.begin(2, names=["Anna", "Bert", "Dora", "Emil"], tables=[("Anna", "Bert", "Dora", "Emil")])
    playing.play(1, lost_solo("Anna"), round_=2)
    return playing


def test_the_average_ranks_whoever_has_played_often_enough(money_rounds: Playing) -> None:
    """Round 1: Anna 65, Bert 55, Cilli 45, Dora 35, the second table 50 each. Round 2: Anna 40 after 50, so
    −10; the others 70. Averages: Bert 62½, Emil 60, Dora 52½, Anna 27½.
    """
    money_rounds.agree(overall=Overall.AVERAGE, overall_rounds=2, overall_criteria=MONEY_AVERAGE)
    standing = overall(money_rounds)
    assert counted(standing) == "1 Bert 125/2, 2 Emil 60, 3 Dora 105/2, 4 Anna 55/2"
    assert [row.name for row in standing.unranked] == ["Cilli", "Gast 1", "Gast 2", "Gast 3"]
    assert {row.notes for row in standing.unranked} == {("too few rounds",)}
    assert standing.interim
    assert standing.sentences[0].text == "Players need at least 2 rounds to be ranked."
    assert standing.counts == "Average"
    rounds = [round_ and (round_.amount, round_.busted, round_.interim) for round_ in standing.rows[3].rounds]
    assert rounds == [(65, False, False), (-10, True, True)]


def test_unless_it_is_said_the_average_asks_for_as_many_rounds_as_most_have_played(
    money_rounds: Playing,
) -> None:
    """Four of eight have played two: that is not more than half."""
    money_rounds.agree(overall=Overall.AVERAGE, overall_rounds=None, overall_criteria=MONEY_AVERAGE)
    standing = overall(money_rounds)
    assert (len(standing.rows), standing.unranked) == (8, ())
    assert [sentence.label for sentence in standing.sentences] == ["Average", "Lot"]
    guest = money_rounds.tournament.entrants.filter(participant__member=None).order_by("pk").last()
    assert guest is not None
    guest.house = True
    guest.save()
    standing = overall(money_rounds)
    assert [row.name for row in standing.rows] == ["Bert", "Emil", "Dora", "Anna"]
    assert standing.sentences[0].text == (
        "Players need at least 2 rounds to be ranked: more than half have played that many."
    )


def test_the_sum_of_all_balances_ranks_and_equals_share_the_rank(money_rounds: Playing) -> None:
    money_rounds.agree(overall=Overall.SUM, overall_criteria=MONEY_SUM)
    standing = overall(money_rounds)
    assert counted(standing) == (
        "1 Bert 125, 2 Emil 120, 3 Dora 105, 4 Anna 55, 5 Gast 1 50, 5 Gast 2 50, 5 Gast 3 50, 8 Cilli 45"
    )
    assert {row.reason for row in standing.rows} == {""}
    assert standing.counts == "Sum"
    before = columns(standing)
    assert "counts" in before
    money_rounds.agree(overall_criteria=("wins",))  # they stand in no column of their own
    assert columns(overall(money_rounds)) == [key for key in before if key != "counts"]


def counted(standing: ShownStandings) -> str:
    """Rank, name and what counts of everybody who is ranked."""
    return ", ".join(f"{row.rank} {row.name} {row.counts}" for row in standing.rows)


def columns(standing: ShownStandings) -> list[str]:
    return [column.key for column in standings_columns(standing)]


def test_in_a_cup_so_many_of_the_best_rounds_count(
    three_rounds: Playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cilli 20 and 20; Anna 40 and −20, Bert and Dora 20 and 0."""
    three_rounds.agree(overall=Overall.BEST_OF, overall_best=2, overall_criteria=CUP_BEST_ROUNDS)
    standing = overall(three_rounds)
    assert places(standing) == [
        ("1", "Cilli", ""),
        ("2", "Anna", ""),
        ("3=", "Bert", "best round +40 before +20"),
        ("3=", "Dora", ""),
    ]
    assert (
        standing.sentences[0].text
        == "The best 2 rounds of each player count; with fewer rounds, all of them."
    )
    _head, *rows = rows_of(three_rounds.house.client("Cilli"), address(three_rounds))
    assert [cells[2] for cells in rows] == ["+40", "+20", "+20", "+20"]
    row = standing.rows[0]
    for few, below in ((3, "−40 · +20 · +20"), (2, "")):  # on a phone three rounds are below the name
        monkeypatch.setattr(tables, "FEW_ROUNDS", few)
        assert tables.OverallTable(standing.parts[0], standing).line(row).small == below
    with translation.override("en"):
        assert ("Best rounds that count", "2") in terms_in_words(three_rounds.tournament.terms, "EUR")


def test_whoever_left_a_round_and_is_ranked_last_is_last_overall_too(money_rounds: Playing) -> None:
    """Bert had 55 and 70 and would share the first place."""
    bert = money_rounds.house.member("Bert")
    left = Leaving.objects.create(
        id=uuid4(),
        table=money_rounds.table(),
        entrant=money_rounds.tournament.entrants.get(participant__member=bert),
        ranked=Leaving.Ranked.LAST,
        by=bert,
        at=clock.now(),
    )
    standing = overall(money_rounds)
    assert counted(standing) == (
        "1 Dora 70, 1 Emil 70, 3 Anna 65, 4 Gast 1 50, 4 Gast 2 50, 4 Gast 3 50, 7 Cilli 45, 8 Bert 70"
    )
    assert standing.rows[-1].notes == ("left, ranked last",)
    assert standing.sentences[0].label == "Left early"
    Leaving.objects.filter(pk=left.pk).update(undone_at=clock.now())
    assert [row.name for row in overall(money_rounds).rows][:3] == ["Bert", "Dora", "Emil"]
    assert "Left early" not in [sentence.label for sentence in overall(money_rounds).sentences]


# Who left, house players, paper


def test_whoever_leaves_ranks_last_or_with_the_balance_and_a_house_player_never(steep: Playing) -> None:
    entrants = {
        steep.names()[str(entrant.participant_id)]: entrant for entrant in steep.tournament.entrants.all()
    }
    bert = steep.house.member("Bert")
    for name, how in (("Cilli", Leaving.Ranked.LAST), ("Dora", Leaving.Ranked.BALANCE)):
        Leaving.objects.create(
            id=uuid4(),
            table=steep.table(),
            entrant=entrants[name],
            ranked=how,
            by=bert,
            at=clock.now(),
        )
    entrants["Gast 2"].house = True
    entrants["Gast 2"].save()
    standing = shown(steep)
    assert [(row.rank, row.name, row.notes) for row in standing.rows] == [
        (1, "Bert", ()),
        (2, "Gast 1", ()),
        (3, "Gast 3", ()),
        (4, "Dora", ("left",)),
        (7, "Anna", ()),
        (7, "Emil", ()),
        (7, "Cilli", ("left, ranked last",)),
    ]
    assert [(row.name, row.rank, row.notes) for row in standing.unranked] == [
        ("Gast 2", None, ("house player",))
    ]
    assert standing.sentences[0].label == "Left early"


def test_a_table_on_paper_is_ranked_without_a_mark(steep: Playing) -> None:
    type_second_table(steep)
    rows = {row.name: row for row in shown(steep).rows}
    emil = rows["Emil"]
    assert (emil.rank, emil.hands, emil.busts, emil.notes) == (8, None, 1, ())
    assert (emil.schrift, rows["Bert"].schrift) == (None, 10)  # balances on paper do not say it
    assert (rows["Gast 1"].rank, rows["Gast 1"].tied, rows["Gast 1"].notes) == (4, True, ())
    assert rows["Bert"].notes == ()


# However its hands came to stand there, a table is ranked the same


GUESTS = ("Gast 1", "Gast 2", "Gast 3", "Gast 4")
HANDS = (normal("Gast 1", "Gast 2"), lost_solo("Gast 3"), lost_solo("Gast 1", kontra="kontra"))
MISTAKEN = lost_solo("Gast 2")


def straight_on(playing: Playing) -> None:
    for record in HANDS:
        playing.play(1, record)


def roundabout(playing: Playing) -> None:
    """The first is corrected, the second forgotten, and of three that were none each goes another way."""
    first, second, third = (exchanged(record, playing.ids()) for record in HANDS)
    begun = playing.play(1, MISTAKEN).entry
    last = playing.play(1, MISTAKEN).entry
    playing.change(Act.INSERT, last, second)
    playing.change(Act.CORRECT, begun, first)
    playing.change(Act.CORRECT, last, third)
    playing.play(1, MISTAKEN)
    playing.write(recording.undo, by="Bert")
    taken_out = playing.play(1, MISTAKEN).entry
    playing.change(Act.TAKE_OUT, taken_out)
    struck = playing.play(1, MISTAKEN).entry
    ruled(playing, called(playing), Decision(Finding.STRUCK, struck), by="Dora")


def test_in_whatever_way_hands_corrections_and_rulings_arrive_the_standings_are_the_same(
    house: House,
) -> None:
    shown_after = []
    for way in (straight_on, roundabout):
        with transaction.atomic():
            playing = begun_at(house, STEEP, GUESTS)
            way(playing)
            rows = shown(playing).rows
            shown_after.append([(row.name, row.rank, row.result, row.busts, row.reason) for row in rows])
            transaction.set_rollback(True)
    assert shown_after[0] == shown_after[1]


# The pages


def rows_of(client: Client, where: str) -> list[list[str]]:
    client.cookies["language"] = "en"
    body = client.get(where).content.decode()
    found = re.findall(r"<tr[^>]*>(.*?)</tr>", body, re.DOTALL)
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in found]
    return [[" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in row] for row in cells]


def names_in_order(client: Client, where: str, asked: str) -> list[str]:
    rows = rows_of(client, f"{where}{asked}")[1:]
    return [re.split(r" (?:you|bust|\d times bust|no hand)", row[1])[0] for row in rows]


BY_RANK = ["Bert", "Gast 1", "Gast 2", "Cilli", "Gast 3", "Dora", "Anna", "Emil"]


@every(
    "asked, names",
    [
        ("", BY_RANK),
        ("?sort=-rank", ["Anna", "Emil", "Dora", "Gast 3", "Cilli", "Gast 1", "Gast 2", "Bert"]),
        ("?sort=hands,name", ["Emil", "Gast 1", "Gast 2", "Gast 3", "Anna", "Bert", "Cilli", "Dora"]),
        ("?sort=wealth&page=7", BY_RANK),
    ],
)
def test_standings_can_be_read_in_another_order_and_equals_stay_as_they_are_ranked(
    steep: Playing, asked: str, names: list[str]
) -> None:
    assert names_in_order(steep.house.client("Emil"), address(steep, "standings", 1), asked) == names


def test_hidden_standings_are_seen_by_director_and_arbiter_only_until_the_end(house: House) -> None:
    playing = opened(
        house,
        terms=replace(
            STEEP, showing=Showing.AT_THE_END, overall=Overall.BEST, overall_criteria=MONEY_BEST_ROUND
        ),
    )
    playing.register(["Bert", *SECOND[1:]])
    playing.begin(tables=[("Bert", *SECOND[1:])])
    playing.play(1, lost_solo("Gast 2"))
    playing.close()
    pages = [address(playing), address(playing, "standings", 1), address(playing, "prizes", 1)]
    files = [
        *(f"{pages[0]}export/{form}/" for form in ("xlsx", "csv")),
        *(f"{address(playing, 'tournament')}rounds/1/standings/export/{form}/" for form in ("xlsx", "csv")),
        *(f"{pages[2]}export/{form}/" for form in ("xlsx", "csv")),
        *(f"{address(playing, 'tournament')}tables/export/{form}/" for form in ("xlsx", "csv")),
        address(playing, "tournament_results"),
    ]
    for name, page in (*(("Emil", page) for page in pages), ("Cilli", pages[0])):
        answer = house.client(name).get(page)
        body = answer.content.decode()
        assert "<table" not in body
        assert "Gast" not in body
        assert "ETag" not in answer.headers
    assert {house.client("Emil").get(file).status_code for file in files} == {403}
    assert {house.client("Dora").get(file).status_code for file in files[::2]} == {200}
    for name in ("Anna", "Bert", "Dora"):
        assert "<table" in house.client(name).get(pages[0]).content.decode()
        assert house.client(name).get(files[1]).status_code == 200
    playing.finish()
    assert {house.client("Emil").get(where).status_code for where in (*pages, *files)} == {200}
    assert "Gast 2" in words(house.client("Emil"), pages[1])


def test_the_title_is_a_menu_only_of_several_periods_and_the_letters_of_the_file_are_printed(
    house: House,
) -> None:
    playing, emil = opened(house, terms=STEEP), house.client("Emil")
    menu = '<details class="menu"'
    before = emil.get(address(playing)).content.decode()
    assert [what for what in (menu, "/export/") if what in before] == []
    playing.register(["Bert", *SECOND[1:]])
    playing.begin(tables=[("Bert", *SECOND[1:])])
    playing.play(1, lost_solo("Gast 2"))
    playing.close()
    playing.finish()
    text = emil.get(address(playing)).content.decode()
    assert menu not in text, "there is one round, and each is ranked by itself"
    assert text.index('class="letters"') < text.index('rows ways on-screen"') < text.index("/export/")


def test_whoever_moves_after_a_hand_from_the_phone_of_a_table_was_moved_by_that_table(steep: Playing) -> None:
    """A ruling here and a hand elsewhere at the same time: nobody who is known has moved anybody."""
    note_rank_moves(steep.table(), {ROUND: {steep.ids()["Anna"]: 3}, OVERALL: {}})
    assert Deed.objects.get(verb=NOTED).actor == "Tisch 1"
    [line] = corrections_in_words(steep.tournament, 1, steep.names())
    assert line.startswith("Tisch 1 berichtigt: Anna 3. → ")


def test_the_first_places_stand_on_one_page_and_as_text_for_the_newsletter(house: House) -> None:
    terms = replace(STEEP, overall=Overall.BEST, overall_criteria=MONEY_BEST_ROUND)
    playing = begun_at(house, terms, SECOND)
    playing.play(1, lost_solo("Gast 2"))
    playing.close()
    visitor = house.client("Anna", "en")
    rows = overall_of(playing.tournament).rows
    assert [row.rank for row in rows[:2]] == [1, 1]
    whole = visitor.get(address(playing)).content.decode()
    assert all(row.name in whole for row in rows)
    some = visitor.get(address(playing), {"first": "1"}).content.decode()
    assert {row.name for row in rows if row.name in some} == {row.name for row in rows if row.rank == 1}
    best = rows[0]
    assert f"<pre>1. {best.name} {best.counts}" in some


def test_equals_stand_in_the_order_of_their_names(house: House) -> None:
    playing = begun_at(house, STEEP, ("Österreicher", "Otto", "Änne", "Zita"))
    assert [row.name for row in shown(playing).rows] == ["Änne", "Österreicher", "Otto", "Zita"]


# What the hands of a table come to, for everybody who ever sat there


def lines(playing: Playing) -> dict[str, PlayerResult]:
    names = playing.names()
    return {names[result]: line for result, line in playing.table().result.players.items()}


def replaced(playing: Playing, who: str, by: str) -> None:
    ids = {name: other for other, name in playing.names().items()}
    playing.do(
        leave_table,
        entrant=playing.tournament.entrants.get(participant=int(ids[who])).pk,
        ranked=Leaving.Ranked.BALANCE,
        name=by,
    )


def test_a_cup_has_the_schrift_of_everybody_who_ever_played(at_the_cup: Playing, watch: Hands) -> None:
    at_the_cup.play(1, dreier("Anna"))  # 5 from each
    replaced(at_the_cup, "Dora", "Xaver")
    at_the_cup.play(1, dreier("Xaver", won=False))  # 5 to each
    found = lines(at_the_cup)
    assert {name: (line.schrift, line.hands) for name, line in found.items()} == {
        "Anna": (20, 2),
        "Bert": (0, 2),
        "Cilli": (0, 2),
        "Dora": (-5, 1),
        "Xaver": (-15, 1),
    }


def test_a_line_names_the_first_who_moved_and_counts_the_others() -> None:
    rank_moves = [(f"Gast {number}", number, number + 1) for number in range(1, MOST_TOLD + 3)]
    with translation.override("en"):
        few, many = (
            correction_in_words("hand", 3, 7, moves) for moves in (rank_moves[:MOST_TOLD], rank_moves)
        )
    last = f"Gast {MOST_TOLD} {MOST_TOLD}. → {MOST_TOLD + 1}."
    assert few.startswith("Table 3, hand 7, corrected: Gast 1 1. → 2., ")
    assert few.endswith(last)
    assert many == f"{few}, and 2 others"
