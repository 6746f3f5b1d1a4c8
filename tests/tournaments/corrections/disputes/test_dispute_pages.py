"""The pages of calls and rulings: at the table, for the arbiters, on the sheet, in the log."""

import json
import re
from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localtime

from scoring.table.at_the_table import OPENED
from tests.support.pages import main_text_of as text
from tests.support.refusals import sentences_of
from tests.support.scoring.house import House
from tests.support.scoring.tables import exchanged
from tests.support.tournaments.disputes import (
    SEATS,
    appointed,
    at_the_cup,
    called,
    one_hand,
    ruled,
    small,
    standing,
    the_hand,
    two_bust,
    waiting,
)
from tests.support.tournaments.playing import Playing, hand, opened
from tests.support.tournaments.playing import address as page_of
from tournaments.corrections.disputes.verbs import Decision, permit_arbiter
from tournaments.engine.terms import CUP
from tournaments.models import Call, Finding, Permit, Ruling
from tournaments.rounds.verbs.bell_verbs import close_table

__all__ = ["at_the_cup", "one_hand", "small", "two_bust", "waiting"]


def at_table(playing: Playing, name: str = "call", *args: object) -> str:
    return reverse(f"tournaments:{name}", args=[playing.tournament.code, playing.table().pk, *args])


def phone(playing: Playing) -> Client:
    """The one that scanned the card of the table."""
    found = playing.client("")
    session = found.session
    sheet = playing.sheet()
    session[OPENED] = {str(sheet.pk): ["record", sheet.record_link]}
    session.save()
    return found


