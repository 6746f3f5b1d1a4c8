"""The list of entrants, the check-in of a round, and how people will sit."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.engine.money import money_in_words
from scoring.models import Member, Participant
from scoring.names import folded
from scoring.web.language import current_language
from tournaments.draw.pages.drawing import sizes_in_words
from tournaments.engine.sizes import SMALLEST, house_players_wanted
from tournaments.engine.stages import is_possible
from tournaments.entrants.verbs import Arrival, seats_of
from tournaments.models import Attendance, Entrant, Leaving, Round, Stage, Tournament
from tournaments.web.access import page_about


def registration_of(tournament: Tournament, words: str = "") -> dict[str, Any]:
    """Return all entrants by name, their number, and those who match a search; four queries."""
    names = tournament.evening.names()
    seats = seats_of(tournament, Stage.RUNNING, Stage.CLOSED)
    payments = Attendance.objects.filter(entrant__tournament=tournament, paid__isnull=False)
    paid: Counter[int] = Counter()  # cents, over all rounds
    for entrant_pk, cents in payments.values_list("entrant", "paid"):
        paid[entrant_pk] += cents or 0
    sections = ("", *tournament.terms.sections)
    people: list[dict[str, Any]] = []
    for entrant in tournament.entrants.select_related("participant").order_by("number"):
        me, cents = str(entrant.participant_id), paid[entrant.pk] + (entrant.ticket or 0)
        person = {
            "pk": entrant.pk,
            "number": entrant.number,
            "name": names[me],
            "as_listed": tournament.as_listed(names[me]),
            "is_member": entrant.participant.member_id is not None,
            "is_house": entrant.house,
            "is_withdrawn": entrant.withdrawn_at is not None,
            "rounds": len({table.round_id for table in seats.get(me, ())}),  # played, or being played
            "paid": cents,
            "money": cents_in_words(tournament, cents),
            "section": sections[entrant.section] if entrant.section < len(sections) else "",
        }
        people.append(person)
    people.sort(key=lambda person: tournament.in_list(person["name"]))
    of_house = [person["is_house"] for person in people]
    members = sum(person["is_member"] and not person["is_house"] for person in people)
    return {
        "people": people,
        "found": [person for person in people if folded(words) in folded(person["name"])],
        "playing": sum(not person["is_house"] and not person["is_withdrawn"] for person in people),
        "members": members,
        "guests": len(people) - sum(of_house) - members,
        "house": sum(of_house),
        "withdrawn": sum(person["is_withdrawn"] for person in people),
    }


def cents_in_words(tournament: Tournament, cents: int) -> str:
    """Return an amount of cents in words, in the currency of the tournament's day."""
    return money_in_words(cents, tournament.evening.currency, current_language())


def preview_page(
    tournament: Tournament,
    preview: dict[str, Any],
    problems: list[str] | None,
    *,
    take_at: str = "import_people",
    begin_at: str = "register",
    **extra_context: Any,
) -> dict[str, Any]:
    """Return what becomes of each line; `take_at` and `begin_at` are addresses of the two pages."""
    where = [tournament.club.slug, tournament.pk]
    return page_about(
        tournament,
        preview=preview,
        problem=problems,
        take_at=reverse(f"tournaments:{take_at}", args=where),
        begin_at=reverse(f"tournaments:{begin_at}", args=where),
        **extra_context,
    )


# There for a round


