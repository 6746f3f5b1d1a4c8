"""Who paid for a round or for the day, who took it, what else came and went; it adds up by person, too."""

from itertools import product
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.utils.timezone import localtime

from tests.support.pages import text_of
from tests.support.refusals import refuses, sentences_of
from tests.support.tournaments.playing import Hands, Playing, address, log_of
from tests.support.tournaments.standings import of
from tournaments.cash import verbs as cash
from tournaments.cash.pages import DaySheet, fees_of, money_of, unpaid_in
from tournaments.duties import give_duty
from tournaments.entrants import verbs as people
from tournaments.entrants.pages import check_in_of
from tournaments.export.stored import stored_in_tournaments
from tournaments.models import CashEntry, Duty, Stage
from tournaments.prizes import verbs as prizes
from tournaments.wording import terms_for_players

pytestmark = pytest.mark.usefixtures("english", "watch")


def pks(playing: Playing, *names: str) -> list[int]:
    return [playing.entrant(name).pk for name in names]


def day(playing: Playing) -> DaySheet:
    return money_of(of(playing))


def test_in_an_order_by_surname_the_surname_goes_first(playing: Playing) -> None:
    playing.register(["Zita Berger"])
    playing.check_in(names=["Anna", "Zita Berger"])
    playing.told("people", 1, pay=pks(playing, "Anna")[0])
    here = playing.read("people", 1)
    assert "Berger Zita is here Zita Berger: €3.00 open" in here
    assert "1 paid; open: Berger Zita" in here
    assert "Berger Zita round 1 €3.00" in playing.read("money")
    playing.told("people", 1, pay=pks(playing, "Zita Berger")[0])
    assert "Berger Zita €3.00" in playing.read("receipts")


# At once


def test_everybody_who_is_there_is_marked_as_paid_at_once_and_it_can_be_undone(
    playing: Playing, watch: Hands
) -> None:
    playing.check_in()
    playing.told("people", 1, pay=pks(playing, "Anna")[0])
    watch.forward(minutes=1)
    shown = playing.read("people", 1)
    assert "All 3 who owe have paid the fee: €9.00" in shown
    owing = " ".join(str(person["pk"]) for person in check_in_of(playing.round())["due"])
    after = playing.told("people", 1, pay_all=owing)
    assert "In the till €12.00" in after
    assert "Undo: the 3 who were marked as paid at once" in after
    at_once = " ".join(str(person["pk"]) for person in check_in_of(playing.round())["paid_together"])
    assert at_once.split() == owing.split()
    undone = playing.told("people", 1, unpay_all=at_once)
    assert "In the till €3.00 Still open €9.00" in undone
    assert log_of("pay")[1] == (
        "took the entry fees of 3 people for round 1 of “Herbstturnier”, €9.00: Bert, Cilli, Dora"
    )
    assert log_of("take_back_payment") == [
        "took back the entry fees of 3 people for round 1 of “Herbstturnier”, €9.00: Bert, Cilli, Dora"
    ]


def added_up(name: str, playing: Playing) -> dict[str, int]:
    """Return the sums of what is stored of somebody's payments."""
    tables = [table for table in stored_in_tournaments(playing.house.member(name)) if table.rows]
    return {
        column.title: sum(row[number] or 0 for row in table.rows)
        for table in tables
        for number, column in enumerate(table.columns)
        if column.summed and table.title in ("Tournaments", "Day tickets")
    }


# Day tickets


