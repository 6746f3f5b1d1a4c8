"""A whole day as it is really played: 24 people with everything that happens.

Beside the program somebody keeps a list by hand (`tests/support/tournaments/count.py`): every amount, every
rank and every prize has to be the same there.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl.worksheet.worksheet import Worksheet

from scoring.models import Entry
from tests.support.pages import html_at
from tests.support.scoring.house import House
from tests.support.scoring.reading import of_xlsx
from tests.support.scoring.tables import exchanged
from tests.support.scoring.verify import verified
from tests.support.stored_forms import form_on
from tests.support.tournaments.count import (
    Account,
    Count,
    Dictated,
    lost_solo,
    normalspiel,
    ranked,
)
from tests.support.tournaments.desk import Desk, said, send
from tests.support.tournaments.playing import Hands
from tournaments.cash.pages import money_of
from tournaments.entrants.pages import check_in_of
from tournaments.models import Call, State, Tournament
from tournaments.standings.pages.prizes import prizes_of

pytestmark = pytest.mark.usefixtures("watch")


@dataclass
class Day(Desk):
    """The director's day, with the list by hand beside it."""

    house: House | None = None
    count: Count = field(default_factory=Count)

    # before the first round

    def plan(self, preset: str, *, arbiters: Sequence[str] = (), **agreed: Any) -> None:
        path = f"{reverse('tournaments:new_tournament', args=[self.slug])}?preset={preset}"
        typed = form_on(html_at(self.client, path))
        typed |= {"title": "Tag der Runde", "date": "2026-11-21", "place": "Gasthaus Post", **agreed}
        assert self.house is not None
        named = [self.house.member(name).pk for name in arbiters]
        answer = self.client.post(path, {**typed, "arbiters": named})
        assert answer.status_code == 302, said(answer)
        self.pk = Tournament.objects.get().pk
        self.press("show", public="yes")

    def register(self, names: Sequence[str]) -> None:
        """Pasted, looked at, and taken."""
        path = self.address("import_people")
        looked = self.client.post(path, {"deed": str(uuid4()), "lines": "\n".join(names)})
        preview = looked.context["preview"]
        sent = {"lines": preview["text"], "step": "take", "looked": preview["digest"]}
        assert f"{len(names)} are registered." in self.post("import_people", **sent)

    def entrant(self, name: str) -> int:
        return self.tournament.entrants.get(participant=int(self.ids[name])).pk

    def next_round(self, number: int) -> None:
        """In three taps."""
        assert f"Round {number} is drawn." in self.post("everybody_back", number)
        assert f"Round {number} has begun" in self.post("publish_and_start", number)
        self.sit_down(number)

    def sit_down(self, number: int) -> None:
        """Those by hand look who sits where, and phones scan the cards."""
        for table, names in enumerate(self.seated(number), 1):
            self.count.sit(number, table, names)
            answer = self.scan(table)
            assert answer.headers["Location"] == reverse(
                "scoring:record", args=[self.sheet(number, table).pk]
            )

    # at the tables

    def four(self, number: int, table: int) -> list[str]:
        """Who plays the next hand; at a five whoever deals sits out. Vorhand is first."""
        names = self.names()
        standing = self.sheet(number, table).standing
        deals = standing["players"].index(standing["dealer"])
        order = [*standing["players"][deals + 1 :], *standing["players"][: deals + 1]]
        return [names[player] for player in order[:4]]

    def play(self, number: int, table: int, dictated: Dictated, *, times: int = 1) -> None:
        sheet = self.sheet(number, table)
        answer = send(self.phones[table], sheet, sheet.seq, exchanged(dictated.record, self.ids))
        assert answer.status_code == 200, said(answer)
        amounts = {name: times * amount for name, amount in dictated.amounts.items()}
        self.count.write(number, table, amounts)

    def some_hand(self, number: int, table: int, hand: int) -> Dictated:
        """Another one at every table and in every hand."""
        four = self.four(number, table)
        partner, won = four[1 + (table + hand) % 3], (table * number + hand) % 5 != 0
        return normalspiel(four, four[0], partner, won=won)

    def play_some(self, number: int, hands: int, *, besides: Sequence[int] = (), times: int = 1) -> None:
        """Hand after hand, at all tables in turn."""
        for hand in range(hands):
            for table in range(1, len(self.seated(number)) + 1):
                if table not in besides:
                    self.play(number, table, self.some_hand(number, table, hand), times=times)

    def change_seats(self, number: int, do: str, **asked: str) -> None:
        """Looked at first, then done."""
        looked = self.ask("seats", number, do=do, step="look", **asked)
        assert "so far" in looked
        assert "The seats have been changed." in self.post("seats", number, do=do, step="save", **asked)

    def comes_late(self, number: int, table: int, name: str) -> None:
        self.change_seats(number, "join", table=str(table), entrant="", name=name)
        assert name in self.seated(number)[table - 1]

    def change_places(self, number: int, one: str, other: str) -> None:
        self.change_seats(number, "change", first=self.ids[one], second=self.ids[other])

    def leaves(self, number: int, table: int, name: str) -> None:
        """A five plays on as a four; whoever leaves is ranked last."""
        asked = {"entrant": self.entrant(name), "house": "on", "name": "", "reason": ""}
        assert "The others play on." in self.post("leave", number, table, ranked="last", **asked)
        self.count.left_last.add((number, name))

    def calls(self, number: int, table: int, why: str) -> Call:
        address = reverse("tournaments:call", args=[self.tournament.code, self.table(number, table).pk])
        sent = {"id": str(uuid4()), "words": why}
        answer = self.phones[table].post(address, sent, content_type="application/json")
        assert answer.status_code == 200, said(answer)
        return Call.objects.get(pk=sent["id"])

    def strike(self, arbiter: Client, call: Call, number: int, table: int) -> None:
        """The last hand does not count."""
        hand = self.last_of(number, table)
        path = f"{self.address('ruling', call.pk)}?hand={hand.pk}&finding=struck"
        typed = {"reason": "Karten gezeigt", "step": "save"}
        answer = arbiter.post(path, form_on(html_at(arbiter, path)) | typed, follow=True)
        assert "The ruling is recorded." in said(answer)
        self.count.hands[number, table][-1] = {}

    def last_of(self, number: int, table: int) -> Entry:
        found = self.sheet(number, table).entries.current().last()
        assert found is not None
        return found

    def played_on_paper(
        self, client: Client, number: int, table: int, lines: Mapping[str, tuple[int, int]]
    ) -> None:
        """Only the result is typed, by whoever types paper sheets; until it balances it is refused."""
        self.press("play_on_paper", number, table, paper="yes")
        typed = {
            f"{kind}-{self.ids[name]}": str(amount)
            for name, amounts in lines.items()
            for kind, amount in zip(("balance", "replacement"), amounts, strict=True)
        }
        path, first = self.address("paper_results", number), next(iter(typed))
        wrong = client.post(path, {**typed, first: "9999", "deed": str(uuid4())})
        assert wrong.status_code == 200
        answer = client.post(path, {**typed, "deed": str(uuid4())}, follow=True)
        assert "1 result is saved; it balances." in said(answer)
        self.count.paper[number, table] = {name: Account(*amounts) for name, amounts in lines.items()}

    def correct(self, number: int, table: int, dictated: Dictated) -> str:
        """The last hand of a closed round, on its own page; returns what is shown before."""
        sheet = self.sheet(number, table)
        path = reverse("scoring:correct", args=[sheet.pk, self.last_of(number, table).pk])
        record = json.dumps(exchanged(dictated.record, self.ids))
        asked = {"after": str(sheet.seq), "record": record}
        looked = said(self.client.post(path, {**asked, "id": str(uuid4()), "step": "look"}))
        answer = self.client.post(
            path, {**asked, "id": str(uuid4()), "step": "save", "reason": "verschrieben"}
        )
        assert answer.status_code == 302, said(answer)
        self.count.hands[number, table][-1] = dictated.amounts
        return looked

    # afterwards

    def close(self, number: int) -> None:
        there = self.round(number).tables.filter(sheet__closed_at=None, paper=False)
        still_open = list(there.values_list("number", flat=True))
        assert f"Round {number} is closed." in self.post("close_round", number, open=still_open)
        self.compare(number)

    def compare(self, number: int) -> None:
        """The standings of a round with the list by hand: everybody, every amount, every rank."""
        standing, there, ranks = self.standings(number), self.count.accounts(number), self.count.ranks(number)
        assert {
            (row.name, row.rank, row.result.balance, row.result.replacement) for row in standing.rows
        } == {(name, ranks[name], *one) for name, one in there.items()}
        assert not standing.interim

    def finish(self) -> None:
        assert "The tournament is finished." in self.post("finish")
        assert self.tournament.state == State.FINISHED


