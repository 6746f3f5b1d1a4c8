"""The contents of pages before and after a tournament: the list, presets, settings, copies."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.clock import day_in_short
from scoring.engine.naming import Names
from scoring.engine.rules import Rules
from scoring.models import Club, Member, Participant, RulesetVersion
from scoring.models.evenings import names_of
from scoring.models.people import ARBITRATING, DIRECTING
from scoring.rules.versions.versions import newer_edition, offered, rules_of
from tournaments.engine.played import RankedTournament
from tournaments.engine.terms import PRESETS, BuiltInPreset, Terms
from tournaments.models import Attendance, Preset, Round, Stage, Tournament
from tournaments.planning.verbs import CHANGED, FIXED, rules_of_the_copy, who_comes_again
from tournaments.standings.derived import ranked, ranked_each
from tournaments.standings.pages.standings import ShownStandings, StandingsPart, overall_shown, round_shown
from tournaments.wording import TermInWords, chosen, matter, missing_in_words, terms_in_words

TERMS = frozenset(Terms().as_json())


class ChangedTerm(NamedTuple):
    """A term that was changed while the tournament was played."""

    at: datetime
    matter: str
    was: str
    now: str
    reason: str


def counted(rows: QuerySet[Any], by: str) -> Coalesce:
    """Return a column with the number of these rows for each row of a query."""
    many = rows.filter(**{by: OuterRef("pk")}).order_by().values(by).annotate(many=Count("pk")).values("many")
    return Coalesce(Subquery(many, output_field=IntegerField()), 0)


def with_winners(tournaments: Iterable[Tournament]) -> list[Any]:
    """Return finished tournaments with their winners and winning figures; six queries for all."""
    listed: list[Any] = list(tournaments)
    participants = Participant.objects.filter(evening__in=[tournament.evening_id for tournament in listed])
    by_evening: dict[int, list[Participant]] = {tournament.evening_id: [] for tournament in listed}
    for participant in participants.select_related("member").order_by("pk"):
        by_evening[participant.evening_id].append(participant)
    rankings = ranked_each(listed)
    for tournament in listed:
        shown = final(rankings[tournament.pk], names_of(by_evening[tournament.evening_id]))
        best = winners_of(shown) if shown else []
        tournament.winner = ", ".join(name for name, _figure in best)
        tournament.figure = best[0][1] if best else ""
        tournament.day = day_in_short(tournament.evening.date)
    return listed


def winners_of(standings: ShownStandings) -> list[tuple[str, str]]:
    """Return the winners with their figures; empty where tables or sections rank on their own."""
    if len(standings.parts) != 1:
        return []
    return [(row.name, standings.amount_of(row)) for row in standings.parts[0].rows if row.rank == 1]


# Presets


class StartingTerms(NamedTuple):
    """Terms to begin a tournament with."""

    key: str
    label: str
    rules: str  # the sheet's slug, if it is still offered
    rules_label: str
    terms: Terms
    in_words: tuple[TermInWords, ...]
    own: Preset | None = None

    @property
    def short(self) -> str:
        """Return the rules, how many rounds, and how long they are."""
        terms = self.terms
        message = ngettext("%(count)d round", "%(count)d rounds", terms.rounds) % {"count": terms.rounds}
        parts = [self.rules_label, message]
        if terms.minutes is not None:
            minutes = ngettext("%(count)d minute", "%(count)d minutes", terms.minutes)
            parts.append(minutes % {"count": terms.minutes})
        if hands := terms.hands_at(4):
            parts.append(_("%(count)d hands at four") % {"count": hands})
        return " · ".join(parts)


def beginnings(club: Club, language: str) -> list[StartingTerms]:
    """Return presets of the program and those saved by the club; two queries."""
    sheets = offered(club)
    presets: list[BuiltInPreset | Preset] = [*PRESETS, *club.presets.all()]
    return [beginning(preset, club, sheets, language) for preset in presets]


def beginning(
    preset: BuiltInPreset | Preset, club: Club, sheets: Mapping[str, Rules], language: str
) -> StartingTerms:
    """Return a preset as terms to begin a tournament with."""
    own: Preset | None = None
    if isinstance(preset, Preset):
        key, label, own = str(preset.pk), preset.name, preset
    else:
        key, label = preset.slug, preset.label(language)
    sheet, terms = sheets.get(preset.rules), preset.terms
    return StartingTerms(
        key,
        label,
        preset.rules if sheet else "",
        sheet.label.in_language(language) if sheet else _("a rule sheet that is no longer offered"),
        terms,
        terms_in_words(terms, club.currency),
        own,
    )


def arbiters_to_name(club: Club) -> list[tuple[int, str, bool]]:
    """Return arbiters and directors with an account, by id and name, and who is a club arbiter."""
    members = club.members.filter(active=True, account__isnull=False)
    candidates = members.filter(appointments__role__in=(*DIRECTING, *ARBITRATING)).distinct()
    arbiters = set(candidates.filter(appointments__role__in=ARBITRATING).values_list("pk", flat=True))
    return [(member.pk, member.name, member.pk in arbiters) for member in candidates]


def arbiters_to_invite(club: Club) -> list[Member]:
    """Return the club's arbiters without an account, who must be invited before they are named."""
    members = club.members.filter(active=True, account=None, appointments__role__in=ARBITRATING)
    return list(members.distinct().order_by("sorting"))


