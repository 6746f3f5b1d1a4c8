"""What changes evenings and opens or closes their tables."""

import datetime
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from django.core.exceptions import PermissionDenied
from django.db.models import ProtectedError, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from scoring import chain, clock
from scoring.accounts.club_rights import demand_director, locked
from scoring.accounts.names import problems_with_name
from scoring.capability import day_in_words, sentence_by
from scoring.deeds import ChangedMeanwhile, PendingDeed, Refused, refuse, store, verb
from scoring.engine import facts
from scoring.engine.customs import HighCard
from scoring.engine.naming import people_in
from scoring.engine.problems import option_problems
from scoring.engine.record import to_dict
from scoring.engine.rules import PagatkassaTerms, Rules
from scoring.engine.sheet import SMALLEST_TABLE, first_position
from scoring.evenings.seals import seal, stored_terms
from scoring.heads import begun
from scoring.models import (
    CLUB_EVENING,
    TAKEN_BACK,
    Account,
    Act,
    Club,
    Coming,
    Entry,
    Evening,
    Member,
    Participant,
    Row,
    RulesetVersion,
    Sheet,
    StoredState,
    Voice,
)
from scoring.models.evenings import LONGEST_TABLE_NAME, LONGEST_VENUE, called_by
from scoring.names import tidy
from scoring.rules.versions.timelines import timelines_of
from scoring.rules.versions.versions import (
    changes_between,
    in_use,
    newer_edition,
    newest_edition,
    offered,
    rules_of,
)
from scoring.table.arrivals import Person, seated
from scoring.table.reasons import demand_reason
from scoring.table.replay import fact_of, position_of
from scoring.table.writing import append, directed_sheet, locked_sheet, sheet_details, store_scores, unused
from scoring.table_policy import Actor, NewEntry
from scoring.web.language import current_language


@verb(
    log=gettext_lazy("opened the table “%(name)s” (%(date)s)"),
    repeat_result=lambda deed, _arguments: Sheet.objects.whole().get(pk=deed.details["sheet"]),
)
def open_sheet(
    act: PendingDeed[Account],
    *,
    evening: Evening,
    name: str,
    people: list[Person],
    high_card: int,
    rules: str = "",
) -> Sheet:
    """Open a table of an evening; `high_card` says which of the people, from 0, drew the highest card.

    It may play under other rules than the evening; they settle up together all the same.
    """
    evening = locked_evening(evening, act.actor)
    if not evening.is_open:
        raise Refused(form=[_("This evening is closed.")])
    if rules and rules != evening.ruleset.slug and (wrong := rules_not_offered(rules, evening.club)):
        raise Refused(rules=wrong)
    sheet = start(evening, name, people, high_card, rules)
    act.record(
        evening.club, sheet=sheet.pk, evening=evening.pk, date=str(evening.date), name=sheet.name_in_log
    )
    return sheet


def start(evening: Evening, name: str, people: list[Person], high_card: int, rules: str = "") -> Sheet:
    """Make the empty sheet; the rules say which seat the highest card gives its owner.

    Where there is no name, the table is called by its players. Under other rules than those of the evening
    nothing is agreed beside them.
    """
    if (name := tidy(name)) and (wrong := problems_with_name(name, LONGEST_TABLE_NAME)):
        raise Refused(name=wrong)
    if name and evening.sheets.filter(name=name).exists():
        raise Refused(name=[_("There is already a table called “%(name)s”.") % {"name": name}])
    version, options = evening.ruleset, evening.options
    if rules and rules != version.slug:
        version, options = in_use(rules, evening.club), {}
    players = seated(evening, [as_known_here(person, evening) for person in people])
    if not 0 <= high_card < len(players):
        raise Refused(high_card=[_("Please say who drew the highest card.")])
    if not name:
        names = evening.names()
        name = called_by(
            [names[player] for player in players], set(evening.sheets.values_list("name", flat=True))
        )
    deals = rules_of(version).high_card is HighCard.DEALS
    dealer = players[high_card if deals else high_card - 1]
    sheet = empty_sheet(
        evening, name, players, dealer, ruleset=version, options=options, opened_at=clock.now()
    )
    store_scores(sheet, first_position(tuple(players), dealer))
    return sheet


