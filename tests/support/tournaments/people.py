"""The register of a tournament."""

from django.urls import reverse
from django.utils import translation

from scoring.accounts.chronicle import log_line
from scoring.models import Deed
from tests.support.tournaments.playing import Playing
from tournaments.draw.cards import codes_of
from tournaments.entrants.pages import registration_of
from tournaments.models import Pulse


def address(playing: Playing, page: str = "standings", *further: object) -> str:
    return reverse(f"tournaments:{page}", args=[playing.house.club.slug, playing.tournament.pk, *further])


def code_of_card(tournament: int, number: int) -> str:
    return codes_of(tournament, range(number, number + 1))[number]


def count(playing: Playing) -> int:
    return Pulse.objects.get(pk=playing.tournament.pk).count


def log_of(verb: str) -> list[str]:
    """Return the log sentences of a verb in English, sorted: all is done in the same moment here."""
    with translation.override("en"):
        return sorted(log_line(deed) for deed in Deed.objects.filter(verb=verb))


def order(playing: Playing) -> list[tuple[int, str]]:
    return [(person["number"], person["name"]) for person in registration_of(playing.tournament)["people"]]
