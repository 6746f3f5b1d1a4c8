"""How a series is handed on: by its link, a sentence, lines of a feed, certificates."""

from collections.abc import Iterator
from typing import Any

from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.clock import as_of_today
from scoring.engine.amounts import noted
from scoring.engine.money import number_in_words
from scoring.models import Club
from scoring.season.pages.certificates import Certificate, CertificateTexts, TextLine
from scoring.sharing.feeds import EveningPeople, FeedResult, listed
from scoring.web.links import link_to
from tournaments.models import Series
from tournaments.series.pages import ShownSeries, shown_series
from tournaments.web.access import snippet_of

FIRST_RANKS = 3  # named in the sentence


def sentence_of(shown: ShownSeries) -> str:
    """Return how it stands, for a message: who is first, second and third."""
    first = [f"{row.rank}. {row.name}" for row in shown.rows if row.rank and row.rank <= FIRST_RANKS]
    if not first:
        return _("%(title)s: the standings are here.") % {"title": shown.series.title}
    return f"{after_so_many(shown)}: {', '.join(first)}."


def after_so_many(shown: ShownSeries) -> str:
    """Return which series it is, and how many events have been held."""
    held = len(shown.held)
    template = ngettext("%(title)s after %(number)d event", "%(title)s after %(number)d events", held)
    return template % {"title": shown.series.title, "number": held}


def shown_to_all(request: HttpRequest, shown: ShownSeries, club: Club) -> dict[str, Any]:
    """Return what members see of it: the link, a sentence to share, and how it is embedded."""
    series = shown.series
    if not series.code:
        return {"link": None}
    return {
        "link": link_to(request, reverse("tournaments:public_series", args=[series.code])),
        "sentence": sentence_of(shown),
        "snippet": snippet_of(request, "embedded_series", series.code, offered=club.is_directed),
    }


def certificates_of(shown: ShownSeries) -> tuple[Certificate, ...]:
    """Return those of everybody who is ranked."""
    return tuple(
        Certificate(
            person=row.place.person,
            name=row.name,
            rank=row.rank or 0,
            tied=row.place.tied,
            label=_("Points"),
            amount=number_in_words(row.points),
        )
        for row in shown.rows
    )


def occasion_of(shown: ShownSeries) -> CertificateTexts:
    """Return what stands on each; as long as something is to come, which day they are from."""
    where = as_of_today() if shown.to_come else ""
    signatures = (_("Place and date"), _("For the club"))
    title = TextLine(shown.series.title)
    return CertificateTexts(TextLine(shown.series.club.name), title, TextLine(where), signatures)


def series_results(club: Club, most: int) -> Iterator[FeedResult]:
    """Return how those stand that are shown to everybody; as many queries for each, whatever it adds up."""
    for series in club.series.exclude(code="").order_by("-pk")[:most]:
        yield from _result(series)


def _result(series: Series) -> Iterator[FeedResult]:
    closed = series.events.counting().values_list(
        Coalesce("round__closed_at", "tournament__finished_at", "evening__closed_at"),
        Coalesce("round__tournament__evening__date", "tournament__evening__date", "evening__date"),
        Coalesce("round__tournament__evening", "tournament__evening", "evening"),
    )
    shown, last = shown_series(series), max((row for row in closed if row[0] is not None), default=None)
    if last is None or not shown.rows:
        return
    at, date, evening = last
    lines = [
        f"{row.rank}. {row.name}: {noted(row.points)}"
        for row in shown.rows
        if row.rank and row.rank <= FIRST_RANKS
    ]

    def content(people: EveningPeople) -> SafeString:
        return format_html("<p>{}</p>{}", after_so_many(shown), listed(lines))

    yield FeedResult(
        key=f"series {series.pk}",
        evening=evening,
        date=date,
        at=at,
        title=series.title,
        describe=content,
        address=reverse("tournaments:public_series", args=[series.code]),
    )