def empty_sheet(
    evening: Evening, name: str, players: list[str], dealer: str, *, last_sort_key: int = 0, **columns: Any
) -> Sheet:
    """Store a sheet with the state before its first hand; `last_sort_key` is the highest of its entries'."""
    position = first_position(tuple(players), dealer)
    sheet = Sheet(evening=evening, name=name, players=players, dealer=dealer, **columns)
    sheet.state = StoredState(position, last_sort_key, (), (), *begun(sheet))
    sheet.save(force_insert=True)
    return sheet


def as_known_here(person: Person, evening: Evening) -> Person:
    """Return a participant of another evening of the club as a person of this one, by name."""
    if person.participant is None:
        return person
    elsewhere = Participant.objects.filter(pk=person.participant, evening__club=evening.club_id)
    known = elsewhere.exclude(evening=evening).select_related("member").first()
    return person if known is None else Person(name=known.name)


def locked_evening(evening: Evening, actor: Account) -> Evening:
    """Return the evening as it is now, locked; refuse actors who do not direct its club."""
    evenings = Evening.objects.select_related("club", "ruleset").select_for_update(of=("self",))
    evening = evenings.get(pk=evening.pk)
    demand_director(evening.club, actor)
    _demand_club_evening(evening)
    return evening


def _demand_club_evening(evening: Evening) -> None:
    """Refuse an evening that is run as something else, and changed there."""
    if evening.occasion == TAKEN_BACK:
        raise Refused(form=[_("This was withdrawn together with the old sheets it came from.")])
    if evening.occasion != CLUB_EVENING:
        raise Refused(form=[_("This belongs to a tournament, and is changed on the tournament's pages.")])


@verb(log=gettext_lazy("closed the table “%(name)s” (%(date)s)"))
def close_sheet(act: PendingDeed[Account], *, sheet: Sheet) -> Sheet:
    """Close a table's sheet; a table that plays by itself is sealed like an evening."""
    sheet = directed_sheet(sheet, act.actor)
    _demand_club_evening(sheet.evening)
    if sheet.closed_at is not None:
        raise ChangedMeanwhile()
    store(sheet, closed_at=(at := clock.now()))
    if sheet.evening.spontaneous:
        director = sheet.evening.club.members.get(account=act.actor)
        seal(sheet.evening, [sheet], by=director, at=at)
    sealed = [sheet.evening] if sheet.evening.spontaneous else []
    details = {"evening": sheet.evening_id, **sheet_details(sheet)}
    act.record(sheet.evening.club, covers=chain.keys_of_evenings(sealed), **details)
    return sheet


@verb(log=gettext_lazy("removed the empty table “%(name)s” (%(date)s)"))
def remove_sheet(act: PendingDeed[Account], *, sheet: Sheet) -> Evening | None:
    """Remove a table at which nothing was ever written; returns its evening, unless that is gone with it.

    Whoever may record there may do so. An evening that was opened with its table goes with it, and so do
    people who sat at no other table.
    """
    sheet = locked_sheet(sheet, Actor(act.actor))
    evening = sheet.evening
    _demand_club_evening(evening)
    if why := stays(sheet):
        raise Refused(form=[why])
    details = {"evening": evening.pk, **sheet_details(sheet)}
    sheet.everybodys_scores.all().delete()
    sheet.delete()
    nowhere = evening.participants.filter(scores=None).exclude(pk__in=_written_down(evening))
    removed_keys = [chain.key_of(participant) for participant in nowhere]
    nowhere.delete()
    stays_there = (
        evening.sheets.exists()
        or evening.sharings.exists()
        or evening.comings.exists()
        or not evening.with_table
    )
    if not stays_there:
        try:
            evening.delete()
        except ProtectedError:  # it counts somewhere, such as in a series
            stays_there = True
    act.record(evening.club, covers=removed_keys, **details)
    return evening if stays_there else None


def _written_down(evening: Evening) -> set[int]:
    """Return the people whom entries of its tables name, including entries taken back."""
    sheets = list(evening.sheets.filter(seq__gt=0).select_related("ruleset"))
    timelines = timelines_of(sheets)
    entries = Entry.objects.filter(sheet__in=sheets).select_related("grounds")
    facts = (fact_of(entry, timelines[entry.sheet_id]).entry for entry in entries if entry.record is not None)
    return {int(person) for fact in facts for person in people_in(fact)}


def stays(sheet: Sheet) -> str:
    """Return why a table cannot be removed; empty if it can."""
    if not sheet.is_empty:
        return _("Hands have been recorded at this table: it can be closed, but not removed.")
    if sheet.evening.seals.exists():
        return _("This evening was closed with the table: the table stays.")
    return ""


