"""The director opens registration and takes people in; others register, cancel and check in."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from scoring import clock
from scoring.accounts.names import problems_with_person
from scoring.capability import sentence, sentence_by
from scoring.deeds import ChangedMeanwhile, PendingDeed, Refused, atomic_with_retry, refuse, store, verb
from scoring.engine.record import is_readable
from scoring.models import Account
from scoring.names import folded, tidy
from scoring.table_policy import Actor
from tournaments.entrants.verbs import MOST_ENTRANTS, note_there, note_withdrawn, readmit_entrant, register
from tournaments.log import record_deed
from tournaments.models import Entrant, Opening, Round, Signup, Stage, Tournament
from tournaments.models.entrants import LONGEST_WORD, LONGEST_WORDS
from tournaments.models.tournaments import LONGEST_TITLE
from tournaments.preconditions import demand_open, directed, member

# Who ask or have cancelled; not by address, since a whole hall has one. Where somebody fills the list as a
# joke, the director sets a secret word and turns away all of them at once.
MOST_SIGNUPS = 2 * MOST_ENTRANTS
A_PHONE = Actor()  # whoever has the page


# The director


@verb(
    log=sentence(
        gettext_lazy("changed how people register for “%(title)s”"),
        is_new=gettext_lazy("opened registration for “%(title)s”"),
    )
)
def open_registration(
    act: PendingDeed[Account],
    *,
    tournament: Tournament,
    limit: int | None,
    opens_at: datetime | None,
    closes_at: datetime | None,
    word: str,
) -> Tournament:
    """Let people register by themselves, or change how they do."""
    tournament, word = directed(tournament, act.actor), tidy(word)
    act.demand_nothing_newer()
    demand_open(tournament)
    problems: dict[str, list[str]] = {}
    if limit is not None and not 0 < limit <= MOST_ENTRANTS:
        template = _("Please give a number between 1 and %(most)d, or nothing.")
        problems["limit"] = [template % {"most": MOST_ENTRANTS}]
    if opens_at is not None and closes_at is not None and closes_at < opens_at:
        problems["closes_at"] = [_("It would close before it opens. Please change one of the two times.")]
    if len(word) > LONGEST_WORD or (word and not is_readable(word)):
        template = _("Please give a word of at most %(longest)d characters.")
        problems["word"] = [template % {"longest": LONGEST_WORD}]
    refuse(problems)
    settings = {"limit": limit, "opens_at": opens_at, "closes_at": closes_at, "word": word}
    _opening, is_new = Opening.objects.update_or_create(tournament=tournament, defaults=settings)
    record_deed(act, tournament, is_new=is_new)
    return tournament


@verb(log=gettext_lazy("closed registration for “%(title)s”"))
def close_registration(act: PendingDeed[Account], *, tournament: Tournament) -> Tournament:
    """Close registration; links, waiting list and the code at the door stay valid."""
    tournament = directed(tournament, act.actor)
    opening = _opening(tournament)
    now = clock.now()
    if opening.closes_at is None or opening.closes_at > now:
        opening.closes_at = now
        if opening.opens_at is not None and opening.opens_at > now:
            opening.opens_at = None
        opening.save(update_fields=["opens_at", "closes_at"])
    record_deed(act, tournament)
    return tournament


@verb(log=gettext_lazy("renewed the code at the door of “%(title)s”"))
def renew_door(act: PendingDeed[Account], *, tournament: Tournament) -> Tournament:
    """Make another code for the door; the old one no longer works."""
    tournament = directed(tournament, act.actor)
    opening = _opening(tournament)
    store(opening, door=opening.door + 1)
    record_deed(act, tournament)
    return tournament


@verb(
    log=sentence_by(
        "what",
        {
            "turned_away": gettext_lazy("turned %(names)s away from “%(title)s”"),
            "words": gettext_lazy("removed what %(names)s wrote when registering for “%(title)s”"),
            "removed": gettext_lazy("removed the registration of %(names)s for “%(title)s”"),
        },
    )
)
def strike_signup(act: PendingDeed[Account], *, tournament: Tournament, signup: int) -> Tournament:
    """Turn a person away, which their link then shows; a second time delete the registration.

    Of somebody who was taken in, only what they wrote beside their name goes.
    """
    tournament = directed(tournament, act.actor)
    registration = tournament.signups.filter(pk=signup).first()
    if registration is None:
        raise ChangedMeanwhile()
    names = [name_of(tournament, registration)]
    if registration.entrant_id is not None:
        store(registration, comes_from="", words="")
        what = "words"
    elif registration.ended_at is None:
        store(registration, ended_at=clock.now(), ended_by=member(tournament, act.actor))
        what = "turned_away"
    else:
        registration.delete()
        what = "removed"
    record_deed(act, tournament, names=names, what=what)
    return tournament


@verb(
    log=ngettext_lazy(
        "turned one person away from “%(title)s”",
        "turned %(count)d people away at once from “%(title)s”",
        "count",
    ),
    repeat_result=lambda deed, arguments: deed.details["count"],
)
def turn_away_many(act: PendingDeed[Account], *, tournament: Tournament, first: int, last: int) -> int:
    """Turn away everybody who registered from one person to another, both included; return how many."""
    tournament = directed(tournament, act.actor)
    run = from_to(list(tournament.signups.asking()), first, last)
    if not run:
        raise ChangedMeanwhile()
    ended = {"ended_at": clock.now(), "ended_by": member(tournament, act.actor)}
    tournament.signups.filter(pk__in=[signup.pk for signup in run]).update(**ended)
    record_deed(act, tournament, count=len(run))
    return len(run)


def from_to(asking: Sequence[Signup], first: int, last: int) -> Sequence[Signup]:
    """Return the registrations from one to the other; empty if one is missing or comes later."""
    positions = {signup.pk: position for position, signup in enumerate(asking)}
    if first not in positions or last not in positions:
        return []
    return asking[positions[first] : positions[last] + 1]


@verb(
    log=ngettext_lazy(
        "removed the registration for “%(title)s” of one person who had been turned away",
        "removed the registrations for “%(title)s” of %(count)d people who had been turned away",
        "count",
    )
)
def remove_turned_away(act: PendingDeed[Account], *, tournament: Tournament) -> Tournament:
    """Remove all registrations that the director has turned away; their links stop working."""
    tournament = directed(tournament, act.actor)
    turned_away = tournament.signups.filter(entrant=None, ended_by__isnull=False)
    count = turned_away.count()
    if not count:
        raise ChangedMeanwhile()
    turned_away.delete()
    record_deed(act, tournament, count=count)
    return tournament


@atomic_with_retry
def take_in(
    *,
    actor: Account,
    deed: UUID,
    tournament: Tournament,
    names: Sequence[str],
    whose: Sequence[tuple[int, str]],
    back: Sequence[int] = (),
) -> list[Entrant]:
    """Register these names, each connected to its online registration if there is one.

    `whose` are their registrations, by id, each with the name on the list. `back` are those on the list who
    had withdrawn and come after all.
    """
    new = register(actor, deed, tournament=tournament, names=names)
    for entrant in tournament.entrants.whole().filter(pk__in=back):
        readmit_entrant(actor, uuid5(deed, str(entrant.pk)), entrant=entrant)
    connect_signups(actor, uuid5(deed, "signups"), tournament=tournament, whose=whose)
    return new


@verb(
    log=ngettext_lazy(
        "took in one person who had registered for “%(title)s”",
        "took in %(count)d people who had registered for “%(title)s”",
        "count",
    )
)
def connect_signups(
    act: PendingDeed[Account], *, tournament: Tournament, whose: Sequence[tuple[int, str]]
) -> Tournament:
    """Make links of people on the list show their seats; only the list keeps their names."""
    tournament = directed(tournament, act.actor)
    demand_open(tournament)
    people = tournament.entrants.filter(withdrawn_at=None).select_related("participant__member")
    entrants = {(entrant.participant.member or entrant.participant).key: entrant for entrant in people}
    asking = {signup.pk: signup for signup in tournament.signups.asking()}
    known = []
    for signup, name in whose:
        entrant = entrants.get(folded(name))
        if signup in asking and entrant is not None:
            asking[signup].entrant, asking[signup].name = entrant, ""
            known.append(asking[signup])
    Signup.objects.bulk_update(known, ["entrant", "name"])
    record_deed(act, tournament, count=len(known))
    return tournament


# Whoever has the page


def problems_with_opening(opening: Opening) -> str:
    """Return why registration is not possible just now; empty if it is."""
    now = clock.now()
    if not opening.tournament.is_open:
        return _("This tournament is finished.")
    if opening.opens_at is not None and now < opening.opens_at:
        return _("Registration has not opened yet.")
    if opening.closes_at is not None and now >= opening.closes_at:
        return _("Registration is closed.")
    return ""


@verb(log=gettext_lazy("%(names)s registered for “%(title)s”"), repeat_result=Signup)
def sign_up(
    act: PendingDeed[Actor], *, tournament: Tournament, name: str, comes_from: str, words: str
) -> Signup:
    """Add a person to the director's list; earlier registrations decide whether there is a place."""
    opening = Opening.objects.select_related("tournament").get(tournament=tournament)
    name, comes_from, words = opening.tournament.as_written(name), tidy(comes_from), tidy(words)
    problems = {"name": problems_with_person(name)}
    for field, text, longest in (
        ("comes_from", comes_from, LONGEST_TITLE),
        ("words", words, LONGEST_WORDS),
    ):
        if len(text) > longest:
            sentence = _("This is too long: %(longest)d characters at most.")
            problems[field] = [sentence % {"longest": longest}]
        elif text and not is_readable(text):
            problems[field] = [_("This contains characters that cannot be read.")]
    if why := problems_with_opening(opening):
        problems["form"] = [why]
    elif tournament.signups.filter(entrant=None, ended_by=None).count() >= MOST_SIGNUPS:
        problems["form"] = [_("Registration is full. Please ask the director.")]
    refuse({field: sentences for field, sentences in problems.items() if sentences})
    signup = Signup.objects.create(
        tournament=tournament, name=name, comes_from=comes_from, words=words, at=clock.now()
    )
    _record_by_phone(act, tournament, names=[name], signup=signup.pk)
    return signup


