"""What the printed source leaves open, and the program has assumed, is marked on the sheet's page."""

from dataclasses import replace

import pytest
from django.test import Client

from scoring.rules import SLUGS, published
from scoring.rules.printing import speiszettel, writer
from scoring.rules.printing.writer import ASSUMED
from tests.support.pages import text_at
from tests.support.scoring.speiszettel import printed

LANGUAGES = ("de", "en")
MARK = {"de": "(nicht in den Regeln; angenommen)", "en": "(not on the sheet; assumed)"}


def page_above_examples(slug: str, language: str) -> str:
    """What is read on a published sheet's page above the games with their worked examples."""
    heading = {"de": "Durchgerechnete Beispiele", "en": "Worked examples"}[language]
    return text_at(Client(), f"/rules/{slug}/?language={language}").partition(heading)[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", SLUGS)
def test_every_mark_stands_at_a_sentence(slug: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, places = published()[slug], ASSUMED[slug]
    marked = printed(rules, language)
    for place in places:
        monkeypatch.setattr(writer, "ASSUMED", {slug: places - {place}})
        assert printed(rules, language) != marked, place


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("slug", "language", "sentence"),
    [
        ("karlsruhe", "de", "Die höchste Karte ist erste Vorhand"),
        ("karlsruhe", "en", "Conceding is not allowed"),
        ("cup", "de", "Wie weit es geht und was es zählt"),
        ("standard", "en", "Missed silently it costs nothing"),
    ],
)
def test_a_page_says_what_is_not_on_the_printed_sheet(slug: str, language: str, sentence: str) -> None:
    page = page_above_examples(slug, language)
    assert f"{sentence} {MARK[language]}" in page
    assert f"{sentence}." not in page


@pytest.mark.parametrize("slug", ["standard", "standard-skoty"])
def test_that_everybody_kontras_alone_in_negative_games_is_on_the_printed_sheet(slug: str) -> None:
    words = " ".join(
        sentence for custom in speiszettel(published()[slug], "de").customs for sentence in custom.sentences
    )
    assert "Jeder Gegner kontriert für sich." in words


def test_what_a_table_has_agreed_is_not_assumed_any_more() -> None:
    agreed = {"silent_miss": "charged"}
    words = " ".join(speiszettel(published()["cup"], "de", agreed=agreed).of_premiums)
    assert "Still verfehlt bekommt die andere Seite den stillen Wert (nicht bei Valat)." in words


def test_a_club_has_agreed_on_its_own_sheet() -> None:
    own = replace(published()["karlsruhe"], slug="donnerstag")
    assert not any(MARK["de"] in words for words in printed(own, "de"))