@verb(log=gettext_lazy("opened the table “%(name)s” (%(date)s) again: %(reason)s"))
def reopen_sheet(act: PendingDeed[Account], *, sheet: Sheet, reason: str) -> Sheet:
    """Open a closed sheet of an open evening again."""
    reason = demand_reason(reason)
    sheet = directed_sheet(sheet, act.actor)
    _demand_club_evening(sheet.evening)
    if sheet.closed_at is None:
        raise ChangedMeanwhile()
    if not sheet.evening.is_open:
        raise Refused(form=[_("The evening is closed. Please open the evening again first.")])
    store(sheet, closed_at=None)
    act.record(sheet.evening.club, evening=sheet.evening_id, reason=reason, **sheet_details(sheet))
    return sheet


ChosenOptions = Mapping[str, str | int]
EARLIEST = datetime.date(1950, 1, 1)
DAYS_AHEAD = 366
LONGEST_NIGHT = datetime.timedelta(hours=6)  # after midnight
KEEP_ANSWERS, ASK_ANEW = "keep", "anew"  # to whether members come, when their evening is moved
MOST_CENTS = 100_000  # of a payment into the Pagatkassa


class EveningTerms(NamedTuple):
    """What a director agrees on for a new evening, beside its rules."""

    date: datetime.date
    venue: str
    options: ChosenOptions
    pagatkassa: PagatkassaTerms | None
    confirmation: bool


def _contents_of_an_evening(
    *,
    options: ChosenOptions,
    pagatkassa: PagatkassaTerms | None,
    confirmation: bool,
    **arguments: object,
) -> tuple[object, ...]:
    agreed = (sorted(options.items()), stored_terms(pagatkassa), ("confirmation", confirmation))
    return (*arguments.values(), *agreed)


@verb(
    log=sentence_by(
        "place",
        {
            True: gettext_lazy("opened the evening of %(date)s, %(place)s"),
            False: gettext_lazy("opened the evening of %(date)s"),
        },
    ),
    fingerprint=_contents_of_an_evening,
    repeat_result=lambda deed, _arguments: Evening.objects.select_related("club").get(
        pk=deed.details["evening"]
    ),
)
def open_evening(
    act: PendingDeed[Account],
    /,
    *,
    club: Club,
    date: datetime.date,
    venue: str,
    rules: str,
    options: ChosenOptions,
    pagatkassa: PagatkassaTerms | None = None,
    confirmation: bool = False,
) -> Evening:
    """Open an evening under these rules as they are published today."""
    club = locked(club)
    demand_director(club, act.actor)
    terms = EveningTerms(date, venue, options, pagatkassa, confirmation)
    evening = _agreed_evening(club, rules, terms)
    act.record(club, evening=evening.pk, date=str(date), place=evening.venue, rules=rules)
    return evening


def _agreed_evening(club: Club, rules: str, terms: EveningTerms) -> Evening:
    """Open an evening with these agreements; refuse impossible ones, all at once."""
    venue = tidy(terms.venue)
    wrong_rules = rules_not_offered(rules, club)
    refuse(problems_with_day(terms.date, venue) | ({"rules": wrong_rules} if wrong_rules else {}))
    _demand_pagatkassa(terms.pagatkassa)
    agreed = (terms.options, terms.pagatkassa)
    return new_evening(club, terms.date, venue, rules, *agreed, confirmation=terms.confirmation)


def new_evening(
    club: Club,
    date: datetime.date,
    venue: str,
    rules: str,
    options: ChosenOptions,
    pagatkassa: PagatkassaTerms | None = None,
    **flags: bool,
) -> Evening:
    """Store an open evening under the rules as they are today."""
    version = in_use(rules, club)
    sheet = rules_of(version)
    if option_problems(options, sheet):
        raise Refused(options=[_("These rules do not have this option.")])
    return Evening.objects.create(
        club=club,
        date=date,
        venue=venue,
        ruleset=version,
        options={key: value for key, value in options.items() if sheet.options[key] != value},
        cents_per_point=club.cents_per_point if sheet.cents_per_point is None else sheet.cents_per_point,
        currency=club.currency,
        pagatkassa=stored_terms(pagatkassa),
        opened_at=clock.now(),
        **flags,
    )


