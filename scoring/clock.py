"""What time it is for what is written down, and how pages write a day."""

from datetime import date, datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import pgettext


def now() -> datetime:
    """Return the present time."""
    return timezone.now()


def day_in_words(day: date) -> str:
    """Return a day as pages write it in the language of whoever reads."""
    return date_format(day, pgettext("date format", "j M Y"))
