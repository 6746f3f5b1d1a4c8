"""The customs that a rule sheet chooses from: what each is called and says, in both languages.

A further one is a line here, a function under its name where the custom is used, and a worked example.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple, Self

from scoring.engine.texts import Text


class Custom(StrEnum):
    """A value that a sheet can choose.

    `label` is what it is called, `sentence` what it does, as the editor says it; `printed` is how the
    Speiszettel says it, where it does, with what is named in braces put in.
    """

    label: Text
    sentence: Text
    printed: Text | None

    def __new__(cls, value: str, label: Text, sentence: Text, printed: Text | None = None) -> Self:
        return cls._declared(value, label, sentence, printed)

    @classmethod
    def _declared(cls, value: str, label: Text, sentence: Text, printed: Text | None) -> Self:
        """Return a member with its words, for the `__new__` of a class that declares more of its own."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.label, member.sentence, member.printed = label, sentence, printed
        return member


class Counting(Custom):
    """How card points are counted."""

    # in thirds: 70 points are 210
    BLATT = (
        "blatt",
        Text("Punkte und Blatt (70)", "points and Blatt (70)"),
        Text(
            "Königrufen mit 54 Karten: drei Blatt sind ein Punkt, 70 Punkte im Ganzen.",
            "Königrufen with 54 cards: three Blatt are a point, 70 points in all.",
        ),
    )
    # whole points: 88
    PLAIN = (
        "plain",
        Text("ganze Punkte", "whole points"),
        Text(
            "Ohne Blatt, Karte für Karte, wie im Zwanzigerrufen mit 40 Karten und 88 Punkten.",
            "No Blatt, card by card, as in Zwanzigerrufen with 40 cards and 88 points.",
        ),
        Text(
            "Gezählt wird in ganzen Punkten: wer spielt, braucht {needs} von {all}.",
            "Whole points are counted: the declarer needs {needs} of {all}.",
        ),
    )


class LimitNotation(Custom):
    """How a sheet that counts Blatt writes the card points that are enough for something."""

    WHOLE = (
        "whole",
        Text("in ganzen Punkten, 36", "in whole points, 36"),
        Text(
            "Gezählt wird in Lagen und gerundet: 35 Punkte und 2 Blatt gelten als 36.",
            "Counting goes in threes and is rounded: 35 points and 2 Blatt count as 36.",
        ),
        Text(
            "Gezählt wird in Lagen, drei Blatt sind ein Punkt, gerundet wird auf den nächsten: "
            "wer spielt, braucht {needs} von {all}.",
            "Counting goes in threes, three Blatt to a point, rounded to the nearest: "
            "the declarer needs {needs} of {all}.",
        ),
    )
    BLATT = (
        "blatt",
        Text("mit Blatt, 35/2", "with Blatt, 35/2"),
        Text(
            "Gezählt wird auf das Blatt genau: 35/2 sind 35 Punkte und 2 Blatt.",
            "Points are counted to the Blatt: 35/2 are 35 points and 2 Blatt.",
        ),
        Text(
            "Gezählt wird in Punkten und Blatt, drei Blatt sind ein Punkt: wer spielt, braucht "
            "{needs} von {all}.",
            "Points and Blatt are counted, three Blatt to a point: the declarer needs {needs} of {all}.",
        ),
    )


