"""What statistics count of a hand, and what sheets and evenings add up to. Derived, stored, verified.

A season is added up from its evenings, and hands at which certain people played from the line-ups of their
tables: neither has to read every table, or every hand, anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import starmap
from typing import Any, NamedTuple

from scoring.engine.customs import Effect, Kind
from scoring.engine.facts import Game, Hand, Premium
from scoring.engine.prices import VALAT, counting_valats
from scoring.engine.result import Amount, Line, Settlement, added_up, in_twelfths
from scoring.engine.rules import Rules
from scoring.engine.sheet import DerivedRow
from scoring.engine.sides import declarer_wins, kontra_void_by_itself, of_declarers_side
from scoring.engine.trischaken import ranking
from scoring.models import Evening, EveningSums, LineUpSums, Sheet
from scoring.models.evenings import CountedOfSheet

# Alone: in a Trischaken somebody else declared. Apart: somebody who plays another game beside this one,
# where declarers do not pay one another.
DECLARER, PARTNER, OPPONENT, ALONE, APART = "dpoa-"
SILENT, MADE, MISSED, SILENT_MISSED = "sami"
ROLES = {DECLARER: "declarer", PARTNER: "partner", OPPONENT: "opponent"}  # under which sums keep them
WITH, AGAINST = "with", "against"
BEST = 5  # hands of a sheet that are remembered
TOGETHER = 50  # hands that are stored in one row


class GameCounted(NamedTuple):
    """A game of the hand. `sides` has a letter for each seat."""

    contract: str
    sides: str
    won: bool | None  # by the declarer's side; None: somebody revoked. A Trischaken: who does not pay wins
    twelfths: Sequence[int] | None = None  # of this game, where several were played; None: the whole hand


class PremiumCounted(NamedTuple):
    """A premium of a hand, as statistics count it."""

    key: str
    seat: int  # whose it is
    how: str
    twelfths: Sequence[int]


class KontraCounted(NamedTuple):
    """One step of a kontra: what it brought beyond the step before."""

    step: int  # 1 Kontra, 2 Re, …
    givers: Sequence[int]  # the seats of the side that said it
    twelfths: Sequence[int]


class HandCounted(NamedTuple):
    """A hand as it is stored: a list of these, without what is empty at the end."""

    rules: int  # the version that held; 0: the one the sheet began with
    players: Sequence[int]  # participants, Vorhand first
    twelfths: Sequence[int]  # Kassa
    games: Sequence[Any]
    premiums: Sequence[Any] = ()
    kontras: Sequence[Any] = ()
    further: Mapping[str, Any] = {}  # "schrift", where it differs; "jungfrau", "buergermeister": seats

    @property
    def as_json(self) -> list[Any]:
        found: list[Any] = json.loads(json.dumps(self))
        while not found[-1]:
            found.pop()
        return found


def counted(row: DerivedRow) -> HandCounted:
    """Return what a hand that counts came to, as it is stored."""
    hand, settlement = row.fact.entry, row.row.settlement
    assert isinstance(hand, Hand)
    assert settlement is not None
    rules = row.fact.rules.under(hand.options)
    kassa = _twelfths(settlement.amounts)
    schrift = _twelfths(settlement.schrift_amounts)
    further: dict[str, Any] = {} if kassa == schrift else {"schrift": schrift}
    premiums: Iterable[PremiumCounted] = ()
    kontras: Iterable[KontraCounted] = ()
    if hand.revoke is None:
        kind = rules.contracts[hand.games[0].contract].kind
        if kind is Kind.TRISCHAKEN:
            further |= _of_trischaken(hand.games[0], settlement, rules)
        elif kind is Kind.NEGATIVE:
            kontras = _kontras_of_each(hand, settlement, rules)
        else:
            premiums = _premiums(hand, settlement, rules)
            kontras = _kontras(hand, settlement, rules)
    return HandCounted(
        rules=row.version or 0,
        players=tuple(map(int, settlement.players)),
        twelfths=kassa,
        games=tuple(game[:3] if game.twelfths is None else game for game in _games(hand, settlement, rules)),
        premiums=tuple(premiums),
        kontras=tuple(kontras),
        further=further,
    )


def _twelfths(amounts: Iterable[Amount]) -> tuple[int, ...]:
    return tuple(map(in_twelfths, amounts))


def _games(hand: Hand, settlement: Settlement, rules: Rules) -> Iterable[GameCounted]:
    """Yield each game, of several with its own lines; claims after a Renonce go with the first."""
    players, games = settlement.players, hand.games
    apart: list[tuple[int, ...] | None] = [None]
    if len(games) > 1:
        later = [_of_lines(settlement, game.declarer) for game in games[1:]]
        whole = _twelfths(settlement.amounts)
        apart = [tuple(all_ - sum(some) for all_, *some in zip(whole, *later, strict=True)), *later]
    for game, twelfths in zip(games, apart, strict=True):
        yield GameCounted(
            game.contract, _sides(hand, game, players, rules), wins(hand, game, rules), twelfths
        )


def _of_lines(settlement: Settlement, declarer: str) -> tuple[int, ...]:
    """Return the sum of the lines of this declarer's game, seat by seat, in twelfths."""
    lines = [_twelfths(line.amounts) for line in settlement.lines if line.by == (declarer,)]
    return tuple(sum(line[seat] for line in lines) for seat in range(len(settlement.players)))


