"""Registration by the players: what it hands to the rest of the program."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import path, reverse
from django.utils.translation import gettext as _

from scoring.capability import Capability
from scoring.clubs.privacy.name_locations import Remedy, StoredText, TracedPerson
from scoring.deeds import log_of
from scoring.models import Club
from scoring.names import folded
from scoring.sealing import LinkKind
from tournaments.entrants.registration import verbs, views
from tournaments.models import Opening, Signup


def stored_texts(club: Club) -> Iterator[StoredText]:
    """Return names that were not taken in, clubs, wishes and secret words; the director strikes them."""
    signups = Signup.objects.filter(tournament__club=club).select_related("tournament").order_by("pk")
    for signup in signups:
        for text in filter(None, (signup.name, signup.comes_from, signup.words)):
            yield _text(club, signup.tournament_id, signup.tournament.title, text)
    for opening in Opening.objects.filter(tournament__club=club).exclude(word="").order_by("pk"):
        yield _text(club, opening.pk, opening.tournament.title, opening.word)


def _text(club: Club, tournament: int, title: str, text: str) -> StoredText:
    page = reverse("tournaments:registration_desk", args=[club.slug, tournament])
    return StoredText(_("Registration for “%(title)s”") % {"title": title}, text, page, Remedy.CHANGE)


def forget(person: TracedPerson, neutral: str) -> None:
    """Forget the name of whoever registered under a name of theirs, and what was written beside it."""
    signups = Signup.objects.filter(tournament__club=person.club)
    theirs = [signup for signup in signups.filter(entrant=None) if folded(signup.name) in person.keys]
    for signup in theirs:
        signup.name = neutral
    theirs += signups.filter(entrant__participant__in=person.participants)
    for their in theirs:
        their.comes_from = their.words = ""
    Signup.objects.bulk_update(theirs, ["name", "comes_from", "words"])


tournament_urls = [  # below …/<int:pk>/
    path("registration/", views.desk, name="registration_desk"),
    path("registration/close/", views.close, name="close_registration"),
    path("registration/take-in/", views.take_in, name="take_in"),
    path("registration/strike/", views.strike, name="strike_signup"),
    path("registration/turn-away/", views.turn_away, name="turn_away_many"),
    path("registration/remove/", views.remove_turned_away, name="remove_turned_away"),
    path("registration/poster/", views.poster, name="poster"),
    path("registration/renew-door/", views.renew_door, name="renew_door"),
]
public_urls = [  # below tournaments/<code>/
    path("registration/", views.registration, name="registration"),
    path("registration/<str:mine>/", views.mine, name="my_registration"),
    path("registration/<str:mine>/cancel/", views.cancel, name="cancel_registration"),
    path("door/<str:door>/", views.door, name="at_the_door"),
]


CAPABILITY = Capability(
    urls=__name__,
    words=log_of(verbs),
    links=(LinkKind(model=Opening, columns=("door", "word", "opens_at", "closes_at")),),
    typed=(stored_texts,),
    forgotten=(forget,),
)