class Kind(Custom):
    """How a contract is played."""

    # calls a king; the partner may be missing
    CALLING = (
        "calling",
        Text("mit gerufenem König, nach Kartenpunkten", "with a called king, by card points"),
        Text(
            "Der Spieler ruft einen König; wer ihn hat, ist der Partner. Liegt er im Talon, spielt "
            "man allein.",
            "Whoever plays calls a king, and whoever holds it is the partner. With the king in the "
            "talon one plays alone.",
        ),
        Text(
            "Mit dem, der den gerufenen König hat: {games}.", "With whoever holds the called king: {games}."
        ),
    )
    # the partner is always known
    PAIRED = (
        "paired",
        Text("zu zweit gegen zwei, nach Kartenpunkten", "two against two, by card points"),
        Text(
            "Einen Partner gibt es immer, und jeder weiß, wer es ist.",
            "There always is a partner, and everybody knows who.",
        ),
        Text(
            "Zu zweit gegen zwei, immer mit Partner: {games}.", "Two against two, always partnered: {games}."
        ),
    )
    ALONE = (
        "alone",
        Text("allein gegen drei, nach Kartenpunkten", "alone against three, by card points"),
        Text(
            "Einer gegen drei: der Wert wird dreimal gewonnen oder verloren.",
            "One against three: the value is won or lost three times.",
        ),
        Text("Allein gegen drei: {games}.", "Alone against three: {games}."),
    )
    # by tricks, against each of the others
    NEGATIVE = (
        "negative",
        Text("Negativspiel nach Stichen", "negative game by tricks"),
        Text(
            "Genau so viele Stiche, oder keiner. Abgerechnet wird mit jedem einzeln.",
            "Exactly so many tricks, or none. Settled with each of the others.",
        ),
    )
    TRISCHAKEN = (
        "trischaken",
        Text("Trischaken", "Trischaken"),
        Text(
            "Jeder für sich: wer am meisten hat, zahlt.",
            "Everybody for themselves: whoever has the most card points pays.",
        ),
    )


class Who(Custom):
    """Who may play a contract."""

    ANYONE = (
        "anyone",
        Text("jeder", "anybody"),
        Text("Spielen darf es, wer es lizitiert.", "Whoever bids it first may play it."),
    )
    VORHAND = (
        "vorhand",
        Text("nur die Vorhand", "the Vorhand only"),
        Text("Nur wenn sonst niemand lizitiert hat.", "Only if nobody else has bid."),
        Text("nur die Vorhand", "Vorhand only"),
    )
    NEVER_VORHAND = (
        "never_vorhand",
        Text("alle außer der Vorhand", "everybody but the Vorhand"),
        Text("Die Vorhand kann es nicht spielen.", "The Vorhand cannot play it."),
        Text("alle außer der Vorhand", "everybody but the Vorhand"),
    )


class Whose(Custom):
    """Whose a premium can be."""

    EITHER = (
        "either",
        Text("beide Seiten", "either side"),
        Text(
            "Die Seite des Spielers oder die Gegner: wer sie macht, bekommt sie.",
            "The declarer's side or the opponents: whoever makes it gets it.",
        ),
    )
    DECLARER = (
        "declarer",
        Text("nur die Seite des Spielers", "the declarer's side only"),
        Text(
            "Die Gegner können sie weder machen noch ansagen.",
            "The opponents can neither make nor announce it.",
        ),
        Text("Nur für die Seite des Spielers: {premiums}.", "For the declarer's side only: {premiums}."),
    )
    # the declarer's side; announced only by whoever holds the called king
    KING_HOLDER = (
        "king_holder",
        Text(
            "nur die Seite des Spielers; ansagen nur, wer den gerufenen König hält",
            "the declarer's side only, announced only by the called king's holder",
        ),
        Text(
            "Die Gegner können sie nicht haben, und ansagen darf sie nur, wer den gerufenen König hält.",
            "The opponents cannot have it, and only whoever holds the called king announces it.",
        ),
        Text(
            "Nur für die Seite des Spielers, und ansagen darf nur, wer den gerufenen König hält: {premiums}.",
            "For the declarer's side only, announced only by whoever holds the called king: {premiums}.",
        ),
    )
    OPPONENTS = (
        "opponents",
        Text("nur die Gegner", "the opponents only"),
        Text(
            "Die Seite des Spielers kann sie weder machen noch ansagen.",
            "The declarer's side can neither make nor announce it.",
        ),
        Text("Nur für die Gegner: {premiums}.", "For the opponents only: {premiums}."),
    )
    WINNER = (
        "winner",
        Text("nur die Seite, die gewinnt", "the winning side only"),
        Text(
            "Nur wer das Spiel gewinnt, kann sie haben, und nur still.",
            "Only whoever wins the game can have it, and only silently.",
        ),
        Text(
            "Nur für die Seite, die das Spiel gewinnt: {premiums}.",
            "Only for the side that wins the game: {premiums}.",
        ),
    )


