"""A series of a club: opened, filled with events, read by its members, put right together with a hand."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import translation

from scoring.accounts.guests import admit_guest
from scoring.deeds import Refused
from scoring.evenings.verbs import close_evening, just_play, remove_sheet
from scoring.models import Participant
from scoring.old_sheets.verbs import withdraw_old_batch
from scoring.table.verbs import Person
from tests.support.refusals import problems_of
from tests.support.scoring.house import House
from tests.support.scoring.old_papers import old_hands
from tests.support.scoring.tables import FOUR, dreier
from tests.support.stored_forms import shown_at
from tests.support.tournaments.playing import Hands, Playing, by_hand, cup, timed
from tests.support.tournaments.series import (
    FORM,
    choose,
    evening_of,
    opened,
    ranks_of,
    with_end_tables,
)
from tests.support.tournaments.series import won_by_anna as cup_won_by_anna
from tournaments.engine.series import SeriesTerms, TieBreak
from tournaments.models import Series, SeriesEvent, Tournament
from tournaments.planning import verbs as planning
from tournaments.series import verbs
from tournaments.series.export import figures_of_series
from tournaments.series.lines import POINTS, PersonLine
from tournaments.series.outcomes import outcomes_of
from tournaments.series.pages import person_in, series_of, shown_series
from tournaments.series.views import stored_of_series


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
    assert [event.held for event in shown_series(series).events] == [False, False]
    assert shown_series(series).rows == ()
    cup.close()
    assert [event.title for event in shown_series(series).held] == ["Cup, Runde 1"]
    assert ranks_of(shown_series(series))["Anna"] == "1. 15"
    later, _new = cup.tournament.rounds.get_or_create(number=2)
    events = choose(series, house, f"r{later.pk}").events.select_related("round")
    assert outcomes_of(events) == {event.pk: {} for event in events}


def test_rounds_of_play_money_that_rank_by_themselves_give_places_and_the_tournament_does_not(
    started: Playing, house: House, watch: Hands
) -> None:
    started.play(1, {"games": [{"contract": "solo", "declarer": "Anna", "won": True}]})
    started.close()
    started.finish()
    series = opened(house, ladder="places", table=(10, 6, 3, 1))
    shown = shown_series(choose(series, house, f"t{started.tournament.pk}"))
    assert ranks_of(shown)["Anna"] == "1. 10"  # of one round: that is the tournament
    at_tables = {"title": "Tischpunkte", "terms": SeriesTerms(ladder="at_tables")}
    house.do(verbs.change_series, by="Bert", series=series, **at_tables)
    equals = dict.fromkeys(("Bert", "Cilli", "Dora"), "2= 6")
    assert ranks_of(shown_series(Series.objects.get())) == {"Anna": "1. 10", **equals}


def test_for_what_somebody_missed_points_are_taken_off_and_that_is_told(house: House) -> None:
    evening = evening_of(house, "Anna")
    old = [PersonLine(name, 7, event="Cup", date=date(2019, 10, 4)) for name in ("Anna", "Emil")]
    series = choose(opened(house, off=Fraction(5, 2)), house, f"e{evening.pk}")
    with_end_tables(house, series, old)
    shown = shown_series(series)
    assert ranks_of(shown)["Emil"] == "2. 9/2"
    emil = person_in(shown, f"m{house.member('Emil').pk}", "de")
    assert emil is not None
    assert "Für 1 versäumte Veranstaltung wird abgezogen: 2 1/2." in emil.sentences


def test_members_read_what_a_director_has_set_up(won_by_anna: Playing, house: House) -> None:
    bert = house.client("Bert")
    where = f"/clubs/{house.club.slug}/tournaments/series/"
    answer = bert.post(f"{where}new/", FORM | {"deed": str(uuid4())})
    series = Series.objects.get()
    assert answer["Location"] == f"{where}{series.pk}/events/"
    assert series.terms.table == (10, 6, Fraction(7, 2))
    assert "10 6 3,5</textarea>" in bert.get(f"{where}{series.pk}/settings/").content.decode()
    bert.post(answer["Location"], {"deed": str(uuid4()), "event": f"t{won_by_anna.tournament.pk}"})
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
    typed = {"deed": str(uuid4()), "event": f"e{elsewhere.pk}"}  # as if it had been removed since
    page = house.client("Bert").post(f"{series.get_absolute_url()}events/", typed).content.decode()
    assert "Das wurde inzwischen geändert" in page
    assert not SeriesEvent.objects.exists()


def test_a_series_is_removed_and_nothing_that_was_played_goes(won_by_anna: Playing, house: House) -> None:
    series = choose(opened(house), house, f"t{won_by_anna.tournament.pk}")
    bert, where = house.client("Bert"), f"{series.get_absolute_url()}remove/"
    all_, form = f"/clubs/{house.club.slug}/tournaments/series/", {"deed": str(uuid4())}
    assert bert.post(where, form)["Location"] == all_
    assert "Die Wertung „Jahreswertung“ ist entfernt." in bert.get(all_).content.decode()
    assert bert.get(where).status_code == 404
    assert not Series.objects.exists()
    assert Tournament.objects.filter(pk=won_by_anna.tournament.pk).exists()
    assert not choose(opened(house), house).events.exists()


@pytest.mark.parametrize("kind", POINTS)
def test_points_of_a_list_count_and_change_by_the_line(won_by_anna: Playing, house: House, kind: str) -> None:
    series = choose(opened(house), house, f"t{won_by_anna.tournament.pk}")
    where, bert = f"{series.get_absolute_url()}{kind}/", house.client("Bert")
    assert f'"{where}"' in bert.get(series.get_absolute_url()).content.decode()
    typed = {"lines": "Bert; 20 1/2; Cup 2025, Platz 3\n\nEmil\t7\n", "deed": str(uuid4())}
    assert bert.post(where, typed)["Location"] == series.get_absolute_url()
    assert ranks_of(shown_series(series))["Bert"] == "1. 31/2"
    assert {row.name for row in shown_series(series).below} == {"Emil"}
    page = house.client("Cilli").get(f"{series.get_absolute_url()}people/m{house.member('Bert').pk}/")
    assert "Cup 2025, Platz 3" in page.content.decode()
    assert "Bert; 20 1/2; Cup 2025, Platz 3" in bert.get(where).content.decode()
    [row] = [row for row in shown_series(series).rows if row.name == "Bert"]
    [points] = [column for column in figures_of_series(shown_series(series)).columns if column.key == kind]
    assert points.value(row) == Fraction(41, 2)
    bert.post(where, {"lines": "Emil; 7", "deed": str(uuid4()), **shown_at(bert, where, "lines")})
    assert ranks_of(shown_series(series))["Anna"] == "1. 15"


def test_points_that_cannot_be_brought_are_told_and_stay_typed(house: House) -> None:
    series, bert = opened(house), house.client("Bert")
    for line, words in (
        ("Anna; viel", "Zeile 1 ist nicht lesbar: „Anna; viel“"),
        ("Niemand; 3", "heißt Niemand."),
        ("Anna; 3\nANNA; 4", "ANNA: bitte nur eine Zeile"),
        (f"Anna; 3; {'weit her ' * 14}", "höchstens 120 Zeichen"),
    ):
        sent = {"lines": line, "deed": str(uuid4())}
        page = bert.post(f"{series.get_absolute_url()}brought/", sent).content.decode()
        assert words in page
        assert line in page
    assert not series.brought.exists()


def test_a_lot_parts_those_who_are_level_until_it_is_withdrawn(won_by_anna: Playing, house: House) -> None:
    series = choose(opened(house, ties=(TieBreak.LOT,)), house, f"t{won_by_anna.tournament.pk}")
    bert, where = house.client("Bert"), f"{series.get_absolute_url()}lots/"
    [tie] = shown_series(series).ties
    assert "Bert, Cilli, Dora" in bert.get(where).content.decode()
    by_hand = {f"place_{person}": str(place) for place, person in enumerate(reversed(tie), 1)}
    about = {"about": "rank", "players": ",".join(tie), "how": "hand"}
    bert.post(where, about | by_hand | {"deed": str(uuid4())})
    by_lot = {"Anna": "1. 15", "Dora": "2. -5", "Cilli": "3. -5", "Bert": "4. -5"}
    assert ranks_of(shown_series(series)) == by_lot
    lot = series.lots.get()
    bert.post(f"{where}withdraw/", {"lot": str(lot.pk), "deed": str(uuid4())})
    assert shown_series(series).ties == [tie]
    bert.post(where, {"about": "rank", "players": ",".join(tie), "seed": "Sküs", "deed": str(uuid4())})
    assert shown_series(series).ties == []
    assert "Startwert „Sküs“" in bert.get(where).content.decode()


def test_what_is_brought_along_and_drawn_is_told_as_stored(house: House) -> None:
    series, anna, bert = opened(house), house.member("Anna"), house.member("Bert")
    line = PersonLine("Anna", Fraction(7, 2), "Cup 2025")
    house.do(verbs.bring_points, by="Bert", series=series, lines=[line])
    people = [f"m{anna.pk}", f"m{bert.pk}"]
    with pytest.raises(Refused, match="inzwischen"):  # an old result, say, is gone since
        house.do(verbs.draw_series_lot, by="Bert", series=series, people=[*people, "n7"])
    lot = house.do(verbs.draw_series_lot, by="Bert", series=series, people=people)
    brought, lots = stored_of_series(anna)
    assert brought.rows == (("Jahreswertung", "Mitgebrachte Punkte", Fraction(7, 2), "Cup 2025"),)
    assert lots.rows == (("Jahreswertung", lot.at),)
    assert [series.rows for series in stored_of_series(house.member("Cilli"))] == [(), ()]


def test_a_lot_holds_also_when_a_guest_of_it_becomes_a_member(house: House) -> None:
    evening = house.evening("cup")
    sheet = house.sheet(("Gast Hans", "Bert", "Cilli", "Dora"), evening=evening)
    house.play(sheet, dreier("Cilli"))
    house.do(close_evening, by="Bert", evening=evening)
    series = choose(opened(house, ties=(TieBreak.LOT,)), house, f"e{evening.pk}")
    [tie] = shown_series(series).ties
    guest = Participant.objects.get(guest="Gast Hans")
    order = [f"g{guest.pk}", *(person for person in reversed(tie) if person[0] == "m")]
    with translation.override("de"), pytest.raises(Refused, match="jedem einen eigenen Platz"):
        house.do(verbs.draw_series_lot, by="Bert", series=series, people=tie, order=tie[:1])
    house.do(verbs.draw_series_lot, by="Bert", series=series, people=tie, order=order)
    asked = {"club": house.club, "participants": [guest.pk], "name": "Hans"}
    member = house.do(admit_guest, by="Anna", **asked)
    expected = {"Cilli": "1. 15", "Hans": "2. -5", "Dora": "3. -5", "Bert": "4. -5"}
    assert ranks_of(shown_series(series)) == expected
    _brought, lots = stored_of_series(member)
    assert [title for title, _at in lots.rows] == ["Jahreswertung"]


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
    same = {"title": tournament.title, "date": evening.date, "place": "", "rules": evening.ruleset.slug}
    same |= {"reason": "zu spät"}
    with pytest.raises(Refused, match="Jahreswertung"):
        playing.do(planning.change_tournament, tournament=tournament, terms=terms, **same)


def test_an_evening_that_was_taken_back_with_its_old_sheets_counts_no_more(house: House) -> None:
    batch = old_hands(house)
    series, kept, gone = opened(house), evening_of(house, "Anna"), batch.evenings.get()
    choose(series, house, f"e{kept.pk}", f"e{gone.pk}")
    assert len(shown_series(series).events) == 2
    house.do(withdraw_old_batch, by="Anna", batch=batch, reason="Falsche Datei")
    assert [event.key for event in shown_series(series).events] == [f"e{kept.pk}"]
    assert [found.count for found in series_of(house.club)] == [1]
