"""Entries of a table in words: a sentence or two, as players would put it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from scoring.engine import facts
from scoring.engine.amounts import noted
from scoring.engine.customs import Counting, Kind
from scoring.engine.facts import Entry, Game, Hand, Premium
from scoring.engine.options import OPTIONS, choice_label
from scoring.engine.result import from_twelfths
from scoring.engine.rules import CODE, DOUBLED, Rules
from scoring.engine.sides import blatt
from scoring.engine.texts import Text, either, listed
from scoring.engine.triggers import TRIGGERS


def trigger_in_words(name: str, rules: Rules, language: str) -> str:
    """Return the words for a trigger of a Radl, with this sheet's names."""
    played = (contract.label for contract in rules.contracts.values() if contract.kind is Kind.TRISCHAKEN)
    label = next(played, Text("Trischaken", "Trischaken"))
    return TRIGGERS[name].told.in_language(language).format(label.in_language(language))


def hand_in_words(hand: Hand, rules: Rules, language: str) -> list[str]:
    """Return one phrase for each game, each premium, and every other fact."""
    say = _Teller(rules, language)
    phrases = [say.game(game) for game in hand.games]
    phrases += [say.premium(premium) for premium in hand.premiums]
    if hand.revoke is not None:
        offenders = listed(hand.revoke.offenders, language)
        phrases.append(say("Renonce von {}", "Renonce by {}", offenders))
        phrases += [
            say("{} fordert {}", "{} claims {}", player, claim)
            for player, claim in hand.revoke.claims.items()
        ]
    if hand.radl:
        times = "" if hand.times == DOUBLED else f" ×{hand.times}"
        phrases.append(say("im Radl{}", "in the Radl{}", times))
    phrases += [say.agreed(key, value) for key, value in hand.options.items()]
    return phrases


def hand_in_short(hand: Hand, rules: Rules, language: str, player: str) -> str:
    """Return a hand's games and premiums in short, without the name of its main winner."""
    say = _Teller(rules, language)
    phrases = [say.game(replace(game, won=None if game.won else game.won)) for game in hand.games]
    for premium in hand.premiums:
        tried = replace(premium, made=None if premium.made else premium.made)
        phrases.append(" ".join(say.premium_parts(tried, is_named=premium.by != player)))
    phrases += hand_in_words(replace(hand, games=(), premiums=()), rules, language)
    return ", ".join(phrases).removeprefix(f"{player}: ")


def entry_in_words(entry: Entry, rules: Rules, language: str) -> str:
    """Return what happened at this place of a sheet: a hand, a hand that does not count, or an event."""
    say = _Teller(rules, language)
    if isinstance(entry, Hand):
        return joined(hand_in_words(entry, rules.under(entry.options), language))
    if isinstance(entry, facts.Void):
        if entry.kind == "redeal" and not entry.reason:
            return say("Neu gegeben.", "Dealt again.")
        if entry.kind == "redeal":
            return say("Neu gegeben: {}.", "Dealt again: {}.", entry.reason)
        return say("Gestrichen: {}.", "Void: {}.", entry.reason)
    if isinstance(entry, facts.Seating):
        seats = ", ".join(entry.players)
        return say("Es sitzen {}; {} gibt.", "Seated are {}; {} deals.", seats, entry.dealer)
    if isinstance(entry, facts.Dealer):
        return say("{} gibt.", "{} deals.", entry.dealer)
    if isinstance(entry, facts.OtherRules):
        label, code = rules.label.in_language(language), entry.digest[:CODE]
        if entry.from_first:
            return say("Von Anfang an gilt: {} ({}).", "From the first hand on: {} ({}).", label, code)
        return say("Ab hier gilt: {} ({}).", "From here on: {} ({}).", label, code)
    if isinstance(entry, facts.RightNames):
        corrections = [
            say("{} war in Wirklichkeit {}.", "{} was really {}.", *both)
            for both in sorted(entry.people.items())
        ]
        return " ".join([say("Ab hier:", "From here on:"), *corrections] if entry.from_here else corrections)
    if isinstance(entry, facts.Totals):
        totals = [f"{name} {noted(from_twelfths(twelfths))}" for name, twelfths in entry.twelfths.items()]
        return say("Endstände: {}.", "Totals: {}.", ", ".join(totals))
    return say(*_EVENTS[entry])


# Events that say nothing but that they happened.
_EVENTS: Mapping[Entry, tuple[str, str]] = {
    facts.CalledRadl(): ("Doppelrunde ausgerufen.", "A double round is called."),
    facts.DoublingEnds(dealt=True): (
        "Gong: Das schon gegebene Spiel zählt wie angezeigt, danach zählt nichts mehr doppelt.",
        "The bell: the hand already dealt counts as shown, after it nothing is doubled.",
    ),
    facts.DoublingEnds(): (
        "Gong: Offene Doppelspiele verfallen, ab hier zählt nichts mehr doppelt.",
        "The bell: doubled hands still to come lapse, from here on nothing is doubled.",
    ),
    facts.DoublingResumes(): (
        "Zeit ist dazugekommen: Spiele können wieder doppelt zählen.",
        "Time was added: hands can be doubled again.",
    ),
    facts.Schlussradl(): ("Das Schlussradl beginnt.", "The Schlussradl begins."),
}


