"""The choices of rules that a table may make for itself: what they are called, where they are asked and told.

A further one is a field here, what it does where it is used, and a worked example.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from scoring.engine.customs import Effect, Kind, SideBySide, TrischakenCustom
from scoring.engine.texts import Text

SheetData = Mapping[str, Any]

TOTALS_ZERO = "totals_zero"  # the trigger that the sheet of hands asks for, which knows the totals


class OptionValue(NamedTuple):
    """One of the values of an option; words in braces are put in where it is printed."""

    label: Text
    sentence: Text | None = None  # what it does, as the editor says it
    printed: Text | None = None  # as the Speiszettel says it


@dataclass(frozen=True)
class TableOption:
    """A choice that the rules leave to a table; its first value is the usual one."""

    matter: Text
    values: Mapping[str | int, OptionValue]
    matters: Callable[[SheetData], bool] = lambda data: True  # can it make a difference on this sheet?
    asked_on: tuple[str, ...] = ()  # pages of the editor, beside the one that asks for every option
    printed_in: str = ""  # at the end of this chapter of the Speiszettel; "": in the midst of one, or nowhere
    on_phone: bool = False  # has the recording page to know it?
    # Where the usual value is one of the sheet: as the editor offers that, and what holds without the option.
    of_the_sheet: OptionValue | None = None
    otherwise: Text | None = None

    def choices(self, language: str) -> list[tuple[str | int, str]]:
        """Return every value with its label."""
        return [(value, said.label.in_language(language)) for value, said in self.values.items()]


def option(matter: Text, values: Mapping[str | int, OptionValue], **declared: Any) -> Any:
    """Return a field of `Options` with its declaration; None where no value is usual on every sheet."""
    option = TableOption(matter, values, **declared)
    usual = next(iter(values)) if option.of_the_sheet is None else None
    return field(default=usual, metadata={"option": option})


# When an option can make a difference. A draft may be in any state.


def _contracts(data: SheetData, kind: Kind) -> Iterator[SheetData]:
    rows = data.get("contracts")
    for row in rows.values() if isinstance(rows, dict) else ():
        if isinstance(row, dict) and row.get("kind") == kind.value:
            yield row


def _table(data: SheetData, name: str) -> SheetData:
    table = data.get(name)
    return table if isinstance(table, dict) else {}


def has_negative_games(data: SheetData) -> bool:
    """Return whether the sheet has negative games."""
    return any(_contracts(data, Kind.NEGATIVE))


def plays_side_by_side(data: SheetData) -> bool:
    """Return whether two of the sheet's negative games can be played in one hand."""
    return has_negative_games(data) and data.get("side_by_side") != SideBySide.NONE.value


def has_trischaken(data: SheetData) -> bool:
    """Return whether the sheet has a Trischaken."""
    return any(_contracts(data, Kind.TRISCHAKEN))


def can_turn_into_trischaken(data: SheetData) -> bool:
    """Return whether a called game of this sheet could turn into a Trischaken."""
    return has_trischaken(data) and any(_contracts(data, Kind.CALLING))


def vorhand_pays_otherwise(data: SheetData) -> bool:
    """Return whether the Vorhand pays otherwise than others in this sheet's Trischaken."""
    trischaken = _table(data, "trischaken")
    return trischaken.get("custom") == TrischakenCustom.ONE_PAYS.value or "vorhand_pays" in trischaken


def one_pays_in_trischaken(data: SheetData) -> bool:
    """Return whether whoever has most pays in this sheet's Trischaken."""
    return _table(data, "trischaken").get("custom") == TrischakenCustom.ONE_PAYS.value


def pays_valat_beside_the_game(data: SheetData) -> bool:
    """Return whether a Valat can be announced that is paid beside the game."""
    valat = _table(_table(data, "premiums"), "valat")
    return "announced" in valat and valat.get("effect", Effect.LINE.value) == Effect.LINE.value


def calls_in_solo(data: SheetData) -> bool:
    """Return whether the sheet has a calling game that is played as a solo."""
    return any(row.get("solo") for row in _contracts(data, Kind.CALLING))