@verb(log=gettext_lazy("%(names)s cancelled “%(title)s”"), repeat_result=Signup)
def cancel_signup(act: PendingDeed[Actor], *, signup: Signup) -> Signup:
    """Cancel the registration behind a link; withdraw the entrant, if there already is one."""
    tournament, registration = _locked(signup)
    name = name_of(tournament, registration)
    if registration.entrant is not None and registration.entrant.withdrawn_at is None:
        registration.entrant.tournament = tournament
        note_withdrawn(registration.entrant, name)
    if registration.ended_at is None:
        store(registration, ended_at=clock.now())
    _record_by_phone(act, tournament, names=[name], signup=registration.pk)
    return registration


def name_of(tournament: Tournament, signup: Signup) -> str:
    """Return the present name of a person who registered."""
    return signup.name if signup.entrant is None else tournament.name_of(signup.entrant)


@verb(
    log=gettext_lazy("%(names)s checked in at the door for round %(round)d of “%(title)s”"),
    repeat_result=Signup,
)
def come_in(act: PendingDeed[Actor], *, signup: Signup) -> Signup:
    """Check in a person whose phone scanned the code at the door."""
    tournament, registration = _locked(signup)
    if registration.entrant is None or registration.entrant.withdrawn_at is not None:
        raise Refused(form=[_("You are not on the list yet. Please go to the director.")])
    round_ = round_to_come_to(tournament)
    if round_ is None:
        raise Refused(form=[_("Nobody is checked in just now. Please go to the director.")])
    note_there(round_, [registration.entrant], here=True)
    _record_by_phone(
        act,
        tournament,
        names=[name_of(tournament, registration)],
        signup=registration.pk,
        round=round_.number,
    )
    return registration


def round_to_come_to(tournament: Tournament) -> Round | None:
    """Return the round for which people are checked in now; None after the draw or the end."""
    return tournament.rounds.filter(stage=Stage.CHECK_IN).order_by("number").first()


def is_there(signup: Signup, round_: Round) -> bool:
    """Return whether they are checked in for a round."""
    return round_.attendances.filter(entrant=signup.entrant_id, checked_in_at__isnull=False).exists()


def _locked(signup: Signup) -> tuple[Tournament, Signup]:
    """Return the tournament, locked, and the signup as it is by now."""
    tournament = Tournament.objects.whole().select_for_update(of=("self",)).get(pk=signup.tournament_id)
    demand_open(tournament)
    return tournament, tournament.signups.select_related("entrant").get(pk=signup.pk)


def _opening(tournament: Tournament) -> Opening:
    opening = Opening.objects.filter(tournament=tournament).first()
    if opening is None:
        raise Refused(form=[_("Registration has not been opened.")])
    return opening


def _record_by_phone(act: PendingDeed, tournament: Tournament, **details: Any) -> None:
    """Record a deed of a person without an account; the log names the registration page."""
    with translation.override(tournament.club.language):
        page = _("Registration page")
    record_deed(act, tournament, actor=page, **details)