# What can be changed


def sheets_for(tournament: Tournament) -> dict[str, Rules]:
    """Return the rule sheets offered to the club, and the tournament's own, even if withdrawn."""
    sheets, version = offered(tournament.club), tournament.evening.ruleset
    agreed = {version.slug: rules_of(version)}
    return {**sheets, **agreed} if version.slug in sheets else {**agreed, **sheets}


def is_behind(tournament: Tournament) -> bool:
    """Return whether the sheet has changed since, and is still offered."""
    version = tournament.evening.ruleset
    return version.slug in offered(tournament.club) and newer_edition(version)


def version_in_words(version: RulesetVersion, language: str) -> str:
    """Return the label of a version of a sheet, and its number."""
    label = rules_of(version).label.in_language(language)
    return _("%(label)s (version %(edition)d)") % {"label": label, "edition": version.edition}


def fixed_matters(tournament: Tournament, language: str) -> list[TermInWords]:
    """Return the terms that are fixed once a round has been played."""
    terms, currency = tournament.terms, tournament.evening.currency
    agreed = {term.matter: term for term in terms_in_words(terms, currency)}
    stored = terms.as_json()
    fixed = [
        TermInWords(matter(name), chosen(name, stored[name], currency)) for name in stored if name in FIXED
    ]
    return [
        TermInWords(matter("rules"), version_in_words(tournament.evening.ruleset, language)),
        *(term for term in fixed if term.matter in agreed),
    ]


def changed_terms(tournament: Tournament) -> list[ChangedTerm]:
    """Return the terms changed since the first round began, the newest last; one query at most."""
    if CHANGED not in tournament.kept_terms:
        return []
    begun = Round.objects.filter(tournament=tournament, started_at__isnull=False).order_by("started_at")
    since = Subquery(begun.values("started_at")[:1])
    currency, changed = tournament.evening.currency, []
    for deed in tournament.deeds_of("change_tournament").filter(at__gte=since):
        reason = deed.details.get("reason", "")
        for name, was, now in deed.details["changes"]:
            if name in TERMS:
                words = chosen(name, was, currency), chosen(name, now, currency)
                changed.append(ChangedTerm(deed.at, matter(name), *words, reason))
    return changed


# What is still open before the end


def left_open(tournament: Tournament) -> list[str]:
    """Return warnings for a director about to finish a tournament; none of them prevents it."""
    rounds = list(tournament.rounds.all())
    closed = sum(round_.stage == Stage.CLOSED for round_ in rounds)
    missing = ranked(tournament).missing_in(None)
    warnings = [missing_in_words(missing)] if missing else []
    if closed < tournament.terms.rounds:
        message = _("%(closed)d of %(rounds)d rounds have been played.")
        warnings.append(message % {"closed": closed, "rounds": tournament.terms.rounds})
    if unpaid := _unpaid(tournament):
        message = ngettext(
            "%(count)d entry fee has not been paid.", "%(count)d entry fees have not been paid.", unpaid
        )
        warnings.append(message % {"count": unpaid})
    if count := _prizes_left(tournament, rounds):
        message = ngettext(
            "%(count)d prize has not been given.", "%(count)d prizes have not been given.", count
        )
        warnings.append(message % {"count": count})
    return warnings