class InSolo(Custom):
    """What a solo game does to a premium's price."""

    DOUBLED = (
        "doubled",
        Text("doppelt", "doubled"),
        Text("Im Solo bringt sie das Doppelte.", "In a solo game it brings twice as much."),
    )
    SAME = (
        "same",
        Text("gleich", "the same"),
        Text("Im Solo ändert sich nichts daran.", "A solo game changes nothing about it."),
    )
    # the sheet prints prices of its own
    LISTED = (
        "listed",
        Text("eigene Preise", "prices of its own"),
        Text("Die Werte im Solo gebt ihr selbst an.", "You give the values for solo games yourself."),
    )
    # the premium does not exist there
    NEVER = (
        "never",
        Text("gibt es nicht", "does not exist"),
        Text("Im Solo gibt es sie nicht.", "It does not exist in solo games."),
        Text("Nicht in Solospielen: {premiums}.", "Not in solo games: {premiums}."),
    )


class Effect(Custom):
    """What a premium does to the settlement."""

    # a line of its own
    LINE = (
        "line",
        Text("eigener Betrag", "an amount of its own"),
        Text("Sie wird neben dem Spiel gewonnen oder verloren.", "It is won or lost beside the game."),
        Text(
            "Der Valat zählt zum Spiel dazu; angesagt und verfehlt bekommt ihn die andere Seite.",
            "The Valat counts in addition to the game; announced and missed, it goes to the other side.",
        ),
    )
    # multiplies the game line
    MULTIPLIES = (
        "multiplies",
        Text("vervielfacht das Spiel", "multiplies the game"),
        Text(
            "Das Spiel wird mit ihrem Wert vervielfacht: 2 verdoppelt es.",
            "The game is multiplied by its value: 2 doubles the game.",
        ),
        Text(
            "Angesagt und verfehlt geht das vervielfachte Spiel an die andere Seite.",
            "Announced and missed, the multiplied game goes to the other side.",
        ),
    )
    # takes the place of the game line
    REPLACES = (
        "replaces",
        Text("statt des Spiels", "instead of the game"),
        Text(
            "Gewonnen oder verfehlt zählt nur der Valat und nicht mehr das Spiel.",
            "Made or missed, only the Valat counts, no longer the game.",
        ),
        Text(
            "Ein Valat, gewonnen oder angesagt verfehlt, tritt an die Stelle des Spiels, mit dessen Kontra.",
            "A Valat, made or announced and missed, takes the place of the game, under its kontra.",
        ),
    )


