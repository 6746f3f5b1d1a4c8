"""Draw lots and record them; offer prizes, let people choose them by rank, and give them."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from scoring import clock
from scoring.accounts.names import problems_with_name
from scoring.capability import DeedWords, sentence
from scoring.deeds import ChangedMeanwhile, PendingDeed, Refused, refuse, store, verb
from scoring.engine.money import money_in_words
from scoring.heads import announced
from scoring.models import Account
from scoring.names import tidy
from scoring.signatures import signature_of
from scoring.table.reasons import demand_reason
from scoring.web.language import current_language
from tournaments.cash.pages import came_in_by_section, came_in_by_table, came_in_for
from tournaments.engine.fund import Fund, FundShare, paid_in_order, shared_out
from tournaments.engine.lots import drawn, drawn_from
from tournaments.engine.played import RankedTournament
from tournaments.engine.ranking import Place
from tournaments.engine.stages import is_possible
from tournaments.engine.terms import MOST_CENTS
from tournaments.log import record_deed
from tournaments.models import Lot, Prize, Round, Stage, Tournament
from tournaments.models.prizes import LONGEST_PRIZE
from tournaments.models.tournaments import LENGTH_OF_SEED, LONGEST_SEED
from tournaments.preconditions import demand_none_running, directed, member, why_not
from tournaments.standings.derived import ranked
from tournaments.standings.pages.prizes import percent_in_words
from tournaments.standings.prizes import (
    choosing_order,
    chosen_in_order,
    kept_prizes,
    offered,
    open_ties,
    prizes_of_terms,
    whose_turn,
)


def _sentence(template: Any) -> DeedWords:
    """Return a sentence that says of which round or tournament it is."""

    def words(details: dict[str, Any]) -> str:
        of_round = details.get("round") is not None
        where = _("%(title)s, round %(round)d") % details if of_round else str(details["title"])
        return sentence(template)({**details, "where": where})

    return words


MOST_PRIZES = 200  # of one round, also those that were added to the ones of the terms


def _locked(tournament: Tournament, round_: Round | None, actor: Account) -> tuple[Tournament, Round | None]:
    tournament = directed(tournament, actor)
    return tournament, round_ and tournament.rounds.get(pk=round_.pk)


def _demand_over(tournament: Tournament, round_: Round | None) -> None:
    """Refuse lots and prizes of rounds not over yet; a finished tournament has them, too."""
    if round_ is not None:
        if not is_possible("honour", round_.stage):
            raise Refused(form=[why_not("honour", round_)])
        return
    demand_none_running(tournament)
    closed = tournament.rounds.filter(stage=Stage.CLOSED).count()
    if tournament.is_open and closed < tournament.terms.rounds:
        raise Refused(form=[_("There are still rounds to come. To stop early, finish the tournament first.")])


# Lots


def _drawn(details: dict[str, Any]) -> str:
    by_seed = _("drew a lot (%(where)s) from the seed “%(seed)s”: %(names)s")
    if details.get("letters") == "":
        by_seed = _("drew a lot (%(where)s) from a typed seed, “%(seed)s”: %(names)s")
    by_hand = _("recorded a lot drawn by hand (%(where)s): %(names)s")
    return _sentence(by_seed if details["seed"] else by_hand)(details)


@verb(log=_drawn, repeat_result=Lot)
def draw_lot(
    act: PendingDeed[Account],
    *,
    tournament: Tournament,
    round_: Round | None,
    about: str,
    players: Sequence[str],
    seed: str = "",
    order: Sequence[str] = (),
) -> Lot:
    """Draw a lot from a seed shown to everybody, or record an order drawn by hand."""
    tournament, round_ = _locked(tournament, round_, act.actor)
    players, order, seed = sorted(players, key=int), list(order), tidy(seed)
    _demand_over(tournament, round_)
    tied = open_ties(ranked(tournament, only=round_), round_, offered(tournament, round_))
    if not any(tie.about == about and set(tie.players) == set(players) for tie in tied):
        raise Refused(form=[_("Lots no longer have to be drawn between these people.")])
    if order and sorted(order, key=int) != players:
        raise Refused(order=[_("Please give everybody a different place.")])
    if seed and (wrong := problems_with_name(seed, LONGEST_SEED)):
        raise Refused(seed=wrong)
    own_seed = seed_of_program(tournament, round_, about, players)
    if not order:
        seed = seed or own_seed
        entrants = tournament.entrants.filter(participant__in=map(int, players)).order_by("number")
        registered = [str(pk) for pk in entrants.values_list("participant_id", flat=True)]
        order = drawn_from(seed, [*registered, *(player for player in players if player not in registered)])
    letters = announced(seed, players) if seed == own_seed else ""
    lot = Lot.objects.create(
        id=act.id,
        tournament=tournament,
        round=round_,
        about=about,
        order=order,
        seed=seed,
        by=member(tournament, act.actor),
        at=clock.now(),
        was_announced=bool(letters),
    )
    names = tournament.evening.names()
    record_deed(
        act, round_ or tournament, names=[names[player] for player in order], seed=seed, letters=letters
    )
    return lot


def seed_of_program(
    tournament: Tournament, round_: Round | None, subject: str, players: Iterable[str]
) -> str:
    """Return the default seed of a lot: fixed, but a new one once a lot was withdrawn."""
    withdrawn = tournament.lots.filter(withdrawn_at__isnull=False).count()
    words = (tournament.pk, round_ and round_.pk, subject, withdrawn, *sorted(players, key=int))
    return signature_of("tournaments.lot", *words)[:LENGTH_OF_SEED]


@verb(log=_sentence(gettext_lazy("withdrew a lot (%(where)s): %(names)s; reason: %(reason)s")))
def withdraw_lot(act: PendingDeed[Account], *, lot: Lot, reason: str) -> Lot:
    """Withdraw a lot; what it decided is open again."""
    reason = demand_reason(reason)
    tournament, round_ = _locked(lot.tournament, lot.round, act.actor)
    lot = Lot.objects.get(pk=lot.pk)
    _demand_over(tournament, round_)
    if lot.withdrawn_at is not None:
        raise ChangedMeanwhile()
    _demand_unused(lot, tournament, round_)
    store(lot, withdrawn_at=clock.now())
    names = tournament.evening.names()
    record_deed(act, round_ or tournament, names=[names[player] for player in lot.order], reason=reason)
    return lot


def _demand_unused(lot: Lot, tournament: Tournament, round_: Round | None) -> None:
    """Refuse if a prize was chosen by this lot: the order of choosing would no longer hold."""
    chosen = chosen_in_order(offered(tournament, round_))
    if by_lot := [prize for prize in chosen if _drawn_for(prize) in lot.order]:
        words = _("%(name)s has chosen “%(prize)s” by this lot. Please take that choice back first.")
        name = tournament.evening.names()[_drawn_for(by_lot[-1])]
        raise Refused(form=[words % {"name": name, "prize": by_lot[-1].name}])


def _drawn_for(prize: Prize) -> str:
    """Return the id of the player who chose a prize; empty if it was not chosen."""
    return str(prize.taken_by.participant_id) if prize.chosen and prize.taken_by else ""


# The list of prizes


def _laid_out(tournament: Tournament, round_: Round | None) -> None:
    """Store the prizes of the terms as rows, so that a round's list can be changed."""
    if round_ is not None and not kept_prizes(tournament, round_).exists():
        Prize.objects.bulk_create(prizes_of_terms(tournament, round_))


