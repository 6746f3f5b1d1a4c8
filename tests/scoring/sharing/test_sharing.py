"""Links that only read: an evening, the standings, a player's own page; made, opened, withdrawn."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.urls import reverse

from scoring import clock
from scoring.accounts import verbs as people
from scoring.capability import log_line
from scoring.clubs.privacy.anonymising import anonymise_member
from scoring.models import Club, Deed, Evening, Shared, Sharing, Sheet
from scoring.models.evenings import TAKEN_BACK
from scoring.sharing import verbs as sharing_verbs
from scoring.sharing.verbs import sharing_behind
from scoring.table.links import code_of as code_of_table
from scoring.table.links import sheet_behind
from tests.support.pages import english_visitor, text_of
from tests.support.scoring.house import HOUSE, House, english
from tests.support.scoring.tables import dreier, hand, rufer
from tests.support.stages import stage
from tests.support.stored_forms import compared_form


@stage(on=HOUSE)
def sheet(house: House) -> Sheet:
    """A table of a club evening, with a hand that Emil won."""
    evening = house.evening(venue="Sonnenwirt")
    sheet = house.sheet(("Emil", "Kathi", "Lois", "Mitzi"), evening=evening, name="Stammtisch")
    house.play(sheet, rufer("Emil", "Mitzi"))
    return sheet


def of_evening(house: House, sheet: Sheet) -> Sharing:
    return sharing_verbs.share_evening(actor=house["Anna"], deed=uuid4(), evening=sheet.evening)


def of_standings(house: House, period: str = "") -> Sharing:
    return sharing_verbs.share_standings(actor=house["Anna"], deed=uuid4(), club=house.club, period=period)


def opened(sharing: Sharing, browser: Client | None = None) -> tuple[Client, str]:
    browser = browser or Client()
    response = browser.get(f"/s/{sharing.code}/?language=en")
    assert response.status_code == 200
    return browser, response.content.decode()


def test_a_stranger_with_the_link_reads_the_evening_and_nothing_else_of_the_club(
    house: House, sheet: Sheet
) -> None:
    browser, page = opened(of_evening(house, sheet))
    assert "Stammtisch" in page
    assert "Emil" in page
    there = browser.get(sheet.get_absolute_url())
    assert there.status_code == 200
    assert f"/s/{Sharing.objects.get().code}/" in there.content.decode(), "the way back"
    entry = sheet.entries.get()
    assert browser.get(reverse("scoring:hand", args=[sheet.pk, entry.pk])).status_code == 200
    assert browser.get(reverse("scoring:record", args=[sheet.pk])).status_code == 302
    assert Client().get(sheet.get_absolute_url()).status_code == 404
    assert house.club.get_absolute_url() not in page
    assert "€" not in page, "no money"
    rules = browser.get(f"{reverse('scoring:sheet_rules', args=[sheet.pk])}?language=en")
    assert rules.status_code == 200
    assert "cents" not in rules.content.decode()
    told = browser.get(reverse("scoring:live", args=[sheet.pk])).json()
    assert (told["said"], told["voice"]) == ("", ""), "who wrote is not theirs to know"
    other = house.sheet(("Bert", "Nandl", "Otto", "Poldi"), name="Anderswo")
    assert browser.get(other.get_absolute_url()).status_code == 404
    assert browser.get(house.club.get_absolute_url()).status_code == 404


def test_whoever_opens_it_writes_nothing(house: House, sheet: Sheet) -> None:
    """Not even a session: sixty at once kept a table's hand waiting."""
    sharing, sessions = of_evening(house, sheet), Session.objects.count()
    browser, _page = opened(sharing)
    reader = Client()
    assert reader.get(f"/r/{code_of_table(sheet, 'read')}/").status_code == 302
    for visitor in (browser, reader):
        assert visitor.get(sheet.get_absolute_url()).status_code == 200
    assert Session.objects.count() == sessions
    number_given_again(sharing)
    assert browser.get(sheet.get_absolute_url()).status_code == 404, "another's, after a copy was put back"


def test_what_is_withdrawn_shows_nothing_any_more_also_not_to_those_who_had_it_open(
    house: House, sheet: Sheet
) -> None:
    sharing = of_evening(house, sheet)
    browser, _page = opened(sharing)
    sharing_verbs.withdraw_sharing(actor=house["Anna"], deed=uuid4(), sharing=sharing)
    assert browser.get(f"/s/{sharing.code}/").status_code == 404
    assert browser.get(sheet.get_absolute_url()).status_code == 404
    anew = of_evening(house, sheet)
    assert browser.get(f"/s/{sharing.code}/").status_code == 404
    browser, _page = opened(anew)
    Evening.objects.filter(pk=sheet.evening_id).update(occasion=TAKEN_BACK)  # the evening itself
    assert browser.get(f"/s/{anew.code}/").status_code == 404
    assert browser.get(sheet.get_absolute_url()).status_code == 404