def rules_not_offered(rules: str, club: Club) -> list[str]:
    """Return what is wrong with a choice of rules that the club is not offered; else nothing."""
    return [] if rules in offered(club) else [_("Please choose a rule sheet.")]


def problems_with_day(date: datetime.date, venue: str) -> dict[str, list[str]]:
    """Return what is wrong with the day and the place of an evening or a tournament, by field."""
    problems = {}
    if not date >= EARLIEST or (date - clock.today()).days > DAYS_AHEAD:
        problems["date"] = [_("Please check the date: it is too far away.")]
    if venue and (wrong := problems_with_name(venue, LONGEST_VENUE)):
        problems["place"] = wrong
    return problems


def _demand_pagatkassa(terms: PagatkassaTerms | None) -> None:
    if terms is None:
        return
    if not terms.stake and not terms.start:
        raise Refused(stake=[_("Please say how much is paid in; otherwise the pot would always be empty.")])
    if terms.pot_ceiling == 0:
        raise Refused(pot_ceiling=[_("Nothing could be paid in then; leave it empty if there is no limit.")])
    amounts = {"stake": terms.stake, "start": terms.start, "ceiling": terms.ceiling or 0}
    amounts["pot_ceiling"] = terms.pot_ceiling or 0
    message = _("At most %(most)d cents.") % {"most": MOST_CENTS}
    paid_at_once = SMALLEST_TABLE * terms.start
    if terms.pot_ceiling is not None and paid_at_once > terms.pot_ceiling:
        message = _(
            "Four people pay in %(cents)d cents at once, and the pot holds %(most)d at most. Please lower "
            "this, or raise what the pot holds."
        )
        raise Refused(start=[message % {"cents": paid_at_once, "most": terms.pot_ceiling}])
    if too_much := {field: [message] for field, cents in amounts.items() if cents > MOST_CENTS}:
        raise Refused(**too_much)


def _contents_of_a_table(
    *, name: str, agreed: EveningTerms | None, **arguments: object
) -> tuple[object, ...]:
    """Return the contents of a request for a table; defaults are left out, as in earlier versions."""
    named = [name] if name else []
    if agreed is None:
        return (*arguments.values(), *named)
    confirmation = {"confirmation": agreed.confirmation}
    return (*arguments.values(), *named, *agreed[:3], stored_terms(agreed.pagatkassa), confirmation)


@verb(
    log=sentence_by(
        "counts",
        {
            True: gettext_lazy("opened a table of the evening of %(date)s"),
            False: gettext_lazy("opened a table without an evening (%(date)s)"),
        },
    ),
    fingerprint=_contents_of_a_table,
    repeat_result=lambda deed, _arguments: Sheet.objects.whole().get(pk=deed.details["sheet"]),
)
def just_play(
    act: PendingDeed[Account],
    *,
    club: Club,
    rules: str,
    people: list[Person],
    high_card: int,
    counts: bool = True,
    day: datetime.date | None = None,
    name: str = "",
    agreed: EveningTerms | None = None,
) -> Sheet:
    """Start one table, now: directors and scorers for others, members where they sit.

    It belongs to today's evening, whatever that is played under, which is opened if there is none; where it
    does not count in the season, it has no evening but itself. A phone without network may have begun it on
    an earlier `day`. What a director has `agreed` is for a new evening in any case.
    """
    club = locked(club)
    me = Member.objects.filter(club=club, account=act.actor, active=True).first()
    if me is None:
        raise PermissionDenied
    if wrong := rules_not_offered(rules, club):
        raise Refused(rules=wrong)
    day = day or clock.today()
    existing = _open_evening(club, rules, day) if counts and agreed is None else None
    if agreed is not None:
        demand_director(club, act.actor)
        evening = _agreed_evening(club, rules, agreed)
    else:
        evening = existing or new_evening(
            club, day, "", rules, {}, offered(club)[rules].pagatkassa, spontaneous=not counts, with_table=True
        )
    sheet = start(evening, name, people, high_card, rules)
    seated = evening.participants.filter(member=me, pk__in=sheet.players).exists()
    if not seated and not me.may_start_for_others:
        raise Refused(players=[_("You can only start a table that you sit at yourself.")])
    details: dict[str, Any] = {"sheet": sheet.pk, "evening": evening.pk, "date": str(evening.date)}
    act.record(club, **details, rules=rules, counts=counts, opened=existing is None)
    return sheet


