"""A rule sheet as a Speiszettel: what can be played, what it is worth, and the customs in plain sentences.

Everything here is read off the `Rules`; a sheet that changes is printed as it then is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from scoring.engine.rules import (
    CHOICES,
    KONTRA_LABELS,
    SCHRIFT_AT_MOST,
    BesideValat,
    BirdBy,
    Contract,
    Counting,
    Effect,
    InSolo,
    Kind,
    OptionNote,
    PremiumRule,
    RenonceCustom,
    Rules,
    TrischakenCustom,
    TrischakenRenonce,
    Who,
    Whose,
)
from scoring.engine.sides import blatt
from scoring.engine.telling import CHOSEN, MATTERS, trigger_told


@dataclass(frozen=True)
class Mark:
    """A sign behind a contract, and what it stands for."""

    sign: str
    meaning: str


@dataclass(frozen=True)
class GameRow:
    """A contract as the list prints it."""

    key: str
    label: str
    value: str
    marks: tuple[Mark, ...]
    note: str


@dataclass(frozen=True)
class PremiumRow:
    """A premium as the list prints it; a dash where it does not exist that way."""

    key: str
    label: str
    silent: str
    announced: str
    solo: str
    note: str


@dataclass(frozen=True)
class Custom:
    """One matter of the sheet in plain sentences."""

    title: str
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class Speiszettel:
    """Everything a player must know to bid and to count."""

    slug: str
    label: str
    about: str
    games: tuple[GameRow, ...]
    legend: tuple[Mark, ...]
    premiums: tuple[PremiumRow, ...]
    has_solo_prices: bool
    kontra: tuple[tuple[str, int], ...]
    customs: tuple[Custom, ...]
    options_for_amounts: tuple[str, ...]
    options_for_play: tuple[str, ...]
    remarks: tuple[str, ...]
    reminders: tuple[str, ...]
    without_value: tuple[str, ...]


def speiszettel(rules: Rules, language: str) -> Speiszettel:
    """The Speiszettel of one sheet in one language."""
    say = _Writer(rules, language)
    games = tuple(say.game(contract) for contract in rules.contracts.values())
    return Speiszettel(
        slug=rules.slug,
        label=rules.label.in_language(language),
        about=rules.about.in_language(language),
        games=games,
        legend=tuple(dict.fromkeys(mark for game in games for mark in game.marks)),
        premiums=tuple(say.premium(rule) for rule in rules.premiums.values()),
        has_solo_prices=any(rule.in_solo is InSolo.LISTED for rule in rules.premiums.values()),
        kontra=tuple((KONTRA_LABELS[level], times) for level, times in rules.kontra.levels.items()),
        customs=tuple(custom for custom in (write(say) for write in _CUSTOMS) if custom.sentences),
        options_for_amounts=tuple(say.option(note) for note in rules.option_notes if note.changes_amounts),
        options_for_play=tuple(say.option(note) for note in rules.option_notes if not note.changes_amounts),
        remarks=tuple(remark.in_language(language) for remark in rules.remarks),
        reminders=tuple(reminder.in_language(language) for reminder in rules.reminders),
        without_value=tuple(
            label.in_language(language)
            for label in (*rules.open_contracts.values(), *rules.open_premiums.values())
        ),
    )


class _Writer:
    """Writes rows and sentences of one sheet in one language."""

    def __init__(self, rules: Rules, language: str) -> None:
        self.rules = rules
        self.language = language

    def __call__(self, german: str, english: str, *named: object) -> str:
        return (english if self.language == "en" else german).format(*named)

    def labels(self, rows: list[Contract] | list[PremiumRule]) -> str:
        return ", ".join(row.label.in_language(self.language) for row in rows)

    def contracts(self, wanted: Callable[[Contract], bool]) -> list[Contract]:
        return [contract for contract in self.rules.contracts.values() if wanted(contract)]

    def premiums(self, wanted: Callable[[PremiumRule], bool]) -> list[PremiumRule]:
        return [rule for rule in self.rules.premiums.values() if wanted(rule)]

    def points(self, points: int) -> str:
        return blatt(points) if self.rules.counting is Counting.BLATT else str(points)

    def custom(self, german: str, english: str, sentences: Iterator[str]) -> Custom:
        return Custom(self(german, english), tuple(sentences))

    def game(self, contract: Contract) -> GameRow:
        value = str(contract.value)
        if contract.lost is not None:
            value += f" (−{contract.lost})"
        notes = [contract.note.in_language(self.language)] if contract.note else []
        if contract.tricks is not None:
            notes.append(self._tricks(contract.tricks))
        if contract.birds:
            birds = " / ".join(self.rules.premiums[bird].short for bird in contract.birds)
            value += f" + {birds}" if len(contract.birds) == 1 else self(" + Vogel", " + bird")
            if len(contract.birds) > 1:
                notes.append(birds)
        return GameRow(
            key=contract.key,
            label=contract.label.in_language(self.language),
            value=value,
            marks=tuple(self._marks(contract)),
            note="; ".join(notes),
        )

    def option(self, note: OptionNote) -> str:
        """What holds here, and what a table may agree instead."""
        if note.words is not None:
            return note.words.in_language(self.language)
        usual = getattr(self.rules.options, note.key)
        values = [usual, *(value for value in CHOICES[note.key] if value != usual)]
        chosen = self(" – oder ", " – or ").join(
            CHOSEN[note.key, value].in_language(self.language) for value in values
        )
        return f"{MATTERS[note.key].in_language(self.language)}: {chosen}"

    def _tricks(self, tricks: int) -> str:
        if tricks == 0:
            return self("kein Stich", "no trick")
        return (
            self("genau {} Stich", "exactly {} trick", 1)
            if tricks == 1
            else self("genau {} Stiche", "exactly {} tricks", tricks)
        )

    def _marks(self, contract: Contract) -> Iterator[Mark]:
        if contract.who is Who.VORHAND:
            yield Mark("V", self("nur die Vorhand", "Vorhand only"))
        if contract.who is Who.NEVER_VORHAND:
            yield Mark("A", self("alle außer der Vorhand", "everybody but the Vorhand"))
        if contract.solo:
            yield Mark("S", self("Solo, ohne Talon", "solo, without the talon"))
        if contract.colour:
            yield Mark("F", self("Farbenspiel", "colour game"))
        if contract.kind in (Kind.NEGATIVE, Kind.TRISCHAKEN):
            yield Mark("−", self("Negativspiel", "negative game"))

    def premium(self, rule: PremiumRule) -> PremiumRow:
        times = "×" if rule.effect is Effect.MULTIPLIES else ""

        def price(amount: int | None) -> str:
            return "–" if amount is None else f"{times}{amount}"

        solo = f"{price(rule.solo_silent)} / {price(rule.solo_announced)}"
        return PremiumRow(
            key=rule.key,
            label=rule.label.in_language(self.language),
            silent=price(rule.silent),
            announced=price(rule.announced),
            solo=solo if rule.in_solo is InSolo.LISTED else "–",
            note=rule.note.in_language(self.language) if rule.note else "",
        )


# The customs, matter by matter. A matter without sentences is not printed.


def _counting(say: _Writer) -> Custom:
    def sentences() -> Iterator[str]:
        rules = say.rules
        needs = say.points(rules.needs)
        if rules.counting is Counting.BLATT:
            yield say("Wer spielt, braucht {} von 70 Punkten.", "The declarer needs {} of 70 points.", needs)
        else:
            yield say("Wer spielt, braucht {} von 88 Punkten.", "The declarer needs {} of 88 points.", needs)
        for contract in say.contracts(lambda one: one.needs_after_kontra is not None):
            yield say(
                "Ein kontriertes {} ist schon mit {} gewonnen.",
                "A kontra'd {} is won with {} already.",
                contract.label.in_language(say.language),
                say.points(contract.needs_after_kontra or 0),
            )
        yield say(
            "Abgerechnet wird jeder Betrag mit jedem Gegner: wer allein spielt, gewinnt oder verliert dreifach.",
            "Every amount is settled with every opponent: whoever plays alone wins or loses it three times.",
        )
        dear = say.contracts(lambda one: one.lost is not None)
        if dear:
            yield say(
                "Verloren kosten mehr: {} (das Spiel allein).",
                "Dearer when lost: {} (the game only).",
                say.labels(dear),
            )

    return say.custom("Zählen", "Counting", sentences())


def _calling(say: _Writer) -> Custom:
    def sentences() -> Iterator[str]:
        rules = say.rules
        if not say.contracts(lambda one: one.kind is Kind.CALLING):
            return
        yield say(
            "Liegt der gerufene König im Talon, spielt der Rufer allein gegen drei.",
            "With the called king in the talon the caller plays alone against three.",
        )
        if rules.schleifen:
            yield say(
                "Er darf dann schleifen: jedem den Spielwert und den angesagten Pflichtvogel, ohne Kontra; nicht im Solo.",
                "He may then concede: the game and its obligatory bird to each, without kontra; not in solo games.",
            )
        if say.contracts(lambda one: one.kind is Kind.CALLING and one.solo):
            yield say(
                "Im Solo mit dem König im Talon gilt kein Kontra.",
                "In a solo game with the king in the talon no kontra counts.",
            )
        if rules.self_call:
            yield say(
                "Mit vier Königen darf man sich selbst rufen und spielt allein.",
                "With all four kings one may call oneself and plays alone.",
            )
        else:
            yield say("Sich selbst rufen gilt nicht.", "Calling oneself is not allowed.")
        blank = say.contracts(lambda one: one.blank)
        if blank:
            yield say(
                "Blank (ohne Ansage, ohne Kontra) wird nicht gespielt, sondern gleich bezahlt: {}.",
                "Blank (no announcement, no kontra) it is paid at once and not played: {}.",
                say.labels(blank),
            )
        if say.contracts(lambda one: bool(one.birds)):
            if rules.bird_by is BirdBy.SIDE:
                yield say(
                    "Den Pflichtvogel sagt der Spieler oder sein Partner an.",
                    "The obligatory bird is announced by the declarer or the partner.",
                )
            else:
                yield say(
                    "Den Pflichtvogel sagt der Spieler selbst an.",
                    "The declarer announces the obligatory bird.",
                )

    return say.custom("Rufen", "Calling", sentences())


def _premiums(say: _Writer) -> Custom:
    def sentences() -> Iterator[str]:
        rules = say.rules
        yield say(
            "Angesagt und verfehlt bekommt den Betrag die andere Seite.",
            "Announced and missed, the amount goes to the other side.",
        )
        doubled = say.premiums(lambda one: one.in_solo is InSolo.DOUBLED)
        if doubled:
            same = say.premiums(lambda one: one.in_solo is InSolo.SAME)
            if same:
                yield say(
                    "In Solospielen zählen Prämien doppelt, nicht aber: {}.",
                    "In solo games premiums count double, but not: {}.",
                    say.labels(same),
                )
            else:
                yield say("In Solospielen zählen Prämien doppelt.", "In solo games premiums count double.")
        never = say.premiums(lambda one: one.in_solo is InSolo.NEVER)
        if never:
            yield say("Nicht in Solospielen: {}.", "Not in solo games: {}.", say.labels(never))
        colour = say.premiums(lambda one: not one.in_colour)
        if colour:
            allowed = say.premiums(lambda one: one.in_colour and one.in_solo is not InSolo.NEVER)
            yield say(
                "Im Farbenspiel zählen nur: {}.", "In colour games only these count: {}.", say.labels(allowed)
            )
        declarers = say.premiums(lambda one: one.whose is Whose.DECLARER)
        if declarers:
            yield say(
                "Immer der Seite des Spielers: {}.",
                "Always the declarer's side's: {}.",
                say.labels(declarers),
            )
        opponents = say.premiums(lambda one: one.whose is Whose.OPPONENTS)
        if opponents:
            yield say("Immer den Gegnern: {}.", "Always the opponents': {}.", say.labels(opponents))
        for rule in say.premiums(lambda one: one.needs is not None):
            yield say(
                "{} verlangt {}.",
                "{} takes {}.",
                rule.label.in_language(say.language),
                say.points(rule.needs or 0),
            )
        for rule in say.premiums(lambda one: one.opponents_need_kontra):
            yield say(
                "{} sagen die Gegner nur mit einem Kontra auf das Spiel an.",
                "The opponents announce {} only with a kontra on the game.",
                rule.label.in_language(say.language),
            )
        for rule in say.premiums(lambda one: one.effect is Effect.MULTIPLIES):
            yield say(
                "{} vervielfacht das Spiel und hat keine eigene Zeile.",
                "{} multiplies the game and has no line of its own.",
                rule.label.in_language(say.language),
            )
        if rules.kontra.on_premiums:
            yield say(
                "Kontriert wird nur Angesagtes, jede Ansage für sich.",
                "Only what was announced can be kontra'd, each announcement by itself.",
            )

    return say.custom("Prämien", "Premiums", sentences())


def _valat(say: _Writer) -> Custom:
    def sentences() -> Iterator[str]:
        rules = say.rules
        valat = rules.premiums.get("valat")
        if valat is None:
            return
        if valat.effect is Effect.REPLACES:
            yield say(
                "Ein Valat tritt an die Stelle des Spiels, mit dessen Kontra.",
                "A Valat takes the place of the game, under its kontra.",
            )
        elif valat.effect is Effect.MULTIPLIES:
            yield say(
                "Angesagt und verfehlt geht das vervielfachte Spiel an die andere Seite.",
                "Announced and missed, the multiplied game goes to the other side.",
            )
        else:
            yield say(
                "Der Valat zählt zum Spiel dazu; angesagt und verfehlt bekommt ihn die andere Seite.",
                "The Valat counts besides the game; announced and missed it goes to the other side.",
            )
        beside = say.premiums(lambda one: one.counts_beside_valat)
        if rules.beside_valat is BesideValat.TRICK_PREMIUMS:
            yield say("Daneben zählen nur: {}.", "Beside it only these count: {}.", say.labels(beside))
        elif rules.beside_valat is BesideValat.TRICK_OR_KONTRA:
            yield say(
                "Daneben zählen nur: {}; und was kontriert wurde.",
                "Beside it only these count: {}; and what was kontra'd.",
                say.labels(beside),
            )
        elif rules.beside_valat is BesideValat.NONE:
            yield say("Alle anderen Prämien fallen weg.", "All other premiums are void.")
        else:
            yield say("Alle anderen Prämien zählen weiter.", "All other premiums still count.")

    return say.custom("Valat", "Valat", sentences())


def _kontra(say: _Writer) -> Custom:
    def sentences() -> Iterator[str]:
        kontra = say.rules.kontra
        yield say("Ein Kontra unter Partnern ist ungültig.", "A kontra between partners is void.")
        if not kontra.on_premiums:
            yield say("Kontriert wird nur das Spiel.", "Only the game can be kontra'd.")
        for contract in say.contracts(lambda one: one.kontra_up_to is not None):
            yield say(
                "{}: höchstens {}.",
                "{}: {} at most.",
                contract.label.in_language(say.language),
                KONTRA_LABELS[contract.kontra_up_to or ""],
            )
        if kontra.with_announced_valat is not None:
            yield say(
                "Beim angesagten Valat: höchstens {}.",
                "With an announced Valat: {} at most.",
                KONTRA_LABELS[kontra.with_announced_valat],
            )
        at_most = SCHRIFT_AT_MOST[say.rules.options.schrift_kontra]
        if at_most is not None:
            yield say(
                "In der Schrift zählt ein Kontra höchstens ×{}.",
                "In the Schrift a kontra counts ×{} at most.",
                at_most,
            )

    return say.custom("Kontra", "Kontra", sentences())


def _negative(say: _Writer) -> Custom:
    def sentences() -> Iterator[str]:
        rules = say.rules
        if not say.contracts(lambda one: one.kind is Kind.NEGATIVE):
            return
        yield say(
            "Negativspiele rechnet der Spieler mit jedem einzeln ab; Prämien gibt es nicht.",
            "A negative game is settled with each opponent alone; there are no premiums.",
        )
        if rules.options.negative_kontra == "individual":
            yield say("Jeder Gegner kontriert für sich.", "Each opponent kontras alone.")
        else:
            yield say("Kontriert wird nicht.", "There is no kontra.")
        if rules.options.bei_settlement == "all":
            yield say(
                "Gleichwertige dürfen nebeneinander gespielt werden; jeder Spieler rechnet mit allen drei anderen ab.",
                "Equal-valued ones may be played side by side; each declarer is settled with all three others.",
            )
        else:
            yield say(
                "Gleichwertige dürfen nebeneinander gespielt werden; die Spieler rechnen nicht untereinander ab.",
                "Equal-valued ones may be played side by side; the declarers are not settled among themselves.",
            )

    return say.custom("Negativspiele", "Negative games", sentences())


def _trischaken(say: _Writer) -> Custom:
    def sentences() -> Iterator[str]:
        trischaken = say.rules.trischaken
        if trischaken is None:
            return
        contract = say.contracts(lambda one: one.kind is Kind.TRISCHAKEN)[0]
        base, mayor = contract.value, say.points(trischaken.buergermeister)
        if trischaken.custom is TrischakenCustom.ONE_PAYS:
            yield say(
                "Wer am meisten hat, zahlt 3 × {}; die Vorhand das Doppelte, ein Bürgermeister (ab {}) auch, beides vierfach.",
                "Whoever has most pays 3 × {}; the Vorhand twice that, a Bürgermeister ({} or more) too, both four times.",
                base,
                mayor,
            )
            yield say(
                "Das bekommen die Jungfrauen (kein Stich), sonst alle, die nicht zahlen, zu gleichen Teilen.",
                "It goes to the Jungfrauen (no trick), or else to all who do not pay, in equal shares.",
            )
        else:
            yield say(
                "Die zwei mit den meisten Punkten zahlen je {} an die zwei mit den wenigsten; eine Jungfrau nimmt alles.",
                "The two with most points pay {} each to the two with fewest; one Jungfrau takes all of it.",
                base,
            )
            yield say(
                "Ein Bürgermeister (ab {}) zahlt allein 3 × {}, als Vorhand doppelt. Alle Stiche: {} an jeden.",
                "A Bürgermeister ({} or more) pays 3 × {} alone, twice that as Vorhand. All tricks: {} to each.",
                mayor,
                base,
                trischaken.all_tricks,
            )
        yield say("Punktegleiche teilen sich Gewinn und Verlust.", "Equal players share win and loss.")

    return say.custom(_trischaken_label(say), _trischaken_label(say), sentences())


def _trischaken_label(say: _Writer) -> str:
    return say.labels(say.contracts(lambda one: one.kind is Kind.TRISCHAKEN)) or "Trischaken"


def _radl(say: _Writer) -> Custom:
    def sentences() -> Iterator[str]:
        radl = say.rules.radl
        if not radl.played:
            yield say("Es gibt keine doppelten Runden.", "There are no double rounds.")
            return
        if radl.triggers:
            yield say(
                "Eine Runde lang (so viele Hände, wie Leute am Tisch sitzen) zählt jede Hand doppelt: {}.",
                "For one round (as many hands as sit at the table) every hand counts double: {}.",
                ", ".join(trigger_told(name, say.rules, say.language) for name in radl.triggers),
            )
        if radl.schlussradl:
            yield say(
                "Das Schlussradl verdoppelt alle letzten Hände. Nie vierfach.",
                "The Schlussradl doubles all last hands. Never four times.",
            )

    return say.custom("Radl", "Radl", sentences())


def _renonce(say: _Writer) -> Custom:
    def sentences() -> Iterator[str]:
        rules = say.rules
        if rules.renonce is RenonceCustom.INDEMNIFY:
            yield say(
                "Wer renonciert, zahlt jedem, was er mit gewonnenem Spiel und allen Ansagen bekommen hätte, auch dem Partner.",
                "The offender pays everybody what game and announcements, all won, would have brought; the partner too.",
            )
        else:
            yield say(
                "Wer renonciert, zahlt jedem der drei anderen den Preis des angesagten Spiels, auch dem Partner.",
                "The offender pays the price of the announced game to each of the three others, the partner included.",
            )
        if rules.claims:
            yield say("Was sonst noch entging, kann gefordert werden.", "What else was lost can be claimed.")
        trischaken = rules.trischaken
        if trischaken is None:
            return
        if trischaken.renonce is TrischakenRenonce.BUERGERMEISTER_POT:
            yield say("{}: wie ein Bürgermeister.", "{}: like a Bürgermeister.", _trischaken_label(say))
        else:
            each = trischaken.renonce_times or 0
            if trischaken.renonce is TrischakenRenonce.BASES:
                each *= say.contracts(lambda one: one.kind is Kind.TRISCHAKEN)[0].value
            yield say("{}: {} an jeden.", "{}: {} to each.", _trischaken_label(say), each)

    return say.custom("Renonce", "Renonce", sentences())


_CUSTOMS: tuple[Callable[[_Writer], Custom], ...] = (
    _counting,
    _calling,
    _premiums,
    _valat,
    _kontra,
    _negative,
    _trischaken,
    _radl,
    _renonce,
)
