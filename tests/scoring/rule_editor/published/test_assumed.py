"""What the printed source leaves open, and the program has assumed, is marked on the sheet's page."""

from dataclasses import replace

import pytest

from scoring.engine.rules import other_names
from scoring.rules import SLUGS, published
from scoring.rules.printing import speiszettel, writer
from scoring.rules.printing.book import rulebook_chapters
from scoring.rules.printing.writer import ASSUMED
from scoring.table.pages.recording_form import form_facts
from tests.support.scoring.speiszettel import page_above_examples, printed

LANGUAGES = ("de", "en")
MARK = {"de": "(nicht im Blatt; angenommen)", "en": "(not on the sheet; assumed)"}


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


def test_what_a_table_has_agreed_is_not_assumed_any_more() -> None:
    agreed = {"silent_miss": "charged"}
    words = " ".join(speiszettel(published()["cup"], "de", agreed=agreed).of_premiums)
    assert "Still verfehlt bekommt die andere Seite den stillen Wert (nicht bei Valat)." in words


def test_a_club_has_agreed_on_its_own_sheet() -> None:
    own = replace(published()["karlsruhe"], slug="donnerstag")
    assert not any(MARK["de"] in words for words in printed(own, "de"))


# Names that a printed sheet gives a game or premium besides, as it prints them.
PRINTED = [
    ("standard", "premiums", "kakadu", "Maus"),
    ("treffpunkt", "contracts", "dreier", "Eigener"),
    ("treffpunkt-skoty", "premiums", "sack2", "Doppelsack"),
    ("cup", "contracts", "falscher_sechser", "Musso"),
]


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(("slug", "table", "key", "name"), PRINTED)
def test_another_name_stands_beside_the_main_one(
    slug: str, table: str, key: str, name: str, language: str
) -> None:
    rules = published()[slug]
    row = getattr(rules, table)[key]
    label = row.label.in_language(language)
    assert name in other_names(row)
    sheet = speiszettel(rules, language)
    printed = next(game for game in (*sheet.games, *sheet.premiums) if game.label == label)
    assert name in printed.note
    wanted = "bidding" if table == "contracts" else "announcing"
    chapter = next(printed for printed in rulebook_chapters(rules, language) if printed.key == wanted)
    assert any(f"{label} (" in words and name in words for words in chapter.sentences)
    on_phone = next(fact for fact in form_facts(rules, language=language)[table] if fact["key"] == key)
    assert name in on_phone["also"]