def has_triggers(data: SheetData) -> bool:
    """Return whether anything in this sheet starts a Radl."""
    return bool(_table(data, "radl").get("triggers"))


def doubles_rounds(data: SheetData) -> bool:
    """Return whether rounds are ever doubled under this sheet, by a Radl or at the end."""
    return has_triggers(data) or bool(_table(data, "radl").get("schlussradl"))


def watches_totals(data: SheetData) -> bool:
    """Return whether a total of zero starts a Radl under this sheet."""
    return TOTALS_ZERO in (_table(data, "radl").get("triggers") or ())


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of rules that hold at a table; where nothing was agreed, those of the sheet."""

    bei_settlement: str = option(
        Text("Spiele nebeneinander", "Games side by side"),
        {
            "all": OptionValue(
                Text("jeder rechnet mit allen dreien ab", "everybody is settled with all three"),
                Text(
                    "Zwei Piccolos nebeneinander: jeder rechnet mit allen drei anderen ab.",
                    "Two Piccolos side by side: each is settled with all three others.",
                ),
                Text(
                    "{which}jeder Spieler rechnet mit allen drei anderen ab.",
                    "{which}each declarer is settled with all three others.",
                ),
            ),
            "opponents": OptionValue(
                Text(
                    "die Spieler rechnen nicht untereinander ab",
                    "the declarers are not settled among themselves",
                ),
                Text(
                    "Zwei Piccolos nebeneinander: die beiden zahlen einander nichts.",
                    "Two Piccolos side by side: the two do not pay each other.",
                ),
                Text(
                    "{which}die Spieler rechnen nicht untereinander ab.",
                    "{which}the declarers are not settled among themselves.",
                ),
            ),
        },
        matters=plays_side_by_side,
        asked_on=("negative",),
        on_phone=True,
    )
    silent_miss: str = option(
        Text("Still verfehlt", "Missed silently"),
        {
            "free": OptionValue(
                Text("kostet nichts", "costs nothing"),
                Text(
                    "Wer einen stillen Pagat verfehlt, zahlt nichts.",
                    "Whoever just misses an unannounced Pagat pays nothing.",
                ),
                Text("Still verfehlt kostet nichts.", "Missed silently it costs nothing."),
            ),
            "charged": OptionValue(
                Text("kostet den stillen Wert", "costs the silent value"),
                Text(
                    "Wer einen stillen Pagat verfehlt, zahlt seinen stillen Wert.",
                    "Whoever misses an unannounced Pagat pays its silent value.",
                ),
                Text(
                    "Still verfehlt bekommt die andere Seite den stillen Wert{but_for}.",
                    "Missed silently, the silent value goes to the other side{but_for}.",
                ),
            ),
        },
        on_phone=True,
    )
    negative_kontra: str = option(
        Text("Kontra in Negativspielen", "Kontra in negative games"),
        {
            "individual": OptionValue(
                Text("jeder für sich", "each opponent alone"),
                Text(
                    "Jeder Gegner entscheidet für sich, und es gilt nur für ihn.",
                    "Each opponent decides alone, and it counts for them alone.",
                ),
                Text("Jeder Gegner kontriert für sich.", "Each opponent kontras alone."),
            ),
            "none": OptionValue(
                Text("keines", "none"),
                Text(
                    "Piccolo und Bettler können nicht kontriert werden.",
                    "Nobody can kontra a Piccolo or Bettler.",
                ),
                Text("Kontriert wird nicht.", "There is no kontra."),
            ),
        },
        matters=has_negative_games,
        asked_on=("kontra", "negative"),
        on_phone=True,
    )
    trischaken_base: int | None = option(
        Text("Trischaken zählt", "Trischaken counts"),
        {1: OptionValue(Text("3 × 1", "3 × 1")), 2: OptionValue(Text("3 × 2", "3 × 2"))},
        matters=has_trischaken,
        asked_on=("trischaken",),
        of_the_sheet=OptionValue(
            Text("1 oder 2", "1 or 2"),
            Text(
                "Jeder Abend macht es aus; üblich ist der Wert des Trischakens.",
                "Every evening agrees on one; usual is the value of the Trischaken.",
            ),
        ),
        otherwise=Text(
            "Der Wert des Trischakens gilt für alle.", "The value of the Trischaken holds for everybody."
        ),
    )
    radl_start: str = option(
        Text("Eine Doppelrunde beginnt", "A double round begins"),
        {
            "trigger": OptionValue(
                Text("nach einem Auslöser", "after a trigger"),
                Text(
                    "Was als Anlass angekreuzt ist, bringt von selbst ein Radl.",
                    "Whatever is ticked as a trigger starts a Radl by itself.",
                ),
            ),
            "called": OptionValue(
                Text("nur, wenn die Leitung sie ausruft", "only when the director calls it"),
                Text(
                    "Keine Hand bringt von selbst ein Radl; die Leitung ruft eine Doppelrunde aus.",
                    "No hand starts a Radl by itself; the director calls a double round.",
                ),
            ),
        },
        matters=doubles_rounds,
        asked_on=("radl",),
    )
    radl_nesting: str = option(
        Text("Ein Auslöser im Radl", "A trigger inside a Radl"),
        {
            "append": OptionValue(
                Text("hängt eine Runde an", "appends a round"),
                Text(
                    "Ein neuer Anlass im Radl hängt eine Runde an.",
                    "During a Radl, a new trigger adds a round at the end.",
                ),
                Text(
                    "Ein neuer Anlass im Radl hängt eine Runde an.",
                    "A new trigger during a Radl adds a round.",
                ),
            ),
            "restart": OptionValue(
                Text("beginnt die Runde neu", "starts the round again"),
                Text(
                    "Ein neuer Anlass im Radl lässt die Runde von vorn beginnen.",
                    "During a Radl, a new trigger starts the round again.",
                ),
                Text(
                    "Ein neuer Anlass im Radl beginnt die Runde von vorn.",
                    "A new trigger during a Radl starts the round again.",
                ),
            ),
            "ignore": OptionValue(
                Text("zählt nicht", "does not count"),
                Text(
                    "Ein neuer Anlass im Radl ändert nichts.", "During a Radl, a new trigger changes nothing."
                ),
                Text("Ein neuer Anlass im Radl zählt nicht.", "A new trigger during a Radl does not count."),
            ),
        },
        matters=has_triggers,
        asked_on=("radl",),
    )
    vorhand_tie: str = option(
        Text("Punktegleiche Verlierer im Trischaken", "Equal losers in Trischaken"),
        {
            "own": OptionValue(
                Text(
                    "teilen, die Vorhand zahlt ihren Teil doppelt",
                    "share, a Vorhand among them pays her part double",
                ),
                Text(
                    "Sie teilen; eine Vorhand darunter zahlt ihren Teil doppelt.",
                    "They share; a Vorhand among them pays her own part double.",
                ),
                Text(
                    "Punktegleiche teilen; ist die Vorhand darunter, zahlt sie ihren Teil doppelt.",
                    "Equal losers share; a Vorhand among them pays her part double.",
                ),
            ),
            "share": OptionValue(
                Text("mit der Vorhand zahlen alle doppelt", "with the Vorhand all pay double"),
                Text(
                    "Sie teilen; mit der Vorhand darunter zahlen alle doppelt.",
                    "They share; with the Vorhand among them all of them pay double.",
                ),
                Text(
                    "Punktegleiche teilen; ist die Vorhand darunter, zahlen alle doppelt.",
                    "Equal losers share; with the Vorhand among them all pay double.",
                ),
            ),
            "alone": OptionValue(
                Text("die Vorhand zahlt allein", "a Vorhand among them pays alone"),
                Text(
                    "Ist die Vorhand darunter, zahlt sie für alle.",
                    "If the Vorhand is among them, the Vorhand pays for all.",
                ),
                Text(
                    "Punktegleiche teilen; ist die Vorhand darunter, zahlt sie allein.",
                    "Equal losers share; a Vorhand among them pays alone.",
                ),
            ),
        },
        matters=vorhand_pays_otherwise,
        asked_on=("trischaken",),
    )
    trischaken_ties: str = option(
        Text("Was punktegleiche Verlierer zahlen", "What equal losers pay"),
        {
            "share": OptionValue(
                Text("zusammen den ganzen Topf", "the whole pot together"),
                Text(
                    "Zwei Verlierer um 2: zusammen 6, jeder der beiden anderen bekommt 3.",
                    "Two losers at 2: 6 together, and each of the two others gets 3.",
                ),
                Text("Mehrere zahlen zusammen den ganzen Topf.", "Several together pay the whole pot."),
            ),
            "each": OptionValue(
                Text(
                    "jedem Gewinner so viel wie ein Verlierer allein",
                    "to each winner what one loser would pay",
                ),
                Text(
                    "Zwei Verlierer um 2: zusammen 4, jeder der beiden anderen bekommt 2.",
                    "Two losers at 2: 4 together, and each of the two others gets 2.",
                ),
                Text(
                    "Mehrere zahlen zusammen jedem Gewinner so viel, wie er von einem allein bekäme.",
                    "Several together pay each winner what one alone would have paid.",
                ),
            ),
        },
        matters=one_pays_in_trischaken,
        asked_on=("trischaken",),
    )
    valat_lost_sweep: str = option(
        Text("Ein angesagter Valat wird verloren", "An announced Valat is lost"),
        {
            "off": OptionValue(
                Text("Spiel und Prämien bleiben, wie sie sind", "game and premiums stay as they are"),
                Text(
                    "Der Valat geht an die anderen; Spiel und Prämien zählen, wie sie ausgegangen sind.",
                    "The Valat goes to the others; game and premiums count as they happened.",
                ),
                Text(
                    "Spiel und andere Prämien zählen dann, wie sie ausgegangen sind.",
                    "Game and other premiums then count as they happened.",
                ),
            ),
            "on": OptionValue(
                Text("Spiel und Prämien sind mit verloren", "game and premiums are lost with it"),
                Text(
                    "Mit dem Valat gehen auch das Spiel und die eigenen Prämien an die anderen.",
                    "With the Valat, the game and the own premiums go to the others as well.",
                ),
                Text(
                    "Mit ihm gehen auch das Spiel und die Prämien dieser Seite an die andere.",
                    "With it the game and that side's premiums go to the other side as well.",
                ),
            ),
        },
        matters=pays_valat_beside_the_game,
        asked_on=("valat",),
    )
    radl_doubles: str = option(
        Text("Im Radl zählt doppelt", "The Radl doubles"),
        {
            "all": OptionValue(
                Text("alles", "everything"),
                Text("Jeder Betrag der Hand wird verdoppelt.", "Every amount of the hand is doubled."),
                Text("Verdoppelt wird jeder Betrag der Hand.", "Every amount of the hand is doubled."),
            ),
            "announced": OptionValue(
                Text("nur Spiel und Angesagtes", "only the game and what was announced"),
                Text(
                    "Was still gemacht wurde, wird nicht verdoppelt.",
                    "What was made silently is not doubled.",
                ),
                Text(
                    "Verdoppelt werden nur Spiel und Angesagtes.",
                    "Only the game and what was announced are doubled.",
                ),
            ),
        },
        matters=doubles_rounds,
        asked_on=("radl",),
        printed_in="radl",
    )
    schrift_kontra: str = option(
        Text("Kontra in der Schrift", "Kontra in the Schrift"),
        {
            "all": OptionValue(
                Text("zählt voll", "counts in full"),
                Text(
                    "Für die Rangliste zählt ein Kontra wie beim Geld.",
                    "For the ranking a kontra counts as it does in money.",
                ),
                Text(
                    "In der Schrift zählt jedes Kontra voll.", "In the Schrift every kontra counts in full."
                ),
            ),
            "simple": OptionValue(
                Text("höchstens ×2", "×2 at most"),
                Text(
                    "Für die Rangliste zählt ein Re oder Sub nicht mehr als ein Kontra.",
                    "For the ranking a Re or Sub counts no more than a Kontra.",
                ),
                Text(
                    "In der Schrift zählt ein Kontra höchstens ×2.",
                    "In the Schrift a kontra counts ×2 at most.",
                ),
            ),
            "none": OptionValue(
                Text("zählt nicht", "does not count"),
                Text(
                    "Für die Rangliste zählt die Hand, als hätte niemand kontriert.",
                    "For the ranking the hand counts as if nobody had said kontra.",
                ),
                Text("In der Schrift zählt kein Kontra.", "In the Schrift no kontra counts."),
            ),
        },
        asked_on=("kontra",),
        printed_in="kontra",
    )
    talon_king_kontra: str = option(
        Text("Kontra im Solo mit dem König im Talon", "Kontra in a solo with the king in the talon"),
        {
            "void": OptionValue(
                Text("ungültig", "void"),
                Text(
                    "Wer einen Solorufer allein spielt, weil der König im Talon liegt, kann nicht "
                    "kontriert werden.",
                    "Whoever plays a Solorufer alone, the king in the talon, cannot be kontra'd.",
                ),
                Text(
                    "{games} mit {called} im Talon: kein Kontra gilt.",
                    "{games} with {called} in the talon: no kontra counts.",
                ),
            ),
            "counts": OptionValue(
                Text("zählt", "counts"),
                Text(
                    "Auch im Solorufer mit dem König im Talon zählt ein Kontra.",
                    "A kontra counts in a Solorufer with the king in the talon as well.",
                ),
                Text(
                    "{games} mit {called} im Talon: auch da gilt ein Kontra.",
                    "{games} with {called} in the talon: a kontra counts there too.",
                ),
            ),
        },
        matters=calls_in_solo,
        asked_on=("kontra",),
    )
    radl_schrift: str = option(
        Text("Alle auf null in der Schrift", "Everybody at zero in the Schrift"),
        {
            "on": OptionValue(
                Text("auch das beginnt ein Radl", "that starts a Radl too"),
                Text(
                    "Stehen alle am Tisch in der Schrift auf 0, beginnt ein Radl.",
                    "When everybody at the table stands at 0 in the Schrift, a Radl starts.",
                ),
            ),
            "off": OptionValue(
                Text("ohne Folgen", "without consequence"),
                Text(
                    "Alle auf 0 ist kein Grund für ein Radl.", "Everybody being at 0 does not start a Radl."
                ),
                Text(
                    "Stehen in der Schrift alle auf null, ist das kein Radl.",
                    "Everybody at zero in the Schrift starts no Radl.",
                ),
            ),
        },
        matters=watches_totals,
        asked_on=("radl",),
    )
    trischaken_for_schleifen: str = option(
        Text("Trischaken statt schleifen", "Trischaken instead of conceding"),
        {
            "off": OptionValue(
                Text("nein", "no"),
                Text(
                    "Mit dem König im Talon spielt man weiter oder schleift.",
                    "With the king in the talon one plays on or concedes.",
                ),
                Text("{trischaken} stattdessen gilt nicht.", "{trischaken} instead is not allowed."),
            ),
            "on": OptionValue(
                Text("erlaubt", "allowed"),
                Text(
                    "Mit dem König im Talon darf der Spieler ein Trischaken daraus machen.",
                    "With the king in the talon the declarer may turn the game into a Trischaken.",
                ),
                Text(
                    "Stattdessen darf er {trischaken} ansagen und zahlt darin wie die Vorhand.",
                    "Instead the caller may turn the game into {trischaken} and pays there like the Vorhand.",
                ),
            ),
        },
        matters=can_turn_into_trischaken,
        asked_on=("trischaken", "calling"),
        on_phone=True,
    )


OPTIONS: Mapping[str, TableOption] = {field.name: field.metadata["option"] for field in fields(Options)}

CHOICES: Mapping[str, tuple[str | int, ...]] = {key: tuple(option.values) for key, option in OPTIONS.items()}


def is_choice(key: str, value: str | int) -> bool:
    """Return whether this is one of the values that the program knows."""
    return key in OPTIONS and value in OPTIONS[key].values


def choice_label(key: str, value: str | int) -> Text:
    """Return what a value of an option says.

    >>> choice_label("radl_doubles", "all").en
    'everything'
    """
    return OPTIONS[key].values[value].label
