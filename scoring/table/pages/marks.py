"""A hand in a few signs, as it is noted on paper."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.engine.customs import Counting, Kind
from scoring.engine.facts import Entry, Game, Hand, Premium
from scoring.engine.options import OPTIONS, choice_label
from scoring.engine.rules import Contract, Rules
from scoring.engine.sides import blatt, declarer_wins, of_declarers_side

KONTRA_SHORT = {"kontra": "K", "re": "Re", "sub": "Sub", "hirsch": "H"} | {
    f"kontra_{step}": f"K{step}" for step in range(5, 10)
}


class GameMarks(NamedTuple):
    """A game on one line: "BR  Bert + Dora  41/2 gewonnen  Kontra"."""

    short: str
    label: str
    players: str  # the declarer, and the partner if there is one
    alone: str  # why there is no partner
    result: str
    kontra: str
    declarer: str = ""
    partner: str = ""
    in_full: str = ""  # the result with everything that it follows from


def games_in_short(hand: Hand, pays: Sequence[str], rules: Rules, language: str) -> Iterator[GameMarks]:
    """Yield the games of a hand in a few signs; `hand` and `pays` carry names."""
    for game in hand.games:
        contract = rules.contracts[game.contract]
        yield GameMarks(
            short=contract.short,
            label=contract.label.in_language(language),
            players=f"{game.declarer} + {game.partner}" if game.partner else game.declarer,
            alone=_alone(game.king, contract, language) if game.king else "",
            result=_revoked(hand) or _result(game, pays, rules),
            in_full=_revoked_in_full(hand) or _order(game) or _result(game, pays, rules),
            kontra=", ".join(_kontras(game, rules)),
            declarer=game.declarer,
            partner=game.partner or "",
        )


def _alone(why: str, contract: Contract, language: str) -> str:
    if why == "self":
        return _("called themselves")
    if contract.calls is None:
        return _("king in the talon")
    return _("%(card)s in the talon") % {"card": contract.calls.in_language(language)}


def _revoked(hand: Hand) -> str:
    return "" if hand.revoke is None else _("Renonce %(name)s") % {"name": " + ".join(hand.revoke.offenders)}


def _revoked_in_full(hand: Hand) -> str:
    """Return who revoked, and the others' claims: "Renonce Anna, claims: Bert 2, Dora 1"."""
    if hand.revoke is None or not hand.revoke.claims:
        return _revoked(hand)
    claims = ", ".join(f"{name} {points}" for name, points in hand.revoke.claims.items())
    return ", ".join((_revoked(hand), _("claims: %(claims)s") % {"claims": claims}))


def agreed_in_full(hand: Hand, language: str) -> Iterator[str]:
    """Yield the agreements for this hand alone."""
    for key, value in hand.options.items():
        label = choice_label(key, value).in_language(language)
        yield f"{OPTIONS[key].matter.in_language(language)}: {label}"


