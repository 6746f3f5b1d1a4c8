"""Every paragraph of the printed sheets has its place in the rule book of the sheet, or among its prices.

A place is a row of the sheet ("book.deck", "contracts.rufer"), or the beginning of a sentence that is written
from its values ("Liegt der gerufene König im Talon"), as the German page says it.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from scoring.engine.loading import resolved
from scoring.engine.loading.belonging import is_there
from scoring.engine.rules import CHAPTERS
from scoring.rules import SLUGS, published, read
from scoring.rules.printing.book import rule_book
from tests.support.every import every
from tests.support.scoring.speiszettel import printed

Paragraphs = Mapping[str, tuple[str, ...]]

ANNOUNCED_LOST = "Der Valat zählt zum Spiel dazu; angesagt und verfehlt bekommt ihn die andere Seite."
STANDARD: Paragraphs = {
    "games": ("contracts.rufer", "contracts.solodreier", "Verloren kosten mehr", "eine einzige Talonkarte"),
    "premiums": ("premiums.pagat", "premiums.sack2", "premiums.valat", "remarks.koenig_ultimo"),
    "Kaiserstich": ("remarks.kaiserstich",),
    "1 table and dealing": (
        *(
            "book.deck",
            "remarks.seats",
            "Die höchste Karte ist erste Vorhand",
            "Zu fünft setzt der Geber aus",
        ),
        *("book.cutting", "book.dealing", "book.knocking"),
    ),
    "1 counting": ("book.ranks", "book.values", "Gezählt wird in Lagen"),
    "1 leading and following": ("book.leading", "book.winning", "remarks.following", "remarks.beating"),
    "1 slips": ("book.slips", "book.looking", "book.apart"),
    "1 kontra": (
        "kontra.levels",
        "book.kontra_for_all",
        "Ein Kontra unter Partnern",
        "Jeder Gegner kontriert",
    ),
    "1 Radl": ("Eine Runde lang", "options.schlussradl_end", "Im Schlussradl"),
    "2 bidding": ("book.opening", "book.vorhand_alone", "book.outbidding", "contracts.*.who=vorhand"),
    "2 calling": (
        *("book.partner", "book.fourth", "Sich selbst rufen gilt nicht", "Er darf dann schleifen"),
        "book.king_stays",
    ),
    "2 announcing": ("book.order",),
    "3 talon": ("book.taking", "book.whose", "remarks.laying_away"),
    "3 Sechserdreier": ("options.sechserdreier_afterwards", "contracts.sechserdreier.note"),
    "3 solo": ("book.solo", "book.solo_king", "In Solospielen zählen Prämien doppelt"),
    "3 colour": ("book.colour", "remarks.leading_suits", "book.colour_laying", "Im Farbenspiel zählen nur"),
    "4 negative": (
        *("remarks.beating", "book.negative_play", "book.pagat_last", "options.negative_kontra"),
        "Gleichwertige dürfen nebeneinander",
    ),
    "4 Trischaken": (
        *("remarks.stichzwang", "remarks.trischaken_talon", "book.trischaken_open", "book.trischaken_mixed"),
        *(
            "Wer am meisten hat",
            "Ein Bürgermeister (",
            "Das bekommen die Jungfrauen",
            "options.vorhand_tie",
        ),
        "Trischaken: wie ein Bürgermeister",
    ),
    "4 ouvert": ("book.ouvert", "book.semi"),
    "5 both sides": ("book.both_sides",),
    "5 birds": ("remarks.birds", "remarks.koenig_ultimo", "book.giving_up", "book.renonce_giving_up"),
    "5 Valat": (ANNOUNCED_LOST, "Neben einem gewonnenen Valat zählen nur"),
    "6 Renonce": (
        "book.what_renonce",
        "book.renonce_bird",
        "Wer renonciert, zahlt jedem anderen",
        "Was sonst noch",
    ),
    "6 fair play": ("book.fair",),
    "7 options": (
        *("book.zwiccolo_beside", "options.revers", "options.whole_talon", "options.bird_from_talon"),
        "options.trischaken_for_schleifen",
    ),
    "7 Pagatkassa": ("book.pot",),
}
SKOTY: Paragraphs = {
    "7 Skoty": ("contracts.rufer.blank", "contracts.triccolo_ouvert", "options.schrift_kontra.value=simple"),
}
TREFFPUNKT: Paragraphs = {
    "games": ("contracts.zwiccolo.beside", "contracts.sechserdreier.note", "eine einzige Talonkarte"),
    "premiums": (
        "premiums.koenigfang",
        "premiums.pagatfang",
        "premiums.sack1.silent",
        "remarks.koenig_ultimo",
    ),
    "Kaiserstich": ("remarks.kaiserstich",),
    "basics: seats and dealing": (
        "book.deck",
        "Zu fünft setzt der Geber aus",
        "book.cutting",
        "book.knocking",
    ),
    "basics: leading": ("remarks.seats", "book.leading", "book.negative_play"),
    "basics: goals": ("book.goals", "book.partner", "Abgerechnet wird jeder Betrag"),
    "basics: counting": ("book.values", "Gezählt wird in Punkten und Blatt"),
    "basics: following": ("remarks.following", "remarks.beating", "remarks.leading_suits", "book.winning"),
    "in general: slips": ("book.slips", "book.looking"),
    "in general: kontra": ("kontra.levels.sub", "book.kontra_for_all", "Ein Kontra unter Partnern"),
    "in general: Radl": ("Eine Runde lang", "Im Schlussradl", "options.schlussradl_end"),
    "bidding 1": ("book.opening", "book.vorhand_alone", "book.outbidding"),
    "bidding 2": ("book.fourth", "Nur mit allen vier Königen", "book.order", "book.taking"),
    "bidding 3": ("book.order",),
    "Vorhand games": ("remarks.bidding", "contracts.sechserdreier.note"),
    "solo": ("book.solo", "book.solo_king", "In Solospielen zählen Prämien doppelt, nicht aber: Valat"),
    "colour": ("book.colour", "remarks.leading_suits", "book.colour_any_hand", "book.colour_laying"),
    "positive: king in the talon": ("Er darf dann schleifen", "book.king_stays", "remarks.king_left"),
    "positive: talon": ("book.taking", "book.whose", "remarks.laying_away"),
    "negative": ("remarks.beating", "book.pagat_last", "book.negative_play", "book.driven_out"),
    "negative: ouvert": ("remarks.ouvert", "book.semi"),
    "negative: Trischaken": (
        *(
            "book.trischaken_mixed",
            "options.stichzwang",
            "remarks.trischaken_talon",
            "Die zwei mit den meisten",
        ),
        *(
            "Eine Jungfrau (kein Stich) nimmt alles",
            "Ein Bürgermeister (",
            "Punktegleiche teilen",
            "Wer alle Stiche macht",
        ),
        "Trischaken: 4 an jeden",
    ),
    "premiums in general": (
        "book.both_sides",
        "remarks.birds",
        "ansagen darf nur, wer den gerufenen König hält: König ultimo",
        "remarks.koenig_ultimo",
        "book.giving_up",
    ),
    "Valat": (ANNOUNCED_LOST, "und was kontriert wurde"),
    "Renonce": (
        "book.what_renonce",
        "Wer renonciert, zahlt jedem anderen",
        "Was sonst noch entging",
        "book.fair",
    ),
    "private rounds": (
        *("options.trischaken_for_schleifen", "options.stichzwang", "book.private", "options.five_colours"),
        *("options.compulsory_ouverts", "options.radl_doubles"),
    ),
    "Pagatkassa": ("book.pot",),
}
TROPHY: Paragraphs = {"Skoty trophy": ("kontra.levels.re", "radl.schlussradl=no", "premiums.sack1.announced")}
CUP: Paragraphs = {
    "games": ("contracts.pagatrufer", "contracts.falscher_sechser.lost", "contracts.geierrufer"),
    "premiums": ("premiums.geier", "premiums.valat"),
    "customs": (
        "remarks.commanding",
        "Gleichwertige dürfen",
        "remarks.kaiserstich",
        "remarks.looking",
        "radl",
    ),
    "1 dealing": ("Die höchste Karte gibt zuerst", "remarks.first_dealer", "book.dealing"),
    "1 following": (
        "remarks.following",
        "book.leading",
        "book.what_renonce",
        "book.apart",
        "remarks.looking",
    ),
    "1 winning": ("Gezählt wird in Punkten und Blatt", "book.values"),
    "1 Vorhand games": (
        *("book.vorhand_games", "book.falscher_sechser_by", "book.sechserdreier_first", "remarks.holding"),
        "book.outbidding",
    ),
    "1 calling": (
        "book.fourth",
        "Sich selbst rufen gilt nicht",
        "remarks.whole_talon",
        "Er darf dann schleifen",
    ),
    "1 commanding": ("remarks.commanding", "remarks.commanding_king", "remarks.announcing"),
    "1 Valat": (ANNOUNCED_LOST, "Alle anderen Prämien zählen weiter"),
    "2 blank": ("Blank (ohne Ansage",),
    "2 Sechserdreier": ("book.sechserdreier_talon", "book.falscher_sechser", "Verloren kosten mehr"),
    "2 solo": ("book.solo", "book.solo_king", "In Solospielen zählen Prämien doppelt."),
    "2 colour": ("book.colour_any_hand", "remarks.leading_suits", "book.colour"),
    "3 negative": ("Jeder Gegner kontriert", "book.negative_play", "remarks.beating", "book.pagat_last"),
    "3 Trischaken": (
        *("book.trischaken_mixed", "remarks.trischaken_talon", "Wer am meisten hat", "Ein Bürgermeister ("),
        *("Das bekommen die Jungfrauen", "options.vorhand_tie", "Trischaken: 3 × 1 = 3 an jeden"),
    ),
    "3 side by side": ("book.outbidding", "Gleichwertige dürfen", "book.ouvert_beside", "remarks.ouvert"),
}
KARLSRUHE: Paragraphs = {
    "cards": ("book.deck", "book.ranks", "book.trull"),
    "the Pagat beats": ("remarks.kaiserstich",),
    "70 points": ("Gezählt wird in Punkten und Blatt",),
    "dealing": ("book.dealing", "redeals.no_tarock"),
    "bidding": ("book.opening", "remarks.holding"),
    "talon": ("book.partner", "book.taking", "book.solo", "remarks.laying_away"),
    "announcing": ("book.birds", "book.lying"),
    "kontra": ("kontra.levels.hirsch",),
    "positive": ("book.leading", "book.following", "book.winning"),
    "negative": ("book.negative_play", "remarks.pagat_last"),
    "last tricks": ("premiums.pagat", "premiums.uhu", "premiums.kakadu"),
    "counting": ("book.values",),
    "ledger": ("contracts.bettler_ouvert", "premiums.schneider", "premiums.koenigfang", "Eine Runde lang"),
}
ZWANZIGERRUFEN: Paragraphs = {
    "1": ("book.round",),
    "2": ("book.entry", "book.round"),
    "3": ("book.ranking",),
    "4": ("book.bust",),
    "5": ("book.disputes",),
    "6": ("contracts.solo", "premiums.valat.solo_announced", "premiums.mondfang", "Eine Runde lang"),
    "7": ("remarks.redeal",),
    "8": ("remarks.redeal",),
    "9": ("remarks.redeal",),
    "10": ("book.slips", "Wer renonciert, zahlt jedem der drei anderen"),
    "11": ("remarks.bidding",),
    "12": ("kontra.levels.re", "Solo, Farbsolo: höchstens Kontra", "Beim angesagten Valat: höchstens Kontra"),
    "13": ("remarks.solo_before_valat",),
    "14": ("Gezählt wird in ganzen Punkten", "Ein kontriertes Normalspiel"),
    "15": ("premiums.absolut.needs", "Nicht in Solospielen: Absolut"),
    "16": ("Absolut sagen die Gegner nur",),
    "17": ("reminders.pflichtkontra",),
    "18": ("remarks.following",),
    "19": ("remarks.farbsolo",),
    "20": ("reminders.pflichtsolo",),
    "21": ("remarks.pagat",),
    "22": ("Ein Valat, gewonnen oder", "Alle anderen Prämien fallen dann weg"),
    "23": ("Im Farbenspiel zählen nur: Trull, Königstrull",),
    "24": ("remarks.kaiserstich",),
}
CUPS = {"oberoesterreich", "wien", "tirol"}  # the organiser's text goes before them
PRINTED = {
    "standard": STANDARD,
    "standard-skoty": SKOTY,
    "treffpunkt": TREFFPUNKT,
    "treffpunkt-skoty": TROPHY,
    "cup": CUP,
    "karlsruhe": KARLSRUHE,
    "zwanzigerrufen": ZWANZIGERRUFEN,
}


def test_every_sheet_has_its_paragraphs() -> None:
    assert set(PRINTED) == set(SLUGS) - CUPS


@every(
    "slug, paragraph, places",
    [(slug, one, at) for slug, all_of in PRINTED.items() for one, at in all_of.items()],
)
def test_every_paragraph_has_its_place(slug: str, paragraph: str, places: tuple[str, ...]) -> None:
    data, said = resolved(slug, read), printed(published()[slug], "de")
    missing = [
        place
        for place in places
        if not is_there(place, data) and not any(place in sentence for sentence in said)
    ]
    assert missing == [], paragraph


@pytest.mark.parametrize("slug", SLUGS)
def test_everything_a_sheet_says_stands_in_one_chapter_in_their_order(slug: str) -> None:
    rules = published()[slug]
    for language in ("de", "en"):
        book = rule_book(rules, language)
        assert [one.key for one in book] == [key for key in CHAPTERS if key in {one.key for one in book}]
        told = [sentence for chapter in book for sentence in (*chapter.sentences, *chapter.agreements)]
        assert len(told) == len(set(told))
        words = [*rules.book.values(), *rules.remarks.values(), *rules.reminders.values()]
        words += [note.words for note in rules.option_notes if note.words is not None]
        assert {word.in_language(language) for word in words} <= set(told)


def test_what_ouvert_means_is_said_before_what_else_is_played_so() -> None:
    books = {slug: {one.key: one.sentences for one in rule_book(published()[slug], "de")} for slug in SLUGS}
    first = [book["ouvert"][0] for book in books.values() if "ouvert" in book]
    assert {one.split()[0].rstrip(":") for one in first} == {"Ouvert"}
    assert books["treffpunkt"]["ouvert"][1].startswith("Im Semi-ouvert")
    assert books["cup"]["ouvert"][1].startswith("Auch offen")


def test_a_chapter_of_what_a_sheet_does_not_have_is_not_there() -> None:
    chapters = {slug: {one.key: one.title for one in rule_book(published()[slug], "de")} for slug in SLUGS}
    assert {"disputes", "tournament"} <= set(chapters["zwanzigerrufen"])
    assert not {"talon", "negative", "trischaken", "ouvert"} & set(chapters["zwanzigerrufen"])
    assert chapters["karlsruhe"]["trischaken"] == "Fahrer"
