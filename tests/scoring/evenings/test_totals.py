"""An evening of which only totals are known: typed, counted like any other, corrected with its history."""

import re
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring import clock
from scoring.deeds import Refused
from scoring.evenings import verbs as evening_verbs
from scoring.evenings.pages.settling import settling_of, sheets_of
from scoring.evenings.totals import MOST_TOTALS, Total, record_totals
from scoring.models import Deed, Entry, Evening, Sheet
from scoring.season.pages.career import Career
from scoring.season.pages.season import Period, Season, form_of, matrix_of, standings_of
from scoring.table.arrivals import Person
from tests.support.pages import text_at, text_named
from tests.support.scoring.house import House, ids
from tests.support.scoring.tables import rufer
from tests.support.scoring.verify import verified

DAY = date(2026, 11, 6)
ALL_YEAR = Period.year(2026)


def sent(house: House, by: str = "Bert", deed: str = "", **fields: str) -> HttpResponse:
    """What the form on “Only totals” sends; amounts by name, of anybody who is no member typed beside it."""
    posted = {"deed": deed or str(uuid4()), "date": str(DAY), "place": "Kirchenwirt", "rules": "standard"}
    posted |= {
        key: fields.pop(key) for key in ("date", "place", "rules", "anyway", "planned") if key in fields
    }
    members = {member.name: member.pk for member in house.club.members.all()}
    for name, amount in fields.items():
        if name == "Kassa":
            posted["total-kitty"] = amount
        elif name in members:
            posted[f"total-m{members[name]}"] = amount
        elif "-" in name:
            posted[name] = amount
        else:
            posted |= {"name-1": name, "total-guest-1": amount}
    address = reverse("scoring:totals", args=[house.club.slug])
    answer: HttpResponse = house.client(by, "en").post(address, posted)
    return answer


def typed(house: House, **amounts: str) -> Evening:
    answer = sent(house, **amounts)
    assert answer.status_code == 302, re.findall(r'(?s)role="alert".*?</(?:ul|div)>', answer.content.decode())
    return Evening.objects.select_related("club", "ruleset").get(totals=True, date=DAY)


def points(evening: Evening) -> dict[str, Any]:
    return {share.name: share.points for share in settling_of(evening, sheets_of(evening), "en").people}


def corrected(client: Client, sheet: Sheet, reason: str = "Mistyped", **amounts: str) -> HttpResponse:
    posted = {"deed": str(uuid4()), "reason": reason, "seen_seq": amounts.pop("seen_seq", "1")}
    posted |= {f"total-p{ids(sheet)[name]}": amount for name, amount in amounts.items()}
    answer: HttpResponse = client.post(reverse("scoring:correct_totals", args=[sheet.pk]), posted)
    return answer


def test_the_totals_of_an_evening_are_typed_and_settled_up(house: House) -> None:
    evening = typed(house, Anna="36", Cilli="21", Dora="−14", Xandl="-43")
    assert points(evening) == {"Anna": 36, "Cilli": 21, "Dora": -14, "Xandl": -43}
    assert (str(evening.date), evening.venue, evening.is_open) == ("2026-11-06", "Kirchenwirt", False)
    text = text_at(house.client("Emil", "en"), evening.get_absolute_url())
    assert "Won by Anna +€3.60" in text
    assert "Xandl" in text
    assert "Kirchenwirt" in text
    assert verified()[0] == 0, verified()[1]


