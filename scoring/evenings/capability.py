"""Evenings and their tables: their addresses, and what they hand to the rest of the program."""

from django.urls import URLPattern, URLResolver, path

from scoring.capability import ABOUT_EVENINGS, Capability, CoveredRows
from scoring.deeds import log_of
from scoring.evenings import payments as payment_verbs
from scoring.evenings import totals as total_verbs
from scoring.evenings import verbs
from scoring.evenings.pages.payments import stored
from scoring.evenings.views import away, evening, evenings, payments, play, seating, totals
from scoring.export.answering import exported
from scoring.models import Evening, OtherVersion, SettledPayment, Sheet

club_urls: list[URLPattern | URLResolver] = [
    path("evenings/", evenings.evenings, name="evenings"),
    path("play/", play.play, name="just_play"),
    path("play/totals/", totals.totals, name="totals"),
    path("open/before/", payments.close_earlier, name="close_earlier"),
    path("play/away/", away.table_away, name="table_away"),
]

evening_urls: list[URLPattern | URLResolver] = [
    path("", evening.evening, name="evening"),
    path("change/", evenings.change_evening, name="change_evening"),
    path("pagatkassa/", evenings.pagatkassa, name="pagatkassa"),
    path("newer-edition/", evenings.take_newer_edition, name="take_newer_edition"),
    path("counting/", evening.count_evening, name="count_evening"),
    path("payments/", payments.settle_payments, name="settle_payments"),
    path("payments/<int:payment>/back/", payments.untick_payment, name="untick_payment"),
    path("payments/earlier/", payments.leave_out_earlier, name="leave_out_earlier"),
    *exported(evening.export_evening),
    path("results/", evening.evening_results, name="evening_results"),
    path("blank/", evenings.blank_evening, name="blank_evening"),
    path("close/", evenings.close_evening, name="close_evening"),
    path("reopen/", evenings.reopen_evening, name="reopen_evening"),
    path("play/", play.play_at, name="new_table"),
    path("take-back/", totals.take_back_totals, name="take_back_totals"),
]

sheet_urls: list[URLPattern | URLResolver] = [
    path("blank/", evenings.blank_sheet, name="blank_sheet"),
    path("seating/", seating.seating, name="seating"),
    path("close/", seating.close_sheet, name="close_sheet"),
    path("reopen/", seating.reopen_sheet, name="reopen_sheet"),
    path("remove/", seating.remove_sheet, name="remove_sheet"),
    path("totals/", totals.correct_totals, name="correct_totals"),
]


SITTING = ("open_sheet", "just_play", "remove_sheet", "close_sheet", "reopen_sheet")
CHANGING = (
    *("open_evening", "just_play", "change_evening", "agree_pagatkassa", "take_newer_edition"),
    *(
        "close_evening",
        "reopen_evening",
        "remove_sheet",
        "record_totals",
        "correct_totals",
        "take_back_totals",
    ),
)
# A published sheet has another number on another server, a club's own keeps its number.
RULES = ("ruleset__ruleset", "ruleset__digest")
COVERED = (
    CoveredRows(
        "agreements",
        "evening",
        frozenset(CHANGING),
        Evening,
        "pk",
        (
            *(*RULES, "options", "cents_per_point", "currency", "pagatkassa", "confirmation"),
            *("opened_at", "closed_at"),
        ),
    ),
    CoveredRows(
        "sheets",
        "evening",
        frozenset((*SITTING, *CHANGING)),
        Sheet,
        "evening",
        (*RULES, "options", "opened_at", "closed_at"),
    ),
    CoveredRows(  # of a hand; more of them can come as long as the evening is open
        "versions",
        "evening",
        frozenset((*SITTING, *CHANGING)),
        OtherVersion,
        "sheet__evening",
        ("sheet", "entry", "seen_seq", "record", "by", "at"),
        only={"sheet__evening__closed_at__isnull": False},
    ),
    CoveredRows(
        "payments",
        "evening",
        frozenset(("open_evening", "just_play", "settle_payments", "untick_payment", "pay_later")),
        SettledPayment,
        "evening",
        ("payer", "payee", "cents", "way", "settles", "by", "at", "taken_back_by", "taken_back_at"),
    ),
)
CAPABILITY = Capability(
    covered=COVERED,
    urls=__name__,
    words=log_of(verbs, total_verbs, payment_verbs)
    | {"pay_later": payment_verbs.payments_in_words},  # until version 2
    log_subject=ABOUT_EVENINGS,
    privacy_reports=(stored,),
    on_club_page=(payments.OWED,),
)