def test_what_is_shared_says_of_which_time_it_is(house: House, sheet: Sheet) -> None:
    year = str(clock.today().year)
    for period, told in (("all", "All evenings"), ("", year)):
        assert f"<h1>Standings: {told}</h1>" in opened(of_standings(house, period))[1]
    rolling = opened(of_standings(house, "12-months"))[1]
    assert re.search(rf"<h1>Standings: \d+ .+ – \d+ .+ {year}</h1>", rolling)
    assert "Emil" in rolling


def test_standings_stand_in_a_frame_elsewhere_and_no_other_page_does(house: House, sheet: Sheet) -> None:
    code = of_standings(house).code
    framed = Client().get(f"/s/{code}/embed/")
    assert framed.status_code == 200
    assert "X-Frame-Options" not in framed
    assert "frame-ancestors *" in framed["Content-Security-Policy"]
    assert "default-src 'none'" in framed["Content-Security-Policy"]
    assert 'lang="de"' in framed.content.decode(), "the language of the club"
    assert framed["Content-Language"] == "de"
    alone = Client().get(f"/s/{code}/")
    assert alone["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in alone["Content-Security-Policy"]


@pytest.mark.own_time("on one evening of the year a new year begins at midnight")
def test_the_running_year_goes_along_and_a_single_year_stays(
    house: House, sheet: Sheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    running, fixed = of_standings(house), of_standings(house, str(clock.today().year))
    later = clock.now().replace(year=clock.now().year + 1, month=1, day=2)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert "Emil" not in opened(running)[1]
    assert "Emil" in opened(fixed)[1]


def test_a_players_link_names_nobody_else_and_shows_no_money(house: House, sheet: Sheet) -> None:
    for _again in range(12):  # so often together that a partner would be named on the page of the club
        house.play(sheet, hand("solorufer", "Emil", partner="Mitzi", won=True))
    emil = house.member("Emil")
    sharing = sharing_verbs.share_player(actor=house["Emil"], deed=uuid4(), member=emil, period="")
    _browser, page = opened(sharing)
    assert "Emil" in page
    assert "Longest streaks" in page
    for hidden in ("Sonnenwirt", "Mitzi", "Kathi", "Lois", "€", "/clubs/", "/sheets/", "Money"):
        assert hidden not in page, hidden
    own = reverse("scoring:member", args=[house.club.slug, emil.pk])
    shown = house.client("Emil").get(f"{own}?language=en").content.decode()
    assert "Mitzi" in shown
    assert reverse("scoring:share_player", args=[house.club.slug, emil.pk]) in shown
    assert "Share my page" not in house.client("Anna").get(f"{own}?language=en").content.decode()


@pytest.mark.parametrize("how", ["deactivated", "anonymised"])
def test_a_players_link_ends_with_the_player(house: House, sheet: Sheet, how: str) -> None:
    emil = house.member("Emil")
    sharing = sharing_verbs.share_player(actor=house["Emil"], deed=uuid4(), member=emil, period="")
    assert "Emil" in opened(sharing)[1]
    if how == "deactivated":
        people.deactivate_member(actor=house["Anna"], deed=uuid4(), member=emil)
    else:
        anonymise_member(actor=house["Anna"], deed=uuid4(), member=emil)
    assert sharing_behind(sharing.code) is None
    if how == "deactivated":
        people.reactivate_member(actor=house["Anna"], deed=uuid4(), member=house.member("Emil"))
        assert sharing_behind(sharing.code) is None, "it does not come back by itself"


def test_the_page_makes_the_link_shows_it_and_takes_it_back(house: House, sheet: Sheet) -> None:
    browser = house.client("Anna")
    where = reverse("scoring:share_evening", args=[house.club.slug, sheet.evening_id])
    page = sheet.evening.get_absolute_url()
    assert "/s/" not in browser.get(page).content.decode()
    assert browser.post(where, {"deed": str(uuid4())}).headers["Location"] == f"{page}#share"
    sharing = Sharing.objects.get()
    assert f"/s/{sharing.code}/" in browser.get(page).content.decode()
    listed = reverse("scoring:sharings", args=[house.club.slug])
    browser.post(listed, {"deed": str(uuid4()), "period": "all"})
    feed = reverse("scoring:share_calendar", args=[house.club.slug])
    assert f'action="{feed}"' in browser.get(listed).content.decode()
    browser.post(feed, {"deed": str(uuid4())})
    calendar = reverse("scoring:shared_calendar", args=[Sharing.objects.get(what=Shared.CALENDAR).code])
    shown = browser.get(listed).content.decode()
    assert f'action="{feed}"' not in shown, "there is one already"
    assert f'href="webcal://testserver{calendar}"' in shown
    assert f">http://testserver{calendar}</a>" in shown
    assert shown.count("/withdraw/") == 3
    wrong = browser.post(listed + "?language=en", {"deed": str(uuid4()), "period": "1066"})
    assert "Please choose a period from the list." in wrong.content.decode()
    for other_sharing in Sharing.objects.all():
        path = reverse("scoring:withdraw_sharing", args=[house.club.slug, other_sharing.pk])
        assert browser.post(path, {"deed": str(uuid4())}).status_code == 302
    assert "/withdraw/" not in browser.get(listed).content.decode()
    log = browser.get(reverse("scoring:club_log", args=[house.club.slug]) + "?language=en")
    assert "withdrew the link to the standings (All evenings)" in log.content.decode()


def test_only_the_player_can_share_their_page_and_whoever_else_asks_is_told_so(house: House) -> None:
    where = reverse("scoring:share_player", args=[house.club.slug, house.member("Emil").pk])
    for name in ("Anna", "Bert"):
        with pytest.raises(PermissionDenied):
            sharing_verbs.share_player(
                actor=house[name], deed=uuid4(), member=house.member("Emil"), period=""
            )
        answer = house.client(name).get(f"{where}?language=en")
        assert answer.status_code == 403
        page = answer.content.decode()
        assert "Only the player can share this page." in page
    emil = house.client("Emil")
    assert emil.post(where, {"deed": str(uuid4()), "period": "all"}).headers["Location"] == where
    made = Sharing.objects.get()
    assert made.member == house.member("Emil")
    assert f"/s/{made.code}/" in emil.get(where).content.decode()
    withdraw = reverse("scoring:withdraw_sharing", args=[house.club.slug, made.pk])
    assert emil.post(withdraw, {"deed": str(uuid4())}).headers["Location"] == where
    assert "/s/" not in emil.get(where).content.decode()


# Whether the link to an evening shows who pays whom


@pytest.mark.parametrize("shown", [False, True])
def test_the_link_shows_money_only_where_the_club_says_so(house: House, shown: bool) -> None:
    sheet = house.sheet()
    house.play(sheet, dreier("Anna"))
    sharing = house.do(sharing_verbs.share_evening, by="Anna", evening=sheet.evening)
    anna = english(house, "Anna")
    settings = reverse("scoring:club_settings", args=[house.club.slug])
    form = compared_form(anna.get(settings), "show_money").sent | {"show_money": "yes" if shown else ""}
    assert anna.post(settings, form).status_code == 302
    assert Club.objects.get(pk=house.club.pk).show_money is shown
    visitor = english_visitor()
    code = sharing.code
    said = text_of(visitor.get(f"/s/{code}/"))
    assert ("Who pays whom" in said) is ("Bert → pays Anna" in said) is shown
    book = visitor.get(f"/s/{code}/export/json/").content.decode()
    assert ('"payments"' in book or "cents" in book) is shown
    log = log_line(Deed.objects.filter(verb="change_club").latest("at"))
    assert ("ohne Geld → mit Geld" in log) is shown


# A link means one thing for ever: not the row that has its number after a restore


def number_given_again(row: Any) -> None:
    """As after a copy was put back that did not have the row yet: the number goes to the next one."""
    type(row).objects.filter(pk=row.pk).update(salt=type(row)().salt)


def test_after_a_restore_an_old_link_opens_nothing_of_the_row_that_has_its_number(house: House) -> None:
    sheet = house.sheet()
    sharing = sharing_verbs.share_feed(
        actor=house["Anna"], deed=uuid4(), club=house.club, what=Shared.CALENDAR
    )
    calendar = f"/s/{sharing.code}/calendar.ics"
    table, reading = code_of_table(sheet, "record"), code_of_table(sheet, "read")
    assert Client().get(calendar).status_code == 200
    assert sheet_behind(table, "record") == sheet
    number_given_again(sharing)
    number_given_again(sheet)
    assert Client().get(calendar).status_code == 404
    assert sharing_behind(calendar.split("/")[2]) is None
    assert sheet_behind(table, "record") is None
    assert sheet_behind(reading, "read") is None


def test_the_code_of_the_first_set_up_belongs_to_one_database(house: House) -> None:
    """Whoever keeps the link of a database that was thrown away sets up nothing in the next one."""
    before = people.setup_code()
    assert people.setup_code() == before
    MigrationRecorder.Migration.objects.update(applied=clock.now())
    assert people.setup_code() != before