def test_a_guest_of_last_week_is_in_the_list_of_names(house: House) -> None:
    last_week = house.evening(date=clock.today() - timedelta(days=7))
    house.play(house.sheet(("Anna", "Bert", "Cilli", "Xandl"), evening=last_week), rufer("Anna", "Bert"))
    xandl = last_week.participants.get(guest="Xandl")
    client = house.client("Bert", "en")
    where = reverse("scoring:totals", args=[house.club.slug])
    assert text_at(client, where).count("Xandl") == 1
    posted = {"date": str(DAY), "place": "Löwen", "rules": "standard", "deed": str(uuid4())}
    amounts = {f"total-m{house.member('Anna').pk}": "10", f"total-p{xandl.pk}": "-10"}
    assert client.post(where, posted | amounts).status_code == 302
    evening = Evening.objects.get(totals=True)
    assert points(evening) == {"Anna": 10, "Xandl": -10}
    guest = evening.participants.get(guest="Xandl")
    assert (guest.key, guest.pk == xandl.pk) == (xandl.key, False)
    [sheet] = evening.sheets.all()
    assert text_at(client, reverse("scoring:correct_totals", args=[sheet.pk])).count("Xandl") == 1
    assert corrected(client, sheet, Anna="8", Xandl="-8").status_code == 302
    assert points(evening) == {"Anna": 8, "Xandl": -8}


# What is sent beside a day, a place and rules, and the sentence that refuses it.
REFUSED: list[tuple[dict[str, str], str]] = [
    (
        {"Anna": "36", "Cilli": "21", "Dora": "−14", "Emil": "-21"},
        "The totals come to +22; they have to come to 0.",
    ),
    *(
        ({"Anna": amount, "Cilli": "3"}, "Anna: please a number of points such as 12, 7.5 or 12 1/3.")
        for amount in ("x", "1/0", "1,0001", "12345678", "0,3")
    ),
    ({"Anna": "1000001", "Bert": "-1000001"}, "At most 1000000 points."),
    ({"date": "2199-01-01", "Anna": "1", "Bert": "-1"}, "This evening has not been yet."),
    ({"Anna": "5", "name-1": "Xandl"}, "Xandl: the number is missing."),
    ({"Anna": "5", "total-guest-1": "5"}, "A name is missing."),
    ({"Anna": "5", "name-1": "X" * 41, "total-guest-1": "-5"}, "40 characters at most"),
    (
        {"name-1": "Xandl", "total-guest-1": "5", "name-2": "xandl", "total-guest-2": "-5"},
        "“Xandl” is named twice.",
    ),
]


def test_what_cannot_be_is_refused_in_a_sentence_and_not_stored(house: House) -> None:
    for fields, sentence in REFUSED:
        assert sentence in sent(house, **fields).content.decode(), fields
    assert not Evening.objects.exists()


def test_the_difference_can_go_to_the_kitty_which_is_nobody(house: House) -> None:
    evening = typed(house, Anna="10", Cilli="-12", Haus="2")  # called like a kitty
    assert evening.participants.filter(kitty=True).count() == 1
    settling = settling_of(evening, sheets_of(evening), "en")
    payments = {(payment.payer, payment.payee, payment.cents) for payment in settling.payments}
    assert payments == {("Cilli", "Anna", 100), ("Cilli", "Kassa", 20)}
    standings = standings_of(Season(house.club, ALL_YEAR))
    assert {player.name: player.score.points for player in standings.everybody} == {"Anna": 10, "Cilli": -12}
    assert [row[0] for row in matrix_of(Season(house.club, ALL_YEAR))[1]] == ["Anna", "Cilli"]
    assert "Kassa" not in text_named(house.client("Anna"), "members", house.club.slug)
    assert verified()[0] == 0, verified()[1]


def test_a_kitty_that_wins_most_has_not_won_the_evening(house: House) -> None:
    typed(house, Anna="3", Cilli="-12", Kassa="9")
    listed = text_named(house.client("Anna"), "evenings", house.club.slug)
    assert "Anna" in listed
    assert "+€0.30" in listed
    assert "+€0.90" not in listed
    assert "Anna" in text_named(house.client("Anna"), "club", house.club.slug)


