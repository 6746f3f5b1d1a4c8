"""The first of a series play on: cut, reserve, declining, the tournament's list, carried points."""

import re
from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest

from scoring.deeds import Refused
from tests.support.pages import text_of
from tests.support.scoring.house import HOUSE, House
from tests.support.stages import stage
from tests.support.stored_forms import shown_at
from tests.support.tournaments.playing import Playing
from tests.support.tournaments.playing import opened as opened_tournament
from tests.support.tournaments.series import (
    FORM,
    Use,
    choose,
    evening_of,
    listed,
    named,
    opened,
    stand,
)
from tournaments.engine.series import TieBreak
from tournaments.engine.terms import PLAY_MONEY
from tournaments.entrants.verbs import withdraw_entrant
from tournaments.models import Series
from tournaments.series.finals import final_of
from tournaments.series.words import sentences_about


@stage(on=HOUSE)
def series(house: House) -> Series:
    """Anna 30, Bert 10, Cilli -10 and Dora -30."""
    evening = evening_of(house, "Anna", "Anna", "Anna", "Bert", "Bert", "Cilli")
    return choose(opened(house, ties=()), house, f"e{evening.pk}")


def final_in(house: House, series: Series, **typed: str) -> Playing:
    """Open a tournament, and make it the final of a series by its page."""
    final = opened_tournament(house, title="Cupfinale", terms=PLAY_MONEY)
    save_terms(house, series, final, **typed)
    return final


def save_terms(house: House, series: Series, final: Playing, **typed: str) -> None:
    form = FORM | {"ladder": "schrift", "table": "", "counting": "all", "first_tie": "", "second_tie": ""}
    form |= {"final": str(final.tournament.pk), "finalists": "2", **typed, "deed": str(uuid4())}
    where, bert = f"{series.get_absolute_url()}settings/", house.client("Bert")
    answer = bert.post(where, form | shown_at(bert, where, "title"))
    assert answer.status_code == 302, answer.content.decode()


def register(house: House, series: Series, *names: str) -> Any:
    people = [row.place.person for row in stand(series).rows if row.name in names]
    where = f"{series.get_absolute_url()}final/"
    return house.client("Bert").post(where, {"people": people, "deed": str(uuid4())})


def sentences_for(series: Series, name: str) -> str:
    """What somebody is told on the own page."""
    stands = stand(series)
    return " ".join(sentences_about(next(row for row in stands.rows if row.name == name), stands))


def on_the_list(final: Playing) -> list[str]:
    names = final.tournament.evening.names()
    entrants = final.tournament.entrants.filter(withdrawn_at=None).order_by("number")
    return [names[str(entrant.participant_id)] for entrant in entrants]


def test_the_first_play_on_and_who_withdraws_is_replaced_by_the_next(house: House, series: Series) -> None:
    where, bert = f"{series.get_absolute_url()}final/", house.client("Bert")
    assert bert.get(where).status_code == 404, "it has no final yet"
    final = final_in(house, series)
    page = bert.get(where)
    assert [row.name for row, _registered in page.context["parts"][0][1]] == ["Anna", "Bert"]
    assert house.client("Cilli").post(where, {"people": [], "deed": str(uuid4())}).status_code == 403
    assert register(house, series, "Anna", "Bert").status_code == 302
    assert on_the_list(final) == ["Anna", "Bert"]
    for name, told in (
        ("Cilli", "Noch 20 Punkte bis zum Cut fürs Finale „Cupfinale“, den jetzt Bert mit 10 hält."),
        ("Anna", "Nach jetzigem Stand im Finale „Cupfinale“, um 40 vor Cilli, dem oder der Nächsten."),
    ):
        assert told in sentences_for(series, name)
    final.do(withdraw_entrant, entrant=final.entrant("Anna"))
    page = bert.get(where)
    assert [row.name for row, _registered in page.context["parts"][0][1]] == ["Bert", "Cilli"]
    assert register(house, series, "Cilli").status_code == 302
    assert on_the_list(final) == ["Bert", "Cilli"]
    assert "Hat für das Finale „Cupfinale“ abgesagt." in sentences_for(series, "Anna")
    listed(house, "Abgesagt", named("Bert"), (series, Use.DECLINED))
    assert [place.person for place in stand(series).cut.playing] == [
        f"m{house.member(name).pk}" for name in ("Cilli", "Dora")
    ]