def test_a_day_ticket_is_for_all_rounds_and_what_was_paid_before_counts_towards_it(playing: Playing) -> None:
    playing.check_in()
    refused = playing.told("people", 1, ticket=pks(playing, "Anna")[0])
    assert "This tournament has no day ticket." in refused
    playing.agree(ticket=800)
    terms = dict(terms_for_players(playing.tournament.terms, "EUR"))
    assert terms["Day ticket"] == "€8.00 for all rounds of the day"
    assert "Anna: €8.00 for the day" in playing.read("people", 1)
    anna, bert = pks(playing, "Anna", "Bert")
    playing.told("people", 1, pay=bert)
    bought = playing.told("people", 1, ticket=anna)
    assert "Anna is here Anna: €8.00 day ticket" in bought
    playing.pass_round()
    playing.check_in(2)
    assert check_in_of(playing.round(2))["due"]
    assert anna not in [person["pk"] for person in check_in_of(playing.round(2))["due"]]
    refused = playing.told("people", 2, pay=anna)
    assert "Anna has a day ticket, and pays nothing for a round." in refused
    assert "Bert: €5.00 day ticket" in playing.told("people", 2, ticket=bert)
    why = "This fee counts towards the day ticket of Bert. Please take the ticket back first."
    assert sentences_of(playing.do, cash.take_back_payment, entrants=[bert]) == [why]
    fees = fees_of(of(playing))
    assert (fees.sum.tickets.came_in, fees.sum.all_in) == (1300, 1600)
    playing.told("people", 2, unticket=anna)
    assert fees_of(playing.tournament).sum.tickets.came_in == 500
    assert log_of("take_back_tickets") == ["took back the day ticket of Anna (“Herbstturnier”): €8.00"]


def test_where_only_day_tickets_are_sold_everybody_owes_one_and_not_one_for_each_round(
    playing: Playing,
) -> None:
    playing.agree(fee=0, ticket=800)
    playing.check_in()
    playing.do(people.arrive, name="Hilf", house=True)  # who owes nothing
    assert unpaid_in(playing.round()).all_money == "€32.00"
    owing = " ".join(map(str, pks(playing, "Anna", "Bert", "Cilli")))
    assert "Undo: the 3 who were marked as paid at once" in playing.told("people", 1, ticket_all=owing)
    fees = fees_of(of(playing))
    assert (fees.sum.all_in, fees.sum.open) == (2400, 800)
    playing.pass_round()
    playing.check_in(2)
    assert fees_of(playing.tournament).sum.open == 800
    assert unpaid_in(playing.round(2)).names == ("Dora",)


# Before the draw


def test_before_the_draw_the_unpaid_are_named_and_drawn_anyway_or_marked_as_paid(playing: Playing) -> None:
    playing.check_in()
    playing.told("people", 1, pay=pks(playing, "Anna")[0])
    asked = playing.told("draw", 1, method="random", seed="Sküs")
    assert "3 people have not paid yet Not paid yet (€3.00 each): Bert, Cilli, Dora." in asked
    assert "Mark as paid (€9.00) and draw" in asked
    assert playing.round().stage == Stage.CHECK_IN
    drawn = playing.told("draw", 1, method="random", seed="Sküs", unpaid="anyway")
    assert "Round 1 is drawn." in drawn
    assert playing.round().seed == "Sküs"
    owing = " ".join(map(str, unpaid_in(playing.round()).entrants))
    back = playing.told("people", 1, pay_all=owing, back="draw")
    assert "Draw of round 1" in back
    assert "Not paid yet" not in back


def test_drawing_all_rounds_and_taking_what_was_drawn_ahead_ask_the_same(playing: Playing) -> None:
    playing.check_in()
    assert "4 people have not paid yet" in playing.told("draw_all", 1, **{"all-seed": "x"})
    assert "Rounds 1 to 3 are drawn." in playing.told("draw_all", 1, **{"all-seed": "x", "unpaid": "pay"})
    playing.check_in(2)
    asked = playing.told("take_prepared", 2)
    assert "4 people have not paid yet" in asked
    assert playing.round(2).stage == Stage.CHECK_IN
    assert "This draw is now the draft of round 2." in playing.told("take_prepared", 2, unpaid="pay")
    assert fees_of(playing.tournament).sum.all_in == 2400