def test_it_counts_in_the_season_and_in_everything_that_goes_by_evenings(house: House) -> None:
    sheet = house.sheet()
    house.play(sheet, rufer("Anna", "Cilli"))
    house.do(evening_verbs.close_evening, by="Anna", evening=sheet.evening)
    at_hands = standings_of(Season(house.club, ALL_YEAR)).everybody
    of_anna = next(player.score for player in at_hands if player.name == "Anna")
    evening = typed(house, Anna="12 1/3", Bert="-12 1/3", Cilli="0")
    season = Season(house.club, ALL_YEAR)
    now = {player.name: player.score for player in standings_of(season).everybody}
    assert now["Anna"].evenings == 2
    assert now["Cilli"].evenings == 2
    assert now["Anna"].points * 3 == of_anna.points * 3 + 37
    assert now["Anna"].average == of_anna.average  # of hands that are known
    assert now["Anna"].money["EUR"] * 3 == of_anna.money["EUR"] * 3 + 370
    career = Career(house.member("Anna"), season, "en")
    assert career.score == now["Anna"]
    assert {played.date for played in career.evenings} == {clock.today(), DAY}
    assert len(matrix_of(season)[0]) == 2
    assert [row is not None for row in form_of(season)[house.member("Cilli").pk]] == [True, True]
    assert evening.participants.count() == 3


def test_a_second_evening_of_a_day_is_asked_about(house: House) -> None:
    typed(house, Anna="5", Bert="-5")
    assert "There is an evening of 6 Nov 2026 already." in sent(house, Anna="1", Bert="-1").content.decode()
    assert Evening.objects.count() == 1
    assert sent(house, anyway="1", Anna="1", Bert="-1").status_code == 302
    assert Evening.objects.count() == 2


def test_totals_are_corrected_with_a_reason_and_the_earlier_ones_stay_in_the_history(house: House) -> None:
    evening = typed(house, Anna="36", Cilli="21", Dora="−14", Xandl="-43")
    sheet = evening.sheets.get()
    director = house.client("Bert", "en")
    page = director.get(reverse("scoring:correct_totals", args=[sheet.pk])).content.decode()
    assert 'value="36"' in page
    assert 'value="−43"' in page
    assert 'value="Mistyped"' in page
    answer = corrected(director, sheet, "Ferdl was there", Anna="30", Cilli="21", Dora="-8", Xandl="-43")
    assert answer.status_code == 302
    assert points(evening) == {"Anna": 30, "Cilli": 21, "Dora": -8, "Xandl": -43}
    assert Entry.objects.filter(sheet=sheet).count() == 2
    assert evening.seals.count() == 2
    entry = Entry.objects.filter(sheet=sheet).latest("seq")
    history = text_named(director, "hand", sheet.pk, entry.pk)
    assert "Totals: Anna +30" in history
    assert "Anna +36" in history
    assert "Ferdl was there" in history
    deed = Deed.objects.get(verb="correct_totals")
    assert deed.details["reason"] == "Ferdl was there"
    assert verified()[0] == 0, verified()[1]


def test_whoever_was_not_there_after_all_is_left_out(house: House) -> None:
    evening = typed(house, Anna="36", Cilli="-36", Dora="0")
    corrected(house.client("Bert"), evening.sheets.get(), Anna="36", Cilli="-36")
    assert points(evening) == {"Anna": 36, "Cilli": -36}
    names = [player.name for player in standings_of(Season(house.club, ALL_YEAR)).everybody]
    assert names == ["Anna", "Cilli"]
    assert verified()[0] == 0, verified()[1]


@pytest.mark.parametrize(
    ("reason", "anna", "says"),
    [
        ("", "30", "Please give the reason."),
        ("Mistyped", "31", "The totals come to +1; they have to come to 0."),
        ("Mistyped", "36", "Nothing was changed."),
    ],
)
def test_a_correction_that_is_none_changes_nothing(house: House, reason: str, anna: str, says: str) -> None:
    evening = typed(house, Anna="36", Cilli="-36")
    cilli = "-30" if anna != "36" else "-36"
    answer = corrected(house.client("Bert", "en"), evening.sheets.get(), reason, Anna=anna, Cilli=cilli)
    assert says in answer.content.decode()
    assert Entry.objects.count() == 1


