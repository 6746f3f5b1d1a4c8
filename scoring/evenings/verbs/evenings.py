"""Evenings are opened, changed, closed and opened again; a table can also just play."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring import clock
from scoring.accounts.names import problems_with_name
from scoring.accounts.rights import demand_director, locked
from scoring.deeds import PendingDeed, Refused, verb
from scoring.engine.pagatkassa import PagatkassaTerms
from scoring.engine.problems import option_problems
from scoring.engine.rules import Rules
from scoring.evenings.balances import kept
from scoring.evenings.seals import seal
from scoring.evenings.verbs.sheets import locked_evening, start
from scoring.models import Account, Club, Coming, Evening, Member, Row, Sheet, Voice
from scoring.models.evenings import LONGEST_PLACE
from scoring.names import tidy
from scoring.rules.versions.versions import in_use, offered, rules_of
from scoring.table.adding_up import keep_sums
from scoring.table.reasons import demand_reason
from scoring.table.verbs.seats import Person

ChosenOptions = Mapping[str, str | int]
EARLIEST = datetime.date(1950, 1, 1)
DAYS_AHEAD = 366
LONGEST_NIGHT = datetime.timedelta(hours=6)  # after midnight
KEEP_ANSWERS, ASK_ANEW = "keep", "anew"  # to whether members come, when their evening is moved
MOST_CENTS = 100_000  # of a payment into the Pagatkassa


def _asked_of_an_evening(
    *, options: ChosenOptions, pagatkassa: PagatkassaTerms | None, confirmation: bool, **about: object
) -> tuple[object, ...]:
    return (*about.values(), sorted(options.items()), kept(pagatkassa), confirmation)


@verb(
    "open_evening",
    asked=_asked_of_an_evening,
    again=lambda before, about: Evening.objects.select_related("club").get(pk=before.details["evening"]),
)
def open_evening(
    act: PendingDeed,
    *,
    actor: Account,
    deed: UUID,
    club: Club,
    date: datetime.date,
    place: str,
    rules: str,
    options: ChosenOptions,
    pagatkassa: PagatkassaTerms | None = None,
    confirmation: bool = False,
) -> Evening:
    """Open an evening under these rules as they are published today."""
    place = tidy(place)
    club = locked(club)
    demand_director(club, actor)
    _demand_terms(date, place, {"rules": rules_not_offered(rules, club)})
    _demand_pagatkassa(pagatkassa)
    evening = _new_evening(club, date, place, rules, options, pagatkassa, confirmation=confirmation)
    act.record(club, evening=evening.pk, date=str(date), place=place, rules=rules)
    return evening


def _new_evening(
    club: Club,
    date: datetime.date,
    place: str,
    rules: str,
    options: ChosenOptions,
    pagatkassa: PagatkassaTerms | None = None,
    *,
    confirmation: bool = False,
    spontaneous: bool = False,
) -> Evening:
    version = in_use(rules, club)
    sheet = rules_of(version)
    if option_problems(options, sheet):
        raise Refused(options=[_("These rules do not have this option.")])
    return Evening.objects.create(
        club=club,
        date=date,
        place=place,
        ruleset=version,
        options=dict(_unusual(options, sheet)),
        cents_per_point=club.cents_per_point if sheet.cents_per_point is None else sheet.cents_per_point,
        currency=club.currency,
        pagatkassa=kept(pagatkassa),
        confirmation=confirmation,
        spontaneous=spontaneous,
        opened_at=clock.now(),
    )


def _unusual(options: ChosenOptions, rules: Rules) -> ChosenOptions:
    """Only what differs from the sheet is written down."""
    return {key: value for key, value in options.items() if getattr(rules.options, key) != value}


def rules_not_offered(rules: str, club: Club) -> list[str]:
    """Return what is wrong with a choice of rules: nothing if the club is offered them."""
    return [] if rules in offered(club) else [_("Please choose a rule sheet.")]


def _demand_terms(date: datetime.date, place: str, further: Mapping[str, list[str]]) -> None:
    problems = {field: sentences for field, sentences in further.items() if sentences}
    if not date >= EARLIEST or (date - timezone.localdate()).days > DAYS_AHEAD:
        problems["date"] = [_("Please check the date: it is too far away.")]
    if place and (wrong := problems_with_name(place, LONGEST_PLACE)):
        problems["place"] = wrong
    if problems:
        raise Refused(**problems)


def _demand_pagatkassa(terms: PagatkassaTerms | None) -> None:
    if terms is None:
        return
    if not terms.stake and not terms.start:
        raise Refused(stake=[_("Please say how much is paid in; otherwise the pot would always be empty.")])
    amounts = {"stake": terms.stake, "start": terms.start, "ceiling": terms.ceiling or 0}
    said = _("At most %(most)d cents.") % {"most": MOST_CENTS}
    if too_much := {field: [said] for field, cents in amounts.items() if cents > MOST_CENTS}:
        raise Refused(**too_much)


@verb("just_play", again=lambda before, about: Sheet.objects.whole().get(pk=before.details["sheet"]))
def just_play(
    act: PendingDeed,
    *,
    actor: Account,
    deed: UUID,
    club: Club,
    rules: str,
    people: list[Person],
    high_card: int,
    counts: bool = True,
) -> Sheet:
    """One table, now: directors and scorers for others, members where they sit.

    It belongs to today's evening, which is opened if there is none under these rules; where it does not
    count in the season, it has no evening but itself.
    """
    club = locked(club)
    me = Member.objects.filter(club=club, account=actor, active=True).first()
    if me is None:
        raise PermissionDenied
    _demand_terms(timezone.localdate(), "", {"rules": rules_not_offered(rules, club)})
    found = _evening_of_today(club, rules) if counts else None
    pagatkassa = offered(club)[rules].pagatkassa
    evening = found or _new_evening(
        club, timezone.localdate(), "", rules, {}, pagatkassa, spontaneous=not counts
    )
    sheet = start(evening, None, people, high_card)
    seated = evening.participants.filter(member=me, pk__in=sheet.players).exists()
    if not seated and not me.may_start_for_others:
        raise Refused(players=[_("You can only start a table that you sit at yourself.")])
    about: dict[str, Any] = {"sheet": sheet.pk, "evening": evening.pk, "date": str(evening.date)}
    act.record(club, **about, rules=rules, counts=counts, opened=found is None)
    return sheet


def _evening_of_today(club: Club, rules: str) -> Evening | None:
    """Return the open evening under these rules; one of yesterday goes on until the morning."""
    now = timezone.localtime()
    days = now.date(), (now - LONGEST_NIGHT).date()
    found = Evening.objects.of(club).filter(closed_at=None, date__in=days, ruleset__slug=rules)
    found = found.select_related("club", "ruleset").select_for_update(of=("self",))
    return found.order_by("-date", "-pk").first()


@verb("change_evening")
def change_evening(
    act: PendingDeed,
    *,
    actor: Account,
    deed: UUID,
    evening: Evening,
    date: datetime.date,
    place: str,
    confirmation: bool | None = None,
    answers: str = "",
) -> Evening:
    """Date, place, and whether hands are confirmed from now on (None: as before).

    The rules of what was played stay. On another day, `answers` says what becomes of those that members gave
    to whether they come.
    """
    place = tidy(place)
    evening = locked_evening(evening, actor)
    act.demand_nothing_newer()
    _demand_terms(date, place, {})
    before = {"date": str(evening.date), "place": evening.place}
    changed = {} if date == evening.date else _move_answers(evening, date, answers, actor)
    evening.date, evening.place = date, place
    if confirmation is not None and confirmation != evening.confirmation:
        _demand_choice_of_confirmation(evening)
        evening.confirmation = changed["confirmation"] = confirmation
    evening.save(update_fields=["date", "place", "confirmation"])
    act.record(evening.club, evening=evening.pk, before=before, date=str(date), place=place, **changed)
    return evening


def answers_given(evening: Evening) -> QuerySet[Coming]:
    """Return what members have said of an evening at which nobody plays yet: whether they come."""
    if not evening.is_open or evening.sheets.exists():
        return evening.comings.none()
    return evening.comings.exclude(says="").select_related("member")


def _move_answers(evening: Evening, date: datetime.date, answers: str, actor: Account) -> dict[str, Any]:
    """Keep what was said for the old day, marked with it, or ask anew; return what the log keeps of it."""
    given = list(answers_given(evening))
    active = [coming for coming in given if coming.member.active]
    if active and answers not in (KEEP_ANSWERS, ASK_ANEW):
        said = ngettext(
            "%(count)d member has said whether they come on %(day)s. Should the answer stay, or is everybody "
            "asked anew?",
            "%(count)d members have said whether they come on %(day)s. Should their answers stay, or is "
            "everybody asked anew?",
            len(active),
        )
        day = date_format(evening.date, pgettext("date format", "l, j M Y"))
        raise Refused(answers=[said % {"count": len(active), "day": day}])
    for coming in given:
        said_for = coming.moved_from or evening.date
        coming.moved_from = None if said_for == date else said_for
        if answers == ASK_ANEW:
            coming.says, coming.earlier, coming.at = "", "", clock.now()
            coming.by = Member.objects.get(club=evening.club_id, account=actor)
    Coming.objects.bulk_update(given, ["moved_from", "says", "earlier", "at", "by"])
    return {"answers": answers, "answered": len(active)} if active else {}


def _demand_choice_of_confirmation(evening: Evening) -> None:
    """While the evening goes on; and nothing that waits for the director gets out of sight."""
    if not evening.is_open:
        raise Refused(confirmation=[_("This evening is closed.")])
    list(evening.sheets.select_for_update())  # whoever is just tapping on one of them comes first
    left = Voice.objects.open_objections().filter(sheet__evening=evening).count()
    if left:
        said = ngettext(
            "%(count)d objection is still open. Please settle it first.",
            "%(count)d objections are still open. Please settle them first.",
            left,
        )
        raise Refused(confirmation=[said % {"count": left}])


def counting_stays(evening: Evening, sheets: Sequence[Sheet], *, settled: bool) -> str:
    """Why it cannot be changed any more whether a table counts in the season; empty if it can."""
    if not evening.is_open or any(not sheet.is_open for sheet in sheets):
        return _("This table is closed.")
    if settled:
        return _("It has been closed before: whether it counts in the season stays as it was.")
    if len(sheets) != 1:
        return _("Only a table that plays on its own can be left out of the season.")
    return ""


@verb("count_evening")
def count_evening(act: PendingDeed, *, actor: Account, deed: UUID, evening: Evening, counts: bool) -> Evening:
    """Whether the one table of an evening counts in the season, while it plays."""
    evening = locked_evening(evening, actor)
    sheets = list(evening.sheets.select_for_update())  # whoever is just closing it comes first
    if why := counting_stays(evening, sheets, settled=evening.seals.exists()):
        raise Refused(form=[why])
    evening.spontaneous = not counts
    evening.save(update_fields=["spontaneous"])
    act.record(evening.club, evening=evening.pk, date=str(evening.date), counts=counts)
    return evening


def pagatkassa_stays(evening: Evening) -> str:
    """Why the terms of the Pagatkassa cannot be changed any more; empty if they can."""
    if not evening.is_open:
        return _("This evening is closed.")
    if Row.objects.filter(sheet__evening=evening).exists():
        return _("The first hand has been recorded: the Pagatkassa stays as it was agreed.")
    if evening.seals.exists():
        return _("This evening has been closed before: the Pagatkassa stays as it was agreed.")
    return ""


@verb("agree_pagatkassa", asked=lambda evening, terms: (evening, kept(terms)))
def agree_pagatkassa(
    act: PendingDeed, *, actor: Account, deed: UUID, evening: Evening, terms: PagatkassaTerms | None
) -> Evening:
    """Before the first hand; None: none is played."""
    evening = locked_evening(evening, actor)
    act.demand_nothing_newer()
    list(evening.sheets.select_for_update())  # whoever is just writing the first hand comes first
    if why := pagatkassa_stays(evening):
        raise Refused(form=[why])
    _demand_pagatkassa(terms)
    evening.pagatkassa = kept(terms)
    evening.save(update_fields=["pagatkassa"])
    act.record(evening.club, evening=evening.pk, date=str(evening.date), played=terms is not None)
    return evening


@verb("close_evening")
def close_evening(act: PendingDeed, *, actor: Account, deed: UUID, evening: Evening) -> Evening:
    """All its sheets are closed with it, and what it came to is sealed."""
    evening = locked_evening(evening, actor)
    if not evening.is_open:
        raise Refused(form=[_("This evening is already closed.")])
    list(evening.sheets.select_for_update())  # whoever is just writing on one of them comes first
    sheets = list(evening.sheets.scored().select_related("ruleset"))
    evening.closed_at = clock.now()
    evening.save(update_fields=["closed_at"])
    evening.sheets.filter(closed_at=None).update(closed_at=evening.closed_at)
    director = evening.club.members.get(account=actor)
    sealed = seal(evening, sheets, by=director, at=evening.closed_at)
    keep_sums(evening)
    act.record(
        evening.club, evening=evening.pk, date=str(evening.date), place=evening.place, code=sealed.code
    )
    return evening


@verb("reopen_evening")
def reopen_evening(act: PendingDeed, *, actor: Account, deed: UUID, evening: Evening, reason: str) -> Evening:
    """Open an evening again, with the sheets that were closed with it."""
    reason = demand_reason(reason)
    evening = locked_evening(evening, actor)
    if evening.is_open:
        raise Refused(form=[_("This evening is already open.")])
    evening.sheets.filter(closed_at=evening.closed_at).update(closed_at=None)
    evening.closed_at = None
    evening.save(update_fields=["closed_at"])
    act.record(evening.club, evening=evening.pk, date=str(evening.date), reason=reason)
    return evening
