"""Guests of one name: one person in a series once a director has looked, and two where they are two."""

from uuid import uuid4

from scoring.accounts.guests import rename_guest, separate_guest
from scoring.models import Participant
from tests.support.pages import text_of
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.verify import verified
from tests.support.stages import stage
from tests.support.stored_forms import forms_on
from tests.support.tournaments.series import choose, evening_of, listed, opened, ranks_of, stand
from tournaments.engine.series import SeriesTerms, TieBreak
from tournaments.models import Counted, Line, PeopleList, Series
from tournaments.series import verbs
from tournaments.series.guests import named_alike
from tournaments.series.lines import PersonLine

WITH_HANS = ("Hans", "Bert", "Cilli", "Dora")


@stage(on=HOUSE)
def series(house: House) -> Series:
    """Hans has won at one evening, and lost at the other; as it comes from an earlier version."""
    evenings = [evening_of(house, winner, names=WITH_HANS) for winner in ("Hans", "Bert")]
    series = choose(opened(house), house, *(f"e{evening.pk}" for evening in evenings))
    Series.objects.update(guests_apart=True)
    return series


def test_nobodys_standing_changes_before_a_director_has_looked(house: House, series: Series) -> None:
    apart = [(row.rank, row.name, str(row.points)) for row in stand(series).rows if row.guest]
    assert apart == [(1, "Hans", "15"), (3, "Hans", "-5")]
    where, bert = f"{series.get_absolute_url()}guests/", house.client("Bert")
    assert f'href="{where}"' in bert.get(series.get_absolute_url()).content.decode()
    assert where not in house.client("Cilli").get(series.get_absolute_url()).content.decode()
    assert house.client("Cilli").get(where).status_code == 403
    [hans] = named_alike(Series.objects.select_related("club").get())
    assert [each.stands for each in hans.appearances] == ["1. (+15)", "3. (−5)"]
    assert hans.together == "1. (+10)"
    page = text_of(bert.get(where))
    assert "als eine Person: 1. (+10)" in page
    assert bert.post(where, {"deed": str(uuid4())})["Location"] == series.get_absolute_url()
    assert ranks_of(stand(series))["Hans"].endswith(" 10")
    assert where not in bert.get(series.get_absolute_url()).content.decode()


def test_a_lot_of_an_earlier_version_parts_two_guests_of_one_name(house: House) -> None:
    tables = [("Hans", "Ida", "Cilli", "Dora"), ("Hans", "Bert", "Cilli", "Dora")]
    evenings = [evening_of(house, "Cilli", names=names) for names in tables]
    series = opened(house, ties=(TieBreak.LOT,))
    series = choose(series, house, *(f"e{evening.pk}" for evening in evenings))
    Series.objects.update(guests_apart=True)
    lot = PeopleList.objects.create(club=house.club, title="Los")
    drawn = enumerate(("Hans", "Ida", "Bert", "Hans"), 1)
    Line.objects.bulk_create(Line(list=lot, name=name, place=place) for place, name in drawn)
    Counted.objects.create(series=series, list=lot, use=Counted.Use.LOT)
    level = [(row.rank, row.name) for row in stand(series).rows if row.points == -5]
    assert level == [(2, "Hans"), (3, "Ida"), (4, "Bert"), (5, "Hans")]


def test_all_years_count_a_guest_once_where_one_series_has_guests_apart(house: House, series: Series) -> None:
    evening = f"e{series.counted.earliest('pk').evening_id}"
    about = {"club": house.club, "title": "Zweite", "terms": SeriesTerms()}
    choose(house.do(verbs.open_series, by="Bert", **about), house, evening)
    page = house.client("Bert").get(f"/clubs/{house.club.slug}/tournaments/series/years/")
    [year] = [row.record for row in page.context["years"].rows]
    assert (year["average"], year["people"]) == ("4", 4)
    hans = next(row.record for row in page.context["winners"].rows if row.record["name"] == "Hans")
    assert (hans["place_1"], hans["place_2"], hans["place_3"]) == (1, 1, 0)


def test_two_people_are_told_apart_by_one_tap(house: House, series: Series) -> None:
    where, bert = f"{series.get_absolute_url()}guests/", house.client("Bert")
    second = Participant.objects.filter(guest="Hans").latest("pk")
    answer = bert.post(where, {"participant": str(second.pk), "deed": str(uuid4())}, follow=True)
    assert "Einer heißt jetzt Hans 2." in text_of(answer)
    assert "Kein Name gehört mehreren Gästen." in text_of(answer)
    bert.post(where, {"deed": str(uuid4())})
    ranks = ranks_of(stand(series))
    assert (ranks["Hans"][-2:], ranks["Hans 2"][-2:]) == ("15", "-5")
    house.do(rename_guest, by="Bert", club=house.club, participant=second.pk, name="Hans")
    assert ranks_of(stand(series))["Hans"].endswith(" 10"), "a slip of the pen: it was he"


def test_a_guest_who_also_stands_on_a_list_is_one_with_that_name(house: House, series: Series) -> None:
    listed(house, "Voriges Jahr", [PersonLine("Hans", 7)], (series, "seeds"))
    [hans] = named_alike(Series.objects.select_related("club").get())
    assert [each.participant is None for each in hans.appearances].count(True) == 1
    assert hans.together == "1. (+17)"


def test_whoever_is_taken_in_is_asked_about_old_lists_and_can_be_somebody_else(
    house: House, series: Series
) -> None:
    """The old Otti of the end table is another one than the new member of that name."""
    listed(house, "Cup", [PersonLine("Otti", 7)], (series, "seeds"))
    bert, members = house.client("Bert"), f"{house.club.get_absolute_url()}members/"
    page = bert.post(members, {"names": "Otti\nPoldi", "deed": str(uuid4())})
    assert "Steht auch in diesen Listen: Cup" in text_of(page)
    [form] = [form for form in forms_on(page) if "names" in form.names and "was" in form.names]
    assert bert.post(members, form.with_({"lists_otti": []})).status_code == 302
    assert {row.name: row.guest for row in stand(series).below} == {"Otti": True}
    assert verified()[0] == 0


def test_a_guest_under_another_name_takes_the_old_lists_along_and_back(house: House, series: Series) -> None:
    listed(house, "Cup", [PersonLine("Hans", 7)], (series, "seeds"))
    guest = Participant.objects.filter(guest="Hans").latest("pk")
    bert, where = house.client("Bert"), f"{house.club.get_absolute_url()}guests/{guest.pk}/"
    asked = {"step": "preview", "who": "new", "name": "Johann Huber", "evenings": [str(guest.pk)]}
    page = bert.post(where, asked)
    assert "Steht auch in diesen Listen: Cup" in text_of(page)
    [form] = [form for form in forms_on(page) if "lists_shown" in form.names]
    assert bert.post(where, form.with_({})).status_code == 302
    assert ranks_of(stand(series))["Johann Huber"].endswith(" 2"), "seven, and what was lost"
    johann = house.member("Johann Huber")
    joining = house.club.deeds.get(verb="admit_guest").pk
    house.do(separate_guest, by="Bert", member=johann, joining=joining)
    assert {row.name for row in (*stand(series).rows, *stand(series).below) if row.guest} == {"Hans"}
    assert verified()[0] == 0
