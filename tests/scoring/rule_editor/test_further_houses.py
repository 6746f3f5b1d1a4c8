"""Houses nobody had in mind: made at the forms, their examples replayed, played, verified, taken along."""

import json
from typing import Any

from django.test import Client

from scoring.engine.result import from_twelfths
from scoring.engine.rules import Rules
from scoring.models import Club, Sheet
from scoring.rule_editor import verbs as house_rules
from scoring.rules.exporting import canonical
from scoring.rules.printing import speiszettel
from scoring.rules.versions.versions import rules_of
from tests.support.clubs.clubs import FOLDER, club_data
from tests.support.engine.examples import otherwise
from tests.support.engine.rulebook import rulebook
from tests.support.pages import text_of
from tests.support.scoring.archives import brought, emptied, exported
from tests.support.scoring.house import House, english
from tests.support.scoring.house_rules import save
from tests.support.scoring.house_rules_editor import Editor, begun
from tests.support.scoring.tables import hand
from tests.support.scoring.verify import verified


def made(editor: Editor, house: House, slug: str) -> Rules:
    """The version that was made at the forms: it says what the file says, and every example comes out."""
    save(house, editor.ruleset)
    said, wanted = ({**canonical(data), "label": "", "about": ""} for data in (editor.draft, club_data(slug)))
    assert said == wanted
    rules = rules_of(house_rules.newest(editor.ruleset))
    assert otherwise(rulebook(slug, FOLDER), rules) == {}
    return rules


def paid(sheet: Sheet) -> list[dict[str, object]]:
    """What everybody got, hand by hand."""
    names = sheet.evening.names()
    return [
        {names[amount]: from_twelfths(kassa) for amount, (kassa, _schrift) in row.amounts.items()}
        for row in sheet.rows.all()
    ]


def taken_along(house: House) -> None:
    """What is kept follows from the hands, and the club goes to another server as it is."""
    assert verified()[0] == 0
    content = exported(house.club)
    emptied()
    brought(content)
    assert exported(Club.objects.get()) == content
    assert verified()[0] == 0


def told_of_radl(client: Client, sheet: Sheet) -> dict[str, Any]:
    """What the recording page is told: it shows it in its title, what lacks room there above the button."""
    told: dict[str, Any] = json.loads(client.get(f"/sheets/{sheet.pk}/record/").context["table"])
    return told


def test_the_thursday_table_is_made_played_shown_verified_and_taken_along(house: House) -> None:
    """A Mondfang between two, and a hand that counts four times after it."""
    editor = begun(house)
    lengths = {"radl.lengths.trischaken": "4", "radl.lengths.mondfang": "1", "radl.times.mondfang": "4"}
    triggers = ["trischaken", "zero_hand", "mondfang"]
    editor.save({"premiums.mondfang.between_two": "yes", "radl.triggers": triggers, **lengths})
    rules = made(editor, house, "donnerstag")
    sheet = house.sheet(rules=editor.ruleset.slug)
    mondfang = {"premium": "mondfang", "by": "Cilli", "against": "Anna", "made": True}
    house.play(sheet, hand("rufer", "Anna", partner="Bert", won=True) | {"premiums": [mondfang]})
    client = english(house, "Anna")
    recording = told_of_radl(client, sheet)
    assert recording["radl_told"] == "×4, 1 to go, after a paid Mondfang (hand 1)"
    assert (recording["radl_left"], recording["radl_times"], recording["radl_is_mixed"]) == (1, 4, False)
    house.play(sheet, hand("rufer", "Bert", partner="Cilli", won=True))
    house.play(sheet, hand("rufer", "Cilli", partner="Dora", won=True))
    assert paid(sheet) == [
        {"Anna": 0, "Bert": 1, "Cilli": 0, "Dora": -1},
        {"Anna": -4, "Bert": 4, "Cilli": 4, "Dora": -4},
        {"Anna": -1, "Bert": -1, "Cilli": 1, "Dora": 1},
    ]
    second = sheet.rows.get(number=2).entry_id
    page = text_of(client.get(f"/sheets/{sheet.pk}/hands/{second}/"))
    assert "× 4 Radl" in page
    card = str(speiszettel(rules, "de"))
    assert "Nur zwischen den zweien verrechnet, die es betrifft: Mondfang." in card
    assert "Nach einem bezahlten Mondfang: ein Spiel zählt mal 4." in card
    taken_along(house)
