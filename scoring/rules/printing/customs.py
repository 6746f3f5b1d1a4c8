"""The customs of a sheet, subject by subject, in plain sentences; a subject without any is left out.

Every value of every custom and option has a sentence of its own, the usual ones too.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from scoring.engine.amounts import noted
from scoring.engine.customs import (
    Counting,
    Custom,
    DoubledGames,
    Effect,
    InSolo,
    Kind,
    LimitNotation,
    RenonceCustom,
    SideBySide,
    Whose,
)
from scoring.engine.facts import Game, Hand
from scoring.engine.money import number_in_words
from scoring.engine.options import TOTALS_ZERO
from scoring.engine.prices import VALAT
from scoring.engine.rules import DOUBLED, Contract
from scoring.engine.settling import settle
from scoring.engine.telling import trigger_in_words
from scoring.engine.texts import Text
from scoring.rules.printing.writer import Writer


class Matter(NamedTuple):
    """One matter of the sheet in plain sentences."""

    title: str
    sentences: tuple[str, ...]


def customs_by_chapter(say: Writer) -> dict[str, Matter]:
    """Return the customs that print something, by their chapter of the rule book."""
    written = {
        chapter: (*sentences(say), *say.keys_in(chapter)) for chapter, (_title, sentences) in _CUSTOMS.items()
    }
    titles = {chapter: say.text(title, trischaken=say.trischaken) for chapter, (title, _) in _CUSTOMS.items()}
    return {
        chapter: Matter(titles[chapter], sentences) for chapter, sentences in written.items() if sentences
    }


def _counting(say: Writer) -> Iterator[str]:
    rules = say.rules
    needs, every = say.limit(rules.needs), rules.most_points
    how: Custom = rules.counting
    if rules.counting is Counting.BLATT:
        how = LimitNotation.BLATT if rules.writes_blatt else LimitNotation.WHOLE
    yield from say.custom(how, needs=needs, all=every)
    if rules.pack_cards is not None:
        yield from say.words_of(
            "pack_cards", rules.pack_cards, rules.talon_cards, holds=bool(rules.talon_cards)
        )
    yield from say.key("contracts.needs_after_kontra")
    for contract in say.contracts(lambda contract: contract.step_points is not None):
        named = (say.label(contract), number_in_words(contract.step_value or 0), contract.step_points)
        if contract.step_from is None:
            yield from say.words_of("contracts.step_points", *named)
        else:
            yield from say.words_of("contracts.step_from", *named, say.limit(contract.step_from))
    yield say.sentence("cards.opponents")


def _calling(say: Writer) -> Iterator[str]:
    rules = say.rules
    calling = say.contracts(kind=Kind.CALLING)
    for kind in Kind:
        played = [contract for contract in say.contracts(kind=kind) if contract.calls is None]
        if played:
            yield from say.custom(kind, games=say.labels(played))
        tarocks = [contract for contract in calling if contract.calls] if kind is Kind.CALLING else []
        for card in dict.fromkeys(say.text(contract.called) for contract in tarocks):
            games = [contract for contract in tarocks if say.text(contract.called) == card]
            yield from say.words_of("contracts.calls", card, say.labels(games))
            yield say.sentence("tarock_in_talon", card)
    if not calling:
        return
    if any(contract.calls_king for contract in calling):
        yield say.sentence("king_in_talon")
    not_in_solo = say.sentence("schleifen.not_in_solo") if any(contract.solo for contract in calling) else ""
    yield from say.words_of("schleifen", not_in_solo, holds=rules.schleifen)
    if rules.schleifen and say.contracts(lambda contract: contract.concedable and bool(contract.birds)):
        yield say.sentence("schleifen.bird")
    if rules.trischaken is not None:
        yield from say.option("trischaken_for_schleifen", trischaken=say.trischaken)
    yield from say.key("self_call")
    yield from say.key("contracts.blank")
    if say.contracts(lambda contract: bool(contract.birds)):
        yield from say.key("bird_by")


def _announcing(say: Writer) -> Iterator[str]:
    rules = say.rules
    yield say.sentence("premiums.missed")
    if say.premiums(lambda rule: rule.silent is not None or rule.solo_silent is not None):
        free = say.premiums(lambda rule: rule.key == VALAT or rule.effect is Effect.MULTIPLIES)
        but_for = say.sentence("premiums.but_for", say.labels(free)) if free else ""
        yield from say.option("silent_miss", but_for=but_for)
    yield from (say.marked("premiums.in_solo", sentence) for sentence in _doubled_in_solo(say))
    for in_solo in InSolo:
        priced = say.premiums(in_solo=in_solo)
        if priced:
            yield from say.custom(in_solo, premiums=say.labels(priced))
    if say.premiums(in_colour=False):
        allowed = say.labels(say.premiums(lambda rule: rule.in_colour and rule.in_solo is not InSolo.NEVER))
        yield from say.words_of("premiums.in_colour", allowed)
    yield from say.key("premiums.calling_only")
    yield from say.key("premiums.between_two")
    for whose in Whose:
        theirs = say.premiums(whose=whose)
        if theirs:
            yield from say.custom(whose, premiums=say.labels(theirs))
    yield from say.key("premiums.cards")
    yield from say.key("premiums.opponents_need_kontra")
    for rule in say.premiums(effect=Effect.MULTIPLIES):
        yield say.sentence("premiums.multiplies", say.label(rule))
    for rule in say.premiums(whose=Whose.WINNER, effect=Effect.MULTIPLIES, needs=None):
        yield say.sentence("premiums.from_when", say.label(rule))
    if rules.kontra.on_premiums and rules.levels:
        yield from say.words_of("kontra.on_premiums")
    if say.premiums(lambda rule: rule.announced is not None):
        yield say.sentence("premiums.both")
        yield say.sentence("premiums.contained", path="premiums.both")


def _doubled_in_solo(say: Writer) -> Iterator[str]:
    """Yield how solo games change the prices of premiums."""
    same = say.premiums(in_solo=InSolo.SAME)
    if not say.contracts(solo=True):
        return
    if not say.premiums(in_solo=InSolo.DOUBLED):
        if not say.premiums(in_solo=InSolo.LISTED):
            yield say.sentence("premiums.solo_doubles_none")
    elif same:
        yield say.sentence("premiums.solo_doubles_some", say.labels(same))
    else:
        yield say.sentence("premiums.solo_doubles_all")


def _valat(say: Writer) -> Iterator[str]:
    rules = say.rules
    valat = rules.premiums.get("valat")
    if valat is None:
        return
    yield from say.custom(valat.effect, path="premiums.valat.effect")
    counting = say.premiums(counts_beside_valat=True)
    yield from say.custom(rules.beside_valat, path="beside_valat", premiums=say.labels(counting))
    yield from say.key("premiums.in_silent_valat")
    yield from say.key("silent_valat_voids_kontra")
    if valat.effect is Effect.LINE and valat.announced is not None:
        yield from say.option("valat_lost_sweep")


def _kontra(say: Writer) -> Iterator[str]:
    kontra = say.rules.kontra
    if not kontra.levels:
        yield say.sentence("kontra.none")
        return
    for path in ("kontra.levels", "kontra.times"):  # the ladder itself, printed above, cannot be marked
        if path in say.assumed:
            yield say.sentence(path)
    yield say.sentence("kontra.partners")
    if not kontra.on_premiums:
        yield from say.words_of("kontra.on_premiums", holds=False)
    for level in kontra.levels:
        limited = say.contracts(kontra_up_to=level)
        if limited:
            yield from say.words_of("contracts.kontra_up_to", say.labels(limited), kontra.label(level))
    yield from say.key("kontra.with_announced_valat")
    alone = say.contracts(kind=Kind.CALLING, solo=True)
    if alone:
        king = say.sentence("kontra.the_king")
        cards = (say.text(contract.calls) if contract.calls else king for contract in alone)
        called = say(" oder ", " or ").join(dict.fromkeys(cards))
        yield from say.option("talon_king_kontra", games=say.labels(alone), called=called)
        if say.rules.options["talon_king_kontra"] == "void":
            yield from say.key("kontra.void_up_to")
    yield from say.option("schrift_kontra")


def _negative(say: Writer) -> Iterator[str]:
    if not say.contracts(kind=Kind.NEGATIVE):
        return
    yield say.sentence("contracts.negative")
    yield from say.option("negative_kontra")
    side_by_side = say.rules.side_by_side
    listed = say.labels(say.contracts(goes_beside=True))
    which = " ".join(say.custom(side_by_side, path="side_by_side", games=listed))
    if side_by_side is SideBySide.NONE:
        yield which
    else:
        yield from say.option("bei_settlement", which=which)


def _trischaken(say: Writer) -> Iterator[str]:
    trischaken = say.rules.trischaken
    if trischaken is None:
        return
    contract = say.contracts(kind=Kind.TRISCHAKEN)[0]
    limit = trischaken.buergermeister
    words = {
        "base": contract.value,
        "buergermeister": "" if limit is None else say.from_limit(limit),
        "vorhand_pays": trischaken.vorhand_pays,
    }
    for sentence in trischaken.custom.sentences:
        if trischaken.has(sentence.where) and not (sentence.unless and trischaken.has(sentence.unless)):
            yield say.text(sentence.text, **words)
    if trischaken.jungfrau:
        yield from say.custom(trischaken.jungfrauen, price=trischaken.jungfrau_price)
    yield from say.custom(trischaken.splits)
    yield from say.key("trischaken.all_tricks")
    yield from say.key("trischaken.all_tricks_doubled")
    if trischaken.custom.equals is None:
        yield from say.option("vorhand_tie")
        yield from say.option("trischaken_ties")
    else:
        yield say.marked("trischaken.equals", say.text(trischaken.custom.equals))
        if trischaken.vorhand_pays is not None and say.rules.options["vorhand_tie"] == "alone":
            yield say.sentence("trischaken.vorhand_alone")
    usual, virgin = (_paid(say, contract, count) for count in _EXAMPLES[say.rules.counting])
    if trischaken.jungfrau:
        yield say.sentence("trischaken.example_with_jungfrau", usual, virgin)
    else:
        yield say.sentence("trischaken.example", usual)


# Card points in seat order, in each of them somebody most and somebody least.
_EXAMPLES = {
    Counting.BLATT: ((30, 20, 12, 8), (20, 33, 17, 0)),
    Counting.PLAIN: ((36, 26, 16, 10), (26, 40, 22, 0)),
}


def _paid(say: Writer, contract: Contract, usual: tuple[int, ...]) -> str:
    """Return what four players with about these card points pay and get, computed by `settle`."""
    players, every = ("1", "2", "3", "4"), say.rules.most_points
    counted = [points * every // sum(usual) for points in usual]
    counted[usual.index(max(usual))] += every - sum(counted)  # in a pack that counts otherwise
    part = say.rules.all_points // every
    count = {player: points * part for player, points in zip(players, counted, strict=True)}
    hand = Hand(players, (Game(contract.key, players[0], count=count),))
    points = ", ".join(map(str, counted))
    amounts = ", ".join(map(noted, settle(hand, say.rules).amounts))
    return say.sentence("trischaken.points", points, amounts)


def _radl(say: Writer) -> Iterator[str]:
    radl = say.rules.radl
    if not radl.played:
        yield say.sentence("radl.none")
        return
    if say.rules.options["radl_start"] == "called":
        yield say.sentence(f"radl.called_{_hands(radl.length)}", radl.length)
        yield from say.option("radl_nesting")
    elif radl.triggers:
        own = [name for name in say.rules.triggers if name in {*radl.lengths, *radl.times}]
        alike = [name for name in say.rules.triggers if name not in own]
        causes = ", ".join(trigger_in_words(name, say.rules, say.language) for name in alike)
        if alike:
            yield say.sentence(f"radl.{_hands(radl.length)}", causes, radl.length)
        for name in own:
            trigger, length = (
                trigger_in_words(name, say.rules, say.language),
                radl.lengths.get(name, radl.length),
            )
            cause, times = trigger[0].upper() + trigger[1:], radl.times.get(name, DOUBLED)
            yield say.sentence(f"radl.its_own_{_hands(length)}", cause, times, length)
        yield from say.option("radl_nesting")
    if TOTALS_ZERO in radl.triggers:
        yield from say.option("radl_schrift")
    if "drawn" in say.rules.triggers:
        yield from say.key("radl.drawn")
    yield from say.key("radl.schlussradl")
    but_for = say.sentence("radl.not_trischaken", say.trischaken) if say.rules.trischaken else ""
    yield from say.custom(radl.doubled_games, trischaken=but_for)
    if radl.doubled_games is not DoubledGames.ALL:
        yield from say.key("radl.waits")
    yield from say.option("radl_doubles")


def _hands(length: int | None) -> str:
    """Return the ending of a sentence's key by the number of doubled hands: a round, one or several."""
    return "round" if length is None else "hand" if length == 1 else "hands"


