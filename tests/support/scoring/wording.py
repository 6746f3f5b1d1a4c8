"""The banner of a sheet."""

from django.utils import translation

from scoring.engine.next_hand import Banner
from scoring.models import Sheet
from scoring.rules.versions.books import rules_for
from scoring.table.pages.recording_page import banner_of
from scoring.table.replay import position_of
from tests.support.scoring.house import now


def banner(sheet: Sheet) -> Banner:
    here = now(sheet)
    with translation.override("en"):
        return banner_of(here, position_of(here), here.evening.names(), rules_for(here), "en")