def _result(game: Game, pays: Sequence[str], rules: Rules) -> str:
    contract = rules.contracts[game.contract]
    if contract.kind is Kind.TRISCHAKEN:
        sentence = ngettext("%(names)s pays", "%(names)s pay", len(pays))
        return sentence % {"names": ", ".join(pays)} if pays else ""
    if game.conceded:
        return _("conceded")
    if game.unplayed:
        return _("blank")
    if game.drawn:
        return "35:35"
    sentence = _("won") if declarer_wins(game, contract, rules) else _("lost")
    if game.points is not None:
        exact = rules.counting is Counting.BLATT and not game.lagen
        counted = blatt(game.points) if exact else str(game.points // 3 if game.lagen else game.points)
        return f"{counted} {sentence}"
    return sentence


def _order(game: Game) -> str:
    """Return a Trischaken's players in order of card points, "Anna = Bert zahlen", or with points."""
    if game.count is not None:
        return ", ".join(f"{name} {blatt(points)}" for name, points in game.count.items())
    if game.order is None:
        return ""
    groups = " > ".join(" = ".join(group) for group in game.order.groups)
    if game.order.buergermeister:
        groups = f"Bürgermeister {groups}"
    sentence = ngettext("%(names)s pays", "%(names)s pay", sum(map(len, game.order.groups)))
    return ", ".join([sentence % {"names": groups}, *(f"Jungfrau {name}" for name in game.order.jungfrauen)])


def _kontras(game: Game, rules: Rules) -> Iterator[str]:
    if game.kontra is not None:
        label = rules.kontra.label(game.kontra)
        yield _("%(kontra)s void") % {"kontra": label} if game.kontra_void else label
    for player, level in game.kontras.items():
        yield f"{rules.kontra.label(level)} {player}"


def premiums_in_short(hand: Hand, rules: Rules) -> Iterator[str]:
    """Yield premiums as "I a✓K": announced, made, with Kontra; last those of the opponents, in brackets."""
    ours = [premium for premium in hand.premiums if _of_declarers_side(premium, hand)]
    theirs = [premium for premium in hand.premiums if not _of_declarers_side(premium, hand)]
    yield from (_premium(premium, rules) for premium in ours)
    yield from (f"({_premium(premium, rules)})" for premium in theirs)


def premiums_in_full(hand: Hand, rules: Rules) -> Iterator[str]:
    """Yield premiums in short, each with its player, unless it is the declarer's: "I a✓K: Dora"."""
    for premium in hand.premiums:
        names = f"{premium.by}/{premium.against}" if premium.against else premium.by
        whose = f": {names}" if names != hand.games[0].declarer else ""
        yield f"{_premium(premium, rules)}{whose}"


def premiums_in_words(hand: Hand, rules: Rules, language: str) -> Iterator[str]:
    """Yield the premiums without abbreviations: "Pagat announced ✓ Kontra", "Trull (Dora)"."""
    for premium in hand.premiums:
        words = [rules.premiums[premium.premium].label.in_language(language)]
        if premium.announced:
            words.append(_("announced"))
        words += _how_it_went(premium)
        if premium.kontra is not None:
            label = rules.kontra.label(premium.kontra)
            words.append(_("%(kontra)s void") % {"kontra": label} if premium.kontra_void else label)
        if not _of_declarers_side(premium, hand):
            words.append(f"({premium.by})")
        yield " ".join(words)


def _of_declarers_side(premium: Premium, hand: Hand) -> bool:
    return of_declarers_side(hand.games[0], premium.by)


def _premium(premium: Premium, rules: Rules) -> str:
    rule = rules.premiums[premium.premium]
    signs = "a" if premium.announced else ""
    signs += "".join(_how_it_went(premium))
    if premium.kontra is not None:
        level = KONTRA_SHORT[premium.kontra]
        signs += f"({level})" if premium.kontra_void else level
    return f"{rule.short} {signs}".rstrip()


def _how_it_went(premium: Premium) -> Iterator[str]:
    """Yield the sign of a premium's outcome, if it is not obvious: a silent one was made."""
    if premium.made is not None and (premium.announced or not premium.made):
        yield "✓" if premium.made else "✗"


def shorts_of(entries: Iterable[Entry], rules: Rules, language: str) -> Iterator[tuple[str, str]]:
    """Yield the abbreviations on a sheet with their meanings."""
    hands = [entry for entry in entries if isinstance(entry, Hand)]
    games = {game.contract for hand in hands for game in hand.games}
    premiums = [premium for hand in hands for premium in hand.premiums]
    played = {premium.premium for premium in premiums}
    for contract in rules.contracts.values():
        if contract.key in games:
            yield contract.short, contract.label.in_language(language)
    for rule in rules.premiums.values():
        if rule.key in played:
            yield rule.short, rule.label.in_language(language)
    if any(premium.announced for premium in premiums):
        yield "a", _("announced")
    if any(premium.announced and premium.made for premium in premiums):
        yield "✓", _("made")
    if any(premium.made is False for premium in premiums):
        yield "✗", _("missed")
    levels = {premium.kontra for premium in premiums}
    for level, short in KONTRA_SHORT.items():
        if level in levels:
            yield short, rules.kontra.label(level)
    if any(not _of_declarers_side(premium, hand) for hand in hands for premium in hand.premiums):
        yield "( )", _("of the opponents")
