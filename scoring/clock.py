"""The one clock of the program, and how pages write a day."""

from datetime import date, datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

gettext_noop("January")  # Django's own German is not that of Austria: Jänner


def now() -> datetime:
    """Return the present time."""
    return timezone.now()


def today() -> date:
    """Return the present day where the clubs are."""
    return timezone.localdate(now())


def day_in_words(day: date) -> str:
    """Return a day as pages write it, in the current language."""
    return date_format(day, pgettext("date format", "j M Y"))


def day_in_short(day: date) -> str:
    """Return a day as a row of a list begins with it: without its year if that is the present one."""
    is_of_this_year = day.year == today().year
    return date_format(
        day, pgettext("date format", "j M") if is_of_this_year else pgettext("date format", "j M Y")
    )


def weekday_in_words(day: date) -> str:
    """Return a day as a title, with its year where that is another one."""
    if day.year == today().year:
        return date_format(day, pgettext("date format", "l, j F"))
    return whole_day_in_words(day)


def whole_day_in_words(day: date) -> str:
    """Return a day with its weekday and its year, whichever that is."""
    return date_format(day, pgettext("date format", "l, j F Y"))


def moment_in_words(at: datetime) -> str:
    """Return day and time as pages write them, in the current language."""
    return date_format(timezone.localtime(at), pgettext("date format", "j M Y, H:i"))


def as_of_today() -> str:
    """Return of which day something is that may still change, in words."""
    day = date_format(today(), pgettext("date format", "j F Y"))
    return _("as of %(day)s") % {"day": day}
