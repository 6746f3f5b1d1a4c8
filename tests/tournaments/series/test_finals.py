"""The first of a series play on: cut, reserve, declining, the tournament's list, carried points."""

import datetime
from dataclasses import replace
from uuid import uuid4

import pytest
from django.utils import translation

from scoring.accounts.guests import admit_guest, join_guest, rename_guest
from scoring.accounts.verbs import add_members
from scoring.deeds import Refused
from scoring.models import Participant
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.verify import verified
from tests.support.stages import stage
from tests.support.stored_forms import FormOnPage, forms_on, shown_at
from tests.support.tournaments.playing import Playing
from tests.support.tournaments.playing import opened as opened_tournament
from tests.support.tournaments.series import choose, evening_of, opened, ranks_of, with_end_tables
from tournaments.engine.finals import FinalTerms
from tournaments.engine.series import TieBreak
from tournaments.engine.terms import CUP, PLAY_MONEY
from tournaments.entrants.verbs import withdraw_entrant
from tournaments.models import Series, SeriesFinal
from tournaments.series.end_tables import EndTableEntry, write_end_tables
from tournaments.series.finals import (
    accept_final,
    decline_final,
    final_of,
    remove_final,
    set_final,
    shown_final,
)
from tournaments.series.lines import PersonLine
from tournaments.series.pages import person_in, shown_series
from tournaments.series.verbs import (
    bring_points,
    change_series,
    draw_series_lot,
)

WITH_HANS = ("Gast Hans", "Bert", "Cilli", "Dora")
WITH_IDA = ("Gast Hans", "Gast Ida", "Cilli", "Dora")


@stage(on=HOUSE)
def series(house: House) -> Series:
    """Anna 30, Bert 10, Cilli -10 and Dora -30."""
    evening = evening_of(house, "Anna", "Anna", "Anna", "Bert", "Bert", "Cilli")
    return choose(opened(house, ties=()), house, f"e{evening.pk}")


def final_in(house: House, series: Series, **typed: str) -> Playing:
    final = opened_tournament(house, title="Cupfinale", terms=PLAY_MONEY)
    form = {"tournament": str(final.tournament.pk), "places": "2", "carry": "none", **typed}
    answer = house.client("Bert").post(
        f"{series.get_absolute_url()}final/terms/", form | {"deed": str(uuid4())}
    )
    assert answer.status_code == 302, answer.content.decode()
    return final


def register(house: House, series: Series) -> str:
    where = f"{series.get_absolute_url()}final/register/"
    return house.client("Bert").post(where, {"deed": str(uuid4())}, follow=True).content.decode()