class BesideValat(Custom):
    """Which other premiums count beside a made Valat."""

    TRICK_PREMIUMS = (
        "trick_premiums",
        Text("nur bestimmte Prämien", "certain premiums only"),
        Text(
            "Neben einem gewonnenen Valat zählen die unten angekreuzten, alle anderen werden 0.",
            "Those ticked below count beside a made Valat, all others become 0.",
        ),
        Text(
            "Neben einem gewonnenen Valat zählen nur: {premiums}.",
            "Beside a made Valat only these count: {premiums}.",
        ),
    )
    TRICK_OR_KONTRA = (
        "trick_or_kontra",
        Text("nur bestimmte Prämien und was kontriert wurde", "certain premiums only, and what was kontra'd"),
        Text(
            "Ebenso, und dazu jede andere Prämie, die kontriert wurde.",
            "Likewise, and any other premium that somebody has kontra'd.",
        ),
        Text(
            "Neben einem gewonnenen Valat zählen nur: {premiums}; und was kontriert wurde.",
            "Beside a made Valat only these count: {premiums}; and what was kontra'd.",
        ),
    )
    ALL = (
        "all",
        Text("alle Prämien", "all premiums"),
        Text(
            "Was gemacht oder angesagt wurde, zählt dazu.", "Whatever was made or announced counts as well."
        ),
        Text("Alle anderen Prämien zählen weiter.", "All other premiums still count."),
    )
    # also beside one that was announced and missed
    ANNOUNCED = (
        "announced",
        Text("nur angesagte Prämien", "announced premiums only"),
        Text(
            "Neben einem Valat, gewonnen oder angesagt und verfehlt, zählt nur, was angesagt wurde.",
            "Beside a Valat, made or announced and missed, only what was announced counts.",
        ),
        Text(
            "Neben einem Valat, gewonnen oder angesagt verfehlt, zählen nur angesagte Prämien.",
            "Beside a Valat, made or announced and missed, only announced premiums count.",
        ),
    )
    NONE = (
        "none",
        Text("keine Prämien", "no premiums"),
        Text("Bezahlt wird nur der Valat selbst.", "Only the Valat itself is paid."),
        Text("Alle anderen Prämien fallen dann weg.", "All other premiums are then void."),
    )


# Each premium says itself whether it counts. They equal their names, as a draft has them.
BY_FLAG = frozenset({BesideValat.TRICK_PREMIUMS, BesideValat.TRICK_OR_KONTRA})


class BirdBy(Custom):
    """Who may announce the obligatory bird."""

    DECLARER = (
        "declarer",
        Text("der Spieler", "the declarer"),
        Text(
            "Den Vogel des Besserrufers sagt der Spieler selbst an.",
            "The one who plays announces the bird of the Besserrufer.",
        ),
        Text("Den Pflichtvogel sagt der Spieler selbst an.", "The declarer announces the obligatory bird."),
    )
    SIDE = (
        "side",
        Text("der Spieler oder sein Partner", "the declarer or the partner"),
        Text(
            "Auch der Partner darf ihn ansagen: Kommandieren gilt.",
            "The partner may announce it as well: commanding is allowed.",
        ),
        Text(
            "Den Pflichtvogel sagt der Spieler oder sein Partner an.",
            "The obligatory bird is announced by the declarer or the partner.",
        ),
    )


class HighCard(Custom):
    """What whoever draws the highest card becomes."""

    VORHAND = (
        "vorhand",
        Text("ist erste Vorhand", "is the first Vorhand"),
        Text(
            "Wer hoch zieht, ist erste Vorhand; der Spieler davor gibt.",
            "Whoever draws the highest card is the first Vorhand; the player before them deals.",
        ),
        Text("Die höchste Karte ist erste Vorhand.", "The highest card is the first Vorhand."),
    )
    DEALS = (
        "deals",
        Text("gibt als Erster", "deals first"),
        Text("Wer hoch zieht, gibt als Erster.", "Whoever draws the highest card deals first."),
        Text("Die höchste Karte gibt zuerst.", "The highest card deals first."),
    )


