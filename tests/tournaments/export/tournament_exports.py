"""A tournament with something in every worksheet."""

from dataclasses import replace

from django.utils import translation

from scoring.export.figures import Workbook
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.tables import FOUR
from tests.support.stages import Stage
from tests.support.tournaments.disputes import appointed, called, ruled
from tests.support.tournaments.playing import Playing
from tests.support.tournaments.prizes import give, pay
from tests.support.tournaments.standings import SECOND, STEEP, begun_at, lost_solo, normal
from tests.support.tournaments.table_verbs import leave_table
from tournaments.cash import verbs as cash
from tournaments.corrections import verbs as repair
from tournaments.corrections.disputes.verbs import Decision
from tournaments.engine.terms import Overall
from tournaments.export.views import workbook_of_tournament
from tournaments.models import CashEntry, Finding, Leaving, Tournament


def with_something_of_everything(house: House) -> Playing:
    """Two rounds of play money with busts, a ruling, a house player, a paper result, fees and prizes."""
    overall = {"overall": Overall.AVERAGE, "overall_criteria": ("average", "wins")}
    playing = begun_at(house, replace(STEEP, prizes=("Speck", "Wein"), **overall), FOUR, SECOND)
    for record in (lost_solo("Anna"), lost_solo("Anna"), normal("Bert", "Cilli")):
        playing.play(1, record)
    appointed(house, "Emil")
    call = called(playing, "Anna hat nicht bedient")
    ruled(playing, call, Decision(Finding.STANDS, playing.sheet().entries.get(seq=3)))
    playing.play(2, lost_solo("Emil", kontra="kontra"))
    pay(playing, "Anna", "Emil")
    playing.close()
    playing.begin(2, tables=[FOUR, SECOND])
    playing.play(1, normal("Bert", "Anna"), round_=2)
    known = playing.ids()
    leaves = {"entrant": playing.entrant("Cilli").pk, "ranked": Leaving.Ranked.LAST, "reason": "muss heim"}
    playing.do(leave_table, table=playing.table(1, round_=2), name="Xaver", **leaves)
    playing.play(1, normal("Xaver", "Anna"), round_=2)
    balances = zip(SECOND, (20, 60, 60, 60), strict=True)
    lines = {known[name]: repair.PaperLine(balance, 0) for name, balance in balances}
    playing.do(repair.enter_result, table=playing.table(2, round_=2), lines=lines, reason="")
    playing.close(2)
    give(playing, 1, "Dora")
    playing.agree(ticket=800)
    playing.do(cash.sell_tickets, entrants=[playing.entrant("Anna").pk])
    for kind, name, cents in (("sponsor", "Sparkasse", 5000), ("out", "Saalmiete", 2500)):
        playing.do(cash.note_cash, kind=CashEntry.Kind(kind), name=name, cents=cents)
    playing.do(cash.count_till, cents=4000)
    return playing


def whole(playing: Playing, who: str) -> Workbook:
    tournament = Tournament.numbered(playing.tournament.pk, playing.house[who])
    assert tournament is not None
    director, arbiter = who == "Bert", who in ("Bert", "Emil")
    with translation.override("en"):
        return workbook_of_tournament(tournament, "en", director=director, arbiter=arbiter)


rich = Stage("rich", with_something_of_everything, on=HOUSE).fixture()
