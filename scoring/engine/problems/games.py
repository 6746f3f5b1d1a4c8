"""What can be wrong with a game: who plays it, with whom, and how it ended."""

from collections.abc import Mapping

from scoring.engine.cards import Pack, pack_of
from scoring.engine.customs import Counting, Kind, RenonceCustom, SideBySide, TrischakenRenonce, Who
from scoring.engine.declaring import declared
from scoring.engine.facts import Game, Hand, Order, Renonce
from scoring.engine.placing import counts_of_one_player
from scoring.engine.prices import VALAT
from scoring.engine.problems.impossible import LOST, WON_GAME
from scoring.engine.problems.kontra import game_kontra_problems, individual_kontra_problems
from scoring.engine.problems.problem import MOST_CLAIMED, GameCase, Problem, Problems
from scoring.engine.rules import Contract
from scoring.engine.sides import (
    blatt,
    decides,
    declarer_wins,
    limit_as_written,
    needed_points,
    points_as_written,
)
from scoring.engine.texts import Text, sentences

# Facts that belong to other kinds of game.
_NOT_IN_POSITIVE: tuple[str, ...] = ("tricks", "kontras", "count", "order")
_NOT_IN_NEGATIVE: tuple[str, ...] = (
    *("kontra", "kontra_void", "partner", "king", "conceded", "unplayed", "drawn"),
    *("points", "count", "order"),
)
_NOT_IN_TRISCHAKEN: tuple[str, ...] = (
    *("kontra", "kontra_void", "kontras", "partner", "king", "conceded", "unplayed", "drawn"),
    *("won", "points", "tricks"),
)
_FACTS = sentences(declared(__name__))
_THE_KING = Text("der König", "the king")
_ALL_PLAY = 4
RESULTS = ("won", "drawn", "points", "count", "tricks", "order")


def is_given(game: Game, key: str) -> bool:
    """Return whether the record says anything under this key: a flag that is off says nothing."""
    value = getattr(game, key)
    if key == "kontras":
        return bool(value)
    return value is not None and (key == "won" or value is not False)


def written(key: str) -> str:
    """Return the key of the record that holds this value: a count of all four is under `points` too."""
    return "points" if key == "count" else key


def game_problems(case: GameCase) -> Problems:
    """Yield everything that is wrong with one game by itself."""
    if case.game.declarer not in case.hand.players:
        yield case.not_playing("declarer", case.game.declarer)
    elif case.contract.who is not Who.ANYONE:
        yield from _who_problems(case)
    if case.contract.kind is Kind.NEGATIVE:
        yield from _negative_problems(case)
    elif case.contract.kind is Kind.TRISCHAKEN:
        yield from _misplaced(case, _NOT_IN_TRISCHAKEN)
        if case.hand.revoke is None:
            yield from count_or_order_problems(case)
    else:
        yield from _partner_problems(case)
        yield from _positive_problems(case)


def _who_problems(case: GameCase) -> Problems:
    contract, vorhand = case.contract, case.hand.players[0]
    is_vorhand = case.game.declarer == vorhand
    for_schleifen = (
        contract.kind is Kind.TRISCHAKEN and case.rules.options["trischaken_for_schleifen"] == "on"
    )
    if contract.who is Who.VORHAND and not is_vorhand and not for_schleifen:
        yield case.problem("only_vorhand", "declarer", name=vorhand)
    if contract.who is Who.NEVER_VORHAND and is_vorhand:
        yield case.problem("never_vorhand", "declarer")


def _partner_problems(case: GameCase) -> Problems:
    game, kind = case.game, case.contract.kind
    if kind is Kind.ALONE:
        if game.partner is not None:
            yield case.problem("played_alone", "partner")
    elif game.partner == game.declarer:
        yield case.problem("own_partner", "partner", name=game.declarer)
    elif game.partner is not None and game.partner not in case.hand.players:
        yield case.not_playing("partner", game.partner)
    elif game.partner is None and kind is Kind.PAIRED:
        yield case.problem("partner_always", "partner")
    elif game.partner is None and game.king is None:
        yield case.problem("partner_missing", "partner")
    if game.king is None:
        return
    if kind is not Kind.CALLING:
        yield case.problem("no_king_called", "king")
        return
    if game.partner is not None:
        yield case.problem("partner_and_reason", "king")
    if game.king == "self" and not case.rules.self_call:
        yield case.problem("no_self_call", "king")
    elif game.king == "self" and not case.contract.calls_king:
        yield case.problem("only_kings_self_called", "king")


