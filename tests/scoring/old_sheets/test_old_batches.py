"""What came in before, hands and amounts alone, counts and is taken back as ever."""

import html
import json
from datetime import timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring import protection, verifying
from scoring.capability import log_line
from scoring.deeds import Refused
from scoring.evenings import verbs as evening_verbs
from scoring.models import Account, Club, Deed, Evening, OldAmount, OldBatch, OldKind, OtherName, Sheet
from scoring.old_sheets.people import field_of
from scoring.old_sheets.verbs import withdraw_old_batch
from scoring.season.pages.season import Period, Season, standings_of
from scoring.table.links import code_of
from tests.support.kept import CLUB_FILE, KEPT
from tests.support.pages import text_at
from tests.support.refusals import sentences_of
from tests.support.scoring.archives import brought
from tests.support.scoring.house import HOUSE, House, signed_in
from tests.support.scoring.old_papers import XANDL, old_amounts, old_hands, totals_of_club
from tests.support.scoring.verify import verified
from tests.support.stages import stage
from tests.support.stored_forms import forms_on


@stage(on=HOUSE)
def paper(house: House) -> OldBatch:
    """One hand on an evening of 2016."""
    return old_hands(house)


@pytest.fixture
def anna(house: House) -> Client:
    return house.client("Anna", "en")


def withdraw(client: Client, batch: OldBatch, reason: str = "Falsche Datei") -> Any:
    address = reverse("scoring:withdraw_old_sheets", args=[batch.club.slug, batch.pk])
    return client.post(address, {"deed": str(uuid4()), "reason": reason})


def points(house: House) -> dict[str, Any]:
    season = Season(house.club, Period(None, None))
    return {player.name: player.score.points for player in standings_of(season).everybody}


def test_amounts_alone_count_in_the_season_until_they_are_taken_back(house: House, anna: Client) -> None:
    batch = old_amounts(house)
    counted = {"Anna": 12, "Bert": -4, "Cilli": Fraction(-19, 3), XANDL: Fraction(-5, 3)}
    assert points(house) == {total.name: total.points for total in totals_of_club(house.club)} == counted
    assert "Amounts only" in anna.get(batch.get_absolute_url()).content.decode()
    assert list(verifying.of_the_database()) == []
    withdraw(anna, batch)
    assert points(house) == {}
    assert totals_of_club(house.club) == []


def test_verify_finds_a_planted_amount(house: House) -> None:
    old_amounts(house)
    with transaction.atomic(), protection.lifted(connection):
        OldAmount.objects.filter(twelfths=144).update(twelfths=156)
    found = [str(difference) for difference in verifying.of_the_database()]
    assert "the sum of its amounts: expected 0, found 1" in found[0]
    assert "what each day comes to: expected {'2015-03-04': 156" in found[1]


def test_sheets_that_were_taken_back_count_no_longer(house: House, anna: Client, paper: OldBatch) -> None:
    sheet = Sheet.objects.get()
    assert withdraw(anna, paper, "").status_code == 200
    assert points(house)
    assert withdraw(anna, paper).status_code == 302
    assert points(house) == {}
    assert not Evening.objects.played_in(house.club).exists()
    page = anna.get(sheet.get_absolute_url()).content.decode()
    assert "Withdrawn: none of it counts" in page
    assert "Falsche Datei" in page
    assert "Taken back: none of it counts. “Falsche Datei”" in text_at(anna, sheet.evening.get_absolute_url())
    assert "Withdraw these sheets" not in anna.get(paper.get_absolute_url()).content.decode()
    assert list(verifying.of_the_database()) == []
    with translation.override("en"):
        assert log_line(Deed.objects.get(verb="withdraw_old_batch")).endswith(": Falsche Datei")
    again = sentences_of(house.do, withdraw_old_batch, by="Anna", batch=paper, reason="noch einmal")
    assert again == ["This has been changed in the meantime. Please look again."]


def test_nobody_opens_or_writes_what_was_taken_back(house: House, anna: Client, paper: OldBatch) -> None:
    evening = Evening.objects.get()
    withdraw(anna, paper)
    with pytest.raises(Refused):
        evening_verbs.reopen_evening(actor=house["Anna"], deed=uuid4(), evening=evening, reason="doch")
    sheet = evening.sheets.get()
    house.client("").get(f"/t/{code_of(sheet, 'record')}/")
    assert house.client("").get(sheet.get_absolute_url()).status_code == 404
    assert anna.get(reverse("scoring:seating", args=[sheet.pk])).status_code == 403


def test_what_is_open_again_is_closed_before_it_is_taken_back(
    house: House, anna: Client, paper: OldBatch
) -> None:
    evening = Evening.objects.get()
    evening_verbs.reopen_evening(actor=house["Anna"], deed=uuid4(), evening=evening, reason="Ein Fehler")
    assert "Please close it first." in withdraw(anna, paper).content.decode()
    assert OldBatch.objects.get().counts
    evening_verbs.close_evening(actor=house["Anna"], deed=uuid4(), evening=evening)
    assert withdraw(anna, paper).status_code == 302