@pytest.fixture
def day(house: House) -> Day:
    client = house.client("Bert", "en")
    return Day(client, house.club.slug, house=house)


def english(house: House | None, name: str) -> Client:
    assert house is not None
    return house.client(name, "en")


def hands_of(day: Day) -> int:
    """By hand; a struck one is none."""
    return sum(1 for hands in day.count.hands.values() for amounts in hands if amounts)


TWENTY_FOUR = tuple(f"Gast {number:02}" for number in range(1, 25))
PRIZES = ("Schinken", "Wein", "Kaffee")


def test_a_day_of_twenty_four_with_arbiters_and_helpers_in_play_money(day: Day, watch: Hands) -> None:
    day.count = Count(capital=50, stake=5, replacement=50)
    day.plan(
        "spielgeld",
        arbiters=["Dora"],
        stake="5",
        double="called",
        overall="best_of",
        best_rounds="2",
        prizes="\n".join(PRIZES),
    )
    day.register(TWENTY_FOUR)
    for name, kind in (("Cilli", "cashier"), ("Emil", "helper")):
        assert name in day.post("duties", name=name, kind=kind)
    desk = said(day.client.get(day.tournament.get_absolute_url()))
    assert "When a table calls, Dora rules." in desk
    cashier, arbiter, helper = (english(day.house, name) for name in ("Cilli", "Dora", "Emil"))

    everybody_pays(day, cashier, 1)
    first, second, third = TWENTY_FOUR[:3]
    day.press("wishes", entrant=day.entrant(first), kind="table", tables="5")
    day.press("wishes", entrant=day.entrant(second), kind="apart", other=day.entrant(third))
    assert "Round 1 is drawn." in day.post("draw", 1, method="avoid_repeats", seed="Tag")
    assert "2 of 2 wishes are kept." in said(day.get("draw", 1))
    assert first in day.seated(1)[4]
    assert not any({second, third} <= {*names} for names in day.seated(1))
    assert "Published" in day.post("publish", 1)
    day.print_cards(6)
    assert "Round 1 has begun." in day.post("start_round", 1)
    day.change_places(1, day.seated(1)[0][0], day.seated(1)[5][3])
    day.sit_down(1)
    day.play_some(1, 1)
    day.comes_late(1, 2, "Nora")
    day.count.sit(1, 2, ["Nora"])
    assert "The next hands count double at every table." in day.post("double_round", 1)
    four = day.four(1, 3)
    day.play(1, 3, lost_solo(four, four[2], kontra=True), times=2)  # 240 paid of 45 or 55
    assert day.count.accounts(1)[four[2]].replacement in (200, 250)
    day.play_some(1, 1, besides=[3], times=2)
    day.play_some(1, 2, besides=[2, 3], times=2)
    call = day.calls(1, 4, "Offen gespielt")
    assert "1 table is waiting for the arbiters" in said(day.client.get(day.tournament.get_absolute_url()))
    waiting = day.ask("close_round", 1, open=[str(number) for number in range(1, 7)])
    assert "The arbiters are still called to table 4." in waiting
    day.strike(arbiter, call, 1, 4)
    day.close(1)
    given = prizes_are_chosen(day, 1)

    day.next_round(2)
    pays_who_owes(day, day.client, 2)
    assert sorted(map(len, day.seated(2))) == [4, 4, 4, 4, 4, 5]
    five = next(number for number, names in enumerate(day.seated(2), 1) if len(names) == 5)
    day.play_some(2, 1)
    gone = day.four(2, five)[1]
    day.leaves(2, five, gone)
    paper = five % 6 + 1
    amounts = ((105, 50), (75, 0), (40, 0), (30, 0))
    day.played_on_paper(helper, 2, paper, dict(zip(day.seated(2)[paper - 1], amounts, strict=True)))
    day.play_some(2, 2, besides=[paper])
    watch.forward(minutes=31)
    day.close(2)
    prizes_are_chosen(day, 2)

    day.next_round(3)
    assert gone not in {name for table in day.seated(3) for name in table}
    day.play_some(3, 2)
    day.close(3)
    four = list(day.count.hands[3, 6][-1])
    looked = day.correct(3, 6, lost_solo(four, four[0]))
    assert "Standings: Round 3" in looked
    day.compare(3)
    prizes_are_chosen(day, 3)
    assert {row.to for row in prizes_of(day.tournament, day.round(1)).rows if row.to} == given

    results = day.count.results((1, 2, 3))
    keys = {name: best_two(rounds) for name, rounds in results.items()}
    keys[gone] = (keys[gone][0],)
    standing = day.standings()
    there = {row.name: row for row in standing.rows}
    assert (there[gone].rank, there[gone].notes != ()) == (25, True)
    others = ranked({name: key for name, key in keys.items() if name != gone})
    assert {name: row.rank for name, row in there.items() if name != gone} == others
    assert {name: row.counts for name, row in there.items()} == {name: key[0] for name, key in keys.items()}
    day.finish()
    the_till_adds_up(day)
    everybody_reads(day, {name: row.rank for name, row in there.items()})
    assert verified() == (0, [f"18 sheets, {hands_of(day)} hands, 1 tournament: no difference."])


