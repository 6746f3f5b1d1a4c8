"""Groups of a club: kept by a director, gone by in series."""

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import translation

from scoring.deeds import Refused
from scoring.evenings.verbs import close_evening
from tests.support.refusals import sentences_of
from tests.support.scoring.house import House
from tests.support.scoring.reading import of_csv
from tests.support.scoring.tables import dreier
from tests.support.stored_forms import shown_at
from tests.support.tournaments.playing import Playing
from tests.support.tournaments.series import FORM, choose, evening_of, named, opened, ranks_of
from tournaments.draw.wishes import drawn_by, teammates_of
from tournaments.engine.series import SeriesTerms, WhoCounts
from tournaments.models import MemberGroup, Series
from tournaments.series import groups, queries
from tournaments.series.export import workbook_of_series
from tournaments.series.lines import PersonLine
from tournaments.series.pages import person_in, shown_series
from tournaments.series.verbs import bring_points, change_series, show_series


def group_of(house: House, name: str, *people: str) -> MemberGroup:
    return house.do(groups.open_group, by="Bert", club=house.club, name=name, lines=named(*people))


def test_a_director_keeps_a_list_that_ranks_by_itself_in_a_series(house: House) -> None:
    bert, here = house.client("Bert"), f"/clubs/{house.club.slug}/tournaments/"
    typed = {"name": "Damen", "lines": "anna\n Cilli \n\nDora", "deed": str(uuid4())}
    assert bert.post(f"{here}groups/new/", typed)["Location"] == f"{here}groups/"
    women = MemberGroup.objects.get()
    asked = FORM | {"table": "", "ladder": "schrift", "ranked": str(women.pk), "deed": str(uuid4())}
    bert.post(f"{here}series/new/", asked)
    series = Series.objects.get()
    choose(series, house, *(f"e{evening_of(house, winner).pk}" for winner in ("Bert", "Bert", "Cilli")))
    cilli = house.client("Cilli")
    page = cilli.get(f"{here}series/{series.pk}/").content.decode()
    assert f'href="?group={women.pk}"' in page
    own = cilli.get(f"{here}series/{series.pk}/?group={women.pk}").content.decode()
    assert "Gesamt" in own
    assert "Bert</a>" not in own
    person = cilli.get(f"{here}series/{series.pk}/people/m{house.member('Cilli').pk}/").content.decode()
    assert "Damen: Platz 1 von 3." in person
    [heads, *_rows] = of_csv(cilli.get(f"{here}series/{series.pk}/export/csv/?language=en").getvalue())
    assert "Rank: Damen" in heads
    assert "Team" not in heads


def test_only_a_group_counts_and_places_stay_those_among_all(house: House) -> None:
    women = group_of(house, "Damen", "Anna", "Cilli", "Emil")
    series = choose(opened(house), house, f"e{evening_of(house, 'Bert', 'Bert', 'Anna').pk}")
    bert, where = house.client("Bert"), f"{series.get_absolute_url()}settings/"
    asked = FORM | {"title": "Damenwertung", "table": "10 6 3 1", "counting": "all", "who": str(women.pk)}
    asked["ranked"] = str(group_of(house, "Jugend").pk)  # nobody is in it yet
    assert bert.post(where, asked | {"deed": str(uuid4())})["Location"] == series.get_absolute_url()
    line = PersonLine("Bert", 50)  # he is not among those who count
    house.do(bring_points, by="Bert", series=series, lines=[line])
    shown = shown_series(Series.objects.get())
    assert ranks_of(shown) == {"Anna": "1. 6", "Cilli": "2. 2"}
    assert {row.name for row in shown.below} == set()
    assert [(group.name, len(group.people)) for group in shown.groups] == [("Jugend", 0)]
    assert person_in(shown, f"m{house.member('Bert').pk}", "de") is None
    assert "Damenwertung" in sentences_of(house.do, groups.remove_group, by="Bert", group=women)[0]
    by_nobody = {"title": "Damenwertung", "terms": SeriesTerms(who=WhoCounts.GROUP), "groups": {"counts": []}}
    with pytest.raises(Refused, match="inzwischen"):
        house.do(change_series, by="Bert", series=series, **by_nobody)


