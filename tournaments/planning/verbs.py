"""Open, change, show, finish and copy tournaments; save terms as a preset."""

import datetime
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Q
from django.utils.crypto import get_random_string
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from scoring import clock
from scoring.accounts.club_rights import demand_director, locked
from scoring.accounts.names import problems_with_name
from scoring.capability import sentence_by
from scoring.deeds import ChangedMeanwhile, PendingDeed, Refused, refuse, store, verb
from scoring.engine.rules import Rules
from scoring.engine.texts import either
from scoring.evenings.verbs import problems_with_day, rules_not_offered
from scoring.models import Account, Club, Evening, Member, RulesetVersion
from scoring.names import folded, tidy
from scoring.rules.versions.versions import in_use, offered, rules_of
from scoring.table.reasons import demand_reason
from scoring.web.language import current_language
from tournaments.engine.criteria import list_problems
from tournaments.engine.terms import Double, Format, Overall, Terms, options_for, problems_with_terms
from tournaments.log import record_deed
from tournaments.models import TOURNAMENT, Duty, Entrant, Preset, Pulse, Round, Stage, State, Tournament
from tournaments.models.prizes import LONGEST_PRIZE
from tournaments.models.tournaments import LETTERS, LONGEST_TITLE
from tournaments.preconditions import demand_none_running, demand_open, directed
from tournaments.standings.derived import ranked
from tournaments.wording import (
    MATTERS,
    chosen,
    differences,
    list_problem_in_words,
    missing_tables,
    unworkable_in_words,
)

MOST_PRIZES = 100  # of every round


def _shown(name: str, value: Any, details: dict[str, Any]) -> str:
    """Return the value of a term in words, as the log shows a change of it."""
    if name == "date":
        return date_format(datetime.date.fromisoformat(value), pgettext("date format", "j M Y"))
    if name == "rules":
        german, english, edition = value
        label = either(german, english, current_language())
        return _("%(label)s (version %(edition)d)") % {"label": label, "edition": edition}
    return chosen(name, value, details["currency"]) or "–"


# Terms that stay as they are from the start of the first round on: what was played was played under them.
FIXED = frozenset(
    {
        *("format", "hands", "capital", "stake", "replacement", "scope", "overall", "overall_rounds"),
        *("overall_best", "bell", "gives_back", "schrift_kontra"),
    }
)

CHANGED = "changed"  # stands beside the terms once some of them were changed while rounds were played

FieldProblems = dict[str, list[str]]


def _opened(details: dict[str, Any]) -> str:
    message = _("opened the tournament “%(title)s”") % details
    if not details.get("arbiters"):
        return message
    named = {"said": message, "names": ", ".join(details["arbiters"])}
    return _("%(said)s; arbiters: %(names)s") % named


@verb(log=_opened, repeat_result=Tournament)
def open_tournament(
    act: PendingDeed[Account],
    *,
    club: Club,
    title: str,
    date: datetime.date,
    venue: str,
    rules: str,
    terms: Terms,
    arbiters: Sequence[int] = (),
) -> Tournament:
    """Open a tournament; where no `arbiters` are named, who directs rules."""
    title, venue = tidy(title), tidy(venue)
    club = locked(club)
    demand_director(club, act.actor)
    _refuse(problems_with_title(title), problems_with_day(date, venue), _problems_with(terms, rules, club))
    tournament = _new_tournament(club, title, date, venue, in_use(rules, club), terms)
    named = club.members.filter(pk__in=arbiters, active=True)
    _give(tournament, [(member.pk, Duty.Kind.ARBITER) for member in named])
    names = [member.name for member in named]
    act.record(club, tournament=tournament.pk, title=title, date=str(date), arbiters=names)
    return tournament


def _give(tournament: Tournament, duties: Iterable[tuple[int, str]]) -> None:
    at = clock.now()
    Duty.objects.bulk_create(
        Duty(tournament=tournament, member_id=member, kind=kind, at=at) for member, kind in duties
    )