class DoubledGames(Custom):
    """Which games count double in a Radl."""

    ALL = (
        "all",
        Text("alle Spiele", "all games"),
        Text("Im Radl zählt jede Hand doppelt.", "In a Radl every hand counts double."),
    )
    # one against three: negative games, and a caller without a partner, too
    ALONE = (
        "alone",
        Text("nur was einer allein spielt", "only what somebody plays alone"),
        Text(
            "Spiele gegen drei, Negativspiele und ein Rufer ohne Partner. Mit einem Partner und im "
            "Trischaken zählt die Hand einfach.",
            "Games against three, negative games, and a Rufer without a partner. With a partner and in "
            "Trischaken the hand counts once.",
        ),
        Text(
            "Doppelt zählt davon nur, was einer allein spielt: Spiele gegen drei, Negativspiele, auch ein "
            "Rufer ohne Partner.",
            "Of these only what somebody plays alone counts double: games against three, negative games, "
            "also a Rufer without a partner.",
        ),
    )
    NEGATIVE = (
        "negative",
        Text("nur Negativspiele", "only negative games"),
        Text(
            "Wie Piccolo und Bettler. Jede andere Hand zählt einfach.",
            "Such as Piccolo and Bettler. Any other hand counts once.",
        ),
        Text("Doppelt zählen davon nur Negativspiele.", "Of these only negative games count double."),
    )


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

    def __new__(
        cls,
        value: str,
        label: Text,
        sentence: Text,
        places: int,
        sentences: tuple[TrischakenSentence, ...],
        equals: Text | None = None,
    ) -> Self:
        member = cls._declared(value, label, sentence, None)
        member.places, member.sentences, member.equals = places, sentences, equals
        return member

    ONE_PAYS = (
        "one_pays",
        Text("einer zahlt", "one pays"),
        Text(
            "Wer am meisten hat, zahlt für alle: den dreifachen Wert, als Vorhand das Doppelte davon, "
            "als Bürgermeister noch einmal das Doppelte.",
            "Whoever has the most card points pays for all: three times the value, twice that as Vorhand, "
            "twice again as Bürgermeister.",
        ),
        1,
        (
            TrischakenSentence(
                Text(
                    "Wer am meisten hat, zahlt 3 × {base}; die Vorhand das Doppelte.",
                    "Whoever has the most pays 3 × {base}; the Vorhand twice that.",
                ),
                unless="vorhand_pays",
            ),
            TrischakenSentence(
                Text(
                    "Wer am meisten hat, zahlt 3 × {base}; die Vorhand {vorhand_pays}.",
                    "Whoever has the most pays 3 × {base}; the Vorhand {vorhand_pays}.",
                ),
                where="vorhand_pays",
            ),
            TrischakenSentence(
                Text(
                    "Ein Bürgermeister ({buergermeister}) zahlt das Doppelte, als Vorhand das Vierfache.",
                    "A Bürgermeister ({buergermeister}) pays twice that, as Vorhand four times.",
                ),
                where="buergermeister",
            ),
            TrischakenSentence(
                Text(
                    "Das bekommen die Jungfrauen (kein Stich), sonst alle, die nicht zahlen, zu gleichen "
                    "Teilen.",
                    "It goes to the Jungfrauen (no trick), or else to all who do not pay, in equal shares.",
                ),
                where="jungfrau",
                unless="jungfrau_price",
            ),
            TrischakenSentence(
                Text(
                    "Das bekommen alle, die nicht zahlen, zu gleichen Teilen.",
                    "It goes to all who do not pay, in equal shares.",
                ),
                unless="jungfrau",
            ),
        ),
    )
    TWO_PAY = (
        "two_pay",
        Text("zwei zahlen", "two pay"),
        Text(
            "Die zwei mit den meisten Punkten zahlen an die zwei mit den wenigsten. Ein Bürgermeister "
            "zahlt allein.",
            "The two with most card points pay the two with fewest. A Bürgermeister pays alone.",
        ),
        2,
        (
            TrischakenSentence(
                Text(
                    "Die zwei mit den meisten Punkten zahlen je {base} an die zwei mit den wenigsten.",
                    "The two with most points pay {base} each to the two with fewest.",
                )
            ),
            TrischakenSentence(
                Text(
                    "Hat die Vorhand am meisten, zahlt sie allein {vorhand_pays}.",
                    "With most points the Vorhand pays {vorhand_pays} alone.",
                ),
                where="vorhand_pays",
            ),
            TrischakenSentence(
                Text("Eine Jungfrau (kein Stich) nimmt alles.", "One Jungfrau (no trick) takes all of it."),
                where="jungfrau",
                unless="jungfrau_price",
            ),
            TrischakenSentence(
                Text(
                    "Ein Bürgermeister ({buergermeister}) zahlt allein 3 × {base}, als Vorhand doppelt, "
                    "an die Jungfrauen oder an alle.",
                    "A Bürgermeister ({buergermeister}) pays 3 × {base} alone, twice that as "
                    "Vorhand, to the Jungfrauen or to all.",
                ),
                where="buergermeister",
            ),
        ),
        Text("Punktegleiche teilen sich Gewinn und Verlust.", "Equal players share win and loss."),
    )