def check_in_of(round_: Round) -> dict[str, Any]:
    """Return one round with all who may come, are present or have paid; four queries."""
    tournament = round_.tournament
    names = tournament.evening.names()
    previous = tournament.rounds.filter(number__lt=round_.number).order_by("number").last()
    attendances = {
        (attendance.round_id, attendance.entrant_id): attendance
        for attendance in Attendance.objects.filter(round__tournament=tournament)
    }
    fees = Counter[int]()  # cents, over all rounds
    for (_round, pk), attendance in attendances.items():
        fees[pk] += attendance.paid or 0
    left = Leaving.objects.filter(table__round=previous, undone_at=None).values_list("entrant", flat=True)
    left_early = set(left) if previous else set()
    people: list[dict[str, Any]] = []
    again = []
    for entrant in tournament.entrants.order_by("number"):
        mine = attendances.get((round_.pk, entrant.pk))
        has_withdrawn = entrant.withdrawn_at is not None
        came_or_paid = mine is not None and (mine.checked_in_at is not None or mine.paid is not None)
        if has_withdrawn and not came_or_paid and entrant.ticket is None:
            continue
        person = _check_in_row(
            tournament, entrant, names[str(entrant.participant_id)], mine, fees[entrant.pk]
        )
        people.append(person)
        earlier = attendances.get((previous.pk, entrant.pk)) if previous else None
        was_there = earlier is not None and earlier.checked_in_at is not None
        if was_there and not (person["is_here"] or has_withdrawn or entrant.pk in left_early):
            again.append(entrant.pk)
    people.sort(key=lambda person: (person["is_house"], tournament.in_list(person["name"])))
    present = [person for person in people if person["is_here"]]
    absent = [person for person in people if not person["is_here"] and not person["is_withdrawn"]]
    missing = [person for person in absent if not person["is_house"]]
    due = [person for person in people if person["is_due"]]
    is_open = tournament.is_open and is_possible("check", round_.stage)  # people come and go
    count, tables = len(present), sizes_in_words(len(present))
    counted = ngettext("%(count)d is here", "%(count)d are here", count) % {"count": count}
    house_players = house_players_wanted(count) if is_open else 0
    return {
        "round": round_,
        "people": people,
        "again": again,  # who was there in the round before and is not yet now
        "is_open": is_open,
        "is_seated": is_possible("seat", round_.stage),  # somebody can still sit down, or get up
        "is_drawn": tournament.is_open and round_.stage == Stage.DRAFT,  # until the draw is taken back
        "here": present,
        "count": count,
        "missing": missing,  # registered to play and not there
        "all_here": bool(count) and not missing,
        "can_be_drawn": is_open and bool(tables),
        "tables": tables,  # such as 4 + 4 + 5; empty, if they cannot sit
        "counted": f"{counted}: {tables}" if tables else counted,
        "refusal": "" if tables else _why_no_tables(count),
        "wanted": house_players,  # so many house players would make it tables of four
        "offer": _offer(count) if house_players else "",
        "waiting_house": [person for person in absent if person["is_house"]],  # who could be asked
        "due": due,  # there, and not paid
        "takes_fees": bool(tournament.terms.fee),
        "has_tickets": bool(tournament.terms.ticket),
        "all_fees": cents_in_words(tournament, tournament.terms.fee * len(due)),
        "paid_together": _paid_together(people),
    }


def _why_no_tables(count: int) -> str:
    """Explain why this number of people cannot be split into tables."""
    if count < SMALLEST:
        missing = SMALLEST - count
        sentence = ngettext(
            "A table takes four people: %(count)d more is needed.",
            "A table takes four people: %(count)d more are needed.",
            missing,
        )
        return sentence % {"count": missing}
    return _(
        "%(count)d people cannot be split into tables of four, five or six. With one house player "
        "there are two tables of four."
    ) % {"count": count}


def _offer(count: int) -> str:
    """Say what house players are good for here."""
    sentences = {
        6: _("Six people sit at one table. With two house players there are two tables of four."),
        11: _(
            "Eleven people sit at a table of five and a table of six. With one house player there "
            "are three tables of four."
        ),
    }
    return sentences.get(count, "")