def _new_tournament(
    club: Club, title: str, date: datetime.date, venue: str, version: RulesetVersion, terms: Terms
) -> Tournament:
    evening = Evening.objects.create(
        club=club,
        date=date,
        venue=venue,
        ruleset=version,
        options=options_for(terms, rules_of(version)),
        cents_per_point=0,
        currency=club.currency,
        occasion=TOURNAMENT,
        opened_at=clock.now(),
    )
    tournament = Tournament.objects.create(
        club=club,
        evening=evening,
        title=title,
        code=get_random_string(8, LETTERS),
        kept_terms=terms.as_json(),
        made_at=clock.now(),
        surname_first=_surname_first_in(club),
    )
    Pulse.objects.create(tournament=tournament)
    Round.objects.create(tournament=tournament, number=1)
    return tournament


def _surname_first_in(club: Club) -> bool | None:
    """Return how names were written at the last tournament that was asked."""
    answered = club.tournaments.filter(surname_first__isnull=False).order_by("-made_at", "-pk")
    return answered.values_list("surname_first", flat=True).first()


# What keeps it from being played, all at once and by field


def _refuse(*groups: FieldProblems) -> None:
    problems: FieldProblems = {}
    for some in groups:
        for field, sentences in some.items():
            problems.setdefault(field, []).extend(sentences)
    refuse(problems)


def problems_with_title(title: str, field: str = "title") -> FieldProblems:
    """Return what is wrong with the name of a tournament or preset."""
    wrong = problems_with_name(title, LONGEST_TITLE)
    return {field: wrong} if wrong else {}


def _problems_with(terms: Terms, rules: str, club: Club) -> FieldProblems:
    if unknown := rules_not_offered(rules, club):
        return {"rules": unknown, **problems_with(terms)}
    return problems_with(terms, offered(club)[rules])


def problems_with(terms: Terms, rules: Rules | None = None) -> FieldProblems:
    """Return sentences by field of the terms; with the rules, also about what they do not know."""
    problems: FieldProblems = {}
    for unworkable in problems_with_terms(terms):
        problems.setdefault(unworkable.field, []).append(unworkable_in_words(unworkable))
    money = terms.format is Format.MONEY
    lists = [("round_criteria", terms.round_criteria, False)]
    if terms.overall is not Overall.OFF:
        lists.append(("overall_criteria", terms.overall_criteria, True))
    for field, names, overall in lists:
        wrong = list_problems(names, money=money, overall=overall)
        if wrong:
            problems[field] = [list_problem_in_words(problem) for problem in wrong]
    if terms.double is Double.CALLED and rules is not None and not rules.radl.played:
        problems["double"] = [_("Nothing is doubled under this rule sheet, so nobody can call it.")]
    if len(terms.prizes) > MOST_PRIZES:
        problems["prizes"] = [_("At most %(most)d prizes, please.") % {"most": MOST_PRIZES}]
    elif wrong_prizes := [why for name in terms.prizes for why in problems_with_name(name, LONGEST_PRIZE)]:
        problems["prizes"] = wrong_prizes
    return problems


# Changing


def _changed(details: dict[str, Any]) -> str:
    changes = [
        f"{MATTERS[name]} {_shown(name, old, details)} → {_shown(name, new, details)}"
        for name, old, new in details["changes"]
    ]
    if not changes:
        return _("saved the tournament “%(title)s” without a change") % details
    words = _("changed the tournament “%(title)s”: %(changes)s")
    if details.get("reason"):
        words = _("changed the tournament “%(title)s”: %(changes)s; reason: %(reason)s")
    return words % {**details, "changes": ", ".join(changes)}