class Jungfrauen(Custom):
    """What Jungfrauen get in a Trischaken."""

    SHARE = (
        "share",
        Text("alles, mehrere teilen", "all of it, several share"),
        Text(
            "Eine Jungfrau bekommt, was bezahlt wird; zwei oder drei teilen es sich.",
            "One Jungfrau gets whatever is paid; two or three of them share it.",
        ),
    )
    EACH = (
        "each",
        Text("jede den vollen Preis", "each the full price"),
        Text(
            "Zwei oder drei Jungfrauen bekommen jede so viel, wie eine allein bekäme.",
            "Two or three Jungfrauen each get as much as one of them alone.",
        ),
        Text(
            "Mehrere Jungfrauen bekommen jede, was eine allein bekäme.",
            "Several Jungfrauen each get what one of them alone would get.",
        ),
    )
    # where nobody pays alone
    FROM_EACH = (
        "from_each",
        Text("einen festen Betrag von jedem", "a fixed amount from each"),
        Text(
            "Eine Jungfrau bekommt von jedem anderen den Betrag darunter; wer allein zahlt, zahlt ihr "
            "für alle.",
            "A Jungfrau gets the amount below from each of the others; whoever pays alone pays her for all.",
        ),
        Text(
            "Eine Jungfrau (kein Stich) bekommt {price} von jedem anderen; wer allein zahlt, zahlt für alle.",
            "A Jungfrau (no trick) gets {price} from each of the others; whoever pays alone pays for all.",
        ),
    )


class Splits(Custom):
    """What becomes of an amount of a Trischaken that does not go into whole points."""

    EXACT = (
        "exact",
        Text("genau geteilt", "split exactly"),
        Text(
            "Zwei, die 3 zahlen, zahlen jeder anderthalb.", "Two who have to pay 3 pay one and a half each."
        ),
    )
    WHOLE = (
        "whole",
        Text("in ganzen Punkten", "in whole points"),
        Text(
            "Ein Betrag, der sich nicht teilen lässt, wird so weit erhöht, bis er aufgeht: aus 3 werden 4.",
            "An amount that cannot be split is raised until it can: 3 becomes 4.",
        ),
        Text(
            "Bezahlt wird in ganzen Punkten: was nicht aufgeht, wird erhöht, bis es geht (aus 3 werden 4).",
            "Whole points are paid: what does not split evenly is raised until it does (3 becomes 4).",
        ),
    )


class SideBySide(Custom):
    """Which negative games can be played side by side."""

    EQUAL = (
        "equal",
        Text("gleichwertige", "those of equal value"),
        Text(
            "Zwei Negativspiele vom gleichen Wert dürfen in einer Hand gespielt werden.",
            "Two negative games of the same value may be played in one hand.",
        ),
        Text(
            "Gleichwertige dürfen nebeneinander gespielt werden; ",
            "Equal-valued ones may be played side by side; ",
        ),
    )
    NONE = (
        "none",
        Text("gar keine", "none at all"),
        Text("In jeder Hand gibt es nur ein Spiel.", "There is only one game in every hand."),
        Text("Nebeneinander wird nicht gespielt.", "No games are played side by side."),
    )
    # those that are marked
    LISTED = (
        "listed",
        Text("nur die angekreuzten", "only those ticked"),
        Text(
            "Nebeneinander gehen die unten angekreuzten Spiele, auch von verschiedenem Wert.",
            "The games ticked below can be played side by side, of different values too.",
        ),
        Text(
            "Nebeneinander dürfen gespielt werden: {games}; ", "These may be played side by side: {games}; "
        ),
    )