def test_the_pages_need_few_queries_however_much_came_in(
    house: House, anna: Client, django_assert_max_num_queries: Any
) -> None:
    batches = old_amounts(house, days=3), old_hands(house, days=3)
    with django_assert_max_num_queries(12):
        anna.get(reverse("scoring:old_sheets", args=[house.club.slug]))
    for batch in batches:
        with django_assert_max_num_queries(14):
            anna.get(batch.get_absolute_url())
    first = Evening.objects.earliest("date")
    assert Evening.objects.latest("date").date - first.date == timedelta(days=2)


def test_addresses_of_what_is_gone_lead_on(house: House, anna: Client, paper: OldBatch) -> None:
    of_club = reverse("scoring:old_sheets", args=[house.club.slug])
    template = anna.get(f"{of_club}template/amounts/xlsx/")
    assert template.headers["Location"] == reverse("scoring:import_old_sheets", args=[house.club.slug])
    checked = anna.get(f"{of_club}{paper.pk}/check/")
    assert checked.headers["Location"] == paper.get_absolute_url()


CLUBS_OF_BEFORE = [*KEPT.glob(f"*/{CLUB_FILE}"), Path(KEPT.parent, "older_club.tarock.zip")]


def director_of(club: Club) -> Client:
    client = Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    owner = club.members.filter(account__isnull=False).order_by("pk").first()
    assert owner is not None
    signed_in(client, Account.objects.get(pk=owner.account_id))
    return client


@pytest.mark.program
@pytest.mark.parametrize("file", CLUBS_OF_BEFORE, ids=lambda file: file.parent.name)
def test_clubs_of_before_bring_their_old_sheets_which_are_shown_and_leave(db: None, file: Path) -> None:
    brought(file.read_bytes())
    club = Club.objects.get()
    client = director_of(club)
    batches = {(batch.kind, batch.counts): batch for batch in OldBatch.objects.all()}
    assert batches.keys() == {(kind, counts) for kind in ("amounts", "hands") for counts in (True, False)}
    amounts, hands = (batches[kind, True] for kind in (OldKind.AMOUNTS, OldKind.HANDS))
    assert sum(total.points for total in totals_of_club(club)) == 0
    entry = hands.differences.earliest("pk").entry
    page = text_at(client, reverse("scoring:hand", args=[entry.sheet_id, entry.pk]))
    assert "On the old score sheet “Anna +2, Bert −2/3, Cilli −2/3, Alexander −2/3”" in page
    for batch in batches.values():
        assert ("Withdrawn" in client.get(batch.get_absolute_url()).content.decode()) != batch.counts
    for form in ("xlsx", "csv", "json"):
        where = {"slug": club.slug, "form": form}
        of_batch = reverse("scoring:export_old_batch", kwargs={**where, "pk": amounts.pk})
        assert client.get(of_batch).status_code == 200
        evening = reverse("scoring:export_evening", kwargs={**where, "pk": hands.evenings.get().pk})
        assert client.get(evening).status_code == 200
    assert verified()[0] == 0, verified()[1]
    assert (
        client.post(
            reverse("scoring:withdraw_old_sheets", args=[club.slug, amounts.pk]),
            {"deed": str(uuid4()), "reason": "Falsche Datei"},
        ).headers["Location"]
        == amounts.get_absolute_url()
    )
    assert totals_of_club(club) == []
    assert verified()[0] == 0, verified()[1]


@pytest.mark.program
def test_a_table_that_was_open_when_the_program_was_updated_says_what_is_asked_again(db: None) -> None:
    """Its page holds the file and the answers as version 1.0.0 wrote them; who is who is not asked again."""
    brought((KEPT / "1.0.0" / CLUB_FILE).read_bytes())
    club = Club.objects.get()
    client, address = director_of(club), reverse("scoring:import_old_sheets", args=[club.slug])
    table = "Datum\tBertl\tCillerl\tDora\n5.1.2015\t10\t-5\t-5\n"
    bert, cilli = (club.members.get(name=name) for name in ("Bert", "Cilli"))
    OtherName.objects.create(club=club, name="Cillerl", key="cillerl", member=cilli)
    opened = {
        "worksheets": json.dumps([[["Tabelle1", table, [], False, [], []]], [], [], False]),
        "roles": "0-row-2-counted",
        "kind": "amounts",
        "step": "import",
        field_of("Bertl"): f"m{bert.pk}",
    }
    answer = client.post(address, opened)
    assert "Days, money, what a plus means and which rows count are asked again" in html.unescape(
        answer.content.decode()
    )
    assert Evening.objects.filter(totals=True).count() == 0
    form = next(form for form in forms_on(answer) if form.action == address)
    looked = client.post(address, {**dict(form.fields), "text": table})
    imported = looked.context["imported"]
    assert {person.name: person.someone.name for person in imported.clear} == {
        "Bertl": "Bert",
        "Cillerl": "Cilli",
        "Dora": "Dora",
    }
    assert imported.unclear == []
