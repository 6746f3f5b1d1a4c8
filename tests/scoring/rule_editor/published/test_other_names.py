"""Names that a printed sheet gives a game or premium besides stand beside its main name, and are found."""

from __future__ import annotations

import pytest

from scoring.engine.rules import other_names
from scoring.rules import published
from scoring.rules.printing import speiszettel
from scoring.rules.printing.book import rule_book
from scoring.table.pages.recording_form import form_facts

# As the sheets print them.
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
    chapter = next(printed for printed in rule_book(rules, language) if printed.key == wanted)
    assert any(f"{label} (" in words and name in words for words in chapter.sentences)
    on_phone = next(fact for fact in form_facts(rules, language=language)[table] if fact["key"] == key)
    assert name in on_phone["also"]


def test_what_has_one_name_says_nothing_of_others() -> None:
    rules = published()["karlsruhe"]
    assert not any(map(other_names, (*rules.contracts.values(), *rules.premiums.values())))
    assert not any(
        "Auch so genannt" in words for chapter in rule_book(rules, "de") for words in chapter.sentences
    )