def hidden(answer: HttpResponse, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', answer.content.decode())
    assert found is not None, name
    return found[1].replace("&quot;", '"').replace("&#x27;", "'")


# At the table


def test_the_phone_with_the_card_calls_with_one_tap_and_withdraws_while_the_round_runs(
    small: Playing,
) -> None:
    pages = ("disputes", "disputes_log")
    assert ["Nobody has called yet." in small.read(page) for page in pages] == [True, True]
    here = phone(small)
    answer = here.get(at_table(small))
    assert "until then nothing can be recorded" in text(answer).lower()
    answer = here.post(at_table(small), {"deed": uuid4(), "words": "Zu viel " * 60})
    assert answer.status_code == 400
    assert "Zu viel Zu viel" in answer.content.decode()
    assert "This is far too long." in text(answer)
    answer = here.post(at_table(small), {"deed": uuid4(), "words": "Un\u202esichtbar"})
    assert text(answer).count("contains characters that cannot be read") == 1
    answer = here.post(at_table(small), {"deed": uuid4(), "words": ""}, follow=True)
    call = Call.objects.get()
    assert f"The arbiters have been called at {localtime(call.at):%H:%M}." in text(answer)
    assert (call.words, call.by) == (None, None)
    withdraw = at_table(small, "withdraw_call", call.pk)
    answer = here.post(withdraw, {"deed": uuid4()}, follow=True)
    assert "The call has been withdrawn. The table goes on." in text(answer)
    assert not Call.objects.open().exists()
    call.refresh_from_db()
    assert call.withdrawn_at is not None
    told = f"Called by the table {localtime(call.withdrawn_at):%H:%M} Withdrawn by the table"
    assert [told in small.read(page) for page in pages] == [True, True]
    small.close()
    assert here.get(at_table(small)).status_code == 404
    assert "This round is not running" in text(small.client("Bert").get(at_table(small)))


def test_the_recording_page_calls_by_json_and_is_told_how_the_table_stands(small: Playing) -> None:
    here, made = phone(small), str(uuid4())
    sent = {"id": made, "words": " Bedient? "}
    for _twice in range(2):
        answer = here.post(at_table(small), sent, content_type="application/json")
        assert answer.status_code == 200
        assert answer.json()["id"] == made
        told = answer.json()["table"]["occasion"]["call"]
        assert (told["open"]["id"], told["open"]["words"]) == (made, "Bedient?")
        assert told["urls"]["withdraw"] == at_table(small, "withdraw_call", made)
    other = {"id": str(uuid4()), "words": ""}
    answer = here.post(at_table(small), other, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["problems"] == [
        {"where": "", "text": "The arbiters have already been called to this table."}
    ]
    answer = here.post(told["urls"]["withdraw"], {"id": str(uuid4())}, content_type="application/json")
    assert answer.json()["table"]["occasion"]["call"]["open"] is None
    no_text = json.dumps({"id": str(uuid4()), "words": ["x"]})
    for body in ("", "[]", "{}", '{"id": 3}', '{"id": "x"}', no_text, "{" * 5000, '"' + "x" * 20_000):
        assert here.post(at_table(small), body, content_type="application/json").status_code == 400, body[:20]
    assert Call.objects.count() == 1


# Ruling


def ruling_address(playing: Playing, call: Call, finding: str, hand: str = "none", **further: str) -> str:
    query = "&".join(f"{key}={value}" for key, value in {"hand": hand, "finding": finding, **further}.items())
    return f"{page_of(playing, 'ruling', call.pk)}?{query}"


def test_a_correction_goes_through_the_recording_page_and_is_one_with_the_ruling(two_bust: Playing) -> None:
    call, here = called(two_bust), two_bust.client("Emil")
    target = the_hand(two_bust, 3)
    url = ruling_address(two_bust, call, "corrected", str(target.pk))
    answer = here.get(url)
    table = json.loads(answer.context["table"])
    assert table["urls"]["review"] == url
    assert (table["review"], table["at"], table["number"]) == (True, str(target.pk), 3)
    assert table["record"]["games"][0]["contract"] == "normalspiel"
    record = json.dumps(exchanged(hand("Anna", "Bert"), two_bust.ids()))
    answer = here.post(url, {"id": uuid4(), "after": 4, "record": record})
    assert "Anna 6 bust 3 Bert 4 bust 1 Cilli 7 5 Dora 5 3" in text(answer)
    assert not Ruling.objects.exists()
    fields = {name: hidden(answer, name) for name in ("id", "after", "seen", "record")}
    assert json.loads(fields["record"]) == json.loads(record)
    answer = here.post(url, fields | {"step": "save", "reason": ""})
    assert "Please put the ruling into words." in text(answer)
    for _twice in range(2):
        answer = here.post(url, fields | {"step": "save", "reason": "Anna hat gewonnen"})
        assert answer.headers["Location"] == page_of(two_bust, "dispute", call.pk)
    ruling = Ruling.objects.get()
    assert ruling.written is not None
    assert (ruling.finding, ruling.written.supersedes) == ("corrected", target)
    assert standing(two_bust)["Bert"] == (1, 0, 0)


def test_a_renonce_in_a_hand_that_is_not_recorded_has_to_be_entered(at_the_cup: Playing) -> None:
    call, here = called(at_the_cup), at_the_cup.client("Emil")
    url = ruling_address(at_the_cup, call, "renonce")
    assert here.get(url).context["table"]
    ids = at_the_cup.ids()
    record = exchanged({"games": [{"contract": "dreier", "declarer": "Anna"}]}, ids)
    won = record | {"games": [{**record["games"][0], "won": True}]}
    answer = here.post(url, {"id": uuid4(), "after": 0, "record": json.dumps(won)})
    assert "The Renonce is missing: please say in the form who revoked." in text(answer)
    assert "Make this ruling" not in text(answer)
    revoked = record | {"revoke": {"by": ids["Bert"]}}
    answer = here.post(url, {"id": uuid4(), "after": 0, "record": json.dumps(revoked)})
    fields = {name: hidden(answer, name) for name in ("id", "after", "seen", "record")}
    here.post(url, fields | {"step": "save", "reason": "Bert hat nicht bedient"})
    assert Ruling.objects.get().finding == "renonce"
    assert at_the_cup.table().result.players[ids["Anna"]].schrift == 15


def test_what_cannot_be_is_said_and_leads_back_to_the_form(waiting: Playing) -> None:
    call, here = Call.objects.get(), waiting.client("Emil")
    url = ruling_address(waiting, call, "corrected", str(the_hand(waiting, 1).pk))
    wrong = exchanged(hand("Anna", "Anna"), waiting.ids())
    answer = here.post(url, {"id": uuid4(), "after": 1, "record": json.dumps(wrong)})
    assert answer.context["review"] is None
    assert answer.context["problems"] == ["Anna cannot be their own partner."]
    assert "Back to the form" in text(answer)
    unseen = {"step": "save", "reason": "x", "seen": json.dumps([wrong, False], sort_keys=True)}
    fields = {name: hidden(answer, name) for name in ("id", "after", "record")}
    assert here.post(url, fields | unseen).context["problems"] == ["Anna cannot be their own partner."]
    again = fields | {"step": "edit"}
    assert json.loads(here.post(url, again).context["table"])["record"] == wrong
    said = text(here.get(ruling_address(waiting, call, "struck", str(uuid4()))))
    assert "Please choose one of the hands of this table." in said
    assert here.get(page_of(waiting, "dispute", uuid4())).status_code == 404
    sent: list[dict[str, str]] = [
        {},
        {"id": "x", "after": "1", "record": "{}"},
        {"id": str(uuid4()), "after": "", "record": "{}"},
        {"id": str(uuid4()), "after": "1", "record": "[]"},
        {"id": str(uuid4()), "after": "1", "record": "{" * 3000},
    ]
    for wrong in sent:
        assert here.post(url, wrong).status_code == 400, wrong


def test_what_was_changed_after_looking_is_looked_at_again(waiting: Playing) -> None:
    call, here = Call.objects.get(), waiting.client("Emil")
    url = ruling_address(waiting, call, "struck", str(the_hand(waiting, 1).pk))
    answer = here.get(url)
    fields = {name: hidden(answer, name) for name in ("id", "after", "seen")}
    answer = here.post(url, fields | {"step": "save", "reason": "Vergeben", "deal": "keep"})
    assert "Something has changed since you looked." in text(answer)
    assert "Vergeben" in answer.content.decode()
    answer = here.post(url, fields | {"after": "0", "step": "save", "reason": "Vergeben"})
    assert "Something has been entered at this table in the meantime." in text(answer)
    assert not Ruling.objects.exists()
    url = ruling_address(waiting, call, "stands", str(the_hand(waiting, 1).pk))
    fields = {name: hidden(here.get(url), name) for name in ("id", "after", "seen")}
    ruled(waiting, call, Decision(Finding.STANDS, the_hand(waiting, 1)))
    answer = here.post(url, fields | {"step": "save", "reason": "Alles in Ordnung"})
    assert "The arbiters have already ruled on this call." in text(answer)
    assert Ruling.objects.count() == 1


def test_the_deal_stays_where_a_later_hand_could_not_stand_otherwise(house: House) -> None:
    """Hand 1 was misdealt: whoever dealt it deals again, and that is the declarer of hand 2."""
    five = (*SEATS[0], "Karl")
    playing = opened(house, *five, terms=CUP, rules="cup")
    playing.begin(tables=[five])
    appointed(house, "Emil")
    for declarer in ("Cilli", "Anna"):
        playing.play(1, {"games": [{"contract": "dreier", "declarer": declarer, "won": True}]})
    call, here = called(playing), playing.client("Emil")
    url = ruling_address(playing, call, "corrected", str(the_hand(playing, 1).pk))
    sent = {"id": uuid4(), "after": 2, "record": json.dumps({"void": "redeal", "reason": "Vergeben"})}
    answer = here.post(url, sent)
    assert (answer.context["draft"].keep_deal, answer.context["problems"]) == (True, [])
    answer = here.post(url, sent | {"step": "look", "deal": "move"})
    assert answer.context["review"] is None
    assert "Hand 2 would no longer be valid: Anna" in text(answer)


def test_a_renonce_asks_who_and_what_is_claimed_and_shows_what_it_costs(at_the_cup: Playing) -> None:
    """A dreier of Anna, 5 from each; Bert revoked and Cilli claims 2: Bert pays 15 + 5 + 5 + 2."""
    at_the_cup.play(1, {"games": [{"contract": "dreier", "declarer": "Anna", "won": True}]})
    call, here = called(at_the_cup), at_the_cup.client("Emil")
    ids = at_the_cup.ids()
    url = ruling_address(at_the_cup, call, "renonce", str(the_hand(at_the_cup, 1).pk))
    answer = here.get(url)
    assert "Cilli claims" in text(answer)
    fields: dict[str, Any] = {name: hidden(answer, name) for name in ("id", "after", "seen")}
    answer = here.post(url, fields | {"step": "look", "by": "", "reason": "Renonce von Bert"})
    assert "Please say who revoked." in text(answer)
    assert "Renonce von Bert" in answer.content.decode()
    chosen = {"by": ids["Bert"], f"claim_{ids['Cilli']}": "2", "reason": "Renonce von Bert"}
    answer = here.post(url, fields | chosen | {"step": "look"})
    assert "Bert −15 −27" in text(answer) or "Bert −5 −27" in text(answer)
    assert not Ruling.objects.exists()
    fields["seen"] = hidden(answer, "seen")
    here.post(url, fields | chosen | {"step": "save"})
    ruling = Ruling.objects.get()
    assert ruling.written is not None
    assert ruling.written.record["revoke"] == {"by": ids["Bert"], "claims": {ids["Cilli"]: 2}}
    lines = at_the_cup.table().result.players
    assert [lines[ids[name]].schrift for name in SEATS[0]] == [15, -27, 7, 5]


def test_the_director_permits_an_arbiter_of_the_table(small: Playing) -> None:
    call, here = called(small, "Bedient?"), small.client("Dora")
    said = text(here.get(page_of(small, "dispute", call.pk)))
    assert "Called by the table: “Bedient?”" in said
    assert "You play at this table. Another arbiter rules, unless the director allows it." in said
    assert "Which hand?" not in said
    answer = here.post(
        ruling_address(small, call, "stands"), {"id": uuid4(), "after": 0, "step": "save", "reason": "x"}
    )
    assert answer.status_code == 302
    assert not Ruling.objects.exists()
    bert, dora = small.client("Bert"), small.house.member("Dora")
    url = page_of(small, "permit_arbiter", call.pk)
    assert "Who may rule anyway?" in text(bert.get(page_of(small, "dispute", call.pk)))
    answer = bert.post(url, {"deed": uuid4(), "arbiter": ""})
    assert "Please choose one of the arbiters of this tournament." in text(answer)
    answer = bert.post(url, {"deed": uuid4(), "arbiter": dora.pk}, follow=True)
    assert "Dora plays at this table but may rule anyway, says Bert." in text(answer)
    again = bert.post(url, {"deed": uuid4(), "arbiter": dora.pk})
    assert "Dora may already rule on this." in text(again)
    refused = sentences_of(small.do, permit_arbiter, call=call, arbiter=small.house.member("Cilli"))
    assert refused == ["Please choose one of the arbiters of this tournament."]
    assert Permit.objects.get().member == dora
    answer = here.get(ruling_address(small, call, "stands"))
    fields = {name: hidden(answer, name) for name in ("id", "after", "seen")}
    here.post(ruling_address(small, call, "stands"), fields | {"step": "save", "reason": "Weiterspielen"})
    said = text(here.get(page_of(small, "disputes_log")))
    assert "Dora, who plays at this table, permitted by Bert" in said
    first = Ruling.objects.get()
    emil = small.house.member("Emil").pk
    ruled(small, call, Decision(Finding.STANDS), by="Dora", arbiters=[emil], replaces=first.pk)
    said = text(here.get(page_of(small, "disputes_log")))
    assert "Dora, Emil; one of them plays at this table, permitted by Bert" in said


def test_a_new_ruling_is_offered_after_the_first(waiting: Playing) -> None:
    call = Call.objects.get()
    first = ruled(waiting, call, Decision(Finding.STRUCK, the_hand(waiting, 1)), reason="Vergeben")
    here = waiting.client("Emil")
    page = here.get(page_of(waiting, "dispute", call.pk))
    assert "Rule again" in text(page)
    assert hidden(page, "replaces") == str(first.pk)
    entry = waiting.sheet().entries.current().get()
    url = ruling_address(waiting, call, "corrected", str(entry.pk), replaces=str(first.pk))
    table = json.loads(here.get(url).context["table"])
    assert table["record"]["games"][0]["contract"] == "normalspiel"  # what stood there before
    answer = here.post(url, {"id": uuid4(), "after": 2, "record": json.dumps(table["record"])})
    fields = {name: hidden(answer, name) for name in ("id", "after", "seen", "record")}
    here.post(url, fields | {"step": "save", "reason": "Doch nicht"})
    second = Ruling.objects.current().get()
    assert second.replaces == first
    assert standing(waiting)["Anna"] == (4, 0, 0)
    url = ruling_address(waiting, call, "struck", str(the_hand(waiting, 1).pk), replaces=str(second.pk))
    waiting.do(close_table)
    assert here.get(url).context["problems"] == ["This table is closed. The director can reopen the round."]


# On the sheet


def test_everybody_who_sees_the_sheet_reads_the_ruling(one_hand: Playing) -> None:
    ruled(one_hand, called(one_hand), Decision(Finding.STANDS, the_hand(one_hand, 1)), reason="Alles bedient")
    sheet = one_hand.sheet()
    url = reverse("scoring:hand", args=[sheet.pk, the_hand(one_hand, 1).pk])
    for here in (phone(one_hand), one_hand.client("Cilli")):
        said = text(here.get(sheet.get_absolute_url()))
        assert "ruled on" in said
        assert "Hand 1 : Ruling of the arbiters: it stands “Alles bedient” Emil" in said
        assert "Ruling of the arbiters: it stands “Alles bedient” Emil" in text(here.get(url))
    assert "Correct it" not in text(one_hand.client("Bert").get(url))
