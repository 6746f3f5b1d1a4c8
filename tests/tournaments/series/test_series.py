"""A series of a club: opened, filled with events, read by its members, put right together with a hand."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied

from scoring.deeds import Refused
from scoring.evenings.verbs import just_play, remove_sheet
from scoring.old_sheets.verbs import withdraw_old_batch
from scoring.table.arrivals import Person
from tests.support.refusals import problems_of
from tests.support.scoring.house import House
from tests.support.scoring.old_papers import old_hands
from tests.support.scoring.tables import FOUR, dreier
from tests.support.tournaments.playing import Hands, Playing, by_hand, cup, timed
from tests.support.tournaments.series import (
    FORM,
    choose,
    evening_of,
    opened,
    ranks_of,
    stand,
    with_lists,
)
from tests.support.tournaments.series import won_by_anna as cup_won_by_anna
from tournaments.engine.series import SeriesTerms
from tournaments.models import Counted, Series, Tournament
from tournaments.planning import verbs as planning
from tournaments.series import verbs
from tournaments.series.lines import PersonLine
from tournaments.series.words import sentences_about


@timed(on=cup)
def won_by_anna(cup: Playing) -> Playing:
    """A cup of one round is over: Anna has won a Dreier against Bert, Cilli and Dora."""
    with by_hand(cup):
        cup.register(["Zita"])  # does not come
        return cup_won_by_anna(cup)


def test_only_what_is_closed_counts_and_a_round_counts_by_itself(
    cup: Playing, house: House, watch: Hands
) -> None:
    cup.begin(tables=[FOUR])
    cup.play(1, dreier("Anna"))
    series = choose(opened(house), house, f"t{cup.tournament.pk}", f"r{cup.round().pk}")
    assert [event.held for event in stand(series).events] == [False, False]
    assert stand(series).rows == ()
    cup.close()
    assert [event.title for event in stand(series).held] == ["Cup, Runde 1"]
    assert ranks_of(stand(series))["Anna"] == "1. 15"
    later, _new = cup.tournament.rounds.get_or_create(number=2)
    stands = stand(choose(series, house, f"r{later.pk}"))
    assert (stands.outcomes, stands.rows) == ({}, ())


def test_rounds_of_play_money_that_rank_by_themselves_give_places_and_the_tournament_does_not(
    started: Playing, house: House, watch: Hands
) -> None:
    started.play(1, {"games": [{"contract": "solo", "declarer": "Anna", "won": True}]})
    started.close()
    started.finish()
    series = opened(house, ladder="places", table=(10, 6, 3, 1))
    shown = stand(choose(series, house, f"t{started.tournament.pk}"))
    assert ranks_of(shown)["Anna"] == "1. 10"  # of one round: that is the tournament
    at_tables = {"title": "Tischpunkte", "terms": SeriesTerms(ladder="at_tables")}
    house.do(verbs.change_series, by="Bert", series=series, **at_tables)
    equals = dict.fromkeys(("Bert", "Cilli", "Dora"), "2= 6")
    assert ranks_of(stand(Series.objects.get())) == {"Anna": "1. 10", **equals}


def test_for_what_somebody_missed_points_are_taken_off_and_that_is_told(house: House) -> None:
    evening = evening_of(house, "Anna")
    old = [PersonLine(name, 7, event="Cup", date=date(2019, 10, 4)) for name in ("Anna", "Emil")]
    series = choose(opened(house, off=Fraction(5, 2)), house, f"e{evening.pk}")
    with_lists(house, series, old)
    shown = stand(series)
    assert ranks_of(shown)["Emil"] == "2. 9/2"
    emil = next(row for row in shown.rows if row.name == "Emil")
    assert "Für 1 versäumte Veranstaltung wird abgezogen: 2 1/2." in sentences_about(emil, shown)


def test_members_read_what_a_director_has_set_up(won_by_anna: Playing, house: House) -> None:
    bert = house.client("Bert")
    where = f"/clubs/{house.club.slug}/tournaments/series/"
    answer = bert.post(f"{where}new/", FORM | {"deed": str(uuid4())})
    series = Series.objects.get()
    assert answer["Location"] == f"{where}{series.pk}/events/"
    assert series.terms.table == (10, 6, Fraction(7, 2))
    assert "10 6 3,5</textarea>" in bert.get(f"{where}{series.pk}/settings/").content.decode()
    bert.post(answer["Location"], {"deed": str(uuid4()), f"t{won_by_anna.tournament.pk}": "on"})
    page = house.client("Cilli").get(f"{where}{series.pk}/").content.decode()
    assert "Die besten 2 Ergebnisse zählen." in page
    sent = house.client("Cilli").get(f"{where}{series.pk}/export/json/").json()
    assert [row[2:5] for row in sent["tables"][0]["rows"]] == [
        ["Anna", None, 10],
        *(["Bert", None, "19/6"], ["Cilli", None, "19/6"], ["Dora", None, "19/6"]),
    ]


def test_what_cannot_be_is_told_at_its_field_and_keeps_what_was_typed(house: House) -> None:
    where, bert = f"/clubs/{house.club.slug}/tournaments/series/new/", house.client("Bert")
    for typed in (
        {
            "table": ("10 sechs", "„sechs“ ist keine Punktezahl"),
            "best": ("0", "ganze Zahl von 1 bis 200"),
            "off": ("viel", "Bitte eine Punktezahl"),
        },
        {
            "table": ("20000", "Höchstens 10000 Punkte"),
            "best": ("", "Bitte sagen, wie viele Ergebnisse zählen"),
        },
        {"table": (" ".join(["1"] * 301), "Höchstens 300 Plätze")},
        {"title": (" ", "Bitte einen Namen angeben")},
    ):
        sent = {name: value for name, (value, _told) in typed.items()}
        page = bert.post(where, FORM | sent | {"deed": str(uuid4())}).content.decode()
        for value, told_ in typed.values():
            assert told_ in page
            assert value in page
    assert not Series.objects.exists()


def test_a_title_is_given_once_nobody_else_changes_it_and_nothing_of_another_club_counts(
    house: House,
) -> None:
    series = opened(house)
    assert list(problems_of(opened, house)) == ["title"]
    for name in ("Cilli", "Dora", "Emil", "Franz"):
        with pytest.raises(PermissionDenied):
            house.do(verbs.change_series, by=name, series=series, title="Meine", terms=SeriesTerms())
    elsewhere = house.evening(club=house.other)
    with pytest.raises(Refused):
        choose(series, house, f"e{elsewhere.pk}")
    typed = {"deed": str(uuid4()), f"e{elsewhere.pk}": "on"}
    house.client("Bert").post(f"{series.get_absolute_url()}events/", typed)
    assert not Counted.objects.exists()


def test_a_series_is_removed_and_nothing_that_was_played_goes(won_by_anna: Playing, house: House) -> None:
    series = choose(opened(house), house, f"t{won_by_anna.tournament.pk}")
    bert, where = house.client("Bert"), f"{series.get_absolute_url()}remove/"
    all_, form = f"/clubs/{house.club.slug}/tournaments/series/", {"deed": str(uuid4())}
    assert bert.post(where, form)["Location"] == all_
    assert "Die Wertung „Jahreswertung“ ist entfernt." in bert.get(all_).content.decode()
    assert bert.get(where).status_code == 404
    assert not Series.objects.exists()
    assert Tournament.objects.filter(pk=won_by_anna.tournament.pk).exists()
    assert not choose(opened(house), house).counted.exists()


def test_what_counts_in_a_series_is_not_removed_unseen(house: House, playing: Playing) -> None:
    """Neither a round that nobody is drawn for yet, nor the evening of a table that is removed."""
    asked = {"actor": house["Bert"], "deed": uuid4(), "club": house.club, "rules": "cup", "high_card": 0}
    people = [Person(name=name) for name in FOUR]
    sheet = just_play(**asked, people=people)
    playing.agree(rounds=2)
    last = playing.tournament.rounds.create(number=2)
    choose(opened(house), house, f"r{last.pk}", f"e{sheet.evening_id}")
    assert house.do(remove_sheet, by="Bert", sheet=sheet) == sheet.evening
    tournament = playing.tournament
    evening, terms = tournament.evening, replace(tournament.terms, rounds=1)
    same = {"title": tournament.title, "date": evening.date, "venue": "", "rules": evening.ruleset.slug}
    same |= {"reason": "zu spät"}
    with pytest.raises(Refused, match="Jahreswertung"):
        playing.do(planning.change_tournament, tournament=tournament, terms=terms, **same)


def test_an_evening_that_was_taken_back_with_its_old_sheets_counts_no_more(house: House) -> None:
    batch = old_hands(house)
    series, kept, gone = opened(house), evening_of(house, "Anna"), batch.evenings.get()
    choose(series, house, f"e{kept.pk}", f"e{gone.pk}")
    assert len(stand(series).events) == 2
    house.do(withdraw_old_batch, by="Anna", batch=batch, reason="Falsche Datei")
    assert [event.key for event in stand(series).events] == [f"e{kept.pk}"]
    page = house.client("Cilli").get(f"/clubs/{house.club.slug}/tournaments/series/")
    assert [found.count for found in page.context["rows"]] == [1]