def _paid_together(people: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the people who last paid together, for this round or the day, to take it back for all."""
    groups: dict[tuple[object, ...], list[dict[str, Any]]] = {}
    for person in people:
        if person["paid_at"] is not None:
            how = (person["paid_at"], person["taken_by"], person["has_ticket"])
            groups.setdefault(how, []).append(person)
    several = [group for group in groups.values() if len(group) > 1]
    return max(reversed(several), key=lambda group: str(group[0]["paid_at"]), default=[])


def _check_in_row(
    tournament: Tournament, entrant: Entrant, name: str, attendance: Attendance | None, fees: int
) -> dict[str, Any]:
    """Return a person's row at check-in: present or not, paid or not; `fees` counts all rounds."""
    fee, price = tournament.terms.fee, tournament.terms.ticket
    paid, is_here = (attendance.paid, attendance.checked_in_at is not None) if attendance else (None, False)
    has_ticket = entrant.ticket is not None
    ticket = max(0, price - fees) if entrant.ticket is None else entrant.ticket
    may_buy_ticket = bool(price) and not has_ticket and not entrant.house
    # house players fill in and pay nothing, a day ticket is for all rounds
    owes = bool(fee) and is_here and paid is None and not entrant.house and not has_ticket
    return {
        "pk": entrant.pk,
        "name": name,
        "as_listed": tournament.as_listed(name),
        "is_house": entrant.house,
        "is_withdrawn": entrant.withdrawn_at is not None,
        "is_here": is_here,
        "paid": paid,  # cents
        "money": cents_in_words(tournament, fee if paid is None else paid),  # what was paid, or is asked
        "has_ticket": has_ticket,
        "may_buy_ticket": may_buy_ticket,
        "ticket_money": cents_in_words(tournament, ticket) if has_ticket or price else "",
        "ticket_note": _beside_the_ticket(tournament, fees) if has_ticket and fees else "",
        "paid_at": entrant.ticket_at if has_ticket or attendance is None else attendance.paid_at,
        "taken_by": entrant.ticket_taken_by_id
        if has_ticket or attendance is None
        else attendance.taken_by_id,
        "owes": owes,
        "is_due": owes or (is_here and not fee and may_buy_ticket),  # neither for the round nor for the day
        "gets_back": paid is not None and not is_here,
    }


def _beside_the_ticket(tournament: Tournament, fees: int) -> str:
    """Return what becomes of the fees paid before the day ticket, in words."""
    more = fees - tournament.terms.ticket
    if more > 0:
        message = _("%(money)s too much: to be paid back or kept")
        return message % {"money": cents_in_words(tournament, more)}
    return _("less %(money)s already paid") % {"money": cents_in_words(tournament, fees)}


def arrival_in_words(arrival: Arrival) -> str:
    """Return the round for which a person is checked in, in words; empty if none."""
    name = {"name": arrival.entrant.tournament.name_of(arrival.entrant)}
    if arrival.round is None:
        return _("%(name)s is registered. No further round is planned.") % name
    return _("%(name)s is here for round %(number)d.") % {**name, "number": arrival.round.number}


def unregistered(tournament: Tournament) -> list[Member]:
    """Return the members of the club who could play; one query."""
    registered = tournament.entrants.filter(participant__member__isnull=False)
    members = tournament.club.members.filter(active=True).exclude(
        pk__in=registered.values("participant__member")
    )
    return sorted(members.order_by("pk"), key=lambda member: tournament.in_list(member.name))


# Who is barred


class Ban(NamedTuple):
    """A player who is barred, and why."""

    name: str
    title: str  # of the tournament that was left
    round: int
    reason: str
    left: int  # tournaments, this one among them
    is_registered: bool


def bans_at(tournament: Tournament) -> list[Ban]:
    """Return the people barred here; the tournament they left says for how many of the next ones."""
    club = Tournament.objects.filter(club=tournament.club_id).order_by("evening__date", "pk")
    order = {pk: index for index, pk in enumerate(club.values_list("pk", flat=True))}
    leavings = Leaving.objects.filter(
        table__round__tournament__club=tournament.club_id, ranked=Leaving.Ranked.LAST, undone_at=None
    )
    relations = ("table__round__tournament", "entrant__participant__member", "reason")
    people = tournament.entrants.filter(withdrawn_at=None).select_related("participant__member")
    registered = {_who(entrant.participant) for entrant in people}
    bans = []
    for leaving in leavings.select_related(*relations).order_by("at"):
        round_ = leaving.table.round
        since = order[tournament.pk] - order[round_.tournament_id]
        left = round_.tournament.terms.barred - since + 1
        if since > 0 and left > 0:
            participant = leaving.entrant.participant
            reason = leaving.reason.text if leaving.reason is not None else ""
            about_it = round_.tournament.title, round_.number, reason, left
            bans.append(Ban(participant.name, *about_it, _who(participant) in registered))
    return bans


def _who(participant: Participant) -> int | str:
    """Return the key of a person in all tournaments of the club: a member's id, or a name."""
    return participant.member_id or folded(participant.name)
