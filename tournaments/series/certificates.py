"""The certificates of a series."""

from __future__ import annotations

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.engine.money import number_in_words
from scoring.season.pages.certificates import Certificate, CertificateTexts, TextLine
from tournaments.series.pages import ShownSeries


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
    where = ""
    if shown.to_come:
        today = date_format(timezone.localdate(), pgettext("date format", "j F Y"))
        where = _("as of %(day)s") % {"day": today}
    signatures = (_("Place and date"), _("For the club"))
    title = TextLine(shown.series.title)
    return CertificateTexts(TextLine(shown.series.club.name), title, TextLine(where), signatures)
