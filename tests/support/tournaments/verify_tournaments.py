"""A tournament with something of everything that is verified."""

from uuid import uuid4

from django.db import transaction

from scoring.deeds import PendingDeed
from scoring.table_policy import Actor
from tests.support.tournaments.mending import mended, points
from tests.support.tournaments.playing import Hands, Playing, by_hand, hand, playing, timed
from tests.support.tournaments.series import counted_in_a_series
from tests.support.tournaments.table_verbs import exchange_people, leave_table
from tournaments.cash import verbs as cash
from tournaments.corrections import verbs as repair
from tournaments.corrections.disputes import verbs as disputes
from tournaments.corrections.disputes.verbs import Decision
from tournaments.corrections.verbs import PaperLine
from tournaments.duties import give_duty
from tournaments.models import CashEntry, Duty, Finding, Leaving, Lot, Opening, Prize, Signup, Wish
from tournaments.rounds.verbs import timing

ONE = ("Anna", "Bert", "Cilli", "Dora")


TWO = ("Emil", "Gerta", "Hans", "Ida")


THREE = ("Jakob", "Karl", "Lena", "Max")


@timed(on=playing)
def played(playing: Playing) -> Playing:
    """Everything that can happen in a tournament.

    Round 1, closed. Table 1: a hand of Bert and Cilli, which was struck by a ruling, then one of Anna and
    Bert; Dora leaves, Xaver sits down. Table 2: a hand; Emil and Hans changed places. Table 3 on paper, with
    a second version, and Lena with a penalty, ruled twice. A pause. Two prizes and a lot. Round 2 runs.
    """
    with by_hand(playing) as watch:
        playing.register((*TWO, *THREE))
        playing.do(give_duty, name="Dora", kind=Duty.Kind.ARBITER)
        Opening.objects.create(tournament=playing.tournament, limit=40, word="Pagat")
        anna, bert = playing.tournament.entrants.order_by("number")[:2]
        Wish.objects.create(entrant=anna, kind="apart", other=bert, at=watch.moment)
        Signup.objects.create(tournament=playing.tournament, name="Vroni", at=watch.moment)
        played_round(playing, watch)
        _honoured(playing, watch)
        counted_in_a_series(playing)
        playing.begin(2)
        anna = [playing.entrant("Anna").pk]
        bert = [playing.entrant("Bert").pk]
        playing.do(cash.pay, entrants=bert)
        playing.agree(ticket=800)
        playing.do(cash.sell_tickets, entrants=anna)
        playing.do(cash.note_cash, kind=CashEntry.Kind.SPONSOR, name="Sparkasse", cents=10000)
        playing.do(cash.count_till, cents=11000)
        in_the_log(playing)
    return playing


def in_the_log(playing: Playing) -> None:
    """Let the log cover rows that a test has made as if by a verb."""
    tournament = playing.tournament
    about = {"tournament": tournament.pk, "title": tournament.title, "date": "2026-01-06", "arbiters": []}
    with transaction.atomic():
        PendingDeed(uuid4(), playing.house["Anna"], "open_tournament").record(tournament.club, **about)


def played_round(
    playing: Playing,
    watch: Hands,
    *,
    two: tuple[str, ...] = TWO,
    ruled: int = 1,
    swapped: tuple[str, str] = ("Emil", "Hans"),
    nick: str = "",
) -> None:
    """Play the first round: a ruling at that table, somebody who leaves, two who are exchanged, a result on
    paper, its second version and its second typing. `nick` stands in all that is typed.
    """
    playing.check_in()
    playing.draw(seed=nick or "seed")
    playing.seat(1, [ONE, two, THREE])
    playing.publish()
    playing.start()
    watch.forward(minutes=1)
    playing.play(1, hand("Bert", "Cilli"))
    playing.play(2, hand(two[0], "Gerta"))
    playing.do(timing.pause)
    watch.forward(minutes=1)
    playing.do(timing.resume)
    _ruled(playing, ruled, nick)
    watch.forward(minutes=1)
    playing.play(1, hand("Anna", "Bert"))
    known = playing.ids()
    leaver = playing.entrant("Dora").pk
    how = {"ranked": Leaving.Ranked.BALANCE, "reason": nick and f"{nick} bringt sie heim"}
    playing.do(leave_table, entrant=leaver, name="Xaver", **how)
    one, other = (known[name] for name in swapped)
    playing.do(exchange_people, one=one, other=other, reason=f"{nick} verwechselt".strip())
    for balances, reason in (((80, 60, 40, 20), ""), ((90, 50, 40, 20), f"{nick} verlesen".strip())):
        lines = {known[name]: PaperLine(player) for name, player in zip(THREE, balances, strict=True)}
        playing.do(repair.enter_result, table=playing.table(3), lines=lines, reason=reason)
    playing.do(repair.compare_result, by="Anna", table=playing.table(3), lines=lines)
    for number in (-20, -5):
        mended(playing, 3, {"Lena": {"ruled": points(number)}}, reason=f"{nick} kam zu spät".strip())
    watch.forward(minutes=40)
    playing.close()


def _ruled(playing: Playing, at: int, nick: str) -> None:
    sheet, words = playing.sheet(at), f"{nick} Renonce?".strip()
    about = {"table": playing.table(at), "words": words}
    call = disputes.call_arbiters(Actor(link=sheet.record_link), uuid4(), **about)
    if at == 1:  # where Dora plays
        playing.do(disputes.permit_arbiter, call=call, arbiter=playing.house.member("Dora"))
    decision = Decision(Finding.STRUCK, sheet.entries.current().first())
    why = f"{nick} Karten vertauscht".strip()
    playing.do(disputes.rule, by="Dora", call=call, known_seq=sheet.seq, decision=decision, reason=why)


def _honoured(playing: Playing, watch: Hands) -> None:
    """As if they had been drawn and chosen; how that is done is another test's matter."""
    known, of = playing.ids(), {"tournament": playing.tournament, "round": playing.round()}
    order = [known[name] for name in ("Anna", "Bert", "Gerta", "Hans")]  # of 51 each, behind Jakob's 90
    drawn = {"about": Lot.About.CHOICE, "by": playing.house.member("Bert"), "at": watch.moment}
    Lot.objects.create(id=uuid4(), order=order, **of, **drawn)
    for position, name in enumerate(("Jakob", "Anna"), 1):
        taken = {"taken_by": playing.entrant(name), "chosen": True, "taken_at": watch.moment}
        Prize.objects.create(position=position, name=f"Preis {position}", **of, **taken)