def test_guests_are_left_out_where_only_members_count(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = house.evening("cup")
    house.play(house.sheet(("Anna", "Bert", "Cilli", "Gast"), evening=evening), dreier("Gast"))
    house.do(close_evening, by="Bert", evening=evening)
    series = choose(opened(house, who=WhoCounts.MEMBERS), house, f"e{evening.pk}")
    assert set(ranks_of(shown_series(series))) == {"Anna", "Bert", "Cilli"}
    monkeypatch.setattr(queries, "MOST_NUMBERS", 1)  # as if they were too many to be asked for one by one
    Series.objects.update(kept_terms=SeriesTerms().as_json())
    assert ranks_of(shown_series(Series.objects.get()))["Gast"] == "1. 15"


def test_the_list_changes_and_goes_and_only_directors_do_that(house: House) -> None:
    group = group_of(house, "U27", "Anna", "Dora")
    with pytest.raises(Refused):
        group_of(house, "u27")
    group_of(house, "Damen", "Anna")
    all_ = f"/clubs/{house.club.slug}/tournaments/groups/"
    bert, where = house.client("Bert"), f"{all_}{group.pk}/"
    typed = {"name": "damen", "lines": "Dora\nEmil\nFranz", **shown_at(bert, where, "lines")}
    taken = bert.post(where, typed | {"deed": str(uuid4())}).content.decode()
    assert "Eine andere Gruppe" in taken
    assert "heißt Franz." in taken
    assert 'value="damen"' in taken
    typed |= {"name": "Unter 27", "lines": "Dora\nEmil"}
    assert bert.post(where, typed | {"deed": str(uuid4())})["Location"] == all_
    about = {"group": group, "name": "Unter 27", "lines": named("Dora", "Emil")}
    assert set(group.people.values_list("member__name", flat=True)) == {"Dora", "Emil"}
    for name in ("Cilli", "Franz"):
        with pytest.raises(PermissionDenied):
            house.do(groups.change_group, by=name, **about)
    form = {"deed": str(uuid4())}
    assert bert.post(f"{where}remove/", form)["Location"] == all_
    assert "Die Gruppe „Unter 27“ ist entfernt." in bert.get(all_).content.decode()
    assert bert.get(f"{where}remove/").status_code == 404
    assert [member_group.name for member_group in MemberGroup.objects.all()] == ["Damen"]


def test_teams_stand_beside_and_nobody_is_in_two(house: House) -> None:
    north, south = group_of(house, "Nord", "Anna", "Cilli"), group_of(house, "Süd", "Bert", "Dora")
    series = choose(opened(house), house, f"e{evening_of(house, 'Anna', 'Anna', 'Bert').pk}")
    where, bert = series.get_absolute_url(), house.client("Bert")
    typed = FORM | {"title": "Cup", "ladder": "schrift", "table": "", "counting": "all"}
    asked = typed | {"team_best": "1", "teams_by": "event"}
    bert.post(f"{where}settings/", asked | {"teams": [north.pk, south.pk], "deed": str(uuid4())})
    page = house.client("Cilli").get(f"{where}teams/").content.decode()
    assert page.index("Nord") < page.index("Süd")
    about = {"group": south, "name": "Süd", "lines": named("Bert", "Dora", "Anna")}
    with pytest.raises(Refused, match=r"Anna \(Nord\)"):
        house.do(groups.change_group, by="Bert", **about)
    assert south.people.count() == 2
    terms, groups_ = Series.objects.get().terms, {"ranked": [south.pk], "team": [north.pk, south.pk]}
    house.do(change_series, by="Bert", series=series, title="Cup", terms=terms, groups=groups_)

    with translation.override("en"):
        _everybody, of_south, teams = workbook_of_series(shown_series(Series.objects.get())).tables
    assert of_south.rows == ((1, None, 2, "Bert", 5), (2, None, 3, "Dora", -15))
    of_teams = [(*row[:4], row[4].rpartition(": ")[2]) for row in teams.rows]
    assert of_teams == [(1, None, "Nord", 25, "Anna 25"), (2, None, "Süd", 5, "Bert 5")]
    shown = house.do(show_series, by="Bert", series=series, public=True)
    [heads, *rows] = of_csv(Client().get(f"/series/{shown.code}/export/csv/?language=en").getvalue())
    at = [heads.index(head) for head in ("Name", "Rank: Süd", "Team")]
    assert [[row[column] for column in at] for row in rows[:2]] == [
        ["Anna", "", "Nord"],
        ["Bert", "1", "Süd"],
    ]
    mixed = group_of(house, "Bunt", "Anna", "Emil")
    asked |= shown_at(bert, f"{where}settings/", "title")
    refused = bert.post(f"{where}settings/", asked | {"teams": [north.pk, mixed.pk], "deed": str(uuid4())})
    assert "Anna: niemand kann in zwei Mannschaften" in refused.content.decode()


def test_a_draw_keeps_people_of_one_team_apart(cup: Playing, house: House) -> None:
    """Two tables, two teams of four: nobody can sit with two of the own team only."""
    cup.register([f"Gast {number}" for number in range(1, 5)])
    team = group_of(house, "Nord", "Anna", "Bert")
    series = choose(opened(house), house, f"t{cup.tournament.pk}")
    teams = {"team": [team.pk]}
    cup.do(change_series, series=series, title="Cup", terms=SeriesTerms(), groups=teams)
    anna, bert = (cup.ids()[name] for name in ("Anna", "Bert"))
    pair = sorted((anna, bert), key=int)
    assert [[*team] for team in teammates_of(cup.tournament)] == [pair]
    assert [(wish.player, wish.apart_from) for wish in drawn_by(cup.tournament)] == [tuple(pair)]
