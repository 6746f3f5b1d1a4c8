"""Evenings and their tables: where their pages are, and what they hand to the rest of the program."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from scoring.capability import Capability
from scoring.deeds import log_of
from scoring.evenings import verbs
from scoring.evenings.views import blank, evenings, seating, settling
from scoring.export.answering import exported

club_urls: list[URLPattern | URLResolver] = [
    path("evenings/", evenings.evenings, name="evenings"),
    path("evenings/new/", evenings.new_evening, name="new_evening"),
    path("play/", evenings.just_play, name="just_play"),
]

evening_urls: list[URLPattern | URLResolver] = [
    path("", evenings.evening, name="evening"),
    path("change/", evenings.change_evening, name="change_evening"),
    path("pagatkassa/", evenings.pagatkassa, name="pagatkassa"),
    path("newer-edition/", evenings.take_newer_edition, name="take_newer_edition"),
    path("settling/", settling.settling, name="settling"),
    path("counting/", settling.count_evening, name="count_evening"),
    path("settling/", include(exported(settling.export_settling))),
    *exported(evenings.export_evening),
    path("blank/", blank.blank_evening, name="blank_evening"),
    path("close/", evenings.close_evening, name="close_evening"),
    path("reopen/", evenings.reopen_evening, name="reopen_evening"),
    path("tables/new/", evenings.new_table, name="new_table"),
]

sheet_urls: list[URLPattern | URLResolver] = [
    path("blank/", blank.blank_sheet, name="blank_sheet"),
    path("seating/", seating.seating, name="seating"),
    path("close/", seating.close_sheet, name="close_sheet"),
    path("reopen/", seating.reopen_sheet, name="reopen_sheet"),
    path("remove/", seating.remove_sheet, name="remove_sheet"),
]

CAPABILITY = Capability(urls=__name__, words=log_of(verbs))