class TrischakenRenonce(Custom):
    """What a Renonce costs in a Trischaken."""

    BUERGERMEISTER_POT = (
        "buergermeister_pot",
        Text("wie ein Bürgermeister", "like a Bürgermeister"),
        Text(
            "Wer renonciert, zahlt wie ein Bürgermeister, zu gleichen Teilen an die anderen.",
            "Whoever revokes pays what a Bürgermeister would pay, in equal shares to the others.",
        ),
        Text(
            "{trischaken}: wie ein Bürgermeister {pot}, als Vorhand {double_pot}, an die drei anderen "
            "zu gleichen Teilen.",
            "{trischaken}: like a Bürgermeister {pot}, as Vorhand {double_pot}, to the three others "
            "in equal shares.",
        ),
    )
    # a fixed amount to each of the others
    EACH = (
        "each",
        Text("fester Betrag an jeden", "a fixed amount to each"),
        Text(
            "Wer renonciert, zahlt jedem anderen den Betrag darunter.",
            "Whoever revokes pays the amount below to each of the others.",
        ),
        Text("{trischaken}: {times} an jeden.", "{trischaken}: {times} to each."),
    )
    # so many times the base to each of the others
    BASES = (
        "bases",
        Text("so viele Male den Wert an jeden", "so many times the value to each"),
        Text(
            "Wer renonciert, zahlt jedem so viele Male den Wert des Trischakens.",
            "Whoever revokes pays the value of a Trischaken so many times to each.",
        ),
        Text(
            "{trischaken}: {times} × {base} = {bases} an jeden.",
            "{trischaken}: {times} × {base} = {bases} to each.",
        ),
    )
    # the sheet names no price
    OPEN = (
        "open",
        Text("steht nicht fest", "not laid down"),
        Text(
            "Eine Renonce im Trischaken lässt sich nicht schreiben.",
            "A revoke in Trischaken cannot be recorded.",
        ),
        Text("{trischaken}: steht nicht fest.", "{trischaken}: not laid down."),
    )


class RenonceCustom(Custom):
    """What somebody who revoked pays."""

    # everybody as if their side had won game and announcements
    INDEMNIFY = (
        "indemnify",
        Text(
            "jeder bekommt, was ein gewonnenes Spiel gebracht hätte",
            "everybody gets what a won game would have brought",
        ),
        Text(
            "Wer renonciert, zahlt jedem anderen, auch dem Partner, was ihm dieses Spiel und alle Ansagen, "
            "gewonnen, gebracht hätten.",
            "Whoever revokes pays every other player, the partner too, what a won game with "
            "everything announced would have brought them.",
        ),
        Text(
            "Wer renonciert, zahlt jedem anderen, auch dem Partner, was ihm dieses Spiel und alle Ansagen, "
            "gewonnen, gebracht hätten.",
            "The offender pays everybody else, the partner too, what game and all announcements, won, "
            "would have brought them.",
        ),
    )
    # the announced game to each of the three
    PRICE_TO_EACH = (
        "price_to_each",
        Text("der Preis des Spiels an jeden", "the price of the game to each"),
        Text(
            "Wer renonciert, zahlt jedem der drei anderen den Preis des angesagten Spiels.",
            "Whoever revokes pays the price of the announced game to each of the three others.",
        ),
        Text(
            "Wer renonciert, zahlt jedem der drei anderen den Preis des angesagten Spiels, auch dem Partner.",
            "The offender pays the price of the announced game to each of the three others, the "
            "partner included.",
        ),
    )
    # the sheet names no price
    OPEN = (
        "open",
        Text("steht nicht fest", "not laid down"),
        Text(
            "Eine Renonce lässt sich nicht schreiben: sie hat keinen Preis.",
            "A revoke cannot be recorded: it has no price.",
        ),
        Text(
            "Was eine Renonce kostet, sagt dieses Blatt nicht.",
            "This sheet does not say what a Renonce costs.",
        ),
    )
