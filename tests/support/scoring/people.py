"""The verbs that stand in tables of their own."""

from __future__ import annotations

# Each verb as a page would call it; called twice with the same id it has to do nothing more.
# The deeds of evenings and tables: test_evening_log tells them.
EVENINGS = {
    *("open_evening", "change_evening", "take_newer_edition", "close_evening", "reopen_evening"),
    *("agree_pagatkassa", "count_evening", "settle_objection"),
    *("open_sheet", "just_play", "close_sheet", "reopen_sheet", "remove_sheet", "renew_link"),
}


# Those of guests, and of names that go for good: test_guests and test_anonymising tell them.
GUESTS = {
    *("admit_guest", "join_guest", "separate_guest", "rename_guest"),
    *("anonymise_guest", "anonymise_member"),
}


# Those of a club's own rules: test_house_rules_verbs tells them.
HOUSE_RULES = {"begin_sheet", "change_draft", "discard_draft", "save_version", "offer_sheet", "show_sheet"}