def best_two(rounds: Sequence[Account]) -> tuple[int]:
    """The sum of the two best; one with replacement capital only where there are too few others."""
    best = sorted([(not round_.bust, round_.own) for round_ in rounds], reverse=True)[:2]
    return (sum(own for _without, own in best),)


def everybody_pays(day: Day, cashier: Client, number: int) -> None:
    """Three one by one; who has not is asked about before the draw; then all others at once."""
    path = day.address("check_in", number)
    everybody = " ".join(str(entrant.pk) for entrant in day.tournament.entrants.all())
    assert cashier.post(path, {"deed": str(uuid4()), "again": everybody}).status_code == 302
    for name in TWENTY_FOUR[:3]:
        assert cashier.post(path, {"deed": str(uuid4()), "pay": day.entrant(name)}).status_code == 302
    assert "21 people have not paid yet" in day.ask("draw", number, method="random", seed="zu früh")
    pays_who_owes(day, cashier, number)


def pays_who_owes(day: Day, till: Client, number: int) -> None:
    owing = " ".join(str(person["pk"]) for person in check_in_of(day.round(number))["due"])
    path = day.address("check_in", number)
    assert till.post(path, {"deed": str(uuid4()), "pay_all": owing}).status_code == 302


def the_till_adds_up(day: Day) -> None:
    """Cilli took € 3 of 24 people; Bert of 25 and 100 of a sponsor, and has paid 20 for the room."""
    day.press("money", kind="sponsor", name="Sparkasse", cents="100")
    day.press("money", kind="out", name="Saalmiete", cents="20")
    sheet = money_of(day.tournament)
    assert [taker[:3] for taker in sheet.takers] == [
        ("Bert", 25 * 300 + 10000, 2000),
        ("Cilli", 24 * 300, 0),
    ]
    assert sheet.sum.result == 49 * 300 + 8000
    assert "€227.00" in said(day.get("money"))