def days_of_tonight() -> tuple[datetime.date, datetime.date]:
    """Return today, and the day whose evenings are still running: until the morning, yesterday."""
    now = timezone.localtime(clock.now())
    return now.date(), (now - LONGEST_NIGHT).date()


def evenings_of_today(club: Club) -> QuerySet[Evening]:
    """Return the open evenings of today; one of yesterday goes on until the morning."""
    return Evening.objects.of(club).filter(closed_at=None, date__in=days_of_tonight())


def _open_evening(club: Club, rules: str, day: datetime.date) -> Evening | None:
    """Return the open evening, locked; of several the one with these rules, else the newest."""
    is_today = day == clock.today()
    open_evenings = (
        evenings_of_today(club) if is_today else Evening.objects.of(club).filter(closed_at=None, date=day)
    )
    candidates = open_evenings.select_related("club", "ruleset").select_for_update(of=("self",))
    return max(
        candidates,
        key=lambda evening: (evening.ruleset.slug == rules, evening.date, evening.pk),
        default=None,
    )


def _change_in_words(details: dict[str, Any]) -> str:
    """Return the changes of an evening, for the log."""
    old, date = details["before"], details["date"]
    changes = [f"{day_in_words(old)} → {day_in_words(details)}"] if old["date"] != date else []
    if old["place"] != details["place"]:
        changes.append(f"{old['place'] or '–'} → {details['place'] or '–'}")
    if "confirmation" in details:
        answer = _("yes") if details["confirmation"] else _("no")
        changes.append(f"{_('The other side confirms each hand')}: {answer}")
    if details.get("answers") == ASK_ANEW:
        changes.append(_("everybody is asked again whether they are coming"))
    elif "answers" in details:
        answers = ngettext("%(count)d answer stays", "%(count)d answers stay", details["answered"])
        changes.append(answers % {"count": details["answered"]})
    if not changes:
        return _("saved the evening of %(date)s without a change") % {"date": day_in_words(details)}
    words = _("changed the evening of %(date)s: %(changes)s")
    return words % {"date": day_in_words(old), "changes": ", ".join(changes)}


@verb(log=_change_in_words)
def change_evening(
    act: PendingDeed[Account],
    /,
    *,
    evening: Evening,
    date: datetime.date,
    venue: str,
    answers: str = "",
    confirmation: bool | None = None,
) -> Evening:
    """Change date, venue, and whether hands are confirmed from now on; None: as before.

    The rules of what was played stay. On another day, `answers` says what becomes of those that members gave
    to whether they come.
    """
    venue = tidy(venue)
    evening = locked_evening(evening, act.actor)
    act.demand_nothing_newer()
    refuse(problems_with_day(date, venue))
    old = {"date": str(evening.date), "place": evening.venue}
    changed = {} if date == evening.date else _move_answers(evening, date, answers, act.actor)
    if confirmation is None:
        confirmation = evening.confirmation
    elif confirmation != evening.confirmation:
        _demand_choice_of_confirmation(evening)
        changed["confirmation"] = confirmation
    changes = evening.changes + 1
    store(evening, date=date, venue=venue, changed_at=clock.now(), changes=changes, confirmation=confirmation)
    act.record(evening.club, evening=evening.pk, before=old, date=str(date), place=venue, **changed)
    return evening


def answers_given(evening: Evening) -> QuerySet[Coming]:
    """Return the members' answers for a planned evening; none once a table is open."""
    if not evening.is_open or evening.sheets.exists():
        return evening.comings.none()
    return evening.comings.exclude(says="").select_related("member")


def _move_answers(evening: Evening, date: datetime.date, answers: str, actor: Account) -> dict[str, Any]:
    """Keep the answers, marked with the old day, or delete them; return the details for the log.

    Where somebody plays already nothing is asked, but marked: the table may be removed again.
    """
    given = list(evening.comings.exclude(says="")) if evening.is_open else []
    active = [coming for coming in answers_given(evening) if coming.member.active]
    if active and answers not in (KEEP_ANSWERS, ASK_ANEW):
        question = ngettext(
            "%(count)d member has said whether they are coming on %(day)s. Should the answer "
            "stay, or should everybody be asked again?",
            "%(count)d members have said whether they are coming on %(day)s. Should their answers "
            "stay, or should everybody be asked again?",
            len(active),
        )
        day = date_format(evening.date, pgettext("date format", "l, j M Y"))
        raise Refused(answers=[question % {"count": len(active), "day": day}])
    for coming in given:
        said_for = coming.moved_from or evening.date
        coming.moved_from = None if said_for == date else said_for
        if answers == ASK_ANEW:
            coming.says, coming.earlier, coming.at = "", "", clock.now()
            coming.by = Member.objects.get(club=evening.club_id, account=actor)
    Coming.objects.bulk_update(given, ["moved_from", "says", "earlier", "at", "by"])
    return {"answers": answers, "answered": len(active)} if active else {}


