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
        ("karlsruhe", "de", "Zu fünft setzt der Geber aus"),
        ("karlsruhe", "de", "Gleichwertige dürfen nebeneinander gespielt werden"),
        ("karlsruhe", "de", "Schleifen gilt nicht"),
        ("karlsruhe", "en", "Conceding is not allowed"),
        ("karlsruhe", "en", "Equal-valued ones may be played side by side"),
        ("cup", "de", "was ihm dieses Spiel und alle Ansagen, gewonnen, gebracht hätten"),
        ("cup", "de", "Wie weit es geht und was es zählt"),
        ("cup", "en", "How far it goes and how much it counts"),
        ("standard", "en", "Missed silently it costs nothing"),
        ("standard", "de", "Ein neuer Anlass im Radl hängt eine Runde an"),
    ],
)
def test_a_page_says_what_is_not_on_the_printed_sheet(slug: str, language: str, sentence: str) -> None:
    page = page_above_examples(slug, language)
    assert f"{sentence} {MARK[language]}" in page
    assert f"{sentence}." not in page


@pytest.mark.django_db
def test_what_is_printed_on_the_sheet_is_not_marked() -> None:
    assert "kein Kontra gilt." in page_above_examples("treffpunkt", "de"), "the Treffpunkt prints it"
    assert "kein Kontra gilt (nicht" in page_above_examples("standard", "de"), "the standard sheet does not"
    assert "Trischaken: 3 × 1 = 3 an jeden." in page_above_examples("cup", "de")


def test_what_a_table_has_agreed_is_not_assumed_any_more() -> None:
    agreed = {"silent_miss": "charged"}
    words = " ".join(speiszettel(published()["cup"], "de", agreed=agreed).of_premiums)
    assert "Still verfehlt bekommt die andere Seite den stillen Wert (nicht bei Valat)." in words


def test_a_club_has_agreed_on_its_own_sheet() -> None:
    own = replace(published()["karlsruhe"], slug="donnerstag")
    assert not any(MARK["de"] in words for words in printed(own, "de"))


@pytest.mark.parametrize(
    ("slug", "right"),
    [
        ("standard", "Im Trischaken bestimmt die Vorhand, ob man stechen muss."),
        (
            "treffpunkt",
            "Der Trischaker wählt, ob der Talon zu den ersten sechs Stichen geht oder zum letzten.",
        ),
    ],
)
def test_a_players_right_is_no_agreement_of_the_table(slug: str, right: str) -> None:
    rules = published()[slug]
    assert right in speiszettel(rules, "de").remarks
    chapter = next(
        chapter_read for chapter_read in rulebook_chapters(rules, "de") if chapter_read.key == "trischaken"
    )
    assert right in chapter.sentences
    assert not any("Talon" in words for words in chapter.agreements)


# Names that a printed sheet gives a game or premium besides, as it prints them.
PRINTED = [
    ("standard", "premiums", "kakadu", "Maus"),
    ("standard-skoty", "contracts", "trischaken", "Fahren"),
    ("treffpunkt", "contracts", "trischaken", "Fahren"),
    ("treffpunkt", "contracts", "dreier", "Eigener"),
    ("treffpunkt", "contracts", "dreier", "Auf"),
    ("treffpunkt", "contracts", "einer", "Einblatt"),
    ("treffpunkt", "premiums", "sack1", "Absolut"),
    ("treffpunkt-skoty", "premiums", "sack2", "Doppelsack"),
    ("treffpunkt", "premiums", "valat", "Durch"),
    ("cup", "contracts", "falscher_sechser", "Musso"),
    ("zwanzigerrufen", "contracts", "farbsolo", "Farbensolo"),
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


def test_what_has_one_name_says_nothing_of_others() -> None:
    rules = published()["karlsruhe"]
    assert not any(map(other_names, (*rules.contracts.values(), *rules.premiums.values())))
    assert not any(
        "Auch so genannt" in words
        for chapter in rulebook_chapters(rules, "de")
        for words in chapter.sentences
    )