def _prizes_left(tournament: Tournament, rounds: list[Round]) -> int:
    """Return how many prizes are not given yet; an untouched round has those of the terms."""
    prizes = list(tournament.prizes.all())
    touched = {prize.round_id for prize in prizes}
    played = {round_.pk for round_ in rounds if round_.started_at is not None}
    left = [prize for prize in prizes if prize.removed_at is None and prize.taken_by_id is None]
    counted = sum(prize.round_id in played or prize.round_id is None for prize in left)
    return counted + len(tournament.terms.prizes) * len(played - touched)


def _unpaid(tournament: Tournament) -> int:
    """Return how many fees are owed; with day tickets alone, one for each player."""
    terms = tournament.terms
    if not terms.fee and not terms.ticket:
        return 0
    attendances = Attendance.objects.filter(
        round__tournament=tournament, round__started_at__isnull=False, checked_in_at__isnull=False
    )
    owing = attendances.filter(paid__isnull=True, entrant__house=False, entrant__ticket__isnull=True)
    return owing.count() if terms.fee else owing.order_by().values("entrant").distinct().count()


# Copying


def copied(tournament: Tournament, language: str) -> dict[str, Any]:
    """Return what a copy of a tournament takes along: rules, terms, and people who may come again."""
    version, names = rules_of_the_copy(tournament), tournament.evening.names()
    again = {entrant.pk: names[str(entrant.participant_id)] for entrant in who_comes_again(tournament)}
    everybody = tournament.entrants.values_list("pk", "participant_id")
    return {
        "rules": version_in_words(version, language),
        "is_newer": version.pk != tournament.evening.ruleset_id,
        "terms": terms_in_words(tournament.terms, tournament.evening.currency),
        "people": list(again.values()),
        "left_out": [names[str(participant)] for pk, participant in everybody if pk not in again],
    }


def title_of_the_copy(title: str, longest: int) -> str:
    """Return the title of a copy, no longer than allowed.

    >>> from django.utils import translation
    >>> with translation.override("en"):
    ...     title_of_the_copy("Autumn", 80), title_of_the_copy("Autumn", 10)
    ('Autumn (copy)', 'Aut (copy)')
    """
    template = _("%(title)s (copy)")
    room = longest - len(template % {"title": ""})
    return template % {"title": title[:room]}


FIRST_RANKS = 3  # named in the sentence


def sentence_of(tournament: Tournament, standings: ShownStandings | None) -> str:
    """Return a sentence about the page; after the end with the first, second and third."""
    day = date_format(tournament.evening.date, pgettext("date format", "j F Y"))
    values = {"title": tournament.title, "day": day}
    of_sections = standings is not None and all(part.section for part in standings.parts)
    if standings is None or not standings.parts or (len(standings.parts) > 1 and not of_sections):
        return _("%(title)s, %(day)s: seating, clock and standings are here.") % values
    first = "; ".join(map(_first, standings.parts))
    if standings.missing:
        first = f"{first} ({standings.provisional_briefly.rstrip('.')})"
    if standings.overall:
        return _("%(title)s, %(day)s: %(first)s.") % {**values, "first": first}
    words = _("%(title)s, %(day)s, %(round)s: %(first)s.")
    return words % {**values, "round": standings.title, "first": first}


def _first(part: StandingsPart) -> str:
    named = ", ".join(f"{row.rank}. {row.name}" for row in part.rows if row.rank and row.rank <= FIRST_RANKS)
    return f"{part.title}: {named}" if part.title else named


def final(whole: RankedTournament, names: Names, member: int | None = None) -> ShownStandings | None:
    """Return the overall standings; where rounds rank on their own, those of the last one."""
    if not whole.rounds:
        return None
    return overall_shown(whole, names, member) or round_shown(whole, whole.rounds[-1].round, names, member)
