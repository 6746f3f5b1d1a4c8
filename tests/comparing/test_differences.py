"""Two sheets side by side: everything that differs, each thing once, in words that a table understands."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import scoring.rules.comparing
from scoring.engine.words import LANGUAGES
from scoring.rules import SLUGS, published
from scoring.rules.comparing import ChangeKind, differences, grouped, note_of
from scoring.rules.comparing.differences import GROUPS
from tests.support.comparing.differences import Edit, changed, drop, move, put
from tests.support.every import every

ZWEIER = {"label": "Zweier", "short": "2", "value": 6, "kind": "alone", "who": "vorhand"}
ACHT = {"label": "Acht Tarock", "short": "8T", "announced": 3, "in_solo": "never"}
WORDS = {"de": "Honneurs zählen nicht.", "en": "Honours do not count."}
NEW_WORDS = "„Honneurs zählen nicht.“ neu", '"Honours do not count." new'

# One edit, the group and place of its one difference, and its words.
ONE_EDIT: list[tuple[str, Edit, str, str, str, str]] = [
    (
        "standard",
        put("contracts.dreier.value", 6),
        "contracts",
        "contracts.dreier.value",
        "Dreier 5 → 6",
        "Dreier 5 → 6",
    ),
    (
        "standard",
        put("contracts.sechserdreier.lost", 9),
        "contracts",
        "contracts.sechserdreier.lost",
        "Sechserdreier, Wert verloren: 8 → 9",
        "Sechserdreier, value when lost: 8 → 9",
    ),
    (
        "standard",
        put("contracts.rufer.label", "Königsrufer"),
        "contracts",
        "contracts.rufer.label",
        "Rufer, Name: Rufer → Königsrufer",
        "Rufer, name: Rufer → Königsrufer",
    ),
    (
        "standard",
        put("contracts.dreier.who", "vorhand"),
        "contracts",
        "contracts.dreier.who",
        "Dreier, Wer es spielen darf: jeder → nur die Vorhand",
        "Dreier, who may play it: anybody → the Vorhand only",
    ),
    (
        "standard",
        put("contracts.zweier", ZWEIER),
        "contracts",
        "contracts.zweier",
        "Zweier neu (6)",
        "Zweier new (6)",
    ),
    ("standard", drop("contracts.einer"), "contracts", "contracts.einer", "Einer entfällt", "Einer gone"),
    (
        "standard",
        drop("contracts.trischaken"),
        "contracts",
        "contracts.trischaken",
        "Trischaken entfällt",
        "Trischaken gone",
    ),
    (
        "standard",
        put("premiums.trull.silent", 2),
        "premiums",
        "premiums.trull.silent",
        "Trull, Wert still: 1 → 2",
        "Trull, silent value: 1 → 2",
    ),
    (
        "standard",
        drop("premiums.trull.announced"),
        "premiums",
        "premiums.trull.announced",
        "Trull, Wert angesagt: 2 → –",
        "Trull, announced value: 2 → –",
    ),
    (
        "standard",
        put("premiums.acht", ACHT),
        "premiums",
        "premiums.acht",
        "Acht Tarock neu (–/3)",
        "Acht Tarock new (–/3)",
    ),
    (
        "zwanzigerrufen",
        drop("premiums.mondfang"),
        "premiums",
        "premiums.mondfang",
        "Mondfang entfällt",
        "Mondfang gone",
    ),
    (
        "standard",
        put("premiums.valat.silent", 15),
        "valat",
        "premiums.valat.silent",
        "Valat, Wert still: 10 → 15",
        "Valat, silent value: 10 → 15",
    ),
    (
        "standard",
        put("beside_valat", "all"),
        "valat",
        "beside_valat",
        "Neben einem Valat: nur bestimmte Prämien → alle Prämien",
        "Beside a Valat: certain premiums only → all premiums",
    ),
    (
        "standard",
        drop("premiums.uhu.counts_beside_valat"),
        "valat",
        "premiums.uhu.counts_beside_valat",
        "Uhu, Zählt neben einem Valat: ja → nein",
        "Uhu, counts beside a Valat: yes → no",
    ),
    (
        "standard",
        put("kontra.levels.hirsch", 16),
        "kontra",
        "kontra.levels.hirsch",
        "Hirsch neu (×16)",
        "Hirsch new (×16)",
    ),
    ("standard", put("kontra.levels.sub", 16), "kontra", "kontra.levels.sub", "Sub ×8 → ×16", "Sub ×8 → ×16"),
    (
        "standard",
        put("contracts.dreier.kontra_up_to", "re"),
        "kontra",
        "contracts.dreier.kontra_up_to",
        "Dreier, Kontra bis: – → Re",
        "Dreier, kontra up to: – → Re",
    ),
    (
        "cup",
        put("needs", "35/1"),
        "thresholds",
        "needs",
        "Nötige Punkte: 35/2 → 35/1",
        "Points needed: 35/2 → 35/1",
    ),
    (
        "standard",
        put("limits", "blatt"),
        "thresholds",
        "limits",
        "Grenzen: in ganzen Punkten, 36 → mit Blatt, 35/2",
        "Limits: in whole points, 36 → with Blatt, 35/2",
    ),
    (
        "standard",
        put("premiums.sack1.needs", "46/0"),
        "thresholds",
        "premiums.sack1.needs",
        "1. Sack, Nötige Punkte: 46 → 46/0",
        "1st Sack, points needed: 46 → 46/0",
    ),
    (
        "standard",
        put("trischaken.custom", "two_pay"),
        "trischaken",
        "trischaken.custom",
        "Trischaken, Wer zahlt: einer zahlt → zwei zahlen",
        "Trischaken, who pays: one pays → two pay",
    ),
    (
        "standard",
        put("trischaken.buergermeister", "36/0"),
        "trischaken",
        "trischaken.buergermeister",
        "Trischaken, Bürgermeister ab: 36 → 36/0",
        "Trischaken, Bürgermeister from: 36 → 36/0",
    ),
    (
        "treffpunkt",
        lambda data: data["radl"]["triggers"].append("drawn"),
        "radl",
        "radl.triggers",
        "Radl nach 35:35 neu (34/2–35/1)",
        "Radl after 35:35 new (34/2–35/1)",
    ),
    (
        "standard",
        put("radl.drawn", ["35/0", "35/1"]),
        "radl",
        "radl.drawn",
        "Radl, nach 35:35: 35 → 35/0–35/1",
        "Radl, after 35:35: 35 → 35/0–35/1",
    ),
    (
        "standard",
        put("radl.length", 4),
        "radl",
        "radl.length",
        "Radl, Länge: so viele, wie am Tisch sitzen → 4",
        "Radl, length: as many as sit at the table → 4",
    ),
    (
        "standard",
        put("radl.schlussradl", value=False),
        "radl",
        "radl.schlussradl",
        "Radl, Schlussradl: ja → nein",
        "Radl, Schlussradl: yes → no",
    ),
    (
        "standard",
        put("claims", value=False),
        "renonce",
        "claims",
        "Forderungen nach einer Renonce: ja → nein",
        "Claims after a Renonce: yes → no",
    ),
    (
        "standard",
        put("schleifen", value=False),
        "customs",
        "schleifen",
        "Schleifen: ja → nein",
        "Conceding: yes → no",
    ),
    (
        "standard",
        put("bird_by", "side"),
        "customs",
        "bird_by",
        "Pflichtvogel sagt an: der Spieler → der Spieler oder sein Partner",
        "Obligatory bird announced by: the declarer → the declarer or the partner",
    ),
    (
        "standard",
        put("options.silent_miss.value", "charged"),
        "options",
        "options.silent_miss",
        "Still verfehlt: kostet nichts → kostet den stillen Wert",
        "Missed silently: costs nothing → costs the silent value",
    ),
    (
        "standard",
        put("options.radl_start.value", "called"),
        "options",
        "options.radl_start",
        "Eine Doppelrunde beginnt: nach einem Auslöser → nur, wenn die Leitung sie ausruft",
        "A double round begins: after a trigger → only when the director calls it",
    ),
    (
        "standard",
        drop("options.silent_miss"),
        "options",
        "options.silent_miss",
        "Still verfehlt: kostet nichts → kostet nichts (nicht zur Wahl)",
        "Missed silently: costs nothing → costs nothing (no choice)",
    ),
    (
        "standard",
        put("options.honneurs", WORDS | {"changes": "play"}),
        "options",
        "options.honneurs",
        "„Honneurs zählen nicht.“ neu",
        '"Honours do not count." new',
    ),
    (
        "standard",
        put("money", {"cents_per_point": 5}),
        "money",
        "money.cents_per_point",
        "Cent je Punkt: – → 5",
        "Cents per point: – → 5",
    ),
    ("standard", put("pagatkassa", {"stake": 5}), "money", "pagatkassa", "Pagatkassa neu", "Pagatkassa new"),
    (
        "standard",
        move("contracts", "piccolo", 5),
        "order",
        "contracts.piccolo",
        "Piccolo nach „Bettler“",
        'Piccolo after "Bettler"',
    ),
    (
        "standard",
        move("contracts", "bettler", 0),
        "order",
        "contracts.bettler",
        "Bettler als Erstes",
        "Bettler first of all",
    ),
    (
        "standard",
        move("premiums", "trull", 0),
        "order",
        "premiums.trull",
        "Trull als Erstes",
        "Trull first of all",
    ),
    (
        "standard",
        move("options", "silent_miss", 0),
        "order",
        "options.silent_miss",
        "Still verfehlt als Erstes",
        "Missed silently first of all",
    ),
    (
        "standard",
        move("options", "revers", 0),
        "order",
        "options.revers",
        "„Revers: beim Semi-ouvert wählt der Spieler, wer die Karten …“ als Erstes",
        '"Revers: in a semi-ouvert the declarer chooses who shows the …" first of all',
    ),
    (
        "standard",
        put("remarks.honneurs", WORDS),
        "remarks",
        "remarks.honneurs",
        "„Honneurs zählen nicht.“ neu",
        '"Honours do not count." new',
    ),
    (
        "standard",
        drop("remarks.birds"),
        "remarks",
        "remarks.birds",
        "„Einen Vogel sagt nur an, wer ihn hält; er muss selbst …“ entfällt",
        '"A bird is announced only by its holder; it has to take the …" gone',
    ),
    (
        "standard",
        put("label", "Freitag"),
        "remarks",
        "label",
        "Name: Standardregeln → Freitag",
        "Name: Standard rules → Freitag",
    ),
    (
        "karlsruhe",
        put("contracts.einer", ZWEIER | {"label": "Einer", "who": "anyone"}),
        "contracts",
        "contracts.einer",
        "Einer neu (6)",
        "Einer new (6)",
    ),
    (
        "karlsruhe",
        drop("open.contracts.einer"),
        "contracts",
        "open.contracts.einer",
        "Einer Noch ohne Wert entfällt",
        "Einer without a value yet gone",
    ),
    ("standard", put("book.honneurs", WORDS), "book", "book.honneurs", *NEW_WORDS),
    (
        "treffpunkt",
        put("book.fair", WORDS),
        "book",
        "book.fair",
        "Satz im Regelbuch: Fairness geht allem vor. → Honneurs zählen nicht.",
        "Sentence in the rule book: Fairness comes first. → Honours do not count.",
    ),
    (
        "standard",
        move("book", "fair", 0),
        "book",
        "book.fair",
        "„Fairness geht allem vor; sonst hält man sich an die Tiroler …“ als Erstes",
        '"Fairness comes first; for the rest the Tyrolean Tarock …" first of all',
    ),
]


# What was said of it goes with a custom, and that is told as well.
WENT_ALONG = {
    *("remarks.stichzwang", "remarks.trischaken_talon", "options.schlussradl_end", "remarks.birds"),
    *("book.vorhand_alone", "book.trischaken_mixed", "book.trischaken_open", "book.trischaken_play"),
}


@every("slug, edit, group, place, german, english", ONE_EDIT)
def test_one_edit_is_one_difference(
    slug: str, edit: Edit, group: str, place: str, german: str, english: str
) -> None:
    before, after = published()[slug], changed(slug, edit)
    found = differences(before, after)
    assert [(one.group, one.place) for one in found if one.place not in WENT_ALONG - {place}] == [
        (group, place)
    ], found
    assert found[0].in_words("de") == german
    assert found[0].in_words("en") == english
    assert differences(after, before)
    assert note_of(found[:1], "de") == german


def test_every_group_has_an_example() -> None:
    assert {group for _, _, group, _, _, _ in ONE_EDIT} | {"renonce"} == set(GROUPS)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_sheet_does_not_differ_from_itself(slug: str) -> None:
    assert differences(published()[slug], changed(slug)) == ()
    assert grouped(()) == ()
    assert note_of((), "de") == ""


def test_five_edits_are_five_differences_in_their_groups() -> None:
    after = changed(
        "treffpunkt",
        put("contracts.dreier.value", 6),
        put("premiums.trull.silent", 2),
        lambda data: data["radl"]["triggers"].append("drawn"),
        put("kontra.levels.hirsch", 16),
        drop("premiums.pagatfang"),
    )
    found = differences(published()["treffpunkt"], after)
    assert note_of(found, "de") == (
        "Dreier 5 → 6; Trull, Wert still: 1 → 2; Pagatfang entfällt; Hirsch neu (×16);"
        " Radl nach 35:35 neu (34/2–35/1)"
    )
    assert [(group.key, len(group.differences)) for group in grouped(found)] == [
        ("contracts", 1),
        ("premiums", 2),
        ("kontra", 1),
        ("radl", 1),
    ]
    assert {one.change for one in found} == {ChangeKind.ADDED, ChangeKind.REMOVED, ChangeKind.CHANGED}


def test_what_is_new_tells_everything_about_itself() -> None:
    (found,) = differences(published()["standard"], changed("standard", put("contracts.zweier", ZWEIER)))
    assert [words.de for words in found.details] == [
        "Abkürzung: 2",
        "Spielart: allein gegen drei, nach Kartenpunkten",
        "Wer es spielen darf: nur die Vorhand",
    ]


def test_a_note_of_many_changes_says_how_many_more_there_are() -> None:
    found = differences(published()["standard"], published()["zwanzigerrufen"])
    assert len(found) > 40
    for language, more in (("de", "weitere"), ("en", "more")):
        note = note_of(found, language, longest=200)
        assert len(note) <= 200
        assert note.endswith(more)


def test_the_sentences_of_the_rule_book_come_last_and_a_note_only_counts_them() -> None:
    words = (drop("book.fair"), drop("book.pot"))
    found = differences(
        published()["standard"], changed("standard", put("contracts.dreier.value", 6), *words)
    )
    assert [one.group for one in found] == ["contracts", "book", "book"]
    assert note_of(found, "de") == "Dreier 5 → 6; 2 Sätze im Regelbuch"
    assert note_of(found, "en") == "Dreier 5 → 6; 2 sentences of the rule book"
    assert note_of(found[:2], "de").endswith("“ entfällt")
    assert note_of(found[1:], "de").count("“ entfällt") == 2


@every("one", SLUGS)
@every("other", SLUGS)
def test_any_two_sheets_are_compared_in_both_languages(one: str, other: str) -> None:
    found = differences(published()[one], published()[other])
    assert bool(found) == (one != other)
    for difference in found:
        for language in LANGUAGES:
            words = difference.in_words(language)
            assert words.strip() == words
            assert "None" not in words


def test_comparing_and_files_need_nothing_but_python() -> None:
    root = Path(scoring.rules.comparing.__path__[0]).parents[2]
    modules = ("scoring.rules.comparing", "scoring.rules.importing", "scoring.rules.exporting")
    code = "import sys; sys.path.insert(0, sys.argv[1]); sys.modules['django'] = None; " + "; ".join(
        f"import {module}" for module in modules
    )
    result = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, str(root)], capture_output=True, text=True
    )
    assert result.stderr == ""