def decline(house: House, series: Series, person: str, **further: str) -> str:
    """Somebody declines, or plays after all; return what the next page says."""
    where, form = f"{series.get_absolute_url()}final/decline/", {"person": person, **further}
    answer = house.client("Bert").post(where, {**form, "deed": str(uuid4())}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def sentences_for(house: House, series: Series, name: str) -> str:
    """What somebody is told on the own page."""
    now = Series.objects.select_related("club").get(pk=series.pk)
    one = person_in(shown_series(now), f"m{house.member(name).pk}", "de")
    assert one is not None
    return " ".join(one.sentences)


def on_the_list(final: Playing) -> list[str]:
    names = final.tournament.evening.names()
    return [names[str(entrant.participant_id)] for entrant in final.tournament.entrants.order_by("number")]


def test_the_first_play_on_and_who_declines_is_replaced_by_the_next(house: House, series: Series) -> None:
    here, bert = f"{series.get_absolute_url()}final/", house.client("Bert")
    assert "noch kein Finale" in bert.get(here).content.decode()
    assert bert.post(f"{here}register/", {"deed": str(uuid4())})["Location"] == here
    final = final_in(house, series)
    assert [row.name for row in shown_series(series).rows][:2] == ["Anna", "Bert"]
    register(house, series)
    assert on_the_list(final) == ["Anna", "Bert"]
    person = f"m{house.member('Anna').pk}"
    decline(house, series, person)
    page = bert.get(here).content.decode()
    assert page.index("Abgesagt") < page.rindex("Anna")
    register(house, series)
    assert on_the_list(final) == ["Bert", "Cilli"]
    for name, told_ in (
        ("Dora", "Noch 20 Punkte bis zum Cut fürs Finale „Cupfinale“, den jetzt Cilli mit −10 hält."),
        ("Bert", "Nach jetzigem Stand im Finale „Cupfinale“, um 40 vor Dora, dem oder der Nächsten."),
        ("Anna", "Hat für das Finale „Cupfinale“ abgesagt."),
    ):
        page = bert.get(f"{series.get_absolute_url()}people/m{house.member(name).pk}/").content.decode()
        assert told_ in page
    decline(house, series, person, after_all="yes")
    found = final_of(series)
    assert found is not None
    shown = shown_final(shown_series(series), found, "de")
    assert [player.row.name for player in shown.playing] == ["Anna", "Bert"]
    assert [player.row.name for player in shown.reserve] == ["Cilli", "Dora"]
    wrong = bert.post(f"{here}decline/", {"person": "x1", "deed": str(uuid4())})
    assert wrong.status_code == 400
    final.finish()
    assert "Das Turnier ist beendet." in register(house, series)
    house.do(remove_final, by="Bert", series=series)
    with pytest.raises(Refused, match="inzwischen"):  # from a page that is still open
        house.do(decline_final, by="Bert", series=series, person=person)


def test_finals_are_filled_declined_and_filled_up_by_the_buttons_on_their_page(
    house: House, series: Series
) -> None:
    final, bert, here = final_in(house, series), house.client("Bert"), f"{series.get_absolute_url()}final/"

    def forms(button: str) -> list[FormOnPage]:
        return [form for form in forms_on(bert.get(here)) if form.action == f"{here}{button}/"]

    def press(button: str, number: int = 0) -> None:
        assert bert.post(forms(button)[number].action, forms(button)[number].with_({})).status_code == 302

    press("register")
    assert on_the_list(final) == ["Anna", "Bert"]
    assert not forms("register"), "the list is up to date"
    press("decline")
    press("register")
    assert on_the_list(final) == ["Bert", "Cilli"]
    press("decline", 3)  # Anna plays after all
    press("register")
    assert on_the_list(final) == ["Bert", "Cilli", "Anna"], "whoever was registered stays on it"
    final.finish()
    assert not forms("decline")


def test_whoever_is_behind_the_cut_with_as_many_points_is_told_what_decided(house: House) -> None:
    """And who has no start is told nothing of a cut that more could reach than are ranked."""
    series = choose(opened(house, ties=(TieBreak.LOT,)), house, f"e{evening_of(house, 'Anna').pk}")
    people = [f"m{house.member(name).pk}" for name in ("Bert", "Cilli", "Dora")]
    house.do(draw_series_lot, by="Bert", series=series, people=people, order=people)
    house.do(bring_points, by="Bert", series=series, lines=[PersonLine("Emil", -90)])
    final_in(house, series)
    with translation.override("de"):
        told_ = sentences_for(house, series, "Cilli")
        assert "So viele Punkte wie Bert am Cut fürs Finale „Cupfinale“; entschieden hat" in told_
        SeriesFinal.objects.update(places=9)
        assert "Cupfinale" not in sentences_for(house, series, "Emil")


def test_a_share_of_the_points_goes_along_into_a_series_of_the_final(house: House, series: Series) -> None:
    final_in(house, series, carry="share", percent="50")
    added_up = Series.objects.get(title="Cupfinale")
    shown = shown_series(added_up)
    carried = {shown.names[person]: one.points for person, one in shown.carried.items()}
    ranks = {"Anna": "1. 30", "Bert": "2. 10", "Cilli": "3. -10", "Dora": "4. -30"}
    assert ranks_of(shown_series(series)) == ranks
    assert carried == {"Anna": 15, "Bert": 5}
    person = person_in(shown, f"m{house.member('Anna').pk}", "de")
    assert person is not None
    assert [words for _title, _points, words in person.list_points] == ["Wertung 30 · 50 % → 15"]
    removing, sent = f"{series.get_absolute_url()}remove/", {"deed": str(uuid4())}
    answer = house.client("Bert").post(removing, sent, follow=True)
    assert "zuerst das Finale zurücknehmen" in answer.content.decode()
    SeriesFinal.objects.update(carried_to=series)  # as a file of a club could say
    assert ranks_of(shown_series(Series.objects.get(pk=series.pk)))["Anna"] == "1. 30"


def test_what_cannot_be_is_told_at_its_field(house: House, series: Series) -> None:
    form = {"tournament": "", "places": "0", "carry": "ladder", "table": "5 viel", "deed": str(uuid4())}
    page = house.client("Bert").post(f"{series.get_absolute_url()}final/terms/", form).content.decode()
    for words in ("Bitte ein Turnier wählen", "ganze Zahl von 1 bis 400", "„viel“ ist keine Punktezahl"):
        assert words in page
    assert "5 viel" in page
    tournament = opened_tournament(house, title="Finale", terms=CUP).tournament.pk
    with pytest.raises(Refused, match="ganze Zahl von 1 bis 400"):
        house.do(set_final, by="Bert", series=series, tournament=tournament, terms=FinalTerms(0))


def test_another_tournament_of_the_final_takes_the_place_of_the_first_also_where_points_are_carried(
    house: House,
    series: Series,
) -> None:
    final_in(house, series, carry="all")
    right = opened_tournament(house, title="Richtiges Finale", terms=PLAY_MONEY)
    bert, terms = house.client("Bert"), f"{series.get_absolute_url()}final/terms/"
    form = {"tournament": str(right.tournament.pk), "places": "2", "carry": "ladder", "table": "12,5 1/3 7"}
    bert.post(terms, form | {"deed": str(uuid4())})
    assert "12,5 1/3 7</textarea>" in bert.get(terms).content.decode()
    added_up = Series.objects.get(title="Cupfinale")
    assert [event.tournament for event in added_up.events.all()] == [right.tournament]


def test_a_name_of_old_years_that_cannot_decline_is_told_why(house: House, series: Series) -> None:
    lines = [PersonLine("Otti", 45, place=1, event="Cup", date=datetime.date(2019, 10, 4))]
    with_end_tables(house, series, lines)
    final = final_in(house, series, places="1")
    [otti] = (row.place.person for row in shown_series(series).rows if row.name == "Otti")
    assert "nur aus alten Ergebnissen" in decline(house, series, otti)
    register(house, series)
    renamed(house, final.tournament.evening.participants.get(guest="Otti"), "Otti Wexler")
    register(house, series)
    assert on_the_list(final) == ["Otti Wexler"]
    put_right = EndTableEntry("Cup", lines[0].date, (lines[0]._replace(name="Otti Mayr"),), replaces=True)
    house.do(write_end_tables, by="Bert", club=house.club, entries=[put_right])
    assert "Nicht mehr in der Serie: Otti Wexler." in register(house, series)
    assert on_the_list(final) == ["Otti Wexler"]
    renamed(house, final.tournament.evening.participants.get(guest="Otti Wexler"), "Otti Mayr")
    register(house, series)
    assert on_the_list(final) == ["Otti Mayr"]
    assert is_up_to_date(series)


def test_the_final_does_not_count_in_the_series_itself_whichever_is_chosen_first(
    house: House, series: Series
) -> None:
    final = final_in(house, series)
    bert, events = house.client("Bert"), f"{series.get_absolute_url()}events/"
    typed = {"event": f"t{final.tournament.pk}", "deed": str(uuid4()), **shown_at(bert, events, "event")}
    page = bert.post(events, typed).content.decode()
    assert "„Cupfinale“ ist das Finale dieser Wertung" in page
    assert not series.events.filter(tournament=final.tournament).exists()
    house.do(change_series, by="Bert", series=series, title="Cupjahr", terms=series.terms)
    other, counting = opened(house), opened_tournament(house, title="Cup", terms=PLAY_MONEY)
    choose(other, house, f"t{counting.tournament.pk}")
    where = {
        "Finale einer anderen Wertung": final.tournament.pk,
        "zählt in der Wertung selbst": counting.tournament.pk,
        "Bitte ein Turnier wählen": 0,
    }
    for said, tournament in where.items():
        with pytest.raises(Refused, match=said):
            house.do(set_final, by="Bert", series=other, tournament=tournament, terms=FinalTerms(2))


def test_nobody_is_told_to_be_in_a_final_who_is_not(house: House) -> None:
    """Emil has the most points and too few starts; then only Cilli is in a section."""
    first = evening_of(house, "Anna")
    second = evening_of(house, *["Emil"] * 5, names=("Emil", "Bert", "Cilli", "Dora"))
    series = choose(opened(house, ties=(), least=2), house, f"e{first.pk}", f"e{second.pk}")
    final_in(house, series, places="1")
    assert "Noch 1 Start" in sentences_for(house, series, "Emil")
    assert "Finale" not in sentences_for(house, series, "Emil")
    assert "Gleichauf" in sentences_for(house, series, "Bert")
    cup = opened_tournament(house, title="Cup", rules="cup", terms=replace(CUP, sections=("A", "B")))
    cup.register(["Cilli"])
    cup.tournament.entrants.update(section=1)
    choose(series, house, f"e{first.pk}", f"e{second.pk}", f"t{cup.tournament.pk}")
    SeriesFinal.objects.update(each_section=True)
    assert "Finale" in sentences_for(house, series, "Cilli")
    assert "Finale" not in sentences_for(house, series, "Bert")


# Guests are known as those who they are, not by their names


def guests_final(house: House, **typed: str) -> tuple[Series, Playing, Participant]:
    """“Gast Hans” is the first of a series by one evening, and registered in its final."""
    evening = evening_of(house, "Gast Hans", names=WITH_HANS)
    series = choose(opened(house, ties=()), house, f"e{evening.pk}")
    final = final_in(house, series, places="1", **typed)
    register(house, series)
    assert on_the_list(final) == ["Gast Hans"]
    return series, final, evening.participants.get(guest="Gast Hans")


def renamed(house: House, guest: Participant, name: str) -> None:
    asked = {"club": house.club, "participant": guest.pk, "name": name}
    house.do(rename_guest, by="Bert", **asked)


def is_up_to_date(series: Series) -> bool:
    series = Series.objects.select_related("club").get(pk=series.pk)
    final = final_of(series)
    assert final is not None
    return shown_final(shown_series(series), final, "de").is_up_to_date


def test_a_guest_who_is_renamed_in_the_final_is_not_registered_a_second_time(house: House) -> None:
    series, final, guest = guests_final(house, carry="all")
    renamed(house, final.tournament.evening.participants.get(guest="Gast Hans"), "Hans Huber")
    assert is_up_to_date(series)
    page = register(house, series)
    assert on_the_list(final) == ["Hans Huber"]
    assert "auf den neuen Stand bringen" not in page
    renamed(house, guest, "Hans Mayr")  # where the series was played
    register(house, series)
    assert on_the_list(final) == ["Hans Huber"]
    entrant = final.tournament.entrants.get()
    final.do(withdraw_entrant, entrant=entrant)
    assert "Im Turnier abgemeldet: Hans Huber." in register(house, series)
    final.tournament.entrants.update(withdrawn_at=None)
    assert [one.points for one in shown_series(Series.objects.get(title="Cupfinale")).carried.values()] == [
        15
    ]
    decline(house, series, f"g{guest.pk}")
    register(house, series)
    assert on_the_list(final) == []
    decline(house, series, f"g{guest.pk}", after_all="yes")
    register(house, series)
    assert on_the_list(final) == ["Hans Mayr"]


def test_nor_one_who_becomes_a_member_on_either_side(house: House) -> None:
    series, final, guest = guests_final(house)
    there = final.tournament.evening.participants.get(guest="Gast Hans")
    asked = {"club": house.club, "participants": [there.pk], "name": "Hans Huber"}
    member = house.do(admit_guest, by="Anna", **asked)
    register(house, series)
    assert on_the_list(final) == ["Hans Huber"]
    by = {"by": "Bert", "series": series}
    house.do(decline_final, **by, person=f"g{guest.pk}")
    house.do(join_guest, by="Anna", member=member, participants=[guest.pk])
    register(house, series)
    assert on_the_list(final) == []
    house.do(accept_final, **by, person=f"m{member.pk}")
    register(house, series)
    assert on_the_list(final) == ["Hans Huber"]


def test_two_finalists_of_one_name_are_not_registered_as_one(house: House) -> None:
    evenings = [evening_of(house, "Gast Hans", names=WITH_HANS) for _twice in range(2)]
    series = choose(opened(house, ties=("lot",)), house, *(f"e{evening.pk}" for evening in evenings))
    final = final_in(house, series, places="2")
    page = register(house, series)
    assert "Mehrere im Finale heißen gleich: Gast Hans." in page
    assert on_the_list(final) == []


def test_a_finalist_called_as_somebody_else_in_the_tournament_is_not_taken_for_them(house: House) -> None:
    evening = evening_of(house, "Gast Hans", "Gast Hans", "Gast Ida", names=WITH_IDA)
    series = choose(opened(house, ties=()), house, f"e{evening.pk}")
    final = final_in(house, series, places="1")
    register(house, series)
    renamed(house, final.tournament.evening.participants.get(guest="Gast Hans"), "Gast Ida")
    SeriesFinal.objects.update(places=2)
    assert "So heißt schon jemand anderer, im Turnier oder unter den Mitgliedern: Gast Ida." in register(
        house, series
    )
    assert on_the_list(final) == ["Gast Ida"]
    house.do(add_members, by="Anna", club=house.club, names=["Ida"])
    renamed(house, final.tournament.evening.participants.get(guest="Gast Ida"), "Hans")
    Participant.objects.filter(guest="Gast Ida").update(guest="Ida", key="ida")
    assert "unter den Mitgliedern: Ida." in register(house, series)
    assert on_the_list(final) == ["Hans"]


def test_a_finalist_who_is_nobody_of_a_series_is_found_by_verify(house: House) -> None:
    _series, final, guest = guests_final(house)
    assert final.tournament.entrants.get().finalist == f"g{guest.pk}"
    assert verified()[0] == 0
    final.tournament.entrants.update(finalist="Hans")
    status, told_ = verified()
    assert status == 1
    assert "Finalist 1, who that is in the series: expected somebody, found Hans" in "\n".join(told_)
