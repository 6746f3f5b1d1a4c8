"""The places of a sheet in words: what a table, a key and a chosen custom are called."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from scoring.engine.loading.mistakes import shown
from scoring.engine.rules import (
    KONTRA_LABELS,
    TABLES_OF_WORDS,
    BesideValat,
    BirdBy,
    Counting,
    Effect,
    HighCard,
    InSolo,
    Kind,
    RenonceCustom,
    Text,
    TrischakenCustom,
    TrischakenRenonce,
    Who,
    Whose,
)

# Keys of the sheet itself and of its tables.
KEYS: Mapping[str, Text] = {
    "label": Text("Name", "name"),
    "about": Text("Beschreibung", "description"),
    "counting": Text("Zählweise", "counting"),
    "needs": Text("Nötige Punkte", "points needed"),
    "renonce": Text("Renonce", "Renonce"),
    "claims": Text("Forderungen nach einer Renonce", "claims after a Renonce"),
    "beside_valat": Text("Neben einem Valat", "beside a Valat"),
    "self_call": Text("Sich selbst rufen", "calling oneself"),
    "schleifen": Text("Schleifen", "conceding"),
    "bird_by": Text("Pflichtvogel sagt an", "obligatory bird announced by"),
    "high_card": Text("Wer hoch zieht", "whoever draws high"),
    "contracts": Text("Spiele", "games"),
    "premiums": Text("Prämien", "premiums"),
    "kontra": Text("Kontra", "kontra"),
    "trischaken": Text("Trischaken", "Trischaken"),
    "radl": Text("Radl", "Radl"),
    "options": Text("Optionen", "options"),
    "remarks": Text("Anmerkungen", "remarks"),
    "reminders": Text("Erinnerungen", "reminders"),
    "redeals": Text("Neu gegeben wird", "dealt again"),
    "book": Text("Regelbuch", "rule book"),
    "open": Text("Noch ohne Wert", "without a value yet"),
    "money": Text("Geld", "money"),
    "pagatkassa": Text("Pagatkassa", "Pagatkassa"),
    "extends": Text("Erweitert", "extends"),
    "without": Text("Ohne", "without"),
    # of a game
    "short": Text("Abkürzung", "short form"),
    "value": Text("Wert", "value"),
    "kind": Text("Spielart", "way of playing"),
    "lost": Text("Wert verloren", "value when lost"),
    "who": Text("Wer es spielen darf", "who may play it"),
    "solo": Text("Solo", "solo"),
    "colour": Text("Farbenspiel", "colour game"),
    "birds": Text("Pflichtvögel", "obligatory birds"),
    "tricks": Text("Stiche", "tricks"),
    "beside": Text("Nur neben", "only beside"),
    "blank": Text("Blank sofort bezahlt", "paid at once when blank"),
    "needs_after_kontra": Text("Punkte nach einem Kontra", "points after a kontra"),
    "kontra_up_to": Text("Kontra bis", "kontra up to"),
    "note": Text("Hinweis", "note"),
    "after": Text("Nach", "after"),
    # of a premium
    "silent": Text("Wert still", "silent value"),
    "announced": Text("Wert angesagt", "announced value"),
    "solo_silent": Text("Wert still im Solo", "silent value in solo games"),
    "solo_announced": Text("Wert angesagt im Solo", "announced value in solo games"),
    "in_solo": Text("Im Solo", "in solo games"),
    "in_colour": Text("Im Farbenspiel", "in colour games"),
    "calling_only": Text("Nur in Rufspielen", "only in calling games"),
    "whose": Text("Wer sie haben kann", "whose it can be"),
    "effect": Text("Wirkung", "effect"),
    "counts_beside_valat": Text("Zählt neben einem Valat", "counts beside a Valat"),
    "opponents_need_kontra": Text("Gegner nur mit Kontra", "opponents only with a kontra"),
    # of the other tables
    "levels": Text("Stufen", "steps"),
    "on_premiums": Text("Auch auf Prämien", "on premiums too"),
    "with_announced_valat": Text("Beim angesagten Valat bis", "with an announced Valat up to"),
    "custom": Text("Wer zahlt", "who pays"),
    "buergermeister": Text("Bürgermeister ab", "Bürgermeister from"),
    "jungfrau": Text("Jungfrau", "Jungfrau"),
    "renonce_times": Text("Renonce: so viel an jeden", "Renonce: so much to each"),
    "all_tricks": Text("Alle Stiche kosten", "all tricks cost"),
    "triggers": Text("Auslöser", "triggers"),
    "schlussradl": Text("Schlussradl", "Schlussradl"),
    "drawn": Text("35:35", "35:35"),
    "length": Text("Länge", "length"),
    "chapter": Text("Kapitel", "chapter"),
    "belongs_to": Text("Gehört zu", "belongs to"),
    "changes": Text("Ändert", "changes"),
    "de": Text("deutsch", "German"),
    "en": Text("englisch", "English"),
    "cents_per_point": Text("Cent je Punkt", "cents per point"),
    "stake": Text("Einsatz des Gebers (Cent)", "the dealer's stake (cents)"),
    "start": Text("Alle, wenn der Topf leer ist (Cent)", "all, when the pot is empty (cents)"),
    "start_again": Text("Immer, wenn der Topf leer ist", "whenever the pot is empty"),
    "ceiling": Text("Höchstens für einen verlorenen Pagat (Cent)", "most for a missed Pagat (cents)"),
}

# The customs that a sheet chooses from, and what each of them says. Two customs may have a name in common.
CUSTOMS: Mapping[type[StrEnum], Mapping[StrEnum, Text]] = {
    Counting: {
        Counting.BLATT: Text("Punkte und Blatt (70)", "points and Blatt (70)"),
        Counting.PLAIN: Text("ganze Punkte (88)", "whole points (88)"),
    },
    Kind: {
        Kind.CALLING: Text("mit gerufenem König, nach Kartenpunkten", "with a called king, by card points"),
        Kind.PAIRED: Text("zu zweit gegen zwei, nach Kartenpunkten", "two against two, by card points"),
        Kind.ALONE: Text("allein gegen drei, nach Kartenpunkten", "alone against three, by card points"),
        Kind.NEGATIVE: Text("Negativspiel nach Stichen", "negative game by tricks"),
        Kind.TRISCHAKEN: Text("Trischaken", "Trischaken"),
    },
    Who: {
        Who.ANYONE: Text("jeder", "anybody"),
        Who.VORHAND: Text("nur die Vorhand", "the Vorhand only"),
        Who.NEVER_VORHAND: Text("alle außer der Vorhand", "everybody but the Vorhand"),
    },
    Whose: {
        Whose.EITHER: Text("beide Seiten", "either side"),
        Whose.DECLARER: Text("nur die Seite des Spielers", "the declarer's side only"),
        Whose.KING_HOLDER: Text(
            "nur die Seite des Spielers; ansagen nur, wer den gerufenen König hält",
            "the declarer's side only, announced only by the called king's holder",
        ),
        Whose.OPPONENTS: Text("nur die Gegner", "the opponents only"),
        Whose.WINNER: Text("nur die Seite, die gewinnt", "the winning side only"),
    },
    InSolo: {
        InSolo.DOUBLED: Text("doppelt", "doubled"),
        InSolo.SAME: Text("gleich", "the same"),
        InSolo.LISTED: Text("eigene Preise", "prices of its own"),
        InSolo.NEVER: Text("gibt es nicht", "does not exist"),
    },
    Effect: {
        Effect.LINE: Text("eigener Betrag", "an amount of its own"),
        Effect.MULTIPLIES: Text("vervielfacht das Spiel", "multiplies the game"),
        Effect.REPLACES: Text("statt des Spiels", "instead of the game"),
    },
    BesideValat: {
        BesideValat.TRICK_PREMIUMS: Text("nur bestimmte Prämien", "certain premiums only"),
        BesideValat.TRICK_OR_KONTRA: Text(
            "nur bestimmte Prämien und was kontriert wurde", "certain premiums only, and what was kontra'd"
        ),
        BesideValat.ALL: Text("alle Prämien", "all premiums"),
        BesideValat.NONE: Text("keine Prämien", "no premiums"),
    },
    BirdBy: {
        BirdBy.DECLARER: Text("der Spieler", "the declarer"),
        BirdBy.SIDE: Text("der Spieler oder sein Partner", "the declarer or the partner"),
    },
    HighCard: {
        HighCard.VORHAND: Text("ist erste Vorhand", "is the first Vorhand"),
        HighCard.DEALS: Text("gibt als Erster", "deals first"),
    },
    TrischakenCustom: {
        TrischakenCustom.ONE_PAYS: Text("einer zahlt", "one pays"),
        TrischakenCustom.TWO_PAY: Text("zwei zahlen", "two pay"),
    },
    TrischakenRenonce: {
        TrischakenRenonce.BUERGERMEISTER_POT: Text("wie ein Bürgermeister", "like a Bürgermeister"),
        TrischakenRenonce.EACH: Text("fester Betrag an jeden", "a fixed amount to each"),
        TrischakenRenonce.BASES: Text("so viele Male den Wert an jeden", "so many times the value to each"),
        TrischakenRenonce.OPEN: Text("steht nicht fest", "not laid down"),
    },
    RenonceCustom: {
        RenonceCustom.INDEMNIFY: Text(
            "jeder bekommt, was ein gewonnenes Spiel gebracht hätte",
            "everybody gets what a won game would have brought",
        ),
        RenonceCustom.PRICE_TO_EACH: Text("der Preis des Spiels an jeden", "the price of the game to each"),
        RenonceCustom.OPEN: Text("steht nicht fest", "not laid down"),
    },
}


def custom_said(value: StrEnum) -> Text:
    """What a chosen custom says.

    >>> custom_said(Who.VORHAND).en, custom_said(HighCard.VORHAND).en
    ('the Vorhand only', 'is the first Vorhand')
    """
    return CUSTOMS[type(value)][value]


YES_NO = {True: Text("ja", "yes"), False: Text("nein", "no")}

_STEP = re.compile(r"\[([0-9]+)\]")
_NAMED_ROWS = ("contracts", "premiums")


def place_in_words(place: str, data: object, language: str) -> str:
    """Where in a sheet something is, under the labels of the sheet itself.

    >>> sheet = {"contracts": {"dreier": {"label": {"de": "Dreier", "en": "Dreier"}}}}
    >>> place_in_words("contracts.dreier.value", sheet, "de")
    'Spiele › Dreier › Wert'
    >>> place_in_words("radl.triggers[1]", {}, "en")
    'Radl › triggers › 2'
    """
    steps = [step for step in _STEP.sub(r".\1", place).split(".") if step]
    words = [_step_in_words(steps, number, data, language) for number in range(len(steps))]
    return " › ".join(words)


def _step_in_words(steps: list[str], number: int, data: object, language: str) -> str:
    step = steps[number]
    if step.isdecimal():
        return str(int(step) + 1) if len(step) < 9 else step
    table = steps[number - 1] if number else ""
    if table in _NAMED_ROWS and number == 1:
        return row_label(data, table, step, language)
    if table == "levels":
        return KONTRA_LABELS.get(step, shown(step))
    if table in ("options", *TABLES_OF_WORDS):
        return shown(step)
    found = KEYS.get(step)
    return shown(step) if found is None else found.in_language(language)


def row_label(data: object, table: str, key: str, language: str) -> str:
    """What a game or premium of this data is called; its key where it has no readable name."""
    row: Any = data.get(table) if isinstance(data, Mapping) else None
    row = row.get(key) if isinstance(row, Mapping) else None
    label = row.get("label") if isinstance(row, Mapping) else None
    if isinstance(label, Mapping):
        label = label.get(language)
    return shown(label) if isinstance(label, str) and label.strip() else shown(key)