def prizes_are_chosen(day: Day, number: int) -> set[str]:
    """The first two choose, by hand in their order; who is equal there draws a lot first. One is given."""
    ranks, there = day.count.ranks(number), day.count.accounts(number)
    order: list[str] = []
    for rank in sorted({rank for name, rank in ranks.items() if not there[name].bust}):
        equals = {name for name in ranks if ranks[name] == rank and not there[name].bust}
        if len(order) >= 2:
            break
        if len(equals) > 1:
            order += lot(day, number, equals)
        else:
            order += equals
    (third,) = [name for name in there if name not in order[:2]][:1]
    for position, name in enumerate(order[:2], 1):
        day.press("round_choose_prize", number, position, player=day.ids[name])
    day.press("round_give_prize", number, 3, player=day.ids[third])
    rows = prizes_of(day.tournament, day.round(number)).rows
    assert [(row.prize.name, row.to) for row in rows] == list(zip(PRIZES, [*order[:2], third], strict=True))
    return {*order[:2], third}


def lot(day: Day, number: int, equals: set[str]) -> list[str]:
    (drawing,) = [
        lot
        for lot in day.get("round_lots", number).context["drawing"]
        if set(lot.names.split(", ")) == equals
    ]
    order = sorted(equals)
    places = {f"place_{day.ids[name]}": place for place, name in enumerate(order, 1)}
    sent = {"about": drawing.about, "players": drawing.key, "how": "hand", **places}
    assert f"Drawn: {', '.join(order)}." in day.post("round_lots", number, **sent)
    return order


def everybody_reads(day: Day, ranks: Mapping[str, int | None]) -> None:
    """Without an account: the page, the screen in the hall, the page that stays, and the file.

    And whoever directs: the paper of the whole day.
    """
    visitor, code = Client(), day.tournament.code
    visitor.cookies["language"] = "en"
    page = html_at(visitor, reverse("tournaments:public_standings", args=[code]))
    assert all(name in page for name in ranks)
    assert "Final standings" in html_at(visitor, reverse("tournaments:projector", args=[code]))
    stays = html_at(visitor, reverse("tournaments:result", args=[code]))
    assert all(name in stays for name, rank in ranks.items() if rank is not None and rank <= 3)
    paper = said(day.get("whole_day"))
    assert all(name in paper for name in ranks)
    assert all(f"Round {round_.number}" in paper for round_ in day.tournament.rounds.all())
    address = reverse("tournaments:export_public_standings", kwargs={"code": code, "form": "xlsx"})
    sheet: Worksheet = of_xlsx(visitor.get(address).content)
    heading, *rows = sheet.iter_rows(values_only=True)
    rank, name = heading.index("Rank"), heading.index("Name")
    assert {row[name]: row[rank] for row in rows} == ranks
