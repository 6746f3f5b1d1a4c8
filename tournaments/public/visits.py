"""Find a public page's visitor and rights, and cache what is the same for all."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import Http404, HttpRequest

from scoring.moved import MovedAway
from scoring.replica import read_from_replica
from tournaments.models import Tournament
from tournaments.public.pages.public import Results, results_of
from tournaments.pulse import TournamentVersion, version_of
from tournaments.standings.tables import known_order
from tournaments.web.kept_answers import PAGE_CACHE

WITH_HANDS = ("standings", "projector", "result")  # pages that show more than what the director does
SORTED = ("standings",)  # pages that can be asked for in another order
# For how long a proxy may keep what everybody sees: a pulse, and then the page it leads to, five in all.
SECONDS_OF_A_PULSE, SECONDS_OF_A_PAGE = 1, 4


@dataclass(frozen=True)
class PublicVisit:
    """A request for a public page of a tournament."""

    request: HttpRequest
    code: str
    version: TournamentVersion
    name: str  # of the page
    arguments: tuple[Any, ...]
    language: str

    @property
    def tag(self) -> str:
        return self.version.tag(self.language, hands=self.name in WITH_HANDS)

    @property
    def order(self) -> str:
        """Return the order that is asked for; empty: by rank."""
        return known_order(self.request.GET.get("sort", "")) if self.name in SORTED else ""

    @cached_property
    def tournament(self) -> Tournament:
        return Tournament.whole(self.version.tournament)

    def cached(self, what: str, tag: str, make: Callable[[], Any], *key: Any) -> Any:
        def read() -> Any:
            return read_from_replica(make, lambda: version_of(self.code), self.version)

        return PAGE_CACHE.get((self.version.tournament, what, self.language, *key), tag, read)


def visit_of(request: HttpRequest, code: str, name: str, *arguments: Any) -> PublicVisit:
    """Return the visit of a page; raise 404 if the page is not visible to the visitor."""
    language: str = request.LANGUAGE_CODE
    return PublicVisit(request, code, _visible_version(request, code), name, arguments, language)


def _visible_version(request: HttpRequest, code: str) -> TournamentVersion:
    """Return the version, to everybody if the tournament is public, else to members; mostly one query."""
    version = version_of(code)
    if version is None:
        raise Http404
    if version.moved_to:
        raise MovedAway(version.moved_to)
    if not version.public:
        members = Tournament.objects.open_to(request.user)
        if not members.filter(pk=version.tournament).exists():
            raise Http404
    return version


def kept_by_proxies(seconds: int = SECONDS_OF_A_PAGE) -> str:
    """Return the header of what everybody sees and only a proxy keeps."""
    return f"public, max-age=0, s-maxage={seconds}"


def visible_results(visit: PublicVisit) -> Results:
    """Return the public standings; raise 404 where there is no such round."""

    def look() -> Results:
        results = results_of(visit.tournament, *visit.arguments)
        if results is None:
            raise Http404
        return results

    visible: Results = visit.cached("results", visit.tag, look, *visit.arguments)
    return visible
