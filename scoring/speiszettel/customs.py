"""The customs of a sheet, matter by matter, in plain sentences. A matter without sentences is not printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from scoring.engine.rules import (
    KONTRA_LABELS,
    SCHRIFT_AT_MOST,
    BesideValat,
    BirdBy,
    Effect,
    InSolo,
    Kind,
    RenonceCustom,
    TrischakenCustom,
    TrischakenRenonce,
    Whose,
)
from scoring.engine.telling import trigger_told
from scoring.speiszettel.writer import Writer


@dataclass(frozen=True)
class Custom:
    """One matter of the sheet in plain sentences."""

    title: str
    sentences: tuple[str, ...]


def customs(say: Writer) -> tuple[Custom, ...]:
    """All customs that this sheet has something to say about."""
    return tuple(custom for custom in (write(say) for write in _CUSTOMS) if custom.sentences)


def _custom(say: Writer, german: str, english: str, sentences: Iterator[str]) -> Custom:
    return Custom(say(german, english), tuple(sentences))


def _counting(say: Writer) -> Custom:
    def sentences() -> Iterator[str]:
        rules = say.rules
        needs = say.points(rules.needs)
        yield say(
            "Wer spielt, braucht {} von {} Punkten.",
            "The declarer needs {} of {} points.",
            needs,
            rules.most_points,
        )
        for contract in say.contracts(lambda one: one.needs_after_kontra is not None):
            yield say(
                "Ein kontriertes {} ist schon mit {} gewonnen.",
                "A kontra'd {} is won with {} already.",
                say.label(contract),
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

    return _custom(say, "Zählen", "Counting", sentences())


def _calling(say: Writer) -> Custom:
    def sentences() -> Iterator[str]:
        rules = say.rules
        if not say.contracts(lambda one: one.kind is Kind.CALLING):
            return
        yield say(
            "Liegt der gerufene König im Talon, spielt der Rufer allein gegen drei.",
            "With the called king in the talon the caller plays alone against three.",
        )
        birds = say.contracts(lambda one: one.concedable and bool(one.birds))
        if rules.schleifen:
            yield say(
                "Er darf dann schleifen und zahlt jedem den Spielwert{}, ohne Kontra; nicht im Solo.",
                "The caller may then concede and pays the game{} to each, without kontra; not in solo games.",
                say(" und den angesagten Pflichtvogel", " and its announced bird") if birds else "",
            )
        if say.contracts(lambda one: one.kind is Kind.CALLING and one.solo):
            yield say(
                "Im Solo mit dem König im Talon gilt kein Kontra.",
                "In a solo game with the king in the talon no kontra counts.",
            )
        if rules.self_call:
            yield say(
                "Nur mit allen vier Königen darf man sich selbst rufen; man spielt dann allein.",
                "Only with all four kings may players call themselves; they then play alone.",
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

    return _custom(say, "Rufen", "Calling", sentences())


def _premiums(say: Writer) -> Custom:
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
                "Nur für die Seite des Spielers: {}.",
                "For the declarer's side only: {}.",
                say.labels(declarers),
            )
        opponents = say.premiums(lambda one: one.whose is Whose.OPPONENTS)
        if opponents:
            yield say("Nur für die Gegner: {}.", "For the opponents only: {}.", say.labels(opponents))
        for rule in say.premiums(lambda one: one.opponents_need_kontra):
            yield say(
                "{} sagen die Gegner nur mit einem Kontra auf das Spiel an.",
                "The opponents announce {} only with a kontra on the game.",
                say.label(rule),
            )
        for rule in say.premiums(lambda one: one.effect is Effect.MULTIPLIES):
            yield say(
                "{} vervielfacht das Spiel und kann nicht für sich kontriert werden.",
                "{} multiplies the game and cannot be kontra'd by itself.",
                say.label(rule),
            )
        if rules.kontra.on_premiums:
            yield say(
                "Stilles kann man nicht kontrieren, Angesagtes jedes für sich.",
                "What is silent cannot be kontra'd, what is announced each by itself.",
            )

    return _custom(say, "Prämien", "Premiums", sentences())


def _valat(say: Writer) -> Custom:
    def sentences() -> Iterator[str]:
        rules = say.rules
        valat = rules.premiums.get("valat")
        if valat is None:
            return
        if valat.effect is Effect.REPLACES:
            yield say(
                "Ein Valat, gewonnen oder angesagt verfehlt, tritt an die Stelle des Spiels, mit dessen Kontra.",
                "A Valat, made or announced and missed, takes the place of the game, under its kontra.",
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
            yield say(
                "Neben einem gewonnenen Valat zählen nur: {}.",
                "Beside a made Valat only these count: {}.",
                say.labels(beside),
            )
        elif rules.beside_valat is BesideValat.TRICK_OR_KONTRA:
            yield say(
                "Neben einem gewonnenen Valat zählen nur: {}; und was kontriert wurde.",
                "Beside a made Valat only these count: {}; and what was kontra'd.",
                say.labels(beside),
            )
        elif rules.beside_valat is BesideValat.NONE:
            yield say("Alle anderen Prämien fallen dann weg.", "All other premiums are then void.")
        else:
            yield say("Alle anderen Prämien zählen weiter.", "All other premiums still count.")

    return _custom(say, "Valat", "Valat", sentences())


def _kontra(say: Writer) -> Custom:
    def sentences() -> Iterator[str]:
        kontra = say.rules.kontra
        yield say("Ein Kontra unter Partnern ist ungültig.", "A kontra between partners is void.")
        if not kontra.on_premiums:
            yield say("Kontriert wird nur das Spiel.", "Only the game can be kontra'd.")
        for contract in say.contracts(lambda one: one.kontra_up_to is not None):
            yield say(
                "{}: höchstens {}.",
                "{}: {} at most.",
                say.label(contract),
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

    return _custom(say, "Kontra", "Kontra", sentences())


def _negative(say: Writer) -> Custom:
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

    return _custom(say, "Negativspiele", "Negative games", sentences())


def _trischaken(say: Writer) -> Custom:
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
                "Ein Bürgermeister (ab {}) zahlt allein 3 × {}, als Vorhand doppelt, an die Jungfrauen oder an alle. Wer alle Stiche macht, zahlt jedem {}.",
                "A Bürgermeister ({} or more) pays 3 × {} alone, twice that as Vorhand, to the Jungfrauen or to all. Whoever takes all tricks pays {} to each.",
                mayor,
                base,
                trischaken.all_tricks,
            )
        yield say("Punktegleiche teilen sich Gewinn und Verlust.", "Equal players share win and loss.")

    return _custom(say, say.trischaken, say.trischaken, sentences())


def _radl(say: Writer) -> Custom:
    def sentences() -> Iterator[str]:
        radl = say.rules.radl
        if not radl.played:
            yield say("Es gibt keine doppelten Runden.", "There are no double rounds.")
            return
        if radl.triggers:
            yield say(
                "Eine Runde lang (so viele Spiele, wie Leute am Tisch sitzen) zählt jedes Spiel doppelt: {}.",
                "For one round (as many hands as people at the table) every hand counts double: {}.",
                ", ".join(trigger_told(name, say.rules, say.language) for name in radl.triggers),
            )
        if radl.schlussradl:
            yield say(
                "Im Schlussradl zählt bis zum Ende jedes Spiel doppelt; vierfach nie.",
                "In the Schlussradl every hand counts double to the end; never four times.",
            )

    return _custom(say, "Radl", "Radl", sentences())


def _renonce(say: Writer) -> Custom:
    def sentences() -> Iterator[str]:
        rules = say.rules
        if rules.renonce is RenonceCustom.INDEMNIFY:
            yield say(
                "Wer renonciert, zahlt jedem anderen, auch dem Partner, was diesem Spiel und alle Ansagen gewonnen gebracht hätten.",
                "The offender pays everybody else, the partner too, what game and all announcements, won, would have brought them.",
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
            yield say("{}: wie ein Bürgermeister.", "{}: like a Bürgermeister.", say.trischaken)
        else:
            each = trischaken.renonce_times or 0
            if trischaken.renonce is TrischakenRenonce.BASES:
                each *= say.contracts(lambda one: one.kind is Kind.TRISCHAKEN)[0].value
            yield say("{}: {} an jeden.", "{}: {} to each.", say.trischaken, each)

    return _custom(say, "Renonce", "Renonce", sentences())


_CUSTOMS: tuple[Callable[[Writer], Custom], ...] = (
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
