"""A third language comes by files: what they say is said in it, the rest in English, and nothing breaks.

Slovenian is begun, and offered to nobody; here it is.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import ngettext

from scoring.calculator.hands import usual_names
from scoring.engine.money import money_in_words
from scoring.table.links import code_of
from tarockclub import translations
from tests.support.read import as_read
from tests.support.scoring.house import House, house
from tests.support.scoring.tables import dreier

__all__ = ["house"]  # the fixtures

SLOVENIAN = ("sl", "Slovenščina")


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the Slovenian catalogue, ready for Django."""
    folder = tmp_path_factory.mktemp("locale")
    file = folder / "sl" / "LC_MESSAGES" / "django.po"
    file.parent.mkdir(parents=True)
    shutil.copy(translations.CATALOGUE.parents[2] / file.relative_to(folder), file)
    translations.compile_catalogue(file)
    return folder


@pytest.fixture
def offered(catalogue: Path) -> Iterator[None]:
    with override_settings(
        LANGUAGES=[*settings.LANGUAGES, SLOVENIAN], LOCALE_PATHS=[catalogue, *settings.LOCALE_PATHS]
    ):
        yield


def read(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    page = as_read(answer.content.decode())
    assert '<html lang="sl"' in page
    return page


@pytest.mark.django_db
@pytest.mark.own_time("on one evening of the year a new year begins at midnight")
def test_pages_speak_slovenian_where_it_is_translated_and_english_elsewhere(
    house: House, offered: None
) -> None:
    sheet = house.sheet()
    house.play(sheet, dreier("Anna"))
    client = house.client("Anna")
    home = read(client, "/?language=sl")
    assert "Tarok, natančno obračunan" in home
    assert '<a href="?language=de" lang="de" hreflang="de">Deutsch</a>' in home
    assert '<a href="?language=en" lang="en" hreflang="en">English</a>' in home
    assert "Who wins a hand" not in home
    for address, translated, english in (
        (house.club.get_absolute_url(), "Kar igraj", "Tables in play"),
        (sheet.get_absolute_url(), "Moji klubi", "Dreier"),
        (reverse("scoring:record", args=[sheet.pk]), "Moji klubi", "Save"),
        (reverse("scoring:rule_sheet", args=["standard"]), "Pravila", "Radl"),
        (reverse("scoring:season", args=[house.club.slug]), "Sezona", "Playing strength"),
        (reverse("scoring:chapter", args=["players"]), "Priročnik", "At the table"),
        ("/calculator/", "Priročnik", "Enter a hand"),
        (f"/t/{code_of(sheet, 'record')}/", "Pravila", ""),
    ):
        page = as_read(client.get(address, follow=True).content.decode())
        assert translated in page, address
        assert english in page, address
    table = client.get(f"{reverse('scoring:season', args=[house.club.slug])}export/csv/")
    assert "Mesto;Ime;Točke;Money (EUR);" in b"".join(table).decode()


def test_numbers_amounts_and_dates_are_written_as_there(offered: None) -> None:
    with translation.override("sl"):
        assert [ngettext("%(count)d hand", "%(count)d hands", n) % {"count": n} for n in (1, 2, 3, 5)] == [
            *("1 partija", "2 partiji", "3 partije", "5 partij")
        ]
        assert (
            ngettext("%(count)d recorded hand", "%(count)d recorded hands", 2) == "%(count)d recorded hands"
        )
    assert usual_names("sl")[0] == "Igralec 1", "as a file of the engine says"
    assert money_in_words(123456, "EUR", "sl") == "1.234,56\N{NO-BREAK SPACE}€"


def test_it_is_offered_to_nobody(client: Client, db: None) -> None:
    page = as_read(client.get("/?language=sl").content.decode())
    assert '<html lang="de"' in page
    assert "language=sl" not in page
    assert "Slovenščina" not in page