def _sides(hand: Hand, game: Game, players: Sequence[str], rules: Rules) -> str:
    other = ALONE if rules.contracts[game.contract].kind is Kind.TRISCHAKEN else OPPONENT
    letters = {}
    if rules.options["bei_settlement"] == "opponents":
        letters = {beside.declarer: APART for beside in hand.games}
    letters |= {game.declarer: DECLARER}
    if game.partner is not None:
        letters[game.partner] = PARTNER
    return "".join(letters.get(player, other) for player in players)


def wins(hand: Hand, game: Game, rules: Rules) -> bool | None:
    """Return whether the declarer's side won; None if somebody revoked: nobody knows how it would have ended.

    A Trischaken that was played to its end is true: there everybody who does not pay has won.
    """
    if hand.revoke is not None:
        return None
    if rules.contracts[game.contract].kind is Kind.TRISCHAKEN:
        return True
    winners = {of_declarers_side(game, valat.by) == bool(valat.made) for valat in counting_valats(hand)}
    if len(winners) == 1:
        return winners.pop()
    return declarer_wins(game, rules.contracts[game.contract], rules)


def _of_trischaken(game: Game, settlement: Settlement, rules: Rules) -> dict[str, Any]:
    assert rules.trischaken is not None
    seats = settlement.players.index
    standing = ranking(game, settlement.players, rules.trischaken)
    found: dict[str, Any] = {}
    if standing.jungfrauen:
        found["jungfrau"] = [seats(player) for player in standing.jungfrauen]
    if standing.buergermeister:
        found["buergermeister"] = [seats(standing.groups[0][0])]
    return found


def _premiums(hand: Hand, settlement: Settlement, rules: Rules) -> Iterable[PremiumCounted]:
    for premium in hand.premiums:
        if premium.made is None:
            continue  # the bird of a game that was conceded
        seat, how = settlement.players.index(premium.by), SILENT if premium.made else SILENT_MISSED
        if premium.announced:
            how = MADE if premium.made else MISSED
        yield PremiumCounted(premium.premium, seat, how, _brought(premium, hand, settlement, rules))


def _brought(premium: Premium, hand: Hand, settlement: Settlement, rules: Rules) -> tuple[int, ...]:
    """Return what a premium brought each seat, in twelfths; if it multiplies the game, what that added."""
    if rules.premiums[premium.premium].effect is not Effect.MULTIPLIES:
        return _twelfths(_line_of(premium, hand, settlement).amounts)
    valats = counting_valats(hand)
    game = settlement.lines[valats.index(premium) if premium in valats else 0]
    times = next((factor.times for factor in game.factors if factor.name == premium.premium), 1)
    return _twelfths(amount - Fraction(amount, times) for amount in game.amounts)