def _demand_choice_of_confirmation(evening: Evening) -> None:
    """Refuse on a closed evening, and while an objection waits for the director."""
    if not evening.is_open:
        raise Refused(confirmation=[_("This evening is closed.")])
    list(evening.sheets.select_for_update())  # whoever is just tapping on one of them comes first
    left = Voice.objects.open_objections().filter(sheet__evening=evening).count()
    if left:
        message = ngettext(
            "%(count)d objection is still open. Please settle it first.",
            "%(count)d objections are still open. Please settle them first.",
            left,
        )
        raise Refused(confirmation=[message % {"count": left}])


def counting_stays(evening: Evening, sheets: Sequence[Sheet], *, settled: bool) -> str:
    """Return why it cannot be changed whether a table counts in the season; empty if it can."""
    if not evening.is_open or any(not sheet.is_open for sheet in sheets):
        return _("This table is closed.")
    if settled:
        return _("It has been closed before: whether it counts in the season stays as it was.")
    if len(sheets) != 1:
        return _("Only a table that plays on its own can be left out of the season.")
    return ""


@verb(
    log=sentence_by(
        "counts",
        {
            True: gettext_lazy("decided that the table of %(date)s counts in the season"),
            False: gettext_lazy("decided that the table of %(date)s does not count in the season"),
        },
    )
)
def count_evening(act: PendingDeed[Account], *, evening: Evening) -> Evening:
    """Let the one table of an evening count in the season, while it plays."""
    evening = locked_evening(evening, act.actor)
    sheets = list(evening.sheets.select_for_update())  # whoever is just closing it comes first
    if why := counting_stays(evening, sheets, settled=evening.seals.exists()):
        raise Refused(form=[why])
    store(evening, spontaneous=False)
    act.record(evening.club, evening=evening.pk, date=str(evening.date), counts=True)
    return evening


def pagatkassa_stays(evening: Evening) -> str:
    """Return why the terms of the Pagatkassa cannot be changed any more; empty if they can."""
    if not evening.is_open:
        return _("This evening is closed.")
    if Row.objects.filter(sheet__evening=evening).exists():
        return _("The first hand has been recorded: the Pagatkassa stays as it was agreed.")
    if evening.seals.exists():
        return _("This evening has been closed before: the Pagatkassa stays as it was agreed.")
    return ""


@verb(
    log=sentence_by(
        "played",
        {
            True: gettext_lazy("agreed on the Pagatkassa for the evening of %(date)s"),
            False: gettext_lazy("agreed to play without a Pagatkassa on the evening of %(date)s"),
        },
    ),
    fingerprint=lambda evening, terms: (evening, stored_terms(terms)),
)
def agree_pagatkassa(
    act: PendingDeed[Account], *, evening: Evening, terms: PagatkassaTerms | None
) -> Evening:
    """Agree on the terms of the Pagatkassa before the first hand; None: none is played."""
    evening = locked_evening(evening, act.actor)
    act.demand_nothing_newer()
    list(evening.sheets.select_for_update())  # whoever is just writing the first hand comes first
    if why := pagatkassa_stays(evening):
        raise Refused(form=[why])
    _demand_pagatkassa(terms)
    store(evening, pagatkassa=stored_terms(terms))
    act.record(evening.club, evening=evening.pk, date=str(evening.date), played=terms is not None)
    return evening


@verb(log=gettext_lazy("closed the evening of %(date)s"))
def close_evening(act: PendingDeed[Account], *, evening: Evening) -> Evening:
    """Close an evening with all its sheets, and seal its balances."""
    evening = locked_evening(evening, act.actor)
    if not evening.is_open:
        raise ChangedMeanwhile()
    list(evening.sheets.select_for_update())  # whoever is just writing on one of them comes first
    sheets = list(evening.sheets.scored().select_related("ruleset"))
    store(evening, closed_at=(at := clock.now()))
    evening.sheets.filter(closed_at=None).update(closed_at=at)
    director = evening.club.members.get(account=act.actor)
    sealed = seal(evening, sheets, by=director, at=at)
    act.record(
        evening.club,
        covers=chain.keys_of_evenings([evening]),
        evening=evening.pk,
        date=str(evening.date),
        place=evening.venue,
        code=sealed.code,
    )
    return evening


