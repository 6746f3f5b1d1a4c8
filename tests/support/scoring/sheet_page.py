"""A sheet's page as text, for who signed in and who has a link."""

from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from scoring.models import Sheet
from scoring.table.links import Kind, code_of
from scoring.table.pages.page import Paper, paper_of
from tests.support.pages import english_visitor
from tests.support.scoring.house import now


def paper(sheet: Sheet) -> Paper:
    sheet = now(sheet)
    with override("en"):
        return paper_of(sheet, sheet.evening.names(), "en")


def with_link(sheet: Sheet, kind: Kind) -> Client:
    client = english_visitor()
    client.get(
        reverse(f"scoring:{'table' if kind == 'record' else 'read'}_link", args=[code_of(sheet, kind)])
    )
    return client


def address(name: str, sheet: Sheet, *further: object) -> str:
    return reverse(f"scoring:{name}", args=[sheet.pk, *further])