def _positive_problems(case: GameCase) -> Problems:
    hand, game = case.hand, case.game
    yield from _misplaced(case, _NOT_IN_POSITIVE)
    if game.kontra is not None or game.kontra_void:
        yield from game_kontra_problems(case)
    if game.conceded:
        yield from _concede_problems(case)
    elif game.unplayed:
        yield from _unplayed_problems(case)
    elif hand.revoke is None:
        yield from _result_problems(case)
        if case.contract.blank and _is_blank(hand, game):
            yield case.problem("blank_must_be_paid", "unplayed")


def _misplaced(case: GameCase, keys: tuple[str, ...]) -> Problems:
    for key in keys:
        if is_given(case.game, key):
            yield case.problem("not_in_this_game", written(key), what=_FACTS[key])


def _concede_problems(case: GameCase) -> Problems:
    game = case.game
    if not case.contract.concedable or not case.rules.schleifen:
        yield case.problem("cannot_concede", "conceded")
    elif game.king != "talon":
        yield case.problem("concede_needs_king_in_talon", "conceded", called=case.contract.calls or _THE_KING)
    if game.points is not None or game.won or game.drawn or game.unplayed:
        yield case.problem("conceded_has_no_result", "won")
    if case.hand.revoke is not None:
        yield case.problem("conceded_and_revoked", "conceded")


def _unplayed_problems(case: GameCase) -> Problems:
    hand, game = case.hand, case.game
    if not case.contract.blank:
        yield case.problem("blank_not_here", "unplayed")
    elif not _is_blank(hand, game) or hand.revoke is not None:
        yield case.problem("not_blank", "unplayed")
    elif hand.premiums:
        yield case.problem("unplayed_has_no_premiums", "unplayed")
    if game.points is not None or game.won is False or game.drawn:
        yield case.problem("unplayed_has_no_result", "won")


def _is_blank(hand: Hand, game: Game) -> bool:
    """Return whether there is no announcement and no kontra, and another player has the called king."""
    announced = any(premium.announced for premium in hand.premiums)
    return game.king is None and game.kontra is None and not announced


