"""A club with all that one can have: what is played, what was agreed, and a past."""

from datetime import date, timedelta
from typing import Any
from uuid import uuid4

from scoring import clock
from scoring.accounts.guests import admit_guest
from scoring.clubs.privacy.anonymising import anonymise_member, ask_to_go
from scoring.coming.verbs import say_coming
from scoring.engine.record import to_dict
from scoring.evenings import payments
from scoring.evenings import verbs as evening_verbs
from scoring.models import Entry, Evening, Participant, Sheet, Voice
from scoring.old_sheets.verbs import withdraw_old_batch
from scoring.rules import published
from scoring.rules.versions.timelines import rules_for
from scoring.season.verbs import name_season
from scoring.sharing import verbs as sharing_verbs
from scoring.table import confirmations
from tests.support.engine.hands import build_sheet, seeded
from tests.support.scoring.corrections import apply, correct, open_random, random_change
from tests.support.scoring.house import House
from tests.support.scoring.house_rules import dearer, own, save
from tests.support.scoring.old_papers import old_amounts, old_hands
from tests.support.scoring.payments import kept, open_payments
from tests.support.scoring.tables import FIVE, REDEAL, dreier, rufer
from tests.support.tournaments.playing import Playing
from tests.support.tournaments.series import with_a_final
from tournaments.models import Series


def all_of_it(house: House) -> House:
    """What else a club can have: own rules, a newer version at a running table, guests who joined, a voice, a
    name that is gone, an evening sealed twice and paid in part, one to which somebody wants to come."""
    anna = house["Anna"]
    ruleset = own(house)
    evening = house.evening(ruleset.slug, confirmation=True)
    sheet = house.sheet((*FIVE[:3], "Rosa", "Otto"), evening=evening)
    first = house.play(sheet, rufer("Anna", "Bert")).entry
    house.tap(confirmations.object_to, sheet, first, "Cilli", reason="War das kein Dreier?")
    house.play(sheet, REDEAL)
    save(house, ruleset, dearer(6))
    evening_verbs.take_newer_edition(actor=anna, deed=uuid4(), evening=evening, at_running_tables=True)
    house.play(sheet, dreier("Bert"))
    record = first.record | {"games": [first.record["games"][0] | {"won": False}]}
    correct(house, sheet, Entry.objects.get(pk=first.pk), record, reason="Rosa hat die Stiche gezählt")
    house.do(
        confirmations.settle_objection,
        by="Anna",
        sheet=sheet,
        of=Voice.objects.get(),
        outcome="corrected",
        reason="Stimmt",
    )
    evening_verbs.close_evening(actor=anna, deed=uuid4(), evening=evening)
    evening_verbs.reopen_evening(actor=anna, deed=uuid4(), evening=evening, reason="Ein Gast fehlt")
    evening_verbs.close_evening(actor=anna, deed=uuid4(), evening=evening)
    ticked(house, evening)
    rosa = Participant.objects.get(evening=evening, guest="Rosa")
    admit_guest(actor=anna, deed=uuid4(), club=house.club, participants=[rosa.pk], name="Rosa")
    anonymise_member(actor=anna, deed=uuid4(), member=house.member("Hilda"))
    open_ = house.sheet()  # goes on after it was brought
    house.play(open_, dreier("Dora"))
    planned = house.evening(date=clock.today() + timedelta(days=7), venue="Sonnenwirt")
    say_coming(actor=anna, deed=uuid4(), evening=planned, member=house.member("Anna"), says="yes")
    house.evening(club=house.other)
    return house


def ticked(house: House, evening: Evening) -> None:
    """A payment was carried on and paid later before version 2; one is ticked and taken back."""
    first, second = open_payments(evening)[:2]
    by = house.member("Anna")
    kept(evening, first, "paid", by, settles=kept(evening, first, "carried", by))
    house.do(payments.settle_payments, by="Anna", evening=evening, payments=[second])
    house.do(payments.untick_payment, by="Anna", payment=evening.settled_payments.latest("pk"))


def the_past(house: House) -> House:
    """What people brought in, shared and asked for: old sheets of both kinds, some of them taken back, and a
    guest of theirs who is a member by now; links, open and withdrawn; a season with a name; somebody who
    wants to go."""
    anna, emil = house["Anna"], house.member("Emil")
    asked: dict[str, Any] = {"actor": anna}
    old_amounts(house)
    kept = old_hands(house)
    xandl = kept.evenings.get().participants.get(member=None)
    admit_guest(**asked, deed=uuid4(), club=house.club, participants=[xandl.pk], name="Alexander")
    for batch in (old_amounts(house, date(2014, 5, 6)), old_hands(house, date(2014, 5, 7))):
        withdraw_old_batch(**asked, deed=uuid4(), batch=batch, reason="Das falsche Heft")
    evening = kept.evenings.get()
    sharing_verbs.share_evening(**asked, deed=uuid4(), evening=evening)
    for period in ("", "2016"):
        sharing_verbs.share_standings(**asked, deed=uuid4(), club=house.club, period=period)
    gone = sharing_verbs.share_player(actor=house["Emil"], deed=uuid4(), member=emil, period="all")
    sharing_verbs.withdraw_sharing(actor=house["Emil"], deed=uuid4(), sharing=gone)
    days = {"since": date(2025, 10, 1), "until": date(2026, 5, 31)}
    name_season(**asked, deed=uuid4(), club=house.club, name="2025/26", **days)
    ask_to_go(actor=house["Emil"], deed=uuid4(), member=emil, wants=True)
    return house


# What is in a file of everything all the same, without a row.
# A former sheet comes in with a club from before: tests/tournaments/corrections/test_put_right.py.
# What a tournament gave is kept when somebody has looked at a series.
NOT_PLAYED = {f"tournaments.{name}.jsonl" for name in ("card", "preset", "rewritten")}


def with_everything(played: Playing, *, seed: int) -> House:
    """A tournament of everything with a final, all else that a club has, and an evening of random hands."""
    house, choose = played.house, seeded(seed)
    with_a_final(played, Series.objects.get())
    the_past(all_of_it(house))
    wanted = build_sheet(choose, published()["treffpunkt"])
    sheet = open_random(house, wanted, "treffpunkt")
    for entry in wanted.entries:
        house.play(sheet, to_dict(entry, rules_for(sheet)))
    for _change in range(4):
        if (change := random_change(choose, Sheet.objects.whole().get(pk=sheet.pk))) is not None:
            apply(house, sheet, change)
    return house