def _line_of(premium: Premium, hand: Hand, settlement: Settlement) -> Line:
    """Return the line of a premium; where both sides announced it, each has one, in the same order."""
    entries = [other for other in hand.premiums if other.premium == premium.premium]
    lines = [line for line in settlement.lines if line.subject == premium.premium]
    return lines[entries.index(premium)]


def _kontras(hand: Hand, settlement: Settlement, rules: Rules) -> Iterable[KontraCounted]:
    """Yield kontras on the game and announced premiums: the other side begins, then the sides take turns."""
    game, players = hand.games[0], settlement.players
    contract = rules.contracts[game.contract]
    own = [of_declarers_side(game, player) for player in players]
    valats = counting_valats(hand)
    taken = valats and rules.premiums[VALAT].effect is not Effect.LINE
    lines = settlement.lines[: len(valats) if taken else 1]  # of the game, or of each Valat that takes it
    voided = any(factor.void for factor in lines[0].factors)
    if game.kontra is not None and not voided:
        yield from _steps(game.kontra, lines, own, rules)
    for premium in hand.premiums:
        if premium.kontra is None or kontra_void_by_itself(premium.kontra, game, contract, rules):
            continue
        if not premium.kontra_void and premium.made is not None:
            side = of_declarers_side(game, premium.by)
            line = _line_of(premium, hand, settlement)
            yield from _steps(premium.kontra, [line], [seat_side == side for seat_side in own], rules)


def _steps(level: str, lines: Sequence[Line], own: Sequence[bool], rules: Rules) -> Iterable[KontraCounted]:
    """Yield the steps of a kontra; `own` are the seats of the side that plays the game or has the premium.

    Beside a Valat a line may have come to nothing, kontra and all.
    """
    said = next((factor.times for factor in lines[0].factors if factor.name == level), None)
    amounts = added_up([line.amounts for line in lines])
    for step, further in _up_to(level, rules):
        part = 0 if said is None else Fraction(further, said)
        givers = tuple(seat for seat, mine in enumerate(own) if mine == (step % 2 == 0))
        yield KontraCounted(step, givers, _twelfths(amount * part for amount in amounts))


def _up_to(level: str, rules: Rules) -> Iterable[tuple[int, int]]:
    """Yield the steps of the ladder that were said, each with how many times more it makes of a line."""
    before = 1
    for step, name in enumerate(rules.levels[: rules.levels.index(level) + 1], 1):
        times = rules.kontra.levels[name]
        yield step, times - before
        before = times


def _kontras_of_each(hand: Hand, settlement: Settlement, rules: Rules) -> Iterable[KontraCounted]:
    """Yield the kontras of a negative game: everybody gives their own, and the declarer answers it."""
    players = settlement.players
    for game in hand.games:
        declarer = players.index(game.declarer)
        for opponent, level in sorted(game.kontras.items(), key=lambda one: players.index(one[0])):
            seat = players.index(opponent)
            line = next(
                line
                for line in settlement.lines
                if line.by in ((), (game.declarer,)) and (not line.against or opponent in line.against)
            )
            between = line.shares[seat] * line.unit
            amounts = [0] * len(players)
            for step, further in _up_to(level, rules):
                part = in_twelfths(between * Fraction(further, rules.kontra.levels[level]))
                amounts[seat], amounts[declarer] = part, -part
                yield KontraCounted(step, (seat,) if step % 2 else (declarer,), tuple(amounts))


# What the hands of a sheet add up to, apart for each version of the rules


def sums_of(hands: Iterable[HandCounted]) -> dict[str, Any]:
    """Return what a sheet adds to statistics: the sums over its hands."""
    sums: dict[str, Any] = {}
    for number, hand in enumerate(hands, 1):
        add(sums, hand, number)
    return sums


