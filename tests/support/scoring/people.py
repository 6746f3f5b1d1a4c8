"""The verbs that stand in tables of their own, what the log tells of any, and a server's first page."""

from django.utils import translation

from scoring.accounts import verbs as people
from scoring.capability import log_line
from scoring.models import Deed
from tests.support.scoring.house import PASSWORD

# The deeds of evenings and tables: told where every form arrives twice, or by tests of their own.
EVENINGS = {
    *("open_evening", "change_evening", "take_newer_edition", "close_evening", "reopen_evening"),
    *("agree_pagatkassa", "count_evening", "settle_objection"),
    *("open_sheet", "just_play", "close_sheet", "reopen_sheet", "remove_sheet", "renew_link"),
    *("put_names_right", "move_hands", "deliver_by_picture"),
    *("settle_payments", "untick_payment", "pay_later"),
}


# Those of guests, and of names that go for good.
GUESTS = {
    *("admit_guest", "join_guest", "separate_guest", "rename_guest"),
    *("anonymise_guest", "anonymise_member"),
}


# Those of a club's own rules.
HOUSE_RULES = {"begin_sheet", "change_draft", "discard_draft", "save_version", "offer_sheet", "show_sheet"}


def told_in_both_languages(deed: Deed) -> None:
    """Demand whole sentences in the log, in German other ones than in English."""
    sentences = {}
    for language in ("de", "en"):
        with translation.override(language):
            sentences[language] = log_line(deed)
    assert sentences["de"] != sentences["en"]
    assert sentences["de"].startswith(("hat ", "bietet "))
    assert not any("%(" in sentence or "None" in sentence for sentence in sentences.values())


FORM = {
    "name": "Anna",
    "password": PASSWORD,
    "club": "Mühlviertler Runde",
    "currency": "EUR",
    "cents_per_point": "10",
    "language": "de",
    "default_rules": "cup",
}


def path() -> str:
    return f"/setup/{people.setup_code()}/"