def _renonce(say: Writer) -> Iterator[str]:
    rules = say.rules
    yield from say.key("renonce")
    if rules.renonce is RenonceCustom.OPEN:
        return
    yield from say.key("claims")
    yield from say.key("shared_renonce")
    if rules.trischaken is not None:
        base, times = say.contracts(kind=Kind.TRISCHAKEN)[0].value, rules.trischaken.renonce_times or 0
        yield from say.custom(
            rules.trischaken.renonce,
            trischaken=say.trischaken,
            base=base,
            times=times,
            bases=times * base,
            pot=6 * base,
            double_pot=12 * base,
        )


def _seats(say: Writer) -> Iterator[str]:
    yield from say.key("high_card")
    yield say.sentence("five")
    yield say.sentence("six")


def _money(say: Writer) -> Iterator[str]:
    cents, terms = say.rules.cents_per_point, say.rules.pagatkassa
    if cents is not None:
        yield from say.words_of("money.cents_per_point", cents)
    if terms is not None:
        yield from say.key("pagatkassa.stake")
        if terms.start:
            yield from say.words_of("pagatkassa.start_again", say.money(terms.start), holds=terms.start_again)
        most = "" if terms.ceiling is None else say.sentence("pagatkassa.at_most", say.money(terms.ceiling))
        yield say.sentence("pagatkassa.pagat", most)


_CUSTOMS: Mapping[str, tuple[Text, Callable[[Writer], Iterator[str]]]] = {
    "cards": (Text("Zählen", "Counting"), _counting),
    "calling": (Text("Mit wem", "With whom"), _calling),
    "announcing": (Text("Prämien", "Premiums"), _announcing),
    "kontra": (Text("Kontra", "Kontra"), _kontra),
    "valat": (Text("Valat", "Valat"), _valat),
    "negative": (Text("Negativspiele", "Negative games"), _negative),
    "trischaken": (Text("{trischaken}", "{trischaken}"), _trischaken),
    "radl": (Text("Radl", "Radl"), _radl),
    "renonce": (Text("Renonce", "Renonce"), _renonce),
    "dealing": (Text("Sitzen", "Seats"), _seats),
    "money": (Text("Geld", "Money"), _money),
}