def line_ups_of(hands: Iterable[HandCounted]) -> dict[str, Any]:
    """Return what a sheet's hands add up to, apart for all who played a hand together: see `line_up`."""
    found: dict[str, Any] = {}
    for number, hand in enumerate(hands, 1):
        add(found.setdefault(line_up(hand.players), {}), hand, number)
    return found


def line_up(players: Iterable[int]) -> str:
    """Return under what the sums of hands are kept that these participants played, wherever they sat.

    >>> line_up([12, 9, 10, 7])
    '7 9 10 12'
    """
    return " ".join(map(str, sorted(players)))


def add(sums: dict[str, Any], hand: HandCounted, number: int) -> None:
    """Add one hand more to the sums, with its number on the sheet."""
    into = sums.setdefault(str(hand.rules), {"hands": 0, "games": {}, "people": {}, "best": []})
    into["hands"] += 1
    for player, twelfths in zip(hand.players, hand.twelfths, strict=True):
        _count(into["people"], str(player), 1, twelfths)
    for game in starmap(GameCounted, hand.games):
        seat = game.sides.index(DECLARER)
        twelfths = (game.twelfths or hand.twelfths)[seat]
        won = won_at(game, hand, seat)
        _count(into["games"], game.contract, 1, int(won is True), int(won is False), twelfths)
    for raw in hand.premiums:
        _count_premium(into, PremiumCounted(*raw))
    for raw in hand.kontras:
        kontra = KontraCounted(*raw)
        _count_kontra(into, kontra, sum(kontra.twelfths[seat] for seat in kontra.givers))
    if ALONE in hand.games[0][1]:
        into["trischaken"] = into.get("trischaken", 0) + 1
        for what in ("jungfrau", "buergermeister"):
            if seats := hand.further.get(what):
                into[what] = into.get(what, 0) + len(seats)
    _keep_best(into["best"], hand, number)


def _count(into: dict[str, list[int]], key: str, *further: int) -> None:
    if (before := into.get(key)) is None:
        into[key] = list(further)
    else:
        for place, number in enumerate(further):
            before[place] += number


def _count_premium(sums: dict[str, Any], premium: PremiumCounted) -> None:
    kinds = [int(premium.how == how) for how in (SILENT, MADE, MISSED)]
    _count(sums.setdefault("premiums", {}), premium.key, *kinds, premium.twelfths[premium.seat])


def _count_kontra(sums: dict[str, Any], kontra: KontraCounted, earned: int) -> None:
    _count(sums.setdefault("kontras", {}), str(kontra.step), 1, int(earned > 0), int(earned < 0), earned)


def _keep_best(best: list[list[Any]], hand: HandCounted, number: int) -> None:
    """Keep in `best` the most that single hands brought a player, with the game; of equal ones the first."""
    if len(best) == BEST and max(hand.twelfths) <= best[-1][0]:
        return
    best += brought_by(hand, number)
    best.sort(key=lambda one: -one[0])
    del best[BEST:]


def brought_by(hand: HandCounted, number: int) -> Iterable[list[Any]]:
    """Yield what a hand brought each who got something: twelfths, who, the game, the number of the hand.

    It is one's own game where several were played; for who declared none of them the first.
    """
    games = list(starmap(GameCounted, hand.games))
    for seat, (player, twelfths) in enumerate(zip(hand.players, hand.twelfths, strict=True)):
        if twelfths > 0:
            game = next((game for game in games if game.sides[seat] == DECLARER), games[0])
            yield [twelfths, player, game.contract, number]


def won_at(game: GameCounted, hand: HandCounted, seat: int) -> bool | None:
    """Return whether whoever sits there won this game; in a Trischaken that is whoever does not pay."""
    if game.won is None:
        return None
    if ALONE in game.sides:
        return hand.twelfths[seat] >= 0
    return game.won == (game.sides[seat] in (DECLARER, PARTNER))