@verb(log=_changed)
def change_tournament(
    act: PendingDeed[Account],
    *,
    tournament: Tournament,
    title: str,
    date: datetime.date,
    venue: str,
    terms: Terms,
    rules: str = "",
    newest: bool = False,
    reason: str = "",
) -> Tournament:
    """Change title, date, place and terms not played under yet; changed terms need a reason after the start.

    `rules` is a slug, or "" as before; `newest`: as the sheet is by now.
    """
    title, venue = tidy(title), tidy(venue)
    tournament = directed(tournament, act.actor)
    act.demand_nothing_newer()
    demand_open(tournament)
    old_terms = tournament.terms
    version = _version(tournament, rules, newest=newest)
    changes = list(differences(old_terms, terms))
    _refuse(
        problems_with_title(title),
        problems_with_day(date, venue),
        problems_with(terms, rules_of(version)),
        _what_stays(tournament, version, [name for name, *_both in changes]),
    )
    reason = demand_reason(reason) if changes and tournament.state != State.PLANNED else ""
    evening = tournament.evening
    plain: list[list[Any]] = [
        ["title", tournament.title, title],
        ["date", str(evening.date), str(date)],
        ["place", evening.venue, venue],
        ["rules", _named(evening.ruleset), _named(version)],
    ]
    recorded = [change for change in plain if change[1] != change[2]]
    recorded += [[name, old, new] for name, old, new in changes]
    _keep_rounds(tournament, terms.rounds)
    kept_terms = tournament.kept_terms | terms.as_json() | ({CHANGED: True} if reason else {})
    store(tournament, title=title, kept_terms=kept_terms)
    if tournament.state == State.PLANNED or terms.double is not old_terms.double:  # of tables that begin
        evening.options = options_for(terms, rules_of(version))
    store(evening, date=date, venue=venue, ruleset=version, options=evening.options)
    tournament.__dict__.pop("terms", None)  # read anew from what is kept now
    record_deed(act, tournament, clock=True, changes=recorded, currency=evening.currency, reason=reason)
    return tournament


def _version(tournament: Tournament, rules: str, *, newest: bool) -> RulesetVersion:
    now = tournament.evening.ruleset
    if rules in ("", now.slug) and not newest:
        return now
    slug = rules or now.slug
    if unknown := rules_not_offered(slug, tournament.club):
        raise Refused(rules=unknown)
    return in_use(slug, tournament.club)


def _named(version: RulesetVersion) -> list[Any]:
    """Return the name of a sheet in both languages, and its version."""
    label = rules_of(version).label
    return [label.de, label.en, version.edition]


def why_it_stays() -> str:
    """Return the sentence that says why terms can no longer be changed."""
    return _("The first round has been started: what was played under it stays as it is.")


def _what_stays(tournament: Tournament, version: RulesetVersion, changed: list[str]) -> FieldProblems:
    if tournament.state == State.PLANNED:
        return {}
    stays = [name for name in changed if name in FIXED]
    if version.pk != tournament.evening.ruleset_id:
        stays.append("rules")
    return {name: [why_it_stays()] for name in stays}


def _keep_rounds(tournament: Tournament, target: int) -> None:
    """Remove undrawn rounds beyond the number in the terms; begin the next one if there are more."""
    rounds = list(tournament.rounds.all())
    begun = [round_ for round_ in rounds if round_.stage != Stage.CHECK_IN]
    if begun and target < begun[-1].number:
        number = begun[-1].number
        message = _("At least %(number)d: round %(number)d has been drawn already.")
        raise Refused(rounds=[message % {"number": number}])
    for round_ in rounds:
        if round_.number > target:
            _remove_round(round_)
    last = rounds[-1]
    if last.stage == Stage.CLOSED and last.number < target:
        Round.objects.create(tournament=tournament, number=last.number + 1)


