"""The customs that a rule sheet chooses from.

A further one is a line here, its words in both languages in `customs.toml`, a function under its name where
the custom is used, and a worked example.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from scoring.engine.declaring import declared
from scoring.engine.texts import Text

_DECLARED = declared(__name__)


class Custom(StrEnum):
    """A value that a sheet can choose.

    `label` is what it is called, `sentence` what it does, as the editor says it; `printed` is how the
    Speiszettel says it, where it does, with what is named in braces put in.
    """

    label: Text
    sentence: Text
    printed: Text | None

    def __init__(self, value: str) -> None:
        self.words = _DECLARED[type(self).__name__][value]
        self.label, self.sentence = Text.declared(self.words["label"]), Text.declared(self.words["sentence"])
        self.printed = Text.declared(self.words["printed"]) if "printed" in self.words else None


class Counting(Custom):
    """How card points are counted."""

    BLATT = "blatt"  # in thirds: 70 points are 210
    PLAIN = "plain"  # whole points: 88


class LimitNotation(Custom):
    """How a sheet that counts Blatt writes the least card points for something."""

    WHOLE = "whole"
    BLATT = "blatt"


class Kind(Custom):
    """How a contract is played."""

    CALLING = "calling"  # calls a king; the partner may be missing
    PAIRED = "paired"  # the partner is always known
    ALONE = "alone"
    NEGATIVE = "negative"  # by tricks, against each of the others
    TRISCHAKEN = "trischaken"


class Who(Custom):
    """Who may play a contract."""

    ANYONE = "anyone"
    VORHAND = "vorhand"
    NEVER_VORHAND = "never_vorhand"


class Whose(Custom):
    """Whose a premium can be."""

    EITHER = "either"
    DECLARER = "declarer"
    KING_HOLDER = "king_holder"  # the declarer's side; announced only by whoever holds the called king
    OPPONENTS = "opponents"
    WINNER = "winner"


class InSolo(Custom):
    """What a solo game does to a premium's price."""

    DOUBLED = "doubled"
    SAME = "same"
    LISTED = "listed"  # the sheet prints prices of its own
    NEVER = "never"  # the premium does not exist there


class Effect(Custom):
    """What a premium does to the settlement."""

    LINE = "line"  # a line of its own
    MULTIPLIES = "multiplies"  # multiplies the game line
    REPLACES = "replaces"  # takes the place of the game line


class BesideValat(Custom):
    """Which other premiums count beside a made Valat."""

    TRICK_PREMIUMS = "trick_premiums"
    TRICK_OR_KONTRA = "trick_or_kontra"
    ALL = "all"
    ANNOUNCED = "announced"  # also beside one that was announced and missed
    NONE = "none"


# Each premium says itself whether it counts. They equal their names, as a draft has them.
BY_FLAG = frozenset({BesideValat.TRICK_PREMIUMS, BesideValat.TRICK_OR_KONTRA})


class BirdBy(Custom):
    """Who may announce the obligatory bird."""

    DECLARER = "declarer"
    SIDE = "side"


class HighCard(Custom):
    """What the player who draws the highest card becomes."""

    VORHAND = "vorhand"
    DEALS = "deals"


class DoubledGames(Custom):
    """Which games count double in a Radl."""

    ALL = "all"
    ALONE = "alone"  # one against three: negative games, and a caller without a partner, too
    NEGATIVE = "negative"


# Kinds of games of which it doubles some, where not all. They equal their names, as a draft has them.
DOUBLED_KINDS: Mapping[str, frozenset[str]] = {
    DoubledGames.ALONE: frozenset({Kind.ALONE, Kind.NEGATIVE, Kind.CALLING}),
    DoubledGames.NEGATIVE: frozenset({Kind.NEGATIVE}),
}


class TrischakenSentence(NamedTuple):
    """What the Speiszettel says of a Trischaken; {base}, {buergermeister} and {vorhand_pays} are put in."""

    text: Text
    where: str = ""  # said only on sheets that have this, a field of `Trischaken`
    unless: str = ""  # or only on those that have not


class TrischakenCustom(Custom):
    """Who pays how much in a Trischaken.

    `places` says how many places an order has to name, `sentences` how the Speiszettel says the custom, and
    `equals` what it says of equal players, where that is no choice of the table.
    """

    places: int
    sentences: tuple[TrischakenSentence, ...]
    equals: Text | None

    def __init__(self, value: str) -> None:
        super().__init__(value)
        self.places = self.words["places"]
        self.sentences = tuple(
            TrischakenSentence(**{**row, "text": Text.declared(row["text"])})
            for row in self.words["sentences"]
        )
        self.equals = Text.declared(self.words["equals"]) if "equals" in self.words else None

    ONE_PAYS = "one_pays"
    TWO_PAY = "two_pay"


class Jungfrauen(Custom):
    """What Jungfrauen get in a Trischaken."""

    SHARE = "share"
    EACH = "each"
    FROM_EACH = "from_each"  # where nobody pays alone


class Splits(Custom):
    """How a Trischaken's amount is shared out that does not divide into whole points."""

    EXACT = "exact"
    WHOLE = "whole"


class SideBySide(Custom):
    """Which negative games can be played side by side."""

    EQUAL = "equal"
    NONE = "none"
    LISTED = "listed"  # those that are marked


class TrischakenRenonce(Custom):
    """What a Renonce costs in a Trischaken."""

    BUERGERMEISTER_POT = "buergermeister_pot"
    EACH = "each"  # a fixed amount to each of the others
    BASES = "bases"  # so many times the base to each of the others
    OPEN = "open"  # the sheet names no price


class RenonceCustom(Custom):
    """What a player who revoked pays."""

    INDEMNIFY = "indemnify"  # everybody as if their side had won game and announcements
    PRICE_TO_EACH = "price_to_each"  # the announced game to each of the three
    OPEN = "open"  # the sheet names no price