@pytest.mark.parametrize(
    ("terms", "answer", "taken"),
    [({}, "pay", 1200), ({"fee": 0, "ticket": 800}, "pay", 3200), ({"fee": 0}, "", 0)],
)
def test_on_the_way_to_the_draw_fees_or_day_tickets_are_taken_and_it_is_on_record_by_whom(
    playing: Playing, terms: dict[str, int], answer: str, taken: int
) -> None:
    playing.agree(**terms)
    playing.check_in()
    assert "Round 1 is drawn." in playing.told("draw", 1, method="random", seed="", unpaid=answer)
    assert fees_of(playing.tournament).sum.open == 0
    assert [taker[:2] for taker in day(playing).takers] == ([("Bert", taken)] if taken else [])


# What was imported and went out


def test_the_page_of_the_day_adds_up_by_person(playing: Playing) -> None:
    """Bert takes 6.00 and 100.00 of a sponsor and pays 5.00; Emil at the till takes 6.00 and pays 20.00."""
    playing.do(give_duty, name="Emil", kind=Duty.Kind.CASHIER)
    playing.check_in()
    for name, by in (("Anna", "Bert"), ("Bert", "Bert"), ("Cilli", "Emil"), ("Dora", "Emil")):
        playing.told("people", 1, pay=pks(playing, name)[0], by=by)
    playing.pass_round()
    playing.told("money", kind="sponsor", name="Sparkasse", cents="100")
    noted = playing.told("money", kind="out", name="Saalmiete", cents="20,00", by="Emil")
    assert "Sponsor: Sparkasse" in noted
    playing.do(prizes.add_prize, name="Krapfen", cents=500)
    playing.do(prizes.give_prize, position=1, player=playing.ids()["Anna"])
    sheet = day(playing)
    assert list(sheet.takers) == [("Bert", 10600, 500, 10100), ("Emil", 600, 2000, -1400)]
    assert (sheet.sum.all_in, sheet.sum.all_out, sheet.sum.result) == (11200, 2500, 8700)
    assert sum(balance for *_about, balance in sheet.takers) == sheet.sum.result
    text = playing.read("money", by="Emil")
    assert "Bert (in €106.00, out €5.00) €101.00" in text
    assert "Together (in €112.00, out €25.00) €87.00" in text
    assert log_of("note_cash") == [
        "noted €100.00 from the sponsor “Sparkasse” (“Herbstturnier”)",
        "noted €20.00 that went out: “Saalmiete” (“Herbstturnier”)",
    ]


def test_an_entry_is_taken_off_the_list_and_stays_in_the_log(playing: Playing) -> None:
    playing.told("money", kind="in", name="Wechselgeld", cents="50")
    entry = CashEntry.objects.get()
    assert "Taken off the list." in playing.told("strike_cash", entry.pk)
    assert not CashEntry.objects.exists()
    gone = playing.told("strike_cash", entry.pk)
    assert "This has been changed in the meantime. Please look again." in gone
    assert log_of("strike_cash") == ["took “Wechselgeld”, €50.00, off the cash list of “Herbstturnier”"]


def test_what_is_refused_says_why_and_stays_typed(playing: Playing, monkeypatch: pytest.MonkeyPatch) -> None:
    client, path = playing.client(), address(playing, "money")
    answer = client.post(path, {"deed": uuid4(), "kind": "in", "name": "Wechselgeld", "cents": "viel"})
    assert "An amount such as 12 or 7.50, please." in text_of(answer)
    assert 'value="Wechselgeld"' in answer.content.decode()
    empty = text_of(client.post(path, {"deed": uuid4(), "kind": "", "name": "", "cents": "0"}))
    assert "Please choose." in empty
    assert "Please say what it is." in empty
    nothing = client.post(path, {"deed": uuid4(), "kind": "in", "name": "Nichts", "cents": "0"})
    assert "An amount from 0.01 to 9999, please." in text_of(nothing)
    assert "cannot be read" in playing.told("money", kind="in", name="Wechsel\u202egeld", cents="5")
    monkeypatch.setattr(cash, "MOST_ENTRIES", 0)
    assert "At most 0 entries." in playing.told("money", kind="in", name="Wechselgeld", cents="5")
    assert "At most 0 entries." in playing.told("money", count="yes", cents="5")
    assert not CashEntry.objects.exists()