@verb(log=gettext_lazy("opened the evening of %(date)s again: %(reason)s"))
def reopen_evening(act: PendingDeed[Account], *, evening: Evening, reason: str) -> None:
    """Open an evening again, with the sheets that were closed with it."""
    reason = demand_reason(reason)
    evening = locked_evening(evening, act.actor)
    if evening.is_open:
        raise ChangedMeanwhile()
    if evening.totals:
        raise Refused(form=[_("Only the totals are known of this evening: they can be corrected as it is.")])
    evening.sheets.filter(closed_at=evening.closed_at).update(closed_at=None)
    store(evening, closed_at=None)
    act.record(evening.club, evening=evening.pk, date=str(evening.date), reason=reason)


def version_now(sheet: Sheet) -> int:
    """Return the version under which the next hand is played."""
    agreed = sheet.state.rules
    return sheet.ruleset_id if agreed is None else agreed.version


def plays_its_rules(sheet: Sheet, evening: Evening) -> bool:
    """Return whether a table plays by some version of the evening's sheet."""
    return sheet.ruleset.slug == evening.ruleset.slug


def _edition_in_words(details: dict[str, Any]) -> str:
    """Return for the log which version was taken, its differences, and the tables that play by it."""
    words = _("took version %(edition)d of the rules for the evening of %(date)s")
    words %= {"edition": details["edition"], "date": day_in_words(details)}
    if note := details.get("note", {}).get(current_language()):
        words = f"{words} ({note})"
    if tables := details.get("tables"):
        also = _("%(said)s, from the next hand on at: %(tables)s")
        return also % {"said": words, "tables": ", ".join(tables)}
    return words


@verb(log=_edition_in_words)
def take_newer_edition(
    act: PendingDeed[Account], *, evening: Evening, at_running_tables: bool = False
) -> Evening:
    """Move an evening to the newest version of its rules; hands already played keep their own.

    Tables that start from now on play under it; those that are running do so from their next hand on, if
    that is asked for.
    """
    evening = locked_evening(evening, act.actor)
    old_version = version = evening.ruleset
    if old_version.ruleset_id is not None:
        version = newest_edition(old_version)
    elif newer_edition(old_version):
        version = in_use(old_version.slug, evening.club)
    behind: list[Sheet] = []  # running tables that still play under another version of the same sheet
    if at_running_tables:
        running = evening.sheets.filter(closed_at=None, ruleset__slug=old_version.slug).order_by("pk")
        behind = [sheet for sheet in running if version_now(sheet) != version.pk]
    if version == evening.ruleset and not behind:
        raise Refused(form=[_("This evening already uses the newest version.")])
    if not evening.is_open:
        raise Refused(form=[_("This evening is closed.")])
    rules = rules_of(version)
    if option_problems(evening.options, rules):
        raise Refused(
            form=[_("The newest version does not have the options that were chosen for this evening.")]
        )
    for sheet in behind:
        go_on_under(version, rules.under(evening.options), evening.options, sheet, act.actor, act.id)
    store(evening, ruleset=version)
    act.record(
        evening.club,
        evening=evening.pk,
        date=str(evening.date),
        edition=version.edition,
        tables=[sheet.name_in_log for sheet in behind],
        note={
            language: changes_between(old_version.text, version.text, language) for language in ("de", "en")
        },
    )
    return evening


def go_on_under(
    version: RulesetVersion,
    rules: Rules,
    options: Mapping[str, str | int],
    sheet: Sheet,
    actor: Account,
    deed: UUID,
) -> None:
    """Write the entry after which other rules hold."""
    sheet = directed_sheet(sheet, actor)
    position = position_of(sheet)
    if position.doubled and not rules.radl.played:
        message = _("“%(name)s” still has doubled hands to play, and the new rules have no Radl.")
        raise Refused(form=[message % {"name": sheet.name}])
    agreed = facts.OtherRules(version.pk, version.digest, options)
    new_entry = NewEntry(unused(uuid5(deed, f"rules of {sheet.pk}")), Act.ADD, to_dict(agreed, rules))
    append(sheet, Actor(actor), new_entry, position, agreed, rules)