class _Teller:
    """Puts facts into words of one language."""

    def __init__(self, rules: Rules, language: str) -> None:
        self.rules = rules
        self.language = language

    def __call__(self, german: str, english: str, *named: object) -> str:
        return either(german, english, self.language).format(*named)

    def game(self, game: Game) -> str:
        contract = self.rules.contracts.get(game.contract)
        label = contract.label.in_language(self.language) if contract else game.contract
        phrase = f"{game.declarer}: {label}"
        if game.partner is not None:
            phrase += self(" mit {}", " with {}", game.partner)
        return ", ".join([phrase, *self.details(game)])

    def details(self, game: Game) -> Iterator[str]:
        if game.king == "talon":
            contract = self.rules.contracts.get(game.contract)
            called = Text("König", "king") if contract is None else contract.called
            yield self("{} im Talon", "{} in the talon", called.in_language(self.language))
        if game.king == "self":
            yield self("selbst gerufen", "self-called")
        if game.points is not None:
            yield str(game.points // 3) if game.lagen else self.points(game.points)
        if game.tricks is not None:
            is_single = game.tricks == 1
            yield (
                self("{} Stich", "{} trick", 1) if is_single else self("{} Stiche", "{} tricks", game.tricks)
            )
        if game.drawn:
            yield "35:35"
        if game.won is not None:
            yield self("gewonnen", "won") if game.won else self("verloren", "lost")
        if game.conceded:
            yield self("geschliffen", "conceded")
        if game.unplayed:
            yield self("nicht gespielt", "not played")
        yield from self.kontra(game)
        for player, level in game.kontras.items():
            yield self("{} von {}", "{} by {}", self.rules.kontra.label(level), player)
        if game.count is not None:
            yield ", ".join(f"{player} {self.points(points)}" for player, points in game.count.items())
        if game.order is not None:
            yield from self.order(game.order)

    def points(self, points: int) -> str:
        if self.rules.counting is Counting.BLATT:
            return blatt(points)
        return self("{} Punkte", "{} points", points)

    def order(self, order: facts.Order) -> Iterator[str]:
        joint = self(" und ", " and ")
        groups = [joint.join(group) for group in order.groups]
        if len(groups) == 1:
            yield self("am meisten {}", "most {}", groups[0])
        else:
            yield self(" vor ", " before ").join(groups)
        if order.buergermeister:
            yield self("Bürgermeister {}", "Bürgermeister {}", joint.join(order.groups[0]))
        if order.jungfrauen:
            yield self("Jungfrau {}", "Jungfrau {}", joint.join(order.jungfrauen))

    def kontra(self, kontraed: Game | Premium) -> Iterator[str]:
        if kontraed.kontra is not None:
            level = self.rules.kontra.label(kontraed.kontra)
            void = kontraed.kontra_void
            yield self("{} unter Partnern", "{} between partners", level) if void else level

    def premium(self, premium: Premium) -> str:
        return ", ".join(self.premium_parts(premium))

    def premium_parts(self, premium: Premium, *, is_named: bool = True) -> Iterator[str]:
        """Yield the phrases about a premium; `is_named` begins with its player."""
        rule = self.rules.premiums.get(premium.premium)
        label = rule.label.in_language(self.language) if rule else premium.premium
        phrase = self("{} von {}", "{} by {}", label, premium.by) if is_named else label
        if premium.against is not None:
            phrase += self(" gegen {}", " against {}", premium.against)
        yield phrase
        if premium.announced:
            yield self("angesagt", "announced")
        if premium.made is not None:
            yield self._made(premium)
        yield from self.kontra(premium)

    def _made(self, premium: Premium) -> str:
        if premium.announced:
            return self("gewonnen", "made") if premium.made else self("verloren", "missed")
        return self("still", "silent") if premium.made else self("still verfehlt", "silently missed")

    def agreed(self, key: str, value: str | int) -> str:
        if key not in OPTIONS or value not in OPTIONS[key].values:
            return self("vereinbart: {} = {}", "agreed: {} = {}", key, value)
        return self(
            "vereinbart: {}: {}",
            "agreed: {}: {}",
            OPTIONS[key].matter.in_language(self.language),
            choice_label(key, value).in_language(self.language),
        )


def joined(phrases: Iterable[str]) -> str:
    """Return phrases as one sentence.

    >>> joined(["Anna: Rufer mit Cilli, 41/2", "Trull von Bert, still"])
    'Anna: Rufer mit Cilli, 41/2. Trull von Bert, still.'
    """
    return " ".join(f"{phrase}." for phrase in phrases)