def test_after_the_end_money_can_be_noted_only_at_the_till_and_no_fee_or_ticket_is_taken(
    playing: Playing,
) -> None:
    playing.agree(ticket=800)
    playing.finish()
    for verb in (cash.pay, cash.take_back_payment, cash.sell_tickets, cash.take_back_tickets):
        with refuses({"form": ["This tournament is finished."]}):
            playing.do(verb, entrants=pks(playing, "Anna"))
    playing.told("money", kind="out", name="Saalmiete", cents="20")
    assert cash.in_the_till(of(playing)) == day(playing).sum.result == -2000
    tickets = {"entrants": pks(playing, "Anna")}
    asked: dict[Any, dict[str, Any]] = {
        cash.sell_tickets: tickets,
        cash.take_back_tickets: tickets,
        cash.note_cash: {"kind": CashEntry.Kind.IN, "name": "x", "cents": 1},
        cash.strike_cash: {"entry": CashEntry.objects.get().pk},
    }
    for name, verb in product(("Cilli", "Dora", "Emil", "Franz"), asked):
        with pytest.raises(PermissionDenied):
            playing.do(verb, by=name, **asked[verb])


# Receipts


def test_receipts_are_for_everybody_who_paid_or_for_one(playing: Playing) -> None:
    assert "Nobody has paid yet." in playing.read("receipts")
    playing.agree(ticket=800)
    playing.check_in()
    playing.told("people", 1, pay=pks(playing, "Anna")[0])
    playing.told("people", 1, ticket=pks(playing, "Dora")[0])
    both = playing.read("receipts")
    paid, ticket = playing.round().attendances.get(paid=300).paid_at, playing.entrant("Dora").ticket_at
    fee = f"Entry fee of round 1: €3.00, {localtime(paid):%H:%M}"
    assert f"Receipt 1 Anna €3.00 {fee} Received by Bert" in both
    day_ticket = f"Day ticket for all rounds: €8.00, {localtime(ticket):%H:%M}"
    assert f"Receipt 4 Dora €8.00 {day_ticket} Received by Bert" in both
    assert added_up("Anna", playing) == {"Entry fee paid": 300}
    assert added_up("Dora", playing) == {"Entry fee paid": 0, "Day ticket": 800}
    one = playing.read("receipts", who=str(pks(playing, "Dora")[0]))
    assert "Dora" in one
    assert "Anna" not in one
    playing.begin()
    assert "Receipt 1 Anna" in playing.read("receipts", table="1")
    assert "Nobody has paid yet." in playing.read("receipts", table="2")


def test_rows_are_counts_times_prices_and_what_was_paid_too_much_is_named(playing: Playing) -> None:
    """Anna pays twice 3.00 and misses round 2, Bert 3.00 and then a ticket of 2.00, Cilli 4.00."""
    playing.check_in()
    for name in ("Anna", "Bert"):
        playing.told("people", 1, pay=pks(playing, name)[0])
    playing.agree(fee=400, ticket=200)
    playing.told("people", 1, pay=pks(playing, "Cilli")[0])
    playing.told("people", 1, ticket=pks(playing, "Bert")[0])
    playing.pass_round()
    playing.told("people", 2, pay=pks(playing, "Anna")[0])
    text = playing.read("money")
    assert "Entry fees: 1 × €4.00 €4.00 Entry fees: 2 × €3.00 €6.00" in text
    assert "Day tickets: 1 × €0.00 (fees already paid are taken off) €0.00" in text
    assert "to be paid back or kept: Anna €4.00, Bert €1.00." in text
    assert "less the fees paid before" not in playing.read("receipts")  # nothing was paid for it