def test_who_is_level_at_the_cut_is_open_until_a_lot_is_written(house: House, series: Series) -> None:
    choose(series, house, f"e{evening_of(house, 'Anna').pk}")
    final_in(house, series, first_tie="lot")
    now = stand(series)
    assert [len(part) for part in now.cut] == [1, 3, 0]
    level = r"Gleichauf mit (.*) um die letzten Plätze im Finale „Cupfinale“\."
    [others] = re.findall(level, sentences_for(series, "Cilli"))
    assert sorted(others.split(", ")) == ["Bert", "Dora"]
    assert now.series.terms.ties == (TieBreak.LOT,)
    listed(house, "Los", named("Dora", "Cilli", "Bert"), (series, Use.LOT))
    assert [now.people.names[place.person] for place in stand(series).cut.playing] == ["Anna", "Dora"]


def test_that_sections_have_no_cut_of_their_own_any_more_is_said_until_the_terms_are_saved(
    house: House, series: Series
) -> None:
    """To a director, of a series that an earlier version made so."""
    final = final_in(house, series)
    series.refresh_from_db()
    series.kept_terms["final_before"] = {"each_section": True}  # as the update leaves it
    series.save()

    def is_said_to(name: str) -> bool:
        page = house.client(name).get(f"{series.get_absolute_url()}final/")
        return "Bisher spielten aus jeder Sektion so viele mit." in text_of(page)

    assert (is_said_to("Bert"), is_said_to("Cilli")) == (True, False)
    save_terms(house, series, final)
    assert not is_said_to("Bert")


def test_a_share_of_the_points_goes_along_and_guests_are_who_they_are_called(house: House) -> None:
    evening = evening_of(house, "Gast Hans", names=("Gast Hans", "Bert", "Cilli", "Dora"))
    series = choose(opened(house, ties=()), house, f"e{evening.pk}")
    final = final_in(house, series, finalists="1", carried="50")
    register(house, series, "Gast Hans")
    assert on_the_list(final) == ["Gast Hans"]
    final.register(["Anna", "Bert", "Cilli"])
    final.begin(tables=[("Gast Hans", "Anna", "Bert", "Cilli")])
    final.play(1, {"games": [{"contract": "solo", "declarer": "Anna", "won": True}]})
    final.close()
    final.finish()
    stands = stand(series)
    assert stands.series.final is not None
    shown = final_of(stands, stands.series.final).rows
    assert [(row.rank, row.name) for row in shown[2:]] == [("3=", "Bert"), ("3=", "Cilli")]
    rows = {row.name: (row.carried, row.points - row.played) for row in shown}
    assert rows["Gast Hans"] == (Fraction(15, 2), Fraction(15, 2))
    assert rows["Anna"] == (0, 0)
    page = house.client("Cilli").get(f"{series.get_absolute_url()}final/")
    assert "Gast Hans" in text_of(page)


def test_a_final_does_not_count_in_its_own_series(house: House, series: Series) -> None:
    final = final_in(house, series)
    with pytest.raises(Refused, match="ist das Finale dieser"):
        choose(series, house, f"t{final.tournament.pk}")
    other = opened_tournament(house, title="Anderes", terms=PLAY_MONEY)
    choose(series, house, f"t{other.tournament.pk}")
    where, bert = f"{series.get_absolute_url()}settings/", house.client("Bert")
    form = FORM | {"final": str(other.tournament.pk), "finalists": "2", "deed": str(uuid4())}
    page = bert.post(where, form | shown_at(bert, where, "title")).content.decode()
    assert "Dieses Turnier zählt in der Wertung selbst. Bitte ein anderes wählen." in page
