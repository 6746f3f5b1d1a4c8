"""What every answer is called and what it does, in the words of a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.engine.loading.places import KEYS, custom_said
from scoring.engine.rules import (
    CHOICES,
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
from scoring.engine.telling import CHOSEN, MATTERS
from scoring.house_rules.forms.questions import Pick, Words
from scoring.web.language import current_language

_SENTENCES: tuple[tuple[StrEnum, Words], ...] = (
    (Counting.BLATT, _("Königrufen with 54 cards: three Blatt are a point, 70 points in all.")),
    (Counting.PLAIN, _("Zwanzigerrufen with 40 cards: no Blatt, 88 points in all.")),
    (
        Kind.CALLING,
        _(
            "Whoever plays calls a king, and whoever holds it is the partner. With the king in the talon one "
            "plays alone."
        ),
    ),
    (Kind.PAIRED, _("There always is a partner, and everybody knows who.")),
    (Kind.ALONE, _("One against three: the value is won or lost three times.")),
    (Kind.NEGATIVE, _("Exactly so many tricks, or none. Settled with each of the others.")),
    (Kind.TRISCHAKEN, _("Everybody for themselves: whoever has most card points pays.")),
    (Who.ANYONE, _("Whoever bids it first may play it.")),
    (Who.VORHAND, _("Only if nobody else has bid.")),
    (Who.NEVER_VORHAND, _("The Vorhand cannot play it.")),
    (Whose.EITHER, _("The declarer's side or the opponents: whoever makes it gets it.")),
    (Whose.DECLARER, _("The opponents can neither make nor announce it.")),
    (
        Whose.KING_HOLDER,
        _("The opponents cannot have it, and only whoever holds the called king announces it."),
    ),
    (Whose.OPPONENTS, _("The declarer's side can neither make nor announce it.")),
    (Whose.WINNER, _("Only whoever wins the game can have it, and only silently.")),
    (InSolo.DOUBLED, _("In a solo game it brings twice as much.")),
    (InSolo.SAME, _("A solo game changes nothing about it.")),
    (InSolo.LISTED, _("You give the values for solo games yourself.")),
    (InSolo.NEVER, _("It does not exist in solo games.")),
    (Effect.LINE, _("It is won or lost beside the game.")),
    (Effect.MULTIPLIES, _("The game is multiplied by its value: 2 doubles the game.")),
    (Effect.REPLACES, _("Made or missed, only the Valat counts, no longer the game.")),
    (BesideValat.TRICK_PREMIUMS, _("Those ticked below count beside a made Valat, all others become 0.")),
    (BesideValat.TRICK_OR_KONTRA, _("Likewise, and any other premium that somebody has kontra'd.")),
    (BesideValat.ALL, _("Whatever was made or announced counts besides.")),
    (BesideValat.NONE, _("Only the Valat itself is paid.")),
    (BirdBy.DECLARER, _("The one who plays announces the bird of the Besserrufer.")),
    (BirdBy.SIDE, _("The partner may announce it as well: commanding is allowed.")),
    (HighCard.VORHAND, _("Whoever draws the highest card is the first Vorhand; the player before deals.")),
    (HighCard.DEALS, _("Whoever draws the highest card deals first.")),
    (
        TrischakenCustom.ONE_PAYS,
        _(
            "Whoever has most card points pays for all: three times the value, twice that as Vorhand, twice "
            "again as Bürgermeister."
        ),
    ),
    (
        TrischakenCustom.TWO_PAY,
        _("The two with most card points pay the two with fewest. A Bürgermeister pays alone."),
    ),
    (
        TrischakenRenonce.BUERGERMEISTER_POT,
        _("Whoever revokes pays what a Bürgermeister would pay, in equal shares to the others."),
    ),
    (TrischakenRenonce.EACH, _("Whoever revokes pays the amount below to each of the others.")),
    (TrischakenRenonce.BASES, _("Whoever revokes pays the value of a Trischaken so many times to each.")),
    (TrischakenRenonce.OPEN, _("A revoke in Trischaken cannot be recorded.")),
    (RenonceCustom.OPEN, _("A revoke cannot be recorded: it has no price.")),
    (
        RenonceCustom.INDEMNIFY,
        _(
            "Whoever revokes pays every other player, the partner too, what a won game with everything "
            "announced would have brought them."
        ),
    ),
    (
        RenonceCustom.PRICE_TO_EACH,
        _("Whoever revokes pays the price of the announced game to each of the three others."),
    ),
)
# Two customs may have a name in common: "vorhand" plays a game, or is whoever draws the highest card.
SENTENCES: Mapping[tuple[type[StrEnum], str], Words] = {
    (type(custom), custom.value): sentence for custom, sentence in _SENTENCES
}

OF_OPTIONS: Mapping[tuple[str, str], Words] = {
    ("bei_settlement", "all"): _("Two Piccolos side by side: each is settled with all three others."),
    ("bei_settlement", "opponents"): _("Two Piccolos side by side: the two do not pay each other."),
    ("silent_miss", "free"): _("Whoever just misses an unannounced Pagat pays nothing."),
    ("silent_miss", "charged"): _("Whoever misses an unannounced Pagat pays its silent value."),
    ("negative_kontra", "individual"): _("Each opponent decides alone, and it counts for them alone."),
    ("negative_kontra", "none"): _("Nobody can kontra a Piccolo or Bettler."),
    ("radl_start", "trigger"): _("What is ticked as a cause starts a Radl by itself."),
    ("radl_start", "called"): _("No hand starts a Radl by itself; the director calls a double round."),
    ("radl_nesting", "append"): _("Inside a Radl a new cause adds a round at the end."),
    ("radl_nesting", "restart"): _("Inside a Radl a new cause lets the round begin again."),
    ("radl_nesting", "ignore"): _("Inside a Radl a new cause changes nothing."),
    ("vorhand_tie", "own"): _("They share; a Vorhand among them pays her own part double."),
    ("vorhand_tie", "share"): _("They share; with the Vorhand among them all of them pay double."),
    ("vorhand_tie", "alone"): _("If the Vorhand is among them, the Vorhand pays for all."),
    ("talon_king_kontra", "void"): _(
        "Whoever plays a Solorufer alone, the king in the talon, cannot be kontra'd."
    ),
    ("talon_king_kontra", "counts"): _("A kontra counts in a Solorufer with the king in the talon as well."),
    ("radl_schrift", "on"): _("When everybody at the table stands at 0 in the Schrift, a Radl starts."),
    ("radl_schrift", "off"): _("Everybody at 0 is no cause for a Radl."),
    ("radl_doubles", "all"): _("Every amount of the hand is doubled."),
    ("radl_doubles", "announced"): _("What was made silently is not doubled."),
    ("schrift_kontra", "all"): _("For the ranking a kontra counts as it does in money."),
    ("schrift_kontra", "simple"): _("For the ranking a Re or Sub counts no more than a Kontra."),
    ("schrift_kontra", "none"): _("For the ranking the hand counts as if nobody had said kontra."),
    ("trischaken_for_schleifen", "off"): _("With the king in the talon one plays on or concedes."),
    ("trischaken_for_schleifen", "on"): _(
        "With the king in the talon the declarer may turn the game into a Trischaken."
    ),
}

TRIGGER_SENTENCES: Mapping[str, Words] = {
    "trischaken": _("After every Trischaken a round of doubled hands begins."),
    "drawn": _("A game that ends 35:35, as rounded, starts a Radl."),
    "zero_hand": _("A hand in which nobody gets or pays anything (Fensterbankl) starts a Radl."),
    "totals_zero": _("Whenever everybody at the table stands at 0 in the Schrift, a Radl starts."),
    "mondfang": _("A Mondfang that was paid starts a Radl."),
}

SECTIONS: Mapping[str, tuple[Words, Words]] = {
    "games": (_("Games"), _("Which there are, what they are worth, and in which order they are bid.")),
    "premiums": (_("Premiums"), _("Birds, König ultimo, Trull, Säcke, Valat: what they are worth.")),
    "kontra": (_("Kontra"), _("How far it goes and how much it multiplies.")),
    "points": (_("Card points"), _("How they are counted and how many win.")),
    "trischaken": (_("Trischaken"), _("Who pays, and how much.")),
    "radl": (_("Radl"), _("What starts a round of doubled hands, and how long it lasts.")),
    "renonce": (_("Renonce"), _("What a revoke costs.")),
    "valat": (_("Valat, solo and colour"), _("Which premiums count there.")),
    "calling": (_("Calling and sitting down"), _("Self-calling, conceding, blank Rufer, who deals first.")),
    "options": (_("Left to the table"), _("What every evening may agree otherwise, and what is usual.")),
    "money": (_("Money and Pagatkassa"), _("What a point costs, and what goes into the pot.")),
    "words": (_("Remarks"), _("What else is printed on the Speiszettel, without effect on amounts.")),
    "names": (_("Name and description"), _("What your sheet is called.")),
}

NO_CHOICE = _("No choice")


def said(text: Text) -> str:
    """Words of both languages in that of whoever reads, with a capital at the beginning."""
    return capfirst(text.in_language(current_language()))


def name_of(key: str) -> str:
    """What a key of the sheet is called."""
    return said(KEYS[key])


def picks_of(customs: Iterable[StrEnum]) -> Iterator[Pick]:
    for custom in customs:
        yield Pick(custom.value, said(custom_said(custom)), SENTENCES[type(custom), custom.value])


def matter_of(key: str) -> str:
    return said(MATTERS[key])


def picks_of_option(key: str) -> Iterator[Pick]:
    """What is usual and may be agreed otherwise; and last, that there is no choice."""
    if key == "trischaken_base":
        yield Pick(
            "offered", _("1 or 2"), _("Every evening agrees on one; usual is the value of the Trischaken.")
        )
        yield Pick("", NO_CHOICE, _("The value of the Trischaken holds for everybody."))
        return
    for value in CHOICES[key]:
        yield Pick(str(value), said(CHOSEN[key, value]), OF_OPTIONS[key, str(value)])
    always = gettext("No evening may agree otherwise: “%(custom)s” always holds.")
    yield Pick("", NO_CHOICE, always % {"custom": said(CHOSEN[key, CHOICES[key][0]])})