def _result_problems(case: GameCase) -> Problems:
    game, rules = case.game, case.rules
    if game.drawn:
        if "drawn" not in rules.radl.triggers:
            yield case.problem("drawn_not_here", "drawn")
        if game.points is not None:
            yield case.problem("drawn_beside_points", "drawn")
        if game.won:
            yield case.problem("won_at_a_draw", "won", needs=_needs(case))
    elif game.points is None:
        if game.won is None:
            yield case.problem("result_missing", "won")
        elif case.contract.step_points is not None and not any(
            premium.premium == VALAT and premium.made  # with all card points anyway
            for premium in case.hand.premiums
        ):
            yield case.problem("points_decide_the_price", "points")
    elif not 0 <= game.points <= rules.all_points:
        yield case.problem("points_out_of_range", "points", most=rules.most_points)
    elif game.won is not None and game.won != declarer_wins(game, case.contract, rules):
        has = points_as_written(game.points, rules, lagen=game.lagen)
        yield case.problem("result_contradicts_points", "won", how=_how(game), has=has, needs=_needs(case))
    elif game.won is None and not decides(game, case.contract, rules):
        yield case.problem("blatt_needed", "points", points=game.points // 3)


def _how(game: Game) -> Text:
    return WON_GAME if game.won else LOST


def _needs(case: GameCase) -> str:
    return limit_as_written(needed_points(case.game, case.contract, case.rules), case.rules)


def _negative_problems(case: GameCase) -> Problems:
    game = case.game
    yield from _misplaced(case, _NOT_IN_NEGATIVE)
    if case.hand.revoke is None:
        if game.tricks is None:
            if game.won is None:
                yield case.problem("tricks_missing", "tricks")
        elif not 0 <= game.tricks <= (most := pack_of(case.rules).tricks):
            yield case.problem("tricks_out_of_range", "tricks", most=most)
        elif game.won is not None and game.won != declarer_wins(game, case.contract, case.rules):
            has, needs = _tricks(game.tricks), _won_with(case.contract.tricks or 0)
            yield case.problem("result_contradicts_tricks", "won", how=_how(game), has=has, needs=needs)
    if game.kontras:
        yield from individual_kontra_problems(case)


def _tricks(number: int) -> Text:
    if number == 0:
        return Text("kein Stich", "no trick")
    return Text("1 Stich", "1 trick") if number == 1 else Text(f"{number} Stiche", f"{number} tricks")


def _won_with(number: int) -> Text:
    if number == 0:
        return Text("ohne Stich", "without a trick")
    if number == 1:
        return Text("mit genau 1 Stich", "with exactly 1 trick")
    return Text(f"mit genau {number} Stichen", f"with exactly {number} tricks")


def side_by_side_problems(cases: list[GameCase]) -> Problems:
    """Find games in one hand that are not negative, not of equal value or not by different players."""
    contracts: list[Contract] = [case.contract for case in cases]
    custom = cases[0].rules.side_by_side
    if custom is SideBySide.NONE and all(contract.kind is Kind.NEGATIVE for contract in contracts):
        yield Problem("no_side_by_side", "games")
        return
    if any(contract.kind is not Kind.NEGATIVE for contract in contracts):
        yield Problem("only_negative_side_by_side", "games")
    elif custom is SideBySide.LISTED:
        for case in cases:
            if not case.contract.goes_beside:
                yield case.problem("not_side_by_side", "contract")
    elif len({contract.value for contract in contracts}) > 1:
        yield Problem("unequal_side_by_side", "games")
    declarers = [case.game.declarer for case in cases]
    for declarer in dict.fromkeys(declarers):
        if declarers.count(declarer) > 1:
            yield Problem("declarer_twice", "games", {"name": declarer})
    yield from tricks_together(cases)


def tricks_together(cases: list[GameCase]) -> Problems:
    """Find more tricks than a hand has, or four declarers who do not take all of them."""
    if cases[0].hand.revoke is not None:
        return
    everything = pack_of(cases[0].rules).tricks
    together = {0}
    for case in cases:
        together = {some + own for some in together for own in _tricks_of(case, everything)}
    if min(together, default=0) > everything:
        yield Problem("too_many_tricks", "games", {"all": everything})
    elif len(cases) == _ALL_PLAY and everything not in together:
        least, most = min(together, default=0), max(together, default=0)
        sum_text = Text(*(str(least) if least == most else f"{least} {to} {most}" for to in ("bis", "to")))
        yield Problem("four_take_all_tricks", "games", {"all": everything, "sum": sum_text})


def _tricks_of(case: GameCase, everything: int) -> list[int]:
    """Return how many tricks a declarer can have taken: what is recorded, or what agrees with the result."""
    game, needed = case.game, case.contract.tricks
    if game.tricks is not None:
        return [game.tricks]
    if game.won:
        return [needed or 0]
    return [tricks for tricks in range(everything + 1) if tricks != needed]


def beside_problems(cases: list[GameCase]) -> Problems:
    """Find a game that exists only beside another one, and stands alone."""
    for case in cases:
        companion = case.contract.beside
        if companion is not None and all(other.contract.key != companion for other in cases):
            yield case.problem("only_beside", "contract", other=case.rules.contracts[companion].label)


# A count of card points, or an order

_PLACES = {1: Text("eins", "one"), 2: Text("eins und zwei", "one and two")}


def count_or_order_problems(case: GameCase) -> Problems:
    """Yield problems of everybody's points or the order, of which exactly one is required."""
    count, order = case.game.count, case.game.order
    if count is not None and order is not None:
        yield case.problem("count_and_order", "order")
    elif count is not None:
        yield from _count_problems(case, count)
    elif order is not None:
        yield from _order_problems(case, order)
    else:
        yield case.problem("count_missing", "points")


def _count_problems(case: GameCase, count: Mapping[str, int]) -> Problems:
    everything = case.rules.all_points
    for player in count:
        if player not in case.hand.players:
            yield case.not_playing("points", player)
    missing = [player for player in case.hand.players if player not in count]
    if missing:
        yield case.problem("count_all_four", "points", names=", ".join(missing))
    elif any(not 0 <= points <= everything for points in count.values()):
        yield case.problem("points_out_of_range", "points", most=case.rules.most_points)
    elif sum(count.values()) != everything:
        total = sum(count.values())
        total_text = blatt(total) if case.rules.counting is Counting.BLATT else total
        yield case.problem("count_adds_up", "points", sum=total_text, most=case.rules.most_points)
    else:
        pack = pack_of(case.rules)
        for player, points in count.items():
            if not counts_of_one_player(pack) >> points & 1:
                written = (points_as_written(near, case.rules) for near in _nearest_counts(points, pack))
                named = dict(zip(("fewer", "more"), written, strict=True))
                has = points_as_written(points, case.rules)
                yield case.problem("counts_no_tricks", "points", name=player, has=has, **named)


def _nearest_counts(points: int, pack: Pack) -> tuple[int, int]:
    counts = counts_of_one_player(pack)
    return next(p for p in range(points, -1, -1) if counts >> p & 1), next(
        p for p in range(points, counts.bit_length()) if counts >> p & 1
    )


def _order_problems(case: GameCase, order: Order) -> Problems:
    """Find an order without a first or last, or that contradicts itself."""
    terms = case.rules.terms_of_trischaken
    named = [player for group in order.groups for player in group]
    for player in dict.fromkeys((*named, *order.jungfrauen)):
        if player not in case.hand.players:
            yield case.not_playing("order", player)
        if named.count(player) > 1 or order.jungfrauen.count(player) > 1:
            yield case.problem("order_twice", "order", name=player)
    if not all(order.groups):
        yield case.problem("order_empty_group", "order")
        return
    needed = terms.custom.places
    if len(named) < (1 if order.buergermeister else needed):
        yield case.problem("order_too_short", "order", places=_PLACES[needed])
        return
    if any(len(group) >= 4 for group in order.groups):
        yield case.problem("order_all_equal", "order")
    if order.buergermeister and terms.buergermeister is None:
        yield case.problem("no_buergermeister", "buergermeister")
    if order.jungfrauen and not terms.jungfrau:
        yield case.problem("no_jungfrau", "jungfrau")
    if order.buergermeister and len(order.groups[0]) > 1:
        yield case.problem("buergermeister_is_one", "order")
    if not _jungfrauen_are_last(order, set(case.hand.players)):
        yield case.problem("jungfrauen_last", "jungfrau")
    everything = terms.buergermeister is not None
    if len(set(order.jungfrauen)) >= 3 and everything and not order.buergermeister:
        yield case.problem("three_jungfrauen", "jungfrau")


def _jungfrauen_are_last(order: Order, players: set[str]) -> bool:
    """Return whether the Jungfrauen, if any, are the last of several groups, and every player has a place."""
    jungfrauen = set(order.jungfrauen)
    indices = [index for index, group in enumerate(order.groups) if jungfrauen & set(group)]
    if not indices:
        return True
    last = len(order.groups) - 1
    named = {player for group in order.groups for player in group}
    return (
        indices == [last]
        and last > 0
        and set(order.groups[last]) <= jungfrauen
        and players <= named | jungfrauen
    )


# A Renonce and its claims

_MOST_CLAIMED = Text(f"{MOST_CLAIMED:,}".replace(",", "."), f"{MOST_CLAIMED:,}")


def revoke_problems(cases: list[GameCase], revoke: Renonce) -> Problems:
    """Find impossible claims, and results beside a Renonce, which has none."""
    players = cases[0].hand.players
    for name in dict.fromkeys(revoke.offenders):
        if name not in players:
            yield Problem("not_playing", "revoke.by", {"name": name})
        if revoke.offenders.count(name) > 1:
            yield Problem("offender_twice", "revoke.by", {"name": name})
    if revoke.others and not cases[0].rules.shared_renonce:
        yield Problem("one_offender", "revoke.by")
    elif set(players) <= {*revoke.offenders}:
        yield Problem("everybody_revoked", "revoke.by")
    if _without_price(cases[0]):
        yield cases[0].problem("no_renonce", "revoke")
    for case in cases:
        for key in RESULTS:
            if is_given(case.game, key) and not case.game.conceded:
                yield case.problem("revoked_has_no_result", written(key))
    if not revoke.claims:
        return
    if cases[0].contract.kind is Kind.TRISCHAKEN or not cases[0].rules.claims:
        yield Problem("no_claims", "revoke.claims")
    for player, claim in revoke.claims.items():
        where = f"revoke.claims.{player}"
        if player not in players:
            yield Problem("not_playing", where, {"name": player})
        elif player in revoke.offenders:
            yield Problem("offender_claims", where, {"name": player})
        if not 1 <= claim <= MOST_CLAIMED:
            yield Problem("claim_not_positive", where, {"name": player, "most": _MOST_CLAIMED})


def _without_price(case: GameCase) -> bool:
    if case.contract.kind is Kind.TRISCHAKEN:
        return case.rules.terms_of_trischaken.renonce is TrischakenRenonce.OPEN
    return case.rules.renonce is RenonceCustom.OPEN