def _remove_round(round_: Round) -> None:
    if round_.attendances.filter(paid__isnull=False).exists():
        message = _("Somebody has paid for round %(number)d already. Please take that back first.")
        raise Refused(rounds=[message % {"number": round_.number}])
    if (counts := round_.in_series.select_related("series").order_by("pk").first()) is not None:
        message = _("Round %(number)d counts in the series “%(title)s”. Please take it out there first.")
        raise Refused(rounds=[message % {"number": round_.number, "title": counts.series.title}])
    round_.attendances.all().delete()
    round_.prizes.all().delete()
    round_.tables.all().delete()  # drawn ahead
    round_.delete()


@verb(
    log=sentence_by(
        "public",
        {
            True: gettext_lazy("showed the tournament “%(title)s” to everybody"),
            False: gettext_lazy("showed the tournament “%(title)s” to the club only"),
        },
    )
)
def show_tournament(act: PendingDeed[Account], *, tournament: Tournament, public: bool) -> Tournament:
    """Show seating, clock and standings to everybody, or only to the club."""
    tournament = directed(tournament, act.actor)
    store(tournament, public=public)
    record_deed(act, tournament, public=public)
    return tournament


def _finished_in_words(details: dict[str, Any]) -> str:
    finished = _("finished the tournament “%(title)s”") % details
    if missing := details.get("missing"):
        words = _("%(finished)s, with no result from: %(tables)s")
        return words % {"finished": finished, "tables": missing_tables(dict(missing))}
    return finished


@verb(log=_finished_in_words)
def finish_tournament(act: PendingDeed[Account], *, tournament: Tournament) -> Tournament:
    """Finish a tournament: nothing more is played, and everything is shown.

    Refused while a table has no result, and nobody has ruled on it.
    """
    tournament = directed(tournament, act.actor)
    demand_open(tournament)
    demand_none_running(tournament)
    if missing := ranked(tournament).missing_in(None):
        words = _("Results are missing: %(tables)s. Please type them, or rule what counts for these tables.")
        raise Refused(form=[words % {"tables": missing_tables(missing)}])
    store(tournament, state=State.FINISHED, finished_at=clock.now())
    record_deed(act, tournament, clock=True)
    return tournament


@verb(log=gettext_lazy("opened the tournament “%(title)s” again: %(reason)s"))
def reopen_tournament(act: PendingDeed[Account], *, tournament: Tournament, reason: str) -> Tournament:
    """Open a tournament again; it goes on where it was."""
    reason = demand_reason(reason)
    tournament = directed(tournament, act.actor)
    if tournament.is_open:
        raise Refused(form=[_("This tournament is not finished.")])
    played = tournament.rounds.filter(started_at__isnull=False).exists()
    store(tournament, state=State.RUNNING if played else State.PLANNED, finished_at=None)
    record_deed(act, tournament, clock=True, reason=reason)
    return tournament


# Copying


def _copied(details: dict[str, Any]) -> str:
    message = _("copied the tournament “%(origin)s” to “%(title)s”") % details
    if not details["people"]:
        return message
    people = ngettext("%(count)d person", "%(count)d people", details["people"])
    also = _("%(said)s, with %(people)s")
    return also % {"said": message, "people": people % {"count": details["people"]}}


@verb(log=_copied, repeat_result=Tournament)
def copy_tournament(
    act: PendingDeed[Account],
    *,
    tournament: Tournament,
    title: str,
    date: datetime.date,
    venue: str,
    people: bool,
) -> Tournament:
    """Copy a tournament with its terms, its rules and perhaps its people, but nothing played."""
    title, venue = tidy(title), tidy(venue)
    origin = directed(tournament, act.actor)
    demand_director(origin.club, act.actor)
    _refuse(problems_with_title(title), problems_with_day(date, venue))
    copy = _new_tournament(origin.club, title, date, venue, rules_of_the_copy(origin), origin.terms)
    count = _register_again(origin, copy) if people else 0
    again = origin.duties.filter(member__active=True)
    _give(copy, again.values_list("member", "kind"))
    act.record(
        origin.club, tournament=copy.pk, title=title, date=str(date), origin=origin.title, people=count
    )
    return copy