# What the hands of one player at a sheet add up to, whatever the version of the rules


def players_sums_of(hands: Iterable[HandCounted]) -> dict[str, Any]:
    """Return what everybody who played at a sheet adds to their own statistics, by participant."""
    found: dict[str, Any] = {}
    for hand in hands:
        add_to_players(found, hand)
    return found


def add_to_players(found: dict[str, Any], hand: HandCounted) -> None:
    """Add one hand more to the sums of everybody who played it."""
    for seat, player in enumerate(hand.players):
        add_at(found.setdefault(str(player), {}), hand, seat)


def add_at(sums: dict[str, Any], hand: HandCounted, seat: int) -> None:
    """Add one hand more to the sums of whoever sat there; points of whole hands stand in the score."""
    for game in starmap(GameCounted, hand.games):
        if game.sides[seat] != APART:
            _add_game(sums, hand, game, seat)
    if hand.games[0][2] is None:
        sums["revoked"] = sums.get("revoked", 0) + 1
    for raw in hand.premiums:
        premium = PremiumCounted(*raw)
        if premium.seat == seat:
            _count_premium(sums, premium)
    for raw in hand.kontras:
        kontra = KontraCounted(*raw)
        if seat in kontra.givers:
            _count_kontra(sums, kontra, kontra.twelfths[seat])


def _add_game(sums: dict[str, Any], hand: HandCounted, game: GameCounted, seat: int) -> None:
    side, won = game.sides[seat], won_at(game, hand, seat)
    own = (game.twelfths or hand.twelfths)[seat]
    result = 1, int(won is True), int(won is False), own
    if side != ALONE:
        _count(sums.setdefault(ROLES[side], {}), game.contract, *result)
    if side == DECLARER and won is not None:
        run = sums.setdefault("declared", [0, 0, 0, 0])
        games, first, last, most = run  # how many, won before the first lost one, since the last, in a row
        last = last + 1 if won else 0
        run[:] = [games + 1, first + (won and first == games), last, max(most, last)]
    if ALONE in game.sides:
        seldom = (int(seat in hand.further.get(what, ())) for what in ("jungfrau", "buergermeister"))
        _count(sums, "trischaken", *result[:3], *seldom, hand.twelfths[seat])
    elif won is not None:
        others = across(game.sides, seat)
        for other, player in enumerate(hand.players):
            if other in others:
                _count(sums.setdefault(AGAINST, {}), str(player), *result)
            elif other != seat and PARTNER in game.sides:
                _count(sums.setdefault(WITH, {}), str(player), *result)


@lru_cache(maxsize=256)  # four letters, four seats
def across(sides: str, seat: int) -> frozenset[int]:
    """Return the seats on the other side in this game; in a Trischaken that is everybody else.

    >>> sorted(across("dopo", 0)), sorted(across("dopo", 3)), sorted(across("aada", 0))
    ([1, 3], [0, 2], [1, 2, 3])
    >>> sorted(across("do-o", 0)), sorted(across("do-o", 2))
    ([1, 3], [])
    """
    mine = sides[seat]
    if mine == APART:
        return frozenset()
    return frozenset(
        other
        for other, side in enumerate(sides)
        if other != seat
        and side != APART
        and (ALONE in sides or (side == OPPONENT) is not (mine == OPPONENT))
    )


# On a sheet


def count_next(sheet: Sheet, row: DerivedRow) -> list[Any]:
    """Add the hand at its end to all sums; return what is to be stored of it."""
    hand = counted(row)
    assert row.number is not None
    add(sheet.sums, hand, row.number)
    add_to_players(sheet.players_sums, hand)
    return hand.as_json


def count_anew(sheet: Sheet, rows: Iterable[DerivedRow]) -> dict[int, list[Any]]:
    """Set the sums of a sheet from all of its rows; return what is to be stored of its hands, in parts."""
    hands = [counted(row) for row in rows if row.number is not None]
    sheet.sums, sheet.players_sums = sums_of(hands), players_sums_of(hands)
    return in_parts([hand.as_json for hand in hands])