def test_a_typed_evening_that_is_taken_back_counts_no_more_and_the_log_says_why(house: House) -> None:
    evening = typed(house, Anna="36", Cilli="-36")
    director, where = house.client("Bert", "en"), [house.club.slug, evening.pk]
    taken = director.post(
        reverse("scoring:take_back_totals", args=where), {"deed": str(uuid4()), "reason": "Das war 2025"}
    )
    assert taken.headers["Location"] == reverse("scoring:evenings", args=[house.club.slug])
    assert standings_of(Season(house.club, ALL_YEAR)).everybody == ()
    assert "took back the totals of 6 Nov 2026: Das war 2025" in text_named(
        director, "club_log", house.club.slug
    )
    assert verified()[0] == 0, verified()[1]


def test_such_an_evening_is_not_opened_again_but_corrected(house: House) -> None:
    evening = typed(house, Anna="36", Cilli="-36")
    page = house.client("Bert", "en").get(evening.get_absolute_url()).content.decode()
    assert "Correct the totals" in page
    assert "Reopen the evening" not in page
    address = reverse("scoring:reopen_evening", args=[house.club.slug, evening.pk])
    answer = house.client("Bert", "en").post(address, {"deed": str(uuid4()), "reason": "Why not"})
    assert "Only the totals are known of this evening" in answer.content.decode()
    played = reverse("scoring:correct_totals", args=[house.sheet().pk])
    assert house.client("Bert").get(played).status_code == 404


@pytest.mark.parametrize("form", ["xlsx", "csv", "json"])
def test_it_leaves_as_a_file_like_any_evening(house: House, form: str) -> None:
    evening = typed(house, Anna="36", Cilli="-36")
    address = reverse(
        "scoring:export_evening", kwargs={"slug": house.club.slug, "pk": evening.pk, "form": form}
    )
    answer = house.client("Emil").get(address)
    assert answer.status_code == 200


def test_there_are_no_hands_that_anybody_could_check(house: House) -> None:
    evening = typed(house, Anna="36", Cilli="-36")
    assert "To be checked by anybody" not in text_at(house.client("Emil", "en"), evening.get_absolute_url())
    address = reverse("scoring:evening_results", args=[house.club.slug, evening.pk])
    assert house.client("Emil").get(address).status_code == 404


def test_there_are_bounds_to_what_is_typed(house: House) -> None:
    totals = [Total(0, Person(name=f"Gast {number}")) for number in range(MOST_TOTALS + 1)]
    terms = {"club": house.club, "date": DAY, "venue": "", "rules": "standard"}
    with pytest.raises(Refused, match="zwei bis 40 Leute"):
        house.do(record_totals, by="Anna", totals=totals, **terms)


def test_a_planned_evening_is_closed_only_after_it_was_asked_about_and_by_the_rules_that_were_typed(
    house: House,
) -> None:
    planned = house.evening(date=DAY, venue="Lamm")
    answer = sent(house, place="", rules="cup", Anna="5", Bert="-5")
    assert "An evening is planned for 6 Nov 2026 (Lamm): these totals close it." in answer.content.decode()
    planned.refresh_from_db()
    assert planned.is_open
    answer = sent(house, place="", rules="cup", anyway="1", planned=str(planned.pk), Anna="5", Bert="-5")
    assert answer.headers["Location"] == planned.get_absolute_url()
    planned.refresh_from_db()
    assert (planned.is_open, planned.venue, planned.ruleset.slug) == (False, "Lamm", "cup")
    assert Evening.objects.count() == 1
    assert verified()[0] == 0, verified()[1]


def test_a_planned_evening_that_was_opened_meanwhile_is_not_closed(house: House) -> None:
    planned = house.evening(date=DAY, venue="Lamm")
    house.sheet(evening=planned)
    answer = sent(house, anyway="1", planned=str(planned.pk), Anna="5", Bert="-5")
    assert "There is an evening of 6 Nov 2026 already." in answer.content.decode()
    assert Evening.objects.get().is_open


@pytest.mark.parametrize(
    "page", ["table_screen", "links", "blank_sheet", "seating", "reopen_sheet", "record"]
)
def test_a_sheet_of_totals_has_no_pages_of_hands(house: House, page: str) -> None:
    sheet = typed(house, Anna="36", Cilli="-36").sheets.get()
    assert house.client("Bert").get(reverse(f"scoring:{page}", args=[sheet.pk])).status_code == 404