def rules_of_the_copy(origin: Tournament) -> RulesetVersion:
    """Return the sheet's newest version where it is still offered; else the same version."""
    version = origin.evening.ruleset
    return in_use(version.slug, origin.club) if version.slug in offered(origin.club) else version


def who_comes_again(origin: Tournament) -> list[Entrant]:
    """Return all but those who withdrew and members who left the club."""
    inactive = Q(participant__member__active=False)
    return list(origin.entrants.whole().filter(withdrawn_at=None).exclude(inactive))


def _register_again(origin: Tournament, copy: Tournament) -> int:
    """Register the same people; a guest with a member's name becomes that member."""
    again = who_comes_again(origin)
    keys = [folded(entrant.participant.guest) for entrant in again if entrant.participant.member is None]
    members = {
        member.key: member for member in Member.objects.filter(club=origin.club, key__in=keys, active=True)
    }
    participants, registered = copy.evening.participants, dict[int, bool]()
    for entrant in again:
        who = entrant.participant
        key = folded(who.guest)
        if member := who.member or members.get(key):
            participant, _made = participants.get_or_create(member=member)
        else:
            guest = {"guest": who.guest}
            participant, _made = participants.get_or_create(member=None, key=key, defaults=guest)
        registered.setdefault(participant.pk, entrant.house)
    Entrant.objects.bulk_create(
        Entrant(tournament=copy, participant_id=pk, number=number, house=house, registered_at=clock.now())
        for number, (pk, house) in enumerate(registered.items(), 1)
    )
    return len(registered)


# Presets of the club


@verb(log=gettext_lazy("saved the tournament terms “%(name)s”"), repeat_result=Preset)
def save_preset(
    act: PendingDeed[Account], *, club: Club, name: str, rules: str, terms: Terms, replaces: str = ""
) -> Preset:
    """Save terms under a name; those of a preset that has it are replaced only where `replaces` names it."""
    name = tidy(name)
    club = locked(club)
    demand_director(club, act.actor)
    _refuse(problems_with_title(name, "name"), _problems_with(terms, rules, club))
    if name != replaces and club.presets.filter(name=name).exists():
        message = _("“%(name)s” already exists. Save again to replace it, or choose another name.")
        raise Refused(name=[message % {"name": name}])
    preset, _made = Preset.objects.update_or_create(
        club=club, name=name, defaults={"rules": rules, "kept_terms": terms.as_json(), "made_at": clock.now()}
    )
    act.record(club, preset=preset.pk, name=name)
    return preset


@verb(log=gettext_lazy("renamed the tournament terms “%(before)s” to “%(name)s”"))
def rename_preset(act: PendingDeed[Account], *, preset: Preset, name: str) -> Preset:
    """Give a preset another name, which no other preset of the club has."""
    name = tidy(name)
    club = locked(preset.club)
    demand_director(club, act.actor)
    act.demand_nothing_newer()
    _refuse(problems_with_title(name, "name"))
    preset = _preset(preset, club)
    if club.presets.filter(name=name).exclude(pk=preset.pk).exists():
        raise Refused(name=[_("“%(name)s” already exists. Please choose another name.") % {"name": name}])
    old_name, preset.name = preset.name, name
    preset.save(update_fields=["name"])
    act.record(club, preset=preset.pk, before=old_name, name=name)
    return preset


@verb(log=gettext_lazy("removed the tournament terms “%(name)s”"), repeat_result=lambda deed, arguments: None)
def remove_preset(act: PendingDeed[Account], *, preset: Preset) -> None:
    """Remove a preset; tournaments that began with it keep their terms."""
    club = locked(preset.club)
    demand_director(club, act.actor)
    preset = _preset(preset, club)
    preset.delete()
    act.record(club, name=preset.name)


def _preset(preset: Preset, club: Club) -> Preset:
    current = Preset.objects.filter(pk=preset.pk, club=club).first()
    if current is None:
        raise ChangedMeanwhile()
    return current