def in_parts(hands: Sequence[Any]) -> dict[int, list[Any]]:
    """Return the hands of a sheet as they are stored together, by the number of the first of each part."""
    return {begin + 1: list(hands[begin : begin + TOGETHER]) for begin in range(0, len(hands), TOGETHER)}


def part_with(number: int) -> int:
    """Return the number of the first hand of the part to which this one belongs.

    >>> [part_with(number) for number in (1, 50, 51)]
    [1, 1, 51]
    """
    return number - (number - 1) % TOGETHER


def stored_hands(parts: Iterable[tuple[int, list[Any]]]) -> list[Any]:
    """Return the hands of a sheet one after the other, from the parts in which they are stored."""
    return [hand for _number, hands in sorted(parts) for hand in hands]


def hands_of(parts: Iterable[tuple[int, list[Any]]]) -> list[HandCounted]:
    """Return the hands of a sheet as they were stored."""
    return [HandCounted(*hand) for hand in stored_hands(parts)]


# What an evening adds up to, kept when it is closed: a season reads no table anew


ADDED = ("games", "premiums", "kontras")
SELDOM = ("trischaken", "jungfrau", "buergermeister")


class TableSums(NamedTuple):
    """A table and what hands of it add up to, by version of the rules; 0 is the one that it began with."""

    sheet: int
    version: int
    sums: Mapping[str, Any]


def evening_of(tables: Iterable[TableSums]) -> dict[str, Any]:
    """Return what tables of one evening, or parts of them, add up to, by version, in their order."""
    found: dict[str, Any] = {}
    for table in tables:
        for own, sums in table.sums.items():
            version = str(int(own) or table.version)
            into = found.setdefault(version, {"hands": 0, "people": {}, "best": [], "last": {}})
            _add(into, table.sheet, sums)
    for into in found.values():
        into["best"].sort(key=lambda one: (-one[0], one[4], one[3]))  # of equal ones the first
        del into["best"][BEST:]
    return found


def _add(into: dict[str, Any], sheet: int, sums: Mapping[str, Any]) -> None:
    into["hands"] += sums["hands"]
    for what in ADDED:
        if what in sums:
            add_numbers(into.setdefault(what, {}), sums[what])
    for what in SELDOM:
        if what in sums:
            into[what] = into.get(what, 0) + sums[what]
    people = into["people"]
    for participant, (_hands, twelfths) in sums["people"].items():
        people[participant] = people.get(participant, 0) + twelfths
    into["best"] += [[*sum_, sheet] for sum_ in sums["best"]]
    into["last"] |= dict.fromkeys(sums["games"], sheet)


def add_numbers(into: dict[Any, list[int]], sums: Mapping[Any, list[int]]) -> None:
    """Add numbers under the same names; those that are there already stay as they are."""
    for key, numbers in sums.items():
        before = into.get(key)
        into[key] = numbers if before is None else list(map(int.__add__, before, numbers))


def keep_sums(evening: Evening) -> None:
    """Store what an evening adds up to; whoever calls this has seen to it that nobody writes meanwhile."""
    sheets = evening.sheets.filter(seq__gt=0).order_by("pk")  # an empty one may go
    rows = list(sheets.values_list("pk", "ruleset_id", "seq", "sums", CountedOfSheet("pk")))
    sums = evening_of(TableSums(pk, version, sums) for pk, version, _seq, sums, _hands in rows)
    written = sum(seq for _pk, _version, seq, *_further in rows)
    EveningSums.objects.update_or_create(evening=evening, defaults={"written": written, "sums": sums})
    line_ups = [
        LineUpSums(sheet_id=pk, written=seq, sums=line_ups_of(hands_of(hands)))
        for pk, _version, seq, _sums, hands in rows
    ]
    LineUpSums.objects.bulk_create(
        line_ups, update_conflicts=True, unique_fields=["sheet"], update_fields=["written", "sums"]
    )