def _prize_at(tournament: Tournament, round_: Round | None, position: int) -> Prize:
    _laid_out(tournament, round_)
    listed = kept_prizes(tournament, round_).filter(position=position, removed_at=None)
    prize: Prize | None = listed.select_related("taken_by").first()
    if prize is None:
        raise ChangedMeanwhile()
    return prize


def _demand_prize(name: str, cents: int | None, sponsor: str) -> None:
    problems: dict[str, list[str]] = {}
    if sponsor and (wrong := problems_with_name(sponsor, LONGEST_PRIZE)):
        problems["sponsor"] = wrong
    if wrong := problems_with_name(name, LONGEST_PRIZE):
        problems["name"] = wrong
    if cents is not None and not 0 < cents <= MOST_CENTS:
        problems["cents"] = [_("An amount up to %(most)d, or nothing.") % {"most": MOST_CENTS // 100}]
    refuse(problems)


@verb(log=_sentence(gettext_lazy("added the prize “%(name)s” (%(where)s)")), repeat_result=Prize)
def add_prize(
    act: PendingDeed[Account],
    *,
    tournament: Tournament,
    round_: Round | None,
    name: str,
    cents: int | None = None,
    sponsor: str = "",
) -> Prize:
    """Add a prize at the end of the list."""
    tournament, round_ = _locked(tournament, round_, act.actor)
    name, sponsor = tidy(name), tidy(sponsor)
    _demand_prize(name, cents, sponsor)
    _laid_out(tournament, round_)
    listed = kept_prizes(tournament, round_)
    if listed.filter(removed_at=None).count() >= MOST_PRIZES:
        raise Refused(name=[_("At most %(most)d prizes.") % {"most": MOST_PRIZES}])
    last = listed.aggregate(last=Max("position"))["last"] or 0
    prize = Prize.objects.create(
        tournament=tournament, round=round_, position=last + 1, name=name, cents=cents, sponsor=sponsor
    )
    record_deed(act, round_ or tournament, prize=prize.pk, name=name)
    return prize


@verb(
    log=_sentence(gettext_lazy("changed the prize “%(before)s” to “%(name)s” (%(where)s)")),
    repeat_result=Prize,
)
def change_prize(
    act: PendingDeed[Account],
    *,
    tournament: Tournament,
    round_: Round | None,
    position: int,
    name: str,
    cents: int | None = None,
    sponsor: str = "",
) -> Prize:
    """Change a prize's name, value or sponsor; a share that is typed anew becomes a fixed amount."""
    tournament, round_ = _locked(tournament, round_, act.actor)
    act.demand_nothing_newer()
    name, sponsor = tidy(name), tidy(sponsor)
    _demand_prize(name, cents, sponsor)
    prize = _prize_at(tournament, round_, position)
    old_name = prize.name
    share = prize.share if cents == prize.cents else None
    store(prize, name=name, cents=cents, sponsor=sponsor, share=share)
    record_deed(act, round_ or tournament, prize=prize.pk, name=name, before=old_name)
    return prize


@verb(
    log=_sentence(gettext_lazy("removed the prize “%(name)s” (%(where)s)")),
    repeat_result=lambda deed, arguments: None,
)
def remove_prize(
    act: PendingDeed[Account], *, tournament: Tournament, round_: Round | None, position: int
) -> None:
    """Stop offering a prize; refuse if it has been handed out."""
    tournament, round_ = _locked(tournament, round_, act.actor)
    prize = _prize_at(tournament, round_, position)
    if prize.taken_by_id is not None:
        raise Refused(form=[_("Somebody has this prize. Please take it back first.")])
    store(prize, removed_at=clock.now())
    record_deed(act, round_ or tournament, name=prize.name)


class SharedFund(NamedTuple):
    """What came in, and what becomes of it."""

    of: str  # a table or a section; empty: everybody
    fund: Fund

    @property
    def prizes(self) -> list[tuple[str, FundShare]]:
        """Return the shares, each with the name of its prize."""
        template = (
            _("Prize money, %(of)s, place %(number)d") if self.of else _("Prize money, place %(number)d")
        )
        values = [{"of": self.of, "number": number} for number in range(1, len(self.fund.shares) + 1)]
        return [(template % words, share) for words, share in zip(values, self.fund.shares, strict=True)]


def funds_of(
    tournament: Tournament,
    round_: Round | None,
    shares: Sequence[int],
    step: int,
    *,
    by_table: bool = False,
    by_section: bool = False,
) -> list[SharedFund]:
    """Return the current prizes by these shares: of everybody, of each table or of each section."""
    sections = tournament.terms.sections
    if by_section and sections:
        money = came_in_by_section(tournament, round_)
        came_in = [(sections[number - 1], cents) for number, cents in money.items()]
    elif by_table and round_ is not None:
        tables = came_in_by_table(round_).items()
        came_in = [(_("table %(number)d") % {"number": number}, cents) for number, cents in tables]
    else:
        came_in = [("", came_in_for(tournament, round_))]
    return [SharedFund(of, shared_out(cents, shares, step)) for of, cents in came_in]


def _shared(details: dict[str, Any]) -> str:
    percents = " + ".join(map(percent_in_words, details["shares"]))
    money = money_in_words(details["cents"], details["currency"], current_language())
    words = _sentence(_("shared out what came in as prizes (%(where)s)"))(details)
    return f"{words}: {percents}, {money}"


def listed_shares(tournament: Tournament, round_: Round | None) -> list[tuple[object, ...]]:
    """Return the shares on the list with their names, cents and sponsors."""
    shares = kept_prizes(tournament, round_).filter(removed_at=None, share__isnull=False)
    return list(shares.values_list("name", "cents", "sponsor"))


@verb(
    log=_shared,
    fingerprint=lambda replaces, **arguments: arguments.values(),
    repeat_result=lambda deed, arguments: None,
)
def share_out_fund(
    act: PendingDeed[Account],
    *,
    tournament: Tournament,
    round_: Round | None,
    shares: Sequence[int],
    step: int,
    by_table: bool = False,
    by_section: bool = False,
    expected: Sequence[int] = (),
    replaces: Sequence[tuple[object, ...]] = (),
) -> None:
    """Add shares of the money received to the prizes, replacing shares not handed out yet.

    `expected` are the cents shown on the page, `replaces` the shares listed then: if either has changed in
    the meantime, the request is refused.
    """
    tournament, round_ = _locked(tournament, round_, act.actor)
    funds = funds_of(tournament, round_, shares, step, by_table=by_table, by_section=by_section)
    new_prizes = [prize for fund in funds for prize in fund.prizes]
    if [share.cents for _name, share in new_prizes] != list(expected):
        raise ChangedMeanwhile()
    if listed_shares(tournament, round_) != list(replaces):
        raise ChangedMeanwhile()
    worth = [(name, share) for name, share in new_prizes if share.cents]
    if not worth:
        raise Refused(form=[_("No money has come in that could be shared out.")])
    if any(share.cents > MOST_CENTS for _name, share in worth):
        raise Refused(shares=[_("A prize is at most %(most)d.") % {"most": MOST_CENTS // 100}])
    _laid_out(tournament, round_)
    listed = kept_prizes(tournament, round_)
    old_shares = listed.filter(removed_at=None, share__isnull=False)
    if old_shares.filter(taken_by__isnull=False).exists():
        raise Refused(form=[_("Somebody has one of the shares already. Please take it back first.")])
    old_shares.update(removed_at=clock.now())
    if listed.filter(removed_at=None).count() + len(worth) > MOST_PRIZES:
        raise Refused(form=[_("At most %(most)d prizes.") % {"most": MOST_PRIZES}])
    last = listed.aggregate(last=Max("position"))["last"] or 0
    owner = {"tournament": tournament, "round": round_}
    Prize.objects.bulk_create(
        Prize(position=position, name=name, cents=share.cents, share=share.share, **owner)
        for position, (name, share) in enumerate(worth, last + 1)
    )
    total = sum(share.cents for _name, share in worth)
    currency = tournament.evening.currency
    record_deed(act, round_ or tournament, shares=list(shares), cents=total, currency=currency)


# Who gets them


@verb(log=_sentence(gettext_lazy("recorded that %(to)s chose “%(name)s” (%(where)s)")), repeat_result=Prize)
def choose_prize(
    act: PendingDeed[Account], *, tournament: Tournament, round_: Round | None, position: int, player: str
) -> Prize:
    """Give a prize to the player whose turn it is."""
    tournament, round_ = _locked(tournament, round_, act.actor)
    _demand_over(tournament, round_)
    prize = _free_prize(tournament, round_, position)
    prizes = offered(tournament, round_)
    whole = ranked(tournament, only=round_)
    turn = whose_turn(choosing_order(whole, round_, prizes), prizes)
    names = tournament.evening.names()
    if turn is None:
        raise Refused(form=[_("Nobody has to choose now. What is left can be given by hand.")])
    if turn != player:
        raise Refused(form=[_("It is %(name)s's turn to choose.") % {"name": names[turn]}])
    return _hand_over(act, act.actor, prize, player, chosen=True)


@verb(log=_sentence(gettext_lazy("gave %(to)s the prize “%(name)s” (%(where)s)")), repeat_result=Prize)
def give_prize(
    act: PendingDeed[Account], *, tournament: Tournament, round_: Round | None, position: int, player: str
) -> Prize:
    """Give a prize by hand to any player of the tournament."""
    tournament, round_ = _locked(tournament, round_, act.actor)
    _demand_over(tournament, round_)
    prize = _free_prize(tournament, round_, position)
    return _hand_over(act, act.actor, prize, player, chosen=False)


def _free_prize(tournament: Tournament, round_: Round | None, position: int) -> Prize:
    prize = _prize_at(tournament, round_, position)
    prize.tournament, prize.round = tournament, round_
    if prize.taken_by is not None:
        name = tournament.evening.names()[str(prize.taken_by.participant_id)]
        raise Refused(form=[_("%(name)s already has “%(prize)s”.") % {"name": name, "prize": prize.name}])
    return prize


def _hand_over(act: PendingDeed, actor: Account, prize: Prize, player: str, *, chosen: bool) -> Prize:
    tournament = prize.tournament
    known = player.isascii() and player.isdecimal() and len(player) < 19
    entrant = tournament.entrants.filter(participant=int(player)).first() if known else None
    if entrant is None:
        raise Refused(player=[_("Please choose somebody in this tournament.")])
    store(prize, taken_by=entrant, chosen=chosen, taken_at=clock.now(), handed_by=member(tournament, actor))
    name = tournament.evening.names()[str(entrant.participant_id)]
    record_deed(act, prize.round or tournament, prize=prize.pk, name=prize.name, to=name)
    return prize


# Prize money, all at once


class Payout(NamedTuple):
    """An amount paid to a player, and the prize it comes from."""

    prize: Prize | None  # None: a share for which there is no prize on the list
    name: str  # of the prize
    player: str
    rank: int
    cents: int
    shared: int  # so many equals share; 0: nobody does

    @property
    def facts(self) -> tuple[int, str, int]:
        """Return the values that the page showed of a payout."""
        return (0 if self.prize is None else self.prize.position, self.player, self.cents)


def payouts_of(
    tournament: Tournament, round_: Round | None, left_out: Collection[int] = ()
) -> tuple[list[Payout], list[Prize]]:
    """Return the payouts of the money not handed out yet, in order, and the prizes without a recipient.

    Players who have one of these prizes already are passed over. Equals share the sum of their prizes,
    unless a lot decided who comes first.
    """
    prizes, whole = offered(tournament, round_), ranked(tournament, only=round_)
    free = [
        prize
        for prize in prizes
        if prize.cents and prize.taken_by_id is None and prize.position not in left_out
    ]
    has_one = {str(prize.taken_by.participant_id) for prize in prizes if prize.taken_by and prize.amount}
    lots, names = whole.lots_of(Lot.About.CHOICE, round_), tournament.evening.names()
    payouts: list[Payout] = []
    nobody: list[Prize] = []
    for places, mine in _by_ranking(tournament, round_, whole, free):
        equals = []
        for _rank, group in groupby(places, key=lambda place: (place.last, place.rank)):
            players = [place.player for place in group if place.player not in has_one]
            order = drawn(players, lots) if len(players) > 1 else None
            if order is None:
                equals.append(sorted(players, key=lambda player: tournament.in_list(names[player])))
            else:
                equals += [[player] for player in order]
        ranks = {place.player: place.rank for place in places}
        paid = paid_in_order([group for group in equals if group], [prize.cents or 0 for prize in mine])
        for payment in paid:
            prize = None if payment.prize is None else mine[payment.prize]
            words = _("Shared prize money, place %(rank)d") % {"rank": ranks[payment.player]}
            name = words if prize is None else prize.name
            values = (ranks[payment.player], payment.cents, payment.shared)
            payouts.append(Payout(prize, name, payment.player, *values))
        with_somebody = {payment.prize for payment in paid}
        nobody += [prize for number, prize in enumerate(mine) if number not in with_somebody]
    return payouts, nobody


def _by_ranking(
    tournament: Tournament, round_: Round | None, whole: RankedTournament, prizes: Sequence[Prize]
) -> Iterator[tuple[Sequence[Place], list[Prize]]]:
    """Yield each ranking with its prizes; those of a table or section name it, others are for all."""
    played = None if round_ is None else whole.round(round_.number)
    parts = whole.parts if round_ is None else played.parts if played else ()
    remaining = list(prizes)
    for part in parts:
        if part.table is None and not part.section:
            continue
        sections = tournament.terms.sections
        named = {
            _share_named(part.table, sections[part.section - 1] if part.section else "", language)
            for language in ("de", "en")
        }
        mine = [prize for prize in remaining if prize.name.startswith(tuple(named))]
        remaining = [prize for prize in remaining if prize not in mine]
        yield part.standings.places, mine
    rankings = whole.rankings if round_ is None else played.rankings if played else ()
    yield rankings[0].standings.places if len(rankings) == 1 else (), remaining


def _share_named(table: int | None, section: str, language: str) -> str:
    """Return how the name of a table's or section's share begins."""
    with override(language):
        of = section or _("table %(number)d") % {"number": table}
        return (_("Prize money, %(of)s, place %(number)d") % {"of": of, "number": 0}).removesuffix("0")


def _paid_out(details: dict[str, Any]) -> str:
    money = money_in_words(details["cents"], details["currency"], current_language())
    words = _sentence(_("paid out the prize money (%(where)s)"))(details)
    pairs = zip(details["names"], details["paid"], strict=True)
    people = (
        f"{name} {money_in_words(cents, details['currency'], current_language())}" for name, cents in pairs
    )
    return f"{words}, {money}: {', '.join(people)}"


@verb(
    log=_paid_out,
    fingerprint=lambda expected, **arguments: arguments.values(),
    repeat_result=lambda deed, arguments: None,
)
def pay_out(
    act: PendingDeed[Account],
    *,
    tournament: Tournament,
    round_: Round | None,
    left_out: Sequence[int] = (),
    expected: Sequence[tuple[int, str, int]] = (),
) -> None:
    """Pay out all remaining prize money by rank; refuse if the payouts differ from the `expected` ones."""
    tournament, round_ = _locked(tournament, round_, act.actor)
    _demand_over(tournament, round_)
    _laid_out(tournament, round_)
    payouts, _nobody = payouts_of(tournament, round_, left_out)
    if [payout.facts for payout in payouts] != [tuple(facts) for facts in expected]:
        raise ChangedMeanwhile()
    if not payouts:
        raise Refused(form=[_("All prize money has been given.")])
    entrants = {str(entrant.participant_id): entrant for entrant in tournament.entrants.all()}
    last = kept_prizes(tournament, round_).aggregate(last=Max("position"))["last"] or 0
    handover = {"taken_at": clock.now(), "handed_by": member(tournament, act.actor)}
    paid = []
    for payout in payouts:
        prize = payout.prize
        if prize is None:
            last += 1
            prize = Prize(tournament=tournament, round=round_, position=last, name=payout.name)
        for name, value in handover.items():
            setattr(prize, name, value)
        prize.taken_by, prize.paid = entrants[payout.player], None
        if payout.cents != prize.cents:
            prize.paid = payout.cents
        prize.save()
        paid.append(prize)
    names, currency = tournament.evening.names(), tournament.evening.currency
    record_deed(
        act,
        round_ or tournament,
        prizes=[prize.pk for prize in paid],
        names=[names[payout.player] for payout in payouts],
        paid=[payout.cents for payout in payouts],
        cents=sum(payout.cents for payout in payouts),
        currency=currency,
    )


@verb(
    log=_sentence(gettext_lazy("took back the prize money that was paid out at once (%(where)s): %(names)s")),
    repeat_result=lambda deed, arguments: None,
)
def take_back_payout(
    act: PendingDeed[Account], *, tournament: Tournament, round_: Round | None, prizes: Sequence[int]
) -> None:
    """Take back a payout; its prizes are on the list as before."""
    tournament, round_ = _locked(tournament, round_, act.actor)
    taken = kept_prizes(tournament, round_).filter(pk__in=prizes, taken_by__isnull=False, chosen=False)
    paid = list(taken.select_related("taken_by"))
    if not paid or len(paid) != len(set(prizes)):
        raise ChangedMeanwhile()
    names = tournament.names_of(prize.taken_by for prize in paid if prize.taken_by is not None)
    for prize in paid:
        _put_back(prize)
    record_deed(act, round_ or tournament, prizes=[prize.pk for prize in paid], names=names)


def _put_back(prize: Prize) -> None:
    """Put a prize back on the list; delete a share that was made when it was paid."""
    off = {"removed_at": clock.now()} if prize.cents is None and prize.paid is not None else {}
    store(prize, taken_by=None, chosen=False, taken_at=None, handed_by=None, paid=None, **off)


@verb(
    log=_sentence(gettext_lazy("took the prize “%(name)s” back from %(from)s (%(where)s)")),
    repeat_result=Prize,
)
def take_back_prize(
    act: PendingDeed[Account],
    *,
    tournament: Tournament,
    round_: Round | None,
    position: int,
    player: str = "",  # whoever had it, by the name on the page
) -> Prize:
    """Take back the last choice, or a prize given by hand; it can be chosen again."""
    tournament, round_ = _locked(tournament, round_, act.actor)
    prize = _prize_at(tournament, round_, position)
    if prize.taken_by is None:
        raise Refused(form=[_("Nobody has this prize.")])
    if prize.chosen and prize != chosen_in_order(offered(tournament, round_))[-1]:
        raise Refused(form=[_("Only the last choice can be taken back; please start with that.")])
    name = tournament.evening.names()[str(prize.taken_by.participant_id)]
    if player not in ("", name):
        raise Refused(form=[_("%(name)s already has “%(prize)s”.") % {"name": name, "prize": prize.name}])
    _put_back(prize)
    details: dict[str, Any] = {"prize": prize.pk, "name": prize.name, "from": name}
    record_deed(act, round_ or tournament, **details)
    return prize
