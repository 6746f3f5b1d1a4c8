"""What pages say in German is what is said at the table, and nobody is called du."""

import re

from babel.messages.pofile import read_po

from tests.support.checkout import ROOT

CATALOGUE = ROOT / "tarockclub" / "locale" / "de" / "LC_MESSAGES" / "django.po"
# Where the engine, the results file and the reader of old sheets have their sentences.
SENTENCES = sorted(path for app in ("scoring", "tournaments") for path in (ROOT / app).rglob("*.toml"))
HANDBOOK = sorted((ROOT / "templates").glob("*/handbook/de/*.html"))
OF_THE_SERVER = "server.html"  # for whoever runs it, who types commands
# A label nobody understood, and what stands there now.
LABELS = {
    "Setzt sich": "Spielt mit",
    "hoch": "höchste Karte",
    "Dieses Telefon": "Einstellungen",
    "Doch stehen lassen": "Gilt doch",
    "Alle {count} Spiele": "Alle Spiele ({count})",
}
# The same inside a sentence. A third of a card is a Blatt; a table has a Zettel, and plays by Regeln.
PHRASES = {
    r"\bEinfach spielen\b": "Spielen",
    r"\b[Oo]hne Abend\b": "zwischendurch",
    r"\bLinks? zum Lesen\b": "geteilte Links",
    r"\bhoch (?:gezogen|zieht)\b": "die höchste Karte",
    r"\bBl(?:att|atts|attes|ätter|ättern)\b": "Zettel, Regeln, Seite",
    r"[Rr]egelbl(?:att|ätter)": "Regeln",
    r"manage\.py|make run": "a command of the server",
    r"\b(?:[Dd]u|[Dd]ir|[Dd]ich|[Dd]ein\w*|[Ee]uch|[Ee]uer|[Ee]ure\w*)\b": "Sie",
    r"\bihr (?:alle |beide )?(?:seid|habt|könnt|sitzt|spielt|sagt|entscheidet|wollt)\b": "Sie",
}


def wrong_in(text: str, *, is_card: bool = False) -> list[str]:
    """Return what nobody says at the table; `is_card` allows the Blatt that is a third of a card."""
    found = [f"{text}: {LABELS[text]}"] if text in LABELS else []
    for phrase, instead in PHRASES.items():
        if re.search(phrase, text) and not (is_card and "Bl(" in phrase):
            found.append(f"{text}: {instead}")
    return found


def test_the_catalogue_says_what_is_said_at_the_table() -> None:
    with CATALOGUE.open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    assert len(messages) > 3000
    found = []
    for message in messages:
        texts = message.string if isinstance(message.string, tuple) else (message.string,)
        is_card = "Blatt" in str(message.id)
        found += [wrong for text in texts for wrong in wrong_in(text, is_card=is_card)]
    assert found == []


def test_the_handbook_says_what_is_said_at_the_table() -> None:
    assert len(HANDBOOK) > 5
    found = []
    for page in HANDBOOK:
        for line in page.read_text(encoding="utf-8").splitlines():
            is_card = re.search(r"<code>4\d|\d Blatt|mit Blatt", line) is not None
            wrong = wrong_in(line.strip(), is_card=is_card)
            found += [f"{page.name}: {one}" for one in wrong if page.name != OF_THE_SERVER]
    assert found == []


def test_sentences_of_the_engine_and_of_files_name_the_rules() -> None:
    assert len(SENTENCES) > 20
    found = [path.name for path in SENTENCES if "egelbl" in path.read_text(encoding="utf-8")]
    assert found == []


def test_a_third_of_a_card_is_a_blatt() -> None:
    assert wrong_in("35 Punkte und 2 Blatt", is_card=True) == []
